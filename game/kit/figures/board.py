"""One view's situation as arrays, made once for all states whose bases stand the same, and derived for "what if"."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from game.engine.memo import Boards
from game.engine.state import Base, State
from game.geometry.bases import Bases, Indices
from game.geometry.measure import base_nearest
from game.geometry.shapes import Floats, Point, Pose
from game.kit.figures.figures import Figures
from game.kit.figures.ground import Ground, Kept
from game.kit.figures.outlines import Truths, plan_gaps

G = TypeVar("G", bound=Ground[Any])


class Board(Generic[G]):
    """The models of a view on the table in the order of the army lists, then of their numbers.

    ``heights`` are mm of the surface under each centre, exact; ``tall`` mm from that surface to the eyes; ``memo`` is
    what has been worked out of this situation.
    """

    def __init__(self, models: Sequence[Base], ground: G, sides: Mapping[str, str]) -> None:
        self.ids = tuple(b.id for b in models)
        self.units = tuple(b.unit for b in models)
        self.index = {name: k for k, name in enumerate(self.ids)}
        self.sides = tuple(sides[u] for u in self.units)
        self.ground = ground
        self.bases = Bases.of([b.shape for b in models], [b.pose for b in models if b.pose is not None])
        self.heights = ground.heights_at(self.bases.centres)
        self.tall: Floats = np.array([ground.figures.eyes(b) for b in models], dtype=np.float64)
        of = np.array(self.units)
        self._rows: dict[str, Indices] = {unit: np.flatnonzero(of == unit) for unit in dict.fromkeys(self.units)}
        self._picked = Kept()  # what depends on who stands there, not on where
        self.memo = Kept()
        self._planned: tuple[Floats, tuple[Indices, ...]] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def moved(self, poses: Mapping[str, Pose]) -> Board[G]:
        """The same situation with some models elsewhere; what does not change is shared."""
        if not poses:
            return self
        new: Board[G] = object.__new__(Board)
        for name in ("ids", "units", "index", "sides", "ground", "tall", "_rows", "_picked"):
            setattr(new, name, getattr(self, name))
        which = np.array(sorted(self.index[b] for b in poses), dtype=np.intp)
        new.bases = _with_poses(self.bases, which, [poses[self.ids[k]] for k in which.tolist()])
        new.heights = self.heights.copy()
        new.heights[which] = self.ground.heights_at(new.bases.centres[which])
        new.memo = Kept()
        new._planned = self._since(which)
        return new

    def _since(self, which: Indices) -> tuple[Floats, tuple[Indices, ...]]:
        """The distances last worked out, and which rows have moved since, one move after the other, these last.

        Many a situation is never asked for its distances.
        """
        planned = self._planned
        if planned is None:
            return self.plan, (which,)
        plan, before = planned
        left = (rows[~np.isin(rows, which)] for rows in before)  # who moves again is reckoned where he stands then
        return plan, (*(rows for rows in left if len(rows)), which)

    def stands_in(self, other: Board[G]) -> bool:
        """Whether all that stand here stand just so in another situation on this ground, whoever is there besides."""
        rows = [other.index.get(name, -1) for name in self.ids]
        if -1 in rows or any(other.sides[k] != side for k, side in zip(rows, self.sides, strict=True)):
            return False
        a, b = self.bases, other.bases
        columns = ("widths", "depths", "kinds", "xs", "ys", "facings")
        return all(np.array_equal(getattr(a, name), getattr(b, name)[rows]) for name in columns)

    def rows(self, unit: str) -> Indices:
        """Rows of a unit's models on the table in the order of their numbers."""
        return self._rows.get(unit, _NO_ROWS)

    def stance(self, rows: Indices | Truths) -> bytes:
        """How some models stand, by their rows: the same wherever none of them differs, whoever else is there."""
        return self._columns[rows].tobytes()

    @cached_property
    def _columns(self) -> Floats:
        """All that tells how a model stands, in a row for each."""
        b = self.bases
        return np.column_stack((b.widths, b.depths, b.kinds, b.xs, b.ys, b.facings, b.levels, self.heights, self.tall))

    def within(self, rows: Indices) -> Truths:
        """Which models (n,) may be in the upright box about some, at least one, by their rows."""
        xs, ys, reach = self.bases.xs, self.bases.ys, self.halves
        west, east = (xs[rows] - reach[rows]).min(), (xs[rows] + reach[rows]).max()
        south, north = (ys[rows] - reach[rows]).min(), (ys[rows] + reach[rows]).max()
        found: Truths = (xs + reach >= west) & (xs - reach <= east) & (ys + reach >= south) & (ys - reach <= north)
        return found

    def strangers(self, unit: str) -> Indices:
        """Rows of the models of all other units."""
        return self._picked.once(("strangers", unit), lambda: self._where(lambda k: self.units[k] != unit))

    def rows_of(self, side: str, *, enemies: bool = False) -> Indices:
        """Rows of a side's models, or of all that are not its."""
        return self._picked.once(
            ("of", side, enemies), lambda: self._where(lambda k: (self.sides[k] != side) is enemies)
        )

    def _where(self, holds: Callable[[int], bool]) -> Indices:
        """The rows of which something holds, to be read only: who wants them again gets the same."""
        found = np.array([k for k in range(len(self)) if holds(k)], dtype=np.intp)
        found.setflags(write=False)
        return found

    def off(self, unit: str) -> list[float]:
        """How far (mm) each model is off the nearest of a unit; inf where none of it is on the table."""
        rows = self.rows(unit)
        return self.memo.once(("off", unit), lambda: self.far[:, rows].min(axis=1, initial=math.inf).tolist())

    @property
    def halves(self) -> Floats:
        """Radii (n,) of circles about the bases, however they are turned, mm."""
        return self._picked.once("halves", lambda: np.hypot(self.bases.widths, self.bases.depths) / 2.0)

    def between(self, one: Indices, two: Indices) -> tuple[float, Point, Point]:
        """Distance of the nearest of some rows from others, with the points on the outlines where it is measured."""
        far = self.far[np.ix_(one, two)].ravel()
        i, j = divmod(int(np.flatnonzero(far <= far.min() + _TIE)[0]), len(two))
        p, q = int(one[i]), int(two[j])
        found = base_nearest(self.bases.footprint(p), self.bases.pose(p), self.bases.footprint(q), self.bases.pose(q))
        return float(self.far[p, q]), found.on_a, found.on_b

    @cached_property
    def plan(self) -> Floats:
        """Distances in plan (n, n) between the outlines of all models, mm."""
        planned = self._planned
        if planned is None:
            return plan_gaps(self.bases, self.bases)
        plan = planned[0].copy()
        for which in planned[1]:
            rows = plan_gaps(self.bases.take(which), self.bases)
            plan[which], plan[:, which] = rows, rows.T
        self.__dict__["plan"], self._planned = plan, None
        return plan

    @cached_property
    def rise(self) -> Floats:
        """Differences of the surfaces (n, n) all models stand on, mm."""
        return np.asarray(np.abs(self.heights[:, None] - self.heights[None, :]))

    @cached_property
    def far(self) -> Floats:
        """Distances (n, n) between all models, mm."""
        return self.ground.figures.far(self.plan, self.rise)


def _with_poses(bases: Bases, which: Indices, poses: Sequence[Pose]) -> Bases:
    """The same bases, some of them elsewhere; of corners, which nothing here asks for, none are worked out."""
    xs, ys, facings, levels = bases.xs.copy(), bases.ys.copy(), bases.facings.copy(), bases.levels.copy()
    for row, pose in zip(which.tolist(), poses, strict=True):
        xs[row], ys[row], facings[row], levels[row] = pose.x, pose.y, pose.facing, pose.level
    return Bases(bases.widths, bases.depths, bases.kinds, xs, ys, facings, levels)


_TIE = 1e-6
"""mm by which distances that are equal may differ."""
_NO_ROWS: Indices = np.empty(0, dtype=np.intp)


def _stands(base: Base) -> bool:
    """Whether a base is a model on the table, with a row."""
    return base.where == "table" and base.pose is not None


def boards(ground_of: Callable[[State], G], figures: Figures) -> Boards[G, Board[G]]:
    """The situations of a system's views, on their ground."""

    def made(view: State, ground: G) -> Board[G]:
        models = [b for u in view.units for b in view.bases_of(u)]
        return Board(models, ground, {u.id: u.side for u in view.units.values()})

    return Boards(ground_of, made, _stands, lambda here, there: figures.eyes(here) == figures.eyes(there))


def poses_of(view: State, unit: str) -> dict[str, Pose]:
    """Where the models of a unit stand that are on the table, by base id."""
    return {b.id: b.pose for b in view.bases_of(unit) if b.pose is not None}


def bases_at(view: State, poses: Mapping[str, Pose]) -> Bases:
    """Models as they would stand at some poses, by base id."""
    return Bases.of([view.bases[b].shape for b in poses], list(poses.values()))


def middle(poses: Iterable[Pose]) -> Point:
    """The middle of some places."""
    told = tuple(poses)
    return sum(p.x for p in told) / len(told), sum(p.y for p in told) / len(told)
