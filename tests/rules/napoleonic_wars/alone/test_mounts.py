"""Prices of native riders, elephants and the Crimea, clause by clause (NAP-R50, NAP-CRI)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleonic_wars.army import prices
from rulesets.napoleonic_wars.army.prices import Troops

NATIVE: dict[str, Any] = {"arm": "horse", "regular": False}


@pytest.mark.clause("NAP-R50")
@pytest.mark.parametrize(("cls", "price"), [("A", 12), ("B", 10), ("C", 8), ("D", 7), ("E", 6)])
def test_native_riders_cost_what_irregular_cavalry_does(cls: Any, price: int) -> None:
    assert prices.figure(Troops(**NATIVE, cls=cls)) == price


@pytest.mark.clause("NAP-R50")
def test_elephants_do_not_pay_for_their_arms() -> None:
    bare = prices.figure(Troops(**NATIVE, cls="C", mount="elephant"))
    armed = prices.figure(Troops(**NATIVE, cls="C", mount="elephant", weapon="bow", melee=True, lance=True))
    assert bare == armed == 32


@pytest.mark.clause("NAP-CRI-04")
@pytest.mark.parametrize(
    ("one", "price"),
    [
        (Troops("foot", "C", weapon="musket"), 6),
        (Troops("foot", "C", light=True, weapon="musket"), 8),
        (Troops("horse", "C", weapon="carbine"), 12),
        (Troops("horse", "C", light=True, weapon="carbine"), 10),
    ],
)
def test_troops_without_rifled_muskets_cost_the_same_in_the_crimea(one: Troops, price: int) -> None:
    assert prices.figure(one) == price
