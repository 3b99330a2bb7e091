"""A situation of a battle as the document of a position, in inches: what :mod:`positions` reads, written."""

from __future__ import annotations

from typing import Any

from game.engine import position_parts as parts
from game.engine.state import State, Unit
from game.kit.army.positions import unit_row
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.measures import MEASURES

EVENT_LENGTHS = frozenset({"cost", "allowance", "gap", "way"})
"""Keys of events' data that are lengths in mm."""
FARTHEST_APART = 150.0
"""mm beyond which no model of a unit is from all the others, however skirmishers have been thinned."""
FOES_ONLY = ("contact", "charge")
"""Ties that only enemies have."""


def document(state: State) -> dict[str, Any]:
    """The document of a situation."""
    return parts.bodies(MEASURES, state, _unit, "contact", data_files.armies())


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    row, lost, place = unit_row(MEASURES, state, unit)
    left = len(unit.bases) - len(lost)
    row |= {"models": left} if lost == list(range(left + 1, len(unit.bases) + 1)) else {"lost": lost}
    row |= parts.own_fields(MEASURES, unit.own, leave=("character", "off_at"))
    return row | {"files": unit.own.files, "order": unit.own.order, "began": unit.own.began} | place
