"""Scripted generals of rank and flank: what a charge, a place in the line and a flight are worth to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.ancient_battles.general.general import General
    from rulesets.ancient_battles.general.worth import TEMPERS

    return {temper.name: partial(General, temper) for temper in TEMPERS}
