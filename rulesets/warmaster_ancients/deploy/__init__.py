"""Before the first turn: set-ups, scenarios, tables, positions by hand, zones, and deployment unit by unit.

Of the rulebook: "Setting up".
"""
