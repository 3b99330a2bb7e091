"""How the rank-and-flank rules measure: inches of 25 mm on the digital table, compared to 0.001 inch (WAB-S02)."""

from __future__ import annotations

from game.geometry.tolerance import InUnits, Measures

MM_PER_INCH = 25.0
SLACK = 0.001 * MM_PER_INCH
"""mm by which a distance may exceed a limit and still be within it (WAB-S02)."""
CONTACT = 0.01 * MM_PER_INCH
"""The widest gap (mm) that is base contact (WAB-S10)."""

BRUSH = 0.3
"""mm2 that whoever stands may share with a neighbour whom he merely touches."""
TOUCH = 1e-5
"""mm2 that a sweep, drawn in by the slack of lengths, may share with what lies beside it."""

MEASURES = Measures(
    unit="inch", mm_per_unit=MM_PER_INCH, contact_gap=CONTACT, overlap_area=None, overlap_depth=SLACK, slack=SLACK
)
_INCHES = InUnits(MEASURES)
inch, inches = _INCHES.mm, _INCHES.units
"""Millimetres of a length in inches, rounded to 0.001 mm; inches of a length in millimetres."""
within, over = _INCHES.within, _INCHES.more_than
"""Whether a distance (mm) is within a limit (inches), exactly it included, or more than it (WAB-S02)."""
full = _INCHES.full
"""Number of full steps (inches) in a length (mm)."""
