"""Where a move at the double ends of itself: at its objective (NAP-DBL-03, NAP-S92 (a)). Lengths are mm."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import shapely
import shapely.affinity

from game.geometry.planar import Shape
from game.geometry.shapes import Point, sin_cos
from rulesets.napoleonic_wars.body.shape import Standing
from rulesets.napoleonic_wars.measures import SLACK

FINE = 0.001
"""mm by which a body goes on at least between two looks at how far off it is."""


class Beside(msgspec.Struct, frozen=True):
    """A place ahead of or behind own troops: their outline, their edge on that side, the way out of it, the gap."""

    outline: Shape
    edge: Point
    way: Point
    gap: float

    def has(self, centre: Point) -> bool:
        """Whether the middle of a body is on the ordered side of them."""
        x, y = self.edge
        return (centre[0] - x) * self.way[0] + (centre[1] - y) * self.way[1] > 0.0


class Goal(msgspec.Struct, frozen=True):
    """The objective of a double: a piece of terrain, a point for the middle of the body, or a place beside own troops.

    ``near``: how near (mm) the middle must come to the point.
    """

    area: Shape | None = None
    point: Point | None = None
    near: float = 0.0
    beside: Beside | None = None

    def on_way(self, stand: Standing, outline: Shape, way: Point, distance: float) -> float | None:
        """After how many mm straight along a unit vector a body comes to it; None where it does not so soon."""
        if self.area is not None:
            return _to_area(self.area, (stand.left, stand.right), way, distance)
        if self.point is not None:
            return _to_point(self.point, self.near, stand.centre, way, distance)
        one = self.beside
        if one is None:
            return None

        def short(far: float) -> float:
            x, y = way[0] * far, way[1] * far
            centre = (stand.centre[0] + x, stand.centre[1] + y)
            return _short_of(one, centre, shapely.affinity.translate(outline, x, y))

        return _first(short, 1.0, distance)

    def on_wheel(self, stand: Standing, outline: Shape, pivot: Point, angle: float) -> float | None:
        """After how many degrees of a wheel (to the right positive) a body comes to it; None where it does not."""
        hand = math.copysign(1.0, angle)
        far = max(math.dist(pivot, corner) for corner in shapely.get_coordinates(outline).tolist())

        def short(turn: float) -> float:
            def turned(shape: Shape) -> Shape:
                return shapely.affinity.rotate(shape, -hand * turn, origin=pivot)

            edge = turned(shapely.LineString((stand.left, stand.right)))
            (centre,) = shapely.get_coordinates(turned(shapely.Point(stand.centre))).tolist()
            return self._short(edge, (centre[0], centre[1]), lambda: turned(outline))

        return _first(short, math.radians(far), abs(angle))

    def _short(self, edge: Shape, centre: Point, outline: Callable[[], Shape]) -> float:
        """A bound (mm) on the way that a body must go to come to it; 0 where it is there."""
        if self.area is not None:
            return float(self.area.distance(edge))
        if self.point is not None:
            return max(0.0, math.dist(centre, self.point) - self.near)
        return math.inf if self.beside is None else _short_of(self.beside, centre, outline())

    def is_reached(self, stand: Standing, outline: Shape) -> bool:
        """Whether a body that stands so has come to it."""
        edge = shapely.LineString((stand.left, stand.right))
        return self._short(edge, stand.centre, lambda: outline) <= SLACK


def _first(short: Callable[[float], float], pace: float, most: float) -> float | None:
    """The first x up to a limit at which a body is where it is to come; ``pace``: mm that it goes at most for each."""
    x = 0.0
    while x <= most + FINE / pace:
        left = short(x)
        if left <= SLACK:
            return min(x, most)
        x += max(left, FINE) / pace
    return None


def _to_area(area: Shape, edge: tuple[Point, Point], way: Point, distance: float) -> float | None:
    (ax, ay), (bx, by) = edge
    dx, dy = way[0] * distance, way[1] * distance
    strip = shapely.Polygon(((ax, ay), (ax + dx, ay + dy), (bx + dx, by + dy), (bx, by)))
    met = shapely.get_coordinates(shapely.intersection(area, strip)).tolist()
    base = max(ax * way[0] + ay * way[1], bx * way[0] + by * way[1])
    return max(0.0, min(x * way[0] + y * way[1] for x, y in met) - base) if met else None


def _to_point(point: Point, near: float, centre: Point, way: Point, distance: float) -> float | None:
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    along, aside = dx * way[0] + dy * way[1], dx * way[1] - dy * way[0]
    if math.hypot(dx, dy) <= near:
        return 0.0
    if abs(aside) > near or along < 0.0:
        return None
    found = along - math.sqrt(near * near - aside * aside)
    return found if found <= distance else None


def _short_of(one: Beside, centre: Point, outline: Shape) -> float:
    """A bound (mm) on the way to a place beside own troops: to their ordered side, and there to the gap."""
    x, y = one.edge
    over = (centre[0] - x) * one.way[0] + (centre[1] - y) * one.way[1]
    if over <= 0.0:
        return max(-over, 2.0 * SLACK)
    return abs(float(outline.distance(one.outline)) - one.gap)


def beside(outline: Shape, stand: Standing, *, ahead: bool, gap: float) -> Beside:
    """The place so many mm ahead of or behind a unit that stands so."""
    sine, cosine = sin_cos(stand.front.facing)
    sign = 1.0 if ahead else -1.0
    deep = 0.0 if ahead else stand.depth
    edge = (stand.front.x - sine * deep, stand.front.y - cosine * deep)
    return Beside(outline, edge, (sign * sine, sign * cosine), gap)
