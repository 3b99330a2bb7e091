"""What the players may set before a battle, as data/options.toml tells it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from game.engine.options import Option, read_options

FILE = "options.toml"


@cache
def options() -> dict[str, Option]:
    """All options by key, in the order in which they are shown."""
    return read_options(files("rulesets.age_of_fantasy_skirmish").joinpath("data", FILE).read_bytes(), FILE)
