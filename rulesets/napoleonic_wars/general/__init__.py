"""Scripted generals: a plan for the battle, the sheets that carry it out, and answers to what else is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from game.kit.general.shell import in_tempers
    from rulesets.napoleonic_wars.general.general import General
    from rulesets.napoleonic_wars.general.plan import TEMPERS

    return in_tempers(General, TEMPERS)()
