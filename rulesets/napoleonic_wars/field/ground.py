"""The ground of a battle: kinds of terrain, contours and slopes, obstacles with their gates and breaches.

NAP-TER-06, NAP-TER-07, NAP-TER-13, NAP-S24, NAP-S27. Lengths in mm unless told otherwise; levels in contours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

import msgspec
import numpy as np
import shapely
from shapely import ops

from game.engine.memo import Grounds
from game.engine.state import Feature, Table
from game.geometry.crossing import ring_edges
from game.geometry.planar import Shape, difference, shapes, union
from game.geometry.shapes import Floats, Point
from game.kit.data import Named
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm
from rulesets.napoleonic_wars.own import Breach, PieceOwn

Grade = Literal["", "soft", "hard", "total"]
Slope = Literal["", "gentle", "steep"]
Sight = Literal["", "scrub", "open_wood", "dense_wood", "building", "hill", "screen"]
ROUND = 64
"""Sides of a quarter of a circle about a corner."""
WOODS: tuple[Sight, ...] = ("open_wood", "dense_wood")


class _Visibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sight: dict[str, tuple[float, float, float, float]]
    number: dict[str, float]


visibility = DATA.whole("visibility.toml", _Visibility)


def ground_number(name: str) -> float:
    """A number of the chapter by its name, in cm where it is a length."""
    return visibility().number[name]


def long(name: str) -> float:
    """A length of the chapter by its name, in mm."""
    return cm(ground_number(name))


class Kind(Named, frozen=True, kw_only=True):
    """A kind of terrain; the keys are explained at the head of the file (NAP-TER-13)."""

    shape: Literal["area", "line", "contours"]
    move: str
    disorder: str = ""
    accumulates: bool = False
    eases: bool = False
    cover: Grade = ""
    mounted: Grade = ""
    melee: bool = True
    sight: Sight = ""

    @property
    def is_wood(self) -> bool:
        """Whether it is a wood or orchard."""
        return self.sight in WOODS

    @property
    def is_line(self) -> bool:
        """Whether it is a linear obstacle."""
        return self.shape == "line"

    @property
    def is_road(self) -> bool:
        """Whether it makes of the ground that it takes the place of open ground."""
        return self.eases and self.move == "full"

    @property
    def is_forbidden(self) -> bool:
        """Whether nobody may enter it at all."""
        return self.move == "forbidden"


kinds = DATA.table("terrain.toml", "kind", Kind)
"""All kinds of terrain by id."""


class Piece(msgspec.Struct, frozen=True, dict=True):
    """A piece of terrain as the rules see it.

    Attributes
    ----------
    whole
        Its outline, or its line with all gates and breaches.
    shape
        Its outline, or what of its line still hinders.
    level
        Contours of the ground that it stands on; of a hill those of the ground about it.
    rings
        Of a hill: its outlines from the foot up.
    """

    id: str
    kind: Kind
    own: PieceOwn
    whole: Shape
    shape: Shape
    level: int = 0
    rings: tuple[shapely.Polygon, ...] = ()

    @cached_property
    def edges(self) -> Floats:
        """Edges (m, 2, 2) of its shape."""
        return ring_edges(self.shape)

    @cached_property
    def unbreached(self) -> Shape:
        """What of an obstacle hinders where its breaches do not count (NAP-BLD-03)."""
        line = shapely.LineString(shapely.get_coordinates(self.whole))
        return shapely.union_all([self.shape, *(ops.substring(line, *_span(line, b)) for b in self.own.breaches)])

    @cached_property
    def ring_edges(self) -> tuple[Floats, ...]:
        """Edges of a hill's outlines."""
        return tuple(map(ring_edges, self.rings))

    @cached_property
    def core(self) -> Shape:
        """What of a wood lies more than 4 cm inside its edge (NAP-VIS-04)."""
        return self.shape.buffer(-long("rim"), join_style="mitre")

    @cached_property
    def core_edges(self) -> Floats:
        """Edges of the core."""
        return ring_edges(self.core)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y."""
        west, south, east, north = self.whole.bounds
        return west, south, east, north

    @property
    def top(self) -> int:
        """The highest contour of a hill."""
        return self.level + len(self.rings)

    @property
    def storeys(self) -> int:
        """Storeys that hinder sight: of a building one at least, of other works those that the scenario gives."""
        return max(self.own.storeys, int(self.kind.id == "building"))

    @property
    def wall(self) -> float:
        """Length of the external wall (mm, NAP-S27)."""
        return float(self.shape.length)

    def room(self) -> int:
        """Figures that a building holds (NAP-TER-04, NAP-S27)."""
        return _full(self.wall, "wall_inside")

    def shooters(self) -> int:
        """Figures that may fire out of a building (NAP-TER-05)."""
        return _full(self.wall, "wall_a_figure")

    def access(self, outline: Shape) -> int:
        """Figures that enter by the wall within 1 cm of a body in a quarter-move (NAP-TER-02, NAP-S27)."""
        near = outline.buffer(long("at_wall") + SLACK, quad_segs=ROUND)
        return _full(sum(float(shapely.intersection(wall, near).length) for wall in self._walls), "wall_a_figure")

    def fighters(self, outline: Shape) -> int:
        """Figures that fight on either side where a body is in contact with the wall (NAP-TER-03, NAP-R114)."""
        return _full(sum(_touched(wall, outline) for wall in self._walls), "wall_a_figure")

    @property
    def _walls(self) -> list[Shape]:
        return [shapely.LineString(edge) for edge in self.edges.tolist()]


def _touched(wall: Shape, outline: Shape) -> float:
    """Length (mm) of a straight wall along which a body lies in contact with it; none where it only ends at it."""
    strip = wall.buffer(CONTACT + SLACK, cap_style="flat")
    near = shapely.intersection(shapely.get_parts(outline), strip)  # bases along each other are no valid shape together
    spans: list[Shape] = []
    for part in shapely.get_parts(near):
        along = np.array([wall.project(shapely.Point(p)) for p in shapely.get_coordinates(part).tolist()])
        if len(along):
            spans.append(shapely.LineString([(along.min(), 0.0), (along.max(), 0.0)]))
    return float(shapely.union_all(spans).length)


def _full(length: float, each: str) -> int:
    return int((length + SLACK) / long(each))


class Ground:
    """The terrain of a table; it never changes."""

    def __init__(self, features: Mapping[str, Feature], table: Table) -> None:
        self.table = table
        hills = tuple(_piece(f, 0) for f in features.values() if kinds()[f.kind].shape == "contours")
        self.hills = hills
        others = (f for f in features.values() if kinds()[f.kind].shape != "contours")
        flat = {f.id: _piece(f, self._level_under(f)) for f in others} | {h.id: h for h in hills}
        self.by_id = {name: flat[name] for name in features}
        self.pieces = tuple(self.by_id.values())
        self.areas = tuple(p for p in self.pieces if p.kind.shape == "area")
        self.lines = tuple(p for p in self.pieces if p.kind.is_line)
        self.woods = tuple(p for p in self.areas if p.kind.is_wood)
        self.scrubs = tuple(p for p in self.areas if p.kind.sight == "scrub")
        self.blocks = tuple(p for p in self.areas if p.kind.sight == "building" and p.storeys)
        self.buildings = tuple(p for p in self.areas if p.kind.id == "building")
        self.hiding = (*self.woods, *self.scrubs)
        self._tree = shapely.STRtree(shapes([p.shape for p in self.pieces]))
        eased = [p for p in self.areas if p.kind.eases]
        self.bare = {p.id: _bare(p, eased) for p in (*self.areas, *self.lines)}
        """By area or line what of it hinders: not where a road, ford or bridge takes its place (NAP-S15)."""

    def _level_under(self, feature: Feature) -> int:
        spot = shapely.get_coordinates(_outline(feature).centroid)
        return int(self.levels_at(spot)[0])

    def levels_at(self, points: Floats) -> Floats:
        """Contour level (n,) of the ground at points (n, 2); on a contour one stands on it (NAP-TER-06)."""
        out = np.zeros(len(points))
        for hill in self.hills:
            low, high = np.array(hill.box[:2]) - 2.0 * SLACK, np.array(hill.box[2:]) + 2.0 * SLACK
            rows = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
            if not len(rows):
                continue
            spots = np.asarray(shapely.points(points[rows]), dtype=object)
            found = np.sum([shapely.dwithin(ring, spots, SLACK) for ring in hill.rings], axis=0, dtype=np.float64)
            out[rows] = np.maximum(out[rows], np.where(found > 0.0, hill.level + found, 0.0))
        return out

    def level_at(self, x: float, y: float) -> int:
        """Contour level of the ground at a point."""
        return int(self.levels_at(np.array([(x, y)]))[0])

    def met(self, shape: Shape) -> tuple[Piece, ...]:
        """All pieces that a point, stretch or outline meets, in the order of the table."""
        return tuple(self.pieces[k] for k in sorted(self._tree.query(shape, predicate="intersects").tolist()))

    def at(self, x: float, y: float) -> tuple[Piece, ...]:
        """The areas at a point."""
        return tuple(p for p in self.met(shapely.Point(x, y)) if p.kind.shape == "area")

    def slowing(self, shape: Shape) -> tuple[Piece, ...]:
        """The areas that count for movement where a front edge or a base is (NAP-S15)."""
        found = (p for p in self.met(shape) if p.kind.shape == "area")
        return tuple(p for p in found if shapely.intersects(self.bare[p.id], shape))

    def crossed(self, start: Point, end: Point) -> tuple[Piece, ...]:
        """The linear obstacles that a straight way crosses, not at their gates and breaches."""
        return tuple(p for p in self.met(shapely.LineString((start, end))) if p.kind.is_line)

    def hill_at(self, x: float, y: float) -> Piece | None:
        """The hill whose ground a point is on, where several lie over each other the highest."""
        spot = shapely.Point(x, y)
        found = [h for h in self.hills if shapely.dwithin(h.shape, spot, SLACK)]
        return max(found, key=lambda h: (h.level, h.id), default=None)

    def slope_at(self, x: float, y: float) -> Slope:
        """The slope at a point: steep where the contours below and above it are less than 5 cm apart.

        NAP-TER-06, NAP-TER-07: a hill of one contour is gentle, and so is the top of one with several.
        """
        hill = self.hill_at(x, y)
        if hill is None:
            return ""
        spot = shapely.Point(x, y)
        k = sum(bool(shapely.dwithin(ring, spot, SLACK)) for ring in hill.rings) - 1
        if k + 1 >= len(hill.rings):
            return "gentle"
        between = hill.rings[k].exterior.distance(spot) + hill.rings[k + 1].distance(spot)
        return "steep" if between < long("steep") - SLACK else "gentle"


ground_of = Grounds(Ground, kept=16)
"""The ground of a view; the same object for all views that share their features."""


def _outline(feature: Feature) -> Shape:
    return shapely.LineString(feature.points) if feature.line else shapely.Polygon(feature.points)


def _piece(feature: Feature, level: int) -> Piece:
    kind = kinds()[feature.kind]
    own = feature.own if isinstance(feature.own, PieceOwn) else PieceOwn()
    whole = _outline(feature)
    if kind.shape == "contours":
        rings = tuple(map(shapely.Polygon, (feature.points, *own.contours)))
        return Piece(feature.id, kind, own, whole, whole, own.level, rings)
    shape = _without_gaps(whole, own) if feature.line else whole
    return Piece(feature.id, kind, own, whole, shape, max(level, own.level))


def _bare(piece: Piece, eased: Sequence[Piece]) -> Shape:
    """What of a piece no other takes the place of; of two that could, the one drawn later does."""
    after = eased[eased.index(piece) + 1 :] if piece in eased else eased
    over = [p.shape for p in after if shapely.intersects(p.shape, piece.shape)]
    if not over:
        return piece.shape
    left = difference(piece.shape, union(over))
    if not piece.kind.is_line:
        return left
    beside = shapely.get_parts(shapely.intersection(piece.shape, union(over).boundary))  # a hedge along a road stays
    return shapely.union_all([left, *beside[shapely.get_dimensions(beside) == 1]])


def _span(line: Shape, breach: Breach) -> tuple[float, float]:
    """From where to where along a line (mm) a breach goes."""
    middle = float(line.project(shapely.Point(breach.at)))
    return max(0.0, middle - breach.width / 2.0), min(line.length, middle + breach.width / 2.0)


def _without_gaps(line: Shape, own: PieceOwn) -> Shape:
    """A line without its gates (NAP-R38) and its breaches (NAP-BLD-01)."""
    gaps = [*own.gate, *(_span(line, breach) for breach in own.breaches)]
    shape = line
    for a, b in gaps:
        whole = shapely.LineString(shapely.get_coordinates(line))
        shape = shapely.difference(shape, ops.substring(whole, max(0.0, a), min(line.length, b)))
    return shape
