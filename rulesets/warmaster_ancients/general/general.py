"""The scripted general of Warmaster Ancients: every question of the rules, answered from what its side may see."""

from __future__ import annotations

from functools import partial

from game.bots.seat import Choice, Seat
from game.engine.decision import OptionAnswer
from game.engine.text import T, Text
from game.kit.general.shell import Answers, Scripted, in_tempers, said
from rulesets.warmaster_ancients.general import commanding, fighting, plan
from rulesets.warmaster_ancients.general.moves import mind_of
from rulesets.warmaster_ancients.general.plan import TEMPERS, Temper

USUAL: dict[str, Text] = {
    "first_turn": T("the side that moves first chooses the ground"),
    "remove": T("the last stand is the least useful"),
    "driveback": T("the unit with the most room goes first"),
    "make_way": T("friends make way for each other"),
    "retreat": T("one unit after another, in their present order"),
    "winner": T("one unit after another, in their present order"),
    "withdraw": T("one unit after another, in their present order"),
    "escape": T("to the nearest friends"),
}
"""Why the default is taken, by question."""


def _move(seat: Seat, temper: Temper) -> Choice:
    best = mind_of(seat, temper).best(seat.decision.args["unit"])
    return said(best.answer, best.why)


def _react(seat: Seat, temper: Temper) -> Choice:
    return said(OptionAnswer({"reaction": "shoot"}), T("every hit on a charger counts"))


ANSWERS: Answers[Temper] = {
    "deploy": plan.deploy,
    "initiative": commanding.act,
    "order": commanding.give,
    "move": _move,
    "ride": commanding.ride,
    "reaction": _react,
    "shoot": fighting.shoot,
    "switch": fighting.switch,
    "combat": fighting.combat,
    "direct": fighting.direct,
    "distance": fighting.distance,
    "after_round": fighting.after,
    "advance": fighting.advance,
    "reform": fighting.reform,
}
General = partial(Scripted, ANSWERS, USUAL)
"""A general with a temper."""
bots = in_tempers(General, TEMPERS)
