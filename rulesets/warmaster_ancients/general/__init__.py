"""The generals of Warmaster Ancients: scripted opponents that play the whole game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


def bots() -> dict[str, Callable[[], Any]]:
    """The generals by name, the best first."""
    from rulesets.warmaster_ancients.general.general import General
    from rulesets.warmaster_ancients.general.plan import TEMPERS

    return {temper.name: partial(General, temper) for temper in TEMPERS}
