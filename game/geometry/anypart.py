"""Whether any part of one base sees any part of another: exact, not by sample rays.

Lines that run free between two bases form cells bounded by lines through vertices: of the bases, and of what stands
between. So if any line is free, one is that passes close by two vertices; all of these are tried. Gaps narrower than
`SLIT` are closed, so that nobody sees between two touching bases.

Where something may be looked through for some depth (a wood), the cells have curved bounds as well; for that a fan of
lines between points of the two outlines is tried besides: a free line found is certain, a missing one only to that fan.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import msgspec
import numpy as np

from .bases import Indices
from .convex import hull
from .crossing import GRAZE, crossings
from .shapes import Floats, Point

SLIT = 0.04
"""Gaps narrower than this (mm) are closed to sight."""

_FAN = 24


class Veil(msgspec.Struct, frozen=True):
    """Something in the way: its edges (m, 2, 2), and the pool of depth its stretches are counted in."""

    edges: Floats
    pool: int


def any_part(
    viewer: Floats, target: Floats, veils: Sequence[Veil], depths: Sequence[float]
) -> tuple[Point, Point] | None:
    """A free line from a convex outline (or segment, (2, 2)) to another, or None.

    Parameters
    ----------
    viewer, target
        Vertices (k, 2) in order.
    veils
        What stands between.
    depths
        Allowed length (mm) of each pool, 0 for what must not be looked through at all.

    Returns
    -------
    The line from where it leaves the viewer to where it meets the target.

    >>> def box(x, y, a, b):
    ...     return np.array([[x, y], [x, y + b], [x + a, y + b], [x + a, y]])
    >>> def wall(x, y, a, b):
    ...     ring = box(x, y, a, b)
    ...     return Veil(np.stack((ring, np.roll(ring, -1, axis=0)), axis=1), 0)
    >>> me, them = box(0, 0, 40, 20), box(0, 100, 40, 20)
    >>> any_part(me, them, [wall(-10, 50, 60, 5)], [0.0]) is None
    True
    >>> any_part(me, them, [wall(-10, 50, 49, 5)], [0.0]) is None
    False
    """
    around = np.array(hull([(float(x), float(y)) for x, y in np.concatenate((viewer, target))]))
    near = [veil for veil in veils if _may_meet(veil.edges, around)]
    first = _fan(viewer, target, 3)
    found = _free(*first, near, depths)
    if found is not None or not near:
        return found
    points = [viewer, target] + [_within(veil.edges[:, 0], around) for veil in near]
    # Where something lies over an outline, a line's end may slide along that until it meets it there.
    points += [_meets(ring, veil.edges) for veil in near for ring in (viewer, target)]
    found = _free(*_critical(np.unique(np.concatenate(points), axis=0), viewer, target), near, depths)
    if found is None and any(depth > 0.0 for depth in depths):
        found = _free(*_fan(viewer, target, _FAN), near, depths)
    return found


def thin_wall(start: Floats, end: Floats) -> Floats:
    """Edges (4, 2, 2) of a wall's stretch as a strip just wide enough to hold off sight."""
    dx, dy = end - start
    length = float(np.hypot(dx, dy)) or 1.0
    aside = np.array((-dy, dx)) / length * SLIT
    ring = np.stack((start + aside, end + aside, end - aside, start - aside))
    return np.stack((ring, np.roll(ring, -1, axis=0)), axis=1)


def _may_meet(edges: Floats, around: Floats) -> bool:
    points = edges[:, 0]
    return bool((points.max(axis=0) >= around.min(axis=0)).all() and (points.min(axis=0) <= around.max(axis=0)).all())


def _within(points: Floats, around: Floats) -> Floats:
    """Points in a convex ring (k, 2), given anticlockwise, or on it."""
    inside = np.ones(len(points), dtype=np.bool_)
    for a, b in zip(around, np.roll(around, -1, axis=0), strict=True):
        inside &= (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0]) >= -1e-6
    return points[inside]


def _meets(ring: Floats, edges: Floats) -> Floats:
    """Points at which edges (m, 2, 2) cut an outline."""
    a = ring[:, None]
    along = (np.roll(ring, -1, axis=0) - ring)[:, None]
    start, way = edges[None, :, 0], (edges[:, 1] - edges[:, 0])[None]
    cross = along[..., 0] * way[..., 1] - along[..., 1] * way[..., 0]
    rel = start - a
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (rel[..., 0] * way[..., 1] - rel[..., 1] * way[..., 0]) / cross
        t = (rel[..., 0] * along[..., 1] - rel[..., 1] * along[..., 0]) / cross
    good = (np.abs(cross) > 1e-12) & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    return np.asarray((a + along * np.where(good, s, 0.0)[..., None])[good])


def _fan(viewer: Floats, target: Floats, count: int) -> tuple[Floats, Floats]:
    """Lines between points spread along two outlines, `count` to an edge."""
    sets = []
    for ring in (viewer, target):
        shares = np.linspace(0.0, 1.0, count, endpoint=False)[None, :, None]
        after = np.roll(ring, -1, axis=0)
        sets.append((ring[:, None] * (1.0 - shares) + after[:, None] * shares).reshape(-1, 2))
    a, b = sets
    return np.repeat(a, len(b), axis=0), np.tile(b, (len(a), 1))


def _critical(points: Floats, viewer: Floats, target: Floats) -> tuple[Floats, Floats]:
    """Lines close by any two points, one to each side of each, cut to the part between the two outlines."""
    i, j = np.triu_indices(len(points), 1)
    way = points[j] - points[i]
    length = np.hypot(way[:, 0], way[:, 1])
    keep = length > 1e-9
    i, j, way = i[keep], j[keep], way[keep] / length[keep][:, None]
    aside = np.stack((-way[:, 1], way[:, 0]), axis=1) * (SLIT / 2.0)
    starts = np.concatenate([points[i] + aside * s for s, _ in product((1.0, -1.0), repeat=2)])
    ends = np.concatenate([points[j] + aside * t for _, t in product((1.0, -1.0), repeat=2)])
    return _between(starts, ends, viewer, target)


def _between(starts: Floats, ends: Floats, viewer: Floats, target: Floats) -> tuple[Floats, Floats]:
    """The part of each endless line from where it leaves the viewer to where it meets the target."""
    a0, a1 = _inside(starts, ends, viewer)
    b0, b1 = _inside(starts, ends, target)
    both = (a0 <= a1) & (b0 <= b1)
    way = ends - starts
    ahead = both & (a1 <= b0)
    behind = both & (b1 <= a0)
    rows = ahead | behind
    first, last = np.where(ahead, a1, a0)[rows, None], np.where(ahead, b0, b1)[rows, None]
    return starts[rows] + way[rows] * first, starts[rows] + way[rows] * last


def _inside(starts: Floats, ends: Floats, ring: Floats) -> tuple[Floats, Floats]:
    """Shares between which endless lines run in a convex outline or cross a segment; from > to where they do not."""
    way = ends - starts
    low, high = np.full(len(starts), -np.inf), np.full(len(starts), np.inf)
    if len(ring) == 2:
        along = ring[1] - ring[0]
        side = [(p[0] - starts[:, 0]) * way[:, 1] - (p[1] - starts[:, 1]) * way[:, 0] for p in ring]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = side[0] / (side[0] - side[1])
            at = ring[0] + along * share[:, None]
            place = np.einsum("ij,ij->i", at - starts, way) / np.einsum("ij,ij->i", way, way)
        crosses = (share >= 0.0) & (share <= 1.0)
        return np.where(crosses, place, np.inf), np.where(crosses, place, -np.inf)
    after = np.roll(ring, -1, axis=0)
    turn = float(np.sum(ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]))
    for a, b in zip(ring, after, strict=True):
        normal = np.array((a[1] - b[1], b[0] - a[0])) * (1.0 if turn > 0.0 else -1.0)
        height, rise = (starts - a) @ normal, way @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            share = -height / rise
        low = np.where(rise > 1e-12, np.maximum(low, share), low)
        high = np.where(rise < -1e-12, np.minimum(high, share), high)
        high = np.where((np.abs(rise) <= 1e-12) & (height < 0.0), -np.inf, high)
    return low, high


def _free(starts: Floats, ends: Floats, veils: Sequence[Veil], depths: Sequence[float]) -> tuple[Point, Point] | None:
    """The shortest of the lines that is free, moved a hair to one side or to the other."""
    if not len(starts):
        return None
    length = np.hypot(*(ends - starts).T)
    free = np.zeros(len(starts), dtype=np.bool_)
    for aside in (GRAZE, -GRAZE):
        rows: Indices = np.flatnonzero(~free)
        pools = np.zeros((len(depths), len(starts)))
        for veil in veils:
            if not len(rows):
                break
            shares = crossings(starts[rows], ends[rows], veil.edges, aside)
            pools[veil.pool, rows] += (shares[:, 1::2] - shares[:, 0::2]).sum(axis=1) * length[rows]
            rows = rows[pools[veil.pool, rows] <= depths[veil.pool] + 1e-9]
        free[rows] = True
    if not free.any():
        return None
    k = int(np.argmin(np.where(free, length, np.inf)))
    return (float(starts[k, 0]), float(starts[k, 1])), (float(ends[k, 0]), float(ends[k, 1]))
