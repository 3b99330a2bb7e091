"""Before the first turn ("Setting up"): set-ups, scenarios, tables, positions by hand, deployment unit by unit."""
