"""The plan of a turn: what each unit is for, where it is to go, and how hard the army presses.

A plan is made anew from what the side sees; nothing is remembered, so that a battle goes on the same after a save.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Point
from rulesets.warmaster_ancients import victory
from rulesets.warmaster_ancients.data_scenario import Objective
from rulesets.warmaster_ancients.general.field import Field, Troop
from rulesets.warmaster_ancients.general.matchups import charge_clash
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.own import BattleOwn

Duty = Literal["line", "skirmish", "guns", "wing", "garrison", "seize"]

CALM = 2
"""Turns in which the army draws up; after them it presses harder with every turn."""
QUARRY_MM = 30.0
"""Mm that a point of gain in a clash is worth when an enemy is picked to march on."""
ASIDE = 0.7
"""What a mm sideways counts against one straight ahead when an enemy is picked."""


class Task(msgspec.Struct, frozen=True):
    """What a unit is to do.

    Attributes
    ----------
    duty
        Its part in the plan.
    goal
        The point (mm) it makes for.
    near
        Mm from the goal at which it has arrived.
    quarry
        The enemy it makes for, or "".
    place
        The objective that it is to take or to hold, or "".
    weight
        What progress counts, beside the temper's haste.
    """

    duty: Duty
    goal: Point
    near: float = 0.0
    quarry: str = ""
    place: str = ""
    weight: float = 1.0


class Plan(msgspec.Struct, frozen=True):
    """The plan of a turn.

    Attributes
    ----------
    tasks
        By unit.
    ahead
        Unit vector towards the enemy.
    press
        How hard the army presses: 1 at first, more as turns run out and where it is behind, less where it is ahead.
    places
        Worth in points of each objective at stake for this side, by id.
    """

    tasks: dict[str, Task]
    ahead: Point
    press: float
    places: dict[str, float]


@cache
def area_of(scenario: str, objective: str) -> Shape:
    """The area of an objective (mm)."""
    from rulesets.warmaster_ancients import data_files

    row = data_files.load_scenario(scenario)
    found = next(o for o in row.objectives if o.id == objective)
    area = shapely.Polygon(row.outline_of(found))
    shapely.prepare(area)
    return area


def objectives(view: State, side: str) -> tuple[Objective, ...]:
    """The objectives that count for somebody: a place that only the enemy may hold is worth denying."""
    return tuple(victory.scenario_of(view).objectives)


def standing_in(troop: Troop, area: Shape) -> bool:
    """Whether a unit's middle lies in an area."""
    return bool(shapely.intersects_xy(area, troop.block.x, troop.block.y))


def make_plan(field: Field, temper: Temper) -> Plan:
    """The plan for a side from how things stand."""
    ahead = _axis(field)
    press = _press(field)
    places = _places(field)
    tasks: dict[str, Task] = {}
    for unit, task in _place_tasks(field, places, ahead).items():
        tasks[unit] = task
    for troop in field.mine:
        if troop.id not in tasks:
            tasks[troop.id] = _task(field, troop, ahead, temper)
    return Plan({t.id: tasks[t.id] for t in field.mine}, ahead, press, places)


def _axis(field: Field) -> Point:
    mine, foes = field.centre(field.side), field.centre(field.enemy)
    dx, dy = foes[0] - mine[0], foes[1] - mine[1]
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far > 1.0 else (0.0, 1.0)


def _press(field: Field) -> float:
    """How hard to press: time runs out for the one who is behind, and a field full of idle armies wins nothing."""
    own: BattleOwn = field.view.own
    mine = victory.score(field.view, field.side).total
    theirs = victory.score(field.view, field.enemy).total
    lead = (mine - theirs) / max(float(own.size), 1.0)
    late = max(0, own.turn - CALM) / max(own.limit - CALM, 1)
    return min(max(1.0 + 0.8 * late - 2.0 * late * lead, 0.5), 2.2)


def _places(field: Field) -> dict[str, float]:
    size = float(field.view.own.size)
    return {o.id: float(o.worth(int(size))) for o in objectives(field.view, field.side)}


# --- places ------------------------------------------------------------------------------------------------------


def _place_tasks(field: Field, places: Mapping[str, float], ahead: Point) -> dict[str, Task]:
    """Who holds or takes the places that are worth points: those in it stay, else the nearest foot go."""
    tasks: dict[str, Task] = {}
    scenario = victory.scenario_of(field.view).id
    for place in places:
        area = area_of(scenario, place)
        goal = (float(area.centroid.x), float(area.centroid.y))
        inside = [t for t in field.mine if standing_in(t, area) and t.id not in tasks]
        theirs = [t for t in field.foes if standing_in(t, area)]
        big = float(area.area) > 60_000.0
        if inside and not theirs:
            keep = inside if big else inside[:1]
            for troop in keep:
                tasks[troop.id] = Task("garrison", (troop.block.x, troop.block.y), 0.0, "", place, 1.5)
            continue
        able = [t for t in field.mine if t.foot and t.id not in tasks]
        order = sorted(able, key=lambda t: (t.shoots, math.dist((t.block.x, t.block.y), goal), t.row))
        count = max(2, len(able) * 3 // 4) if big else 2
        for troop in sorted(order[:count] if big else _nearest(order, goal, count), key=lambda t: t.row):
            tasks[troop.id] = Task("seize", _entry(troop, area, goal), 0.0, "", place, 1.2)
    return tasks


def _nearest(troops: list[Troop], goal: Point, count: int) -> list[Troop]:
    return sorted(troops, key=lambda t: (math.dist((t.block.x, t.block.y), goal), t.row))[:count]


def _entry(troop: Troop, area: Shape, goal: Point) -> Point:
    """Where a unit enters a place: a little inside its nearest edge, or its middle where it is small."""
    here = shapely.Point(troop.block.x, troop.block.y)
    inner = area.buffer(-40.0)
    if inner.is_empty or shapely.intersects(area, here):
        return goal
    near = shapely.shortest_line(here, inner).coords[-1]
    return float(near[0]), float(near[1])


# --- the field ---------------------------------------------------------------------------------------------------


def _task(field: Field, troop: Troop, ahead: Point, temper: Temper) -> Task:
    """The task of a unit that has no place to hold: an enemy to make for, as its kind is."""
    at = (troop.block.x, troop.block.y)
    duty: Duty = "line"
    if troop.kind.artillery:
        duty = "guns"
    elif troop.shoots and troop.foot:
        duty = "skirmish"
    elif troop.kind.mounted:
        duty = "wing"
    if not field.foes:
        return Task(duty, at)
    best, found = math.inf, field.foes[0]
    for foe in field.foes:
        dx, dy = foe.block.x - at[0], foe.block.y - at[1]
        aside = abs(dx * ahead[1] - dy * ahead[0])
        way = math.hypot(dx, dy) + ASIDE * aside * (0.4 if duty == "wing" else 1.0)
        gain = charge_clash(troop, foe, "front").gain(temper.own_loss)
        cost = way - QUARRY_MM / 10.0 * gain * (2.0 if duty == "wing" else 1.0)
        if cost < best:
            best, found = cost, foe
    near = 0.0
    if duty in ("guns", "skirmish"):
        near = 0.9 * (troop.kind.range or 0.0)
    weight = {"line": 1.0, "skirmish": 0.8, "guns": 0.5, "wing": 1.0, "garrison": 1.0, "seize": 1.0}[duty]
    return Task(duty, (found.block.x, found.block.y), near, found.id, "", weight)
