"""The data of Warmaster Ancients, read from the files of this folder, checked and typed.

Every loader reads once and keeps what it read. A file that cannot be used raises DataError, which names the file, the
key and what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import get_args

from msgspec import field

from game.engine.data_folder import DataFolder, by_id, unique
from game.engine.options import Option, read_options
from game.engine.text import T
from game.engine.toml_reading import DataError, read, unknown
from rulesets.warmaster_ancients.data_scenario import Feature, Scenario
from rulesets.warmaster_ancients.data_types import (
    Army,
    Characters,
    Modifiers,
    Number,
    Row,
    Special,
    Status,
    TerrainKind,
    UnitType,
)


class _Troops(Row, frozen=True, kw_only=True):
    types: tuple[UnitType, ...] = field(name="type")
    specials: tuple[Special, ...] = field(name="special")


class _Terrain(Row, frozen=True, kw_only=True):
    kinds: tuple[TerrainKind, ...] = field(name="kind")


class _Numbers(Row, frozen=True, kw_only=True):
    numbers: tuple[Number, ...] = field(name="number")


DATA = DataFolder("rulesets.warmaster_ancients")


@cache
def load_troops() -> dict[str, UnitType]:
    """Return the unit types by id, in the order of the file."""
    return read_troops(DATA.raw("troops.toml"), "troops.toml")


def read_troops(data: bytes, file: str) -> dict[str, UnitType]:
    """Read unit types. Raises DataError."""
    rows = read(data, _Troops, file).types
    return by_id(file, "type", rows)


@cache
def load_specials() -> dict[str, Special]:
    """Return the special rules by flag (WMA-S38)."""
    rows = read(DATA.raw("troops.toml"), _Troops, "troops.toml").specials
    return {row.id: row for row in rows}


@cache
def load_characters() -> Characters:
    """Return ranks, mounts and the allowance of characters."""
    return read(DATA.raw("characters.toml"), Characters, "characters.toml")


@cache
def load_terrain() -> dict[str, TerrainKind]:
    """Return the terrain kinds by id, in the order of the file."""
    return read_terrain(DATA.raw("terrain.toml"), "terrain.toml")


def read_terrain(data: bytes, file: str) -> dict[str, TerrainKind]:
    """Read terrain kinds. Raises DataError."""
    rows = read(data, _Terrain, file).kinds
    unique(file, "kind", (r.id for r in rows))
    for row in rows:
        if (row.protection == "none") != (row.against == ""):
            raise DataError(
                file,
                f"kind {row.id}, against",
                T("protection and against belong together: give both, or neither"),
            )
        if (row.against == "across") != (row.shape == "line" and row.protection != "none"):
            raise DataError(
                file, f"kind {row.id}, against", T("“across” belongs to lines that protect, and to nothing else")
            )
    return {row.id: row for row in rows}


def access_of(type_id: str) -> frozenset[str]:
    """Return the terrain kinds in which a unit type may move: its row of the access matrix (WMA-TER-07)."""
    return frozenset(kind.id for kind in load_terrain().values() if kind.allows(type_id))


@cache
def load_modifiers() -> Modifiers:
    """Return the modifier and to-hit tables."""
    return read_modifiers(DATA.raw("modifiers.toml"), "modifiers.toml")


def read_modifiers(data: bytes, file: str) -> Modifiers:
    """Read the modifier tables; each to-hit table must have a row for every status. Raises DataError."""
    found = read(data, Modifiers, file)
    unique(file, "command", (r.id for r in found.command_rows))
    unique(file, "attack", (r.id for r in found.attack_rows))
    tables: list[tuple[str, list[str]]] = [
        ("shooting", [r.status for r in found.shooting_rows]),
        ("combat", [r.status for r in found.combat_rows]),
        ("driveback", [r.status for r in found.driveback_rows]),
    ]
    for key, statuses in tables:
        unique(file, key, statuses)
        for status in get_args(Status):
            if status not in statuses:
                raise DataError(file, key, T("there is no row for the status “{status}”", status=status))
    return found


@cache
def load_numbers() -> dict[str, Number]:
    """Return the single numbers of the rules by id."""
    rows = read(DATA.raw("numbers.toml"), _Numbers, "numbers.toml").numbers
    return by_id("numbers.toml", "number", rows)


@cache
def load_options() -> dict[str, Option]:
    """Return the options of a battle by key, in the order in which they are offered."""
    return read_options(DATA.raw("options.toml"), "options.toml")


def armies() -> list[str]:
    """Return the ids of all armies, sorted."""
    return DATA.ids("armies")


@cache
def load_army(army_id: str) -> Army:
    """Return an army list. Raises DataError, also where there is no such army."""
    return DATA.one("armies", army_id, T("army"), read_army_list)


def read_army_list(data: bytes, file: str) -> Army:
    """Read an army list: known types, ranks and mounts, one row a General, samples of known codes. Raises DataError."""
    return checked(read(data, Army, file), file)


def checked(army: Army, file: str) -> Army:
    """The same army list, if all that it names is there. Raises DataError."""
    unique(file, "code", (r.code for r in army.rows))
    unique(file, "sample", (s.id for s in army.samples))
    types = load_troops()
    codes = [r.code for r in army.rows]
    for unit in army.units:
        if unit.type not in types:
            raise unknown(file, f"unit {unit.code}, type", T("unit type"), unit.type, list(types))
        if {"heavy", "scythed"} & set(unit.flags) and "shock" not in unit.flags:
            raise DataError(file, f"unit {unit.code}, flags", T("heavy and scythed chariots need the flag “shock” too"))
    for row in army.rows:
        if row.max is not None and row.min > row.max:
            raise DataError(
                file,
                f"{row.code}, min",
                T("the minimum {min} is more than the maximum {max}", min=row.min, max=row.max),
            )
    if sum(c.rank == "general" for c in army.characters) != 1:
        raise DataError(file, "character", T("an army needs exactly one row of rank “general”"))
    for mounted in army.mounted:
        of = [c.code for c in army.characters if c.min == 0]
        if mounted.of not in of:
            raise unknown(file, f"mounted {mounted.code}, of", T("character without a minimum"), mounted.of, of)
    for sample in army.samples:
        for code in sample.counts:
            if code not in codes:
                raise unknown(file, f"sample {sample.id}, counts, {code}", T("code of this army"), code, codes)
    return army


def scenarios() -> list[str]:
    """Return the ids of all scenarios in the order in which they are offered."""
    return sorted(DATA.ids("scenarios"), key=lambda name: (load_scenario(name).order, name))


@cache
def load_scenario(scenario_id: str) -> Scenario:
    """Return a scenario. Raises DataError, also where there is no such scenario."""
    return DATA.one("scenarios", scenario_id, T("scenario"), read_scenario)


def read_scenario(data: bytes, file: str) -> Scenario:
    """Read a scenario: known kinds, outlines on the table, areas and break points for both sides. Raises DataError."""
    found = read(data, Scenario, file)
    unique(file, "terrain", (f.id for f in found.features))
    unique(file, "objective", (o.id for o in found.objectives))
    for feature in found.features:
        _check_feature(found, feature, file)
    for number, area in enumerate(found.areas, 1):
        if len(area.polygon) < 3:
            raise DataError(file, f"deployment {number}, polygon", T("an area needs at least 3 points"))
        _on_table(found, area.polygon, file, f"deployment {number}, polygon")
    for side in ("south", "north"):
        if not found.areas_of(side):
            raise DataError(file, "deployment", T("the side “{side}” has no deployment area", side=side))
        if sum(b.side == side for b in found.break_points) != 1:
            raise DataError(file, "break_point", T("the side “{side}” needs exactly one break point", side=side))
    for share in found.shares:
        if share.part > share.of:
            raise DataError(file, f"share {share.side}", T("a share cannot be more than the whole"))
    _check_objectives(found, file)
    _check_rosters(found, file)
    return found


def _check_objectives(scenario: Scenario, file: str) -> None:
    """Refuse an objective without a place, or with one that does not exist."""
    features = [f.id for f in scenario.features]
    for objective in scenario.objectives:
        where = f"objective {objective.id}"
        if objective.id in features:
            raise DataError(file, f"{where}, id", T("a terrain feature has this id already"))
        if bool(objective.feature) == bool(objective.polygon):
            raise DataError(file, where, T("an objective is either a terrain feature or a polygon of its own"))
        if objective.feature and objective.feature not in features:
            raise unknown(file, f"{where}, feature", T("terrain feature of this scenario"), objective.feature, features)
        _on_table(scenario, objective.polygon, file, f"{where}, polygon")


def _check_rosters(scenario: Scenario, file: str) -> None:
    """Refuse fixed armies of unknown name or code, and a historical battle without them (WMA-SET-07)."""
    for side in ("south", "north"):
        number = sum(r.side == side for r in scenario.rosters)
        if number != (1 if scenario.kind == "historical" else 0):
            raise DataError(
                file, "roster", T("a historical battle fixes one army for each side, a universal one fixes none")
            )
    for roster in scenario.rosters:
        if roster.army not in armies():
            raise unknown(file, f"roster {roster.side}, army", T("army"), roster.army, armies())
        codes = [row.code for row in load_army(roster.army).rows]
        for code in roster.counts:
            if code not in codes:
                raise unknown(file, f"roster {roster.side}, counts, {code}", T("code of this army"), code, codes)


def _check_feature(scenario: Scenario, feature: Feature, file: str) -> None:
    """Refuse a feature of an unknown kind, of the wrong shape, or off the table."""
    kinds = load_terrain()
    where = f"terrain {feature.id}"
    if feature.kind not in kinds:
        raise unknown(file, f"{where}, kind", T("terrain kind"), feature.kind, list(kinds))
    if kinds[feature.kind].shape == "area":
        if feature.line or len(feature.polygon) < 3:
            raise DataError(file, f"{where}, polygon", T("a feature of this kind is a polygon of at least 3 points"))
    elif feature.polygon or len(feature.line) < 2:
        raise DataError(file, f"{where}, line", T("a feature of this kind is a line of at least 2 points"))
    _on_table(scenario, feature.polygon or feature.line, file, where)


def _on_table(scenario: Scenario, points: Sequence[tuple[float, float]], file: str, key: str) -> None:
    width, depth = scenario.table.width_cm, scenario.table.depth_cm
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= depth):
            raise DataError(
                file,
                key,
                T("the point {x}, {y} is off the table of {width} x {depth} cm", x=x, y=y, width=width, depth=depth),
            )
