"""How the Universal battle system measures: inches of 25 mm, compared to 0.001 inch (USB-S01, USB-S06)."""

from __future__ import annotations

from msgspec.structs import replace

from game.geometry.tolerance import InUnits, Measures

MM_PER_INCH = 25.0
SLACK = 0.001 * MM_PER_INCH
"""mm by which a distance may exceed a limit and still be within it (USB-S06)."""
CONTACT = 0.05 * MM_PER_INCH
"""The widest gap (mm) that is base contact (USB-S06)."""

MEASURES = Measures(
    unit="inch", mm_per_unit=MM_PER_INCH, contact_gap=CONTACT, overlap_area=None, overlap_depth=SLACK, slack=SLACK
)
IN_CENTIMETRES = replace(MEASURES, unit="cm", mm_per_unit=MM_PER_INCH / 2.0)
"""How the same lengths are shown where every inch counts two centimetres (USB-GEN-09)."""
_INCHES = InUnits(MEASURES)
inch, inches = _INCHES.mm, _INCHES.units
"""Millimetres of a length in inches, rounded to 0.001 mm; inches of a length in millimetres."""
within, more_than, at_least = _INCHES.within, _INCHES.more_than, _INCHES.at_least
"""Whether a distance (mm) is within a limit (inches), it included, or more than it, or at least it (USB-S06)."""
full = _INCHES.full
"""Number of full steps (inches) in a length (mm)."""
