"""Where a block that wheels and then goes straight ahead first meets something, for many wheels at once (WAB-S09).

All wheels of one hand are looked at together: the outlines ahead are turned into the block's own axes for each of
them (u to its right, v ahead of its front edge), and cut by the lane that its front sweeps. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.halving import halved
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Footprint, Point, corners, sin_cos_all
from game.geometry.steps import Hand
from game.geometry.sweep import Side, wheel_sweep
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field.blocks import Block, corner, shared
from rulesets.ancient_battles.measures import SLACK, TOUCH

WIDEST = NUMBERS.charge_wheel.value
"""Degrees of the widest wheel of a charge (WAB-S09)."""
HANDS: tuple[Hand, Hand] = ("left", "right")
STEP = 0.5
"""Degrees between the wheels that are looked at first."""
FINE = 0.001
"""Degrees to which the widest free wheel is found."""
PARALLEL = np.errstate(divide="ignore", invalid="ignore")
"""An edge along the lane cuts neither side of it: what that divides by is 0."""


class Fan:
    """A block's front after each of many wheels about a front corner: ``xs``, ``ys`` (mm) and ``facings`` (degrees)."""

    def __init__(self, block: Block, hand: Hand, degrees: Floats) -> None:
        self.block, self.degrees = block, degrees
        half = block.width / 2.0
        turn = -degrees if hand == "left" else degrees
        pivot = corner(block.front, block.width, hand)
        self.facings = block.front.facing + turn
        self.sines, self.cosines = sin_cos_all(self.facings)
        aside = half if hand == "left" else -half
        self.xs = pivot[0] + aside * self.cosines
        self.ys = pivot[1] - aside * self.sines

    @property
    def ways(self) -> Floats:
        """(n,) arcs (mm) of the outer corner."""
        return self.block.width * np.radians(self.degrees)

    def _with(self, rows: Iterable[Floats]) -> Fan:
        fan = Fan.__new__(Fan)
        fan.block = self.block
        fan.degrees, fan.facings, fan.sines, fan.cosines, fan.xs, fan.ys = rows
        return fan

    def _rows(self) -> tuple[Floats, ...]:
        """What a fan holds of each of its wheels."""
        return self.degrees, self.facings, self.sines, self.cosines, self.xs, self.ys

    def only(self, which: NDArray[np.bool_]) -> Fan:
        """Some of the wheels."""
        return self._with(row[which] for row in self._rows())

    def joined(self, others: Sequence[Fan]) -> Fan:
        """The wheels of this fan and of others of the same block, one after the other."""
        return self._with(map(np.concatenate, zip(self._rows(), *(fan._rows() for fan in others), strict=True)))

    def local(self, points: Floats) -> tuple[Floats, Floats]:
        """(..., n) u and v of points (..., 2) for each wheel."""
        dx, dy = points[..., 0, None] - self.xs, points[..., 1, None] - self.ys
        return dx * self.cosines - dy * self.sines, dx * self.sines + dy * self.cosines

    def placed(self, points: Sequence[Point]) -> Floats:
        """(n, k, 2) where points of the block (k; u right, v ahead of the front's middle) lie after each wheel."""
        u, v = np.array(points).T
        s, c = self.sines[:, None], self.cosines[:, None]
        return np.stack((self.xs[:, None] + u * c + v * s, self.ys[:, None] - u * s + v * c), axis=2)

    @PARALLEL
    def stretch(self, ring: Floats, half: float) -> tuple[Floats, Floats]:
        """Least and greatest v (n,) of an outline (k, 2) within ``half`` mm beside the middle; inf, -inf outside it."""
        u, v = self.local(ring)
        cuts = [(np.abs(u) <= half, v), *(_cut(side, u, v, _edges(u), _edges(v)) for side in (-half, half))]
        least = np.concatenate([np.where(within, at, math.inf) for within, at in cuts]).min(axis=0)
        return least, np.concatenate([np.where(within, at, -math.inf) for within, at in cuts]).max(axis=0)

    @PARALLEL
    def first(self, ring: Floats, inset: float = 0.0) -> tuple[Floats, Floats]:
        """Way straight ahead (n,) until the front meets a convex outline (k, 2), inf where the lane misses it.

        The second array (n,) holds the u at which it is met. What lies behind the front line is not met. ``inset``
        narrows the lane at each side.
        """
        return self._met(*self.local(ring), inset)

    @PARALLEL
    def nearest(self, rings: Floats) -> tuple[Floats, Floats]:
        """As :meth:`first`, of some outlines (m, k, 2) the one met first; of two met at once the earlier."""
        if len(rings) == 1:
            return self._met(*self.local(rings[0]), 0.0)
        way, at = np.full(len(self.xs), math.inf), np.zeros(len(self.xs))
        passing = self._passing(rings)  # most lanes lead past a crowd: they are looked at no further
        lanes = self.only(passing)
        u, v = lanes.local(rings.transpose(1, 0, 2))
        ways = lanes._ways(u, v, 0.0)
        best, which = ways[0], np.zeros(len(lanes.xs), dtype=np.intp)
        for k in range(1, len(rings)):
            sooner = ways[k] < best - 1e-9
            best, which = np.where(sooner, ways[k], best), np.where(sooner, k, which)
        each = np.arange(len(which))
        way[passing], at[passing] = lanes._met(u[:, which, each], v[:, which, each], 0.0)
        return way, at

    def _passing(self, rings: Floats) -> NDArray[np.bool_]:
        """Which lanes may meet one of some outlines (m, k, 2): those that meet the box about them all."""
        points = rings.reshape(-1, 2)
        (west, south), (east, north) = points.min(axis=0), points.max(axis=0)
        u, v = self.local(np.array(((west, south), (west, north), (east, north), (east, south))))
        return self._lies_ahead(u, v, 1.0)

    def _lies_ahead(self, u: Floats, v: Floats, spare: float) -> NDArray[np.bool_]:
        """Whether something of outlines (k, ...) may lie in the lane or ``spare`` mm beside it."""
        half = self.block.width / 2.0 + spare
        ahead: NDArray[np.bool_] = (u.min(axis=0) <= half) & (u.max(axis=0) >= -half) & (v.max(axis=0) >= -spare)
        return ahead

    def _met(self, u: Floats, v: Floats, inset: float) -> tuple[Floats, Floats]:
        """What :meth:`first` tells of an outline whose corners lie at (k, n) in every lane."""
        half = self.block.width / 2.0 - inset
        if half <= 0.0:
            return np.full(u.shape[1:], math.inf), np.zeros(u.shape[1:])
        du, dv = _edges(u), _edges(v)
        cuts = [(np.abs(u) <= half + 1e-9, v), *(_cut(side, u, v, du, dv) for side in (-half, half))]
        ways = np.concatenate([np.where(met & (way >= -inset - 1e-6), way, math.inf) for met, way in cuts])
        at = np.concatenate((u, np.full(u.shape, -half), np.full(u.shape, half)))
        first = (ways <= ways.min(axis=0) + 1e-9).argmax(axis=0), np.arange(len(self.xs))
        best, where = ways[first], at[first]
        return np.maximum(best, 0.0), np.where(np.isfinite(best), where, 0.0)

    def _ways(self, u: Floats, v: Floats, inset: float) -> Floats:
        """Ways ahead (...) until outlines with corners at (k, ...) are met, inf where they are not."""
        half, least = self.block.width / 2.0 - inset, -inset - 1e-6
        best: Floats = np.where((np.abs(u) <= half + 1e-9) & (v >= least), v, math.inf).min(axis=0)
        du, dv = _edges(u), _edges(v)
        for side in (-half, half):
            cut, way = _cut(side, u, v, du, dv)
            best = np.minimum(best, np.where(cut & (way >= least), way, math.inf).min(axis=0))
        return best

    @PARALLEL
    def firsts(self, rings: Floats, inset: float = 0.0) -> Floats:
        """Ways straight ahead (m, n) until the front meets each of many convex outlines (m, k, 2), as :meth:`first`.

        0 where an outline lies across the front already, partly behind it: a wheel may end with a corner that deep in.
        """
        u, v = self.local(rings.transpose(1, 0, 2))
        found = np.full(u.shape[1:], math.inf)
        ahead = self._lies_ahead(u, v, 1.0).any(axis=1)  # of most outlines all lanes lead past
        u, v = u[:, ahead], v[:, ahead]
        half, least = self.block.width / 2.0 - inset, -inset - 1e-6
        dv = _edges(v)
        across = u + (least - v) / dv * _edges(u)
        passes = (v < least) != (v + dv < least)
        left = np.where(passes, across, math.inf).min(axis=0)
        right = np.where(passes, across, -math.inf).max(axis=0)
        best = np.where((left < half) & (right > -half), 0.0, self._ways(u, v, inset))
        found[ahead] = np.maximum(best, 0.0)
        return found


def _edges(x: Floats) -> Floats:
    """What lies between the corners (k, ...) of outlines, along an axis."""
    return np.concatenate((x[1:], x[:1])) - x


def _cut(side: float, u: Floats, v: Floats, du: Floats, dv: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Which edges of outlines (k, ...) one side of the lane cuts, and the v at which it does."""
    t = (side - u) / du
    return (t > 0.0) & (t < 1.0), v + t * dv


def rings_of(shapes: Sequence[Shape]) -> Floats:
    """Outlines (m, k, 2) of some convex polygons, the last corner repeated where one has fewer than the others."""
    found = [shapely.get_coordinates(s)[:-1] for s in shapes]
    most = max((len(f) for f in found), default=0)
    out = np.empty((len(found), most, 2))
    for k, ring in enumerate(found):
        out[k, : len(ring)] = ring
        out[k, len(ring) :] = ring[-1]
    return out


def beyond_table(view: State) -> tuple[shapely.Polygon, ...]:
    """What lies beyond the four edges of the table, as deep as the table is long (mm)."""
    return _beyond(view.table.width, view.table.depth)


@lru_cache(maxsize=8)
def _beyond(x: float, y: float) -> tuple[shapely.Polygon, ...]:
    far = max(x, y)
    return (
        shapely.box(-far, -far, 0.0, y + far),
        shapely.box(x, -far, x + far, y + far),
        shapely.box(-far, -far, x + far, 0.0),
        shapely.box(-far, y, x + far, y + far),
    )


class Turning:
    """What a wheel of a block about a front corner meets: its sweep, drawn in by the slack, overlaps it."""

    def __init__(self, block: Block, hand: Hand, shapes: Sequence[Shape]) -> None:
        drawn_in = Footprint("rect", block.width - 2.0 * SLACK, block.depth - 2.0 * SLACK)
        self._four, self._side = corners(drawn_in, block.centre), _SIDES[hand]
        self.shapes = np.array(shapes, dtype=object)

    def met(self, degrees: float) -> list[int]:
        """Which of the shapes are met by so much of it."""
        if not len(self.shapes):
            return []
        sweep = wheel_sweep(self._four, self._side, degrees)
        near = np.flatnonzero(shapely.intersects(self.shapes, sweep)).tolist()
        return [k for k in near if shared(sweep, self.shapes[k]) > TOUCH]

    def first_met(self, degrees: float, among: Sequence[int]) -> int:
        """The first of some of the shapes that is met by so much of it, -1 if none is."""
        sweep = wheel_sweep(self._four, self._side, degrees)
        return next((k for k in among if shared(sweep, self.shapes[k]) > TOUCH), -1)


_SIDES: dict[Hand, Side] = {"left": "L", "right": "R"}


def free_wheel(block: Block, hand: Hand, shapes: Sequence[Shape], widest: float = WIDEST) -> tuple[float, int]:
    """Degrees of wheel until its sweep, which grows, overlaps a shape, to 0.001 degree, and which (-1 for none)."""
    wheel = Turning(block, hand, shapes)
    near = wheel.met(widest)
    if not near:
        return widest, -1
    free, shut = halved(0.0, widest, FINE, lambda degrees: wheel.first_met(degrees, near) < 0)
    return free, near[0] if shut == widest else wheel.first_met(shut, near)
