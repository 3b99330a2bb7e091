"""Places about models: touching them, or at a gap, in all directions, sifted in bulk for room, height and distance.

A base stands tip to plane: its foremost point lies on the line that touches the other base, so that the gap between
them is exact whatever their shapes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.shapes import Floats, Footprint, Pose, bearing, rounded, sin_cos
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import CONTACT, SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker

RAYS = 16
TOUCH = 0.02
"""mm of gap at which contact is looked for: less than what is contact, more than rounding."""


def tip(shape: Footprint) -> float:
    """How far (mm) a base reaches ahead of its centre."""
    return shape.depth / 2.0


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
        self.ok: NDArray[np.bool_] = (
            (self.xs >= r - SLACK)
            & (self.xs <= table.width - r + SLACK)
            & (self.ys >= r - SLACK)
            & (self.ys <= table.depth - r + SLACK)
        )
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

    def with_room(self, view: State, mates: Mapping[str, Pose]) -> None:
        """Only places where the base runs into nobody and touches no enemy but the target; round bases exactly."""
        field, walker = self.walker.field, self.walker
        keep = np.flatnonzero(self.ok)
        if not len(keep):
            return
        x, y = self.xs[keep][:, None], self.ys[keep][:, None]
        # Of what is not round only the inmost circle is looked at: the rest is judged when a place is chosen.
        mine = min(walker.shape.width, walker.shape.depth) / 2.0
        bad = np.zeros(len(keep), dtype=np.bool_)
        if len(field.rows):
            gaps = np.hypot(x - field.xs[None], y - field.ys[None]) - field.thin[None] - mine
            here = walker.ground.heights_at(np.column_stack((self.xs[keep], self.ys[keep])))
            level = np.abs(here[:, None] - field.heights[None]) <= inch(number("level")) + SLACK
            target = np.array([n == walker.charge for n in field.names], dtype=np.bool_)
            least = np.where(field.foes & ~target, CONTACT + SLACK, -SLACK)
            bad |= (level & (gaps < least[None])).any(axis=1)
        if mates:
            shapes = [view.bases[b].shape for b in mates]
            thin = np.array([min(s.width, s.depth) / 2.0 for s in shapes])
            mx, my = np.array([p.x for p in mates.values()]), np.array([p.y for p in mates.values()])
            bad |= (np.hypot(x - mx[None], y - my[None]) - thin[None] - mine < -SLACK).any(axis=1)
        self.ok[keep] = ~bad

    def together(self, view: State, mates: Mapping[str, Pose]) -> None:
        """Only places that can hold together with comrades: near one, not too far from any; judged closely later."""
        keep = np.flatnonzero(self.ok)
        if not len(keep) or not mates:
            return
        shapes = [view.bases[b].shape for b in mates]
        halves = np.array([max(s.width, s.depth) / 2.0 for s in shapes]) + self.walker.half
        mx, my = np.array([p.x for p in mates.values()]), np.array([p.y for p in mates.values()])
        far = np.hypot(self.xs[keep][:, None] - mx[None], self.ys[keep][:, None] - my[None]) - halves[None]
        near = far.min(axis=1) <= inch(number("near")) + 2.0 * SLACK
        self.ok[keep] = near & (far.max(axis=1) <= inch(number("mates")) + 2.0 * SLACK)

    def poses(self, most: int = 1000) -> list[Pose]:
        """What is left, the nearest to the walker first."""
        keep = np.flatnonzero(self.ok)
        order = keep[np.lexsort((keep, np.round(self.way[keep], 3)))][:most]
        return [Pose(float(self.xs[k]), float(self.ys[k]), float(self.facings[k])) for k in order.tolist()]


def about(
    view: State,
    walker: Walker,
    bases: Sequence[tuple[Footprint, Pose]],
    gap: float,
    mates: Mapping[str, Pose] | None = None,
) -> Sieve:
    """Poses at a gap (mm) from some bases, facing them: on rays all round, and kissing models that stand there."""
    xs, ys, facings = [], [], []
    ahead = tip(walker.shape)
    for shape, pose in bases:
        towards = bearing(walker.start.x - pose.x, walker.start.y - pose.y)
        angles = towards + np.arange(RAYS) * (360.0 / RAYS)
        if mates and shape.kind == "circle" and walker.round:
            angles = np.concatenate((angles, _kissing(view, walker, shape, pose, gap, mates)))
        radians = np.radians(angles)
        nx, ny = np.sin(radians), np.cos(radians)
        px, py = support(shape, pose, nx, ny)
        xs.append(px + nx * (ahead + gap))
        ys.append(py + ny * (ahead + gap))
        facings.append(angles + 180.0)
    if not xs:
        return Sieve(walker, np.empty(0), np.empty(0), np.empty(0))
    return Sieve(walker, np.concatenate(xs), np.concatenate(ys), np.concatenate(facings))


def _kissing(
    view: State, walker: Walker, shape: Footprint, pose: Pose, gap: float, mates: Mapping[str, Pose]
) -> Floats:
    """Directions in which a round base at a gap from another just clears models that stand about it."""
    far = shape.width / 2.0 + walker.radius + gap
    found = []
    for base, mate in mates.items():
        other = view.bases[base].shape
        between = math.hypot(mate.x - pose.x, mate.y - pose.y)
        if other.kind != "circle" or between < 1.0:
            continue
        side = other.width / 2.0 + walker.radius + 0.05
        cosine = (far * far + between * between - side * side) / (2.0 * far * between)
        if -1.0 < cosine < 1.0:
            turn, to = math.degrees(math.acos(cosine)), bearing(mate.x - pose.x, mate.y - pose.y)
            found += [to + turn, to - turn]
    return np.array(found)


def at_unit(view: State, walker: Walker, target: str, gap: float, mates: Mapping[str, Pose], rise: float) -> Sieve:
    """Poses at a gap from the models of a unit, on surfaces at most ``rise`` mm above or below theirs."""
    now = walker.field.now
    rows = now.rows(target)
    bases: Bases = now.bases
    found = about(view, walker, [(bases.footprint(k), bases.pose(k)) for k in rows.tolist()], gap, mates)
    if len(found.xs):
        counts = len(found.xs) // len(rows) if not mates else 0
        heights = np.repeat(now.heights[rows], counts) if counts else _nearest_heights(walker, rows, found)
        found.on_levels(heights, rise)
    return found


def _nearest_heights(walker: Walker, rows: NDArray[np.intp], found: Sieve) -> Floats:
    """Heights of those models of a unit that are nearest to each candidate."""
    now = walker.field.now
    far = np.hypot(found.xs[:, None] - now.bases.xs[rows][None], found.ys[:, None] - now.bases.ys[rows][None])
    return np.asarray(now.heights[rows][far.argmin(axis=1)])


def snapped(view: State, walker: Walker, target: str, x: float, y: float, most: float) -> Pose | None:
    """The pose in contact with a unit's model that is meant by a point near it (gap at most ``most`` mm), or None."""
    now = walker.field.now
    best: tuple[float, Pose] | None = None
    for k in now.rows(target).tolist():
        shape, pose = now.bases.footprint(k), now.bases.pose(k)
        dx, dy = x - pose.x, y - pose.y
        far = math.hypot(dx, dy)
        if far < 1e-6:
            continue
        px, py = support(shape, pose, np.array([dx / far]), np.array([dy / far]))
        reach = (float(px[0]) - pose.x) * dx / far + (float(py[0]) - pose.y) * dy / far
        off = far - reach - tip(walker.shape)
        if off <= most and (best is None or off < best[0]):
            out = tip(walker.shape) + TOUCH
            there = Pose(float(px[0]) + dx / far * out, float(py[0]) + dy / far * out, bearing(-dx, -dy))
            best = (off, rounded(there))
    return None if best is None else best[1]
