"""A situation as arrays: where all figures stand, the ranks they form, the fronts of bodies, how far bodies are apart.

NAP-SCL-13, NAP-S11, NAP-S51; a garrison is measured to the wall of its building (NAP-S79).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from threading import RLock
from typing import Any

import numpy as np
import shapely
from msgspec.structs import astuple

from game.engine.memo import Remembering
from game.engine.state import Base, State
from game.geometry.bases import Bases, Indices
from game.geometry.measure import bases_matrix, near_gaps
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, sin_cos
from game.kit.block.front import Front
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Ground, Piece, ground_of
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

_KEPT = 24
_TURN = 0.01
"""Degrees by which figures that face one way may differ."""
NO_ROWS: Indices = np.empty(0, dtype=np.intp)
NO_POINTS: Floats = np.empty((0, 2))


@dataclass(frozen=True)
class FrontRank(Front):
    """A front edge of a body, with the rows of its foremost rank: of all its figures that face one way."""

    rows: tuple[int, ...] = ()


class Board:
    """The figures of a view on the table, body by body; ``known`` is what has been worked out of it."""

    def __init__(self, view: State, ground: Ground) -> None:
        self.ground = ground
        units = [u.id for u in view.units.values() if not u.own.captivity.abandoned]
        figures = [b for u in units for b in view.bases_of(u)]
        self.figures: tuple[Base, ...] = tuple(figures)
        self.index = {b.id: k for k, b in enumerate(figures)}
        self.bases = Bases.of([b.shape for b in figures], [b.pose for b in figures if b.pose is not None])
        self._rows: dict[str, Indices] = {}
        start = 0
        for unit in units:
            many = len(view.bases_of(unit))
            if many:
                self._rows[unit] = np.arange(start, start + many)
                start += many
        self.inside: dict[str, Piece] = {
            u.id: ground.by_id[u.own.inside]
            for u in view.units.values()
            if u.own.inside in ground.by_id and facts.is_here(view, u.id)
        }
        self.bodies = tuple(u for u in view.units if u in self._rows or u in self.inside)
        self.sides = {u: view.units[u].side for u in self.bodies}
        self.known: dict[Any, Any] = {}
        self.by_own: list[tuple[Any, dict[Any, Any]]] = []

    def of_others(self) -> Board:
        """The same figures in the same places, with nothing remembered of who they are."""
        found = copy(self)
        found.by_own = []
        return found

    def rows(self, body: str) -> Indices:
        """Rows of a body's figures on the table in the order of their numbers; none of a garrison's."""
        return NO_ROWS if body in self.inside else self._rows.get(body, NO_ROWS)

    @cached_property
    def stances(self) -> Floats:
        """Place, facing and size (n, 5) of each figure."""
        of = self.bases
        return np.stack((of.xs, of.ys, of.facings, of.widths, of.depths), axis=1)

    def stance(self, body: str) -> bytes:
        """Sizes and poses of a body's figures as they stand: equal where it stands alike."""
        return self.stances[self.rows(body)].tobytes()

    @cached_property
    def levels(self) -> Floats:
        """Contour level (n,) under the middle of each figure."""
        return self.ground.levels_at(self.bases.centres)

    def outline(self, body: str) -> Shape:
        """What a body covers: its bases, or the building that it is in."""
        if body in self.inside:
            return self.inside[body].shape
        key = ("outline", body)
        if key not in self.known:
            self.known[key] = shapely.multipolygons(self.bases.outlines(self.rows(body)))
        found: Shape = self.known[key]
        return found

    def box(self, body: str) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y of a body."""
        if body in self.inside:
            return self.inside[body].box
        boxes = self.bases.boxes[self.rows(body)]
        low, high = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
        return (low[0], low[1], high[0], high[1])

    @cached_property
    def _boxes(self) -> Floats:
        return np.array([self.box(u) for u in self.bodies]).reshape(-1, 4)

    @cached_property
    def _apart(self) -> Floats:
        """Distances (b, b) of the boxes of all bodies: no gap is less."""
        low, high = self._boxes[:, :2], self._boxes[:, 2:]
        away = np.maximum(np.maximum(low[:, None] - high[None], low[None] - high[:, None]), 0.0)
        return np.asarray(np.hypot(away[..., 0], away[..., 1]))

    @cached_property
    def _place(self) -> dict[str, int]:
        return {u: k for k, u in enumerate(self.bodies)}

    def least(self, a: str, b: str) -> float:
        """A length (mm) that the gap of two bodies is not less than; inf where one is not there."""
        if a not in self._place or b not in self._place:
            return math.inf
        return float(self._apart[self._place[a], self._place[b]])

    def gap(self, a: str, b: str) -> float:
        """Distance (mm) of the nearest figures of two bodies (NAP-S11); inf where one is not on the table."""
        if a not in self._place or b not in self._place:
            return math.inf
        key = ("gap", min(a, b), max(a, b))
        if key not in self.known:
            self.known[key] = self._gap(a, b)
        found: float = self.known[key]
        return found

    def _gap(self, a: str, b: str) -> float:
        if a in self.inside or b in self.inside:
            return float(self.outline(a).distance(self.outline(b)))
        if self.bases.all_rect:
            corners = self.bases.corners
            return min(near_gaps(corners[self.rows(a)], corners[self.rows(b)]))[0]
        return float(bases_matrix(self.bases.take(self.rows(a)), self.bases.take(self.rows(b))).min())

    def within(self, a: str, b: str, far: float) -> bool:
        """Whether two bodies are no more than so many cm apart."""
        limit = cm(far) + SLACK
        return self.least(a, b) <= limit and self.gap(a, b) <= limit

    def near(self, body: str, far: float) -> tuple[str, ...]:
        """All other bodies, generals among them, within so many cm of a body."""
        if body not in self._place:
            return ()
        about = np.flatnonzero(self._apart[self._place[body]] <= cm(far) + SLACK).tolist()
        others = (self.bodies[k] for k in about)
        return tuple(u for u in others if u != body and self.within(body, u, far))

    def touching(self, a: str, b: str) -> bool:
        """Whether two bodies are in contact (NAP-S51)."""
        return self.within(a, b, CONTACT / 10.0)

    def to_shape(self, body: str, shape: Shape) -> float:
        """Distance (mm) of a body from a piece of terrain, a point or a line."""
        return float(self.outline(body).distance(shape))

    # --- fronts and ranks

    def fronts(self, body: str) -> tuple[FrontRank, ...]:
        """The front edges of a body, one for each way in which figures of it face, that of its first figure first."""
        key = ("fronts", body)
        if key not in self.known:
            self.known[key] = tuple(self._front(rows) for rows in self._by_facing(self.rows(body)))
        found: tuple[FrontRank, ...] = self.known[key]
        return found

    def front(self, body: str) -> FrontRank | None:
        """The front edge of a body as a whole; None of a garrison."""
        found = self.fronts(body)
        return found[0] if found else None

    def _by_facing(self, rows: Indices) -> list[Indices]:
        facings = np.round(self.bases.facings[rows] / _TURN)
        return [rows[facings == way] for way in dict.fromkeys(facings.tolist())]

    def _front(self, rows: Indices) -> FrontRank:
        facing = float(self.bases.facings[rows[0]])
        u, v = self._local(rows, facing)
        ahead = v + self.bases.depths[rows] / 2.0
        most = float(ahead.max())
        first = ahead >= most - CONTACT
        halves = self.bases.widths[rows] / 2.0
        low, high = float((u - halves)[first].min()), float((u + halves)[first].max())
        sine, cosine = sin_cos(facing)
        left = (low * cosine + most * sine, most * cosine - low * sine)
        right = (high * cosine + most * sine, most * cosine - high * sine)
        return FrontRank(left, right, facing, tuple(rows[first].tolist()))

    def _local(self, rows: Indices, facing: float) -> tuple[Floats, Floats]:
        """Places to the right (u) and ahead (v) of figures, seen along a facing."""
        sine, cosine = sin_cos(facing)
        xs, ys = self.bases.xs[rows], self.bases.ys[rows]
        return xs * cosine - ys * sine, xs * sine + ys * cosine

    def ranks(self, rows: Indices) -> list[Indices]:
        """Figures as they stand side by side: runs of touching bases of one facing, depth and level, in order."""
        out: list[Indices] = []
        for of in self._by_facing(rows):
            u, v = self._local(of, float(self.bases.facings[of[0]]))
            order = np.lexsort((u, np.round(v / CONTACT)))
            of, u, v = of[order], u[order], v[order]
            deep, half, level = self.bases.depths[of], self.bases.widths[of] / 2.0, self.levels[of]
            joins = np.abs(np.diff(v)) < SLACK * 10.0
            joins &= np.abs(np.diff(u) - half[1:] - half[:-1]) <= CONTACT
            joins &= (np.diff(deep) == 0.0) & (np.diff(level) == 0.0)
            out += np.split(of, np.flatnonzero(~joins) + 1)
        return out

    def quad(self, run: Indices) -> Floats:
        """Corners (4, 2) of a run of figures side by side."""
        corners = self.bases.corners
        first, last = corners[run[0]], corners[run[-1]]
        return np.stack((first[0], last[1], last[2], first[3]))


_boards: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], Board]] = OrderedDict()
_asked: list[tuple[tuple[Any, ...], Board]] = []
_LOCK = RLock()


def alike(one: Any, other: Any) -> bool:
    """Whether a part of a situation is another, or a copy of it, as who plays has it before him (behind glass).

    What two tables have in common is looked at no further.
    """
    if one is other or not isinstance(one, dict):
        return bool(one is other or one == other)
    return len(one) == len(other) and all(
        a == b and (x is y or x == y) for (a, x), (b, y) in zip(one.items(), other.items(), strict=True)
    )


def board_of(view: State) -> Board:
    """The board of a view; the same object for all views that share bases, units, terrain and table."""
    for (bases, units, features, table), board in _asked:
        if bases is view.bases and units is view.units and features is view.features and table is view.table:
            return board
    parts = (view.bases, view.units, view.features, view.table)
    key = tuple(map(id, parts))
    with _LOCK:
        found = _boards.pop(key, None)
        if found is None:
            found = (parts, _alike(parts) or Board(view, ground_of(view)))
        _boards[key] = found
        while len(_boards) > _KEPT:
            _boards.popitem(last=False)
    _asked[:] = [found]
    return found[1]


def _alike(parts: tuple[Any, ...]) -> Board | None:
    """The board of the same things, or one of bases whose units stand alike and differ in what is known of them."""
    bases, units, features, table = parts
    for had, board in reversed(_boards.values()):
        if had[3] == table and alike(had[0], bases) and alike(had[2], features):
            if alike(had[1], units):
                return board
            if list(had[1]) != list(units):
                continue
            pairs = zip(had[1].values(), units.values(), strict=True)
            if all(a is b or (a.side, a.bases, a.own.inside) == (b.side, b.bases, b.own.inside) for a, b in pairs):
                return board.of_others()
    return None


def _memory(view: State) -> dict[Any, Any]:
    """The memory of a view: of where all stand and what they are, and of the battle's own part (weather, move)."""
    by_own = board_of(view).by_own
    found = next((known for own, known in by_own if own is view.own), None)
    if found is None:
        parts = astuple(view.own)
        found = next((known for own, known in by_own if all(map(alike, astuple(own), parts))), {})
        by_own.append((view.own, found))
        del by_own[:-4]
    return found


remembered = Remembering(_memory)
"""For functions of bodies, figures, terrain and the battle's own part; not of ties, options and secrets."""


def gap(view: State, a: str, b: str) -> float:
    """Distance (mm) of two bodies (NAP-S11)."""
    return board_of(view).gap(a, b)
