"""Setting up: what a set-up may hold, and the state before the first step, all bodies in reserve.

NAP-SEQ-01, NAP-SEQ-02, NAP-ARM-09, NAP-CMD-01, NAP-S01 to NAP-S04, NAP-S38, NAP-R01, NAP-R03.
"""

from __future__ import annotations

from collections.abc import Mapping
from sys import intern
from typing import Any

from msgspec.structs import replace

from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Frame, State, Unit
from game.engine.table_plans.plan import TablePlan
from game.engine.text import T, Text
from game.kit.army import setup as kit
from game.kit.army.bought import taken
from game.kit.army.setup import Counts, Fielded, Ground, Options, Troops
from rulesets.napoleonic_wars import data_files
from rulesets.napoleonic_wars.army import data_army, limits, rows, sheet
from rulesets.napoleonic_wars.army.data_army import OWN_ARMIES, Army
from rulesets.napoleonic_wars.army.rows import CHIEF, GENERAL, Row
from rulesets.napoleonic_wars.data_files import RULESET_ID
from rulesets.napoleonic_wars.deploy.scenarios import EDGES, SCENARIOS, Scenario, zone
from rulesets.napoleonic_wars.deploy.tables import TABLES
from rulesets.napoleonic_wars.own import BattleOwn, Brigade, SideOwn

ATTACKER, DEFENDER = T("Attacker"), T("Defender")
RIFLED = "rifled_musket"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "nap.battle"
    clauses = ("NAP-SEQ-01", "NAP-S02", "NAP-SEQ-02")
    lists = data_army.ARMIES
    battles = SCENARIOS
    from_scenario = ("moves", "season")
    option_rows = staticmethod(data_files.options)
    own = OWN_ARMIES
    tables = TABLES
    army_info = staticmethod(sheet.army_info)
    list_for = staticmethod(limits.list_for)
    muster = staticmethod(limits.muster)

    def size_of(self, scenario: Scenario, side: str, points: int) -> int:
        """A side's share of the points agreed."""
        share = next((n for who, n in scenario.share.items() if EDGES[who] == EDGES[side]), 1.0)
        return round(points * share)

    def roles(self, scenario: Scenario) -> dict[str, Text]:
        """Who attacks."""
        if not scenario.attacker:
            return {}
        return {side: ATTACKER if side == scenario.attacker else DEFENDER for side in EDGES}

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Points, weak units, generals, and what is recommended (NAP-ARM-10, NAP-R14)."""
        limit, where = self.size_of(scenario, side, int(options["points"])), f"sides.{side}"
        found = limits.check(army, counts, limit, options, where, rows.terms_of(options, army))
        for row, _ in taken(army.unit, counts):
            if row.weapon == RIFLED and not options["rifled_muskets"]:
                text = T("Rifled muskets are those of the Crimean War: allow them in the options")
                found.append(Problem(f"{where}.counts.{row.code}", text, "NAP-CRI-01"))
        return found

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """The same bounds as the composer shows them."""
        limit = self.size_of(scenario, side, int(options["points"]))
        return limits.limits(army, counts, limit, rows.terms_of(options, army))

    def recoded(self, army: Army, codes: Mapping[str, str]) -> Army:
        """The same army with other codes, also where its rows name each other."""

        def new(code: str) -> str:
            return codes.get(code, code)

        found = tuple(replace(row, code=new(row.code), brigade=new(row.brigade)) for row in army.unit)
        return replace(army, unit=found, looks={new(code): look for code, look in army.looks.items()})

    def new_unit(self, row: Row, army: Army, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
        """A unit with its figures, in reserve, at the usual terms."""
        return rows.new_unit(row, army, side, unit_id)

    def begin(self, setup: Setup) -> tuple[State, Frame]:
        """The state before the first step, with units as they are at the terms agreed (NAP-S38), and its frame."""
        state, frame = super().begin(setup)
        options = state.options
        if rows.terms_of(options) == rows.USUAL and not options.get("before_1807"):
            return state, frame
        fielded, _ = self._fielded(setup)
        made = [rows.new_unit(r, one.army, side, i, options) for side, one in fielded.items() for r, i in one.units]
        units = {unit.id: unit for unit, _ in made}
        return replace(state, units=units, bases={b.id: b for _, bases in made for b in bases}), frame

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army, its edge, its brigades with their generals, its commander-in-chief (NAP-ARM-09, NAP-R141)."""
        army: Army = fielded.army
        here = {row.code: unit for row, unit in fielded.units if row.is_general}
        chief = next((here[row.code] for row in army.unit if row.kind == CHIEF and row.code in here), "")
        brigades = []
        for row in army.unit:
            above = next((r.code for r in army.unit if r.code == row.brigade and r.kind == GENERAL), "")
            if row.kind == GENERAL:
                brigades.append(Brigade(row.code, row.leads or row.name, here.get(row.code, ""), above))
        used = {row.brigade for row, _ in fielded.units} | set(here)
        kept = tuple(b for b in brigades if b.id in used)
        return SideOwn(fielded.chosen.army, army.year, EDGES[side], kept, chief)

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Length, season, zones, and the rows of armies of one's own (NAP-S04, NAP-S02)."""
        zones = scenario.zones()
        if setup.table is not None:
            surface = self.tables.surface(setup.table)
            strips = ((side, zone(surface, edge, setup.table.zone_depth)) for side, edge in EDGES.items())
            zones = self.tables.zones(setup.table) or tuple(strips)
        season: Any = intern(options["season"])  # the very word of the default is left out of what is written
        return BattleOwn(scenario.id, moves=int(options["moves"]), season=season, troops=troops, zones=zones)

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """The scenario's table with its objectives (NAP-S03)."""
        return Ground(scenario.surface, scenario.land(), scenario.markers())

    def own_ground(self, scenario: Scenario, table: TablePlan) -> Ground:
        """A table of the players' own, with the scenario's objectives where it has room for them."""
        surface = self.tables.surface(table)
        wide, deep = surface.width / scenario.surface.width, surface.depth / scenario.surface.depth
        markers = {}
        for name, marker in scenario.markers().items():
            assert marker.pose is not None
            at = replace(marker.pose, x=round(marker.pose.x * wide, 3), y=round(marker.pose.y * deep, 3))
            markers[name] = replace(marker, pose=at, own=replace(marker.own, feature=""))
        return Ground(surface, self.tables.land(table), markers)


SETUP = SetUp()
