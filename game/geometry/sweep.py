"""Areas swept by moving bases and blocks, and what they meet.

A straight displacement of a convex outline sweeps exactly the convex hull of start and end. A wheel about a front
corner sweeps one ring: pivot, outer front corner at the end, rear corner at the end, the arc of the diagonal back to
the start, rear corner at the pivot's side. Only arcs are approximated, by chords within `ARC_ERROR` of the circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from numpy.typing import ArrayLike

from .bases import Indices
from .planar import Shape, Shapes, hulls_from, shapes, shared_amounts, union
from .shapes import Floats, sin_cos, sin_cos_all

Side = Literal["L", "R"]
ARC_ERROR = 0.005
"""Greatest distance (mm) between an arc and the chords that stand for it."""


def hull_sweep(a: Floats, b: Floats) -> shapely.Polygon:
    """Convex hull of an outline before and after: points (k, 2) and (m, 2).

    >>> import numpy as np
    >>> square = np.array([[0.0, 0.0], [0.0, 10.0], [10.0, 10.0], [10.0, 0.0]])
    >>> hull_sweep(square, square + (0.0, 30.0)).area
    400.0
    """
    hull = hulls_from(np.concatenate((a, b))[None])[0]
    assert isinstance(hull, shapely.Polygon)
    return hull


def hull_sweeps(a: Floats, b: Floats) -> Shapes:
    """`hull_sweep` of many: (n, 4, 2) before and after give n polygons."""
    return hulls_from(np.concatenate((a, b), axis=1))


def arc_points(centre: ArrayLike, radius: float, start: float, sweep: float) -> Floats:
    """Points (k, 2) of an arc from compass bearing `start` through `sweep` degrees (clockwise positive), ends exact.

    Inner points lie a little outside the circle so that the error falls on both sides, at most `ARC_ERROR` mm.
    """
    count = _chords(radius, abs(sweep))
    angles = start + sweep * np.linspace(0.0, 1.0, count + 1)
    sines, cosines = sin_cos_all(angles)
    radii = np.full(count + 1, radius + radius * (1.0 - math.cos(math.radians(abs(sweep)) / count / 2.0)) / 2.0)
    radii[0] = radii[-1] = radius
    middle = np.asarray(centre, dtype=np.float64)
    return np.column_stack((middle[0] + radii * sines, middle[1] + radii * cosines))


def _chords(radius: float, degrees: float) -> int:
    if radius <= ARC_ERROR or degrees == 0.0:
        return 1
    return max(2, math.ceil(math.radians(degrees) / (2.0 * math.acos(1.0 - ARC_ERROR / radius))))


def wheel_ring(points: Floats, side: Side, degrees: float) -> Floats:
    """Ring (k, 2) swept by a rectangle (corners (4, 2)) that wheels forward about its front-left or front-right corner.

    Raises
    ------
    ValueError
        If the angle is not in (0, 270].

    >>> import numpy as np
    >>> unit = np.array([[-50.0, 20.0], [50.0, 20.0], [50.0, -20.0], [-50.0, -20.0]])
    >>> ring = shapely.Polygon(wheel_ring(unit, "L", 90.0))
    >>> exact = 100.0 * 40.0 + math.pi * (100.0**2 + 40.0**2) / 4.0
    >>> abs(ring.area - exact) < 0.01 * exact / 100.0
    True
    """
    if not 0.0 < degrees <= 270.0:
        raise ValueError("a wheel turns by more than 0 and at most 270 degrees")
    # Points as complex numbers: one wheel is a handful of operations, and a clockwise turn is one factor.
    corner = [complex(x, y) for x, y in points.tolist()]
    pivot, outer, far, near = corner if side == "L" else (corner[1], corner[0], corner[3], corner[2])
    turn = -degrees if side == "L" else degrees
    sine, cosine = sin_cos(turn)
    whole = complex(cosine, -sine)
    arm = far - pivot
    count = _chords(abs(arm), degrees)
    ring = np.empty(count + 4, dtype=np.complex128)
    lift = 1.0 + (1.0 - math.cos(math.radians(degrees) / count / 2.0)) / 2.0
    ring[2:-1] = pivot + arm * lift * np.exp(_falling(count) * complex(0.0, -math.radians(turn)))
    ring[0], ring[1], ring[2] = pivot, pivot + (outer - pivot) * whole, pivot + arm * whole
    ring[-2], ring[-1] = far, near
    return ring.view(np.float64).reshape(-1, 2)


@lru_cache(maxsize=512)
def _falling(count: int) -> Floats:
    """Evenly from 1 to 0 in so many steps."""
    return np.linspace(1.0, 0.0, count + 1)


def wheel_sweep(points: Floats, side: Side, degrees: float) -> shapely.Polygon:
    """Area swept by a wheel, as `wheel_ring` outlines it."""
    swept = shapely.polygons(wheel_ring(points, side, degrees))
    assert isinstance(swept, shapely.Polygon)
    return swept


def turn_sweep(points: Floats, degrees: float) -> Shape:
    """Area swept by a rectangle (corners (4, 2)) that turns on its centre by `degrees` (clockwise positive)."""
    centre = (points[0] + points[2]) / 2.0
    end = turned_points(points, centre, degrees)
    parts = [shapely.Polygon(points), shapely.Polygon(end)]
    for corner in points:
        dx, dy = corner - centre
        radius = math.hypot(dx, dy)
        if abs(degrees) >= 360.0:
            return shapely.Polygon(arc_points(centre, radius, 0.0, 360.0))
        if radius > 0.0 and degrees != 0.0:
            arc = arc_points(centre, radius, math.degrees(math.atan2(dx, dy)), degrees)
            parts.append(shapely.Polygon(np.concatenate((centre[None], arc))))
    return union(parts)


def turned_points(points: Floats, pivot: ArrayLike, degrees: float) -> Floats:
    """Points (..., 2) turned clockwise by `degrees` about a pivot."""
    centre = np.asarray(pivot, dtype=np.float64)
    sines, cosines = sin_cos_all(degrees)
    sine, cosine = float(sines), float(cosines)
    delta = points - centre
    return np.stack(
        (
            centre[0] + delta[..., 0] * cosine + delta[..., 1] * sine,
            centre[1] - delta[..., 0] * sine + delta[..., 1] * cosine,
        ),
        axis=-1,
    )


class Obstacles:
    """An index of obstacle geometries (polygons, lines), built once and asked many times."""

    def __init__(self, geometries: Sequence[Shape] | Shapes) -> None:
        self.geometries = shapes(list(geometries))
        shapely.prepare(self.geometries)
        self.tree = shapely.STRtree(self.geometries)
        self.is_line = shapely.get_dimensions(self.geometries) == 1
        self._sizes = np.where(self.is_line, shapely.length(self.geometries), shapely.area(self.geometries)).tolist()
        self._lines = self.is_line.tolist()

    def __len__(self) -> int:
        return len(self.geometries)

    def near(self, sweeps: Shapes) -> tuple[Indices, Indices]:
        """Pairs (sweep, obstacle) that at least touch, sorted."""
        if not len(self) or not len(sweeps):
            return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
        i, j = self.tree.query(sweeps, predicate="intersects")
        order = np.lexsort((j, i))
        return i[order], j[order]

    def amounts(self, sweeps: Shapes) -> tuple[Indices, Indices, Floats]:
        """Pairs (sweep, obstacle) that at least touch, sorted, and how much they share: mm2, or mm of a line."""
        i, j = self.near(sweeps)
        if not len(i):
            return i, j, np.empty(0)
        return i, j, shared_amounts(sweeps[i], self.geometries[j])

    def hits(self, sweeps: Shapes, area: float, length: float = 0.0) -> tuple[Indices, Indices, Floats]:
        """Pairs that share more than `area` mm2 (of a line: more than `length` mm), sorted, with what they share."""
        i, j, amount = self.amounts(sweeps)
        over = amount > np.where(self.is_line[j], length, area)
        return i[over], j[over], amount[over]
