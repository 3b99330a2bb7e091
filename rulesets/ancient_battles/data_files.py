"""The data of ancient battles, read from the files of this folder, checked and typed. DataError names file and key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from msgspec import field

from game.engine.tables import DataError, read, unknown
from game.engine.text import T, Text
from rulesets.ancient_battles.data_types import Armour, ArmRow, Army, Charts, Modifiers, Row, Weapon


class _Weapons(Row, frozen=True, kw_only=True):
    rows: tuple[Weapon, ...] = field(name="weapon")


class _Armours(Row, frozen=True, kw_only=True):
    rows: tuple[Armour, ...] = field(name="armour")


class _Arms(Row, frozen=True, kw_only=True):
    rows: tuple[ArmRow, ...] = field(name="arm")


def at(*path: str) -> Traversable:
    """A file or folder of this ruleset."""
    place: Traversable = resources.files("rulesets.ancient_battles")
    for part in path:
        place = place.joinpath(part)
    return place


def unique(file: str, key: str, values: Iterable[str]) -> None:
    """Refuse a file in which a name stands twice. Raises DataError."""
    for value, times in Counter(values).items():
        if times > 1:
            text = T("this name stands {times} times; every name must be used once", times=times)
            raise DataError(file, f"{key} {value}", text)


@cache
def weapons() -> dict[str, Weapon]:
    """Missile weapons by id (WAB-WPN-01)."""
    rows = read(at("data", "weapons.toml").read_bytes(), _Weapons, "weapons.toml").rows
    unique("weapons.toml", "weapon", (r.id for r in rows))
    return {row.id: row for row in rows}


@cache
def armours() -> dict[str, Armour]:
    """Armour by id (WAB-ARM-01)."""
    rows = read(at("data", "armour.toml").read_bytes(), _Armours, "armour.toml").rows
    unique("armour.toml", "armour", (r.id for r in rows))
    return {row.id: row for row in rows}


@cache
def arms() -> dict[str, ArmRow]:
    """Arms of service by id (WAB-S01)."""
    rows = read(at("data", "arms.toml").read_bytes(), _Arms, "arms.toml").rows
    unique("arms.toml", "arm", (r.id for r in rows))
    return {row.id: row for row in rows}


@cache
def modifiers() -> Modifiers:
    """The modifier tables (WAB-SHT-04, WAB-RES-02)."""
    return read(at("data", "modifiers.toml").read_bytes(), Modifiers, "modifiers.toml")


@cache
def charts() -> Charts:
    """The charts (WAB-SHT-02, WAB-CMB-06, WAB-CMB-07, WAB-ARM-12, WAB-FLE-03)."""
    return read(at("data", "charts.toml").read_bytes(), Charts, "charts.toml")


@cache
def armies() -> tuple[str, ...]:
    """Ids of the armies, in the order of their file names."""
    names = sorted(f.name for f in at("data", "armies").iterdir() if f.name.endswith(".toml"))
    return tuple(name.removesuffix(".toml") for name in names)


@cache
def load_army(army_id: str) -> Army:
    """An army list by id. Raises DataError."""
    return read_army(at("data", "armies", f"{army_id}.toml").read_bytes(), f"{army_id}.toml")


def read_army(data: bytes, file: str) -> Army:
    """Read an army list and check that armour, weapons and hated armies exist. Raises DataError."""
    army = read(data, Army, file)
    unique(file, "unit", (u.code for u in army.units))
    for row in army.units:
        where = f"unit {row.code}"
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
    return army


def _known(file: str, key: str, what: Text, name: str, known: Iterable[str]) -> None:
    names: Sequence[str] = list(known)
    if name not in names:
        raise unknown(file, key, what, name, list(names))
