"""Generals on the clock: they go with a unit, get out of the enemy's way, or are captured (NAP-S31, NAP-S72).

A general who stays with a unit goes as it goes, or rides up to it (NAP-S73 (9)). A general by himself rides away when
an enemy comes to that enemy's attack distance, unless his order is to wait (NAP-ORD-13). An enemy who touches him
captures him.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Bar
from game.engine.declared import on
from game.engine.flow import Run
from game.engine.state import Frame, State, Table
from game.engine.text import T, Thing
from game.geometry.halving import halved
from game.geometry.shapes import Point, Pose
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.clock import pacing
from rulesets.napoleonic_wars.clock.chases import Kind
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.pacing import CROSS
from rulesets.napoleonic_wars.command import lost, notes
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import going, rates, reach
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

QUARTERS = 4
STEP = 1.0 / 128.0
"""Part of a move between two looks at an enemy who is near and does nothing new."""
ROUNDING, MOMENT = 0.01, 1e-5
"""mm over the edge that rounding may make; how exactly a moment is found."""
BEFORE = ("NAP-SEQ-21", "NAP-SEQ-22", "NAP-SEQ-23")
"""Clauses of the steps before anybody has moved."""
HARMLESS = ("rout", "surrendered", "dispersed")
"""Results under which a body takes no prisoner."""


class Riders:
    """The generals of a pass; in the second they do not ride up to a unit that they are not in contact with."""

    def __init__(self, view: State, clock: Clock, *, rides_up: bool = True) -> None:
        self.view, self.clock, self.rides_up = view, clock, rides_up
        self.generals = {g for g in facts.generals(view) if g in clock.movers}
        self._flees: dict[str, tuple[str, float]] = {}
        self._hosts: dict[str, str] = {}
        self._later: dict[tuple[str, str, Kind], float] = {}
        clock.watchers.append(self)

    # --- what the clock asks

    def follow(self, bodies: Collection[str]) -> set[str]:
        """Generals go as their units go, and as far from an enemy as they must."""
        found = set()
        for general in facts.by_id(self.generals, self.view):
            foe, until = self._flees.get(general, ("", -1.0))
            if until > self.clock.time:
                if foe in bodies:
                    self._ride_away(general, foe)
                    found.add(general)
            elif (self._with(general) in bodies and self._follow(general)) or self._hosts.get(general) in bodies:
                found.add(general)
        return found

    def watch(self, one: str, other: str, since: float) -> None:
        """When an enemy comes to his attack distance from a general, and when he touches him."""
        for general, foe in ((one, other), (other, one)):
            if general in self.generals and self._takes(foe):
                self._watch(general, foe, "touch", CONTACT, since)
                if (general, foe) not in self.clock.blind:
                    self._watch(general, foe, "away", self._far(foe), since)

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """A general rides away, or is taken."""
        if kind not in ("away", "touch") or body not in self.generals:
            return
        self._hosts[body], safe = self._host(body)
        if safe > self.clock.time:
            self._later[body, other, kind] = safe
            self.watch(body, other, self.clock.time)
        elif kind == "touch":
            self.generals.discard(body)
            self.clock.note("taken", body, other)
            self.clock.movers[body].stop(self.clock.time, "taken")
            self.clock.watch([body])
        elif not self._waits(body):
            self._later[body, other, kind] = self.clock.time + STEP
            self._ride_away(body, other)
            self.clock.watch([body])

    def _watch(self, general: str, foe: str, kind: Kind, limit: float, since: float) -> None:
        a, b = self.clock.movers[general], self.clock.movers[foe]
        since = max(since, self._later.get((general, foe, kind), since))
        found = meeting.comes_near(a, b, limit, since, self.clock.until) if since < self.clock.until else None
        if found is not None:
            self.clock.push(found, kind, general, foe)

    # --- what is so

    def _far(self, foe: str) -> float:
        return cm(facts.attack_distance(self.view, foe))

    def _takes(self, foe: str) -> bool:
        told = facts.own(self.view, foe) if foe in self.view.units else None
        return (
            told is not None
            and told.arm != "general"
            and told.nerve.result not in HARMLESS
            and not told.captivity.abandoned
        )

    def _waits(self, general: str) -> bool:
        return any(one.get("verb") == "wait" for one in notes.line_of(self.view, general)) or not self._rate(general)

    def _rate(self, general: str) -> float:
        return cm(rates.rate(self.view, general, "normal"))

    def _with(self, general: str) -> str:
        return with_whom(self.view, general, round(self.clock.until * QUARTERS))

    def _host(self, general: str) -> tuple[str, float]:
        """Own troops in contact with a general, whose fate he shares, and until when for certain (NAP-RGN-06)."""
        rider, time = self.clock.movers[general], self.clock.time
        here, found = rider.at(time), ("", -1.0)
        for body in facts.bodies(self.view, rider.side):
            mate = self.clock.movers.get(body)
            given_up = facts.own(self.view, body).nerve.result == "surrendered"
            if mate is None or given_up or meeting.gap(rider, mate, time) > CONTACT + SLACK:
                continue
            there = mate.at(time)
            along = (here.velocity, here.pivot, here.spin) == (there.velocity, there.pivot, there.spin)
            sure = min(rider.after(time), mate.after(time)) if along and there.left is None else time + STEP
            found = max(found, (body, sure), key=lambda one: one[1])
        return found

    # --- his ways

    def _follow(self, general: str) -> bool:
        """Bring a general up to the unit with which he stays, up to the end of the quarter."""
        since, until = self.clock.time, self.clock.until
        rider, body = self.clock.movers[general], self.clock.movers.get(self._with(general))
        if body is None or until <= since or not len(body.poses_at(until)):
            return False
        if meeting.gap(rider, body, since) <= CONTACT + SLACK:
            way = _alongside(rider, body, since, until)
        elif not self.rides_up:
            return False
        else:
            way = _up_to(self.view, rider, body, self._rate(general), (since, until))
        carried = facts.is_forced(self.view, general)  # along with a body whose fate he shares (NAP-RGN-06)
        rider.go(way if carried else on_the_table(self.view.table, way), since)
        return True

    def _ride_away(self, general: str, foe: str) -> None:
        """Straight away from an enemy, until he is 5 cm beyond his attack distance (NAP-S72)."""
        rider, other, time = self.clock.movers[general], self.clock.movers[foe], self.clock.time
        x, y = meeting.towards(rider, other, time)
        way = self.clock.way_out(rider, time, (-x, -y), False)
        far = self._far(foe) + cm(number("out_of_the_way"))
        self._flees[general] = (foe, ride_off(self.view, rider, other, (time, way, self._rate(general)), far))


def ride_off(view: State, rider: Mover, foe: Mover, how: tuple[float, Point, float], far: float) -> float:
    """Ride from a moment in a direction at a rate (mm a move) until an enemy is so far (mm) off; when that is."""
    time, way, rate = how
    here = Stretch(time, 1.0, rider.poses_at(time), rider.at(time).sizes)
    legs = [] if way == (0.0, 0.0) else pacing.straight(view, here, way, (1.0 - time) * rate, rate)[0]
    legs = on_the_table(view.table, [s.between(s.start, min(1.0, s.end)) for s in legs if s.start < 1.0])
    rider.go(legs, time)
    end = parted(rider, foe, far, time)
    if legs and time + STEP < legs[-1].end < end:
        end = legs[-1].end  # from the edge he turns
    rider.go([s.between(s.start, min(s.end, end)) for s in legs if s.start < end], time)
    return end


def parted(rider: Mover, foe: Mover, far: float, since: float) -> float:
    """The first moment at which two are so far (mm) apart; 1 where they never are."""
    time = since
    while time < 1.0:
        low, time = time, min(1.0, time + STEP)
        if meeting.gap(rider, foe, time) >= far:
            return halved(low, time, MOMENT, lambda at: meeting.gap(rider, foe, at) < far)[1]
    return 1.0


def on_the_table(table: Table, way: Sequence[Stretch]) -> list[Stretch]:
    """So much of a way as keeps its figures on the table with all they stand on: nobody is ordered over its edge.

    Who goes with a body that leaves the table stops at the edge (NAP-S78).
    """

    def over(one: Stretch, time: float) -> float:
        corners = one.outline_at(time).reshape(-1, 2)
        return float(max((-corners).max(), (corners - (table.width, table.depth)).max()))

    def is_on(one: Stretch, time: float) -> bool:
        return over(one, time) <= most

    # who was set up over the edge may go along it
    most = max(0.0, over(way[0], way[0].start)) + ROUNDING if way else 0.0
    kept = []
    for one in way:
        if is_on(one, one.end):
            kept.append(one)
            continue
        end, _ = halved(one.start, one.end, MOMENT, partial(is_on, one))
        return [*kept, one.between(one.start, end)] if end > one.start else kept
    return kept


def with_whom(view: State, general: str, quarter: int = QUARTERS) -> str:
    """The unit with which a general stays, by what he was told last up to a quarter; "" for none."""
    line = act.read(notes.line_of(view, general, quarter))
    actions = () if isinstance(line, Bar) else line
    last = next((one for one in reversed(actions) if isinstance(one, (act.StayWith, act.Ride))), None)
    return last.unit if isinstance(last, act.StayWith) else ""


def _alongside(rider: Mover, body: Mover, since: float, until: float) -> list[Stretch]:
    """The stretches of a body, gone by who touches it; while it changes order he waits where he is."""
    out: list[Stretch] = []
    poses, sizes = rider.poses_at(since), rider.at(since).sizes
    for one in body.stretches:
        start, end = max(one.start, since), min(one.end, until)
        if end > start:
            out.append(Stretch(start, end, poses, sizes, one.velocity, one.pivot, one.spin, what="ride"))
            poses = out[-1].poses_at(end)
    return out


def _up_to(view: State, rider: Mover, body: Mover, rate: float, times: tuple[float, float]) -> list[Stretch]:
    """The way to the nearest point of a body where it will stand, straight or round ground that no rider enters."""
    since, until = times
    here = Stretch(since, 1.0, rider.poses_at(since), rider.at(since).sizes)
    passed, busy = _crossed(view, rider, since)
    if busy is not None:
        here = Stretch(busy.end, 1.0, here.poses, here.sizes)
    legs, stopped = _straight_to(view, rider, here, body, rate, until, passed)
    if stopped:
        who, ground = going.rider(), ground_of(view)
        kept_off = [w for p in reach.shut(view, who) for w in reach.walls(ground.bare[p.id], float(here.sizes.max()))]
        goal = body.cover_at(until)
        points = reach.ridden(view, (float(here.poses[0, 0]), float(here.poses[0, 1])), goal, kept_off)[:-1]
        if len(points) > 1:
            legs, _ = pacing.along(view, here, points, rate, passed)
            last = legs[-1] if legs else here
            there = Stretch(last.end, 1.0, last.poses_at(last.end), here.sizes)
            legs += _straight_to(view, rider, there, body, rate, until, passed)[0] if last.end < until else []
    legs = legs if busy is None else [busy, *legs]
    return [s.between(s.start, min(s.end, until)) for s in legs if s.start < until]


def _crossed(view: State, rider: Mover, since: float) -> tuple[tuple[str, ...], Stretch | None]:
    """The obstacles that a rider has begun to cross before a moment, and what is left of the crossing that he is in."""
    begun = [s for s in rider.stretches if s.what.startswith(CROSS) and s.start < since]
    passed = tuple(dict.fromkeys(s.what.removeprefix(CROSS) for s in begun))
    if not begun or rider.at(max(0.0, since - MOMENT)).what != begun[-1].what:
        return passed, None
    row = ground_of(view).by_id[passed[-1]].kind.move
    spent = sum(min(s.end, since) - s.start for s in begun if s.what == begun[-1].what)
    left = going.rider().crosses[row] - spent
    here = Stretch(since, since + left, rider.poses_at(since), begun[-1].sizes, what=begun[-1].what)
    return passed, here if left > MOMENT else None


def _straight_to(
    view: State, rider: Mover, here: Stretch, body: Mover, rate: float, until: float, passed: tuple[str, ...]
) -> tuple[list[Stretch], bool]:
    """A rider's stretches straight to the nearest point of a body at a moment, and whether the ground ends them."""
    trial = Mover(rider.body, rider.side, rider.bases, rider.sizes, [Stretch(until, 1.0, here.poses, here.sizes)])
    far = meeting.gap(trial, body, until)
    if far <= 0.0 or rate <= 0.0 or here.start >= until:
        return [], False
    return pacing.straight(view, here, meeting.towards(trial, body, until), far, rate, passed)


def tell(run: Run, clock: Clock, since: int = 0) -> int:
    """Generals who were taken on the clock, after so many of them, are off the table; how many there are (NAP-S31)."""
    taken = [one for one in clock.happened if one.kind == "taken"]
    for one in taken[since:]:
        if not known(run.state).bases_of(one.body):
            continue  # an earlier run of this pass has told it (NAP-S77)
        take(run, one.body, one.other, clock.movers[one.body].poses_told(one.time), time=one.time)
    return len(taken)


@on("step_begins")
def caught(run: Run, event: ev.Event) -> Sequence[Frame]:
    """After the first pass: who stands by himself and is touched by the enemy, or by prisoners of his, is taken."""
    if {*event.clauses} & {*BEFORE}:
        return ()
    here = known(run.state)
    for general in facts.generals(here):
        side, near = here.units[general].side, board_of(here).near(general, CONTACT / 10.0)
        beside = [u for u in near if facts.own(here, u).arm != "general"]
        own = [u for u in beside if here.units[u].side == side]
        foes = [u for u in beside if u not in own and facts.own(here, u).nerve.result not in HARMLESS]
        captors = [
            facts.own(here, u).captivity.captors for u in own if facts.own(here, u).nerve.result == "surrendered"
        ]
        takers = facts.by_id({*foes, *(u for u in captors if u in here.units)}, here)
        if takers and len(own) == len(captors):
            take(run, general, takers[0], {})
    return ()


def take(run: Run, general: str, foe: str, poses: Mapping[str, Pose], **data: Any) -> None:
    """An enemy takes a general, who stood at a place; they see each other now, if they had not."""
    detection.reveal(run, [detection.Found(u, (v,), "met") for u, v in ((general, foe), (foe, general))])
    (base,) = facts.left(run.state, general)
    pose = poses.get(base.id, base.pose)
    marks = [*around.gone(run.state, general, "general"), *changes.unit(run.state, general, captors=foe)]
    text = T("{enemy} captured {unit}", unit=Thing(general), enemy=Thing(foe))
    lost.take_off(run, general, "general_taken", text, ("NAP-S31",), *marks, pose=pose, also=(foe,), **data)
