"""Scripted generals of the skirmish: what they hold a place, a shot and a charge to be worth, and how they choose."""
