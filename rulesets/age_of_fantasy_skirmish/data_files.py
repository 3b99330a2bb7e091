"""The files that this ruleset reads its data from, and what the players may set before a battle."""

from __future__ import annotations

from functools import cache

from game.engine.data_folder import DataFolder
from game.engine.options import Option, read_options

DATA = DataFolder("rulesets.age_of_fantasy_skirmish")


@cache
def options() -> dict[str, Option]:
    """All options by key, in the order in which they are shown."""
    return read_options(DATA.raw("options.toml"))
