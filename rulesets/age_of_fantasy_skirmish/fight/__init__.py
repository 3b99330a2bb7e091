"""The chapter "Melee": its order, the moves that it owes, and the odds of a whole charge."""
