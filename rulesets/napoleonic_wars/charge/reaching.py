"""The second pass of the clock: charges and attacks that go on come into contact, or not (NAP-S41 (3), NAP-CSQ-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body import squares
from rulesets.napoleonic_wars.charge import answers
from rulesets.napoleonic_wars.charge.caught import CHANGES
from rulesets.napoleonic_wars.charge.ties import set_tie
from rulesets.napoleonic_wars.clock import hiding, moments, paths, receiving, riding, running, settling, toll_at_once
from rulesets.napoleonic_wars.clock.chases import Chase, Flight, by_charger, by_target, kept
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.giving_way import Ways
from rulesets.napoleonic_wars.clock.heading import Heading
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.disorder import book, reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import did, hidden, known, moved
from rulesets.napoleonic_wars.march import changes as changes_of
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import TICK, cm, moment
from rulesets.napoleonic_wars.own import Track


def pass_on(
    run: Run, going: Sequence[Tie], since: float, routed: Iterable[str], along: Sequence[Tie] = ()
) -> set[tuple[str, str]]:
    """Take up some charges at their pause, with the rest of the move; who routs now runs (NAP-S41 (3), NAP-CSQ-05).

    Tells who came into contact with whom. Of the targets of one charge it goes at the nearest. ``along``: charges of
    their targets, who go on with them until they are upon them (NAP-SIM-05).
    """
    here = known(run.state)
    chases: list[Chase] = []
    for tie in (t for t in going if facts.is_here(here, t.b) or t.b in here.own.tracks):  # who ran off is followed
        told = facts.charge(tie)
        nearest = min(
            (t for t in going if t.a == tie.a and not facts.charge(t).role),
            key=lambda t: (facts.charge(t).gap, facts.charge(t).number),
            default=tie,
        )
        if not told.role and nearest.id == tie.id:
            chases.append(by_charger(here, tie, _start(tie, since), None))
        if told.answer == "counter_charge" and not facts.own(here, tie.b).nerve.result:
            chases.append(by_target(here, tie, _start(tie, since), None))
    flights = [
        Flight(b, _nearest(b, going), cm(rates.rate(here, b, "rout")), start=since)
        for b in dict.fromkeys(routed)
        if _nearest(b, going)
    ]
    for tie in along:
        more, evaders = _up_to_pause(here, tie, since)
        chases += more
        flights += evaders
    clock = _run(run, chases, flights, min((c.start for c in chases), default=since))
    for tie in along:
        _came_up(run, tie, clock)
    met = {pair for h in clock.happened if h.kind == "contact" for pair in ((h.body, h.other), (h.other, h.body))}
    board, both = board_of(known(run.state)), [t for t in going if facts.is_here(known(run.state), t.b)]
    return met | {(t.a, t.b) for t in both if any(t.a == a for a, _ in met) and board.touching(t.a, t.b)}


def _start(tie: Tie, since: float) -> float:
    """The moment from which a charge goes on, to the last digit where that is kept (NAP-S80)."""
    at = facts.charge(tie).at
    return at if abs(at - since) < TICK else since


def come_up(run: Run, tie: Tie, since: float) -> bool:
    """Bring a charge that was held up to its pause, and note it; whether it came so far (NAP-S41 (4), NAP-S82)."""
    return _came_up(run, tie, _run(run, *_up_to_pause(known(run.state), tie, since), since))


def _up_to_pause(view: State, tie: Tie, since: float) -> tuple[list[Chase], list[Flight]]:
    """A charge on its way to its pause, with what its target does meanwhile."""
    told, near = facts.charge(tie), cm(facts.attack_distance(view, tie.a))
    chases = [by_charger(view, tie, since, told.pause_at)]
    chases[-1].left = receiving.left_at(view, tie)
    if told.answer == "counter_charge" and told.answer_start < 1.0:
        chases.append(by_target(view, tie, since, told.pause_at))
    gone = facts.runs(view, tie.b) or "evaded" in facts.own(view, tie.b).march.did
    waits = told.answer == "evade" and not gone
    return chases, [Flight(tie.b, tie.a, told.answer_speed, None, near)] if waits else []


def _came_up(run: Run, tie: Tie, clock: Clock) -> bool:
    """Note the pause to which a charge has come; whether it has."""
    for flight in clock.flights:
        if flight.begun and flight.body == tie.b and facts.charge(tie).answer == "evade":
            _has_evaded(run, tie.b)
    pair = {tie.a, tie.b}
    at = next((h for h in clock.happened if h.kind == "pause" and {h.body, h.other} == pair), None)
    if at is not None:
        set_tie(run, tie.id, pause=at.time, at=at.at, gap=round(at.gap, 3))
    return at is not None


def run_from(run: Run, tie: Tie, since: float) -> None:
    """Gunners run from who attacks them, with the rest of the move (NAP-ORD-13, NAP-EVD-02)."""
    pace = answers.fields_of(known(run.state), tie.b, "run")["answer_speed"]
    _run(run, (), [Flight(tie.b, tie.a, pace, start=since)], since)
    text = T("{unit} evaded from {enemy}", unit=Thing(tie.b), enemy=Thing(tie.a))
    run.tell(tie.b, "runs_from", "move", text, ("NAP-ORD-13", "NAP-EVD-01"), also=(tie.a,))
    _has_evaded(run, tie.b)


def _has_evaded(run: Run, body: str) -> None:
    """What an evade costs, and whom it takes off the table (NAP-EVD-07, NAP-EVD-08)."""
    did(run, body, "evaded")
    cost = book.by_movement(known(run.state), body, "no_contact", fast=True)
    book.enter(run, body, "A", cost, "NAP-EVD-07")
    reform.leave(run, body)


def turned_by(view: State, body: str) -> float:
    """The part of a move that facing about takes (NAP-RES-07, NAP-FCH-25)."""
    time = changes_of.facing_time(view, body)
    return 1.0 if time is None else time


def ride_off(run: Run, body: str, foe: str, since: float) -> None:
    """Turn about and go straight away from the enemy with the rest of the move (NAP-RES-07)."""
    here = known(run.state)
    start = moment(since + turned_by(here, body))
    _run(run, (), [Flight(body, foe, cm(rates.rate(here, body, "normal")), start=start, beyond=False)], start)


def run_off(run: Run, body: str, foe: str, since: float) -> None:
    """Go away by a result that falls in the second pass, with the time left (NAP-R109)."""
    here = known(run.state)
    pace: rates.Speed = "rout" if facts.own(here, body).nerve.result == "rout" else "normal"
    _run(run, (), [Flight(body, foe, cm(rates.rate(here, body, pace)), start=since)], since)


def _run(run: Run, chases: Sequence[Chase], flights: Sequence[Flight], since: float) -> Clock:
    """Some bodies on the clock for the rest of a move, the others where they stand; they are set down at its end."""
    here = known(run.state)
    movers = {b: _mover(here, b, since) for b in (*facts.bodies(here), *facts.generals(here))}
    for foe in (c.target for c in chases if c.target not in movers):  # it ran off the table, and is followed
        movers[foe] = Mover.gone(here.units[foe].side, foe, here.own.tracks[foe])
    for chase in chases:
        if chase.pace == "normal" and chase.target in here.units:
            movers[chase.body].looks += squares.wall_towards(here, chase.body, chase.target)
    clock = Clock(movers, {}, chases=list(chases), flights=list(flights), time=since)
    ways = Ways(here, clock)
    clock.way_out, clock.run_out, clock.heading = ways, ways.run, Heading(here)
    clock.bars = frozenset(b for b in facts.bodies(here) if b in run.state.units and paths.bars(here, b))
    clock.free |= {*facts.generals(here)}
    scouts = hiding.Hiding(here, clock, hidden(run.state))
    riding.Riders(here, clock, rides_up=False)
    running.Runners(here, clock, again=True)
    clock.run(1.0)
    _set_down(run, clock, since)
    if back := settling.part(run, clock):
        _set_down(run, clock, since, back)
    toll_at_once.enter(run, clock, here.own.tracks, since)
    hiding.tell(run, scouts.spotted)
    riding.tell(run, clock)
    if marks := kept(run.state, clock.chases):
        run.emit("charge_changes", "status", None, *marks)
    for one in clock.happened:
        for tie in facts.charges_by(run.state, one.body) if one.kind == "bar" else ():
            if not facts.charge(tie).home:
                set_tie(run, tie.id, pause=one.time, gap=round(one.gap, 3), barred=one.other)
    return clock


def _mover(view: State, body: str, since: float) -> Mover:
    """A body in the second pass: a runner as his way has it, everybody else where he stands (NAP-S41 (3)).

    A body in the midst of a change stands as it was until the change is made (NAP-S49).
    """
    stands = Mover.standing(view, body, since)
    track = view.own.tracks.get(body)
    if track is None:
        return stands
    if moments.is_forming(view, body, since, (*CHANGES, "wheel")):
        left = moments.of_those_left(track, stands.bases)
        return Mover.planned(moments.at(view, since), body, left) if left.bases == stands.bases else stands
    if not (facts.runs(view, body) or "evaded" in facts.own(view, body).march.did):
        return stands
    mover = Mover.planned(view, body, track)
    # where the table has put it back or closed it up since, its way ends there
    return mover if len(mover.bases) == len(stands.bases) else stands


def _nearest(body: str, going: Sequence[Tie]) -> str:
    return next((facts.other(t, body) for t in going if body in (t.b, t.a)), "")


def _set_down(run: Run, clock: Clock, since: float, back: frozenset[str] = frozenset()) -> None:
    """Put everybody where he is, and keep the ways of those who went; ``back``: who was put back on his."""
    here = known(run.state)
    marks: list[ev.Change] = []
    tracks = dict(run.state.own.tracks)
    about_: list[str] = []
    for body, mover in clock.movers.items():
        new = [
            moved(run.state, base, pose)
            for base, pose in mover.poses_told(1.0).items()
            if here.bases[base].pose != pose and here.bases[base].where == "table"
        ]
        if new:
            marks += new
            about_.append(body)
        if body in run.state.units and (new or body in back):
            tracks[body] = gone_on(tracks.get(body), mover.track(), since)
            marks += changes.unit(run.state, body, moved=round(moments.far(tracks[body], 1.0), 3))
    if marks or tracks != run.state.own.tracks:
        marks += changes.battle(run.state, tracks=tracks)
        run.emit(
            "charged_home", "move", T("The chargers close"), *marks, clauses=("NAP-SEQ-30", "NAP-S41"), about=about_
        )


def gone_on(before: Track | None, after: Track, since: float) -> Track:
    """A way of the first pass with what was gone of it from a moment on, by the figures that are left."""
    if before is None or (after.legs and after.legs[0].start < since - TICK):
        return after
    left = moments.of_those_left(before, after.bases)
    if left.bases != after.bases:
        return after
    legs = (replace(leg, end=moment(min(leg.end, since))) for leg in left.legs if leg.start < moment(since))
    return Track(after.bases, (*legs, *after.legs), left.sizes)
