"""The Universal battle system under random play, with every promise checked after every event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from tests.soak import soak
from tests.soak.promises_usb import Promises

USB = load_ruleset("USB")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"order": "deck"},
    {"order": "exact"},
    {"giants_weight": "capped", "hide_after_attack": "allowed"},
    {"hero_second_attack": "allowed"},
    {"secret_deployment": "cards"},
    {"secret_deployment": "seen"},
)
"""Options of the players, each in its turn."""
LARGE = 6
"""Every so many battles one of 1,000 points is fought."""


@pytest.mark.parametrize("part", range(4))
def test_random_battles(tmp_path: Path, battles: int, part: int) -> None:
    """A share of the battles in each of four parts, with all armies, scenarios and options by turns."""
    for seed in range(part, battles, 4):
        info = USB.scenarios()[seed % len(USB.scenarios())]
        size = 1000 if seed % LARGE == LARGE - 1 and 1000 in info.sizes else info.sizes[0]
        setup = USB.default_setup(info.id, size)
        armies = {a.id: {e.code: e.sample for e in a.entries if e.sample} for a in USB.armies(size)}
        names = list(armies)
        chosen = (names[seed % len(names)], names[(seed // len(names) + seed + 1) % len(names)])
        if info.id != "last_stand":
            sides = {s: SideSetup(name, armies[name]) for s, name in zip(setup.sides, chosen, strict=True)}
            setup = replace(setup, sides=sides)
        options = {**setup.options, **OPTIONS[seed % len(OPTIONS)]}
        setup = replace(setup, seed=f"soak-{seed}", options=options)
        assert not USB.check_setup(setup), (info.id, chosen)
        soak(USB, setup, seed, tmp_path, (Promises(),), offered=8)
