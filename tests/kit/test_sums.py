"""Words of sums and chances."""

from __future__ import annotations

from fractions import Fraction

from game.engine.odds import Spread
from game.engine.text import T
from game.kit.sums import chance_of_total, on_average, spread_row, sum_of


def test_rows_are_added_up() -> None:
    rows = ((T("a"), 2.0, "X-1"), (T("b"), -0.5, "X-2"))
    assert (sum_of(T("n"), iter(rows)).total, sum_of(T("n"), iter(rows)).rows) == (1.5, rows)
    assert on_average(T("n"), ((T("a"), 1.006, ""), (T("b"), 2.0, ""))).total == 3.01


def test_the_chance_of_a_total_of_dice() -> None:
    assert [chance_of_total(n) for n in (1, 2, 7, 11, 12)] == [0, Fraction(1, 36), Fraction(7, 12), Fraction(35, 36), 1]
    assert chance_of_total(2, dice=1) == Fraction(1, 3)


def test_a_row_leaves_out_what_is_rarer_than_one_in_ten_thousand() -> None:
    total = sum_of(T("n"), ())
    found = spread_row(T("Wounds"), Spread.of({0: 0.5, 1: 0.49986, 2: 0.0001, 3: 0.00004}), total, (total,))
    assert found.spread == {0: 0.5, 1: 0.49986, 2: 0.0001}
    assert (found.mean, found.sum, found.sums) == (0.5, total, (total,))
