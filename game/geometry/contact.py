"""Touching: which edges two bases share and how far, corner contacts, chains of linked things."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
import numpy as np

from .arcs import ZONES, Zone, side_of
from .bases import Bases, Indices
from .measure import base_distance, bases_matrix
from .shapes import EDGES, Floats, Footprint, Point, Pose, corners, edge_normal, turn_between

PARALLEL_DEGREES = 1.0
"""Edges that differ by no more (degrees) from facing each other squarely can share a stretch."""


class EdgeContact(msgspec.Struct, frozen=True):
    """A stretch shared by an edge of one base and an edge of another (mm), from start to end."""

    edge: Zone
    other: Zone
    length: float
    start: Point
    end: Point


class Contact(msgspec.Struct, frozen=True):
    """How base a touches base b: shared edges (longest first), or a corner only, with the side of a it lies on."""

    gap: float
    edges: tuple[EdgeContact, ...]
    corner: Zone | None


def edge_contacts(
    fa: Footprint, pa: Pose, fb: Footprint, pb: Pose, gap: float, parallel: float = PARALLEL_DEGREES
) -> list[EdgeContact]:
    """Edges of rectangle a that run along an edge of rectangle b no farther than `gap` mm away, longest stretch first.

    Two edges share a stretch if they face each other within `parallel` degrees; the stretch is that part of a's edge
    which lies beside b's edge and within the gap of its line. A bare corner shares nothing.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> found = edge_contacts(stand, Pose(0.0, 0.0), stand, Pose(10.0, 20.3, 180.0), 0.5)
    >>> [(c.edge, c.other, c.length) for c in found]
    [('front', 'front', 30.0)]
    """
    if fa.kind != "rect" or fb.kind != "rect":
        return []
    points_a, points_b = corners(fa, pa), corners(fb, pb)
    found: list[EdgeContact] = []
    for i, edge in enumerate(ZONES):
        for j, other in enumerate(ZONES):
            if abs(abs(turn_between(pa.facing + 90.0 * i, pb.facing + 90.0 * j)) - 180.0) > parallel:
                continue
            stretch = _shared(points_a[[i, (i + 1) % 4]], points_b[[j, (j + 1) % 4]], edge_normal(pb, other), gap)
            if stretch is not None:
                length = math.hypot(stretch[1][0] - stretch[0][0], stretch[1][1] - stretch[0][1])
                found.append(EdgeContact(edge, other, round(length, 9), *stretch))
    return sorted(found, key=lambda c: (-c.length, EDGES.index(c.edge)))


def _shared(a: Floats, b: Floats, normal: Point, gap: float) -> tuple[Point, Point] | None:
    """Part of segment a beside segment b (its outward normal given) and within the gap of its line."""
    length = math.hypot(*(b[1] - b[0]))
    if length == 0.0:
        return None
    along = (b[1] - b[0]) / length
    t = [float((p - b[0]) @ along) for p in a]
    h = [float((p - b[0]) @ np.asarray(normal)) for p in a]
    low, high = 0.0, 1.0
    for start, end, floor, roof in ((t[0], t[1], 0.0, length), (h[0], h[1], -gap, gap)):
        if start == end:
            if not floor <= start <= roof:
                return None
            continue
        first, last = sorted(((floor - start) / (end - start), (roof - start) / (end - start)))
        low, high = max(low, first), min(high, last)
    if high <= low:
        return None
    start, end = a[0] + (a[1] - a[0]) * low, a[0] + (a[1] - a[0]) * high
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def contact(
    fa: Footprint, pa: Pose, fb: Footprint, pb: Pose, gap: float, parallel: float = PARALLEL_DEGREES, least: float = 0.0
) -> Contact | None:
    """How base a touches base b, or None if they are more than `gap` mm apart.

    Parameters
    ----------
    least
        Shared stretches of no more than this (mm) count as a corner.
    """
    distance = base_distance(fa, pa, fb, pb)
    if distance > gap:
        return None
    shared = tuple(c for c in edge_contacts(fa, pa, fb, pb, gap, parallel) if c.length > least)
    return Contact(distance, shared, None if shared else side_of(fa, pa, (pb.x, pb.y)))


def touching_between(a: Bases, b: Bases, gap: float) -> Indices:
    """Pairs (k, 2) of bases of a and of b at most `gap` mm apart, sorted."""
    return np.argwhere(bases_matrix(a, b, gap + 1.0) <= gap)


def connected_groups(count: int, pairs: Iterable[tuple[int, int]] | Indices) -> list[list[int]]:
    """Maximal chains among `count` things linked by pairs: lists of ascending indices, ordered by their first.

    >>> connected_groups(5, [(0, 3), (3, 4)])
    [[0, 3, 4], [1], [2]]
    """
    root = list(range(count))

    def find(k: int) -> int:
        while root[k] != k:
            root[k] = root[root[k]]
            k = root[k]
        return k

    for i, j in pairs:
        a, b = find(int(i)), find(int(j))
        root[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = {}
    for k in range(count):
        groups.setdefault(find(k), []).append(k)
    return [groups[k] for k in sorted(groups)]


def place_against(edge_start: Point, edge_end: Point, footprint: Footprint, at: Point, level: int = 0) -> Pose:
    """Pose of a base with its front squarely on an edge (clockwise round its owner) and its eye at a point of it.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> place_against((-20.0, 10.0), (20.0, 10.0), stand, (5.0, 10.0))
    Pose(x=5.0, y=20.0, facing=180.0, level=0)
    """
    dx, dy = edge_end[0] - edge_start[0], edge_end[1] - edge_start[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        raise ValueError("an edge needs a length")
    nx, ny = -dy / length, dx / length
    facing = (math.degrees(math.atan2(-nx, -ny))) % 360.0
    return Pose(at[0] + nx * footprint.depth / 2.0, at[1] + ny * footprint.depth / 2.0, round(facing, 9) + 0.0, level)
