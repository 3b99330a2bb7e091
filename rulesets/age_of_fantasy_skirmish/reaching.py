"""Where a model can get at a unit: contact, else melee reach, else as near as may be (AFS-S12, AFS-MEL-01, AFS-MEL-02).

Places are tried on rays about the models of the unit, nearest first; the same question has always the same answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec
import numpy as np

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.measure import base_distance
from game.geometry.shapes import Footprint, Point, Pose, bearing, rounded
from rulesets.age_of_fantasy_skirmish import coherency, facts, spacing
from rulesets.age_of_fantasy_skirmish.board import board, what_if
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, SLACK, inch
from rulesets.age_of_fantasy_skirmish.outlines import plan_gaps
from rulesets.age_of_fantasy_skirmish.routes import cut, find
from rulesets.age_of_fantasy_skirmish.walker import Walker
from rulesets.age_of_fantasy_skirmish.ways import Way

RAYS = 16
TOUCH = 0.02
"""mm of gap at which contact is looked for: less than what is contact, more than rounding."""
CONTACT, REACH, NEAR = 0, 1, 2
TRIES = (6, 3)
"""Places in contact and within reach to which a way is looked for, for one model."""
NEAREST = 3
"""Models of a unit, the nearest first, for which a charge is looked for before it is given up."""


class Place(msgspec.Struct, frozen=True):
    """A place at a unit, how good it is (contact, reach, near) and how far (mm) the model stays off."""

    way: Way
    rank: int
    gap: float


def rank_of(view: State, base: str, pose: Pose, target: str) -> tuple[int, float]:
    """How good a pose is: contact, melee reach or neither, and the distance (mm) to the unit."""
    now = board(view)
    rows = now.rows(target)
    if not len(rows):
        return NEAR, math.inf
    shape = view.bases[base].shape
    mine = Bases.of([shape], [pose])
    plan = plan_gaps(mine, now.bases.take(rows))[0]
    rise = np.abs(now.heights[rows] - now.ground.height_at(pose.x, pose.y))
    far = float(np.hypot(plan, rise).min())
    if any(facts.is_contact(float(h), float(v)) for h, v in zip(plan, rise, strict=True)):
        return CONTACT, far
    if any(facts.is_reach(float(h), float(v)) for h, v in zip(plan, rise, strict=True)):
        return REACH, far
    return NEAR, far


def beside(shape: Footprint, other: Footprint, at: Pose, angle: float, gap: float) -> Pose:
    """The pose of a base at a gap (mm) from another in a compass direction from it, looking at it."""
    radians = math.radians(angle)
    ux, uy = math.sin(radians), math.cos(radians)
    facing = (angle + 180.0) % 360.0
    if shape.kind == "circle" and other.kind == "circle":
        far = (shape.width + other.width) / 2.0 + gap
        return Pose(at.x + ux * far, at.y + uy * far, facing)
    low, high = 0.0, shape.depth + other.depth + gap
    for _ in range(40):
        middle = (low + high) / 2.0
        there = Pose(at.x + ux * middle, at.y + uy * middle, facing)
        if base_distance(shape, there, other, at) >= gap:
            high = middle
        else:
            low = middle
    return Pose(at.x + ux * high, at.y + uy * high, facing)


def spots(view: State, walker: Walker, target: str, gap: float, most: float) -> list[Pose]:
    """Poses at a gap from the models of a unit, the nearest to the walker first, at most ``most`` mm away."""
    now = board(view)
    here = (walker.start.x, walker.start.y)
    found: list[tuple[float, int, Pose]] = []
    for row in now.rows(target).tolist():
        other, pose = now.bases.footprint(row), now.bases.pose(row)
        towards = bearing(here[0] - pose.x, here[1] - pose.y)
        for k in range(RAYS):
            turn = ((k + 1) // 2) * (360.0 / RAYS) * (1 if k % 2 else -1)
            there = rounded(beside(walker.shape, other, pose, (towards + turn) % 360.0, gap))
            way = math.dist(here, (there.x, there.y))
            if way <= most + SLACK:
                found.append((round(way, 3), len(found), there))
    return [pose for _, _, pose in sorted(found, key=lambda f: f[:2])]


def fits(view: State, walker: Walker, pose: Pose, target: str, mates: Mapping[str, Pose] | None) -> bool:
    """Whether a charging model may end at a pose: it can stand, runs into nobody, and its unit holds together."""
    if walker.ground.may_stand(walker.shape, pose) is not None:
        return False
    unit = view.bases[walker.base].unit
    if spacing.bar(view, unit, {walker.base: pose}, target) is not None:
        return False
    if mates is None:
        return True
    return coherency.bar(view, unit, {**mates, walker.base: pose}, coherency.scatter_now(view, unit)) is None


def places(
    view: State, walker: Walker, target: str, allowance: float, mates: Mapping[str, Pose] | None, jumps: bool
) -> Iterator[Place]:
    """Places in contact, nearest first, then within melee reach; ways no longer than an allowance (mm).

    Parameters
    ----------
    mates
        Poses of the other models of the unit with which it has to hold together; None where that does not matter.
    """
    beyond = inch(number("jump")) if jumps and walker.jumps else 0.0
    for rank, gap in ((CONTACT, TOUCH), (REACH, 0.5 * MM_PER_INCH), (REACH, 1.5 * MM_PER_INCH)):
        tried = 0
        for pose in spots(view, walker, target, gap, allowance + 2.0 * beyond):
            if not fits(view, walker, pose, target, mates):
                continue
            got, far = rank_of(view, walker.base, pose, target)
            if got > rank:
                continue
            tried += 1
            if tried > TRIES[rank]:
                break
            way = find(walker, (pose.x, pose.y), pose.facing, jumps)
            if way is not None and limit_of(walker, way, allowance):
                yield Place(way, got, far)


def limit_of(walker: Walker, way: Way, allowance: float) -> bool:
    """Whether an allowance (mm) pays for a way, the cap of difficult terrain included (AFS-R42)."""
    most = min(allowance, inch(number("cap"))) if way.difficult else allowance
    return way.walked <= most + SLACK


def best(
    view: State, walker: Walker, target: str, allowance: float, mates: Mapping[str, Pose] | None, jumps: bool
) -> Place | None:
    """The best place a model can reach at a unit: contact, else reach, else as near as a way leads it; None to stay."""
    place = next(places(view, walker, target, allowance, mates, jumps), None)
    if place is not None:
        return place
    return nearest(view, walker, target, allowance, mates)


def nearest(
    view: State, walker: Walker, target: str, allowance: float, mates: Mapping[str, Pose] | None
) -> Place | None:
    """The place nearest to a unit on the ways towards it; None where staying is as good."""
    _, now = rank_of(view, walker.base, walker.start, target)
    top: Place | None = None
    for pose in spots(view, walker, target, TOUCH, math.inf)[:6]:
        way = find(walker, (pose.x, pose.y), pose.facing)
        if way is None:
            continue
        most = min(allowance, inch(number("cap"))) if way.difficult else allowance
        for share in (1.0, 0.85, 0.6, 0.35):
            part = cut(walker, way, most * share)
            end = part.end
            if not part.moves or not fits(view, walker, end, target, mates):
                continue
            got, far = rank_of(view, walker.base, end, target)
            if far < now - SLACK and (top is None or far < top.gap - SLACK):
                top = Place(part, got, far)
            break
    return top


def within_distance(view: State, unit: str, target: str, allowances: Mapping[str, float]) -> bool:
    """Whether a unit may charge another: at least one of its models is within charge distance (AFS-MOV-04, AFS-S12)."""
    far = min((facts.base_to_unit(view, b, target) for b in allowances), default=math.inf)
    if far > max(allowances.values(), default=0.0) + 2.0 * inch(number("jump")):
        return False
    for base in sorted(allowances, key=lambda b: facts.base_to_unit(view, b, target))[:NEAREST]:
        walker = Walker(view, base, target)
        if next(places(view, walker, target, allowances[base], None, True), None) is not None:
            return True
    return False


def charge(view: State, unit: str, target: str, allowances: Mapping[str, float], jumps: bool = True) -> tuple[Way, ...]:
    """Ways of a whole unit into a charge, the models nearest to the target first; the unit holds together at the end.

    A model for which there is no better place stays.
    """
    order = sorted(allowances, key=lambda b: (facts.base_to_unit(view, b, target), b))
    there = view
    ends: dict[str, Pose] = {}
    ways: list[Way] = []
    for k, base in enumerate(order):
        walker = Walker(there, base, target, jumps)
        found: Place | None = None
        if k == 0:
            found = best(there, walker, target, allowances[base], _left_behind(there, unit, allowances), jumps)
        else:
            found = _joining(there, walker, target, allowances[base], ends, jumps)
        if found is None:
            pose = there.bases[base].pose
            assert pose is not None
            ends[base] = pose
            continue
        ways.append(found.way)
        ends[base] = found.way.end
        there = what_if(there, {base: found.way.end})
    return tuple(ways)


def _left_behind(view: State, unit: str, allowances: Mapping[str, float]) -> dict[str, Pose] | None:
    """Poses of the models of a unit that do not move with the others; None where all do."""
    stay = {b.id: b.pose for b in view.bases_of(unit) if b.id not in allowances and b.pose is not None}
    return stay or None


def _joining(
    view: State, walker: Walker, target: str, allowance: float, ends: Mapping[str, Pose], jumps: bool
) -> Place | None:
    """The best place of a further model near those that have charged already; else beside them."""
    place = best(view, walker, target, allowance, ends, jumps)
    if place is not None and place.rank < NEAR:
        return place
    beside_mate = next(_beside_mates(view, walker, target, allowance, ends), None)
    if beside_mate is None or (place is not None and place.gap <= beside_mate.gap):
        return place
    return beside_mate


def _beside_mates(
    view: State, walker: Walker, target: str, allowance: float, ends: Mapping[str, Pose]
) -> Iterator[Place]:
    """Places next to models of the unit that have moved already, nearest to the target first."""
    found: list[tuple[float, int, Pose]] = []
    for mate, pose in ends.items():
        for k in range(RAYS):
            there = rounded(beside(walker.shape, view.bases[mate].shape, pose, k * 360.0 / RAYS, 2.0))
            if fits(view, walker, there, target, ends):
                found.append((rank_of(view, walker.base, there, target)[1], len(found), there))
    for far, _, pose in sorted(found, key=lambda f: f[:2])[:12]:
        way = find(walker, (pose.x, pose.y), pose.facing)
        if way is not None and limit_of(walker, way, allowance):
            yield Place(way, rank_of(view, walker.base, pose, target)[0], far)


def middle(points: list[Point]) -> Point:
    """The middle of some points."""
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
