"""A situation of loose figures by hand: terrain with heights and ladders, where models stand, what lies on the table.

Lengths in documents are in the system's unit. What is told that cannot be raises DataError.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from game.engine.documents import Document
from game.engine.positions import parts
from game.engine.state import Base, Feature, Marker, State
from game.engine.text import T, Text
from game.geometry.overlap import penetration
from game.geometry.shapes import Footprint, Point, Pose, right, rounded
from game.geometry.tolerance import Measures
from game.kit.figures.ground import Ground, GroundKind
from game.kit.muster.positions import PIECE, poses_of
from game.kit.muster.positions import left as numbers_left
from game.kit.muster.setup import SIDES

K = TypeVar("K", bound=GroundKind)
FACES = {"south": (0.0, -1.0), "east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0)}
"""The faces of a box in the order of the edges of its outline, and which way they look."""
KEYS = (*PIECE, "height", "ladder", "ladders")
"""The keys of a piece of terrain."""
MARKER = ("id", "kind", "at", "side", "name")
"""The keys of what lies on the table."""
_GAP = 0.1
"""Units from base to base of models that stand side by side."""


# --- terrain -----------------------------------------------------------------------------------------------------


def pieces(
    rows: Sequence[Mapping[str, Any]],
    kinds: Mapping[str, Any],
    read: Document,
    own: Callable[[tuple[int, ...]], Any],
    *,
    high: Callable[[Any, float], bool] = lambda kind, height: height >= 0.0,
    leaning: Callable[[Any], bool] = lambda kind: False,
) -> dict[str, Feature]:
    """Features by id.

    Parameters
    ----------
    own
        The system's own part of a piece, by the edges on which ladders lean.
    high
        Whether a kind may have a height (mm).
    leaning
        Whether a ladder leans on the southern face of a kind, where nothing else is told.
    """
    out: dict[str, Feature] = {}
    for plain, row in read.pieces(rows, kinds, KEYS, segments=8):
        key = f"terrain {row.get('id') or plain.kind}"
        kind = kinds[plain.kind]
        height = read.length(row["height"], f"{key}, height") if "height" in row else kind.height_mm
        if not high(kind, height):
            raise read.fail(f"{key}, height", T("such a height is not possible for this kind of terrain"))
        edges = _ladders(row, plain.points, leaning(kind), read, key)
        if edges and kind.shape != "top":
            raise read.fail(key, T("a ladder needs a top to lead to"))
        out[plain.id] = Feature(plain.id, plain.kind, plain.name, plain.points, plain.line, height, own(edges))
    return out


def _ladders(
    row: Mapping[str, Any], points: tuple[Point, ...], leaning: bool, read: Document, key: str
) -> tuple[int, ...]:
    """Edges on which ladders lean: ``ladder`` names faces of a box, ``ladders`` numbers edges of any outline."""
    if "ladders" in row:
        at = f"{key}, ladders"
        edges = sorted({int(read.number(v, at)) for v in read.array(row["ladders"], at)})
        if any(not 0 <= k < len(points) for k in edges):
            raise read.fail(at, T("the edges are 0 to {most}", most=len(points) - 1))
        return tuple(edges)
    if "ladder" in row:
        value = row["ladder"]
        names = [value] if isinstance(value, str) else read.array(value, f"{key}, ladder")
        for name in names:
            read.choice(name, tuple(FACES), T("face"), f"{key}, ladder")
        return tuple(sorted({_face(points, str(name)) for name in names}))
    return (_face(points, "south"),) if leaning else ()


def _face(points: tuple[Point, ...], name: str) -> int:
    """The edge that lies farthest to a side, by its middle; the longest of those."""
    dx, dy = FACES[name]

    def rank(k: int) -> tuple[float, float]:
        (ax, ay), (bx, by) = points[k], points[(k + 1) % len(points)]
        middle = (ax + bx) / 2.0 * dx + (ay + by) / 2.0 * dy
        return round(middle, 3), (abs(bx - ax) + abs(by - ay))

    return max(range(len(points)), key=rank)


def terrain(measures: Measures, features: Mapping[str, Feature]) -> list[dict[str, Any]]:
    """The rows that tell terrain."""
    rows = parts.terrain(measures, features)
    for row, feature in zip(rows, features.values(), strict=True):
        row |= {"height": parts.lengths(measures, feature.height)[0], "ladders": list(feature.own.ladders)}
    return rows


# --- models ------------------------------------------------------------------------------------------------------


def poses(
    row: Mapping[str, Any], count: int, width: float, side: str, ground: Ground[Any], read: Document, key: str
) -> list[Pose]:
    """Poses of the models that are left, in the order of their numbers, at the levels they stand on.

    ``at`` is one place, about which they stand side by side, or one for each.
    """
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the models stand, in inches"))
    facing = read.facing(row.get("facing", 0.0 if side == "south" else 180.0), f"{key}, facing")
    given = read.array(row["at"], f"{key}, at")
    if given and not isinstance(given[0], Sequence):
        (x, y), own = read.place(given, facing, f"{key}, at")
        (ux, uy), step = right(own), width + round(_GAP * read.measures.mm_per_unit, 3)
        steps = [(k - (count - 1) / 2.0) * step for k in range(count)]
        found = [rounded(Pose(x + ux * s, y + uy * s, own)) for s in steps]
    elif len(given) != count:
        raise read.fail(f"{key}, at", T("{given} places for {count} models", given=len(given), count=count))
    else:
        found = poses_of(given, facing, read, f"{key}, at")
    return [ground.on_level(p.x, p.y, p.facing) for p in found]


def check_places(bases: Sequence[Base], ground: Ground[Any], read: Document) -> None:
    """Refuse models that stand where none can, and models that overlap."""
    placed = [(b, b.pose) for b in bases if b.pose is not None]
    for k, (base, pose) in enumerate(placed):
        bar = ground.may_stand(base.shape, pose, fallen=True)
        if bar is not None:
            raise read.fail(f"unit {base.unit}", T("{base}: {reason}", base=base.id, reason=bar.text))
        for other, there in placed[:k]:
            apart = math.hypot(pose.x - there.x, pose.y - there.y)
            if apart > _reach(base.shape) + _reach(other.shape) or abs(pose.level - there.level) > 1:
                continue
            deep = penetration(base.shape, pose, other.shape, there)
            if deep > ground.figures.slack:
                how = round(deep, 2)
                text = T("model {one} overlaps model {two} by {deep} mm", one=base.id, two=other.id, deep=how)
                raise read.fail(f"unit {base.unit}", text)


def _reach(shape: Footprint) -> float:
    """How far (mm) a base may reach from its centre."""
    return math.hypot(shape.width, shape.depth) / 2.0


def left(row: Mapping[str, Any], most: int, read: Document, key: str) -> list[int]:
    """Numbers of the models that are not lost."""

    def strange(number: Any) -> Text:
        return T("there is no model {number}; the models are 1 to {most}", number=number, most=most)

    return numbers_left(row, most, read, key, strange)


def each(value: Any, alive: Collection[int], read: Document, key: str, most: int) -> list[int]:
    """One number a model that is left: the same for all, or a list of them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [read.whole(value, key, 0, most)] * len(alive)
    return [read.whole(v, key, 0, most) for v in read.array(value, key, len(alive))]


# --- markers -----------------------------------------------------------------------------------------------------


def markers(
    found: Sequence[Mapping[str, Any]],
    ground: Ground[Any],
    read: Document,
    more: Collection[str] = (),
    own: Callable[[Mapping[str, Any], str], Any] = lambda told, key: None,
) -> dict[str, Marker]:
    """What lies on the table, objectives unless told, named M1, M2, ...

    ``more`` are the keys of the system's own part, which ``own`` makes of a row and its place in the document.
    """
    out: dict[str, Marker] = {}
    for k, row in enumerate(found, 1):
        key = f"marker {row.get('id') or k}"
        read.known(row, (*MARKER, *more), key)
        if "at" not in row:
            raise read.fail(key, T("the key “at” is missing: where the marker lies, in inches"))
        (x, y), facing = read.place(row["at"], 0.0, f"{key}, at")
        marker = str(row.get("id") or f"M{k}")
        if marker in out:
            raise read.fail(key, T("two markers have this id"))
        side = str(row.get("side", ""))
        if side:
            read.choice(side, SIDES, T("side"), f"{key}, side")
        kind, name = (str(row.get(k, usual)) for k, usual in (("kind", "objective"), ("name", "")))
        told = own({name: row[name] for name in more if name in row}, key)
        out[marker] = Marker(marker, kind, side, ground.on_level(x, y, facing), told, name=name)
    return out


def marker_rows(measures: Measures, state: State) -> list[dict[str, Any]]:
    """The rows that tell what lies on the table."""
    rows = []
    for marker in state.markers.values():
        if marker.pose is None:
            continue
        row: dict[str, Any] = {"id": marker.id, "kind": marker.kind}
        row["at"] = parts.place(measures, marker.pose)[: 3 if marker.pose.facing else 2]
        row |= {k: v for k, v in (("side", marker.side), ("name", marker.name)) if v}
        rows.append(row | (parts.own_fields(measures, marker.own) if marker.own is not None else {}))
    return rows
