"""The files that this ruleset reads its data from, its numbers, and what the players may set before a battle."""

from __future__ import annotations

from game.engine.numbers import NumberFile
from game.kit.data import DataFiles

PACKAGE = "rulesets.age_of_fantasy_skirmish"
DATA = DataFiles(PACKAGE)
options = DATA.options()

_NUMBERS = NumberFile(PACKAGE, "ground.toml", "flow.toml", "force.toml", whole=("attacks.toml",))
number, whole = _NUMBERS.number, _NUMBERS.whole
"""The numbers of the ground, of the course of a battle, of warbands and of attacks; lengths in inches."""
