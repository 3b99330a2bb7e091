"""How near models may stand to others, where they may end, and how well a unit holds together.

AFS-MOV-01 to -03, AFS-MOV-05, AFS-R17, AFS-R18, AFS-R50, AFS-S05, AFS-S07, AFS-S31.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose
from game.kit.figures.board import poses_of
from game.kit.figures.spacing import Spacing, within_reach
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.facts import is_contact
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, board, ground_of, remembered
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch

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
    now = board(view)
    own = _SPACING.overlap_among(view, poses_of(view, unit) | dict(poses), poses)
    if own is not None or not poses:
        return own
    mine = ((view.bases[base].shape, pose) for base, pose in poses.items())
    others = within_reach(now, mine, now.strangers(unit), inch(number("apart")) + SLACK)
    if not len(others):
        return None
    plan, rise = gaps_to(view, poses, others)
    far, touched = np.hypot(plan, rise), is_contact(plan, rise)
    names = list(poses)
    short: Bar | None = None
    for i, j in np.argwhere(far < inch(number("apart"))).tolist():
        row = int(others[j])
        base, other = names[i], now.units[row]
        model, theirs, h, v = Thing(base), Thing(other), float(plan[i, j]), float(rise[i, j])
        shape = view.bases[base].shape
        if h == 0.0 and overlap(shape, poses[base], now.bases.footprint(row), now.bases.pose(row), v):
            return Bar(T("{model} would overlap {other}", model=model, other=Thing(now.ids[row])), "AFS-S07")
        if target:
            if now.sides[row] != view.units[unit].side and other != target and touched[i, j]:
                text = T("{model} would touch {unit}, which is not the target", model=model, unit=theirs)
                return Bar(text, "AFS-R18")
        elif short is None and not at_least(float(far[i, j]), number("apart")):
            words = {"distance": Length(float(far[i, j])), "unit": theirs, "least": Length(inch(number("apart")))}
            text = T("{model} would be {distance} from {unit}: at least {least}", model=model, **words)
            # Whoever is free to stand near others may still not stand on them: look at all of them first.
            short = Bar(text, "AFS-MOV-03")
    return short


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
