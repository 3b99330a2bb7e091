"""Scripted generals: what they hold a shot, a fight and a place to be worth, and how they choose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.universal_battle.general.general import General
    from rulesets.universal_battle.general.worth import TEMPERS

    return {temper.name: partial(General, temper) for temper in TEMPERS}
