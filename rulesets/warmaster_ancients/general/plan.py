"""The plan of a turn: what each unit is for, where it is to go, and how hard the army presses.

A plan is made anew from what the side sees; nothing is remembered, so that a battle goes on the same after a save.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec
import shapely

from game.geometry.planar import Shape
from game.geometry.shapes import Point, bearing, forward, norm_deg, right, turn_between
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.general.deploying import Part, array, body_of, part, point_of
from rulesets.warmaster_ancients.general.duels import charge_clash
from rulesets.warmaster_ancients.general.field import Block, Field, Troop
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.own import BattleOwn
from rulesets.warmaster_ancients.turn import victory

Duty = Part | Literal["garrison", "seize"]

CALM = 2
"""Turns in which the army draws up; after them it presses harder with every turn."""
QUARRY_MM = 30.0
"""Mm that a point of gain in a clash is worth when an enemy is picked to march on."""
ASIDE = 0.7
"""What a mm sideways counts against one straight ahead when an enemy is picked."""
LEAD = 0.6
"""Which unit of the line leads: so many of it, of all, may be behind while the array goes on."""
STRIDE_MM = 195.0
"""How far ahead of the line the array is set every turn."""
HUNT_MM = 750.0
"""An enemy this near (mm) is hunted by the horse, which else keeps its place in the array."""
LURK_MM = 235.0
"""How near (mm) the horse goes to its quarry before it charges."""
SHORT_MM = 150.0
"""How far from the enemy's front the array stops."""
DRIFT_MM = 60.0
"""How far sideways the array moves towards the enemy's middle in a turn."""
WEIGHTS: Mapping[Part, float] = {"line": 1.0, "wing": 0.9, "skirmish": 0.6, "guns": 0.3}
"""What progress of a unit counts, by its part."""
BIG_MM2 = 60_000.0
"""Area from which most of the foot is sent to a place, and all who are in it stay."""
ASTRAY = 50.0
"""Degrees by which the enemy must be off before the array turns."""


class Task(msgspec.Struct, frozen=True):
    """What a unit is to do: its part in the plan, and the point (mm) it makes for, reached within ``near``.

    ``quarry`` is the enemy it makes for, ``place`` the objective that it is to take or to hold; ``weight`` is what
    progress counts, beside the temper's haste.
    """

    duty: Duty
    goal: Point
    near: float = 0.0
    quarry: str = ""
    place: str = ""
    weight: float = 1.0


class Place(NamedTuple):
    """A place that is worth points: its area (mm), and those points; to deny it where only the enemy may hold it."""

    id: str
    area: Shape
    worth: float

    def holds(self, block: Block) -> bool:
        """Whether a unit's middle lies in it."""
        return bool(shapely.intersects_xy(self.area, block.x, block.y))


class Plan(msgspec.Struct, frozen=True):
    """The plan of a turn: the units' tasks, the way the array faces (degrees), and the places at stake for this side.

    The army presses with 1 at first, more as turns run out and where it is behind, less where it is ahead.
    """

    tasks: dict[str, Task]
    facing: float
    press: float
    places: tuple[Place, ...]


def make_plan(field: Field, temper: Temper) -> Plan:
    """The plan for a side from how things stand."""
    scenario, size, facing = victory.scenario_of(field.view), int(field.view.own.size), facing_of(field)
    places = tuple(Place(o.id, victory.area_of(scenario.id, o.id), float(o.worth(size))) for o in scenario.objectives)
    sent = _place_tasks(field, places)
    slots = _array(field, facing)
    tasks = {t.id: sent.get(t.id) or _task(field, t, slots.get(t.id), facing, temper) for t in field.mine}
    return Plan(tasks, facing, _press(field), places)


def _press(field: Field) -> float:
    """How hard to press: time runs out for the one who is behind, and a field full of idle armies wins nothing."""
    own: BattleOwn = field.view.own
    mine, theirs = (victory.score(field.view, side).total for side in (field.side, field.enemy))
    lead = (mine - theirs) / max(float(own.size), 1.0)
    late = max(0, own.turn - CALM) / max(own.limit - CALM, 1)
    return min(max(1.0 + 0.8 * late - 2.0 * late * lead, 0.5), 2.2)


def _place_tasks(field: Field, places: Iterable[Place]) -> dict[str, Task]:
    """Who holds or takes the places that are worth points: those in it stay, else the nearest foot go."""
    tasks: dict[str, Task] = {}
    for place in places:
        goal = (float(place.area.centroid.x), float(place.area.centroid.y))
        free = [t for t in field.mine if t.id not in tasks]
        inside = [t for t in free if place.holds(t.block)]
        big = float(place.area.area) > BIG_MM2
        if inside and not any(place.holds(t.block) for t in field.foes):
            for troop in inside if big else inside[:1]:
                tasks[troop.id] = Task("garrison", troop.block.middle, place=place.id, weight=1.5)
            continue
        # the nearest two, or most of them to a big place: those who do not shoot first
        able = sorted(
            (t for t in free if t.foot), key=lambda t: (t.shoots and big, math.dist(t.block.middle, goal), t.row)
        )
        for troop in able[: max(2, len(able) * 3 // 4) if big else 2]:
            tasks[troop.id] = Task("seize", _entry(troop, place.area, goal), place=place.id, weight=1.2)
    return tasks


def _entry(troop: Troop, area: Shape, goal: Point) -> Point:
    """Where a unit enters a place: a little inside its nearest edge, or its middle where it is small."""
    here = shapely.Point(troop.block.middle)
    inner = area.buffer(-40.0)
    if inner.is_empty or shapely.intersects(area, here):
        return goal
    near = shapely.shortest_line(here, inner).coords[-1]
    return float(near[0]), float(near[1])


def facing_of(field: Field) -> float:
    """The way the array faces: as the armies deployed, unless the enemy has gone elsewhere."""
    mine, foes = field.centre(field.side), field.centre(field.enemy)
    way = bearing(foes[0] - mine[0], foes[1] - mine[1]) if math.dist(mine, foes) > 1.0 else 0.0
    name = field.view.own.scenario
    home = zones.front_of(field.view, field.side) if name in data_files.scenarios() else round(way / 90.0) % 4 * 90.0
    return home if abs(turn_between(home, way)) <= ASTRAY else norm_deg(round(way / 45.0) * 45.0)


def _array(field: Field, facing: float) -> dict[str, Point]:
    """Where each unit belongs: the array about the middle of the line, one move ahead of it, short of the enemy."""
    (fx, fy), (rx, ry) = forward(facing), right(facing)

    def ahead(troop: Troop) -> float:
        return troop.block.x * fx + troop.block.y * fy

    def aside(troop: Troop) -> float:
        return troop.block.x * rx + troop.block.y * ry

    loose = [t for t in field.mine if not t.engaged]
    slots = array([body_of(t.id, t.kind, t.stands, aside(t)) for t in loose])
    front = [t for t in loose if slots[t.id].row == 0 and part(t.kind) == "line"] or loose
    if not front:
        return {}
    depths = sorted(ahead(t) + t.block.half_depth for t in front)
    across = sum(aside(t) - slots[t.id].aside for t in front) / len(front)
    theirs = sum(aside(t) for t in field.foes) / max(len(field.foes), 1)
    across += min(max(theirs - across, -DRIFT_MM), DRIFT_MM)
    lead = depths[int(LEAD * (len(depths) - 1) + 0.5)]
    depth = lead + STRIDE_MM
    if field.foes:
        depth = min(depth, sorted(ahead(t) for t in field.foes)[len(field.foes) // 4] - SHORT_MM)
    depth = max(depth, lead)
    middle = (rx * across + fx * depth, ry * across + fy * depth)
    return {t.id: point_of(slots[t.id], middle, facing) for t in loose}


def _task(field: Field, troop: Troop, slot: Point | None, facing: float, temper: Temper) -> Task:
    """The task of a unit that has no place to hold: its slot in the array, and the enemy it looks to."""
    (fx, fy), at = forward(facing), troop.block.middle
    duty = part(troop.kind)
    dashing = duty == "wing"

    def cost(foe: Troop) -> float:
        dx, dy = foe.block.x - at[0], foe.block.y - at[1]
        way = math.hypot(dx, dy) + ASIDE * abs(dx * fy - dy * fx) * (0.4 if dashing else 1.0)
        gain = charge_clash(troop, foe, "front").gain(temper.own_loss)
        return way - QUARRY_MM / 10.0 * gain * (2.0 if dashing else 1.0)

    quarry = min(field.foes, key=cost, default=None)
    goal, near = at if slot is None else slot, 0.0
    if dashing and quarry is not None and field.gap(troop.id, quarry.id) < HUNT_MM:
        goal, near = quarry.block.middle, LURK_MM
    return Task(duty, goal, near, quarry.id if quarry is not None else "", weight=WEIGHTS[duty])
