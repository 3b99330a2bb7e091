"""The generals of Warmaster Ancients: scripted opponents that play the whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rulesets.warmaster_ancients.general.general import General
from rulesets.warmaster_ancients.general.temper import TEMPERS


def bots() -> Mapping[str, Callable[[], General]]:
    """The generals by name, the best first."""
    return {temper.name: partial(General, temper) for temper in TEMPERS}
