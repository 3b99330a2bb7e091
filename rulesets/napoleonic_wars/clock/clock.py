"""All bodies on one clock: who halts, who pauses, who runs, from event to event (NAP-SEQ-44, NAP-S09, NAP-S10).

The rules of the clock and nothing else: what a body was ordered comes as a way through the move (:class:`Mover`), what
becomes of it is read off the movers afterwards. No dice fall, and nothing is asked, while it runs.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import pushing
from rulesets.napoleonic_wars.clock.chases import Chase, Flight, Happened, Kind, straight_on
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.pushing import SPIN_LOOK
from rulesets.napoleonic_wars.measures import CONTACT, TICK, moment

ORDER: tuple[Kind, ...] = ("look", "evade", "contact", "pause", "bar", "halt", "stop", "way", "mix")
"""The order of what happens at the same moment (NAP-S10); quarters are looked at before it."""
QUARTERS = (0.25, 0.5, 0.75)
Fits = Callable[[list[Stretch]], bool]
GoOn = Callable[[Mover, int, float, Fits | None], list[Stretch]]
MOST = 4000
"""Events after which a move ends whatever happens: more of them are a bug."""


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
    bars
        Bodies that stop a charge in whose course they stand: close order and deployed guns (NAP-S82).
    stops
        By body and action of its order, within which gap (mm) of whom a march ends of itself (NAP-S74).
    go_on
        What a body does that has done with its march, by the number of that action and the moment: the next action of
        its order, or the first of the later ones whose way fits.
    way_out
        Turns a wished direction of a runner into one that is free (NAP-S72).
    course
        The rest of a charge that goes straight on (mm a move): obstacles, what stops it (NAP-S78, NAP-S80, NAP-S81).
    """

    movers: dict[str, Mover]
    keep: Mapping[str, float]
    blind: frozenset[tuple[str, str]] = frozenset()
    loose: Mapping[str, float] = field(default_factory=dict)
    close: frozenset[str] = frozenset()
    free: set[str] = field(default_factory=set)
    chases: list[Chase] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    bars: frozenset[str] = frozenset()
    stops: dict[str, dict[int, tuple[float, frozenset[str]]]] = field(default_factory=dict)
    go_on: GoOn = lambda mover, action, time, fits: []
    way_out: Callable[[Mover, float, tuple[float, float], bool], tuple[float, float]] = lambda m, t, way, beyond: way
    course: Callable[[Mover, float, Chase, tuple[float, float]], list[Stretch]] = straight_on
    time: float = 0.0
    until: float = 1.0
    happened: list[Happened] = field(default_factory=list)
    held: dict[str, tuple[float, list[Stretch], frozenset[str]]] = field(default_factory=dict)
    queue: list[tuple[float, int, str, str, int, int, float]] = field(default_factory=list)
    mixed: set[tuple[str, str]] = field(default_factory=set)
    parted: dict[tuple[str, str], float] = field(default_factory=dict)

    # -- running ----------------------------------------------------------------------------------------------

    def run(self, until: float = 1.0) -> None:
        """Run to a moment."""
        self.until = until
        for chase in self.chases:
            self._head(chase)
        for flight in self.flights:
            if flight.start is not None and flight.start <= self.time:
                self._flee(flight)
        for time in QUARTERS:
            if self.time <= time < until:
                self._push(time, "look")
        for one in self.chases:
            if self.time < one.start < until:
                self._push(one.start, "look")
        self._watch(self.movers)
        for _ in range(MOST):
            if not self.queue or self.queue[0][0] > until + TICK / 2.0:
                break
            _, order, body, other, va, vb, time = heapq.heappop(self.queue)
            if body and (self.movers[body].version != va or (other and self.movers[other].version != vb)):
                continue
            self.time = max(self.time, time)
            self._meet(ORDER[order], body, other)
        self.time = until

    def _push(self, time: float, kind: Kind, body: str = "", other: str = "") -> None:
        va = self.movers[body].version if body else 0
        vb = self.movers[other].version if other else 0
        heapq.heappush(self.queue, (moment(time), ORDER.index(kind), body, other, va, vb, time))

    def _watch(self, bodies: Iterable[str]) -> None:
        """Look for what comes next between some bodies, whose ways are new, and everybody."""
        done: set[tuple[str, str]] = set()
        for body in bodies:
            for other in self.movers:
                pair = (min(body, other), max(body, other))
                if body != other and pair not in done:
                    done.add(pair)
                    self._watch_pair(*pair)

    def _watch_pair(self, one: str, other: str, since: float | None = None) -> None:
        a, b = self.movers[one], self.movers[other]
        since = self.time if since is None else since
        if all(m.at(since).pace <= 0.0 and m.after(since) >= self.until for m in (a, b)):
            return
        if a.side == b.side:
            if (one, other) not in self.mixed and a.bases and b.bases:
                found = meeting.comes_near(a, b, -CONTACT, since, self.until)
                if found is not None:
                    self._push(found, "mix", one, other)
            return
        for chase in self.chases:
            if not chase.over and {chase.body, chase.target} == {one, other} and chase.start <= since + TICK:
                limit = chase.pause or 0.0
                found = meeting.comes_near(a, b, limit, since, self.until)
                if found is not None:
                    self._push(found, "contact" if chase.pause is None else "pause", one, other)
        for flight in self.flights:
            if not flight.begun and flight.within and {flight.body, flight.away_from} == {one, other}:
                found = meeting.comes_near(a, b, flight.within, since, self.until)
                if found is not None:
                    self._push(found, "evade", one, other)
        for body, foe in ((one, other), (other, one)):
            self._watch_stops(body, foe, since)
            if (barred := self._barred(body, foe)) is not None and barred.start <= since + TICK:
                found = meeting.comes_near(self.movers[body], self.movers[foe], barred.near, since, self.until)
                if found is not None:
                    self._push(found, "bar", body, foe)
        self._watch_distance(one, other, since)

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
        ahead = 0.0 if mover.at(self.time).pivot is not None else max(0.0, 1.0 - self.time)
        nearer = apart < meeting.gap(mover, self.movers[chase.target], self.time) - CONTACT
        if apart <= chase.near + CONTACT and nearer and meeting.sweeps(mover, other, self.time, ahead):
            self._note("bar", body, foe)
            for one in self.chases:
                one.over = one.over or one.body in (body, foe)
            for who in (body, foe):
                self.movers[who].stop(self.time, "pause")
                self.held.pop(who, None)
            self._watch([body, foe])
        elif self.time + SPIN_LOOK < self.until:
            self._push(self.time + SPIN_LOOK, "bar", body, foe)

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
                self._push(found, "stop", body, foe)

    def _stop(self, body: str, foe: str) -> None:
        """End a march of itself; the next action begins at once (NAP-S74)."""
        mover = self.movers[body]
        action = mover.at(self.time).action
        limit, _ = self.stops.get(body, {}).get(action, (-1.0, frozenset()))
        if limit < 0.0 or meeting.gap(mover, self.movers[foe], self.time) > limit + 2.0 * meeting.FINE:
            return
        self._note("stop", body, foe)
        del self.stops[body][action]
        mover.stop(self.time, "stand")
        further = self.go_on(mover, action, self.time, None)
        if further:
            mover.go(further, self.time)
        self._watch([body])

    def _watch_distance(self, one: str, other: str, since: float) -> None:
        """When two enemies come to the greater attack distance (NAP-ORG-42)."""
        limit = max(self.keep.get(one, 0.0), self.keep.get(other, 0.0))
        a, b = self.movers[one], self.movers[other]
        pairs = [(m, n) for m, n in ((a, b), (b, a)) if self._halts(m.body, n.body)]
        if limit <= 0.0 or not pairs:
            return
        found = meeting.comes_near(a, b, limit, since, self.until)
        if found is None:
            return
        told = any(self.parted.get(pair, -1.0) >= found - TICK / 2.0 for pair in ((one, other), (other, one)))
        giving_way = told or ("give_way" in (a.at(found).what, b.at(found).what) and pushing.keeps_off(a, b, found))
        if not giving_way and any(meeting.brings_nearer(m, n, found) for m, n in pairs):
            self._push(found, "halt", one, other)
            return
        wheels = any(m.at(found).pivot is not None for m in (a, b))
        soon = found + TICK / 2.0
        later = min(a.after(soon), b.after(soon), found + SPIN_LOOK if wheels else 1.0)
        if later < self.until:
            self._push(later, "halt", one, other)

    def _halts(self, body: str, other: str) -> bool:
        """Whether an enemy may stop a body that is on no charge or flight: it knows of him, and he is no general."""
        return body not in self.free and other in self.keep and (body, other) not in self.blind

    # -- what happens -----------------------------------------------------------------------------------------

    def _meet(self, kind: Kind, body: str, other: str) -> None:
        if kind == "look":
            self._look_again()
        elif kind == "mix":
            if (body, other) in self.mixed:
                return
            self.mixed.add((body, other))
            self._note("mix", body, other)
        elif kind == "evade":
            for flight in self.flights:
                if {flight.body, flight.away_from} == {body, other} and not flight.begun:
                    self._note("evade", flight.body, flight.away_from)
                    self._flee(flight)
        elif kind == "stop":
            self._stop(body, other)
        elif kind == "bar":
            self._bar(body, other)
        elif kind in ("pause", "contact"):
            for chase in self.chases:
                if {chase.body, chase.target} == {body, other} and not chase.over:
                    self._arrive(chase, kind)
        else:
            self._halt(body, other)

    def _note(self, kind: Kind, body: str, other: str = "") -> None:
        apart = meeting.gap(self.movers[body], self.movers[other], self.time) if other else 0.0
        self.happened.append(Happened(moment(self.time), kind, body, other, apart))

    def _halt(self, one: str, other: str) -> None:
        """Halt those who would come nearer by their own motion (NAP-S46 (b)); skirmishers give way (NAP-R24)."""
        movers = self.movers[one], self.movers[other]
        limit = max(self.keep.get(one, 0.0), self.keep.get(other, 0.0))
        if meeting.gap(*movers, self.time) > limit + 2.0 * meeting.FINE:
            self._watch_distance(one, other, self.time)
            return
        coming = [
            (m, n)
            for m, n in (movers, movers[::-1])
            if self._halts(m.body, n.body) and meeting.brings_nearer(m, n, self.time)
        ]
        pushed = {
            body
            for mover, foe in coming
            if foe.body in self.loose and mover.body in self.close and self._give_way(mover, foe)
            for body in (mover.body, foe.body)
        }
        for mover, foe in coming:
            if mover.body in pushed:
                continue
            self._note("halt", mover.body, foe.body)
            self.held[mover.body] = (self.time, mover.rest(self.time), self._foes_near(mover))
            mover.stop(self.time)
        if coming:
            self._watch({m.body for pair in coming for m in pair})
        else:
            self._watch_distance(one, other, self.time)

    def _foes_near(self, mover: Mover) -> frozenset[str]:
        return frozenset(
            m.body
            for m in self.movers.values()
            if m.side != mover.side and self._halts(mover.body, m.body) and self.keep.get(m.body)
        )

    def _give_way(self, mover: Mover, loose: Mover) -> bool:
        """Skirmishers go straight back at the pace of those who come, who are slowed to theirs (NAP-R24)."""
        if not pushing.gives_way_now(loose, self.time):
            way = self.way_out(loose, self.time, meeting.towards(mover, loose, self.time), False)
            if way == (0.0, 0.0):
                return False
            pushing.go_back(mover, loose, way, self.loose[loose.body], self.time)
            self.held.pop(loose.body, None)
            self._note("way", loose.body, mover.body)
        self.parted[mover.body, loose.body] = self.time
        return pushing.follow(mover, loose, self.time)

    def _look_again(self) -> None:
        """At the end of a quarter: who was halted goes on, if he may now (NAP-S46 (c)); charges head anew."""
        gone = []
        for body, (since, rest, foes) in list(self.held.items()):
            if since >= self.time - TICK / 2.0:
                continue
            mover = self.movers[body]
            if rest and self._may_go(mover, rest, foes):
                by = self.time - rest[0].start
                way = [s.later(by) for s in mover.from_here(rest, self.time)]
            else:
                way = self.go_on(mover, rest[0].action, self.time, partial(self._may_go, mover, foes=foes))
            if way:
                mover.go(way, self.time)
                mover.cut()
                del self.held[body]
                gone.append(body)
        self._watch(gone)
        for chase in self.chases:
            self._head(chase)

    def _may_go(self, mover: Mover, rest: list[Stretch], foes: frozenset[str]) -> bool:
        by = self.time - rest[0].start
        trial = replace(mover, stretches=list(mover.stretches))
        trial.go([s.later(by) for s in mover.from_here(rest, self.time)], self.time)
        for foe in foes:
            other = self.movers[foe]
            limit = max(self.keep.get(mover.body, 0.0), self.keep.get(foe, 0.0))
            near = meeting.gap(trial, other, self.time) <= limit + meeting.FINE
            if near and meeting.brings_nearer(trial, other, self.time):
                return False
        return True

    # -- charges and flights ----------------------------------------------------------------------------------

    def _head(self, chase: Chase) -> None:
        """Set a charge's heading at the nearest point of its target, at most 45 degrees off its first (NAP-S81)."""
        body, target = self.movers[chase.body], self.movers[chase.target]
        if chase.over or self.time < chase.start - TICK / 2.0 or chase.crosses(self.time):
            return
        apart = meeting.gap(body, target, self.time)
        if chase.first is not None and apart <= chase.near + meeting.FINE:
            return
        dx, dy = meeting.towards(body, target, self.time)
        if chase.first is None:
            chase.first = (dx, dy)
        dx, dy = _at_most(chase.first, (dx, dy), math.pi / 4.0)
        body.go(self.course(body, self.time, chase, (dx * chase.speed, dy * chase.speed)), self.time)
        self.free.add(chase.body)
        self._watch([chase.body])

    def _arrive(self, chase: Chase, kind: Kind) -> None:
        """A charge comes to its pause, or into contact."""
        chase.over = True
        self._note(kind, chase.body, chase.target)
        stopped = [chase.body]
        self.movers[chase.body].stop(self.time, kind)
        if chase.stops and self.movers[chase.target].at(self.time).what != "form":
            self.movers[chase.target].stop(self.time, kind)
            self.held.pop(chase.target, None)
            stopped.append(chase.target)
        for other in self.chases:
            if other.body in stopped and other is not chase:
                other.over = True
        self._watch(stopped)

    def _flee(self, flight: Flight) -> None:
        """Run straight away from somebody, to the end of the move (NAP-EVD-02)."""
        flight.begun = True
        body, foe = self.movers[flight.body], self.movers[flight.away_from]
        dx, dy = meeting.towards(body, foe, self.time)
        dx, dy = self.way_out(body, self.time, (-dx, -dy), flight.beyond)
        poses = body.poses_at(self.time).copy()
        if len(poses):
            poses[:, 2] = math.degrees(math.atan2(dx, dy)) % 360.0 if (dx, dy) != (0.0, 0.0) else poses[:, 2]
        sizes = body.at(self.time).sizes
        way = Stretch(self.time, 1.0, poses, sizes, (dx * flight.speed, dy * flight.speed), what=flight.what)
        body.go([way], self.time)
        self.free.add(flight.body)
        self.held.pop(flight.body, None)
        self._watch([flight.body])


def _at_most(first: tuple[float, float], way: tuple[float, float], most: float) -> tuple[float, float]:
    """A direction, turned back to where it is no more than an angle (radians) off another."""
    turn = math.atan2(first[0] * way[1] - first[1] * way[0], first[0] * way[0] + first[1] * way[1])
    turn = max(-most, min(most, turn))
    cos, sin = math.cos(turn), math.sin(turn)
    return first[0] * cos - first[1] * sin, first[0] * sin + first[1] * cos
