"""Casualties of a melee taken off: men into figures, figures off the table (NAP-CAS-04 to -06, NAP-CAS-08)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Goto, Outcome, Run
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.body.losses import closed_up, removed
from rulesets.napoleonic_wars.field import facts

MEN = 20


class Lot(msgspec.Struct, frozen=True):
    """Casualties in men of a body, and the figures on which they fall."""

    body: str
    men: int
    exposed: tuple[str, ...]


def suffer(run: Run, lots: list[Lot], then: str, data: Any) -> Outcome:
    """Take them all off, then go on."""
    for lot in lots:
        told = facts.own(run.state, lot.body)
        n, rest = divmod(told.men + lot.men, MEN)
        names = removed(run.state, lot.body, n, lot.exposed)
        fields = {"lost": told.lost + len(names), "lost_now": told.lost_now + len(names), "men": min(rest, MEN - 1)}
        marks: list[ev.Change] = [ev.SetPose(b, None, "gone") for b in names]
        if not [b for b in facts.left(run.state, lot.body) if b.id not in names and facts.count(b)]:
            marks += around.gone(run.state, lot.body, "destroyed")
        text = T("{unit} loses {n} figures", unit=Thing(lot.body), n=len(names))
        marks += changes.unit(run.state, lot.body, **fields)
        run.tell(lot.body, "casualties", "loss", text, ("NAP-CAS-05",), *marks, figures=len(names), men=lot.men)
    for lot in lots:
        marks = [*closed_up(run.state, lot.body)] if facts.figures(run.state, lot.body) else []
        if marks:
            run.tell(lot.body, "closed_up", "move", None, ("NAP-CAS-08",), *marks)
    return Goto(then, data)
