"""The course of the battle: player turns and their phases, broken armies, victory.

Of the rulebook: "Turn sequence" and "End of the game".
"""
