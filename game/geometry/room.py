"""Where a base of fixed facing fits: the forbidden places of its centre, as areas, and what is left of the table.

A centre is forbidden by a convex obstacle exactly on the Minkowski sum of the obstacle and the base mirrored; by the
table's edge, outside the table shrunk by the base's box. Round bases are taken as polygons drawn about them, so what is
said to be free is free.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from .align import convex_parts
from .bases import Bases
from .planar import GRID, Shape, difference, hulls_from, union
from .shapes import Floats, Footprint, Pose, corners, sin_cos

_SIDES = 48


def around(footprint: Footprint, pose: Pose, gap: float = 0.0) -> Floats:
    """Outline (k, 2) of a base; a round one as a polygon drawn about it. With a gap, also drawn about that."""
    if footprint.kind == "rect":
        points = corners(footprint, pose)
    else:
        angles = np.arange(_SIDES) * (2.0 * math.pi / _SIDES)
        grown = 1.0 / math.cos(math.pi / _SIDES)
        u, v = footprint.width / 2.0 * grown * np.sin(angles), footprint.depth / 2.0 * grown * np.cos(angles)
        sine, cosine = sin_cos(pose.facing)
        points = np.column_stack((pose.x + u * cosine + v * sine, pose.y - u * sine + v * cosine))
    if gap <= 0.0:
        return points
    angles = np.arange(_SIDES) * (2.0 * math.pi / _SIDES)
    ring = np.column_stack((np.sin(angles), np.cos(angles))) * (gap / math.cos(math.pi / _SIDES))
    return minkowski(points, ring)


def minkowski(a: Floats, b: Floats) -> Floats:
    """Vertices (k, 2) of the Minkowski sum of two convex polygons.

    >>> import numpy as np
    >>> unit = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    >>> shapely.Polygon(minkowski(unit, unit)).area
    4.0
    """
    sums = (a[:, None] + b[None, :]).reshape(-1, 2)
    return shapely.get_coordinates(hulls_from(sums[None])[0])[:-1]


def forbidden(
    footprint: Footprint,
    facing: float,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> list[Shape]:
    """Areas on which the centre of a base must not stand, one a convex part of an obstacle; their outlines are free.

    Parameters
    ----------
    bases, areas
        Obstacles.
    gap, area_gap
        Least gap (mm) to bases and to areas.
    """
    mirrored = {g: around(footprint, Pose(0.0, 0.0, facing + 180.0), g) for g in (gap, area_gap)}
    found = []
    if bases is not None:
        for i in range(len(bases)):
            found.append(minkowski(around(bases.footprint(i), bases.pose(i)), mirrored[gap]))
    for area in areas:
        for part in convex_parts(area):
            found.append(minkowski(np.array(part), mirrored[area_gap]))
    return [shapely.Polygon(ring) for ring in found]


def open_ground(
    footprint: Footprint,
    facing: float,
    within: Shape,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> Shape:
    """Area of all free places for the centre of a base that must stand wholly in `within`.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> room = open_ground(stand, 0.0, shapely.box(0.0, 0.0, 100.0, 100.0), Bases.of([stand], [Pose(50.0, 50.0)]))
    >>> round(room.area, 3)
    2400.0
    """
    ground = _held_in(within, around(footprint, Pose(0.0, 0.0, facing)))
    walls = forbidden(footprint, facing, bases, areas, gap, area_gap)
    return difference(ground, union(walls)) if walls else ground


def _held_in(within: Shape, ring: Floats) -> Shape:
    """Places of the centre at which an outline about the origin lies wholly in an area."""
    box = within.envelope
    if math.isclose(box.area, within.area, rel_tol=1e-12):
        low_x, low_y, high_x, high_y = within.bounds
        low, high = ring.min(axis=0), ring.max(axis=0)
        left, bottom, right, top = low_x - low[0], low_y - low[1], high_x - high[0], high_y - high[1]
        return shapely.box(left, bottom, right, top) if left <= right and bottom <= top else shapely.Polygon()
    reach = float(np.hypot(ring[:, 0], ring[:, 1]).max()) + 1.0
    outside = shapely.difference(shapely.box(*_grown(within.bounds, reach)), within, grid_size=GRID)
    back = [minkowski(np.array(part), -ring) for part in convex_parts(outside)]
    return difference(within, union([shapely.Polygon(part) for part in back]))


def _grown(bounds: Sequence[float], by: float) -> tuple[float, float, float, float]:
    return bounds[0] - by, bounds[1] - by, bounds[2] + by, bounds[3] + by


def nearest_place(ground: Shape, wish: tuple[float, float]) -> tuple[float, float] | None:
    """Point of an area nearest to a wish; None if the area is empty."""
    if ground.is_empty:
        return None
    line = shapely.shortest_line(ground, shapely.Point(wish))
    x, y = line.coords[0]
    return float(x), float(y)
