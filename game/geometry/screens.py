"""The features of one screen, at hand for every line of sight in a scene."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from .bases import Indices, near_boxes
from .crossing import area_depths, lines_cross, padded_edges, stretches
from .planar import shapes, shared_amounts
from .scene import Scene
from .shapes import Floats
from .sight import Screen, Through

Truths = NDArray[np.bool_]
_CHUNK = 20_000


def through(
    what: Literal["base", "feature"],
    id: str,
    start: Floats,
    end: Floats,
    low: float,
    high: float,
    deep: float,
    blocks: bool,
) -> tuple[float, Through]:
    """A stretch of a line inside something, with the share of the line where it begins."""
    a, b = start[:2] + (end[:2] - start[:2]) * low, start[:2] + (end[:2] - start[:2]) * high
    piece = Through(what, id, (float(a[0]), float(a[1])), (float(b[0]), float(b[1])), float(deep), blocks)
    return float(low), piece


class Screened:
    """The features of one screen, with their edges at hand."""

    def __init__(self, scene: Scene, screen: Screen) -> None:
        land = scene.terrain
        self.screen = screen
        self.rows = [i for i, feature in enumerate(land.features) if feature.kind in screen.kinds]
        self.features = [land.features[i] for i in self.rows]
        self.edges = [land.edges[i] for i in self.rows]
        self.boxes = shapely.bounds(land.geometries[self.rows]).reshape(-1, 4)
        self.lines = np.array([feature.line for feature in self.features], dtype=np.bool_)
        self.padded = padded_edges(self.edges)
        self._scene = scene

    @cached_property
    def excused(self) -> Truths:
        """Which bases (n) lift the screen of each feature (f), as an array (f, n + 1); the last column is nobody's."""
        found = [self._excused(self._scene, i) for i in self.rows]
        return np.array(found, dtype=np.bool_).reshape(len(self.rows), len(self._scene) + 1)

    def _excused(self, scene: Scene, i: int) -> Truths:
        """Which bases lift the screen of feature i; the last entry is for nobody."""
        out = np.zeros(len(scene) + 1, dtype=np.bool_)
        if self.screen.lifted:
            shape = scene.terrain.geometries[i]
            gaps = shapely.distance(shape, scene.middles)
            out[:-1] = gaps == 0.0
            # outlines are compared only where the middle is outside and the feature may still reach under the base
            rim = np.flatnonzero((gaps > 0.0) & (gaps <= np.hypot(scene.bases.widths, scene.bases.depths) / 2.0))
            out[rim] = shared_amounts(shapes([shape] * len(rim)), scene.bases.outlines(rim)) > 1e-6
        return out

    def _near(self, starts: Floats, ends: Floats) -> tuple[Indices, Indices]:
        """Pairs (line, feature) whose boxes meet, with corners of the feature's box on both sides of the line."""
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        rows, which = near_boxes(np.concatenate((low[:, :2], high[:, :2]), axis=1), self.boxes, 0.0)
        if not len(rows):
            return rows, which
        box = self.boxes[which]
        dx, dy = ends[rows, 0] - starts[rows, 0], ends[rows, 1] - starts[rows, 1]
        x, y = (box[:, 0] + box[:, 2]) / 2.0 - starts[rows, 0], (box[:, 1] + box[:, 3]) / 2.0 - starts[rows, 1]
        reach = np.abs(dx) * (box[:, 3] - box[:, 1]) / 2.0 + np.abs(dy) * (box[:, 2] - box[:, 0]) / 2.0 + 1.0
        keep = np.abs(dx * y - dy * x) <= reach
        return rows[keep], which[keep]

    def blocked(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Whether this screen hinders each line."""
        out = np.zeros(len(starts), dtype=np.bool_)
        if not self.features:
            return out
        rows, which = self._near(starts, ends)
        if not len(rows):
            return out
        keep = ~(self.excused[which, viewers[rows]] | self.excused[which, targets[rows]])
        rows, which = rows[keep], which[keep]
        wall = self.lines[which]
        for k in np.unique(which[wall]).tolist():
            own = rows[which == k]
            out[own] |= lines_cross(starts[own, :2], ends[own, :2], self.edges[k])
        rows, which = rows[~wall], which[~wall]
        for at in range(0, len(rows), _CHUNK):
            r, k = rows[at : at + _CHUNK], which[at : at + _CHUNK]
            deep = area_depths(starts[r, :2], ends[r, :2], self.padded[k], self.screen.depth)
            out[r[deep > self.screen.depth]] = True
        return out

    def on(self, starts: Floats, ends: Floats, viewer: Indices, target: Indices) -> list[tuple[float, Through]]:
        """What of this screen one line runs through, with the share of the line where it begins."""
        found: list[tuple[float, Through]] = []
        starts, ends = starts[:, :2], ends[:, :2]
        length = float(np.hypot(*(ends[0] - starts[0])))
        for k, feature in enumerate(self.features):
            excused = bool(self.excused[k, viewer[0]] or self.excused[k, target[0]])
            if feature.line:
                if bool(lines_cross(starts, ends, self.edges[k])[0]):
                    line = shapely.LineString((starts[0], ends[0]))
                    meets = shapely.get_coordinates(line.intersection(feature.geometry()))
                    share = min(line.project(shapely.Point(point), normalized=True) for point in meets)
                    found.append(through("feature", feature.id, starts[0], ends[0], share, share, 0.0, not excused))
                continue
            total = 0.0
            for a, b in stretches(starts[0], ends[0], self.edges[k]):
                deep = (b - a) * length
                total += deep
                blocks = total > self.screen.depth and not excused
                found.append(through("feature", feature.id, starts[0], ends[0], a, b, deep, blocks))
        return found
