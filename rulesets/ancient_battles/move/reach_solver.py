"""Can it get there? The wheels and the advance by which a formed unit reaches a place that the player dropped it at.

A wheel, an advance and a wheel have as many freedoms as a place with a facing: one course at most for each pair of
hands; about-faces widen the choice. Without a facing one wheel leads there, or two that leave the front as it was. mm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Point, Pose, bearing, norm_deg, to_local, to_world, turn_between
from game.geometry.steps import Advance, Hand, Path, Step, Turn, Wheel
from rulesets.ancient_battles.field.blocks import slots
from rulesets.ancient_battles.field.board import remembered
from rulesets.ancient_battles.measures import SLACK
from rulesets.ancient_battles.move import manoeuvre
from rulesets.ancient_battles.move.manoeuvre import Walk
from rulesets.ancient_battles.move.plans import run

HANDS: tuple[Hand, ...] = ("left", "right")
WIDEST = 179.0
"""Degrees of the widest wheel that is thought of."""
EXACT = 0.03
"""mm and degrees within which a place is reached."""
TRIED = 6
"""Courses that are judged at most, the cheapest first."""
DEAR = 2
"""Courses that are judged where even level ground would cost too much: how near they come."""


class Course(msgspec.Struct, frozen=True):
    """Steps that lead to a place on even ground without hindrance, and what they cost (mm)."""

    steps: tuple[Step, ...]
    cost: float


def corner(front: Pose, width: float, hand: Hand) -> Point:
    """A front corner."""
    return to_world(front, (-width / 2.0 if hand == "left" else width / 2.0, 0.0))


def _course(width: float, first: tuple[float, Hand], ahead: float, last: tuple[float, Hand] = (0.0, "left")) -> Course:
    """A wheel, an advance and a wheel of a front so wide; what is none is left out."""
    a, b = ((Wheel(round(angle, 3), hand),) if angle > EXACT / 3.0 else () for angle, hand in (first, last))
    straight = (Advance(round(ahead, 3)),) if ahead > EXACT / 3.0 else ()
    return Course((*a, *straight, *b), width * math.radians(first[0] + last[0]) + ahead)


def _turn(start: float, end: float, hand: Hand) -> float:
    """Degrees of a turn towards a hand, in [0, 360); a hair the wrong way is none."""
    by = norm_deg(end - start if hand == "right" else start - end)
    return 0.0 if by > 360.0 - 1e-4 else by


def to_front(front: Pose, width: float, goal: Pose) -> Iterator[Course]:
    """Wheel, advance, wheel to a front: every such course with wheels below 180 degrees."""
    for first, last in itertools.product(HANDS, HANDS):
        start, end = corner(front, width, first), corner(goal, width, last)
        dx, dy = end[0] - start[0], end[1] - start[1]
        far = math.hypot(dx, dy)
        aside = 0.0 if first == last else (width if first == "left" else -width)
        if far < abs(aside) - 1e-6:
            continue
        ahead = math.sqrt(max(0.0, far * far - aside * aside))
        if far <= EXACT / 3.0 and first == last:
            a, b = _turn(front.facing, goal.facing, first), 0.0
        else:
            lean = math.degrees(math.asin(max(-1.0, min(1.0, aside / far)))) if far > 0.0 else 0.0
            heading = bearing(dx, dy) - lean
            a, b = _turn(front.facing, heading, first), _turn(heading, goal.facing, last)
        if max(a, b) <= WIDEST:
            yield _course(width, (a, first), ahead, (b, last))


def to_point(front: Pose, width: float, spot: tuple[float, float], goal: Point) -> Iterator[Course]:
    """Wheel and advance that bring a spot of the block (local, from the front's middle) to a point, facing any way."""
    u, v = to_local(front, goal)
    if abs(u - spot[0]) <= EXACT and v - spot[1] >= -EXACT:
        yield _course(width, (0.0, "left"), max(0.0, v - spot[1]))
        return
    for hand in HANDS:
        x, y = corner(front, width, hand)
        aside = spot[0] + (width / 2.0 if hand == "left" else -width / 2.0)
        far = math.hypot(goal[0] - x, goal[1] - y)
        if far < abs(aside) or far <= 0.0:
            continue
        lean, deep = math.degrees(math.asin(aside / far)), math.sqrt(max(0.0, far * far - aside * aside))
        # the spot lies behind the front: its way may end behind the front line that the wheel leaves
        for off, v in ((lean, deep), (180.0 - lean, -deep)):
            ahead = v - spot[1]
            angle = _turn(front.facing, bearing(goal[0] - x, goal[1] - y) - off, hand)
            if ahead >= -EXACT and angle <= WIDEST:
                yield _course(width, (angle, hand), max(0.0, ahead))


def spot_of(walk: Walk) -> tuple[float, float]:
    """The middle of the unit's own figures, from the middle of its front: what a path leads (local, mm)."""
    return _spot(walk.view, walk.unit, walk.block.files)


@remembered
def _spot(view: State, unit: str, files: int) -> tuple[float, float]:
    places = slots(view, unit, Pose(0.0, 0.0, 0.0), files)
    mine = [p for b, p in places.items() if view.bases[b].unit == unit]
    return sum(p.x for p in mine) / len(mine), sum(p.y for p in mine) / len(mine)


def front_at(walk: Walk, point: Point, facing: float) -> Pose:
    """The front of a unit whose figures have their middle at a point."""
    u, v = spot_of(walk)
    x, y = to_world(Pose(*point, facing), (-u, -v))
    return Pose(x, y, norm_deg(facing))


def courses(walk: Walk, point: Point, facing: float | None) -> list[Course]:
    """All courses to a place on even ground, the cheapest first."""
    about, block, spot = manoeuvre.QUARTER * walk.rate, walk.block, spot_of(walk)
    goal = front_at(walk, point, block.front.facing if facing is None else facing)

    def leads(start: Pose) -> Iterator[Course]:
        return to_point(start, block.width, spot, point) if facing is None else to_front(start, block.width, goal)

    found = list(leads(block.front))
    if not found and facing is None:  # too far aside for one wheel: there and back again with two, front as before
        found += to_front(block.front, block.width, goal)
    if walk.mode == "normal":
        turned = leads(manoeuvre.faced_about(block).front)
        found += [Course((Turn("about"), *c.steps), c.cost + about) for c in turned]
        other = manoeuvre.faced_about(block.at(goal)).front
        before = to_front(block.front, block.width, other) if facing is not None else ()
        found += [Course((*c.steps, Turn("about")), c.cost + about) for c in before]
    found = [c for c in found if c.cost <= 20.0 * max(walk.allowance, 1.0)]
    return sorted(found, key=lambda c: (round(c.cost, 3), len(c.steps)))


def follow(walk: Walk, path: Path) -> Bar | None:
    """Walk along a path, the facing at its last point; as near as it can, and why, where a point cannot be reached."""
    for k, point in enumerate(path.points, 1):
        bar = reach(walk, point, path.facing if k == len(path.points) else None)
        if bar is not None:
            return bar
    return None


def reach(walk: Walk, point: Point, facing: float | None) -> Bar | None:
    """Walk to a place by the cheapest course that is free; else as near to it as the tried ones lead, and why."""
    if max(_off(walk, point, facing)) <= EXACT:
        return None
    tried: list[tuple[float, int, Bar, Walk]] = []
    found = courses(walk, point, facing)
    paid = sum(1 for c in found if c.cost <= walk.left + SLACK)
    for n, course in enumerate(found[: min(TRIED, max(paid, DEAR))]):
        there = walk.copy()
        bar, shorter = run(there, course.steps)
        bar = bar or there.end()
        if bar is None:
            walk.become(there)
            return None
        if shorter is not None:
            there.do(shorter)
        tried.append((round(sum(_off(there, point, facing)), 1), n, bar, there))
    if facing is not None:
        loose = walk.copy()
        bar = reach(loose, point, None)
        why = tried[0][2] if tried else Bar(T("No wheels and no advance lead there facing that way"), "WAB-S07")
        tried.append((round(sum(_off(loose, point, facing)), 1), TRIED, bar or why, loose))
    if tried:
        walk.become(min(tried, key=lambda t: t[:2])[3])
        return tried[0][2]
    ahead = to_local(walk.front, point)[1] - spot_of(walk)[1]
    if ahead > EXACT:
        _, shorter = walk.advance(ahead)
        if shorter is not None:
            walk.do(shorter)
    return Bar(T("It cannot step aside: no wheel and no advance lead there"), "WAB-S07")


def _off(walk: Walk, point: Point, facing: float | None) -> tuple[float, float]:
    """How far from a place a walk has ended: mm, and degrees."""
    x, y = to_world(walk.front, spot_of(walk))
    turn = abs(turn_between(walk.front.facing, facing)) if facing is not None else 0.0
    return math.hypot(x - point[0], y - point[1]), turn
