"""A whole small battle of WAB by mouse and keys, from the title to the account of it, and how many actions it took."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.battles import kept_whole
from tests.client.by_hand import Hand, begin_small
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def test_a_whole_small_battle_by_hand(window: Make) -> None:
    w = window()
    begin_small(w, "WAB", 750, north="bold", turns=4)
    hand = Hand(w, stride=120.0)
    hand.fight()
    kept_whole(w)
    assert w.notices() == []
    assert {"wab.deploy", "wab.move", "wab.declare", "wab.charge_move"} <= set(hand.answers)
    hand.was_short()
