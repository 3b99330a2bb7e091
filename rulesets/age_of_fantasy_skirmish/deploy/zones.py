"""Where a side may set up: its strip, the strip of Scouts, the ground for markers.

AFS-DEP-03, AFS-MIS-03, AFS-R14, AFS-R49, AFS-R55, AFS-R60, AFS-S02.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.planar import Shape as Planar
from game.geometry.shapes import Floats, Footprint, Pose, forward
from game.kit.deploy import Ring, facing_across, ground_of
from rulesets.age_of_fantasy_skirmish.field.outlines import half_extents, inside
from rulesets.age_of_fantasy_skirmish.flow_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ZoneOwn


class Strip(msgspec.Struct, frozen=True):
    """A part of the table across its whole width, from one y to another (mm); ``rings``: only these parts of it."""

    width: float
    low: float
    high: float
    rings: tuple[Ring, ...] = ()

    @property
    def outlines(self) -> tuple[Ring, ...]:
        """The corners of its parts, not closed."""
        whole = ((0.0, self.low), (self.width, self.low), (self.width, self.high), (0.0, self.high))
        return self.rings or (whole,)

    def holds(self, shape: Footprint, pose: Pose) -> bool:
        """Whether a base stands wholly in it (AFS-R60)."""
        along, across = half_extents(shape, pose.facing)
        across_it = pose.x - along >= -SLACK and pose.x + along <= self.width + SLACK
        within = across_it and pose.y - across >= self.low - SLACK and pose.y + across <= self.high + SLACK
        return within and (not self.rings or inside(shape, pose, ground_of(self.rings, SLACK)))

    def about(self, points: Floats) -> NDArray[np.bool_]:
        """Which points (n, 2) lie in its parts."""
        if not self.rings:
            return np.ones(len(points), dtype=np.bool_)
        found: NDArray[np.bool_] = shapely.contains_xy(ground_of(self.rings, SLACK), points[:, 0], points[:, 1])
        return found


def _rings_of(shape: Planar) -> tuple[Ring, ...]:
    """The outlines of a shape's parts; one with a hole in it is cut through the hole."""
    todo = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon) and p.area > 1.0]
    found: list[Ring] = []
    while todo:
        part = todo.pop()
        if part.interiors:
            x = round(shapely.Polygon(part.interiors[0]).centroid.x, 3)
            west, south, east, north = part.bounds
            for box in (shapely.box(west, south, x, north), shapely.box(x, south, east, north)):
                todo += [p for p in shapely.get_parts(part.intersection(box)) if p.area > 1.0]
            continue
        ring = shapely.normalize(part).exterior.coords[:-1]
        found.append(tuple((round(p[0], 3) + 0.0, round(p[1], 3) + 0.0) for p in ring))
    return tuple(sorted(found))


def _part(view: State, rings: tuple[Ring, ...]) -> Strip:
    """Polygons as a part of the table."""
    ys = [y for ring in rings for _, y in ring]
    return Strip(view.table.width, min(ys, default=0.0), max(ys, default=0.0), rings)


def _polygons(battle: BattleOwn, edge: str) -> tuple[Ring, ...]:
    """The polygons in which the side of an edge deploys, on a table that has them."""
    return tuple(ring for owner, ring in battle.zones if owner == edge)


@lru_cache(maxsize=8)
def _ahead(rings: tuple[Ring, ...], width: float, depth: float, dx: float, dy: float) -> tuple[Ring, ...]:
    """Polygons and the ground so far (mm to the east and to the north) before them, on a table."""
    parts: list[Planar] = []
    for ring in rings:
        parts += [shapely.Polygon(ring), shapely.Polygon([(x + dx, y + dy) for x, y in ring])]
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            parts.append(shapely.MultiPoint([a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)]).convex_hull)
    return _rings_of(shapely.union_all(parts).intersection(shapely.box(0.0, 0.0, width, depth)))


@lru_cache(maxsize=8)
def _besides(zones: tuple[ZoneOwn, ...], width: float, depth: float) -> tuple[Ring, ...]:
    """The table without all zones."""
    return _rings_of(shapely.box(0.0, 0.0, width, depth) - shapely.union_all([shapely.Polygon(r) for _, r in zones]))


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
    battle, edge = view.own, view.sides[side].own.edge
    return _part(view, _polygons(battle, edge)) if battle.zones else strip(view, edge, battle.zone)


def scout_zone(view: State, side: str) -> Strip:
    """Where a side's Scouts may be set up: its zone and the strip before it (AFS-R49)."""
    battle, edge, far = view.own, view.sides[side].own.edge, inch(number("scout_strip"))
    if not battle.zones:
        return strip(view, edge, battle.zone + far)
    fx, fy = forward(facing_of(view, side))
    dx, dy = round(fx * far, 3) + 0.0, round(fy * far, 3) + 0.0
    return _part(view, _ahead(_polygons(battle, edge), view.table.width, view.table.depth, dx, dy))


def between(view: State) -> Strip:
    """The ground between the two zones, whichever side has which: where markers lie (AFS-MIS-03, AFS-R14)."""
    battle = view.own
    if battle.zones:
        return _part(view, _besides(battle.zones, view.table.width, view.table.depth))
    return Strip(view.table.width, battle.zone, round(view.table.depth - battle.zone, 3))


def facing_of(view: State, side: str) -> float:
    """Degrees: towards the enemy's edge; on a table with zones of its own, from one zone towards the other."""
    battle, edge = view.own, view.sides[side].own.edge
    if battle.zones:
        return facing_across(battle.zones, edge, view.table)
    return 180.0 if edge == "north" else 0.0
