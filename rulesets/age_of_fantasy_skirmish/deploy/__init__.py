"""Before the first round: set-ups, scenarios, maps, tables, positions by hand, markers, and deployment unit by unit.

Of the rulebook: "Mission", as far as markers are placed, "Deployment" and the arrival of those set aside.
"""
