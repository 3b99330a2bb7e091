"""Tables of the players' own: what they may hold, the scenarios', what a battle takes from one (WAB-S31)."""

from __future__ import annotations

from game.engine.ruleset import Problem
from game.engine.state import Feature, Table
from game.engine.table_plans import check as table_check
from game.engine.table_plans.outline import land_of, surface_of
from game.engine.table_plans.plan import Piece, TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.deploy import data_scenario
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.measures import MM_PER_INCH, inches

RULESET_ID = "WAB"
SIDES = ("south", "north")
USUAL = (NUMBERS.table_width.value, NUMBERS.table_depth.value)
SIZES = (USUAL, (48.0, 48.0), (96.0, 48.0))
"""Inches, the usual table first (WAB-S31)."""
DEEP = NUMBERS.deployment.value
BANDS = {"road": 2.0, "water": 3.0}
"""Usual widths in inches."""


def rules() -> TableRules:
    """What tables may be."""
    rows = tuple(
        TerrainKind(k.id, k.name, k.shape, "alone" if k.rate == "impassable" else "free", width=BANDS.get(k.id, 2.0))
        for k in kinds().values()
    )
    return TableRules(RULESET_ID, SIDES, rows, "strip", SIZES, DEEP)


def of_scenario(scenario: str) -> TablePlan:
    """The table of a scenario."""
    row = data_scenario.load_scenario(scenario)
    pieces = tuple(
        Piece(
            id=f.id,
            kind=f.kind,
            name="" if f.name == kinds()[f.kind].name else f.name,
            shape="line" if f.line else "area",
            points=tuple((round(inches(x), 3), round(inches(y), 3)) for x, y in f.points),
        )
        for f in row.land().values()
    )
    size = (row.table.width, row.table.depth)
    return TablePlan(ruleset=RULESET_ID, name=row.name, size=size, zone_depth=row.deep, pieces=pieces)


def faults(plan: TablePlan) -> list[TableFault]:
    """What is wrong with a table, or unusual about it (WAB-S31)."""
    found = table_check.faults(plan, rules())
    if not plan.zones and plan.zone_depth != DEEP:
        text = T("Deployment zones are usually {n} inches deep", n=DEEP)
        found.append(TableFault(text, zone="*", clause="WAB-S31", fatal=False))
    if plan.size != SIZES[0]:
        text = T("The usual table is {width} by {depth} inches", width=SIZES[0][0], depth=SIZES[0][1])
        found.append(TableFault(text, clause="WAB-S31", fatal=False))
    return found


def land(plan: TablePlan) -> dict[str, Feature]:
    """The terrain in mm."""
    return land_of(plan, MM_PER_INCH, {k.id: k.name for k in kinds().values()}, {})


def surface(plan: TablePlan) -> Table:
    """The playing surface in mm."""
    return surface_of(plan, MM_PER_INCH)


def problems(plan: TablePlan) -> list[Problem]:
    """Why no battle can be fought on a table."""
    return table_check.problems(faults(plan))
