"""Morale at the end of a round.

Of the rulebook: "Morale".
"""
