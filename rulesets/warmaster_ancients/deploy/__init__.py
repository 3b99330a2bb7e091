"""Before the first turn ("Setting up"): set-ups, tables, positions by hand, zones, deployment unit by unit."""
