"""Tables of the players' own: what they may hold, the scenarios', what a battle takes from one (WMA-SET-05)."""

from __future__ import annotations

from game.engine.decision import Bar
from game.engine.ruleset import Problem
from game.engine.state import Feature, Table
from game.engine.table_plans import check as table_check
from game.engine.table_plans.outline import land_of, surface_of, zone_rings
from game.engine.table_plans.plan import Piece, TablePlan, Zone
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.data_scenario import Scenario
from rulesets.warmaster_ancients.data_types import MM_PER_CM
from rulesets.warmaster_ancients.own import ZoneOwn

RULESET_ID = "WMA"
SIDES = ("south", "north")
SIZES = ((180.0, 120.0), (120.0, 120.0), (120.0, 90.0), (240.0, 120.0))
"""Centimetres, the usual table first."""
ALONE = ("impassable", "buildings")
BANDS = {"road": 3.0, "shallow_river": 5.0, "deep_river": 6.5, "bridge": 6.0, "ford": 8.0}
"""Usual widths in centimetres."""


def rules() -> TableRules:
    """What tables may be."""
    kinds = tuple(
        TerrainKind(
            k.id,
            k.name,
            k.shape,
            "over" if k.overlay else "alone" if k.id in ALONE else "free",
            width=BANDS.get(k.id, 4.0),
        )
        for k in data_files.load_terrain().values()
        if k.id != "open"
    )
    return TableRules(RULESET_ID, SIDES, kinds, "areas", SIZES, 20.0)


def of_scenario(scenario: str) -> TablePlan:
    """The table of a scenario."""
    row = data_files.load_scenario(scenario)
    kinds = data_files.load_terrain()
    pieces = tuple(
        Piece(
            id=f.id,
            kind=f.kind,
            name="" if f.name == kinds[f.kind].name else f.name,
            shape="line" if f.line else "area",
            points=f.polygon or f.line,
        )
        for f in row.features
    )
    zones = tuple(Zone(side=a.side, points=a.polygon) for a in row.areas)
    size = (row.table.width_cm, row.table.depth_cm)
    return TablePlan(ruleset=RULESET_ID, name=row.name, size=size, zones=zones, pieces=pieces)


def faults(plan: TablePlan) -> list[TableFault]:
    """What is wrong with a table (WMA-SET-05, WMA-S34)."""
    return table_check.faults(plan, rules())


def land(plan: TablePlan) -> dict[str, Feature]:
    """The terrain in mm."""
    names = {k.id: k.name for k in data_files.load_terrain().values()}
    return land_of(plan, MM_PER_CM, names, {})


def surface(plan: TablePlan) -> Table:
    """The playing surface in mm."""
    return surface_of(plan, MM_PER_CM)


def zones(plan: TablePlan) -> tuple[ZoneOwn, ...]:
    """Where the sides deploy, in mm."""
    return zone_rings(plan, MM_PER_CM)


def bar_of_scenario(scenario: str) -> Bar | None:
    """Why a scenario is fought on its own table alone: history fixed it, or its aims lie on it (WMA-SET-05)."""
    row = data_files.load_scenario(scenario)
    if row.kind != "historical" and not row.objectives:
        return None
    text = T("This scenario is fought on its own table: choose another one, such as the open field")
    return Bar(text, "WMA-SET-05")


def problems(plan: TablePlan, scenario: Scenario) -> list[Problem]:
    """Why a scenario cannot be fought on a table (WMA-SET-05, WMA-SET-07)."""
    bar = bar_of_scenario(scenario.id)
    if bar is not None:
        return [Problem("table", bar.text, bar.clause)]
    return table_check.problems(faults(plan))
