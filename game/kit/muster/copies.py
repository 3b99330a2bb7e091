"""The units of a list with their ids: the code of the row, and for copies a letter behind it.

For every system whose rows are single units that may be taken several times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from game.kit.muster.own import Row

R = TypeVar("R", bound=Row)
COPIES = "bcdefghijklm"
"""Suffixes of the ids of the first copies of a unit; further ones have a number."""


def mustered(rows: Sequence[R], counts: Mapping[str, int]) -> Iterator[tuple[R, str]]:
    """The units of a list with their ids, in the order of its rows."""
    taken = {row.code for row in rows}
    for row in rows:
        for k in range(counts.get(row.code, 0)):
            unit_id = row.code if not k else next(i for i in _ids(row.code, k) if i not in taken)
            taken.add(unit_id)
            yield row, unit_id


def _ids(code: str, copy: int) -> Iterator[str]:
    """Ids for a copy of a unit: a letter behind the code, else a number; one that no other code has is taken."""
    if copy <= len(COPIES):
        yield f"{code}{COPIES[copy - 1]}"
    yield from (f"{code}-{n}" for n in count(copy + 1))
