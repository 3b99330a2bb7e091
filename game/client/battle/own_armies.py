"""Armies of the player's own in the folder of lists: those that can be chosen for a battle of a system."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.engine.files.player_files import LIST, changed, is_file, load, shown
from game.engine.files.toml_reading import DataError
from game.engine.lists import OWN, KeepsLists, ListReport
from game.engine.ruleset import Ruleset, SideSetup

SUFFIX = ".toml"


class OwnArmy(msgspec.Struct, frozen=True):
    """A file, the name of its army, and a side of a set-up with a list of it."""

    path: Path
    name: str
    chosen: SideSetup


def own_armies(folder: Path, ruleset: Ruleset, size: int) -> list[OwnArmy]:
    """The armies in a folder that can be fought with in a system, by name; a file changed is read again."""
    if not isinstance(ruleset, KeepsLists):
        return []
    try:
        paths = sorted(p for p in folder.iterdir() if p.suffix.lower() == SUFFIX and is_file(p))
    except OSError:
        return []
    found = []
    for path in paths:
        report = _report(path, changed(path), ruleset, size)
        if report is not None and report.army and report.chosen is not None:
            found.append(OwnArmy(path, report.name, report.chosen))
    return sorted(found, key=lambda a: (a.name.lower(), a.path.name))


@lru_cache(maxsize=128)
def _report(path: Path, when: float, ruleset: Ruleset, size: int) -> ListReport | None:
    assert isinstance(ruleset, KeepsLists)
    try:
        return ruleset.read_list(load(path, LIST), shown(path), size)
    except DataError:
        return None


def same(one: SideSetup, two: SideSetup) -> bool:
    """Whether two lists are of the same army of the player's own."""
    return OWN in one.own and one.own[OWN] == two.own.get(OWN)


def choices(folder: Path, ruleset: Ruleset, plan: Plan, side: str) -> tuple[list[OwnArmy], int | None]:
    """The armies of one's own that a side may have, and which of them it has."""
    kept = own_armies(folder, ruleset, chosen_setup.size_of(ruleset, plan, side))
    at = next((n for n, army in enumerate(kept) if same(plan.setup.sides[side], army.chosen)), None)
    return kept, at
