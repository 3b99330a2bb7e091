"""A list of an army: the units that it takes with their ids, what it costs, and what its army has not got.

The id of a unit is the code of its row, and for copies a letter behind it. For every system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from game.engine.ruleset import Problem
from game.engine.text import T, Word
from game.kit.muster.own import Army, Row

R = TypeVar("R", bound=Row)
COPIES = "bcdefghijklm"
"""Suffixes of the ids of the first copies of a unit; further ones have a number."""


def taken(rows: Iterable[R], counts: Mapping[str, int]) -> list[tuple[R, int]]:
    """The rows of a list, with how often each is taken."""
    return [(row, counts[row.code]) for row in rows if counts.get(row.code, 0) > 0]


def cost(army: Army, counts: Mapping[str, int]) -> int:
    """Points of a list; codes that the army has not got cost nothing."""
    return sum(row.points * n for row, n in taken(army.rows, counts))


def strangers(army: Army, counts: Mapping[str, int], where: str, clause: str) -> Iterator[Problem]:
    """Units of a list that its army has not got, and those of which it takes less than none."""
    codes = [row.code for row in army.rows]
    for code, n in counts.items():
        if code not in codes:
            told = {"army": Word(army.name), "code": code, "known": ", ".join(codes)}
            text = T("{army} has no unit {code}. Choose from: {known}", **told)
            yield Problem(f"{where}.counts.{code}", text, clause)
        elif n < 0:
            yield Problem(
                f"{where}.counts.{code}",
                T("{code}: the number must be 0 or more, not {count}.", count=n, code=code),
                clause,
            )


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
