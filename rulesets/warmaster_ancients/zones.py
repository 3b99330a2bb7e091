"""Where units may be placed before the battle: a side's area, its front, and whether a unit may stand somewhere in it.

WMA-S34, WMA-SET-05, WMA-S05, WMA-S14, WMA-S41.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.bases import Bases
from game.geometry.planar import Shape
from game.geometry.shapes import Point, Pose, bearing
from rulesets.warmaster_ancients import data_files, formations
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, OVERLAP
from rulesets.warmaster_ancients.profiles import Profile, profile
from rulesets.warmaster_ancients.scene import board

Ring = tuple[Point, ...]


@cache
def rings(scenario: str, side: str) -> tuple[Ring, ...]:
    """The polygons (mm) in which a side deploys."""
    return tuple(area.points_mm for area in data_files.load_scenario(scenario).areas_of(side))


def rings_of(view: State, side: str) -> tuple[Ring, ...]:
    """The polygons in which a side deployed; none in a situation without a scenario."""
    name = view.own.scenario
    return rings(name, side) if name in data_files.scenarios() else ()


@cache
def zone(scenario: str, side: str) -> Shape:
    """The whole area (mm) in which a side deploys; prepared."""
    found = shapely.union_all([shapely.Polygon(ring) for ring in rings(scenario, side)])
    shapely.prepare(found)
    return found


@cache
def front(scenario: str, side: str, other: str) -> float:
    """The compass direction (a multiple of 90 degrees) from a side's area towards the other's."""
    own, enemy = zone(scenario, side).centroid, zone(scenario, other).centroid
    return round(bearing(enemy.x - own.x, enemy.y - own.y) / 90.0) % 4 * 90.0


def front_of(view: State, side: str) -> float:
    """The direction a side's units face when the battle begins."""
    return front(view.own.scenario, side, other_sides(view, side)[0])


def _outside(view: State, side: str, outlines: Sequence[Shape]) -> bool:
    area = zone(view.own.scenario, side)
    return any(
        not shapely.contains_properly(area, o) and shapely.area(shapely.difference(o, area)) > OVERLAP for o in outlines
    )


def _forbidden(view: State, troops: Profile, outlines: Sequence[Shape]) -> str:
    """The feature in which this type may not be placed, or "" (WMA-S14: artillery may be placed in a fortification)."""
    land = board(view).land
    kinds = data_files.load_terrain().values()
    barred = [k.id for k in kinds if not k.overlay and not k.allows(troops.type, deploying=True)]
    ground = land.terrain.ground(barred, land.overlays)
    for outline in outlines:
        if not ground.is_empty and shapely.intersects(ground, outline):
            shared = float(shapely.area(shapely.intersection(ground, outline)))
            if MEASURES.overlapping(area=shared):
                return land.blame(troops.type, outline)
        line = land.barred_line(troops.type, outline)
        if line:
            return line
    return ""


def place_bar(view: State, unit: str, poses: Sequence[Pose]) -> Bar | None:
    """Why a unit may not stand at these poses (of its stands in order) before the battle, or None."""
    thing = view.units[unit]
    if thing.own.character:
        return _token_bar(view, unit, poses[0])
    troops = profile(view, unit)
    if not formations.connected(troops.footprint, poses):
        return Bar(T("Its stands must form one connected group"), "WMA-S03")
    placed = Bases.of([troops.footprint] * len(poses), list(poses))
    outlines = placed.polygons.tolist()
    if _outside(view, thing.side, outlines):
        return Bar(T("It must stand wholly in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    here = board(view)
    if not bool(np.all(here.land.terrain.on_table(placed.corners))):
        return Bar(T("It must stand on the table"), "WMA-S34")
    if _shared_inside(placed) > OVERLAP:
        return Bar(T("Its stands overlap each other"), "WMA-S05")
    hits = here.scene.overlaps_of(placed, [b for b in thing.bases if b in here.scene.index], OVERLAP)
    if hits:
        return Bar(T("It would overlap {unit}", unit=Thing(here.scene.groups[here.scene.index[hits[0][1]]])), "WMA-S05")
    feature = _forbidden(view, troops, outlines)
    if feature:
        return Bar(
            T("{type} may not stand in {feature}", type=Text(_type_name(troops)), feature=Thing(feature)), "WMA-TER-07"
        )
    enemies = {u.id for u in view.units.values() if u.side != thing.side}
    near = here.scene.group_distances(placed, enemies, ENEMY_GAP)
    if near and MEASURES.less_than(near[0].distance, ENEMY_GAP):
        return Bar(T("It is too near to {unit}", unit=Thing(near[0].group)), "WMA-S05")
    return None


def _type_name(troops: Profile) -> str:
    return data_files.load_troops()[troops.type].name


def _shared_inside(bases: Bases) -> float:
    """The largest area (mm2) that two of some bases share."""
    polygons = bases.polygons
    most = 0.0
    for i in range(len(bases)):
        for j in range(i + 1, len(bases)):
            if shapely.intersects(polygons[i], polygons[j]):
                most = max(most, float(shapely.area(shapely.intersection(polygons[i], polygons[j]))))
    return most


def _token_bar(view: State, character: str, pose: Pose) -> Bar | None:
    """Why a character's token may not be placed with its point at a pose, or None."""
    thing = view.units[character]
    troops = profile(view, character)
    point = shapely.Point(pose.x, pose.y)
    if not shapely.intersects(zone(view.own.scenario, thing.side), point):
        return Bar(T("He must stand in the deployment area of {side}", side=Thing(thing.side)), "WMA-S34")
    land = board(view).land
    if shapely.contains_properly(land.barred(troops.type), point):
        return Bar(T("He may not stand in that terrain"), "WMA-CHR-03")
    return None


def box(scenario: str, side: str) -> tuple[float, float, float, float]:
    """The upright box (mm) of a side's deployment area."""
    low_x, low_y, high_x, high_y = zone(scenario, side).bounds
    return float(low_x), float(low_y), float(high_x), float(high_y)
