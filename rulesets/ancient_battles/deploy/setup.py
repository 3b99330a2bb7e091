"""Setting up: armies and scenarios on offer, checking a set-up, the state before the first step (WAB-S31, WAB-S33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Unit
from game.engine.text import T
from game.kit.army import setup as kit
from game.kit.army.positions import bases_of
from game.kit.army.setup import Counts, Fielded, Ground, Options, Troops
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import roster
from rulesets.ancient_battles.army.profiles import of_row
from rulesets.ancient_battles.data_files import Army, UnitRow
from rulesets.ancient_battles.deploy import tables
from rulesets.ancient_battles.deploy.positions import HOME
from rulesets.ancient_battles.deploy.tables import Scenario
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import BattleOwn, SideOwn, UnitOwn

RULESET_ID = "WAB"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "wab.battle"
    clauses = ("WAB-S31", "WAB-S31", "WAB-S33")
    lists = data_files
    battles = tables
    option_rows = staticmethod(data_files.options)
    own = roster.OWN
    tables = tables.TABLES
    army_info = staticmethod(roster.army_info)
    list_for = staticmethod(roster.list_for)
    muster = staticmethod(roster.muster)

    def options_from(self, scenario: Scenario) -> dict[str, Any]:
        """The scenario's number of turns."""
        return {"turns": scenario.turns}

    def home_of(self, scenario: Scenario, side: str) -> str:
        """The Seleucids against the Galatians."""
        return HOME[side]

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Rows, bounds and points (WAB-S33)."""
        return roster.check(army, counts, int(options["points"]), f"sides.{side}.counts")

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """Points, units, characters and models (WAB-S33)."""
        return (
            Limit(T("Points"), roster.cost(army, counts), None, int(options["points"]), "WAB-S33"),
            Limit(T("Units"), sum(counts.get(r.code, 0) for r in army.units if not r.character)),
            Limit(T("Characters"), sum(counts.get(r.code, 0) for r in army.units if r.character)),
            Limit(T("Models"), sum(counts.get(r.code, 0) * r.models for r in army.units)),
        )

    def recoded(self, army: Army, codes: Mapping[str, str]) -> Army:
        """The same army with other codes."""
        return replace(army, units=tuple(replace(r, code=codes.get(r.code, r.code)) for r in army.units))

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
