"""Where units are placed before the battle: a side's area, whether a unit may stand somewhere in it, the usual array.

In that foot stands in the centre facing the enemy, missile troops ahead, mounted on the wings. Every unit has a slot
that depends on the army and the area alone; where the slot is barred or taken, the unit stands at the nearest place
that is free. WMA-S34, WMA-SET-05, WMA-S05, WMA-S14, WMA-S41.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple

import msgspec
import shapely

from game.engine.decision import Bar
from game.engine.state import State, other_sides
from game.engine.text import Length, T, Text, Thing
from game.geometry.convex import Poly, box_of, gap, rectangle
from game.geometry.planar import Shape
from game.geometry.shapes import Point, Pose, forward, right, rounded, shifted, sin_cos
from game.kit.front import Ring, facing_across, ground_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.field.formations import Way, arrangement_refusal
from rulesets.warmaster_ancients.field.scene import Land, board, land_of
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, OVERLAP
from rulesets.warmaster_ancients.own import BattleOwn, ZoneOwn


@cache
def _rings(field: str | tuple[ZoneOwn, ...], side: str) -> tuple[Ring, ...]:
    if isinstance(field, tuple):
        return tuple(ring for owner, ring in field if owner == side)
    known = field in data_files.scenarios()
    return tuple(area.points_mm for area in data_files.load_scenario(field).areas_of(side)) if known else ()


def rings(view: State, side: str) -> tuple[Ring, ...]:
    """The polygons (mm) in which a side deploys, by its table or its scenario; none in a situation without either."""
    own: BattleOwn = view.own
    return _rings(own.zones or own.scenario, side)


def zone(view: State, side: str) -> Shape:
    """The whole area (mm) in which a side deploys; prepared."""
    return ground_of(rings(view, side))


def front_of(view: State, side: str) -> float:
    """The direction a side's units face when the battle begins: towards the other's area, to the nearest quarter."""
    areas = tuple((owner, ring) for owner in (side, *other_sides(view, side)) for ring in rings(view, owner))
    return facing_across(areas, side, view.table)


@cache
def _boxes(rings: tuple[Ring, ...]) -> tuple[tuple[float, float, float, float], ...]:
    """The upright rectangles among the polygons of a side's area: most bases lie wholly in one of them."""
    outlines = map(shapely.Polygon, rings)
    return tuple(o.bounds for o in outlines if abs(o.area - shapely.box(*o.bounds).area) < 1e-6)


def _outside(view: State, side: str, outlines: Sequence[Poly]) -> bool:
    """Whether any base sticks out of a side's area by more than counts as touching its edge."""
    low_x, low_y, high_x, high_y = box_of([p for outline in outlines for p in outline])
    boxes = _boxes(rings(view, side))
    if any(
        west <= low_x and south <= low_y and high_x <= east and high_y <= north for west, south, east, north in boxes
    ):
        return False
    area = zone(view, side)
    return any(float(shapely.area(shapely.difference(shapely.Polygon(o), area))) > OVERLAP for o in outlines)


def _forbidden(view: State, troops: Profile, way: Way, outlines: Sequence[Poly]) -> str:
    """The feature in which this type may not be placed, or "" (WMA-S14: artillery may be placed in a fortification)."""
    land = board(view).land
    kinds = data_files.load_terrain().values()
    barred = [k.id for k in kinds if not k.overlay and not k.allows(troops.type, deploying=True)]
    for shape in (shapely.Polygon(outline) for outline in outlines if way.terrain_in(outline, box_of(outline))):
        ground = land.terrain.ground(barred, land.overlays)
        shared = 0.0 if ground.is_empty else float(shapely.area(shapely.intersection(ground, shape)))
        found = land.blame(troops.type, shape) if MEASURES.overlapping(area=shared) else ""
        if found := found or land.barred_line(troops.type, shape):
            return found
    return ""


def place_bar(view: State, unit: str, poses: Sequence[Pose]) -> Bar | None:
    """Why a unit may not stand at these poses (of its stands in order) before the battle, or None."""
    thing = view.units[unit]
    if thing.own.character:
        return _token_bar(view, unit, poses[0])
    troops = profile(view, unit)
    wrong = arrangement_refusal(troops.footprint, dict(zip(thing.bases, poses, strict=True)))
    if wrong is not None:
        return Bar(wrong.text, wrong.clause)
    outlines = [rectangle(troops.footprint, pose) for pose in poses]
    if _outside(view, thing.side, outlines):
        return Bar(T("The unit must stand wholly in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    here = board(view)
    way = Way(here, troops.type, thing.side, unit)
    if not all(way.on_table(box_of(outline)) for outline in outlines):
        return Bar(T("The unit must stand on the table"), "WMA-S34")
    for outline in outlines:
        near = way.near(box_of(outline), ENEMY_GAP)
        if other := way.unit_in(outline, near):
            return Bar(T("The unit would overlap {unit}", unit=Thing(other)), "WMA-S05")
        for row in near:
            if int(here.sides[row]) != way.friendly and MEASURES.less_than(gap(outline, here.polys[row]), ENEMY_GAP):
                there = Thing(here.unit_of_row(row))
                text = T("The unit is too near to {unit}: at least {gap} is needed", unit=there, gap=Length(ENEMY_GAP))
                return Bar(text, "WMA-S05")
    if feature := _forbidden(view, troops, way, outlines):
        kind = data_files.load_troops()[troops.type].name
        return Bar(T("{type} may not stand in {feature}", type=Text(kind), feature=Thing(feature)), "WMA-TER-07")
    return None


def _token_bar(view: State, character: str, pose: Pose) -> Bar | None:
    """Why a character's token may not be placed with its point at a pose, or None."""
    thing = view.units[character]
    troops = profile(view, character)
    point = shapely.Point(pose.x, pose.y)
    if not shapely.intersects(zone(view, thing.side), point):
        return Bar(T("The character must stand in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    if shapely.contains_properly(board(view).land.bars(troops.type).area, point):
        clause = data_files.load_characters().mount(troops.mount).clauses[0]
        return Bar(T("The character may not stand in that terrain"), clause)
    return None


STEPS_MM = (5.0, 15.0, 30.0, 60.0)
BEARINGS = tuple(range(0, 360, 45))


def nearest_place(view: State, unit: str, poses: Sequence[Pose]) -> list[Pose] | None:
    """The same arrangement moved as little as may be to where it may stand, or None where nothing near is free.

    First the shift that brings it into the area, then short steps all round.
    """
    side = view.units[unit].side
    dx, dy = _inward(view, side, unit, poses)
    tries = [(dx, dy)] if dx or dy else []
    tries += [(dx + step * east, dy + step * north) for step in STEPS_MM for east, north in map(sin_cos, BEARINGS)]
    moved = ([rounded(shifted(pose, x, y)) for pose in poses] for x, y in tries)
    return next((there for there in moved if place_bar(view, unit, there) is None), None)


def _inward(view: State, side: str, unit: str, poses: Sequence[Pose]) -> Point:
    """The least shift (mm) that brings a unit's stands into the polygon of the area that is nearest to them."""
    shape, token = profile(view, unit).footprint, [(poses[0].x, poses[0].y)]
    covered = token if view.units[unit].own.character else [p for pose in poses for p in rectangle(shape, pose)]
    low_x, low_y, high_x, high_y = box_of(covered)
    shifts: list[Point] = []
    for ring in rings(view, side):
        west, south, east, north = box_of(ring)
        dx = max(west - low_x, 0.0) + min(east - high_x, 0.0)
        dy = max(south - low_y, 0.0) + min(north - high_y, 0.0)
        shifts.append((dx, dy))
    return min(shifts, key=lambda shift: abs(shift[0]) + abs(shift[1]))


Part = Literal["skirmish", "guns", "foot", "beasts", "reserve", "horse", "command"]
Placing = tuple[str, dict[str, Pose]]

DEPTH_MM: dict[Part, float] = {
    "skirmish": 15.0,
    "guns": 25.0,
    "foot": 70.0,
    "beasts": 75.0,
    "horse": 75.0,
    "reserve": 115.0,
    "command": 160.0,
}
GAP_MM = 10.0
OPEN_GAP_MM = 40.0
WING_GAP_MM = 30.0
STEP_MM = 20.0
MARGIN_MM = 10.0
ROW_MM = 40.0
FORT_MM = 25.0
SIDEWAYS = 12
"""Steps to the side that a unit rather takes than one to the rear: behind others it could not move."""


class Slot(msgspec.Struct, frozen=True):
    """Where a unit belongs: mm to the right of the middle of the front, and mm behind the front of the area."""

    aside: float
    behind: float


def part_of(troops: Profile) -> Part:
    """The part of the array in which troops stand."""
    rules: tuple[tuple[bool, Part], ...] = (
        (troops.character, "command"),
        (troops.artillery, "guns"),
        (troops.type == "elephants", "beasts"),
        (troops.mounted, "horse"),
        (troops.range is not None, "skirmish"),
        (troops.hits > 3, "reserve"),
    )
    return next((part for holds, part in rules if holds), "foot")


def _spread(view: State, units: Sequence[str], gap: float) -> dict[str, float]:
    """The middles of units (mm) in a centred row with a gap between neighbours."""
    at = -(sum(_width(view, u) for u in units) + gap * (len(units) - 1)) / 2.0
    found = {}
    for unit in units:
        width = _width(view, unit)
        found[unit] = at + width / 2.0
        at += width + gap
    return found


def _width(view: State, unit: str) -> float:
    troops = profile(view, unit)
    return troops.footprint.width * troops.stands


def _long(view: State, units: Iterable[str]) -> float:
    """How long a row of units is (mm), a gap after each."""
    return sum(_width(view, u) + GAP_MM for u in units)


def _depth(view: State, unit: str) -> float:
    return DEPTH_MM[part_of(profile(view, unit))]


class ZoneFront(NamedTuple):
    """A side's area: its middle, half its depth, its breadth (mm), the directions ahead and to the right."""

    middle: Point
    half: float
    breadth: float
    ahead: Point
    aside: Point


def front(view: State, side: str) -> ZoneFront:
    """The area of a side as its units see it when the battle begins."""
    low_x, low_y, high_x, high_y = zone(view, side).bounds
    facing = front_of(view, side)
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    wide, deep = high_x - low_x, high_y - low_y
    half, breadth = (abs(fx) * wide + abs(fy) * deep) / 2.0, abs(rx) * wide + abs(ry) * deep
    return ZoneFront(((low_x + high_x) / 2.0, (low_y + high_y) / 2.0), half, breadth, (fx, fy), (rx, ry))


def works(view: State, side: str) -> list[Shape]:
    """The fortifications that a side may man: those in its area."""
    return _works(land_of(view), zone(view, side))


@lru_cache(maxsize=32)
def _works(land: Land, area: Shape) -> list[Shape]:
    shapes = (land.terrain.geometry(f) for f in land.of_protection("fortified", "outside"))
    return [shape for shape in shapes if shapely.intersects(area, shape.centroid)]


def slots(view: State, side: str) -> dict[str, Slot]:
    """The slot of every unit and character of a side, in the order of the list."""
    room = front(view, side).breadth - 2 * MARGIN_MM
    parts: dict[Part, list[str]] = {part: [] for part in DEPTH_MM}
    for unit in view.units_of(side):
        parts[part_of(profile(view, unit.id))].append(unit.id)
    found = _garrison(view, side, parts)
    staff = 3 * max(abs(slot.aside) for slot in found.values()) if found else room
    found.update(_open_field(view, parts, room))
    found.update(_command(view, parts["command"], min(room, staff)))
    return {u.id: found[u.id] for u in view.units_of(side)}


def _open_field(view: State, parts: dict[Part, list[str]], room: float) -> dict[str, Slot]:
    """Skirmishers ahead of the line, beasts in its middle, guns at its ends, horse on its wings, the rest behind.

    Skirmishers go first, and clear the way; guns hardly move, and so stand before nobody of the line.
    """
    foot, wings, guns = list(parts["foot"]), parts["horse"], parts["guns"]
    left, right_wing = wings[1::2], wings[0::2]

    def row() -> list[str]:
        half = len(foot) // 2
        line = [*guns[1::2], *foot[:half], *parts["beasts"], *foot[half:], *guns[0::2]]
        return [*reversed(left), *line, *right_wing]

    reserve = list(parts["reserve"])
    while foot and _long(view, row()) + 2 * WING_GAP_MM > room:
        reserve.append(foot.pop())
    found: dict[str, Slot] = {}
    for unit, aside in _spread(view, row(), GAP_MM).items():
        wing = WING_GAP_MM if unit in right_wing else -WING_GAP_MM if unit in left else 0.0
        found[unit] = Slot(aside + wing, _depth(view, unit))
    found.update(_rows(view, parts["skirmish"], room, None))
    found.update(_rows(view, reserve, room, DEPTH_MM["reserve"]))
    return found


def _rows(view: State, units: list[str], room: float, depth: float | None) -> dict[str, Slot]:
    """Units in as many rows as they need, one behind the other; ``depth`` None takes that of each unit's part."""
    found: dict[str, Slot] = {}
    rows: list[list[str]] = [[]]
    for unit in units:
        if _long(view, (*rows[-1], unit)) > room:
            rows.append([])
        rows[-1].append(unit)
    for number, row in enumerate(rows):
        spare = room - sum(_width(view, u) for u in row)
        gap = min(OPEN_GAP_MM, max(GAP_MM, spare / max(len(row), 1)))
        for unit, aside in _spread(view, row, gap).items():
            found[unit] = Slot(aside, (_depth(view, unit) if depth is None else depth) + ROW_MM * number)
    return found


def _garrison(view: State, side: str, parts: dict[Part, list[str]]) -> dict[str, Slot]:
    """Foot and guns behind the ramparts, if the side's area holds any: missile troops in the middle of the front row.

    Units given a slot are taken out of ``parts``; mounted troops go behind the works.
    """
    fort = max(works(view, side), key=lambda shape: float(shape.area), default=None)
    if fort is None:
        return {}
    here, points = front(view, side), shapely.get_coordinates(fort)
    aside, ahead = (points - here.middle) @ here.aside, (points - here.middle) @ here.ahead
    centre, width = float(aside.max() + aside.min()) / 2.0, float(aside.max() - aside.min()) * 0.95
    edge, back = here.half - float(ahead.max()), here.half - float(ahead.min()) + 4 * ROW_MM
    found: dict[str, Slot] = {}
    foot = [*parts["foot"], *parts["reserve"]]
    first: list[str] = [*parts["skirmish"]]
    while foot and _long(view, (*first, foot[0])) <= width:
        first = [*first, foot.pop(0)] if len(first) % 2 else [foot.pop(0), *first]
    for number, row in enumerate((first, [*parts["guns"], *foot])):
        rows = _rows(view, row, max(width, 150.0), edge + FORT_MM + 2 * ROW_MM * number)
        found |= {unit: Slot(slot.aside + centre, slot.behind) for unit, slot in rows.items()}
    mounted = _spread(view, [*parts["horse"], *parts["beasts"]], OPEN_GAP_MM)
    found |= {unit: Slot(at + centre, back) for unit, at in mounted.items()}
    parts.update({part: [] for part in parts if part != "command"})
    return found


def _command(view: State, characters: list[str], room: float) -> dict[str, Slot]:
    """The General in the middle, Leaders behind the halves of the line, Officers behind the wings."""
    found = {}
    share = {"general": 0.0, "leader": 0.22, "officer": 0.34}
    seen: dict[str, int] = {}
    for character in characters:
        rank = profile(view, character).rank
        number = seen[rank] = seen.get(rank, 0) + 1
        hand = -1.0 if number % 2 else 1.0
        found[character] = Slot(hand * share[rank] * room * (1.0 - 0.3 * ((number - 1) // 2)), DEPTH_MM["command"])
    return found


_NEAREST = sorted(
    product(range(-80, 81), range(-9, 10)), key=lambda o: (abs(o[0]) + SIDEWAYS * abs(o[1]), abs(o[1]), o)
)
"""Offsets (aside, behind) in steps, nearest first; to the side before to the rear."""


def _tries(view: State, side: str, slot: Slot) -> Iterator[Point]:
    """Points (mm) about a slot, nearest first."""
    (mx, my), half, _, (fx, fy), (rx, ry) = front(view, side)
    area = zone(view, side)
    for aside, behind in _NEAREST:
        u = slot.aside + STEP_MM * aside
        v = half - slot.behind - STEP_MM * behind
        x, y = mx + u * rx + v * fx, my + u * ry + v * fy
        if shapely.intersects_xy(area, x, y):
            yield x, y


def place(view: State, unit: str) -> Placing | None:
    """A formation and poses for a unit that is not placed yet: at its slot, else as near to it as is free.

    None where nothing in the area is free.
    """
    thing = view.units[unit]
    slot = slots(view, thing.side)[unit]
    troops = profile(view, unit)
    facing = front_of(view, thing.side)
    for name in ("",) if troops.character else ("line", "column"):
        for point in _tries(view, thing.side, slot):
            poses = [rounded(Pose(*point, facing))]
            if name:
                poses = formations.formation_poses(name, troops.footprint, troops.stands, point, facing)
            if place_bar(view, unit, poses) is None:
                return name, dict(zip(thing.bases, poses, strict=True))
    return None
