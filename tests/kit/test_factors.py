"""Tables of modifiers: rows by the keys of their data, summed, and compared with earlier ones."""

from __future__ import annotations

import pytest

from game.engine.text import T
from game.kit.factors import Entry, change, rows, total

TABLE = {"wood": -2, "disorder": -1, "class_A": 2, "fog": 0}


def entry(key: str, times: int) -> Entry:
    return T("{key}", key=key), key, times, "USB-TST-04"


def test_rows_that_apply_have_the_value_of_their_key_as_often_as_they_do() -> None:
    found = rows(TABLE, [entry("wood", True), entry("disorder", 3), entry("class_A", False), entry("fog", 1)])
    assert [(value, clause) for _, value, clause in found] == [(-2, "USB-TST-04"), (-3, "USB-TST-04")]
    assert total(found) == -5


def test_a_row_without_a_value_is_a_fault_of_the_data_only_where_it_applies() -> None:
    assert rows(TABLE, [entry("hill", 0)]) == ()
    with pytest.raises(KeyError):
        rows(TABLE, [entry("hill", 1)])


def test_two_readings_of_a_table_differ_by_the_rows_that_changed() -> None:
    was = [entry("disorder", 2), entry("wood", 1)]
    now = [entry("disorder", 5), entry("wood", 1), entry("class_A", 1)]
    assert [value for _, value, _ in change(TABLE, was, now)] == [-3, 2]
    assert [value for _, value, _ in change(TABLE, now, was)] == [3]
