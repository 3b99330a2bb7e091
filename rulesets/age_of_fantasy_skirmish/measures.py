"""How Age of Fantasy: Skirmish measures: inches of 25.4 mm, compared to 0.001 inch (AFS-S01)."""

from __future__ import annotations

import math

from game.geometry.tolerance import Measures

MM_PER_INCH = 25.4
SLACK = 0.001 * MM_PER_INCH
"""mm by which a distance may exceed a limit and still be within it (AFS-S01)."""
CONTACT = 0.01 * MM_PER_INCH
"""The widest gap (mm) that is base contact (AFS-S12)."""

MEASURES = Measures(
    unit="inch",
    mm_per_unit=MM_PER_INCH,
    contact_gap=CONTACT,
    overlap_area=None,
    overlap_depth=SLACK,
    slack=SLACK,
)


def inch(length: float) -> float:
    """Millimetres of a length in inches, rounded to 0.001 mm.

    >>> inch(2.0), inch(0.25)
    (50.8, 6.35)
    """
    return round(length * MM_PER_INCH, 3)


def inches(mm: float) -> float:
    """Inches of a length in millimetres."""
    return mm / MM_PER_INCH


def within(mm: float, limit: float) -> bool:
    """Whether a distance (mm) is within a limit (inches): AFS-S01.

    >>> within(25.4, 1.0), within(25.44, 1.0)
    (True, False)
    """
    return mm <= limit * MM_PER_INCH + SLACK + 1e-9


def more_than(mm: float, limit: float) -> bool:
    """Whether a distance (mm) is more than a limit (inches): AFS-S01."""
    return not within(mm, limit)


def at_least(mm: float, limit: float) -> bool:
    """Whether a distance (mm) is at least a limit (inches): AFS-S01.

    >>> at_least(25.38, 1.0), at_least(25.37, 1.0)
    (True, False)
    """
    return mm >= limit * MM_PER_INCH - SLACK - 1e-9


def full(mm: float, step: float) -> int:
    """Number of full steps (inches) in a length (mm): AFS-S01.

    >>> full(76.2, 3.0), full(76.0, 3.0)
    (1, 0)
    """
    return math.floor((mm / MM_PER_INCH + 0.001 + 1e-9) / step)
