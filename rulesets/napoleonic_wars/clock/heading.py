"""The wheel of a charge: the one that brings its front on the target, in what time, over which ground (NAP-S81).

Sheet and clock ask the same: :meth:`Heading.look` chooses the wheel, :meth:`Heading.way` makes stretches of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from game.engine.state import State
from game.geometry.measure import signed_matrix
from game.geometry.planar import Shape, union
from game.kit.block.course import Stretch
from game.kit.block.front import Edges, Front, shared, sights
from game.kit.block.going import Crossing, Going, Span
from game.kit.block.outlines import Floats, about, arm
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.held import Aim, Velocity
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import going, turning
from rulesets.napoleonic_wars.measures import SLACK


@dataclass(frozen=True)
class Charger:
    """Who looks: a body as it stands when it does.

    Attributes
    ----------
    front, outline
        Its front edge and its pieces.
    figure
        Width (mm) of one of its figures.
    arms
        mm that a wheel to the left and to the right costs for each degree (NAP-S13, NAP-S81 (b)).
    speed, near
        mm a move; its attack distance (mm).
    ground
        How the ground sees it; None where there is none.
    passed
        Obstacles that it has begun to cross.
    """

    body: str
    front: Front
    outline: Floats
    figure: float
    arms: tuple[float, float]
    speed: float
    near: float
    ground: going.Walker | None = None
    passed: tuple[str, ...] = ()

    def arc(self, turn: int) -> float:
        """Mm of a wheel by so many degrees."""
        return self.arms[turn > 0] * abs(turn)


@dataclass(frozen=True)
class Look:
    """What a look comes to.

    Attributes
    ----------
    wheel
        Degrees, to the right positive; 0 for none.
    time
        Parts of a move from now to contact; infinite where there is none.
    middle, meets
        Whether the middle of the front, or the front along the width of one figure, will come upon the target then.
    possible
        Whether any wheel that is allowed makes it meet the target so.
    distance
        mm straight on after the wheel to contact.
    stopped_by
        The ground or obstacle that ends the way before it, "" for none.
    every
        Whether it meets all of several along the width of one figure without a wheel.
    """

    wheel: int
    time: float
    middle: bool
    meets: bool
    possible: bool
    distance: float
    stopped_by: str = ""
    every: bool = False


def charger(view: State | None, mover: Mover, time: float, chase: Chase) -> Charger:
    """A body on the clock as one who looks."""
    front, poses, sizes = mover.front_at(time), mover.poses_at(time), mover.sizes_at(time)
    if mover.leads:
        poses, sizes = poses[list(mover.leads)], sizes[list(mover.leads)]
    if view is None or facts.is_column(view, mover.body):
        arms = (math.radians(front.width),) * 2
    else:
        arms = (math.radians(arm(poses, sizes, front.left, 0.5)), math.radians(arm(poses, sizes, front.right, -0.5)))
    passed = tuple(chase.passed)
    outline, figure = mover.outline_at(time), float(sizes[:, 0].min())
    ground = None if view is None else going.walker(view, mover.body, chase.pace, shape.ranks(view, mover.body))
    return Charger(mover.body, front, outline, figure, arms, chase.speed, chase.near, ground, passed)


class Heading:
    """Chooses wheels, and makes ways of them on the ground of a view; without one the ground is open and endless."""

    def __init__(self, view: State | None = None) -> None:
        self.view = view

    # --- the choice

    def look(
        self,
        who: Charger,
        aims: Sequence[Aim],
        left: float,
        *,
        first: bool = True,
        straight: bool = False,
        spare: float = 1.0,
        middle: bool = False,
    ) -> Look:
        """The wheel of a look, the target that was named first among those aimed at (NAP-S81 (c), (d)).

        Parameters
        ----------
        left
            Degrees that are left of those that may be wheeled.
        first
            The charge proper begins; later a wheel is made only where the front would miss.
        straight
            No wheel is made.
        spare
            Parts of a move in which contact is in time.
        middle
            Nothing is asked but whether the middle of the front comes upon the target in time.
        """
        main = aims[0]
        if straight or self._stays(who, aims, first):
            told = self._look_at(who, main, 0, possible=None if straight else True)
            return replace(told, every=all(self._meets(who, aim, 0) for aim in aims[1:]) and told.meets)
        turns = self.allowed(who, main, left)
        by_middle = self._for_middle(who, main, turns)

        def in_time(turn: int) -> bool:
            return self._time(who, main, turn)[0] <= spare + SLACK / who.speed

        if by_middle is not None and in_time(by_middle):
            return self._look_at(who, main, by_middle, possible=True)
        if middle:
            return replace(self._look_at(who, main, 0, possible=False), middle=False)
        meeting = [turn for turn in (0, *turns) if self._meets(who, main, turn)]
        found = next((turn for turn in self._soon(who, main, meeting, spare) if in_time(turn)), None)
        if found is None:
            found = by_middle if by_middle is not None else next(iter(meeting), 0)
        return self._look_at(who, main, found, possible=bool(meeting) or by_middle is not None)

    def _stays(self, who: Charger, aims: Sequence[Aim], first: bool) -> bool:
        """Whether the front is on those aimed at already: on all of several, at first with its middle on one."""
        if not first or len(aims) > 1:
            found = aims if first else aims[:1]
            if all(self._meets(who, aim, 0) for aim in found):
                return True
        ahead = sights(Edges.of([who.front]), aims[0].hit, _drift(who, aims[0]), slack=SLACK)
        return first and math.isfinite(ahead.middle[0])

    def _soon(self, who: Charger, aim: Aim, turns: Sequence[int], spare: float) -> list[int]:
        """Those of some wheels that would bring contact in time over open ground."""
        if not turns:
            return []
        edges = Edges.of([_turned(who.front, t) for t in turns])
        found = sights(edges, aim.hit, _drift(who, aim), _shifts(who, aim, turns), SLACK).contact.tolist()
        far = spare * who.speed + SLACK
        return [t for t, way in zip(turns, found, strict=True) if who.arc(t) + way <= far]

    def _look_at(self, who: Charger, aim: Aim, turn: int, *, possible: bool | None) -> Look:
        time, distance, stopped = self._time(who, aim, turn)
        edges, shifts = Edges.of([_turned(who.front, turn)]), _shifts(who, aim, [turn])
        found = sights(edges, aim.hit, _drift(who, aim), shifts, SLACK)
        meets = self._meets(who, aim, turn)
        middle = math.isfinite(found.middle[0])
        return Look(turn, time, middle, meets, meets if possible is None else possible, distance, stopped)

    def _meets(self, who: Charger, aim: Aim, turn: int) -> bool:
        """Whether the front will meet a target along the width of one figure, all of it where it is narrower."""
        ((x, y),) = _shifts(who, aim, [turn]).tolist()
        width, all_of_it = shared(_turned(who.front, turn), aim.hit, _drift(who, aim), (x, y), SLACK)
        return width > 0.0 and width >= min(who.figure, all_of_it) - SLACK

    def _for_middle(self, who: Charger, aim: Aim, turns: Sequence[int]) -> int | None:
        """The least of some wheels after which the middle of the front will come upon a target."""
        if not turns:
            return None
        edges = Edges.of([who.front]).wheeled(np.array(turns, dtype=float))
        found = sights(edges, aim.hit, _drift(who, aim), _shifts(who, aim, turns), SLACK)
        return next((t for t, way in zip(turns, found.middle.tolist(), strict=True) if math.isfinite(way)), None)

    def allowed(self, who: Charger, aim: Aim, left: float) -> list[int]:
        """The wheels that may be made, the least first, of equal ones the left one (NAP-S81 (b))."""
        most = min(int(left + 1e-6), whole("charge_wheel"))
        if most < 1 or not len(aim.outline) or signed_matrix(who.outline, aim.outline).min() <= who.near + SLACK:
            return []
        out: list[int] = []
        for sign, pivot in ((-1, who.front.left), (1, who.front.right)):
            reach = self._free(who, sign, most)
            if not reach:
                continue
            steps = range(1, reach + 1)
            at = [about(who.outline, pivot, math.radians(sign * k)) for k in steps]
            moved = [
                a - np.array(aim.velocity) * (who.arc(sign * k) / who.speed) for a, k in zip(at, steps, strict=True)
            ]
            gaps = signed_matrix(np.concatenate(moved), aim.outline).min(axis=1).reshape(reach, -1).min(axis=1)
            near = np.flatnonzero(gaps < who.near - SLACK)
            out += [sign * k for k in range(1, (int(near[0]) if len(near) else reach) + 1)]
        return sorted(out, key=lambda t: (abs(t), t))

    def loose(self, who: Charger, far: float, defends: frozenset[str]) -> Look:
        """The way of open order, which has turned to its enemy, so many mm straight on (NAP-S100 (c))."""
        time, stopped = self._straight(who, who.front, far, defends)
        return Look(0, time, True, True, True, far, stopped)

    def _free(self, who: Charger, sign: int, most: int) -> int:
        """The greatest angle (whole degrees) to a side for which ground and the table have room."""
        free = self._wheeled(who, sign * most).stop
        if self.view is None:
            return most
        table = self.view.table
        for k in range(1, min(most, int(free + SLACK)) + 1):
            after = who.front.wheeled(float(sign * k))
            if not all(0.0 <= x <= table.width and 0.0 <= y <= table.depth for x, y in (after.left, after.right)):
                return k - 1
        return min(most, int(free + SLACK))

    # --- time and ground

    def _time(self, who: Charger, aim: Aim, turn: int) -> tuple[float, float, str]:
        """Parts of a move to contact after a wheel, infinite for none; mm straight on; what stops it before."""
        front = _turned(who.front, turn)
        seen = sights(Edges.of([front]), aim.hit, _drift(who, aim), _shifts(who, aim, [turn]), SLACK)
        far = float(seen.contact[0])
        if not math.isfinite(far):
            return math.inf, far, ""
        on, stopped = self._straight(who, front, far, aim.held.ids)
        return self._turning(who, turn) + on, far, stopped

    def _turning(self, who: Charger, turn: int) -> float:
        """Parts of a move that a wheel takes."""
        if not turn or who.ground is None:
            return who.arc(turn) / who.speed
        found = self._wheeled(who, turn)
        crossing = sum(who.ground.crosses[c.row] for c in found.crossings)
        return sum(s.cost for s in found.spans) * who.arms[turn > 0] / who.speed + crossing

    def _straight(self, who: Charger, front: Front, far: float, defends: frozenset[str]) -> tuple[float, str]:
        """Parts of a move that a straight way to a target takes; what stops it, "" for nothing.

        What the target defends is fought over, not crossed (NAP-R39, NAP-MOV-11).
        """
        mover, edge = who.ground, (front.left, front.right)
        if self.view is None or mover is None or far <= SLACK:
            return far / who.speed, ""
        found = going.straight(self.view, mover, edge, front.ahead, far - SLACK, who.passed)
        if found.stop < far - 2.0 * SLACK and found.stopped_by:
            return math.inf, found.stopped_by
        crossing = sum(mover.crosses[c.row] for c in found.crossings if c.piece not in defends)
        slow = sum((s.end - s.start) * (1.0 / s.factor - 1.0) for s in found.spans)
        return (far + slow) / who.speed + crossing, ""

    def _wheeled(self, who: Charger, turn: int) -> Going:
        front = who.front
        if self.view is None or who.ground is None:
            return Going((Span(0.0, float(abs(turn)), 1.0),), stop=float(abs(turn)))
        pivot = front.right if turn > 0 else front.left
        return turning.wheeled(self.view, who.ground, (front.left, front.right), pivot, float(turn), who.passed)

    # --- the way

    def swept(self, who: Charger, look: Look) -> Shape | None:
        """The ground that the front goes over to contact; None where there is none (NAP-S81 (e))."""
        if not math.isfinite(look.distance):
            return None
        parts = [who.front.swung(look.wheel)] if look.wheel else []
        return union([*parts, _turned(who.front, look.wheel).swept(look.distance)])

    def way(self, mover: Mover, time: float, chase: Chase, turn: int, defends: frozenset[str]) -> list[Stretch]:
        """The rest of a charge: a wheel, then straight on, with the time of obstacles, to what stops it (NAP-S78).

        What the target ``defends`` is fought over, not crossed (NAP-R39, NAP-MOV-11).
        """
        who = charger(self.view, mover, time, chase)
        what = "charge" if chase.pace == "charge" else "attack"
        here = Stretch(time, max(time, 1.0), mover.poses_at(time), mover.sizes_at(time), what=what)
        chase.waits = []
        legs: list[Stretch] = []
        if turn:
            here = self._wheel_on(who, here, turn, legs, chase)
        if here.start >= 1.0:
            return legs
        front = _turned(who.front, turn)
        (x, y) = (part * who.speed for part in front.ahead)
        if self.view is None:
            return [*legs, replace(here, velocity=(x, y))]
        self._straight_on(who, here, front, legs, chase, defends)
        return [leg for leg in legs if leg.end > leg.start]

    def _wheel_on(self, who: Charger, here: Stretch, turn: int, legs: list[Stretch], chase: Chase) -> Stretch:
        found = self._wheeled(who, turn)
        pivot = who.front.right if turn > 0 else who.front.left
        for span in found.spans:
            takes = span.cost * who.arms[turn > 0] / who.speed
            spin = math.radians(math.copysign(span.end - span.start, turn)) / takes
            whole_of_it = replace(here, end=here.start + takes, pivot=pivot, spin=spin)
            legs.append(whole_of_it.between(here.start, min(1.0, whole_of_it.end)))
            here = replace(here, start=whole_of_it.end, poses=whole_of_it.poses_at(whole_of_it.end))
        for one in found.crossings:
            here = self._crosses(who, here, one, legs, chase)
        return here

    def _crosses(self, who: Charger, here: Stretch, one: Crossing, legs: list[Stretch], chase: Chase) -> Stretch:
        if here.start >= 1.0:
            return here
        assert who.ground is not None
        end = here.start + who.ground.crosses[one.row]
        legs.append(replace(here, end=min(1.0, end), velocity=(0.0, 0.0)))
        chase.waits.append((here.start, min(1.0, end), one.piece))
        return replace(here, start=min(1.0, end))

    def _straight_on(
        self,
        who: Charger,
        here: Stretch,
        front: Front,
        legs: list[Stretch],
        chase: Chase,
        defends: frozenset[str],
    ) -> None:
        mover = who.ground
        assert self.view is not None
        assert mover is not None
        edge, far = (front.left, front.right), (1.0 - here.start) * who.speed
        found = going.straight(self.view, mover, edge, front.ahead, far, (*who.passed, *(w[2] for w in chase.waits)))
        crossed = tuple(c for c in found.crossings if c.piece not in defends and mover.crosses[c.row])
        for part in Going(found.spans, crossed).in_order():
            if here.start >= 1.0:
                return
            if isinstance(part, Crossing):
                here = self._crosses(who, here, part, legs, chase)
                continue
            pace = who.speed * part.factor
            at = here.start + (part.end - part.start) / pace
            here = replace(here, velocity=(front.ahead[0] * pace, front.ahead[1] * pace))
            legs.append(here.between(here.start, min(1.0, at)))
            here = replace(here, start=min(1.0, at), poses=here.poses_at(at))


def _turned(front: Front, turn: int) -> Front:
    return front.wheeled(float(turn)) if turn else front


def _drift(who: Charger, aim: Aim) -> Velocity:
    """Mm by which a target goes on for each mm of the charger's way."""
    return aim.velocity[0] / who.speed, aim.velocity[1] / who.speed


def _shifts(who: Charger, aim: Aim, turns: Sequence[int]) -> Floats:
    """Mm by which a target has gone on when each of some wheels is over."""
    return np.array([[v * who.arc(t) / who.speed for v in aim.velocity] for t in turns])
