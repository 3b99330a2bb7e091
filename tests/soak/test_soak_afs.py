"""Age of Fantasy: Skirmish under random play, with every promise checked after every event."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from tests.soak import soak, soak_from
from tests.soak.promises_afs import Promises
from tests.soak.violent_afs import ROUND, situation

AFS = load_ruleset("AFS")

MET = ("melee", "shaken", "knocked_out", "fatigued", "moved", "cast", "wounds", "seized")
"""What must have come up in a few dozens of situations."""


@pytest.mark.parametrize("part", range(4))
def test_random_battles(tmp_path: Path, battles: int, part: int) -> None:
    """A share of the battles in each of four parts, so that processes can take them side by side."""
    for seed in range(part, battles, 4):
        info = AFS.scenarios()[seed % len(AFS.scenarios())]
        size = info.sizes[seed % len(info.sizes)]
        setup = replace(AFS.default_setup(info.id, size), seed=f"soak-{seed}")
        soak(AFS, setup, seed, tmp_path, (Promises(),), offered=10)


@pytest.mark.parametrize("part", range(4))
def test_warbands_a_charge_apart(battles: int, part: int) -> None:
    """Random situations in which charges, melees, pushes, falls and spells come at once."""
    seen: Counter[str] = Counter()
    for seed in range(part, battles, 4):
        promises = Promises()
        state = situation(seed)
        soak_from(AFS, state, AFS.entries["battle"](state, {"round": ROUND}), seed, (promises,), offered=10)
        seen += promises.seen
    missing = [kind for kind in MET if not seen[kind]]
    assert battles < 100 or not missing, missing
