"""Sight over a whole table: one index a situation, asked for single pairs, for units, or for all pairs at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from .arcs import Arc
from .bases import Indices
from .crossing import area_depths, lines_cross, stretches, through_bases, under_heights
from .scene import Scene
from .shapes import Floats
from .sight import Points, Screen, Sight, SightLine, SightRules, Through, in_field, sample_points

Truths = NDArray[np.bool_]
NOBODY = -1
"""Row of a viewer or target that is no base: a bare point."""

_CHUNK = 2_000_000


class SightField:
    """Answers about sight in one scene under one set of rules.

    Parameters
    ----------
    scene
        The situation.
    rules
        What hinders sight.
    feet, tops
        Bottom and top (mm above the table) of each base in the scene's order, where heights matter.

    Lines are given by start and end, (s, 2), or (s, 3) with heights; `viewers` and `targets` are the rows of the bases
    at their ends, or `NOBODY`.
    """

    def __init__(self, scene: Scene, rules: SightRules, feet: Sequence[float] = (), tops: Sequence[float] = ()) -> None:
        self.scene = scene
        self.rules = rules
        self.feet = np.asarray(feet, dtype=np.float64) if len(feet) else np.zeros(len(scene))
        self.tops = np.asarray(tops, dtype=np.float64) if len(tops) else np.full(len(scene), np.inf)
        self._groups = np.append(scene.group_numbers, -2)
        self._radii = np.hypot(scene.bases.widths, scene.bases.depths) / 2.0
        self._screens = [_Screened(scene, screen) for screen in rules.screens]

    # Bulk

    def blocked(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Whether each line is hindered."""
        out = np.zeros(len(starts), dtype=np.bool_)
        for screened in self._screens:
            open_rows = np.flatnonzero(~out)
            if len(open_rows):
                out[open_rows] = screened.blocked(
                    starts[open_rows], ends[open_rows], viewers[open_rows], targets[open_rows]
                )
        if self.rules.bases and len(self.scene):
            open_rows = np.flatnonzero(~out)
            step = max(1, _CHUNK // len(self.scene))
            for k in range(0, len(open_rows), step):
                rows = open_rows[k : k + step]
                out[rows] = self._by_bases(starts[rows], ends[rows], viewers[rows], targets[rows])
        return out

    def _near_bases(self, starts: Floats, ends: Floats) -> tuple[Indices, Indices]:
        """Pairs (line, base) that may meet: the line passes within the base's radius. Single precision, with room."""
        way = (ends[:, :2] - starts[:, :2]).astype(np.float32)
        length = np.hypot(way[:, 0], way[:, 1])
        unit = way / np.where(length == 0.0, 1.0, length)[:, None]
        at = starts[:, :2].astype(np.float32)
        centres = self.scene.bases.centres.astype(np.float32)
        reach = self._radii.astype(np.float32) + np.float32(0.1)
        aside = np.stack((-unit[:, 1], unit[:, 0]), axis=1)
        away = aside @ centres.T
        away -= np.einsum("ij,ij->i", at, aside)[:, None]
        hit = np.abs(away, out=away) < reach
        along = unit @ centres.T
        along -= np.einsum("ij,ij->i", at, unit)[:, None]
        hit &= along > -reach
        along -= length[:, None]
        hit &= along < reach
        rows, bases = np.nonzero(hit)
        return rows, bases

    def _by_bases(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        out = np.zeros(len(starts), dtype=np.bool_)
        rows, bases = self._near_bases(starts, ends)
        keep = (bases != viewers[rows]) & (bases != targets[rows])
        if not self.rules.own_group:
            keep &= self._groups[bases] != self._groups[viewers[rows]]
        if not self.rules.target_group:
            keep &= self._groups[bases] != self._groups[targets[rows]]
        rows, bases = rows[keep], bases[keep]
        if not len(rows):
            return out
        _, _, deep = self._stretch(starts[rows], ends[rows], bases)
        out[rows[deep > self.rules.base_depth]] = True
        return out

    def _stretch(self, starts: Floats, ends: Floats, bases: Indices) -> tuple[Floats, Floats, Floats]:
        """Shares from and to, and length (mm), of each line inside base k; length 0 where heights let it pass."""
        low, high = through_bases(starts[:, :2], ends[:, :2], self.scene.bases, bases)
        way = ends - starts
        length = np.hypot(way[:, 0], way[:, 1])
        if starts.shape[1] == 3 and self.rules.base_heights == "prism":
            low, high = under_heights(low, high, starts[:, 2], ends[:, 2], self.feet[bases], self.tops[bases])
        deep = (high - low) * length
        if starts.shape[1] == 3 and self.rules.base_heights == "nearest":
            to_centre = self.scene.bases.centres[bases] - starts[:, :2]
            share = np.einsum("ij,ij->i", to_centre, way[:, :2]) / np.where(length == 0.0, 1.0, length) ** 2
            z = starts[:, 2] + np.clip(share, 0.0, 1.0) * way[:, 2]
            deep = np.where(self.tops[bases] >= z, deep, 0.0)
        return low, high, deep

    def seen_matrix(
        self,
        viewers: Indices,
        targets: Indices,
        which: Points = "corners_centre",
        arcs: Sequence[Arc | None] | None = None,
        eye_at: Points = "eye",
    ) -> Truths:
        """Whether viewers see targets (rows of the scene): (n, m).

        Parameters
        ----------
        which
            Sample points of a target, of which one must be seen.
        arcs
            Field of view of each viewer; None sees all round.
        eye_at
            "eye" or "centre": where a viewer looks from.
        """
        bases = self.scene.bases
        n, m = len(viewers), len(targets)
        if not n or not m:
            return np.zeros((n, m), dtype=np.bool_)
        eyes = np.concatenate([sample_points(bases.footprint(i), bases.pose(i), eye_at) for i in viewers.tolist()])
        if which == "across":
            points = np.stack(
                [
                    [
                        sample_points(bases.footprint(j), bases.pose(j), which, (float(e[0]), float(e[1])))
                        for j in targets.tolist()
                    ]
                    for e in eyes
                ]
            )
        else:
            one = np.stack([sample_points(bases.footprint(j), bases.pose(j), which) for j in targets.tolist()])
            points = np.broadcast_to(one, (n, *one.shape))
        k = points.shape[2]
        ends = points.reshape(-1, 2)
        starts = np.repeat(eyes, m * k, axis=0)
        from_rows, to_rows = np.repeat(viewers, m * k), np.tile(np.repeat(targets, k), n)
        wanted = from_rows != to_rows
        if arcs is not None:
            flat = points.reshape(n, m * k, 2)
            wanted &= np.concatenate([in_field(flat[i], arc) for i, arc in enumerate(arcs)])
        seen = np.zeros(len(starts), dtype=np.bool_)
        rows = np.flatnonzero(wanted)
        seen[rows] = ~self.blocked(starts[rows], ends[rows], from_rows[rows], to_rows[rows])
        return np.asarray(seen.reshape(n, m, k).any(axis=2))

    # Single answers, with reasons

    def sight(
        self,
        viewer: str,
        target: str,
        which: Points = "corners_centre",
        arc: Arc | None = None,
        eye_at: Points = "eye",
    ) -> Sight:
        """Whether one base sees another, with every line tried and what it runs through."""
        i, j = self.scene.index[viewer], self.scene.index[target]
        bases = self.scene.bases
        start = sample_points(bases.footprint(i), bases.pose(i), eye_at)[0]
        points = sample_points(bases.footprint(j), bases.pose(j), which, (float(start[0]), float(start[1])))
        return self.sight_to(viewer, target, start, points, arc)

    def sight_to(self, viewer: str, target: str, start: Floats, points: Floats, arc: Arc | None = None) -> Sight:
        """`sight` from a given point to given sample points (k, 2), or (k, 3) with heights."""
        i, j = self.scene.index.get(viewer, NOBODY), self.scene.index.get(target, NOBODY)
        field = in_field(points, arc)
        lines = tuple(self.line(start, point, i, j, k, bool(field[k])) for k, point in enumerate(points))
        part = next((line.part for line in lines if line.free and line.in_field), None)
        why: Literal["seen", "field", "blocked"] = "blocked" if any(line.in_field for line in lines) else "field"
        return Sight(viewer, target, part is not None, part, lines, "seen" if part is not None else why)

    def line(
        self,
        start: Floats,
        end: Floats,
        viewer: int = NOBODY,
        target: int = NOBODY,
        part: int = 0,
        field: bool = True,
    ) -> SightLine:
        """One line with all it runs through, in the order met."""
        starts, ends = np.asarray(start, dtype=np.float64)[None], np.asarray(end, dtype=np.float64)[None]
        who, whom = np.array([viewer], dtype=np.intp), np.array([target], dtype=np.intp)
        found: list[tuple[float, Through]] = []
        if self.rules.bases and len(self.scene):
            found += self._bases_on(starts, ends, viewer, target)
        for screened in self._screens:
            found += screened.on(starts, ends, who, whom)
        found.sort(key=lambda pair: (pair[0], pair[1].id))
        free = not bool(self.blocked(starts, ends, who, whom)[0])
        ends_at = [(float(p[0, 0]), float(p[0, 1])) for p in (starts, ends)]
        return SightLine(part, ends_at[0], ends_at[1], field, free, tuple(through for _, through in found))

    def _bases_on(self, starts: Floats, ends: Floats, viewer: int, target: int) -> list[tuple[float, Through]]:
        _, bases = self._near_bases(starts, ends)
        groups = self._groups
        kept = [
            b
            for b in bases.tolist()
            if b not in (viewer, target)
            and (self.rules.own_group or groups[b] != groups[viewer])
            and (self.rules.target_group or groups[b] != groups[target])
        ]
        if not kept:
            return []
        rows = np.array(kept, dtype=np.intp)
        low, high, deep = self._stretch(np.repeat(starts, len(rows), 0), np.repeat(ends, len(rows), 0), rows)
        out = []
        for k, b in enumerate(kept):
            if deep[k] > 0.0:
                blocks = bool(deep[k] > self.rules.base_depth)
                out.append(_through("base", self.scene.ids[b], starts[0], ends[0], low[k], high[k], deep[k], blocks))
        return out

    def any_seen(self, viewers: Iterable[str], targets: Iterable[str], arcs: dict[str, Arc] | None = None) -> bool:
        """Whether any of some bases sees any of others, by their eyes, corners and centres."""
        who, whom = self.scene.rows_of(viewers), self.scene.rows_of(targets)
        fields = None if arcs is None else [arcs.get(self.scene.ids[i]) for i in who.tolist()]
        return bool(self.seen_matrix(who, whom, arcs=fields).any())


def _through(
    what: Literal["base", "feature"],
    id: str,
    start: Floats,
    end: Floats,
    low: float,
    high: float,
    deep: float,
    blocks: bool,
) -> tuple[float, Through]:
    a, b = start[:2] + (end[:2] - start[:2]) * low, start[:2] + (end[:2] - start[:2]) * high
    piece = Through(what, id, (float(a[0]), float(a[1])), (float(b[0]), float(b[1])), float(deep), blocks)
    return float(low), piece


class _Screened:
    """The features of one screen, with their edges at hand."""

    def __init__(self, scene: Scene, screen: Screen) -> None:
        land = scene.terrain
        self.screen = screen
        self.rows = [i for i, feature in enumerate(land.features) if feature.kind in screen.kinds]
        self.features = [land.features[i] for i in self.rows]
        self.edges = [land.edges[i] for i in self.rows]
        self.boxes = np.array([shapely.bounds(land.geometries[i]) for i in self.rows]).reshape(-1, 4)
        self.excused = [self._inside(scene, i) for i in self.rows]

    def _inside(self, scene: Scene, i: int) -> Truths:
        """Which bases lift the screen of feature i; the last entry is for nobody."""
        out = np.zeros(len(scene) + 1, dtype=np.bool_)
        shape = scene.terrain.geometries[i]
        if self.screen.unless == "centre":
            out[:-1] = shapely.dwithin(shape, shapely.points(scene.bases.centres), 1e-6)
        elif self.screen.unless == "base":
            near = np.flatnonzero(shapely.intersects(shape, scene.bases.polygons))
            out[near] = shapely.area(shapely.intersection(shape, scene.bases.polygons[near])) > 1e-6
        return out

    def _rows_near(self, k: int, starts: Floats, ends: Floats) -> Indices:
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        box = self.boxes[k]
        near = (low[:, 0] <= box[2]) & (high[:, 0] >= box[0]) & (low[:, 1] <= box[3]) & (high[:, 1] >= box[1])
        rows = np.flatnonzero(near)
        if not len(rows):
            return rows
        # Keep lines with corners of the feature's box on both sides.
        dx, dy = ends[rows, 0] - starts[rows, 0], ends[rows, 1] - starts[rows, 1]
        centre, half = (box[:2] + box[2:]) / 2.0, (box[2:] - box[:2]) / 2.0
        away = np.abs(dx * (centre[1] - starts[rows, 1]) - dy * (centre[0] - starts[rows, 0]))
        keep = np.asarray(away <= np.abs(dx) * half[1] + np.abs(dy) * half[0] + 1.0)
        return np.asarray(rows[keep], dtype=np.intp)

    def blocked(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Whether this screen hinders each line."""
        out = np.zeros(len(starts), dtype=np.bool_)
        total = np.zeros(len(starts))
        for k in range(len(self.rows)):
            rows = self._rows_near(k, starts, ends)
            rows = rows[~out[rows]]
            if len(rows):
                rows = rows[~(self.excused[k][viewers[rows]] | self.excused[k][targets[rows]])]
            if not len(rows):
                continue
            if self.features[k].line:
                out[rows] = self._wall(k, starts[rows], ends[rows])
                continue
            deep = self._depths(k, starts[rows], ends[rows])
            if self.screen.pooled:
                total[rows] += deep
                out[rows] = total[rows] > self.screen.depth
            else:
                out[rows] = deep > self.screen.depth
        return out

    def _wall(self, k: int, starts: Floats, ends: Floats) -> Truths:
        crossed = lines_cross(starts[:, :2], ends[:, :2], self.edges[k])
        if self.screen.solid and starts.shape[1] == 3:
            for row in np.flatnonzero(crossed).tolist():
                crossed[row] = self._wall_height(k, starts[row], ends[row])
        return crossed

    def _wall_height(self, k: int, start: Floats, end: Floats) -> bool:
        """Whether a line meets a wall below its top."""
        feature = self.features[k]
        line, wall = shapely.LineString((start[:2], end[:2])), feature.geometry()
        for point in shapely.get_coordinates(shapely.intersection(line, wall)):
            share = shapely.line_locate_point(line, shapely.Point(point), normalized=True)
            if feature.foot < start[2] + share * (end[2] - start[2]) < feature.height:
                return True
        return False

    def _depths(self, k: int, starts: Floats, ends: Floats) -> Floats:
        if not (self.screen.solid and starts.shape[1] == 3):
            enough = 0.0 if self.screen.pooled else self.screen.depth
            return area_depths(starts[:, :2], ends[:, :2], self.edges[k], enough)
        feature = self.features[k]
        deep = np.zeros(len(starts))
        for row in range(len(starts)):
            for a, b in stretches(starts[row, :2], ends[row, :2], self.edges[k]):
                low, high = _clip_height(a, b, starts[row], ends[row], feature.foot, feature.height)
                deep[row] += (high - low) * float(np.hypot(*(ends[row, :2] - starts[row, :2])))
        return deep

    def on(self, starts: Floats, ends: Floats, viewer: Indices, target: Indices) -> list[tuple[float, Through]]:
        """What of this screen one line runs through, with the share of the line where it begins."""
        found: list[tuple[float, Through]] = []
        length = float(np.hypot(*(ends[0, :2] - starts[0, :2])))
        total = 0.0
        for k in range(len(self.rows)):
            feature = self.features[k]
            excused = bool(self.excused[k][viewer[0]] or self.excused[k][target[0]])
            if feature.line:
                if bool(self._wall(k, starts, ends)[0]):
                    line = shapely.LineString((starts[0, :2], ends[0, :2]))
                    meets = shapely.get_coordinates(line.intersection(feature.geometry()))
                    share = min(line.project(shapely.Point(point), normalized=True) for point in meets)
                    found.append(_through("feature", feature.id, starts[0], ends[0], share, share, 0.0, not excused))
                continue
            for a, b in stretches(starts[0, :2], ends[0, :2], self.edges[k]):
                if self.screen.solid and starts.shape[1] == 3:
                    a, b = _clip_height(a, b, starts[0], ends[0], feature.foot, feature.height)
                if b > a:
                    deep = (b - a) * length
                    total += 0.0 if excused else deep
                    over = (total if self.screen.pooled else deep) > self.screen.depth
                    blocks = over and not excused
                    found.append(_through("feature", feature.id, starts[0], ends[0], a, b, deep, blocks))
        return found


def _clip_height(a: float, b: float, start: Floats, end: Floats, foot: float, top: float) -> tuple[float, float]:
    low, high = under_heights(np.array([a]), np.array([b]), start[2:3], end[2:3], np.array([foot]), np.array([top]))
    return float(low[0]), float(high[0])
