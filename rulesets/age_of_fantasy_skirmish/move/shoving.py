"""How far a push gets: what stops it, the ledge over which it leads, the thorns that it enters.

AFS-PUSH-03, AFS-PUSH-04, AFS-R36, AFS-R43, AFS-S08, AFS-S09.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from game.engine.state import State
from game.geometry.shapes import Point, Pose
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker, at, halved, patches


class Shove(msgspec.Struct, frozen=True):
    """How a push goes: to where, the point at which it first enters dangerous terrain, and how deep it falls then.

    ``drop`` is 0 where it does not fall.
    """

    end: Point
    danger: Point | None = None
    drop: float = 0.0


def shove(view: State, base: str, goal: Point) -> Shove:
    """A straight push (AFS-R36): it stops where the base touches something, and ends where it leaves its surface."""
    walker = Walker(view, base, spacing=False)
    walker.along = False  # who is pushed does not turn
    here = walker.here
    if math.dist(here, goal) <= 1e-6:
        return Shove(here)
    height = walker.ground.height_at(*here)
    profile = walker.ground.profile(here, goal)
    inside = walker.touches(here, here, "dangerous", height)
    danger: Point | None = None
    begin, kept = 0.0, 0.0
    for part in profile:
        drop = height - part.height
        if drop > SLACK and at_least(drop, number("fall")):
            return Shove(at(here, goal, part.start), danger, drop)
        if -drop > inch(number("level")) + SLACK:
            break
        height = min(height, part.height)
        stop = _free(walker, goal, begin, part.end, height)
        if danger is None:
            entries, inside = walker.entries(at(here, goal, begin), at(here, goal, stop), height, inside, True)
            danger = entries[0] if entries else None
        if not part.hedge:
            kept = stop
        begin = stop
        if stop < part.end - 1e-9:
            break
    return Shove(_standing(walker, goal, begin if begin == kept else kept, danger), danger)


def _standing(walker: Walker, goal: Point, share: float, danger: Point | None) -> Point:
    """Where a push ends: at a share of its way, or where it has last been able to stand (AFS-S08, AFS-S09)."""
    here = walker.here
    for back in range(41):
        spot = at(here, goal, share * (1.0 - back / 40.0))
        if walker.ground.may_stand(walker.shape, Pose(*spot, walker.start.facing), fallen=True) is None:
            return spot
    return here


def _free(walker: Walker, goal: Point, begin: float, end: float, height: float) -> float:
    """How far (share of the way) a push gets on one surface before the base touches something."""
    here = walker.here
    first = at(here, goal, begin)
    if not _stopped(walker, first, at(here, goal, end), height):
        return end
    return halved(begin, end, 24, lambda share: not _stopped(walker, first, at(here, goal, share), height))[0]


def _stopped(walker: Walker, a: Point, b: Point, height: float) -> bool:
    """Whether the base would run into a model, impassable or rising terrain, or over the table edge."""
    if not walker.on_table(b):
        return True
    limit = height + inch(number("level")) + SLACK
    for piece in walker.meets_any(a, b, patches(walker.ground, "solid")):
        if piece.top > limit and piece.kind.shape != "hedge" and not walker.meets(walker.here, walker.here, piece.area):
            return True
    level = np.abs(walker.field.heights - height) <= inch(number("level")) + SLACK
    return bool((level & (walker.gaps(a, b) < -SLACK)).any())
