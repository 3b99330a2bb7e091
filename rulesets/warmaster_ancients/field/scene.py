"""One view's situation as arrays, made once for all states whose bases stand the same, and derived for "what if".

The ground first: what lies where, what is barred to whom, what is difficult, what hides (WMA-S14); where features
overlap, what lies on a bridge, ford or road counts as on that alone, elsewhere the stricter holds. Then the stands:
rows are the solid bases on the table in the order of the army lists, then of their numbers (WMA-S03): the order in
which all ties of the rules are broken. Characters have no footprint and no row (WMA-S02).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.memo import Boards, Grounds
from game.engine.state import Base, State, Table
from game.engine.state import Feature as StateFeature
from game.geometry.bases import Indices
from game.geometry.convex import Poly, rectangle
from game.geometry.crossing import ring_edges
from game.geometry.measure import signed_matrix, signed_pairs
from game.geometry.planar import Shape, Shapes, shapes
from game.geometry.scene import Scene
from game.geometry.shapes import Floats, Footprint, Point, Pose
from game.geometry.terrain import Feature, Terrain
from game.kit.situation import linked
from rulesets.warmaster_ancients.data_files import load_terrain
from rulesets.warmaster_ancients.data_types import TerrainKind
from rulesets.warmaster_ancients.measures import MEASURES, length

LINE_CROSSED = length("line_crossing")


Box = tuple[float, float, float, float]


def grown(box: Box, margin: float) -> Box:
    """An upright box with a margin (mm) about it."""
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


class Bars(msgspec.Struct, frozen=True):
    """What a unit type may not enter: an area, with its edges (m, 2, 2), and lines (walls, hedges) by their features.

    ``boxes`` are of the area's parts and the lines; ``areas`` are those of whole features.
    """

    area: Shape
    edges: Floats
    lines: list[tuple[str, Shape]]
    boxes: list[Box]
    features: list[str]
    areas: Shapes


class Land:
    """The features of a table with their kinds, and the grounds made of them; it never changes."""

    def __init__(self, features: Mapping[str, StateFeature], table: Table) -> None:
        kinds = load_terrain()
        self.kind: dict[str, TerrainKind] = {f.id: kinds[f.kind] for f in features.values()}
        self.terrain = Terrain(
            tuple(Feature(f.id, f.kind, f.points, line=f.line) for f in features.values()), table.width, table.depth
        )
        self.overlays = tuple(k.id for k in kinds.values() if k.overlay)
        self._bars: dict[str, Bars] = {}

    def bars(self, type_id: str) -> Bars:
        """What a unit type may not enter or cross (WMA-TER-07), less what bridges, fords and roads open."""
        if type_id not in self._bars:
            kinds = load_terrain().values()
            wild = self.terrain.ground([k.id for k in kinds if not k.overlay and not k.allows(type_id)], self.overlays)
            made = self.terrain.ground([k.id for k in kinds if k.overlay and not k.allows(type_id)])
            area = wild if made.is_empty else made if wild.is_empty else shapely.union(wild, made)
            opened = self.terrain.ground(self.overlays)
            shut = [f for f in self.terrain.features if not self.kind[f.id].allows(type_id)]
            walls = ((f.id, self.terrain.geometry(f.id)) for f in shut if f.line)
            cut = ((f, wall if opened.is_empty else shapely.difference(wall, opened)) for f, wall in walls)
            lines = [(f, line) for f, line in cut if not line.is_empty]
            shapely.prepare([area, *(line for _, line in lines)])
            boxes = [part.bounds for part in (*shapely.get_parts(area), *(line for _, line in lines))]
            features = [f.id for f in shut if not f.line]
            areas = shapes([self.terrain.geometry(f) for f in features])
            self._bars[type_id] = Bars(area, ring_edges(area), lines, boxes, features, areas)
        return self._bars[type_id]

    def barred_near(self, type_id: str, box: Box) -> bool:
        """Whether any part of the barred area or of a barred line comes near an upright box (mm): a quick look."""
        left, below, right, above = box
        boxes = self.bars(type_id).boxes  # few: faster one by one than any array
        return any(b[0] <= right and left <= b[2] and b[1] <= above and below <= b[3] for b in boxes)

    def difficult_areas(self, outlines: Shapes) -> Floats:
        """Area (mm2) of difficult ground (WMA-TER-06) under each outline."""
        difficult = [k.id for k in load_terrain().values() if k.difficult]
        return self.terrain.ground_overlaps(outlines, difficult, self.overlays)

    def at_points(self, points: Floats) -> list[tuple[str, ...]]:
        """Areas on which each point (n, 2) lies, its outline included; on a bridge, ford or road only that."""
        found = ([f for f in under if self.kind[f].shape == "area"] for under in self.terrain.at_points(points))
        return [tuple([f for f in areas if self.kind[f].overlay] or areas) for areas in found]

    def barred_amount(self, type_id: str, outline: Shape) -> float:
        """Area (mm2) of ground barred to the type under an outline or sweep."""
        area = self.bars(type_id).area
        if area.is_empty or not shapely.intersects(area, outline):
            return 0.0
        return float(shapely.area(shapely.intersection(area, outline)))

    def barred_square(self, type_id: str, sweep: Poly, start: Point, half: float, deep: float) -> Poly | None:
        """A square (half a side in mm) of barred ground, ``deep`` mm inside a sweep, as near its start as can be."""
        area = self.bars(type_id).area
        under = shapely.intersection(area, shapely.Polygon(sweep))
        middles = shapely.buffer(under, -(half * math.sqrt(2.0) + 2.0 * deep), join_style="mitre")
        if middles.is_empty:
            return None
        x, y = shapely.get_coordinates(shapely.shortest_line(middles, shapely.Point(start)))[0].tolist()
        square = rectangle(Footprint("rect", 2.0 * half, 2.0 * half), Pose(x, y))
        return square if shapely.covers(area, shapely.Polygon(square)) else None

    def barred_line(self, type_id: str, outline: Shape) -> str:
        """The first line that the type may not cross and of which more than 0.05 cm lies in an outline, or ""."""
        for feature, line in self.bars(type_id).lines:
            if shapely.intersects(line, outline):
                inside = float(shapely.length(shapely.intersection(line, outline)))
                if MEASURES.more_than(inside, LINE_CROSSED):
                    return feature
        return ""

    def blame(self, type_id: str, outline: Shape) -> str:
        """Id of the barred area that an outline overlaps most, or ""."""
        bars = self.bars(type_id)
        amounts = shapely.area(shapely.intersection(bars.areas, outline))
        return bars.features[int(np.argmax(amounts))] if bool((amounts > 0.0).any()) else ""

    def obstacle(self, type_id: str, outline: Shape) -> str:
        """What keeps a unit type out of an outline or sweep: id of a feature, or "" where nothing does (WMA-S09)."""
        if MEASURES.overlapping(area=self.barred_amount(type_id, outline)):
            return self.blame(type_id, outline)
        return self.barred_line(type_id, outline)

    def obstructs(self, type_id: str, outline: Shape) -> bool:
        """Whether anything keeps a unit type out of an outline or sweep, whatever it is: :meth:`obstacle`, quicker."""
        covered = MEASURES.overlapping(area=self.barred_amount(type_id, outline))
        return covered or bool(self.barred_line(type_id, outline))

    def of_protection(self, protection: str, against: str) -> list[str]:
        """Ids of the features that give a protection against some attackers, in their order (WMA-S14)."""
        return [i for i, k in self.kind.items() if k.protection == protection and k.against == against]

    def walls_about(self, box: Box, margin: float) -> list[str]:
        """Ids of the low obstacles whose upright box comes within a margin (mm) of a box, in their order."""
        left, below, right, above = grown(box, margin)
        return [f for f, b in self._walls if b[0] <= right and b[2] >= left and b[1] <= above and b[3] >= below]

    @cached_property
    def _walls(self) -> list[tuple[str, Box]]:
        """The low obstacles (WMA-S15) with their upright boxes."""
        return [(f, self.terrain.geometry(f).bounds) for f in self.of_protection("defended", "across")]

    def sight_kinds(self, how: str) -> list[str]:
        """Ids of the features that hide by "depth" or by "height"."""
        return [i for i, k in self.kind.items() if k.sight == how]


land_of = Grounds(Land)
"""The terrain of a view; made once for all states that share their features."""


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
        self.memo: dict[object, Any] = {}

    def moved(self, poses: Mapping[str, Pose]) -> Board:
        """The same situation with some stands elsewhere."""
        if not poses:
            return self
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
        return self.scene.rows_of_group(unit)

    def enemy_rows(self, side: str) -> Indices:
        """Rows of all stands that are not of a side."""
        key = ("enemy", side)
        if key not in self.memo:
            self.memo[key] = np.flatnonzero(self.sides != self.side_names.index(side))
        found: Indices = self.memo[key]
        return found

    def other_rows(self, units: tuple[str, ...]) -> Indices:
        """Rows of all stands but those of some units."""
        key = ("others", units)
        if key not in self.memo:
            left = np.ones(len(self.group_numbers), dtype=np.bool_)
            for unit in units:
                left[self.rows(unit)] = False
            self.memo[key] = np.flatnonzero(left)
        found: Indices = self.memo[key]
        return found

    def unit_of_row(self, row: int) -> str:
        """Unit whose stand a row is."""
        return self.scene.groups[row]

    def near(self, rows: Indices, box: Box, margin: float) -> list[int]:
        """Those of some rows whose upright box comes within a margin (mm) of a box."""
        b, (left, below, right, above) = self.boxes[rows], grown(box, margin)
        hit = (b[:, 0] < right) & (b[:, 2] > left) & (b[:, 1] < above) & (b[:, 3] > below)
        found: list[int] = rows[hit].tolist()
        return found

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
        found: Floats = self.memo[key]
        return found

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


def stands_there(base: Base) -> bool:
    """Whether a base is a stand with a row."""
    return base.solid and base.where == "table" and base.pose is not None


def _made(view: State, land: Land) -> Board:
    rows = [base for unit in view.units for base in view.bases_of(unit) if base.solid]
    poses = [b.pose for b in rows if b.pose is not None]
    scene = Scene([b.id for b in rows], [b.unit for b in rows], [b.shape for b in rows], poses, land.terrain)
    return Board(scene, land, {u.id: u.side for u in view.units.values()}, tuple(view.sides))


board = Boards(land_of, _made, stands_there, lambda here, there: True)
"""The situation of a view; the same object for all views that share their bases and features."""
remembered = board.remembered
"""For functions of where the stands are and of nothing else: worked out once for a situation."""
what_if = board.what_if
"""The view with some stands elsewhere; its situation is derived from this one's, not made anew."""
