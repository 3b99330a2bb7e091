"""How far a block wheels or turns about a point before it meets an obstacle: exact, corner circles against edges."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .bases import Bases
from .planar import Shape, Shapes
from .shapes import Floats, Point
from .sweep import turned_points
from .travel import Motion, Outlines, Travel, first_meetings, first_of, outlines_of

AT_ONCE_DEGREES = 0.5
"""What was too near at the start, and is met within this turn, is met at the start."""


def turn_angles(
    movers: Bases,
    pivot: Point,
    degrees: float,
    obstacles: Bases | Outlines | Sequence[Shape] | Shapes,
    gap: float = 0.0,
) -> Floats:
    """Turn (degrees, 0 to |degrees|) after which a rigid block about a pivot comes within `gap` mm of each obstacle.

    Parameters
    ----------
    degrees
        The whole turn, clockwise positive.
    gap
        As in `travel_times`: what is nearer at the start is met only if the gap would shrink.

    Returns
    -------
    (m,) turns without sign, infinity for what is not met.

    Raises
    ------
    ValueError
        If the turn is more than a full circle.
    """
    found = outlines_of(obstacles)
    if abs(degrees) > 360.0:
        raise ValueError("a turn is at most a full circle")
    if not len(movers) or not len(found.segments) or degrees == 0.0:
        return np.full(found.count, math.inf)
    centre = np.asarray(pivot, dtype=np.float64)
    sign = math.copysign(1.0, degrees)

    def impacts(corners: Floats, segments: Floats, radii: Floats) -> Floats:
        best = _point_turns(corners, centre, sign, segments, np.broadcast_to(radii, (len(corners), len(radii)))).min(
            axis=0
        )
        edges = np.stack((corners, np.roll(corners, -1, axis=0)), axis=1)
        for end in (0, 1):
            back = _point_turns(
                segments[:, end], centre, -sign, edges, np.broadcast_to(radii[:, None], (len(radii), len(edges)))
            )
            best = np.minimum(best, back.min(axis=1))
        return np.asarray(best)

    def swept(box: Floats) -> Floats:
        corners = box[[0, 2, 0, 2]] - centre[0], box[[1, 1, 3, 3]] - centre[1]
        reach = float(np.hypot(*corners).max())
        return np.concatenate((centre - reach, centre + reach))

    motion = Motion(
        impacts, lambda points: turned_points(points, centre, sign * 0.2), swept, abs(degrees), AT_ONCE_DEGREES
    )
    return first_meetings(movers, motion, found, gap)


def turn_until(
    movers: Bases,
    pivot: Point,
    degrees: float,
    obstacles: Bases | Outlines | Sequence[Shape] | Shapes,
    gap: float = 0.0,
) -> Travel:
    """Turn (degrees without sign, at most |degrees|) to the first obstacle met, and its index or -1.

    >>> from .shapes import Footprint, Pose
    >>> line = Bases.of([Footprint("rect", 100.0, 20.0)], [Pose(50.0, -10.0)])
    >>> wall = Bases.of([Footprint("rect", 20.0, 20.0)], [Pose(60.0, 40.0)])
    >>> found = turn_until(line, (0.0, 0.0), -90.0, wall)
    >>> round(found.way, 3) == round(math.degrees(math.atan2(30.0, 70.0)), 3), found.which
    (True, 0)
    """
    angles = turn_angles(movers, pivot, degrees, obstacles, gap)
    return first_of(angles, abs(degrees))


def _point_turns(points: Floats, centre: Floats, sign: float, segments: Floats, radii: Floats) -> Floats:
    """Least turns (P, E) after which points on circles about a centre come within radii (P, E) of segments."""
    arms = points - centre
    rho = np.hypot(arms[:, 0], arms[:, 1])[:, None]
    begin = np.arctan2(arms[:, 0], arms[:, 1])[:, None]
    along = segments[:, 1] - segments[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    unit = along / np.where(length == 0.0, 1.0, length)[:, None]
    normal = np.stack((-unit[:, 1], unit[:, 0]), axis=1)
    start = segments[:, 0] - centre
    base = np.einsum("ij,ij->i", normal, start)
    origin = np.einsum("ij,ij->i", unit, start)
    best = np.full((len(points), len(segments)), math.inf)

    def offer(x: Floats, y: Floats, good: Floats) -> None:
        turn = np.degrees(sign * (np.arctan2(x, y) - begin))
        turn = np.mod(turn, 360.0)
        np.minimum(best, np.where(good, turn, math.inf), out=best)

    for side in (1.0, -1.0):
        height = base[None, :] + side * radii
        root = rho**2 - height**2
        reach = np.sqrt(np.maximum(root, 0.0))
        for way in (reach, -reach):
            place = way - origin[None, :]
            good = (root >= 0.0) & (place >= 0.0) & (place <= length[None, :]) & (length[None, :] > 0.0)
            x = height * normal[None, :, 0] + way * unit[None, :, 0]
            y = height * normal[None, :, 1] + way * unit[None, :, 1]
            offer(x, y, good)
    for end in (0, 1):
        to = segments[:, end] - centre
        far = np.hypot(to[:, 0], to[:, 1])[None, :]
        safe = np.where(far == 0.0, 1.0, far)
        middle = (rho**2 - radii**2 + far**2) / (2.0 * safe)
        root = rho**2 - middle**2
        reach = np.sqrt(np.maximum(root, 0.0))
        good = (root >= 0.0) & (far > 0.0) & (radii > 0.0)
        ux, uy = to[None, :, 0] / safe, to[None, :, 1] / safe
        for way in (reach, -reach):
            offer(middle * ux - way * uy, middle * uy + way * ux, good)
    return best
