"""Ancient armies in rank and flank under random play, with every promise checked after every event."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from tests.soak import soak, soak_from
from tests.soak.promises_wab import STRUCK, Promises
from tests.soak.violent_wab import situation

WAB = load_ruleset("WAB")


@pytest.mark.parametrize("part", range(4))
def test_random_battles(tmp_path: Path, battles: int, part: int) -> None:
    """A share of the battles in each of four parts, so that processes can take them side by side."""
    for seed in range(part, battles, 4):
        info = WAB.scenarios()[seed % len(WAB.scenarios())]
        size = min(info.sizes) if battles < 20 else info.sizes[seed % len(info.sizes)]
        setup = replace(WAB.default_setup(info.id, size), seed=f"soak-{seed}")
        soak(WAB, setup, seed, tmp_path, (Promises(),), offered=10)


@pytest.mark.parametrize("part", range(4))
def test_armies_a_charge_apart(battles: int, part: int) -> None:
    """Random situations in which charges, melees, breaks and pursuits come at once."""
    seen: Counter[str] = Counter()
    for seed in range(part, battles * 3 // 2, 4):
        promises = Promises()
        state = situation(seed)
        soak_from(WAB, state, WAB.entries["battle"](state, {}), seed, (promises,), offered=10)
        seen += promises.seen
    missing = [kind for kind in STRUCK if not seen[kind]]
    assert battles < 20 or not missing, missing
