"""How Warmaster Ancients measures (WMA-S01, WMA-S05), and the lengths of its rules in millimetres."""

from __future__ import annotations

from functools import cache

from game.geometry.tolerance import Measures
from rulesets.warmaster_ancients.data_files import load_numbers
from rulesets.warmaster_ancients.data_types import MM_PER_CM, mm


@cache
def length(number_id: str) -> float:
    """A length of ``numbers.toml`` in mm (an area in square mm)."""
    return load_numbers()[number_id].mm


@cache
def value(number_id: str) -> float:
    """A number of ``numbers.toml`` that is no length: a count, an angle in degrees."""
    return load_numbers()[number_id].value


@cache
def count(number_id: str) -> int:
    """A whole number of ``numbers.toml``."""
    return int(load_numbers()[number_id].value)


cm = mm
"""Millimetres of a length in centimetres, rounded to 0.001 mm."""

MEASURES = Measures(
    unit="cm",
    mm_per_unit=MM_PER_CM,
    contact_gap=length("contact_gap"),
    overlap_area=length("overlap_area"),
    rounding=length("compare_step"),
)
"""Distances are rounded to 0.01 cm before they are compared (WMA-S01); contact and overlap as in WMA-S05."""

OVERLAP = length("overlap_area")
"""Shared area (mm2) above which bases overlap (WMA-S05)."""

ENEMY_GAP = length("enemy_gap")
"""The least gap (mm) to an enemy that a move which is no charge must keep (WMA-S05)."""

EDGE = length("edge_contact")
"""A stretch of common edge longer than this (mm) is an edge contact (WMA-S24, WMA-S26)."""

SAME = 0.01
"""Distances closer than this (mm) are a tie: recorded poses are rounded to 0.001 mm."""
