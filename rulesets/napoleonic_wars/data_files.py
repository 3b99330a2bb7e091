"""The files that this ruleset reads its data from, its numbers, and what the players may set before a battle."""

from __future__ import annotations

import msgspec

from game.engine.numbers import NumberFile
from game.kit.data import DataFiles

RULESET_ID = "NAP"
PACKAGE = "rulesets.napoleonic_wars"
DATA = DataFiles(PACKAGE)
options = DATA.options()
_NUMBERS = NumberFile(PACKAGE, "numbers.toml")
number, whole = _NUMBERS.number, _NUMBERS.whole
"""A number of the rules by its name, as it is or as an int; lengths in cm."""


class _Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    average: tuple[int, ...]
    ordinary: tuple[int, ...]


dice = DATA.whole("dice.toml", _Dice)
"""The faces of the dice (NAP-SCL-05)."""
