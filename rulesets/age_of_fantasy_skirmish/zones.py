"""Where a side may set up: its strip, the strip of Scouts, the ground for markers.

AFS-DEP-03, AFS-MIS-03, AFS-R14, AFS-R49, AFS-R55, AFS-R60, AFS-S02.
"""

from __future__ import annotations

import msgspec

from game.engine.state import State
from game.geometry.shapes import Footprint, Point, Pose
from rulesets.age_of_fantasy_skirmish.flow_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.outlines import half_extents
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, SideOwn


class Strip(msgspec.Struct, frozen=True):
    """A part of the table across its whole width, from one y to another (mm)."""

    width: float
    low: float
    high: float

    @property
    def ring(self) -> tuple[Point, ...]:
        """Its corners, not closed."""
        return ((0.0, self.low), (self.width, self.low), (self.width, self.high), (0.0, self.high))

    def holds(self, shape: Footprint, pose: Pose) -> bool:
        """Whether a base stands wholly in it (AFS-R60)."""
        along, across = half_extents(shape, pose.facing)
        return (
            pose.x - along >= -SLACK
            and pose.x + along <= self.width + SLACK
            and pose.y - across >= self.low - SLACK
            and pose.y + across <= self.high + SLACK
        )


def strip(view: State, edge: str, depth: float, begin: float = 0.0) -> Strip:
    """The strip from ``begin`` to ``depth`` (mm) as seen from an edge."""
    table = view.table
    if edge == "north":
        return Strip(table.width, max(0.0, round(table.depth - depth, 3)), round(table.depth - begin, 3))
    return Strip(table.width, begin, min(depth, table.depth))


def whole(view: State) -> Strip:
    """The table."""
    return Strip(view.table.width, 0.0, view.table.depth)


def own_zone(view: State, side: str) -> Strip:
    """The deployment zone of a side that has its edge (AFS-DEP-03)."""
    own: SideOwn = view.sides[side].own
    battle: BattleOwn = view.own
    return strip(view, own.edge, battle.zone)


def scout_zone(view: State, side: str) -> Strip:
    """Where a side's Scouts may be set up: its zone and the strip before it (AFS-R49)."""
    own: SideOwn = view.sides[side].own
    battle: BattleOwn = view.own
    return strip(view, own.edge, battle.zone + inch(number("scout_strip")))


def between(view: State) -> Strip:
    """The ground between the two zones, whichever side has which: where markers lie (AFS-MIS-03, AFS-R14)."""
    battle: BattleOwn = view.own
    return Strip(view.table.width, battle.zone, round(view.table.depth - battle.zone, 3))


def facing_of(view: State, side: str) -> float:
    """Degrees: towards the enemy's edge."""
    own: SideOwn = view.sides[side].own
    return 180.0 if own.edge == "north" else 0.0
