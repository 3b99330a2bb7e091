"""Play without move orders (NAP-ORD-17)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Decision, OrdersAnswer, OrdersSpace
from game.engine.text import T
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from tests.rules.napoleonic_wars.table import battalion, field, regiment


@pytest.mark.clause("NAP-ORD-17")
@pytest.mark.parametrize(
    ("line", "free", "legal"),
    [
        ({"verb": "face", "to": "left"}, True, False),
        ({"verb": "charge", "targets": ["E2"]}, True, True),
        ({"verb": "face", "to": "left"}, False, True),
    ],
)
def test_without_move_orders_charges_alone_are_written(line: dict[str, Any], free: bool, legal: bool) -> None:
    state = field(
        regiment("H1", "south", at=(120, 30), light=True),
        battalion("E2", "north", at=(120, 60), figures=18),
        options={"order_free": free, "measuring": "free"},
    )
    question, decision = WriteQuestion(), Decision("d1", "write", "south", "orders", T("Write"))
    space = question.asked(state, decision).space
    assert isinstance(space, OrdersSpace)
    verdict = question.check(state, decision, OrdersAnswer({"H1": {"do": [line]}}))
    assert verdict.legal is legal
