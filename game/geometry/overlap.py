"""What bases share: areas (mm2) and penetration depths (mm), one by one and in bulk."""

from __future__ import annotations

import math

import numpy as np

from .bases import Bases, Indices, near_boxes
from .convex import rectangle, shared_area
from .curved import ellipse_ellipse
from .measure import base_distance, signed_pairs
from .shapes import Floats, Footprint, Point, Pose, corners, outline, sin_cos, to_local
from .tolerance import EPSILON


def overlap_area(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> float:
    """Area (mm2) two bases share. Exact, but where an oval meets a round base that is taken as 1,000-sided.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> overlap_area(stand, Pose(0.0, 0.0), stand, Pose(30.0, 10.0))
    100.0
    """
    if base_distance(fa, pa, fb, pb) > 0.0:
        return 0.0
    if fa.kind == "rect" and fb.kind == "rect":
        return shared_area(rectangle(fa, pa), rectangle(fb, pb))
    if fa.kind == "rect":
        fa, pa, fb, pb = fb, pb, fa, pa
    if fa.kind == fb.kind == "circle":
        return circles_area(math.hypot(pa.x - pb.x, pa.y - pb.y), fa.width / 2.0, fb.width / 2.0)
    return round_polygon_area(fa, pa, outline(fb, pb, 1000))


def circles_area(distance: float, first: float, second: float) -> float:
    """Area (mm2) two circles share, given the distance of their centres and their radii (mm).

    >>> round(circles_area(0.0, 10.0, 20.0), 6) == round(math.pi * 100.0, 6)
    True
    """
    if distance >= first + second:
        return 0.0
    if distance <= abs(first - second):
        return math.pi * min(first, second) ** 2
    total = 0.0
    for own, other in ((first, second), (second, first)):
        half = math.acos(
            min(1.0, max(-1.0, (distance * distance + own * own - other * other) / (2.0 * distance * own)))
        )
        total += own * own * (half - math.sin(2.0 * half) / 2.0)
    return total


def round_polygon_area(footprint: Footprint, pose: Pose, points: Floats) -> float:
    """Area (mm2) a circle or oval shares with a simple polygon given by its vertices (k, 2); exact.

    The plane is squeezed until the curve is the unit circle; there each edge, with the centre, cuts slices.
    """
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    local = [to_local(pose, (float(x), float(y))) for x, y in points]
    squeezed = [(u / a, v / b) for u, v in local]
    total = sum(_slice(squeezed[k - 1], squeezed[k]) for k in range(len(squeezed)))
    return abs(total) * a * b


def _slice(p: Point, q: Point) -> float:
    """Signed area shared by the unit circle and the triangle of the origin, p and q."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    aa, bb, cc = dx * dx + dy * dy, p[0] * dx + p[1] * dy, p[0] * p[0] + p[1] * p[1] - 1.0
    root = bb * bb - aa * cc
    if aa == 0.0:
        return 0.0
    if root <= 0.0:
        return _sector(p, q)
    root = math.sqrt(root)
    low, high = (-bb - root) / aa, (-bb + root) / aa
    if high <= 0.0 or low >= 1.0:
        return _sector(p, q)
    low, high = max(low, 0.0), min(high, 1.0)
    first, last = (p[0] + low * dx, p[1] + low * dy), (p[0] + high * dx, p[1] + high * dy)
    area = (first[0] * last[1] - first[1] * last[0]) / 2.0
    if low > 0.0:
        area += _sector(p, first)
    if high < 1.0:
        area += _sector(last, q)
    return area


def _sector(p: Point, q: Point) -> float:
    return math.atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1]) / 2.0


def penetration(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> float:
    """Least push (mm) that parts two bases; 0 where they are apart or merely touch.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> penetration(stand, Pose(0.0, 0.0), stand, Pose(30.0, 15.0))
    5.0
    """
    if fa.kind == "rect" and fb.kind == "rect":
        return max(0.0, -float(signed_pairs(corners(fa, pa), corners(fb, pb))))
    if base_distance(fa, pa, fb, pb) > 0.0:
        return 0.0
    if fa.kind == fb.kind == "circle":
        return max(0.0, (fa.width + fb.width) / 2.0 - math.hypot(pa.x - pb.x, pa.y - pb.y))
    if "rect" not in (fa.kind, fb.kind):
        return max(0.0, -ellipse_ellipse(fa, pa, fb, pb)[0])
    return _rect_round(fa, pa, fb, pb) if fa.kind == "rect" else _rect_round(fb, pb, fa, pa)


def _rect_round(fr: Footprint, pr: Pose, fo: Footprint, po: Pose) -> float:
    """Penetration of a rectangle and a round base: the least push over all directions, corner by corner."""
    ring = [(float(x), float(y)) for x, y in corners(fr, pr)]
    return max(0.0, min(_corner_push(fr, pr, fo, po, corner) for corner in ring))


def _corner_push(fr: Footprint, pr: Pose, fo: Footprint, po: Pose, corner: Point) -> float:
    """Push along the directions between the two edge normals of a corner, the least of which may lie between them."""
    u, v = to_local(pr, corner)
    signs = (math.copysign(1.0, u), math.copysign(1.0, v))
    a, b = fo.width / 2.0, fo.depth / 2.0
    sine, cosine = sin_cos(po.facing - pr.facing)
    cu, cv = to_local(pr, (po.x, po.y))

    def push(angle: float) -> float:
        nu, nv = signs[0] * math.cos(angle), signs[1] * math.sin(angle)
        reach = math.hypot(a * (nu * cosine - nv * sine), b * (nu * sine + nv * cosine))
        return (u - cu) * nu + (v - cv) * nv + reach

    values = [push(math.pi / 2.0 * k / 90.0) for k in range(91)]
    k = min(range(91), key=values.__getitem__)
    low, high = math.pi / 2.0 * max(k - 1, 0) / 90.0, math.pi / 2.0 * min(k + 1, 90) / 90.0
    for _ in range(60):
        third = (high - low) / 3.0
        if push(low + third) <= push(high - third):
            high -= third
        else:
            low += third
    return push((low + high) / 2.0)


def overlap_areas(a: Bases, b: Bases) -> tuple[Indices, Indices, Floats]:
    """Pairs (i, j) of bases that share area, sorted, with the areas (mm2)."""
    i, j = near_boxes(a.boxes, b.boxes, 0.0)
    if len(i):
        deep = signed_pairs(a.corners[i], b.corners[j]) < -EPSILON
        i, j = i[deep], j[deep]
    areas = np.zeros(len(i))
    for k in range(len(i)):
        p, q = int(i[k]), int(j[k])
        if a.kinds[p] == 0 and b.kinds[q] == 0:
            areas[k] = shared_area(a.corners[p].tolist(), b.corners[q].tolist())
        else:
            areas[k] = overlap_area(a.footprint(p), a.pose(p), b.footprint(q), b.pose(q))
    shared = areas > 0.0
    return i[shared], j[shared], areas[shared]
