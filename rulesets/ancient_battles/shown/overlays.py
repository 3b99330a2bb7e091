"""Overlays: what may be shown about a thing on the table. Arcs, reach, charges, threats, ranges, the 12 inches of help.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np
import shapely

from game.engine.ruleset import Overlay, Role, Shape
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.planar import Shape as Shaped
from game.geometry.shapes import Point, corners, forward, to_world
from game.kit import situation
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, areas, deployment_area, drawn, ghost, label, line, sight_line
from game.kit.shown.words import measured
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.solver import CHARGE_RATE, charge_reach, front_after, solve
from rulesets.ancient_battles.deploy import deployment, setup
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import ARC, sight
from rulesets.ancient_battles.field.blocks import Block, block_of, quads
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.move.plans import FAST, LONE_MARCH, MARCH
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

HELP = {"general": ("command", T("Leadership of {unit}")), "standard": ("standard", T("Battle standard"))}
"""What a leader lends to those about him."""


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit or character, of a figure (its unit's), or of a side; or of these only some, by id."""
    return by_kind(view, thing, {"unit": lambda v, t: drawn(v, t, _rows(v, t), only), "side": _zone}) or ()


def _rows(view: State, thing: str) -> tuple[Row, ...]:
    """What there is of a unit, or of the one that a character stands in; the help of characters before it."""
    if not situation.on_table(view, thing):
        return ()
    at = facts.host(view, thing) or thing
    shoots = missiles.weapon_of(view, at) is not None
    leads = {c: profile(view, c).row.character for c in (thing, *facts.characters_in(view, thing))}
    return (
        *(Row(*HELP[lead], _command, of=c) for c, lead in leads.items() if lead in HELP),
        Row("combat", T("The combat of {unit}"), _combat, facts.engaged(view, at), at),
        Row("arcs", T("Arcs of {unit}"), _arcs, of=at),
        Row("reach", T("Reach of {unit}"), _reach, of=at),
        Row("charges", T("Charges of {unit}"), _charges, of=at),
        Row("threat", T("Possible chargers of {unit}"), _threat, of=at),
        Row("range", T("Range of {unit}"), _range, shoots, at),
        Row("targets", T("Targets of {unit}"), _targets, shoots, at),
        Row("sight", T("Seen by {unit}"), _sight, of=at),
        Row("terror", T("Terror of {unit}"), _terror, facts.causes(view, at, "terror"), at),
    )


def _areas(view: State, shape: Shaped, role: Role, text: Text) -> Iterator[Shape]:
    """What of a geometry lies on the table, as areas, their holes left out."""
    parts = [p for p in shapely.get_parts(_on_table(view, shape)) if isinstance(p, shapely.Polygon) and not p.is_empty]
    rings = (shapely.get_coordinates(p.exterior)[:-1].tolist() for p in parts)
    return areas(role, (tuple((round(x, 1), round(y, 1)) for x, y in ring) for ring in rings), text)


def _away(at: Point, bearing: float, mm: float) -> Point:
    dx, dy = forward(bearing)
    return round(at[0] + dx * mm, 3), round(at[1] + dy * mm, 3)


def _front_corners(block: Block) -> tuple[Point, Point]:
    (lx, ly), (rx, ry) = block.corners[:2].tolist()
    return (lx, ly), (rx, ry)


def _on_table(view: State, shape: Shaped) -> Shaped:
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


def _arcs(view: State, unit: str) -> Iterator[Shape]:
    """The rays that part front, flanks and rear, and from where a charge would be one at the flank (WAB-S04)."""
    if facts.loose(view, unit) or own(view, unit).snake:
        yield label("sight", facts.centre(view, unit), T("sees all round and has only a front"))
        return
    block = block_of(view, unit)
    facing = block.front.facing
    rays = (facing - ARC, facing + ARC, facing + 180.0 - ARC, facing + 180.0 + ARC)
    for k, ((x, y), ray) in enumerate(zip(block.corners.tolist(), rays, strict=True)):
        yield line("sight" if k < 2 else "measure", ((x, y), _away((x, y), ray, SHOWN)))
    aside = (block.width + SHOWN) / 2.0
    names: tuple[tuple[Text, Point], ...] = (
        (T("front"), (0.0, SHOWN / 2.0)),
        (T("right flank"), (aside, -block.depth / 2.0)),
        (T("rear"), (0.0, -block.depth - SHOWN / 2.0)),
        (T("left flank"), (-aside, -block.depth / 2.0)),
    )
    for k, (said, local) in enumerate(names):
        yield label("measure" if k else "sight", to_world(block.front, local), said)


def _sight(view: State, unit: str) -> Iterator[Shape]:
    """A line to every enemy: how far, or what hides it (WAB-S05)."""
    for enemy in facts.foes(view, unit):
        seen, culprits = sight(view, unit, enemy)
        yield sight_line(facts.closest(view, unit, enemy), facts.gap(view, unit, enemy), None if seen else culprits)


def paces(view: State, unit: str) -> tuple[tuple[Text, float], ...]:
    """The distances (mm) of a unit's ways of moving on open ground, by name: straight ahead, no enemy near."""
    rate = facts.rate(view, unit)
    usual = (T("normal move"), rate)
    if facts.lone(view, unit):
        return usual, (T("march"), rate * LONE_MARCH)
    slow = facts.skirmishers(view, unit) or facts.arm(view, unit) == "elephant"
    if slow or not profile(view, unit).row.musician:
        return (usual,)
    return usual, (T("march"), rate * MARCH), (T("fast march in march column"), rate * FAST)


def _reach(view: State, unit: str) -> Iterator[Shape]:
    """How far a unit comes straight ahead, or whoever moves freely in any direction."""
    for name, mm in paces(view, unit):
        said = T("{way}: {length}", way=name, length=Length(mm))
        if facts.loose(view, unit):
            yield from _areas(view, _about(view, unit, mm), "reach", said)
            continue
        block = block_of(view, unit)
        starts = _front_corners(block)
        ends = [_away(start, block.front.facing, mm) for start in starts]
        yield line("reach", ends, said)
        yield from (line("reach", way) for way in zip(starts, ends, strict=True))


def _charges(view: State, unit: str) -> Iterator[Shape]:
    """Where a unit comes to blows with each enemy whom it threatens, with what it has to spare; and why not (WAB-S11).

    Friends who have declared a charge are not in its way. Whoever is no target at all is told apart from who could be
    named, but would not be threatened.
    """
    limit = CHARGE_RATE * charge_reach(view, unit)
    for enemy in (e for e in facts.foes(view, unit) if facts.gap(view, unit, e) <= limit):
        here = facts.centre(view, enemy)
        bar = declaring.no_charge(view, unit) or declaring.no_target(view, unit, enemy)
        if bar is not None:
            yield label("forbidden", here, bar.text)
            continue
        found = solve(view, unit, enemy)
        if not found.reaches:
            found = solve(declaring.others_gone(view, unit), unit, enemy)
        if found.bar is not None:
            yield label("forbidden", here, T("threatens no enemy: {why}", why=found.bar.text))
        elif found.best is not None:
            if not facts.loose(view, unit):
                block = block_of(view, unit)
                yield ghost("contact", [(x, y) for x, y in block.at(front_after(block, found.best)).corners.tolist()])
            yield label("contact", here, T("reaches with {spare} to spare", spare=Length(max(0.0, found.spare))))
            yield line("contact", facts.closest(view, unit, enemy))


EDGES: dict[Facing, Text] = {
    "front": T("to the front"),
    "left": T("to the left flank"),
    "right": T("to the right flank"),
    "rear": T("to the rear"),
}


def _threat(view: State, unit: str) -> Iterator[Shape]:
    """The enemies that could charge this unit from where they stand, and the side they would hit (WAB-S04, WAB-S09)."""
    for enemy in (e for e in facts.foes(view, unit) if facts.gap(view, unit, e) <= charge_reach(view, e)):
        if facts.fleeing(view, enemy) or facts.engaged(view, enemy) or declaring.no_target(view, enemy, unit):
            continue
        found = solve(view, enemy, unit)
        if found.reaches:
            said = T("{unit}: {edge}", unit=Thing(enemy), edge=EDGES[found.edge])
            yield line("threat", facts.closest(view, enemy, unit), said)


def _terror(view: State, unit: str) -> Iterator[Shape]:
    """The 8 inches within which a unit spreads Terror (WAB-TRR-03)."""
    reach = inch(TERROR_REACH)
    return _areas(view, _about(view, unit, reach), "threat", T("Terror: {length}", length=Length(reach)))


def _range(view: State, unit: str) -> Iterator[Shape]:
    """The field in which a unit may shoot, and the half of its range (WAB-S17, WAB-SHT-06, WAB-WPN-08)."""
    whole = inch(missiles.armed(view, unit).range)
    for mm in sorted({whole, whole / 2.0}, reverse=True):
        if facts.loose(view, unit):
            field = _about(view, unit, mm)
        else:
            block = block_of(view, unit)
            (left, right), facing = _front_corners(block), block.front.facing
            cone = shapely.Polygon((left, _away(left, facing - ARC, FAR), _away(right, facing + ARC, FAR), right))
            field = shapely.intersection(shapely.LineString((left, right)).buffer(mm, quad_segs=CURVE), cone)
        yield from _areas(view, field, "sight" if mm == whole else "measure", measured(mm))


def _targets(view: State, unit: str) -> Iterator[Shape]:
    """Whom a unit may shoot at now with what is needed to hit, and why not the others (WAB-SHT-04)."""
    if (bar := missiles.silent(view, unit)) is not None:
        yield label("forbidden", facts.centre(view, unit), bar.text)
    far = inch(missiles.armed(view, unit).range) + MM_PER_INCH * 4.0
    for enemy in (e for e in facts.foes(view, unit) if facts.gap(view, unit, e) <= far):
        ends = facts.closest(view, unit, enemy)
        if (why := missiles.spared(view, unit, enemy)) is not None:
            yield line("forbidden", ends, why.text)
            continue
        mm = missiles.distance(view, unit, enemy)
        need = int(missiles.to_hit(view, unit, enemy, mm).total)
        yield line("sight", ends, T("{unit}: {distance}, {need}+", unit=Thing(enemy), distance=Length(mm), need=need))


def _combat(view: State, unit: str) -> Iterator[Shape]:
    """The combat a unit is in: who may strike whom, with how many dice, what hits (WAB-CMB-01, WAB-S20)."""
    group = engagement.group_of(view, unit) or (unit,)
    for corps in strikes.corps_of(view, group):
        for model, marks in corps.marks.items():
            if (pose := view.bases[model].pose) is None:
                continue
            at, dice = (pose.x, pose.y), int(strikes.attacks(view, corps.unit, 1).total)
            need = int(strikes.hit_need(view, corps.unit, marks[0]).total)
            yield line("contact", (at, to_world(pose, (0.0, view.bases[model].shape.depth / 2.0))))
            yield label("contact", at, T("{dice} at {need}+", dice=dice, need=need))
    for one in group:
        if engagement.momentum(view, one, group):
            yield label("measure", facts.centre(view, one), T("momentum"))


def _command(view: State, character: str) -> Iterator[Shape]:
    """The 12 inches in which the General lends his Leadership or the standard its re-roll (WAB-CMD-01, WAB-CMD-02)."""
    base = view.bases_of(character)[0]
    assert base.pose is not None
    area = shapely.Polygon(corners(base.shape, base.pose)).buffer(inch(COMMAND))
    return _areas(view, area, "command", measured(inch(COMMAND)))


def _zone(view: State, side: str) -> tuple[Overlay, ...]:
    """The depth of table in which a side deploys (WAB-S31)."""
    return deployment_area(side, deployment.zone(view, side) if view.own.scenario in setup.scenarios() else ())
