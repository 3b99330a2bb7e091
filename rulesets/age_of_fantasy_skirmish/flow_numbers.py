"""The numbers of the set-up, of the round and of casting, from data/flow.toml; lengths in inches."""

from __future__ import annotations

from game.engine.numbers import NumberFile

_FILE = NumberFile("rulesets.age_of_fantasy_skirmish", "flow.toml")

number = _FILE.number
whole = _FILE.whole
