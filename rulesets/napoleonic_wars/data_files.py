"""The files that this ruleset reads its data from, its numbers, and what the players may set before a battle."""

from __future__ import annotations

from game.engine.numbers import NumberFile
from game.kit.data import DataFiles

RULESET_ID = "NAP"
PACKAGE = "rulesets.napoleonic_wars"
DATA = DataFiles(PACKAGE)
options = DATA.options()
_NUMBERS = NumberFile(PACKAGE, "numbers.toml")
number, whole = _NUMBERS.number, _NUMBERS.whole
"""A number of the rules by its name, as it is or as an int; lengths in cm."""
