"""Codes of the rows of an army: longer ones where others go by them, and another one wherever it stands.

Which fields name the code of another row is declared in their types (:mod:`game.kit.muster.fields`). For every system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from game.engine.fields import inner, types_of
from game.kit.muster.fields import naming

A = TypeVar("A")
LONGER = "X"
"""What is added to a code that others go by."""


def recodes(codes: Sequence[str], free: Callable[[str, str], bool]) -> dict[str, str]:
    """By code itself, or where it is not free, a longer one that is.

    Parameters
    ----------
    free
        Whether the row of a code (the first) may go by another (the second).

    >>> recodes(["LEG", "LEGX", "OWN"], lambda row, code: code != "LEG")
    {'LEG': 'LEGXX', 'LEGX': 'LEGX', 'OWN': 'OWN'}
    """
    out: dict[str, str] = {}
    for code in codes:
        new = code
        while (new != code and (new in codes or new in out.values())) or not free(code, new):
            new += LONGER
        out[code] = new
    return out


def recoded(army: A, codes: Mapping[str, str]) -> A:
    """The same army with other codes for some of its rows; none of the new ones is among the old (:func:`recodes`)."""
    changed = {old: new for old, new in codes.items() if old != new}
    if not changed:
        return army
    doc = msgspec.json.decode(msgspec.json.encode(army))
    for old, new in changed.items():
        for _, row in tables_of(doc):
            row["code"] = new if row["code"] == old else row["code"]
        rename(type(army), doc, old, new)
    return msgspec.convert(doc, type(army))


def tables_of(doc: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The rows of an army as plain values, each with the name of its table."""
    return [(k, row) for k, rows in doc.items() if isinstance(rows, list) for row in rows if is_row(row)]


def is_row(row: Any) -> bool:
    """Whether plain values are a row of an army."""
    return isinstance(row, dict) and "code" in row


def row_type(army: type, table: str) -> Any:
    """The type of the rows of a table of an army."""
    return inner(types_of(army)[table], 0)


def rename(army: type, doc: dict[str, Any], old: str, new: str) -> None:
    """Put another code wherever an army names one beside its rows, "" for none: looks, ready lists, other rows."""
    named = [doc.get("looks", {}), *(sample.get("counts", {}) for sample in doc.get("sample", []))]
    for one in named:
        if old in one:
            value = one.pop(old)
            one.update({new: value} if new else {})
    for key, words in doc.items():
        if isinstance(words, list) and old in words:
            doc[key] = [new if word == old else word for word in words if word != old or new]
    keys = {table: naming(row_type(army, table)) for table, _ in tables_of(doc)}
    for one, its in ((doc, naming(army)), *((row, keys[table]) for table, row in tables_of(doc))):
        one.update({key: new for key in its if one.get(key) == old})
