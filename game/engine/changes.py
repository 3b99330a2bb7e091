"""Changes to what a system alone keeps of things, field by field, only where something changes."""

from __future__ import annotations

from typing import Any, Literal

from game.engine import event as ev
from game.engine.fields import value_of_field
from game.engine.state import State

Kind = Literal["state", "side", "unit", "base", "feature", "marker", "tie"]


def unit(state: State, unit_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a unit's own part new values."""
    return _changed("unit", unit_id, state.units[unit_id].own, fields)


def base(state: State, base_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a base's own part new values."""
    return _changed("base", base_id, state.bases[base_id].own, fields)


def side(state: State, side_id: str, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of a side's own part new values."""
    return _changed("side", side_id, state.sides[side_id].own, fields)


def battle(state: State, **fields: Any) -> tuple[ev.Change, ...]:
    """Changes that give fields of the battle's own part new values."""
    return _changed("state", "", state.own, fields)


def own_field(kind: Kind, thing: str, /, **field: Any) -> ev.SetField:
    """The change that gives one field of a thing's own part a new value, whatever it has; "" is the id of the state."""
    ((name, value),) = field.items()
    return ev.SetField(kind, thing, f"own.{name}", value)


def _changed(kind: Kind, thing: str, own: Any, fields: dict[str, Any]) -> tuple[ev.Change, ...]:
    """The changes of one thing, in the order in which they are named."""
    return tuple(
        own_field(kind, thing, **{name: value}) for name, value in fields.items() if value_of_field(own, name) != value
    )
