"""The front edge of a body, and what it meets straight ahead: where, when, along which width."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from game.geometry.planar import Shape
from game.geometry.shapes import Point, Pose, forward
from game.kit.block.outlines import Floats, about

IN_RANK = 0.5
"""mm by which the front edges of figures of one rank may differ: they are turned and rounded."""
THIN = 0.01
"""mm of depth of the rectangle that stands for a front edge."""


@dataclass(frozen=True)
class Front:
    """The front edge of a body: its ends (mm) as the body sees them, and where it faces (compass degrees)."""

    left: Point
    right: Point
    facing: float

    @property
    def ahead(self) -> Point:
        """The unit vector straight ahead."""
        return forward(self.facing)

    @property
    def middle(self) -> Point:
        """Its middle (mm)."""
        return (self.left[0] + self.right[0]) / 2.0, (self.left[1] + self.right[1]) / 2.0

    @property
    def width(self) -> float:
        """Mm from end to end."""
        return math.dist(self.left, self.right)

    @property
    def pose(self) -> Pose:
        """Its middle, and where it faces."""
        return Pose(*self.middle, self.facing)

    @property
    def line(self) -> Shape:
        """The edge as a line."""
        return shapely.LineString((self.left, self.right))

    def strip(self, deep: float) -> Floats:
        """Corners (4, 2) of the ground before it, so many mm deep."""
        ahead = np.array(self.ahead) * deep
        left, right = np.array(self.left), np.array(self.right)
        return np.stack((left + ahead, right + ahead, right, left))

    def wheeled(self, degrees: float) -> Front:
        """The edge after a wheel about its inner corner: to the right for positive degrees."""
        pivot = self.right if degrees > 0.0 else self.left
        ends = about(np.array([self.left, self.right]), pivot, math.radians(degrees)).tolist()
        return Front(tuple(ends[0]), tuple(ends[1]), (self.facing + degrees) % 360.0)

    def swept(self, distance: float) -> Shape:
        """The ground that the edge goes over in so many mm straight ahead."""
        there = self.moved(distance)
        return shapely.Polygon((self.left, there.left, there.right, self.right))

    def swung(self, degrees: float) -> Shape:
        """The ground that the edge goes over in a wheel, cut at every degree."""
        count = max(1, math.ceil(abs(degrees)))
        edges = [self, *(self.wheeled(degrees * k / count) for k in range(1, count + 1))]
        parts = [shapely.MultiPoint([a.left, a.right, b.left, b.right]).convex_hull for a, b in pairwise(edges)]
        found: Shape = shapely.union_all(parts)
        return found

    def moved(self, distance: float) -> Front:
        """The edge so many mm straight ahead."""
        (x, y), (lx, ly), (rx, ry) = self.ahead, self.left, self.right
        return Front((lx + x * distance, ly + y * distance), (rx + x * distance, ry + y * distance), self.facing)

    def piece(self) -> Floats:
        """The edge as a rectangle of next to no depth (1, 4, 2), to measure from."""
        ahead, ends = np.array(self.ahead), np.array([self.left, self.right])
        back = ends[::-1] - ahead * THIN
        return np.concatenate([ends, back])[None]


def front_of(poses: Floats, sizes: Floats, facing: float) -> Front:
    """The front edge of figures that look in a direction: that of those who stand foremost.

    Raises
    ------
    ValueError
        If there is no figure.
    """
    if not len(poses):
        raise ValueError("a body without figures has no front")
    angle = math.radians(facing)
    ahead, right = np.array([math.sin(angle), math.cos(angle)]), np.array([math.cos(angle), -math.sin(angle)])
    off = np.radians(poses[:, 2] - facing)
    sin, cos = np.abs(np.sin(off)), np.abs(np.cos(off))
    half_u, half_v = (cos * sizes[:, 0] + sin * sizes[:, 1]) / 2.0, (sin * sizes[:, 0] + cos * sizes[:, 1]) / 2.0
    u, v = poses[:, :2] @ right, poses[:, :2] @ ahead + half_v
    top = float(v.max())
    first = v >= top - IN_RANK
    ends = [float((u - half_u)[first].min()), float((u + half_u)[first].max())]
    (lx, ly), (rx, ry) = (right * end + ahead * top for end in ends)
    return Front((float(lx), float(ly)), (float(rx), float(ry)), facing % 360.0)


@dataclass(frozen=True)
class Edges:
    """Many front edges (n) at once: their ends (n, 2) and unit vectors straight ahead (n, 2)."""

    left: Floats
    right: Floats
    ahead: Floats

    @classmethod
    def of(cls, fronts: Sequence[Front]) -> Edges:
        """Some single ones."""
        ends = np.array([(f.left, f.right, f.ahead) for f in fronts]).reshape(-1, 3, 2)
        return cls(ends[:, 0], ends[:, 1], ends[:, 2])

    @property
    def width(self) -> Floats:
        """Mm from end to end (n)."""
        return np.asarray(np.hypot(*(self.right - self.left).T))

    def wheeled(self, degrees: Floats) -> Edges:
        """Each of them after each of some wheels (m), to the right for positive degrees: n times m edges."""
        turn = np.radians(np.tile(degrees, len(self.left)))
        left, right, ahead = (np.repeat(a, len(degrees), axis=0) for a in (self.left, self.right, self.ahead))
        pivot = np.where((turn > 0.0)[:, None], right, left)
        return Edges(_swung(left - pivot, turn) + pivot, _swung(right - pivot, turn) + pivot, _swung(ahead, turn))

    def take(self, rows: NDArray[np.intp]) -> Edges:
        """Some of them."""
        return Edges(self.left[rows], self.right[rows], self.ahead[rows])


def _swung(vectors: Floats, turn: Floats) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([x * cos + y * sin, y * cos - x * sin], axis=1)


@dataclass(frozen=True)
class Sights:
    """How far each of some front edges (n) goes straight ahead until it meets something, in mm; infinite for never.

    Attributes
    ----------
    middle
        Until the middle of the edge comes upon the outline.
    contact
        Until any of the edge does.
    """

    middle: Floats
    contact: Floats


def sights(
    edges: Edges,
    outline: Floats,
    drift: tuple[float, float] = (0.0, 0.0),
    shifts: Floats | None = None,
    slack: float = 0.0,
) -> Sights:
    """When some front edges, each going straight ahead, meet an outline (k, 4, 2).

    Parameters
    ----------
    drift
        mm by which the outline goes on for each mm of the edge's way.
    shifts
        (n, 2) mm by which the outline is elsewhere for each of the edges.
    slack
        mm beyond a corner that still count as upon it, and behind the edge as before it.

    What lies behind an edge is not met. An outline that goes away at least as fast is never met.
    """
    far, across, met = _seen(edges, outline, drift, shifts)
    wide = edges.width
    middle = np.where(met, _way_to(far, across, wide / 2.0, slack), np.inf)
    ends = np.minimum(_way_to(far, across, np.zeros_like(wide), slack), _way_to(far, across, wide, slack))
    inside = (across >= -slack) & (across <= wide[:, None, None] + slack) & (far >= -slack)
    corner = np.where(inside, np.maximum(far, 0.0), np.inf).min(axis=(1, 2), initial=np.inf)
    return Sights(middle, np.where(met, np.minimum(corner, ends), np.inf))


def shared(
    edge: Front,
    outline: Floats,
    drift: tuple[float, float] = (0.0, 0.0),
    shift: tuple[float, float] = (0.0, 0.0),
    slack: float = 0.0,
) -> tuple[float, float]:
    """Mm of a front edge that will meet an outline straight ahead; mm that all of this measures across the way."""
    far, across, met = _seen(Edges.of([edge]), outline, drift, np.array([shift]))
    if not met[0]:
        return 0.0, 0.0
    spans = _spans(far[0], across[0], slack)
    return _covered(spans, 0.0, edge.width), _covered(spans, -math.inf, math.inf)


def _seen(
    edges: Edges, outline: Floats, drift: tuple[float, float], shifts: Floats | None
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """For each corner (n, k, 4) the way until the line of an edge comes to it, and where on that line it is then."""
    left, ahead = edges.left, edges.ahead
    right = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    pace = 1.0 - ahead @ np.array(drift)
    shift = np.zeros_like(left) if shifts is None else shifts
    corners = outline[None] + shift[:, None, None, :] - left[:, None, None, :]
    met = pace > 1e-9
    far = (corners * ahead[:, None, None, :]).sum(axis=-1) / np.where(met, pace, 1.0)[:, None, None]
    aside = (right @ np.array(drift))[:, None, None]
    return far, (corners * right[:, None, None, :]).sum(axis=-1) + far * aside, met


def _way_to(far: Floats, across: Floats, at: Floats, slack: float) -> Floats:
    """The way (n) until a point of each edge, so many mm from its left end, comes upon an outline."""
    here = at[:, None, None]
    a, b = across, np.roll(across, -1, axis=2)
    f, g = far, np.roll(far, -1, axis=2)
    low, high = np.minimum(a, b), np.maximum(a, b)
    hit = (low - slack <= here) & (here <= high + slack)
    part = np.where(high - low > 1e-9, (np.clip(here, low, high) - a) / np.where(high - low > 1e-9, b - a, 1.0), 0.0)
    way = np.where(high - low > 1e-9, f + part * (g - f), np.minimum(f, g))
    nearest = np.where(hit, way, np.inf).min(axis=2, initial=np.inf)
    farthest = np.where(hit, np.where(high - low > 1e-9, way, np.maximum(f, g)), -np.inf).max(axis=2, initial=-np.inf)
    found = np.where(farthest >= -slack, np.maximum(nearest, 0.0), np.inf)
    return np.asarray(found.min(axis=1, initial=np.inf))


def _spans(far: Floats, across: Floats, slack: float) -> list[tuple[float, float]]:
    """The stretches (mm from the left end) that pieces cover across the way, less what lies behind the edge."""
    out: list[tuple[float, float]] = []
    for ways, places in zip(far.tolist(), across.tolist(), strict=True):
        seen: list[float] = []
        for k in range(len(ways)):
            (f, a), (g, b) = (ways[k], places[k]), (ways[k - 1], places[k - 1])
            if f >= -slack:
                seen.append(a)
            if (f < -slack) != (g < -slack):
                seen.append(a + (b - a) * (-slack - f) / (g - f))
        if seen:
            out.append((min(seen), max(seen)))
    return sorted(out)


def _covered(spans: list[tuple[float, float]], low: float, high: float) -> float:
    """The length of some stretches together, between two ends."""
    total, last = 0.0, low
    for a, b in spans:
        start, end = max(a, last, low), min(b, high)
        if end > start:
            total += end - start
        last = max(last, b)
    return total
