"""The action of a unit: its ways to move, every model in its turn, and what befalls it: falls and pushes.

Of the rulebook: "Actions", "Movement" and "Special movement".
"""
