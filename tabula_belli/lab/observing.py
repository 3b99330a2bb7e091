"""What a side knows of a battle, as one vector of numbers between -1 and 1 with a fixed place for everything."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, NamedTuple

import msgspec
import numpy as np

from game.battle import length_of
from game.engine.ruleset import Ruleset
from game.engine.state import Base, State, Unit
from game.geometry.shapes import Pose

Floats = np.ndarray[Any, np.dtype[np.float32]]

UNITS, FEATURES, MARKERS = 96, 32, 32
"""Rows for units, pieces of terrain and markers. What a battle has beyond that is left out."""
KINDS = ("option", "pick", "targets", "place", "move", "allocate", "orders", "roll")
BATTLE = (
    "asked",
    "question",
    *(f"kind {kind}" for kind in KINDS),
    "page",
    "further pages",
    "own score",
    "other score",
    "length",
    "table width",
    "table depth",
    "units left out",
    "features left out",
    "markers left out",
)
UNIT = (
    *("present", "own", "hidden", "kind", "x", "y", "sin", "cos", "spread"),
    *("bases", "on table", "gone", "elsewhere", "ties"),
)
FEATURE = ("present", "kind", "x", "y", "width", "depth", "line", "height")
MARKER = ("present", "own", "other", "kind", "x", "y")
HALF = 10.0
"""The number that becomes 0.5 where numbers are squashed."""
SCORE, HEIGHT, SIZE = 100.0, 50.0, 1000.0
"""The points, and mm of height and of a table, that become 0.5."""


def squash(value: float, half: float = HALF) -> float:
    """A number between -1 and 1: ``half`` becomes 0.5.

    >>> squash(10), squash(-10), squash(0)
    (0.5, -0.5, 0.0)
    """
    return value / (abs(value) + half)


@cache
def code(word: str) -> float:
    """A word as a number between -1 and 1, the same on every machine; 0 for no word."""
    if not word:
        return 0.0
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=3).digest()) / 2**23 - 1.0


class Column(NamedTuple):
    """A number that a system keeps: its name, and how it is read from the system's struct."""

    name: str
    read: Callable[[Any], float]


@cache
def own_columns(struct: type[msgspec.Struct] | None) -> tuple[Column, ...]:
    """The numbers, truth values and closed sets of words in a system's struct and in its parts."""
    if struct is None:
        return ()
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(_columns(info, ()))


def _columns(info: msgspec.inspect.StructType, path: tuple[str, ...]) -> list[Column]:
    found: list[Column] = []
    for field in info.fields:
        kind: Any = field.type
        while isinstance(kind, msgspec.inspect.Metadata):
            kind = kind.type
        here = (*path, field.name)
        if isinstance(kind, msgspec.inspect.StructType):
            found += _columns(kind, here)
        elif isinstance(kind, msgspec.inspect.BoolType):
            found.append(Column(".".join(here), _reader(here, float)))
        elif isinstance(kind, msgspec.inspect.IntType | msgspec.inspect.FloatType):
            found.append(Column(".".join(here), _reader(here, squash)))
        elif isinstance(kind, msgspec.inspect.LiteralType) and all(isinstance(v, str) for v in kind.values):
            shares = {word: (n + 1) / len(kind.values) for n, word in enumerate(sorted(map(str, kind.values)))}
            found.append(Column(".".join(here), _reader(here, shares.__getitem__)))
    return found


def _reader(path: tuple[str, ...], number: Callable[[Any], float]) -> Callable[[Any], float]:
    return lambda own: number(reduce(getattr, path, own))


@dataclass(frozen=True)
class Part:
    """A part of an observation: where it lies in the vector, its shape, and the names of its columns."""

    start: int
    shape: tuple[int, ...]
    columns: tuple[str, ...]

    @property
    def stop(self) -> int:
        """Where the next part begins."""
        return self.start + math.prod(self.shape)


Layout = dict[str, Part]


def layout_of(ruleset: Ruleset, replies: int, reply_columns: Sequence[str]) -> Layout:
    """The parts of an observation of a system, in order."""
    state, side, unit, base = (own_columns(ruleset.owns.get(kind)) for kind in ("state", "side", "unit", "base"))
    mine = (*(column.name for column in unit), *(f"bases: {column.name}" for column in base))
    parts: list[tuple[str, int | None, Sequence[str]]] = [
        ("battle", None, BATTLE),
        ("system", None, ("own turn", *(column.name for column in state))),
        ("own side", None, [column.name for column in side]),
        ("other side", None, [column.name for column in side]),
        ("units", UNITS, (*UNIT, *mine)),
        ("features", FEATURES, FEATURE),
        ("markers", MARKERS, MARKER),
        ("replies", replies, reply_columns),
    ]
    found, start = Layout(), 0
    for name, rows, columns in parts:
        shape = (len(columns),) if rows is None else (rows, len(columns))
        found[name] = Part(start, shape, tuple(columns))
        start = found[name].stop
    return found


def parts_of(layout: Layout, observation: Floats) -> dict[str, Floats]:
    """The parts of an observation by name, each in its shape; they share the memory of the observation."""
    return {name: observation[part.start : part.stop].reshape(part.shape) for name, part in layout.items()}


def known_units(view: State, side: str) -> list[Unit]:
    """The units that a side knows of, its own first, those that only it knows of among them, in a fixed order."""
    secret = view.secret.get(side)
    own = [*view.units_of(side), *(secret.units.values() if secret is not None else ())]
    return [*own, *(unit for unit in view.units.values() if unit.side != side)]


def known_bases(view: State, side: str) -> Mapping[str, Base]:
    """The bases that a side knows of."""
    secret = view.secret.get(side)
    return {**view.bases, **secret.bases} if secret is not None and secret.bases else view.bases


def fill(
    parts: dict[str, Floats], ruleset: Ruleset, view: State, side: str, scores: Mapping[str, float]
) -> dict[str, int]:
    """Write a view into the parts of an empty observation; return the row of each unit by its id."""
    other = next((one for one in view.sides if one != side), side)
    units = known_units(view, side)
    told = {
        "own score": squash(scores.get(side, 0.0), SCORE),
        "other score": squash(scores.get(other, 0.0), SCORE),
        "length": squash(length_of(view)),
        "table width": squash(view.table.width, SIZE),
        "table depth": squash(view.table.depth, SIZE),
        "units left out": squash(max(0, len(units) - UNITS)),
        "features left out": squash(max(0, len(view.features) - FEATURES)),
        "markers left out": squash(max(0, len(view.markers) - MARKERS)),
    }
    for name, value in told.items():
        parts["battle"][BATTLE.index(name)] = value
    active = getattr(view.own, "active", "")
    parts["system"][0] = (active == side) - (active == other)
    _write(parts["system"][1:], own_columns(ruleset.owns.get("state")), view.own)
    _write(parts["own side"], own_columns(ruleset.owns.get("side")), view.sides[side].own)
    _write(parts["other side"], own_columns(ruleset.owns.get("side")), view.sides[other].own)
    _units(parts["units"], ruleset, view, side, units)
    _ground(parts, view, side, other)
    return {unit.id: n for n, unit in enumerate(units[:UNITS])}


def _units(rows: Floats, ruleset: Ruleset, view: State, side: str, units: Sequence[Unit]) -> None:
    columns, of_bases = (own_columns(ruleset.owns.get(kind)) for kind in ("unit", "base"))
    known, first = known_bases(view, side), len(UNIT) + len(columns)
    ties = Counter(end for tie in view.ties.values() for end in (tie.a, tie.b))
    for row, unit in zip(rows, units, strict=False):
        bases = [known[base] for base in unit.bases if base in known]
        row[: len(UNIT)] = [*_unit(view, unit, side, bases), squash(ties[unit.id])]
        _write(row[len(UNIT) :], columns, unit.own)
        left = [base.own for base in bases if base.where != "gone" and isinstance(base.own, msgspec.Struct)]
        for n, column in enumerate(of_bases if left else (), first):
            row[n] = sum(map(column.read, left)) / len(left)


def _write(row: Floats, columns: Sequence[Column], own: Any) -> None:
    if isinstance(own, msgspec.Struct):
        for n, column in enumerate(columns):
            row[n] = column.read(own)


def _unit(view: State, unit: Unit, side: str, bases: Sequence[Base]) -> list[float]:
    standing = [base.pose for base in bases if base.where == "table" and base.pose is not None]
    most = max(1, len(bases))
    gone = sum(base.where == "gone" for base in bases) / most
    x, y, sin, cos, spread = middle(standing) if standing else (0.0, 0.0, 0.0, 0.0, 0.0)
    return [
        1.0,
        float(unit.side == side),
        float(unit.id not in view.units),
        code(unit.kind),
        _share(x, view.table.width),
        _share(y, view.table.depth),
        sin,
        cos,
        squash(spread, SIZE),
        squash(len(bases)),
        len(standing) / most,
        gone,
        max(0.0, 1.0 - gone - len(standing) / most),
    ]


def middle(poses: Sequence[Pose]) -> tuple[float, float, float, float, float]:
    """The middle of some poses (mm), their mean facing as sine and cosine, how far the farthest is from it (mm)."""
    x = sum(pose.x for pose in poses) / len(poses)
    y = sum(pose.y for pose in poses) / len(poses)
    sin = sum(math.sin(math.radians(pose.facing)) for pose in poses) / len(poses)
    cos = sum(math.cos(math.radians(pose.facing)) for pose in poses) / len(poses)
    return x, y, sin, cos, max(math.hypot(pose.x - x, pose.y - y) for pose in poses)


def _share(length: float, whole: float) -> float:
    return min(1.0, max(-1.0, length / whole))


def _ground(parts: dict[str, Floats], view: State, side: str, other: str) -> None:
    table = view.table
    for row, feature in zip(parts["features"], view.features.values(), strict=False):
        xs, ys = zip(*feature.points, strict=True)
        row[:] = [
            1.0,
            code(feature.kind),
            _share((min(xs) + max(xs)) / 2, table.width),
            _share((min(ys) + max(ys)) / 2, table.depth),
            _share(max(xs) - min(xs), table.width),
            _share(max(ys) - min(ys), table.depth),
            float(feature.line),
            squash(feature.height, HEIGHT),
        ]
    secret = view.secret.get(side)
    markers = [*view.markers.values(), *(secret.markers.values() if secret is not None else ())]
    for row, marker in zip(parts["markers"], markers, strict=False):
        pose = marker.pose or Pose(0.0, 0.0)
        mine = [float(marker.side == one) for one in (side, other)]
        x, y = _share(pose.x, table.width), _share(pose.y, table.depth)
        row[:] = [1.0, *mine, code(marker.kind), x, y]
