"""Setting up: what a set-up may hold, the warbands and scenarios on offer, and the state before the first step.

AFS-ARM-01 to AFS-ARM-08, AFS-TBL-01 to AFS-TBL-03, AFS-R47, AFS-R55, AFS-S02, AFS-S19. Row 1 of the player decisions.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.lists import Limit, ListReport
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Feature, Unit
from game.engine.text import T
from game.kit.army import setup as kit
from game.kit.army.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, roster, warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile
from rulesets.age_of_fantasy_skirmish.deploy import data_maps, data_scenario, tables
from rulesets.age_of_fantasy_skirmish.deploy.data_scenario import Scenario
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, SideOwn

RULESET_ID = "AFS"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "afs.battle"
    clauses = ("AFS-TBL-01", "AFS-S02", "AFS-ARM-01")
    by_row = False
    lists = data_army
    battles = data_scenario
    option_rows = staticmethod(data_files.options)
    own = warbands.OWN_ARMIES
    tables = tables.TABLES
    army_info = staticmethod(roster.army_info)
    list_for = staticmethod(roster.list_for)
    muster = staticmethod(roster.muster)

    def default_setup(self, scenario: str, size: int) -> Setup:
        """The sample warbands; where the limits of so small a size leave no unit of them, without these."""
        found = super().default_setup(scenario, size)
        row, options = data_scenario.load_scenario(scenario), found.options
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
        """The scenario's map."""
        return Ground(scenario.table.table, land(scenario, options, setup.seed))

    def own_report(self, data: bytes, name: str, size: int) -> ListReport | None:
        """What a file holds that is a warband of the player's own, and what is too much of it."""
        found = super().own_report(data, name, size)
        return None if found is None else warbands.judged(found, size)


def land(scenario: Scenario, options: Options, seed: str) -> dict[str, Feature]:
    """The terrain of a battle: the scenario's map, or one drawn from a number (AFS-TBL-02)."""
    if scenario.map:
        return data_maps.load_map(scenario.map).features
    number = str(options["map_seed"] or seed)
    table = scenario.table
    return data_maps.generated(table.table, table.zone_mm, number, symmetric=bool(options["symmetric"]))


SETUP = SetUp()
