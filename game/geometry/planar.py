"""Typed doors to shapely: what goes in are arrays, what comes out are arrays of shapes.

Overlays go through here because GEOS can go wrong where outlines run along each other within rounding (measured with
3.14.1: one pair in 25,000 of equal rectangles set side by side "shares" the whole of one of them, and a union of such
loses a member as often). Snapped to a fine grid the same overlays were right every time, so doubtful results are made
anew on the grid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Shape = BaseGeometry
Shapes = NDArray[np.object_]
"""A numpy array of shapely geometries."""
GRID = 1e-6
"""Grid (mm) to which doubtful overlays are snapped: a thousand times finer than any recorded place."""


def shapes(geometries: Sequence[Shape]) -> Shapes:
    """Array (n,) of geometries; numpy alone would try to look inside them."""
    out = np.empty(len(geometries), dtype=object)
    out[:] = geometries
    return out


def polygons_from(rings: NDArray[np.float64]) -> Shapes:
    """Polygons (n,) of rings (n, k, 2)."""
    if not len(rings):
        return np.empty(0, dtype=object)
    return np.asarray(shapely.polygons(rings), dtype=object)


def hulls_from(points: NDArray[np.float64]) -> Shapes:
    """Convex hulls (n,) of point sets (n, k, 2): of lines through them, made faster than so many points."""
    if not len(points):
        return np.empty(0, dtype=object)
    return np.asarray(shapely.convex_hull(np.asarray(shapely.linestrings(points), dtype=object)), dtype=object)


def shared_amounts(a: Shapes, b: Shapes) -> NDArray[np.float64]:
    """What geometries (n,) share pair by pair: mm2, or mm where one of the two is a line.

    >>> shared_amounts(shapes([shapely.box(0, 0, 10, 10)]), shapes([shapely.box(9, 0, 20, 5)])).tolist()
    [5.0]
    """
    if not len(a):
        return np.empty(0)
    line = (shapely.get_dimensions(a) == 1) | (shapely.get_dimensions(b) == 1)
    out = _amount(shapely.intersection(a, b), line)
    whole = np.minimum(np.where(line, np.inf, shapely.area(a)), np.where(line, np.inf, shapely.area(b)))
    for one in (a, b):
        alone = shapely.get_dimensions(one) == 1
        whole = np.where(alone, np.minimum(whole, shapely.length(one)), whole)
    doubt = (out > 0.0) & (out >= 0.999 * whole)
    if doubt.any():
        out[doubt] = _amount(shapely.intersection(a[doubt], b[doubt], grid_size=GRID), line[doubt])
    return out


def _amount(found: Shapes, line: NDArray[np.bool_]) -> NDArray[np.float64]:
    return np.where(line, shapely.length(found), shapely.area(found))


def union(geometries: Sequence[Shape]) -> Shape:
    """Union of any number of geometries."""
    return shapely.union_all(list(geometries), grid_size=GRID)


def difference(a: Shape, b: Shape) -> Shape:
    """What of a geometry lies outside another."""
    return shapely.difference(a, b, grid_size=GRID)
