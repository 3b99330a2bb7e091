"""A situation of a battle as the document of a position, in inches: what :mod:`positions` reads, written."""

from __future__ import annotations

from typing import Any

from game.engine import position_parts as parts
from game.engine.state import Marker, Side, State, Unit
from rulesets.age_of_fantasy_skirmish.measures import MEASURES

EVENT_LENGTHS = frozenset({"height", "length", "way"})
"""Keys of events' data that are lengths in mm."""
FARTHEST_APART = 228.6
"""mm beyond which no model of a unit is from all the others: 9 inches, however casualties have torn it."""
FOES_ONLY = ("charge",)
"""Ties that only enemies have."""


def document(state: State) -> dict[str, Any]:
    """The document of a situation."""
    rows = parts.terrain(MEASURES, state.features)
    for row, feature in zip(rows, state.features.values(), strict=True):
        row |= {"height": parts.lengths(MEASURES, feature.height)[0], "ladders": list(feature.own.ladders)}
    return {
        "table": parts.lengths(MEASURES, state.table.width, state.table.depth),
        "options": dict(state.options),
        **parts.own_fields(MEASURES, state.own, whole=True),
        "sides": {s.id: _side(s) for s in state.sides.values()},
        "terrain": rows,
        "unit": [_unit(state, unit) for unit in state.units.values()],
        "marker": [_marker(m) for m in state.markers.values() if m.pose is not None],
    }


def _side(side: Side) -> dict[str, Any]:
    own = parts.own_fields(MEASURES, side.own, whole=True)
    return {"name": side.name, "colour": side.colour, **{k: v for k, v in own.items() if v or k != "last"}}


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    left = parts.standing(state, unit.id)
    gone = [k for k, i in enumerate(unit.bases, 1) if state.bases[i] not in left]
    row: dict[str, Any] = {"id": unit.id, "code": unit.kind, "side": unit.side, "name": unit.name}
    if gone:
        row["lost"] = gone
    if left and left[0].where == "table":
        row["at"] = [parts.place(MEASURES, b.pose) for b in left if b.pose is not None]
    elif left:
        row["where"] = left[0].where
    for field in ("wounds", "tokens"):
        given = [getattr(b.own, field) for b in left]
        if any(given):
            row[field] = given
    if left and left[0].own.used:
        row["used"] = list(left[0].own.used)
    return row | parts.own_fields(MEASURES, unit.own)


def _marker(marker: Marker) -> dict[str, Any]:
    assert marker.pose is not None
    row: dict[str, Any] = {"id": marker.id, "kind": marker.kind, "at": parts.place(MEASURES, marker.pose)[:2]}
    return row | {k: v for k, v in (("side", marker.side), ("name", marker.name)) if v}
