"""The data of ancient battles, read from the files of this folder, checked and typed. DataError names file and key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import field

from game.engine.data_folder import DataFolder, by_id, unique
from game.engine.options import Option, read_options
from game.engine.text import T, Text
from game.engine.toml_reading import DataError, read, unknown
from rulesets.ancient_battles.data_types import Armour, ArmRow, Army, Charts, Modifiers, Row, UnitRow, Weapon


class _Weapons(Row, frozen=True, kw_only=True):
    rows: tuple[Weapon, ...] = field(name="weapon")


class _Armours(Row, frozen=True, kw_only=True):
    rows: tuple[Armour, ...] = field(name="armour")


class _Arms(Row, frozen=True, kw_only=True):
    rows: tuple[ArmRow, ...] = field(name="arm")


DATA = DataFolder("rulesets.ancient_battles")


@cache
def weapons() -> dict[str, Weapon]:
    """Missile weapons by id (WAB-WPN-01)."""
    return by_id("weapons.toml", "weapon", read(DATA.raw("weapons.toml"), _Weapons, "weapons.toml").rows)


@cache
def armours() -> dict[str, Armour]:
    """Armour by id (WAB-ARM-01)."""
    return by_id("armour.toml", "armour", read(DATA.raw("armour.toml"), _Armours, "armour.toml").rows)


@cache
def arms() -> dict[str, ArmRow]:
    """Arms of service by id (WAB-S01)."""
    return by_id("arms.toml", "arm", read(DATA.raw("arms.toml"), _Arms, "arms.toml").rows)


@cache
def modifiers() -> Modifiers:
    """The modifier tables (WAB-SHT-04, WAB-RES-02)."""
    return read(DATA.raw("modifiers.toml"), Modifiers, "modifiers.toml")


@cache
def charts() -> Charts:
    """The charts (WAB-SHT-02, WAB-CMB-06, WAB-CMB-07, WAB-ARM-12, WAB-FLE-03)."""
    return read(DATA.raw("charts.toml"), Charts, "charts.toml")


@cache
def options() -> dict[str, Option]:
    """All options of a battle by key, in the order in which they are shown."""
    return read_options(DATA.raw("options.toml"))


@cache
def armies() -> tuple[str, ...]:
    """Ids of the armies, in the order of their file names."""
    return tuple(DATA.ids("armies"))


@cache
def load_army(army_id: str) -> Army:
    """An army list by id. Raises DataError."""
    return DATA.one("armies", army_id, T("army"), read_army)


def read_army(data: bytes, file: str) -> Army:
    """Read an army list and check that armour, weapons and hated armies exist. Raises DataError."""
    return checked(read(data, Army, file), file)


def checked(army: Army, file: str) -> Army:
    """The same army, if all that it names is there. Raises DataError."""
    unique(file, "unit", (u.code for u in army.units))
    for row in army.units:
        check_row(row, file, f"unit {row.code}")
    return army


def check_row(row: UnitRow, file: str, where: str) -> None:
    """Refuse armour, weapons and hated armies that are not there, and files that cannot be. Raises DataError."""
    for piece in row.armour:
        _known(file, f"{where}, armour", T("armour"), piece, armours())
    if row.weapon:
        _known(file, f"{where}, weapon", T("missile weapon"), row.weapon, weapons())
    for hated in row.hates:
        _known(file, f"{where}, hates", T("army"), hated, armies())
    formed = row.order != "skirmish" and not row.character
    if formed and not 1 <= row.files <= row.models:
        text = T(
            "a formed unit of {models} has from 1 to {models} files, not {files}",
            models=row.models,
            files=row.files,
        )
        raise DataError(file, f"{where}, files", text)
    if not formed and row.files:
        raise DataError(file, f"{where}, files", T("skirmishers and characters stand in no files"))


def _known(file: str, key: str, what: Text, name: str, known: Iterable[str]) -> None:
    names: Sequence[str] = list(known)
    if name not in names:
        raise unknown(file, key, what, name, list(names))
