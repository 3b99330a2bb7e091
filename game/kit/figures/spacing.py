"""How near models stand to each other, and how well a unit of them holds together."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import numpy as np

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.bases import Bases, Indices
from game.geometry.coherency import scatter
from game.geometry.overlap import penetration
from game.geometry.shapes import Floats, Footprint, Pose
from game.kit.figures.board import Board, bases_at
from game.kit.figures.figures import Figures
from game.kit.figures.ground import Ground
from game.kit.figures.outlines import plan_gaps


def apart(a: Footprint, at: Pose, b: Footprint, there: Pose) -> bool:
    """Whether two bases are so far apart that they surely do not overlap, told by circles about them."""
    reach = math.hypot(a.width, a.depth) + math.hypot(b.width, b.depth)
    return math.dist((at.x, at.y), (there.x, there.y)) > reach / 2.0


def within_reach(now: Board[Any], models: Iterable[tuple[Footprint, Pose]], rows: Indices, far: float) -> Indices:
    """Those of some rows that may be within so many mm of any of some models, told by circles about the bases."""
    xs, ys, reach = now.bases.xs[rows], now.bases.ys[rows], now.halves[rows] + far
    near = np.zeros(len(rows), dtype=np.bool_)
    for shape, at in models:
        near |= np.hypot(xs - at.x, ys - at.y) <= reach + math.hypot(shape.width, shape.depth) / 2.0
    return rows[near]


class Spacing:
    """The distances of models, by what a system says of figures, its situations and its ground."""

    def __init__(
        self, figures: Figures, board: Callable[[State], Board[Any]], ground_of: Callable[[State], Ground[Any]]
    ) -> None:
        self.figures, self.board, self.ground_of = figures, board, ground_of

    def overlap(self, a: Footprint, at: Pose, b: Footprint, there: Pose, rise: float = 0.0) -> bool:
        """Whether two bases overlap: by more than the slack in plan, on one level."""
        slack = self.figures.slack
        return rise <= self.figures.level + slack and penetration(a, at, b, there) > slack

    def gaps_to(self, view: State, poses: Mapping[str, Pose], rows: Indices) -> tuple[Floats, Floats]:
        """Distances in plan and differences of height (n, m) from models at some poses to rows of the board."""
        now, mine = self.board(view), bases_at(view, poses)
        heights = now.ground.heights_at(mine.centres)
        return plan_gaps(mine, now.bases.take(rows)), np.abs(heights[:, None] - now.heights[rows][None, :])

    def overlap_among(self, view: State, there: Mapping[str, Pose], moved: Collection[str]) -> Bar | None:
        """Which model of those that are moved would end on a comrade; ``there`` has the poses of them all."""
        height, names = self.board(view).ground.height_at, list(there)
        for one, other in ((one, other) for i, one in enumerate(names) for other in names[:i]):
            if one in moved or other in moved:
                (a, p), (b, q) = ((view.bases[name].shape, there[name]) for name in (one, other))
                if apart(a, p, b, q):
                    continue
                if self.overlap(a, p, b, q, abs(height(p.x, p.y) - height(q.x, q.y))):
                    text = T("{model} would overlap {other}", model=Thing(one), other=Thing(other))
                    return Bar(text, self.figures.clauses.overlap)
        return None

    def bar(
        self,
        view: State,
        here: Mapping[str, Pose],
        poses: Mapping[str, Pose],
        others: Indices,
        wrong: Callable[[str, int, float, bool], Bar | None],
        at_once: bool = False,
    ) -> Bar | None:
        """Why models of a unit may not end at some poses because of others, or None.

        Those of the unit not named stay ``here``. Nobody ends on anybody; ``wrong`` tells what else there is against a
        model so far (mm) from one of ``others`` (a row), touching it or not, of those nearer than units are. That is
        told only if nobody is stood on, for that is forbidden to all; ``at_once``: as soon as it is found.
        """
        now, far, names = self.board(view), self.figures.mm("apart"), list(poses)
        own = self.overlap_among(view, {**here, **poses}, poses)
        if own is not None or not poses:
            return own
        mine = ((view.bases[base].shape, pose) for base, pose in poses.items())
        others = within_reach(now, mine, others, far + self.figures.slack)
        if not len(others):
            return None
        plan, rise = self.gaps_to(view, poses, others)
        off, touching, short = self.figures.far(plan, rise), self.figures.is_contact(plan, rise), None
        for i, j in np.argwhere(off < far).tolist():
            row, base = int(others[j]), names[i]
            there = now.bases.footprint(row), now.bases.pose(row)
            if plan[i, j] == 0.0 and self.overlap(view.bases[base].shape, poses[base], *there, float(rise[i, j])):
                text = T("{model} would overlap {other}", model=Thing(base), other=Thing(now.ids[row]))
                return Bar(text, self.figures.clauses.overlap)
            short = short or wrong(base, row, float(off[i, j]), bool(touching[i, j]))
            if at_once and short is not None:
                break
        return short

    def too_near(self, base: str, unit: str, off: float, clause: str) -> Bar:
        """That a model would be so far (mm) from a unit, which is not as far as units are."""
        words = {"distance": Length(off), "unit": Thing(unit), "least": Length(self.figures.mm("apart"))}
        return Bar(T("{model} would be {distance} from {unit}: at least {least}", model=Thing(base), **words), clause)

    def distances(self, view: State, models: Mapping[str, Footprint], poses: Mapping[str, Pose]) -> Floats:
        """Distances (n, n) of a unit's models at some poses, infinity on the diagonal; mm."""
        bases = Bases.of([models[b] for b in poses], list(poses.values()))
        heights = self.ground_of(view).heights_at(bases.centres)
        out = self.figures.far(plan_gaps(bases, bases), heights[:, None] - heights[None, :])
        np.fill_diagonal(out, math.inf)
        return out

    def scatter_of(self, far: Floats) -> float:
        """The scatter (mm) of models at these distances: their excess to the nearest, and to all."""
        # What is within the tolerance of measuring is no excess at all.
        return scatter(far, self.figures.mm("near"), self.figures.mm("mates"), self.figures.slack + 1e-9)

    def scatter(self, view: State, models: Mapping[str, Footprint], poses: Mapping[str, Pose]) -> float:
        """How scattered (mm) a unit is whose models stand at these poses, 0 if it is coherent; a lone one always is."""
        return self.scatter_of(self.distances(view, models, poses)) if len(poses) > 1 else 0.0

    def loose(self, view: State, poses: Mapping[str, Pose], before: float = 0.0) -> Bar | None:
        """Why a move of a unit may not end with all its models on the table at these poses, or None.

        If it was scattered (``before``, mm) when the move began, it must end coherent or less scattered.
        """
        if len(poses) < 2:
            return None  # nobody is too far from comrades whom he has not got
        far = self.distances(view, {b: view.bases[b].shape for b in poses}, poses)
        after = self.scatter_of(far)
        if after == 0.0 or (before > 0.0 and after <= before - self.figures.mm("less_scattered") + 1e-9):
            return None
        models = [Thing(b) for b in poses]
        lonely = far.min(axis=1)
        k = int(lonely.argmax())
        if lonely[k] > self.figures.mm("near") + self.figures.slack + 1e-9:
            off = Length(float(lonely[k]))
            text = T(
                "{model} is {distance} from the nearest model of its unit: at most {most}",
                model=models[k],
                distance=off,
                most=Length(self.figures.mm("near")),
            )
            return Bar(text, self.figures.clauses.near)
        far[~np.isfinite(far)] = 0.0
        i, j = divmod(int(far.argmax()), len(far))
        off = Length(float(far[i, j]))
        most = Length(self.figures.mm("mates"))
        pair = {"model": models[i], "other": models[j]}
        text = T("{model} and {other} are {distance} apart: at most {most}", **pair, distance=off, most=most)
        return Bar(text, self.figures.clauses.mates)
