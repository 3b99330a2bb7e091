"""Step 2: charges and attacks are declared, answered, and tested for the first time (NAP-SEQ-22, NAP-CSQ-01 to -04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import answers, legal, parties, reaction
from rulesets.napoleonic_wars.charge.reaction import Sides
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts, sectors
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.plan import plan
from rulesets.napoleonic_wars.measures import cm, moment
from rulesets.napoleonic_wars.own import ChargeOwn

AVD = (2, 3, 3, 4, 4, 5)
"""Faces of an average die (NAP-SCL-05)."""
D6 = (1, 2, 3, 4, 5, 6)
ATTACK_AT = 5.0
"""Cm from the target at which attackers pause (NAP-ASQ-02)."""
ANSWERS: dict[str, Text] = {
    "counter_charge": T("Counter-charge"),
    "stand": T("Stand"),
    "evade": T("Evade"),
}


class DeclareData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Charges still to be tested, by the ids of their ties; dice by body, each thrown once in a move (NAP-S83)."""

    left: tuple[str, ...] = ()
    dice: dict[str, tuple[int, ...]] = {}


DECLARE = FrameOf("nap.declare", DeclareData)


@DECLARE.named("begin")
def _begin(run: Run, data: DeclareData | None, got: object) -> Outcome:
    """Every ordered charge and attack is declared; those without reach charge nobody (NAP-CHG-07, NAP-S80)."""
    run.emit("declared", "flow", None, *changes.battle(run.state, dice={}))
    for body in facts.by_id(facts.bodies(known(run.state)), known(run.state)):
        for one in _ordered(run.state, body):
            if isinstance(one, act.Charge):
                _charge(run, body, one)
            elif isinstance(one, act.Attack):
                _attack(run, body, one.target)
    for tie in facts.ties(run.state, facts.CHARGE):
        _force(run, tie)
    for body in facts.by_id(facts.bodies(known(run.state)), known(run.state)):
        _support(run, body)
    return Goto("answer", DeclareData())


def _support(run: Run, body: str) -> None:
    """Who was told to counter-charges whoever charges the unit that it supports (NAP-RSP-12, NAP-S83)."""
    here = known(run.state)
    wards = [one.unit for one in answers.orders(here, body) if isinstance(one, act.CounterChargeFor)]
    if not wards or facts.charges_by(run.state, body) or facts.charges_on(run.state, body):
        return
    for tie in facts.charges_on(run.state, wards[0]):
        charger = tie.a
        if not answers.can_counter_charge(here, body, charger) or legal.charge_bar(here, body, charger) is not None:
            continue
        speed = legal.speed(here, body)
        number = 1 + len(facts.ties(run.state, facts.CHARGE)) + len(facts.ties(run.state, facts.ATTACK))
        own = ChargeOwn(
            support=True, answer="counter_charge", answer_speed=speed, speed=facts.charge(tie).speed, number=number
        )
        name = f"{facts.CHARGE} {charger} {body}"
        text = T(
            "{unit} counter-charges {enemy} for {ward}", unit=Thing(body), enemy=Thing(charger), ward=Thing(wards[0])
        )
        mark = ev.AddTie(Tie(name, facts.CHARGE, charger, body, own))
        run.tell(body, "supports", "order", text, ("NAP-RSP-12",), mark, also=(charger, wards[0]))
        return


def _ordered(state: State, body: str) -> Iterable[act.Action]:
    """What a body charges or attacks: ordered, by the duty to charge again, or carried away (NAP-S89, NAP-CSQ-07)."""
    here, told = known(state), facts.own(known(state), body)
    found = [one for one in answers.orders(here, body) if isinstance(one, act.FIGHTING)]
    if (
        told.uncontrolled
        and facts.is_close(here, body)
        and not facts.is_square(here, body)
        and told.arm in ("foot", "horse")
    ):
        foes = [f for f in facts.enemies(here, here.units[body].side) if legal.has_reach(here, body, f)]
        nearest = min(foes, key=lambda f: (board_of(here).gap(body, f), facts.natural(f)), default="")
        return [act.Charge((nearest,))] if nearest else found
    if told.renew and not found and legal.charge_bar(here, body, told.renew) is None:
        return [act.Charge((told.renew,))]
    return found


def _charge(run: Run, body: str, one: act.Charge) -> None:
    state = known(run.state)
    first, *others = one.targets
    spent = _manoeuvre(state, body, one)
    bar = legal.charge_bar(state, body, first, besides=one.targets)
    if bar is not None and bar.clause not in ("NAP-S76",):
        run.tell(
            body,
            "struck_off",
            "order",
            T("{unit} cannot charge now: {why}", unit=Thing(body), why=bar.text),
            (bar.clause,),
        )
        return
    way = legal.course(state, body, first)
    if bar is not None or way.time + spent > 1.0 + 1e-6:
        _out_of_reach(run, body, first)
        return
    delay = min(one.delay, max(0.0, 1.0 - way.time - spent))
    targets = [first, *(t for t in others if _at_once(state, body, one.targets, t))]
    for target in targets:
        run.tell(
            body,
            "charge_declared",
            "order",
            T("{unit} charges {enemy}", unit=Thing(body), enemy=Thing(target)),
            ("NAP-CHG-07", "NAP-CSQ-01"),
            _tied(run, body, target, facts.CHARGE, legal.speed(state, body), moment(delay)),
            also=(target,),
        )
    told = facts.own(run.state, body)
    did = tuple(sorted({*told.did, "charged"}))
    run.emit("charging", "status", None, *changes.unit(run.state, body, did=did, charged=run.state.own.move, renew=""))


def _manoeuvre(state: State, body: str, one: act.Charge) -> float:
    """The part of the move that a preliminary manoeuvre takes (NAP-CHG-08)."""
    return plan(state, body, one.first).time if one.first else 0.0


def _at_once(state: State, body: str, targets: tuple[str, ...], other: str) -> bool:
    """Whether a further target is met no more than the attack distance after the first one (NAP-R162)."""
    if other not in state.units or legal.charge_bar(state, body, other, besides=targets) is not None:
        return False
    near, far = (legal.course(state, body, t).gap for t in (targets[0], other))
    return abs(far - near) <= cm(facts.attack_distance(state, body)) + 1e-6


def _tied(run: Run, body: str, target: str, kind: str, speed: float, start: float) -> ev.Change:
    state = known(run.state)
    number = 1 + len(facts.ties(run.state, facts.CHARGE)) + len(facts.ties(run.state, facts.ATTACK))
    sector = sectors.sector(state, target, sectors.front_rank(state, body))
    own = ChargeOwn(speed=round(speed, 3), start=start, sector=sector, number=number)
    return ev.AddTie(Tie(f"{kind} {body} {target}", kind, body, target, own))


def _out_of_reach(run: Run, body: str, target: str) -> None:
    """It marches at its target and counts as having charged; in the next move it must charge again (NAP-CSQ-07)."""
    state = known(run.state)
    x, y = shape.centre(state, target)
    again = not facts.own(state, body).renew
    did = tuple(sorted({*facts.own(state, body).did, "out_of_reach"}))
    line = [{"verb": "advance", "path": [[round(x, 1), round(y, 1)]]}]
    marks = changes.unit(run.state, body, did=did, charged=run.state.own.move, renew=target if again else "")
    text = T("{unit} finds {enemy} out of reach and marches on", unit=Thing(body), enemy=Thing(target))
    run.tell(body, "out_of_reach", "order", text, ("NAP-CSQ-07", "NAP-S80"), *marks, also=(target,))
    run.emit("told", "order", None, notes.lined(run.state, body, line))


def _attack(run: Run, body: str, target: str) -> None:
    """An attack is declared; it begins when the attacker comes to 5 cm (NAP-ATK-02, NAP-R165)."""
    state = known(run.state)
    bar = legal.attack_bar(state, body, target)
    if bar is not None:
        run.tell(
            body,
            "struck_off",
            "order",
            T("{unit} cannot attack now: {why}", unit=Thing(body), why=bar.text),
            (bar.clause,),
        )
        return
    speed = cm(rates.rate(state, body, "normal"))
    text = T("{unit} attacks {enemy}", unit=Thing(body), enemy=Thing(target))
    tie = _tied(run, body, target, facts.ATTACK, speed, 0.0)
    run.tell(body, "attack_declared", "order", text, ("NAP-ATK-02", "NAP-ASQ-01"), tie, also=(target,))
    set_tie(run, f"{facts.ATTACK} {body} {target}", pause_at=cm(ATTACK_AT), answer="none")


def _force(run: Run, tie: Tie) -> None:
    """Who has nothing to declare goes on as he is; a retreat charged becomes a rout at once (NAP-RSP-02, NAP-R75)."""
    state = known(run.state)
    told = facts.own(state, tie.b)
    if not answers.options(state, tie.b, tie.a):
        set_tie(run, tie.id, answer="none")
    if told.result == "retreat":
        text = T("{unit} is charged in its retreat and routs", unit=Thing(tie.b))
        result_of(run, tie.b, "rout", tie.a, text, "NAP-RES-19")


def result_of(run: Run, body: str, result: str, foe: str, text: Text, clause: str) -> None:
    """Put a body under the result of a test."""
    marks = changes.unit(run.state, body, result=result, since=run.state.own.move, from_whom=foe)
    run.tell(body, f"result_{result}", "test", text, (clause,), *marks, also=(foe,))


def set_tie(run: Run, tie: str, **fields: Any) -> None:
    """Give fields of a charge new values."""
    marks = [ev.SetField("tie", tie, f"own.{name}", value) for name, value in fields.items()]
    run.emit("charge_changes", "status", None, *marks)


# --- answers -------------------------------------------------------------------------------------------------------


def charged(state: State) -> dict[str, str]:
    """The bodies charged that still have to answer, each with the charger it answers: the nearest (NAP-RSP-01)."""
    found: dict[str, str] = {}
    here = known(state)
    for tie in facts.ties(state, facts.CHARGE):
        if not facts.charge(tie).answer and answers.options(here, tie.b, tie.a):
            best = found.get(tie.b)
            if best is None or board_of(here).gap(tie.b, tie.a) < board_of(here).gap(tie.b, best):
                found[tie.b] = tie.a
    return found


class AnswerQuestion(Discrete):
    """How the charged bodies of a side answer (NAP-RSP-03)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part a body that has a choice."""
        here = known(view)
        parts: dict[str, tuple[Choice, ...]] = {}
        for body, charger in decision.args["charged"].items():
            told = answers.options(here, body, charger)
            parts[body] = tuple(
                Choice(a, T("{unit}: {answer} to {enemy}", unit=Thing(body), answer=ANSWERS[a], enemy=Thing(charger)))
                for a in told
            )
        return Asked(OptionSpace(parts), Reply(OptionAnswer({body: row[0].id for body, row in parts.items()})))


ANSWER = Posed("answer_charges", AnswerQuestion())


@DECLARE.named("answer")
def _answer(run: Run, data: DeclareData, got: object) -> Outcome:
    """Each side answers; where both have something to answer both do so sealed (NAP-S05)."""
    here = known(run.state)
    open_: dict[str, dict[str, str]] = {}
    single: dict[str, str] = {}
    for body, charger in charged(run.state).items():
        told = answers.options(here, body, charger)
        if len(told) == 1:
            single[body] = told[0]
        else:
            open_.setdefault(here.units[body].side, {})[body] = charger
    for body, answer in single.items():
        _answered(run, body, answer)
    if not open_:
        return Goto("test", data)
    text = T("How the charged answer")
    asked = tuple(ANSWER.to(s, text, {"charged": bodies}, ("NAP-RSP-03",)) for s, bodies in open_.items())
    return Ask(asked, "answered", data, "open" if len(asked) > 1 else "")


@DECLARE.named("answered")
def _take(run: Run, data: DeclareData, got: Any) -> Outcome:
    replies: Iterable[Reply] = got.values() if isinstance(got, Mapping) else (got,)
    for reply in replies:
        for body, answer in reply.parts.items():
            _answered(run, body, answer)
    return Goto("test", data)


def _answered(run: Run, body: str, answer: str) -> None:
    here = known(run.state)
    for tie in facts.charges_on(run.state, body):
        if facts.charge(tie).answer:
            continue
        fields: dict[str, Any] = {"answer": answer}
        if answer == "evade":
            fields |= {"answer_speed": cm(rates.rate(here, body, "double")), "answer_start": 1.0}
        elif answer == "counter_charge":
            fields |= {"answer_speed": legal.speed(here, body), "answer_start": 0.0}
        set_tie(run, tie.id, **fields)
    text = T("{unit} answers: {answer}", unit=Thing(body), answer=ANSWERS[answer])
    run.tell(body, "answered", "order", text, ("NAP-RSP-01", "NAP-CSQ-03"), answer=answer)


# --- the first test ------------------------------------------------------------------------------------------------


def faces_of(view: State, body: str) -> tuple[int, ...]:
    """The faces of a body's dice: average dice of regulars, ordinary ones of irregulars (NAP-RCT-04)."""
    return AVD if facts.own(view, body).regular else D6


def tested(state: State) -> tuple[Tie, ...]:
    """The charges that are tested, in the order of their dice: not those on routers, nor on who ignores them."""
    here = known(state)
    found = [t for t in facts.ties(state, facts.CHARGE) if facts.charge(t).initial is None and not facts.charge(t).home]
    found = [t for t in found if facts.own(here, t.b).result not in ("rout", "surrendered")]
    order = facts.by_id({t.a for t in found}, here)
    return tuple(sorted(found, key=lambda t: (order.index(t.a), facts.natural(t.b))))


@DECLARE.named("test")
def _test(run: Run, data: DeclareData, got: Any) -> Outcome:
    """The dice of the charges, each body's two once in a move (NAP-RCT-04, NAP-S61, NAP-S83)."""
    here = known(run.state)
    for tie in tested(run.state):
        for body in (tie.a, tie.b):
            if body not in run.state.own.dice:
                why = T("Charge reaction of {unit}", unit=Thing(body))
                row = ev.DiceRow(here.units[body].side, 2, faces_of(here, body))
                return Roll(ev.Request((row,), why, "NAP-RCT-04", about=(body,)), "rolled", replace(data, left=(body,)))
    return Goto("read", data)


@DECLARE.step
def _rolled(run: Run, data: DeclareData, got: ev.Rolled) -> Outcome:
    dice = {**run.state.own.dice, data.left[0]: tuple(got.faces[0])}
    run.emit("charge_dice", "dice", None, *changes.battle(run.state, dice=dice))
    return Goto("test", replace(data, left=()))


def sum_of(sides: Sides, dice: tuple[int, int], text: Text) -> Sum:
    """The value of a charge with its rows (NAP-RCT-05, NAP-RCT-06)."""
    rows = ((T("dice: charger less defender"), float(dice[0] - dice[1]), "NAP-RCT-05"), *reaction.rows(sides))
    return Sum(text, sum(n for _, n, _ in rows), rows)


@DECLARE.named("read")
def _read(run: Run, data: DeclareData, got: object) -> Outcome:
    """All first values on the state as it is, before any result is carried out (NAP-S83).

    Those of supporting counter-charges follow: what became of the ward counts in them (NAP-RSP-13).
    """
    for support in (False, True):
        _first_values(run, support=support)
    for tie in facts.ties(run.state, facts.CHARGE):
        _stands_after_refusing(run, tie)
    return Done()


def _first_values(run: Run, *, support: bool) -> None:
    here = known(run.state)
    values: dict[str, Sum] = {}
    counted: dict[str, tuple[int, ...]] = {}
    for tie in (t for t in tested(run.state) if facts.charge(t).support == support):
        total = tuple(sum(run.state.own.dice[b]) for b in (tie.a, tie.b))
        told = parties.sides(here, tie.a, tie.b)
        values[tie.id] = sum_of(told, (total[0], total[1]), T("Charge of {unit}", unit=Thing(tie.a)))
        counted[tie.id] = reaction.counted(told)
    for name, found in values.items():
        tie = run.state.ties[name]
        text = T("{unit} charges {enemy}: {n}", unit=Thing(tie.a), enemy=Thing(tie.b), n=int(found.total))
        marks = (
            ev.SetField("tie", name, "own.initial", int(found.total)),
            ev.SetField("tie", name, "own.before", counted[name]),
        )
        run.tell(tie.a, "charge_tested", "test", text, ("NAP-RCT-06",), *marks, also=(tie.b,), sums=(found,))
    for name in values:
        _initial(run, run.state.ties[name])


def _stands_after_refusing(run: Run, tie: Tie) -> None:
    """Who refused his own charge takes the other's standing (NAP-R170)."""
    refused = [t for t in facts.charges_by(run.state, tie.b) if facts.charge(t).home == "refused"]
    if refused and not facts.charge(tie).home and facts.own(known(run.state), tie.b).result != "withdraw":
        set_tie(run, tie.id, answer="stand")
        _defender(run, run.state.ties[tie.id], facts.charge(run.state.ties[tie.id]))


def _initial(run: Run, tie: Tie) -> None:
    """What both do by the first value (NAP-RCT-07, NAP-RES-01 to -06, NAP-SIM-02, NAP-SIM-03)."""
    here = known(run.state)
    told = facts.charge(tie)
    assert told.initial is not None
    if told.support:
        set_tie(run, tie.id, pause_at=_counter_gap(here, tie))
        return
    mine = [facts.charge(t) for t in facts.charges_by(run.state, tie.a)]
    worst = min(one.initial for one in mine if one.initial is not None and not one.support)
    does = "charge" if facts.own(here, tie.a).uncontrolled else reaction.charger_does(worst, "initial")
    if does in ("refuse", "withdraw"):
        set_tie(run, tie.id, home="refused")
        text = T("{unit} refuses to charge", unit=Thing(tie.a))
        run.tell(tie.a, "refused", "test", text, ("NAP-RES-06",), also=(tie.b,))
        if does == "withdraw" and facts.own(here, tie.a).result != "withdraw":
            result_of(run, tie.a, "withdraw", tie.b, T("{unit} withdraws to cover", unit=Thing(tie.a)), "NAP-RES-10")
        return
    _defender(run, tie, told)


def _defender(run: Run, tie: Tie, told: ChargeOwn) -> None:
    here = known(run.state)
    target = tie.b
    mounted, by_horse = facts.is_mounted(here, target), facts.is_mounted(here, tie.a)
    high = max(n for t in facts.charges_on(run.state, target) if (n := facts.charge(t).initial) is not None)
    square = facts.is_square(here, target)
    does = reaction.defender_does(high, "initial", mounted=mounted, square=square, by_horse=by_horse)
    near = cm(facts.attack_distance(here, tie.a))
    fire = reaction.fire_distance(high, square=square, by_horse=by_horse)
    forced = facts.own(here, target).result in ("withdraw", "retreat", "rout") or facts.charges_by(run.state, target)
    if not forced and does == "rout":
        result_of(run, target, "rout", tie.a, T("{unit} routs before the charge", unit=Thing(target)), "NAP-RES-12")
    elif not forced and does == "withdraw_double":
        result_of(run, target, "withdraw", tie.a, T("{unit} withdraws to cover", unit=Thing(target)), "NAP-RES-10")
    elif does == "stand_or_evade" and told.answer == "counter_charge":
        set_tie(run, tie.id, answer="stand")
    stands = run.state.ties[tie.id].own.answer == "stand"
    at = cm(fire) if stands and fire is not None and not mounted and _can_fire(here, target) else near
    charging = [t for t in facts.charges_by(run.state, target) if facts.charge(t).home != "refused"]
    if run.state.ties[tie.id].own.answer == "counter_charge" or charging:
        at = _counter_gap(here, tie)
    set_tie(run, tie.id, pause_at=round(min(at, near) if stands else at, 3))


def _counter_gap(view: State, tie: Tie) -> float:
    """Mm at which two that charge each other pause: the larger attack distance (NAP-R106)."""
    return cm(max(facts.attack_distance(view, tie.a), facts.attack_distance(view, tie.b)))


def _can_fire(view: State, body: str) -> bool:
    """Whether a body has anything to fire with (NAP-S82 (a))."""
    told = facts.own(view, body)
    return facts.is_deployed(view, body) or any(s.weapon for s in told.subs)
