"""One situation on a table: all bases as arrays, with ids and groups, on a terrain; and the questions asked of it.

A scene never changes. `with_poses` gives another one that shares everything but the moved rows, so that "what if" costs
microseconds and nothing is ever moved and put back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np
import shapely

from .bases import Bases, Indices, near_boxes
from .contact import connected_groups, touching_between, touching_pairs
from .measure import NearestPair, bases_matrix, nearest_pair, point_base_distance
from .overlap import overlap_areas
from .planar import Shapes, shared_amounts
from .shapes import Floats, Footprint, Point, Pose
from .terrain import Terrain


class Overlap(msgspec.Struct, frozen=True):
    """Two bases, by id, that share an area (mm2)."""

    a: str
    b: str
    area: float


class Near(msgspec.Struct, frozen=True):
    """A group, by name, at a distance (mm)."""

    distance: float
    group: str


class Scene:
    """Bases with ids, standing in groups (units), on a terrain.

    Parameters
    ----------
    ids, groups, footprints, poses
        One entry a base. Order is kept: ties are broken by it.
    terrain
        Features and table.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> land = Terrain((), 1800.0, 1200.0)
    >>> scene = Scene(("a1", "a2", "b1"), ("A", "A", "B"), (stand,) * 3,
    ...               (Pose(100.0, 100.0), Pose(140.0, 100.0), Pose(100.0, 220.0)), land)
    >>> scene.group_distance("A", "B")
    100.0
    >>> scene.with_poses({"b1": Pose(100.0, 170.0)}).group_distance("A", "B")
    50.0
    """

    def __init__(
        self,
        ids: Sequence[str],
        groups: Sequence[str],
        footprints: Sequence[Footprint],
        poses: Sequence[Pose],
        terrain: Terrain,
    ) -> None:
        if not len(ids) == len(groups) == len(footprints) == len(poses):
            raise ValueError("ids, groups, footprints and poses differ in length")
        self.ids = tuple(ids)
        self.groups = tuple(groups)
        self.index = {name: i for i, name in enumerate(self.ids)}
        if len(self.index) != len(self.ids):
            raise ValueError("two bases have the same id")
        self.terrain = terrain
        self.bases = Bases.of(footprints, poses)
        rows: dict[str, list[int]] = {}
        for i, group in enumerate(self.groups):
            rows.setdefault(group, []).append(i)
        self._rows: dict[str, Indices] = {name: np.array(found, dtype=np.intp) for name, found in rows.items()}
        self.group_names = tuple(self._rows)
        numbers = {name: k for k, name in enumerate(self.group_names)}
        self.group_numbers: Indices = np.array([numbers[group] for group in self.groups], dtype=np.intp)

    def __len__(self) -> int:
        return len(self.ids)

    def with_poses(self, changes: Mapping[str, Pose]) -> Scene:
        """The same situation with some bases standing elsewhere; everything else is shared.

        Raises
        ------
        KeyError
            If an id is unknown.
        """
        names = sorted(changes, key=self.index.__getitem__)
        return self._like(self.bases.with_poses([self.index[n] for n in names], [changes[n] for n in names]))

    def _like(self, bases: Bases) -> Scene:
        new = object.__new__(Scene)
        for name in ("ids", "groups", "index", "terrain", "_rows", "group_names", "group_numbers"):
            setattr(new, name, getattr(self, name))
        new.bases = bases
        return new

    def without(self, ids: Iterable[str]) -> Scene:
        """The situation with some bases gone."""
        gone = set(ids)
        keep = [i for i, name in enumerate(self.ids) if name not in gone]
        return Scene(
            [self.ids[i] for i in keep],
            [self.groups[i] for i in keep],
            [self.bases.footprint(i) for i in keep],
            [self.bases.pose(i) for i in keep],
            self.terrain,
        )

    @property
    def corners(self) -> Floats:
        """Corners (n, 4, 2) of all bases."""
        return self.bases.corners

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index over the outlines of all bases."""
        return shapely.STRtree(self.bases.polygons)

    def pose(self, base: str) -> Pose:
        """Pose of a base."""
        return self.bases.pose(self.index[base])

    def footprint(self, base: str) -> Footprint:
        """Footprint of a base."""
        return self.bases.footprint(self.index[base])

    def members(self, group: str) -> list[str]:
        """Ids of a group's bases in order; none for an unknown group."""
        return [self.ids[i] for i in self.rows([group])]

    def rows(self, groups: Iterable[str]) -> Indices:
        """Indices of the bases of some groups, group by group."""
        found = [self._rows[group] for group in groups if group in self._rows]
        return np.concatenate(found) if found else np.empty(0, dtype=np.intp)

    def rows_of(self, ids: Iterable[str]) -> Indices:
        """Indices of bases by id."""
        return np.array([self.index[name] for name in ids], dtype=np.intp)

    def group_bases(self, group: str) -> Bases:
        """The bases of a group as arrays."""
        return self.bases.take(self.rows([group]))

    def others(self, ids: Iterable[str] = (), groups: Iterable[str] = ()) -> Indices:
        """Indices of all bases but those named and those of the groups named."""
        keep = np.ones(len(self), dtype=np.bool_)
        keep[self.rows_of(ids)] = False
        keep[self.rows(groups)] = False
        return np.flatnonzero(keep)

    # Overlap

    def overlaps(self, ids: Iterable[str] | None = None, least: float = 0.0) -> list[Overlap]:
        """Pairs of bases that share more than `least` mm2: all, or those with a base of `ids` in them; sorted."""
        rows = np.arange(len(self)) if ids is None else np.unique(self.rows_of(ids))
        i, j, area = overlap_areas(self.bases.take(rows), self.bases)
        found = set()
        for a, b, shared in zip(rows[i].tolist(), j.tolist(), area.tolist(), strict=True):
            if a != b and shared > least:
                found.add((min(a, b), max(a, b), shared))
        once = {(a, b): shared for a, b, shared in sorted(found)}
        return [Overlap(self.ids[a], self.ids[b], shared) for (a, b), shared in once.items()]

    def overlaps_of(self, placed: Bases, but: Iterable[str] = (), least: float = 0.0) -> list[tuple[int, str, float]]:
        """What bases placed here would overlap by more than `least` mm2, but for `but`: (index placed, id, area)."""
        rows = self.others(ids=but)
        i, j, area = overlap_areas(placed, self.bases.take(rows))
        return [
            (a, self.ids[b], shared)
            for a, b, shared in zip(i.tolist(), rows[j].tolist(), area.tolist(), strict=True)
            if shared > least
        ]

    # Distance

    def group_distance(self, a: str, b: str) -> float:
        """Shortest distance (mm) of two groups; infinity if one has no base here."""
        matrix = bases_matrix(self.group_bases(a), self.group_bases(b))
        return float(matrix.min()) if matrix.size else math.inf

    def group_pair(self, a: str, b: str, same: float = 1e-6) -> tuple[str, str, NearestPair]:
        """Ids of the nearest bases of two groups, with points and distance; ties by the order of the bases."""
        first, second = self.rows([a]), self.rows([b])
        pair = nearest_pair(self.bases.take(first), self.bases.take(second), same=same)
        return self.ids[first[pair.i]], self.ids[second[pair.j]], pair

    def group_distances(
        self, a: str | Bases, among: Iterable[str] | None = None, limit: float = math.inf
    ) -> list[Near]:
        """Distances of a group (or of bases placed) to others, nearest first; ties in the order of the groups.

        Parameters
        ----------
        among
            Groups measured (default: all but the group itself).
        limit
            Leave out what is farther (mm).
        """
        own = self.group_bases(a) if isinstance(a, str) else a
        if among is None:
            names = [name for name in self.group_names if name != a]
        else:
            wanted = set(among)
            names = [name for name in self.group_names if name in wanted]
        rows = self.rows(names)
        if not len(rows) or not len(own):
            return []
        nearest = bases_matrix(own, self.bases.take(rows), limit).min(axis=0)
        least = np.full(len(self.group_names), math.inf)
        np.minimum.at(least, self.group_numbers[rows], nearest)
        found = [(float(least[k]), k) for k in range(len(least)) if least[k] <= limit and least[k] < math.inf]
        return [Near(distance, self.group_names[k]) for distance, k in sorted(found)]

    def point_group_distance(self, point: Point, group: str) -> float:
        """Distance (mm) from a point to the nearest base of a group; infinity if it has none here."""
        return min(
            (
                point_base_distance(point, self.bases.footprint(i), self.bases.pose(i))
                for i in self.rows([group]).tolist()
            ),
            default=math.inf,
        )

    def bases_within(self, point: Point, distance: float) -> list[str]:
        """Ids of the bases at most `distance` mm from a point, in order."""
        x, y = point
        box = self.bases.boxes
        near = (box[:, 0] - distance <= x) & (x <= box[:, 2] + distance)
        near &= (box[:, 1] - distance <= y) & (y <= box[:, 3] + distance)
        return [
            self.ids[i]
            for i in np.flatnonzero(near).tolist()
            if point_base_distance(point, self.bases.footprint(i), self.bases.pose(i)) <= distance
        ]

    # Contact

    def touching(self, a: str, b: str, gap: float) -> list[tuple[str, str]]:
        """Pairs of ids of two groups' bases at most `gap` mm apart, in order."""
        first, second = self.rows([a]), self.rows([b])
        pairs = touching_between(self.bases.take(first), self.bases.take(second), gap)
        return [(self.ids[first[i]], self.ids[second[j]]) for i, j in pairs.tolist()]

    def all_touching(self, gap: float) -> list[tuple[str, str]]:
        """All pairs of ids of bases at most `gap` mm apart, in order."""
        return [(self.ids[i], self.ids[j]) for i, j in touching_pairs(self.bases, gap).tolist()]

    def is_connected(self, group: str, gap: float) -> bool:
        """Whether the bases of a group form one chain of touching bases."""
        bases = self.group_bases(group)
        return len(connected_groups(len(bases), touching_pairs(bases, gap))) <= 1

    # Sweeps and terrain

    def sweep_hits(
        self, sweeps: Shapes, area: float, ids: Iterable[str] = (), groups: Iterable[str] = ()
    ) -> list[tuple[int, str, float]]:
        """Bases that sweeps overlap by more than `area` mm2: (sweep, id, mm2), but for the ids and groups named."""
        rows = self.others(ids, groups)
        if not len(rows) or not len(sweeps):
            return []
        i, j = near_boxes(shapely.bounds(sweeps).reshape(-1, 4), self.bases.boxes[rows], 0.0)
        if not len(i):
            return []
        amounts = shared_amounts(sweeps[i], self.bases.outlines(rows[j]))
        found = zip(i.tolist(), rows[j].tolist(), amounts.tolist(), strict=True)
        return [(a, self.ids[b], amount) for a, b, amount in found if amount > area]

    def features_under(
        self, base: str, area: float, length: float = 0.0, kinds: Iterable[str] | None = None
    ) -> list[tuple[str, float]]:
        """Features a base overlaps by more than `area` mm2 (lines: `length` mm), with how much."""
        i = self.index[base]
        return self.terrain.under(self.bases.polygons[i : i + 1], area, length, kinds)[0]

    def features_at_centre(self, base: str, kinds: Iterable[str] | None = None) -> list[str]:
        """Features that hold the centre of a base; on the outline is inside."""
        pose = self.pose(base)
        return self.terrain.at((pose.x, pose.y), kinds)
