"""The troops: who a unit is by its row of the army list, the charts and its "Armour", what a player may field."""
