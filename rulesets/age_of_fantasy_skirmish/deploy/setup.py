"""Setting up: scenarios, maps, tables of the players' own, what a set-up may hold, the state before the first step.

Maps are drawn, or made from a number; rows are in inches, ``_mm`` in millimetres. AFS-ARM-01 to AFS-ARM-08, AFS-TBL-01
to AFS-TBL-03, AFS-R47, AFS-R55, AFS-S02, AFS-S09, AFS-S19. Row 1 of the decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.documents import Document
from game.engine.lists import Limit, ListReport
from game.engine.ruleset import Problem, Setup
from game.engine.state import Base, Feature, Table, Unit
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableFault
from game.engine.text import Length, T
from game.geometry.mapmaker import Symmetry, twin
from game.geometry.planar import Shape as Planar
from game.geometry.shapes import Point
from game.kit import maps
from game.kit.data import Checks, InMm, Row, ScenarioRow
from game.kit.figures import by_hand
from game.kit.figures import tables as kit_tables
from game.kit.front import ground_of
from game.kit.muster import setup as kit
from game.kit.muster.setup import SIDES, Counts, Fielded, Ground, Options, Troops
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile
from rulesets.age_of_fantasy_skirmish.data_files import DATA, number, whole
from rulesets.age_of_fantasy_skirmish.field.ground import Kind, kinds
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, MM_PER_INCH, SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, PieceOwn, SideOwn

LengthIn = Annotated[float, msgspec.Meta(gt=0)]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface and the depth of both zones (inches)."""

    width_in: LengthIn
    depth_in: LengthIn
    zone_in: LengthIn

    zone_mm = InMm("zone_in", inch)
    """Depth of a deployment zone (mm)."""

    @property
    def table(self) -> Table:
        """The surface in mm."""
        return Table(inch(self.width_in), inch(self.depth_in))


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario; ``map`` "" is generated."""

    table: TableSize
    map: str = ""


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if its zones lie far enough apart (AFS-TBL-03, AFS-R55). Raises DataError."""
    apart, least = found.table.depth_in - 2 * found.table.zone_in, number("zones_apart")
    text = T("the deployment zones are {apart} inches apart, but must be at least {least}", apart=apart, least=least)
    Checks(file).refuse(apart < least, "table, zone_in", text)
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
scenarios, load_scenario, read_scenario = SCENARIOS.ids, SCENARIOS.load, SCENARIOS.read

WIDEST = 50.0
"""mm of the largest base (AFS-S03): maps made from a number leave it a way from zone to zone."""

SpanIn = tuple[Annotated[float, msgspec.Meta(gt=0)], Annotated[float, msgspec.Meta(gt=0)]]


class Drawn(Row, frozen=True, kw_only=True):
    """A drawn map: its table in inches, the rows of its pieces; ``twin`` gives one again, turned by 180 degrees."""

    id: str
    name: str
    clause: str = ""
    table: SpanIn
    piece: tuple[dict[str, Any], ...]

    @property
    def size(self) -> Table:
        """The table in mm."""
        return Table(inch(self.table[0]), inch(self.table[1]))

    @property
    def features(self) -> dict[str, Feature]:
        """The pieces by id."""
        return features_of(self)


def features(found: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
    """Features by id. Raises DataError for a kind that is not known or an outline that cannot be."""

    def high(kind: Kind, height: float) -> bool:
        return (height < 0.0) == (kind.shape == "pit") and not (kind.sight and height <= 0.0)

    return by_hand.pieces(found, kinds(), read, PieceOwn, high=high, leaning=lambda kind: kind.ladder)


def features_of(drawn: Drawn, file: str = "map") -> dict[str, Feature]:
    """The pieces of a drawn map by id, each followed by its twin (``-2``)."""
    rows = [{k: v for k, v in row.items() if k != "twin"} for row in drawn.piece]
    firsts = features(rows, Document(file, MEASURES))
    out: dict[str, Feature] = {}
    size = (drawn.size.width, drawn.size.depth)
    for first, row in zip(firsts.values(), drawn.piece, strict=True):
        out[first.id] = first
        if row.get("twin", False):
            again = f"{first.id}-2"
            out[again] = replace(first, id=again, points=twin(first.points, size, "half_turn"))
    table, text = shapely.box(0.0, 0.0, *size).buffer(SLACK), T("this piece does not lie wholly on the table")
    for piece in out.values():
        Checks(file).refuse(not table.covers(shapely.Polygon(piece.points)), f"piece {piece.id}", text)
    return out


def _drawable(found: Drawn, file: str) -> Drawn:
    """The same, if all its pieces can be and lie on the table. Raises DataError."""
    features_of(found, file)
    return found


MAPS = DATA.shelf("maps", T("map"), Drawn, _drawable)
load_map, read_map = MAPS.load, MAPS.read


_maker = DATA.made("mapmaker.toml", lambda data, file: maps.read_maker(data, kinds(), file))


def generated(table: Table, zone: float, seed: str, *, symmetric: bool = True) -> dict[str, Feature]:
    """The pieces of a map made from a seed: legal for a standard game, with ways from zone to zone for every base.

    ``zone`` is the depth of the deployment zones (mm); ``symmetric``: the northern half is the southern one turned by
    180 degrees. Raises MapError if the table is too small for 20 pieces.
    """

    def own(kind: str, points: tuple[Point, ...]) -> PieceOwn:
        # A ladder leans on the southern face, on a twin's therefore on the face that was turned with it.
        return PieceOwn((0,) if kinds()[kind].ladder else ())

    def will_do(out: dict[str, Feature]) -> bool:
        return bar_of(out, table, zone) is None and reachable(out, table, zone)

    symmetry: Symmetry = "half_turn" if symmetric else "none"
    return maps.made(maps.wish_of(_maker(), table, inch, symmetry), seed, kinds(), own, will_do)


def bar_of(pieces: Mapping[str, Feature], table: Table, zone: float, areas: Sequence[Planar] = ()) -> Bar | None:
    """Why a map cannot be used for a standard game, or None (AFS-TBL-02, AFS-TBL-03, AFS-R55).

    ``areas`` are the zones of both sides, where they are no strips ``zone`` deep.
    """
    apart, gap = shapely.distance(*areas) if areas else table.depth - 2.0 * zone, inch(number("zones_apart"))
    if apart < gap - SLACK:
        text = T("the deployment zones are {apart} apart: at least {least}", apart=Length(apart), least=Length(gap))
        return Bar(text, "AFS-TBL-03")
    if len(pieces) < whole("pieces"):
        text = T("{count} pieces of terrain: at least {least}", count=len(pieces), least=whole("pieces"))
        return Bar(text, "AFS-TBL-02")
    return None


def reachable(pieces: Mapping[str, Feature], table: Table, zone: float, areas: Sequence[Planar] = ()) -> bool:
    """Whether the largest base can walk on the ground from one zone to the other, and each zone has room in it."""
    shut = (p for p in pieces.values() if kinds()[p.kind].shape in ("top", "wall", "pit"))
    return maps.way_across(shut, table, zone, WIDEST, areas)


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
        drawn = load_map(row.map)
        return self.plan(drawn.features, drawn.table, row.table.zone_in, row.name)

    def generated(self, table: Table, number: str) -> dict[str, Feature]:
        """Terrain that is legal for a standard game."""
        return generated(table, inch(DEEP), number, symmetric=True)

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Number of pieces, distance of the zones, a way across (AFS-TBL-02, AFS-TBL-03, AFS-R55)."""
        reach = (self.land(plan), self.surface(plan), inch(plan.zone_depth), self.areas(plan))
        found = []
        if bar := bar_of(*reach):
            found.append(TableFault(bar.text, zone="*" if bar.clause == "AFS-TBL-03" else "", clause=bar.clause))
        if not broken and not reachable(*reach):
            text = T("The largest bases have no way on the ground from zone to zone")
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
    battles = SCENARIOS
    option_rows = staticmethod(data_files.options)
    own = warbands.OWN_ARMIES
    tables = TABLES
    entry = staticmethod(builder.entry)
    list_for = staticmethod(builder.list_for)
    muster = staticmethod(builder.muster)

    def default_setup(self, scenario: str, size: int) -> Setup:
        """The sample warbands; where the limits of so small a size leave no unit of them, without these."""
        found = super().default_setup(scenario, size)
        row, options = load_scenario(scenario), found.options
        if any(self._check_side(row, side, found.sides[side], options) for side in SIDES):
            return replace(found, options={**options, "force_organisation": False})
        return found

    def check_battle(self, scenario: Scenario, setup: Setup, options: Options) -> list[Problem]:
        """The map must have terrain enough, and zones far enough apart (AFS-TBL-02, AFS-TBL-03)."""
        if setup.table is not None or not scenario.map:
            return []
        bar = bar_of(load_map(scenario.map).features, scenario.table.table, scenario.table.zone_mm)
        return [] if bar is None else [Problem("scenario", bar.text, bar.clause)]

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Units that there are, and what the builder says of them (AFS-ARM-01 to AFS-ARM-08)."""
        where = f"sides.{side}"
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
            return Ground(table.table, load_map(scenario.map).features)
        symmetric = bool(options["symmetric"])
        return Ground(table.table, generated(table.table, table.zone_mm, number, symmetric=symmetric))

    def own_report(self, data: bytes, name: str, size: int) -> ListReport | None:
        """What a file holds that is a warband of the player's own, and what is too much of it."""
        found = super().own_report(data, name, size)
        return None if found is None else warbands.judged(found, size)


SETUP = SetUp()
