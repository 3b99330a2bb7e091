"""How the rank-and-flank rules measure: inches of 25 mm on the digital table, compared to 0.001 inch (WAB-S02)."""

from __future__ import annotations

import math

from game.geometry.tolerance import Measures

MM_PER_INCH = 25.0
SLACK = 0.001 * MM_PER_INCH
"""mm by which a distance may exceed a limit and still be within it (WAB-S02)."""
CONTACT = 0.01 * MM_PER_INCH
"""The widest gap (mm) that is base contact (WAB-S10)."""

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

    >>> inch(0.8)
    20.0
    """
    return round(length * MM_PER_INCH, 3)


def inches(mm: float) -> float:
    """Inches of a length in millimetres."""
    return mm / MM_PER_INCH


def within(mm: float, limit: float) -> bool:
    """Whether a distance (mm) is within a limit (inches), exactly it included: WAB-S02.

    >>> within(25.0, 1.0), within(25.05, 1.0)
    (True, False)
    """
    return mm <= limit * MM_PER_INCH + SLACK + 1e-9


def over(mm: float, limit: float) -> bool:
    """Whether a distance (mm) is strictly over a limit (inches): WAB-S02."""
    return not within(mm, limit)


def full(mm: float, step: float) -> int:
    """Number of full steps (inches) in a length (mm)."""
    return math.floor((mm / MM_PER_INCH + 0.001 + 1e-9) / step)
