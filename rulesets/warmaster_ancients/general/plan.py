"""The plan of a turn: what each unit is for, where it is to go, how hard the army presses; and the order of battle.

A plan is made anew from what the side sees; nothing is remembered, so that a battle goes on the same after a save.
Neighbours and units behind support a fight (WMA-RES-04), a unit may not pass through another (WMA-MOV-08), and orders
get through to what is near (WMA-CMD-11): so foot stands shoulder to shoulder, nearly half of it in a second row that
touches the first from behind, missile troops at its ends and horse on the wings. The army deploys so at the front of
its area; where the ground forbids that, in the usual array. WMA-S34. Row 3 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple

import msgspec
import shapely

from game.bots.seat import Choice, Seat
from game.engine.decision import PlaceAnswer, Standing
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Point, Pose, bearing, forward, norm_deg, right, to_world, turn_between
from game.kit.general.shell import said
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.general.duels import charge_clash
from rulesets.warmaster_ancients.general.field import Block, Field, Troop
from rulesets.warmaster_ancients.own import BattleOwn
from rulesets.warmaster_ancients.turn import turn


class Temper(msgspec.Struct, frozen=True):
    """How a general weighs things: a point of one's own losses against one of the enemy's, and what must be promised.

    ``venture`` are points that a charge or another blow must promise before it is made, ``pursuit`` those of a pursuit;
    ``exposure`` weighs the losses that the enemy may inflict in his next turn, ``opening`` the charges that a place
    opens to a unit in its own; ``haste`` are points that a whole move (200 mm) towards the goal is worth.
    """

    name: str
    own_loss: float = 0.9
    venture: float = 2.0
    exposure: float = 0.55
    opening: float = 0.45
    haste: float = 12.0
    pursuit: float = 0.0


STEADY = Temper("general")
BOLD = Temper("bold", own_loss=0.65, venture=-4.0, exposure=0.3, opening=0.6, haste=16.0, pursuit=-3.0)
CAUTIOUS = Temper("cautious", own_loss=1.15, venture=6.0, exposure=0.85, opening=0.4, haste=8.0, pursuit=4.0)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""


GAP_MM = 0.2
WING_MM = 30.0
RESERVE = 0.45
"""Share of the foot that stands in the second row."""
FRONT_MM = 12.0
"""Mm between the array's front and the front of the area."""
SHIFTS = (0.0, -25.0, 25.0, -50.0, 50.0, -75.0, 75.0)

Part = Literal["line", "skirmish", "guns", "wing"]


class Body(msgspec.Struct, frozen=True):
    """A unit to be arrayed: its kind, breadth and depth in line (mm), and where it is now from left to right (mm)."""

    id: str
    kind: Profile
    breadth: float
    depth: float
    aside: float


class Slot(msgspec.Struct, frozen=True):
    """A place in the array: mm to the right of its middle and mm behind its front, both to the unit's middle."""

    aside: float
    behind: float
    row: int


def body_of(unit: str, kind: Profile, stands: int, aside: float) -> Body:
    """A unit of so many stands in line."""
    return Body(unit, kind, kind.footprint.width * stands, kind.footprint.depth, aside)


def part(kind: Profile) -> Part:
    """The part of the array that a kind belongs to."""
    if kind.artillery:
        return "guns"
    if kind.mounted:
        return "wing"
    return "line" if kind.range is None else "skirmish"


def _reserve(foot: Sequence[Body]) -> list[Body]:
    """Those of the foot (from left to right) that stand behind: the toughest, then those in the middle."""
    able = [b for b in foot if b.kind.type == "infantry"]
    middle = (len(able) - 1) / 2.0
    ranked = sorted(range(len(able)), key=lambda k: (-able[k].kind.hits, able[k].kind.attacks, abs(k - middle), k))
    return [able[k] for k in ranked[: int(len(foot) * RESERVE + 0.5)]] if len(able) > 2 else []


def array(bodies: Sequence[Body]) -> dict[str, Slot]:
    """The slots of some units."""
    parts: dict[Part, list[Body]] = {"wing": [], "skirmish": [], "line": []}
    guns = [b for b in bodies if part(b.kind) == "guns"]
    for body in sorted((b for b in bodies if b not in guns), key=lambda b: round(b.aside, 1)):
        parts[part(body.kind)].append(body)
    reserve = _reserve(parts["line"])
    line = [b for b in parts["line"] if b not in reserve]
    ends, wings = ((parts[p][: len(parts[p]) // 2], parts[p][len(parts[p]) // 2 :]) for p in ("skirmish", "wing"))
    ranks = ((wings[0], WING_MM), (ends[0], GAP_MM), (line, GAP_MM), (ends[1], GAP_MM))
    found: dict[str, Slot] = {}
    at = 0.0
    for rank, gap in (*ranks, (guns, WING_MM), (wings[1], WING_MM)):
        for body in rank:
            at += body.breadth / 2.0 + (gap if found else 0.0)
            found[body.id] = Slot(at, body.depth / 2.0, 0)
            at += body.breadth / 2.0
    middle = sum(found[b.id].aside for b in line) / len(line) if line else 0.0
    found = {u: Slot(s.aside - middle, s.behind, 0) for u, s in found.items()}
    fronts = sorted(line, key=lambda b: (abs(found[b.id].aside), found[b.id].aside))[: len(reserve)]
    fronts.sort(key=lambda b: found[b.id].aside)
    for k, body in enumerate(sorted(reserve, key=lambda b: round(b.aside, 1))):
        if k < len(fronts):
            found[body.id] = Slot(found[fronts[k].id].aside, fronts[k].depth + GAP_MM + body.depth / 2.0, 1)
        else:
            found[body.id] = Slot(0.0, max((b.depth for b in line), default=20.0) * 2 + body.depth, 1)
    return found


def point_of(slot: Slot, middle: Point, facing: float) -> Point:
    """The point (mm) of a slot for an array whose front has its middle at a point and faces a way."""
    return to_world(Pose(*middle, facing), (slot.aside, -slot.behind))


def deploy(seat: Seat, temper: Temper) -> Choice:
    """The next unit's place: in line at its slot, or a little behind or beside it."""
    view, answer = seat.view, seat.asked.default.answer
    assert isinstance(answer, PlaceAnswer)
    thing = view.units[answer.places[0].thing]
    why = T("{unit}: take its place in the line", unit=Thing(thing.id))
    if thing.own.character or zones.works(view, thing.side):  # the usual array is made for works to be manned
        return said(answer, why)
    slots, middle, facing = slots_of(view, thing.side)
    slot, kind = slots[thing.id], profile(view, thing.id)
    for behind, aside in product((0.0, 30.0, 60.0, 90.0), SHIFTS):
        point = point_of(Slot(slot.aside + aside, slot.behind + behind, slot.row), middle, facing)
        poses = formations.formation_poses("line", kind.footprint, kind.stands, point, facing)
        if zones.place_bar(view, thing.id, poses) is None:
            places = dict(zip(thing.bases, poses, strict=True))
            return said(PlaceAnswer((Standing(thing.id, places, "line"),)), why)
    return said(answer, why)


def slots_of(view: State, side: str) -> tuple[dict[str, Slot], Point, float]:
    """The whole army's slots, the middle of the array's front, and its facing."""
    troops = [(u.id, profile(view, u.id)) for u in view.units_of(side) if not u.own.character]
    slots = array([body_of(unit, kind, kind.stands, float(k)) for k, (unit, kind) in enumerate(troops)])
    (x, y), half, _, (fx, fy), _ = zones.front(view, side)
    facing, depth = zones.front_of(view, side), half - FRONT_MM
    middle = (x + fx * depth, y + fy * depth)
    asides = [s.aside for s in slots.values()]
    return slots, to_world(Pose(*middle, facing), (-(min(asides) + max(asides)) / 2.0, 0.0)), facing


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
    scenario, size, facing = turn.scenario_of(field.view), int(field.view.own.size), facing_of(field)
    places = tuple(Place(o.id, turn.area_of(scenario.id, o.id), float(o.worth(size))) for o in scenario.objectives)
    sent = _place_tasks(field, places)
    slots = _array(field, facing)
    tasks = {t.id: sent.get(t.id) or _task(field, t, slots.get(t.id), facing, temper) for t in field.mine}
    return Plan(tasks, facing, _press(field), places)


def _press(field: Field) -> float:
    """How hard to press: time runs out for the one who is behind, and a field full of idle armies wins nothing."""
    own: BattleOwn = field.view.own
    mine, theirs = (turn.score(field.view, side).total for side in (field.side, field.enemy))
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
