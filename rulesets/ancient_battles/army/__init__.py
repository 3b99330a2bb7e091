"""The troops: who a unit is by its row of the army list, the charts and its armour, the lists a player may field.

Of the rulebook: "Armour", the charts, and what the army lists say.
"""
