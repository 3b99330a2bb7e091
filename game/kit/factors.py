"""Tables of modifiers: which rows apply and how often; what a row is worth stands in the data, by its key.

A system tells its rows once, as a generator. They are summed for a throw, shown with its die, and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.engine.text import Text
from game.kit.sums import Row

Entry = tuple[Text, str, int, str]
"""What a row says, its key in the data, how many times it applies (0 or False for not at all), its clause."""


def rows(table: Mapping[str, int], entries: Iterable[Entry]) -> tuple[Row, ...]:
    """The rows that apply, each with its value times how often; those worth nothing are left out.

    Raises KeyError where a row that applies has no value in the data.
    """
    found = ((text, times * table[key], clause) for text, key, times, clause in entries if times)
    return tuple(row for row in found if row[1])


def total(of: Iterable[Row]) -> int:
    """The sum of some rows, dice not among them."""
    return sum(int(value) for _, value, _ in of)


def change(table: Mapping[str, int], was: Iterable[Entry], now: Iterable[Entry]) -> tuple[Row, ...]:
    """The rows by which a sum differs from an earlier one: each applies as many times more or fewer as it did.

    Rows are the same by their key; the text and the clause are those of now.
    """
    before = {key: times for _, key, times, _ in was}
    return rows(table, ((text, key, times - before.get(key, 0), clause) for text, key, times, clause in now))
