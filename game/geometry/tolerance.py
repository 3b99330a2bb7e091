"""The one place where lengths are compared. A ruleset brings its `Measures`; geometry has no such number of its own."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

EPSILON = 1e-7
"""Floating-point dust (mm), far below any tolerance of a ruleset."""


class Measures(msgspec.Struct, frozen=True):
    """How a ruleset measures.

    Parameters
    ----------
    unit
        The unit players see.
    mm_per_unit
        Millimetres in one unit (10 for cm; an inch is 25.4 in some systems and 25 in others).
    contact_gap
        The widest gap (mm) that still counts as touching.
    overlap_area
        Shared area (mm2) above which bases overlap, or None where the ruleset does not judge by area.
    overlap_depth
        Penetration (mm) above which bases overlap, or None where the ruleset does not judge by depth.
    rounding
        Step (mm) to which a distance is rounded before it is compared; 0 compares exactly.
    slack
        Length (mm) by which a distance may exceed a limit and still be within it.
    """

    unit: Literal["cm", "inch"] = "cm"
    mm_per_unit: float = 10.0
    contact_gap: float = 0.5
    overlap_area: float | None = 1.0
    overlap_depth: float | None = None
    rounding: float = 0.0
    slack: float = 0.0

    def mm(self, units: float) -> float:
        """Millimetres of a length in the ruleset's unit.

        >>> Measures(mm_per_unit=25.4, unit="inch").mm(2.0)
        50.8
        """
        return units * self.mm_per_unit

    def units(self, mm: float) -> float:
        """Length in the ruleset's unit, unrounded, of millimetres.

        >>> Measures().units(123.0)
        12.3
        """
        return mm / self.mm_per_unit

    def round(self, distance: float) -> float:
        """The distance (mm) as it is compared: rounded half up to `rounding`, or unchanged.

        >>> Measures(rounding=0.1).round(200.04), Measures(rounding=0.1).round(200.05)
        (200.0, 200.1)
        """
        if self.rounding <= 0.0 or not math.isfinite(distance):
            return distance
        steps = math.floor(distance / self.rounding + 0.5 + EPSILON)
        return round(steps * self.rounding, 9)

    def within(self, distance: float, limit: float) -> bool:
        """Whether a distance is at most a limit (both mm).

        >>> m = Measures(rounding=0.1)
        >>> m.within(200.04, 200.0), m.within(200.06, 200.0)
        (True, False)
        """
        return self.round(distance) <= limit + self.slack + EPSILON

    def more_than(self, distance: float, limit: float) -> bool:
        """Whether a distance is more than a limit (both mm): the opposite of `within`."""
        return not self.within(distance, limit)

    def at_least(self, distance: float, limit: float) -> bool:
        """Whether a distance is a limit or more (both mm); slack favours it.

        >>> Measures(rounding=0.1).at_least(9.96, 10.0)
        True
        """
        return self.round(distance) >= limit - self.slack - EPSILON

    def less_than(self, distance: float, limit: float) -> bool:
        """Whether a distance is less than a limit (both mm): the opposite of `at_least`."""
        return not self.at_least(distance, limit)

    def per_full(self, distance: float, step: float) -> int:
        """Number of full steps in a distance (both mm).

        Raises
        ------
        ValueError
            If `step` is not positive.

        >>> m = Measures(rounding=0.1)
        >>> [m.per_full(d, 200.0) for d in (199.9, 200.0, 399.94, 399.96)]
        [0, 1, 1, 2]
        """
        if step <= 0.0:
            raise ValueError("a step must be positive")
        return math.floor((self.round(distance) + self.slack + EPSILON) / step)

    def same(self, first: float, second: float) -> bool:
        """Whether two distances (mm) count as equal: the tie of a comparison."""
        return abs(self.round(first) - self.round(second)) <= self.slack + EPSILON

    def touching(self, gap: float) -> bool:
        """Whether bases with this gap (mm) touch.

        >>> Measures(contact_gap=0.5, rounding=0.1).touching(0.5)
        True
        """
        return self.within(gap, self.contact_gap)

    def overlapping(self, area: float | None = None, depth: float | None = None) -> bool:
        """Whether bases that share `area` (mm2) or penetrate each other by `depth` (mm) overlap.

        Raises
        ------
        ValueError
            If neither value given is one by which the ruleset judges.

        >>> Measures(overlap_area=1.0).overlapping(area=1.0), Measures(overlap_area=1.0).overlapping(area=1.5)
        (False, True)
        """
        judged = False
        if area is not None and self.overlap_area is not None:
            judged = True
            if area > self.overlap_area + EPSILON:
                return True
        if depth is not None and self.overlap_depth is not None:
            judged = True
            if depth > self.overlap_depth + EPSILON:
                return True
        if not judged:
            raise ValueError("overlap is judged by a measure that was not given")
        return False

    def reach(self, limit: float) -> float:
        """The greatest raw distance (mm) that can still be `within` the limit: for culling in bulk.

        >>> Measures(rounding=0.1).reach(200.0)
        200.05
        """
        return limit + self.slack + self.rounding / 2.0

    @property
    def gap(self) -> float:
        """The widest raw gap (mm) that still counts as touching."""
        return self.reach(self.contact_gap)


class InUnits(msgspec.Struct, frozen=True):
    """Distances in mm beside limits that are told in a system's own unit.

    >>> inches = InUnits(Measures(unit="inch", mm_per_unit=25.4, slack=0.0254))
    >>> inches.mm(0.25), inches.units(50.8)
    (6.35, 2.0)
    >>> inches.within(25.42, 1.0), inches.within(25.44, 1.0)
    (True, False)
    """

    measures: Measures

    def mm(self, length: float) -> float:
        """Millimetres of a length in units, rounded to 0.001 mm."""
        return round(self.measures.mm(length), 3)

    def units(self, mm: float) -> float:
        """Units of a length in millimetres."""
        return self.measures.units(mm)

    def within(self, mm: float, limit: float) -> bool:
        """Whether a distance (mm) is at most a limit (units)."""
        return self.measures.within(mm, self.measures.mm(limit))

    def more_than(self, mm: float, limit: float) -> bool:
        """Whether a distance (mm) is more than a limit (units)."""
        return not self.within(mm, limit)

    def at_least(self, mm: float, limit: float) -> bool:
        """Whether a distance (mm) is a limit (units) or more."""
        return self.measures.at_least(mm, self.measures.mm(limit))

    def full(self, mm: float, step: float) -> int:
        """Number of full steps (units) in a distance (mm).

        >>> inches = InUnits(Measures(unit="inch", mm_per_unit=25.4, slack=0.0254))
        >>> inches.full(76.2, 3.0), inches.full(76.0, 3.0)
        (1, 0)
        """
        return self.measures.per_full(mm, self.measures.mm(step))
