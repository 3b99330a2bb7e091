"""Battles of set-ups drawn at random in all five systems, with every promise checked after every event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.engine.loader import load_ruleset
from tests.soak import promises, promises_afs, promises_nap, promises_usb, promises_wab, soak
from tests.soak.drawn import drawn

SYSTEMS: dict[str, tuple[Any, int, int, int]] = {
    "AFS": (promises_afs.Promises, 250, 10, 1),
    "NAP": (promises_nap.Promises, 1000, 4, 4),
    "USB": (promises_usb.Promises, 500, 10, 2),
    "WAB": (promises_wab.Promises, 1000, 10, 2),
    "WMA": (promises.Promises, 1000, 10, 2),
}
"""By system: its promises, the most points, the answers tried at a rest, and how many battles of others one costs."""
MANY = 200
"""Battles of each system in a soak: a thousand in all."""


def battle(ruleset_id: str, seed: int, folder: Path) -> None:
    """One battle of a drawn set-up."""
    make, largest, offered, _ = SYSTEMS[ruleset_id]
    ruleset = load_ruleset(ruleset_id)
    soak(ruleset, drawn(ruleset, seed, largest), seed, folder, (make(),), offered=offered)


@pytest.mark.parametrize("ruleset_id", SYSTEMS)
def test_battles_of_drawn_set_ups(ruleset_id: str, battles: int, tmp_path: Path) -> None:
    """A bounded share: other set-ups than those that are shipped."""
    for seed in range(max(1, battles // (2 * SYSTEMS[ruleset_id][3]))):
        battle(ruleset_id, seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("ruleset_id", SYSTEMS)
def test_many_battles_of_drawn_set_ups(ruleset_id: str, part: int, tmp_path: Path) -> None:
    """A thousand of them, in parts that processes can take side by side."""
    for seed in range(part, MANY, 20):
        battle(ruleset_id, seed, tmp_path)
