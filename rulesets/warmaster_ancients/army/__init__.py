"""The troops ("Setting up"): who a unit is by its row of the army list, what an army costs, the players' own lists."""
