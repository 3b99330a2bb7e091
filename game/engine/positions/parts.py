"""The parts of a situation as a position writes them: what the systems' own writers are put together from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from game.engine.fields import out_of_parts, scaled, shortest, types_of, value_of_field
from game.engine.state import Base, Feature, State, Unit
from game.geometry.shapes import Point, Pose
from game.geometry.tolerance import Measures


def lengths(measures: Measures, *mm: float) -> list[float]:
    """Lengths in the system's unit."""
    return [shortest(one, measures.mm_per_unit) for one in mm]


def place(measures: Measures, pose: Pose) -> list[float]:
    """x, y and facing of a pose."""
    return [*lengths(measures, pose.x, pose.y), pose.facing]


def points(measures: Measures, given: Iterable[Point]) -> list[list[float]]:
    """Points."""
    return [lengths(measures, x, y) for x, y in given]


def own_fields(measures: Measures, own: Any, leave: Collection[str] = (), whole: bool = False) -> dict[str, Any]:
    """The fields of a system's own struct that are not as usual (``whole``: all that are something)."""
    kind = type(own)
    found = out_of_parts(kind, msgspec.to_builtins(own))
    if whole:
        found = {name: msgspec.to_builtins(value_of_field(own, name)) for name in types_of(kind)}
    plain = {k: v for k, v in found.items() if k not in leave and v is not None}
    out: dict[str, Any] = scaled(kind, plain, 1.0 / measures.mm_per_unit)
    return out


def terrain(measures: Measures, features: Mapping[str, Feature]) -> list[dict[str, Any]]:
    """Pieces of terrain by their outlines."""
    return [
        {"id": f.id, "kind": f.kind, "name": f.name, "points": points(measures, f.points)} for f in features.values()
    ]


def profiles(troops: Mapping[str, tuple[str, str, str]]) -> list[dict[str, Any]]:
    """Troops of one's own: whole rows with the army that they count with and as what they are drawn."""
    rows = []
    for army, look, row in troops.values():
        plain = {k: v for k, v in msgspec.json.decode(row).items() if v is not None}
        rows.append({**({"look": look} if look else {}), "army": army, **plain})
    return rows


def standing(state: State, unit: str) -> list[Base]:
    """The bases of a unit that are not gone, in the order of their numbers."""
    return [b for b in (state.bases[i] for i in state.units[unit].bases) if b.where != "gone"]


def ties(measures: Measures, state: State, kind: str) -> list[dict[str, Any]]:
    """Ties of a kind, each with what the system keeps of it."""
    return [
        {"id": t.id, "a": t.a, "b": t.b, **(own_fields(measures, t.own) if t.own is not None else {})}
        for t in state.ties.values()
        if t.kind == kind
    ]


def bodies(
    measures: Measures,
    state: State,
    unit: Callable[[State, Unit], dict[str, Any]],
    kinds: Iterable[str],
    armies: Collection[str],
) -> dict[str, Any]:
    """The document of a situation in which bodies of troops stand on ground and touch.

    Parameters
    ----------
    unit
        Writes a unit of the system.
    kinds
        The kinds of ties, which are the names of their tables too.
    armies
        Those on offer: others are told by their ids.
    """
    troops = getattr(state.own, "troops", None)
    own = {army for army, _, _ in (troops or {}).values()} | {s.own.army for s in state.sides.values()}
    strange = sorted(own - set(armies)) if troops is not None else ()
    return {
        "table": lengths(measures, state.table.width, state.table.depth),
        "options": dict(state.options),
        **own_fields(measures, state.own, leave=("troops",), whole=True),
        **({"armies": strange} if strange else {}),
        "profile": profiles(troops or {}),
        "sides": {
            s.id: {"name": s.name, "colour": s.colour, **own_fields(measures, s.own, whole=True)}
            for s in state.sides.values()
        },
        "terrain": terrain(measures, state.features),
        "unit": [unit(state, one) for one in state.units.values()],
        **{kind: ties(measures, state, kind) for kind in kinds},
    }
