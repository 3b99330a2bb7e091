"""Distances and nearest points: base to base, point, area and line; in bulk for arrays of bases. All in mm, all exact.

Bases are solid: what lies inside is at distance 0. Rectangles and circles are computed in closed form, ovals by their
exact curve (`curved`), never through a polygon.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely

from .bases import Bases, near_boxes
from .curved import ellipse_ellipse, ellipse_segment, inside_ellipse, nearest_on_ellipse
from .planar import Shape
from .shapes import Floats, Footprint, Point, Pose, corners, polygon, to_local, to_world

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
        return float(distance_pairs(corners(fa, pa), corners(fb, pb)))
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
        return _rect_rect(corners(fa, pa), corners(fb, pb), middle)
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


def _frame(points: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Centre (..., 2), unit axes u and v (..., 2), half-width and half-depth (...) of rectangles given by corners."""
    centre = (points[..., 0, :] + points[..., 2, :]) / 2.0
    across, along = points[..., 1, :] - points[..., 0, :], points[..., 0, :] - points[..., 3, :]
    width, depth = np.hypot(across[..., 0], across[..., 1]), np.hypot(along[..., 0], along[..., 1])
    if np.any(width == 0.0) or np.any(depth == 0.0):
        across = np.where((width == 0.0)[..., None], np.stack((along[..., 1], -along[..., 0]), axis=-1), across)
        flat = np.hypot(across[..., 0], across[..., 1])
        across = np.where((flat == 0.0)[..., None], np.array((1.0, 0.0)), across)
        flat = np.where(flat == 0.0, 1.0, flat)
        u = across / flat[..., None]
        v = np.stack((-u[..., 1], u[..., 0]), axis=-1)
    else:
        u, v = across / width[..., None], along / depth[..., None]
    return centre, u, v, width / 2.0, depth / 2.0


def _locals(points: Floats, frame: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Local u and v (..., 4) of corners in the frame of another rectangle."""
    centre, u, v = frame[0], frame[1], frame[2]
    dx, dy = points[..., 0] - centre[..., None, 0], points[..., 1] - centre[..., None, 1]
    return dx * u[..., None, 0] + dy * u[..., None, 1], dx * v[..., None, 0] + dy * v[..., None, 1]


def _one_way(points: Floats, frame: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Least distance of the corners to the other rectangle, and the greatest separation along its two axes."""
    u, v = _locals(points, frame)
    a, b = frame[3], frame[4]
    du, dv = np.maximum(np.abs(u) - a[..., None], 0.0), np.maximum(np.abs(v) - b[..., None], 0.0)
    nearest = np.sqrt(np.min(du * du + dv * dv, axis=-1))
    apart_u = np.maximum(u.min(axis=-1) - a, -a - u.max(axis=-1))
    apart_v = np.maximum(v.min(axis=-1) - b, -b - v.max(axis=-1))
    return nearest, np.maximum(apart_u, apart_v)


def signed_pairs(a: Floats, b: Floats) -> Floats:
    """Gap of rectangles given by corners (..., 4, 2), broadcast; negative is the penetration depth.

    The penetration depth is the least push along an edge normal that parts the two.

    >>> import numpy as np
    >>> unit = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    >>> signed_pairs(unit, np.stack([unit + (3.0, 0.0), unit + (1.5, 1.0)])).tolist()
    [1.0, -0.5]
    """
    near_a, apart_a = _one_way(a, _frame(b))
    near_b, apart_b = _one_way(b, _frame(a))
    apart = np.maximum(apart_a, apart_b)
    return np.where(apart > 0.0, np.minimum(near_a, near_b), apart)


def distance_pairs(a: Floats, b: Floats) -> Floats:
    """Distance of rectangles given by corners (..., 4, 2), broadcast against each other; 0 where they meet."""
    return np.maximum(signed_pairs(a, b), 0.0)


def signed_matrix(a: Floats, b: Floats, limit: float = math.inf) -> Floats:
    """`signed_pairs` of all n x m pairs of rectangles (n, 4, 2) and (m, 4, 2).

    Parameters
    ----------
    limit
        Pairs farther apart than this (mm) may be given as infinity, which saves the work.
    """
    if limit == math.inf or a.shape[0] * b.shape[0] <= 16:
        return signed_pairs(a[:, None], b[None, :])
    out = np.full((a.shape[0], b.shape[0]), math.inf)
    i, j = near_boxes(_boxes(a), _boxes(b), limit)
    if len(i):
        out[i, j] = signed_pairs(a[i], b[j])
    return out


def distance_matrix(a: Floats, b: Floats, limit: float = math.inf) -> Floats:
    """Distances (n, m) of rectangles given by corners (n, 4, 2) and (m, 4, 2); exact, 0 where they meet.

    Parameters
    ----------
    limit
        Pairs farther apart than this (mm) may be given as infinity, which saves the work.
    """
    return np.maximum(signed_matrix(a, b, limit), 0.0)


def _boxes(points: Floats) -> Floats:
    return np.concatenate((points.min(axis=1), points.max(axis=1)), axis=1)


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
    matrix = _matrix(a, b)
    return float(matrix.min()) if matrix.size else math.inf


def _matrix(a: Floats | Bases, b: Floats | Bases) -> Floats:
    if isinstance(a, Bases) or isinstance(b, Bases):
        if not (isinstance(a, Bases) and isinstance(b, Bases)):
            raise TypeError("measure bases against bases, or corners against corners")
        return bases_matrix(a, b)
    if not len(a) or not len(b):
        return np.full((len(a), len(b)), math.inf)
    return distance_matrix(a, b)


def nearest_pair(a: Floats | Bases, b: Floats | Bases, middle: bool = True, same: float = 1e-6) -> NearestPair:
    """The nearest pair of bases of two groups.

    Of pairs equally near (within `same` mm) those along parallel edges come first, then the lowest i, then lowest j.

    Parameters
    ----------
    a, b
        Corners (n, 4, 2) and (m, 4, 2), or two `Bases`, each in the order in which ties are to be broken.
    middle
        Along parallel edges take the middle of the common stretch of that pair.

    Raises
    ------
    ValueError
        If a group is empty.
    """
    matrix = _matrix(a, b)
    if not matrix.size:
        raise ValueError("an empty group is near nothing")
    best: NearestPair | None = None
    for i, j in np.argwhere(matrix <= matrix.min() + same).tolist():
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
    return _rect_rect(a, b, middle)


def _way(found: tuple[float, Point, Point]) -> Point:
    """Vector from the one point to the other."""
    return found[2][0] - found[1][0], found[2][1] - found[1][1]


def _rect_rect(a: Floats, b: Floats, middle: bool) -> Nearest:
    frame_a, frame_b = _frame(a), _frame(b)
    found: list[tuple[float, Point, Point]] = []
    for points, frame, flip in ((a, frame_b, False), (b, frame_a, True)):
        centre, u_axis, v_axis, half_u, half_v = frame
        u, v = _locals(points, frame)
        for k in range(4):
            cu, cv = min(half_u, max(-half_u, u[k])), min(half_v, max(-half_v, v[k]))
            near = (
                float(centre[0] + cu * u_axis[0] + cv * v_axis[0]),
                float(centre[1] + cu * u_axis[1] + cv * v_axis[1]),
            )
            corner = (float(points[k, 0]), float(points[k, 1]))
            distance = math.hypot(u[k] - cu, v[k] - cv)
            found.append((distance, near, corner) if flip else (distance, corner, near))
    if float(signed_pairs(a, b)) < -PARALLEL_SLACK:
        shared = shapely.Polygon(a).intersection(shapely.Polygon(b))
        if not shared.is_empty:
            point = (shared.centroid.x, shared.centroid.y)
            return Nearest(0.0, point, point)
    best = min(found, key=lambda row: row[0])
    if middle:
        ties = [row for row in found if point_distance(_way(row), _way(best)) <= PARALLEL_SLACK]
        first, last = max(((p, q) for p in ties for q in ties), key=lambda two: (point_distance(two[0][1], two[1][1]),))
        on_a = ((first[1][0] + last[1][0]) / 2.0, (first[1][1] + last[1][1]) / 2.0)
        on_b = ((first[2][0] + last[2][0]) / 2.0, (first[2][1] + last[2][1]) / 2.0)
        return Nearest(best[0], on_a, on_b, point_distance(first[1], last[1]))
    return Nearest(*best)


def base_area_nearest(footprint: Footprint, pose: Pose, area: Shape) -> Nearest:
    """Shortest distance of a base to a polygon (solid) or a line, with its end points; 0 where they meet.

    Raises
    ------
    ValueError
        If the area is empty.
    """
    if area.is_empty:
        raise ValueError("an empty area is near nothing")
    if footprint.kind == "rect":
        return _line_ends(shapely.shortest_line(polygon(footprint, pose), area))
    centre = (pose.x, pose.y)
    found = _line_ends(shapely.shortest_line(shapely.Point(centre), area))
    if footprint.kind == "circle":
        radius = footprint.width / 2.0
        if found.distance <= radius:
            return Nearest(0.0, found.on_b, found.on_b)
        share = radius / found.distance
        on_a = tuple(c + (p - c) * share for c, p in zip(centre, found.on_b, strict=True))
        return Nearest(found.distance - radius, (on_a[0], on_a[1]), found.on_b)
    if found.distance == 0.0:
        return Nearest(0.0, centre, centre)
    best = (math.inf, centre, centre)
    for line in _rings(area):
        for start, end in itertools.pairwise(line):
            now = ellipse_segment(footprint, pose, start, end)
            if now[0] < best[0]:
                best = now
    return Nearest(*best)


def base_area_distance(footprint: Footprint, pose: Pose, area: Shape) -> float:
    """Distance (mm) of a base to a polygon (solid) or a line, 0 where they meet; infinity if the area is empty.

    >>> wood = shapely.box(0.0, 0.0, 100.0, 100.0)
    >>> base_area_distance(Footprint("circle", 30.0, 30.0), Pose(130.0, 140.0), wood)
    35.0
    """
    if area.is_empty:
        return math.inf
    if footprint.kind == "rect":
        return float(shapely.distance(polygon(footprint, pose), area))
    if footprint.kind == "circle":
        return max(float(shapely.distance(shapely.Point(pose.x, pose.y), area)) - footprint.width / 2.0, 0.0)
    return base_area_nearest(footprint, pose, area).distance


def _line_ends(line: shapely.LineString) -> Nearest:
    (ax, ay), (bx, by) = line.coords
    return Nearest(math.hypot(bx - ax, by - ay), (ax, ay), (bx, by))


def _rings(area: Shape) -> list[Sequence[Point]]:
    """Coordinates of every outline and line of a geometry."""
    lines = shapely.get_parts(area.boundary if area.area > 0.0 else area)
    return [[(float(x), float(y)) for x, y in line.coords] for line in lines]
