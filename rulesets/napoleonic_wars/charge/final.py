"""Steps 10 and 11: charges strike home or not, attackers come on or not (NAP-SEQ-30, NAP-SEQ-31, NAP-RCT-10 to -12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body.around import gone
from rulesets.napoleonic_wars.charge import answers, parties, reaching, reaction
from rulesets.napoleonic_wars.charge.declare import faces_of, result_of, set_tie, sum_of
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, sectors
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import ChargeOwn


class FinalData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attacks whose attackers are still to be tested, by tie; what chargers chose whose target ran, by body."""

    left: tuple[str, ...] = ()
    chosen: dict[str, str] = {}


FINAL = FrameOf("nap.final", FinalData)
ATTACKS = FrameOf("nap.attacks", FinalData)


def paused(state: State) -> tuple[Tie, ...]:
    """Charges that go on: at their pause, or after somebody who ran, in order of time (NAP-S41 (3))."""
    found = [t for t in facts.ties(state, facts.CHARGE) if not facts.charge(t).home]
    return tuple(sorted(found, key=lambda t: (_moment(t), facts.charge(t).number)))


def _moment(tie: Tie) -> float:
    at = facts.charge(tie).pause
    return 1.0 if at is None else moment(at)


@FINAL.named("begin")
def _begin(run: Run, data: FinalData | None, got: object) -> Outcome:
    """The charges in the order of their pauses, equal ones together (NAP-S41 (3), NAP-S83)."""
    waiting = paused(run.state)
    if not waiting:
        _settle(run)
        return Done()
    data = data or FinalData()
    first = _moment(waiting[0])
    now = [t for t in waiting if _moment(t) == first]
    asked = next(
        (t for t in now if t.a not in data.chosen and ran(run.state, t) and may_stop(known(run.state), t.a)), None
    )
    if asked is not None:
        text = T("{enemy} is gone: does {unit} stop?", enemy=Thing(asked.b), unit=Thing(asked.a))
        side = known(run.state).units[asked.a].side
        return GONE.ask(side, text, {"charger": asked.a}, ("NAP-CHG-12", "NAP-CHG-13"), then="chose", data=data)
    if (more := _next_target(run, now, data)) is not None:
        return more
    finals = {t.id: _final(run, t) for t in now}
    routed: list[str] = []
    going = [t for t in now if _strikes(run, t, finals[t.id], routed, data)]
    if going:
        clock = reaching.pass_on(run, going, min(first, 1.0), routed)
        met = reaching.contacts(clock)
        for tie in going:
            _arrived(run, tie, met)
    return Goto("begin", data)


@FINAL.step
def _chose(run: Run, data: FinalData, got: Reply) -> Outcome:
    (charger,) = got.parts
    return Goto("begin", replace(data, chosen={**data.chosen, charger: got.parts[charger]}))


class GoneQuestion(Discrete):
    """Whether chargers stop whose target ran (NAP-CHG-12, NAP-D20)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Stop, or go on."""
        charger = str(decision.args["charger"])
        rows = (Choice("stop", T("Stop at attack distance")), Choice("on", T("Complete the charge")))
        return Asked(OptionSpace({charger: rows}), Reply(OptionAnswer({charger: "stop"})))


GONE = Posed("target_gone", GoneQuestion())


def ran(state: State, tie: Tie) -> bool:
    """Whether the target of a charge runs from it: evades, routs, withdraws (NAP-CHG-12)."""
    target = facts.own(known(state), tie.b)
    return target.result in ("rout", "withdraw", "retreat") or facts.charge(tie).answer == "evade"


def _next_target(run: Run, now: Sequence[Tie], data: FinalData) -> Outcome | None:
    """A charge whose target ran counts as declared on who stands in its path (NAP-CHG-13, NAP-S41 (3))."""
    here = known(run.state)
    for tie in now:
        told = facts.charge(tie)
        if not ran(run.state, tie) or data.chosen.get(tie.a) == "stop" or told.initial is None:
            continue
        if any(facts.charge(t).number > told.number for t in facts.charges_by(run.state, tie.a)):
            continue
        left = told.speed * (1.0 - min(_moment(tie), 1.0))
        other = reaching.in_path(here, tie.a, tie.b, left)
        if not other:
            continue
        if other not in run.state.own.dice:
            row = ev.DiceRow(here.units[other].side, 2, faces_of(here, other))
            why = T("Charge reaction of {unit}", unit=Thing(other))
            request = ev.Request((row,), why, "NAP-RCT-04", about=(other,))
            return Roll(request, "next_rolled", replace(data, left=(tie.id, other)))
        return _charge_next(run, tie, other, data)
    return None


@FINAL.step
def _next_rolled(run: Run, data: FinalData, got: ev.Rolled) -> Outcome:
    name, other = data.left
    dice = {**run.state.own.dice, other: tuple(got.faces[0])}
    run.emit("charge_dice", "dice", None, *changes.battle(run.state, dice=dice))
    return _charge_next(run, run.state.ties[name], other, replace(data, left=()))


def _charge_next(run: Run, tie: Tie, other: str, data: FinalData) -> Outcome:
    """The charge goes on against another: its test, both phases at once, with the charger's dice kept (NAP-S41 (3))."""
    here = known(run.state)
    told = facts.charge(tie)
    sides = parties.sides(here, tie.a, other)
    dice = run.state.own.dice
    found = sum_of(sides, (sum(dice[tie.a]), sum(dice[other])), T("Charge of {unit}", unit=Thing(tie.a)))
    usual = answers.options(here, other, tie.a)
    answer: Literal["stand", "evade", "none"] = "stand" if "stand" in usual else "evade" if usual else "none"
    number = 1 + len(facts.ties(run.state, facts.CHARGE)) + len(facts.ties(run.state, facts.ATTACK))
    own = ChargeOwn(
        answer=answer,
        speed=told.speed,
        initial=int(found.total),
        before=reaction.counted(sides),
        pause=_moment(tie),
        number=number,
    )
    name = f"{facts.CHARGE} {tie.a} {other}"
    text = T("{unit} charges on at {enemy}", unit=Thing(tie.a), enemy=Thing(other))
    run.tell(
        tie.a,
        "charges_on",
        "order",
        text,
        ("NAP-CHG-13",),
        ev.AddTie(Tie(name, facts.CHARGE, tie.a, other, own)),
        also=(other,),
        sums=(found,),
    )
    set_tie(run, tie.id, home="gone")
    return Goto("begin", data)


def _final(run: Run, tie: Tie) -> int | None:
    """The final value of a charge; None where it is not tested: on routers and the like (NAP-RCT-10, NAP-R167)."""
    told = facts.charge(tie)
    if told.initial is None:
        return None
    here = known(run.state)
    at = sectors.sector(here, tie.b, sectors.front_rank(here, tie.a))
    sides = parties.sides(here, tie.a, tie.b, sector=at)
    rows = reaction.changed(told.before, sides)
    final = told.initial + sum(int(n) for _, n, _ in rows)
    found = Sum(T("Final value"), float(final), ((T("first value"), float(told.initial), "NAP-RCT-06"), *rows))
    set_tie(run, tie.id, final=final, sector_home=at)
    text = T("{unit} against {enemy}: {n}", unit=Thing(tie.a), enemy=Thing(tie.b), n=final)
    run.tell(tie.a, "charge_final", "test", text, ("NAP-RCT-10",), also=(tie.b,), sums=(found,))
    return final


def _strikes(run: Run, tie: Tie, final: int | None, routed: list[str], data: FinalData) -> bool:
    """What both do by the final value; whether the charger goes on (NAP-RCT-11, NAP-RES-03 to -08)."""
    here = known(run.state)
    told = facts.charge(tie)
    if told.support:
        return _supports(run, tie, final, routed)
    if final is not None:
        _defender(run, tie, told, final, routed)
    does = "home" if final is None or facts.own(here, tie.a).uncontrolled else reaction.charger_does(final, "final")
    if does == "home":
        if data.chosen.get(tie.a) == "stop" and (ran(run.state, tie) or tie.b in routed):
            set_tie(run, tie.id, home="gone")
            text = T("{unit} stops: {enemy} is gone", unit=Thing(tie.a), enemy=Thing(tie.b))
            run.tell(tie.a, "stopped", "move", text, ("NAP-CHG-12",), also=(tie.b,))
            return False
        return True
    set_tie(run, tie.id, home="halt")
    text = T("{unit} halts before {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    run.tell(tie.a, "halted", "test", text, ("NAP-RES-07",), also=(tie.b,))
    _without_contact(run, tie.a)
    charged_back = told.answer == "counter_charge" or facts.charges_on(run.state, tie.a)
    if does == "halt_or_rout" and charged_back:
        text = T("{unit} routs before the counter-charge", unit=Thing(tie.a))
        _rout(run, tie.a, tie.b, text, "NAP-RES-15", routed)
    return False


def _supports(run: Run, tie: Tie, final: int | None, routed: list[str]) -> bool:
    """Who counter-charges for another acts on his own result; the charger on that against its target (NAP-RSP-12)."""
    if final is not None:
        _defender(run, tie, facts.charge(tie), final, routed)
    return facts.own(known(run.state), tie.b).result == ""


def may_stop(view: State, body: str) -> bool:
    """Regulars of class A to C with a general within 5 cm may stop where their target ran (NAP-CHG-12, NAP-R77)."""
    cls = facts.morale_class(view, body)
    return (
        facts.own(view, body).regular
        and cls in ("A", "B", "C")
        and officers.general_within(view, body, number(officers.IN_PERSON))
    )


def _defender(run: Run, tie: Tie, told: ChargeOwn, final: int, routed: list[str]) -> None:
    here = known(run.state)
    body = tie.b
    if facts.own(here, body).result in ("withdraw", "retreat", "rout"):
        if facts.own(here, body).result == "withdraw" and told.pause is not None:
            # the charger has come up to its attack distance (NAP-RSP-02)
            _rout(run, body, tie.a, T("{unit} routs as it is overtaken", unit=Thing(body)), "NAP-RSP-02", routed)
        return
    mounted, by_horse = facts.is_mounted(here, body), facts.is_mounted(here, tie.a)
    does = reaction.defender_does(
        final, "final", mounted=mounted, square=facts.is_square(here, body), by_horse=by_horse
    )
    if does == "rout":
        _rout(run, body, tie.a, T("{unit} routs before the charge", unit=Thing(body)), "NAP-RES-12", routed)
    elif does == "counter_charge" and told.answer != "counter_charge" and answers.can_counter_charge(here, body, tie.a):
        set_tie(run, tie.id, answer="counter_charge")


def _rout(run: Run, body: str, foe: str, text: Any, clause: str, routed: list[str]) -> None:
    result_of(run, body, "rout", foe, text, clause)
    run.emit("routs", "loss", None, *gone(run.state, body, "rout"), about=(body,))
    book.enter(run, body, "G", book.of("rout"))
    routed.append(body)


def _without_contact(run: Run, body: str) -> None:
    """A charge that made no contact disorders who made it (NAP-CHG-15, NAP-DIS-20)."""
    here = known(run.state)
    book.enter(run, body, "A", book.by_movement(here, body, "no_contact", fast=True), "NAP-CHG-15")


def _arrived(run: Run, tie: Tie, met: dict[tuple[str, str], float]) -> None:
    """Whether a charger reached its target; who is caught running routs (NAP-CSQ-05, NAP-EVD-10, NAP-R167)."""
    touched = (tie.a, tie.b) in met or (tie.b, tie.a) in met
    if not touched:
        set_tie(run, tie.id, home="gone")
        text = T("{unit} does not reach {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
        run.tell(tie.a, "not_reached", "move", text, ("NAP-CHG-15",), also=(tie.b,))
        _without_contact(run, tie.a)
        return
    here = known(run.state)
    target = facts.own(here, tie.b)
    set_tie(run, tie.id, home="home")
    text = T("{unit} strikes home on {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    run.tell(tie.a, "struck_home", "move", text, ("NAP-RES-03", "NAP-CSQ-05"), also=(tie.b,))
    if target.result == "rout":
        return
    if facts.charge(tie).answer == "evade" or "evaded" in target.did:
        text = T("{unit} is caught as it runs, and routs", unit=Thing(tie.b))
        _rout(run, tie.b, tie.a, text, "NAP-FLK-05", [])
        return
    reaching.line_up(run, tie.a, tie.b)
    for body in (tie.a, tie.b):
        did = tuple(sorted({*facts.own(run.state, body).did, "contacted"}))
        run.emit("contact", "status", None, *changes.unit(run.state, body, did=did))


def _settle(run: Run) -> None:
    """Who was charged in earnest could not reform (NAP-R126, NAP-DIS-12)."""
    for tie in facts.ties(run.state, facts.CHARGE):
        if facts.charge(tie).home not in ("refused", "out_of_reach", "void"):
            told = facts.own(run.state, tie.b)
            if "was_charged" not in told.did:
                did = tuple(sorted({*told.did, "was_charged"}))
                run.emit("was_charged", "status", None, *changes.unit(run.state, tie.b, did=did))


# --- attacks -------------------------------------------------------------------------------------------------------


@ATTACKS.named("begin")
def _attacks(run: Run, data: FinalData | None, got: object) -> Outcome:
    """Step 11: every attack that came to 5 cm, in order of time (NAP-ASQ-02 to -06, NAP-R165)."""
    found = [t for t in facts.ties(run.state, facts.ATTACK) if facts.charge(t).pause is not None]
    for tie in facts.ties(run.state, facts.ATTACK):
        if facts.charge(tie).pause is None:
            set_tie(run, tie.id, home="void")
    order = sorted(found, key=lambda t: (_moment(t), facts.charge(t).number))
    return Goto("next", FinalData(tuple(t.id for t in order)))


@ATTACKS.named("next")
def _next_attack(run: Run, data: FinalData, got: object) -> Outcome:
    if not data.left:
        return Done()
    tie = run.state.ties[data.left[0]]
    for body, deed in ((tie.a, "attacked"), (tie.b, "was_attacked")):
        did = tuple(sorted({*facts.own(run.state, body).did, deed}))
        run.emit("attacking", "status", None, *changes.unit(run.state, body, did=did))
    return Call("nap.attack_morale", {"body": tie.a, "tie": tie.id}, "tested", data)


@ATTACKS.named("tested")
def _tested(run: Run, data: FinalData, got: Any) -> Outcome:
    """With good morale they close; neither side has impetus (NAP-ASQ-04 to -07)."""
    tie = run.state.ties[data.left[0]]
    if got == "good":
        clock = reaching.pass_on(run, [tie], min(_moment(tie), 1.0), [])
        met = reaching.contacts(clock)
        if (tie.a, tie.b) in met or (tie.b, tie.a) in met:
            set_tie(run, tie.id, home="home")
            text = T("{unit} comes to grips with {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
            run.tell(tie.a, "struck_home", "move", text, ("NAP-ASQ-05",), also=(tie.b,))
            reaching.line_up(run, tie.a, tie.b)
        else:
            set_tie(run, tie.id, home="gone")
    else:
        set_tie(run, tie.id, home="halt")
    return Goto("next", replace(data, left=data.left[1:]))
