"""The way of a body, stretch by stretch: what of it is where at any x, and where its front is.

x is a moment or a way, whichever a system meters its moves by: a stretch goes from 0 to 1 at 400 mm for each of x, or
from 0 to 400 at 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np
import shapely

from game.geometry.planar import Shape
from game.kit.block.front import Front, front_of
from game.kit.block.outlines import Floats, about, pieces

Bound = tuple[float, float, float, float]
"""The middle of a circle, its radius, and how far whatever is in it goes at most (mm)."""
NOW = 1e-9
"""What of x is nothing."""


@dataclass(frozen=True)
class Stretch:
    """A part of a way on which a body moves in one manner: it stands, goes straight, or turns about a point.

    Straight is forward, back or aslant: what ``velocity`` says beside where the figures face.

    Attributes
    ----------
    start, end
        From which x to which.
    poses, sizes
        Of its figures at ``start``: x, y, facing (n, 3); width and depth (n, 2).
    velocity
        mm of a straight way for each of x.
    pivot, spin
        Of a wheel: about which point, radians for each of x, clockwise positive.
    left, left_sizes
        Of a change of formation or a facing: how they stand when it is over; until then they stand as they were.
    what, action
        What the body does, and the number of that in its orders.
    share
        Part of the ordered pace at which it goes.
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
    share: float = 1.0

    @cached_property
    def outline(self) -> Floats:
        """Its pieces at ``start`` (k, 4, 2)."""
        return pieces(self.poses, self.sizes)

    @cached_property
    def pace(self) -> float:
        """A bound (mm for each of x) on how fast any corner moves."""
        if self.pivot is not None:
            arms = self.outline.reshape(-1, 2) - np.array(self.pivot)
            return float(np.hypot(arms[:, 0], arms[:, 1]).max(initial=0.0)) * abs(self.spin)
        return math.hypot(*self.velocity)

    def is_over(self, x: float) -> bool:
        """Whether a change that it is made of has been done by then."""
        return self.left is not None and x >= self.end - NOW

    def outline_at(self, x: float) -> Floats:
        """Its pieces at an x."""
        if self.is_over(x):
            return pieces(*self.over())
        past = x - self.start
        if self.pivot is not None:
            return about(self.outline, self.pivot, self.spin * past)
        return self.outline + np.array(self.velocity) * past

    def over(self) -> tuple[Floats, Floats]:
        """Poses and sizes of its figures when it is over."""
        return self.poses_at(self.end), self.sizes if self.left_sizes is None else self.left_sizes

    def between(self, start: float, end: float) -> Stretch:
        """The part of it between two x."""
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

    def poses_at(self, x: float) -> Floats:
        """Its figures at an x (n, 3)."""
        if self.left is not None and self.is_over(x):
            return self.left
        past = x - self.start
        if self.pivot is None:
            return self.poses + np.array([*self.velocity, 0.0]) * past
        turn = self.spin * past
        places = about(self.poses[:, :2], self.pivot, turn)
        return np.concatenate([places, (self.poses[:, 2:] + math.degrees(turn)) % 360.0], axis=1)


@dataclass
class Course:
    """The way of a body: its stretches from 0 to ``whole`` without a gap.

    Attributes
    ----------
    body, side
        Whose it is.
    bases, sizes
        The figures, and how large they are at the start: width and depth (n, 2).
    version
        How often its stretches have changed, so that what was found of it before is known to be old.
    leads
        The rows of the figures whose edge is the front, () for all.
    looks
        Degrees from where those figures face to where the body does.
    """

    body: str
    side: str
    bases: tuple[str, ...]
    sizes: Floats
    stretches: list[Stretch] = field(default_factory=list)
    version: int = 0
    leads: tuple[int, ...] = ()
    looks: float = 0.0
    whole: float = 1.0
    _bound: tuple[list[Stretch], int, float, Bound] | None = field(default=None, init=False, repr=False, compare=False)

    # --- at an x

    def bound(self, x: float) -> Bound:
        """A circle that it stands in at an x, and a bound on how far any corner goes from there on (mm)."""
        way, last = self.stretches, self._bound
        if last is not None and last[0] is way and last[1] == len(way) and last[2] == x:
            return last[3]
        points = self.outline_at(x).reshape(-1, 2)
        far = sum(s.pace * (s.end - max(s.start, x)) for s in way if s.end > x)
        found = (0.0, 0.0, 0.0, far)
        if len(points):
            low, high = points.min(axis=0), points.max(axis=0)
            at_x, at_y = ((low + high) / 2.0).tolist()
            found = (at_x, at_y, float(np.hypot(*((high - low) / 2.0))), far)
        self._bound = (way, len(way), x, found)
        return found

    def at(self, x: float) -> Stretch:
        """The stretch under way at an x; of two that meet there the later."""
        return next((s for s in reversed(self.stretches) if s.start <= x + NOW), self.stretches[0])

    def outline_at(self, x: float) -> Floats:
        """Its pieces at an x."""
        return self.at(x).outline_at(x)

    def cover_at(self, x: float) -> Shape:
        """What it covers at an x, as one shape."""
        found: Shape = shapely.union_all(shapely.polygons(self.outline_at(x)))
        return found

    def poses_at(self, x: float) -> Floats:
        """Its figures at an x."""
        return self.at(x).poses_at(x)

    def sizes_at(self, x: float) -> Floats:
        """Width and depth of its figures at an x."""
        here = self.at(x)
        return here.over()[1] if here.is_over(x) else here.sizes

    def front_at(self, x: float) -> Front:
        """Its front edge at an x. Raises ValueError where it has no figure."""
        poses, sizes = self.poses_at(x), self.sizes_at(x)
        if self.leads:
            poses, sizes = poses[list(self.leads)], sizes[list(self.leads)]
        return front_of(poses, sizes, float(poses[0, 2]) + self.looks if len(poses) else 0.0)

    def after(self, x: float) -> float:
        """Where its way of moving changes next."""
        return next((s.end for s in self.stretches if s.end > x + NOW), self.whole)

    def moves_at(self, x: float) -> bool:
        """Whether it changes its place at an x."""
        return self.at(x).pace > 0.0

    def left_at(self, x: float) -> Self:
        """The place where it was at an x, as a body that stands there from start to end."""
        poses, sizes = self.poses_at(x), self.sizes_at(x)
        return replace(self, sizes=sizes, stretches=[Stretch(0.0, self.whole, poses, sizes)])

    # --- changing it

    def go(self, stretches: Sequence[Stretch], since: float) -> None:
        """From an x on go these stretches; where they leave room it stands."""
        poses, sizes = self.poses_at(since), self.at(since).sizes
        kept = [s if s.end <= since else s.between(s.start, since) for s in self.stretches if s.start < since]
        x = since
        for one in stretches:
            if one.start > x + NOW:
                kept.append(Stretch(x, one.start, poses, sizes))
            kept.append(one)
            x, (poses, sizes) = one.end, one.over()
        last = Stretch(x, self.whole, poses, sizes)
        self.stretches = [*kept, last] if x < self.whole or not kept else kept
        self.version += 1

    def rest(self, x: float) -> list[Stretch]:
        """What is left of its way at an x."""
        left = [s for s in self.stretches if s.end > x + NOW]
        return [s.between(x, s.end) if s.start < x else s for s in left]

    def from_here(self, rest: list[Stretch], x: float) -> list[Stretch]:
        """A way begun from where it stands at an x: that may be short of where it would have begun."""
        here, there = self.poses_at(x), rest[0].poses
        if here.shape != there.shape or not len(here):
            return rest
        dx, dy = (here[0, :2] - there[0, :2]).tolist()
        return rest if abs(dx) + abs(dy) < 1e-6 else [s.beside(dx, dy) for s in rest]

    def cut(self) -> None:
        """Drop what does not fit any more."""
        whole = self.whole
        self.stretches = [s if s.end <= whole else s.between(s.start, whole) for s in self.stretches if s.start < whole]

    def stop(self, x: float, what: str = "halt") -> None:
        """Stand from an x on."""
        here = self.at(x)
        self.go([Stretch(x, self.whole, self.poses_at(x), here.sizes, what=what, action=here.action)], x)
