"""Setting up: tables of the players' own, what a set-up may hold, and the state before the first step.

AFS-ARM-01 to AFS-ARM-08, AFS-TBL-01 to AFS-TBL-03, AFS-R47, AFS-R55, AFS-S02, AFS-S09, AFS-S19. Row 1 of the decisions.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from game.engine.lists import Limit, ListReport
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Feature, Table, Unit
from game.engine.table_plans.plan import TablePlan
from game.engine.table_plans.rules import TableFault
from game.engine.text import T
from game.geometry.planar import Shape as Planar
from game.kit.army import setup as kit
from game.kit.army.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from game.kit.deploy import ground_of
from game.kit.figures import tables as kit_tables
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile
from rulesets.age_of_fantasy_skirmish.deploy import data_maps
from rulesets.age_of_fantasy_skirmish.deploy.data_maps import Scenario, load_scenario
from rulesets.age_of_fantasy_skirmish.field.ground import kinds
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, PieceOwn, SideOwn

RULESET_ID = "AFS"
DEEP = 12.0
"""Inches of a usual zone."""


class Tables(kit_tables.Tables):
    """What tables of the skirmish are (AFS-TBL-01)."""

    ruleset = RULESET_ID
    mm_per_unit = MM_PER_INCH
    mm = staticmethod(inch)
    kinds = staticmethod(kinds)
    piece_own = PieceOwn
    sizes = ((48.0, 48.0), (36.0, 48.0), (72.0, 48.0))
    deep = DEEP
    bands: ClassVar = {"wall": 0.5, "hedge": 0.5}

    def heights_of(self, kind: kit_tables.Kind) -> tuple[float, float]:
        """What hides anything has a height."""
        least, most = super().heights_of(kind)
        return (0.1 if not least and self.kinds()[kind.id].sight else least), most

    def of_scenario(self, scenario: str) -> TablePlan | None:
        """The table of a scenario, None where it is made anew for every battle."""
        row = load_scenario(scenario)
        if not row.map:
            return None
        drawn = data_maps.load_map(row.map)
        return self.plan(drawn.features, drawn.table, row.table.zone_in, row.name)

    def generated(self, table: Table, number: str) -> dict[str, Feature]:
        """Terrain that is legal for a standard game."""
        return data_maps.generated(table, inch(DEEP), number, symmetric=True)

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


TABLES = Tables()


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "afs.battle"
    clauses = ("AFS-TBL-01", "AFS-S02", "AFS-ARM-01")
    by_row = False
    lists = data_army.WARBANDS
    battles = data_maps.SCENARIOS
    option_rows = staticmethod(data_files.options)
    own = warbands.OWN_ARMIES
    tables = TABLES
    army_info = staticmethod(builder.army_info)
    list_for = staticmethod(builder.list_for)
    muster = staticmethod(builder.muster)

    def default_setup(self, scenario: str, size: int) -> Setup:
        """The sample warbands; where the limits of so small a size leave no unit of them, without these."""
        found = super().default_setup(scenario, size)
        row, options = data_maps.load_scenario(scenario), found.options
        if any(self._check_side(row, side, found.sides[side], options) for side in SIDES):
            return replace(found, options={**options, "force_organisation": False})
        return found

    def check_battle(self, scenario: Scenario, setup: Setup, options: Options) -> list[Problem]:
        """The map must have terrain enough, and zones far enough apart (AFS-TBL-02, AFS-TBL-03)."""
        if setup.table is not None or not scenario.map:
            return []
        bar = data_maps.bar_of(data_maps.load_map(scenario.map).features, scenario.table.table, scenario.table.zone_mm)
        return [] if bar is None else [Problem("scenario", bar.text, bar.clause)]

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Units that there are, and what the builder says of them (AFS-ARM-01 to AFS-ARM-08)."""
        where = f"sides.{side}"
        if strange := builder.strange(army, counts):
            text = T("There is no unit {code} in this warband", code=strange)
            return [Problem(f"{where}.counts.{strange}", text, "AFS-ARM-01")]
        if not any(counts.values()):
            return [Problem(f"{where}.counts", T("The warband is empty"), "AFS-ARM-01")]
        return builder.check(army, counts, options["points"], where, organised=bool(options["force_organisation"]))

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """Points, Heroes, copies, the dearest, units and models (AFS-ARM-01 to AFS-ARM-08)."""
        return builder.limits(army, counts, int(options["points"]), organised=bool(options["force_organisation"]))

    def new_unit(self, row: Profile, army: Army, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
        """A unit with its models, in reserve."""
        unit, models = data_army.new_unit(row, side, unit_id)
        look = army.looks.get(row.code, "")
        return (replace(unit, own=replace(unit.own, look=look)) if look else unit), models

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army's id and spells, how many units it begins with, and whom one of one's own usually helps."""
        army: Army = fielded.army
        helped = {"musician": army.musician, "banner": army.banner} if self.own.has(fielded.chosen) else {}
        wished = {upgrade: codes for upgrade, codes in helped.items() if codes}
        return SideOwn(fielded.chosen.army, began=len(fielded.units), spells=army.spells, wished=wished)

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Size and zones."""
        zone = scenario.table.zone_mm if setup.table is None else inch(setup.table.zone_depth)
        return BattleOwn(scenario.id, int(options["points"]), zone=zone, zones=self.tables.zones(setup.table))

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """The scenario's map, or one drawn from a number (AFS-TBL-02)."""
        table, number = scenario.table, str(options["map_seed"] or setup.seed)
        if scenario.map:
            return Ground(table.table, data_maps.load_map(scenario.map).features)
        symmetric = bool(options["symmetric"])
        return Ground(table.table, data_maps.generated(table.table, table.zone_mm, number, symmetric=symmetric))

    def own_report(self, data: bytes, name: str, size: int) -> ListReport | None:
        """What a file holds that is a warband of the player's own, and what is too much of it."""
        found = super().own_report(data, name, size)
        return None if found is None else warbands.judged(found, size)


SETUP = SetUp()
