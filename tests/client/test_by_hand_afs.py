"""A whole small battle of AFS by mouse and keys, from the title to the account of it, and how many actions it took."""

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
    begin_small(w, "AFS", 150, north="bold")
    hand = Hand(w, stride=150.0)
    hand.fight()
    kept_whole(w)
    assert w.notices() == []
    assert {"activate", "act", "shoot", "place_marker", "deploy"} <= set(hand.answers)
    hand.was_short()
