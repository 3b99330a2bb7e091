"""What the rows of table 13A are worth, and what both sides do by a value: table 16A (NAP-RCT-13, NAP-RES-15)."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.text import T, Text
from rulesets.napoleonic_wars.data_files import DATA

Side = Literal[0, 1]
"""The charger, the defender."""
Form = Literal["line", "column", "square", "double_square", "horse", "light_horse", "other"]
"""What a side of a charge counts as; "other" where no row speaks of it (NAP-R96)."""
ChargerDoes = Literal["charge", "refuse", "withdraw", "home", "halt", "halt_or_rout"]
Phase = Literal["initial", "final"]
DefenderDoes = Literal[
    "rout", "withdraw_double", "stand_or_evade", "stand_square", "declared", "orders", "counter_charge"
]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    both: dict[str, tuple[int, int]]
    charge: dict[str, int]
    limit: dict[str, int]
    result: dict[str, tuple[int, ...]]


_table = DATA.whole("table_13a.toml", _Table)


def column(of: Side) -> dict[str, int]:
    """The charger's numbers of table 13A (0), or the defender's (1)."""
    return {name: values[of] for name, values in _table().both.items()}


def charge() -> dict[str, int]:
    """What the rows of table 13A are worth that speak of the charge as a whole."""
    return _table().charge


def most_supports() -> int:
    """Supporting units that count on each side (NAP-RCT-15)."""
    return _table().limit["supports"]


def form_row(charger: Form, target: Form) -> str:
    """The row of who charges what, "" where none speaks of it (NAP-R96)."""
    square = target in ("square", "double_square")
    if charger in ("horse", "light_horse"):
        lighter = "light_heavy" if (charger, target) == ("light_horse", "horse") else ""
        by_target = {"column": "horse_column", "line": "horse_line", "square": "horse_square"}
        return by_target.get(target, "horse_double" if target == "double_square" else lighter)
    if charger == "column":
        return "column_square" if square else "column_line" if target == "line" else ""
    return "line_square" if charger == "line" and square else ""


CHARGES: dict[str, Text] = {
    "soft": T("defender in soft cover"),
    "hard": T("defender in hard cover"),
    "line_square": T("line charges square"),
    "column_line": T("closed column charges line"),
    "column_square": T("closed column charges square"),
    "horse_column": T("cavalry charges column"),
    "horse_line": T("cavalry charges line"),
    "horse_square": T("cavalry charges square"),
    "horse_double": T("cavalry charges double square"),
    "light_heavy": T("light cavalry charges heavy"),
    "flank": T("in the flank, or changing formation"),
    "rear": T("in the rear"),
    "mamelukes": T("first charge of Mamelukes"),
}


def _row(number: int) -> int:
    """The row of table 16A for a value: 0 for +8 and more, 5 for -8 and less."""
    return next((k for k, least in enumerate(_table().result["rows"]) if number >= least), 5)


def charger_does(number: int, phase: Phase) -> ChargerDoes:
    """The charger's result (NAP-RES-15)."""
    row = _row(number)
    if row <= 3:
        return "charge" if phase == "initial" else "home"
    if row == 4:
        return "refuse" if phase == "initial" else "halt"
    return "withdraw" if phase == "initial" else "halt_or_rout"


def defender_does(
    number: int, phase: Phase, *, mounted: bool, square: bool = False, by_horse: bool = False
) -> DefenderDoes:
    """The defender's result; a square stands against horse where other foot routs (NAP-R92)."""
    row = _row(number)
    if row == 0:
        return "rout"
    if row == 1:
        if mounted:
            return "withdraw_double" if phase == "initial" else "rout"
        return "stand_square" if square and by_horse else "rout"
    if row == 2:
        return "stand_or_evade"
    if row == 3:
        return "declared"
    if phase == "initial":
        return "orders"
    return "declared" if row == 4 and not mounted else "counter_charge"


def steadied(number: int) -> int:
    """What Russian foot that is charged reads a value as, in both phases (NAP-NAT-11).

    >>> [steadied(n) for n in (9, 8, 7, 6, 5)]
    [6, 6, 5, 5, 5]
    """
    return 6 if number >= 8 else min(number, 5)


def fire_distance(number: int, *, square: bool = False, by_horse: bool = False) -> float | None:
    """Cm at which standing foot ceases fire by the initial value; None where none is printed (NAP-RES-13)."""
    row = _row(number)
    if row == 1:
        return 8.0 if square and by_horse else None
    return 8.0 if row == 2 else 5.0 if row == 3 else None
