"""Jumps: over gaps wider than an inch and down faces higher than 3 inches, how long they are, how many dice.

AFS-JUMP-01 to -03, AFS-JUMP-06, AFS-R37, AFS-FLY-03, AFS-S08, AFS-S09.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import shapely

from game.engine.decision import Bar
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.field.ground import Stretch
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, full, inch, within
from rulesets.age_of_fantasy_skirmish.walk.walker import DUST, Walker, at, halved


class Leap(msgspec.Struct, frozen=True):
    """A Jump: from the last point of a surface to where the model stands after it (AFS-R37).

    ``length`` in three dimensions and ``drop`` (how far it falls when it fails) in mm; ``dice`` 0 for one that
    cannot fail (AFS-FLY-03).
    """

    edge: Point
    land: Point
    length: float
    drop: float
    dice: int


def _lower(profile: Sequence[Stretch], height: float) -> int:
    """The first stretch that lies lower than a surface, -1 if there is none."""
    limit = height - inch(number("level")) - SLACK
    return next((i for i, p in enumerate(profile) if p.height < limit), -1)


def edge_of(walker: Walker, begin: Point, goal: Point, height: float) -> Point | Bar:
    """The last point of the surface at a height on the straight way to a goal."""
    profile = walker.ground.profile(begin, goal) if math.dist(begin, goal) > DUST else ()
    k = _lower(profile, height)
    if k < 0:
        return Bar(T("{model} has nothing to jump here", model=Thing(walker.base)), "AFS-R37")
    return at(begin, goal, profile[k].start)


def leap(walker: Walker, begin: Point, edge: Point, goal: Point, height: float) -> Leap | Bar:
    """The Jump from an edge: straight down to the foot, or across to the surface at the goal."""
    model = Thing(walker.base)
    profile = walker.ground.profile(begin, goal)
    k, last = _lower(profile, height), len(profile) - 1
    drop = height - profile[k].height
    if profile[last].height < -SLACK:
        return Bar(T("Nothing stands in {piece} but what has fallen", piece=Thing(profile[last].piece)), "AFS-S09")
    if last == k:  # down a face: the model stands with its base touching the foot; that offset is free (AFS-S08)
        if within(drop, number("climb")):
            return Bar(T("{model} can climb down: that is no Jump", model=model), "AFS-R37")
        return _measured(walker, edge, foot(walker, edge, goal), drop, drop)
    j = last
    while j - 1 > k and (profile[j - 1].height, profile[j - 1].piece) == (profile[last].height, profile[last].piece):
        j -= 1
    limit = height + inch(number("level")) + SLACK
    if any(p.height > limit for p in profile[k:]):
        return Bar(T("{model} cannot jump up", model=model), "AFS-R37")
    for part in profile[k:j]:
        if part.blocked and walker.ground.by_id[part.blocked].top > limit:
            return Bar(T("{piece} is in the way of {model}", piece=Thing(part.blocked), model=model), "AFS-S07")
    land = at(begin, goal, profile[j].start)
    down, width = height - profile[j].height, math.dist(edge, land)
    if within(width, number("gap")) and within(down, number("climb")):
        return Bar(T("{model} can step across: that is no Jump", model=model), "AFS-R37")
    return _measured(walker, edge, land, math.hypot(width, down), drop)


def foot(walker: Walker, edge: Point, goal: Point) -> Point:
    """Where a base stands that touches the foot of a face below an edge, on the side of a goal."""
    way = math.dist(edge, goal)
    ux, uy = (goal[0] - edge[0]) / way, (goal[1] - edge[1]) / way
    pieces = [p.area for p in walker.ground.tops if p.area.distance(shapely.Point(edge)) <= 1.0]

    def off(far: float) -> Point:
        return (edge[0] + ux * far, edge[1] + uy * far)

    def leaning(far: float) -> bool:
        return any(walker.meets(off(far), off(far), area) for area in pieces)

    return off(halved(0.0, 6.0 * walker.half, 40, leaning)[1] + SLACK)


def _measured(walker: Walker, edge: Point, land: Point, length: float, drop: float) -> Leap | Bar:
    if not within(length, number("jump")):
        model, far, most = Thing(walker.base), Length(length), Length(inch(number("jump")))
        text = T("{model} would have to jump {length}: at most {most}", model=model, length=far, most=most)
        return Bar(text, "AFS-JUMP-02")
    dice = 0 if walker.flies else full(length, number("jump_step")) + 1
    return Leap(edge, land, round(length, 6), round(drop, 6), dice)
