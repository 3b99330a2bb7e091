"""What is wrong with a table, whatever the system: off the table, crossing itself, on another's ground, no zones."""

from __future__ import annotations

import itertools

import shapely

from game.engine.files.toml_reading import DataError
from game.engine.ruleset import Problem
from game.engine.table_plans.document import Piece, Point, TablePlan, sound
from game.engine.table_plans.outline import ground_of, in_areas, on_table, outline
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T, Word
from game.geometry.planar import Shape

LEAST_ROOM = 0.35
"""Share of the usual zone below which a side is said to have little room."""
_SLACK = 0.01
"""How far, in the unit, something may reach beyond the edge; how far two pieces may reach into each other."""


def title(piece: Piece, rules: TableRules) -> Word:
    """What a piece is called."""
    kind = rules.kind(piece.kind)
    return Word(piece.name or (kind.name if kind is not None else piece.kind))


def faults(plan: TablePlan, rules: TableRules) -> list[TableFault]:
    """All that is wrong, piece by piece, then the zones."""
    if plan.ruleset != rules.ruleset:
        text = T("This table is for {ruleset}, not for {id}", ruleset=plan.ruleset, id=rules.ruleset)
        return [TableFault(text)]
    try:
        sound(plan, "table")
    except DataError as fault:
        return [TableFault(fault.message)]
    found: list[TableFault] = []
    ground: dict[str, Shape] = {}
    for piece in plan.pieces:
        wrong = _piece(piece, plan, rules)
        found += wrong
        if not wrong and piece.shape != "line":
            ground[piece.id] = shapely.Polygon(ground_of(piece, plan.size))
    found += _shared(plan, rules, ground)
    wrong = _areas(plan, rules) if in_areas(plan, rules) else _strips(plan)
    found += wrong or _room(plan, rules, ground)
    if not plan.pieces:
        found.append(TableFault(T("There is no terrain on the table"), fatal=False))
    return found


def _piece(piece: Piece, plan: TablePlan, rules: TableRules) -> list[TableFault]:
    name = title(piece, rules)
    kind = rules.kind(piece.kind)
    if kind is None:
        return [TableFault(T("{piece}: there is no terrain of the kind {kind}", piece=name, kind=piece.kind), piece.id)]
    if (kind.shape == "line") != (piece.shape == "line"):
        if kind.shape == "line":
            return [TableFault(T("{piece}: this is drawn as a line", piece=name), piece.id)]
        return [TableFault(T("{piece}: this needs a width or an outline", piece=name), piece.id)]
    if piece.height is not None and kind.height is None:
        return [TableFault(T("{piece}: this kind has no height of its own", piece=name), piece.id)]
    if piece.height is not None and not kind.heights[0] <= piece.height <= kind.heights[1]:
        text = T(
            "{piece}: its height must be {least} to {most}", piece=name, least=kind.heights[0], most=kind.heights[1]
        )
        return [TableFault(text, piece.id)]
    if piece.edges and kind.edges is None:
        return [TableFault(T("{piece}: nothing can lean on its edges", piece=name), piece.id)]
    ring = outline(piece)
    if piece.shape == "line":
        return _inside(piece, ring, plan, name)
    shape = shapely.Polygon(ring)
    if not shape.is_valid:
        text = T("{piece}: the outline crosses itself", piece=name)
        if piece.shape == "band":
            text = T("{piece}: a bend is too sharp for the width", piece=name)
        return [TableFault(text, piece.id)]
    if shape.area < _SLACK:
        return [TableFault(T("{piece}: the outline encloses no area", piece=name), piece.id)]
    if piece.shape == "band":
        parts = on_table(ring, plan.size)
        if len(parts) != 1:
            text = T("{piece}: this lies off the table", piece=name)
            if parts:
                text = T("{piece}: this leaves the table and comes back; divide it into two pieces", piece=name)
            return [TableFault(text, piece.id)]
        return []
    return _inside(piece, ring, plan, name)


def _inside(piece: Piece, ring: tuple[Point, ...], plan: TablePlan, name: Word) -> list[TableFault]:
    width, depth = plan.size
    out = [not (-_SLACK <= x <= width + _SLACK and -_SLACK <= y <= depth + _SLACK) for x, y in ring]
    if all(out):
        return [TableFault(T("{piece}: this lies off the table", piece=name), piece.id)]
    if any(out):
        return [TableFault(T("{piece}: a part lies off the table", piece=name), piece.id)]
    return []


def _shared(plan: TablePlan, rules: TableRules, ground: dict[str, Shape]) -> list[TableFault]:
    """Pieces on the same ground, where one of them cannot share it."""
    found = []
    rows: list[tuple[Piece, TerrainKind]] = []
    for piece in plan.pieces:
        kind = rules.kind(piece.kind)
        if piece.id in ground and kind is not None:
            rows.append((piece, kind))
    for (a, of_a), (b, of_b) in itertools.combinations(rows, 2):
        if "over" in (of_a.ground, of_b.ground) or "alone" not in (of_a.ground, of_b.ground):
            continue
        both = shapely.intersection(ground[a.id], ground[b.id])
        if both.is_empty or both.buffer(-_SLACK).is_empty:
            continue
        fatal = of_a.ground == of_b.ground
        text = T("{piece}, {other}: on the same ground", piece=title(b, rules), other=title(a, rules))
        found.append(TableFault(text, b.id, fatal=fatal))
    return found


def _strips(plan: TablePlan) -> list[TableFault]:
    if plan.zone_depth <= 0.0:
        return [TableFault(T("The deployment zones have no depth"), zone="*")]
    if 2.0 * plan.zone_depth > plan.size[1]:
        return [TableFault(T("The deployment zones overlap"), zone="*")]
    return []


def _areas(plan: TablePlan, rules: TableRules) -> list[TableFault]:
    found = []
    whole: dict[str, Shape] = {}
    for zone in plan.zones:
        if zone.side not in rules.sides:
            found.append(TableFault(T("There is no side {side}", side=zone.side), zone=zone.side))
    for side in rules.sides:
        name = Word(side.capitalize())
        zones = plan.zones_of(side)
        shapes = [shapely.Polygon(z.points) for z in zones]
        if not zones:
            found.append(TableFault(T("{side}: there is no deployment zone", side=name), zone=side))
        elif any(not s.is_valid or s.area < _SLACK for s in shapes):
            found.append(TableFault(T("{side}: the outline of a deployment zone crosses itself", side=name), zone=side))
        else:
            whole[side] = shapely.union_all(shapes)
            table = shapely.box(-_SLACK, -_SLACK, plan.size[0] + _SLACK, plan.size[1] + _SLACK)
            if not table.covers(whole[side]):
                text = T("{side}: a part of a deployment zone lies off the table", side=name)
                found.append(TableFault(text, zone=side))
    for a, b in itertools.combinations(sorted(whole), 2):
        if whole[a].intersection(whole[b]).area > _SLACK:
            found.append(TableFault(T("The deployment zones overlap"), zone="*"))
    return found


def _room(plan: TablePlan, rules: TableRules, ground: dict[str, Shape]) -> list[TableFault]:
    """Sides that have much less room than usual, what nobody stands on left out."""
    width, depth = plan.size
    usual = rules.sizes[0][0] * rules.zone_depth
    shut = [ground[p.id] for p in plan.pieces if p.id in ground and _alone(p, rules)]
    strips = (shapely.box(0.0, 0.0, width, plan.zone_depth), shapely.box(0.0, depth - plan.zone_depth, width, depth))
    found = []
    for number, side in enumerate(rules.sides):
        areas = [shapely.Polygon(z.points) for z in plan.zones_of(side)]
        zone = shapely.union_all(areas) if in_areas(plan, rules) else strips[number % 2]
        if shapely.difference(zone, shapely.union_all(shut)).area < LEAST_ROOM * usual:
            text = T("{side}: there is little room to deploy in", side=Word(side.capitalize()))
            found.append(TableFault(text, zone=side, fatal=False))
    return found


def _alone(piece: Piece, rules: TableRules) -> bool:
    kind = rules.kind(piece.kind)
    return kind is not None and kind.ground == "alone"


def problems(found: list[TableFault]) -> list[Problem]:
    """Faults as problems of a set-up."""
    return [Problem("table", f.text, f.clause, f.fatal) for f in found]
