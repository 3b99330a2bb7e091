"""The data of ancient battles, read from the files of this folder, checked and typed. DataError names file and key."""

from __future__ import annotations

from functools import cache

from game.engine.data_folder import DataFolder, unique
from game.engine.options import Option, read_options
from game.engine.text import T
from game.engine.toml_reading import read
from game.kit.data import Checks, table
from rulesets.ancient_battles.data_types import Armour, ArmRow, Army, Charts, Modifiers, UnitRow, Weapon

DATA = DataFolder("rulesets.ancient_battles")


@cache
def weapons() -> dict[str, Weapon]:
    """Missile weapons by id (WAB-WPN-01)."""
    return table(DATA, "weapons.toml", "weapon", Weapon)


@cache
def armours() -> dict[str, Armour]:
    """Armour by id (WAB-ARM-01)."""
    return table(DATA, "armour.toml", "armour", Armour)


@cache
def arms() -> dict[str, ArmRow]:
    """Arms of service by id (WAB-S01)."""
    return table(DATA, "arms.toml", "arm", ArmRow)


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
    check = Checks(file)
    for piece in row.armour:
        check.known(f"{where}, armour", T("armour"), piece, armours())
    if row.weapon:
        check.known(f"{where}, weapon", T("missile weapon"), row.weapon, weapons())
    for hated in row.hates:
        check.known(f"{where}, hates", T("army"), hated, armies())
    formed = row.order != "skirmish" and not row.character
    key, most = f"{where}, files", row.models
    text = T("a formed unit of {models} has from 1 to {models} files, not {files}", models=most, files=row.files)
    check.refuse(formed and not 1 <= row.files <= most, key, text)
    text = T("skirmishers and characters stand in no files")
    check.refuse(not formed and row.files > 0, key, text)
