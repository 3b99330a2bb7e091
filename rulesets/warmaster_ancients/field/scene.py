"""One view's situation as arrays, made once for all states whose bases stand the same, and derived for "what if".

Rows are the solid bases on the table in the order of the army lists, then of their numbers (WMA-S03): the order in
which all ties of the rules are broken. Characters have no footprint and no row (WMA-S02).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from game.engine.memo import Boards
from game.engine.state import Base, State
from game.geometry.bases import Indices
from game.geometry.measure import signed_matrix, signed_pairs
from game.geometry.scene import Scene
from game.geometry.shapes import Floats, Pose
from game.kit.situation import linked
from rulesets.warmaster_ancients.field.land import Land, land_of
from rulesets.warmaster_ancients.measures import MEASURES

Poly = tuple[tuple[float, float], ...]
Box = tuple[float, float, float, float]


def grown(box: Box, margin: float) -> Box:
    """An upright box with a margin (mm) about it."""
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


class Board:
    """The stands of a view as a geometry scene, with sides and units by row, and what is asked of them often.

    Groups of the scene are units; ``sides`` (n,) and ``group_numbers`` (n,) number each row's side and unit.
    """

    def __init__(self, scene: Scene, land: Land, side_of: Mapping[str, str], side_names: tuple[str, ...]) -> None:
        self.scene = scene
        self.land = land
        self.side_names = side_names
        self.side_of = dict(side_of)
        self.sides: NDArray[np.int8] = np.array([side_names.index(side_of[u]) for u in scene.groups], dtype=np.int8)
        self.order = {u: k for k, u in enumerate(scene.group_names)}
        self.group_numbers: Indices = np.array([self.order[u] for u in scene.groups], dtype=np.intp)
        self.memo: dict[object, object] = {}

    def moved(self, poses: Mapping[str, Pose]) -> Board:
        """The same situation with some stands elsewhere."""
        new = object.__new__(Board)
        for name in ("land", "side_names", "side_of", "sides", "order", "group_numbers"):
            setattr(new, name, getattr(self, name))
        new.scene = self.scene.with_poses(poses)
        new.memo = {}
        if "polys" in self.__dict__:
            polys = list(self.polys)
            for row in map(new.scene.index.__getitem__, poses):
                polys[row] = _poly(new.corners[row].tolist())
            new.__dict__["polys"] = polys
        return new

    @property
    def index(self) -> Mapping[str, int]:
        """Row of each stand."""
        return self.scene.index

    def rows(self, unit: str) -> Indices:
        """Rows of a unit's stands in the order of their numbers; none for a unit without stands on the table."""
        return self.scene.rows((unit,))

    def enemy_rows(self, side: str) -> Indices:
        """Rows of all stands that are not of a side."""
        key = ("enemy", side)
        if key not in self.memo:
            self.memo[key] = np.flatnonzero(self.sides != self.side_names.index(side))
        return self.memo[key]  # type: ignore[return-value]

    def unit_of_row(self, row: int) -> str:
        """Unit whose stand a row is."""
        return self.scene.groups[row]

    def near(self, rows: Indices, box: Box, margin: float) -> list[int]:
        """Those of some rows whose upright box comes within a margin (mm) of a box."""
        b, (left, below, right, above) = self.boxes[rows], grown(box, margin)
        hit = (b[:, 0] < right) & (b[:, 2] > left) & (b[:, 1] < above) & (b[:, 3] > below)
        return rows[hit].tolist()  # type: ignore[no-any-return]

    @property
    def corners(self) -> Floats:
        """Corners (n, 4, 2) of all stands."""
        return self.scene.bases.corners

    @property
    def boxes(self) -> Floats:
        """Upright boxes (n, 4) of all stands."""
        return self.scene.bases.boxes

    @cached_property
    def polys(self) -> list[Poly]:
        """Corners of all stands as tuples: for the few that are looked at one by one."""
        return [_poly(four) for four in self.corners.tolist()]

    def gaps(self, unit: str) -> Floats:
        """Gaps (k, n) in mm of a unit's stands to all stands; negative is the depth of an overlap."""
        key = ("gaps", unit)
        if key not in self.memo:
            own = self.corners[self.rows(unit)]
            self.memo[key] = signed_pairs(own[:, None], self.corners[None])
        return self.memo[key]  # type: ignore[return-value]

    @cached_property
    def touching(self) -> list[tuple[int, int]]:
        """Pairs of rows of enemy stands that touch (WMA-S05), the first side's stand first; sorted."""
        found: list[tuple[int, int]] = []
        for a, b in itertools.combinations(range(len(self.side_names)), 2):
            one, two = np.flatnonzero(self.sides == a), np.flatnonzero(self.sides == b)
            if len(one) and len(two):
                near = signed_matrix(self.corners[one], self.corners[two], MEASURES.gap + 1.0) <= MEASURES.gap
                found += [(int(one[i]), int(two[j])) for i, j in np.argwhere(near).tolist()]
        return sorted(found)

    @cached_property
    def touched(self) -> dict[str, dict[str, list[tuple[int, int]]]]:
        """By unit, by enemy unit touched (in order): pairs of rows (own stand, enemy stand)."""
        found: dict[str, dict[str, list[tuple[int, int]]]] = {}
        groups = self.scene.groups
        for i, j in self.touching:
            found.setdefault(groups[i], {}).setdefault(groups[j], []).append((i, j))
            found.setdefault(groups[j], {}).setdefault(groups[i], []).append((j, i))
        return {unit: dict(sorted(by.items(), key=lambda row: self.order[row[0]])) for unit, by in found.items()}

    @cached_property
    def combats(self) -> list[tuple[str, ...]]:
        """Maximal groups of units linked by enemy contacts (WMA-S21), each and all in the order of the lists."""
        return linked({unit: self.touched[unit] for unit in self.scene.group_names if unit in self.touched})

    @cached_property
    def under_centres(self) -> list[tuple[str, ...]]:
        """Areas under the centre of each row (WMA-S06, WMA-S14)."""
        return self.land.at_points(self.scene.bases.centres)

    @cached_property
    def in_difficult(self) -> NDArray[np.bool_]:
        """Whether each row is at least partly in difficult ground (WMA-CMD-14)."""
        shared = self.land.difficult_areas(self.scene.bases.polygons)
        return shared > MEASURES.overlap_area  # type: ignore[operator]


def _poly(four: list[list[float]]) -> Poly:
    return tuple(map(tuple, four))  # type: ignore[arg-type]


def _stands(base: Base) -> bool:
    """Whether a base is a stand with a row."""
    return base.solid and base.where == "table" and base.pose is not None


def _made(view: State, land: Land) -> Board:
    rows = [base for unit in view.units for base in view.bases_of(unit) if base.solid]
    poses = [b.pose for b in rows if b.pose is not None]
    scene = Scene([b.id for b in rows], [b.unit for b in rows], [b.shape for b in rows], poses, land.terrain)
    return Board(scene, land, {u.id: u.side for u in view.units.values()}, tuple(view.sides))


board = Boards(land_of, _made, _stands, lambda here, there: True)
"""The situation of a view; the same object for all views that share their bases and features."""
remembered = board.remembered
"""For functions of where the stands are and of nothing else: worked out once for a situation."""
what_if = board.what_if
"""The view with some stands elsewhere; its situation is derived from this one's, not made anew."""
