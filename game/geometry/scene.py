"""One situation on a table: all bases as arrays, with ids and groups, on a terrain; and the questions asked of it.

A scene never changes. `with_poses` gives another one that shares everything but the moved rows, so that "what if" costs
microseconds and nothing is ever moved and put back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np
import shapely

from .bases import Bases, Indices
from .contact import touching_between
from .overlap import overlap_areas
from .planar import Shapes
from .shapes import Floats, Footprint, Pose
from .terrain import Terrain

_NONE: Indices = np.empty(0, dtype=np.intp)


class Overlap(msgspec.Struct, frozen=True):
    """Two bases, by id, that share an area (mm2)."""

    a: str
    b: str
    area: float


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
    >>> scene.touching("A", "B", 0.5), scene.members("A")
    ([], ['a1', 'a2'])
    >>> scene.with_poses({"b1": Pose(95.0, 120.0)}).touching("A", "B", 0.5)
    [('a1', 'b1')]
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
        for indices in self._rows.values():
            indices.setflags(write=False)
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
    def middles(self) -> Shapes:
        """Centres of all bases as points."""
        return np.asarray(shapely.points(self.bases.centres), dtype=object)

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
        return [self.ids[i] for i in self.rows_of_group(group).tolist()]

    def rows_of_group(self, group: str) -> Indices:
        """Indices of a group's bases, to be read only; none for an unknown group."""
        return self._rows.get(group, _NONE)

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

    # Distance

    # Contact

    def touching(self, a: str, b: str, gap: float) -> list[tuple[str, str]]:
        """Pairs of ids of two groups' bases at most `gap` mm apart, in order."""
        first, second = self.rows([a]), self.rows([b])
        pairs = touching_between(self.bases.take(first), self.bases.take(second), gap)
        return [(self.ids[first[i]], self.ids[second[j]]) for i, j in pairs.tolist()]

    # Sweeps and terrain
