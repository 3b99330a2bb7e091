"""Where a block that wheels and then goes straight ahead first meets something, for many wheels at once (WAB-S09).

All wheels of one hand are looked at together: the outlines ahead are turned into the block's own axes for each of
them (u to its right, v ahead of its front edge), and cut by the lane that its front sweeps. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Footprint, Point, corners, sin_cos_all, to_world
from game.geometry.steps import Hand
from game.geometry.sweep import wheel_sweep
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field.blocks import Block, shared
from rulesets.ancient_battles.measures import SLACK, TOUCH

WIDEST = NUMBERS.charge_wheel.value
"""Degrees of the widest wheel of a charge (WAB-S09)."""
HANDS: tuple[Hand, Hand] = ("left", "right")
STEP = 0.5
"""Degrees between the wheels that are looked at first."""


class Fan:
    """A block's front after each of many wheels about a front corner: ``xs``, ``ys`` (mm) and ``facings`` (degrees)."""

    def __init__(self, block: Block, hand: Hand, degrees: Floats) -> None:
        self.block, self.degrees = block, degrees
        half = block.width / 2.0
        turn = -degrees if hand == "left" else degrees
        pivot = to_world(block.front, (-half if hand == "left" else half, 0.0))
        self.facings = block.front.facing + turn
        self.sines, self.cosines = sin_cos_all(self.facings)
        aside = half if hand == "left" else -half
        self.xs = pivot[0] + aside * self.cosines
        self.ys = pivot[1] - aside * self.sines

    @property
    def ways(self) -> Floats:
        """(n,) arcs (mm) of the outer corner."""
        return self.block.width * np.radians(self.degrees)

    def only(self, which: NDArray[np.bool_]) -> Fan:
        """Some of the wheels."""
        fan = copy(self)
        for name in ("degrees", "facings", "sines", "cosines", "xs", "ys"):
            setattr(fan, name, getattr(self, name)[which])
        return fan

    def local(self, points: Floats) -> tuple[Floats, Floats]:
        """(..., n) u and v of points (..., 2) for each wheel."""
        dx, dy = points[..., 0, None] - self.xs, points[..., 1, None] - self.ys
        return dx * self.cosines - dy * self.sines, dx * self.sines + dy * self.cosines

    def placed(self, points: Sequence[Point]) -> Floats:
        """(n, k, 2) where points of the block (k; u right, v ahead of the front's middle) lie after each wheel."""
        u, v = np.array(points).T
        s, c = self.sines[:, None], self.cosines[:, None]
        return np.stack((self.xs[:, None] + u * c + v * s, self.ys[:, None] - u * s + v * c), axis=2)

    def stretch(self, ring: Floats, half: float) -> tuple[Floats, Floats]:
        """Least and greatest v (n,) of an outline (k, 2) within ``half`` mm beside the middle; inf, -inf outside it."""
        u, v = self.local(ring)
        cuts = [(np.abs(u) <= half, v), *(_cut(side, u, v, _edges(u), _edges(v)) for side in (-half, half))]
        least = np.concatenate([np.where(within, at, math.inf) for within, at in cuts]).min(axis=0)
        return least, np.concatenate([np.where(within, at, -math.inf) for within, at in cuts]).max(axis=0)

    def first(self, ring: Floats, inset: float = 0.0) -> tuple[Floats, Floats]:
        """Way straight ahead (n,) until the front meets a convex outline (k, 2), inf where the lane misses it.

        The second array (n,) holds the u at which it is met. What lies behind the front line is not met. ``inset``
        narrows the lane at each side.
        """
        u, v = self.local(ring)
        half = self.block.width / 2.0 - inset
        if half <= 0.0:
            return np.full(len(self.xs), math.inf), np.zeros(len(self.xs))
        du, dv = _edges(u), _edges(v)
        cuts = [(np.abs(u) <= half + 1e-9, v), *(_cut(side, u, v, du, dv) for side in (-half, half))]
        ways = np.concatenate([np.where(met & (way >= -inset - 1e-6), way, math.inf) for met, way in cuts])
        at = np.concatenate((u, np.full(u.shape, -half), np.full(u.shape, half)))
        first = (ways <= ways.min(axis=0) + 1e-9).argmax(axis=0), np.arange(len(self.xs))
        best, where = ways[first], at[first]
        return np.maximum(best, 0.0), np.where(np.isfinite(best), where, 0.0)

    def firsts(self, rings: Floats, inset: float = 0.0) -> Floats:
        """Ways straight ahead (m, n) until the front meets each of many convex outlines (m, k, 2), as :meth:`first`.

        0 where an outline lies across the front already, partly behind it: a wheel may end with a corner that deep in.
        """
        u, v = self.local(rings.transpose(1, 0, 2))
        half, least = self.block.width / 2.0 - inset, -inset - 1e-6
        best: Floats = np.where((np.abs(u) <= half + 1e-9) & (v >= least), v, math.inf).min(axis=0)
        du, dv = _edges(u), _edges(v)
        for side in (-half, half):
            cut, way = _cut(side, u, v, du, dv)
            best = np.minimum(best, np.where(cut & (way >= least), way, math.inf).min(axis=0))
        with np.errstate(divide="ignore", invalid="ignore"):
            across = u + (least - v) / dv * du
        passes = (v < least) != (v + dv < least)
        left = np.where(passes, across, math.inf).min(axis=0)
        right = np.where(passes, across, -math.inf).max(axis=0)
        return np.maximum(np.where((left < half) & (right > -half), 0.0, best), 0.0)


def _edges(x: Floats) -> Floats:
    """What lies between the corners (k, ...) of outlines, along an axis."""
    return np.concatenate((x[1:], x[:1])) - x


def _cut(side: float, u: Floats, v: Floats, du: Floats, dv: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Which edges of outlines (k, ...) one side of the lane cuts, and the v at which it does."""
    with np.errstate(divide="ignore", invalid="ignore"):
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


def free_wheel(block: Block, hand: Hand, shapes: Sequence[Shape], widest: float = WIDEST) -> tuple[float, int]:
    """Degrees of wheel until its sweep, which grows, overlaps a shape, to 0.001 degree, and which (-1 for none)."""
    side: Literal["L", "R"] = "L" if hand == "left" else "R"
    four = corners(Footprint("rect", block.width - 2.0 * SLACK, block.depth - 2.0 * SLACK), block.centre)
    whole = wheel_sweep(four, side, widest)
    met_by_whole = np.flatnonzero(shapely.intersects(np.array(shapes, dtype=object), whole)) if len(shapes) else ()
    near = [k for k in map(int, met_by_whole) if shared(whole, shapes[k]) > TOUCH]
    if not near:
        return widest, -1
    low, high, culprit = 0.0, widest, near[0]
    while high - low > 0.001:
        middle = (low + high) / 2.0
        sweep = wheel_sweep(four, side, middle)
        met = next((k for k in near if shared(sweep, shapes[k]) > TOUCH), -1)
        if met >= 0:
            high, culprit = middle, met
        else:
            low = middle
    return low, culprit


def halved(low: float, high: float, fine: float, holds: Callable[[float], bool]) -> tuple[float, float]:
    """Between what holds and what does not, drawn together by halving until no more than ``fine`` lies between."""
    while high - low > fine:
        middle = (low + high) / 2.0
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high
