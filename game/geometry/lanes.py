"""Lanes and lines of fire: the strip between a weapon and its mark, and who stands on a line in what order."""

from __future__ import annotations

import math

import numpy as np
import shapely

from .bases import Bases
from .crossing import through_bases
from .shapes import Point


def lane(start: Point, end: Point, width: float) -> shapely.Polygon:
    """Rectangle of a width (mm) along the line from a point to another, square at both ends.

    Raises
    ------
    ValueError
        If the line has no length.

    >>> lane((0.0, 0.0), (0.0, 100.0), 30.0).area
    3000.0
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        raise ValueError("a lane needs a length")
    ax, ay = dy / length * width / 2.0, -dx / length * width / 2.0
    return shapely.Polygon(
        [
            (start[0] - ax, start[1] - ay),
            (end[0] - ax, end[1] - ay),
            (end[0] + ax, end[1] + ay),
            (start[0] + ax, start[1] + ay),
        ]
    )


def on_line(start: Point, end: Point, bases: Bases) -> list[tuple[int, float, float]]:
    """Bases a line runs through, in the order met: (index, from, to) in mm from the start; grazed ones are left out.

    >>> from .shapes import Footprint, Pose
    >>> ranks = Bases.of([Footprint("rect", 20.0, 20.0)] * 3, [Pose(0.0, y) for y in (140.0, 100.0, 120.0)])
    >>> [index for index, _, _ in on_line((0.0, 0.0), (0.0, 300.0), ranks)]
    [1, 2, 0]
    """
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if not len(bases) or length == 0.0:
        return []
    starts = np.repeat(np.array((start,)), len(bases), axis=0)
    ends = np.repeat(np.array((end,)), len(bases), axis=0)
    low, high = through_bases(starts, ends, bases, np.arange(len(bases)))
    met = [(float(low[k]), k, float(high[k])) for k in range(len(bases)) if high[k] > low[k]]
    return [(k, a * length, b * length) for a, k, b in sorted(met)]
