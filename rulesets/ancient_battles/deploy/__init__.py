"""Before the first turn: set-ups, scenarios, tables, positions by hand, the usual array and deployment unit by unit.

Of the rulebook: "Setting up".
"""
