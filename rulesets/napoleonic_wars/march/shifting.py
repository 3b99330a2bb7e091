"""The shortest way by which a body is shifted without turning to a place that is free (NAP-S49).

All places that are free are worked out as an area of ways (mm), so none is too narrow to be found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from game.geometry.align import convex_parts
from game.geometry.planar import Shape, difference, union
from game.geometry.room import minkowski, nearest_place
from game.geometry.shapes import Point, sin_cos
from rulesets.napoleonic_wars.measures import SLACK

Barrier = tuple[Shape, float]
"""What a body must not lie over, or not nearer to than so many mm."""
HAIR = SLACK / 5.0
"""Mm by which it may lie over a barrier: a place may fit exactly, and poses are rounded."""
WAYS = (180.0, 270.0, 90.0, 0.0)
"""Directions from the front, of equal ways back, left, right, forward."""
ROUND = 64
"""Sides of a quarter of a circle."""


def shortest(
    outline: Shape, barriers: Iterable[Barrier], size: tuple[float, float], most: float, facing: float
) -> Point | None:
    """How far east and north an outline is shifted on a table; None where nothing is free within so many mm."""
    parts = [np.array(part) for part in convex_parts(union(shapely.get_parts(outline).tolist()))]
    near = [(shape, gap) for shape, gap in barriers if shape.distance(outline) <= most + gap]
    low_x, low_y, high_x, high_y = outline.bounds
    table = shapely.box(-low_x - HAIR, -low_y - HAIR, size[0] - high_x + HAIR, size[1] - high_y + HAIR)
    reach = (most + SLACK) / math.cos(math.pi / (4.0 * ROUND))  # drawn about the circle
    within = shapely.Point(0.0, 0.0).buffer(reach, quad_segs=ROUND).intersection(table)
    walls = [wall for shape, gap in near for part in parts for wall in _walls(shape, gap, part)]
    free = difference(within, union(walls)) if walls else within
    far = math.inf if free.is_empty else float(free.distance(shapely.Point(0.0, 0.0)))
    if far > most + SLACK:
        return None
    found = _in_order(free, far, facing) or nearest_place(free, (0.0, 0.0))
    return None if found is None else _even(free, found)


def _walls(shape: Shape, gap: float, part: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Sequence[Shape]:
    """The ways that bring a convex part of a body onto a barrier."""
    rings = [shapely.Polygon(minkowski(np.array(one), -part)) for one in convex_parts(shape)]
    if gap <= 0.0:
        return [ring.buffer(-HAIR, join_style="mitre") for ring in rings]
    return [ring.buffer(gap - HAIR, quad_segs=ROUND) for ring in rings]


def _even(free: Shape, found: Point) -> Point:
    """The same way in hundredths of a millimetre, where that is free too."""
    x, y = (round(part, 2) for part in found)
    return (x, y) if free.intersects(shapely.Point(x, y)) else found


def _in_order(free: Shape, far: float, facing: float) -> Point | None:
    """Of equally short ways the first in order; None where the shortest is none of them."""
    for way in WAYS:
        sine, cosine = sin_cos(facing + way)
        if free.distance(shapely.Point(sine * far, cosine * far)) <= HAIR:
            return sine * far, cosine * far
    return None
