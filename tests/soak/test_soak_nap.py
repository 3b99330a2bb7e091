"""The Napoleonic Wars under random play, with every promise checked after every event."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from tests.soak import soak, soak_from
from tests.soak.promises_nap import Promises
from tests.soak.violent_nap import situation

NAP = load_ruleset("NAP")
SMALL, MOVES = 1000, 8
"""Points and moves of a battle."""
SHARE = 6
"""One battle of so many that other systems fight: one of these takes as long as several of theirs."""
MANY, VIOLENT = 300, 1000
"""Battles and situations of a soak."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"weather": "changing"},
    {"measuring": "free"},
)
"""Options of the players, each in its turn."""
UNEVEN = ("position", "rearguard")
"""Scenarios whose sides have not the same points: they are fought by the armies that they bring."""
MET = ("fired", "casualties", "charge_declared", "morale_tested", "impact", "round", "ran", "reformed")
"""What must have come up in a few dozens of situations."""


def battle(seed: int, folder: Path) -> None:
    """A small battle, with all armies, scenarios and options by turns."""
    info = NAP.scenarios()[seed % len(NAP.scenarios())]
    setup = NAP.default_setup(info.id, SMALL)
    armies = {a.id: {e.code: e.sample for e in a.entries if e.sample} for a in NAP.armies(SMALL)}
    names = list(armies)
    chosen = (names[seed % len(names)], names[(seed // len(names) + seed + 1) % len(names)])
    sides = {s: SideSetup(name, armies[name]) for s, name in zip(setup.sides, chosen, strict=True)}
    sides = setup.sides if info.id in UNEVEN else sides
    options = {**setup.options, "moves": MOVES, **OPTIONS[seed % len(OPTIONS)]}
    setup = replace(setup, seed=f"soak-{seed}", options=options, sides=sides)
    assert not NAP.check_setup(setup), (info.id, chosen)
    soak(NAP, setup, seed, folder, (Promises(),), offered=4)


def violence(seed: int) -> Counter[str]:
    """A move of a situation; what has come up in it."""
    promises = Promises()
    state = situation(seed)
    soak_from(NAP, state, NAP.entries["move"](state, {}), seed, (promises,), offered=4)
    return promises.seen


def test_random_battles(tmp_path: Path, battles: int) -> None:
    """A small share in the default suite."""
    for seed in range(max(1, battles // SHARE)):
        battle(seed, tmp_path)


def test_forces_thrown_at_each_other(battles: int) -> None:
    """A handful of situations in which fire, charges, melees and routs come at once."""
    seen: Counter[str] = Counter()
    for seed in range(battles):
        seen += violence(seed)
    missing = [kind for kind in MET if not seen[kind]]
    assert battles < 60 or not missing, missing


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_many_battles(tmp_path: Path, part: int) -> None:
    """Battles in four parts, so that processes can take them side by side."""
    for seed in range(part, MANY, 4):
        battle(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_much_violence(part: int) -> None:
    """Situations in four parts."""
    for seed in range(part, VIOLENT, 4):
        violence(seed)
