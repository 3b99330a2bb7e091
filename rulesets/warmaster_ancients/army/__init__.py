"""The troops: who a unit is by its row of the army list, what an army costs, and the lists of the players' own.

Of the rulebook: "Setting up", as far as it tells of armies.
"""
