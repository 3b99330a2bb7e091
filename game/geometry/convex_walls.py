"""Convex walls as straight lines meet them: which of many lines run through any of many walls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .crossing import ring_edges
from .planar import Shape
from .shapes import Floats

CLEAR = 0.005
"""Lines that run no deeper (mm) inside a wall only graze it; paths bend this far off the corners they go round."""


def runs_through(starts: Floats, ends: Floats, edges: Floats) -> NDArray[np.bool_]:
    """Whether lines run through the inside of a convex wall, by more than a graze."""
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    unit = way / np.where(length == 0.0, 1.0, length)[:, None]
    side = edges[:, 1] - edges[:, 0]
    size = np.hypot(side[:, 0], side[:, 1])
    side, first = side[size > 0.0] / size[size > 0.0][:, None], edges[size > 0.0, 0]
    middle = edges[:, 0].mean(axis=0)
    turn = np.sign(side[:, 0] * (middle[1] - first[:, 1]) - side[:, 1] * (middle[0] - first[:, 0]))
    # the normals point inwards: how far inside of each edge a line starts, and what a mm ahead or aside adds
    nx, ny = -side[:, 1] * turn, side[:, 0] * turn
    off = starts[:, 0, None] * nx + starts[:, 1, None] * ny - (first[:, 0] * nx + first[:, 1] * ny)
    rate = unit[:, 0, None] * nx + unit[:, 1, None] * ny
    slip = unit[:, 0, None] * ny - unit[:, 1, None] * nx
    still = np.abs(rate) < 1e-12
    safe = np.where(still, 1.0, rate)
    into, out_of = (rate > 0.0) & ~still, (rate < 0.0) & ~still
    deep = np.full(len(starts), np.inf)
    for aside in (CLEAR / 2.0, -CLEAR / 2.0):
        here = off + slip * aside
        at = -here / safe
        low = np.where(into, at, 0.0).max(axis=1, initial=0.0)
        high = np.minimum(np.where(out_of, at, np.inf).min(axis=1, initial=np.inf), length)
        shut = (still & (here <= 0.0)).any(axis=1)
        deep = np.minimum(deep, np.where(shut, 0.0, high - low))
    return np.asarray(deep > CLEAR)


class Blocks:
    """Walls as lines meet them: circles about and within each settle nearly all lines, the outline the others.

    Attributes
    ----------
    centres
        Of the walls (w, 2).
    outer, inner
        Radii (w,) of the circles about a wall and within it; those within are less by what counts as a graze.
    """

    def __init__(self, walls: Sequence[Shape]) -> None:
        found = [_measured(w) for w in walls]
        self.edges = [edges for edges, _, _, _ in found]
        self.centres = np.array([centre for _, centre, _, _ in found]).reshape(-1, 2)
        self.outer = np.array([outer for _, _, outer, _ in found])
        self.inner = np.array([inner for _, _, _, inner in found]) - CLEAR

    def take(self, which: Sequence[int]) -> Blocks:
        """Some of them."""
        out = object.__new__(Blocks)
        out.edges = [self.edges[k] for k in which]
        rows = np.array(which, dtype=np.intp)
        out.centres, out.outer, out.inner = self.centres[rows], self.outer[rows], self.inner[rows]
        return out

    def _judged(self, starts: Floats, ends: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Pairs (s, w) of lines and walls: those that certainly run through, those that may."""
        way = ends - starts
        length = np.hypot(way[:, 0], way[:, 1])
        unit = way / np.where(length == 0.0, 1.0, length)[:, None]
        dx, dy = (self.centres[None, :, i] - starts[:, None, i] for i in (0, 1))
        along = dx * unit[:, None, 0] + dy * unit[:, None, 1]
        aside = np.abs(dx * unit[:, None, 1] - dy * unit[:, None, 0])
        past = along - np.clip(along, 0.0, length[:, None])
        may = np.hypot(past, aside) < self.outer
        reach = np.sqrt(np.maximum(np.maximum(self.inner, 0.0) ** 2 - aside * aside, 0.0))
        inside = np.minimum(along + reach, length[:, None]) - np.maximum(along - reach, 0.0)
        return may & (reach > 0.0) & (inside > 2.0 * CLEAR), may

    def through(self, starts: Floats, ends: Floats, passed: Sequence[NDArray[np.intp]] = ()) -> NDArray[np.bool_]:
        """Whether lines (s,) run through any wall; walls known to be ``passed`` (s,), by number, need no look."""
        if not self.edges or not len(starts):
            return np.zeros(len(starts), dtype=np.bool_)
        surely, may = self._judged(starts, ends)
        for known in passed:
            lines = np.flatnonzero(known >= 0)
            surely[lines, known[lines]] = may[lines, known[lines]] = False
        out = np.asarray(surely.any(axis=1))
        for k in np.flatnonzero((may & ~out[:, None]).any(axis=0)).tolist():
            rows = np.flatnonzero(may[:, k] & ~out)
            if len(rows):
                out[rows] = runs_through(starts[rows], ends[rows], self.edges[k])
        return out

    def hit(self, starts: Floats, ends: Floats) -> list[int]:
        """The walls that any of the lines runs through."""
        if not self.edges:
            return []
        surely, may = self._judged(starts, ends)
        sure = np.asarray(surely.any(axis=0))
        return [
            int(k)
            for k in np.flatnonzero(may.any(axis=0))
            if bool(sure[k]) or bool(runs_through(starts, ends, self.edges[int(k)]).any())
        ]


@lru_cache(maxsize=2048)
def _measured(wall: Shape) -> tuple[Floats, Floats, float, float]:
    """The edges of a wall, its middle, the radii of the circles about it and within it; the same walls come often."""
    edges = ring_edges(wall)
    centre: Floats = edges[:, 0].mean(axis=0)
    return edges, centre, float(np.hypot(*(edges[:, 0] - centre).T).max()), _clearance(edges, centre)


def _clearance(edges: Floats, point: Floats) -> float:
    """How far (mm) a point inside a convex wall is from the lines of its edges."""
    way = edges[:, 1] - edges[:, 0]
    off = edges[:, 0] - point
    length = np.hypot(way[:, 0], way[:, 1])
    good = length > 0.0
    return float((np.abs(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0])[good] / length[good]).min())
