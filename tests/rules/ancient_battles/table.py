"""A short Python form for situations in tests: ``table(unit("PHA", (36, 24)), terrain=[piece("wood", box=(...))])``.

Everything is in inches and compass words, as in a position file; the state is made by
:func:`rulesets.ancient_battles.deploy.positions.build`. The dice are scripted:
``Session.from_state(RULESET, state, frame, ScriptedDice([...]))``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.state import Luck, State
from rulesets.ancient_battles.deploy.positions import build

Row = dict[str, Any]


def unit(unit_id: str, at: tuple[float, float] | None = None, facing: str | float | None = None, **more: Any) -> Row:
    """A unit or character: id ("PHA", a second one "PHA2"), middle of its front edge, and its other keys."""
    row: Row = {"id": unit_id, **more}
    if at is not None:
        row["at"] = list(at)
    if facing is not None:
        row["facing"] = facing
    if at is None and "poses" not in more and "joined" not in more:
        row["where"] = "reserve"
    return row


def piece(kind: str, feature_id: str | None = None, **outline: Any) -> Row:
    """Terrain: ``points=[(x, y), ...]``, ``box=(west, south, east, north)`` or ``circle=(x, y, radius)``."""
    row: Row = {"kind": kind, **{k: list(v) for k, v in outline.items()}}
    if feature_id is not None:
        row["id"] = feature_id
    return row


def table(
    *units: Row,
    terrain: Sequence[Row] = (),
    contacts: Sequence[Mapping[str, Any]] = (),
    size: tuple[float, float] = (72.0, 48.0),
    **battle: Any,
) -> State:
    """A state: units, terrain, how contacts were made, and fields of the battle (``active``, ``turn``, ``phase``)."""
    doc: Row = {
        "table": list(size),
        "units": list(units),
        "terrain": list(terrain),
        "contacts": [dict(c) for c in contacts],
        **battle,
    }
    return replace(build(doc), luck=Luck("scripted"))
