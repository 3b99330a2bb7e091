"""What the players may set before a battle, as data/options.toml tells it."""

from __future__ import annotations

from functools import cache

from game.engine.options import Option, read_options
from rulesets.age_of_fantasy_skirmish.data_files import DATA

FILE = "options.toml"


@cache
def options() -> dict[str, Option]:
    """All options by key, in the order in which they are shown."""
    return read_options(DATA.raw(FILE), FILE)
