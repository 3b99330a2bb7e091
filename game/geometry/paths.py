"""Shortest legal paths of a base round obstacles, at any angle, and metering along the terrain they cross.

The base keeps its facing, or is round; its centre must stay off the forbidden places of `room`. Without terrain that
costs extra the shortest path bends only at corners of those, and is found exactly: the straight line first, then only
with the obstacles that shorter paths turn out to hit. Where ground costs more than its length, paths may also bend on
the outlines of such ground; there the bends are points every `GRAIN` mm, so that the cost is right and the path nearly
the cheapest. Ties are broken by the order of the points: the same question always has the same answer.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from .bases import Bases
from .convex_walls import CLEAR, Blocks
from .crossing import area_depths, ring_edges
from .planar import Shape, Shapes, shapes, union
from .room import forbidden
from .shapes import Floats, Footprint, Point

GRAIN = 12.0
"""Distance (mm) between bends on the outline of ground that costs extra."""


class Slow(msgspec.Struct, frozen=True):
    """Ground on which a mm of path costs `factor` mm of allowance (1 or more); of grounds that overlap the dearest."""

    area: Shape
    factor: float


class Route(msgspec.Struct, frozen=True):
    """A path (mm, from the start to the end), its length and what it costs (mm of allowance)."""

    points: tuple[Point, ...]
    length: float
    cost: float


def length_of(points: Sequence[Point]) -> float:
    """Length (mm) of a polyline."""
    return sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def cost_of(points: Sequence[Point], slow: Sequence[Slow]) -> float:
    """Allowance (mm) a polyline costs: its length, and more on slow ground.

    >>> cost_of([(-50.0, 50.0), (50.0, 50.0)], [Slow(shapely.box(0.0, 0.0, 100.0, 100.0), 2.0)])
    150.0
    """
    if len(points) < 2:
        return 0.0
    line = np.array(points, dtype=np.float64)
    return round(float(_costs(line[:-1], line[1:], slow).sum()), 9)


def _costs(starts: Floats, ends: Floats, slow: Sequence[Slow]) -> Floats:
    """Allowance (s,) of straight lines: the dearest ground first, each next one only for what it adds."""
    out: Floats = np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1])
    order = sorted(slow, key=lambda ground: ground.factor)
    for k, ground in enumerate(order):
        before = order[k - 1].factor if k else 1.0
        if ground.factor <= before:
            continue
        dearer = [g.area for g in order[k:]]
        whole = dearer[0] if len(dearer) == 1 else union(dearer)
        out = out + (ground.factor - before) * area_depths(starts, ends, ring_edges(whole))
    return out


def walls_for(
    footprint: Footprint,
    facing: float = 0.0,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> list[Shape]:
    """Places forbidden to the centre of a base, for `shortest`; gaps (mm) to bases and areas are kept all along."""
    return forbidden(footprint, facing, bases, areas, gap, area_gap)


def shortest(
    start: Point,
    end: Point,
    walls: Sequence[Shape],
    slow: Sequence[Slow] = (),
    within: Shape | None = None,
    most: float = math.inf,
) -> Route | None:
    """The cheapest path between two points through no wall; None if there is none.

    Parameters
    ----------
    walls
        Convex areas (`walls_for`) whose inside must not be crossed; along their outlines is free. One that holds the
        start is left out: a base may always leave what it stands against.
    slow
        Ground that costs extra.
    within
        Convex area that must not be left, such as the table shrunk by the base.
    most
        Allowance (mm): dearer paths are not looked for.

    >>> wall = shapely.box(40.0, -30.0, 60.0, 30.0)
    >>> round(shortest((0.0, 0.0), (100.0, 0.0), [wall]).length, 1)
    120.0
    >>> shortest((0.0, 0.0), (50.0, 0.0), [wall]) is None
    True
    """
    spot, goal = shapely.Point(start), shapely.Point(end)
    if within is not None and not (within.distance(goal) < 1e-6 and within.distance(spot) < 1e-6):
        return None
    all_walls = shapes(list(walls))
    # what the allowance does not lead to and on to the end cannot matter
    near = shapely.distance(all_walls, spot) + shapely.distance(all_walls, goal) <= most + CLEAR
    if _strictly_in(all_walls[near], goal).any():
        return None
    there = all_walls[near]
    usable: list[Shape] = list(there[~_strictly_in(there, spot)])
    blocks = Blocks(usable)
    used: list[int] = []
    while True:
        if used or slow:
            points = _search(start, end, [usable[k] for k in used], blocks.take(used), slow, within, most)
        else:  # past nothing the straight line is the best
            points = _straight(start, end) if np.hypot(end[0] - start[0], end[1] - start[1]) <= most + CLEAR else None
        if points is None:
            return None
        line = np.array(points)
        hit = blocks.hit(line[:-1], line[1:])
        if not set(hit) - set(used):
            return Route(tuple(points), round(length_of(points), 9), cost_of(points, slow))
        used = sorted({*used, *hit})


def _straight(start: Point, end: Point) -> list[Point]:
    return [(float(x), float(y)) for x, y in (start, end)]


def _strictly_in(walls: Shapes, spot: shapely.Point) -> NDArray[np.bool_]:
    """Which walls hold a point well inside."""
    holds = np.asarray(shapely.contains(walls, spot))
    rows = np.flatnonzero(holds)
    if len(rows):
        holds[rows] = shapely.distance(shapely.boundary(walls[rows]), spot) > CLEAR
    return holds


class _Bends(msgspec.Struct, frozen=True):
    """Points (n, 2) at which a path may bend: a hair off the corners of walls, and along the outlines of slow ground.

    ``sides`` (n, 2, 2) are the directions from a corner to its neighbours, ``slack`` (n,) how far they are trusted,
    ``walls`` (n,) numbers of the walls, -1 where it is no corner.
    """

    points: Floats
    sides: Floats
    slack: Floats
    walls: NDArray[np.intp]

    def of(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> _Bends:
        """Some of them."""
        return _Bends(self.points[rows], self.sides[rows], self.slack[rows], self.walls[rows])

    def graze(self, rows: NDArray[np.intp] | int, ways: Floats) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
        """Whether lines in directions (s, 2) pass a wall at its corners without running into it or away from it.

        No shortest path bends at a corner but along such a line on both sides of it. With it go the numbers of the
        walls (s,) that the lines do not run through for this reason, -1 where it is doubtful.
        """
        ahead, behind = (ways[:, 0] * self.sides[rows, i, 1] - ways[:, 1] * self.sides[rows, i, 0] for i in (0, 1))
        slack = self.slack[rows]
        may = ~(((ahead > slack) & (behind < -slack)) | ((ahead < -slack) & (behind > slack)))
        return np.asarray(may), np.where(ahead * behind >= 0.0, self.walls[rows], -1)

    def taut(self, k: int, came: Floats, ways: Floats) -> NDArray[np.bool_]:
        """Whether lines in directions (s, 2) bend round the wall at a corner, not away from it, after coming so."""
        ahead, behind = (came[0] * self.sides[k, i, 1] - came[1] * self.sides[k, i, 0] for i in (0, 1))
        length = math.hypot(came[0], came[1])
        side = ahead + behind
        if not math.isfinite(self.slack[k]) or abs(side) <= self.slack[k] * length:
            return np.ones(len(ways), dtype=np.bool_)
        turn = (came[0] * ways[:, 1] - came[1] * ways[:, 0]) / length
        return np.asarray(turn * math.copysign(1.0, side) >= -self.slack[k])


def _bends(start: Point, end: Point, walls: Sequence[Shape], slow: Sequence[Slow], within: Shape | None) -> _Bends:
    """The start, the end, and all places where a path may bend."""
    parts: list[_Bends] = []
    for number, wall in enumerate(walls):
        ring = shapely.get_coordinates(wall)[:-1]
        ahead, behind = np.roll(ring, -1, axis=0) - ring, np.roll(ring, 1, axis=0) - ring
        long, short = np.hypot(*ahead.T), np.hypot(*behind.T)
        ahead, behind = ahead / long[:, None], behind / short[:, None]
        out = -(ahead + behind)
        size = np.hypot(*out.T)
        keep = size > 1e-9
        corners = ring[keep] + out[keep] / size[keep][:, None] * CLEAR
        slack = 0.01 + 2.0 * CLEAR / np.minimum(long, short)[keep]
        numbers = np.full(len(corners), number, dtype=np.intp)
        parts.append(_Bends(corners, np.stack((ahead[keep], behind[keep]), axis=1), slack, numbers))
    for ground in slow:
        for edge in ring_edges(ground.area):
            count = max(1, math.ceil(float(np.hypot(*(edge[1] - edge[0]))) / GRAIN))
            parts.append(_free_points(edge[0] + (edge[1] - edge[0]) * (np.arange(count) / count)[:, None]))
    parts.insert(0, _free_points(np.empty((0, 2))))
    found = _joined(parts)
    if within is not None and len(found.points):
        found = found.of(np.asarray(shapely.dwithin(within, shapely.points(found.points), 1e-6)))
    if walls and len(found.points):
        spots = np.asarray(shapely.points(found.points), dtype=object)
        inside = np.zeros(len(spots), dtype=np.bool_)
        for wall in walls:
            inside |= np.asarray(shapely.contains_properly(shapely.buffer(wall, -CLEAR / 4.0), spots))
        found = found.of(~inside)
    ends = _free_points(np.array((start, end)))
    return _joined((ends, found))


def _joined(parts: Sequence[_Bends]) -> _Bends:
    points, sides, slack = (np.concatenate([getattr(p, name) for p in parts]) for name in ("points", "sides", "slack"))
    return _Bends(points, sides, slack, np.concatenate([p.walls for p in parts]))


def _free_points(points: Floats) -> _Bends:
    """Points at which a path may bend as it likes."""
    count = len(points)
    return _Bends(points, np.zeros((count, 2, 2)), np.full(count, math.inf), np.full(count, -1, dtype=np.intp))


def _search(
    start: Point,
    end: Point,
    walls: Sequence[Shape],
    blocks: Blocks,
    slow: Sequence[Slow],
    within: Shape | None,
    most: float = math.inf,
) -> list[Point] | None:
    """Best path past some walls: A* over the bends, lines of sight being found only from points reached."""
    bends = _bends(start, end, walls, slow, within)
    nodes = bends.points
    least = np.hypot(nodes[:, 0] - end[0], nodes[:, 1] - end[1])
    best = np.full(len(nodes), math.inf)
    best[0] = 0.0
    came = np.full(len(nodes), -1)
    done = np.zeros(len(nodes), dtype=np.bool_)
    heap: list[tuple[float, int]] = [(float(least[0]), 0)]
    while heap:
        _, k = heapq.heappop(heap)
        if done[k]:
            continue
        done[k] = True
        if k == 1:
            path = [1]
            while came[path[-1]] >= 0:
                path.append(int(came[path[-1]]))
            return [(float(nodes[n, 0]), float(nodes[n, 1])) for n in reversed(path)]
        way = nodes - nodes[k]
        long = np.hypot(way[:, 0], way[:, 1])
        far = best[k] + long
        rows = np.flatnonzero(~done & (best > far) & (far + least <= most + CLEAR))
        passed: tuple[NDArray[np.intp], ...] = ()
        if not slow:
            ways = way[rows] / np.where(long[rows] == 0.0, 1.0, long[rows])[:, None]
            (into, there), (out_of, here) = bends.graze(rows, ways), bends.graze(k, ways)
            keep = into & out_of & bends.taut(k, nodes[k] - nodes[came[k]], ways)
            rows, passed = rows[keep], (there[keep], here[keep])
        starts = np.repeat(nodes[k : k + 1], len(rows), axis=0)
        free = ~blocks.through(starts, nodes[rows], passed)
        rows, starts = rows[free], starts[free]
        if not len(rows):
            continue
        costs = best[k] + _costs(starts, nodes[rows], slow)
        better = costs < best[rows] - 1e-9
        best[rows[better]] = costs[better]
        came[rows[better]] = k
        for n in rows[better].tolist():
            heapq.heappush(heap, (float(best[n] + least[n]), n))
    return None
