"""Tables of the players' own: what they may hold, the scenarios' as such, and what a battle takes from one.

AFS-TBL-01 to AFS-TBL-03, AFS-R55, AFS-S02, AFS-S09.
"""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from msgspec.structs import replace

from game.engine.ruleset import Problem
from game.engine.state import Feature, Table
from game.engine.table_plans import check as table_check
from game.engine.table_plans.outline import land_of, surface_of, zone_rings
from game.engine.table_plans.plan import Piece, TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from game.geometry.mapmaker import MapError
from game.geometry.planar import Shape as Planar
from rulesets.age_of_fantasy_skirmish.deploy import data_maps
from rulesets.age_of_fantasy_skirmish.deploy.data_scenario import load_scenario
from rulesets.age_of_fantasy_skirmish.field.data_terrain import kinds
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch
from rulesets.age_of_fantasy_skirmish.own import PieceOwn

RULESET_ID = "AFS"
SIDES = ("south", "north")
SIZES = ((48.0, 48.0), (36.0, 48.0), (72.0, 48.0))
"""Inches, the usual table first (AFS-TBL-01)."""
DEEP = 12.0
BANDS = {"wall": 0.5, "hedge": 0.5}
"""Usual widths in inches."""
HIGHEST = 24.0


def rules() -> TableRules:
    """What tables may be."""
    rows = []
    for kind in kinds().values():
        least, most = (-HIGHEST, -0.1) if kind.shape == "pit" else (0.1 if kind.sight else 0.0, HIGHEST)
        alone = kind.shape in ("top", "wall", "pit")
        ladder = T("Ladder") if kind.shape == "top" else None
        width = BANDS.get(kind.id, 3.0)
        rows.append(
            TerrainKind(
                kind.id, kind.name, "area", "alone" if alone else "free", kind.height, (least, most), ladder, width
            )
        )
    return TableRules(RULESET_ID, SIDES, tuple(rows), "strip", SIZES, DEEP, makes=True, grid=0.5)


def of_scenario(scenario: str) -> TablePlan | None:
    """The table of a scenario, None where it is made anew for every battle."""
    row = load_scenario(scenario)
    if not row.map:
        return None
    drawn = data_maps.load_map(row.map)
    return _plan(drawn.features, drawn.table, row.table.zone_in, row.name)


def made(size: tuple[float, float], number: str) -> TablePlan:
    """A table made from a number, legal for a standard game. Raises ValueError with a sentence."""
    table = Table(inch(size[0]), inch(size[1]))
    try:
        found = data_maps.generated(table, inch(DEEP), number, symmetric=True)
    except MapError as error:
        raise ValueError(str(error)) from None
    return _plan(found, size, DEEP, f"Map {number}")


def _plan(found: Mapping[str, Feature], size: tuple[float, float], deep: float, name: str) -> TablePlan:
    pieces = []
    for f in found.values():
        kind = kinds()[f.kind]
        height = round(f.height / MM_PER_INCH, 3)
        piece = Piece(
            id=f.id,
            kind=f.kind,
            name="" if f.name == kind.name else f.name,
            points=tuple((round(x / MM_PER_INCH, 3), round(y / MM_PER_INCH, 3)) for x, y in f.points),
            height=None if height == kind.height else height,
            edges=f.own.ladders if f.own is not None else (),
        )
        pieces.append(piece)
    return TablePlan(ruleset=RULESET_ID, name=name, size=size, zone_depth=deep, pieces=tuple(pieces))


def faults(plan: TablePlan) -> list[TableFault]:
    """What is wrong with a table: terrain, zones, number of pieces, a way across (AFS-TBL-02, AFS-TBL-03, AFS-R55)."""
    found = table_check.faults(plan, rules())
    if any(f.fatal for f in found):
        return [*found, *_bars(plan)]
    found += _bars(plan)
    if not data_maps.reachable(land(plan), surface(plan), inch(plan.zone_depth), areas(plan)):
        text = T("The largest bases find no way on the ground from zone to zone")
        found.append(TableFault(text, zone="*", clause="AFS-S03", fatal=False))
    return found


def areas(plan: TablePlan) -> tuple[Planar, ...]:
    """The zones (mm) of both sides, none where they are strips or one is missing."""
    rings = zone_rings(plan, MM_PER_INCH)
    found = [shapely.union_all([shapely.Polygon(r) for owner, r in rings if owner == side]) for side in SIDES]
    return tuple(found) if all(not f.is_empty for f in found) else ()


def _bars(plan: TablePlan) -> list[TableFault]:
    bar = data_maps.bar_of(land(plan), surface(plan), inch(plan.zone_depth), areas(plan))
    if bar is None:
        return []
    return [TableFault(bar.text, zone="*" if bar.clause == "AFS-TBL-03" else "", clause=bar.clause)]


def land(plan: TablePlan) -> dict[str, Feature]:
    """The terrain in mm, with its heights and ladders."""
    heights = {k.id: k.height for k in kinds().values()}
    plain = land_of(plan, MM_PER_INCH, {k.id: k.name for k in kinds().values()}, heights)
    edges = {p.id: p.edges for p in plan.pieces}
    return {i: replace(f, own=PieceOwn(edges[i])) for i, f in plain.items()}


def surface(plan: TablePlan) -> Table:
    """The playing surface in mm."""
    return surface_of(plan, MM_PER_INCH)


def problems(plan: TablePlan) -> list[Problem]:
    """Why no battle can be fought on a table."""
    return table_check.problems(faults(plan))
