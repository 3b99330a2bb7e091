"""Moves worth looking at: the unit shifted as it stands, towards something, away, into cover, in a fan."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point, bearing
from game.geometry.steps import Form, Path
from game.kit.figures import moves
from game.kit.figures.board import middle
from game.kit.figures.moves import Idea
from rulesets.universal_battle.army import items
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.field.spacing import poses_of
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import Kind, allowance, part_of
from rulesets.universal_battle.move.ways import ways_of

NEARBY = 1.3
"""How many times its allowance a way is looked for."""


def middle_of(view: State, unit: str) -> Point:
    """The middle by which a unit is led."""
    return middle(plans.own_of(view, facts.host(view, unit), poses_of(view, unit)))


def nearest_enemy(view: State, unit: str) -> str:
    """The enemy whose middle is nearest, "" where there is none."""
    here = middle_of(view, unit)
    return min(facts.enemies(view, unit), key=lambda u: (math.dist(here, middle_of(view, u)), u), default="")


def reaches(view: State, base: str) -> list[float]:
    """How far (mm) a model's weapons shoot."""
    own = facts.model(view.bases[base])
    held = [w.item for w in (*own.weapons, *(own.rider.weapons if own.rider is not None else ()))]
    return [items.item(name).reach for name in [*held, *["special"] * own.special] if items.item(name).ranged]


def _into_range(view: State, unit: str, enemy: str) -> list[Point]:
    """Where the middle of a unit comes just within range of an enemy, none where it is there or cannot shoot."""
    most = max((mm for b in facts.models(view, unit) for mm in reaches(view, b.id)), default=0.0)
    short = near.distance(view, unit, enemy) - most
    here, there = middle_of(view, unit), middle_of(view, enemy)
    ahead = bearing(there[0] - here[0], there[1] - here[1])
    return [moves.point_at(here, ahead, short + 1.0)] if most and short > 0.0 else []


def led(view: State, unit: str, kind: Kind, points: Sequence[Point], form: str = "") -> MoveAnswer | None:
    """The unit led by its middle along points (mm), or as far as that is legal; None where it is not at all.

    ``form``: the formation it takes, as the courses of a move tell it.
    """
    path = Path(tuple((round(x, 3), round(y, 3)) for x, y in points))
    steps = (path, Form(form)) if form else (path,)
    answer = MoveAnswer(facts.host(view, unit), kind, "", (Course(facts.host(view, unit), steps),))
    plan = plans.judge(view, unit, kind, answer.courses, direct=True)
    return answer if plan.bar is None else plans.verdict(view, answer, kind, plan).nearest  # type: ignore[return-value]


def towards(view: State, unit: str, kind: Kind, goal: Point) -> MoveAnswer | None:
    """Towards a point as far as it gets: as it stands, a little aside, or along the way round what bars it."""
    most, here = allowance(view, unit, kind).total, middle_of(view, unit)
    far = math.dist(here, goal)
    if most <= 0.0 or far < 1.0:
        return None
    ahead = bearing(goal[0] - here[0], goal[1] - here[1])
    ways = ways_of(view, unit)
    lead = min(facts.models(view, unit), key=lambda b: math.dist(here, (ways.here(b.id).x, ways.here(b.id).y)))
    pose = ways.here(lead.id)
    off = (here[0] - pose.x, here[1] - pose.y)
    aim = goal if far <= NEARBY * most else moves.point_at(here, ahead, NEARBY * most)
    round_it = ways.find(lead.id, (aim[0] - off[0], aim[1] - off[1]), 2.0 * NEARBY * most)
    if round_it is not None and len(round_it) > 2:
        part = part_of(round_it, most)
        found = led(view, unit, kind, [(x + off[0], y + off[1]) for x, y in part[1:]])
        if found is not None:
            return found
    turned = (led_by(view, unit, kind, off) for off in moves.shifts(here, goal, most))
    return next((m for m in turned if m is not None), None)


def led_by(view: State, unit: str, kind: Kind, off: Point) -> MoveAnswer | None:
    """The unit led by so much (mm)."""
    x, y = middle_of(view, unit)
    return led(view, unit, kind, [(x + off[0], y + off[1])])


def ideas(view: State, unit: str, goal: Goal, kinds: Sequence[Kind]) -> Iterator[Idea]:
    """Moves of some kinds for a goal, the best first by the goal's own lights; none worked out yet."""
    most = {k: mm for k in kinds if (mm := allowance(view, unit, k).total) > 0.0}
    if goal in ("hold", "face") or not most:
        return
    here, enemy = middle_of(view, unit), nearest_enemy(view, unit)
    point = middle_of(view, enemy) if enemy else (view.table.width / 2.0, view.table.depth / 2.0)
    spots = moves.spots(view, goal, here, (p for p in ground_of(view).areas if p.kind.ruins or p.kind.forest))
    if goal in ("contact", "towards", "range", "any"):
        spots = [*(_into_range(view, unit, enemy) if goal == "range" and enemy else ()), point]
    yield from (partial(towards, view, unit, kind, spot) for spot, kind in product(spots, most))
    if goal not in ("onto", "cover"):
        yield from moves.fan(goal, here, point, most, partial(led_by, view, unit))
