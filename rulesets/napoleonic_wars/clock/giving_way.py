"""Ways of evaders, routers and skirmishers: straight back, or by the least turn that is free (NAP-S72, NAP-R24)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import bearing
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock import pacing
from rulesets.napoleonic_wars.clock.chases import Flight
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.march import going, reach
from rulesets.napoleonic_wars.measures import cm

GRAZE = 0.5
"""mm by which a body may touch what it goes along."""
NEARER = 1.0
"""mm by which a runner may come nearer to another enemy than he is, or than that one's attack distance."""
TURNS = 12
"""Turns of a runner in a move."""
NOW = 1e-6
"""Part of a move that is nothing."""
Way = tuple[float, float]


def may_stay(view: State, body: str) -> bool:
    """Whether skirmishers need not give way: they are in cover (NAP-R24, NAP-ATK-05)."""
    return standing.in_cover(view, body) != ""


def must_go(view: State, body: str) -> bool:
    """Whether a body is skirmishers who keep away from close order: not in cover, nor in a building (NAP-SKR-06)."""
    return facts.is_skirmishing(view, body) and not facts.own(view, body).inside and not may_stay(view, body)


def _inner(area: Shape) -> Shape:
    """An area less what only grazes others at its edge; of a courier, who is a point, all of it."""
    found: Shape = area.buffer(-GRAZE)
    return area if found.is_empty else found


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

    def run(self, mover: Mover, time: float, wish: Way, flight: Flight) -> list[Stretch]:
        """The way of a runner to the end of the move: as wished, turned wherever that way is shut (NAP-S72).

        Ground and obstacles take their time (NAP-MOV-07, NAP-MOV-10).
        """
        who = going.walker(self.view, mover.body, "normal", shape.ranks(self.view, mover.body))
        out: list[Stretch] = []
        poses, sizes = mover.poses_at(time).copy(), mover.sizes_at(time)
        for _ in range(TURNS):
            here = Stretch(time, 1.0, poses, sizes, what=flight.what)
            stands = replace(mover, sizes=sizes, stretches=[replace(here, start=0.0)])
            x, y = self(stands, time, wish, flight.beyond)
            if (x, y) == (0.0, 0.0) or not len(poses):
                break
            poses[:, 2] = bearing(x, y)
            here = replace(here, poses=poses.copy())
            far, runs = (1.0 - time) * flight.speed, (who, flight.what, flight.beyond)
            legs, stopped = pacing.straight(self.view, here, (x, y), far, flight.speed, runs=runs)
            legs = [leg.between(leg.start, min(1.0, leg.end)) for leg in legs if leg.start < 1.0]
            if not legs:
                break
            legs, met = self._short_of_others(replace(stands, stretches=[]), flight, here, legs)
            out += legs
            if not legs or not (stopped or met) or legs[-1].end >= 1.0 - NOW or legs[-1].end <= time + NOW:
                break
            time, poses = legs[-1].end, legs[-1].over()[0].copy()
        return out or [Stretch(time, 1.0, poses, sizes, what=flight.what)]

    def _short_of_others(
        self, runner: Mover, flight: Flight, here: Stretch, legs: list[Stretch]
    ) -> tuple[list[Stretch], bool]:
        """A way as far as another enemy's attack distance, and whether one is met (NAP-S72)."""
        runner.stretches = [replace(here, start=0.0, end=here.start), *legs] if here.start else [*legs]
        runner.go([], legs[-1].end if legs else here.start)
        end = 1.0
        for other in self.clock.movers.values():
            if other.side == runner.side or other.body == flight.away_from or other.body not in self.clock.keep:
                continue
            far, apart = cm(facts.attack_distance(self.view, other.body)), meeting.gap(runner, other, here.start)
            near = min(far, apart) - NEARER
            found = meeting.comes_near(runner, other, near, here.start, end)
            if found is not None and meeting.brings_nearer(runner, other, found):
                end = found
        return [leg.between(leg.start, min(end, leg.end)) for leg in legs if leg.start < end], end < 1.0

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
        stands, over = (_inner(area) for area in (shapely.MultiPoint(here.reshape(-1, 2)).convex_hull, swept))
        for piece in self.ground.met(swept):
            if piece.shape.intersects(over) and not piece.shape.intersects(stands) and self._is_shut(mover.body, piece):
                return False
        return not any(self._meets(mover, other, swept, time) for other in self.clock.movers.values())

    def _is_shut(self, body: str, piece: Piece) -> bool:
        """Whether a body may not enter a piece of ground, or not cross it."""
        rides = body not in self.view.units or facts.own(self.view, body).arm == "general"  # a courier is no unit
        who = going.rider() if rides else going.walker(self.view, body, "normal", shape.ranks(self.view, body))
        return piece.kind.id == "building" or reach.is_shut(who, piece)

    def _meets(self, mover: Mover, other: Mover, swept: Shape, time: float) -> bool:
        """Whether a way leads to an enemy at his attack distance, or nearer than he is already."""
        if other.side == mover.side or other.body not in self.clock.keep:
            return False
        far = cm(facts.attack_distance(self.view, other.body))
        foe, here = (m.cover_at(time) for m in (other, mover))
        return bool(shapely.distance(swept, foe) < min(far, float(shapely.distance(here, foe))) - NEARER)
