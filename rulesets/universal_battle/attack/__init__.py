"""Attacks: what dice need, hits, saves, wounds and removals."""
