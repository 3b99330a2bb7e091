"""The field of battle: blocks and bases on the ground, who is where, who sees and touches whom, what lies in between.

Of the rulebook: "Terrain", arcs and sight, and base contact; every other chapter asks here.
"""
