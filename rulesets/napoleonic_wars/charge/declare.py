"""Step 2: charges and attacks are declared, answered, and tested for the first time (NAP-SEQ-22, NAP-CSQ-01 to -04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Bar, Reply, Sum
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Roll, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.charge import (
    answers,
    drafts,
    first_value,
    gestures,
    legal,
    parties,
    questions,
    ties,
)
from rulesets.napoleonic_wars.charge.approach import approach, manoeuvred, speed, way_towards
from rulesets.napoleonic_wars.charge.ties import set_tie, tied
from rulesets.napoleonic_wars.clock import grouping, moments
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import carry_away, did, hidden, known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import Straight

ROLES = ("screen", "", "support")
"""Whose first values are found and carried out before whose (NAP-R164, NAP-RSP-13)."""


class DeclareData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body whose dice are thrown, once in a move (NAP-S83)."""

    thrown: str = ""


DECLARE = FrameOf("nap.declare", DeclareData)


@DECLARE.named("begin")
def _begin(run: Run, data: DeclareData | None, got: object) -> Outcome:
    """Every ordered charge and attack is declared; those without reach charge nobody (NAP-CHG-07, NAP-S80)."""
    run.emit("declared", "flow", None, *changes.battle(run.state, charge_dice={}))
    bodies = facts.by_id(facts.bodies(known(run.state)), known(run.state))
    ordered = {body: found for body in bodies if (found := tuple(_ordered(run.state, body)))}
    for body, found in ordered.items():
        unseen = _is_unseen(run.state, body)
        detection.reveal(run, [detection.Found(body, (), "shown")])
        for one in found:
            if isinstance(one, act.Charge):
                _charge(run, body, one, ordered, unseen=unseen)
            elif isinstance(one, act.Attack):
                _attack(run, body, one, unseen=unseen)
    for tie in facts.ties(run.state, facts.CHARGE):
        _screens(run, tie)
    for tie in facts.ties(run.state, facts.CHARGE):
        _force(run, tie)
    for body in facts.by_id(facts.bodies(known(run.state)), known(run.state)):
        _support(run, body)
    return Goto("answer", DeclareData())


def _ordered(state: State, body: str) -> Iterable[act.Action]:
    """What a body charges or attacks: ordered, by the duty to charge again, or carried away (NAP-S89, NAP-CSQ-07)."""
    here = known(state)
    told = facts.own(here, body)
    found = [one for one in gestures.filled(here, body, answers.orders(here, body)) if isinstance(one, act.FIGHTING)]
    close = facts.is_close(here, body) and not facts.is_square(here, body) and told.arm in ("foot", "horse")
    if told.nerve.uncontrolled and close:
        foes = [f for f in facts.enemies(state, here.units[body].side) if legal.has_reach(here, body, f)]
        nearest = min(foes, key=lambda f: (board_of(here).gap(body, f), facts.natural(f)), default="")
        return _drafted(here, body, nearest) if nearest else found
    if told.engagement.renew and not found and legal.charge_bar(here, body, told.engagement.renew) is None:
        return _drafted(here, body, told.engagement.renew)
    return found


def _drafted(view: State, body: str, target: str) -> list[act.Action]:
    """A charge that nobody wrote, with the manoeuvre that is drafted for it (NAP-S100 (e), (f))."""
    return [act.Charge((target,), drafts.of_charge(view, body, (target,), known_reach=True))]


# --- charges -------------------------------------------------------------------------------------------------------


def _is_unseen(state: State, body: str) -> bool:
    """Whether a body is hidden, and no enemy will see it as it begins to move (NAP-R125, NAP-S19)."""
    return body in hidden(state) and not detection.detected_by(known(state), body, (body,))


def _charge(run: Run, body: str, one: act.Charge, ordered: Mapping[str, Iterable[act.Action]], *, unseen: bool) -> None:
    state = known(run.state)
    target, *others = one.targets
    bar = legal.charge_bar(state, body, target, besides=one.targets, first=one.first, straight=one.straight)
    if bar is not None and bar.clause != "NAP-S76":
        _struck_off(run, body, T("{unit} cannot charge now: {why}", unit=Thing(body), why=bar.text), bar)
        return
    first = one.first or ()
    there, _ = manoeuvred(state, body, first)
    straight: Straight = "always" if drafts.is_rigid(state) else "first" if one.straight else ""
    way = approach(state, body, one.targets, first, straight=bool(straight))
    met = any(isinstance(a, act.Charge) and a.targets[:1] == (body,) for a in ordered.get(target, ()))
    if not way.in_time and not (met and legal.has_reach(state, target, body)):
        out_of_reach(run, body, target)
        return
    delay = min(one.delay, max(0.0, 1.0 - way.time)) if way.in_time else 0.0
    pace = speed(there, body)
    for foe in (target, *(t for t in others if _at_once(there, body, one.targets, t))):
        mark = tied(there, body, foe, speed=pace, start=delay, straight=straight, unseen=unseen)
        text = T("{unit} declared a charge on {enemy}", unit=Thing(body), enemy=Thing(foe))
        run.tell(body, "charge_declared", "order", text, ("NAP-CHG-07", "NAP-CSQ-01"), mark, also=(foe,))
    free = tuple(a for a in answers.orders(state, body) if isinstance(a, act.FREE))
    line = act.plain((*free, replace(one, delay=delay)))
    run.emit("told", "order", None, notes.lined(run.state, body, line))
    did(run, body, renew="")


def _struck_off(run: Run, body: str, text: Any, bar: Bar) -> None:
    run.tell(body, "struck_off", "order", text, (bar.clause,))


def _at_once(there: State, body: str, targets: tuple[str, ...], other: str) -> bool:
    """Whether a further target is met no more than the attack distance after the first one (NAP-R162)."""
    if other not in there.units or legal.charge_bar(there, body, other, besides=targets, first=()) is not None:
        return False
    near, far = (board_of(there).gap(body, t) for t in (targets[0], other))
    return abs(far - near) <= cm(facts.attack_distance(there, body)) + 1e-6


def out_of_reach(run: Run, body: str, target: str) -> None:
    """It marches at its target and counts as having charged; in the next move it must charge again (NAP-CSQ-07)."""
    state = known(run.state)
    far = round(way_towards(state, body, target), 3)
    again = not facts.own(state, body).engagement.renew
    line = [{"verb": "advance", "distance": far}] if far > SLACK else []
    text = T("{enemy} out of reach: {unit} marched on", unit=Thing(body), enemy=Thing(target))
    run.tell(body, "out_of_reach", "order", text, ("NAP-CSQ-07", "NAP-S80"), also=(target,))
    did(run, body, "out_of_reach", charged=run.state.own.move, renew=target if again else "")
    run.emit("told", "order", None, notes.lined(run.state, body, line))


def _screens(run: Run, tie: Tie) -> None:
    """Open order in the course of a charge at others evades, or joins the unit behind it (NAP-SKR-02, NAP-S82 (c))."""
    state = known(run.state)
    first = next((one.first for one in answers.orders(state, tie.a) if isinstance(one, act.Charge)), ())
    swept = approach(state, tie.a, (tie.b,), first or ()).swept
    mine = {t.b for t in facts.charges_by(run.state, tie.a)}
    for foe in facts.enemies(run.state, state.units[tie.a].side):
        loose = facts.is_skirmishing(state, foe) and not facts.own(state, foe).inside and not facts.runs(state, foe)
        if swept is None or foe in mine or not loose or not board_of(state).outline(foe).intersects(swept):
            continue
        joins = facts.unit_of(state, foe) == facts.unit_of(state, tie.b)
        fields = answers.fields_of(state, foe, "run") if joins else {}
        clause = "NAP-S70" if joins else "NAP-SKR-02"
        mark = tied(state, tie.a, foe, role="screen", speed=facts.charge(tie).speed, **fields)
        text = T("{unit} in the way of {enemy}", unit=Thing(foe), enemy=Thing(tie.a))
        run.tell(foe, "screens", "order", text, (clause,), mark, also=(tie.a,))


def _force(run: Run, tie: Tie) -> None:
    """Who has nothing to declare goes on as he is; a retreat charged becomes a rout at once (NAP-RSP-02, NAP-R75)."""
    state = known(run.state)
    if not answers.options(state, tie.b, tie.a):
        set_tie(run, tie.id, answer="none")
    if facts.own(state, tie.b).nerve.result == "retreat":
        text = T("{unit} charged in retreat: rout", unit=Thing(tie.b))
        ties.result_of(run, tie.b, "rout", tie.a, text, "NAP-RES-19")


def _support(run: Run, body: str) -> None:
    """Who was told to counter-charges whoever charges the unit that it supports (NAP-RSP-12, NAP-S83)."""
    here = known(run.state)
    wards = [one.unit for one in answers.orders(here, body) if isinstance(one, act.CounterChargeFor)]
    if not wards or facts.charges_by(run.state, body) or facts.charges_on(run.state, body):
        return
    for tie in facts.charges_on(run.state, wards[0]):
        charger = tie.a
        if not answers.can_counter_charge(here, body, charger) or legal.charge_bar(here, body, charger, first=()):
            continue
        fields = answers.fields_of(here, body, "counter_charge")
        mark = tied(here, charger, body, role="support", speed=facts.charge(tie).speed, **fields)
        ward = Thing(wards[0])
        text = T("{unit} counter-charged {enemy} for {ward}", unit=Thing(body), enemy=Thing(charger), ward=ward)
        run.tell(body, "supports", "order", text, ("NAP-RSP-12",), mark, also=(charger, wards[0]))
        return


def _attack(run: Run, body: str, one: act.Attack, *, unseen: bool) -> None:
    """An attack is declared; it begins when the attacker comes to 5 cm (NAP-ATK-02, NAP-R165)."""
    state, target = known(run.state), one.target
    bar = legal.attack_bar(state, body, target, one.first)
    if bar is not None:
        _struck_off(run, body, T("{unit} cannot attack now: {why}", unit=Thing(body), why=bar.text), bar)
        return
    speed = round(cm(rates.rate(state, body, "normal")), 3)
    text = T("{unit} declared an attack on {enemy}", unit=Thing(body), enemy=Thing(target))
    paused: dict[str, Any] = {"pause_at": cm(number("attack_pause")), "answer": "none", "unseen": unseen}
    tie = tied(state, body, target, facts.ATTACK, speed=speed, **paused)
    run.tell(body, "attack_declared", "order", text, ("NAP-ATK-02", "NAP-ASQ-01"), tie, also=(target,))
    free = tuple(a for a in answers.orders(state, body) if isinstance(a, act.FREE))
    run.emit("told", "order", None, notes.lined(run.state, body, act.plain((*free, one))))


# --- answers -------------------------------------------------------------------------------------------------------


@DECLARE.named("answer")
def _answer(run: Run, data: DeclareData, got: object) -> Outcome:
    """Each side answers; where both have something to answer both do so sealed (NAP-S05)."""
    here = known(run.state)
    open_: dict[str, dict[str, str]] = {}
    for body, charger in answers.charged(run.state).items():
        told = answers.courses(here, body, charger)
        if len(told) == 1:
            _answered(run, body, told[0])
        else:
            open_.setdefault(here.units[body].side, {})[body] = charger
    if not open_:
        return Goto("test", data)
    text = T("Responses to charges")
    asked = tuple(questions.ANSWER.to(s, text, {"charged": bodies}, ("NAP-RSP-03",)) for s, bodies in open_.items())
    return Ask(asked, "answered", data, "open" if len(asked) > 1 else "")


@DECLARE.named("answered")
def _take(run: Run, data: DeclareData, got: Any) -> Outcome:
    replies: Iterable[Reply] = got.values() if isinstance(got, Mapping) else (got,)
    for reply in replies:
        for body, answer in reply.parts.items():
            _answered(run, body, answer)
    return Goto("test", data)


def _answered(run: Run, body: str, answer: str) -> None:
    if answer in ("evade", "run") and facts.own(known(run.state), body).stance.prone:
        text = T("{unit} got up to evade", unit=Thing(body))
        run.tell(body, "stands_up", "move", text, ("NAP-IMP-15",), *changes.unit(run.state, body, prone=False))
    here = known(run.state)
    for tie in facts.charges_on(run.state, body):
        if not facts.charge(tie).answer:
            set_tie(run, tie.id, **answers.fields_of(here, body, answer))
    text = T("{unit} answered: {answer}", unit=Thing(body), answer=answers.TEXTS[answer])
    run.tell(body, "answered", "order", text, ("NAP-RSP-01", "NAP-CSQ-03"), answer=answer)


# --- the first test ------------------------------------------------------------------------------------------------


def tested(state: State) -> tuple[Tie, ...]:
    """The charges that are tested, in the order of their dice.

    Not those on routers, on pursuers who ignore them, or on a screen that joins its unit (NAP-RSP-08, NAP-S70).
    """
    here = known(state)
    found = []
    for tie in facts.ties(state, facts.CHARGE):
        told, result = facts.charge(tie), facts.own(here, tie.b).nerve.result
        ignored = result in ("rout", "surrendered") or (result == "pursue" and told.answer == "none")
        if told.initial is None and not told.home and not ignored and not grouping.joins(here, tie):
            found.append(tie)
    order = facts.by_id({t.a for t in found}, here)
    return tuple(sorted(found, key=lambda t: (order.index(t.a), facts.natural(t.b))))


@DECLARE.named("test")
def _test(run: Run, data: DeclareData, got: Any) -> Outcome:
    """The dice of the charges, each body's two once in a move (NAP-RCT-04, NAP-S61, NAP-S83)."""
    here = known(run.state)
    bodies = (body for tie in tested(run.state) for body in (tie.a, tie.b))
    body = next((b for b in bodies if b not in run.state.own.charge_dice), "")
    return Roll(ties.throw(here, body), "rolled", DeclareData(body)) if body else Goto("read", DeclareData())


@DECLARE.step
def _rolled(run: Run, data: DeclareData, got: ev.Rolled) -> Outcome:
    ties.thrown(run, data.thrown, got)
    return Goto("test", DeclareData())


@DECLARE.named("read")
def _read(run: Run, data: DeclareData, got: object) -> Outcome:
    """All first values on the state as it is, before any result is carried out (NAP-S83).

    Those of screens come before, those of supporting counter-charges after: what became of the screen counts in the
    test of the unit behind it, what became of the ward in that of its helper (NAP-R164, NAP-RSP-13).
    """
    for role in ROLES:
        _first_values(run, role)
    for tie in facts.ties(run.state, facts.CHARGE):
        first_value.takes_it_standing(run, tie)
        if not facts.charge(tie).role and facts.charge(tie).home != "refused":
            did(run, tie.a, "charged", charged=run.state.own.move)  # a refused charge is none (NAP-RES-06)
    for body, dice in run.state.own.charge_dice.items():
        if dice == (5, 5) and any(not facts.charge(t).home for t in facts.ties(run.state, facts.CHARGE, body)):
            carry_away(run, body, "NAP-UNC-01", "NAP-R99")
    return Done()


def _first_values(run: Run, role: str) -> None:
    here = known(run.state)
    values: dict[str, tuple[Sum, tuple[int, ...]]] = {}
    for tie in (t for t in tested(run.state) if facts.charge(t).role == role):
        told = parties.sides(moments.start(here), tie.a, tie.b, sector=facts.charge(tie).sector)
        values[tie.id] = ties.value_of(here, told), parties.counted(told)
    for name, (found, counted) in values.items():
        tie = run.state.ties[name]
        n = int(found.total)
        text = T("Charge of {unit} on {enemy}: {n}", unit=Thing(tie.a), enemy=Thing(tie.b), n=n)
        marks = (changes.own_field("tie", name, initial=n), changes.own_field("tie", name, before=counted))
        run.tell(tie.a, "charge_tested", "test", text, ("NAP-RCT-06",), *marks, also=(tie.b,), sums=(found,), n=n)
    first_value.carry_out(run, tuple(values))
