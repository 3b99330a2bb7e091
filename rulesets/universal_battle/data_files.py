"""The files that this ruleset reads its data from, its numbers, and what the players may set before a battle."""

from __future__ import annotations

from functools import cache

from game.engine.data_folder import DataFolder
from game.engine.numbers import NumberFile
from game.engine.options import Option, read_options

PACKAGE = "rulesets.universal_battle"
DATA = DataFolder(PACKAGE)
_NUMBERS = NumberFile(PACKAGE, "numbers.toml")
number, whole = _NUMBERS.number, _NUMBERS.whole
"""A number of the rules by its name, as it is or as an int; lengths in inches."""


@cache
def options() -> dict[str, Option]:
    """All options by key, in the order in which they are shown."""
    return read_options(DATA.raw("options.toml"))
