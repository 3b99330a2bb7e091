"""Armies whose units are bought: a row for each says what was chosen, and has faults where it cannot be had.

For every system with such rows: what their files must hold to, ready lists, and situations of such units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from game.engine.documents import Document
from game.engine.files.toml_reading import DataError
from game.engine.positions import parts
from game.engine.ruleset import Problem
from game.engine.state import Unit
from game.engine.text import T, Text
from game.kit.data import Checks
from game.kit.muster.own import Row
from game.kit.muster.positions import Bodies

R = TypeVar("R", bound=Row)


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready list for so many points: how many of each row, by code."""

    points: int
    counts: dict[str, int]


# --- files and lists ---------------------------------------------------------------------------------------------


def said(fault: Problem) -> Text:
    """A fault and its clause, where a file or a document has it."""
    return T("{reason} ({clause})", reason=fault.text, clause=fault.clause)


def check_rows(check: Checks, rows: Sequence[R], faults: Callable[[R], Iterable[Problem]]) -> Iterator[tuple[str, R]]:
    """The rows of a file with their keys, each once it is known to be sound. Raises DataError."""
    first = {row.code: row for row in reversed(rows)}
    for row in rows:
        key = f"unit ({row.code})"
        check.refuse(first[row.code] is not row, key, T("two units have this code"))
        for fault in faults(row):
            raise DataError(check.file, f"{key}, {fault.where}", said(fault))
        yield key, row


def check_samples(check: Checks, samples: Iterable[Sample], codes: Sequence[str]) -> None:
    """Ready lists name rows that are there. Raises DataError."""
    for sample in samples:
        for code in sample.counts:
            check.known(f"sample ({sample.points})", T("unit"), code, codes)


# --- situations --------------------------------------------------------------------------------------------------


class Kind(msgspec.Struct, Generic[R], frozen=True):
    """A row, and the army that it counts with."""

    army: str
    row: R


class Bought(Bodies[Kind[R]], Generic[R]):
    """Reads and writes situations of units that are bought.

    Attributes
    ----------
    bare
        A row with nothing chosen: what a row need not tell.
    faults
        What is wrong with a row.
    """

    bare: R
    faults: Callable[[R], Iterable[Problem]]
    needless: ClassVar[Mapping[str, Any]] = {}

    def row_of(self, code: str) -> Mapping[str, Any]:
        """A row on offer, as what was bought."""
        usual, told = (msgspec.to_builtins(row) for row in (self.bare, self.kinds()[code].row))
        return {k: v for k, v in told.items() if k == "kind" or v != usual[k]}

    def check_row(self, row: Mapping[str, Any], key: str, read: Document) -> None:
        """Refuse what cannot be bought."""
        kind: Any = type(self.bare)
        for fault in self.faults(read.typed(row, kind, key)):
            raise read.fail(f"{key}, {fault.where}", said(fault))

    def own_kind(self, army: str, row: str) -> Kind[R]:
        """A row that no list has."""
        return Kind(army, msgspec.json.decode(row, type=type(self.bare)))

    def kind_of(self, troops: Mapping[str, tuple[str, str, str]], code: str) -> Kind[R]:
        """The row of a unit of a battle: on offer, or among its own ``troops``."""
        return self.kinds().get(code) or self.own_kind(*troops[code][::2])

    def otherwise(self, unit: Unit, bought: Unit) -> dict[str, Any]:
        """The system's own fields in which a unit is not as it was bought.

        A length that has gone back to 0 is told, one that never was another is not: what was bought says which.
        """
        usual = parts.own_fields(self.measures, bought.own)
        now, whole = (parts.own_fields(self.measures, unit.own, whole=w) for w in (False, True))
        return {k: v for k, v in whole.items() if usual.get(k) != now.get(k)}
