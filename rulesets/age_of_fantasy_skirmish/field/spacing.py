"""How near models may stand to others: an inch from other units, no overlap, no contact but with a charge's target.

AFS-MOV-03, AFS-R17 (where a model ends), AFS-R18, AFS-S05, AFS-S07.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.bases import Bases
from game.geometry.overlap import penetration
from game.geometry.shapes import Floats, Footprint, Pose
from rulesets.age_of_fantasy_skirmish.field.board import Board, board
from rulesets.age_of_fantasy_skirmish.field.facts import is_contact
from rulesets.age_of_fantasy_skirmish.field.outlines import plan_gaps
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch


def overlap(a: Footprint, at: Pose, b: Footprint, there: Pose, rise: float = 0.0) -> bool:
    """Whether two bases overlap: by more than 0.001 inch in plan, on one level (up to 0.5 inch of difference)."""
    if rise > inch(number("level")) + SLACK:
        return False
    return penetration(a, at, b, there) > SLACK


def gaps_to(view: State, poses: Mapping[str, Pose], rows: np.ndarray) -> tuple[Floats, Floats]:
    """Distances in plan and differences of height (n, m) from models at some poses to rows of the board (AFS-S05)."""
    now = board(view)
    mine = Bases.of([view.bases[b].shape for b in poses], list(poses.values()))
    heights = now.ground.heights_at(mine.centres)
    return plan_gaps(mine, now.bases.take(rows)), np.abs(heights[:, None] - now.heights[rows][None, :])


def bar(view: State, unit: str, poses: Mapping[str, Pose], target: str = "") -> Bar | None:
    """Why a unit's models may not end at these poses because of other models, or None.

    Parameters
    ----------
    poses
        The models that are looked at; those of the unit not named stay where they are.
    target
        The unit that is being charged: then the inch is lifted towards everybody, but no enemy other than the target
        may be touched (AFS-R18).
    """
    now = board(view)
    own = _overlap_within(view, now, unit, poses)
    if own is not None:
        return own
    others = np.array([k for k, u in enumerate(now.units) if u != unit], dtype=np.intp)
    if not len(others) or not poses:
        return None
    plan, rise = gaps_to(view, poses, others)
    side = view.units[unit].side
    names = list(poses)
    near = np.argwhere(np.hypot(plan, rise) < inch(number("apart"))).tolist()
    short: Bar | None = None
    for i, j in near:
        row = int(others[j])
        shape, pose = view.bases[names[i]].shape, poses[names[i]]
        h, v = float(plan[i, j]), float(rise[i, j])
        if h == 0.0 and overlap(shape, pose, now.bases.footprint(row), now.bases.pose(row), v):
            return Bar(T("{model} would overlap {other}", model=Thing(names[i]), other=Thing(now.ids[row])), "AFS-S07")
        if target:
            if now.sides[row] != side and now.units[row] != target and is_contact(h, v):
                text = T(
                    "{model} would touch {unit}, which is not the target",
                    model=Thing(names[i]),
                    unit=Thing(now.units[row]),
                )
                return Bar(text, "AFS-R18")
            continue
        far = float(np.hypot(h, v))
        if short is None and not at_least(far, number("apart")):
            text = T(
                "{model} would be {distance} from {unit}: at least {least}",
                model=Thing(names[i]),
                distance=Length(far),
                unit=Thing(now.units[row]),
                least=Length(inch(number("apart"))),
            )
            # Whoever is free to stand near others may still not stand on them: look at all of them first.
            short = Bar(text, "AFS-MOV-03")
    return short


def _overlap_within(view: State, now: Board, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    """A model that would end on a comrade (AFS-S07)."""
    there = {now.ids[k]: now.bases.pose(k) for k in now.rows(unit).tolist()} | dict(poses)
    names = list(there)
    heights = {b: now.ground.height_at(p.x, p.y) for b, p in there.items()}
    for i, one in enumerate(names):
        for other in names[:i]:
            if one not in poses and other not in poses:
                continue
            a, b = view.bases[one].shape, view.bases[other].shape
            if overlap(a, there[one], b, there[other], abs(heights[one] - heights[other])):
                return Bar(T("{model} would overlap {other}", model=Thing(one), other=Thing(other)), "AFS-S07")
    return None


def room(view: State, unit: str) -> float:
    """Distance (mm) of a unit as it stands from the nearest model of another unit."""
    now = board(view)
    rows = now.rows(unit)
    others = np.array([k for k, u in enumerate(now.units) if u != unit], dtype=np.intp)
    return float(now.far[np.ix_(rows, others)].min()) if len(rows) and len(others) else float("inf")
