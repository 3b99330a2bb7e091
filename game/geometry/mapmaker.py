"""Maps made from a number: pieces of terrain strewn over a table by rules that are data. The same number, the same map.

What a piece is to the rules the caller knows; here it is an outline of a kind, with room about it. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import Literal

import msgspec
import shapely

from .planar import Shape, union
from .shapes import Point

Symmetry = Literal["none", "half_turn", "mirror"]
Form = Literal["box", "oval", "blob"]
Span = tuple[float, float]

TRIES = 60
"""Places tried for one piece before another is thought of."""
ROUNDS = 40
"""Maps begun before the wish is given up."""


class MapError(ValueError):
    """A wish for a map that no map fulfils."""


class PieceKind(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces of one kind.

    Attributes
    ----------
    kind
        Its name, given to every piece made.
    form
        A rectangle, an ellipse, or an irregular outline in one.
    width, depth
        Least and greatest extent from west to east and from south to north, before it is turned.
    weight
        How often it is chosen among the others.
    least, most
        How many there are; with a symmetry a piece and its twin count as two.
    gap
        Room about it: to every other piece at least the greater of both gaps.
    edge
        Room to the table edge.
    turns
        Whether it may be turned by a quarter.
    beside, beside_gap
        A kind beside which it likes to lie, and how far from it; then that gap holds towards that piece.
    """

    kind: str
    form: Form = "box"
    width: Span
    depth: Span
    weight: float = 1.0
    least: int = 0
    most: int = 99
    gap: float = 0.0
    edge: float = 0.0
    turns: bool = True
    beside: str = ""
    beside_gap: Span = (0.0, 0.0)


class MapWish(msgspec.Struct, frozen=True, kw_only=True):
    """What a map is to be like.

    Attributes
    ----------
    table
        Width and depth.
    pieces
        Least and greatest number of pieces.
    symmetry
        "half_turn": every piece has a twin turned by 180 degrees about the middle; "mirror": mirrored on the line
        from west to east through it.
    grid
        Step to which corners are rounded, 0 for none.
    clear
        Rectangles (west, south, east, north) into which no piece may reach.
    """

    table: tuple[float, float]
    pieces: tuple[int, int]
    kinds: tuple[PieceKind, ...]
    symmetry: Symmetry = "half_turn"
    grid: float = 0.0
    clear: tuple[tuple[float, float, float, float], ...] = ()


class Made(msgspec.Struct, frozen=True):
    """A piece: its kind, its outline (not closed), and the number of the piece whose twin it is, -1 for none."""

    kind: str
    points: tuple[Point, ...]
    twin_of: int = -1


def make_map(wish: MapWish, seed: str) -> tuple[Made, ...]:
    """A map for a seed, which may be any text.

    Raises
    ------
    MapError
        If the wish contradicts itself, or no room for the least number of pieces is found.
    """
    _check(wish)
    for k in range(ROUNDS):
        # Each new beginning makes pieces a little smaller, so that a crowded wish comes true as well.
        made = _Maker(wish, Random(f"{seed}/{k}"), max(0.0, 1.0 - k / (ROUNDS / 2.0))).made()
        if made is not None:
            return made
    raise MapError(f"no room for {wish.pieces[0]} pieces on this table")


def twin(points: Iterable[Point], table: tuple[float, float], symmetry: Symmetry) -> tuple[Point, ...]:
    """The outline of a piece's twin, its corners in the same order.

    >>> twin([(1.0, 2.0)], (10.0, 10.0), "half_turn"), twin([(1.0, 2.0)], (10.0, 10.0), "mirror")
    (((9.0, 8.0),), ((1.0, 8.0),))
    """
    width, depth = table
    if symmetry == "none":
        return tuple(points)
    flip = symmetry == "half_turn"
    return tuple((round(width - x if flip else x, 3) + 0.0, round(depth - y, 3) + 0.0) for x, y in points)


def joined(table: tuple[float, float], blocked: Sequence[Shape], radius: float, areas: Sequence[Shape]) -> bool:
    """Whether a disc of some radius can go from each area to each other past what is blocked, on the table."""
    width, depth = table
    room: Shape = shapely.box(radius, radius, width - radius, depth - radius)
    walls = union([b.buffer(radius) for b in blocked])
    room = room if walls.is_empty else shapely.difference(room, walls)
    parts = [p for p in shapely.get_parts(room) if p.area > 0.0]
    return any(all(part.intersection(area).area > 0.0 for area in areas) for part in parts)


def _check(wish: MapWish) -> None:
    low, high = wish.pieces
    if not 0 < low <= high or not wish.kinds:
        raise MapError("a map needs pieces, and kinds of them")
    if sum(k.most for k in wish.kinds) < low or sum(k.least for k in wish.kinds) > high:
        raise MapError("the kinds do not add up to the number of pieces")
    for kind in wish.kinds:
        if not 0.0 < kind.width[0] <= kind.width[1] or not 0.0 < kind.depth[0] <= kind.depth[1]:
            raise MapError(f"{kind.kind}: sizes go from a least to a greatest above 0")


class _Maker:
    """One attempt at a map.

    ``size`` scales how much larger than the least pieces are (1: as wished, 0: all of the least size).
    """

    def __init__(self, wish: MapWish, luck: Random, size: float) -> None:
        self.wish = wish
        self.luck = luck
        self.size = size
        self.clear = [shapely.box(*c) for c in wish.clear]
        self.found: list[tuple[PieceKind, Shape, Made]] = []
        self.goal = wish.pieces[0] + int(luck.random() * (wish.pieces[1] - wish.pieces[0] + 1))

    def made(self) -> tuple[Made, ...] | None:
        """The pieces, or None where there was no room."""
        for kind in self.wish.kinds:
            while self._count(kind) < kind.least:
                if not self._add(kind):
                    return None
        misses = 0
        while len(self.found) < self.goal and misses < TRIES:
            kinds = [k for k in self.wish.kinds if self._count(k) < k.most]
            if not kinds:
                break
            if not self._add(self._chosen(kinds)):
                misses += 1
        if len(self.found) < self.wish.pieces[0]:
            return None
        return tuple(made for _, _, made in self.found)

    def _count(self, kind: PieceKind) -> int:
        return sum(1 for k, _, _ in self.found if k is kind)

    def _chosen(self, kinds: Sequence[PieceKind]) -> PieceKind:
        at = self.luck.random() * sum(k.weight for k in kinds)
        for kind in kinds:
            at -= kind.weight
            if at < 0.0:
                return kind
        return kinds[-1]

    def _between(self, span: Span) -> float:
        return span[0] + self.luck.random() * (span[1] - span[0])

    def _extent(self, span: Span) -> float:
        return span[0] + self.luck.random() * (span[1] - span[0]) * self.size

    def _add(self, kind: PieceKind) -> bool:
        """Place a piece, and its twin where the map is symmetric."""
        for _ in range(TRIES):
            points, partner = self._tried(kind)
            shape = shapely.Polygon(points)
            if shape.is_valid and self._fits(kind, shape, partner) and self._twinned(kind, points, shape):
                return True
        return False

    def _tried(self, kind: PieceKind) -> tuple[tuple[Point, ...], int]:
        """An outline somewhere on the table, and the number of the piece beside which it was laid (-1: none)."""
        across, along = self._extent(kind.width), self._extent(kind.depth)
        if kind.turns and self.luck.random() < 0.5:
            across, along = along, across
        width, depth = self.wish.table
        low_x, low_y = kind.edge + across / 2.0, kind.edge + along / 2.0
        x = low_x + self.luck.random() * max(0.0, width - 2.0 * low_x)
        y = low_y + self.luck.random() * max(0.0, depth - 2.0 * low_y)
        partner = -1
        partners = [k for k, (other, _, _) in enumerate(self.found) if kind.beside and other.kind == kind.beside]
        if partners and self.luck.random() < 0.5:
            partner = partners[int(self.luck.random() * len(partners))]
            x, y = self._beside(self.found[partner][1], across, along, self._between(kind.beside_gap))
        return self._outline(kind.form, x, y, across, along), partner

    def _beside(self, other: Shape, across: float, along: float, gap: float) -> Point:
        """The middle of a piece that lies at a gap beside another, face to face."""
        west, south, east, north = other.bounds
        side = int(self.luck.random() * 4.0)
        slide = self.luck.random() - 0.5
        if side % 2:
            x = west - gap - across / 2.0 if side == 1 else east + gap + across / 2.0
            return x, (south + north) / 2.0 + slide * (north - south)
        y = south - gap - along / 2.0 if side == 0 else north + gap + along / 2.0
        return (west + east) / 2.0 + slide * (east - west), y

    def _outline(self, form: Form, x: float, y: float, across: float, along: float) -> tuple[Point, ...]:
        a, b = across / 2.0, along / 2.0
        if form == "box":
            return self._snapped([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)])
        count = 16 if form == "oval" else 10
        points = []
        for k in range(count):
            angle = 2.0 * math.pi * k / count
            reach = 1.0 if form == "oval" else 0.75 + 0.25 * self.luck.random()
            points.append((x + a * reach * math.cos(angle), y + b * reach * math.sin(angle)))
        return tuple((round(px, 3) + 0.0, round(py, 3) + 0.0) for px, py in points)

    def _snapped(self, points: Sequence[Point]) -> tuple[Point, ...]:
        grid = self.wish.grid
        if grid <= 0.0:
            return tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points)
        return tuple(
            (round(round(x / grid) * grid, 3) + 0.0, round(round(y / grid) * grid, 3) + 0.0) for x, y in points
        )

    def _fits(self, kind: PieceKind, shape: Shape, partner: int = -1) -> bool:
        width, depth = self.wish.table
        west, south, east, north = shape.bounds
        room = kind.edge - 1e-6
        if min(west, south, width - east, depth - north) < room:
            return False
        if any(shape.intersection(c).area > 0.0 for c in self.clear):
            return False
        for k, (other, there, _) in enumerate(self.found):
            gap = max(kind.gap, other.gap) if k != partner else kind.beside_gap[0]
            if shape.distance(there) < gap - 1e-6 or shape.intersects(there):
                return False
        return True

    def _twinned(self, kind: PieceKind, points: tuple[Point, ...], shape: Shape) -> bool:
        """Take a piece, and its twin unless it is its own; whether there is room for both."""
        symmetry = self.wish.symmetry
        number = len(self.found)
        one = Made(kind.kind, points)
        if symmetry == "none":
            self.found.append((kind, shape, one))
            return True
        there = twin(points, self.wish.table, symmetry)
        other = shapely.Polygon(there)
        if other.equals(shape):
            self.found.append((kind, shape, one))
            return True
        room = self._count(kind) + 2 <= kind.most and len(self.found) + 2 <= self.wish.pieces[1]
        if (
            not room
            or shape.distance(other) < kind.gap - 1e-6
            or shape.intersects(other)
            or not self._near_ok(kind, other)
        ):
            return False
        self.found += [(kind, shape, one), (kind, other, Made(kind.kind, there, number))]
        return True

    def _near_ok(self, kind: PieceKind, other: Shape) -> bool:
        """Whether a twin fits: as its piece does, but for the partner's twin beside which it lies in turn."""
        least = min(kind.gap, kind.beside_gap[0]) if kind.beside else kind.gap
        return all(
            not other.intersects(there)
            and other.distance(there) >= (least if mate.kind == kind.beside else max(kind.gap, mate.gap)) - 1e-6
            for mate, there, _ in self.found
        )
