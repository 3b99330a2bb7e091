"""The first pass of the clock: everybody moves by his orders, steps 3 to 6 of a move (NAP-SEQ-23 to -26, NAP-S41)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Bar
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Run
from game.engine.state import State, Tie
from game.engine.state import view as seen_by
from game.engine.text import T, Thing
from game.kit.block import meeting
from rulesets.napoleonic_wars import calls
from rulesets.napoleonic_wars.body import squares
from rulesets.napoleonic_wars.clock import (
    arrivals,
    ends,
    giving_way,
    grouping,
    hiding,
    paths,
    quarters,
    receiving,
    riding,
    rising,
    running,
    safety,
    settling,
    stopping,
)
from rulesets.napoleonic_wars.clock.chases import Chase, Flight, by_charger, by_target, kept
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.heading import Heading
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.quarters import QUARTERS
from rulesets.napoleonic_wars.command import doubling, notes
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import hidden, known, moved
from rulesets.napoleonic_wars.fire import fire, targets
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.measures import SLACK, cm, moment
from rulesets.napoleonic_wars.own import Track


class PassData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pass on its way.

    Attributes
    ----------
    tracks
        Ways of the bodies that a result moves, as the chapter of nerve tells them (NAP-S05).
    quarter
        In play without move orders: the quarter that is run (NAP-S77).
    hidden, spotted
        Who was hidden when the move began, and whom of them the quarters before it have shown.
    """

    tracks: dict[str, Track] = {}
    quarter: int = 0
    hidden: tuple[str, ...] = ()
    spotted: tuple[hiding.Spotted, ...] = ()


HALTED = ("withdraw", "retreat")
"""Results of those who go away, and halt before an enemy as any march does (NAP-ORG-42); the rest go through."""
PASS = FrameOf("nap.first_pass", PassData)


@PASS.step
def begin(run: Run, data: PassData | None, got: object) -> Outcome:
    """Who is under a result that moves him goes his way as it has it."""
    return calls.FORCED.call(None, "go", PassData())


@PASS.step
def go(run: Run, data: PassData, got: Any) -> Outcome:
    """All bodies on one clock; where no move orders are written both sides tell their moves quarter by quarter."""
    tracks = {body: msgspec.convert(track, Track) for body, track in (got or {}).items()}
    data = PassData(tracks)
    return Goto("ask", data) if quarters.is_played(run.state) else _run(run, data)


@PASS.step
def ask(run: Run, data: PassData, got: object) -> Outcome:
    """What is entered for the next quarter, after all have seen the last one (NAP-S77)."""
    data = replace(data, quarter=data.quarter + 1)
    return calls.QUARTER.call(calls.OfQuarter(data.quarter), "told", data)


@PASS.step
def told(run: Run, data: PassData, got: object) -> Outcome:
    """The quarter is run."""
    return _run(run, data)


def _run(run: Run, data: PassData) -> Outcome:
    """The clock, quarter by quarter; what each becomes; where two stand in one place they are parted."""
    if data.quarter <= 1:
        grouping.send_out(run)
    here = known(run.state) if data.quarter <= 1 else quarters.at_start(known(run.state))
    plans = {b: planned(here, b) for b in (*facts.bodies(here), *facts.generals(here)) if b not in data.tracks}
    plans |= arrivals.beside_movers(here, plans)
    clock = made(here, plans, data.tracks)
    last, before = data.quarter or len(QUARTERS), (data.quarter - 1) / len(QUARTERS)
    if data.quarter <= 1:
        data, before = replace(data, hidden=tuple(sorted(hidden(run.state)))), -1.0
    scouts, shown = hiding.Hiding(here, clock, data.hidden, data.spotted, before), (len(data.spotted), 0)
    riding.Riders(here, clock)
    rising.Rising(here, clock, plans)
    running.Runners(here, clock)
    scouts.look()
    for k, quarter in enumerate(QUARTERS[:last], 1):
        if k > 1 and data.quarter:
            quarters.redirect(here, clock, plans, k)
        scouts.again(quarter)
        clock.run(quarter)
        scouts.look()
        if k >= data.quarter:
            _set_down(run, clock, quarter)
            shown = _tell(run, clock, scouts, shown)
    if last < len(QUARTERS):
        _keep(run, clock, "ways")
        quarters.remember(run, clock, plans, last)
        return Goto("ask", replace(data, spotted=tuple(scouts.spotted)))
    if data.quarter:
        quarters.remember(run, clock, plans, last)
    settling.part(run, clock)
    ends.carry_out(run, clock, plans)
    ends.carry_out_forced(run, clock, data.tracks)
    _keep(run, clock)
    if marks := kept(run.state, clock.chases):
        run.emit("charge_changes", "status", None, *marks)
    _fire_from_hiding(run)
    for tie in (*facts.ties(run.state, facts.CHARGE), *facts.ties(run.state, facts.ATTACK)):
        _pause(run, clock, tie)
    for body in facts.bodies(run.state):
        if "evaded" in facts.own(run.state, body).march.did:
            reform.leave(run, body)
    asked = safety.questions(run.state)
    return Ask(asked, "safe", PassData(), "open" if len(asked) > 1 else "") if asked else Done()


@PASS.step
def safe(run: Run, data: PassData, got: Any) -> Outcome:
    """Who halts where it is safe (NAP-EVD-03)."""
    for reply in got.values() if isinstance(got, Mapping) else (got,):
        for body, answer in reply.parts.items():
            if answer == safety.HALT:
                safety.halt(run, body)
    return Done()


def planned(view: State, body: str) -> Planned:
    """A body's own way by its line; a line that cannot be read is none (NAP-S05)."""
    line = act.read(notes.line_of(view, body, 1))
    actions = () if isinstance(line, Bar) else tuple(a for a in line if not isinstance(a, act.SendOut))
    actions = rising.first(view, body, actions)
    coming = [t for t in facts.charges_on(view, body) if not facts.charge(t).home]
    mine = [t for t in facts.charges_by(view, body) if not facts.charge(t).role]
    if mine and all(facts.charge(t).home == "refused" for t in mine):
        actions = tuple(a for a in actions if isinstance(a, act.FREE))  # it stays still (NAP-RES-06)
    goal = doubling.goal_of(view, body)
    if any(facts.charge(t).answer in ("stand", "counter_charge") for t in coming):
        wheels, begin = tuple(_wheel(view, t) for t in coming if facts.charge(t).wheels), receiving.begins(view, coming)
        return receiving.received(view, body, actions, wheels, begin, True, goal)
    freed = _fires(view, body, actions) or notes.is_freed(view, body) or doubling.is_bound(view, body)
    return plan(view, body, actions, freed=freed, goal=goal)


def _wheel(view: State, tie: Tie) -> act.Wheel:
    """The wheel of who stands or waits, to face the charger (NAP-RES-08, NAP-S100 (a))."""
    turn = receiving.off_front(view, tie.b, tie.a)
    return act.Wheel("right" if turn > 0.0 else "left", round(abs(turn), 1))


def _fires(view: State, body: str, actions: act.Actions) -> bool:
    """Whether a body need not halt to reform because it was charged, or fires in this move (NAP-R43)."""
    return bool(facts.charges_on(view, body)) or any(isinstance(a, act.FirePolicy) and not a.hold for a in actions)


def made(view: State, plans: dict[str, Planned], tracks: Mapping[str, Track]) -> Clock:
    """The clock of a move: everybody on it, what each keeps from whom, charges and flights."""
    movers = {body: Mover.planned(view, body, told.track) for body, told in plans.items()}
    movers |= {body: Mover.planned(view, body, track) for body, track in tracks.items()}
    bodies = facts.bodies(view)
    keep = {b: cm(facts.attack_distance(view, b)) for b in bodies if facts.own(view, b).nerve.result != "surrendered"}
    loose = {b: cm(rates.rate(view, b, "normal")) for b in bodies if giving_way.must_go(view, b)}
    close = frozenset(b for b in bodies if facts.is_close(view, b))
    for tie in facts.ties(view, facts.CHARGE):
        if grouping.joins(view, tie) and not facts.charge(tie).home:
            movers[tie.b].go([grouping.way_home(view, tie)], 0.0)
    chases, flights, waiting = _charges(view, plans, movers)
    halted = {b for b in tracks if facts.own(view, b).nerve.result in HALTED}
    free = {*(tracks.keys() - halted), *waiting, *facts.generals(view)}
    clock = Clock(movers, keep, frozenset(), loose, close, free, chases, flights)
    ways = giving_way.Ways(view, clock)
    clock.way_out, clock.run_out, clock.heading = ways, ways.run, Heading(view)
    clock.once = frozenset(b for b, told in plans.items() if "double" in told.did)
    clock.bars = frozenset(b for b in bodies if paths.bars(view, b) and b not in tracks)
    stopping.watch(view, clock, plans)
    return clock


def _charges(
    view: State, plans: Mapping[str, Planned], movers: Mapping[str, Mover]
) -> tuple[list[Chase], list[Flight], set[str]]:
    """Charges and attacks on their way, and who runs from them (NAP-S41, NAP-S82)."""
    chases: list[Chase] = []
    flights: list[Flight] = []
    free: set[str] = set()
    for tie in (*facts.ties(view, facts.CHARGE), *facts.ties(view, facts.ATTACK)):
        told = facts.charge(tie)
        if told.home or not told.speed:
            continue
        first = plans[tie.a].over if tie.a in plans else 0.0
        near = cm(facts.attack_distance(view, tie.a))
        if not told.role:
            mine = [t for t in facts.charges_by(view, tie.a) if not facts.charge(t).role and not facts.charge(t).home]
            others = tuple(t.b for t in mine if t.id != tie.id) if tie.kind == facts.CHARGE else ()
            chases.append(by_charger(view, tie, max(told.start, first), told.pause_at, others))
            chases[-1].left = receiving.left_at(view, tie)
            chases[-1].follows = any(c.body == tie.a for c in chases[:-1])
            if tie.kind == facts.ATTACK:
                movers[tie.a].looks += squares.wall_towards(view, tie.a, tie.b)
                chases[-1].comes_up = 0.0
                chases[-1].turns_first = board_of(view).gap(tie.a, tie.b) <= told.pause_at + SLACK
        if told.answer == "counter_charge" and told.answer_start < 1.0:
            chases.append(by_target(view, tie, told.answer_start, told.pause_at))
        if grouping.joins(view, tie):
            free |= {tie.b}
        elif told.answer == "evade" and not facts.runs(view, tie.b):  # who routs at once goes the way of routers
            at_once = told.answer_start if told.answer_start < 1.0 else None
            far = 0.0 if at_once is not None else near
            flights.append(Flight(tie.b, tie.a, told.answer_speed, at_once, far))
        elif tie.kind == facts.ATTACK and giving_way.must_go(view, tie.b) and not facts.is_skirmishing(view, tie.a):
            speed = cm(rates.rate(view, tie.b, "normal"))  # NAP-ATK-05
            flights.append(Flight(tie.b, tie.a, speed, None, near, beyond=False, what="give_way"))
        free |= {tie.a}
    return chases, flights, free


def _set_down(run: Run, clock: Clock, time: float) -> None:
    """Put everybody where he is at a moment."""
    marks: list[ev.Change] = []
    gone: list[str] = []
    here = known(run.state)
    for body, mover in clock.movers.items():
        for base, pose in mover.poses_told(time).items():
            if here.bases[base].pose != pose and here.bases[base].where == "table":
                marks.append(moved(run.state, base, pose))
                gone.append(body)
    if marks:
        about = tuple(dict.fromkeys(b for b in gone if b in run.state.units))
        public = [m for m in marks if isinstance(m, ev.SetPose)]
        secret = [m for m in marks if not isinstance(m, ev.SetPose)]
        data = {"clock": time}
        text = T("Movement, quarter {n} of the move", n=math.ceil(4.0 * time))
        run.emit("ran", "move", text, *public, clauses=("NAP-SEQ-24", "NAP-SEQ-44"), about=about, data=data)
        if secret:
            run.emit("ran_unseen", "move", None, *secret, clauses=("NAP-SEQ-24",), data=data)


def _tell(run: Run, clock: Clock, scouts: hiding.Hiding, since: tuple[int, int]) -> tuple[int, int]:
    """Tell of hidden troops who were noticed and generals who were taken, after so many of each (NAP-SEQ-25)."""
    hiding.tell(run, scouts.spotted[since[0] :])
    return len(scouts.spotted), riding.tell(run, clock, since[1])


def _keep(run: Run, clock: Clock, kind: str = "tracks") -> None:
    """Keep the ways of all who may be seen, so that a runner is where he was (NAP-S41)."""
    told = {b: m.track() for b, m in clock.movers.items()}
    seen = {b: track for b, track in told.items() if b in run.state.units}
    run.emit(kind, "status", None, *changes.battle(run.state, tracks=seen), clauses=("NAP-S41",))
    unseen = [notes.kept_track(run.state, b, track) for b, track in told.items() if b not in seen]
    if unseen:
        run.emit(kind, "status", None, *unseen, clauses=("NAP-S41", "NAP-S37"))


def _fire_from_hiding(run: Run) -> None:
    """Hidden bodies that may fire and have a target now are placed, with their ways (NAP-S19, NAP-SEQ-25)."""
    everybody = known(run.state)
    for body in facts.by_id(hidden(run.state) & {*facts.bodies(everybody)}, everybody):
        here = known(seen_by(run.state, everybody.units[body].side))
        here = replace(here, own=replace(here.own, tracks=notes.tracks(here)))
        if targets.may_fire(here, body) and fire.of_body(here, body):
            track = here.own.tracks.get(body)
            detection.reveal(run, [detection.Found(body, (), "shown")])
            if track is not None:
                told = changes.battle(run.state, tracks={**run.state.own.tracks, body: track})
                forgotten = notes.kept_track(run.state, body, None)
                run.emit("tracks", "status", None, *told, forgotten, clauses=("NAP-S41", "NAP-S19"))


def _pause(run: Run, clock: Clock, tie: Tie) -> None:
    """Note where a charge or attack paused: one at several targets before the first of them (NAP-S82, NAP-R162)."""
    mine = {t.b for t in facts.charges_by(run.state, tie.a) if not facts.charge(t).role}
    for one in clock.happened:
        barred = one.kind == "bar" and one.body == tie.a
        besides = one.body == tie.a and one.other in mine and tie.b in mine
        if barred or (one.kind == "pause" and (besides or {one.body, one.other} == {tie.a, tie.b})):
            apart = meeting.gap(clock.movers[tie.a], clock.movers[tie.b], one.time) if besides else one.gap
            marks = [
                ev.SetField("tie", tie.id, f"own.{name}", value)
                for name, value in (
                    ("pause", one.time),
                    ("at", one.at),
                    ("gap", round(apart, 3)),
                    ("cease", _cease(clock, tie, one.at)),
                    ("barred", one.other if barred else ""),
                )
            ]
            foe = one.other if barred else tie.b
            text = T("{unit} came up to {enemy}", unit=Thing(tie.a), enemy=Thing(foe))
            clauses = ("NAP-S47", "NAP-S82") if barred else ("NAP-S41",)
            run.tell(tie.a, "paused", "move", text, clauses, *marks, also=(foe,), time=one.time)
            return


def _cease(clock: Clock, tie: Tie, pause: float) -> float | None:
    """The moment at which a charger came to the distance at which fire at him ceases, if that is before his pause."""
    told, chases = facts.charge(tie), (c for c in clock.chases if (c.body, c.target) == (tie.a, tie.b))
    since = next((c.start for c in chases if c.began is not None and c.began >= told.fire_at - SLACK), None)
    if since is None or told.fire_at <= told.pause_at + SLACK:
        return None
    found = meeting.comes_near(clock.movers[tie.a], clock.movers[tie.b], told.fire_at, since, pause)
    return None if found is None else moment(found)
