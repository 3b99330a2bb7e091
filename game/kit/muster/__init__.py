"""Armies before the battle: lists, set-up, tables, situations by hand, and armies of the players' own.

For every system. Profiles, bounds, looks, zones and the bases of a unit are the system's data or its hooks.
"""
