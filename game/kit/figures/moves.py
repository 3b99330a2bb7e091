"""Moves of loose figures worth looking at, in a fixed order, and the question to which they are answers.

A unit is shifted towards something, a little aside of that, or in a fan. Whether a move is legal, and what else there
is to do, are the system's.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice, product
from typing import Any, TypeVar

from game.engine import decision as ask
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch, worked_out
from game.geometry.shapes import Point, bearing, forward
from game.kit.figures.ground import Piece

K = TypeVar("K", bound=str)
Idea = Callable[[], ask.MoveAnswer | None]
"""A move to be worked out: a legal one, or None where it comes to nothing."""
SHARES = (1.0, 0.5)
"""Parts of what a unit may go."""
ASIDE = (0.0, 20.0, -20.0, 45.0, -45.0, 70.0, -70.0)
FAN = (0.0, 30.0, -30.0, 75.0, -75.0, 130.0, 180.0)
"""Degrees off the way towards something: where it is wanted, and where any move will do, or the first of them."""
NEAREST = 3
"""Pieces of cover that are looked at."""


def spots(view: State, goal: Goal, here: Point, cover: Iterable[Piece[Any]]) -> list[Point]:
    """Where a goal lies that is no enemy: on markers, in the nearest cover; nowhere for all others."""
    if goal == "onto":
        return [(m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None]
    if goal != "cover":
        return []
    centres = ((piece.id, (piece.area.centroid.x, piece.area.centroid.y)) for piece in cover)
    near = sorted((round(math.dist(here, centre), 3), name, centre) for name, centre in centres)
    return [centre for _, _, centre in near[:NEAREST]]


def shifts(here: Point, goal: Point, most: float) -> list[Point]:
    """By what something that may go so many mm may be shifted towards a point, the best first, allowed or not."""
    far = math.dist(here, goal)
    if most <= 0.0 or far < 1.0:
        return []
    ahead = bearing(goal[0] - here[0], goal[1] - here[1])
    return [by(ahead + turn, min(most * share, far)) for share, turn in product(SHARES, ASIDE)]


def by(angle: float, far: float) -> Point:
    """So many mm in a direction (degrees), as a vector."""
    ux, uy = forward(angle)
    return ux * far, uy * far


def point_at(here: Point, angle: float, far: float) -> Point:
    """The point so many mm off in a direction (degrees)."""
    dx, dy = by(angle, far)
    return here[0] + dx, here[1] + dy


def fan(
    goal: Goal,
    here: Point,
    point: Point,
    most: Mapping[K, float],
    shifted: Callable[[K, Point], ask.MoveAnswer | None],
) -> Iterator[Idea]:
    """Moves of every kind, by as far (mm) as it leads, about the way to a point, or away from it for that goal."""
    ahead = bearing(point[0] - here[0], point[1] - here[1]) + (180.0 if goal == "away" else 0.0)
    turns = FAN if goal == "any" else FAN[:5]
    for kind, share, turn in product(most, SHARES, turns):
        yield partial(shifted, kind, by(ahead + turn, most[kind] * share))


class Moves(Unforced):
    """A question to which moves are answers, or what is done without a step."""

    kind: ask.Kind = "move"

    @abstractmethod
    def ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[Idea]:
        """Moves worth a look."""

    @abstractmethod
    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """Without a step."""

    def still(self, view: State, decision: ask.Decision) -> Iterable[ask.Reply]:
        """All that is done without a step."""
        return (self.default(view, decision),)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The ways out."""
        return ()

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Moves for a goal, then what is done without a step (first, where that is the goal), then the ways out."""

        def found() -> Iterator[ask.Reply]:
            if goal == "hold":
                yield from self.still(view, decision)
            moves = (idea() for idea in self.ideas(view, decision, goal))
            yield from (ask.Reply(answer) for answer in moves if answer is not None)
            if goal != "hold":
                yield from self.still(view, decision)
            yield from (ask.Reply(exit=way_out.id) for way_out in self.exits(view, decision) if way_out.bar is None)

        return islice(found(), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same, no move worked out."""
        still = (partial(_said, reply) for reply in self.still(view, decision))
        moves = (partial(worked_out, idea) for idea in self.ideas(view, decision, "any"))
        return islice(chain(still, moves), limit)


def _said(reply: ask.Reply) -> ask.Reply:
    return reply
