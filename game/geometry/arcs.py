"""Zones and arcs of a base. A point on a bounding ray belongs to the front or rear zone, and to the arc it bounds."""

from __future__ import annotations

import math
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from .bases import Bases
from .shapes import EDGES, Floats, Footprint, Point, Pose, forward, outline, sin_cos, sin_cos_all, to_local, to_world

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


def zones_of(bases: Bases, points: Floats, spread: float = 45.0) -> NDArray[np.int8]:
    """`zone_of` for every base and point: (n, m) indices into `ZONES` for points (m, 2)."""
    sines, cosines = sin_cos_all(bases.facings)
    dx, dy = points[None, :, 0] - bases.xs[:, None], points[None, :, 1] - bases.ys[:, None]
    u, v = dx * cosines[:, None] - dy * sines[:, None], dx * sines[:, None] + dy * cosines[:, None]
    sine, cosine = sin_cos(spread)
    ahead = np.abs(v) - bases.depths[:, None] / 2.0
    aside = (np.abs(u) - bases.widths[:, None] / 2.0) * cosine
    straight = (ahead >= -RAY_SLACK) & (aside <= ahead * sine + RAY_SLACK)
    return np.where(straight, np.where(v >= 0.0, 0, 2), np.where(u < 0.0, 3, 1)).astype(np.int8)


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


def edge_arc(footprint: Footprint, pose: Pose, half_angle: float, edge: Zone = "front") -> Arc:
    """Arc from the middle of an edge, `half_angle` degrees either side of its normal."""
    arc = corner_arc(footprint, pose, half_angle, edge)
    return Arc(arc.x, arc.y, arc.facing, half_angle)


def centre_arc(pose: Pose, half_angle: float) -> Arc:
    """Arc from the centre of a base, `half_angle` degrees either side of its facing."""
    return Arc(pose.x, pose.y, pose.facing, half_angle)


def gun_arc(footprint: Footprint, pose: Pose) -> Arc:
    """Arc from the middle of the rear edge through the two front corners.

    >>> round(gun_arc(Footprint("rect", 30.0, 40.0), Pose(0.0, 0.0)).half_angle, 2)
    20.56
    """
    x, y = to_world(pose, (0.0, -footprint.depth / 2.0))
    return Arc(x, y, pose.facing, math.degrees(math.atan2(footprint.width / 2.0, footprint.depth)))


def in_arc(arc: Arc, point: Point) -> bool:
    """Whether a point lies in an arc, its rays and apex edge included.

    >>> in_arc(Arc(0.0, 0.0, 0.0, 45.0), (10.0, 10.0)), in_arc(Arc(0.0, 0.0, 0.0, 45.0), (10.1, 10.0))
    (True, False)
    """
    return bool(points_in_arc(arc, np.array((point,)))[0])


def points_in_arc(arc: Arc, points: Floats) -> NDArray[np.bool_]:
    """`in_arc` of many points (..., 2)."""
    sine, cosine = sin_cos(arc.facing)
    dx, dy = points[..., 0] - arc.x, points[..., 1] - arc.y
    u, v = dx * cosine - dy * sine, dx * sine + dy * cosine
    spread_sine, spread_cosine = sin_cos(arc.half_angle)
    between = (np.abs(u) - arc.half_width) * spread_cosine <= v * spread_sine + RAY_SLACK
    if arc.half_angle >= 180.0:
        return np.ones(u.shape, dtype=np.bool_)
    if arc.half_angle <= 90.0:
        return np.asarray((v >= -RAY_SLACK) & between)
    return np.asarray((v >= -RAY_SLACK) | between)


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


def base_in_arc(footprint: Footprint, pose: Pose, arc: Arc, part: Literal["any", "all", "centre"] = "any") -> bool:
    """Whether any part, all, or the centre of a base lies in an arc, its bounds included.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> arc = corner_arc(stand, Pose(0.0, 0.0))
    >>> [base_in_arc(stand, Pose(60.0, 30.0), arc, part) for part in ("any", "centre", "all")]
    [True, False, False]
    """
    if part == "centre":
        return in_arc(arc, (pose.x, pose.y))
    points = outline(footprint, pose)
    if part == "any":
        return bool(part_in_arc(points, arc))
    if not bool(points_in_arc(arc, points).all()):
        return False
    if arc.half_angle <= 90.0 or arc.half_angle >= 180.0:
        return True
    blind = Arc(arc.x, arc.y, arc.facing + 180.0, 180.0 - arc.half_angle, arc.half_width)
    behind = part_in_arc(points, blind)
    return not any(_wide(piece) for piece in behind)


def _wide(points: list[Point]) -> bool:
    """Whether a convex polygon has an inside, beyond what lies along a ray."""
    area = sum(points[k - 1][0] * points[k][1] - points[k - 1][1] * points[k][0] for k in range(len(points)))
    return abs(area) / 2.0 > 1e-3


def bases_in_arc(bases: Bases, arc: Arc, part: Literal["any", "all", "centre"] = "any") -> NDArray[np.bool_]:
    """`base_in_arc` of many bases: (n,) truths. Corners and centres decide most in bulk, the rest is clipped."""
    if part == "centre":
        return points_in_arc(arc, bases.centres)
    inside = points_in_arc(arc, bases.corners)
    rect = bases.kinds == 0
    if part == "any":
        sure = rect & inside.any(axis=1)
    else:
        sure = inside.all(axis=1) if arc.half_angle <= 90.0 else np.zeros(len(bases), dtype=np.bool_)
    out: NDArray[np.bool_] = np.array(sure, dtype=np.bool_)
    open_rows = ~out & ~rect if part == "all" and arc.half_angle <= 90.0 else ~out
    for i in np.flatnonzero(open_rows).tolist():
        out[i] = base_in_arc(bases.footprint(i), bases.pose(i), arc, part)
    return out
