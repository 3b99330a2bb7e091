"""From steps to what they do on the table: swept areas, ways, end poses, and everybody's place between."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
import shapely

from .formed import Frame, frame_of
from .planar import Shape, Shapes, shapes, union
from .shapes import (
    Floats,
    Footprint,
    Point,
    Pose,
    all_corners,
    bearing,
    corners,
    forward,
    norm_deg,
    outline,
    right,
    shifted,
    turn_between,
    turned_about,
)
from .steps import Advance, Back, Climb, Form, Jump, Oblique, Other, Path, Shift, Step, Turn, Wheel
from .sweep import arc_points, hull_sweep, turn_sweep, turned_points

Motion = Literal["shift", "glide", "wheel", "turn", "form", "jump", "climb", "still"]
Former = Callable[["Block", Form], Sequence[Pose]]


@dataclass(frozen=True)
class Block:
    """Bases that move as one."""

    footprints: tuple[Footprint, ...]
    poses: tuple[Pose, ...]

    @cached_property
    def frame(self) -> Frame:
        """The rectangle about them, along the first one's facing."""
        return frame_of(self.footprints, self.poses)


@dataclass(frozen=True)
class Leg:
    """One displacement of a block.

    Parameters
    ----------
    step
        Index of the step it belongs to (a path has a leg for each of its points).
    motion
        "shift": straight, facing kept; "glide": straight, each base turning as it goes; "wheel" about `pivot` by
        `turn`; "turn": each base on its own centre; "form": each straight to its new place; "jump", "climb": to a
        point, not over the ground between; "still": no displacement.
    turn
        Degrees, clockwise positive, of a wheel or turn.
    """

    step: int
    verb: Step
    motion: Motion
    footprints: tuple[Footprint, ...]
    start: tuple[Pose, ...]
    end: tuple[Pose, ...]
    turn: float = 0.0
    pivot: Point | None = None
    outer: float = field(default=0.0)
    """Way (mm) of the body's outer front corner in a wheel; else the greatest way of a base's centre."""

    @cached_property
    def ways(self) -> Floats:
        """Way (mm) of each base's centre, along its arc in a wheel."""
        if self.motion == "wheel" and self.pivot is not None:
            x, y = self.pivot
            arms = np.array([math.hypot(p.x - x, p.y - y) for p in self.start])
            return arms * math.radians(abs(self.turn))
        return np.array([math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(self.start, self.end, strict=True)])

    @cached_property
    def outermost(self) -> float:
        """Greatest way (mm) of any corner of any base: in a deep wheel the rear corner goes farther than the front."""
        if self.motion == "wheel" and self.pivot is not None:
            arms = all_corners(self.footprints, self.start).reshape(-1, 2) - np.array(self.pivot)
            return float(np.hypot(arms[:, 0], arms[:, 1]).max()) * math.radians(abs(self.turn))
        if self.motion == "turn":
            return max(math.hypot(f.width, f.depth) / 2.0 for f in self.footprints) * math.radians(abs(self.turn))
        return float(self.ways.max()) if len(self.ways) else 0.0

    def at(self, share: float) -> tuple[Pose, ...]:
        """Poses when a share (0 to 1) of the leg is done; its exact end at 1."""
        if share >= 1.0:
            return self.end
        if share <= 0.0 or self.motion == "still":
            return self.start
        if self.motion == "wheel" and self.pivot is not None:
            pivot = self.pivot
            return tuple(turned_about(pose, pivot, self.turn * share) for pose in self.start)
        if self.motion == "turn":
            return tuple(
                Pose(pose.x, pose.y, norm_deg(pose.facing + self.turn * share), pose.level) for pose in self.start
            )
        return tuple(_between(a, b, share) for a, b in zip(self.start, self.end, strict=True))

    @cached_property
    def sweeps(self) -> Shapes:
        """Swept area of each base: exact for shifts, wheels and turns, else the hull of start and end."""
        return shapes([self._sweep(f, a, b) for f, a, b in zip(self.footprints, self.start, self.end, strict=True)])

    def _sweep(self, footprint: Footprint, start: Pose, end: Pose) -> Shape:
        if self.motion == "still":
            return shapely.Polygon(outline(footprint, start))
        if self.motion == "turn":
            if footprint.kind == "rect":
                return turn_sweep(corners(footprint, start), self.turn)
            radius = max(footprint.width, footprint.depth) / 2.0
            return shapely.Polygon(arc_points((start.x, start.y), radius, 0.0, 360.0))
        if self.motion == "wheel" and self.pivot is not None:
            return turned_sweep(outline(footprint, start), self.pivot, self.turn)
        return hull_sweep(outline(footprint, start), outline(footprint, end))


def _between(a: Pose, b: Pose, share: float) -> Pose:
    turn = turn_between(a.facing, b.facing)
    facing = norm_deg(a.facing + turn * share) if turn else a.facing
    return Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, facing, a.level)


def turned_sweep(points: Floats, pivot: Point, degrees: float) -> Shape:
    """Exact area swept by a convex outline (k, 2) that turns about any point by `degrees` (clockwise positive).

    Every edge sweeps the ring between its nearest and farthest distance to the pivot; with start and end that is all.

    >>> import numpy as np
    >>> far = np.array([[10.0, 0.0], [10.0, 1.0], [12.0, 1.0], [12.0, 0.0]])
    >>> turned_sweep(far, (0.0, 0.0), 360.0).area > 3.14 * (144 - 100)
    True
    """
    centre = np.asarray(pivot)
    end = turned_points(points, centre, degrees)
    parts: list[Shape] = [shapely.Polygon(points), shapely.Polygon(end)]
    ring = np.concatenate((points, points[:1]))
    for a, b in pairwise(ring):
        parts.extend(_edge_sweep(a, b, centre, degrees))
    return union(parts)


def _edge_sweep(a: Floats, b: Floats, centre: Floats, degrees: float) -> list[Shape]:
    """Area swept by a segment turning about a point: cut at the pivot's foot, each half sweeps a simple ring."""
    along = b - a
    squared = float(along @ along)
    if squared == 0.0:
        return []
    foot = float((centre - a) @ along) / squared
    cuts = [a, a + along * foot, b] if 1e-9 < foot < 1.0 - 1e-9 else [a, b]
    parts: list[Shape] = []
    for p, q in pairwise(cuts):
        near, far = sorted((p, q), key=lambda point: float(np.hypot(*(point - centre))))
        for low in range(max(1, math.ceil(abs(degrees) / 120.0))):
            share = degrees / max(1, math.ceil(abs(degrees) / 120.0))
            parts.append(_half_edge(near, far, centre, share * low, share))
    return parts


def _half_edge(near: Floats, far: Floats, centre: Floats, before: float, degrees: float) -> Shape:
    """Ring swept by a segment all of whose points lie at different distances from the pivot."""
    near, far = (turned_points(point, centre, before) for point in (near, far))
    outer = _arc(far, centre, degrees)
    inner = _arc(near, centre, degrees)
    ring = shapely.Polygon(np.concatenate((outer, inner[::-1])))
    return ring if ring.is_valid else shapely.make_valid(ring)


def _arc(point: Floats, centre: Floats, degrees: float) -> Floats:
    dx, dy = (float(value) for value in point - centre)
    radius = math.hypot(dx, dy)
    if radius < 1e-9:
        return np.stack((centre, centre))
    return arc_points(centre, radius, bearing(dx, dy), degrees)


def unroll(block: Block, steps: Sequence[Step], form: Former | None = None) -> list[Leg]:
    """The legs of some steps, one after another.

    Parameters
    ----------
    form
        Gives the end poses of a `Form` step, in the order of the bases: formations are the ruleset's.

    Raises
    ------
    ValueError
        If a `Form` step comes without `form`, or a wheel turns by nothing or more than 270 degrees.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> legs = unroll(Block((stand,), (Pose(0.0, 0.0),)), [Advance(50.0), Wheel(90.0, "left")])
    >>> [round(leg.outer, 3) for leg in legs], legs[-1].end
    ([50.0, 62.832], (Pose(x=-10.0, y=80.0, facing=270.0, level=0),))
    """
    legs: list[Leg] = []
    now = block
    for k, step in enumerate(steps):
        for leg in _legs(now, k, step, form):
            legs.append(leg)
            now = Block(block.footprints, leg.end)
    return legs


def _legs(block: Block, k: int, step: Step, form: Former | None) -> Iterator[Leg]:
    poses = block.poses
    facing = poses[0].facing

    def leg(
        motion: Motion, end: Sequence[Pose], turn: float = 0.0, pivot: Point | None = None, outer: float = -1.0
    ) -> Leg:
        found = Leg(k, step, motion, block.footprints, poses, tuple(end), turn, pivot)
        way = outer if outer >= 0.0 else (float(found.ways.max()) if len(found.ways) else 0.0)
        return Leg(k, step, motion, block.footprints, poses, tuple(end), turn, pivot, way)

    def straight(direction: Point, distance: float) -> Leg:
        dx, dy = direction[0] * distance, direction[1] * distance
        return leg("shift", [shifted(pose, dx, dy) for pose in poses], outer=abs(distance))

    if isinstance(step, Advance):
        yield straight(forward(facing), step.distance)
    elif isinstance(step, Back):
        yield straight(forward(facing), -step.distance)
    elif isinstance(step, Oblique):
        yield straight(forward(facing + step.angle), step.distance)
    elif isinstance(step, Shift):
        yield straight(right(facing), step.distance if step.hand == "right" else -step.distance)
    elif isinstance(step, Wheel):
        yield _wheel(block, step, leg)
    elif isinstance(step, Turn):
        turn = {"left": -90.0, "right": 90.0, "about": 180.0}[step.to]
        end = [Pose(pose.x, pose.y, norm_deg(pose.facing + turn), pose.level) for pose in poses]
        yield leg("turn", end, turn)
    elif isinstance(step, Form):
        if form is None:
            raise ValueError("a change of formation needs the ruleset's formations")
        yield leg("form", form(block, step))
    elif isinstance(step, Path):
        yield from _path(block, k, step)
    elif isinstance(step, Jump | Climb):
        dx, dy = step.to[0] - poses[0].x, step.to[1] - poses[0].y
        end = [Pose(pose.x + dx, pose.y + dy, pose.facing, step.level) for pose in poses]
        yield leg("jump" if isinstance(step, Jump) else "climb", end)
    else:
        assert isinstance(step, Other)
        yield leg("still", poses)


def _wheel(block: Block, step: Wheel, leg: Callable[..., Leg]) -> Leg:
    if not 0.0 < step.angle <= 270.0:
        raise ValueError("a wheel turns by more than 0 and at most 270 degrees")
    frame = block.frame
    points = corners(frame.footprint, frame.pose)
    pivot_at = points[0] if step.hand == "left" else points[1]
    pivot = (float(pivot_at[0]), float(pivot_at[1]))
    turn = -step.angle if (step.hand == "left") != step.back else step.angle
    end = [turned_about(pose, pivot, turn) for pose in block.poses]
    found: Leg = leg("wheel", end, turn, pivot, frame.footprint.width * math.radians(step.angle))
    return found


def _path(block: Block, k: int, step: Path) -> Iterator[Leg]:
    """Shifts of the block whose centre (of one base: its own) runs along the points; the last turns it if asked."""
    poses = block.poses
    at = (poses[0].x, poses[0].y) if len(poses) == 1 else (block.frame.pose.x, block.frame.pose.y)
    for n, (x, y) in enumerate(step.points):
        dx, dy = x - at[0], y - at[1]
        end = tuple(shifted(pose, dx, dy) for pose in poses)
        motion: Motion = "shift"
        if n == len(step.points) - 1 and step.facing is not None:
            turn = turn_between(poses[0].facing, step.facing)
            if turn:
                end = tuple(turned_about(pose, (x, y), turn) for pose in end)
                motion = "glide"
        ways = [math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(poses, end, strict=True)]
        yield Leg(k, step, motion, block.footprints, poses, end, outer=max(ways))
        poses, at = end, (x, y)
