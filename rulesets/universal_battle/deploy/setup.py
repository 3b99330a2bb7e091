"""Setting up: scenarios and their tables, tables of the players' own, what a set-up may hold, the state at the start.

USB-ORG-01 to -08, USB-SET-01 to -04, USB-SET-08, USB-CDR-01, USB-R05, USB-S07.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Annotated, ClassVar, Literal

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.lists import Limit
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Feature, Marker, Table, Unit
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableFault
from game.engine.text import Length, T
from game.geometry.mapmaker import Symmetry
from game.geometry.shapes import Point, Pose
from game.kit import maps
from game.kit.data import Checks, Positive, ScenarioRow
from game.kit.figures import tables as kit_tables
from game.kit.figures.zones import Strip
from game.kit.muster import setup as kit
from game.kit.muster.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from rulesets.universal_battle import data_files
from rulesets.universal_battle.army import composer_card, limits, rows
from rulesets.universal_battle.army.data_army import OWN_ARMIES, RULESET_ID, Army
from rulesets.universal_battle.army.rows import Row
from rulesets.universal_battle.data_files import DATA, number, whole
from rulesets.universal_battle.field import ground
from rulesets.universal_battle.field.ground import kinds
from rulesets.universal_battle.measures import MM_PER_INCH, inch, within
from rulesets.universal_battle.own import BattleOwn, MarkerOwn, PieceOwn, SideOwn, ZoneOwn

Share = Annotated[float, msgspec.Meta(gt=0, le=1)]
Side = Literal["south", "north"]


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing that units deal with by a special action (USB-ACT-07): where it lies, as shares of width and depth.

    ``worth``: for how many activations it counts; ``owner``: whose it is, so that the enemy alone can deal with it.
    """

    name: str
    at: tuple[Share, Share]
    worth: Positive = 1
    owner: Literal["", "south", "north"] = ""


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario.

    Attributes
    ----------
    capped
        Whether no activation may cost more than a third (USB-ORG-07, USB-ORG-08).
    share
        By side the share of the points agreed that its army may cost (USB-ORG-02).
    zone
        By side the depth of its zone as a share of the table's, where it is not a quarter (USB-SET-04).
    """

    capped: bool = True
    share: dict[Side, Share] = msgspec.field(default_factory=dict)
    zone: dict[Side, Share] = msgspec.field(default_factory=dict)
    objective: tuple[Objective, ...] = ()


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if both zones leave ground between them. Raises DataError."""
    deep = sum(found.zone.get(side, number("zone_share")) for side in ("south", "north"))
    Checks(file).refuse(deep >= 1.0, "zone", T("the zones must leave ground between them"))
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
load_scenario, read_scenario = SCENARIOS.load, SCENARIOS.read


def surface(points: int) -> Table:
    """The table for so many points: 2 x 2 feet for small games, else 3 x 3 (USB-ORG-03, USB-S07)."""
    side = inch(number("small_table") if points <= number("small_game") else number("table"))
    return Table(side, side)


def zone_depth(scenario: Scenario, table: Table, side: str) -> float:
    """How deep (mm) a side's zone is: a quarter of the table, unless the scenario has it otherwise (USB-R05)."""
    share = next((s for who, s in scenario.zone.items() if who == side), number("zone_share"))
    return round(table.depth * share, 3)


def least_pieces(table: Table) -> int:
    """One piece of terrain for each foot of the table's perimeter at least (USB-SET-01)."""
    return int(2.0 * (table.width + table.depth) / inch(number("foot")) + 1e-6)


@cache
def _maker() -> maps.Maker:
    return maps.read_maker(DATA.raw("mapmaker.toml"), kinds())


def generated(
    table: Table, seed: str, *, symmetric: bool = True, open_at: Collection[Point] = ()
) -> dict[str, Feature]:
    """The terrain of a table made from a seed: as many pieces as it needs, with a way for every base across it.

    ``symmetric``: the northern half is the southern one turned by 180 degrees; nothing that no model could stand on
    lies at the points of ``open_at``. Raises MapError if the table is too small.
    """
    symmetry: Symmetry = "half_turn" if symmetric else "none"
    wish = maps.wish_of(_maker(), table, inch, symmetry)
    # of each piece of a kind that there must be one of, a symmetric table has two
    usual = least_pieces(table)
    least = max(usual, sum(kind.least for kind in wish.kinds))
    wish = replace(wish, pieces=(least, max(least, usual + 2)))
    return maps.made(
        wish, seed, kinds(), lambda kind, points: PieceOwn(), lambda out: passable(out, table) and _open(out, open_at)
    )


def _open(pieces: dict[str, Feature], points: Collection[Point]) -> bool:
    """Whether models can stand at some points and about them."""
    shut = [p for p in pieces.values() if kinds()[p.kind].solid or kinds()[p.kind].dangerous]
    near = shapely.MultiPoint(list(points)).buffer(inch(number("widest")) / 2.0)
    return not any(near.intersects(shapely.Polygon(p.points)) for p in shut)


def passable(pieces: dict[str, Feature], table: Table) -> bool:
    """Whether the largest base finds a way from edge to edge."""
    shut = (p for p in pieces.values() if kinds()[p.kind].solid)
    return maps.way_across(shut, table, table.depth / 4.0, inch(number("widest")))


class Tables(kit_tables.Tables):
    """What tables of the system are (USB-S07)."""

    ruleset = RULESET_ID
    mm_per_unit = MM_PER_INCH
    mm = staticmethod(inch)
    kinds = staticmethod(kinds)
    piece_own = PieceOwn
    sizes = tuple((n, n) for n in (number("table"), number("small_table"), 48.0))
    deep = number("table") * number("zone_share")
    bands: ClassVar = {"fence": 0.5, "wall": 0.5, "road": 2.0}

    def of_scenario(self, scenario: str) -> TablePlan | None:
        """None: the land is made anew for every battle."""
        return None

    def generated(self, table: Table, number: str) -> dict[str, Feature]:
        """As many pieces as the table needs (USB-SET-01)."""
        return generated(table, number)

    def zone_of(self, size: tuple[float, float]) -> float:
        """A quarter of its depth (USB-R05)."""
        return size[1] * number("zone_share")

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Few pieces, which the players may agree on, zones of another depth, no way across (USB-SET-01, -02, -04)."""
        surface, found = self.surface(plan), []
        least = least_pieces(surface)
        if len(plan.pieces) < least:
            text = T("pieces of terrain: {n}, usually at least {least}", n=len(plan.pieces), least=least)
            found.append(TableFault(text, clause="USB-SET-01", fatal=False))
        found += self.other_zones(plan, self.zone_of(plan.size), "USB-SET-04")
        if not broken and not passable(self.land(plan), surface):
            text = T("The largest bases have no way from edge to edge")
            found.append(TableFault(text, clause="USB-S07", fatal=False))
        return found


TABLES = Tables()


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "usb.battle"
    clauses = ("USB-SET-03", "USB-SET-04", "USB-ORG-01")
    battles = SCENARIOS
    option_rows = staticmethod(data_files.options)
    own = OWN_ARMIES
    tables = TABLES
    entry = staticmethod(composer_card.entry)
    list_for = staticmethod(limits.list_for)

    def limit_of(self, scenario: Scenario, side: str, options: Options) -> int:
        """The points that a side's army may cost (USB-ORG-02)."""
        share = next((n for who, n in scenario.share.items() if who == side), 1.0)
        return limits.side_limit(options, side, share)

    def size_of(self, scenario: Scenario, side: str, points: int) -> int:
        """A side's share of the points agreed."""
        return self.limit_of(scenario, side, {"points": points})

    def side_size(self, setup: Setup, side: str) -> int:
        """What a side's army may cost in a set-up."""
        if setup.scenario not in self.battles.ids():
            return super().side_size(setup, side)
        return self.limit_of(self.battles.load(setup.scenario), side, self.options_of(setup))

    def surface(self, scenario: Scenario, options: Options) -> Table:
        """The table for the larger army; also the least that one of the players' own may be (USB-ORG-03)."""
        return surface(max(self.limit_of(scenario, side, options) for side in SIDES))

    def check_battle(self, scenario: Scenario, setup: Setup, options: Options) -> list[Problem]:
        """A table of the players' own has room for the points (USB-ORG-03)."""
        if setup.table is None:
            return []
        least, mine = self.surface(scenario, options), self.tables.surface(setup.table)
        if within(least.width - mine.width, 0.0) and within(least.depth - mine.depth, 0.0):
            return []
        words = {"width": Length(least.width), "depth": Length(least.depth), "points": options["points"]}
        text = T("{points} points a side need a table of at least {width} by {depth}", **words)
        return [Problem("table", text, "USB-ORG-03")]

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Points, heroes, activations and the dearest (USB-ORG-01 to -08)."""
        limit = self.limit_of(scenario, side, options)
        return limits.check(army, counts, limit, f"sides.{side}", capped=scenario.capped)

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """The same bounds as the composer shows them."""
        return limits.limits(army, counts, self.limit_of(scenario, side, options), capped=scenario.capped)

    def new_unit(self, row: Row, army: Army, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
        """A unit with its models, in reserve."""
        return rows.new_unit(row, side, unit_id)

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army's id, its edge, and who commands it (USB-SET-04, USB-CDR-01)."""
        commander = limits.commander(fielded.army, fielded.units)
        return SideOwn(fielded.chosen.army, edge="south" if side == SIDES[0] else "north", commander=commander)

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Rounds, zones, and the rows of armies of one's own (USB-VIC-01, USB-SET-04)."""
        told, table = BattleOwn(scenario.id, rounds=whole("rounds"), troops=troops), setup.table
        if table is not None:
            return replace(told, zone=inch(table.zone_depth), zones=self.tables.zones(table))
        surface = self.surface(scenario, options)
        deep = {side: zone_depth(scenario, surface, side) for side in SIDES}
        zones: tuple[ZoneOwn, ...] = ()
        if len(set(deep.values())) > 1:
            zones = tuple((side, Strip.along(surface, side, mm).outlines[0]) for side, mm in deep.items())
        return replace(told, zone=deep[SIDES[0]], zones=zones)

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """Land made from a number, and the scenario's objectives on it (USB-S07, USB-ACT-07)."""
        surface, seed = self.surface(scenario, options), str(options["map_seed"] or setup.seed)
        points = [self._point(surface, o.at) for o in scenario.objective]
        land = generated(surface, seed, symmetric=bool(options["symmetric"]), open_at=points)
        return self._with_objectives(scenario, surface, land)

    def own_ground(self, scenario: Scenario, table: TablePlan) -> Ground:
        """A table of the players' own with the scenario's objectives."""
        return self._with_objectives(scenario, self.tables.surface(table), self.tables.land(table))

    def _point(self, surface: Table, at: tuple[float, float]) -> tuple[float, float]:
        return round(surface.width * at[0], 3), round(surface.depth * at[1], 3)

    def _with_objectives(self, scenario: Scenario, surface: Table, land: dict[str, Feature]) -> Ground:
        """Markers O1, O2, ... on the level of the ground."""
        here, found = ground.Ground(land, surface), {}
        for k, told in enumerate(scenario.objective, 1):
            pose: Pose = here.on_level(*self._point(surface, told.at))
            own = MarkerOwn(worth=told.worth, owner=told.owner)
            found[f"O{k}"] = Marker(f"O{k}", "objective", "", pose, own, told.name)
        return Ground(surface, land, found)


SETUP = SetUp()
