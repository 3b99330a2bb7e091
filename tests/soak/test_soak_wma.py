"""Warmaster Ancients under random play, with every promise checked after every event."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from tests.soak import soak, soak_from
from tests.soak.promises import MOVES, Promises
from tests.soak.violent import situation

WMA = load_ruleset("WMA")


@pytest.mark.parametrize("part", range(4))
def test_random_battles(tmp_path: Path, battles: int, part: int) -> None:
    """A share of the battles in each of four parts, so that processes can take them side by side."""
    for seed in range(part, battles, 4):
        info = WMA.scenarios()[seed % len(WMA.scenarios())]
        size = info.sizes[0] if info.sizes else 1000
        setup = replace(WMA.default_setup(info.id, size), seed=f"soak-{seed}")
        soak(WMA, setup, seed, tmp_path, (Promises(),), offered=12)


@pytest.mark.parametrize("part", range(4))
def test_armies_a_charge_apart(battles: int, part: int) -> None:
    """Random situations in which charges, combats, pursuits, drive-backs and advances come at once."""
    seen: Counter[str] = Counter()
    for seed in range(part, battles * 2, 4):
        promises = Promises()
        state = situation(seed)
        soak_from(WMA, state, WMA.entries["battle"](state, {}), seed, (promises,), offered=12)
        seen += promises.seen
    missing = [kind for kind in MOVES if not seen[kind]]
    assert battles < 20 or not missing, missing
