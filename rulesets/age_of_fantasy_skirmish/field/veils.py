"""What blocks lines of sight on a ground, many lines at once: prisms, woods, the earth itself (AFS-S09, AFS-S10)."""

from __future__ import annotations

import numpy as np
import shapely

from game.geometry.bases import Indices, near_boxes
from game.geometry.crossing import GRAZE, crossings, padded_edges, ring_edges, under_heights
from game.geometry.planar import shapes, union
from game.geometry.shapes import Floats
from game.geometry.terrain import ON_OUTLINE
from rulesets.age_of_fantasy_skirmish.field.ground import Ground
from rulesets.age_of_fantasy_skirmish.field.outlines import Truths

_NOTHING = 1e-9
"""Share of a line that is no length."""


class Veils:
    """All that blocks sight on a ground: solid pieces below their tops, woods where a line enters and leaves them."""

    def __init__(self, ground: Ground) -> None:
        pieces = [p for p in ground.pieces if p.kind.sight]
        self.ids = tuple(p.id for p in pieces)
        self.areas = shapes([p.area for p in pieces])
        shapely.prepare(self.areas)
        self.boxes: Floats = shapely.bounds(self.areas).reshape(-1, 4)
        self.tops: Floats = np.array([p.top for p in pieces], dtype=np.float64)
        self.veil: Truths = np.array([p.kind.sight == "veil" for p in pieces], dtype=np.bool_)
        self.edges = padded_edges([ring_edges(p.area) for p in pieces])
        pits = union([p.area for p in ground.pits])
        self.pits: Floats = ring_edges(pits) if not pits.is_empty else np.empty((0, 2, 2))

    def blocked(self, eyes: Floats, points: Floats) -> Truths:
        """Which lines from eyes (n, 3) to points (n, m, columns, rows, 3), in columns above each other, are blocked."""
        n, m, columns, rows = points.shape[:4]
        plan = points[:, :, :, 0, :2].reshape(-1, 2)
        tops = points[..., 2].reshape(-1, rows)
        eye_of = np.repeat(np.arange(n), m * columns)
        starts, low = eyes[eye_of, :2], eyes[eye_of, 2]
        out = np.zeros((len(plan), rows), dtype=np.bool_)
        line, which = self._near(starts, plan)
        if len(line):
            # what runs wholly between the table and a roof is blocked by what it meets in plan: the most, and quickly
            roofs = self.tops[which]
            highest, lowest = np.maximum(low, tops.max(axis=1)), np.minimum(low, tops.min(axis=1))
            under = ~self.veil[which] & (lowest[line] > 0.0) & (highest[line] < roofs)
            met, _ = self._cuts(starts[line[under]], plan[line[under]], which[under])
            out[line[under][met]] = True
            rest = ~under & ~out[line].all(axis=1)
            line, which = line[rest], which[rest]
            through, shares = self._cuts(starts[line], plan[line], which)
            hit = np.zeros((len(line), rows), dtype=np.bool_)
            first, last = self._under(shares[:, through], low[line][through], tops[line][through], which[through])
            hit[through] = ((last - first).sum(axis=-1) > _NOTHING).all(axis=0)
            veiled = self.veil[which] & hit.any(axis=1)
            if veiled.any():
                hit[veiled] &= ~self._in_wood(eyes, eye_of, plan, tops, line[veiled], which[veiled])
            np.logical_or.at(out, line, hit)
        deep = np.flatnonzero((low < 0.0) | (tops < 0.0).any(axis=1))
        if len(deep):
            out[deep] |= self._earth(starts[deep], plan[deep], low[deep], tops[deep])
        return out.reshape(n, m, columns, rows)

    def named(self, eyes: Floats, points: Floats) -> list[tuple[tuple[str, ...], bool, float]]:
        """What blocks each line from eyes to points (both k, 3): ids of pieces, whether the earth, where first."""
        starts, low = eyes[:, :2], eyes[:, 2]
        found: list[list[tuple[float, str]]] = [[] for _ in points]
        line, which = self._near(starts, points[:, :2])
        if len(line):
            shares = self._cuts(starts[line], points[line, :2], which)[1]
            first, last = self._under(shares, low[line], points[line, 2:], which)
            runs = last - first > _NOTHING
            hit = ((last - first).sum(axis=-1) > _NOTHING).all(axis=0)[:, 0]
            veiled = np.flatnonzero(hit & self.veil[which])
            woods, at = which[veiled], line[veiled]
            hit[veiled] &= ~(self._hold(woods, eyes[at]) | self._hold(woods, points[at]))
            for n in np.flatnonzero(hit).tolist():
                begun = first[0, n, 0][runs[0, n, 0]]
                found[int(line[n])].append((float(begun.min(initial=1.0)), self.ids[int(which[n])]))
        earth = np.zeros(len(points), dtype=np.bool_)
        deep = np.flatnonzero((low < 0.0) | (points[:, 2] < 0.0))
        earth[deep] = self._earth(starts[deep], points[deep, :2], low[deep], points[deep, 2:])[:, 0]
        out: list[tuple[tuple[str, ...], bool, float]] = []
        for k, own in enumerate(found):
            own.sort()
            start, end = float(low[k]), float(points[k, 2])
            # where it first runs below 0
            below = [0.0 if start < 0.0 else start / (start - end)] if earth[k] else []
            share = min([s for s, _ in own] + below, default=1.0)
            out.append((tuple(name for _, name in own), bool(earth[k]), share))
        return out

    def _near(self, starts: Floats, ends: Floats) -> tuple[Indices, Indices]:
        """Pairs (line, piece) whose boxes meet, with corners of the piece's box on both sides of the line."""
        if not len(self.ids):
            return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        rows, which = near_boxes(np.concatenate((low, high), axis=1), self.boxes, 0.0)
        box = self.boxes[which]
        way = ends[rows] - starts[rows]
        x = (box[:, 0] + box[:, 2]) / 2.0 - starts[rows, 0]
        y = (box[:, 1] + box[:, 3]) / 2.0 - starts[rows, 1]
        half = np.abs(way[:, 0]) * (box[:, 3] - box[:, 1]) / 2.0 + np.abs(way[:, 1]) * (box[:, 2] - box[:, 0]) / 2.0
        keep = np.abs(way[:, 0] * y - way[:, 1] * x) <= half + 1.0
        return rows[keep], which[keep]

    def _under(self, both: Floats, low: Floats, tops: Floats, which: Indices) -> tuple[Floats, Floats]:
        """Of shares (2, k, cuts) at outlines of pieces, what is below their tops: from, to (2, k, rows, stretches)."""
        enter, leave, roof = both[:, :, None, 0::2], both[:, :, None, 1::2], self.tops[which][None, :, None, None]
        shape = (2, *tops.shape, enter.shape[-1])
        parts = (enter, leave, low[None, :, None, None], tops[None, :, :, None], np.zeros(1), roof)
        return under_heights(*(np.broadcast_to(part, shape) for part in parts))

    def _cuts(self, starts: Floats, ends: Floats, which: Indices) -> tuple[Indices, Floats]:
        """Rows of the lines that run through their piece in plan; all lines' shares (2 sides, k, cuts) at its outline.

        Every test is made with the line moved a hair to one side and to the other: what grazes is not inside.
        """
        edges = self.edges[which]
        both = np.stack([crossings(starts, ends, edges, aside) for aside in (GRAZE, -GRAZE)])
        through = ((both[..., 1::2] - both[..., 0::2]).sum(axis=-1) > _NOTHING).all(axis=0)
        return np.flatnonzero(through), both

    def _hold(self, which: Indices, ends: Floats) -> Truths:
        """Whether points (k, 3) lie in their wood, not above it."""
        there = shapely.dwithin(self.areas[which], shapely.points(ends[:, :2]), ON_OUTLINE)
        return np.asarray(there & _between(ends[:, 2], self.tops[which]))

    def _in_wood(
        self, eyes: Floats, eye_of: Indices, plan: Floats, tops: Floats, line: Indices, which: Indices
    ) -> Truths:
        """Whether lines (k, rows) start or end in their wood, not above it."""
        out = np.zeros((len(line), tops.shape[1]), dtype=np.bool_)
        for k in np.unique(which):
            rows = np.flatnonzero(which == k)
            lines = line[rows]
            starts = self._hold(np.full(len(eyes), k), eyes)
            ends = shapely.dwithin(self.areas[k], shapely.points(plan[lines]), ON_OUTLINE)
            out[rows] = starts[eye_of[lines]][:, None] | (ends[:, None] & _between(tops[lines], self.tops[k]))
        return out

    def _earth(self, starts: Floats, ends: Floats, low: Floats, tops: Floats) -> Truths:
        """Whether lines (k, rows) run below 0 outside a chasm."""
        zero = np.zeros(tops.shape)
        first, last = under_heights(zero, zero + 1.0, np.broadcast_to(low[:, None], tops.shape), tops, zero - 1e9, zero)
        if not len(self.pits):
            return np.asarray(last - first > _NOTHING)
        lengths = []
        for aside in (GRAZE, -GRAZE):
            cuts = crossings(starts, ends, self.pits, aside)
            enter, leave = cuts[:, None, 0::2], cuts[:, None, 1::2]
            shared = np.minimum(leave, last[..., None]) - np.maximum(enter, first[..., None])
            lengths.append((last - first) - np.maximum(shared, 0.0).sum(axis=-1))
        return np.asarray(np.minimum(*lengths) > _NOTHING)


def _between(z: Floats, top: Floats) -> Truths:
    return np.asarray((z >= 0.0) & (z <= top))


def veils_of(ground: Ground) -> Veils:
    """The veils of a ground, made once."""
    return ground.kept.once("veils", lambda: Veils(ground))
