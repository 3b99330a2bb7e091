"""How far and how a unit moves, by its own will or not."""
