"""Steps 14 and 15: a round of every melee, all blows at the same time (NAP-MEL-02, NAP-MEL-18, NAP-DIS-24, NAP-S69).

NAP-CAM-08, NAP-CAS-04 to -06, NAP-R129, NAP-S61.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Goto, Outcome, Roll, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import did
from rulesets.napoleonic_wars.fire.losses import LOSSES, LossesData, Lot
from rulesets.napoleonic_wars.melee import blows, choices, contact, feeding, fighters, outcome, shock, storming
from rulesets.napoleonic_wars.melee.blows import Side

AWAY = ("withdraw", "retreat", "rout", "break_off", "surrendered", "dispersed")
"""Results that take a body out of its melee, where nobody follows (NAP-MRE-24)."""


class RoundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The melees of the round by the ids of their ties, in the order of the dice."""

    ties: tuple[str, ...] = ()


MELEE = FrameOf("nap.melee", RoundData)


def due(view: State) -> tuple[Tie, ...]:
    """The melees and pursuits in which blows are struck, by the lower id of both (NAP-S61)."""
    found = [t for t in (*facts.melees(view), *facts.ties(view, facts.PURSUIT)) if _is_on(view, t)]
    order = facts.by_id(view.units, view)
    return tuple(sorted(found, key=lambda t: (order.index(t.a), order.index(t.b))))


def _is_on(view: State, tie: Tie) -> bool:
    if not all(u in view.units and facts.is_here(view, u) for u in (tie.a, tie.b)):
        return False
    told = facts.melee(tie)
    if told.rounds and any(facts.own(view, u).nerve.result in AWAY for u in (tie.a, tie.b)) and not told.following:
        return False
    return bool(told.following and told.rounds) or bool(told.broken and not told.rounds) or in_contact(view, tie)


def in_contact(view: State, tie: Tie) -> bool:
    """Whether both still touch each other, or the obstacle between them (NAP-MEL-01, NAP-MEL-06)."""
    if facts.melee(tie).building and board_of(view).touching(tie.a, tie.b):
        return True
    if fighters.touching(view, tie.a, tie.b, facts.melee(tie).point)[0]:
        return True
    name = facts.melee(tie).obstacle
    return bool(name) and all(fighters.at_obstacle(view, u, name) for u in (tie.a, tie.b))


@MELEE.step
def _begin(run: Run, data: Any, got: object) -> Outcome:
    """Melees whose sides have parted are over; in the others it is asked who comes up (NAP-MEL-03)."""
    on = {t.id for t in due(run.state)}
    for tie in (*facts.melees(run.state), *facts.ties(run.state, facts.PURSUIT)):
        if tie.id not in on:
            end(run, tie)
    asked = feeding.questions(run.state, due(run.state))
    return Ask(asked, "fed", RoundData(), "open" if len(asked) > 1 else "") if asked else Goto("set_to", RoundData())


@MELEE.step
def _fed(run: Run, data: RoundData, got: Any) -> Outcome:
    """Idle sub-units come up into melees that go on (NAP-MEL-03, NAP-MRE-23)."""
    feeding.feed(run, due(run.state), choices.parts(got))
    return Goto("set_to", data)


@MELEE.step
def _set_to(run: Run, data: RoundData, got: object) -> Outcome:
    """Part E of table 8 counts in the round (NAP-R129)."""
    for tie in due(run.state):
        _disorder(run, tie)
    return Goto("roll", RoundData(tuple(t.id for t in due(run.state))))


def end(run: Run, tie: Tie) -> None:
    """A melee is over: the tie goes, both have been in it (NAP-DIS-25, NAP-R129)."""
    if tie.id not in run.state.ties:
        return
    run.tell(tie.a, "melee_ends", "status", None, ("NAP-MEL-01",), ev.Untie(tie.id), also=(tie.b,))
    for body in (tie.a, tie.b):
        outcome.done(run, body)
        if tie.kind == facts.MELEE and body in run.state.units and not facts.in_melee(run.state, body):
            outcome.ended(run, body)


def _disorder(run: Run, tie: Tie) -> None:
    """Lancers after the first round; who tries to cross a defended obstacle; horse among camels (NAP-DIS-24)."""
    told = facts.melee(tie)
    for body in (tie.a, tie.b):
        state, foe = run.state, facts.other(tie, body)
        lancers = facts.is_mounted(state, body) and shock.has_most(state, body, "lance")
        if lancers and told.rounds and tie.kind == facts.MELEE:
            book.enter(run, body, "E", book.of("lancers"))
        if told.rounds and _has_changed(state, tie, body):
            book.enter(run, body, "E", book.of("forming_contact"), "NAP-MEL-04")
        if told.crossing == body and told.obstacle:
            book.enter(run, body, "E", book.of("defended"))
        if _is_horse(state, body) and _rides_camels(state, foe) and not told.rounds:
            book.enter(run, body, "E", book.of("camels"), "NAP-CAM-08")


def _has_changed(view: State, tie: Tie, body: str) -> bool:
    """Whether those who fight have changed formation or front in this move, not others behind them (NAP-MEL-04)."""
    before, fight = facts.stood(view, body), facts.melee(tie).fought.get(body, ())
    if "formed" not in facts.own(view, body).march.did:
        return False
    poses = ((before.get(b), view.bases[b].pose) for b in fight)
    return any(was is not None and now is not None and was != (now.x, now.y, now.facing) for was, now in poses)


def _is_horse(view: State, body: str) -> bool:
    other = _rides_camels(view, body) or facts.is_elephants(view, body)
    return facts.is_mounted(view, body) and not other


def _rides_camels(view: State, body: str) -> bool:
    return facts.is_mounted(view, body) and any(s.kind == "camel" for s in facts.own(view, body).subs)


def strikers(view: State, tie: Tie) -> tuple[Side, ...]:
    """Who strikes, in the order of the dice: first round the attacker, then who has more figures (NAP-S61)."""
    told, sides = facts.melee(tie), [blows.side(view, u, tie) for u in facts.by_id((tie.a, tie.b), view)]
    if told.attacker and not told.rounds:
        sides.sort(key=lambda s: s.body != told.attacker)
    else:
        sides.sort(key=lambda s: -s.figures)
    return tuple(s for s in sides if s.figures > 0)


@MELEE.step
def _roll(run: Run, data: RoundData, got: object) -> Outcome:
    """A die for each side of each melee (NAP-MEL-23)."""
    rows, about = [], []
    for name in data.ties:
        for one in strikers(run.state, run.state.ties[name]):
            faces = blows.die(run.state, one.body)
            if faces:
                label = T("{unit} on {foe}", unit=Thing(one.body), foe=Thing(one.foe))
                rows.append(ev.DiceRow(run.state.units[one.body].side, 1, faces, label))
                about.append(one.body)
    if not rows:
        return Goto("strike", data)
    return Roll(ev.Request(tuple(rows), T("Melee"), "NAP-MEL-23", about=tuple(about)), "strike", data)


@MELEE.step
def _strike(run: Run, data: RoundData, got: ev.Rolled | None) -> Outcome:
    """All casualties are worked out as things stood, then taken off (NAP-MEL-18)."""
    state, faces = run.state, list(got.faces) if got is not None else []
    lots: list[Lot] = []
    for name in data.ties:
        tie = state.ties[name]
        dealt, figures = {tie.a: 0, tie.b: 0}, {}
        for one in strikers(state, tie):
            face = faces.pop(0)[0] if blows.die(state, one.body) else 0
            dealt[one.body] = blows.casualties(one, face)
            _tell(run, one, face, dealt[one.body])
        fought = {u: fighters.fighting(state, u, tie) for u in (tie.a, tie.b)}
        for body in (tie.a, tie.b):
            figures[body] = fighters.total(state, fighters.group(state, body, tie))
            men = dealt[facts.other(tie, body)]
            if men:
                foe, fight = facts.other(tie, body), fighters.numbers(state, tie)[body]
                lots.append(Lot(body, men, fighters.group(state, body, tie), foes=(foe,), fighting=fight))
        kept = {"dealt": dealt, "figures": figures, "fought": fought, "struck": state.own.move}
        now = contact.replaced(tie, rounds=facts.melee(tie).rounds + 1, **kept)
        run.tell(tie.a, "round", "flow", None, ("NAP-MEL-02",), now, also=(tie.b,))
        for body in (tie.a, tie.b):
            did(run, body, "melee")
    if not lots:
        return Goto("after", data)
    return LOSSES.call(LossesData(tuple(lots)), "after", data)


def _tell(run: Run, one: Side, face: int, men: int) -> None:
    text = T(
        "{unit}, figures: {n}, factor {factor}; casualties on {foe}: {men}",
        unit=Thing(one.body),
        n=one.figures,
        factor=one.factor + face,
        men=men,
        foe=Thing(one.foe),
    )
    data = {"figures": one.figures, "factor": one.factor + face, "men": men}
    clauses = ("NAP-MEL-18", "NAP-CAS-03")
    run.tell(one.body, "strikes", "blow", text, clauses, also=(one.foe,), sums=(blows.blow_sum(one, face),), **data)


@MELEE.step
def _after(run: Run, data: RoundData, got: object) -> Outcome:
    """Step 15: who has lost his enemy has done fighting; a pursuer has struck; buildings change hands (NAP-R129)."""
    for name in data.ties:
        tie = run.state.ties.get(name)
        if tie is None:
            continue
        gone = not all(facts.strength(run.state, u) for u in (tie.a, tie.b))
        lost = facts.melee(tie).following and facts.melee(tie).rounds > 1 and not in_contact(run.state, tie)
        if gone or lost or tie.kind == facts.PURSUIT:
            end(run, tie)
        elif _passed(run.state, tie):
            for body in (tie.a, tie.b):
                outcome.ended(run, body)
        elif facts.melee(tie).building:
            storming.break_in(run, tie)
    return MELEE.done(None)


def _passed(view: State, tie: Tie) -> bool:
    """Whether the charger has gone right through and stands beyond (NAP-IMP-07)."""
    told = facts.melee(tie)
    return bool(told.broken) and told.rounds == 1 and not in_contact(view, tie)
