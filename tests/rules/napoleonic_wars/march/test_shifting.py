"""The shortest way by which a body is shifted to a place that is free, to the thousandth of a millimetre (NAP-S49)."""

from __future__ import annotations

import math

import pytest
import shapely

from rulesets.napoleonic_wars.march.shifting import Barrier, shortest

SIZE = (2000.0, 1300.0)
BODY = shapely.box(500.0, 500.0, 600.0, 520.0)


@pytest.mark.clause("NAP-S49")
@pytest.mark.parametrize(
    ("over", "way"),
    [
        (((570.0, 480.0, 700.0, 560.0),), (-30.0, 0.0)),  # to the left
        (((400.0, 517.0, 700.0, 560.0),), (0.0, -3.0)),  # back
        (((400.0, 480.0, 700.0, 507.5),), (0.0, 7.5)),  # forward
        # as far back as forward
        (((530.0, 490.0, 570.0, 530.0),), (0.0, -30.0)),
        (((430.0, 390.0, 670.0, 630.0),), None),  # more than 10 cm to every side
    ],
)
def test_the_shortest_way_is_taken(over: tuple[tuple[float, ...], ...], way: tuple[float, float] | None) -> None:
    barriers: list[Barrier] = [(shapely.box(*one), 0.0) for one in over]
    assert shortest(BODY, barriers, SIZE, 100.0, 0.0) == (None if way is None else pytest.approx(way, abs=0.01))


@pytest.mark.clause("NAP-S49", "NAP-S50")
@pytest.mark.parametrize(("gap", "found"), [(100.0, True), (100.004, True), (99.99, False)])
def test_a_place_is_found_that_only_fits_between_friends(gap: float, found: bool) -> None:
    """Two friends with a body's width between them, whose middle is 33.3 mm left of the body's."""
    west, east = 516.7 - gap / 2.0, 516.7 + gap / 2.0
    friends = [(shapely.box(400.0, 480.0, west, 540.0), 0.0), (shapely.box(east, 480.0, 700.0, 540.0), 0.0)]
    assert shortest(BODY, friends, SIZE, 34.0, 0.0) == (pytest.approx((-33.3, 0.0), abs=0.01) if found else None)
    assert shortest(BODY, friends, SIZE, 33.0, 0.0) is None


@pytest.mark.clause("NAP-S49")
def test_a_place_is_kept_off_an_enemy_all_around_and_on_the_table() -> None:
    """An enemy's corner is passed at exactly 50 mm; the edge of the table is a wall."""
    enemy = (shapely.box(630.0, 550.0, 700.0, 600.0), 50.0)
    way = shortest(BODY, [enemy], SIZE, 100.0, 0.0)
    assert way == pytest.approx((-5.355, -5.355), abs=0.1)
    assert math.hypot(*(way or (0.0, 0.0))) == pytest.approx(50.0 - 30.0 * math.sqrt(2.0), abs=0.01)
    low = shapely.box(500.0, -10.0, 600.0, 10.0)
    assert shortest(low, [], SIZE, 100.0, 0.0) == pytest.approx((0.0, 10.0), abs=0.01)
