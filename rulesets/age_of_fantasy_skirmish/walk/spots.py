"""Places about models: touching them, or at a gap, in all directions, sifted in bulk for room, height and distance.

A base stands tip to plane: its foremost point lies on the line that touches the other base, so that the gap between
them is exact whatever their shapes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.engine.state import State
from game.geometry.bases import Bases, Indices
from game.geometry.shapes import Floats, Footprint, Pose, bearing, rounded, sin_cos
from game.kit.figures.board import bases_at
from game.kit.figures.outlines import Truths, kissing
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.measures import CONTACT, SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker

RAYS = 16
TOUCH, CLEAR = 0.02, 0.05
"""mm of gap at which contact is looked for, less than what is contact, more than rounding; by which others are cleared.
"""


def support(shape: Footprint, pose: Pose, nx: Floats, ny: Floats) -> tuple[Floats, Floats]:
    """The outermost points of a base in directions (unit vectors)."""
    a, b = shape.width / 2.0, shape.depth / 2.0
    if shape.kind == "circle":
        return pose.x + a * nx, pose.y + a * ny
    sine, cosine = sin_cos(pose.facing)
    u, v = nx * cosine - ny * sine, nx * sine + ny * cosine
    if shape.kind == "oval":
        long = np.hypot(a * u, b * v)
        u, v = a * a * u / long, b * b * v / long
    else:
        u, v = np.where(u < 0.0, -a, a), np.where(v < 0.0, -b, b)
    return pose.x + u * cosine + v * sine, pose.y - u * sine + v * cosine


class Sieve:
    """Candidate poses of one model, sifted: x, y, facing, and whether each is still in (n,)."""

    def __init__(self, walker: Walker, xs: Floats, ys: Floats, facings: Floats) -> None:
        self.walker = walker
        # What is recorded is rounded, and what is judged is what would be recorded.
        self.xs, self.ys, self.facings = np.round(xs, 3), np.round(ys, 3), np.round(facings % 360.0, 3) % 360.0
        table, r = walker.ground.table, walker.half
        in_width = (self.xs >= r - SLACK) & (self.xs <= table.width - r + SLACK)
        self.ok: Truths = in_width & (self.ys >= r - SLACK) & (self.ys <= table.depth - r + SLACK)
        self.way: Floats = np.hypot(self.xs - walker.start.x, self.ys - walker.start.y)

    def within(self, most: float) -> None:
        """Only places at most so many mm away."""
        self.ok &= self.way <= most + SLACK

    def on_levels(self, heights: Floats, most: float) -> None:
        """Only places whose surface differs by at most so many mm from given heights (n,)."""
        keep = np.flatnonzero(self.ok)
        if len(keep):
            mine = self.walker.ground.heights_at(np.column_stack((self.xs[keep], self.ys[keep])))
            self.ok[keep] = np.abs(mine - heights[keep]) <= most + SLACK

    def _between(self, keep: Indices, xs: Floats, ys: Floats) -> Floats:
        """Distances (n, m) in plan from the places that are still in to points (m,)."""
        return np.hypot(self.xs[keep][:, None] - xs[None], self.ys[keep][:, None] - ys[None])

    def with_room(self, view: State, mates: Mapping[str, Pose]) -> None:
        """Only places where the base runs into nobody and touches no enemy but the target; round bases exactly."""
        field, walker = self.walker.field, self.walker
        keep = np.flatnonzero(self.ok)
        if not len(keep):
            return
        # Of what is not round only the inmost circle is looked at: the rest is judged when a place is chosen.
        mine = min(walker.shape.width, walker.shape.depth) / 2.0
        gaps = self._between(keep, field.xs, field.ys) - field.thin[None] - mine
        here = walker.ground.heights_at(np.column_stack((self.xs[keep], self.ys[keep])))
        level = np.abs(here[:, None] - field.heights[None]) <= inch(number("level")) + SLACK
        target = np.array([n == walker.charge for n in field.names], dtype=np.bool_)
        least = np.where(field.foes & ~target, CONTACT + SLACK, -SLACK)
        bad = (level & (gaps < least[None])).any(axis=1)
        if mates:
            there = bases_at(view, mates)
            thin = np.minimum(there.widths, there.depths) / 2.0
            bad |= (self._between(keep, there.xs, there.ys) - thin[None] - mine < -SLACK).any(axis=1)
        self.ok[keep] = ~bad

    def together(self, view: State, mates: Mapping[str, Pose]) -> None:
        """Only places that can hold together with comrades: near one, not too far from any; judged closely later."""
        keep = np.flatnonzero(self.ok)
        if not len(keep) or not mates:
            return
        there = bases_at(view, mates)
        halves = np.maximum(there.widths, there.depths) / 2.0 + self.walker.half
        far = self._between(keep, there.xs, there.ys) - halves[None]
        near = far.min(axis=1) <= inch(number("near")) + 2.0 * SLACK
        self.ok[keep] = near & (far.max(axis=1) <= inch(number("mates")) + 2.0 * SLACK)

    def poses(self, most: int = 1000) -> list[Pose]:
        """What is left, the nearest to the walker first."""
        keep = np.flatnonzero(self.ok)
        order = keep[np.lexsort((keep, np.round(self.way[keep], 3)))][:most]
        return [Pose(float(self.xs[k]), float(self.ys[k]), float(self.facings[k])) for k in order.tolist()]


def about(view: State, walker: Walker, bases: Bases, gap: float, mates: Mapping[str, Pose] | None = None) -> Sieve:
    """Poses at a gap (mm) from some bases, facing them: on rays all round, and kissing models that stand there."""
    found = [np.empty((3, 0))]
    ahead = walker.shape.depth / 2.0
    for shape, pose in ((bases.footprint(k), bases.pose(k)) for k in range(len(bases))):
        towards = bearing(walker.start.x - pose.x, walker.start.y - pose.y)
        angles = towards + np.arange(RAYS) * (360.0 / RAYS)
        if mates and shape.kind == "circle" and walker.round:
            discs = ((at.x, at.y, view.bases[b].shape) for b, at in mates.items())
            round_it = ((x, y, s.width / 2.0 + walker.radius + CLEAR) for x, y, s in discs if s.kind == "circle")
            far = shape.width / 2.0 + walker.radius + gap
            angles = np.concatenate((angles, kissing((pose.x, pose.y), far, round_it)))
        nx, ny = np.sin(np.radians(angles)), np.cos(np.radians(angles))
        px, py = support(shape, pose, nx, ny)
        found.append(np.stack((px + nx * (ahead + gap), py + ny * (ahead + gap), angles + 180.0)))
    return Sieve(walker, *np.concatenate(found, axis=1))


def at_unit(view: State, walker: Walker, target: str, gap: float, mates: Mapping[str, Pose], rise: float) -> Sieve:
    """Poses at a gap from the models of a unit, on surfaces at most ``rise`` mm above or below theirs."""
    now = walker.field.now
    rows = now.rows(target)
    bases = now.bases.take(rows)
    found = about(view, walker, bases, gap, mates)
    if len(found.xs) and mates:
        nearest = np.hypot(found.xs[:, None] - bases.xs[None], found.ys[:, None] - bases.ys[None]).argmin(axis=1)
        found.on_levels(now.heights[rows][nearest], rise)
    elif len(found.xs):
        found.on_levels(np.repeat(now.heights[rows], RAYS), rise)
    return found


def snapped(view: State, walker: Walker, target: str, x: float, y: float, most: float) -> Pose | None:
    """The pose in contact with a unit's model that is meant by a point near it (gap at most ``most`` mm), or None."""
    now, ahead = walker.field.now, walker.shape.depth / 2.0
    best: tuple[float, Pose] | None = None
    for k in now.rows(target).tolist():
        shape, pose = now.bases.footprint(k), now.bases.pose(k)
        dx, dy = x - pose.x, y - pose.y
        far = math.hypot(dx, dy)
        if far < 1e-6:
            continue
        px, py = (float(p[0]) for p in support(shape, pose, np.array([dx / far]), np.array([dy / far])))
        off = far - ((px - pose.x) * dx / far + (py - pose.y) * dy / far) - ahead
        if off <= most and (best is None or off < best[0]):
            out = ahead + TOUCH
            best = (off, rounded(Pose(px + dx / far * out, py + dy / far * out, bearing(-dx, -dy))))
    return None if best is None else best[1]
