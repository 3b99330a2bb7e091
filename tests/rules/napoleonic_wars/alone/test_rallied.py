"""Rallied troops (NAP-RLY-06)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.own import Hit
from tests.rules.napoleonic_wars.fire.test_choices import ordered
from tests.rules.napoleonic_wars.march.test_plan import clauses, go
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, field, given, of


def rallied(**own: Any) -> State:
    state = field(battalion("L1", "south", at=(100, 30), result="rout", since=2, **own), move=3)
    run = Called(state, "nap.rally", None, 5, 5, 5)
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"
    return run.state


@pytest.mark.clause("NAP-RLY-06")
@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (act.Face("about"), []),
        (act.Form("closed_column"), []),
        (act.Reform(), []),
    ],
)
def test_rallied_troops_reform_facing_any_way_and_in_any_formation(action: act.Action, clause: list[str]) -> None:
    assert clauses(go(rallied(), action, until=4.0)) == clause


@pytest.mark.clause("NAP-RLY-06")
def test_rallied_troops_wait_for_new_orders_of_a_general() -> None:
    lost: dict[str, Any] = {"began": 24, "at_start": 24, "lost": 8, "lost_now": 8, "figures": 16}
    shot = battalion("L1", "south", at=(100, 30), carried=6, hits=(Hit("E1", "volley"),), **lost)
    state = ordered(field(shot, move=3), "L1", kind="attack", place=(1000.0, 300.0))
    assert obedience.kind_of(notes.order_of(state, "L1")) == "attack"
    run = Called(state, "nap.morale", None, 2, 2, 2)
    run.give()
    assert of(run.state, "L1").nerve.result == "rout"
    again = Called(given(run.state, "L1", since=2, lost=0, carried=0, fresh=()), "nap.rally", None, 5, 5, 5)
    again.give()
    assert of(again.state, "L1").nerve.result == "halt"
    assert obedience.kind_of(notes.order_of(again.state, "L1")) == "hold"
