"""Remaining moves worth thinking of: towards, away, facing, at range, onto a hill, into cover; few and good.

Nothing here judges but :func:`legal`. The order is fixed, so that two runs think of the same moves.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point, bearing, forward, turn_between
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed, models
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.field.straights import HANDS
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.move import judging, plans
from rulesets.ancient_battles.move.manoeuvre import QUARTER
from rulesets.ancient_battles.shoot import missiles

NEAREST = 3
"""Enemies, hills and places of cover that are thought of."""
KEEP = 1.0
"""Inches kept from enemies."""


def legal(view: State, unit: str, goal: Goal) -> Iterator[MoveAnswer]:
    """Legal moves of a unit for a goal, each end once."""
    seen: set[tuple[object, ...]] = set()
    for answer in filter(None, (worked_out(view, idea) for idea in ideas(view, unit, goal))):
        there = judging.plan(view, answer).poses.values()
        ends = (answer.mode, answer.mark, *((round(p.x), round(p.y), round(p.facing)) for p in there))
        if ends not in seen:
            seen.add(ends)
            yield answer


def worked_out(view: State, answer: MoveAnswer) -> MoveAnswer | None:
    """A move as it is legal, or the nearest one that is; None where nothing would come of it."""
    found = judging.plan(view, answer)
    if not found.legal and found.nearest:
        answer = replace(answer, mark="", courses=(Course(answer.subject, found.nearest),))
        found = judging.plan(view, answer)
    return answer if found.legal and (found.steps or answer.mark or answer.mode == "disengage") else None


def ideas(view: State, unit: str, goal: Goal) -> Iterator[MoveAnswer]:
    """Moves of a unit for a goal, best known first."""
    mine = own(view, unit)
    ways = [m for m, bar in plans.modes(view, unit).items() if bar is None]
    if "disengage" in ways:
        yield judging.straight_out(view, unit)
        return
    if mine.rallied:
        yield from reforms(view, unit)
        return
    if mine.joined and goal not in ("towards", "away"):
        return
    strides = [m for m in ("march", "normal", "free") if m in ways]
    rows: tuple[tuple[tuple[Goal, ...], Iterator[MoveAnswer]], ...] = (
        (("towards", "contact", "any"), towards(view, unit, strides)),
        (("range", "any"), at_range(view, unit, strides)),
        (("face", "any"), face(view, unit)),
        (("onto", "any"), onto(view, unit, strides, "onto")),
        (("cover", "any"), onto(view, unit, strides, "cover")),
        (("away", "any"), away(view, unit, strides)),
        (("towards", "any"), fan(view, unit, strides)),
        (("towards", "any"), joins(view, unit)),
        (("face",), reforms(view, unit) if "reform" in ways else iter(())),
    )
    for goals, moves in rows:
        if goal in goals:
            yield from moves


def _answer(unit: str, mode: str, *steps: Step) -> MoveAnswer:
    return MoveAnswer(unit, mode, courses=(Course(unit, steps),))


def _enemies_near(view: State, unit: str) -> list[str]:
    enemies = [u for u in facts.foes(view, unit) if not facts.fleeing(view, u)]
    return sorted(enemies, key=lambda u: (round(facts.gap(view, unit, u), 1), u))[:NEAREST]


def _to(
    view: State, unit: str, modes: Sequence[str], goal: Point, most: float = math.inf, share: float = 1.0
) -> Iterator[MoveAnswer]:
    """Turn towards a point and go, at most so far (mm) and such a share of the allowance."""
    for mode in modes:
        limit = min(plans.allowance(view, unit, mode) * share, most)
        steps = _steps_to(view, unit, mode, goal, limit) if limit > 1.0 else []
        if steps:
            yield _answer(unit, mode, *steps)


def _steps_to(view: State, unit: str, mode: str, goal: Point, limit: float) -> list[Step]:
    if not formed(view, unit):
        x, y = facts.centre(view, unit)
        far = math.dist((x, y), goal)
        share = min(1.0, limit / max(far, 1.0))
        point = (round(x + (goal[0] - x) * share, 3), round(y + (goal[1] - y) * share, 3))
        return [Path((point,))] if far > 1.0 else []
    block = block_of(view, unit)
    turn = turn_between(block.front.facing, bearing(goal[0] - block.front.x, goal[1] - block.front.y))
    steps: list[Step] = []
    left = limit
    if abs(turn) > 135.0 and mode == "normal":
        steps.append(Turn("about"))
        left -= facts.rate(view, unit) * QUARTER
        turn = turn_between(180.0, abs(turn)) * (1.0 if turn > 0 else -1.0)
    if abs(turn) > 1.0:
        degrees = round(min(abs(turn), 90.0, math.degrees(max(left, 0.0) / block.width)), 3)
        if degrees > 0.1:
            steps.append(Wheel(degrees, "right" if turn > 0.0 else "left"))
            left -= block.width * math.radians(degrees)
    return [*steps, *([_ahead(left)] if left > 1.0 else [])]


def _ahead(way: float) -> Advance:
    return Advance(math.floor(way * 1000.0) / 1000.0)


def towards(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Towards each of the nearest enemies, at the best pace and at the usual one, and half the way."""
    for enemy in _enemies_near(view, unit):
        goal, most = facts.centre(view, enemy), max(0.0, facts.gap(view, unit, enemy) - inch(KEEP))
        for mode in strides:
            yield from _to(view, unit, [mode], goal, most)
            if mode != "march":
                yield from _to(view, unit, [mode], goal, most, 0.5)


def away(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Away from the nearest enemies: about, and straight."""
    x, y = facts.centre(view, unit)
    for enemy in _enemies_near(view, unit)[:2]:
        ex, ey = facts.centre(view, enemy)
        dx, dy = forward(bearing(x - ex, y - ey))
        yield from _to(view, unit, strides, (x + dx * inch(40.0), y + dy * inch(40.0)))


def at_range(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """To where the nearest enemies are just within missile range."""
    weapon = missiles.weapon_of(view, unit)
    if weapon is None:
        return
    for enemy in _enemies_near(view, unit):
        over = facts.gap(view, unit, enemy) - inch(weapon.range) + 1.0
        if over > 0.0:
            yield from _to(view, unit, strides, facts.centre(view, enemy), over)


def face(view: State, unit: str) -> Iterator[MoveAnswer]:
    """A wheel, or an about-face, to have the nearest enemies before the front."""
    for enemy in _enemies_near(view, unit) if formed(view, unit) else ():
        front = block_of(view, unit).front
        x, y = facts.centre(view, enemy)
        turn = turn_between(front.facing, bearing(x - front.x, y - front.y))
        if abs(turn) > 100.0:
            yield _answer(unit, "normal", Turn("about"))
        elif abs(turn) > 5.0:
            yield _answer(unit, "normal", Wheel(round(abs(turn), 1), "right" if turn > 0 else "left"))


def onto(view: State, unit: str, strides: Sequence[str], what: Goal) -> Iterator[MoveAnswer]:
    """Onto the nearest hills; into the nearest cover for those who shoot or skirmish."""
    if what == "cover" and not facts.loose(view, unit) and missiles.weapon_of(view, unit) is None:
        return
    found: list[tuple[float, str, Point]] = []
    for name, kind, shape in facts.land(view):
        row, spot = kinds()[kind], (shape.centroid.x, shape.centroid.y)
        good = row.rise > 0 if what == "onto" else bool(row.cover) and row.rate != "impassable"
        if good:
            found.append((round(math.dist(facts.centre(view, unit), spot), 1), name, spot))
    for far, _, goal in sorted(found)[:NEAREST]:
        yield from _to(view, unit, strides[:1], goal, far)


def fan(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Straight on, and by some wheels to either side."""
    for mode in strides[:1]:
        limit = plans.allowance(view, unit, mode)
        if not formed(view, unit):
            x, y = facts.centre(view, unit)
            for dx, dy in (forward(45.0 * k) for k in range(8)):
                yield _answer(unit, mode, Path(((round(x + dx * limit, 3), round(y + dy * limit, 3)),)))
            return
        yield _answer(unit, mode, Advance(limit))
        for degrees, hand in itertools.product((22.5, 45.0), HANDS):
            left = limit - block_of(view, unit).width * math.radians(degrees)
            if left > 1.0:
                yield _answer(unit, mode, Wheel(degrees, hand), _ahead(left))


def joins(view: State, unit: str) -> Iterator[MoveAnswer]:
    """A lone character joins a unit near enough."""
    for choice in judging.marks(view, unit) if facts.lone(view, unit) else ():
        if choice.bar is None and facts.gap(view, unit, choice.id) <= facts.rate(view, unit):
            yield MoveAnswer(unit, "free", choice.id)


def reforms(view: State, unit: str) -> Iterator[MoveAnswer]:
    """The usual frontage, facing the nearest enemy; else as it stands (the default of the decision table)."""
    x, y = facts.centre(view, unit)
    who = profile(view, unit)
    usual = max(1, min(who.row.files or who.arm.files, len(models(view, unit))))
    name = "ranks" if formed(view, unit) else "loose"
    for enemy in _enemies_near(view, unit)[:2]:
        ex, ey = facts.centre(view, enemy)
        yield _answer(unit, "reform", Form(name, usual, round(bearing(ex - x, ey - y), 1)))
