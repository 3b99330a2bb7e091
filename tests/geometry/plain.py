"""Plain twins: the same questions answered pair by pair with shapely, dense outlines and small steps."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely import affinity

from game.geometry.shapes import EDGES, Footprint, Pose, corners


def solid(footprint: Footprint, pose: Pose, sides: int = 720):
    """Outline as a polygon; round ones with so many sides that the error is below 1e-3 mm."""
    if footprint.kind == "rect":
        shape = shapely.box(-footprint.width / 2, -footprint.depth / 2, footprint.width / 2, footprint.depth / 2)
    else:
        ring = [(math.sin(2 * math.pi * k / sides), math.cos(2 * math.pi * k / sides)) for k in range(sides)]
        shape = affinity.scale(shapely.Polygon(ring), footprint.width / 2, footprint.depth / 2, origin=(0, 0))
    turned = affinity.rotate(shape, -pose.facing, origin=(0, 0))
    return affinity.translate(turned, pose.x, pose.y)


def distance(fa, pa, fb, pb):
    return solid(fa, pa).distance(solid(fb, pb))


def point_distance(point, footprint, pose):
    return solid(footprint, pose).distance(shapely.Point(point))


def shared_area(fa, pa, fb, pb):
    return solid(fa, pa).intersection(solid(fb, pb)).area


def penetration(fa, pa, fb, pb, directions=720):
    """Least push that parts two convex shapes: over a fan of directions, how far one reaches over the other."""
    a, b = (shapely.get_coordinates(solid(f, p)) for f, p in ((fa, pa), (fb, pb)))
    angles = np.arange(directions) * 2 * math.pi / directions
    normals = [np.column_stack((np.sin(angles), np.cos(angles)))]
    for f, p in ((fa, pa), (fb, pb)):
        if f.kind == "rect":
            turns = np.radians(p.facing + 90.0 * np.arange(4))
            normals.append(np.column_stack((np.sin(turns), np.cos(turns))))
    n = np.concatenate(normals)
    over = (a @ n.T).max(axis=0) - (b @ n.T).min(axis=0)
    return max(0.0, float(over.min()))


def zone(footprint, pose, point, spread=45.0):
    """By bearings from the corners."""
    corners = shapely.get_coordinates(solid(Footprint("rect", footprint.width, footprint.depth), pose))[:4]
    local = affinity.rotate(affinity.translate(shapely.Point(point), -pose.x, -pose.y), pose.facing, origin=(0, 0))
    u, v, a, b = local.x, local.y, footprint.width / 2, footprint.depth / 2
    assert len(corners) == 4
    for name, sign in (("front", 1.0), ("rear", -1.0)):
        if sign * v < b:
            continue
        if abs(u) <= a:
            return name
        if math.degrees(math.atan2(abs(u) - a, sign * v - b)) <= spread:
            return name
    return "left" if u < 0 else "right"


def wedge(arc, reach=5000.0, steps=72):
    """An arc as a polygon out to a great distance."""
    if arc.half_angle >= 180.0:
        return shapely.box(-reach, -reach, reach, reach)
    sine, cosine = math.sin(math.radians(arc.facing)), math.cos(math.radians(arc.facing))
    left = (arc.x - cosine * arc.half_width, arc.y + sine * arc.half_width)
    right = (arc.x + cosine * arc.half_width, arc.y - sine * arc.half_width)
    ring = [left]
    for k in range(steps + 1):
        turn = math.radians(arc.facing - arc.half_angle + 2 * arc.half_angle * k / steps)
        apex = left if k < steps / 2 else right
        ring.append((apex[0] + reach * math.sin(turn), apex[1] + reach * math.cos(turn)))
    ring.append(right)
    return shapely.make_valid(shapely.Polygon(ring))


def wheel_union(points, side, degrees, count=721):
    """Union of very many poses of a wheel."""
    pivot = points[0] if side == "L" else points[1]
    sign = 1 if side == "L" else -1
    shape = shapely.Polygon(points)
    return shapely.union_all(
        [affinity.rotate(shape, sign * degrees * k / (count - 1), origin=tuple(pivot)) for k in range(count)]
    )


def turn_union(points, pivot, degrees, count=361):
    shape = shapely.Polygon(points)
    return shapely.union_all(
        [affinity.rotate(shape, -degrees * k / (count - 1), origin=tuple(pivot)) for k in range(count)]
    )


def core(footprint, pose):
    """A shape and a radius about it: a circle is its centre, everything else its outline."""
    if footprint.kind == "circle":
        return shapely.Point(pose.x, pose.y), footprint.width / 2
    return solid(footprint, pose, 360), 0.0


def gap_after(movers, direction, way, obstacle):
    """Least distance of any mover, shifted by a way, to an obstacle; both are `core` pairs."""
    dx, dy = direction[0] * way, direction[1] * way
    return min(affinity.translate(m, dx, dy).distance(obstacle[0]) - r - obstacle[1] for m, r in movers)


def first_contact(movers, direction, way, obstacle, gap, step=2.0):
    """Way at which the distance of any mover to an obstacle falls to the gap: small steps, then halving."""
    last = 0.0
    steps = max(1, math.ceil(way / step))
    for k in range(steps + 1):
        now = way * k / steps
        if gap_after(movers, direction, now, obstacle) <= gap:
            for _ in range(24):
                middle = (last + now) / 2
                if gap_after(movers, direction, middle, obstacle) <= gap:
                    now = middle
                else:
                    last = middle
            return now
        last = now
    return math.inf


def sees(start, end, bases, areas, base_depth, pools):
    """Whether a line is free: (shape) bases one by one, areas as (shape, pool) with an allowance for each pool."""
    line = shapely.LineString((start, end))
    if any(line.intersection(shape).length > base_depth for shape in bases):
        return False
    total = dict.fromkeys(pools, 0.0)
    for shape, pool in areas:
        total[pool] += line.intersection(shape).length
    return all(total[pool] <= allowed for pool, allowed in pools.items())


def edges(footprint, pose):
    """Ends of each edge by its name, clockwise round the base."""
    points = corners(footprint, pose)
    return {name: points[[k, (k + 1) % 4]] for k, name in enumerate(EDGES)}
