"""Bases against areas as the skirmish compares lengths: to 0.001 inch (AFS-S05)."""

from __future__ import annotations

from functools import partial

from game.kit.figures import outlines
from rulesets.age_of_fantasy_skirmish.measures import SLACK

overlaps = partial(outlines.overlaps, slack=SLACK)
inside = partial(outlines.inside, slack=SLACK)
