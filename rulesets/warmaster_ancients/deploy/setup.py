"""Setting up: tables of the players' own, what a set-up may hold, and the state before the first step.

WMA-SET-01 to WMA-SET-07, WMA-S03, WMA-S35 to WMA-S37, WMA-S40.
"""

from __future__ import annotations

from typing import Literal

from game.engine.decision import Bar
from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup, SideSetup
from game.engine.state import Base, Marker, Table, Unit
from game.engine.table_plans.document import TablePlan, Zone
from game.engine.table_plans.rules import TableRules, TerrainKind
from game.engine.text import T, Text, Word
from game.geometry.shapes import Pose
from game.kit.muster import setup as kit
from game.kit.muster import tables as kit_tables
from game.kit.muster.lists import cost
from game.kit.muster.positions import bases_of
from game.kit.muster.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army import data_army
from rulesets.warmaster_ancients.army.profiles import of_row
from rulesets.warmaster_ancients.data_files import Scenario
from rulesets.warmaster_ancients.data_types import MM_PER_CM, Army, ArmyRow, UnitProfile
from rulesets.warmaster_ancients.deploy.positions import HOME
from rulesets.warmaster_ancients.own import BattleOwn, SideOwn, UnitOwn

RULESET_ID = "WMA"
SIZES = ((180.0, 120.0), (120.0, 120.0), (120.0, 90.0), (240.0, 120.0))
"""Centimetres, the usual table first."""
ALONE = ("impassable", "buildings")
Lies = Literal["over", "alone", "free"]
BANDS = {"road": 3.0, "shallow_river": 5.0, "deep_river": 6.5, "bridge": 6.0, "ford": 8.0}
"""Usual widths in centimetres."""


class Tables(kit_tables.Tables):
    """What tables of the ancients are."""

    mm_per_unit = MM_PER_CM
    kinds = staticmethod(data_files.load_terrain)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for k in data_files.load_terrain().values():
            if k.id != "open":
                lies: Lies = "over" if k.overlay else "alone" if k.id in ALONE else "free"
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


RULESET_ID = "WMA"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "wma.battle"
    clauses = ("WMA-SET-05", "WMA-S34", "WMA-SET-02")
    battles = data_files.SCENARIOS
    home = HOME
    from_scenario = ("turns",)
    option_rows = staticmethod(data_files.load_options)
    own = data_army.OWN
    tables = TABLES
    entry = staticmethod(data_army.entry)
    list_for = staticmethod(data_army.list_for)
    muster = staticmethod(data_army.muster)

    def roles(self, scenario: Scenario) -> dict[str, Text]:
        """Who attacks and who defends, where the sides' shares of the points say so (WMA-SET-05)."""
        return {side: role_text(scenario, side) for side in SIDES if scenario.shares}

    def size_of(self, scenario: Scenario, side: str, points: int) -> int:
        """The side's share of the battle's points (WMA-SET-05)."""
        return scenario.size_for(side, points)

    def usual_sides(self, scenario: Scenario, size: int) -> dict[str, SideSetup]:
        """The scenario's armies where it fixes them."""
        fixed: dict[str, SideSetup] = {r.side: SideSetup(r.army, dict(r.counts)) for r in scenario.rosters}
        return {**super().usual_sides(scenario, size), **fixed}

    def check_battle(self, scenario: Scenario, setup: Setup, options: Options) -> list[Problem]:
        """The size must be one that the scenario is made for (WMA-SET-05)."""
        sizes = data_army.check_sizes(scenario, options["points"])
        return [Problem("options.points", p.text, p.clause) for p in sizes]

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """The scenario's army where it fixes one, else rows, bounds and points."""
        where = f"sides.{side}"
        fixed = scenario.roster(side)
        if fixed is not None and fixed.army != army.id:
            text = T("This scenario is fought by {army} here", army=Word(self.lists.load(fixed.army).name))
            return [Problem(f"{where}.army", text, "WMA-SET-07")]
        size, short = scenario.size_for(side, options["points"]), bool(options["allow_shortfall"])
        wrong = data_army.check_army(army, counts, size, scenario, allow_shortfall=short)
        return [Problem(f"{where}.counts.{p.code}" if p.code else f"{where}.counts", p.text, p.clause) for p in wrong]

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """Points, units, characters and Generals (WMA-SET-04, WMA-S40)."""
        size = scenario.size_for(side, int(options["points"]))
        fixed = scenario.roster(side) is not None
        least = data_army.least_cost(size)
        excused = fixed or scenario.allow_shortfall or bool(options["allow_shortfall"])
        points = cost(army, counts)
        generals = [row for row in army.staff if data_army.is_general(row)]
        return (
            Limit(T("Points"), points, None if excused else least, None if fixed else size, "WMA-S40"),
            Limit(T("Units"), sum(counts.get(row.code, 0) for row in army.units)),
            Limit(T("Characters"), sum(counts.get(row.code, 0) for row in army.staff)),
            Limit(T("Generals"), sum(counts.get(row.code, 0) for row in generals), 1, 1, generals[0].clause),
        )

    def new_unit(self, row: ArmyRow, army: Army, side: str, unit_id: str) -> tuple[Unit, list[Base]]:
        """A unit or character with its bases, in reserve, in the order of their ids (WMA-S02, WMA-S03)."""
        kind = of_row(row, army.id)
        numbers = range(1, kind.stands + 1)
        bases = bases_of(unit_id, kind.stands, numbers, (), "reserve", kind.footprint, not kind.character)
        own = UnitOwn(character=kind.character)
        return Unit(unit_id, side, row.code, row.name, tuple(b.id for b in bases), own=own), bases

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army's id, how many units it begins with, and what it is in the scenario."""
        began = sum(isinstance(row, UnitProfile) for row, _ in fielded.units)
        return SideOwn(fielded.chosen.army, began, role_text(scenario, side).key if scenario.shares else "")

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Size, turns, zones, and the troops of armies of one's own."""
        limit, zones = int(options["turns"]), self.tables.zones(setup.table)
        return BattleOwn(scenario.id, int(options["points"]), limit=limit, zones=zones, troops=troops)

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """The scenario's table, and the places that are fought for: with these it takes no other (WMA-SET-05)."""
        places = ((o, _middle(scenario.outline_of(o))) for o in scenario.objectives)
        markers = {o.id: Marker(o.id, "objective", pose=pose, name=o.name) for o, pose in places}
        features = {f.id: f.on_table for f in scenario.features}
        return Ground(Table(scenario.table.width_mm, scenario.table.depth_mm), features, markers)


def role_text(scenario: Scenario, side: str) -> Text:
    """What a side is in a scenario: the defender is the one with the smaller share of the points."""
    sizes = {s: scenario.size_for(s, 1000) for s in SIDES}
    if sizes["south"] == sizes["north"]:
        return T("army")
    return T("defender") if sizes[side] == min(sizes.values()) else T("attacker")


def _middle(points: tuple[tuple[float, float], ...]) -> Pose:
    xs, ys = zip(*points, strict=True)
    return Pose(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))


SETUP = SetUp()
