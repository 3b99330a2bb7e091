"""Setting up: scenarios, tables of the players' own, what a set-up may hold, the state before the first step.

Files are in inches. WAB-S31, WAB-S33.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from game.engine.documents import Document
from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Feature, Table, Unit
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from game.kit.data import Positive, Row, ScenarioRow
from game.kit.muster import setup as kit
from game.kit.muster import tables as kit_tables
from game.kit.muster.lists import cost
from game.kit.muster.positions import bases_of, pieces
from game.kit.muster.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import roster
from rulesets.ancient_battles.army.profiles import of_row
from rulesets.ancient_battles.data_files import DATA, NUMBERS, Army, UnitRow
from rulesets.ancient_battles.deploy.positions import HOME
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.measures import MEASURES, MM_PER_INCH, inch
from rulesets.ancient_battles.own import BattleOwn, SideOwn, UnitOwn

Size = Annotated[float, Meta(gt=0)]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface (inches)."""

    width: Size
    depth: Size


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario: zones so ``deep`` from the long edges (inches, WAB-S31)."""

    turns: Positive
    deep: Size
    table: TableSize
    terrain: tuple[dict[str, Any], ...] = field(default_factory=tuple)

    @property
    def surface(self) -> Table:
        """The table in mm."""
        return Table(inch(self.table.width), inch(self.table.depth))

    def land(self) -> dict[str, Feature]:
        """The terrain by id. Raises DataError."""
        return pieces(self.terrain, kinds(), Document(f"{self.id}.toml", MEASURES))

    def zone(self, edge: str) -> tuple[tuple[float, float], ...]:
        """Outline (mm) of the deployment zone along an edge (WAB-S31)."""
        return strip(self.surface, inch(self.deep), edge)


def strip(surface: Table, deep: float, edge: str) -> tuple[tuple[float, float], ...]:
    """Outline (mm) of the strip so deep (mm) along the southern or northern edge of a table."""
    low, high = (0.0, deep) if edge == "south" else (surface.depth - deep, surface.depth)
    return ((0.0, low), (surface.width, low), (surface.width, high), (0.0, high))


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if its terrain can be. Raises DataError."""
    found.land()
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
scenarios, load_scenario, read_scenario = SCENARIOS.ids, SCENARIOS.load, SCENARIOS.read

RULESET_ID = "WAB"
USUAL = (NUMBERS.table_width.value, NUMBERS.table_depth.value)
SIZES = (USUAL, (48.0, 48.0), (96.0, 48.0))
"""Inches, the usual table first (WAB-S31)."""
DEEP = NUMBERS.deployment.value
BANDS = {"road": 2.0, "water": 3.0}
"""Usual widths in inches."""


class Tables(kit_tables.Tables):
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
        row = load_scenario(scenario)
        pieces = tuple(map(self.piece, row.land().values()))
        size = (row.table.width, row.table.depth)
        return TablePlan(ruleset=RULESET_ID, name=row.name, size=size, zone_depth=row.deep, pieces=pieces)

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Zones and sizes that are not the usual ones (WAB-S31)."""
        return [*self.other_zones(plan, DEEP, "WAB-S31"), *self.other_size(plan, SIZES[0], "WAB-S31")]


TABLES = Tables()


RULESET_ID = "WAB"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "wab.battle"
    clauses = ("WAB-S31", "WAB-S31", "WAB-S33")
    battles = SCENARIOS
    home = HOME
    from_scenario = ("turns",)
    option_rows = staticmethod(data_files.options)
    own = roster.OWN
    tables = TABLES
    entry = staticmethod(roster.entry)
    list_for = staticmethod(roster.list_for)
    muster = staticmethod(roster.muster)

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Rows, bounds and points (WAB-S33)."""
        return roster.check(army, counts, int(options["points"]), f"sides.{side}.counts")

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """Points, units, characters and models (WAB-S33)."""
        return (
            Limit(T("Points"), cost(army, counts), None, int(options["points"]), "WAB-S33"),
            Limit(T("Units"), sum(counts.get(r.code, 0) for r in army.units if not r.character)),
            Limit(T("Characters"), sum(counts.get(r.code, 0) for r in army.units if r.character)),
            Limit(T("Models"), sum(counts.get(r.code, 0) * r.models for r in army.units)),
        )

    def new_unit(self, row: UnitRow, army: Army, side: str, unit_id: str) -> tuple[Unit, list[Base]]:
        """A unit with its models, in reserve."""
        bases = bases_of(unit_id, row.models, range(1, row.models + 1), (), "reserve", of_row(row).footprint)
        own = UnitOwn(row.files, row.order, row.models, character=bool(row.character))
        return Unit(unit_id, side, row.code, row.name, tuple(b.id for b in bases), own=own), bases

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army's id."""
        return SideOwn(fielded.chosen.army)

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Size, turns, zones, and the troops of armies of one's own."""
        limit, zones = int(options["turns"]), self.tables.zones(setup.table)
        deep = inch(setup.table.zone_depth) if setup.table is not None else 0.0
        return BattleOwn(scenario.id, int(options["points"]), limit=limit, deep=deep, zones=zones, troops=troops)

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """The scenario's table."""
        return Ground(scenario.surface, scenario.land())


SETUP = SetUp()
