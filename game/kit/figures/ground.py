"""The ground of a battle: how high it is, and where a model can stand.

Areas, hedges and walls lie on the ground at 0; tops of hills, platforms and towers and the floors of pits have the
heights of their features. What is nearer to the sky counts: on the outline of a top one stands on the top, on the rim
of a pit outside it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import Feature, Table
from game.engine.text import Length, T, Thing
from game.geometry.crossing import cut_at, ring_edges
from game.geometry.planar import Shape, shapes, union
from game.geometry.shapes import Floats, Footprint, Point, Pose
from game.geometry.terrain import ON_OUTLINE
from game.kit.figures.figures import Figures
from game.kit.figures.outlines import half_extents, inside, overlaps

R = TypeVar("R")
K = TypeVar("K", bound="GroundKind")
GRID = 100.0
"""mm of the squares by which what lies about a point is remembered."""
FEW = 4
"""Points of which each is looked at by itself, which takes less time than to look at all in bulk."""


class Kept(dict[object, Any]):
    """What has been worked out once, by what it was worked out of."""

    def once(self, key: object, make: Callable[[], R]) -> R:
        """What is kept under a key; made now where nothing is."""
        try:
            found: R = self[key]
        except KeyError:
            found = self[key] = make()
        return found


class Lasting(Kept):
    """What outlives a situation, by how those stand on whom alone it depends; beyond ``MOST`` the older half goes."""

    MOST = 8192

    def once(self, key: object, make: Callable[[], R]) -> R:
        """As :meth:`Kept.once`."""
        if len(self) > self.MOST:
            kept = list(self.items())[self.MOST // 2 :]
            self.clear()
            self.update(kept)
        return super().once(key, make)


class GroundKind(Protocol):
    """A kind of terrain as far as the ground sees it; what else it is to models are flags of the system's own."""

    @property
    def shape(self) -> Literal["area", "top", "wall", "hedge", "pit"]:
        """An area is on the ground, a top is stood on; nobody stands on a wall; a hedge is only crossed."""
        ...

    @property
    def height_mm(self) -> float:
        """Its usual height in mm."""
        ...

    @property
    def rises(self) -> bool:
        """Whether it is solid terrain that a base may not overlap from below."""
        ...


class Piece(msgspec.Struct, Generic[K], frozen=True):
    """A piece of terrain as the rules see it: its outline or line (``area``), and the faces on which ladders lean.

    ``top`` is mm of its top above the ground, of a pit's floor below it (negative).
    """

    id: str
    kind: K
    area: Shape
    top: float
    ladders: tuple[tuple[Point, Point], ...] = ()


class SurfaceSpan(msgspec.Struct, frozen=True):
    """A part of a straight way over one surface: shares of the way, height (mm), whose surface ("" the ground).

    ``blocked`` names a wall that stands there, ``hedge`` a hedge.
    """

    start: float
    end: float
    height: float
    piece: str = ""
    blocked: str = ""
    hedge: str = ""

    @property
    def surface(self) -> tuple[float, str, str, str]:
        """What there is to walk on, and what stands on it."""
        return self.height, self.piece, self.blocked, self.hedge


class Ground(Generic[K]):
    """The terrain of a table (mm); it never changes.

    Parameters
    ----------
    kinds
        The kinds of terrain by id.
    figures
        What the system says of those who stand there.
    """

    def __init__(self, features: Mapping[str, Feature], table: Table, kinds: Mapping[str, K], figures: Figures) -> None:
        self.table, self.figures = table, figures
        self.slack, self.level = figures.slack, figures.level
        self.pieces = tuple(_piece(f, kinds[f.kind]) for f in features.values())
        self.by_id = {p.id: p for p in self.pieces}
        self.tops, self.pits, self.walls, self.hedges, self.areas = (
            tuple(p for p in self.pieces if p.kind.shape == shape) for shape in ("top", "pit", "wall", "hedge", "area")
        )
        self.solid = tuple(p for p in self.pieces if p.kind.rises)
        self._bounds: dict[str, tuple[float, ...]] = {p.id: tuple(p.area.bounds) for p in self.pieces}
        self._solid = tuple((self._bounds[p.id], p) for p in self.solid)
        # The pieces by which the surface of a way changes, or that stand on it.
        self._stepped = (*self.tops, *self.pits, *self.walls, *self.hedges)
        self._edges: list[list[list[Point]]] = [ring_edges(p.area).tolist() for p in self._stepped]
        self._boxes: list[tuple[float, ...]] = [self._bounds[p.id] for p in self._stepped]
        self._squares: dict[tuple[int, int], list[tuple[int, tuple[float, ...]]]] = {}
        self._latest: tuple[Point, Point, tuple[SurfaceSpan, ...]] | None = None
        self._surface = lru_cache(maxsize=4096)(self._found_under)
        self.kept, self.lasting = Kept(), Lasting()

    def heights_at(self, points: Floats) -> Floats:
        """Height (mm, (n,)) of the surface under each point (n, 2)."""
        if len(points) <= FEW:
            return np.array([self.height_at(x, y) for x, y in points.tolist()], dtype=np.float64)
        out = np.zeros(len(points))
        (west, south), (east, north) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        near = [self._stepped[k] for k in self._near((west, south), (east, north))]
        tops, pits = ([p for p in near if p.kind.shape == shape] for shape in ("top", "pit"))
        if not tops and not pits:
            return out
        spots = np.asarray(shapely.points(points), dtype=object)
        for pit in pits:
            within = shapely.contains(pit.area, spots) & (shapely.distance(pit.area.boundary, spots) > ON_OUTLINE)
            out = np.where(within, np.minimum(out, pit.top), out)
        best = np.full(len(points), -np.inf)
        for top in tops:
            best = np.where(shapely.dwithin(top.area, spots, ON_OUTLINE), np.maximum(best, top.top), best)
        return np.asarray(np.where(np.isfinite(best), best, out))

    def height_at(self, x: float, y: float) -> float:
        """Height (mm) of the surface under a point."""
        return self._surface(x, y)[0]

    def surface_at(self, x: float, y: float) -> str:
        """The piece on whose top or floor a point lies, "" for the ground."""
        return self._surface(x, y)[1]

    def _found_under(self, x: float, y: float) -> tuple[float, str]:
        """Height (mm) of the surface under a point, and whose it is, "" the ground's."""
        here = [self._stepped[k] for k in self._near((x, y), (x, y))]
        if not here:
            return 0.0, ""
        spot = shapely.Point(x, y)
        tops = [p for p in here if p.kind.shape == "top" and p.area.dwithin(spot, ON_OUTLINE)]
        pits = [p for p in here if p.kind.shape == "pit" and p.area.contains(spot)]
        pits = [p for p in pits if p.area.boundary.distance(spot) > ON_OUTLINE]
        found = max(tops, key=lambda p: p.top) if tops else min(pits, key=lambda p: p.top, default=None)
        return (0.0, "") if found is None else (found.top, found.id)

    def level_at(self, x: float, y: float) -> int:
        """Height of the surface under a point in whole units, as poses record it."""
        return self.figures.level_of(self.height_at(x, y))

    def on_level(self, x: float, y: float, facing: float = 0.0) -> Pose:
        """A pose at a point with the level of the surface there."""
        return Pose(x, y, facing, self.level_at(x, y))

    def may_stand(self, shape: Footprint, pose: Pose, fallen: bool = False) -> Bar | None:
        """Why a model cannot stand here, or None; only who has fallen may be in a pit."""
        slack, clauses = self.slack, self.figures.clauses
        along, across = half_extents(shape, pose.facing)
        x_out = max(along - pose.x, pose.x + along - self.table.width)
        if max(x_out, across - pose.y, pose.y + across - self.table.depth) > slack:
            return Bar(T("The base would cross the table edge"), clauses.edge)
        bar = self.no_footing(pose.x, pose.y, fallen)
        if bar is not None:
            return bar
        height = self.height_at(pose.x, pose.y)
        limit = height + self.level + slack
        for solid in _hit(shape, pose, self._solid, slack):
            if solid.top > limit:
                piece, rise = Thing(solid.id), Length(solid.top - height)
                text = T("The base would overlap {piece}, which rises {height} above it", piece=piece, height=rise)
                return Bar(text, clauses.solid)
        if height < 0.0 and not inside(shape, pose, self._floor, slack):
            return Bar(T("At this level the base would overlap the rim"), clauses.solid)
        return None

    def no_footing(self, x: float, y: float, fallen: bool = False) -> Bar | None:
        """Why no model's centre can stay at a point: a wall, a hedge, a pit."""
        height, surface = self._surface(x, y)
        for piece in (self._stepped[k] for k in self._near((x, y), (x, y))):
            stands = piece.kind.shape in ("wall", "hedge") and piece.top > height + self.slack
            if stands and piece.area.covers(shapely.Point(x, y)):
                return Bar(T("No model may stand on {piece}", piece=Thing(piece.id)), self.figures.clauses.footing)
        if height < 0.0 and not fallen:
            text = T("Only fallen models may be in {piece}", piece=Thing(surface))
            return Bar(text, self.figures.clauses.footing)
        return None

    @cached_property
    def _floor(self) -> Shape:
        """Where one can be down in a pit: pits without what stands over them."""
        floor = union([p.area for p in self.pits])
        over = union([p.area for p in self.tops])
        return shapely.difference(floor, over)

    def reaching(self, height: float, what: str) -> list[Piece[K]]:
        """Areas of a sort ("" all) that reach a surface: it lies neither below their ground nor above their height."""
        slack = self.slack
        return [p for p in self.areas if (not what or getattr(p.kind, what)) and -slack <= height <= p.top + slack]

    def under(self, shape: Footprint, pose: Pose, what: str = "") -> tuple[str, ...]:
        """Ids of the areas of a sort ("" all) in which a base is."""
        found = self.reaching(self.height_at(pose.x, pose.y), what)
        return tuple(p.id for p in _hit(shape, pose, [(self._bounds[p.id], p) for p in found], self.slack))

    def area(self, what: str, height: float = 0.0) -> Shape:
        """The united areas of a sort ("" all) that reach a surface at a height (mm)."""
        found = self.reaching(height, what)
        return self.kept.once(("united", *(p.id for p in found)), lambda: _united(found))

    def _near(self, start: Point, end: Point) -> list[int]:
        """Numbers of the stepped pieces whose box a straight way's box meets."""
        west, east = min(start[0], end[0]) - ON_OUTLINE, max(start[0], end[0]) + ON_OUTLINE
        south, north = min(start[1], end[1]) - ON_OUTLINE, max(start[1], end[1]) + ON_OUTLINE
        boxes = self._about(*start) if start == end else enumerate(self._boxes)
        return [k for k, (x0, y0, x1, y1) in boxes if x0 <= east and x1 >= west and y0 <= north and y1 >= south]

    def _about(self, x: float, y: float) -> list[tuple[int, tuple[float, ...]]]:
        """The stepped pieces, with their boxes, that come into the square of a grid in which a point lies."""
        square = (math.floor(x / GRID), math.floor(y / GRID))
        found = self._squares.get(square)
        if found is None:
            west, south = square[0] * GRID - 1.0, square[1] * GRID - 1.0
            east, north = west + GRID + 2.0, south + GRID + 2.0
            boxes = enumerate(self._boxes)
            found = [(k, b) for k, b in boxes if b[0] <= east and b[2] >= west and b[1] <= north and b[3] >= south]
            self._squares[square] = found
        return found

    def even(self, start: Point, end: Point) -> bool:
        """Whether a straight way leads over the ground alone: no top, pit, wall or hedge comes near it."""
        return not self._near(start, end)

    def profile(self, start: Point, end: Point) -> tuple[SurfaceSpan, ...]:
        """The surfaces under a straight way, from its start to its end, with the walls and hedges that stand on it."""
        latest = self._latest
        if latest is None or latest[0] != start or latest[1] != end:
            # who walks a way often asks for it again to see where he might jump
            latest = self._latest = (start, end, self._profile(start, end))
        return latest[2]

    def _profile(self, start: Point, end: Point) -> tuple[SurfaceSpan, ...]:
        length = math.dist(start, end)
        if length <= ON_OUTLINE:
            return (SurfaceSpan(0.0, 1.0, *self._surface(*start)),)
        near = self._near(start, end)
        if not near:
            return (SurfaceSpan(0.0, 1.0, 0.0),)
        cuts = cut_at(start, end, itertools.chain.from_iterable(self._edges[k] for k in near))
        ends = sorted({0.0, 1.0, *(c for c in cuts if 0.0 < c < 1.0)})
        ends = [c for k, c in enumerate(ends) if k == 0 or (c - ends[k - 1]) * length > ON_OUTLINE]
        ends[-1] = 1.0
        # in the order in which they lie on the table; what is not near the way is not on it
        walls, hedges = ([p for k in near if (p := self._stepped[k]).kind.shape == what] for what in ("wall", "hedge"))
        found: list[SurfaceSpan] = []
        for s, e in itertools.pairwise(ends):
            x, y = (start[i] + (end[i] - start[i]) * (s + e) / 2.0 for i in (0, 1))
            wall, hedge = (next((p.id for p in of if p.area.covers(shapely.Point(x, y))), "") for of in (walls, hedges))
            now = SurfaceSpan(s, e, *self._surface(x, y), wall, hedge)
            if found and found[-1].surface == now.surface:
                now = replace(found.pop(), end=e)
            found.append(now)
        return tuple(found)

    def ladder_near(self, x: float, y: float, gap: float) -> tuple[str, ...]:
        """Ids of the pieces with a ladder at most ``gap`` mm from a point; a pit has one anywhere."""
        spot = shapely.Point(x, y)
        leaning = (p for p in self.tops if p.ladders and p.area.dwithin(spot, gap + 1.0))
        found = [p.id for p in leaning if any(shapely.LineString(f).distance(spot) <= gap for f in p.ladders)]
        found += [p.id for p in self.pits if p.area.boundary.distance(spot) <= gap]
        return tuple(found)


def _hit(
    shape: Footprint, pose: Pose, pieces: Iterable[tuple[tuple[float, ...], Piece[K]]], slack: float
) -> list[Piece[K]]:
    """The pieces, each with its box, that a base overlaps; those whose box it does not come near are not looked at."""
    half = math.hypot(shape.width, shape.depth) / 2.0
    west, south, east, north = pose.x - half, pose.y - half, pose.x + half, pose.y + half
    near = [p for (x0, y0, x1, y1), p in pieces if x0 <= east and x1 >= west and y0 <= north and y1 >= south]
    hit = overlaps(shape, pose, shapes([p.area for p in near]), slack) if near else ()
    return [p for p, there in zip(near, hit, strict=True) if there]


def _united(pieces: Sequence[Piece[K]]) -> Shape:
    area = union([p.area for p in pieces])
    shapely.prepare(area)
    return area


def _piece(feature: Feature, kind: K) -> Piece[K]:
    area = shapely.LineString(feature.points) if feature.line else shapely.Polygon(feature.points)
    shapely.prepare(area)
    ladders: tuple[int, ...] = feature.own.ladders if feature.own is not None else ()
    count = len(feature.points)
    faces = tuple((feature.points[k % count], feature.points[(k + 1) % count]) for k in ladders)
    return Piece(feature.id, kind, area, feature.height or kind.height_mm, faces)
