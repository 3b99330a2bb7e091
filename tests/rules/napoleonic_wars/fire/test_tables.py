"""Tables 14 and 15, cell by cell."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rulesets.napoleonic_wars.fire.small_arms import Shot
from rulesets.napoleonic_wars.fire.tables import t14, t15
from rulesets.napoleonic_wars.fire.volley import Group, Step, casualties

CELLS = tomllib.loads((Path(__file__).parents[1] / "tables_14_15.toml").read_text(encoding="utf-8"))


@pytest.mark.clause("NAP-CAS-03", "NAP-CAS-07", "NAP-R51")
def test_table_fourteen_is_as_the_catalogue_has_it_in_every_cell() -> None:
    rows = CELLS["table_14"]
    assert (len(rows), {len(row) for row in rows}) == (36, {25})
    assert [[t14(n, f) for n in range(1, 26)] for f in range(36)] == rows


@pytest.mark.clause("NAP-CAS-07", "NAP-R51", "NAP-R52")
def test_table_fourteen_goes_on_beyond_its_edges() -> None:
    assert t14(30, 25) == 60
    assert t14(0, 30) == 0
    assert t14(100, -3) == 2
    assert t14(1, 41) == 32


@pytest.mark.clause("NAP-PCT-01", "NAP-PCT-06", "NAP-R53")
def test_table_fifteen_is_as_the_catalogue_has_it_in_every_cell() -> None:
    rows = CELLS["table_15"]
    assert (len(rows), {len(row) for row in rows}) == (50, {25})
    assert [[t15(c, n) for c in range(1, 26)] for n in range(1, 51)] == rows


@pytest.mark.clause("NAP-PCT-06", "NAP-R53")
def test_the_four_odd_cells_stand_as_printed_and_the_formula_serves_beyond() -> None:
    assert (t15(6, 11), t15(11, 17), t15(17, 19), t15(18, 19)) == (55, 65, 90, 95)
    assert t15(20, 80) == 25
    assert t15(19, 80) == 20
    assert t15(0, 10) == 0


@pytest.mark.clause("NAP-S91", "NAP-PRP-02")
@pytest.mark.parametrize(("screen", "behind"), [(1, 28), (2, 8), (3, 0)])
def test_a_screen_takes_no_more_off_than_its_figures_on_the_line_can_stop(screen: int, behind: int) -> None:
    """24 figures at factor 25 make 48 casualties on both: each figure of the screen takes 20 of them off at most."""
    shot = Shot(weapon="musket", far=10.0)
    steps = (Step("S1", shot, (), struck=("S1.1", "S1.2", "S1.3")[:screen]), Step("C1", shot, ()))
    assert casualties(Group(24, steps), 1) == (48, behind)
