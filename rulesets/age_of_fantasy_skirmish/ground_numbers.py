"""The numbers of the ground, of distances, of moves and of cover, from data/ground.toml; lengths in inches."""

from __future__ import annotations

from game.engine.numbers import NumberFile

_FILE = NumberFile("rulesets.age_of_fantasy_skirmish", "ground.toml")

number = _FILE.number
whole = _FILE.whole
