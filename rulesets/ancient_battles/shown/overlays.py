"""Overlays: what may be shown about a thing on the table. Arcs, reach, charges, threats, ranges, the 12 inches of help.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.ruleset import Overlay, Shape
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.planar import Shape as Shaped
from game.geometry.shapes import Point, Pose, corners, forward, to_world
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.paths import front_after
from rulesets.ancient_battles.charge.solver import CHARGE_RATE, charge_reach, solve
from rulesets.ancient_battles.deploy import array, data_scenario
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import ARC, sight
from rulesets.ancient_battles.field.blocks import Block, block_of, quads
from rulesets.ancient_battles.field.touching import combats
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.move.marching import FAST, LONE_MARCH, MARCH
from rulesets.ancient_battles.nerve.leadership import COMMAND
from rulesets.ancient_battles.nerve.psychology import TERROR_REACH
from rulesets.ancient_battles.own import Facing
from rulesets.ancient_battles.shoot import missiles

FAR = inch(200.0)
"""mm: longer than any table."""
SHOWN = inch(12.0)
"""mm to which the rays of arcs are drawn."""
CURVE = 16
"""Edges of a quarter of a rounded outline: an eighth of a hundredth of its radius off, no more than is seen."""


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit or character, of a figure (its unit's), or of a side; or of these only some, by id."""
    if thing in view.bases:
        thing = view.bases[thing].unit
    if thing in view.sides:
        return (_zone(view, thing),)
    if thing not in view.units or not facts.alive(view, thing):
        return ()
    helpers = [c for c in (thing, *facts.characters_in(view, thing)) if _helps(view, c)]
    at = facts.host(view, thing) or thing
    shoots = missiles.weapon_of(view, at) is not None
    rows: tuple[tuple[str, bool, Callable[[State, str], Overlay], str], ...] = (
        *((_help_id(view, c), True, _command, c) for c in helpers),
        ("combat", facts.engaged(view, at), _combat, at),
        ("arcs", True, _arcs, at),
        ("reach", True, _reach, at),
        ("charges", True, _charges, at),
        ("threat", True, _threat, at),
        ("range", shoots, _range, at),
        ("targets", shoots, _targets, at),
        ("sight", True, _sight, at),
        ("terror", facts.causes(view, at, "terror"), _terror, at),
    )
    return tuple(made(view, who) for name, has, made, who in rows if has and (only is None or name in only))


# --- shapes ------------------------------------------------------------------------------------------------------


def _areas(shape: shapely.Geometry, role: str, text: Text | None = None) -> list[Shape]:
    """A geometry as areas, its holes left out."""
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon) and not p.is_empty]
    made = []
    for part in parts:
        points = tuple((round(x, 1), round(y, 1)) for x, y in shapely.get_coordinates(part.exterior)[:-1].tolist())
        made.append(Shape("area", role, points, text=text))  # type: ignore[arg-type]
    return made


def _away(at: Point, bearing: float, mm: float) -> Point:
    dx, dy = forward(bearing)
    return round(at[0] + dx * mm, 3), round(at[1] + dy * mm, 3)


def _front_corners(block: Block) -> tuple[Point, Point]:
    (lx, ly), (rx, ry) = block.corners[:2].tolist()
    return (lx, ly), (rx, ry)


def _cone(block: Block, far: float) -> shapely.Polygon:
    """The front arc out to a distance along its rays."""
    left, right = _front_corners(block)
    facing = block.front.facing
    return shapely.Polygon((left, _away(left, facing - ARC, far), _away(right, facing + ARC, far), right))


def _on_table(view: State, shape: Shaped) -> Shaped:
    """What of a shape lies on the table."""
    x0, y0, x1, y1 = shape.bounds
    if x0 >= 0.0 and y0 >= 0.0 and x1 <= view.table.width and y1 <= view.table.depth:
        return shape
    return shapely.intersection(shape, shapely.box(0.0, 0.0, view.table.width, view.table.depth))


def _about(view: State, unit: str, mm: float) -> Shaped:
    """All within a distance of a unit; worked out once for a unit however it is moved about as a whole."""
    four = quads(view, unit)
    home = four[0, 0]
    rows = tuple(map(tuple, np.round(four - home, 2).reshape(-1, 2).tolist()))
    return shapely.transform(_around(rows, mm), lambda points: points + home)


@lru_cache(maxsize=64)
def _around(points: tuple[tuple[float, float], ...], mm: float) -> Shaped:
    """All within a distance of some rectangles given by four corners each."""
    four = shapely.polygons(np.array(points).reshape(-1, 4, 2))
    return shapely.union_all(four).buffer(mm, quad_segs=CURVE)


# --- arcs and sight ----------------------------------------------------------------------------------------------


def _arcs(view: State, unit: str) -> Overlay:
    """The rays that part front, flanks and rear, and from where a charge would be one at the flank (WAB-S04)."""
    label = T("Arcs of {unit}", unit=Thing(unit))
    if facts.loose(view, unit) or own(view, unit).snake:
        said = T("sees all round and has only a front")
        return Overlay("arcs", label, (Shape("label", "sight", (facts.centre(view, unit),), text=said),))
    block = block_of(view, unit)
    facing, four = block.front.facing, [(float(x), float(y)) for x, y in block.corners.tolist()]
    shapes = [
        Shape("line", "sight", (four[0], _away(four[0], facing - ARC, SHOWN))),
        Shape("line", "sight", (four[1], _away(four[1], facing + ARC, SHOWN))),
        Shape("line", "measure", (four[2], _away(four[2], facing + 180.0 - ARC, SHOWN))),
        Shape("line", "measure", (four[3], _away(four[3], facing + 180.0 + ARC, SHOWN))),
    ]
    names: tuple[tuple[Text, Point], ...] = (
        (T("front"), (0.0, SHOWN / 2.0)),
        (T("right flank"), ((block.width + SHOWN) / 2.0, -block.depth / 2.0)),
        (T("rear"), (0.0, -block.depth - SHOWN / 2.0)),
        (T("left flank"), (-(block.width + SHOWN) / 2.0, -block.depth / 2.0)),
    )
    for k, (said, local) in enumerate(names):
        shapes.append(Shape("label", "measure" if k else "sight", (to_world(block.front, local),), text=said))
    return Overlay("arcs", label, tuple(shapes))


def _sight(view: State, unit: str) -> Overlay:
    """A line to every enemy: how far, or what hides it (WAB-S05)."""
    shapes = []
    for enemy in facts.enemies(view, unit):
        seen, culprits = sight(view, unit, enemy)
        ends = facts.closest(view, unit, enemy)
        if seen:
            said = T("{distance}", distance=Length(facts.gap(view, unit, enemy)))
            shapes.append(Shape("line", "sight", ends, text=said))
            continue
        said = T("hidden by {features}", features=[Thing(c) for c in culprits]) if culprits else T("not seen")
        shapes.append(Shape("line", "forbidden", ends, text=said))
    return Overlay("sight", T("Seen by {unit}", unit=Thing(unit)), tuple(shapes))


# --- moving ------------------------------------------------------------------------------------------------------


def paces(view: State, unit: str) -> tuple[tuple[Text, float], ...]:
    """The distances (mm) of a unit's ways of moving on open ground, by name: straight ahead, no enemy near."""
    rate = facts.rate(view, unit)
    rows = [(T("normal move"), rate)]
    if facts.lone(view, unit):
        rows.append((T("march"), rate * LONE_MARCH))
        return tuple(rows)
    slow = facts.skirmishers(view, unit) or facts.arm(view, unit) == "elephant"
    if profile(view, unit).row.musician and not slow:
        rows += [(T("march"), rate * MARCH), (T("fast march in march column"), rate * FAST)]
    return tuple(rows)


def _reach(view: State, unit: str) -> Overlay:
    """How far a unit comes straight ahead, or whoever moves freely in any direction."""
    shapes: list[Shape] = []
    block = None if facts.loose(view, unit) else block_of(view, unit)
    for name, mm in paces(view, unit):
        said = T("{way}: {length}", way=name, length=Length(mm))
        if block is None:
            shapes += _areas(_on_table(view, _about(view, unit, mm)), "reach", said)
            continue
        left, right = _front_corners(block)
        ends = (_away(left, block.front.facing, mm), _away(right, block.front.facing, mm))
        shapes.append(Shape("line", "reach", ends, text=said))
        shapes += [Shape("line", "reach", pair) for pair in zip((left, right), ends, strict=True)]
    return Overlay("reach", T("Reach of {unit}", unit=Thing(unit)), tuple(shapes))


def _ghost(view: State, unit: str, front: Pose) -> tuple[Point, ...]:
    block = block_of(view, unit).at(front)
    return tuple((float(x), float(y)) for x, y in block.corners.tolist())


def _charge_bar(view: State, unit: str, enemy: str) -> Bar | None:
    return declaring.no_charge(view, unit) or declaring.no_target(view, unit, enemy)


def _charges(view: State, unit: str) -> Overlay:
    """Where a unit comes to blows with each enemy whom it threatens, with what it has to spare; and why not (WAB-S11).

    Friends who have declared a charge are not in its way. Whoever is no target at all is told apart from who could be
    named, but would not be threatened.
    """
    shapes: list[Shape] = []
    limit = CHARGE_RATE * charge_reach(view, unit)
    for enemy in facts.enemies(view, unit):
        here = facts.centre(view, enemy)
        if facts.gap(view, unit, enemy) > limit:
            continue
        bar = _charge_bar(view, unit, enemy)
        if bar is None:
            found = solve(view, unit, enemy)
            if not found.reaches:
                found = solve(declaring.others_gone(view, unit), unit, enemy)
            way = found.best
            if found.bar is not None:
                bar = Bar(T("threatens nobody: {why}", why=found.bar.text), found.bar.clause)
            if bar is None and way is not None:
                if not facts.loose(view, unit):
                    ghost = _ghost(view, unit, front_after(block_of(view, unit), way))
                    shapes.append(Shape("ghost", "contact", ghost))
                said = T("reaches with {spare} to spare", spare=Length(max(0.0, found.spare)))
                shapes.append(Shape("label", "contact", (here,), text=said))
                shapes.append(Shape("line", "contact", facts.closest(view, unit, enemy)))
                continue
        if bar is not None:
            shapes.append(Shape("label", "forbidden", (here,), text=bar.text))
    return Overlay("charges", T("Charges of {unit}", unit=Thing(unit)), tuple(shapes))


EDGES: dict[Facing, Text] = {
    "front": T("to the front"),
    "left": T("to the left flank"),
    "right": T("to the right flank"),
    "rear": T("to the rear"),
}


def _threat(view: State, unit: str) -> Overlay:
    """The enemies that could charge this unit from where they stand, and the side they would hit (WAB-S04, WAB-S09)."""
    shapes = []
    for enemy in facts.enemies(view, unit):
        if facts.gap(view, unit, enemy) > charge_reach(view, enemy):
            continue
        if facts.fleeing(view, enemy) or facts.engaged(view, enemy) or declaring.no_target(view, enemy, unit):
            continue
        found = solve(view, enemy, unit)
        if found.reaches:
            said = T("{unit}: {edge}", unit=Thing(enemy), edge=EDGES[found.edge])
            shapes.append(Shape("line", "threat", facts.closest(view, enemy, unit), text=said))
    return Overlay("threat", T("Who may charge {unit}", unit=Thing(unit)), tuple(shapes))


def _terror(view: State, unit: str) -> Overlay:
    """The 8 inches within which a unit spreads Terror (WAB-TRR-03)."""
    area = _on_table(view, _about(view, unit, inch(TERROR_REACH)))
    said = T("Terror: {length}", length=Length(inch(TERROR_REACH)))
    return Overlay("terror", T("Terror of {unit}", unit=Thing(unit)), tuple(_areas(area, "threat", said)))


# --- shooting ----------------------------------------------------------------------------------------------------


def _range(view: State, unit: str) -> Overlay:
    """The field in which a unit may shoot, and the half of its range (WAB-S17, WAB-SHT-06, WAB-WPN-08)."""
    weapon = missiles.armed(view, unit)
    shapes: list[Shape] = []
    for mm in sorted({inch(weapon.range), inch(weapon.range) / 2.0}, reverse=True):
        said = T("{length}", length=Length(mm))
        if facts.loose(view, unit):
            field = _about(view, unit, mm)
        else:
            block = block_of(view, unit)
            edge = shapely.LineString(_front_corners(block))
            field = shapely.intersection(edge.buffer(mm, quad_segs=CURVE), _cone(block, FAR))
        role = "sight" if mm == inch(weapon.range) else "measure"
        shapes += _areas(_on_table(view, field), role, said)
    return Overlay("range", T("Range of {unit}", unit=Thing(unit)), tuple(shapes))


def _targets(view: State, unit: str) -> Overlay:
    """Whom a unit may shoot at now with what is needed to hit, and why not the others (WAB-SHT-04)."""
    shapes: list[Shape] = []
    bar = missiles.silent(view, unit)
    if bar is not None:
        shapes.append(Shape("label", "forbidden", (facts.centre(view, unit),), text=bar.text))
    far = inch(missiles.armed(view, unit).range) + MM_PER_INCH * 4.0
    for enemy in facts.enemies(view, unit):
        if facts.gap(view, unit, enemy) > far:
            continue
        ends = facts.closest(view, unit, enemy)
        why = missiles.spared(view, unit, enemy)
        if why is not None:
            shapes.append(Shape("line", "forbidden", ends, text=why.text))
            continue
        mm = missiles.distance(view, unit, enemy)
        need = missiles.to_hit(view, unit, enemy, mm)
        said = T("{unit}: {distance}, {need}+", unit=Thing(enemy), distance=Length(mm), need=int(need.total))
        shapes.append(Shape("line", "sight", ends, text=said))
    return Overlay("targets", T("Targets of {unit}", unit=Thing(unit)), tuple(shapes))


# --- close combat ------------------------------------------------------------------------------------------------


def _combat(view: State, unit: str) -> Overlay:
    """The combat a unit is in: who may strike whom, with how many dice, what hits (WAB-CMB-01, WAB-S20)."""
    group = next((g for g in combats(view) if unit in g), (unit,))
    shapes: list[Shape] = []
    for corps in strikes.corps_of(view, group):
        for model, marks in corps.marks.items():
            pose = view.bases[model].pose
            if pose is None:
                continue
            at = (pose.x, pose.y)
            tip = to_world(pose, (0.0, view.bases[model].shape.depth / 2.0))
            dice = int(strikes.attacks(view, corps.unit, 1).total)
            need = int(strikes.hit_need(view, corps.unit, marks[0]).total)
            shapes.append(Shape("line", "contact", (at, tip)))
            shapes.append(Shape("label", "contact", (at,), text=T("{dice} at {need}+", dice=dice, need=need)))
    for one in group:
        if engagement.momentum(view, one, group):
            said = T("momentum")
            shapes.append(Shape("label", "measure", (facts.centre(view, one),), text=said))
    return Overlay("combat", T("The combat of {unit}", unit=Thing(unit)), tuple(shapes))


# --- General and battle standard ---------------------------------------------------------------------------------


def _helps(view: State, unit: str) -> bool:
    return profile(view, unit).row.character in ("general", "standard")


def _help_id(view: State, character: str) -> str:
    """The overlay of what a character lends: "command" of the General, "standard" of the battle standard."""
    return "command" if profile(view, character).row.character == "general" else "standard"


def _command(view: State, character: str) -> Overlay:
    """The 12 inches in which the General lends his Leadership or the standard its re-roll (WAB-CMD-01, WAB-CMD-02)."""
    base = view.bases_of(character)[0]
    assert base.pose is not None
    area = shapely.Polygon(corners(base.shape, base.pose)).buffer(inch(COMMAND))
    name = _help_id(view, character)
    label = T("Leadership of {unit}", unit=Thing(character)) if name == "command" else T("Battle standard")
    said = T("{length}", length=Length(inch(COMMAND)))
    shapes = _areas(_on_table(view, area), "command", said)
    return Overlay(name, label, tuple(shapes))


def _zone(view: State, side: str) -> Overlay:
    """The depth of table in which a side deploys (WAB-S31)."""
    label = T("Deployment area of {side}", side=Thing(side))
    if view.own.scenario not in data_scenario.scenarios():
        return Overlay("zone", label, ())
    return Overlay("zone", label, tuple(Shape("area", "zone", ring) for ring in array.zone(view, side)))
