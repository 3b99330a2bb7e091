"""Where a general deploys his units: his line away from what terrifies it, and opposite it those who do not care."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from game.bots.seat import Choice, Seat
from game.engine.decision import PlaceAnswer, Reply, Standing
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Pose, forward, rounded
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.deploy import deployment
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.general.worth import Temper
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.nerve import leadership

USUAL = T("foot in the middle, horse on the wings")
CLEAR, APART = 1.5, 10.0
"""Points for an inch that skirmishers stand farther from formed friends, up to so many inches: they may run past."""
STEP = 2.0
"""Inches between the places along the line that are looked at."""
AWAY = 28.0
"""Inches to the side at which a terrible enemy looks past a unit for a turn or two."""
SHY, HUNT, LINE = 1.0, 0.6, 0.35
"""Points for an inch farther from such an enemy, nearer to him for who does not mind him, away from the usual place."""


def choose(seat: Seat, temper: Temper) -> Choice:
    """The unit whose place depends least on the enemy's first; each where it stands best along the line."""
    view = seat.view
    for unit in sorted(deployment.unplaced(view, seat.side), key=lambda u: _late(view, u)):
        poses = deployment.usual(view, unit)
        if poses is None:
            continue
        files = own(view, unit).files
        best = max(_places(view, unit, poses), key=lambda there: _worth(view, unit, poses, there))
        reply = Reply(PlaceAnswer((Standing(unit, best, str(files) if files else ""),)))
        if seat.check(reply).legal:
            return Choice(reply, USUAL)
    return Choice(seat.asked.default, USUAL)


def _late(view: State, unit: str) -> int:
    """The foot; horse and skirmishers, who stand where there is room; those who go for the terrible; leaders."""
    if own(view, unit).character:
        return 4
    if not facts.skirmishers(view, unit) and leadership.exempt(view, unit, "terror"):
        return 3
    return 1 if facts.is_infantry(view, unit) and not facts.skirmishers(view, unit) else 2


def _places(view: State, unit: str, usual: Mapping[str, Pose]) -> Iterator[dict[str, Pose]]:
    """The usual place and those along the line to its sides, as far as they are free."""
    yield dict(usual)
    ax, ay = _along(usual)
    width, depth = view.table.width, view.table.depth
    for n, way in product(range(1, int(max(width, depth) / inch(STEP))), (-1.0, 1.0)):
        by = way * n * inch(STEP)
        there = {b: rounded(Pose(p.x + by * ax, p.y + by * ay, p.facing)) for b, p in usual.items()}
        on_table = all(0.0 < p.x < width and 0.0 < p.y < depth for p in there.values())
        if on_table and deployment.place_bar(view, unit, there) is None:
            yield there


def _along(poses: Mapping[str, Pose]) -> tuple[float, float]:
    """Direction of the line in which a unit stands: across its facing."""
    return forward(next(iter(poses.values())).facing + 90.0)


def _worth(view: State, unit: str, usual: Mapping[str, Pose], there: Mapping[str, Pose]) -> float:
    """Points that a place along the line is worth: near the usual one, off terror, clear of those behind."""
    axis = _along(usual)
    at = _middle(there, axis)
    side = situation.side_of(view, unit)
    friends = [f for f in facts.fielded(view, side) if not facts.skirmishers(view, f)]
    if own(view, unit).character:
        usually = sum(_place(view, f, axis) for f in friends) / len(friends) if friends else _middle(usual, axis)
        return -LINE * abs(at - usually)
    value = -LINE * abs(at - _middle(usual, axis))
    if facts.skirmishers(view, unit):
        value -= sum(CLEAR * max(0.0, APART - abs(at - _place(view, f, axis))) for f in friends)
    minds = not leadership.exempt(view, unit, "terror")
    for enemy in facts.fielded(view):
        if situation.side_of(view, enemy) != side and facts.causes(view, enemy, "terror"):
            far = abs(at - _place(view, enemy, axis))
            value += SHY * min(AWAY, far) if minds else -HUNT * far
    return value


def _middle(poses: Mapping[str, Pose], axis: tuple[float, float]) -> float:
    """Where the middle of some models lies along the line (inches)."""
    return sum(p.x * axis[0] + p.y * axis[1] for p in poses.values()) / len(poses) / MM_PER_INCH


def _place(view: State, unit: str, axis: tuple[float, float]) -> float:
    x, y = facts.centre(view, unit)
    return (x * axis[0] + y * axis[1]) / MM_PER_INCH
