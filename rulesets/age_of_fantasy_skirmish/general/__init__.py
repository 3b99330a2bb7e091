"""Scripted generals of the skirmish: what they hold a place, a shot and a charge to be worth, and how they choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.age_of_fantasy_skirmish.general.general import General
    from rulesets.age_of_fantasy_skirmish.general.temper import BOLD, CAUTIOUS, STEADY

    return {t.name: _maker(General, t) for t in (STEADY, BOLD, CAUTIOUS)}


def _maker(kind: Any, temper: Any) -> Callable[[], Any]:
    return lambda: kind(temper)


__all__ = ["bots"]
