"""How well a unit holds together (AFS-MOV-01, AFS-MOV-02, AFS-MOV-05, AFS-R50, AFS-S31)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry import coherency
from game.geometry.bases import Bases
from game.geometry.shapes import Floats, Footprint, Pose
from rulesets.age_of_fantasy_skirmish.field.board import poses_of, remembered
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.field.outlines import plan_gaps
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch


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
    return coherency.scatter(far, inch(number("near")), inch(number("mates")), SLACK + 1e-9)


def scatter(view: State, models: Mapping[str, Footprint], poses: Mapping[str, Pose]) -> float:
    """How scattered (mm) a unit is whose models stand at these poses, 0 if it is coherent; a lone model always is."""
    return scatter_of(distances(view, models, poses)) if len(poses) > 1 else 0.0


@remembered
def scatter_now(view: State, unit: str) -> float:
    """How scattered (mm) a unit is as it stands."""
    models = view.bases_of(unit)
    return scatter(view, {b.id: b.shape for b in models}, poses_of(view, unit))


def bar(view: State, unit: str, poses: Mapping[str, Pose], before: float = 0.0) -> Bar | None:
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
