"""Flights, and rallying from them.

Of the rulebook: "Fleeing and rallying".
"""
