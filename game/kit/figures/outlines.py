"""Round bases against areas and each other, exactly and in bulk: circles in closed form, ovals squeezed to circles.

A base is in an area when it overlaps it by more than the system's ``slack`` (mm); touching the outline is outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from game.geometry.bases import Bases
from game.geometry.measure import base_distance
from game.geometry.overlap import round_polygon_area
from game.geometry.planar import Shape, Shapes
from game.geometry.shapes import Floats, Footprint, Point, Pose, bearing, polygon, sin_cos

Truths = NDArray[np.bool_]


def half_extents(shape: Footprint, facing: float) -> tuple[float, float]:
    """Half of what a base covers from west to east and from south to north (mm).

    >>> half_extents(Footprint("oval", 20.0, 40.0), 90.0)
    (20.0, 10.0)
    """
    sine, cosine = sin_cos(facing)
    a, b = shape.width / 2.0, shape.depth / 2.0
    if shape.kind == "rect":
        return abs(a * cosine) + abs(b * sine), abs(a * sine) + abs(b * cosine)
    return math.hypot(a * cosine, b * sine), math.hypot(a * sine, b * cosine)


def _squeezed(shapes: Shapes, pose: Pose, a: float, b: float) -> Shapes:
    """Shapes as they look where the oval with these half-axes at a pose is the unit circle about the origin."""
    sine, cosine = sin_cos(pose.facing)

    def to_unit(points: Floats) -> Floats:
        dx, dy = points[:, 0] - pose.x, points[:, 1] - pose.y
        return np.column_stack(((dx * cosine - dy * sine) / a, (dx * sine + dy * cosine) / b))

    return np.asarray(shapely.transform(shapes, to_unit))


def overlaps(shape: Footprint, pose: Pose, areas: Shapes, slack: float) -> Truths:
    """Whether a base overlaps each of some areas (k,) by more than a slack (mm)."""
    if not len(areas):
        return np.zeros(0, dtype=np.bool_)
    a, b = shape.width / 2.0 - slack, shape.depth / 2.0 - slack
    if shape.kind == "circle":
        return np.asarray(shapely.distance(shapely.Point(pose.x, pose.y), areas) < a)
    if shape.kind == "oval":
        return np.asarray(shapely.distance(shapely.Point(0.0, 0.0), _squeezed(areas, pose, a, b)) < 1.0)
    lesser = polygon(Footprint("rect", 2.0 * a, 2.0 * b), pose)
    return np.asarray(shapely.area(shapely.intersection(lesser, areas)) > 0.0)


def inside(shape: Footprint, pose: Pose, area: Shape, slack: float) -> bool:
    """Whether a base lies wholly in an area, up to a slack (mm)."""
    if area.is_empty:
        return False
    if shape.kind == "rect":
        lesser = polygon(Footprint("rect", shape.width - 2.0 * slack, shape.depth - 2.0 * slack), pose)
        return bool(area.covers(lesser))
    radius, b = shape.width / 2.0 - slack, shape.depth / 2.0 - slack
    centre = shapely.Point(pose.x, pose.y)
    if shape.kind == "oval":
        area, centre, radius = _squeezed(np.array([area]), pose, radius, b)[0], shapely.Point(0.0, 0.0), 1.0
    return bool(area.covers(centre) and area.boundary.distance(centre) >= radius)


def share(shape: Footprint, pose: Pose, area: Shape) -> float:
    """The part (0 to 1) of a base's area that lies in an area; exact."""
    if area.is_empty:
        return 0.0
    if shape.kind == "rect":
        return float(polygon(shape, pose).intersection(area).area) / (shape.width * shape.depth)
    total = 0.0
    for part in shapely.get_parts(area):
        for sign, ring in ((1.0, part.exterior), *((-1.0, hole) for hole in part.interiors)):
            total += sign * round_polygon_area(shape, pose, shapely.get_coordinates(ring))
    return total / (math.pi * shape.width * shape.depth / 4.0)


_distance = lru_cache(maxsize=20_000)(base_distance)
"""Distances in plan of what is not round, remembered: of two models that stay where they are they do not change."""


def plan_gaps(a: Bases, b: Bases) -> Floats:
    """Shortest distances in plan (n, m) between the outlines of bases, 0 where they overlap in mm."""
    dx = a.xs[:, None] - b.xs[None, :]
    dy = a.ys[:, None] - b.ys[None, :]
    out = np.hypot(dx, dy) - (a.widths[:, None] + b.widths[None, :]) / 2.0
    np.maximum(out, 0.0, out=out)
    mine, theirs = a.kinds != 1, b.kinds != 1
    if mine.any() or theirs.any():
        pairs = np.argwhere(mine[:, None] | theirs[None, :]).tolist()
        ours = {i: (a.footprint(i), a.pose(i)) for i in {i for i, _ in pairs}}
        others = {j: (b.footprint(j), b.pose(j)) for j in {j for _, j in pairs}}
        for i, j in pairs:
            out[i, j] = _distance(*ours[i], *others[j])
    return out


def point_gaps(a: Bases, x: float, y: float) -> Floats:
    """Shortest distances in plan (n,) from the outlines of bases to a point, 0 on a base (mm)."""
    out = np.maximum(np.hypot(a.xs - x, a.ys - y) - a.widths / 2.0, 0.0)
    dot, at = Footprint("circle", 0.0, 0.0), Pose(x, y)
    for i in np.flatnonzero(a.kinds != 1).tolist():
        out[i] = _distance(dot, at, a.footprint(i), a.pose(i))
    return np.asarray(out)


def kissing(middle: Point, far: float, others: Iterable[tuple[float, float, float]]) -> list[float]:
    """Directions (degrees) in which a point so far (mm) from another lies on the rims of some discs (x, y, radius).

    >>> [round(d) for d in kissing((0.0, 0.0), 10.0, [(0.0, 10.0, 10.0)])]
    [60, -60]
    """
    found: list[float] = []
    for x, y, radius in others:
        between = math.dist(middle, (x, y))
        if between < 1.0:
            continue
        cosine = (far * far + between * between - radius * radius) / (2.0 * far * between)
        if -1.0 < cosine < 1.0:
            turn, to = math.degrees(math.acos(cosine)), bearing(x - middle[0], y - middle[1])
            found += [to + turn, to - turn]
    return found
