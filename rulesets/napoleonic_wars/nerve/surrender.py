"""Who gives himself up, and whether he is taken (NAP-SUR, NAP-PRI, NAP-ROU-03, -07, -08, NAP-R101, NAP-S88)."""

from __future__ import annotations

from game.engine.flow import Run
from rulesets.napoleonic_wars.nerve import tables


def gives_up(run: Run, body: str, found: tables.Morale) -> bool:
    """Whether a body that is surrounded surrenders at once by a result (NAP-SUR-02, NAP-SUR-03)."""
    return False
