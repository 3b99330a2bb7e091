"""Tables 16C, 16D and 16E: what tests of morale and rallies come to; what the rows of 13C and 13D are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.own import Class

Morale = Literal["good", "halt", "withdraw", "retreat", "rout"]
Rally = Literal["rallied", "rout", "dispersed"]
Pursuit = Literal["choice", "pursue", "halt"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: dict[str, int]
    morale: dict[str, int]
    rally: dict[str, int]
    good: dict[str, tuple[int, int, int, int]]
    from_rout: dict[str, tuple[int, int]]
    from_pursuit: dict[str, tuple[int, int]]


_table = DATA.whole("table_13c.toml", _Table)


def values(test: Literal["morale", "rally"]) -> Mapping[str, int]:
    """What the rows of table 13C or 13D are worth, by their keys."""
    return _table().morale if test == "morale" else _table().rally


def most_supports() -> int:
    """Supporting units that count in a morale test (NAP-MOR-10)."""
    return _table().limit["supports"]


def morale(total: int, cls: Class, *, in_melee: bool = False, under_fire: bool = False) -> Morale:
    """Table 16C (NAP-RES-21): in melee "halt" fights on, "withdraw" and "retreat" break off, which is the caller's."""
    limits = _table().good[cls]
    names: tuple[Morale, ...] = ("good", "halt", "withdraw", "retreat")
    for name, least in zip(names, limits, strict=True):
        if total >= least:
            return name
    return "rout" if in_melee or under_fire else "retreat"


def rally(total: int, cls: Class) -> Rally:
    """Table 16D (NAP-RLY-11)."""
    rallied, on = _table().from_rout[cls]
    return "rallied" if total >= rallied else "rout" if total >= on else "dispersed"


def from_pursuit(total: int, cls: Class) -> Pursuit:
    """Table 16E (NAP-RLY-12, NAP-R105)."""
    choice, on = _table().from_pursuit[cls]
    return "choice" if total >= choice else "pursue" if total >= on else "halt"
