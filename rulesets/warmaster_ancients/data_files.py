"""The data of Warmaster Ancients, read once from the files of this folder, checked and typed.

A file that cannot be used raises DataError, which names the file, the key and what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import field

from game.engine.files.data_folder import by_id, unique
from game.engine.files.toml_reading import read
from game.engine.state import Feature as Piece
from game.engine.text import T
from game.kit.data import Checks, DataFiles, InMm, Named, Positive, Row, ScenarioRow, listed
from rulesets.warmaster_ancients.data_types import (
    Army,
    Characters,
    LengthCm,
    Modifiers,
    Number,
    PointCm,
    Points,
    Special,
    Status,
    TerrainKind,
    UnitType,
    find,
    mm,
    points_mm,
)

SideId = Literal["south", "north"]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface (cm), origin in the south-west corner."""

    width_cm: LengthCm
    depth_cm: LengthCm

    width_mm = InMm("width_cm", mm)
    depth_mm = InMm("depth_cm", mm)


class Area(Row, frozen=True, kw_only=True):
    """A deployment area of a side (cm). A side's units may stand in the union of its areas (WMA-SET-05, WMA-S34)."""

    side: SideId
    polygon: tuple[PointCm, ...]

    @property
    def points_mm(self) -> Points:
        """Corners in mm, not closed."""
        return points_mm(self.polygon)


class Feature(Named, frozen=True, kw_only=True):
    """A terrain feature: ``polygon`` for kinds that are areas, ``line`` for walls and hedges (cm, not closed)."""

    kind: str
    polygon: tuple[PointCm, ...] = ()
    line: tuple[PointCm, ...] = ()

    @property
    def points_mm(self) -> Points:
        """Points of the polygon or of the line in mm, not closed."""
        return points_mm(self.polygon or self.line)

    @property
    def on_table(self) -> Piece:
        """As the piece of terrain that it is in a battle."""
        return Piece(self.id, self.kind, self.name, self.points_mm, line=bool(self.line))


class Objective(Named, frozen=True, kw_only=True):
    """A place worth ``percent`` of the battle's points at the end to the side that alone holds it (WMA-SET-06).

    The place is a terrain ``feature`` or a ``polygon`` of its own (cm). A side holds it that alone has a unit with at
    least half of its stands with their centres inside.
    """

    percent: Positive
    feature: str = ""
    polygon: tuple[PointCm, ...] = ()
    sides: tuple[SideId, ...] = ("south", "north")

    def worth(self, points: int) -> int:
        """What holding it is worth in a battle of ``points``, rounded down."""
        return points * self.percent // 100


class Roster(Row, frozen=True, kw_only=True):
    """The fixed army of a side in a historical battle (WMA-SET-07)."""

    side: SideId
    army: str
    counts: dict[str, Positive]


class Score(Row, frozen=True, kw_only=True):
    """A line of the reckoning (WMA-SET-06, WMA-S35): ``factor`` times the cost of what ``key`` names.

    Each unit's product is rounded down. Keys: ``enemy_destroyed`` enemy units destroyed, ``enemy_character`` enemy
    characters lost, ``enemy_reduced`` enemy units of more than one stand brought down to a single one,
    ``own_destroyed`` one's own units destroyed (a minus).
    """

    key: Literal["enemy_destroyed", "enemy_character", "enemy_reduced", "own_destroyed"]
    factor: float
    sides: tuple[SideId, ...] = ("south", "north")
    name: str
    clause: str


class Share(Row, frozen=True, kw_only=True):
    """The share of the battle's points that a side may spend, ``part`` of ``of``."""

    side: SideId
    part: Positive
    of: Positive


class BreakPoint(Share, frozen=True, kw_only=True):
    """The share of its units, ``part`` of ``of``, at whose loss a side must withdraw (WMA-S35): half is 1 of 2."""

    def reached(self, lost: int, initial: int) -> bool:
        """Whether a side that began with ``initial`` units and has lost ``lost`` must withdraw.

        >>> half = BreakPoint(side="south", part=1, of=2)
        >>> half.reached(6, 13), half.reached(7, 13)
        (False, True)
        """
        return lost * self.of >= initial * self.part


class Deploy(Row, frozen=True, kw_only=True):
    """How the armies are placed and who begins.

    ``order`` "alternate": one unit each in turn, ``first`` placing the first (WMA-S34). ``order`` "whole": ``first``
    places its whole army, then the other. ``first`` "roll": both roll a die, the lower places first. ``first_turn``
    "roll": the higher roller chooses; else the side that has the first turn.
    """

    order: Literal["alternate", "whole"] = "alternate"
    first: Literal["roll", "south", "north"] = "roll"
    first_turn: Literal["roll", "south", "north"] = "roll"


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario: table, terrain, deployment areas, armies' sizes and reckoning (WMA-SET-05, WMA-SET-06)."""

    kind: Literal["universal", "historical"]
    turns: Positive
    allow_shortfall: bool = False
    table: TableSize
    deploy: Deploy
    shares: tuple[Share, ...] = field(name="share", default=())
    areas: tuple[Area, ...] = field(name="deployment")
    features: tuple[Feature, ...] = field(name="terrain", default=())
    objectives: tuple[Objective, ...] = field(name="objective", default=())
    scores: tuple[Score, ...] = field(name="score")
    rosters: tuple[Roster, ...] = field(name="roster", default=())
    break_points: tuple[BreakPoint, ...] = field(name="break_point")

    def size_for(self, side: str, points: int) -> int:
        """The agreed size of a side's army (points) in a battle of ``points``, rounded down to whole tens."""
        share = next((s for s in self.shares if s.side == side), None)
        return points if share is None or share.part == share.of else points * share.part // share.of // 10 * 10

    def areas_of(self, side: str) -> tuple[Area, ...]:
        """The deployment areas of a side."""
        return tuple(a for a in self.areas if a.side == side)

    def outline_of(self, objective: Objective) -> Points:
        """The outline of an objective's place in mm, not closed."""
        if objective.polygon:
            return points_mm(objective.polygon)
        return find(self.features, "id", objective.feature).points_mm

    def roster(self, side: str) -> Roster | None:
        """The fixed army of a side, None where the players choose."""
        return next((r for r in self.rosters if r.side == side), None)

    @property
    def armies(self) -> dict[SideId, str]:
        """The armies that are fixed, by side; empty where the players choose."""
        return {r.side: r.army for r in self.rosters}

    def break_point(self, side: str) -> BreakPoint:
        """What loss makes a side withdraw."""
        return find(self.break_points, "side", side)


class _Troops(Row, frozen=True, kw_only=True):
    types: tuple[UnitType, ...] = field(name="type")
    specials: tuple[Special, ...] = field(name="special")


DATA = DataFiles("rulesets.warmaster_ancients")


def read_troops(data: bytes, file: str) -> dict[str, UnitType]:
    """Read unit types. Raises DataError."""
    return by_id(file, "type", read(data, _Troops, file).types)


load_troops = DATA.made("troops.toml", read_troops)
"""The unit types by id, in the order of the file."""


load_specials = DATA.made("troops.toml", lambda data, file: by_id(file, "special", read(data, _Troops, file).specials))
"""The special rules by flag (WMA-S38)."""


load_characters = DATA.whole("characters.toml", Characters)
"""Ranks, mounts and the allowance of characters."""


def read_terrain(data: bytes, file: str) -> dict[str, TerrainKind]:
    """Read terrain kinds. Raises DataError."""
    rows, check = by_id(file, "kind", listed(data, file, "kind", TerrainKind)), Checks(file)
    for row in rows.values():
        key, protects = f"kind {row.id}, against", row.protection != "none"
        text = T("protection and against belong together: give both, or neither")
        check.refuse(protects != (row.against != ""), key, text)
        text = T("“across” belongs to lines that protect, and to nothing else")
        check.refuse((row.against == "across") != (row.shape == "line" and protects), key, text)
    return rows


load_terrain = DATA.made("terrain.toml", read_terrain)
"""The terrain kinds by id, in the order of the file."""


def read_modifiers(data: bytes, file: str) -> Modifiers:
    """Read the modifier tables; each to-hit table must have a row for every status. Raises DataError."""
    found = read(data, Modifiers, file)
    unique(file, "command", (r.id for r in found.command_rows))
    unique(file, "attack", (r.id for r in found.attack_rows))
    to_hit = (("shooting", found.shooting_rows), ("combat", found.combat_rows), ("driveback", found.driveback_rows))
    for key, rows in to_hit:
        statuses = [row.status for row in rows]
        unique(file, key, statuses)
        for status in get_args(Status):
            text = T("there is no row for the status “{status}”", status=status)
            Checks(file).refuse(status not in statuses, key, text)
    return found


load_modifiers = DATA.made("modifiers.toml", read_modifiers)
"""The modifier and to-hit tables."""


load_numbers = DATA.table("numbers.toml", "number", Number)
"""The single numbers of the rules by id."""
load_options = DATA.options()


def checked(army: Army, file: str) -> Army:
    """The same army list, if all that it names is there. Raises DataError."""
    check, codes = Checks(file), [r.code for r in army.rows]
    unique(file, "code", codes)
    unique(file, "sample", (s.id for s in army.samples))
    for unit in army.units:
        check.known(f"unit {unit.code}, type", T("unit type"), unit.type, load_troops())
        shockless = {"heavy", "scythed"} & set(unit.flags) and "shock" not in unit.flags
        text = T("heavy and scythed chariots need the flag “shock” too")
        check.refuse(bool(shockless), f"unit {unit.code}, flags", text)
    for row in army.rows:
        text = T("the minimum {min} is more than the maximum {max}", min=row.min, max=row.max)
        check.refuse(row.max is not None and row.min > row.max, f"{row.code}, min", text)
    generals = sum(c.rank == "general" for c in army.characters)
    check.refuse(generals != 1, "character", T("an army needs exactly one row of rank “general”"))
    spare = [c.code for c in army.characters if c.min == 0]
    for mounted in army.mounted:
        check.known(f"mounted {mounted.code}, of", T("character without a minimum"), mounted.of, spare)
    for sample in army.samples:
        for code in sample.counts:
            check.known(f"sample {sample.id}, counts, {code}", T("code of this army"), code, codes)
    return army


ARMIES = DATA.shelf("armies", T("army"), Army, checked)
armies, load_army, read_army_list = ARMIES.ids, ARMIES.load, ARMIES.read


def _sound(found: Scenario, file: str) -> Scenario:
    """The same, if kinds are known, outlines on the table, areas and break points for both sides. Raises DataError."""
    check = Checks(file)
    unique(file, "terrain", (f.id for f in found.features))
    unique(file, "objective", (o.id for o in found.objectives))
    for feature in found.features:
        _check_feature(found, feature, check)
    for number, area in enumerate(found.areas, 1):
        key = f"deployment {number}, polygon"
        check.refuse(len(area.polygon) < 3, key, T("an area needs at least 3 points"))
        _on_table(found, area.polygon, check, key)
    for side in ("south", "north"):
        bare = not found.areas_of(side)
        check.refuse(bare, "deployment", T("the side “{side}” has no deployment area", side=side))
        breaks = sum(b.side == side for b in found.break_points)
        check.refuse(breaks != 1, "break_point", T("the side “{side}” needs exactly one break point", side=side))
    for share in found.shares:
        check.refuse(share.part > share.of, f"share {share.side}", T("a share cannot be more than the whole"))
    _check_objectives(found, check)
    _check_rosters(found, check)
    return found


def _check_objectives(scenario: Scenario, check: Checks) -> None:
    """Refuse an objective without a place, or with one that does not exist."""
    features = [f.id for f in scenario.features]
    for one in scenario.objectives:
        where = f"objective {one.id}"
        check.refuse(one.id in features, f"{where}, id", T("a terrain feature has this id already"))
        text = T("an objective is either a terrain feature or a polygon of its own")
        check.refuse(bool(one.feature) == bool(one.polygon), where, text)
        if one.feature:
            check.known(f"{where}, feature", T("terrain feature of this scenario"), one.feature, features)
        _on_table(scenario, one.polygon, check, f"{where}, polygon")


def _check_rosters(scenario: Scenario, check: Checks) -> None:
    """Refuse fixed armies of unknown name or code, and a historical battle without them (WMA-SET-07)."""
    right = 1 if scenario.kind == "historical" else 0
    for side in ("south", "north"):
        number = sum(r.side == side for r in scenario.rosters)
        text = T("a historical battle fixes one army for each side, a universal one fixes none")
        check.refuse(number != right, "roster", text)
    for roster in scenario.rosters:
        check.known(f"roster {roster.side}, army", T("army"), roster.army, armies())
        codes = [row.code for row in load_army(roster.army).rows]
        for code in roster.counts:
            check.known(f"roster {roster.side}, counts, {code}", T("code of this army"), code, codes)


def _check_feature(scenario: Scenario, feature: Feature, check: Checks) -> None:
    """Refuse a feature of an unknown kind, of the wrong shape, or off the table."""
    where = f"terrain {feature.id}"
    check.known(f"{where}, kind", T("terrain kind"), feature.kind, load_terrain())
    if load_terrain()[feature.kind].shape == "area":
        text = T("a feature of this kind is a polygon of at least 3 points")
        check.refuse(bool(feature.line) or len(feature.polygon) < 3, f"{where}, polygon", text)
    else:
        text = T("a feature of this kind is a line of at least 2 points")
        check.refuse(bool(feature.polygon) or len(feature.line) < 2, f"{where}, line", text)
    _on_table(scenario, feature.polygon or feature.line, check, where)


def _on_table(scenario: Scenario, points: Sequence[tuple[float, float]], check: Checks, key: str) -> None:
    width, depth = scenario.table.width_cm, scenario.table.depth_cm
    for x, y in points:
        text = T("the point {x}, {y} is off the table of {width} x {depth} cm", x=x, y=y, width=width, depth=depth)
        check.refuse(not (0 <= x <= width and 0 <= y <= depth), key, text)


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _sound)
scenarios, load_scenario, read_scenario = SCENARIOS.ids, SCENARIOS.load, SCENARIOS.read
