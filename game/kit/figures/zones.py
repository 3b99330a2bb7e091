"""Parts of the table in which units are set up: strips along an edge, or polygons; where a base stands in them."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State, Table
from game.geometry.planar import Shape as Planar
from game.geometry.shapes import Floats, Footprint, Pose, forward
from game.kit.figures.outlines import half_extents, inside
from game.kit.front import Ring, facing_across, ground_of

Owned = tuple[tuple[str, Ring], ...]
"""Polygons (mm), each with the edge whose side deploys in it."""
S = TypeVar("S", bound="Strip")


class Strip(msgspec.Struct, frozen=True):
    """A part of the table across its whole width, from one y to another (mm); ``rings``: only these parts of it.

    ``slack``: mm by which a base may stand out of it.
    """

    width: float
    low: float
    high: float
    rings: tuple[Ring, ...] = ()
    slack: float = 0.0

    @classmethod
    def along(cls: type[S], table: Table, edge: str, depth: float) -> S:
        """The strip so deep (mm) along an edge."""
        if edge == "north":
            return cls(table.width, max(0.0, round(table.depth - depth, 3)), round(table.depth, 3))
        return cls(table.width, 0.0, min(depth, table.depth))

    @classmethod
    def whole(cls: type[S], table: Table) -> S:
        """The table."""
        return cls(table.width, 0.0, table.depth)

    @classmethod
    def of(cls: type[S], table: Table, rings: tuple[Ring, ...]) -> S:
        """Polygons on the table."""
        ys = [y for ring in rings for _, y in ring]
        return cls(table.width, min(ys, default=0.0), max(ys, default=0.0), rings)

    @property
    def outlines(self) -> tuple[Ring, ...]:
        """The corners of its parts, not closed."""
        whole = ((0.0, self.low), (self.width, self.low), (self.width, self.high), (0.0, self.high))
        return self.rings or (whole,)

    def holds(self, shape: Footprint, pose: Pose) -> bool:
        """Whether a base stands wholly in it."""
        along, across = half_extents(shape, pose.facing)
        across_it = pose.x - along >= -self.slack and pose.x + along <= self.width + self.slack
        within = across_it and pose.y - across >= self.low - self.slack and pose.y + across <= self.high + self.slack
        return within and (not self.rings or inside(shape, pose, ground_of(self.rings, self.slack), self.slack))

    def about(self, points: Floats) -> NDArray[np.bool_]:
        """Which points (n, 2) lie in its parts."""
        if not self.rings:
            return np.ones(len(points), dtype=np.bool_)
        found: NDArray[np.bool_] = shapely.contains_xy(ground_of(self.rings, self.slack), points[:, 0], points[:, 1])
        return found


def rings_of(shape: Planar) -> tuple[Ring, ...]:
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


@lru_cache(maxsize=8)
def ahead(rings: tuple[Ring, ...], width: float, depth: float, dx: float, dy: float) -> tuple[Ring, ...]:
    """Polygons and the ground so far (mm to the east and to the north) before them, on a table."""
    parts: list[Planar] = []
    for ring in rings:
        parts += [shapely.Polygon(ring), shapely.Polygon([(x + dx, y + dy) for x, y in ring])]
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            parts.append(shapely.MultiPoint([a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)]).convex_hull)
    return rings_of(shapely.union_all(parts).intersection(shapely.box(0.0, 0.0, width, depth)))


@lru_cache(maxsize=8)
def besides(zones: Owned, width: float, depth: float) -> tuple[Ring, ...]:
    """The ground of a table (mm) beside some zones."""
    return rings_of(shapely.box(0.0, 0.0, width, depth) - shapely.union_all([shapely.Polygon(r) for _, r in zones]))


def of_edge(zones: Owned, edge: str) -> tuple[Ring, ...]:
    """The polygons in which the side of an edge deploys, on a table that has them."""
    return tuple(ring for owner, ring in zones if owner == edge)


class Zones(Generic[S]):
    """The zones of the sides as a battle notes them: as ``zone`` strips so deep (mm) along the edges, or ``zones``.

    Of a side its ``edge`` is noted. ``strip`` is what parts of the table are to the system.
    """

    def __init__(self, strip: type[S]) -> None:
        self.strip = strip

    def whole(self, view: State) -> S:
        """The table."""
        return self.strip.whole(view.table)

    def of(self, view: State, side: str, deeper: float = 0.0) -> S:
        """The zone of a side that has its edge, with so much (mm) of the ground before its front."""
        battle, edge, table = view.own, view.sides[side].own.edge, view.table
        if not battle.zones:
            return self.strip.along(table, edge, battle.zone + deeper)
        rings = of_edge(battle.zones, edge)
        if deeper:
            dx, dy = (round(way * deeper, 3) + 0.0 for way in forward(self.facing(view, side)))
            rings = ahead(rings, table.width, table.depth, dx, dy)
        return self.strip.of(table, rings)

    def beside(self, view: State, rings: Owned) -> S:
        """The table but for some polygons."""
        return self.strip.of(view.table, besides(rings, view.table.width, view.table.depth))

    def facing(self, view: State, side: str) -> float:
        """Degrees: towards the enemy's edge; on a table with zones of its own, from one zone towards the other."""
        edge = view.sides[side].own.edge
        if view.own.zones:
            return facing_across(view.own.zones, edge, view.table)
        return 180.0 if edge == "north" else 0.0
