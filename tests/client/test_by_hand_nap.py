"""A whole battle of NAP by mouse and keys, from the title to the account of it, and how many actions it took."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.battles import kept_whole
from tests.client.by_hand import Hand, begin_small
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def test_a_whole_battle_by_hand(window: Make) -> None:
    w = window()
    begin_small(w, "NAP", 1000, north="bold")
    hand = Hand(w, stride=60.0)
    hand.fight()
    kept_whole(w)
    assert w.notices() == []
    assert {"nap_deploy", "game_orders", "write", "nap_fire", "answer_charges"} <= set(hand.answers)
    assert hand.actions["write"] <= 2 * hand.answers["write"]  # drafted: a sheet that goes on is one key
    hand.was_short()
