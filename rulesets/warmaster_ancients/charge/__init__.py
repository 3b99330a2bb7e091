"""Charges: declared at an enemy in sight, shot at, and placed stand by stand.

Of the rulebook: charges of "Movement", and "Shooting at chargers".
"""
