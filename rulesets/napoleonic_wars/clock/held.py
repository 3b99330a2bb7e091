"""Linear obstacles that a body defends: a front that comes at it meets their lines (NAP-S81 (f), NAP-ORG-41)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Point, bearing
from game.kit.block.course import Stretch
from game.kit.block.front import Front
from game.kit.block.outlines import Floats, pieces
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import going
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

THICK = 0.5
"""mm behind its line to which a piece of an obstacle reaches."""
Velocity = tuple[float, float]
Slab = tuple[tuple[float, float, float], tuple[float, float]]
NO_PIECES: Floats = np.zeros((0, 4, 2))


@dataclass(frozen=True, eq=False)
class Held:
    """Obstacles that a body defends: their ids, and their lines before its front as poses and sizes (mm)."""

    ids: frozenset[str]
    poses: Floats
    sizes: Floats

    @property
    def outline(self) -> Floats:
        """The lines as pieces (k, 4, 2), whose fronts they are."""
        return pieces(self.poses, self.sizes) if len(self.poses) else NO_PIECES

    def mover(self, side: str) -> Mover:
        """The lines as something that stands on the clock."""
        return Mover("", side, (), self.sizes, [Stretch(0.0, 1.0, self.poses, self.sizes)])


NOTHING = Held(frozenset(), np.zeros((0, 3)), np.zeros((0, 2)))


@dataclass(frozen=True, eq=False)
class Aim:
    """A body that a charger looks at: its pieces, its velocity (mm a move), the obstacles that it defends."""

    outline: Floats
    velocity: Velocity = (0.0, 0.0)
    held: Held = field(default_factory=lambda: NOTHING)

    @cached_property
    def hit(self) -> Floats:
        """The pieces that a front meets: those of the body, and the lines that it defends (NAP-S81 (f))."""
        return np.concatenate((self.outline, self.held.outline)) if self.held.ids else self.outline


def held(view: State | None, target: Mover, body: Mover, time: float) -> Held:
    """Obstacles that a target's front touches, with the body that comes at it beyond them, at a moment (NAP-ORG-41).

    A square has a front on every side. An obstacle that the body cannot cross is defended, but its line is not met.
    """
    lines = ground_of(view).lines if view is not None and target.bases and body.bases else ()
    if view is None or not lines:
        return NOTHING
    who = going.walker(view, body.body, "charge", shape.ranks(view, body.body))
    there = shapely.MultiPolygon([shapely.Polygon(piece) for piece in body.outline_at(time).tolist()])
    ids: set[str] = set()
    slabs: list[Slab] = []
    for front in _fronts(view, target, time):
        edge = shapely.LineString((front.left, front.right))
        for piece in lines:
            if piece.shape.distance(edge) <= CONTACT + SLACK and _is_between(front, piece.shape, edge, there):
                ids.add(piece.id)
                if who.crosses.get(piece.kind.move, 0.0) >= 0.0:
                    slabs += [_slab(start, end, front) for start, end in _before(front, piece.shape)]
    if not ids:
        return NOTHING
    poses, sizes = [pose for pose, _ in slabs], [size for _, size in slabs]
    return Held(
        frozenset(ids), np.array(poses, dtype=float).reshape(-1, 3), np.array(sizes, dtype=float).reshape(-1, 2)
    )


def met(view: State, target: Mover, body: Mover) -> Floats:
    """The pieces that the front of a body comes upon where both stand: those of a target, the lines that it defends."""
    return Aim(target.outline_at(0.0), held=held(view, target, body, 0.0)).hit


def _fronts(view: State, target: Mover, time: float) -> tuple[Front, ...]:
    """The front edge of a body, of a square all four sides."""
    front = target.front_at(time)
    if not facts.is_square(view, target.body):
        return (front,)
    corners = shapely.get_coordinates(target.cover_at(time).minimum_rotated_rectangle)[:4]
    middle = corners.mean(axis=0)
    sides = []
    for k in range(4):
        (x, y), (to_x, to_y) = corners[k].tolist(), corners[(k + 1) % 4].tolist()
        out = (x + to_x) / 2.0 - float(middle[0]), (y + to_y) / 2.0 - float(middle[1])
        sides.append(Front((x, y), (to_x, to_y), bearing(*out)))
    return tuple(sides)


def _is_between(front: Front, line: Shape, edge: Shape, other: Shape) -> bool:
    """Whether a body is ahead of a front edge, beyond a line."""
    way = shapely.shortest_line(edge, other)
    (ax, ay), (bx, by) = shapely.get_coordinates(way).tolist()
    x, y = front.ahead
    return (bx - ax) * x + (by - ay) * y > 0.0 and bool(way.distance(line) <= SLACK)


def _before(front: Front, line: Shape) -> Iterator[tuple[Point, Point]]:
    """The straight stretches of a line before a front edge."""
    edge, ahead = np.array((front.left, front.right)), np.array(front.ahead)
    back, on = edge - ahead * (CONTACT + SLACK), edge + ahead * cm(number("defended_gap"))
    zone = shapely.Polygon([*back.tolist(), *on[::-1].tolist()])
    for part in shapely.get_parts(shapely.intersection(line, zone)):
        for start, end in pairwise(shapely.get_coordinates(part).tolist()):
            if math.dist(start, end) > THICK:
                yield (start[0], start[1]), (end[0], end[1])


def _slab(start: Point, end: Point, front: Front) -> Slab:
    """A stretch of a line as a thin piece behind it that faces away from who defends it."""
    long = math.dist(start, end)
    out = (start[1] - end[1]) / long, (end[0] - start[0]) / long
    if out[0] * front.ahead[0] + out[1] * front.ahead[1] < 0.0:
        out = -out[0], -out[1]
    x, y = ((a + b) / 2.0 - o * THICK / 2.0 for a, b, o in zip(start, end, out, strict=True))
    return (x, y, bearing(*out)), (long, THICK)
