"""The field of battle: terrain, arcs and sight, base contact; blocks and bases, who is where. All others ask here."""
