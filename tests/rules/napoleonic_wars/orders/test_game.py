"""Game orders on paper."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Bar, Decision, OrdersAnswer
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.orders import game_orders, spreading
from rulesets.napoleonic_wars.orders.game_orders import GameOrdersQuestion
from tests.rules.napoleonic_wars.table import battalion, field, general


def army() -> State:
    return field(
        battalion("L1", "south", at=(50, 30), figures=18, brigade="one"),
        battalion("L2", "south", at=(70, 30), figures=18, brigade="one"),
        battalion("L3", "south", at=(60, 10), figures=18, brigade="one"),
        battalion("S1", "south", at=(50, 40), figures=6, brigade="one", formation="open", sub={"open": True}),
        battalion("L4", "south", at=(150, 20), figures=18, brigade="two"),
        general("G0", "south", at=(100, 10), chief=True),
        battalion("E1", "north", at=(60, 100), figures=18),
    )


def said(lines: dict[str, dict[str, Any]], *, first: bool = True) -> str:
    """The clause of the refusal of a sheet, "" where it is legal."""
    decision = Decision("d1", "game_orders", "south", "orders", T("Write"), {"first": first})
    found = GameOrdersQuestion().check(army(), decision, OrdersAnswer(lines))
    return "" if found.legal else found.reasons[0].clause


POINT = [[600.0, 900.0]]


@pytest.mark.clause("NAP-S75", "NAP-ORD-01", "NAP-SEQ-06")
def test_an_order_for_a_brigade_is_shifted_for_each_of_its_units() -> None:
    state = army()
    found = spreading.for_units(state, ("L1", "L2"), GameOrder("attack", ((600.0, 900.0),)))
    assert found["L1"].route == ((500.0, 900.0),)
    assert found["L2"].route == ((700.0, 900.0),)
    assert found["L1"].place == pytest.approx((500.0, 295.0))


@pytest.mark.clause("NAP-S75")
def test_a_rear_line_supports_the_front_line_and_skirmishers_ahead_screen() -> None:
    state = army()
    found = spreading.for_units(state, ("L1", "L2", "L3", "S1"), GameOrder("attack", ((600.0, 900.0),)))
    assert (found["S1"].kind, found["S1"].supported) == ("screen", "L1")
    assert (found["L3"].kind, found["L3"].supported) in (("support", "L1"), ("support", "L2"))
    assert {found[b].kind for b in ("L1", "L2")} == {"attack"}


@pytest.mark.clause("NAP-S75")
def test_the_draft_is_an_attack_on_the_nearest_objective_and_can_be_sealed() -> None:
    decision = Decision("d1", "game_orders", "south", "orders", T("Write"), {"first": True})
    asked = GameOrdersQuestion().asked(army(), decision)
    assert asked.default.answer is not None
    assert GameOrdersQuestion().check(army(), decision, asked.default.answer).legal


@pytest.mark.clause("NAP-S06", "NAP-S73")
@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        ({"L1": {"kind": "attack", "route": POINT}}, ""),
        ({"L1": {"kind": "attack", "route": POINT * 4}}, ""),
        ({"L1": {"kind": "attack", "route": POINT * 5}}, "NAP-S73"),
        ({"L1": {"kind": "move"}}, "NAP-S73"),
        ({"L1": {"kind": "attack", "towards": "E1"}}, ""),
        ({"L1": {"kind": "move", "towards": "E1"}}, "NAP-S73"),
        ({"L1": {"kind": "attack", "route": POINT, "targets": ["E1"] * 4}}, "NAP-S73"),
        ({"L1": {"kind": "hold", "firmly": True}}, ""),
        ({"L1": {"kind": "move", "route": POINT, "firmly": True}}, "NAP-S73"),
        ({"L1": {"kind": "support", "supported": "L2"}}, ""),
        ({"L1": {"kind": "support", "supported": "E1"}}, "NAP-S73"),
        ({"L1": {"kind": "support", "supported": "L2"}, "L2": {"kind": "support", "supported": "L1"}}, "NAP-S73"),
        ({"L1": {"kind": "dance"}}, "NAP-S06"),
        ({"L1": {"tempo": "presto"}}, "NAP-S06"),
        ({"E1": {"kind": "hold"}}, "NAP-ORD-05"),
    ],
)
def test_what_a_game_order_may_be(lines: dict[str, dict[str, Any]], clause: str) -> None:
    assert said(lines) == clause


@pytest.mark.clause("NAP-S75")
def test_a_bodys_own_line_goes_before_its_brigades() -> None:
    lines: dict[str, dict[str, Any]] = {"brigade one": {"kind": "attack", "route": POINT}, "L1": {"kind": "hold"}}
    found = game_orders.orders_of(army(), "south", lines)
    assert not isinstance(found, Bar)
    assert (found["L1"].kind, found["L2"].kind) == ("hold", "attack")
    assert "L4" not in found


@pytest.mark.clause("NAP-S73")
def test_who_supports_a_unit_that_supports_another_has_no_order_at_all() -> None:
    run = Run(army())
    run.emit("told", "order", None, notes.ordered(run.state, "L2", GameOrder("support", supported="L4")))
    found = game_orders.orders_of(run.state, "south", {"L1": {"kind": "support", "supported": "L2"}})
    assert isinstance(found, Bar)
    assert not isinstance(game_orders.orders_of(run.state, "south", {"L1": {"kind": "screen", "supported": "L4"}}), Bar)


def deep(*rows: float, **more: Any) -> State:
    """A brigade of one battalion in each row, the middle of its front edge so many cm from the south edge."""
    made = [battalion(f"L{k}", "south", at=(50, y), figures=18, brigade="one") for k, y in enumerate(rows, 1)]
    return field(*made, general("G0", "south", at=(80, 5), chief=True), **more)


@pytest.mark.clause("NAP-S75", "NAP-S73")
@pytest.mark.parametrize(
    ("rows", "second", "third"),
    [
        ((50.0, 35.0, 24.0), ("support", "L1"), ("support", "L1")),  # 25 cm from the foremost
        ((50.0, 35.0, 23.9), ("support", "L1"), ("attack", "")),  # only one is near, and that one supports itself
        ((50.0, 20.0, 5.0), ("attack", ""), ("support", "L2")),  # the second is too far off to support
    ],
)
def test_a_rear_line_supports_the_foremost_unit_near_that_does_not_support_another(
    rows: tuple[float, ...], second: tuple[str, str], third: tuple[str, str]
) -> None:
    found = spreading.for_units(deep(*rows), ("L1", "L2", "L3"), GameOrder("attack", ((500.0, 900.0),)))
    assert [(found[b].kind, found[b].supported) for b in ("L1", "L2", "L3")] == [("attack", ""), second, third]


@pytest.mark.clause("NAP-S75", "NAP-S73")
def test_a_brigade_that_supports_a_unit_gets_no_rear_line_and_its_own_unit_holds() -> None:
    state = deep(50.0, 35.0, 20.0)
    found = game_orders.orders_of(state, "south", {"brigade one": {"kind": "support", "supported": "L1"}})
    assert not isinstance(found, Bar)
    assert {b: (o.kind, o.supported) for b, o in found.items()} == {
        "L1": ("hold", ""),
        "L2": ("support", "L1"),
        "L3": ("support", "L1"),
    }
    own = game_orders.orders_of(
        state,
        "south",
        {"brigade one": {"kind": "attack", "route": POINT}, "L1": {"kind": "support", "supported": "L2"}},
    )
    assert not isinstance(own, Bar)
    assert {b: o.kind for b, o in own.items()} == {"L1": "support", "L2": "attack", "L3": "support"}


@pytest.mark.clause("NAP-S75", "NAP-ORD-05")
def test_a_brigades_order_is_for_those_of_its_units_that_a_general_can_reach() -> None:
    found = game_orders.orders_of(
        deep(50.0, 35.0, 20.0), "south", {"brigade one": {"kind": "attack", "route": POINT}}, able=("L1", "L3")
    )
    assert not isinstance(found, Bar)
    assert {b: o.kind for b, o in found.items()} == {"L1": "attack", "L3": "attack"}
