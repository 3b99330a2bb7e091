"""Tables of the players' own: what they may hold, the scenarios', what a battle takes from one (WAB-S31)."""

from __future__ import annotations

from typing import Literal

from game.engine.table_plans.plan import TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from game.kit.army import tables as kit
from game.kit.army.setup import SIDES
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.deploy import data_scenario
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.measures import MM_PER_INCH

RULESET_ID = "WAB"
USUAL = (NUMBERS.table_width.value, NUMBERS.table_depth.value)
SIZES = (USUAL, (48.0, 48.0), (96.0, 48.0))
"""Inches, the usual table first (WAB-S31)."""
DEEP = NUMBERS.deployment.value
BANDS = {"road": 2.0, "water": 3.0}
"""Usual widths in inches."""


class Tables(kit.Tables):
    """What tables of the ranks are."""

    mm_per_unit = MM_PER_INCH
    kinds = staticmethod(kinds)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for k in kinds().values():
            lies: Literal["alone", "free"] = "alone" if k.rate == "impassable" else "free"
            rows.append(TerrainKind(k.id, k.name, k.shape, lies, width=BANDS.get(k.id, 2.0)))
        return TableRules(RULESET_ID, SIDES, tuple(rows), "strip", SIZES, DEEP)

    def of_scenario(self, scenario: str) -> TablePlan:
        """The table of a scenario."""
        row = data_scenario.load_scenario(scenario)
        pieces = tuple(map(self.piece, row.land().values()))
        size = (row.table.width, row.table.depth)
        return TablePlan(ruleset=RULESET_ID, name=row.name, size=size, zone_depth=row.deep, pieces=pieces)

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Zones and sizes that are not the usual ones (WAB-S31)."""
        found = []
        if not plan.zones and plan.zone_depth != DEEP:
            text = T("Deployment zones are usually {n} inches deep", n=DEEP)
            found.append(TableFault(text, zone="*", clause="WAB-S31", fatal=False))
        if plan.size != SIZES[0]:
            text = T("The usual table is {width} by {depth} inches", width=SIZES[0][0], depth=SIZES[0][1])
            found.append(TableFault(text, clause="WAB-S31", fatal=False))
        return found


TABLES = Tables()
