"""Distances and nearest points: base to base, point, area and line; in bulk for arrays of bases. All in mm, all exact.

Bases are solid: what lies inside is at distance 0. Rectangles and circles are computed in closed form, ovals by their
exact curve (`curved`), never through a polygon.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
import shapely

from .bases import Bases
from .convex import Poly, gap, nearest_points, rectangle, separation
from .curved import ellipse_ellipse, ellipse_segment, inside_ellipse, nearest_on_ellipse
from .rects import distance_matrix, distance_pairs, rect_gap, signed_matrix, signed_pairs
from .shapes import Floats, Footprint, Point, Pose, corners, polygon, to_local, to_world

__all__ = [
    "PARALLEL_SLACK",
    "Nearest",
    "NearestPair",
    "base_distance",
    "base_nearest",
    "bases_matrix",
    "distance_matrix",
    "distance_pairs",
    "group_distance",
    "nearest_pair",
    "point_base_distance",
    "point_base_nearest",
    "point_distance",
    "rect_nearest",
    "signed_matrix",
    "signed_pairs",
]

PARALLEL_SLACK = 0.01
"""Shortest lines that differ by no more (mm) join parallel edges: recorded poses are that much off."""


class Nearest(msgspec.Struct, frozen=True):
    """A shortest distance (mm) and where it is measured; `stretch` (mm) is the length along which it is the same."""

    distance: float
    on_a: Point
    on_b: Point
    stretch: float = 0.0


class NearestPair(msgspec.Struct, frozen=True):
    """The nearest pair of two groups: indices into each, distance (mm), and where it is measured."""

    i: int
    j: int
    distance: float
    on_a: Point
    on_b: Point


def point_distance(a: Point, b: Point) -> float:
    """Distance of two points (mm)."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def point_base_nearest(point: Point, footprint: Footprint, pose: Pose) -> Point:
    """Point of the (solid) base nearest to a point; the point itself where it lies on the base.

    >>> point_base_nearest((0.0, 50.0), Footprint("rect", 40.0, 20.0), Pose(5.0, 0.0))
    (0.0, 10.0)
    """
    u, v = to_local(pose, point)
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    if footprint.kind == "rect":
        local = (min(a, max(-a, u)), min(b, max(-b, v)))
    elif footprint.kind == "circle":
        far = math.hypot(u, v)
        if far <= a:
            return point
        local = (u * a / far, v * a / far)
    else:
        if inside_ellipse(a, b, (u, v)):
            return point
        local = nearest_on_ellipse(a, b, (u, v))
    return point if local == (u, v) else to_world(pose, local)


def point_base_distance(point: Point, footprint: Footprint, pose: Pose) -> float:
    """Distance (mm) of a point to a base, 0 on it.

    >>> point_base_distance((0.0, 50.0), Footprint("circle", 30.0, 30.0), Pose(0.0, 0.0))
    35.0
    """
    u, v = to_local(pose, point)
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    if footprint.kind == "rect":
        return math.hypot(max(abs(u) - a, 0.0), max(abs(v) - b, 0.0))
    if footprint.kind == "circle":
        return max(math.hypot(u, v) - a, 0.0)
    if inside_ellipse(a, b, (u, v)):
        return 0.0
    return point_distance((u, v), nearest_on_ellipse(a, b, (u, v)))


def base_distance(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> float:
    """Shortest distance (mm) of two bases, 0 where they meet.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> base_distance(stand, Pose(0.0, 0.0), stand, Pose(0.0, 120.0))
    100.0
    """
    if fa.kind == "circle":
        return max(point_base_distance((pa.x, pa.y), fb, pb) - fa.width / 2.0, 0.0)
    if fb.kind == "circle":
        return max(point_base_distance((pb.x, pb.y), fa, pa) - fb.width / 2.0, 0.0)
    if fa.kind == "rect" and fb.kind == "rect":
        return gap(rectangle(fa, pa), rectangle(fb, pb))
    return base_nearest(fa, pa, fb, pb).distance


def base_nearest(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose, middle: bool = True) -> Nearest:
    """Shortest distance of two bases with its end points.

    Parameters
    ----------
    middle
        Along parallel edges take the middle of their common stretch (else one of its ends).

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> base_nearest(stand, Pose(0.0, 0.0), stand, Pose(20.0, 120.0))
    Nearest(distance=100.0, on_a=(10.0, 10.0), on_b=(10.0, 110.0), stretch=20.0)
    """
    if fa.kind == "circle" or fb.kind == "circle":
        return _with_circle(fa, pa, fb, pb)
    if fa.kind == "rect" and fb.kind == "rect":
        return _rect_rect(rectangle(fa, pa), rectangle(fb, pb), middle)
    if fa.kind == "oval" and fb.kind == "oval":
        gap, on_a, on_b = ellipse_ellipse(fa, pa, fb, pb)
        return Nearest(gap, on_a, on_b) if gap > 0.0 else _overlapped(fa, pa, fb, pb)
    flip = fa.kind == "rect"
    (fo, po), (fr, pr) = ((fb, pb), (fa, pa)) if flip else ((fa, pa), (fb, pb))
    if point_base_distance((po.x, po.y), fr, pr) == 0.0:
        return _overlapped(fa, pa, fb, pb)
    points = corners(fr, pr).tolist()
    best = min(
        (ellipse_segment(fo, po, tuple(points[k - 1]), tuple(points[k])) for k in range(4)), key=lambda found: found[0]
    )
    if best[0] <= 0.0:
        return _overlapped(fa, pa, fb, pb)
    return Nearest(best[0], best[2], best[1]) if flip else Nearest(best[0], best[1], best[2])


def _with_circle(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> Nearest:
    if fa.kind != "circle":
        found = _with_circle(fb, pb, fa, pa)
        return Nearest(found.distance, found.on_b, found.on_a)
    centre, radius = (pa.x, pa.y), fa.width / 2.0
    on_b = point_base_nearest(centre, fb, pb)
    far = point_distance(centre, on_b)
    if far <= radius:
        return Nearest(0.0, on_b, on_b)
    on_a = (centre[0] + (on_b[0] - centre[0]) * radius / far, centre[1] + (on_b[1] - centre[1]) * radius / far)
    return Nearest(far - radius, on_a, on_b)


def _overlapped(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> Nearest:
    """Distance 0, measured at the middle of what the bases share."""
    shared = polygon(fa, pa).intersection(polygon(fb, pb))
    if shared.is_empty:
        return Nearest(0.0, *(((pa.x + pb.x) / 2.0, (pa.y + pb.y) / 2.0),) * 2)
    point = (shared.centroid.x, shared.centroid.y)
    return Nearest(0.0, point, point)


def bases_matrix(a: Bases, b: Bases, limit: float = math.inf) -> Floats:
    """Distances (n, m) of bases of any kind; `limit` as in `distance_matrix`."""
    out = distance_matrix(a.corners, b.corners, limit) if len(a) and len(b) else np.full((len(a), len(b)), math.inf)
    if a.all_rect and b.all_rect:
        return out
    for i, j in np.argwhere((a.kinds[:, None] > 0) | (b.kinds[None, :] > 0)).tolist():
        if out[i, j] < math.inf:
            out[i, j] = base_distance(a.footprint(i), a.pose(i), b.footprint(j), b.pose(j))
    return out


def group_distance(a: Floats | Bases, b: Floats | Bases) -> float:
    """Unit to unit: shortest distance (mm) of any base of one to any of the other; infinity if one is empty."""
    if not len(a) or not len(b):
        return math.inf
    if not isinstance(a, Bases) and not isinstance(b, Bases):
        return min(near_gaps(a, b))[0]
    matrix = _matrix(a, b)
    return float(matrix.min())


def near_gaps(a: Floats, b: Floats, same: float = 0.0) -> list[tuple[float, int, int]]:
    """Gaps (mm) of rectangles of two groups given by corners (n, 4, 2), and their rows in both.

    Among them are all pairs with the least gap or no more than `same` (mm) above it: pairs whose boxes are farther
    apart are left out. No group may be empty.
    """
    if len(a) == len(b) == 1:
        return [(rect_gap(a[0], b[0]), 0, 0)]
    low, high = a.min(axis=1)[:, None], a.max(axis=1)[:, None]
    apart = np.maximum(np.maximum(low - b.max(axis=1), b.min(axis=1) - high), 0.0)
    least = np.hypot(apart[..., 0], apart[..., 1]).ravel()
    order, columns = np.argsort(least, kind="stable").tolist(), len(b)
    bounds = least.tolist()
    best, out = math.inf, list[tuple[float, int, int]]()
    for k in order:
        if bounds[k] > best + same + 1e-6:
            break
        i, j = divmod(k, columns)
        gap = rect_gap(a[i], b[j])
        best = min(best, gap)
        out.append((gap, i, j))
    return out


def _nearest_of(
    a: Floats | Bases, b: Floats | Bases, same: float, gaps: list[tuple[float, int, int]] | None
) -> list[tuple[int, int]]:
    """Rows of the nearest pairs and of those no more than `same` mm farther apart, in order."""
    if not isinstance(a, Bases) and not isinstance(b, Bases):
        gaps = near_gaps(a, b, same) if gaps is None else gaps
        most = min(gaps)[0] + same
        return sorted((i, j) for gap, i, j in gaps if gap <= most)
    matrix = _matrix(a, b)
    return [(i, j) for i, j in np.argwhere(matrix <= matrix.min() + same).tolist()]


def _matrix(a: Floats | Bases, b: Floats | Bases) -> Floats:
    if isinstance(a, Bases) or isinstance(b, Bases):
        if not (isinstance(a, Bases) and isinstance(b, Bases)):
            raise TypeError("measure bases against bases, or corners against corners")
        return bases_matrix(a, b)
    if not len(a) or not len(b):
        return np.full((len(a), len(b)), math.inf)
    return distance_matrix(a, b)


def nearest_pair(
    a: Floats | Bases,
    b: Floats | Bases,
    middle: bool = True,
    same: float = 1e-6,
    gaps: list[tuple[float, int, int]] | None = None,
) -> NearestPair:
    """The nearest pair of bases of two groups.

    Of pairs equally near (within `same` mm) those along parallel edges come first, then the lowest i, then lowest j.

    Parameters
    ----------
    a, b
        Corners (n, 4, 2) and (m, 4, 2), or two `Bases`, each in the order in which ties are to be broken.
    middle
        Along parallel edges take the middle of the common stretch of that pair.
    gaps
        The :func:`near_gaps` of two groups of corners, if they are known.

    Raises
    ------
    ValueError
        If a group is empty.
    """
    if not len(a) or not len(b):
        raise ValueError("an empty group is near nothing")
    best: NearestPair | None = None
    for i, j in _nearest_of(a, b, same, gaps):
        if isinstance(a, Bases) and isinstance(b, Bases):
            found = base_nearest(a.footprint(i), a.pose(i), b.footprint(j), b.pose(j), middle)
        else:
            assert not isinstance(a, Bases)
            assert not isinstance(b, Bases)
            found = rect_nearest(a[i], b[j], middle)
        pair = NearestPair(i, j, found.distance, found.on_a, found.on_b)
        if found.stretch > PARALLEL_SLACK:
            return pair
        best = best or pair
    assert best is not None
    return best


def rect_nearest(a: Floats, b: Floats, middle: bool = True) -> Nearest:
    """`base_nearest` of two rectangles given by their corners (4, 2)."""
    return _rect_rect([(x, y) for x, y in a.tolist()], [(x, y) for x, y in b.tolist()], middle)


def _rect_rect(a: Poly, b: Poly, middle: bool) -> Nearest:
    apart = separation(a, b, PARALLEL_SLACK)  # how far apart they are is measured below
    if apart < -PARALLEL_SLACK:
        shared = shapely.Polygon(a).intersection(shapely.Polygon(b))
        if not shared.is_empty:
            point = (shared.centroid.x, shared.centroid.y)
            return Nearest(0.0, point, point)
    least, pairs = nearest_points(a, b, PARALLEL_SLACK)
    best = min(pairs, key=lambda pair: point_distance(*pair))
    distance = least if apart > 0.0 else 0.0
    if not middle:
        return Nearest(distance, *best)
    ties = [pair for pair in pairs if point_distance(_way(pair), _way(best)) <= PARALLEL_SLACK]
    first, last = max(((p, q) for p in ties for q in ties), key=lambda two: point_distance(two[0][0], two[1][0]))
    on_a = ((first[0][0] + last[0][0]) / 2.0, (first[0][1] + last[0][1]) / 2.0)
    on_b = ((first[1][0] + last[1][0]) / 2.0, (first[1][1] + last[1][1]) / 2.0)
    return Nearest(distance, on_a, on_b, point_distance(first[0], last[0]))


def _way(pair: tuple[Point, Point]) -> Point:
    """Vector from the one point to the other."""
    return pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]
