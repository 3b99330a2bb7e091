"""Ties of charges and attacks as they are made and changed, the dice and the sum of their tests (NAP-RCT-04 to -06)."""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.charge.parties import Sides
from rulesets.napoleonic_wars.data_files import dice
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import RESULT_EVENTS, ChargeOwn


def tied(view: State, body: str, target: str, kind: str = facts.CHARGE, **own: Any) -> ev.Change:
    """A new tie, with its number in the order of the declarations and the sector it starts from (NAP-FLK-02)."""
    number = 1 + len(facts.ties(view, facts.CHARGE)) + len(facts.ties(view, facts.ATTACK))
    sector = standing.sector(view, target, standing.front_rank(view, body))
    return ev.AddTie(Tie(f"{kind} {body} {target}", kind, body, target, ChargeOwn(number=number, sector=sector, **own)))


def set_tie(run: Run, tie: str, **fields: Any) -> None:
    """Give fields of a charge new values."""
    marks = [ev.SetField("tie", tie, f"own.{name}", value) for name, value in fields.items()]
    run.emit("charge_changes", "status", None, *marks)


def result_of(run: Run, body: str, result: str, foe: str, text: Text, clause: str) -> None:
    """Put a body under the result of a test."""
    marks = changes.unit(run.state, body, result=result, since=run.state.own.move, from_whom=foe)
    run.tell(body, RESULT_EVENTS[result], "test", text, (clause,), *marks, also=(foe,))


def counter_gap(view: State, tie: Tie) -> float:
    """Mm at which two that charge each other pause: the larger attack distance (NAP-R106)."""
    return cm(max(facts.attack_distance(view, tie.a), facts.attack_distance(view, tie.b)))


def is_charging(view: State, body: str) -> bool:
    """Whether a body declared a charge of its own, and acts on the charger's column alone (NAP-SIM-01, NAP-SIM-05)."""
    return any(facts.charge(t).role == "" for t in facts.charges_by(view, body))


# --- dice ----------------------------------------------------------------------------------------------------------


def faces_of(view: State, body: str) -> tuple[int, ...]:
    """The faces of a body's dice: average dice of regulars, ordinary ones of irregulars (NAP-RCT-04)."""
    return dice().average if facts.own(view, body).regular else dice().ordinary


def throw(view: State, body: str) -> ev.Request:
    """The two dice of a body, thrown once in a move (NAP-RCT-04, NAP-S83)."""
    row = ev.DiceRow(view.units[body].side, 2, faces_of(view, body))
    return ev.Request((row,), T("Charge reaction of {unit}", unit=Thing(body)), "NAP-RCT-04", about=(body,))


def thrown(run: Run, body: str, got: ev.Rolled) -> None:
    """Keep the dice of a body for all its charge tests of this move (NAP-S83)."""
    kept = {**run.state.own.charge_dice, body: tuple(got.faces[0])}
    run.emit("charge_dice", "dice", None, *changes.battle(run.state, charge_dice=kept))


def sum_of(sides: Sides, threw: tuple[int, int], text: Text) -> Sum:
    """The value of a charge with its rows (NAP-RCT-05, NAP-RCT-06)."""
    rows = ((T("dice: charger less defender"), float(threw[0] - threw[1]), "NAP-RCT-05"), *parties.rows(sides))
    return Sum(text, sum(n for _, n, _ in rows), rows)


def value_of(view: State, sides: Sides) -> Sum:
    """The first value of a charge whose dice have been thrown."""
    first, second = (sum(view.own.charge_dice[b]) for b in (sides.charger, sides.target))
    return sum_of(sides, (first, second), T("Charge of {unit}", unit=Thing(sides.charger)))
