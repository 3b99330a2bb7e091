"""Setting loose figures up: a unit's arrangements, what forbids a place, the nearest free one."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.decision import Bar, Choice
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Floats, Footprint, Point, Pose, forward, right, rounded
from game.kit.figures.board import Board
from game.kit.figures.figures import Figures
from game.kit.figures.ground import Ground
from game.kit.figures.outlines import half_extents
from game.kit.figures.zones import Strip

FORMATIONS = (
    Choice("line", T("Line")),
    Choice("open", T("Open line")),
    Choice("block", T("Block")),
    Choice("column", T("Column")),
)
"""Arrangements of a unit of several models; every one is coherent."""
HAIR = 0.1
"""mm of doubt with which places are sifted in bulk; what is left is judged exactly."""
Rule = Callable[[Mapping[str, Pose]], Bar | None]
"""What else a place must satisfy: a reason, or None."""
Judge = Callable[[State, str, Mapping[str, Pose]], Bar | None]


def shapes(view: State, unit: str) -> dict[str, Footprint]:
    """The footprints of the models of a unit that are not lost."""
    return {b: view.bases[b].shape for b in view.units[unit].bases if view.bases[b].where != "gone"}


class Placing:
    """Where a system's units may be set up.

    Parameters
    ----------
    figures, board, ground_of
        What it says of figures, its situations, its ground. Of its numbers "apart": how far from enemies one is set up.
    others
        Why a unit may not stand at some poses because of other models.
    loose
        Why it would not hold together there.
    models
        The footprints of a unit's models that are set up together.
    from_friends
        Whether one keeps apart from friends as well.
    gaps
        Lengths in the system's unit: between models side by side, in an open line, between places that a search tries.
    """

    def __init__(
        self,
        figures: Figures,
        board: Callable[[State], Board[Any]],
        ground_of: Callable[[State], Ground[Any]],
        others: Judge,
        loose: Judge,
        models: Callable[[State, str], dict[str, Footprint]] = shapes,
        gaps: tuple[float, float, float] = (0.1, 0.9, 0.5),
        *,
        from_friends: bool = True,
    ) -> None:
        self.figures, self.board, self.ground_of = figures, board, ground_of
        self.others, self.loose, self.shapes, self.from_friends = others, loose, models, from_friends
        self.tight, self.open, self.step = map(figures.lengths.mm, gaps)
        self.offsets = lru_cache(maxsize=256)(self._offsets)
        # a unit's usual wish is asked for again and again
        self.spots = lru_cache(maxsize=32)(self._spots)

    def _offsets(self, count: int, width: float, depth: float, formation: str) -> tuple[Point, ...]:
        """Where models of an arrangement stand, in the order of numbers: mm to the right and ahead of its middle."""
        gap = self.open if formation == "open" else self.tight
        files = math.ceil(math.sqrt(count))
        most = self.figures.mm("mates")
        fits = [f for f in range(1, count + 1) if _fits(most, count, f, width + gap, depth + gap, width, depth)]
        if fits and formation != "block":
            files = fits[0] if formation == "column" else fits[-1]
        return _grid(count, files, width + gap, depth + gap)

    def arranged(self, view: State, unit: str, formation: str, at: Pose) -> dict[str, Pose]:
        """Poses of a unit's models in an arrangement about a point, with the levels that they stand on."""
        models = self.shapes(view, unit)
        (rx, ry), (fx, fy) = right(at.facing), forward(at.facing)
        level_at = self.ground_of(view).level_at
        return {
            base: levelled(level_at, Pose(at.x + u * rx + v * fx, at.y + u * ry + v * fy, at.facing))
            for base, (u, v) in zip(models, self._offsets_of(models.values(), formation), strict=True)
        }

    def _offsets_of(self, models: Collection[Footprint], formation: str) -> tuple[Point, ...]:
        """Where models of these footprints stand in an arrangement."""
        return self.offsets(len(models), max(s.width for s in models), max(s.depth for s in models), formation)

    def extent(self, models: Collection[Footprint], formation: str) -> Point:
        """How broad and how deep models of these footprints stand in an arrangement, mm."""
        at = list(zip(self._offsets_of(models, formation), models, strict=True))
        wide = max(x + m.width / 2.0 for (x, _), m in at) - min(x - m.width / 2.0 for (x, _), m in at)
        deep = max(y + m.depth / 2.0 for (_, y), m in at) - min(y - m.depth / 2.0 for (_, y), m in at)
        return wide, deep

    def bar_of(
        self,
        view: State,
        unit: str,
        poses: Mapping[str, Pose],
        strip: Strip,
        outside: Bar,
        rule: Rule | None = None,
    ) -> Bar | None:
        """Why a unit cannot be set up so, or None.

        Every base lies wholly in the strip (``outside`` is the reason where one does not), stands where it can, keeps
        its distance from other units, and the unit is coherent.
        """
        models, ground = self.shapes(view, unit), self.ground_of(view)
        for base, pose in poses.items():
            if not strip.holds(models[base], pose):
                return outside
            why = ground.may_stand(models[base], pose)
            if why is not None:
                return why
        return self.others(view, unit, poses) or (rule and rule(poses)) or self.loose(view, unit, poses)

    def _spots(self, strip: Strip, wish: Point) -> Floats:
        """Points (n, 2) of a strip, a wish first, then those near it; to be read only."""
        columns = int(strip.width / self.step + 1e-6)
        rows = int((strip.high - strip.low) / self.step + 1e-6)
        xs, ys = np.meshgrid(
            np.arange(columns + 1) * self.step, strip.low + np.arange(rows + 1) * self.step, indexing="ij"
        )
        grid = np.column_stack((xs.ravel(), ys.ravel()))
        grid = grid[strip.about(grid)]
        order = np.argsort(np.round(np.hypot(grid[:, 0] - wish[0], grid[:, 1] - wish[1]), 6), kind="stable")
        found = np.concatenate((np.array([wish]), grid[order]))
        found.setflags(write=False)
        return found

    def nearest(
        self,
        view: State,
        unit: str,
        formation: str,
        wish: Pose,
        strip: Strip,
        outside: Bar,
        rule: Rule | None = None,
        tries: int = 6000,
        clear: float = 0.0,
    ) -> dict[str, Pose] | None:
        """The place nearest to a wish where a unit may be set up in an arrangement, None where there is none.

        ``clear``: mm that ``rule`` demands between the unit and every enemy, so that what is nearer need not be asked.
        """
        points = self.spots(strip, (wish.x, wish.y))[:tries]
        done, size = 0, 1
        while done < len(points):
            part = points[done : done + size]
            for x, y in part[self._roomy(view, unit, formation, wish.facing, part, strip, clear)].tolist():
                poses = self.arranged(view, unit, formation, Pose(x, y, wish.facing))
                if rule is not None and rule(poses) is not None:  # mostly cheaper than what follows
                    continue
                if self.bar_of(view, unit, poses, strip, outside, rule) is None:
                    return poses
            done, size = done + size, min(8 * size, 1024)
        return None

    def _roomy(
        self, view: State, unit: str, formation: str, facing: float, points: Floats, strip: Strip, clear: float
    ) -> NDArray[np.bool_]:
        """About which points (n,) an arrangement may find room: in the strip, not too near to others; roughly."""
        shapes = self.shapes(view, unit)
        models = list(shapes.values())
        (rx, ry), (fx, fy) = right(facing), forward(facing)
        at = np.array(self._offsets_of(models, formation))
        xs = points[:, 0, None] + at[:, 0] * rx + at[:, 1] * fx
        ys = points[:, 1, None] + at[:, 0] * ry + at[:, 1] * fy
        along, across = np.array([half_extents(s, facing) for s in models]).T
        out = (xs - along < -HAIR) | (xs + along > strip.width + HAIR)
        out |= (ys - across < strip.low - HAIR) | (ys + across > strip.high + HAIR)
        found: NDArray[np.bool_] = ~out.any(axis=1)
        now = self.board(view)
        others = np.array([k for k, b in enumerate(now.ids) if b not in shapes], dtype=np.intp)
        keep = np.flatnonzero(found)
        if not len(others) or not len(keep):
            return found
        # circles within the bases are farther apart than the bases
        bases, side = now.bases.take(others), view.units[unit].side
        enemy = np.array([now.sides[k] != side for k in others.tolist()], dtype=np.bool_)
        apart = self.figures.mm("apart")
        least = np.where(enemy, max(clear, apart), apart if self.from_friends else 0.0) - HAIR
        mine = np.array([min(s.width, s.depth) / 2.0 for s in models])
        thin = mine[:, None] + np.minimum(bases.widths, bases.depths) / 2.0
        x, y = xs[keep], ys[keep]
        gaps = np.hypot(x[..., None] - bases.xs, y[..., None] - bases.ys) - thin
        # heights matter only where others are near in plan
        spot, model, other = np.nonzero(gaps < np.maximum(least, -self.figures.slack - HAIR))
        gap = gaps[spot, model, other]
        heights = now.ground.heights_at(np.column_stack((x[spot, model], y[spot, model])))
        rise = np.abs(heights - now.heights[others[other]])
        near = np.hypot(np.maximum(gap, 0.0), rise) < least[other]
        near |= (gap < -self.figures.slack - HAIR) & (rise <= self.figures.level)
        found[keep[spot[near]]] = False
        return found


def _grid(count: int, files: int, across: float, along: float) -> tuple[Point, ...]:
    """Ranks of so many files; those of the last rank stand right behind others."""
    ranks = -(-count // files)
    found = []
    for k in range(count):
        rank, file = divmod(k, files)
        here = files if rank < ranks - 1 else count - files * (ranks - 1)
        x = (file + (files - here) // 2 - (files - 1) / 2.0) * across
        found.append((x, ((ranks - 1) / 2.0 - rank) * along))
    return tuple(found)


def _fits(most: float, count: int, files: int, across: float, along: float, width: float, depth: float) -> bool:
    """Whether all models of a grid are within the farthest of each other, judged by circles."""
    points = _grid(count, files, across, along)
    thick = min(width, depth)
    return all(math.dist(p, q) - thick <= most for i, p in enumerate(points) for q in points[:i])


def levelled(level_at: Callable[[float, float], int], pose: Pose) -> Pose:
    """A pose as it is recorded: rounded, at the level of the surface under its centre."""
    exact = rounded(pose)
    return Pose(exact.x, exact.y, exact.facing, level_at(exact.x, exact.y))
