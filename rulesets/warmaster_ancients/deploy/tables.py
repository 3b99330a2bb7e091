"""Tables of the players' own: what they may hold, the scenarios', what a battle takes from one (WMA-SET-05)."""

from __future__ import annotations

from typing import Literal

from game.engine.decision import Bar
from game.engine.table_plans.plan import TablePlan, Zone
from game.engine.table_plans.rules import TableRules, TerrainKind
from game.engine.text import T
from game.kit.army import tables as kit
from game.kit.army.setup import SIDES
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.data_types import MM_PER_CM

RULESET_ID = "WMA"
SIZES = ((180.0, 120.0), (120.0, 120.0), (120.0, 90.0), (240.0, 120.0))
"""Centimetres, the usual table first."""
ALONE = ("impassable", "buildings")
Ground = Literal["over", "alone", "free"]
BANDS = {"road": 3.0, "shallow_river": 5.0, "deep_river": 6.5, "bridge": 6.0, "ford": 8.0}
"""Usual widths in centimetres."""


class Tables(kit.Tables):
    """What tables of the ancients are."""

    mm_per_unit = MM_PER_CM
    kinds = staticmethod(data_files.load_terrain)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for k in data_files.load_terrain().values():
            if k.id != "open":
                lies: Ground = "over" if k.overlay else "alone" if k.id in ALONE else "free"
                rows.append(TerrainKind(k.id, k.name, k.shape, lies, width=BANDS.get(k.id, 4.0)))
        return TableRules(RULESET_ID, SIDES, tuple(rows), "areas", SIZES, 20.0)

    def of_scenario(self, scenario: str) -> TablePlan:
        """The table of a scenario."""
        row = data_files.load_scenario(scenario)
        pieces = tuple(self.piece(f.on_table) for f in row.features)
        zones = tuple(Zone(side=a.side, points=a.polygon) for a in row.areas)
        size = (row.table.width_cm, row.table.depth_cm)
        return TablePlan(ruleset=RULESET_ID, name=row.name, size=size, zones=zones, pieces=pieces)

    def bar_of_scenario(self, scenario: str) -> Bar | None:
        """Why a scenario is fought on its own table alone: history fixed it, or its aims lie on it (WMA-SET-05)."""
        row = data_files.load_scenario(scenario)
        if row.kind != "historical" and not row.objectives:
            return None
        text = T("This scenario is fought on its own table: choose another one, such as the open field")
        return Bar(text, "WMA-SET-05")


TABLES = Tables()
