"""The troops: profiles, special rules and abilities, what a warband may hold, and warbands read from other programs.

Of the rulebook: "Armies", "Special rules", "Command group" and "Sample warbands".
"""
