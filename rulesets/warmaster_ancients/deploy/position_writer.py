"""A situation of a battle as the document of a position, in cm: what :mod:`positions` reads, written."""

from __future__ import annotations

from typing import Any

from game.engine import position_parts as parts
from game.engine.state import State, Unit
from game.kit.army.positions import unit_row
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.measures import MEASURES

EVENT_LENGTHS = frozenset({"travel", "distance", "wanted"})
"""Keys of events' data that are lengths in mm."""
FARTHEST_APART = 100.0
"""mm beyond which no stand of a unit is from all the others, wherever losses have torn it."""
FOES_ONLY = ("contact",)
"""Ties that only enemies have."""


def document(state: State) -> dict[str, Any]:
    """The document of a situation."""
    return parts.bodies(MEASURES, state, _unit, "contact", data_files.armies())


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    row, lost, place = unit_row(MEASURES, state, unit)
    return {**row, **({"lost": lost} if lost else {}), **place, **parts.own_fields(MEASURES, unit.own, ("character",))}
