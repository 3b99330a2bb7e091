"""How the Napoleonic rules measure: centimetres of 10 mm, compared to 0.001 cm (NAP-SCL-03, NAP-S11, NAP-S51)."""

from __future__ import annotations

from game.geometry.tolerance import InUnits, Measures

MM_PER_CM = 10.0
SLACK = 0.001 * MM_PER_CM
"""mm by which a distance may exceed a limit and still be within it (NAP-S11)."""
CONTACT = 0.1 * MM_PER_CM
"""The widest gap (mm) that is contact (NAP-S51)."""
EDGE = 0.5
"""mm of edge that bases which lie along each other have to share: corners alone are no contact."""
TICK = 1e-4
"""Part of a move to which moments are told; moments that are equal so are the same (NAP-S09)."""

MEASURES = Measures(
    unit="cm", mm_per_unit=MM_PER_CM, contact_gap=CONTACT, overlap_area=None, overlap_depth=SLACK, slack=SLACK
)
_CM = InUnits(MEASURES)
cm, centimetres = _CM.mm, _CM.units
"""Millimetres of a length in centimetres, rounded to 0.001 mm; centimetres of a length in millimetres."""
within, more_than, at_least = _CM.within, _CM.more_than, _CM.at_least
"""Whether a distance (mm) is within a limit (cm), it included, or more than it, or at least it (NAP-S11)."""


def moment(time: float) -> float:
    """A moment of the move (0 to 1) as it is told and compared (NAP-S09)."""
    return round(time, 4)
