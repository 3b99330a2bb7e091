"""Who takes part in what is shown: the bases that shoot and those shot at, where blows fall, where one was hit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from game.client.theatre.missiles import Volley
from game.client.theatre.script import Missile, Script, missile_of
from game.engine.event import Event
from game.engine.state import Base, State
from game.geometry.shapes import forward, right

Point = tuple[float, float]
Look = Callable[[str], str]
"""The look of a base by its id, "" for an unknown one."""

MOST = 72
"""Missiles in the air at a time from one event."""
A_STAND = 5
"""Missiles of a stand of several men; a figure has one."""
BIG = 30.0
"""mm of front from which on a base holds several men."""
APART, SPREAD = 0.2, 0.16
"""Seconds between the stands of a unit, and seconds within which the men of one let loose."""
LATEST = 0.8
"""Seconds after which the last stand of many lets loose."""


def bases_of(state: State, thing: str) -> list[Base]:
    """The bases of a unit, or the one base, that stand on the table."""
    unit = state.units.get(thing)
    ids = unit.bases if unit is not None else (thing,)
    found = [state.bases[b] for b in ids if b in state.bases]
    return [b for b in found if b.pose is not None and b.where == "table"]


def shooters(event: Event, state: State) -> list[tuple[Base, str]]:
    """The bases that shoot in an event, each with the weapon that the event tells, "" for none."""
    return [(base, weapon) for base, _target, weapon in _pairs(event, state)]


def middle(bases: Sequence[Base]) -> Point | None:
    """The point in the midst of bases."""
    poses = [b.pose for b in bases if b.pose is not None]
    if not poses:
        return None
    return sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)


def volleys(event: Event, state: State, script: Script, look: Look) -> list[Volley]:
    """What flies in an event: from each base that shoots to the one that it shoots at, by what it shoots with."""
    pairs = _pairs(event, state)
    if not pairs:
        return []
    dice = Random(f"{event.type} {event.about} {state.serial}")
    each = max(1, min(A_STAND, MOST // len(pairs)))
    flights: dict[Missile, list[tuple[Point, Point, float]]] = {}
    for k, (base, target, weapon) in enumerate(pairs[:MOST]):
        missile = missile_of(look(base.id), weapon, script)
        several = base.shape.width >= BIG and missile not in ("stone", "ball", "spear", "spell", "flame")
        late = k * min(APART, LATEST / len(pairs))
        marks = bases_of(state, target)
        for _ in range(each if several else 1):
            mark = dice.choice(marks)
            shot = (_within(base, dice, 0.35), _within(mark, dice, 0.0), late + dice.random() * SPREAD)
            flights.setdefault(missile, []).append(shot)
    return [_volley(missile, shots) for missile, shots in flights.items()]


def _volley(missile: Missile, shots: list[tuple[Point, Point, float]]) -> Volley:
    return Volley(
        missile, np.array([s[0] for s in shots]), np.array([s[1] for s in shots]), np.array([s[2] for s in shots])
    )


def _pairs(event: Event, state: State) -> list[tuple[Base, str, str]]:
    """Who shoots at whom with what: as the event tells it base by base, else the first it is about at the second."""
    about = event.about
    usual = about[1] if len(about) > 1 else ""
    told = event.data.get("aims") or event.data.get("attacks")
    if not isinstance(told, list | tuple):
        first = bases_of(state, about[0]) if about else []
        told = [(b.id, usual) for b in first]
    out = []
    for row in told:
        if not isinstance(row, list | tuple) or len(row) < 2:
            continue
        base, other = state.bases.get(str(row[0])), str(row[1])
        known = other in state.units or other in state.bases
        target, weapon = (other, "") if known else (usual, other)
        if base is not None and base.pose is not None and base.where == "table" and bases_of(state, target):
            out.append((base, target, weapon))
    return out


def _within(base: Base, dice: Random, ahead: float) -> Point:
    """Somewhere on a base; ``ahead``: that share of its depth before its middle, along its front."""
    assert base.pose is not None
    along = (dice.random() - 0.5) * 0.9 * base.shape.width
    deep = (ahead if ahead else (dice.random() - 0.5) * 0.8) * base.shape.depth
    (fx, fy), (rx, ry) = forward(base.pose.facing), right(base.pose.facing)
    return base.pose.x + rx * along + fx * deep, base.pose.y + ry * along + fy * deep


def blows(event: Event, state: State, most: int = 6) -> list[Point]:
    """Where blows fall between the two whom an event is about: halfway between bases that stand nearest each other."""
    if len(event.about) < 2:
        return []
    ours, theirs = bases_of(state, event.about[0]), bases_of(state, event.about[1])
    found = []
    for a in ours:
        for b in theirs:
            assert a.pose is not None
            assert b.pose is not None
            gap = math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y)
            found.append((gap, ((a.pose.x + b.pose.x) / 2, (a.pose.y + b.pose.y) / 2)))
    found.sort()
    return [point for gap, point in found[:most] if gap <= found[0][0] * 1.3 + 1.0]
