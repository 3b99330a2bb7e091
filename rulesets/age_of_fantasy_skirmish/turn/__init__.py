"""The course of the battle: rounds, roll-offs, activations, markers seized, victory.

Of the rulebook: "Rounds" and "Mission", as far as markers are counted.
"""
