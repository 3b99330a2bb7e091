"""The troops: who a unit is by its row of the army list, its armour, and the lists a player may field.

Of the rulebook: "Armour", and what the army lists say.
"""
