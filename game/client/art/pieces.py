"""What every piece of painted terrain shares: its outline, its place in the order of painting, and helpers.

A piece works out once where its trees, stones or ripples are (seeded by the feature's id, so that they stay where they
are) and then paints any part of the table at any scale.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np
import numpy.typing as npt
import shapely

from game.client.art.canvas import Sheet, Thing
from game.client.art.landscape import Landscape
from game.client.art.noise import rng_of, scatter
from game.client.tabletop.scene import FeatureArt

Floats = npt.NDArray[np.float64]
__all__ = [
    "Floats",
    "Piece",
    "Thing",
    "along",
    "box_at",
    "hexed",
    "outlines",
    "polygons",
    "stretched",
    "tint",
    "widened",
]


class Piece:
    """One feature as it is painted.

    ``order`` says when its flat part is painted (low first); things that stand up come after all flat parts.
    """

    order = 50
    water: shapely.Geometry | None = None
    """All rivers and lakes of the table, set before anything is painted."""

    def __init__(self, feature: FeatureArt, land: Landscape) -> None:
        self.feature, self.land = feature, land
        self.points: Floats = np.asarray(feature.points, dtype=np.float64).reshape(-1, 2)
        self.rng = rng_of(feature.id, feature.kind, len(feature.points))
        lo, hi = self.points.min(axis=0), self.points.max(axis=0)
        self.box = (float(lo[0]), float(lo[1]), float(hi[0]), float(hi[1]))
        if feature.line or len(self.points) < 3:
            self.shape: shapely.Geometry = shapely.LineString(self.points)
        else:
            self.shape = shapely.make_valid(shapely.Polygon(self.points))
        shapely.prepare(self.shape)
        self.prepare()

    def prepare(self) -> None:
        """Work out what does not depend on scale."""

    def flat(self, sheet: Sheet) -> None:
        """Paint what lies on the ground."""

    def low(self, sheet: Sheet) -> None:
        """Paint what stands up but is no single sprite: walls, houses. Painted after all flat parts."""

    def things(self) -> list[Thing]:
        """Sprites that stand on the ground."""
        return []

    def crowns(self) -> list[Thing]:
        """Sprites so high that those who stand among them would not be seen: they give way to troops."""
        return []

    # --- helpers -------------------------------------------------------------------------------------------------

    def inside(self, spacing: float, inset: float = 0.0) -> Floats:
        """Points inside the outline, no two nearer than ``spacing`` mm, ``inset`` mm from the edge."""
        area = shapely.buffer(self.shape, -inset) if inset else self.shape
        shapely.prepare(area)
        return scatter(self.rng, self.box, spacing, lambda p: shapely.contains_xy(area, p[:, 0], p[:, 1]))

    def tree(self, n: int) -> str:
        """What the broadleaved tree number ``n`` looks like in its season."""
        share = rng_of("season", self.feature.id, n).random()
        return "bare" if share < self.land.bare else "blossom" if share > 1.0 - self.land.blossom else "tree"

    def rings(self, inset: float) -> list[Floats]:
        """Outlines of the area made smaller by ``inset`` mm (larger if negative)."""
        return outlines(shapely.buffer(self.shape, -inset, quad_segs=6))


def outlines(geometry: shapely.Geometry) -> list[Floats]:
    """The outer rings of whatever polygons a geometry holds."""
    return [np.asarray(p.exterior.coords)[:-1] for p in polygons(geometry)]


def polygons(geometry: shapely.Geometry) -> Iterable[shapely.Polygon]:
    """The polygons in a geometry."""
    for part in shapely.get_parts(geometry):
        if isinstance(part, shapely.Polygon):
            if not part.is_empty:
                yield part
        elif shapely.get_num_geometries(part) > 1 or shapely.get_type_id(part) >= 4:
            yield from polygons(part)


def stretched(feature: FeatureArt, width: float, depth: float, by: float = 30.0) -> FeatureArt:
    """A feature that ends at the table's edge, drawn on beyond it, so that no bank or outline closes it there."""
    if feature.line or len(feature.points) < 3:
        return feature
    points = np.asarray(feature.points, dtype=np.float64)
    grown = [shapely.make_valid(shapely.Polygon(points))]
    ends = np.roll(points, -1, axis=0)
    for axis, border, out in ((0, 0.0, -by), (0, width, by), (1, 0.0, -by), (1, depth, by)):
        for a, b in zip(points, ends, strict=True):
            if abs(a[axis] - border) < 1.0 and abs(b[axis] - border) < 1.0 and abs(a[1 - axis] - b[1 - axis]) > 1.0:
                far = np.zeros(2)
                far[axis] = out
                grown.append(shapely.Polygon([a, b, b + far, a + far]).buffer(0.05, join_style="mitre"))
    if len(grown) == 1:
        return feature
    rings = outlines(shapely.union_all(grown))
    largest = max(rings, key=lambda r: abs(float(np.dot(r[:, 0], np.roll(r[:, 1], 1) - np.roll(r[:, 1], -1)))))
    return msgspec.structs.replace(feature, points=tuple((float(x), float(y)) for x, y in largest))


def widened(feature: FeatureArt, width: float, depth: float, wide: float) -> list[FeatureArt]:
    """A line as an area so wide (mm); where it ends at the table's edge it goes on beyond.

    A closed one becomes two halves, which touch: what is within it is not part of it.
    """
    points = np.asarray(feature.points, dtype=np.float64)
    if len(points) > 3 and float(np.hypot(*(points[0] - points[-1]))) < 1.0:
        ring = np.concatenate([points[:-1], points[:1]])
        start, half = (ring[0] + ring[1]) / 2, len(ring) // 2
        far = (ring[half] + ring[half - 1]) / 2
        ways = [np.array([start, *ring[1:half], far]), np.array([far, *ring[half:-1], ring[0], start])]
        for line in ways:  # they lie over one another a little, so that no bank shows between them
            for end, before in ((0, 1), (-1, -2)):
                way = line[end] - line[before]
                line[end] = line[end] + way * min(1.0, 8.0 / float(np.hypot(way[0], way[1])))
    else:
        for end, before in ((0, 1), (-1, -2)):
            x, y = points[end].tolist()
            way = points[end] - points[before]
            length = float(np.hypot(way[0], way[1]))
            if min(x, y, width - x, depth - y) < 2.0 and length > 0.0:
                points[end] = points[end] + way / length * 30.0
        ways = [points]
    out = []
    for n, line in enumerate(ways):
        area = shapely.buffer(shapely.LineString(line), wide / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
        out += [
            msgspec.structs.replace(
                feature, id=f"{feature.id}{n or ''}", points=tuple((float(x), float(y)) for x, y in ring), line=False
            )
            for ring in outlines(area)[:1]
        ]
    return out


def along(line: Floats, step: float, closed: bool = False) -> Floats:
    """Points every ``step`` mm along a polyline with the direction there: rows (x, y, ux, uy)."""
    if closed:
        line = np.concatenate([line, line[:1]])
    delta = np.diff(line, axis=0)
    length = np.hypot(delta[:, 0], delta[:, 1])
    keep = length > 1e-9
    start, delta, length = line[:-1][keep], delta[keep], length[keep]
    if not len(length):
        return np.empty((0, 4))
    ends = np.cumsum(length)
    count = max(1, round(float(ends[-1]) / step))
    at = (np.arange(count) + 0.5) * (float(ends[-1]) / count)
    segment = np.minimum(np.searchsorted(ends, at), len(length) - 1)
    unit = delta[segment] / length[segment, None]
    into = at - (ends[segment] - length[segment])
    return np.concatenate([start[segment] + unit * into[:, None], unit], axis=1)


def box_at(x: float, y: float, ux: float, uy: float, half_along: float, half_across: float) -> Floats:
    """A rectangle around (x, y) whose long side runs along (ux, uy)."""
    a = np.array([ux, uy]) * half_along
    b = np.array([-uy, ux]) * half_across
    c = np.array([x, y])
    return np.array([c - a - b, c + a - b, c + a + b, c - a + b])


def tint(colour: str, factor: float) -> tuple[int, int, int]:
    """A colour made lighter or darker."""
    r, g, b = (min(255, max(0, round(int(colour[i : i + 2], 16) * factor))) for i in (1, 3, 5))
    return r, g, b


def hexed(rgb: tuple[int, int, int]) -> str:
    """``#rrggbb``."""
    return f"#{rgb[0]:02x}{rgb[1]:02x}{rgb[2]:02x}"
