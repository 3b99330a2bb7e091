"""The way of one model: what it costs, round what it goes, over what it jumps, where it may end.

Of the rulebook: "Movement", as far as it tells of single models.
"""
