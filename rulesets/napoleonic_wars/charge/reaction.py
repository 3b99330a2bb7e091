"""The value of a charge, row by row, and what both sides do by it: tables 13A and 16A (NAP-RCT-06, -13, NAP-RES-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T, Text
from game.kit import factors
from game.kit.sums import Row
from rulesets.napoleonic_wars.data_files import DATA, whole
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.own import Class

Form = Literal["line", "column", "square", "double_square", "other"]
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


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one side of a charge (NAP-RCT-13, NAP-RCT-14).

    Attributes
    ----------
    general
        "near" within 5 cm, "far" otherwise within 50 cm, "" for none.
    few
        Fewer than half the enemy's numbers (NAP-R137).
    losses
        Per cent of its casualties for the game (NAP-R88).
    supports, leaving, retreating, routing
        Units within 25 cm: in support, under those results (NAP-RCT-15, NAP-RCT-16).
    mounted, light, form
        Horse, light horse; the formation of foot, "other" where no row speaks of it (NAP-R96).
    """

    general: Literal["", "near", "far"] = ""
    cls: Class = "C"
    better_sub: bool = False
    higher: bool = False
    few: bool = False
    disorder: int = 0
    losses: int = 0
    supports: int = 0
    leaving: int = 0
    retreating: int = 0
    routing: int = 0
    mounted: bool = False
    light: bool = False
    form: Form = "other"
    cover: Literal["none", "soft", "hard", "total"] = "none"


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """A charge: charger, defender, from where, and whether the defender is in the middle of changing formation."""

    charger: Party
    defender: Party
    sector: Literal["front", "flank", "rear"] = "front"
    changing: bool = False
    mamelukes: bool = False


def rows(sides: Sides) -> tuple[Row, ...]:
    """All rows that apply, dice not among them (NAP-RCT-06)."""
    return (*_party(sides.charger, 0, T("charger")), *_party(sides.defender, 1, T("defender")), *_charge(sides))


def value(sides: Sides) -> int:
    """The sum of the rows."""
    return factors.total(rows(sides))


def _party(one: Party, column: int, who: Text) -> tuple[Row, ...]:
    table = _column(column)
    entries = ((text, name, n, "NAP-RCT-13") for name, n, text in _of_party(one, who) if name in table)
    return factors.rows(table, entries)


def _of_party(one: Party, who: Text) -> Iterator[tuple[str, int, Text]]:
    """The rows of one side of table 13A; some are the charger's or the defender's alone."""
    yield "general_near", one.general == "near", T("{who}: general within 5 cm", who=who)
    yield "general_far", one.general == "far", T("{who}: general within 50 cm", who=who)
    yield one.cls, one.cls != "C", T("{who}: class {cls}", who=who, cls=one.cls)
    yield "better_sub", one.better_sub, T("{who}: sub-unit of a higher class", who=who)
    yield "higher", one.higher, T("{who}: higher", who=who)
    yield "few", one.few, T("{who}: fewer than half the enemy", who=who)
    yield from _of_state(one, who)
    yield "support", min(_table().limit["supports"], one.supports), T("{who}: supporting units", who=who)
    yield "leaving", one.leaving, T("{who}: own units breaking off or withdrawing", who=who)
    yield "retreating", one.retreating, T("{who}: own units retreating", who=who)
    yield "routing", one.routing, T("{who}: own units routing or lost", who=who)


def _of_state(one: Party, who: Text) -> Iterator[tuple[str, int, Text]]:
    """The rows that may change until the final value (NAP-R89)."""
    yield "disorder", min(book.of("most"), one.disorder), T("{who}: disorganisation", who=who)
    losses = one.losses // whole("percent_a_row")
    yield "losses", losses, T("{who}: casualties {n} per cent", who=who, n=one.losses)


def _charge(sides: Sides) -> list[Row]:
    table = _table().charge
    names = [*_forms(sides)]
    if sides.defender.cover != "none":
        names.append("soft" if sides.defender.cover == "soft" else "hard")
    if sides.sector == "rear":
        names.append("rear")
    elif sides.sector == "flank" or sides.changing:
        names.append("flank")
    if sides.mamelukes:
        names.append("mamelukes")
    clause = {"mamelukes": "NAP-NAT-08"}
    return [(CHARGES[name], table[name], clause.get(name, "NAP-RCT-13")) for name in names]


def _forms(sides: Sides) -> list[str]:
    """The row of who charges what (NAP-R96): the charger's form counts of foot alone, so does the defender's."""
    charger, form = sides.charger, sides.defender.form
    if charger.mounted:
        if sides.defender.mounted:
            return ["light_heavy"] if charger.light and not sides.defender.light else []
        return {"column": ["horse_column"], "line": ["horse_line"], "square": ["horse_square"]}.get(
            form, ["horse_double"] if form == "double_square" else []
        )
    if sides.defender.mounted:
        return []
    square = form in ("square", "double_square")
    if charger.form == "column":
        return ["column_square"] if square else ["column_line"] if form == "line" else []
    return ["line_square"] if charger.form == "line" and square else []


def counted(sides: Sides) -> tuple[int, int, int, int, int]:
    """What may change until the final value: factors and casualties of both sides, whether a starred row counts."""
    charger, defender = sides.charger, sides.defender
    starred = sides.sector != "front" or sides.changing
    return charger.disorder, charger.losses, defender.disorder, defender.losses, int(starred)


def changed(before: tuple[int, int, int, int, int], sides: Sides) -> tuple[Row, ...]:
    """The rows by which the final value differs from the first one (NAP-RCT-10, NAP-R89).

    Casualties and disorganisation of both sides, and a flank, rear or change of formation that did not count before.
    """
    charge, most, step = _table().charge, book.of("most"), whole("percent_a_row")
    out: list[Row] = []

    def entries(counts: tuple[int, ...], k: int, who: Text) -> tuple[factors.Entry, ...]:
        disorder, losses = min(most, counts[k]), counts[k + 1] // step
        return (
            (T("{who}: more disorganisation", who=who), "disorder", disorder, "NAP-RCT-10"),
            (T("{who}: higher casualties", who=who), "losses", losses, "NAP-RCT-10"),
        )

    for column, who in enumerate((T("charger"), T("defender"))):
        was, now = entries(before, 2 * column, who), entries(counted(sides), 2 * column, who)
        out += factors.change(_column(column), was, now)
    if not before[4] and counted(sides)[4]:
        name = "rear" if sides.sector == "rear" else "flank"
        out.append((CHARGES[name], charge[name], "NAP-RCT-10"))
    return tuple(out)


def _column(column: int) -> dict[str, int]:
    """The charger's numbers of table 13A (0), or the defender's (1)."""
    return {name: values[column] for name, values in _table().both.items()}


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
