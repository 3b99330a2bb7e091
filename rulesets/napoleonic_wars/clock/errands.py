"""The way of a courier: the shortest that keeps off every enemy whom his side knows of (NAP-S22)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.riding import HARMLESS
from rulesets.napoleonic_wars.command.notes import Courier
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import going, reach
from rulesets.napoleonic_wars.measures import CONTACT, cm

ROUND = 32
"""Corners of a quarter of a circle about an enemy."""
CLEAR = 0.05
"""mm by which a way keeps out of contact, and by which an enemy must come nearer to drive a courier off."""
THIN = 0.05
"""mm about walls and areas that no rider crosses through which no way leads."""
MANY = 8
"""Pieces of a body from which on its hull is ridden round."""


@dataclass(frozen=True)
class Foe:
    """An enemy body on a courier's way.

    Attributes
    ----------
    mover
        How it goes in the move.
    near
        How near (mm) a courier rides to it; 0 of one that his side does not know of.
    far
        Its attack distance (mm).
    """

    body: str
    mover: Mover
    near: float
    far: float

    @property
    def drives(self) -> float:
        """How near (mm) it comes when he rides out of its way; 0 where he does not know of it."""
        return max(0.0, self.near - CLEAR)


def outline(mover: Mover, time: float) -> Shape:
    """What a body covers at a moment."""
    return mover.cover_at(time)


def foes(
    view: State, courier: Courier, others: Mapping[str, Mover], time: float, unknown: Collection[str]
) -> tuple[Foe, ...]:
    """The enemies of a courier at a moment; he comes as near to one as he stands, or sender or addressee."""
    side = others[courier.to].side
    ends = [outline(others[u], time) for u in (courier.to, courier.by) if u in others]
    ends.append(shapely.Point(courier.at))
    found = []
    for body, mover in others.items():
        told = facts.own(view, body)
        harmless = told.arm == "general" or told.captivity.abandoned or told.nerve.result in HARMLESS
        if mover.side == side or harmless or not len(mover.outline_at(time)):
            continue
        far, here = cm(facts.attack_distance(view, body)), outline(mover, time)
        near = max(CONTACT + CLEAR, min(far, *(float(here.distance(end)) for end in ends)))
        found.append(Foe(body, mover, 0.0 if body in unknown else near, far))
    return tuple(found)


def way(
    view: State, courier: Courier, others: Mapping[str, Mover], when: tuple[float, float], enemies: Collection[Foe]
) -> list[Point]:
    """The points of the way from where a courier is to the nearest base of whom he seeks; none where there is none.

    It keeps off the enemies as they are at the first moment, and leads to where the addressee is at the second.
    """
    time, aim = when
    goal, start = outline(others[courier.to], aim), shapely.Point(courier.at)
    kept_off = [zone for foe in enemies if foe.near for zone in _zones(foe, time, start)]
    for piece in reach.shut(view, going.rider()):
        kept_off += reach.walls(ground_of(view).bare[piece.id], THIN, THIN)
    return reach.ridden(view, courier.at, goal, kept_off)


def _zones(foe: Foe, time: float, start: shapely.Point) -> Iterator[Shape]:
    """The convex areas about an enemy into which no way leads; he himself where a courier stands within them."""
    pieces: list[Shape] = [shapely.Polygon(corners) for corners in foe.mover.outline_at(time)]
    if len(pieces) >= MANY:
        pieces = [shapely.convex_hull(shapely.union_all(pieces))]
    for piece in pieces:
        for far in (foe.near, foe.near - 2.0 * CLEAR, 0.0):
            zone = _about(piece, far)
            if not zone.contains(start):
                yield zone
                break


def _about(piece: Shape, far: float) -> Shape:
    """All that is less than so far (mm) from a convex piece: a corner more outwards than the circle, never inwards."""
    return piece.buffer(far / math.cos(math.pi / (4.0 * ROUND)), quad_segs=ROUND) if far > 0.0 else piece
