"""A whole small battle of every system by mouse and keys, to its account, and how many actions it took."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.battles import kept_whole
from tests.client.by_hand import Hand, begin_small
from tests.client.window import Window
from tests.short import seldom

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.mark.parametrize(
    ("system", "size", "turns", "stride", "asked"),
    [
        seldom("AFS", 150, 0, 150.0, "activate act shoot place_marker deploy"),
        ("NAP", 1000, 0, 60.0, "nap_deploy game_orders write nap_fire answer_charges"),
        seldom("USB", 250, 0, 150.0, "deploy activate act seize"),
        ("WAB", 750, 4, 120.0, "wab.deploy wab.move wab.declare wab.charge_move"),
        ("WMA", 600, 5, 150.0, "order ride initiative"),
    ],
)
def test_a_whole_battle_by_hand(window: Make, system: str, size: int, turns: int, stride: float, asked: str) -> None:
    w = window()
    begin_small(w, system, size, north="bold", turns=turns)
    hand = Hand(w, stride)
    hand.fight()
    kept_whole(w)
    assert w.notices() == []
    assert set(asked.split()) <= set(hand.answers)
    assert hand.actions["write"] <= 2 * hand.answers["write"]  # drafted: a sheet that goes on is one key
    hand.was_short()
