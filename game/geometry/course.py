"""Courses run, not jumped to: one or many bodies on one clock, to the first event that a watcher looks for.

A body is a group of the scene with the legs it will go; everybody else stands still. The clock counts whatever the
caller gives each leg: allowance spent, or time. Watchers are data. What is already so at the start is no event: a
watcher reports that something *becomes* so. What is nearer than a watcher's distance from the start is reported when it
comes nearer still.

Distances are followed by their own rate of change, so that nothing is jumped over; what cannot be followed so (areas,
lines) is looked at every `LOOK` mm of way and then halved down to the clock's last 0.0001 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from .bases import Bases
from .measure import bases_matrix, signed_matrix
from .overlap import penetration
from .planar import Shape, shapes, shared_amounts, union
from .scene import Scene
from .shapes import Pose
from .travel import GIVE
from .unroll import Leg
from .watchers import Arrived, Crosses, Enters, Leaves, Nearer, OffSurface, TableEdge, Watcher

LOOK = 1.0
"""Way (mm) between two looks of a watcher that must look again and again."""

FINE = 1e-4
"""Way (mm) down to which the moment of an event is halved."""


class Happening(msgspec.Struct, frozen=True):
    """What a watcher (by index) saw: which body, and which group, area or line was met ("" for none)."""

    watcher: int
    body: str
    other: str


@dataclass(frozen=True)
class Course:
    """A body and the legs it goes.

    Parameters
    ----------
    body
        A group of the scene; the legs' poses are in the order of its members there.
    costs
        What each leg costs on the clock (default: the greatest way of a base, mm).
    start
        Clock at which it sets out.
    """

    body: str
    legs: tuple[Leg, ...]
    costs: tuple[float, ...] = ()
    start: float = 0.0

    @cached_property
    def times(self) -> tuple[float, ...]:
        """Clock at the start of each leg, and at the end of the last.

        Raises
        ------
        ValueError
            If there is not one cost a leg, or one is negative.
        """
        costs = self.costs or tuple(leg.outer for leg in self.legs)
        if len(costs) != len(self.legs) or any(cost < 0.0 for cost in costs):
            raise ValueError(f"course of {self.body}: one cost a leg, none negative")
        out = [self.start]
        for cost in costs:
            out.append(out[-1] + cost)
        return tuple(out)

    @property
    def end(self) -> float:
        """Clock at its arrival."""
        return self.times[-1]

    def poses(self, clock: float) -> tuple[Pose, ...]:
        """Poses of the bases at a moment."""
        for k, leg in enumerate(self.legs):
            first, last = self.times[k], self.times[k + 1]
            if clock < last:
                return leg.at(max(0.0, (clock - first) / (last - first)))
        return self.legs[-1].end if self.legs else ()

    def speed(self, clock: float) -> float:
        """Greatest way (mm) of any corner per unit of the clock, in the leg under way at a moment."""
        for k, leg in enumerate(self.legs):
            if self.times[k] <= clock < self.times[k + 1]:
                return _reach(leg) / (self.times[k + 1] - self.times[k])
        return 0.0


def _reach(leg: Leg) -> float:
    """A bound (mm) on the way of any corner in a leg."""
    if leg.motion in ("wheel", "turn"):
        return leg.outermost
    far = 0.0
    for footprint, a, b in zip(leg.footprints, leg.start, leg.end, strict=True):
        turn = abs(math.radians((b.facing - a.facing + 180.0) % 360.0 - 180.0))
        far = max(far, math.hypot(b.x - a.x, b.y - a.y) + turn * math.hypot(footprint.width, footprint.depth) / 2.0)
    return far


@dataclass(frozen=True)
class Outcome:
    """Where a run stopped: the clock, what happened then (in the watchers' order), and every moved base's pose."""

    clock: float
    happenings: tuple[Happening, ...]
    poses: Mapping[str, Pose]


def run(
    scene: Scene,
    courses: Sequence[Course],
    watchers: Sequence[Watcher],
    since: float = 0.0,
    until: float = math.inf,
) -> Outcome:
    """Run all courses on one clock to the first event.

    Parameters
    ----------
    since, until
        Clock at which to begin and at which to stop at the latest.

    Raises
    ------
    ValueError
        If a body does not fit its legs.

    >>> from .shapes import Footprint
    >>> from .steps import Advance
    >>> from .terrain import Terrain
    >>> from .unroll import Block, unroll
    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> land, places = Terrain((), 900.0, 900.0), (Pose(0.0, 0.0), Pose(0.0, 120.0))
    >>> scene = Scene(("a", "b"), ("A", "B"), (stand,) * 2, places, land)
    >>> legs = unroll(Block((stand,), (Pose(0.0, 0.0),)), [Advance(300.0)])
    >>> found = run(scene, [Course("A", tuple(legs))], [Nearer(10.0), Arrived()])
    >>> round(found.clock, 6), found.happenings, found.poses["a"].y == found.clock
    (90.0, (Happening(watcher=0, body='A', other='B'),), True)
    """
    table = _Table(scene, courses)
    stop = min(until, max((course.end for course in courses), default=since))
    best = stop
    seen: list[tuple[float, Happening]] = []
    for k, watcher in enumerate(watchers):
        for clock, body, other in _watch(table, watcher, since, best):
            seen.append((clock, Happening(k, body, other)))
            best = min(best, clock)
    happened = tuple(happening for clock, happening in seen if clock <= best + 1e-9)
    return Outcome(best, happened, table.at(best))


class _Table:
    """The scene with its moving bodies."""

    def __init__(self, scene: Scene, courses: Sequence[Course]) -> None:
        self.scene = scene
        self.courses = {course.body: course for course in courses}
        for course in courses:
            if any(len(leg.start) != len(scene.members(course.body)) for leg in course.legs):
                raise ValueError(f"course of {course.body}: its legs have other bases than the scene")
        self.still = {name: scene.group_bases(name) for name in scene.group_names}

    def bodies(self, of: Iterable[str]) -> list[str]:
        wanted = set(of)
        return [name for name in self.courses if self.courses[name].legs and (not wanted or name in wanted)]

    def bases(self, group: str, clock: float) -> Bases:
        still = self.still[group]
        course = self.courses.get(group)
        if course is None or not course.legs:
            return still
        return still.with_poses(range(len(still)), course.poses(clock))

    def speed(self, group: str, clock: float) -> float:
        course = self.courses.get(group)
        return course.speed(clock) if course is not None else 0.0

    def closing(self, a: str, b: str, clock: float) -> float:
        """Bound (mm per unit of the clock) on how fast the gap of two groups shrinks from a moment on.

        Where both go straight it is their relative speed: side by side they never come nearer.
        """
        ways = [self._straight(group, clock) for group in (a, b)]
        if ways[0] is None or ways[1] is None:
            return self.speed(a, clock) + self.speed(b, clock)
        rate = math.hypot(ways[0][0] - ways[1][0], ways[0][1] - ways[1][1])
        return rate if rate > 1e-9 else 0.0

    def _straight(self, group: str, clock: float) -> tuple[float, float] | None:
        """Velocity of a group that goes straight (or stands) at a moment, None where it turns."""
        course = self.courses.get(group)
        if course is None:
            return 0.0, 0.0
        for k, leg in enumerate(course.legs):
            first, last = course.times[k], course.times[k + 1]
            if first <= clock < last:
                if leg.motion not in ("shift", "still"):
                    return None
                a, b = leg.start[0], leg.end[0]
                return (b.x - a.x) / (last - first), (b.y - a.y) / (last - first)
        return 0.0, 0.0

    def breaks(self, groups: Iterable[str], since: float, until: float) -> list[float]:
        """Moments between which everybody keeps his kind of motion."""
        times = {since, until}
        for group in groups:
            course = self.courses.get(group)
            if course is not None:
                times |= {time for time in course.times if since < time < until}
        return sorted(times)

    def at(self, clock: float) -> dict[str, Pose]:
        out: dict[str, Pose] = {}
        for name, course in self.courses.items():
            if course.legs:
                out.update(zip(self.scene.members(name), course.poses(clock), strict=True))
        return out


Found = list[tuple[float, str, str]]


def _watch(table: _Table, watcher: Watcher, since: float, until: float) -> Found:
    """Moments up to `until` at which a watcher sees something, with body and other."""
    land = table.scene.terrain
    found: Found = []

    def changes(bodies: Iterable[str], other: str, so: Callable[[str, float], bool]) -> None:
        for body in bodies:
            clock = _becomes(table, [body], partial(so, body), since, until)
            if clock is not None:
                found.append((clock, body, other))

    bodies = table.bodies(watcher.of)
    match watcher:
        case Nearer():
            found = _nearer(table, watcher, bodies, since, until)
        case Arrived():
            found = [(end, b, "") for b in bodies if since <= (end := table.courses[b].end) <= until]
        case TableEdge():
            changes(bodies, "", lambda b, c: bool(land.off_table(table.bases(b, c).corners).max() > GIVE))
        case Crosses():
            line = land.geometry(watcher.line)
            changes(bodies, watcher.line, lambda b, c: _amount(table.bases(b, c), line) > watcher.least)
        case Enters() | Leaves():
            area = land.geometry(watcher.area)
            least, centre = watcher.least, watcher.centre

            def inside(body: str, clock: float) -> bool:
                bases = table.bases(body, clock)
                return _centres_in(bases, area) > 0 if centre else _amount(bases, area) > least

            leaves = isinstance(watcher, Leaves)
            changes(bodies, watcher.area, (lambda b, c: not inside(b, c)) if leaves else inside)
        case OffSurface():
            ground = union([land.geometry(name) for name in watcher.areas])
            changes(bodies, "", lambda b, c: _centres_in(table.bases(b, c), ground) < len(table.still[b]))
    return found


def _amount(bases: Bases, shape: Shape) -> float:
    return float(shared_amounts(bases.polygons, shapes([shape] * len(bases))).max())


def _centres_in(bases: Bases, area: Shape) -> int:
    return int(np.count_nonzero(shapely.dwithin(area, shapely.points(bases.centres), 1e-6)))


def _becomes(
    table: _Table, movers: Sequence[str], so: Callable[[float], bool], since: float, until: float
) -> float | None:
    """First moment at which something that was not so is so."""
    before = so(since)
    times = table.breaks(movers, since, until)
    for first, last in pairwise(times):
        speed = max((table.speed(mover, first) for mover in movers), default=0.0)
        steps = max(1, math.ceil((last - first) * speed / LOOK))
        for k in range(1, steps + 1):
            clock = first + (last - first) * k / steps
            now = so(clock)
            if now and not before:
                return _halve(so, first + (last - first) * (k - 1) / steps, clock, speed)
            before = now
    return None


def _halve(so: Callable[[float], bool], no: float, yes: float, speed: float) -> float:
    while (yes - no) * max(speed, 1e-9) > FINE:
        middle = (no + yes) / 2.0
        if middle in (no, yes):
            break
        if so(middle):
            yes = middle
        else:
            no = middle
    return yes


def _gap(a: Bases, b: Bases) -> float:
    """Least signed gap (mm) of two sets of bases; negative is the depth of the deepest overlap."""
    matrix = signed_matrix(a.corners, b.corners)
    if not (a.all_rect and b.all_rect):
        far = bases_matrix(a, b)
        matrix = np.where(far > 0.0, far, matrix)
        for i, j in np.argwhere((far <= 0.0) & ((a.kinds[:, None] > 0) | (b.kinds[None, :] > 0))).tolist():
            matrix[i, j] = -penetration(a.footprint(i), a.pose(i), b.footprint(j), b.pose(j))
    return float(matrix.min())


def _nearer(table: _Table, watcher: Nearer, bodies: Sequence[str], since: float, until: float) -> Found:
    found: Found = []
    others = [g for g in table.scene.group_names if not watcher.to or g in watcher.to]
    for body in bodies:
        for other in others:
            if other == body or (other in bodies and bodies.index(other) < bodies.index(body) and body in others):
                continue
            clock = _closes(table, body, other, watcher.distance, since, until)
            if clock is not None:
                found.append((clock, body, other))
    return found


def _closes(table: _Table, body: str, other: str, distance: float, since: float, until: float) -> float | None:
    """First moment at which two groups are no more than a distance apart, or nearer than they began."""
    if not len(table.still[other]) or not len(table.still[body]):
        return None

    def gap(clock: float) -> float:
        return _gap(table.bases(body, clock), table.bases(other, clock))

    start = gap(since)
    limit = distance if start > distance else start - GIVE
    for first, last in pairwise(table.breaks([body, other], since, until)):
        rate = table.closing(body, other, first)
        found = _closes_in(gap, limit, first, last, rate) if rate > 0.0 else None
        if found is not None:
            at_once = start <= distance and (found - since) * rate < 1.0
            return since if at_once else found
    return None


def _closes_in(gap: Callable[[float], float], limit: float, first: float, last: float, rate: float) -> float | None:
    """First moment of one kind of motion at which a gap that shrinks no faster than `rate` falls to a limit."""
    clock = first
    while clock < last:
        left = gap(clock) - limit
        if left <= FINE:
            return clock
        after = min(last, clock + max(left, LOOK / 20.0) / rate)
        if left < LOOK / 20.0 and gap(after) <= limit:
            return _halve(lambda c: gap(c) <= limit + FINE / 2.0, clock, after, rate)
        clock = after
    return last if gap(last) - limit <= FINE else None
