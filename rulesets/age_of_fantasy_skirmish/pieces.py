"""Pieces of terrain from rows of a document or a map: kind, outline in inches, height, ladders (AFS-S09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import shapely

from game.engine.state import Feature
from game.engine.tables import DataError, unknown
from game.engine.text import T
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.data_terrain import Kind, kinds
from rulesets.age_of_fantasy_skirmish.documents import known, listed, numbered, point
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import PieceOwn

FACES = ("south", "east", "north", "west")
"""Names of the faces of a box in the order of the edges of its outline."""
_KEYS = ("id", "kind", "name", "points", "polygon", "box", "circle", "height", "ladder", "ladders")


def features(found: list[Mapping[str, Any]], file: str) -> dict[str, Feature]:
    """Features by id. Raises DataError for a kind that is not known or an outline that cannot be."""
    out: dict[str, Feature] = {}
    numbers: dict[str, int] = {}
    for row in found:
        code = str(row.get("kind", ""))
        key = f"terrain {row.get('id') or code or len(out) + 1}"
        known(row, _KEYS, file, key)
        if code not in kinds():
            raise unknown(file, f"{key}, kind", T("terrain kind"), code, list(kinds()))
        kind = kinds()[code]
        numbers[code] = numbers.get(code, 0) + 1
        feature_id = str(row.get("id") or f"{code}-{numbers[code]}")
        if feature_id in out:
            raise DataError(file, key, T("two features have this id"))
        points = _outline(row, file, key)
        height = inch(numbered(row["height"], file, f"{key}, height")) if "height" in row else kind.height_mm
        if (height < 0.0) != (kind.shape == "pit") or (kind.sight and height <= 0.0):
            raise DataError(file, f"{key}, height", T("such a height is not possible for this kind of terrain"))
        own = PieceOwn(_ladders(row, kind, points, file, key))
        out[feature_id] = Feature(feature_id, code, str(row.get("name", kind.name)), points, False, height, own)
    return out


def _outline(row: Mapping[str, Any], file: str, key: str) -> tuple[Point, ...]:
    """Points (mm) of an outline, ``box`` [west, south, east, north] or ``circle`` [x, y, radius] given in inches."""
    given = [k for k in ("points", "polygon", "box", "circle") if k in row]
    if len(given) != 1:
        raise DataError(file, key, T("give its outline once: points, box or circle, in inches"))
    value = row[given[0]]
    at = f"{key}, {given[0]}"
    if given[0] == "box":
        west, south, east, north = (inch(numbered(v, file, at)) for v in listed(value, file, at, 4))
        if west >= east or south >= north:
            raise DataError(file, at, T("a box goes from west to east and from south to north"))
        return ((west, south), (east, south), (east, north), (west, north))
    if given[0] == "circle":
        x, y, radius = (inch(numbered(v, file, at)) for v in listed(value, file, at, 3))
        ring = shapely.Point(x, y).buffer(radius, quad_segs=8).exterior.coords[:-1]
        return tuple((round(px, 3) + 0.0, round(py, 3) + 0.0) for px, py in ring)
    points = tuple(point(p, file, at) for p in listed(value, file, at))
    if len(points) < 3:
        raise DataError(file, at, T("at least {least} points are needed", least=3))
    if not shapely.Polygon(points).is_valid:
        raise DataError(file, at, T("this outline crosses itself"))
    return points


def _ladders(row: Mapping[str, Any], kind: Kind, points: tuple[Point, ...], file: str, key: str) -> tuple[int, ...]:
    """Edges on which ladders lean: ``ladder`` names faces of a box, ``ladders`` numbers edges of any outline."""
    if "ladders" in row:
        at = f"{key}, ladders"
        edges = sorted({int(numbered(v, file, at)) for v in listed(row["ladders"], file, at)})
        if any(not 0 <= k < len(points) for k in edges):
            raise DataError(file, at, T("the edges are 0 to {most}", most=len(points) - 1))
    elif "ladder" in row:
        value = row["ladder"]
        names = [value] if isinstance(value, str) else listed(value, file, f"{key}, ladder")
        for name in names:
            if name not in FACES:
                raise unknown(file, f"{key}, ladder", T("face"), str(name), list(FACES))
        edges = sorted({_face(points, str(name)) for name in names})
    else:
        edges = [_face(points, FACES[0])] if kind.ladder else []
    if edges and kind.shape != "top":
        raise DataError(file, key, T("a ladder needs a top to lead to"))
    return tuple(edges)


def _face(points: tuple[Point, ...], name: str) -> int:
    """The edge that lies farthest to a side, by its middle; the longest of those."""
    ways = {"south": (0.0, -1.0), "east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0)}
    dx, dy = ways[name]

    def rank(k: int) -> tuple[float, float]:
        (ax, ay), (bx, by) = points[k], points[(k + 1) % len(points)]
        middle = (ax + bx) / 2.0 * dx + (ay + by) / 2.0 * dy
        return round(middle, 3), (abs(bx - ax) + abs(by - ay))

    return max(range(len(points)), key=rank)
