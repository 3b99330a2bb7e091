"""Bodies in motion: what of a body is where at any moment of the move, as arrays (NAP-S09, NAP-S58).

A body's outline is told by *pieces*: the figures of a rank that stand shoulder to shoulder are one rectangle. Distances
between bodies are those between their nearest figures (NAP-S11), and a piece has no other edge than its figures have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import Leg, Track

Floats = NDArray[np.float64]
Triples = tuple[tuple[float, float, float], ...]
SHOULDER = 0.2
"""mm between figures that still stand shoulder to shoulder."""
THICK = 2.0
"""mm of a building's wall, within its outline."""


def axes(facings: Floats) -> tuple[Floats, Floats]:
    """Unit vectors (n, 2) ahead and to the right of some facings (compass degrees)."""
    angles = np.radians(facings)
    ahead = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    return ahead, np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)


def pieces(poses: Floats, sizes: Floats) -> Floats:
    """Corners (k, 4, 2) of the rectangles of figures that stand shoulder to shoulder.

    Parameters
    ----------
    poses, sizes
        x, y and facing (n, 3); width and depth (n, 2) of the figures, mm and degrees.
    """
    if not len(poses):
        return np.zeros((0, 4, 2))
    ahead, right = axes(poses[:, 2])
    along = (poses[:, :2] * ahead).sum(axis=1)
    across = (poses[:, :2] * right).sum(axis=1)
    order = np.lexsort((across.round(1), along.round(1), poses[:, 2].round(2)))
    found: list[tuple[int, float, float]] = []
    for i in order.tolist():
        low, high = across[i] - sizes[i, 0] / 2.0, across[i] + sizes[i, 0] / 2.0
        if found:
            first, left, last = found[-1]
            same = abs(along[i] - along[first]) < SHOULDER and abs(sizes[i, 1] - sizes[first, 1]) < SHOULDER
            if same and abs(poses[i, 2] - poses[first, 2]) < 0.01 and abs(low - last) < SHOULDER:
                found[-1] = (first, left, high)
                continue
        found.append((i, low, high))
    out = np.empty((len(found), 4, 2))
    for k, (i, low, high) in enumerate(found):
        front, rear = along[i] + sizes[i, 1] / 2.0, along[i] - sizes[i, 1] / 2.0
        for c, (a, x) in enumerate(((front, low), (front, high), (rear, high), (rear, low))):
            out[k, c] = ahead[i] * a + right[i] * x
    return out


def about(points: Floats, pivot: tuple[float, float], turn: float) -> Floats:
    """Points (..., 2) turned about a pivot by an angle (radians, clockwise)."""
    cos, sin = math.cos(turn), math.sin(turn)
    offset = points - np.array(pivot)
    x, y = offset[..., 0], offset[..., 1]
    turned: Floats = np.stack([x * cos + y * sin, y * cos - x * sin], axis=-1) + np.array(pivot)
    return turned


@dataclass(frozen=True)
class Stretch:
    """A time in which a body moves in one way: it stands, goes straight, or turns about a point.

    Attributes
    ----------
    start, end
        Moments of the move.
    poses, sizes
        Of its figures at ``start``: x, y, facing (n, 3); width and depth (n, 2).
    velocity
        mm a move of a straight way.
    pivot, spin
        Of a wheel: about which point, radians a move, clockwise positive.
    left, left_sizes
        Of a change of formation: how they stand when it is over; the old footprint stays until then (NAP-S49).
    what, action
        The verb of the action, and its number in the order.
    """

    start: float
    end: float
    poses: Floats
    sizes: Floats
    velocity: tuple[float, float] = (0.0, 0.0)
    pivot: tuple[float, float] | None = None
    spin: float = 0.0
    left: Floats | None = None
    left_sizes: Floats | None = None
    what: str = "stand"
    action: int = 0

    @cached_property
    def outline(self) -> Floats:
        """Its pieces at ``start`` (k, 4, 2)."""
        return pieces(self.poses, self.sizes)

    @cached_property
    def pace(self) -> float:
        """A bound (mm a move) on how fast any corner moves."""
        if self.pivot is not None:
            arms = self.outline.reshape(-1, 2) - np.array(self.pivot)
            return float(np.hypot(arms[:, 0], arms[:, 1]).max(initial=0.0)) * abs(self.spin)
        return math.hypot(*self.velocity)

    def outline_at(self, time: float) -> Floats:
        """Its pieces at a moment."""
        if self.left is not None and time >= self.end - 1e-9:
            return pieces(*self.over())
        past = time - self.start
        if self.pivot is not None:
            return about(self.outline, self.pivot, self.spin * past)
        return self.outline + np.array(self.velocity) * past

    def over(self) -> tuple[Floats, Floats]:
        """Poses and sizes of its figures when it is over."""
        return self.poses_at(self.end), self.sizes if self.left_sizes is None else self.left_sizes

    def between(self, start: float, end: float) -> Stretch:
        """The part of it between two moments."""
        left = (self.left, self.left_sizes) if end >= self.end else (None, None)
        return replace(self, start=start, end=end, poses=self.poses_at(start), left=left[0], left_sizes=left[1])

    def later(self, by: float) -> Stretch:
        """The same, begun so much later."""
        return replace(self, start=self.start + by, end=self.end + by)

    def beside(self, dx: float, dy: float) -> Stretch:
        """The same, begun so far (mm) beside where it was."""
        by = np.array([dx, dy, 0.0])
        pivot = None if self.pivot is None else (self.pivot[0] + dx, self.pivot[1] + dy)
        return replace(self, poses=self.poses + by, pivot=pivot, left=None if self.left is None else self.left + by)

    def poses_at(self, time: float) -> Floats:
        """Its figures at a moment (n, 3)."""
        if self.left is not None and time >= self.end - 1e-9:
            return self.left
        past = time - self.start
        if self.pivot is None:
            return self.poses + np.array([*self.velocity, 0.0]) * past
        turn = self.spin * past
        places = about(self.poses[:, :2], self.pivot, turn)
        return np.concatenate([places, (self.poses[:, 2:] + math.degrees(turn)) % 360.0], axis=1)


def stretch_of(leg: Leg, sizes: Floats) -> Stretch:
    """A stretch of a planned leg, by figures of some sizes at its start."""
    poses = np.array(leg.poses, dtype=float).reshape(-1, 3)
    after = np.array(leg.after or leg.poses, dtype=float).reshape(-1, 3)
    time = leg.end - leg.start
    here = Stretch(leg.start, leg.end, poses, sizes, what=leg.what, action=leg.action)
    if time > 0.0 and leg.pivot is not None:
        turn = math.radians((after[0, 2] - poses[0, 2] + 180.0) % 360.0 - 180.0)
        return replace(here, pivot=leg.pivot, spin=turn / time)
    moved = after[:, :2] - poses[:, :2]
    rigid = not leg.sizes and np.abs(after[:, 2] - poses[:, 2]).max(initial=0.0) < 0.01
    if time > 0.0 and rigid and len(moved) and np.ptp(moved, axis=0).max() < 0.01:
        x, y = (moved[0] / time).tolist()
        return replace(here, velocity=(x, y))
    new = np.array(leg.sizes, dtype=float).reshape(-1, 2) if leg.sizes else None
    return replace(here, left=after, left_sizes=new)


@dataclass
class Mover:
    """A body on the clock: its figures, and its stretches from 0 to 1 without a gap.

    ``version`` counts the changes of its stretches, so that what was found of it before is known to be old.
    """

    body: str
    side: str
    bases: tuple[str, ...]
    sizes: Floats
    stretches: list[Stretch] = field(default_factory=list)
    version: int = 0

    @classmethod
    def standing(cls, state: State, body: str, since: float = 0.0) -> Mover:
        """A body that stands where it is; who is in a building is told by its walls and moves nowhere (NAP-S79)."""
        bases = state.bases_of(body)
        if not bases and (house := ground_of(state).by_id.get(facts.own(state, body).inside)) is not None:
            poses, sizes = walls(house.shape)
            return cls(body, state.units[body].side, (), sizes, [Stretch(since, 1.0, poses, sizes)])
        poses = np.array([(b.pose.x, b.pose.y, b.pose.facing) for b in bases if b.pose], dtype=float).reshape(-1, 3)
        sizes = np.array([(b.shape.width, b.shape.depth) for b in bases], dtype=float).reshape(-1, 2)
        ids = tuple(b.id for b in bases)
        return cls(body, state.units[body].side, ids, sizes, [Stretch(since, 1.0, poses, sizes)])

    @classmethod
    def gone(cls, side: str, body: str, track: Track) -> Mover:
        """A body that has gone a way that was kept."""
        sizes = np.array(track.sizes, dtype=float).reshape(-1, 2)
        here, now = cls(body, side, track.bases, sizes), sizes
        for leg in track.legs:
            here.stretches.append(stretch_of(leg, now))
            now = here.stretches[-1].over()[1]
        return here

    @classmethod
    def planned(cls, state: State, body: str, track: Track, since: float = 0.0) -> Mover:
        """A body that goes its planned way, and stands before and after it."""
        here = cls.standing(state, body, since)
        if track.bases != here.bases or not track.legs or not here.bases:
            return here
        sizes, stretches = here.sizes, []
        for leg in track.legs:
            stretches.append(stretch_of(leg, sizes))
            sizes = stretches[-1].over()[1]
        here.go(stretches, since)
        return here

    def go(self, stretches: Sequence[Stretch], since: float) -> None:
        """From a moment on go these stretches; where they leave time it stands."""
        poses, sizes = self.poses_at(since), self.at(since).sizes
        kept = [s if s.end <= since else s.between(s.start, since) for s in self.stretches if s.start < since]
        time = since
        for one in stretches:
            if one.start > time + 1e-9:
                kept.append(Stretch(time, one.start, poses, sizes))
            kept.append(one)
            time, (poses, sizes) = one.end, one.over()
        self.stretches = [*kept, Stretch(time, 1.0, poses, sizes)] if time < 1.0 or not kept else kept
        self.version += 1

    def rest(self, time: float) -> list[Stretch]:
        """What is left of its way at a moment."""
        left = [s for s in self.stretches if s.end > time + 1e-9]
        return [s.between(time, s.end) if s.start < time else s for s in left]

    def from_here(self, rest: list[Stretch], time: float) -> list[Stretch]:
        """A way begun from where it stands at a moment: that may be short of where it would have begun."""
        here, there = self.poses_at(time), rest[0].poses
        if here.shape != there.shape or not len(here):
            return rest
        dx, dy = (here[0, :2] - there[0, :2]).tolist()
        return rest if abs(dx) + abs(dy) < 1e-6 else [s.beside(dx, dy) for s in rest]

    def cut(self) -> None:
        """Drop what does not fit into the move any more."""
        self.stretches = [s if s.end <= 1.0 else s.between(s.start, 1.0) for s in self.stretches if s.start < 1.0]

    def stop(self, time: float, what: str = "halt") -> None:
        """Stand from a moment on."""
        here = self.at(time)
        self.go([Stretch(time, 1.0, self.poses_at(time), here.sizes, what=what, action=here.action)], time)

    def at(self, time: float) -> Stretch:
        """The stretch under way at a moment; of two that meet there the later."""
        return next((s for s in reversed(self.stretches) if s.start <= time + 1e-9), self.stretches[0])

    def outline_at(self, time: float) -> Floats:
        """Its pieces at a moment."""
        return self.at(time).outline_at(time)

    def poses_at(self, time: float) -> Floats:
        """Its figures at a moment."""
        return self.at(time).poses_at(time)

    def after(self, time: float) -> float:
        """When its way of moving changes next."""
        return next((s.end for s in self.stretches if s.end > time + 1e-9), 1.0)

    def moves_at(self, time: float) -> bool:
        """Whether it changes its place at a moment."""
        return self.at(time).pace > 0.0

    def track(self) -> Track:
        """Its way through the move, to be kept; of walls nothing is."""
        n = len(self.bases)
        legs = tuple(
            Leg(
                *(moment(s.start), moment(s.end), _told(s.poses[:n]), _told(s.over()[0][:n])),
                *(s.pivot, s.what, s.action),
                sizes=() if s.left_sizes is None else _pairs(s.left_sizes),
            )
            for s in self.stretches
            if s.end > s.start
        )
        return Track(self.bases, legs, _pairs(self.sizes[:n]))

    def poses_told(self, time: float) -> dict[str, Pose]:
        """Poses by base at a moment, rounded as they are kept."""
        if not self.bases:
            return {}
        return {base: Pose(x, y, f) for base, (x, y, f) in zip(self.bases, _told(self.poses_at(time)), strict=True)}


def walls(house: Shape) -> tuple[Floats, Floats]:
    """A building's outer walls as poses (n, 3), facing out, and sizes (n, 2) in mm: distances are to them (NAP-S79)."""
    rings = [ring for one in shapely.get_parts(house) for ring in [shapely.get_exterior_ring(one).normalize()]]
    poses, sizes = [], []
    for ring in rings:
        corners = shapely.get_coordinates(ring)  # normalised, a ring goes about clockwise
        for (x, y), (to_x, to_y) in pairwise(corners.tolist()):
            long = math.hypot(to_x - x, to_y - y)
            if long < SHOULDER:
                continue
            out = (-(to_y - y) / long, (to_x - x) / long)
            middle = ((x + to_x - out[0] * THICK) / 2.0, (y + to_y - out[1] * THICK) / 2.0)
            poses.append((*middle, math.degrees(math.atan2(*out)) % 360.0))
            sizes.append((long, THICK))
    return np.array(poses).reshape(-1, 3), np.array(sizes).reshape(-1, 2)


def _pairs(sizes: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((round(width, 3), round(depth, 3)) for width, depth in sizes.tolist())


def _told(poses: Floats) -> Triples:
    return tuple((round(x, 3), round(y, 3), round(f, 4) % 360.0) for x, y, f in poses.tolist())
