"""Distances of ellipses: exact to a point and to a segment, by a one-dimensional search to another ellipse.

An ellipse here is (centre x, y, half-width, half-depth, facing), half-width across the facing, half-depth along it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from .shapes import Footprint, Point, Pose, sin_cos, to_local, to_world


@lru_cache(maxsize=8192)
def nearest_on_ellipse(half_width: float, half_depth: float, point: Point) -> Point:
    """Point of the outline nearest to a local point outside, by bisection to floating-point precision (mm).

    Raises
    ------
    ValueError
        If a half-axis is not positive.

    >>> nearest_on_ellipse(30.0, 20.0, (0.0, 50.0))
    (0.0, 20.0)
    """
    if half_width <= 0.0 or half_depth <= 0.0:
        raise ValueError("an ellipse needs positive half-axes")
    flip = half_width < half_depth
    big, small = (half_depth, half_width) if flip else (half_width, half_depth)
    px, py = (abs(point[1]), abs(point[0])) if flip else (abs(point[0]), abs(point[1]))
    if py <= 1e-12 * small:
        inner = (big * big - small * small) / big
        if px < inner:
            x = big * big * px / (big * big - small * small)
            y = small * math.sqrt(max(0.0, 1.0 - (x / big) ** 2))
        else:
            x, y = big, 0.0
    elif px <= 1e-12 * big:
        x, y = 0.0, small
    else:
        ratio, zx, zy = (big / small) ** 2, px / big, py / small
        low, high = zy - 1.0, 0.0 if zx * zx + zy * zy < 1.0 else math.hypot(ratio * zx, zy) - 1.0
        for _ in range(128):
            middle = (low + high) / 2.0
            if middle in (low, high):
                break
            value = (ratio * zx / (middle + ratio)) ** 2 + (zy / (middle + 1.0)) ** 2 - 1.0
            if value > 0.0:
                low = middle
            else:
                high = middle
        t = (low + high) / 2.0
        x, y = ratio * px / (t + ratio), py / (t + 1.0)
    if flip:
        x, y = y, x
    return math.copysign(x, point[0]), math.copysign(y, point[1])


def inside_ellipse(half_width: float, half_depth: float, point: Point) -> bool:
    """Whether a local point lies in the ellipse, its outline included."""
    return (point[0] / half_width) ** 2 + (point[1] / half_depth) ** 2 <= 1.0


def support(footprint: Footprint, pose: Pose, direction: Point) -> tuple[float, Point]:
    """Reach of an ellipse along a unit vector: (dot product with the table origin, the outermost point)."""
    sine, cosine = sin_cos(pose.facing)
    nu, nv = direction[0] * cosine - direction[1] * sine, direction[0] * sine + direction[1] * cosine
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    length = math.hypot(a * nu, b * nv)
    point = to_world(pose, (a * a * nu / length, b * b * nv / length))
    return direction[0] * pose.x + direction[1] * pose.y + length, point


def ellipse_segment(footprint: Footprint, pose: Pose, start: Point, end: Point) -> tuple[float, Point, Point]:
    """Distance (mm) of an ellipse to a segment with the nearest points on both, 0 if they meet."""
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    p, q = to_local(pose, start), to_local(pose, end)
    dx, dy = q[0] - p[0], q[1] - p[1]
    # In the coordinates where the ellipse is the unit circle, the segment meets it if its nearest point is inside.
    sx, sy, ex, ey = p[0] / a, p[1] / b, dx / a, dy / b
    squared = ex * ex + ey * ey
    t = 0.0 if squared == 0.0 else min(1.0, max(0.0, -(sx * ex + sy * ey) / squared))
    if math.hypot(sx + t * ex, sy + t * ey) <= 1.0:
        meet = to_world(pose, (p[0] + t * dx, p[1] + t * dy))
        return 0.0, meet, meet
    best: tuple[float, Point, Point] | None = None
    length = math.hypot(dx, dy)
    if length > 0.0:
        nx, ny = dy / length, -dx / length
        offset = nx * p[0] + ny * p[1]
        if offset < 0.0:
            nx, ny, offset = -nx, -ny, -offset
        reach = math.hypot(a * nx, b * ny)
        top = (a * a * nx / reach, b * b * ny / reach)
        along = ((top[0] - p[0]) * dx + (top[1] - p[1]) * dy) / (length * length)
        if 0.0 <= along <= 1.0 and offset >= reach:
            foot = (p[0] + along * dx, p[1] + along * dy)
            best = (offset - reach, top, foot)
    if best is None:
        for end_point in (p, q):
            near = nearest_on_ellipse(a, b, end_point)
            distance = math.hypot(near[0] - end_point[0], near[1] - end_point[1])
            if best is None or distance < best[0]:
                best = (distance, near, end_point)
    assert best is not None
    return best[0], to_world(pose, best[1]), to_world(pose, best[2])


def ellipse_ellipse(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> tuple[float, Point, Point]:
    """Signed separation (mm) of two ellipses with their nearest points; negative is the least push that parts them.

    The separation along a unit vector n is (support of the gap); the distance is its maximum over n, found on a fan of
    directions and refined by golden section to 1e-9.
    """

    def along(angle: float) -> float:
        n = (math.cos(angle), math.sin(angle))
        return -support(fa, pa, n)[0] - support(fb, pb, (-n[0], -n[1]))[0]

    steps = 180
    values = [along(2.0 * math.pi * k / steps) for k in range(steps)]
    width = 2.0 * math.pi / steps
    peaks = [k for k in range(steps) if values[k] >= values[k - 1] and values[k] >= values[(k + 1) % steps]]
    best, best_angle = -math.inf, 0.0
    for k in peaks:
        angle = _golden(along, (k - 1) * width, (k + 1) * width)
        value = along(angle)
        if value > best:
            best, best_angle = value, angle
    n = (math.cos(best_angle), math.sin(best_angle))
    return best, support(fa, pa, n)[1], support(fb, pb, (-n[0], -n[1]))[1]


def _golden(function: Callable[[float], float], low: float, high: float) -> float:
    """Argument of the maximum of a unimodal function on an interval."""
    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    c, d = high - ratio * (high - low), low + ratio * (high - low)
    fc, fd = function(c), function(d)
    while high - low > 1e-9:
        if fc >= fd:
            high, d, fd = d, c, fc
            c = high - ratio * (high - low)
            fc = function(c)
        else:
            low, c, fc = c, d, fd
            d = low + ratio * (high - low)
            fd = function(d)
    return (low + high) / 2.0
