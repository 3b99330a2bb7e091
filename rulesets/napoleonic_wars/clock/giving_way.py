"""The way of those who get out of the way: straight back, or by the least turn that is free (NAP-S72, NAP-R24)."""

from __future__ import annotations

import math

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.measures import cm


def may_stay(view: State, body: str) -> bool:
    """Whether skirmishers need not give way: they are in cover (NAP-R24, NAP-ATK-05)."""
    return standing.in_cover(view, body) != ""


def must_go(view: State, body: str) -> bool:
    """Whether a body is skirmishers who keep away from close order: not in cover, nor in a building (NAP-SKR-06)."""
    return facts.is_skirmishing(view, body) and not facts.own(view, body).inside and not may_stay(view, body)


class Ways:
    """Finds the way of a runner on the ground of a view."""

    def __init__(self, view: State, clock: Clock) -> None:
        self.view, self.clock, self.ground = view, clock, ground_of(view)

    def __call__(self, mover: Mover, time: float, way: tuple[float, float], beyond: bool) -> tuple[float, float]:
        """The wished direction, or the least turned one that gives 5 cm of free way; (0, 0) where there is none.

        Of equal turns that towards the own base line is taken, then the left one.
        """
        if way == (0.0, 0.0):
            return way
        home = -1.0 if self.view.sides[mover.side].own.edge == "south" else 1.0
        step, most = whole("way_turn"), whole("way_turns_most")
        some = (0, *(sign * turn for turn in range(step, most + 1, step) for sign in (1, -1)))
        turns = sorted(some, key=lambda t: (abs(t), -home * self._turned(way, t)[1], t))
        return next((w for t in turns if self._is_free(mover, time, w := self._turned(way, t), beyond)), (0.0, 0.0))

    def _turned(self, way: tuple[float, float], degrees: float) -> tuple[float, float]:
        angle = math.radians(degrees)
        cos, sin = math.cos(angle), math.sin(angle)
        return way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos

    def _is_free(self, mover: Mover, time: float, way: tuple[float, float], beyond: bool) -> bool:
        here = mover.outline_at(time)
        there = here + np.array(way) * cm(number("free_way"))
        swept: Shape = shapely.MultiPoint(np.concatenate([here, there]).reshape(-1, 2)).convex_hull
        inside = shapely.box(0.0, 0.0, self.view.table.width, self.view.table.depth)
        if not beyond and not inside.covers(swept):
            return False
        for piece in self.ground.met(swept):
            shut = piece.kind.is_forbidden or piece.kind.id == "building"
            if shut and not piece.shape.intersects(shapely.MultiPoint(here.reshape(-1, 2))):
                return False
        return not any(self._meets(mover, other, swept, time) for other in self.clock.movers.values())

    def _meets(self, mover: Mover, other: Mover, swept: Shape, time: float) -> bool:
        """Whether a way leads to an enemy at his attack distance, or nearer than he is already."""
        if other.side == mover.side or other.body not in self.clock.keep:
            return False
        far = cm(facts.attack_distance(self.view, other.body))
        foe, here = (m.cover_at(time) for m in (other, mover))
        return bool(shapely.distance(swept, foe) < min(far, float(shapely.distance(here, foe))) - 1.0)
