"""Step 10: charges strike home or not, and the movement that follows (NAP-SEQ-30, NAP-RCT-10 to -12, NAP-S41).

NAP-CHG-12, NAP-CHG-13, NAP-CHG-15, NAP-RES-03 to -08, NAP-SIM-02 to -07, NAP-R94, NAP-R138, NAP-S83, NAP-S84.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Reply, Sum
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body.around import gone
from rulesets.napoleonic_wars.charge import (
    answers,
    caught,
    conforming,
    first_value,
    parties,
    reaching,
    reaction,
    ties,
    waiting,
)
from rulesets.napoleonic_wars.charge.questions import FIRE, GONE, HALTED, RIDE, STAND
from rulesets.napoleonic_wars.charge.ties import is_charging, result_of, set_tie
from rulesets.napoleonic_wars.clock import moments, paths
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.fire import at_once, timing
from rulesets.napoleonic_wars.measures import moment


class FinalData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What goes on in step 10.

    Attributes
    ----------
    chosen
        What chargers chose whose target ran, by body.
    next
        Whose dice are thrown, for a charge that goes on at another; the charge whose charger is asked what he does.
    halted
        Charges whose chargers halted and may still fire, or ride off.
    """

    chosen: dict[str, str] = {}
    next: tuple[str, ...] = ()
    halted: tuple[str, ...] = ()


FINAL = FrameOf("nap.final", FinalData)


@FINAL.named("begin")
def _begin(run: Run, data: FinalData | None, got: object) -> Outcome:
    """The charges in the order of their pauses, equal ones together (NAP-S41 (3), NAP-S83)."""
    data = data or FinalData()
    if data.halted:
        return _may_fire(run, data)
    for tie in waiting.paused(run.state):
        if not facts.charge(tie).role and facts.own(known(run.state), tie.b).inside:
            _not_reached(run, tie)  # it has got into a building, where nobody is charged (NAP-CTC-04)
    left = waiting.paused(run.state)
    if not left:
        return Done()
    start = waiting.waiting_since(run.state, left[0])
    if waiting.waits(left[0]) and not (ran(run.state, left[0]) and start == 1.0):
        return _comes_up(run, left[0], data)
    now = [t for t in left if waiting.waiting_since(run.state, t) == start and not waiting.waits(t)] or left[:1]
    stops = (t for t in now if t.a not in data.chosen and not facts.charge(t).role and ran(run.state, t))
    asked = next((t for t in stops if may_stop(known(run.state), t.a)), None)
    if asked is not None:
        text = T("{enemy} gone. Should {unit} stop?", enemy=Thing(asked.b), unit=Thing(asked.a))
        side, clauses = known(run.state).units[asked.a].side, ("NAP-CHG-12", "NAP-CHG-13")
        return GONE.ask(side, text, {"unit": asked.a}, clauses, then="chose", data=data)
    return _next_target(run, now, data) or _resolve(run, now, data)


def _resolve(run: Run, now: Sequence[Tie], data: FinalData) -> Outcome:
    """Final values of one moment on the state as it is, then what both sides do by them (NAP-S83)."""
    finals = {t.id: n for t in now if (n := _final(run, t)) is not None}
    routed: list[str] = []
    for body in dict.fromkeys(t.b for t in now if t.id in finals):
        _defender(run, [t for t in now if t.b == body and t.id in finals], finals, routed)
    going: list[Tie] = []
    halted: list[str] = []
    for body in dict.fromkeys(t.a for t in now if not facts.charge(t).role):
        mine = [t for t in now if t.a == body and not facts.charge(t).role]
        if _strikes(run, mine, finals, data, routed):
            going += mine
        elif facts.charge(run.state.ties[mine[0].id]).home == "halt" and body not in routed:
            halted.append(mine[0].id)
    going += [t for t in now if facts.charge(t).role == "support" and not facts.own(known(run.state), t.b).nerve.result]
    going = [run.state.ties[t.id] for t in going]
    start = waiting.waiting_since(run.state, now[0])
    if going or routed:
        along = waiting.goes_along(run, going)
        met = reaching.pass_on(run, going, start, routed, along)
        for tie in going:
            if not facts.charge(run.state.ties[tie.id]).barred:
                _arrived(run, tie, met)
        for tie in along:
            told, here = facts.charge(run.state.ties[tie.id]), known(run.state)
            if told.pause is None and not told.barred and not waiting.is_over(here, tie):
                _not_reached(run, tie)
    for tie in now:
        if facts.charge(tie).role == "screen":
            _overrun(run, tie)
        elif not (after := facts.charge(run.state.ties[tie.id])).home and not after.barred:
            set_tie(run, tie.id, home="gone")
    return Goto("begin", replace(data, halted=tuple(halted)))


# --- charges held up by others -------------------------------------------------------------------------------------


def _comes_up(run: Run, tie: Tie, data: FinalData) -> Outcome:
    """A charge that was held up goes on to its pause, where it is fired at; or it is over (NAP-S41 (4), NAP-S84).

    It is over if its charger was contacted, halted or routed meanwhile: his target is rescued (NAP-SIM-06, NAP-RSP-14).
    """
    here = known(run.state)
    if waiting.is_over(here, tie):
        text = T("{unit} did not come up to {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
        set_tie(run, tie.id, home="void")
        run.tell(tie.a, "stopped", "move", text, ("NAP-SIM-06", "NAP-RSP-14"), also=(tie.b,))
        return Goto("begin", data)
    if not reaching.come_up(run, tie, waiting.waiting_since(run.state, tie)):
        if not facts.charge(run.state.ties[tie.id]).barred:
            _not_reached(run, tie)
        return Goto("begin", data)
    told = facts.charge(run.state.ties[tie.id])
    if told.answer != "stand" or told.pause is None:
        return Goto("begin", data)
    time = timing.still(known(run.state), tie.b, told.pause)
    return at_once.VOLLEY.call(at_once.AtOnce(tie.b, tie.a, time), "begin", data)


# --- the target is gone --------------------------------------------------------------------------------------------


@FINAL.step
def _chose(run: Run, data: FinalData, got: Reply) -> Outcome:
    (charger,) = got.parts
    return Goto("begin", replace(data, chosen={**data.chosen, charger: got.parts[charger]}))


def ran(state: State, tie: Tie) -> bool:
    """Whether the target of a charge runs from it: evades, routs, withdraws (NAP-CHG-12)."""
    return facts.runs(known(state), tie.b) or facts.charge(tie).answer == "evade"


def may_stop(view: State, body: str) -> bool:
    """Regulars of class A to C with a general within 5 cm may stop where their target ran (NAP-CHG-12, NAP-R77)."""
    near = officers.general_within(view, body, number(officers.IN_PERSON))
    return facts.own(view, body).regular and facts.morale_class(view, body) in ("A", "B", "C") and near


def _next_target(run: Run, now: Sequence[Tie], data: FinalData) -> Outcome | None:
    """A charge whose target ran counts as declared on who stands in its path (NAP-CHG-13, NAP-S41 (3))."""
    here = known(run.state)
    for tie in now:
        told = facts.charge(tie)
        goes_on = told.barred or (ran(run.state, tie) and data.chosen.get(tie.a) != "stop")
        if told.role or not goes_on:
            continue
        left = told.speed * (1.0 - waiting.waiting_since(run.state, tie))
        other = told.barred or paths.in_path(here, tie.a, tie.b, left)
        if not other:
            continue
        if any(t.b == other for t in facts.charges_by(run.state, tie.a)):
            if told.barred:  # whom it charges or has charged anyway stands in its way: it would be stopped for ever
                set_tie(run, tie.id, home="gone")
                return Goto("begin", data)
            continue
        body = next((b for b in (tie.a, other) if b not in run.state.own.charge_dice), "")
        if body:
            return Roll(ties.throw(here, body), "next_rolled", replace(data, next=(body,)))
        return _charge_next(run, tie, other, data)
    return None


@FINAL.step
def _next_rolled(run: Run, data: FinalData, got: ev.Rolled) -> Outcome:
    ties.thrown(run, data.next[0], got)
    return Goto("begin", replace(data, next=()))


def _charge_next(run: Run, tie: Tie, other: str, data: FinalData) -> Outcome:
    """The charge goes on against another, who answers and is tested there, the charger's dice kept (NAP-S41 (3))."""
    here = known(run.state)
    sides = parties.sides(Moment(here, waiting.waiting_since(run.state, tie), here), tie.a, other)
    found = ties.value_of(here, sides)
    fields = answers.on_the_spot(here, other, tie.a)
    before = facts.charge(tie)
    gone_on = {"speed": before.speed, "turned": before.turned, "looked": before.looked, "straight": before.straight}
    told = {**gone_on, "initial": int(found.total), "before": parties.counted(sides), **fields}
    text = T("{unit} charged on at {enemy}", unit=Thing(tie.a), enemy=Thing(other))
    mark = ties.tied(here, tie.a, other, **told)
    run.tell(tie.a, "charges_on", "order", text, ("NAP-CHG-13",), mark, also=(other,), sums=(found,))
    set_tie(run, tie.id, home="gone")
    did(run, other, "was_charged")
    first_value.pauses(run, run.state.ties[f"{facts.CHARGE} {tie.a} {other}"], int(found.total))
    return Goto("begin", data)


# --- final values --------------------------------------------------------------------------------------------------


def _final(run: Run, tie: Tie) -> int | None:
    """The final value of a charge; None where it is not tested: on routers and the like (NAP-RCT-10, NAP-R167)."""
    told = facts.charge(tie)
    here = known(run.state)
    if told.initial is None or not facts.is_here(here, tie.b):
        return None
    sides = parties.sides(moments.moment(here, waiting.waiting_since(run.state, tie)), tie.a, tie.b)
    rows = parties.changed(told.before, sides)
    final = told.initial + sum(int(n) for _, n, _ in rows)
    found = Sum(T("Final value"), float(final), ((T("first value"), float(told.initial), "NAP-RCT-06"), *rows))
    set_tie(run, tie.id, final=final, sector_home=sides.sector)
    text = T("{unit} against {enemy}: {n}", unit=Thing(tie.a), enemy=Thing(tie.b), n=final)
    run.tell(tie.a, "charge_final", "test", text, ("NAP-RCT-10",), also=(tie.b,), sums=(found,), n=final)
    return final


def _defender(run: Run, on: Sequence[Tie], finals: dict[str, int], routed: list[str]) -> None:
    """A charged body acts on the highest of its results, if it does not charge itself and nobody is upon it."""
    here = known(run.state)
    tie = max(on, key=lambda t: finals[t.id])
    told, body = facts.charge(tie), tie.b
    struck = any(facts.charge(t).home == "home" for t in facts.ties(run.state, facts.CHARGE, body))
    if (is_charging(here, body) and not told.role) or struck or facts.own(here, body).nerve.uncontrolled:
        return
    if facts.runs(here, body):
        if facts.own(here, body).nerve.result == "withdraw" and told.pause is not None:
            # the charger has come up to its attack distance (NAP-RSP-02)
            routed += _rout(run, body, tie.a, "NAP-RSP-02", waiting.waiting_since(here, tie))
        return
    then = moments.at(here, waiting.waiting_since(here, tie))
    reads = [parties.defender_does(then, tie.a, body, finals[tie.id], "final")]
    if told.initial is not None and told.role != "support":
        # a rout that waited for the pause happens now, whatever the fire did (NAP-R94, NAP-R166)
        reads.append(parties.defender_does(then, tie.a, body, told.initial, "initial"))
    if "rout" in reads or "withdraw_double" in reads:
        routed += _rout(run, body, tie.a, "NAP-RES-12", waiting.waiting_since(here, tie))
    elif reads[0] == "counter_charge" and told.answer != "counter_charge":
        if answers.can_counter_charge(here, body, tie.a):
            set_tie(run, tie.id, **answers.fields_of(here, body, "counter_charge"))
    elif reads[0] == "stand_or_evade" and told.answer == "counter_charge":
        set_tie(run, tie.id, answer="stand")


def _strikes(run: Run, mine: Sequence[Tie], finals: dict[str, int], data: FinalData, routed: list[str]) -> bool:
    """What a charger does by the lowest of its final values; whether it goes on (NAP-RCT-11, NAP-RES-03, -07)."""
    here = known(run.state)
    body, also = mine[0].a, tuple(t.b for t in mine)
    values = [finals[t.id] for t in mine if t.id in finals]
    does = "home"
    if values and not facts.own(here, body).nerve.uncontrolled:
        does = reaction.charger_does(min(values), "final")
    if does == "home":
        stops = data.chosen.get(body) == "stop" and all(ran(run.state, t) for t in mine)
        for tie in mine if stops else ():
            set_tie(run, tie.id, home="gone")
            text = T("{unit} stopped: {enemy} gone", unit=Thing(body), enemy=Thing(tie.b))
            run.tell(body, "stopped", "move", text, ("NAP-CHG-12",), also=(tie.b,))
        return not stops
    for tie in mine:
        set_tie(run, tie.id, home="halt")
    text = T("{unit} halted before {enemy}", unit=Thing(body), enemy=Thing(also[0]))
    run.tell(body, "halted", "test", text, ("NAP-RES-07",), also=also)
    _without_contact(run, body)
    charged = [t for t in facts.charges_on(run.state, body) if facts.charge(t).home in ("", "home")]
    countered = [t for t in facts.charges_by(run.state, body) if facts.charge(t).answer == "counter_charge"]
    if does == "halt_or_rout" and (charged or countered):
        routed += _rout(run, body, also[0], "NAP-RES-15", waiting.waiting_since(here, mine[0]))
    return False


ROUTS = {
    "NAP-RSP-02": T("{unit} overtaken: rout"),
    "NAP-RES-12": T("{unit} routed before the charge"),
    "NAP-RES-15": T("{unit} routed before the counter-charge"),
    "NAP-FLK-05": T("{unit} caught evading: rout"),
}


def _rout(run: Run, body: str, foe: str, clause: str, time: float) -> tuple[str]:
    """A body routs at a moment, seen by those about it who were there then (NAP-S59, NAP-S101)."""
    result_of(run, body, "rout", foe, msgspec.structs.replace(ROUTS[clause], args={"unit": Thing(body)}), clause)
    run.emit("routs", "loss", None, *gone(run.state, body, "rout", moments.at(run.state, time), time), about=(body,))
    book.enter(run, body, "G", book.of("rout"))
    return (body,)


def _without_contact(run: Run, body: str) -> None:
    """A charge that made no contact disorders who made it (NAP-CHG-15, NAP-DIS-20)."""
    here = known(run.state)
    book.enter(run, body, "A", book.by_movement(here, body, "no_contact", fast=True), "NAP-CHG-15")


# --- contact -------------------------------------------------------------------------------------------------------


def _arrived(run: Run, tie: Tie, met: set[tuple[str, str]]) -> None:
    """Whether a charger reached its target; who is caught running routs (NAP-CSQ-05, NAP-EVD-10, NAP-R167)."""
    if (tie.a, tie.b) not in met or not facts.is_here(known(run.state), tie.b):
        _not_reached(run, tie)
        return
    target = facts.own(known(run.state), tie.b)
    set_tie(run, tie.id, home="home")
    text = T("{unit} struck home on {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    run.tell(tie.a, "struck_home", "move", text, ("NAP-RES-03", "NAP-CSQ-05"), also=(tie.b,))
    if target.nerve.result == "rout":
        return
    if facts.charge(tie).answer == "evade" or "evaded" in target.march.did:
        caught_at = paths.touched(known(run.state), tie.a, tie.b)
        _rout(run, tie.b, tie.a, "NAP-FLK-05", 1.0 if caught_at is None else caught_at)
        return
    caught.stays_as_it_was(run, tie.b, tie.a)
    conforming.line_up(run, tie.a, tie.b)
    did(run, tie.a, "contacted")
    did(run, tie.b, "contacted")


def _not_reached(run: Run, tie: Tie) -> None:
    """A charge is over without contact; who met another of his targets pays nothing for it (NAP-CHG-15)."""
    set_tie(run, tie.id, home="gone")
    text = T("{unit} did not reach {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    run.tell(tie.a, "not_reached", "move", text, ("NAP-CHG-15",), also=(tie.b,))
    mine = facts.charges_by(run.state, tie.a)
    if not facts.charge(tie).role and all(facts.charge(t).home != "home" for t in mine):
        _without_contact(run, tie.a)


def _overrun(run: Run, tie: Tie) -> None:
    """Open order that was in the way of a charge at others is caught where the charger touched it (NAP-S82 (c))."""
    set_tie(run, tie.id, home="gone")
    here = known(run.state)
    there = facts.is_here(here, tie.b) and facts.own(here, tie.b).nerve.result != "rout"
    if there and (time := paths.touched(here, tie.a, tie.b)) is not None:
        _rout(run, tie.b, tie.a, "NAP-FLK-05", time)


# --- who halted ----------------------------------------------------------------------------------------------------


def _may_fire(run: Run, data: FinalData) -> Outcome:
    """Who halted may fire with the rest of the move, horse may ride off instead (NAP-RES-07, NAP-R138)."""
    here = known(run.state)
    tie, data = run.state.ties[data.halted[0]], replace(data, halted=data.halted[1:], next=(data.halted[0],))
    left = moment(1.0 - waiting.waiting_since(run.state, tie))
    if not facts.is_mounted(here, tie.a):
        return _fires(tie, left, data)
    fires = bool(at_once.aims(here, tie.a, tie.b, left, charged=False))
    courses = [STAND, *([FIRE] if fires else ()), *([RIDE] if reaching.turned_by(here, tie.a) < left else ())]
    if len(courses) == 1:
        return Goto("begin", replace(data, next=()))
    text = T("{unit}: halted before {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    args = {"unit": tie.a, "courses": courses}
    return HALTED.ask(here.units[tie.a].side, text, args, ("NAP-RES-07",), then="halted", data=data)


def _fires(tie: Tie, left: float, data: FinalData) -> Outcome:
    fire = at_once.AtOnce(tie.a, tie.b, left, charged=False)
    return at_once.VOLLEY.call(fire, "begin", replace(data, next=()))


@FINAL.step
def _halted(run: Run, data: FinalData, got: Reply) -> Outcome:
    tie = run.state.ties[data.next[0]]
    ((_, course),) = got.parts.items()
    start = waiting.waiting_since(run.state, tie)
    if course == FIRE:
        return _fires(tie, moment(1.0 - start), data)
    if course == RIDE:
        reaching.ride_off(run, tie.a, tie.b, start)
    return Goto("begin", replace(data, next=()))
