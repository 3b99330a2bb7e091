"""The field of battle ("Battlefield", "Terrain", cover): the ground, where models are to each other, sight, spacing."""
