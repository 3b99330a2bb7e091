"""Terrain features and the table, indexed once and shared by every situation on that table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from .bases import Indices
from .crossing import ring_edges
from .planar import Shape, Shapes, difference, union
from .shapes import Floats, Point
from .sweep import Obstacles

ON_OUTLINE = 1e-6
"""A point this near (mm) to an outline lies on it."""


class Feature(msgspec.Struct, frozen=True):
    """A terrain feature: an area, or a line such as a wall.

    Parameters
    ----------
    points
        Outline of the area, or course of the line (mm).
    holes
        Outlines cut out of an area.
    line
        Whether it is a line.
    height, foot
        Top above the table, and bottom (mm).
    """

    id: str
    kind: str
    points: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()
    line: bool = False
    height: float = 0.0
    foot: float = 0.0

    def geometry(self) -> Shape:
        """The feature as a shapely polygon or line.

        Raises
        ------
        ValueError
            If the points make no line or no valid polygon.
        """
        if len(self.points) < (2 if self.line else 3):
            raise ValueError(f"feature {self.id}: too few points")
        if self.line:
            return shapely.LineString(self.points)
        shape = shapely.Polygon(self.points, self.holes)
        if not shape.is_valid or shape.area <= 0.0:
            raise ValueError(f"feature {self.id}: {shapely.is_valid_reason(shape)}")
        return shape


class Terrain:
    """All features of a table of `width` x `depth` mm, with the index that every query uses. It never changes.

    >>> wood = Feature("w", "wood", ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)))
    >>> land = Terrain((wood,), 1800.0, 1200.0)
    >>> land.at((100.0, 50.0)), land.at((100.1, 50.0))
    (['w'], [])
    """

    def __init__(self, features: Sequence[Feature], width: float, depth: float) -> None:
        self.features = tuple(features)
        self.width, self.depth = width, depth
        self.index = {feature.id: i for i, feature in enumerate(self.features)}
        if len(self.index) != len(self.features):
            raise ValueError("two features have the same id")
        self.obstacles = Obstacles([feature.geometry() for feature in self.features])
        self._ground: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Shape, Obstacles]] = {}

    def __len__(self) -> int:
        return len(self.features)

    @property
    def geometries(self) -> Shapes:
        """Shapely geometries in the order of the features."""
        return self.obstacles.geometries

    @cached_property
    def table(self) -> shapely.Polygon:
        """The table's rectangle."""
        return shapely.box(0.0, 0.0, self.width, self.depth)

    @cached_property
    def edges(self) -> list[Floats]:
        """Edges (m, 2, 2) of each feature."""
        return [ring_edges(shape) for shape in self.geometries]

    def geometry(self, feature: str) -> Shape:
        """Shapely geometry of the feature with an id."""
        shape: Shape = self.obstacles.geometries[self.index[feature]]
        return shape

    def at(self, point: Point, kinds: Iterable[str] | None = None) -> list[str]:
        """Ids of the features that a point lies in or on the outline of, in the order of the features."""
        return self.at_points(np.array((point,)), kinds)[0]

    def at_points(self, points: Floats, kinds: Iterable[str] | None = None) -> list[list[str]]:
        """`at` of many points (n, 2)."""
        out: list[list[str]] = [[] for _ in range(len(points))]
        if not len(self.features) or not len(points):
            return out
        wanted = None if kinds is None else set(kinds)
        near = self._near_any(points)  # most lie in the open: of the rest shapes are asked
        i, j = self.obstacles.tree.query(shapely.points(points[near]), predicate="dwithin", distance=ON_OUTLINE)
        for a, b in sorted(zip(near[i].tolist(), j.tolist(), strict=True)):
            if wanted is None or self.features[b].kind in wanted:
                out[a].append(self.features[b].id)
        return out

    def _near_any(self, points: Floats) -> Indices:
        """Which of some points (n, 2) lie in the upright box of a feature."""
        x, y, box = points[:, :1], points[:, 1:], self._boxes
        inside = (x >= box[:, 0]) & (x <= box[:, 2]) & (y >= box[:, 1]) & (y <= box[:, 3])
        return np.flatnonzero(inside.any(axis=1))

    @cached_property
    def _boxes(self) -> Floats:
        """Upright boxes (m, 4) of the features, with a margin for what lies on an outline."""
        return np.asarray(shapely.bounds(self.obstacles.geometries) + np.array((-1.0, -1.0, 1.0, 1.0)))

    def under(
        self, outlines: Shapes, area: float, length: float = 0.0, kinds: Iterable[str] | None = None
    ) -> list[list[tuple[str, float]]]:
        """Features each outline or sweep overlaps by more than `area` mm2 (lines: `length` mm), and by how much."""
        out: list[list[tuple[str, float]]] = [[] for _ in range(len(outlines))]
        wanted = None if kinds is None else set(kinds)
        for i, j, amount in zip(
            *(column.tolist() for column in self.obstacles.hits(outlines, area, length)), strict=True
        ):
            if wanted is None or self.features[j].kind in wanted:
                out[i].append((self.features[j].id, amount))
        return out

    def near(self, outline: Shape, distance: float, kinds: Iterable[str] | None = None) -> list[tuple[str, float]]:
        """Features at most `distance` mm from a geometry, with the distance, nearest first (ties in feature order)."""
        if not len(self.features):
            return []
        wanted = None if kinds is None else set(kinds)
        found = []
        for j in sorted(self.obstacles.tree.query(outline, predicate="dwithin", distance=distance).tolist()):
            if wanted is None or self.features[j].kind in wanted:
                found.append((self.features[j].id, float(shapely.distance(outline, self.geometries[j]))))
        return sorted(found, key=lambda row: row[1])

    def ground(self, kinds: Iterable[str], over: Iterable[str] = ()) -> Shape:
        """Union of all areas of some kinds, less what areas of kinds in `over` cover (a bridge over a river); prepared.

        >>> river = Feature("r", "river", ((0.0, 0.0), (100.0, 0.0), (100.0, 10.0), (0.0, 10.0)))
        >>> bridge = Feature("b", "bridge", ((40.0, -5.0), (60.0, -5.0), (60.0, 15.0), (40.0, 15.0)))
        >>> Terrain((river, bridge), 100.0, 100.0).ground(["river"], over=["bridge"]).area
        800.0
        """
        return self._ground_of(kinds, over)[0]

    def _ground_of(self, kinds: Iterable[str], over: Iterable[str]) -> tuple[Shape, Obstacles]:
        """A ground and the index of its parts, made once."""
        key = (tuple(sorted(set(kinds))), tuple(sorted(set(over))))
        if key not in self._ground:
            areas = [self._areas(names) for names in key]
            united = union(areas[0])
            if areas[1]:
                united = difference(united, union(areas[1]))
            shapely.prepare(united)
            self._ground[key] = united, Obstacles([part for part in shapely.get_parts(united) if part.area > 0.0])
        return self._ground[key]

    def _areas(self, kinds: Iterable[str]) -> list[Shape]:
        wanted = set(kinds)
        pairs = zip(self.features, self.geometries, strict=True)
        return [shape for feature, shape in pairs if feature.kind in wanted and not feature.line]

    def ground_overlaps(self, outlines: Shapes, kinds: Iterable[str], over: Iterable[str] = ()) -> Floats:
        """Area (mm2) each outline or sweep (n,) shares with `ground(kinds, over)`."""
        i, _, amount = self._ground_of(kinds, over)[1].amounts(outlines)
        return np.asarray(np.bincount(i, weights=amount, minlength=len(outlines)), dtype=np.float64)

    def off_table(self, corners: Floats) -> Floats:
        """How far (mm) the outermost corner of each base (n, 4, 2) stands beyond the table; 0 on it."""
        x, y = corners[..., 0], corners[..., 1]
        beyond = np.maximum(np.maximum(-x, x - self.width), np.maximum(-y, y - self.depth))
        return np.asarray(np.maximum(beyond.max(axis=-1), 0.0), dtype=np.float64)

    def on_table(self, corners: Floats, slack: float = 0.01) -> NDArray[np.bool_]:
        """Whether bases (n, 4, 2) stand wholly on the table, up to `slack` mm."""
        return np.asarray(self.off_table(corners) <= slack)
