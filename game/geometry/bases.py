"""Many bases at once: one numpy array a property, so that nothing loops over them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .planar import Shapes, polygons_from
from .shapes import Floats, Footprint, Kind, Pose, corners_of, polygon

KINDS: tuple[Kind, ...] = ("rect", "circle", "oval")
Indices = NDArray[np.intp]

A = TypeVar("A", bound=NDArray[Any])


def _fixed(array: A) -> A:
    """The same array, from now on to be read only."""
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False)
class Bases:
    """Footprints and poses of n bases as arrays (mm, degrees); `kinds` holds indices into `KINDS`.

    >>> two = Bases.of([Footprint("rect", 40.0, 20.0)] * 2, [Pose(0.0, 0.0), Pose(40.0, 0.0)])
    >>> len(two), two.corners.shape, two.pose(1)
    (2, (2, 4, 2), Pose(x=40.0, y=0.0, facing=0.0, level=0))
    """

    widths: Floats
    depths: Floats
    kinds: NDArray[np.int8]
    xs: Floats
    ys: Floats
    facings: Floats
    levels: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def __post_init__(self) -> None:
        """Whoever is shown them reads them only."""
        for array in (self.widths, self.depths, self.kinds, self.xs, self.ys, self.facings, self.levels):
            array.setflags(write=False)

    @classmethod
    def of(cls, footprints: Sequence[Footprint], poses: Sequence[Pose]) -> Bases:
        """Bases of two sequences of equal length.

        Raises
        ------
        ValueError
            If the sequences differ in length.
        """
        if len(footprints) != len(poses):
            raise ValueError(f"{len(footprints)} footprints for {len(poses)} poses")
        sizes = np.array([(f.width, f.depth, KINDS.index(f.kind)) for f in footprints], dtype=np.float64).reshape(-1, 3)
        places = np.array([(p.x, p.y, p.facing, p.level) for p in poses], dtype=np.float64).reshape(-1, 4)
        return cls(
            sizes[:, 0],
            sizes[:, 1],
            sizes[:, 2].astype(np.int8),
            places[:, 0],
            places[:, 1],
            places[:, 2],
            places[:, 3].astype(np.int64),
        )

    def __len__(self) -> int:
        return len(self.xs)

    def footprint(self, i: int) -> Footprint:
        """Footprint of base i."""
        return Footprint(KINDS[int(self.kinds[i])], float(self.widths[i]), float(self.depths[i]))

    def pose(self, i: int) -> Pose:
        """Pose of base i."""
        level = int(self.levels[i]) if len(self.levels) else 0
        return Pose(float(self.xs[i]), float(self.ys[i]), float(self.facings[i]), level)

    def take(self, which: ArrayLike) -> Bases:
        """The bases at some indices (or under a mask), in that order."""
        index = np.asarray(which)
        if index.dtype != np.bool_:
            index = index.astype(np.intp)
        levels = self.levels[index] if len(self.levels) else self.levels
        return Bases(
            self.widths[index],
            self.depths[index],
            self.kinds[index],
            self.xs[index],
            self.ys[index],
            self.facings[index],
            levels,
        )

    def with_poses(self, which: ArrayLike, poses: Sequence[Pose]) -> Bases:
        """The same bases, those at some indices standing elsewhere; corners and outlines of the others are shared.

        >>> two = Bases.of([Footprint("rect", 40.0, 20.0)] * 2, [Pose(0.0, 0.0), Pose(40.0, 0.0)])
        >>> two.with_poses([1], [Pose(50.0, 0.0, 90.0)]).corners[1, 0].tolist()
        [60.0, 20.0]
        """
        index = np.asarray(which, dtype=np.intp)
        if not len(index):
            return self
        places = np.array([(p.x, p.y, p.facing, p.level) for p in poses], dtype=np.float64).reshape(-1, 4)
        xs, ys, facings = self.xs.copy(), self.ys.copy(), self.facings.copy()
        levels = self.levels.copy() if len(self.levels) else np.zeros(len(self), dtype=np.int64)
        xs[index], ys[index], facings[index], levels[index] = places[:, 0], places[:, 1], places[:, 2], places[:, 3]
        new = Bases(self.widths, self.depths, self.kinds, xs, ys, facings, levels)
        points = self.corners.copy()
        points[index] = corners_of(self.widths[index], self.depths[index], xs[index], ys[index], facings[index])
        new.__dict__["corners"] = _fixed(points)
        if "boxes" in self.__dict__:
            boxes = self.boxes.copy()
            boxes[index] = np.concatenate((points[index].min(axis=1), points[index].max(axis=1)), axis=1)
            new.__dict__["boxes"] = _fixed(boxes)
        if "polygons" in self.__dict__:
            outlines = self.polygons.copy()
            outlines[index] = [polygon(new.footprint(int(i)), new.pose(int(i))) for i in index]
            new.__dict__["polygons"] = _fixed(outlines)
        return new

    @cached_property
    def corners(self) -> Floats:
        """Corners (n, 4, 2); of the rectangle about it for a round base."""
        return _fixed(corners_of(self.widths, self.depths, self.xs, self.ys, self.facings))

    @cached_property
    def boxes(self) -> Floats:
        """Upright bounding boxes (n, 4): least x, least y, greatest x, greatest y."""
        if not len(self):
            return np.empty((0, 4))
        return _fixed(np.concatenate((self.corners.min(axis=1), self.corners.max(axis=1)), axis=1))

    @cached_property
    def centres(self) -> Floats:
        """Centres (n, 2)."""
        return _fixed(np.column_stack((self.xs, self.ys)))

    @cached_property
    def polygons(self) -> Shapes:
        """Outlines as shapely polygons (n,)."""
        return _fixed(self._polygons(np.arange(len(self))))

    def outlines(self, which: ArrayLike) -> Shapes:
        """Outlines of some bases; only these are built, if not all have been already."""
        rows = np.asarray(which, dtype=np.intp)
        return self.polygons[rows] if "polygons" in self.__dict__ else self._polygons(rows)

    def _polygons(self, rows: Indices) -> Shapes:
        result = polygons_from(self.corners[rows])
        for k in np.flatnonzero(self.kinds[rows]).tolist():
            result[k] = polygon(self.footprint(int(rows[k])), self.pose(int(rows[k])))
        return result

    @property
    def all_rect(self) -> bool:
        """Whether no base is round."""
        return not self.kinds.any()


def near_boxes(a: Floats, b: Floats, margin: float) -> tuple[Indices, Indices]:
    """Index pairs (i, j) of upright boxes (n, 4) and (m, 4) that lie within `margin` mm of each other, sorted."""
    hit = (
        (a[:, None, 0] <= b[None, :, 2] + margin)
        & (b[None, :, 0] <= a[:, None, 2] + margin)
        & (a[:, None, 1] <= b[None, :, 3] + margin)
        & (b[None, :, 1] <= a[:, None, 3] + margin)
    )
    i, j = np.nonzero(hit)
    return i, j
