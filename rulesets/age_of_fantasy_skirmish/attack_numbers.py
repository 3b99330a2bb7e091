"""The numbers of attacks, wounds and melee, from data/attacks.toml; all of them whole."""

from __future__ import annotations

from game.engine.numbers import NumberFile

_FILE = NumberFile("rulesets.age_of_fantasy_skirmish", "attacks.toml", whole=True)

number = _FILE.whole
