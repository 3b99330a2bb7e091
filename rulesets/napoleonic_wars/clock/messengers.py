"""Couriers ride: round the enemy, over the ground, to whom they are sent, or into the enemy's hands (NAP-S22, NAP-S72).

A courier hinders nobody, so he rides when the move is over, among the ways that everybody went in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.halving import halved
from game.geometry.shapes import Point
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import errands, pacing
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.errands import Foe
from rulesets.napoleonic_wars.clock.giving_way import Ways
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.pacing import CROSS
from rulesets.napoleonic_wars.clock.riding import STEP, ride_off
from rulesets.napoleonic_wars.command import couriers, notes
from rulesets.napoleonic_wars.command.notes import Courier
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import hidden, known
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import CONTACT, cm, moment

QUARTERS = (0.25, 0.5, 0.75, 1.0)
POINT = 0.001
"""mm of a courier's outline: he is a point."""
AT_ONCE = 1e-7
"""Part of a move to which a meeting is found: far less than a rider goes in a rounding."""
NEAR = 20.0
"""mm from an obstacle within which a courier has it behind him or under him."""


def ride_on(run: Run) -> None:
    """All couriers ride for a move: they arrive, ride on, wait, or are lost (NAP-S22)."""
    riding = [
        (side, key, courier)
        for side in run.state.sides
        for key, courier in notes.couriers(run.state, side).items()
        if courier.sent < run.state.own.move
    ]
    others = movers(known(run.state)) if riding else {}
    for side, key, courier in riding:
        _ride(run, side, key, Ride(run.state, side, courier, others))


def _ride(run: Run, side: str, key: str, ride: Ride) -> None:
    ride.run()
    to = Thing(ride.courier.to)
    marks = [notes.noted(run.state, side, key, None if ride.is_over else ride.courier)]
    kind, text = "courier_rides", None
    if ride.arrived:
        kind, text = "courier_arrives", T("A courier reaches {unit}", unit=to)
        marks += handed_over(run.state, side, ride.courier)
    elif ride.is_over:
        kind, text = "courier_lost", T("A courier to {unit} is lost", unit=to)
    told = None if ride.courier.to not in known(run.state).units else text
    data = {"time": moment(ride.time), "way": ride.way}
    run.emit(kind, "order", told, *marks, clauses=("NAP-S22",), only=side, side=side, data=data)
    if ride.taken_by in hidden(run.state):
        detection.reveal(run, [detection.Found(ride.taken_by, (), "met")])


def handed_over(state: State, side: str, courier: Courier) -> Iterator[ev.Change]:
    """What an addressee has from a courier who is there (NAP-R23, NAP-S93)."""
    move = state.own.move
    if courier.order is not None:
        told = replace(courier.order, since=couriers.effective_from(move))
        yield notes.ordered(state, courier.to, told, taken_in=False)
    if courier.lost and (lost := notes.losses(state, side).get(courier.lost)) is not None and not lost.told:
        yield notes.lose(state, courier.lost, replace(lost, told=courier.to, since=move))
    if courier.news:
        yield notes.heard(state, courier.news, courier.to, move)


def movers(view: State) -> dict[str, Mover]:
    """Everybody as he went in this move, those who are lost by now among them."""
    tracks, found = notes.tracks(view), {}
    for unit in view.units.values():
        track = tracks.get(unit.id)
        if track is not None and track.legs and track.bases and len(track.sizes) == len(track.bases):
            found[unit.id] = Mover.gone(unit.side, unit.id, track)
        elif facts.is_here(view, unit.id) or view.bases_of(unit.id):
            found[unit.id] = Mover.standing(view, unit.id)
    return found


class Ride:
    """A courier's way through a move, when it is known how everybody else went.

    Attributes
    ----------
    courier
        He, and where he is.
    time
        Up to when he has ridden: all of the move, or when he arrived or was taken.
    arrived, taken_by
        Whether he is there; the enemy who has taken him, or "".
    way
        Where he was when he set out, turned or changed his pace: the moment, and where (mm).
    """

    def __init__(self, state: State, side: str, courier: Courier, others: Mapping[str, Mover]) -> None:
        self.view, self.side, self.courier, self.others = known(state), side, courier, others
        self.unknown = frozenset(u for u in hidden(state) if self.view.units[u].side != side)
        self.rate = cm(rates.of_courier(self.view))
        keep = {b: cm(facts.attack_distance(self.view, b)) for b in facts.bodies(self.view) if b not in self.unknown}
        self.ways = Ways(self.view, Clock(dict(others), keep))
        self.time, self.arrived, self.taken_by = 0.0, False, ""
        self.way: list[tuple[float, float, float]] = []

    @property
    def is_over(self) -> bool:
        """Whether he rides no farther: he is there, he is taken, or there is nobody to ride to."""
        to = self.courier.to
        there = to in self.view.units and (self.view.bases_of(to) or facts.is_here(self.view, to)) and to in self.others
        return self.arrived or bool(self.taken_by) or not there

    def run(self) -> None:
        """Ride to the end of the move; the way is found anew at each quarter (NAP-S22).

        A quarter has two legs at most: to where the addressee is when it begins, and on to where it can be met.
        """
        for end in QUARTERS:
            self._ride(end)
            if self.time < end:
                self._ride(end, self._meets(end))

    def _ride(self, end: float, aim: float | None = None) -> None:
        """Ride a leg, unless he rides no farther."""
        if not self.is_over:
            since = self.time
            self._trace(self._leg(end, aim), since)

    def _trace(self, rider: Mover, since: float) -> None:
        """Note where he was at each bend since a moment."""
        bends = {since, self.time, *(s.start for s in rider.stretches if since < s.start < self.time)}
        for time in sorted(bends):
            x, y = rider.poses_at(time)[0, :2].tolist()
            self.way.append((moment(time), round(x, 3), round(y, 3)))

    def _meets(self, end: float) -> float:
        """A moment at which he can be where the addressee then is, as the crow flies; the quarter's end if none."""
        if self.is_over:
            return end
        rider, target = self._standing(), self.others[self.courier.to]

        def is_far(time: float) -> bool:
            return meeting.gap(rider, target, time) > (time - self.time) * self.rate

        if is_far(end):
            return end
        return halved(self.time, end, AT_ONCE, is_far)[1]

    def _leg(self, end: float, aim: float | None) -> Mover:
        """Ride by the way that is found now, to where the addressee is at a moment, up to a quarter's end.

        With no moment the way leads to where the addressee is now. That leg ends with its way if the addressee goes on.
        """
        foes = errands.foes(self.view, self.courier, self.others, self.time, self.unknown)
        points = errands.way(self.view, self.courier, self.others, (self.time, aim or self.time), foes)
        rider, target = self._standing(), self.others[self.courier.to]
        way = self._paced(points)
        rider.go(way, self.time)
        rider.cut()
        later = {
            (f.body, kind): 1.0
            for kind in ("touch", "away")
            for f in foes
            if meeting.gap(rider, f.mover, self.time) <= CONTACT
        }
        if aim is None and way and way[-1].end < end and target.moves_at(way[-1].end):
            end = way[-1].end
        while (found := self._next(rider, foes, end, later)) is not None:
            self.time, kind, foe = found
            if kind == "arrive":
                self.arrived = True
                return rider
            if kind == "touch":
                self.taken_by = foe.body
                return rider
            self._ride_away(rider, foe)
            later[foe.body, "away"] = self.time + STEP
        self.time = end
        self._put(rider)
        return rider

    def _put(self, rider: Mover) -> None:
        """Keep where he is, and which obstacle he is crossing."""
        x, y = rider.poses_at(self.time)[0, :2].tolist()
        begun = [s for s in rider.stretches if s.what.startswith(CROSS) and s.start < self.time]
        passed = dict.fromkeys((*self.courier.passed, *(s.what.removeprefix(CROSS) for s in begun)))
        under = tuple(p for p in passed if self._is_by(p, x, y))
        busy = max((s.end - self.time for s in begun if s.end > self.time), default=0.0)
        self.courier = replace(self.courier, at=(round(x, 3), round(y, 3)), passed=under, busy=round(busy, 6))

    def _next(
        self, rider: Mover, foes: tuple[Foe, ...], end: float, later: Mapping[tuple[str, str], float]
    ) -> tuple[float, str, Foe] | None:
        """What comes next up to a moment: he arrives, is touched, or an enemy drives him off."""
        found: list[tuple[float, int, str, Foe]] = []
        there = meeting.comes_near(rider, self.others[self.courier.to], 0.0, self.time, end)
        if there is not None:
            found.append((there, 0, "arrive", Foe("", rider, 0.0, 0.0)))
        for foe in foes:
            for order, (kind, limit) in enumerate((("touch", CONTACT), ("away", foe.drives)), 1):
                since = max(self.time, later.get((foe.body, kind), 0.0))
                when = meeting.comes_near(rider, foe.mover, limit, since, end) if limit and since < end else None
                if when is not None:
                    found.append((when, order, kind, foe))
        if not found:
            return None
        when, _, kind, foe = min(found, key=lambda one: (moment(one[0]), one[1], facts.natural(one[3].body)))
        return when, kind, foe

    def _standing(self) -> Mover:
        x, y = self.courier.at
        poses, sizes = np.array([[x, y, 0.0]]), np.full((1, 2), POINT)
        return Mover("courier", self.side, (), sizes, [Stretch(0.0, 1.0, poses, sizes)])

    def _is_by(self, piece: str, x: float, y: float) -> bool:
        found = ground_of(self.view).by_id.get(piece)
        return found is not None and float(found.shape.distance(shapely.Point(x, y))) <= NEAR

    def _ride_away(self, rider: Mover, foe: Foe) -> None:
        """Straight away from an enemy who comes too near, until he is 5 cm beyond his attack distance (NAP-S72)."""
        x, y = meeting.towards(rider, foe.mover, self.time)
        way = self.ways(rider, self.time, (-x, -y), False)
        ride_off(self.view, rider, foe.mover, (self.time, way, self.rate), foe.far + cm(number("out_of_the_way")))

    def _paced(self, points: list[Point]) -> list[Stretch]:
        """The stretches of a way over the ground: what terrain and obstacles take (NAP-S31)."""
        time, out, sizes = self.time, list[Stretch](), np.full((1, 2), POINT)
        if self.courier.busy:
            spot = np.array([[*self.courier.at, 0.0]])
            out.append(Stretch(time, time + self.courier.busy, spot, sizes, what="ride"))
            time += self.courier.busy
        here = Stretch(time, 1.0, np.array([[*self.courier.at, 0.0]]), sizes)
        return out + pacing.along(self.view, here, points, self.rate, self.courier.passed)[0]
