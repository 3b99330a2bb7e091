"""Flights, and rallying from them ("Fleeing and rallying")."""
