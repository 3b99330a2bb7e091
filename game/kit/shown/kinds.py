"""What kind of thing a player points at: what is shown of it is asked of the system's function for that kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from game.engine.state import State

Kind = Literal["base", "unit", "feature", "marker", "side"]
Shown = TypeVar("Shown")


def by_kind(view: State, thing: str, makers: Mapping[Kind, Callable[[State, str], Shown]]) -> Shown | None:
    """What is shown of a thing; None where the system shows nothing. A base is its unit, unless it is told apart."""
    if thing in view.bases and "base" not in makers:
        thing = view.bases[thing].unit
    places: tuple[tuple[Kind, Mapping[str, object]], ...] = (
        ("base", view.bases),
        ("unit", view.units),
        ("feature", view.features),
        ("marker", view.markers),
        ("side", view.sides),
    )
    kind = next((kind for kind, things in places if thing in things and kind in makers), None)
    return makers[kind](view, thing) if kind is not None else None
