"""How far something goes straight ahead, or wheels, before it meets an obstacle: exact, without stepping.

Rectangles and circles move; rectangles, circles, polygons and lines stand in the way. First contact of two outlines is
always a corner of one against an edge of the other, so corners run as points against edges widened by the gap. Ovals go
by their polygon.

What is nearer than the gap at the start, or touches, may be left freely: it is met only if the mover comes nearer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from .bases import Bases, near_boxes
from .planar import Shape, Shapes, polygons_from, shapes, shared_amounts
from .shapes import Floats, Point, corners_of, outline

GIVE = 0.01
"""How far (mm) a mover must come nearer than allowed before it has met an obstacle: recorded poses are rounded."""

AT_ONCE = 1.0
"""What was too near at the start, and is met within this way (mm), is met at the start."""


class Travel(msgspec.Struct, frozen=True):
    """Way (mm or degrees) to the first obstacle, and its index; the whole way and -1 if nothing is met."""

    way: float
    which: int


@dataclass(frozen=True)
class Outlines:
    """Obstacles taken apart into segments with a radius, each with the obstacle it belongs to."""

    segments: Floats
    radii: Floats
    owners: NDArray[np.intp]
    solids: Shapes
    count: int

    @classmethod
    def of_bases(cls, bases: Bases) -> Outlines:
        """Edges of bases; a circle is its centre with a radius."""
        plain = np.flatnonzero(bases.kinds == 0)
        rings = bases.corners[plain]
        parts = [np.stack((rings, np.roll(rings, -1, axis=1)), axis=2).reshape(-1, 2, 2)]
        radii = [np.zeros(4 * len(plain))]
        owners = [np.repeat(plain, 4)]
        for i in np.flatnonzero(bases.kinds).tolist():
            if bases.kinds[i] == 1:
                parts.append(np.stack((bases.centres[i], bases.centres[i]))[None])
                radii.append(np.array([float(bases.widths[i]) / 2.0]))
            else:
                ring = outline(bases.footprint(i), bases.pose(i))
                parts.append(np.stack((ring, np.roll(ring, -1, axis=0)), axis=1))
                radii.append(np.zeros(len(ring)))
            owners.append(np.full(len(parts[-1]), i, dtype=np.intp))
        return cls(np.concatenate(parts), np.concatenate(radii), np.concatenate(owners), bases.polygons, len(bases))

    @classmethod
    def of_shapes(cls, geometries: Sequence[Shape] | Shapes) -> Outlines:
        """Edges of polygons (holes too) and lines."""
        parts: list[Floats] = []
        owners: list[int] = []
        solids = shapes(list(geometries))
        for i, geometry in enumerate(solids):
            for piece in shapely.get_parts(geometry):
                rings = [piece.exterior, *piece.interiors] if isinstance(piece, shapely.Polygon) else [piece]
                for ring in rings:
                    points = shapely.get_coordinates(ring)
                    parts.append(np.stack((points[:-1], points[1:]), axis=1))
                    owners.extend([i] * (len(points) - 1))
        segments = np.concatenate(parts) if parts else np.empty((0, 2, 2))
        return cls(segments, np.zeros(len(segments)), np.array(owners, dtype=np.intp), solids, len(solids))


def travel_times(
    movers: Bases,
    direction: Point,
    distance: float,
    obstacles: Bases | Outlines | Sequence[Shape] | Shapes,
    gap: float = 0.0,
) -> Floats:
    """Way (mm) after which a rigid block of movers comes within `gap` of each obstacle; infinity beyond `distance`.

    Parameters
    ----------
    direction
        Unit vector of the shift.
    gap
        Distance (mm) at which an obstacle is met; 0 for touching. What is nearer at the start is met (at 0) only if the
        gap to it would shrink; what overlaps at the start, only if the overlap would grow.

    Returns
    -------
    (m,) ways, one an obstacle.

    >>> from .shapes import Footprint, Pose
    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> me = Bases.of([stand], [Pose(0.0, 0.0)])
    >>> them = Bases.of([stand] * 3, [Pose(0.0, 120.0), Pose(40.0, 0.0), Pose(39.0, 200.0)])
    >>> travel_times(me, (0.0, 1.0), 300.0, them).tolist()
    [100.0, inf, 180.0]
    >>> travel_times(me, (0.0, 1.0), 300.0, them, gap=10.0).tolist()
    [90.0, inf, 170.0]
    """
    found = outlines_of(obstacles)
    best = np.full(found.count, math.inf)
    if not len(movers) or not len(found.segments) or distance <= 0.0:
        return best
    d = np.array(direction, dtype=np.float64)
    d = d / np.hypot(d[0], d[1])
    shift = d * distance

    def near(box: Floats) -> Floats:
        return np.concatenate((np.minimum(box[:2], box[:2] + shift), np.maximum(box[2:], box[2:] + shift)))

    motion = Motion(
        lambda corners, segments, radii: _impacts(corners, d, segments, radii),
        lambda points: points + d * 0.1,
        near,
        distance,
        AT_ONCE,
    )
    return first_meetings(movers, motion, found, gap)


def way_to_edge(points: Floats, direction: Point, width: float, depth: float) -> float:
    """Way (mm) until the first of some points (n, 2) comes to the edge of a table; 0 for what is beyond it already.

    >>> way_to_edge(np.array([[10.0, 20.0], [30.0, 20.0]]), (1.0, 0.0), 100.0, 50.0)
    70.0
    """
    best = math.inf
    for x, y in points.reshape(-1, 2).tolist():
        for at, step, size in ((x, direction[0], width), (y, direction[1], depth)):
            if step > 1e-9:
                best = min(best, (size - at) / step)
            elif step < -1e-9:
                best = min(best, -at / step)
    return max(0.0, best)


@dataclass(frozen=True)
class Motion:
    """How movers move, as far as finding what they meet needs it.

    Parameters
    ----------
    impacts
        Way (E,) after which an outline (k, 2) comes within a radius (E,) of segments (E, 2, 2).
    nudge
        Points a hair farther along.
    swept
        Upright box (4,) swept by what an upright box holds.
    way, at_once
        The whole way, and how soon something too near from the start counts as met at the start.
    """

    impacts: Callable[[Floats, Floats, Floats], Floats]
    nudge: Callable[[Floats], Floats]
    swept: Callable[[Floats], Floats]
    way: float
    at_once: float


def first_meetings(movers: Bases, motion: Motion, found: Outlines, gap: float) -> Floats:
    """Way (m,) after which a rigid block meets each obstacle, by `travel_times`' rules; infinity where it does not."""
    best = np.full(found.count, math.inf)
    low = np.minimum(found.segments[:, 0], found.segments[:, 1]) - found.radii[:, None]
    high = np.maximum(found.segments[:, 0], found.segments[:, 1]) + found.radii[:, None]
    for i in range(len(movers)):
        box = motion.swept(movers.boxes[i])
        rows = np.flatnonzero((low <= box[2:] + gap + 1.0).all(axis=1) & (high >= box[:2] - gap - 1.0).all(axis=1))
        if not len(rows):
            continue
        owners = found.owners[rows]
        freed, stuck = _overlapped(movers, i, found, np.unique(owners), motion)
        best[stuck] = 0.0
        rows = rows[~np.isin(owners, freed)]
        way = _one_mover(movers, i, motion, found.segments[rows], found.radii[rows], found.owners[rows], gap)
        np.minimum.at(best, found.owners[rows], way)
    return best


def travel_until(
    movers: Bases,
    direction: Point,
    distance: float,
    obstacles: Bases | Outlines | Sequence[Shape] | Shapes,
    gap: float = 0.0,
) -> Travel:
    """Way (mm, at most `distance`) to the first obstacle met, as `travel_times` counts, and its index or -1.

    >>> from .shapes import Footprint, Pose
    >>> me = Bases.of([Footprint("circle", 30.0, 30.0)], [Pose(0.0, 0.0)])
    >>> travel_until(me, (1.0, 0.0), 200.0, [shapely.box(100.0, -50.0, 150.0, 50.0)])
    Travel(way=85.0, which=0)
    """
    times = travel_times(movers, direction, distance, obstacles, gap)
    return first_of(times, distance)


def first_of(ways: Floats, most: float) -> Travel:
    """The least of some ways and its index; the whole way, and -1, where none is as short as that."""
    if not len(ways) or ways.min() > most:
        return Travel(most, -1)
    which = int(np.argmin(ways))
    return Travel(float(ways[which]), which)


def outlines_of(obstacles: Bases | Outlines | Sequence[Shape] | Shapes) -> Outlines:
    """Obstacles of any sort taken apart into segments."""
    if isinstance(obstacles, Outlines):
        return obstacles
    return Outlines.of_bases(obstacles) if isinstance(obstacles, Bases) else Outlines.of_shapes(obstacles)


def _inset(movers: Bases, i: int, by: float) -> Floats:
    """Corners of a rectangle drawn in by some mm on every side; the vertices of an oval; the centre of a circle."""
    if movers.kinds[i] == 1:
        return movers.centres[i : i + 1]
    if movers.kinds[i] == 2:
        ring = outline(movers.footprint(i), movers.pose(i))
        share = 1.0 - by / float(min(movers.widths[i], movers.depths[i]))
        return np.asarray(movers.centres[i] + (ring - movers.centres[i]) * share, dtype=np.float64)
    if by == 0.0:
        return np.asarray(movers.corners[i], dtype=np.float64)
    width, depth = max(movers.widths[i] - 2.0 * by, 0.0), max(movers.depths[i] - 2.0 * by, 0.0)
    return corners_of(width, depth, movers.xs[i], movers.ys[i], movers.facings[i])


def _overlapped(
    movers: Bases, i: int, found: Outlines, owners: NDArray[np.intp], motion: Motion
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Obstacles a mover overlaps from the start: all of them, and those of them into which it would go deeper."""
    solid = shapely.get_dimensions(found.solids[owners]) == 2
    owners = owners[solid]
    bounds = shapely.bounds(found.solids[owners]).reshape(-1, 4)
    owners = owners[near_boxes(movers.boxes[i : i + 1], bounds, 0.0)[1]]
    if not len(owners):
        return owners, owners
    radius = float(movers.widths[i]) / 2.0 if movers.kinds[i] == 1 else 0.0
    if radius:
        core: Shape = shapely.Point(movers.centres[i])
        within = np.asarray(shapely.distance(core, found.solids[owners])) < radius - GIVE
        core = movers.polygons[i]
    else:
        core = polygons_from(_inset(movers, i, GIVE)[None])[0]
        within = np.asarray(shapely.intersects(core, found.solids[owners]))
    over = owners[within]
    if not len(over):
        return over, over
    outlines = shapes([core, shapely.transform(core, motion.nudge)])
    now, then = (shared_amounts(shapes([shape] * len(over)), found.solids[over]) for shape in outlines)
    return over, over[then > now + 1e-6]


def _one_mover(
    movers: Bases,
    i: int,
    motion: Motion,
    segments: Floats,
    radii: Floats,
    owners: NDArray[np.intp],
    gap: float,
) -> Floats:
    """Way of one mover to each segment; how near it is at the start counts by obstacle, not by segment."""
    radius = float(movers.widths[i]) / 2.0 if movers.kinds[i] == 1 else 0.0
    points = _inset(movers, i, 0.0)
    now = segment_distances(points, segments) - radii - radius
    _, numbers = np.unique(owners, return_inverse=True)
    nearest = np.full(len(now), math.inf)
    np.minimum.at(nearest, numbers, now)
    now = nearest[numbers]
    out = np.full(len(segments), math.inf)
    least = np.minimum(gap, now) - GIVE
    near = least < 0.0
    for rows in (np.flatnonzero(near), np.flatnonzero(~near)):
        if len(rows):
            inset = near[rows[0]] and not radius
            corners = _inset(movers, i, 2.0 * GIVE) if inset else points
            widths = radii[rows] + (np.zeros(len(rows)) if inset else np.maximum(least[rows] + radius, 0.0))
            out[rows] = motion.impacts(corners, segments[rows], widths)
    hit = out <= motion.way
    late = hit & (now > gap)
    if late.any():
        exact = motion.impacts(points, segments[late], radii[late] + gap + radius)
        out[late] = np.minimum(out[late], exact)
    early = hit & ~late & (out < motion.at_once)
    out[early] = 0.0
    out[out > motion.way] = math.inf
    return out


def segment_distances(points: Floats, segments: Floats) -> Floats:
    """Distance (E,) of a convex outline (k, 2), or a single point, to segments (E, 2, 2); 0 where they meet."""
    best = _points_segments(points, segments).min(axis=0)
    if len(points) == 1:
        return np.asarray(best)
    edges = np.stack((points, np.roll(points, -1, axis=0)), axis=1)
    for end in (0, 1):
        best = np.minimum(best, _points_segments(segments[:, end], edges).min(axis=1))
    return np.where(_convex_meets(points, segments), 0.0, best)


def _points_segments(points: Floats, segments: Floats) -> Floats:
    """Distances (P, E) of points to segments."""
    along = segments[:, 1] - segments[:, 0]
    squared = np.einsum("ij,ij->i", along, along)
    rel = points[:, None] - segments[None, :, 0]
    t = (rel[..., 0] * along[:, 0] + rel[..., 1] * along[:, 1]) / np.where(squared == 0.0, 1.0, squared)
    t = np.clip(t, 0.0, 1.0)
    return np.hypot(rel[..., 0] - t * along[:, 0], rel[..., 1] - t * along[:, 1])


def _convex_meets(points: Floats, segments: Floats) -> NDArray[np.bool_]:
    """Whether segments (E, 2, 2) meet a convex outline (k, 2), by clipping them to its half-planes."""
    edges = np.roll(points, -1, axis=0) - points
    normals = np.stack((edges[:, 1], -edges[:, 0]), axis=1)
    if _area(points) > 0.0:
        normals = -normals
    low, high = np.zeros(len(segments)), np.ones(len(segments))
    for point, normal in zip(points, normals, strict=True):
        first = (segments[:, 0] - point) @ normal
        last = (segments[:, 1] - point) @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            t = first / (first - last)
        low = np.where((first < 0.0) & (last >= 0.0), np.maximum(low, t), low)
        high = np.where((first >= 0.0) & (last < 0.0), np.minimum(high, t), high)
        high = np.where((first < 0.0) & (last < 0.0), -1.0, high)
    return np.asarray(low <= high)


def _area(points: Floats) -> float:
    """Twice the signed area of a ring, positive anticlockwise."""
    after = np.roll(points, -1, axis=0)
    return float(np.sum(points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]))


def _impacts(corners: Floats, d: Floats, segments: Floats, radii: Floats) -> Floats:
    """Way along d after which an outline comes within `radii` (E,) of each segment; infinity if it never does."""
    best = _point_impacts(corners, d, segments, radii[None, :]).min(axis=0)
    edges = np.stack((corners, np.roll(corners, -1, axis=0)), axis=1)
    for end in (0, 1):
        best = np.minimum(best, _point_impacts(segments[:, end], -d, edges, radii[:, None]).min(axis=1))
    return np.asarray(best)


def _point_impacts(points: Floats, d: Floats, segments: Floats, radii: Floats) -> Floats:
    """Ways (P, E) after which points moving along d come within a radius (broadcast to (P, E)) of segments."""
    along = segments[:, 1] - segments[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    unit = along / np.where(length == 0.0, 1.0, length)[:, None]
    rel = points[:, None] - segments[None, :, 0]
    x, y = rel[..., 0] * unit[:, 0] + rel[..., 1] * unit[:, 1], rel[..., 1] * unit[:, 0] - rel[..., 0] * unit[:, 1]
    vx, vy = d @ unit.T, d[1] * unit[:, 0] - d[0] * unit[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        side = (np.where(y >= 0.0, radii, -radii) - y) / vy
        at = x + side * vx
        meets = (side >= 0.0) & (at >= 0.0) & (at <= length) & (np.abs(y) >= radii) & (length > 0.0)
    best = np.where(meets, side, math.inf)
    if np.any(radii > 0.0):
        for end in (0, 1):
            rel = points[:, None] - segments[None, :, end]
            b = rel[..., 0] * d[0] + rel[..., 1] * d[1]
            c = rel[..., 0] ** 2 + rel[..., 1] ** 2 - radii**2
            root = b * b - c
            reach = -b - np.sqrt(np.maximum(root, 0.0))
            met = (root >= 0.0) & (b < 0.0) & (radii > 0.0)
            best = np.minimum(best, np.where(met, np.maximum(reach, 0.0), math.inf))
    return np.asarray(best)
