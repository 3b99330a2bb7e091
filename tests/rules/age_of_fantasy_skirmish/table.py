"""A short Python form for situations in tests: ``table(unit("A3", (10, 20)), terrain=[piece("wall", box=(...))])``.

Everything is in inches, as in a position file; :func:`rulesets.age_of_fantasy_skirmish.deploy.positions.build` makes
the state. The dice are scripted: ``Session.from_state(RULESET, state, frame, ScriptedDice([...]))``.

Units are the sample warbands' by code: "A1" ... "A7" (south), "B1" ... "B7" (north); "A1n" is A1 on the northern side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.state import Luck, State
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.deploy.positions import build
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH

Row = dict[str, Any]


def unit(unit_id: str, *at: Sequence[float], **more: Any) -> Row:
    """A unit: one place for its middle (side by side) or one a model, (x, y[, facing]) in inches; none: reserve.

    ``more``: ``lost=[1]``, ``wounds=2`` or ``wounds=[1, 0]``, ``tokens``, ``used=["Rock"]``
    or ``used=[["Rock"], []]``, ``shaken=True``, ``facing``, ``side``, ``where``, ``rules``, any field of UnitOwn.
    """
    row: Row = {"id": unit_id, **more}
    if len(at) == 1:
        row["at"] = list(at[0])
    elif at:
        row["at"] = [list(p) for p in at]
    return row


def piece(kind: str, piece_id: str | None = None, **outline: Any) -> Row:
    """A piece: ``box=(west, south, east, north)``, ``circle=(x, y, radius)`` or ``points=[...]``; height, ladder."""
    row: Row = {"kind": kind, **{k: list(v) if isinstance(v, tuple) else v for k, v in outline.items()}}
    if piece_id is not None:
        row["id"] = piece_id
    return row


def marker(x: float, y: float, side: str = "", marker_id: str | None = None) -> Row:
    """An objective marker, controlled by a side; M1, M2, ... unless named."""
    row: Row = {"at": [x, y], "side": side}
    if marker_id is not None:
        row["id"] = marker_id
    return row


def table(
    *units: Row,
    terrain: Sequence[Row] = (),
    markers: Sequence[Row] = (),
    sides: Mapping[str, Any] | None = None,
    size: tuple[float, float] = (48.0, 48.0),
    **battle: Any,
) -> State:
    """A state: units, terrain, markers, and fields of the battle (``active``, ``round``, ``phase``, ``starter``)."""
    doc: Row = {
        "table": list(size),
        "units": list(units),
        "terrain": list(terrain),
        "markers": list(markers),
        "sides": dict(sides or {}),
        **battle,
    }
    return replace(build(doc), luck=Luck("scripted"))


def at_inch(pose: Pose | None) -> tuple[float, float]:
    """Where a pose is, in inches to 0.001, for comparing."""
    assert pose is not None
    return round(pose.x / MM_PER_INCH, 3), round(pose.y / MM_PER_INCH, 3)


def where(state: State, unit_id: str) -> list[tuple[float, float]]:
    """Where a unit's models are, in inches, in the order of their numbers."""
    return [at_inch(b.pose) for b in state.bases_of(unit_id)]
