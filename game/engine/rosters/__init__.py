"""Rosters of other list builders (New Recruit, BattleScribe): ``.ros``, ``.rosz`` and the same tree as JSON.

No word of any system: a file becomes a tree, the tree a list of units with counts, points and options, and what a
ruleset has on offer is looked for among them by name. What lists of Army Forge hold is read by :mod:`army_forge`.
"""

from game.engine.rosters.reading import looks_like_roster, read_roster
from game.engine.rosters.tree import Profile, Roster, Selection
from game.engine.rosters.units import RosterUnit, units_of

__all__ = ["Profile", "Roster", "RosterUnit", "Selection", "looks_like_roster", "read_roster", "units_of"]
