"""Changes to what this system alone keeps of things, field by field, only where something changes."""

from __future__ import annotations

from typing import Any

from game.engine import event as ev
from game.engine.state import State


def unit(state: State, unit_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a unit's own part new values."""
    own = state.units[unit_id].own
    return tuple(
        ev.SetField("unit", unit_id, f"own.{name}", value)
        for name, value in fields.items()
        if getattr(own, name) != value
    )


def model(state: State, base_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a model's own part new values."""
    own = state.bases[base_id].own
    return tuple(
        ev.SetField("base", base_id, f"own.{name}", value)
        for name, value in fields.items()
        if getattr(own, name) != value
    )


def side(state: State, side_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a side's own part new values."""
    own = state.sides[side_id].own
    return tuple(
        ev.SetField("side", side_id, f"own.{name}", value)
        for name, value in fields.items()
        if getattr(own, name) != value
    )


def battle(state: State, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of the battle's own part new values."""
    return tuple(
        ev.SetField("state", "", f"own.{name}", value)
        for name, value in fields.items()
        if getattr(state.own, name) != value
    )
