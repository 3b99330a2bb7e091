"""Zones and arcs of a base. A point on a bounding ray belongs to the front or rear zone, and to the arc it bounds."""

from __future__ import annotations

from typing import Literal

import msgspec

from .shapes import EDGES, Floats, Footprint, Point, Pose, forward, sin_cos, to_local, to_world

Zone = Literal["front", "right", "rear", "left"]
ZONES: tuple[Zone, ...] = ("front", "right", "rear", "left")
"""Zones in the order of the edges; the vectorised functions return indices into this."""

RAY_SLACK = 1e-6
"""A point this near (mm) to a ray lies on it."""


def zone_of(footprint: Footprint, pose: Pose, point: Point, spread: float = 45.0) -> Zone:
    """Zone of a base in which a point lies.

    The front zone is ahead of the front edge between the rays that leave its corners `spread` degrees outward; the rear
    zone is its mirror image; the rest is flank, left where u < 0. On a ray counts as front or rear.

    Raises
    ------
    ValueError
        If `spread` is not in [0, 90).

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> [zone_of(stand, Pose(0.0, 0.0), p) for p in ((0.0, 10.0), (30.0, 20.0), (31.0, 20.0), (-25.0, -15.0))]
    ['front', 'front', 'right', 'rear']
    """
    if not 0.0 <= spread < 90.0:
        raise ValueError("a zone spreads by 0 to 90 degrees")
    u, v = to_local(pose, point)
    sine, cosine = sin_cos(spread)
    ahead = abs(v) - footprint.depth / 2.0
    aside = (abs(u) - footprint.width / 2.0) * cosine
    if ahead >= -RAY_SLACK and aside <= ahead * sine + RAY_SLACK:
        return "front" if v >= 0.0 else "rear"
    return "left" if u < 0.0 else "right"


def side_of(footprint: Footprint, pose: Pose, point: Point) -> Zone:
    """Side of a base by the lines of its front and rear edge: front if v >= b, rear if v <= -b, else a flank."""
    u, v = to_local(pose, point)
    if abs(v) >= footprint.depth / 2.0 - RAY_SLACK:
        return "front" if v >= 0.0 else "rear"
    return "left" if u < 0.0 else "right"


class Arc(msgspec.Struct, frozen=True):
    """A field that opens from an apex, or from an edge.

    Parameters
    ----------
    x, y
        Middle of the apex edge (mm).
    facing
        Direction in which it opens (degrees).
    half_angle
        Angle (degrees, 0 to 180) of each bounding ray from the facing.
    half_width
        Half the length (mm) of the apex edge square to the facing; 0 for a single apex.
    """

    x: float
    y: float
    facing: float
    half_angle: float
    half_width: float = 0.0


def corner_arc(footprint: Footprint, pose: Pose, half_angle: float = 45.0, edge: Zone = "front") -> Arc:
    """Arc between rays from the two corners of an edge, each `half_angle` degrees outward from its normal.

    >>> corner_arc(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0))
    Arc(x=0.0, y=10.0, facing=0.0, half_angle=45.0, half_width=20.0)
    """
    turn = EDGES.index(edge)
    across, along = (footprint.width, footprint.depth) if turn % 2 == 0 else (footprint.depth, footprint.width)
    facing = pose.facing + 90.0 * turn
    x, y = to_world(Pose(pose.x, pose.y, facing), (0.0, along / 2.0))
    return Arc(x, y, facing % 360.0, half_angle, across / 2.0)


def _half_planes(arc: Arc) -> list[tuple[Point, Point]]:
    """Inner half-planes (point, inward normal) whose intersection is a (convex) arc of at most 90 degrees."""
    ahead = forward(arc.facing)
    across = (ahead[1], -ahead[0])
    planes = [((arc.x, arc.y), ahead)]
    for sign in (1.0, -1.0):
        corner = (arc.x + sign * arc.half_width * across[0], arc.y + sign * arc.half_width * across[1])
        planes.append((corner, forward(arc.facing + sign * (arc.half_angle - 90.0))))
    return planes


def _clip(points: list[Point], plane: tuple[Point, Point]) -> list[Point]:
    """Part of a convex polygon (or segment, or point) on the inner side of a line, the line included."""
    (px, py), (nx, ny) = plane
    heights = [(x - px) * nx + (y - py) * ny for x, y in points]
    out: list[Point] = []
    for k, point in enumerate(points):
        before, now = heights[k - 1], heights[k]
        if (before > RAY_SLACK and now < -RAY_SLACK) or (before < -RAY_SLACK and now > RAY_SLACK):
            share = before / (before - now)
            last = points[k - 1]
            out.append((last[0] + (point[0] - last[0]) * share, last[1] + (point[1] - last[1]) * share))
        if now >= -RAY_SLACK:
            out.append(point)
    return out


def part_in_arc(points: Floats, arc: Arc) -> list[list[Point]]:
    """Convex parts of a convex polygon (k, 2) that lie in an arc; none if they do not meet.

    An arc of up to 90 degrees each side gives at most one part, a wider one up to two, parted along its facing.

    >>> import numpy as np
    >>> part_in_arc(np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]), Arc(0.0, -5.0, 180.0, 45.0))
    []
    """
    start = [(float(x), float(y)) for x, y in points]
    if arc.half_angle >= 180.0:
        return [start]
    if arc.half_angle <= 90.0:
        for plane in _half_planes(arc):
            start = _clip(start, plane)
        return [start] if start else []
    parts: list[list[Point]] = []
    ahead = forward(arc.facing)
    across = (ahead[1], -ahead[0])
    front = _clip(start, ((arc.x, arc.y), ahead))
    if front:
        parts.append(front)
    behind = _clip(start, ((arc.x, arc.y), (-ahead[0], -ahead[1])))
    for sign in (1.0, -1.0):
        corner = (arc.x + sign * arc.half_width * across[0], arc.y + sign * arc.half_width * across[1])
        part = _clip(behind, (corner, forward(arc.facing + sign * (arc.half_angle - 90.0)))) if behind else []
        part = _clip(part, ((arc.x, arc.y), (sign * across[0], sign * across[1]))) if part else []
        if part:
            parts.append(part)
    return parts
