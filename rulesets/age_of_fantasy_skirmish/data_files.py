"""The files that this ruleset reads its data from."""

from __future__ import annotations

from game.engine.data_folder import DataFolder

DATA = DataFolder("rulesets.age_of_fantasy_skirmish")
