"""Setting up: armies and scenarios on offer, checking a set-up, the state before the first step (WAB-S31, WAB-S33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup, SideSetup
from game.engine.state import Base, Unit
from game.engine.text import T
from game.kit.army import setup as kit
from game.kit.army.setup import SIDES, Fielded, Ground
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import roster
from rulesets.ancient_battles.data_types import Army, UnitRow
from rulesets.ancient_battles.deploy import data_scenario, tables
from rulesets.ancient_battles.deploy.data_scenario import Scenario
from rulesets.ancient_battles.deploy.positions import HOME
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import BattleOwn, SideOwn

RULESET_ID = "WAB"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "wab.battle"
    clauses = ("WAB-S31", "WAB-S31", "WAB-S33")
    lists = data_files
    battles = data_scenario
    option_rows = staticmethod(data_files.options)
    own = roster.OWN
    tables = tables.TABLES
    army_info = staticmethod(roster.army_info)
    list_for = staticmethod(roster.list_for)
    muster = staticmethod(roster.muster)

    def options_from(self, scenario: Scenario) -> dict[str, Any]:
        """The scenario's number of turns."""
        return {"turns": scenario.turns}

    def usual_sides(self, scenario: Scenario, size: int) -> dict[str, SideSetup]:
        """The Seleucids against the Galatians."""
        return {s: SideSetup(HOME[s], self.list_for(self.lists.load_army(HOME[s]), size)) for s in SIDES}

    def check_list(
        self, scenario: Scenario, side: str, army: Army, counts: Mapping[str, int], options: Mapping[str, Any]
    ) -> list[Problem]:
        """Rows, bounds and points (WAB-S33)."""
        return roster.check(army, counts, int(options["points"]), f"sides.{side}.counts")

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Mapping[str, int], options: Mapping[str, Any]
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

    def new_unit(self, row: UnitRow, army: Army, side: str, unit_id: str) -> tuple[Unit, Iterable[Base]]:
        """A unit with its models, in reserve."""
        return roster.new_unit(row, side, unit_id)

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army's id."""
        return SideOwn(fielded.chosen.army)

    def battle_own(
        self, scenario: Scenario, setup: Setup, options: Mapping[str, Any], troops: dict[str, tuple[str, str, str]]
    ) -> BattleOwn:
        """Size, turns, zones, and the troops of armies of one's own."""
        table = setup.table
        return BattleOwn(
            scenario.id,
            int(options["points"]),
            limit=int(options["turns"]),
            deep=inch(table.zone_depth) if table is not None else 0.0,
            zones=self.tables.zones(table),
            troops=troops,
        )

    def ground(self, scenario: Scenario, setup: Setup, options: Mapping[str, Any]) -> Ground:
        """The scenario's table."""
        return Ground(scenario.surface, scenario.land())


SETUP = SetUp()
