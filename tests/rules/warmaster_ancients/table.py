"""A short Python form for situations in tests: ``table(unit("LEG-1", at=(90, 40), facing="N"), wood(box=(...)))``.

Everything is in cm and compass words, as in a position file; :func:`rulesets.warmaster_ancients.deploy.positions.build`
makes the state. The dice are scripted: ``Session.from_state(RULESET, state, frame, ScriptedDice([...]))``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.state import Luck, State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army.profiles import Profile, profiles
from rulesets.warmaster_ancients.deploy.positions import build

Row = dict[str, Any]


def profile_of(code: str) -> Profile:
    """The kind of troops with a code. Raises KeyError."""
    return profiles()[code]


def unit(
    unit_id: str,
    side: str | None = None,
    formation: str = "line",
    *,
    at: tuple[float, float] | None = None,
    facing: str | float | None = None,
    poses: Sequence[Sequence[Any]] | None = None,
    stands: int | None = None,
    lost: Sequence[int] = (),
    **own: Any,
) -> Row:
    """A unit or character: id ``LEG-1``, side (Rome south, Carthage north unless told), where, and its own fields."""
    row: Row = {"id": unit_id, **own}
    if side is not None:
        row["side"] = side
    if poses is not None:
        row["poses"] = [list(p) for p in poses]
    elif at is not None:
        row["formation"] = formation
        row["at"] = list(at)
        if facing is not None:
            row["facing"] = facing
    else:
        row["where"] = "reserve"
    if stands is not None:
        row["stands"] = stands
    if lost:
        row["lost"] = list(lost)
    return row


def feature(kind: str, feature_id: str | None = None, **outline: Any) -> Row:
    """A terrain feature: ``points=[(x, y), ...]``, ``box=(west, south, east, north)`` or ``circle=(x, y, radius)``."""
    row: Row = {"kind": kind, **{k: list(v) for k, v in outline.items()}}
    if feature_id is not None:
        row["id"] = feature_id
    return row


def table(
    *units: Row,
    terrain: Sequence[Row] = (),
    contacts: Sequence[Mapping[str, Any]] = (),
    options: Mapping[str, Any] | None = None,
    size: tuple[float, float] = (180.0, 120.0),
    **battle: Any,
) -> State:
    """A state: units, terrain, contacts made earlier, and fields of the battle (``active``, ``turn``, ``phase``)."""
    doc: Row = {
        "table": list(size),
        "units": list(units),
        "terrain": list(terrain),
        "contacts": [dict(c) for c in contacts],
        "options": dict(options or {}),
        **battle,
    }
    return replace(build(doc), luck=Luck("scripted"))


def at_cm(pose: Pose | None) -> tuple[float, float, float]:
    """A pose in cm and degrees, for comparing."""
    assert pose is not None
    return round(pose.x / 10.0, 4), round(pose.y / 10.0, 4), pose.facing


def where(state: State, unit_id: str) -> list[tuple[float, float, float]]:
    """Where a unit's stands are: (x, y, facing) in cm and degrees, in the order of their numbers."""
    return [at_cm(b.pose) for b in state.bases_of(unit_id)]
