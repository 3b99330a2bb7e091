"""Scripted generals of the skirmish: what they hold a place, a shot and a charge to be worth, and how they choose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.age_of_fantasy_skirmish.general.general import General
    from rulesets.age_of_fantasy_skirmish.general.worth import TEMPERS

    return {temper.name: partial(General, temper) for temper in TEMPERS}
