"""Remaining moves worth thinking of: towards, away, facing, at range, onto a hill, into cover; few and good.

Nothing here judges; :func:`legal` has each idea judged and takes the nearest legal move where it is refused. The order
is fixed, so that two runs think of the same moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point, bearing, forward, turn_between
from game.geometry.steps import Advance, Form, Hand, Path, Step, Turn, Wheel
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed, models
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.move import joining, judging, marching
from rulesets.ancient_battles.move.manoeuvre import QUARTER
from rulesets.ancient_battles.shoot import missiles

NEAREST = 3
"""Enemies, hills and places of cover that are thought of."""
KEEP = 1.0
"""Inches kept from enemies."""


def legal(view: State, unit: str, goal: Goal) -> Iterator[MoveAnswer]:
    """Legal moves of a unit for a goal, each end once."""
    seen: set[tuple[object, ...]] = set()
    for answer in ideas(view, unit, goal):
        found = judging.plan(view, answer)
        if not found.legal:
            if not found.nearest:
                continue
            answer = replace(answer, mark="", courses=(Course(unit, found.nearest),))
            found = judging.plan(view, answer)
            if not found.legal:
                continue
        if not found.steps and not answer.mark and answer.mode != "disengage":
            continue
        ends = (answer.mode, answer.mark, *((round(p.x), round(p.y), round(p.facing)) for p in found.poses.values()))
        if ends not in seen:
            seen.add(ends)
            yield answer


def ideas(view: State, unit: str, goal: Goal) -> Iterator[MoveAnswer]:
    """Moves of a unit for a goal, best known first."""
    mine = own(view, unit)
    ways = [m for m, bar in marching.modes(view, unit).items() if bar is None]
    if "disengage" in ways:
        yield judging.straight_out(view, unit)
        return
    if mine.rallied:
        yield from reforms(view, unit)
        return
    if mine.joined and goal not in ("towards", "away"):
        return
    strides = [m for m in ("march", "normal", "free") if m in ways]
    if goal in ("towards", "contact", "any"):
        yield from towards(view, unit, strides)
    if goal == "range" or (goal == "any" and missiles.weapon_of(view, unit) is not None):
        yield from at_range(view, unit, strides)
    if goal in ("face", "any"):
        yield from face(view, unit)
    if goal in ("onto", "any"):
        yield from onto(view, unit, strides, "onto")
    if goal in ("cover", "any"):
        yield from onto(view, unit, strides, "cover")
    if goal in ("away", "any"):
        yield from away(view, unit, strides)
    if goal in ("towards", "any"):
        yield from fan(view, unit, strides)
        yield from joins(view, unit)
    if goal == "face" and "reform" in ways:
        yield from reforms(view, unit)


def _answer(unit: str, mode: str, *steps: Step) -> MoveAnswer:
    return MoveAnswer(unit, mode, courses=(Course(unit, steps),))


def _near(view: State, unit: str) -> list[str]:
    enemies = [u for u in facts.enemies(view, unit) if not facts.fleeing(view, u)]
    return sorted(enemies, key=lambda u: (round(facts.gap(view, unit, u), 1), u))[:NEAREST]


def _to(view: State, unit: str, mode: str, goal: Point, most: float | None = None) -> MoveAnswer | None:
    """Turn towards a point and go, at most so far (mm)."""
    limit = marching.allowance(view, unit, mode)
    if most is not None:
        limit = min(limit, most)
    if limit <= 1.0:
        return None
    if not formed(view, unit):
        x, y = facts.centre(view, unit)
        far = math.dist((x, y), goal)
        if far <= 1.0:
            return None
        share = min(1.0, limit / far)
        point = (round(x + (goal[0] - x) * share, 3), round(y + (goal[1] - y) * share, 3))
        return _answer(unit, mode, Path((point,)))
    block = block_of(view, unit)
    turn = turn_between(block.front.facing, bearing(goal[0] - block.front.x, goal[1] - block.front.y))
    steps: list[Step] = []
    left = limit
    if abs(turn) > 135.0 and mode == "normal":
        steps.append(Turn("about"))
        left -= facts.rate(view, unit) * QUARTER
        turn = turn_between(180.0, abs(turn)) * (1.0 if turn > 0 else -1.0)
    if abs(turn) > 1.0:
        hand: Hand = "right" if turn > 0.0 else "left"
        degrees = round(min(abs(turn), 90.0, math.degrees(max(left, 0.0) / block.width)), 3)
        if degrees > 0.1:
            steps.append(Wheel(degrees, hand))
            left -= block.width * math.radians(degrees)
    if left > 1.0:
        steps.append(Advance(math.floor(left * 1000.0) / 1000.0))
    return _answer(unit, mode, *steps) if steps else None


def towards(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Towards each of the nearest enemies, at the best pace and at the usual one, and half the way."""
    for enemy in _near(view, unit):
        gap = facts.gap(view, unit, enemy)
        goal = facts.centre(view, enemy)
        for mode in strides:
            full = marching.allowance(view, unit, mode)
            for share in (1.0, 0.5):
                if share < 1.0 and mode == "march":
                    continue
                found = _to(view, unit, mode, goal, min(full * share, max(0.0, gap - inch(KEEP))))
                if found is not None:
                    yield found


def away(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Away from the nearest enemies: about, and straight."""
    x, y = facts.centre(view, unit)
    for enemy in _near(view, unit)[:2]:
        ex, ey = facts.centre(view, enemy)
        dx, dy = forward(bearing(x - ex, y - ey))
        for mode in strides:
            found = _to(view, unit, mode, (x + dx * inch(40.0), y + dy * inch(40.0)))
            if found is not None:
                yield found


def at_range(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """To where the nearest enemies are just within missile range."""
    weapon = missiles.weapon_of(view, unit)
    if weapon is None:
        return
    for enemy in _near(view, unit):
        gap = facts.gap(view, unit, enemy)
        over = gap - inch(weapon.range) + 1.0
        goal = facts.centre(view, enemy)
        if over > 0.0:
            for mode in strides:
                found = _to(view, unit, mode, goal, over)
                if found is not None:
                    yield found


def face(view: State, unit: str) -> Iterator[MoveAnswer]:
    """A wheel, or an about-face, to have the nearest enemies before the front."""
    if not formed(view, unit):
        return
    front = block_of(view, unit).front
    for enemy in _near(view, unit):
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
    x, y = facts.centre(view, unit)
    found: list[tuple[float, str, Point]] = []
    for name, kind, shape in facts.land(view):
        row = kinds()[kind]
        good = row.rise > 0 if what == "onto" else bool(row.cover) and row.rate != "impassable"
        if good:
            spot = shape.centroid
            found.append((round(math.dist((x, y), (spot.x, spot.y)), 1), name, (spot.x, spot.y)))
    for far, _, goal in sorted(found)[:NEAREST]:
        for mode in strides[:1]:
            answer = _to(view, unit, mode, goal, far)
            if answer is not None:
                yield answer


def fan(view: State, unit: str, strides: Sequence[str]) -> Iterator[MoveAnswer]:
    """Straight on, and by some wheels to either side."""
    if not strides:
        return
    mode = strides[0]
    limit = marching.allowance(view, unit, mode)
    if not formed(view, unit):
        x, y = facts.centre(view, unit)
        for k in range(8):
            dx, dy = forward(45.0 * k)
            yield _answer(unit, mode, Path(((round(x + dx * limit, 3), round(y + dy * limit, 3)),)))
        return
    block = block_of(view, unit)
    yield _answer(unit, mode, Advance(limit))
    hands: tuple[Hand, ...] = ("left", "right")
    for degrees in (22.5, 45.0):
        left = limit - block.width * math.radians(degrees)
        if left > 1.0:
            for hand in hands:
                yield _answer(unit, mode, Wheel(degrees, hand), Advance(math.floor(left * 1000.0) / 1000.0))


def joins(view: State, unit: str) -> Iterator[MoveAnswer]:
    """A lone character joins a unit near enough."""
    if not own(view, unit).character or own(view, unit).joined:
        return
    for choice in joining.marks(view, unit):
        if choice.bar is None and facts.gap(view, unit, choice.id) <= facts.rate(view, unit):
            yield MoveAnswer(unit, "free", choice.id)


def reforms(view: State, unit: str) -> Iterator[MoveAnswer]:
    """The usual frontage, facing the nearest enemy; else as it stands (the default of the decision table)."""
    x, y = facts.centre(view, unit)
    count = len(models(view, unit))
    usual = max(1, min(profile(view, unit).row.files or profile(view, unit).arm.files, count))
    name = "ranks" if formed(view, unit) else "loose"
    for enemy in _near(view, unit)[:2]:
        ex, ey = facts.centre(view, enemy)
        yield _answer(unit, "reform", Form(name, usual, round(bearing(ex - x, ey - y), 1)))
