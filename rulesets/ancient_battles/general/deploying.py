"""Where a general deploys his units: his line away from what terrifies it, and opposite it those who do not care."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.bots.seat import Choice, Seat
from game.engine.decision import PlaceAnswer, Reply, Standing
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Pose, rounded
from rulesets.ancient_battles import array, deployment, facts, leadership
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.profiles import own

CLEAR = 1.5
STEP = 2.0
"""Inches between the places along the line that are looked at."""
AWAY = 28.0
"""Inches to the side at which a terrible enemy looks past a unit for a turn or two."""
SHY, HUNT, LINE = 1.0, 0.6, 0.35
"""Points for an inch farther from such an enemy, nearer to him for who does not mind him, away from the usual place."""


def choose(seat: Seat) -> Choice:
    """The unit whose place depends least on the enemy's first; each where it stands best along the line."""
    view = seat.view
    for unit in sorted(deployment.unplaced(view, seat.side), key=lambda u: (_late(view, u), u)):
        poses = array.usual(view, unit)
        if poses is None:
            continue
        files = own(view, unit).files
        best = max(_places(view, unit, poses), key=lambda there: _worth(view, unit, poses, there), default=poses)
        reply = Reply(PlaceAnswer((Standing(unit, best, str(files) if files else ""),)))
        if seat.check(reply).legal:
            return Choice(reply, T("foot in the middle, horse on the wings"))
    return Choice(seat.asked.default, T("foot in the middle, horse on the wings"))


def _late(view: State, unit: str) -> int:
    """Skirmishers, who stand in front of anybody; the foot; horse; those who go for the terrible; leaders."""
    if own(view, unit).character:
        return 4
    if facts.skirmishers(view, unit):
        return 2
    if leadership.exempt(view, unit, "terror"):
        return 3
    return 1 if facts.is_infantry(view, unit) else 2


def _places(view: State, unit: str, usual: Mapping[str, Pose]) -> Iterator[dict[str, Pose]]:
    """The usual place and those along the line to its sides, as far as they are free."""
    yield dict(usual)
    for n in range(1, int(view.table.width / inch(STEP))):
        for way in (-1.0, 1.0):
            by = way * n * inch(STEP)
            there = {b: rounded(Pose(p.x + by, p.y, p.facing)) for b, p in usual.items()}
            if all(0.0 < p.x < view.table.width for p in there.values()) and array.place_bar(view, unit, there) is None:
                yield there


def _worth(view: State, unit: str, usual: Mapping[str, Pose], there: Mapping[str, Pose]) -> float:
    x = _middle(there)
    friends = [f for f in facts.standing(view, view.units[unit].side) if not facts.skirmishers(view, f)]
    leader = bool(own(view, unit).character)
    near = sum(_x(view, f) for f in friends) / len(friends) if friends and leader else _middle(usual)
    value = -LINE * abs(x - near)
    if facts.skirmishers(view, unit):
        value -= sum(CLEAR * max(0.0, 10.0 - abs(x - _x(view, f))) for f in friends)
    if leader:
        return value
    for enemy in facts.standing(view):
        if facts.side_of(view, enemy) == view.units[unit].side or not facts.causes(view, enemy, "terror"):
            continue
        far = abs(x - _x(view, enemy))
        if leadership.exempt(view, unit, "terror"):
            value -= HUNT * far
        else:
            value += SHY * min(AWAY, far)
    return value


def _middle(poses: Mapping[str, Pose]) -> float:
    return sum(p.x for p in poses.values()) / len(poses) / MM_PER_INCH


def _x(view: State, unit: str) -> float:
    return facts.centre(view, unit)[0] / MM_PER_INCH
