"""The field of battle ("Terrain", sight, formations, contact): stands on the ground, who is where, who sees whom."""
