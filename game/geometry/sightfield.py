"""Sight over a whole table: one index a situation, asked for many lines at once, or for one with its reasons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .bases import Indices
from .crossing import through_bases
from .scene import Scene
from .screens import Screened, Truths, through
from .shapes import Floats
from .sight import Screen, SightLine, Through

NOBODY = -1
"""Row of a viewer or target that is no base: a bare point."""

_CHUNK = 150_000


class SightField:
    """Answers about sight in one scene.

    Parameters
    ----------
    scene
        The situation. A base hinders sight between bases of other groups.
    screens
        How features hinder it; a feature of no screen does not.
    tops
        Top (mm above the table) of each base in the scene's order, where lines have heights.

    Lines are given by start and end, (s, 2), or (s, 3) with heights; `viewers` and `targets` are the rows of the bases
    at their ends, or `NOBODY`. A line with heights passes over a base if it is higher than its top at the point nearest
    its centre.
    """

    def __init__(self, scene: Scene, screens: Sequence[Screen], tops: Sequence[float] = ()) -> None:
        self.scene = scene
        self.tops = np.asarray(tops, dtype=np.float64) if len(tops) else np.full(len(scene), np.inf)
        self._groups = np.append(scene.group_numbers, -2)
        self._radii = np.hypot(scene.bases.widths, scene.bases.depths) / 2.0
        self._screens = [Screened(scene, screen) for screen in screens]

    # Bulk

    def blocked(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Whether each line is hindered."""
        out = np.zeros(len(starts), dtype=np.bool_)
        # Bases first: on a full table they leave few lines for the features, whose outlines cost more.
        if len(self.scene):
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
        keep = self._groups[bases] != self._groups[viewers[rows]]
        keep &= self._groups[bases] != self._groups[targets[rows]]
        rows, bases = rows[keep], bases[keep]
        if not len(rows):
            return out
        _, _, deep = self._stretch(starts[rows], ends[rows], bases)
        out[rows[deep > 0.0]] = True
        return out

    def _stretch(self, starts: Floats, ends: Floats, bases: Indices) -> tuple[Floats, Floats, Floats]:
        """Shares from and to, and length (mm), of each line inside base k; length 0 where heights let it pass."""
        low, high = through_bases(starts[:, :2], ends[:, :2], self.scene.bases, bases)
        way = ends - starts
        length = np.hypot(way[:, 0], way[:, 1])
        deep = (high - low) * length
        if starts.shape[1] == 3:
            to_centre = self.scene.bases.centres[bases] - starts[:, :2]
            share = np.einsum("ij,ij->i", to_centre, way[:, :2]) / np.where(length == 0.0, 1.0, length) ** 2
            z = starts[:, 2] + np.clip(share, 0.0, 1.0) * way[:, 2]
            deep = np.where(self.tops[bases] >= z, deep, 0.0)
        return low, high, deep

    # One line, with its reasons

    def line(
        self,
        start: Floats,
        end: Floats,
        viewer: int = NOBODY,
        target: int = NOBODY,
    ) -> SightLine:
        """One line with all it runs through, in the order met."""
        starts, ends = np.asarray(start, dtype=np.float64)[None], np.asarray(end, dtype=np.float64)[None]
        who, whom = np.array([viewer], dtype=np.intp), np.array([target], dtype=np.intp)
        found: list[tuple[float, Through]] = []
        if len(self.scene):
            found += self._bases_on(starts, ends, viewer, target)
        for screened in self._screens:
            found += screened.on(starts, ends, who, whom)
        found.sort(key=lambda pair: (pair[0], pair[1].id))
        free = not bool(self.blocked(starts, ends, who, whom)[0])
        ends_at = [(float(p[0, 0]), float(p[0, 1])) for p in (starts, ends)]
        return SightLine(ends_at[0], ends_at[1], free, tuple(through for _, through in found))

    def _bases_on(self, starts: Floats, ends: Floats, viewer: int, target: int) -> list[tuple[float, Through]]:
        _, bases = self._near_bases(starts, ends)
        rows = bases[~np.isin(self._groups[bases], self._groups[[viewer, target]])]
        if not len(rows):
            return []
        low, high, deep = self._stretch(np.repeat(starts, len(rows), 0), np.repeat(ends, len(rows), 0), rows)
        return [
            through("base", self.scene.ids[b], starts[0], ends[0], low[k], high[k], deep[k], True)
            for k, b in enumerate(rows.tolist())
            if deep[k] > 0.0
        ]
