"""Where units may be placed before the battle: a side's area, its front, and whether a unit may stand somewhere in it.

WMA-S34, WMA-SET-05, WMA-S05, WMA-S14, WMA-S41.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import shapely

from game.engine.decision import Bar
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.convex import Poly, box_of, gap, rectangle
from game.geometry.planar import Shape
from game.geometry.shapes import Point, Pose, rounded, shifted, sin_cos
from game.kit.deploy import Ring, facing_across, ground_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.field.formations import Way, arrangement_refusal
from rulesets.warmaster_ancients.field.scene import board
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
        return Bar(T("It must stand wholly in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    here = board(view)
    way = Way(here, troops.type, thing.side, unit)
    if not all(way.on_table(box_of(outline)) for outline in outlines):
        return Bar(T("It must stand on the table"), "WMA-S34")
    for outline in outlines:
        near = way.near(box_of(outline), ENEMY_GAP)
        if other := way.unit_in(outline, near):
            return Bar(T("It would overlap {unit}", unit=Thing(other)), "WMA-S05")
        for row in near:
            if int(here.sides[row]) != way.friendly and MEASURES.less_than(gap(outline, here.polys[row]), ENEMY_GAP):
                return Bar(T("It is too near to {unit}", unit=Thing(here.unit_of_row(row))), "WMA-S05")
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
        return Bar(T("He must stand in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    if shapely.contains_properly(board(view).land.bars(troops.type).area, point):
        clause = data_files.load_characters().mount(troops.mount).clauses[0]
        return Bar(T("He may not stand in that terrain"), clause)
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
