"""The field of battle: stands on the ground, formations, who is where, who sees and touches whom, who is defended.

Of the rulebook: "Terrain", sight, formations and contact; every other chapter asks here.
"""
