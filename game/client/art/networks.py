"""Roads and rivers that join: what touches is painted as one, with no bank and no seam where parts meet.

Only the painting joins them: the features stay what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
import numpy as np
import shapely

from game.client.art.pieces import Floats, Piece, box_at, polygons
from game.client.art.terrain_built import ROAD_WIDTH, Bridge, Road
from game.client.art.terrain_water import Ford, Shallows, Water

TOUCH = 1.0
"""mm: what lies no farther apart touches."""
ROUND = 7.0
"""mm by which the corners between joined roads are rounded off."""
LEAST = 40.0
"""mm² of water under a road that need a bridge."""
SPANNED = 0.4
"""Share of a crossing that a bridge or ford must cover to be the one that leads over it."""

P = TypeVar("P", bound=Piece)


def joined(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a table with roads and rivers put together, and bridges where a road has none."""
    rivers = [*_as_one([p for p in pieces if type(p) is Water]), *_as_one([p for p in pieces if type(p) is Shallows])]
    out: list[Piece] = [p for p in pieces if type(p) not in (Water, Shallows)]
    _join_banks(rivers)
    out += rivers
    wet = shapely.union_all([p.shape for p in rivers]) if rivers else None
    for piece in out:
        piece.water = wet
    roads = [p for p in out if isinstance(p, Road)]
    _join_roads(roads)
    if wet is not None and roads:
        spans = [p.shape for p in pieces if isinstance(p, Bridge | Ford)]
        out += _crossings(roads, wet, shapely.union_all(spans))
    return out


def _heaps(shapes: Sequence[shapely.Geometry]) -> list[list[int]]:
    """Numbers of those that hang together by touching."""
    heaps: list[list[int]] = []
    for n, shape in enumerate(shapes):
        met = [h for h in heaps if any(shapely.dwithin(shape, shapes[k], TOUCH) for k in h)]
        heaps = [h for h in heaps if h not in met] + [sorted([n, *(k for h in met for k in h)])]
    return heaps


def _as_one(rivers: Sequence[P]) -> list[P]:
    """Rivers that touch as one; where land would be lost between them they stay apart."""
    out: list[P] = []
    for heap in _heaps([r.shape for r in rivers]):
        parts = [rivers[k] for k in heap]
        whole = shapely.union_all([shapely.buffer(p.shape, TOUCH, join_style="mitre") for p in parts])
        whole = shapely.buffer(whole, -TOUCH, join_style="mitre")
        if len(parts) == 1 or not isinstance(whole, shapely.Polygon) or len(whole.interiors):
            out += parts
            continue
        ring = tuple((float(x), float(y)) for x, y in np.asarray(whole.exterior.coords)[:-1])
        first = parts[0]
        out.append(type(first)(msgspec.structs.replace(first.feature, points=ring, line=False), first.land))
    return out


def _join_banks(rivers: Sequence[Piece]) -> None:
    """No bank where deep and shallow water meet."""
    for river in rivers:
        met = [r.shape for r in rivers if r is not river and shapely.dwithin(r.shape, river.shape, TOUCH)]
        if met and isinstance(river, Water | Shallows):
            river.stream.meet(shapely.union_all(met))


def _join_roads(roads: Sequence[Road]) -> None:
    """Roads that touch are painted by the first of them, with rounded corners and open crossings."""
    shapes = [r.bed for r in roads]
    for heap in _heaps(shapes):
        if len(heap) < 2:
            continue
        parts = [roads[k] for k in heap]
        ends = [
            shapely.Point(end).buffer(ROAD_WIDTH / 2)
            for r in parts
            if r.feature.line
            for end in (r.points[0], r.points[-1])
            if any(shapely.dwithin(shapely.Point(end), o.bed, TOUCH) for o in parts if o is not r)
        ]
        whole = shapely.union_all([*(shapely.buffer(shapes[k], TOUCH / 2) for k in heap), *ends])
        whole = shapely.buffer(shapely.buffer(whole, ROUND, quad_segs=6), -ROUND - TOUCH / 2, quad_segs=6)
        ruts: list[Floats] = []
        for n, road in zip(heap, parts, strict=True):
            others = shapely.union_all([shapes[k] for k in heap if k != n])
            for rut in road.ruts:
                left = shapely.difference(shapely.LineString(rut), others)
                ruts += [np.asarray(g.coords) for g in shapely.get_parts(left) if len(g.coords) > 1]
        for road in parts[1:]:
            road.joins()
        parts[0].carries(whole, ruts)


def _crossings(roads: Sequence[Road], wet: shapely.Geometry, spans: shapely.Geometry) -> list[Piece]:
    """A bridge wherever a road runs through water that none of the table's own leads over."""
    out: list[Piece] = []
    for road in roads:
        for part in polygons(shapely.intersection(road.bed, wet)):
            if part.area < LEAST or shapely.intersection(part, spans).area > SPANNED * part.area:
                continue
            way = _way(road, part)
            if way is not None:
                (x, y), (ux, uy), span, half = way
                deck = tuple((float(a), float(b)) for a, b in box_at(x, y, ux, uy, span / 2, half))
                art = msgspec.structs.replace(road.feature, kind="bridge", points=deck, line=False)
                bridge = Bridge(art, road.land)
                bridge.lead(*way)
                out.append(bridge)
    return out


def _way(road: Road, part: shapely.Polygon) -> tuple[Floats, Floats, float, float] | None:
    """Over a part of a road that lies in water: middle, way along, length and half the width of the bridge."""
    near = shapely.intersection(road.bed, shapely.buffer(part, 2.5 * ROAD_WIDTH))
    frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(near)))[:4]
    if len(frame) < 4:
        return None
    sides = np.diff(frame[:3], axis=0)
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    ahead = sides[int(np.argmax(lengths))] / float(lengths.max())
    across = np.array([-ahead[1], ahead[0]])
    points = np.asarray(part.exterior.coords)
    along, aside = points @ ahead, points @ across
    middle = ahead * (along.max() + along.min()) / 2 + across * (aside.max() + aside.min()) / 2
    return middle, ahead, float(along.max() - along.min()) + 8.0, float(aside.max() - aside.min()) / 2 + 1.0
