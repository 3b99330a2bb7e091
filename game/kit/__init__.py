"""The kit: what miniature rules share once, between the engine and the systems. Names no system."""
