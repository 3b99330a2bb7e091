"""Pieces of terrain from rows of a document or a map: kind, outline in inches, height, ladders (AFS-S09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.state import Feature
from game.engine.text import T
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.field.data_terrain import Kind, kinds
from rulesets.age_of_fantasy_skirmish.own import PieceOwn

FACES = {"south": (0.0, -1.0), "east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0)}
"""The faces of a box in the order of the edges of its outline, and which way they look."""
KEYS = ("id", "kind", "name", "points", "polygon", "box", "circle", "height", "ladder", "ladders")


def features(found: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
    """Features by id. Raises DataError for a kind that is not known or an outline that cannot be."""
    out: dict[str, Feature] = {}
    for plain, row in read.pieces(found, kinds(), KEYS, segments=8):
        key = f"terrain {row.get('id') or plain.kind}"
        kind = kinds()[plain.kind]
        height = read.length(row["height"], f"{key}, height") if "height" in row else kind.height_mm
        if (height < 0.0) != (kind.shape == "pit") or (kind.sight and height <= 0.0):
            raise read.fail(f"{key}, height", T("such a height is not possible for this kind of terrain"))
        own = PieceOwn(_ladders(row, kind, plain.points, read, key))
        out[plain.id] = replace(plain, height=height, own=own)
    return out


def _ladders(
    row: Mapping[str, Any], kind: Kind, points: tuple[Point, ...], read: Document, key: str
) -> tuple[int, ...]:
    """Edges on which ladders lean: ``ladder`` names faces of a box, ``ladders`` numbers edges of any outline."""
    if "ladders" in row:
        at = f"{key}, ladders"
        edges = sorted({int(read.number(v, at)) for v in read.array(row["ladders"], at)})
        if any(not 0 <= k < len(points) for k in edges):
            raise read.fail(at, T("the edges are 0 to {most}", most=len(points) - 1))
    elif "ladder" in row:
        value = row["ladder"]
        names = [value] if isinstance(value, str) else read.array(value, f"{key}, ladder")
        for name in names:
            read.choice(name, tuple(FACES), T("face"), f"{key}, ladder")
        edges = sorted({_face(points, str(name)) for name in names})
    else:
        edges = [_face(points, "south")] if kind.ladder else []
    if edges and kind.shape != "top":
        raise read.fail(key, T("a ladder needs a top to lead to"))
    return tuple(edges)


def _face(points: tuple[Point, ...], name: str) -> int:
    """The edge that lies farthest to a side, by its middle; the longest of those."""
    dx, dy = FACES[name]

    def rank(k: int) -> tuple[float, float]:
        (ax, ay), (bx, by) = points[k], points[(k + 1) % len(points)]
        middle = (ax + bx) / 2.0 * dx + (ay + by) / 2.0 * dy
        return round(middle, 3), (abs(bx - ax) + abs(by - ay))

    return max(range(len(points)), key=rank)
