"""Tables of the players' own: what they may hold, the scenarios' as such, and what a battle takes from one.

AFS-TBL-01 to AFS-TBL-03, AFS-R55, AFS-S02, AFS-S09.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from game.engine.state import Feature, Table
from game.engine.table_plans.plan import TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from game.geometry.mapmaker import MapError
from game.geometry.planar import Shape as Planar
from game.kit.army import tables as kit
from game.kit.army.setup import SIDES
from game.kit.deploy import ground_of
from rulesets.age_of_fantasy_skirmish.deploy import data_maps
from rulesets.age_of_fantasy_skirmish.deploy.data_scenario import load_scenario
from rulesets.age_of_fantasy_skirmish.field.ground import kinds
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch
from rulesets.age_of_fantasy_skirmish.own import PieceOwn

RULESET_ID = "AFS"
SIZES = ((48.0, 48.0), (36.0, 48.0), (72.0, 48.0))
"""Inches, the usual table first (AFS-TBL-01)."""
DEEP = 12.0
BANDS = {"wall": 0.5, "hedge": 0.5}
"""Usual widths in inches."""
HIGHEST = 24.0


class Tables(kit.Tables):
    """What tables of the skirmish are."""

    mm_per_unit = MM_PER_INCH
    kinds = staticmethod(kinds)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for kind in kinds().values():
            lies: Literal["alone", "free"] = "alone" if kind.shape in ("top", "wall", "pit") else "free"
            heights = (-HIGHEST, -0.1) if kind.shape == "pit" else (0.1 if kind.sight else 0.0, HIGHEST)
            ladder = T("Ladder") if kind.shape == "top" else None
            width = BANDS.get(kind.id, 3.0)
            rows.append(TerrainKind(kind.id, kind.name, "area", lies, kind.height, heights, ladder, width))
        return TableRules(RULESET_ID, SIDES, tuple(rows), "strip", SIZES, DEEP, makes=True, grid=0.5)

    def of_scenario(self, scenario: str) -> TablePlan | None:
        """The table of a scenario, None where it is made anew for every battle."""
        row = load_scenario(scenario)
        if not row.map:
            return None
        drawn = data_maps.load_map(row.map)
        return self._plan(drawn.features, drawn.table, row.table.zone_in, row.name)

    def made(self, size: tuple[float, float], number: str) -> TablePlan:
        """A table made from a number, legal for a standard game. Raises ValueError with a sentence."""
        table = Table(inch(size[0]), inch(size[1]))
        try:
            found = data_maps.generated(table, inch(DEEP), number, symmetric=True)
        except MapError as error:
            raise ValueError(str(error)) from None
        return self._plan(found, size, DEEP, f"Map {number}")

    def _plan(self, found: Mapping[str, Feature], size: tuple[float, float], deep: float, name: str) -> TablePlan:
        pieces = []
        for f in found.values():
            height = round(f.height / MM_PER_INCH, 3)
            own = {"height": None if height == kinds()[f.kind].height else height}
            pieces.append(self.piece(f, **own, edges=f.own.ladders if f.own is not None else ()))
        return TablePlan(ruleset=RULESET_ID, name=name, size=size, zone_depth=deep, pieces=tuple(pieces))

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Number of pieces, distance of the zones, a way across (AFS-TBL-02, AFS-TBL-03, AFS-R55)."""
        reach = (self.land(plan), self.surface(plan), inch(plan.zone_depth), self.areas(plan))
        found = []
        if bar := data_maps.bar_of(*reach):
            found.append(TableFault(bar.text, zone="*" if bar.clause == "AFS-TBL-03" else "", clause=bar.clause))
        if not broken and not data_maps.reachable(*reach):
            text = T("The largest bases find no way on the ground from zone to zone")
            found.append(TableFault(text, zone="*", clause="AFS-S03", fatal=False))
        return found

    def areas(self, plan: TablePlan) -> tuple[Planar, ...]:
        """The zones (mm) of both sides, none where they are strips or one is missing."""
        rings = self.zones(plan)
        found = tuple(ground_of(tuple(ring for owner, ring in rings if owner == side)) for side in SIDES)
        return () if any(f.is_empty for f in found) else found

    def heights(self) -> dict[str, float]:
        """The usual height of each kind."""
        return {k.id: k.height for k in kinds().values()}

    def land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain in mm, with its heights and ladders."""
        edges = {p.id: p.edges for p in plan.pieces}
        return {i: replace(f, own=PieceOwn(edges[i])) for i, f in super().land(plan).items()}


TABLES = Tables()
