"""Small convex polygons one by one, in plain floats: for the few that are left when arrays have ruled out the rest.

Polygons are sequences of points (mm) in order round the outline, either way. For a handful of corners this is faster
than any call into a library, and it gives the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .shapes import Footprint, Point, Pose, sin_cos

Poly = Sequence[Point]

GRAZING = 0.02
"""Outlines that share no more than this depth (mm) merely touch: recorded poses are rounded."""


def rectangle(footprint: Footprint, pose: Pose) -> tuple[Point, Point, Point, Point]:
    """Corners of a base: front-left, front-right, rear-right, rear-left.

    >>> rectangle(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0, 90.0))
    ((10.0, 20.0), (10.0, -20.0), (-10.0, -20.0), (-10.0, 20.0))
    """
    sine, cosine = sin_cos(pose.facing)
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    ux, uy, vx, vy = a * cosine, 0.0 - a * sine, b * sine, b * cosine
    x, y = pose.x, pose.y
    return (
        (x - ux + vx, y - uy + vy),
        (x + ux + vx, y + uy + vy),
        (x + ux - vx, y + uy - vy),
        (x - ux - vx, y - uy - vy),
    )


def hull(points: Iterable[Point]) -> list[Point]:
    """Convex hull, anticlockwise, without points that lie on its edges.

    >>> hull([(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0)])
    [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    """
    order = sorted(set(points))
    if len(order) < 3:
        return order
    first, last = order[0], order[-1]
    ax, ay = first
    ex, ey = last[0] - ax, last[1] - ay
    low, high = [], []
    for p in order[1:-1]:
        side = ex * (p[1] - ay) - ey * (p[0] - ax)
        if side < 0.0:
            low.append(p)
        elif side > 0.0:
            high.append(p)
    high.reverse()
    return _chain(first, low, last) + _chain(last, high, first)


def _chain(begin: Point, between: Sequence[Point], end: Point) -> list[Point]:
    """The corners of a hull from one of its corners to before another that lies opposite."""
    chain = [begin]
    for p in (*between, end):
        px, py = p
        while len(chain) > 1:
            bx, by = chain[-1]
            ax, ay = chain[-2]
            if (bx - ax) * (py - ay) - (by - ay) * (px - ax) > 0.0:
                break
            chain.pop()
        chain.append(p)
    chain.pop()
    return chain


def twice_area(poly: Poly) -> float:
    """Twice the signed area (mm2), positive anticlockwise."""
    total = 0.0
    px, py = poly[-1]
    for x, y in poly:
        total += px * y - x * py
        px, py = x, y
    return total


def shared_area(a: Poly, b: Poly) -> float:
    """Area (mm2) that two convex polygons share.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> shared_area(square, [(x + 8.0, y - 5.0) for x, y in square])
    10.0
    """
    points = a
    (px, py), (qx, qy), (bx, by) = b[-2], b[-1], b[0]
    turn = (qx - px) * (by - qy) - (qy - py) * (bx - qx)
    sign = 1.0 if (turn or twice_area(b)) >= 0.0 else -1.0
    for bx, by in b:
        ex, ey = (bx - qx) * sign, (by - qy) * sign
        heights = [ex * (y - qy) - ey * (x - qx) for x, y in points]
        if min(heights) >= 0.0:  # this edge cuts nothing off
            qx, qy = bx, by
            continue
        if max(heights) < 0.0:
            return 0.0
        kept: list[Point] = []
        last, before = points[-1], heights[-1]
        for point, now in zip(points, heights, strict=True):
            if (before < 0.0) != (now < 0.0):
                share = before / (before - now)
                kept.append((last[0] + (point[0] - last[0]) * share, last[1] + (point[1] - last[1]) * share))
            if now >= 0.0:
                kept.append(point)
            last, before = point, now
        if len(kept) < 3:
            return 0.0
        points = kept
        qx, qy = bx, by
    return abs(twice_area(points)) / 2.0


def holds(poly: Poly, other: Poly, deep: float = 0.0) -> bool:
    """Whether every corner of another lies at least ``deep`` mm inside a convex polygon that runs anticlockwise.

    >>> square = hull(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)))
    >>> holds(square, [(1.0, 1.0), (9.0, 5.0)], 1.0), holds(square, [(1.0, 1.0), (9.5, 5.0)], 1.0)
    (True, False)
    """
    px, py = poly[-1]
    for x, y in poly:
        ex, ey = x - px, y - py
        least = deep * math.hypot(ex, ey)
        if any(ex * (v - py) - ey * (u - px) < least for u, v in other):
            return False
        px, py = x, y
    return True


def _axes(poly: Poly) -> list[Point]:
    """Unit normals of the edges."""
    found = []
    px, py = poly[-1]
    for x, y in poly:
        ex, ey = x - px, y - py
        length = math.hypot(ex, ey)
        if length > 0.0:
            found.append((ey / length, -ex / length))
        px, py = x, y
    return found


def meeting(a: Poly, b: Poly, direction: Point, grazing: float = GRAZING) -> tuple[float, float] | None:
    """When a convex polygon that runs along a direction shares area with another: ways (mm) from and to, or None.

    The ways may be negative: the line is infinite. What shares no more than `grazing` mm of depth merely touches.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> meeting(square, [(x + 30.0, y) for x, y in square], (1.0, 0.0))
    (20.0, 40.0)
    >>> meeting(square, [(x + 30.0, y + 10.0) for x, y in square], (1.0, 0.0)) is None
    True
    """
    dx, dy = direction
    low, high = -math.inf, math.inf
    shy_low, shy_high = -math.inf, math.inf
    for nx, ny in (*_axes(a), *_axes(b)):
        here = [x * nx + y * ny for x, y in a]
        there = [x * nx + y * ny for x, y in b]
        a0, a1, b0, b1 = min(here), max(here), min(there), max(there)
        speed = dx * nx + dy * ny
        if abs(speed) < 1e-9:
            if a0 >= b1 - grazing or a1 <= b0 + grazing:
                return None
            continue
        first, last = (b0 - a1) / speed, (b1 - a0) / speed
        give = grazing / abs(speed)
        if first > last:
            first, last = last, first
        low, high = max(low, first), min(high, last)
        shy_low, shy_high = max(shy_low, first + give), min(shy_high, last - give)
    if shy_low >= shy_high:
        return None
    return low, high


def moved_poly(poly: Poly, dx: float, dy: float) -> list[Point]:
    """The polygon shifted."""
    return [(x + dx, y + dy) for x, y in poly]


def box_of(poly: Poly) -> tuple[float, float, float, float]:
    """Upright box: least x, least y, greatest x, greatest y."""
    xs, ys = [p[0] for p in poly], [p[1] for p in poly]
    return min(xs), min(ys), max(xs), max(ys)


def point_segment_distance(point: Point, start: Point, end: Point) -> float:
    """Distance (mm) of a point to a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = min(1.0, max(0.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return math.hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def separation(a: Poly, b: Poly, enough: float = math.inf) -> float:
    """Greatest gap (mm) between two convex polygons along one of their edge normals; negative where they overlap.

    Never more than their distance, and equal to it where an edge of one lies nearest to the other. One that is at least
    `enough` is good enough: others are not looked for.
    """
    best = -math.inf
    for poly in (a, b):
        px, py = poly[-1]
        for x, y in poly:
            nx, ny = y - py, px - x
            px, py = x, y
            length = math.hypot(nx, ny)
            if length == 0.0:
                continue
            nx, ny = nx / length, ny / length
            here = [u * nx + v * ny for u, v in a]
            there = [u * nx + v * ny for u, v in b]
            apart = min(here) - max(there)
            if apart > best:
                best = apart
            apart = min(there) - max(here)
            if apart > best:
                best = apart
            if best >= enough:
                return best
    return best


def gap(a: Poly, b: Poly, enough: float = math.inf) -> float:
    """Distance (mm) of two convex polygons, 0 where they meet.

    Parameters
    ----------
    enough
        A distance of at least this may be given as any number between this and the distance.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> gap(square, [(x + 13.0, y + 14.0) for x, y in square])
    5.0
    """
    apart = separation(a, b, enough)
    if apart <= 0.0:
        return 0.0
    if apart >= enough:
        return apart
    best = math.inf
    for one, two in ((a, b), (b, a)):
        last = two[-1]
        for corner in two:
            for p in one:
                best = min(best, point_segment_distance(p, last, corner))
            last = corner
    return best


def nearing(a: Poly, b: Poly, direction: Point, distance: float) -> float:
    """Way (mm) after which a convex polygon running along a unit vector is `distance` mm from another; 0 if it is now.

    Infinite where it never comes so near. A distance of 0 is touching.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> nearing(square, [(x + 30.0, y + 5.0) for x, y in square], (1.0, 0.0), 4.0)
    16.0
    >>> nearing(square, [(x + 30.0, y + 15.0) for x, y in square], (1.0, 0.0), 4.0)
    inf
    """
    if gap(a, b, distance + 1e-9) <= distance:
        return 0.0
    dx, dy = direction
    best = math.inf
    for one, two, vx, vy in ((a, b, dx, dy), (b, a, -dx, -dy)):
        last = two[-1]
        for corner in two:
            for p in one:
                best = min(best, _point_nearing(p, (vx, vy), last, corner, distance))
            last = corner
    return best


def _point_nearing(p: Point, v: Point, start: Point, end: Point, radius: float) -> float:
    """Way after which a point running along a unit vector is within a radius of a segment; it is farther now."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    length = math.hypot(ex, ey)
    rx, ry = p[0] - start[0], p[1] - start[1]
    best = math.inf
    if length > 0.0:
        ux, uy = ex / length, ey / length
        height, speed = rx * -uy + ry * ux, v[0] * -uy + v[1] * ux
        if height * speed < 0.0 and abs(height) >= radius:
            way = (abs(height) - radius) / abs(speed)
            at = (rx + v[0] * way) * ux + (ry + v[1] * way) * uy
            if -1e-9 <= at <= length + 1e-9:
                return way
    if radius > 0.0:
        for cx, cy in ((rx, ry), (p[0] - end[0], p[1] - end[1])):
            b = cx * v[0] + cy * v[1]
            root = b * b - (cx * cx + cy * cy - radius * radius)
            if root >= 0.0 and b < 0.0:
                best = min(best, max(-b - math.sqrt(root), 0.0))
    return best


def nearest_points(a: Poly, b: Poly, same: float) -> tuple[float, list[tuple[Point, Point]]]:
    """Distance (mm) of two convex polygons that do not meet, and the pairs of points (of a, of b) so near.

    Pairs within `same` mm of the least are given, each with a corner of one of the polygons in it: along parallel edges
    these are the ends of the common stretch.
    """
    found: list[tuple[float, Point, Point]] = []
    for one, two, flip in ((a, b, False), (b, a, True)):
        last = two[-1]
        for corner in two:
            ex, ey = corner[0] - last[0], corner[1] - last[1]
            squared = ex * ex + ey * ey
            for p in one:
                t = ((p[0] - last[0]) * ex + (p[1] - last[1]) * ey) / squared if squared else 0.0
                t = min(1.0, max(0.0, t))
                q = (last[0] + ex * t, last[1] + ey * t)
                far = math.hypot(p[0] - q[0], p[1] - q[1])
                found.append((far, q, p) if flip else (far, p, q))
            last = corner
    least = min(row[0] for row in found)
    return least, [(p, q) for far, p, q in found if far <= least + same]
