"""The ground on the way of a front edge: spans of one rate, and obstacles where the edge meets them.

A system says at which rate a body crosses its terrain and what an obstacle costs. Lengths are mm; ``start``, ``end``
and ``at`` are mm of a straight way, or degrees of a wheel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.geometry.halving import halved
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose, forward, to_world

Edge = tuple[Point, Point]
"""The ends of a front edge (mm), as its body sees them: left, right."""


class Span(msgspec.Struct, frozen=True):
    """A part of a way at one rate: the share of the rate over open ground, 0 where nobody may go on."""

    start: float
    end: float
    factor: float

    @property
    def cost(self) -> float:
        """What it costs, in open ground: mm or degrees."""
        return (self.end - self.start) / self.factor


class Crossing(msgspec.Struct, frozen=True):
    """Where a way meets an obstacle: its id, and the row of the system's table by which it is crossed."""

    at: float
    piece: str
    row: str = ""


class Going(msgspec.Struct, frozen=True):
    """What lies on a way: its spans, the obstacles in the order in which they are met, and how far it may go.

    ``stopped_by`` names the ground or obstacle that ends it, "" for none, "edge" the table's.
    """

    spans: tuple[Span, ...]
    crossings: tuple[Crossing, ...] = ()
    stop: float = math.inf
    stopped_by: str = ""

    def in_order(self, slack: float = 0.0) -> Iterator[Span | Crossing]:
        """A way as a body goes it: a span up to each obstacle, its crossing, and on.

        Parameters
        ----------
        slack
            An obstacle so near the end of a span, or farther, is met in the next one.
        """
        waiting = list(self.crossings)
        for span in self.spans:
            at = span.start
            while waiting and waiting[0].at < span.end - slack:
                one = waiting.pop(0)
                if one.at > at:
                    yield Span(at, one.at, span.factor)
                    at = one.at
                yield one
            yield Span(at, span.end, span.factor)


def cut_at(
    marks: Iterable[float], whole: float, factor: Callable[[float], float], least: float = 0.0
) -> tuple[Span, ...]:
    """The spans of a way, cut at some marks, each with the factor in its middle; neighbours of one factor are one.

    Parameters
    ----------
    least
        A shorter piece between two marks is no span.

    A span of factor 0 is the last.
    """
    found: list[Span] = []
    for a, b in pairwise(sorted({0.0, whole, *(min(max(0.0, mark), whole) for mark in marks)})):
        if b - a > least:
            found.append(Span(a, b, factor((a + b) / 2.0)))
            if found[-1].factor <= 0.0:
                break
    return joined(found)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans one after another, neighbours of one factor as one."""
    found: list[Span] = []
    for span in spans:
        start = found.pop().start if found and found[-1].factor == span.factor else span.start
        found.append(Span(start, span.end, span.factor))
    return tuple(found)


def looked_at(
    looks: Floats, factors: Floats, factor: Callable[[float], float], fine: float, *, late: bool = False
) -> tuple[Span, ...]:
    """The spans of a way, by the factors at some looks (n,); where two differ the change between them is looked for.

    Parameters
    ----------
    fine
        How exactly it is found.
    late
        A span ends where the change is seen already, not where it is not seen yet.
    """
    found: list[Span] = []
    start, last = float(looks[0]), float(looks[-1])
    for k in np.nonzero(np.diff(factors))[0].tolist():
        here = float(factors[k])
        ends = halved(float(looks[k]), float(looks[k + 1]), fine, partial(_is, factor, here))
        found.append(Span(start, ends[late], here))
        start = ends[late]
    return (*found, Span(start, last, float(factors[-1])))


def _is(factor: Callable[[float], float], here: float, at: float) -> bool:
    return factor(at) == here


@dataclass(frozen=True)
class Lane:
    """The ground that a front edge goes over straight along a unit vector.

    Attributes
    ----------
    left, right
        The ends of the edge (mm), drawn in by what it only grazes.
    ahead, behind
        How far (mm) the lane reaches before the edge, and behind it.
    foot, square, unit
        A point of the edge, a vector square to it, and what a mm of way counts along that vector.
    """

    left: Point
    right: Point
    way: Point
    ahead: float
    behind: float
    foot: Point
    square: Point
    unit: float = 1.0

    @classmethod
    def before(cls, front: Pose, half: float, ahead: float, behind: float = 0.0) -> Lane:
        """Straight ahead of the middle of a front edge that reaches so far (mm) to either side."""
        way, left, right = forward(front.facing), to_world(front, (-half, 0.0)), to_world(front, (half, 0.0))
        return cls(left, right, way, ahead, behind, (front.x, front.y), way)

    @classmethod
    def along(cls, edge: Edge, way: Point, ahead: float, graze: float) -> Lane:
        """Along a way that is square to an edge or aslant, drawn in by so many mm at either end."""
        (ax, ay), (bx, by) = edge
        ex, ey = bx - ax, by - ay
        length = math.dist(*edge) or 1.0
        gx, gy = ex / length * graze, ey / length * graze
        unit = way[0] * ey - way[1] * ex
        return cls((ax + gx, ay + gy), (bx - gx, by - gy), way, ahead, 0.0, edge[0], (ey, -ex), unit)

    @cached_property
    def shape(self) -> Shape:
        """Its outline."""
        x, y = self.way
        (ax, ay), (bx, by) = self.left, self.right
        ends = (-self.behind, self.ahead)
        ring = [(ax + x * v, ay + y * v) for v in ends] + [(bx + x * v, by + y * v) for v in reversed(ends)]
        return shapely.Polygon(ring)

    def met(self, shape: Shape, least: float = 0.0) -> list[tuple[float, float]]:
        """Where (mm) the edge comes to each part of a shape in the lane, and where it has passed it.

        Parts of an area that share no more than ``least`` mm2 with the lane are left out.
        """
        if not shapely.intersects(shape, self.shape):
            return []
        parts = shapely.get_parts(shapely.intersection(shape, self.shape))
        if shapely.get_dimensions(shape) == 2:
            parts = parts[(shapely.get_dimensions(parts) == 2) & (shapely.area(parts) > least)]
        ways = (self._gone(shapely.get_coordinates(part)) for part in parts)
        return [(float(v.min()), float(v.max())) for v in ways if len(v)]

    def _gone(self, points: Floats) -> Floats:
        """How far (mm) the edge goes until it comes to points (n, 2)."""
        (x, y), (sx, sy) = self.foot, self.square
        gone: Floats = ((points[:, 0] - x) * sx + (points[:, 1] - y) * sy) / self.unit
        return gone
