"""Scripted generals of rank and flank: what a charge, a place in the line and a flight are worth to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.ancient_battles.general.general import General
    from rulesets.ancient_battles.general.temper import BOLD, CAUTIOUS, STEADY

    return {t.name: _maker(General, t) for t in (STEADY, BOLD, CAUTIOUS)}


def _maker(kind: Any, temper: Any) -> Callable[[], Any]:
    return lambda: kind(temper)


__all__ = ["bots"]
