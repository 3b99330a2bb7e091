"""The charts, cell by cell, against the printed tables."""

from __future__ import annotations

import pytest

from game.engine.odds import Pool, spread
from game.kit.attack import able, reaches
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts

HIT = """
4 4 5 5 6 6 6 6 6 6
3 4 4 5 5 6 6 6 6 6
3 3 4 4 5 5 6 6 6 6
3 3 3 4 4 5 5 6 6 6
3 3 3 3 4 4 5 5 6 6
3 3 3 3 3 4 4 5 5 6
3 3 3 3 3 3 4 4 5 5
3 3 3 3 3 3 3 4 4 5
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
WOUND = """
4 5 6 6 7 7 7 7 7 7
3 4 5 6 6 7 7 7 7 7
2 3 4 5 6 6 7 7 7 7
2 2 3 4 5 6 6 7 7 7
2 2 2 3 4 5 6 6 7 7
2 2 2 2 3 4 5 6 6 7
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def cells(table: str) -> dict[tuple[int, int], int]:
    """Row and column from 1 -> value."""
    lines = [line.split() for line in table.split("\n") if line]
    return {(r + 1, c + 1): int(v) for r, line in enumerate(lines) for c, v in enumerate(line)}


@pytest.mark.clause("WAB-CMB-06", "WAB-R03", "WAB-CMB-05")
def test_close_combat_chart() -> None:
    table = cells(HIT)
    assert len(table) == 100
    assert {k: charts.to_hit(*k) for k in table} == table


@pytest.mark.clause("WAB-CMB-07", "WAB-R04", "WAB-CMB-08")
def test_wound_chart() -> None:
    table = cells(WOUND)
    assert len(table) == 100
    assert {k: charts.to_wound(*k) for k in table} == table


@pytest.mark.clause("WAB-SHT-02")
def test_shots_need_seven_less_the_skill() -> None:
    assert [charts.to_shoot(bs, ()).total for bs in range(1, 11)] == [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]


@pytest.mark.clause("WAB-SHT-03", "WAB-SHT-04", "WAB-R35", "WAB-S19")
def test_modifiers_add_up_except_cover() -> None:
    rows = {m.id: m for m in data_files.modifiers().shooting}
    values = {k: m.value for k, m in rows.items()}
    assert values == {
        "charging": -1,
        "long": -1,
        "moving": -1,
        "lone": -1,
        "soft": -1,
        "hard": -2,
        "skirmishers": -1,
        "chariot": -1,
        "large": 1,
    }
    assert charts.to_shoot(3, [rows["long"], rows["soft"], rows["chariot"]]).total == 7
    assert charts.to_shoot(8, [rows["long"], rows["moving"]]).total == 1
    assert charts.to_shoot(3, [rows["soft"], rows["hard"]]).total == 6
    assert charts.to_shoot(3, [rows["hard"], rows["soft"]]).total == 6
    assert charts.to_shoot(3, [rows["large"]]).total == 3


@pytest.mark.clause("WAB-S19")
def test_extremes_of_a_shot() -> None:
    assert [charts.shooting_dice(n) for n in (-3, 1, 2, 6)] == [(reaches(n),) for n in (2, 2, 2, 6)]
    assert [charts.shooting_dice(n) for n in (7, 8, 9)] == [(reaches(6), reaches(n)) for n in (4, 5, 6)]
    assert not able(charts.shooting_dice(10)[0])
    first, *again = charts.shooting_dice(9)
    assert spread(Pool(1, first, tuple(again))).chance(1) == pytest.approx(1 / 36)


@pytest.mark.clause("WAB-ARM-12")
def test_strength_spoils_the_save() -> None:
    assert [charts.strength_modifier(s) for s in range(1, 11)] == [0, 0, 0, -1, -2, -3, -4, -5, -6, -7]


@pytest.mark.clause("WAB-FLE-03", "WAB-FLE-04", "WAB-R11", "WAB-R30")
def test_dice_of_a_flight() -> None:
    assert charts.flight_dice(150.0) == 2
    assert charts.flight_dice(150.2) == 3
    assert charts.flight_dice(150.0, shot_first=True) == 1
    assert charts.flight_dice(200.0, shot_first=True) == 2
