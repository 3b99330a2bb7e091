"""Sight over a whole table: one index a situation, asked for single pairs, for units, or for all pairs at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from .anypart import Veil, any_part, thin_wall
from .arcs import Arc, part_in_arc
from .bases import Indices
from .crossing import through_bases, under_heights
from .scene import Scene
from .screens import Screened, Truths, through
from .shapes import Floats, outline
from .sight import Points, Sight, SightLine, SightRules, Through, in_field, sample_points

NOBODY = -1
"""Row of a viewer or target that is no base: a bare point."""

_CHUNK = 150_000


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
        self._screens = [Screened(scene, screen) for screen in rules.screens]

    # Bulk

    def blocked(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Whether each line is hindered."""
        out = np.zeros(len(starts), dtype=np.bool_)
        # Bases first: on a full table they leave few lines for the features, whose outlines cost more.
        if self.rules.bases and len(self.scene):
            step = max(1, _CHUNK // len(self.scene))
            for k in range(0, len(starts), step):
                rows = slice(k, k + step)
                out[rows] = self._by_bases(starts[rows], ends[rows], viewers[rows], targets[rows])
        for screened in self._screens:
            left = np.flatnonzero(~out)
            if len(left):
                out[left] = screened.blocked(starts[left], ends[left], viewers[left], targets[left])
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
        eyes = bases.centres[viewers] if eye_at == "centre" else bases.corners[viewers, :2].mean(axis=1)
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
            points = self._samples(targets, which)
            points = np.broadcast_to(points, (n, *points.shape))
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

    def _samples(self, rows: Indices, which: Points) -> Floats:
        """`sample_points` of many bases (m, k, 2), for those that do not depend on who looks."""
        bases = self.scene.bases
        centres = bases.centres[rows][:, None]
        if which == "centre":
            return np.asarray(centres)
        if which == "eye":
            return np.asarray(bases.corners[rows, :2].mean(axis=1)[:, None])
        corners = bases.corners[rows]
        return np.asarray(corners if which == "corners" else np.concatenate((corners, centres), axis=1))

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
                out.append(through("base", self.scene.ids[b], starts[0], ends[0], low[k], high[k], deep[k], blocks))
        return out

    def any_part(self, viewer: str, target: str, front_only: bool = False, arc: Arc | None = None) -> SightLine | None:
        """A free line from any part of one base to any part of another, or None; heights are not looked at.

        Parameters
        ----------
        front_only
            Look from the front edge only.
        arc
            Only what of the target lies in this field is looked for.
        """
        i, j = self.scene.index[viewer], self.scene.index[target]
        bases = self.scene.bases
        start = outline(bases.footprint(i), bases.pose(i))
        if front_only:
            start = bases.corners[i, :2]
        whole = outline(bases.footprint(j), bases.pose(j))
        parts = [whole] if arc is None else [np.array(part) for part in part_in_arc(whole, arc)]
        veils, depths = self._veils(i, j)
        for part in parts:
            found = any_part(start, part, veils, depths)
            if found is not None:
                line = self.line(np.array(found[0]), np.array(found[1]), i, j)
                return SightLine(0, line.start, line.end, True, True, line.through)
        return None

    def _veils(self, viewer: int, target: int) -> tuple[list[Veil], list[float]]:
        """What may stand between two bases, with the depth allowed for each pool."""
        veils: list[Veil] = []
        depths: list[float] = []
        if self.rules.bases:
            for b in range(len(self.scene)):
                if b in (viewer, target) or self._lets_by(b, viewer, target):
                    continue
                ring = outline(self.scene.bases.footprint(b), self.scene.bases.pose(b))
                veils.append(Veil(np.stack((ring, np.roll(ring, -1, axis=0)), axis=1), len(depths)))
                depths.append(self.rules.base_depth)
        for screened in self._screens:
            pool = len(depths)
            depths.append(screened.screen.depth)
            for k, feature in enumerate(screened.features):
                if screened.excused[k, viewer] or screened.excused[k, target]:
                    continue
                if not screened.screen.pooled:
                    pool = len(depths)
                    depths.append(screened.screen.depth)
                edges = screened.edges[k]
                if feature.line:
                    edges = np.concatenate([thin_wall(a, b) for a, b in edges])
                    depths[pool] = 0.0 if not screened.screen.pooled else depths[pool]
                veils.append(Veil(edges, pool))
        return veils, depths

    def _lets_by(self, base: int, viewer: int, target: int) -> bool:
        own = not self.rules.own_group and self._groups[base] == self._groups[viewer]
        return bool(own or (not self.rules.target_group and self._groups[base] == self._groups[target]))

    def any_seen(self, viewers: Iterable[str], targets: Iterable[str], arcs: dict[str, Arc] | None = None) -> bool:
        """Whether any of some bases sees any of others, by their eyes, corners and centres."""
        who, whom = self.scene.rows_of(viewers), self.scene.rows_of(targets)
        fields = None if arcs is None else [arcs.get(self.scene.ids[i]) for i in who.tolist()]
        return bool(self.seen_matrix(who, whom, arcs=fields).any())
