"""A free place for one model beside another (USB-S17)."""

from __future__ import annotations

import math

import numpy as np

from game.engine.state import Base, State
from game.geometry.shapes import Pose
from game.kit.figures.placing import levelled
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.field.spacing import bar
from rulesets.universal_battle.measures import SLACK, inch

RAYS = 48
GAPS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.99)
"""Inches off the other model at which places are looked for."""


def beside(view: State, base: Base, mates: tuple[Base, ...]) -> Pose | None:
    """The free place within an inch of the nearest of some models that is nearest to where a model stands, or None.

    One that does not stand on the table yet is placed beside the first.
    """
    here = base.pose or next((m.pose for m in mates if m.pose is not None), None)
    if here is None:
        return None
    (mate, there) = min(
        ((m, m.pose) for m in mates if m.pose is not None),
        key=lambda one: (
            math.hypot(one[1].x - here.x, one[1].y - here.y) - max(one[0].shape.width, one[0].shape.depth) / 2.0
        ),
    )
    far = (max(base.shape.width, base.shape.depth) + max(mate.shape.width, mate.shape.depth)) / 2.0
    angles = np.arange(RAYS) * (2.0 * math.pi / RAYS)
    rings = [far + inch(gap) + 0.05 for gap in GAPS]
    level = ground_of(view).level_at
    found = [
        Pose(there.x + r * math.sin(a), there.y + r * math.cos(a), here.facing) for r in rings for a in angles.tolist()
    ]
    if base.pose is not None and math.hypot(here.x - there.x, here.y - there.y) <= far + inch(number("near")) + SLACK:
        found.insert(0, here)
    found.sort(key=lambda p: round(math.hypot(p.x - here.x, p.y - here.y), 3))
    return next((levelled(level, p) for p in found if _free(view, base, p)), None)


def _free(view: State, base: Base, pose: Pose) -> bool:
    """Whether a model can stand at a pose: where the ground bears it, on no other, an inch off enemies."""
    return ground_of(view).may_stand(base.shape, pose) is None and bar(view, base.unit, {base.id: pose}) is None
