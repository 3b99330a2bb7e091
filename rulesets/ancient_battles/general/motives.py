"""Why a unit moves: what its new place gains most over the old one."""

from __future__ import annotations

from game.engine.decision import MoveAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import in_front
from rulesets.ancient_battles.field.blocks import formed
from rulesets.ancient_battles.general import standing
from rulesets.ancient_battles.general.worth import (
    BOLTS,
    Temper,
    alarms,
    chance,
    chargers,
    danger,
    leads,
    runs_past,
)
from rulesets.ancient_battles.shoot import missiles

LEAST = 0.5
"""Points that a place must gain for its gain to be the reason of a move; else the odds of charges are."""


def motive(view: State, there: State, answer: MoveAnswer, temper: Temper) -> Text:
    """The reason of a move from ``view`` to ``there``: the part of the place's value that it raises most."""
    unit = answer.subject
    gains = _gains(view, there, answer, temper)
    best = max(gains, key=gains.__getitem__)
    if gains[best] < LEAST:
        hoped = chance(there, unit, temper) - chance(view, unit, temper)
        return T("better odds for its next charge") if hoped > 0.0 else T("worse odds for enemy charges against it")
    if best == "approach":
        return _towards(view, there, unit, temper)
    if best == "danger":
        left = [e for e in chargers(view, unit) if e not in chargers(there, unit)]
        return T("out of charge reach of {enemy}", enemy=Thing(left[0])) if left else T("less exposed to enemy charges")
    if best == "holding":
        return _held(view, there, unit)
    return {
        "alarms": T("less likely to test for Panic or Terror next turn"),
        "bolts": T("not to startle friends by running past them"),
        "shots": T("to have a target in range and in front"),
    }[best]


def _gains(view: State, there: State, answer: MoveAnswer, temper: Temper) -> dict[str, float]:
    """By how many points each part of :func:`standing.place_value` rises."""
    unit = answer.subject
    gains = {"holding": standing.holding(there, unit) - standing.holding(view, unit)}
    if standing.answered(view):
        gains["danger"] = danger(view, unit, temper) - danger(there, unit, temper)
    if view.own.turn < view.own.limit:
        gains["approach"] = standing.approach(there, unit, temper) - standing.approach(view, unit, temper)
        gains["alarms"] = alarms(view, unit, temper) - alarms(there, unit, temper)
    if facts.skirmishers(view, unit):
        gains["bolts"] = BOLTS * (runs_past(view, unit, temper) - runs_past(there, unit, temper))
    if missiles.weapon_of(view, unit) is not None:
        gains["shots"] = standing.shots(there, unit, answer.mode) - standing.shots(view, unit, "")
    return gains


def _towards(view: State, there: State, unit: str, temper: Temper) -> Text:
    """The enemy that it goes for, and whether it nears or faces it."""
    found = standing.approaches(there, unit, temper)
    enemy = max(found, key=found.__getitem__)
    if in_front(there, unit, enemy) and not in_front(view, unit, enemy):
        return T("to face {enemy}", enemy=Thing(enemy))
    if facts.gap(there, unit, enemy) < facts.gap(view, unit, enemy):
        return T("closer to {enemy}", enemy=Thing(enemy))
    return T("at the right distance from {enemy}", enemy=Thing(enemy))


def _held(view: State, there: State, unit: str) -> Text:
    """What holds it better together: its General, open ground, or the friend beside it."""
    chief = facts.general(view, situation.side_of(view, unit))
    if unit == chief:
        return T("near the units that need his Leadership, and out of danger")
    if facts.lone(view, unit) and leads(view, unit):
        return T("out of danger, near friends")
    if chief and not own(view, unit).character and standing.led(there, chief, unit) > standing.led(view, chief, unit):
        return T("within reach of the General's Leadership")
    if formed(view, unit) and facts.in_rough(view, unit) and not facts.in_rough(there, unit):
        return T("out of rough ground")
    friends = [f for f in facts.friends(there, unit) if not facts.lone(there, f)]
    if not friends:
        return T("a better place for a lone unit")
    return T("closer to {friend}", friend=Thing(min(friends, key=lambda f: facts.gap(there, unit, f))))
