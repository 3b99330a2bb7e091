"""How a body that has met another lies flush with it: the point of contact, the edge hit, the turn, the shift.

The limits are a system's: how far a body may turn, how much of the edge it must share, where there is room.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from game.geometry.shapes import Point, bearing, forward, turn_between
from game.kit.block.front import Front
from game.kit.block.outlines import Floats, turned

NEAR = 0.05
"""mm within which two places are one: poses are rounded."""
ALIKE = 0.01
"""Degrees within which two directions are one."""
LOOK = 0.5
"""mm beside a piece at which is looked whether another piece joins it."""
FRONT, FLANK, REAR = 0, 2, 1
"""Sides of a piece, in the order in which they are taken where nothing else decides."""
SIDES = (FRONT, FLANK, REAR, FLANK)


@dataclass(frozen=True)
class Edge:
    """A straight stretch of an outline: its ends (mm), where it looks out (compass degrees), which side it is."""

    start: Point
    end: Point
    facing: float
    side: int = FRONT

    @property
    def along(self) -> Point:
        """The unit vector from its start to its end."""
        return forward(self.facing + 90.0)

    @property
    def out(self) -> Point:
        """The unit vector that looks out."""
        return forward(self.facing)

    @property
    def length(self) -> float:
        """Mm from end to end."""
        return math.dist(self.start, self.end)

    def span(self, ends: tuple[Point, ...]) -> tuple[float, float]:
        """Where some points lie along it: the least and the greatest distance (mm) from its start."""
        (x, y), (ax, ay) = self.start, self.along
        found = [(px - x) * ax + (py - y) * ay for px, py in ends]
        return min(found), max(found)


@dataclass(frozen=True)
class Contact:
    """Where the front of a body has met another: the point (mm), the edge hit, and how far (mm) it is short of it."""

    point: Point
    edge: Edge
    gap: float = 0.0


@dataclass(frozen=True)
class Laid:
    """How a body lies after it has conformed: its figures (n, 3), the turn (degrees) and the shift (mm) it took."""

    poses: Floats
    turn: float = 0.0
    shift: float = 0.0


# --- where they meet -------------------------------------------------------------------------------------------------


def edges_of(outline: Floats) -> list[Edge]:
    """The edges of pieces (k, 4, 2), each clockwise from its front left corner."""
    out = []
    for corners in outline.tolist():
        for k in range(4):
            (x, y), (to_x, to_y) = corners[k], corners[(k + 1) % 4]
            if math.hypot(to_x - x, to_y - y) > NEAR:
                facing = bearing(y - to_y, to_x - x)
                out.append(Edge((x, y), (to_x, to_y), facing, SIDES[k]))
    return out


def contact(front: Front, outline: Floats, near: float) -> Contact | None:
    """Where a front edge meets pieces (k, 4, 2): the first point, of a stretch that meets at once its middle.

    Parameters
    ----------
    near
        The widest gap (mm) that is contact.

    Returns None where none of the pieces lies so near before the front.
    """
    edges = edges_of(outline)
    found = [s for e in edges for s in _before(front, e)]
    gaps = [gap for _, gap in found if gap >= -near]
    if not gaps or min(gaps) > near:
        return None
    least = min(gaps)
    low, high = _longest([span for span, gap in found if abs(gap - least) <= NEAR])
    middle = (low + high) / 2.0
    (lx, ly), (ax, ay) = front.left, front.ahead
    point = (lx + ay * middle + ax * least, ly - ax * middle + ay * least)
    hit = [e for e in edges if _is_hit(e, point, outline)]
    if not hit:
        return None
    best = min(hit, key=lambda e: (round(_off(front.facing, e), 2), e.side))
    return Contact(point, _whole(best, edges), least)


def _before(front: Front, edge: Edge) -> list[tuple[tuple[float, float], float]]:
    """Stretches and corners of an edge before a front: mm from its left end, and how far (mm) ahead."""
    (lx, ly), (ax, ay) = front.left, front.ahead
    ends = []
    for x, y in (edge.start, edge.end):
        ends.append(((x - lx) * ay - (y - ly) * ax, (x - lx) * ax + (y - ly) * ay))
    (u, v), (s, t) = sorted(ends)
    low, high = max(u, 0.0), min(s, front.width)
    if low > high + NEAR:
        return []
    if abs(t - v) <= NEAR:
        return [((min(low, high), max(low, high)), min(v, t))]
    part = (t - v) / (s - u) if s - u > NEAR else 0.0
    ways = [(at, v + (at - u) * part) for at in (low, high)] if part else [(low, v), (high, t)]
    return [((at, at), gap) for at, gap in ways]


def _longest(spans: list[tuple[float, float]]) -> tuple[float, float]:
    """The longest of the stretches that these make together."""
    runs: list[list[float]] = []
    for low, high in sorted(spans):
        if runs and low <= runs[-1][1] + 2.0 * NEAR:
            runs[-1][1] = max(runs[-1][1], high)
        else:
            runs.append([low, high])
    low, high = max(runs, key=lambda r: round(r[1] - r[0], 2))
    return low, high


def _is_hit(edge: Edge, point: Point, outline: Floats) -> bool:
    """Whether a point lies on an edge, where that looks out of its body and not at a piece that joins it."""
    (x, y), (ox, oy), (ax, ay) = edge.start, edge.out, edge.along
    at, _ = edge.span((point,))
    off = (point[0] - x) * ox + (point[1] - y) * oy
    if abs(off) > 2.0 * NEAR or not -2.0 * NEAR <= at <= edge.length + 2.0 * NEAR:
        return False
    inner = min(max(at, min(LOOK, edge.length / 2.0)), max(edge.length - LOOK, edge.length / 2.0))
    spot = (x + ax * inner + ox * LOOK, y + ay * inner + oy * LOOK)
    return not any(_covers(piece, spot) for piece in outline)


def _covers(piece: Floats, spot: Point) -> bool:
    """Whether a point lies inside a piece."""
    sides = np.roll(piece, -1, axis=0) - piece
    away = np.array(spot) - piece
    return bool(np.all(sides[:, 0] * away[:, 1] - sides[:, 1] * away[:, 0] <= 0.0))


def _off(course: float, edge: Edge) -> float:
    """Degrees by which an edge looks otherwise than straight against a course."""
    return abs((edge.facing - course) % 360.0 - 180.0)


def _whole(edge: Edge, edges: list[Edge]) -> Edge:
    """An edge with those that it is one straight line with: the flank of a column is that of all its ranks."""
    there = [e for e in edges if abs(turn_between(edge.facing, e.facing)) <= ALIKE]
    (x, y), (ox, oy), (ax, ay) = edge.start, edge.out, edge.along
    level = [e for e in there if abs((e.start[0] - x) * ox + (e.start[1] - y) * oy) <= LOOK]
    runs: list[list[float]] = []
    for start, end in sorted(edge.span((e.start, e.end)) for e in level):
        if runs and start <= runs[-1][1] + LOOK:
            runs[-1][1] = max(runs[-1][1], end)
        else:
            runs.append([start, end])
    low, high = next((low, high) for low, high in runs if low <= edge.length / 2.0 <= high)
    ends = ((x + ax * low, y + ay * low), (x + ax * high, y + ay * high))
    return Edge(*ends, edge.facing, edge.side)


# --- lying flush -----------------------------------------------------------------------------------------------------


def conformed(
    poses: Floats,
    front: Front,
    met: Contact,
    *,
    most: float,
    share: float,
    free: Callable[[Floats], bool],
) -> Laid:
    """A body turned about the point of contact so that its front lies flush along the edge hit, facing into it.

    Parameters
    ----------
    poses, front
        Its figures (n, 3) and its front edge.
    most
        Degrees that it may turn: where it needs more it stays as it came.
    share
        mm of the edge that it must share; where it shares less it is moved along it, the shortest way.
    free
        Whether there is room for its figures at some poses: where there is none it stays as it came.
    """
    turn = turn_between(front.facing, met.edge.facing + 180.0)
    if abs(turn) > most + ALIKE:
        return Laid(poses)
    (px, py), (ox, oy), (ax, ay) = met.point, met.edge.out, met.edge.along
    off = (px - met.edge.start[0]) * ox + (py - met.edge.start[1]) * oy
    up, back = np.array((*front.ahead, 0.0)) * met.gap, np.array((ox, oy, 0.0)) * off
    flush = turned(poses + up, met.point, turn) - back
    if abs(turn) > ALIKE and not free(flush):
        return Laid(poses)
    edge = front_turned(front, met.point, turn)
    low, high = met.edge.span((edge.left, edge.right))
    shared = min(high, met.edge.length) - max(low, 0.0)
    shift = min(share, met.edge.length, high - low) - shared
    if shift > NEAR:
        shift = shift if low + high < met.edge.length else -shift
        aside = flush + np.array((ax, ay, 0.0)) * shift
        if free(aside):
            return Laid(aside, turn, shift)
    return Laid(flush, turn)


def front_turned(front: Front, point: Point, degrees: float) -> Front:
    """A front edge turned about a point."""
    ends = np.array([(*front.left, 0.0), (*front.right, 0.0)])
    (left, right) = turned(ends, point, degrees)[:, :2].tolist()
    return Front((left[0], left[1]), (right[0], right[1]), (front.facing + degrees) % 360.0)
