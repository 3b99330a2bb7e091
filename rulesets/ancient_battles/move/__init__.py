"""Step 5 of the Movement phase: the remaining moves, of formed units, skirmishers, columns and lone characters.

Of the rulebook: "Manoeuvres" and "March and fast march".
"""
