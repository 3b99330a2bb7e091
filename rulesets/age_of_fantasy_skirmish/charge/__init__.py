"""Charges: where models get at a unit, and a whole unit into contact.

Of the rulebook: "Actions", as far as they tell of charges.
"""
