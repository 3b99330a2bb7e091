"""Numbers with the rows they are made of, chances, and both as rows of a forecast: the words of all three systems.

What a row says, which clause it has and what is rounded before it is compared stays with the system.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from game.engine.decision import Sum
from game.engine.odds import Die, Spread
from game.engine.ruleset import ForecastRow
from game.engine.text import Text

Row = tuple[Text, float, str]
"""What is added, how much it is, and the clause that says so."""
RARE = 1e-4
"""Chances below which a value of a distribution is not told."""


def sum_of(label: Text, rows: Iterable[Row]) -> Sum:
    """The rows added up."""
    kept = tuple(rows)
    return Sum(label, sum(value for _, value, _ in kept), kept)


def on_average(label: Text, rows: Iterable[Row]) -> Sum:
    """The rows added up where one of them is a mean: to two places."""
    found = sum_of(label, rows)
    return Sum(label, round(found.total, 2), found.rows)


@cache
def chance_of_total(most: int, dice: int = 2) -> Fraction:
    """Chance that some D6 show ``most`` or less in all.

    >>> chance_of_total(7), chance_of_total(1), chance_of_total(12)
    (Fraction(7, 12), Fraction(0, 1), Fraction(1, 1))
    """
    ways = {0: 1}
    for _ in range(dice):
        following: dict[int, int] = {}
        for total, n in ways.items():
            for face in Die().faces:
                following[total + face] = following.get(total + face, 0) + n
        ways = following
    return Fraction(sum(n for total, n in ways.items() if total <= most), sum(ways.values()))


def spread_row(label: Text, what: Spread, need: Sum | None = None, sums: tuple[Sum, ...] = ()) -> ForecastRow:
    """A distribution as a row: its likelier values, and the mean to three places."""
    return ForecastRow(label, None, what.as_dict(RARE), round(what.mean, 3), need, sums)
