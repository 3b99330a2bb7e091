"""The course of the battle: player turns and their phases, the start of a turn, victory.

Of the rulebook: "Turn sequence" and the end of the game.
"""
