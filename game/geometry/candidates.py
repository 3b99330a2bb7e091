"""Places and courses worth trying, in a fixed order: what a bot, a hint or a default offers for judgement."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from .arcs import ZONES, Zone
from .bases import Bases
from .contact import align_to
from .planar import Shape
from .shapes import Footprint, Point, Pose, bearing, forward, to_world
from .steps import Advance, Step, Wheel
from .travel import travel_until

ANGLES = (15.0, 30.0, 45.0, 60.0, 90.0)


def contact_poses(
    footprint: Footprint, other: Footprint, other_pose: Pose, edges: Iterable[Zone] = ZONES
) -> list[tuple[Zone, Pose]]:
    """Places with the front squarely on an edge of another base: its middle, then corner to corner left and right.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> [(edge, pose.x, pose.y) for edge, pose in contact_poses(stand, stand, Pose(0.0, 0.0), ["front"])]
    [('front', 0.0, 20.0), ('front', 0.0, 20.0), ('front', 0.0, 20.0)]
    """
    out: list[tuple[Zone, Pose]] = []
    for edge in edges:
        length = other.width if ZONES.index(edge) % 2 == 0 else other.depth
        over = (length - footprint.width) / 2.0
        out.extend((edge, align_to(footprint, other, other_pose, edge, slide)) for slide in (0.0, -over, over))
    return out


def fan_courses(
    width: float, allowance: float, angles: Sequence[float] = ANGLES, shares: Sequence[float] = (1.0, 0.5)
) -> list[list[Step]]:
    """Courses of a formed body: straight on, and a wheel to either side with what it leaves; whole and part allowance.

    Parameters
    ----------
    width
        Frontage (mm): a wheel costs the way of the outer front corner.

    >>> fan_courses(100.0, 100.0, angles=[45.0], shares=[1.0])[1]
    [Wheel(angle=45.0, hand='left', back=False), Advance(distance=21.46)]
    """
    out: list[list[Step]] = []
    for share in shares:
        reach = allowance * share
        out.append([Advance(round(reach, 3))])
        for angle in angles:
            left = reach - width * math.radians(angle)
            if left < 0.0:
                continue
            tail: list[Step] = [Advance(math.floor(left * 1000.0) / 1000.0)] if left >= 0.001 else []
            out.append([Wheel(angle, "left"), *tail])
            out.append([Wheel(angle, "right"), *tail])
    return out


def shifts(pose: Pose, distances: Sequence[float], bearings: Sequence[float]) -> list[Pose]:
    """A base shifted by some distances (mm) on some compass bearings, facing kept; the farthest asked for first."""
    out = []
    for distance in distances:
        for angle in bearings:
            dx, dy = forward(angle)
            out.append(Pose(pose.x + dx * distance, pose.y + dy * distance, pose.facing, pose.level))
    return out


def at_range(mark: Point, distance: float, towards: Point, count: int = 9, spread: float = 160.0) -> list[Pose]:
    """Places at a distance (mm) from a mark, facing it: on the line to a point first, then farther round, both ways.

    >>> [(round(p.x), round(p.y), round(p.facing)) for p in at_range((0.0, 0.0), 100.0, (0.0, 500.0), 3)]
    [(0, 100, 180), (98, 17, 260), (-98, 17, 100)]
    """
    start = bearing(towards[0] - mark[0], towards[1] - mark[1])
    half = spread / 2.0
    turns = [0.0]
    for k in range(1, (count + 1) // 2):
        turn = half * k / max(1, (count - 1) // 2)
        turns += [turn, -turn]
    out = []
    for turn in turns[:count]:
        dx, dy = forward(start + turn)
        out.append(Pose(mark[0] + dx * distance, mark[1] + dy * distance, (start + turn + 180.0) % 360.0))
    return out


def into_area(area: Shape, near: Point, spacing: float, limit: int = 20) -> list[Point]:
    """Points spread over an area on a grid, the nearest to a point first; its inmost point if the grid misses it.

    >>> into_area(shapely.box(0.0, 0.0, 30.0, 10.0), (100.0, 5.0), 10.0, 2)
    [(25.0, 5.0), (15.0, 5.0)]
    """
    if area.is_empty:
        return []
    low_x, low_y, high_x, high_y = area.bounds
    x, y = np.meshgrid(
        np.arange(low_x + spacing / 2.0, high_x, spacing), np.arange(low_y + spacing / 2.0, high_y, spacing)
    )
    points = np.column_stack((x.ravel(), y.ravel()))
    inside = points[shapely.contains_properly(area, shapely.points(points))] if len(points) else points
    if not len(inside):
        spot = shapely.point_on_surface(area)
        return [(spot.x, spot.y)]
    far = np.round(np.hypot(inside[:, 0] - near[0], inside[:, 1] - near[1]), 6)
    order = np.lexsort((inside[:, 1], inside[:, 0], far))[:limit]
    return [(float(inside[k, 0]), float(inside[k, 1])) for k in order]


def free_lanes(
    movers: Bases, obstacles: Bases, distance: float, bearings: Sequence[float], gap: float = 0.0
) -> list[tuple[float, float]]:
    """How far a rigid block could go straight on each bearing: (bearing, way in mm), the farthest first.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> me, wall = Bases.of([stand], [Pose(0.0, 0.0)]), Bases.of([stand], [Pose(0.0, 100.0)])
    >>> free_lanes(me, wall, 200.0, [0.0, 180.0])
    [(180.0, 200.0), (0.0, 80.0)]
    """
    ways = [(angle, travel_until(movers, forward(angle), distance, obstacles, gap).way) for angle in bearings]
    return sorted(ways, key=lambda row: (-row[1], row[0]))


def towards(pose: Pose, mark: Point, distances: Sequence[float]) -> list[Pose]:
    """Places straight towards a mark at some distances (mm) from where a base stands, facing it."""
    angle = bearing(mark[0] - pose.x, mark[1] - pose.y)
    seat = Pose(pose.x, pose.y, angle, pose.level)
    return [Pose(*to_world(seat, (0.0, distance)), angle, pose.level) for distance in distances]
