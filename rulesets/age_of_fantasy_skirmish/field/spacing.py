"""How near models may stand to others, where they may end, and how well a unit holds together.

AFS-MOV-01 to -03, AFS-MOV-05, AFS-R17, AFS-R18, AFS-R50, AFS-S05, AFS-S07, AFS-S31.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.bases import Bases, Indices
from game.geometry.coherency import scatter as scatter_by
from game.geometry.overlap import penetration
from game.geometry.shapes import Floats, Footprint, Pose
from rulesets.age_of_fantasy_skirmish.field.board import Board, bases_at, board, poses_of, remembered
from rulesets.age_of_fantasy_skirmish.field.facts import is_contact
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.field.outlines import plan_gaps
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch


def overlap(a: Footprint, at: Pose, b: Footprint, there: Pose, rise: float = 0.0) -> bool:
    """Whether two bases overlap: by more than 0.001 inch in plan, on one level (up to 0.5 inch of difference)."""
    return rise <= inch(number("level")) + SLACK and penetration(a, at, b, there) > SLACK


def gaps_to(view: State, poses: Mapping[str, Pose], rows: Indices) -> tuple[Floats, Floats]:
    """Distances in plan and differences of height (n, m) from models at some poses to rows of the board (AFS-S05)."""
    now = board(view)
    mine = bases_at(view, poses)
    heights = now.ground.heights_at(mine.centres)
    return plan_gaps(mine, now.bases.take(rows)), np.abs(heights[:, None] - now.heights[rows][None, :])


def bar(view: State, unit: str, poses: Mapping[str, Pose], target: str = "") -> Bar | None:
    """Why a unit's models may not end at these poses because of other models, or None.

    Those of the unit not named stay where they are. While a ``target`` is charged the inch is lifted towards everybody,
    but no enemy other than the target may be touched (AFS-R18).
    """
    now = board(view)
    own = _overlap_within(view, now, unit, poses)
    if own is not None or not poses:
        return own
    others = now.strangers(unit)
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


def _overlap_within(view: State, now: Board, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    """A model that would end on a comrade (AFS-S07)."""
    there = poses_of(view, unit) | dict(poses)
    heights = {b: now.ground.height_at(p.x, p.y) for b, p in there.items()}
    names = list(there)
    for one, other in ((one, other) for i, one in enumerate(names) for other in names[:i]):
        if one in poses or other in poses:
            a, b = view.bases[one].shape, view.bases[other].shape
            if overlap(a, there[one], b, there[other], abs(heights[one] - heights[other])):
                return Bar(T("{model} would overlap {other}", model=Thing(one), other=Thing(other)), "AFS-S07")
    return None


def distances(view: State, models: Mapping[str, Footprint], poses: Mapping[str, Pose]) -> Floats:
    """Distances (n, n) of a unit's models at some poses (AFS-S05), infinity on the diagonal; mm."""
    bases = Bases.of([models[b] for b in poses], list(poses.values()))
    heights = ground_of(view).heights_at(bases.centres)
    out = np.hypot(plan_gaps(bases, bases), heights[:, None] - heights[None, :])
    np.fill_diagonal(out, math.inf)
    return np.asarray(out)


def scatter_of(far: Floats) -> float:
    """The scatter (mm) of models at these distances (AFS-S31): excess over 1 inch to the nearest, over 6 to all."""
    # What is within the tolerance of measuring is no excess at all (AFS-S01).
    return scatter_by(far, inch(number("near")), inch(number("mates")), SLACK + 1e-9)


def scatter(view: State, models: Mapping[str, Footprint], poses: Mapping[str, Pose]) -> float:
    """How scattered (mm) a unit is whose models stand at these poses, 0 if it is coherent; a lone model always is."""
    return scatter_of(distances(view, models, poses)) if len(poses) > 1 else 0.0


@remembered
def scatter_now(view: State, unit: str) -> float:
    """How scattered (mm) a unit is as it stands."""
    models = view.bases_of(unit)
    return scatter(view, {b.id: b.shape for b in models}, poses_of(view, unit))


def loose(view: State, unit: str, poses: Mapping[str, Pose], before: float = 0.0) -> Bar | None:
    """Why a move of a unit may not end with all its models on the table at these poses, or None (AFS-MOV-05, AFS-S31).

    If it was scattered (``before``, mm) when the move began, it must end coherent or at least 0.01 inch less scattered.
    """
    far = distances(view, {b: view.bases[b].shape for b in poses}, poses)
    after = scatter_of(far)
    if after == 0.0 or (before > 0.0 and after <= before - inch(number("less_scattered")) + 1e-9):
        return None
    models = [Thing(b) for b in poses]
    lonely = far.min(axis=1)
    k = int(lonely.argmax())
    if lonely[k] > inch(number("near")) + SLACK + 1e-9:
        off = Length(float(lonely[k]))
        return Bar(T("{model} is {distance} from its nearest comrade", model=models[k], distance=off), "AFS-MOV-01")
    far[~np.isfinite(far)] = 0.0
    i, j = divmod(int(far.argmax()), len(far))
    off = Length(float(far[i, j]))
    text = T("{model} and {other} are {distance} apart", model=models[i], other=models[j], distance=off)
    return Bar(text, "AFS-MOV-02")
