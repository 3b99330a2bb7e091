"""The field of battle: the ground and its heights, where models are to each other, sight, cover, coherency, spacing.

Of the rulebook: "Battlefield", "Terrain" and cover; every other chapter asks here.
"""
