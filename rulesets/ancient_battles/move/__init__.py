"""Step 5 of the Movement phase: manoeuvres, marches and fast marches, skirmishers, columns, lone characters."""
