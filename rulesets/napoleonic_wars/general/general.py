"""The scripted general: orders, answers to charges and targets, from what his side may see; else the rules' usual."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.bots.seat import Choice, Seat
from game.engine.decision import OptionAnswer, OptionSpace, OrdersAnswer, Reply
from game.engine.text import T, Text
from game.kit.general.shell import Answers, Scripted, said
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire import fire, odds
from rulesets.napoleonic_wars.fire.targets import Option
from rulesets.napoleonic_wars.general import plan, sheets
from rulesets.napoleonic_wars.general.plan import Temper
from rulesets.napoleonic_wars.orders import game_orders

CANDIDATES = 6
"""Options of a target that are looked into."""
USUAL: dict[str, Text] = {
    "deploy": T("in order of battle"),
    "game_orders": T("the game orders stay in force"),
    "write": T("movement follows the game orders"),
    "quarter": T("every body continues as before"),
    "answer_charges": T("the default answer"),
    "nap_fire": T("at the most urgent targets"),
}
"""Why the default is taken, by question."""


def _game_orders(seat: Seat, temper: Temper) -> Choice | None:
    """The plan at the start; in step 21 what is to be done by those who have done their part."""
    here, first = known(seat.view), bool(seat.decision.args.get("first"))
    if first:
        lines, why = plan.first(here, seat.side, temper)
    else:
        lines = plan.later(here, seat.side, game_orders.may_be_told(here, seat.side, first=False))
        why = T("new game orders: {n}", n=len(lines))
    answer = OrdersAnswer(lines)
    return said(answer, why) if seat.check(Reply(answer)).legal else None


def _write(seat: Seat, temper: Temper) -> Choice | None:
    draft = seat.default.answer
    if not isinstance(draft, OrdersAnswer):
        return None
    lines, why = sheets.sheet(known(seat.view), seat.side, draft.lines, temper)
    return _without_refused(seat, lines, why)


def _quarter(seat: Seat, temper: Temper) -> Choice | None:
    """The first quarter's moves by the plan; then all go on."""
    draft = seat.default.answer
    if seat.decision.args["quarter"] > 1 or not isinstance(draft, OrdersAnswer):
        return None
    lines = sheets.moves(known(seat.view), seat.side, draft.lines, temper)
    return _without_refused(seat, lines, T("continue by the plan"))


def _without_refused(seat: Seat, lines: dict[str, Any], why: Text) -> Choice | None:
    verdict = seat.check(Reply(OrdersAnswer(lines)))
    if not verdict.legal:  # whoever is refused stands and fires
        wrong = {reason.part for reason in verdict.reasons}
        lines = {who: fields for who, fields in lines.items() if who not in wrong}
        if not seat.check(Reply(OrdersAnswer(lines))).legal:
            return None
    return said(OrdersAnswer(lines), why)


def _answer(seat: Seat, temper: Temper) -> Choice | None:
    """Skirmishers and guns evade what would ride them down, horse meets the charge, foot stands."""
    here, space = known(seat.view), seat.asked.space
    assert isinstance(space, OptionSpace)
    parts: dict[str, str] = {}
    for body, charger in seat.decision.args["charged"].items():
        offered = [c.id for c in space.parts[body]]
        promised = plan.value(here, charger, body)
        if "evade" in offered and promised > temper.stands:
            parts[body] = "evade"
        elif facts.is_mounted(here, body) and "counter_charge" in offered:
            parts[body] = "counter_charge"
        else:
            parts[body] = "stand" if "stand" in offered else offered[0]
    fled = sum(answer == "evade" for answer in parts.values())
    why = T("evade the charge and return later") if fled else T("stand and receive the charge")
    return said(OptionAnswer(parts), why)


def _targets(seat: Seat, temper: Temper) -> Choice | None:
    """Of the courses that the rules leave open, that which costs the enemy most men."""
    here = seat.view
    parts: dict[str, str] = {}
    for part, options in fire.open_to(fire.courses(here, seat.side)).items():
        men = {o.id: _men(seat, o) for o in options[:CANDIDATES]}
        best = max(men.values())
        parts[part] = next((o for o, n in men.items() if n == best), options[0].id)
    answer = OptionAnswer(parts)
    return said(answer, T("each at its most vulnerable target")) if seat.check(Reply(answer)).legal else None


def _men(seat: Seat, option: Option) -> float:
    seat.work.spend()
    if not option.aims:
        return 0.0
    return round(odds.spread(seat.view, option.aims, option.aims[0].target).mean, 6)


ANSWERS: Answers[Temper] = {
    "game_orders": _game_orders,
    "write": _write,
    "quarter": _quarter,
    "answer_charges": _answer,
    "nap_fire": _targets,
}
General = partial(Scripted, ANSWERS, USUAL)
"""A general with a temper."""
