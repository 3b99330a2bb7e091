"""Typed doors to shapely: what goes in are arrays, what comes out are arrays of shapes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Shape = BaseGeometry
Shapes = NDArray[np.object_]
"""A numpy array of shapely geometries."""


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
    """Convex hulls (n,) of point sets (n, k, 2)."""
    if not len(points):
        return np.empty(0, dtype=object)
    return np.asarray(shapely.convex_hull(np.asarray(shapely.multipoints(points), dtype=object)), dtype=object)


def areas(geometries: Shapes) -> NDArray[np.float64]:
    """Areas (n,)."""
    return np.asarray(shapely.area(geometries), dtype=np.float64)
