"""Before the first round ("Mission", "Deployment"): set-ups, maps, tables, positions by hand, markers."""
