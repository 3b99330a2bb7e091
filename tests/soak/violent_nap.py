"""Two forces thrown at each other on broken ground: whoever is where, in whatever state, in any formation."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.state import Luck, Secret, State
from game.geometry.shapes import polygon
from rulesets.napoleonic_wars.body import losses, rights
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Formation, Result, Weather
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, general, given, piece, put, regiment

SPAN, DEPTH = (50.0, 150.0), (45.0, 85.0)
"""Cm of the table's width and depth in which everybody is dropped."""
FORMATIONS: tuple[Formation, ...] = (
    *("line", "closed_column", "open_column", "closed_divisional", "march_column", "square", "open", "mass"),
)
RESULTS: tuple[Result, ...] = ("halt", "withdraw", "retreat", "rout")
AREAS = ("open_wood", "dense_wood", "marsh", "hill", "scrub", "field")
LINES = ("hedge", "wall", "stream")
MOVE = 3
"""The move that is played: there has been time for all that is told of them."""


def situation(seed: int) -> State:
    """Some bodies of every arm a side, dropped anywhere; some hurt, some running, tired, alarmed or unseen."""
    dice = Random(f"violent {seed}")
    made = [one for side in ("south", "north") for one in _force(dice, side)]
    weather: Weather = dice.choice(("fair", "fair", "rain", "fog", "snow"))
    state = field(*made, features=_ground(dice), weather=weather, move=MOVE, moves=MOVE)
    state = replace(state, secret={s: Secret() for s in state.sides}, luck=Luck("seeded", f"violent {seed}"))
    taken: list[shapely.Geometry] = []
    for body in list(state.units):
        state = _lost(_dropped(state, body, dice, taken), body, dice)
    standing = [b for b in state.units if facts.is_here(state, b)]
    for body in standing:
        state = _shaken(state, body, dice)
    return state


def _force(dice: Random, side: str) -> list[Made]:
    name = side[0].upper()
    makers: dict[str, Callable[..., Made]] = {"L": battalion, "C": regiment, "A": battery}
    found: list[Made] = []
    for letter, most in (("L", 5), ("C", 3), ("A", 2)):
        for k in range(dice.randint(1, most)):
            cls: Any = dice.choice("ABCDE")
            more: dict[str, Any] = {"nation": "britain" if side == "south" else "france", "brigade": f"{name}B"}
            if letter == "L":
                more |= {"light": dice.random() < 0.3, "sub": {"open": True, "light": dice.random() < 0.3}}
            found.append(makers[letter](f"{name}{letter}{k + 1}", side, None, cls=cls, **more))
    leader = general(f"{name}G1", side, None, brigade=f"{name}B")
    return [*found, leader, general(f"{name}G2", side, None, chief=True)]


def _ground(dice: Random) -> list[Any]:
    found = []
    for n in range(dice.randint(0, 4)):
        x, y = dice.uniform(*SPAN), dice.uniform(*DEPTH)
        size = dice.uniform(8.0, 30.0), dice.uniform(8.0, 20.0)
        found.append(box(dice.choice(AREAS), x, y, x + size[0], y + size[1], f"area{n}"))
    if dice.random() < 0.6:
        x, y = dice.uniform(*SPAN), dice.uniform(*DEPTH)
        ends = [(x, y), (x + dice.uniform(10.0, 40.0), y + dice.uniform(-5.0, 5.0))]
        found.append(piece(dice.choice(LINES), ends, "line0"))
    return found


def _dropped(state: State, body: str, dice: Random, taken: list[shapely.Geometry]) -> State:
    """A body where there is room for it, mostly facing the enemy, in a formation that it may have."""
    told = facts.own(state, body)
    south = state.units[body].side == "south"
    for _ in range(40):
        formation = told.stance.formation
        if told.arm in ("foot", "horse"):
            formation = dice.choice([f for f in FORMATIONS if rights.may_form(state, body, f) is None])
        elif told.arm == "guns":
            formation = dice.choice(("deployed", "deployed", "limbered"))
        turned = dice.choice((0.0, 0.0, dice.uniform(-60.0, 60.0), 90.0, 180.0, dice.uniform(0.0, 360.0)))
        at = round(dice.uniform(*SPAN), 2), round(dice.uniform(*DEPTH), 2)
        there = put(state, body, at, round(((0.0 if south else 180.0) + turned) % 360.0, 2), formation)
        shapes = [polygon(b.shape, b.pose) for b in there.bases_of(body) if b.pose is not None]
        area = shapely.union_all(shapes).buffer(0.5)
        if not any(area.intersects(other) for other in taken):
            taken.append(area)
            return there
    return state


def _lost(state: State, body: str, dice: Random) -> State:
    """Figures of it are gone already."""
    if not facts.is_here(state, body) or dice.random() < 0.5:
        return state
    n = dice.randint(1, max(1, facts.strength(state, body) - 2))
    gone = losses.removed(state, body, n)
    if not gone:
        return state
    marks = tuple(ev.SetPose(base, None, "gone") for base in gone)
    state = apply(state, ev.Event("set", "status", changes=marks))
    state = given(state, body, lost=len(gone), at_start=facts.strength(state, body), men=dice.randint(0, 19))
    return apply(state, ev.Event("set", "status", changes=losses.closed_up(state, body)))


def _shaken(state: State, body: str, dice: Random) -> State:
    """Under a result, disordered, lying down, uncontrolled, empty."""
    told = facts.own(state, body)
    fields: dict[str, Any] = {}
    if dice.random() < 0.25:
        foes = [u for u in facts.enemies(state, state.units[body].side) if not facts.is_skirmishing(state, u)]
        fields |= {"result": dice.choice(RESULTS), "since": dice.randint(1, MOVE)}
        fields |= {"from_whom": dice.choice(foes) if foes and dice.random() < 0.8 else ""}
    elif told.arm in ("foot", "horse") and dice.random() < 0.1:
        fields |= {"uncontrolled": True}
    if told.arm != "general" and dice.random() < 0.3:
        fields |= {"carried": dice.randint(1, 8)}
    if told.arm == "foot" and told.stance.formation in ("line", "open") and not fields and dice.random() < 0.1:
        fields |= {"prone": True}
    return given(state, body, loaded=dice.random() < 0.8, smoke=dice.randint(0, 2), **fields)
