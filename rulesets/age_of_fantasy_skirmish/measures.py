"""How Age of Fantasy: Skirmish measures: inches of 25.4 mm, compared to 0.001 inch (AFS-S01)."""

from __future__ import annotations

from functools import lru_cache

from game.geometry.tolerance import InUnits, Measures

MM_PER_INCH = 25.4
SLACK = 0.001 * MM_PER_INCH
"""mm by which a distance may exceed a limit and still be within it (AFS-S01)."""
CONTACT = 0.01 * MM_PER_INCH
"""The widest gap (mm) that is base contact (AFS-S12)."""

MEASURES = Measures(
    unit="inch", mm_per_unit=MM_PER_INCH, contact_gap=CONTACT, overlap_area=None, overlap_depth=SLACK, slack=SLACK
)
_INCHES = InUnits(MEASURES)
inch, inches = lru_cache(maxsize=256)(_INCHES.mm), _INCHES.units
"""Millimetres of a length in inches, rounded to 0.001 mm; inches of a length in millimetres."""
within, more_than, at_least = _INCHES.within, _INCHES.more_than, _INCHES.at_least
"""Whether a distance (mm) is within a limit (inches), it included, or more than it, or at least it (AFS-S01)."""
full = _INCHES.full
"""Number of full steps (inches) in a length (mm) (AFS-S01)."""
