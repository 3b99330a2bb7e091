"""How near models may stand to others, where they may end, and how well a unit holds together.

AFS-MOV-01 to -03, AFS-MOV-05, AFS-R17, AFS-R18, AFS-R50, AFS-S05, AFS-S07, AFS-S31.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.figures.board import poses_of
from game.kit.figures.spacing import Spacing
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, board, ground_of, remembered
from rulesets.age_of_fantasy_skirmish.measures import at_least

_SPACING = Spacing(FIGURES, board, ground_of)
overlap, gaps_to = _SPACING.overlap, _SPACING.gaps_to
"""Whether bases overlap (AFS-S07); distances in plan and height to others (AFS-S05)."""
distances, scatter_of, scatter = _SPACING.distances, _SPACING.scatter_of, _SPACING.scatter
"""Distances within a unit (AFS-S05), its scatter (AFS-S31): excess over 1 inch to the nearest, over 6 to all."""


def bar(view: State, unit: str, poses: Mapping[str, Pose], target: str = "") -> Bar | None:
    """Why a unit's models may not end at these poses because of other models, or None.

    Those of the unit not named stay where they are. While a ``target`` is charged the inch is lifted towards everybody,
    but no enemy other than the target may be touched (AFS-R18).
    """
    now, side = board(view), view.units[unit].side

    def wrong(base: str, row: int, off: float, touching: bool) -> Bar | None:
        other = now.units[row]
        if not target:
            return None if at_least(off, number("apart")) else _SPACING.too_near(base, other, off, "AFS-MOV-03")
        if now.sides[row] == side or other == target or not touching:
            return None
        text = T("{model} would touch {unit}, which is not the target", model=Thing(base), unit=Thing(other))
        return Bar(text, "AFS-R18")

    return _SPACING.bar(view, poses_of(view, unit), poses, now.strangers(unit), wrong, at_once=bool(target))


@remembered
def scatter_now(view: State, unit: str) -> float:
    """How scattered (mm) a unit is as it stands."""
    models = view.bases_of(unit)
    return scatter(view, {b.id: b.shape for b in models}, poses_of(view, unit))


def loose(view: State, unit: str, poses: Mapping[str, Pose], before: float = 0.0) -> Bar | None:
    """Why a move of a unit may not end with all its models on the table at these poses, or None (AFS-MOV-05, AFS-S31).

    If it was scattered (``before``, mm) when the move began, it must end coherent or at least 0.01 inch less scattered.
    """
    return _SPACING.loose(view, poses, before)
