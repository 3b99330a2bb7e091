"""What a system says of loose figures: how it measures them, its numbers, and the clauses that refusals cite."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from game.engine.state import Base
from game.geometry.shapes import Floats
from game.geometry.tolerance import InUnits
from game.kit.figures.outlines import Truths


def own_height(base: Base) -> float:
    """What the system notes of a model as its ``height``."""
    height: float = base.own.height
    return height


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """By which clause a model may not stand somewhere.

    Attributes
    ----------
    edge
        The table ends there.
    solid
        It would overlap what rises above it, or the rim above it.
    footing
        Nothing stands there.
    overlap
        It would overlap another model.
    near, mates
        It is too far from its nearest comrade, from any of them.
    """

    edge: str
    solid: str
    footing: str
    overlap: str
    near: str
    mates: str


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a system says of loose figures.

    Attributes
    ----------
    lengths
        How it measures; overlap is judged by depth.
    number
        Its numbers by name, in its unit: "level", by how much heights on one level may differ; "near" and "mates", how
        far a model may be from the nearest and from any of its unit; "less_scattered", how much less so one that is
        scattered must end.
    clauses
        Which clauses refusals cite.
    eyes
        How far (mm) a model's eyes are above where it stands: usually its own height.
    flat
        Whether distances on one level are measured in plan; else every difference of height counts.
    """

    lengths: InUnits
    number: Callable[[str], float]
    clauses: Clauses
    eyes: Callable[[Base], float] = own_height
    flat: bool = False

    @property
    def slack(self) -> float:
        """Mm by which a distance may exceed a limit and still be within it."""
        return self.lengths.measures.slack

    @property
    def level(self) -> float:
        """Mm by which heights on one level may differ."""
        return self.mm("level")

    def mm(self, name: str) -> float:
        """A length of the system's numbers in mm."""
        return self.lengths.mm(self.number(name))

    def level_of(self, height: float) -> int:
        """A height (mm) in whole units, rounded, as poses record it."""
        return round(height / self.lengths.measures.mm_per_unit)

    def is_contact(self, h: Floats | float, v: Floats | float) -> Truths:
        """Which distances in plan and differences of heights (mm) make base contact."""
        return np.asarray((h <= self.lengths.measures.contact_gap + self.slack) & (v <= self.level + self.slack))

    def far(self, plan: Floats, rise: Floats) -> Floats:
        """Distances (mm) of what is so far apart in plan and in height."""
        if self.flat:
            rise = np.where(np.abs(rise) <= self.level + self.slack, 0.0, rise)
        return np.asarray(np.hypot(plan, rise))
