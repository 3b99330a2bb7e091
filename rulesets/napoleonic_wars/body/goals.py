"""Where a move at the double ends of itself: at its objective (NAP-DBL-03, NAP-S92 (a)). Lengths are mm."""

from __future__ import annotations

import math

import msgspec
import shapely
import shapely.affinity

from game.geometry.planar import Shape
from game.geometry.shapes import Point, sin_cos
from rulesets.napoleonic_wars.body.shape import Standing
from rulesets.napoleonic_wars.measures import SLACK

STEP = 5.0
"""mm of way between two looks at the distance of the unit beside which a body goes."""
FINE = 0.001
"""mm to which the moment is found at which a distance is reached."""


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
        return None if self.beside is None else _to_side(self.beside, stand.centre, outline, way, distance)

    def is_reached(self, stand: Standing, outline: Shape) -> bool:
        """Whether a body that stands so has come to it."""
        if self.area is not None:
            return bool(self.area.distance(shapely.LineString((stand.left, stand.right))) <= SLACK)
        if self.point is not None:
            return math.dist(stand.centre, self.point) <= self.near + SLACK
        one = self.beside
        return one is not None and one.has(stand.centre) and abs(outline.distance(one.outline) - one.gap) <= SLACK


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


def _to_side(one: Beside, centre: Point, outline: Shape, way: Point, distance: float) -> float | None:
    def off(far: float) -> float | None:
        """How much farther than the gap it is on the ordered side after a way; None where it is on another."""
        if not one.has((centre[0] + way[0] * far, centre[1] + way[1] * far)):
            return None
        there = shapely.affinity.translate(outline, way[0] * far, way[1] * far)
        return float(there.distance(one.outline)) - one.gap

    def reached(far: float) -> bool:
        now = off(far)
        return now is not None and (now >= 0.0 if before is None else before * now <= 0.0)

    before, at = off(0.0), 0.0
    if before is not None and abs(before) <= SLACK:
        return 0.0
    while at < distance:
        low, at = at, min(distance, at + STEP)
        if reached(at):
            while at - low > FINE:
                middle = (low + at) / 2.0
                low, at = (low, middle) if reached(middle) else (middle, at)
            return at
        before = off(at)
    return None


def beside(outline: Shape, stand: Standing, *, ahead: bool, gap: float) -> Beside:
    """The place so many mm ahead of or behind a unit that stands so."""
    sine, cosine = sin_cos(stand.front.facing)
    sign = 1.0 if ahead else -1.0
    deep = 0.0 if ahead else stand.depth
    edge = (stand.front.x - sine * deep, stand.front.y - cosine * deep)
    return Beside(outline, edge, (sign * sine, sign * cosine), gap)
