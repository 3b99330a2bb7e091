"""Charges: who may declare one, the answers of those charged, the way to contact, and closing up at its end.

Of the rulebook: "Charges" and "Charge reactions".
"""
