"""What many wheels of a charging block lead to, looked at together (WAB-S09): where it meets its target, what bars it.

Both hands and all angles go into the same few arrays: to look at hundreds of wheels costs little more than at one.
Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.shapes import Floats, forward
from game.geometry.steps import Hand
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.charge.conforming import side
from rulesets.ancient_battles.field.blocks import block_of, gap_of, quads, shapes
from rulesets.ancient_battles.field.engagement import EDGES
from rulesets.ancient_battles.field.facts import fleeing, loose
from rulesets.ancient_battles.field.straights import FINE, WIDEST, Fan, Turning, free_wheel, rings_of
from rulesets.ancient_battles.measures import CONTACT, SLACK
from rulesets.ancient_battles.own import Facing

ON_EDGE = 0.02
"""mm by which a first contact may be off the facing charged."""


class Looked(msgspec.Struct, frozen=True):
    """What some wheels of one hand lead to; all arrays (n,), points (n, 2).

    ``files`` are counted where a wheel is ``good``; ``free`` and ``blocker`` are told where it is ``on_edge``: what
    bars a way that leads elsewhere anyhow is of no interest.
    """

    hand: Hand
    degrees: Floats
    straight: Floats
    cost: Floats
    files: NDArray[np.intp]
    on_edge: NDArray[np.bool_]
    free: NDArray[np.bool_]
    blocker: NDArray[np.intp]
    points: Floats

    @property
    def good(self) -> NDArray[np.bool_]:
        """Which lead onto the facing charged and are barred by nothing."""
        return self.on_edge & self.free


class Looks:
    """What there is to see for a charger who would hit a target at a facing.

    Parameters
    ----------
    solid
        What bars the way, convex; :attr:`Looked.blocker` numbers it, the target's own parts after it.
    """

    def __init__(self, view: State, charger: str, target: str, edge: Facing, solid: Sequence[shapely.Polygon]) -> None:
        self.block, self.rings, self.solid = block_of(view, charger), quads(view, target), solid
        self.edge = None
        if not loose(view, target) and not fleeing(view, target):
            self.edge = side(block_of(view, target).corners, EDGES.index(edge))
        self._footprint = profile(view, charger).footprint
        self._step = self._footprint.width + gap_of(own(view, charger).order, self._footprint)
        self._shut = (*solid, *shapes(view, target))
        self._outlines = rings_of(solid)
        self._free: dict[Hand, tuple[float, int]] = {}

    def may_meet(self, hand: Hand) -> bool:
        """Whether a wheel of a hand may lead to the target: none does if all of it lies beyond the other front corner.

        As the block turns, that corner only draws nearer to the one it wheels about.
        """
        ahead, (x, y) = self.block.front, self.rings.reshape(-1, 2).T
        dx, dy = forward(ahead.facing)
        u = (x - ahead.x) * dy - (y - ahead.y) * dx
        beyond = u.min() if hand == "left" else -u.max()
        return bool(beyond <= self.block.width / 2.0 + 1.0)

    def free(self, hand: Hand, asked: float) -> tuple[float, int]:
        """Degrees of wheel that nothing bars, and what bars more (-1 for nothing): looked for if less than is asked."""
        found = self._free.get(hand)
        if found is None or (found[1] < 0 and asked > found[0]):
            found = wide, _ = min(asked + 2.0 * FINE, WIDEST), -1
            if Turning(self.block, hand, self._shut).met(wide):
                found = free_wheel(self.block, hand, self._shut)
            self._free[hand] = found
        return found

    def at(self, stretches: Sequence[tuple[Hand, Floats]]) -> list[Looked]:
        """What the wheels of each of some stretches lead to."""
        if not stretches:
            return []
        fan, *others = [Fan(self.block, hand, degrees) for hand, degrees in stretches]
        fan = fan.joined(others)
        straight, at = fan.nearest(self.rings)
        safe = np.where(np.isfinite(straight), straight, 0.0)
        xs = fan.xs + at * fan.cosines + safe * fan.sines
        ys = fan.ys - at * fan.sines + safe * fan.cosines
        points = np.column_stack((xs, ys))
        on_edge = np.isfinite(straight) & self._on_edge(points)
        lengths = [len(degrees) for _, degrees in stretches]
        left = np.repeat([hand == "left" for hand, _ in stretches], lengths)
        free, blocker = self._barred(fan, left, straight, on_edge)
        files, good = np.zeros(len(straight), dtype=np.intp), on_edge & free
        if good.any():
            files[good] = self._files(fan.only(good))
        cost, found, start = fan.ways + straight, [], 0
        for (hand, degrees), length in zip(stretches, lengths, strict=True):
            of = slice(start, start := start + length)
            told = straight[of], cost[of], files[of], on_edge[of], free[of], blocker[of], points[of]
            found.append(Looked(hand, degrees, *told))
        return found

    def _barred(
        self, fan: Fan, left: NDArray[np.bool_], straight: Floats, on_edge: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
        """Which of the wheels that lead onto the edge are free, and what bars the others: turning, or what is ahead."""
        free, blocker = on_edge.copy(), np.full(len(straight), -1)
        hands: tuple[tuple[Hand, NDArray[np.bool_]], ...] = (("left", on_edge & left), ("right", on_edge & ~left))
        for hand, mine in hands:
            if mine.any():
                widest, culprit = self.free(hand, float(fan.degrees[mine].max()))
                free[mine] = fan.degrees[mine] <= widest + 1e-9
                blocker[mine & ~free] = culprit
        if len(self.solid) and free.any():
            asked = free.copy()
            hits = fan.only(asked).firsts(self._outlines, SLACK) < straight[asked] - SLACK
            hit = hits.any(axis=0)
            blocker[asked] = np.where(hit, hits.argmax(axis=0), -1)
            free[asked] = ~hit
        return free, blocker

    def _on_edge(self, points: Floats) -> NDArray[np.bool_]:
        if self.edge is None:
            return np.ones(len(points), dtype=np.bool_)
        a, b = self.edge
        length = float(np.hypot(*(b - a)))
        unit = (b - a) / length
        along = np.clip((points - a) @ unit, 0.0, length)
        near: NDArray[np.bool_] = np.hypot(*(points - (a + along[:, None] * unit)).T) <= ON_EDGE
        return near

    def _files(self, fan: Fan) -> NDArray[np.intp]:
        """Files whose strip straight ahead is in base contact with the facing charged, corners too (WAB-S10)."""
        ends = np.stack(self.edge) if self.edge is not None else self.rings.reshape(-1, 2)
        u, _ = fan.local(ends)
        low, high = u.min(axis=0), u.max(axis=0)
        middles = (np.arange(self.block.files) - (self.block.files - 1) / 2.0) * self._step
        left, right = middles[None] - self._footprint.width / 2.0, middles[None] + self._footprint.width / 2.0
        hit = (left <= high[:, None] + CONTACT) & (right >= low[:, None] - CONTACT)
        files: NDArray[np.intp] = hit.sum(axis=1)
        return files
