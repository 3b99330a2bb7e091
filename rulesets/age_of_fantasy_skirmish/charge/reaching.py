"""Where a model can get at a unit: contact, else melee reach, else as near as may be (AFS-S12, AFS-MEL-01, AFS-MEL-02).

Places are tried about the models of the unit, nearest first; the same question has always the same answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise

import msgspec
import numpy as np

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.shapes import Pose
from game.kit.figures.board import bases_at
from game.kit.figures.outlines import plan_gaps
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import board
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.routes import find, first_part, straight
from rulesets.age_of_fantasy_skirmish.walk.spots import TOUCH, Sieve, about, at_unit
from rulesets.age_of_fantasy_skirmish.walk.walker import NOBODY, Walker
from rulesets.age_of_fantasy_skirmish.walk.ways import Way

CONTACT, REACH, NEAR = 0, 1, 2
GAPS = (0.3, 1.0, 1.9)
"""Inches off a model at which places within melee reach are looked for."""
ROUTES, NEARER = 3, 8
"""Places to which a way round, or with Jumps, is looked for, for one model and rank; and where no rank is reached."""
TRIED = 6
"""Places in contact to which a straight way, however long, is looked for before all others."""
SHARES = (1.0, 0.9, 0.75, 0.6, 0.45, 0.3, 0.15)
"""Parts of the way towards a unit at which a model that cannot reach it may stop."""


class Place(msgspec.Struct, frozen=True):
    """A place at a unit, how good it is (contact, reach, near) and how far (mm) the model stays off."""

    way: Way
    rank: int
    gap: float


class Quest(msgspec.Struct, frozen=True):
    """What a model looks for: a unit to get at, with what allowance (mm), among which comrades (``mates``).

    ``before`` is the scatter (mm) of the unit when the move began, None where it need not hold together yet; ``rough``
    tells whether ways through difficult terrain will do, which are capped (AFS-R42); ``endless`` whether any length
    will do, to tell what distance forbids from what the ground forbids (AFS-S12).
    """

    target: str
    allowance: float
    mates: Mapping[str, Pose] = {}
    before: float | None = None
    jumps: bool = True
    rough: bool = True
    endless: bool = False

    def limit(self, way: Way) -> float:
        """How far (mm) a way may lead, the cap of difficult terrain included (AFS-R42)."""
        return min(self.allowance, inch(number("cap"))) if way.difficult else self.allowance

    def pays(self, way: Way) -> bool:
        """Whether the allowance pays for a way."""
        dry = self.rough or not way.difficult
        return self.endless or (dry and way.walked <= self.limit(way) + SLACK)


def rank_of(view: State, base: str, pose: Pose, target: str) -> tuple[int, float]:
    """How good a pose is: contact, melee reach or neither, and the distance (mm) to the unit."""
    plan, rise = spacing.gaps_to(view, {base: pose}, board(view).rows(target))
    rank = CONTACT if facts.is_contact(plan, rise).any() else REACH if facts.is_reach(plan, rise).any() else NEAR
    return rank, float(np.hypot(plan, rise).min(initial=math.inf))


def _offs(view: State, base: str, poses: Sequence[Pose], target: str) -> list[float]:
    """How far (mm) a model is off a unit at each of many poses, as :func:`rank_of` tells."""
    now = board(view)
    rows = now.rows(target)
    if not poses:
        return []
    mine = Bases.of([view.bases[base].shape] * len(poses), list(poses))
    rise = np.abs(now.heights[rows][None] - now.ground.heights_at(mine.centres)[:, None])
    far = np.hypot(plan_gaps(mine, now.bases.take(rows)), rise)
    return [float(off) for off in far.min(axis=1, initial=math.inf)]


def fits(view: State, walker: Walker, pose: Pose, quest: Quest) -> bool:
    """Whether a charging model may end at a pose: it can stand, runs into nobody, and its unit holds together."""
    if walker.ground.may_stand(walker.shape, pose) is not None:
        return False
    walker.facing = pose.facing
    point = (pose.x, pose.y)
    height = walker.ground.height_at(*point)
    if walker.near_bar(walker.gaps(point, point), height, NOBODY) is not None:
        return False
    for base, mate in quest.mates.items():
        shape = view.bases[base].shape
        near = math.dist(point, (mate.x, mate.y)) < walker.half + max(shape.width, shape.depth) / 2.0
        rise = abs(walker.ground.height_at(mate.x, mate.y) - height) if near else 0.0
        if near and spacing.overlap(walker.shape, pose, shape, mate, rise):
            return False
    if quest.before is None:
        return True
    return spacing.loose(view, walker.unit, {**quest.mates, walker.base: pose}, quest.before) is None


def _ways(
    view: State, walker: Walker, poses: Sequence[Pose], quest: Quest, routes: int = ROUTES, fit: int | None = None
) -> Iterator[tuple[Pose, Way]]:
    """Ways to those of some poses that fit: straight ones first, then round or with Jumps to the nearest of the others.

    To so many poses as ``routes`` that are not reached straight another way is looked for; of those that fit ``fit``
    are looked at, all if not told.
    """
    left: list[Pose] = []
    fitting = 0
    shut = walker.shut([(pose.x, pose.y) for pose in poses])
    for pose, into_somebody in zip(poses, shut, strict=True):
        if fitting == fit:
            break
        closed = into_somebody or _too_dear(walker, pose, quest)
        if closed and fit is None and len(left) >= routes:
            continue  # not reached straight, and too far down the list for a way round
        if not fits(view, walker, pose, quest):
            continue
        fitting += 1
        way = None if closed else straight(walker, (pose.x, pose.y), pose.facing)
        if way is not None and way.bar is None and quest.pays(way):
            yield pose, way
        else:
            left.append(pose)
    for pose in left[:routes]:
        goal, jumps, most = (pose.x, pose.y), quest.jumps, quest.allowance
        found = find(walker, goal, pose.facing, jumps, most)
        if found is not None and found.difficult and not quest.pays(found):
            found = find(walker, goal, pose.facing, jumps, most, dry=True)
        if found is not None and quest.pays(found):
            yield pose, found


def _too_dear(walker: Walker, pose: Pose, quest: Quest) -> bool:
    """Whether no straight way to a pose can be paid for, told without walking it: its length in plan, and the cap."""
    if quest.endless:
        return False
    goal = (pose.x, pose.y)
    far = math.dist(walker.here, goal) - 2.0 * SLACK
    if far > quest.allowance:
        return True
    if walker.flies or walker.strides or (quest.rough and far <= inch(number("cap"))):
        return False
    return walker.ground.even(walker.here, goal) and walker.touches(walker.here, goal, "difficult", 0.0)


def _beyond(walker: Walker, quest: Quest) -> float:
    """Mm that Jumps may add to an allowance."""
    land = walker.ground.tops or walker.ground.pits
    return inch(number("jump")) if land and quest.jumps and walker.jumps else 0.0


def _sift(view: State, found: Sieve, quest: Quest, most: float) -> Sieve:
    """Only places within so many mm, with room, and holding together with comrades that did."""
    found.within(most)
    found.with_room(view, quest.mates)
    if quest.before == 0.0:
        found.together(view, quest.mates)
    return found


def _least_off(view: State, walker: Walker, target: str) -> float:
    """How far (mm) a model has to go at least to stand at a unit, tip to plane, without a gap."""
    now, shape = board(view), walker.shape
    gap = float(now.plan[now.index[walker.base], now.rows(target)].min(initial=math.inf))
    # its base is at least as thick, and stands with half its depth before it
    return gap + min(shape.width, shape.depth) / 2.0 - shape.depth / 2.0


def _gaps(view: State, walker: Walker, quest: Quest, rank: int) -> list[float]:
    """The gaps (mm) at which a place of a rank is looked for: those at which one may be as near as that."""
    most, off = quest.allowance + _beyond(walker, quest), _least_off(view, walker, quest.target)
    return [gap for gap in ([TOUCH] if rank == CONTACT else map(inch, GAPS)) if off - gap <= most + 2.0 * SLACK]


def at_rank(view: State, walker: Walker, quest: Quest, rank: int) -> Place | None:
    """The nearest place in contact, or within melee reach, to which a way leads; None if none does."""
    rise = inch(number("level" if rank == CONTACT else "reach_up"))
    for gap in _gaps(view, walker, quest, rank):
        about_it = at_unit(view, walker, quest.target, gap, quest.mates, rise)
        found = _sift(view, about_it, quest, quest.allowance + _beyond(walker, quest))
        for pose, way in _ways(view, walker, found.poses(), quest):
            got, far = rank_of(view, walker.base, pose, quest.target)
            if got <= rank:
                return Place(way, got, far)
    return None


def best(view: State, walker: Walker, quest: Quest, now: int = NEAR, off: float = math.inf) -> Place | None:
    """The best place a model can reach at a unit: contact, else reach, else as near as a way leads it.

    Only what is better counts than its place is already: as good as ``now``, so far (mm) ``off``.
    """
    ranked = (at_rank(view, walker, quest, rank) for rank in (CONTACT, REACH) if rank < now)
    found = next((place for place in ranked if place is not None), None)
    return _nearest(view, walker, quest, off) if found is None and now == NEAR else found


def _nearest(view: State, walker: Walker, quest: Quest, off: float) -> Place | None:
    """The place nearest to a unit on the ways towards it and beside comrades; only one nearer than ``off`` mm."""
    base, target = walker.base, quest.target
    off = min(off, rank_of(view, base, walker.start, target)[1])
    tried = [pose for way in _towards(view, walker, quest) for pose in _stops(way, quest)]
    comrades = bases_at(view, quest.mates)
    tried += _sift(view, about(view, walker, comrades, 2.0), quest, quest.allowance).poses(24)
    found = sorted(zip(_offs(view, base, tried, target), tried, strict=True), key=lambda f: round(f[0], 2))
    near = [pose for far, pose in found if far < off - SLACK]
    # one by one: mostly the first that fits is reached straight
    for pose, way in _ways(view, walker, near[:24], quest, NEARER, NEARER):
        return Place(way, *rank_of(view, base, pose, target))
    return None


def _towards(view: State, walker: Walker, quest: Quest) -> tuple[Way, ...]:
    """The way to the nearest place in contact, however far, that is found first; straight or round; remembered."""

    def look() -> tuple[Way, ...]:
        poses = at_unit(view, walker, quest.target, TOUCH, {}, math.inf).poses(2)
        ways = (find(walker, (pose.x, pose.y), pose.facing) for pose in poses)
        direct = (straight(walker, (pose.x, pose.y), pose.facing) for pose in poses)
        return tuple(islice((way for way in chain(ways, direct) if way is not None), 1))

    return walker.field.kept.once(("towards", quest.target, *walker.stance), look)


def _stops(way: Way, quest: Quest) -> Iterator[Pose]:
    """Poses along a way, as far as the allowance goes."""
    points = [p for bit in way.bits[:1] for p in bit.points]
    most = min(quest.limit(way), sum(math.dist(a, b) for a, b in pairwise(points)))
    for share in SHARES:
        for x, y in first_part(points, most * share - 0.01)[-1:]:
            yield Pose(x, y, way.end.facing)


def within_distance(view: State, unit: str, target: str, allowances: Mapping[str, float]) -> bool:
    """Whether a unit may charge another: at least one of its models is within charge distance (AFS-MOV-04, AFS-S12).

    A place within reach counts only where no way, however long, leads into contact.
    """
    quests = []
    for base in sorted(allowances, key=lambda b: (facts.base_to_unit(view, b, target), b)):
        walker = Walker(view, base, target)
        # Comrades may make room before it goes.
        quest = Quest(target, allowances[base])
        if facts.base_to_unit(view, base, target) <= quest.allowance + 2.0 * _beyond(walker, quest) + inch(2.0):
            quests.append((walker, quest))
    if any(at_rank(view, walker, quest, CONTACT) is not None for walker, quest in quests):
        return True
    endless = Quest(target, inch(1000.0), endless=True)
    able = ((walker, quest) for walker, quest in quests if _gaps(view, walker, quest, REACH))
    # whom a straight way would lead into contact, were it not too long, need not be looked at for reach
    barred = ((walker, quest) for walker, quest in able if not _straight_on(view, walker, endless))
    near = (walker for walker, quest in barred if at_rank(view, walker, quest, REACH) is not None)
    return any(at_rank(view, walker, endless, CONTACT) is None for walker in near)


def _straight_on(view: State, walker: Walker, quest: Quest) -> bool:
    """Whether a straight way leads to one of the nearest places in contact: those that :func:`at_rank` tries first."""
    facing = walker.facing
    about_it = at_unit(view, walker, quest.target, TOUCH, quest.mates, inch(number("level")))
    found = _sift(view, about_it, quest, quest.allowance + _beyond(walker, quest))
    ways = _ways(view, walker, found.poses(), quest, 0, TRIED)
    leads = any(rank_of(view, walker.base, pose, quest.target)[0] == CONTACT for pose, _ in ways)
    walker.facing = facing
    return leads
