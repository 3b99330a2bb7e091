"""All bodies on one clock: who halts, who pauses, who runs, from event to event (NAP-SEQ-44, NAP-S09, NAP-S10).

The rules of the clock and nothing else: what a body was ordered comes as a way through the move (:class:`Mover`), what
becomes of it is read off the movers afterwards. No dice fall, and nothing is asked, while it runs.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from game.geometry.shapes import bearing
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import halting
from rulesets.napoleonic_wars.clock.chases import Chase, Flight, Happened, Kind, Watcher
from rulesets.napoleonic_wars.clock.heading import Heading
from rulesets.napoleonic_wars.clock.held import held
from rulesets.napoleonic_wars.clock.looks import Looks
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.pushing import SPIN_LOOK
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, TICK, moment

ORDER: tuple[Kind, ...] = (
    *("look", "aim", "evade", "away", "contact", "touch", "pause", "bar", "halt", "stop", "way", "near", "mix"),
)
"""The order of what happens at the same moment (NAP-S10); quarters are looked at before it."""
QUARTERS = (0.25, 0.5, 0.75)
Fits = Callable[[list[Stretch]], bool]
GoOn = Callable[[Mover, int, float, Fits | None], list[Stretch]]
RunOut = Callable[[Mover, float, tuple[float, float], Flight], list[Stretch]]
MOST = 4000
"""Events after which a move ends whatever happens: more of them are a bug."""


def open_way(body: Mover, time: float, way: tuple[float, float], flight: Flight) -> list[Stretch]:
    """A runner's way over ground that is open and endless."""
    poses = body.poses_at(time).copy()
    if len(poses):
        poses[:, 2] = bearing(*way)
    velocity = (way[0] * flight.speed, way[1] * flight.speed)
    return [Stretch(time, 1.0, poses, body.at(time).sizes, velocity, what=flight.what)]


@dataclass
class Clock:
    """A move as it is run.

    Attributes
    ----------
    movers
        All bodies that may be in somebody's way, those that stand among them.
    keep
        By body the attack distance (mm) that it keeps and is kept from; without one nobody halts for it.
    blind
        Pairs of body and enemy whom it does not know of (NAP-S46 (a)).
    loose
        Bodies of skirmishers in the open with the rate (mm a move) at which they give way (NAP-R24).
    close
        Bodies in close order: skirmishers give way before them.
    free
        Bodies that no attack distance halts: chargers, runners, those under results (NAP-S46 (e)).
    once
        Bodies that a halt ends the move of: those at the double (NAP-S92 (b)).
    bars
        Bodies that stop a charge in whose course they stand: close order and deployed guns (NAP-S82).
    watchers
        What else has its moments: hidden troops, generals.
    stops
        By body and action of its order, within which gap (mm) of whom a march ends of itself (NAP-S74).
    go_on
        What a body does that has done with its march, by the number of that action and the moment: the next action of
        its order, or the first of the later ones whose way fits.
    way_out
        Turns a wished direction of a runner into one that is free (NAP-S72).
    run_out
        The way of a runner who sets out in a wished direction, to the end of the move (NAP-S72).
    heading
        Chooses the wheels of charges, and makes their ways on the ground (NAP-S78, NAP-S80, NAP-S81).
    """

    movers: dict[str, Mover]
    keep: Mapping[str, float]
    blind: frozenset[tuple[str, str]] = frozenset()
    loose: Mapping[str, float] = field(default_factory=dict)
    close: frozenset[str] = frozenset()
    free: set[str] = field(default_factory=set)
    chases: list[Chase] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    once: frozenset[str] = frozenset()
    bars: frozenset[str] = frozenset()
    watchers: list[Watcher] = field(default_factory=list)
    stops: dict[str, dict[int, tuple[float, frozenset[str]]]] = field(default_factory=dict)
    go_on: GoOn = lambda mover, action, time, fits: []
    way_out: Callable[[Mover, float, tuple[float, float], bool], tuple[float, float]] = lambda m, t, way, beyond: way
    run_out: RunOut = open_way
    heading: Heading = field(default_factory=Heading)
    time: float = 0.0
    until: float = 1.0
    happened: list[Happened] = field(default_factory=list)
    held: dict[str, tuple[float, list[Stretch]]] = field(default_factory=dict)
    queue: list[tuple[float, int, str, str, int, int, float]] = field(default_factory=list)
    mixed: set[tuple[str, str]] = field(default_factory=set)
    parted: dict[tuple[str, str], float] = field(default_factory=dict)

    @cached_property
    def looks(self) -> Looks:
        """The looks of those who charge."""
        return Looks(self)

    # -- running ----------------------------------------------------------------------------------------------

    def run(self, until: float = 1.0) -> None:
        """Run to a moment."""
        self.until = until
        self.looks.take()
        for flight in self.flights:
            if not flight.begun and flight.start is not None and flight.start <= self.time:
                self._flee(flight)
        for time in QUARTERS:
            if self.time <= time < until:
                self.push(time, "look")
        for one in self.chases:
            if self.time < one.start < until:
                self.push(one.start, "aim")
        self.watch(self.movers)
        for _ in range(MOST):
            if not self.queue or self.queue[0][0] > until + TICK / 2.0:
                break
            _, order, body, other, va, vb, time = heapq.heappop(self.queue)
            if body and (self.movers[body].version != va or (other and self.movers[other].version != vb)):
                continue
            self.time = max(self.time, time)
            self._meet(ORDER[order], body, other)
            self.looks.take()
        self.time = until

    def push(self, time: float, kind: Kind, body: str = "", other: str = "") -> None:
        """Put something on the clock; it is dropped if the way of either changes before."""
        va = self.movers[body].version if body else 0
        vb = self.movers[other].version if other else 0
        heapq.heappush(self.queue, (moment(time), ORDER.index(kind), body, other, va, vb, time))

    def watch(self, bodies: Iterable[str]) -> None:
        """Look for what comes next between some bodies, whose ways are new, and everybody."""
        fresh = set(bodies)
        for watcher in self.watchers:
            fresh |= watcher.follow(fresh)
        stirring = [b for b, m in self.movers.items() if m.moves_at(self.time) or m.after(self.time) < self.until]
        done: set[tuple[str, str]] = set()
        for body in sorted(fresh):
            for other in self.movers if body in stirring else stirring:
                pair = (min(body, other), max(body, other))
                if body != other and pair not in done:
                    done.add(pair)
                    self._watch_pair(*pair, self.time)

    def _watch_pair(self, one: str, other: str, since: float) -> None:
        """Look for what comes next between two bodies of which one at least does not just stand."""
        a, b = self.movers[one], self.movers[other]
        if a.side == b.side:
            if (one, other) not in self.mixed and a.bases and b.bases:
                found = meeting.comes_near(a, b, -CONTACT, since, self.until)
                if found is not None:
                    self.push(found, "mix", one, other)
            return
        for chase in self.chases:
            if not chase.over and {chase.body, chase.target} == {one, other} and chase.since <= since + TICK:
                self._watch_chase(chase, since, (one, other))
        for flight in self.flights:
            if not flight.begun and flight.within and {flight.body, flight.away_from} == {one, other}:
                found = meeting.comes_near(a, b, flight.within, since, self.until)
                if found is not None:
                    self.push(found, "evade", one, other)
        for body, foe in ((one, other), (other, one)):
            self._watch_stops(body, foe, since)
            if (barred := self._barred(body, foe)) is not None and barred.start <= since + TICK:
                found = meeting.comes_near(self.movers[body], self.movers[foe], barred.near, since, self.until)
                if found is not None:
                    self.push(found, "bar", body, foe)
        halting.watch(self, one, other, since)
        for watcher in self.watchers:
            watcher.watch(one, other, since)

    def _watch_chase(self, chase: Chase, since: float, pair: tuple[str, str]) -> None:
        """When a charge comes to its pause, or its front upon its target (NAP-S82, NAP-S81 (f))."""
        body, target = self.movers[chase.body], self.movers[chase.target]
        begins = max(since, min(self.until, chase.start)) if chase.turns_first else since
        found = None
        if begins > since:
            found = meeting.comes_near(body, target, 0.0, since, begins, part=meeting.front)
        if found is None and chase.pause is not None:
            found = meeting.comes_near(body, target, chase.pause, begins, self.until)
            if chase.left is not None:
                until = self.until if found is None else found
                place = meeting.comes_near(body, target.left_at(chase.left), chase.pause, begins, until)
                found = found if place is None else place
        elif found is None:
            found = self._comes_upon(chase, since)
        if found is not None:
            self.push(found, "contact" if chase.pause is None else "pause", *pair)

    def _comes_upon(self, chase: Chase, since: float) -> float | None:
        """When a charge comes upon its target, or upon an obstacle that it defends (NAP-S81 (f))."""
        body, target = self.movers[chase.body], self.movers[chase.target]
        part = meeting.whole if chase.loose else meeting.front
        lines = held(self.heading.view, target, body, since)
        met = (target, *((lines.mover(target.side),) if lines.ids else ()))
        found = (meeting.comes_near(body, one, 0.0, since, self.until, part=part, slack=SLACK) for one in met)
        return min((time for time in found if time is not None), default=None)

    def _barred(self, body: str, foe: str) -> Chase | None:
        """The charge of a body that another enemy than its targets may come in the way of (NAP-S47)."""
        mine = [c for c in self.chases if c.body == body and not c.over]
        if not mine or foe not in self.bars or (body, foe) in self.blind or any(c.target == foe for c in mine):
            return None
        return mine[0]

    def _bar(self, body: str, foe: str) -> None:
        """An enemy in the course of a charge, nearer than its target, stops it and stops himself (NAP-S47)."""
        chase, mover, other = self._barred(body, foe), self.movers[body], self.movers[foe]
        if chase is None or not mover.moves_at(self.time):
            return
        apart = meeting.gap(mover, other, self.time)
        nearer = apart < meeting.gap(mover, self.movers[chase.target], self.time) - CONTACT
        if apart <= chase.near + CONTACT and nearer and meeting.sweeps(mover, other, self.time):
            self.note("bar", body, foe)
            for one in self.chases:
                one.over = one.over or one.body in (body, foe)
            for who in (body, foe):
                self.movers[who].stop(self.time, "pause")
                self.held.pop(who, None)
            self.watch([body, foe])
        elif self.time + SPIN_LOOK < self.until:
            self.push(self.time + SPIN_LOOK, "bar", body, foe)

    def _watch_stops(self, body: str, foe: str, since: float) -> None:
        """When a march ends of itself, because an enemy whom its side knows of is so near (NAP-S74)."""
        mover = self.movers[body]
        for action, (limit, foes) in self.stops.get(body, {}).items():
            times = [s for s in mover.stretches if s.action == action and s.what in ("advance", "wheel")]
            if foe not in foes or not times or (body, foe) in self.blind or body in self.free:
                continue
            first, last = max(since, times[0].start), min(self.until, times[-1].end)
            found = meeting.comes_near(mover, self.movers[foe], limit, first, last) if first < last else None
            if found is not None and found < times[-1].end - TICK:
                self.push(found, "stop", body, foe)

    def _stop(self, body: str, foe: str) -> None:
        """End a march of itself; the next action begins at once (NAP-S74)."""
        mover = self.movers[body]
        action = mover.at(self.time).action
        limit, _ = self.stops.get(body, {}).get(action, (-1.0, frozenset()))
        if limit < 0.0 or meeting.gap(mover, self.movers[foe], self.time) > limit + 2.0 * meeting.FINE:
            return
        self.note("stop", body, foe)
        del self.stops[body][action]
        mover.stop(self.time, "stand")
        freed = halting.release(self, mover)
        further = self.go_on(mover, action, self.time, None)
        if further:
            mover.go(further, self.time)
        self.watch([body, *freed])

    def halts(self, body: str, other: str) -> bool:
        """Whether an enemy may stop a body that is on no charge or flight: it knows of him, and he is no general."""
        return body not in self.free and other in self.keep and (body, other) not in self.blind

    # -- what happens -----------------------------------------------------------------------------------------

    def _meet(self, kind: Kind, body: str, other: str) -> None:
        if kind == "look":
            self.watch(halting.look_again(self))
            self.looks.take(quarter=True)
        elif kind == "mix":
            if (body, other) not in self.mixed:
                self.mixed.add((body, other))
                self.note("mix", body, other)
        elif kind == "evade":
            for flight in self.flights:
                if {flight.body, flight.away_from} == {body, other} and not flight.begun:
                    self.note("evade", flight.body, flight.away_from)
                    self._flee(flight)
        elif kind == "stop":
            self._stop(body, other)
        elif kind == "bar":
            self._bar(body, other)
        elif kind in ("pause", "contact"):
            for chase in self.chases:
                if {chase.body, chase.target} == {body, other} and not chase.over:
                    self._arrive(chase, kind)
        elif kind == "halt":
            halting.halt(self, body, other)
        for watcher in self.watchers:
            watcher.meet(kind, body, other)

    def note(self, kind: Kind, body: str, other: str = "") -> None:
        """Keep what has happened now."""
        apart = meeting.gap(self.movers[body], self.movers[other], self.time) if other else 0.0
        self.happened.append(Happened(moment(self.time), kind, body, other, apart, round(self.time, 9)))

    # -- charges and flights ----------------------------------------------------------------------------------

    def _arrive(self, chase: Chase, kind: Kind) -> None:
        """A charge comes to its pause, or into contact."""
        chase.over = True
        self.note(kind, chase.body, chase.target)
        stopped = [chase.body]
        self.movers[chase.body].stop(self.time, kind)
        if chase.stops and not chase.lets_finish(self.movers[chase.target].at(self.time).what, kind):
            self.movers[chase.target].stop(self.time, kind)
            self.held.pop(chase.target, None)
            stopped.append(chase.target)
        for other in self.chases:
            if other.body in stopped and other is not chase:
                other.over = True
        self.watch(stopped)

    def _flee(self, flight: Flight) -> None:
        """Run straight away from somebody, to the end of the move (NAP-EVD-02)."""
        flight.begun = True
        body, foe = self.movers[flight.body], self.movers[flight.away_from]
        dx, dy = meeting.towards(body, foe, self.time)
        body.go(self.run_out(body, self.time, (-dx, -dy), flight), self.time)
        self.free.add(flight.body)
        self.held.pop(flight.body, None)
        self.watch([flight.body])
