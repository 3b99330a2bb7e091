"""Where a move at the double comes to its objective, to the hundredth of a millimetre."""

from __future__ import annotations

import pytest
import shapely

from game.geometry.shapes import Point, Pose
from rulesets.napoleonic_wars.body.goals import Goal, beside
from rulesets.napoleonic_wars.body.shape import Standing
from rulesets.napoleonic_wars.march import wheels
from rulesets.napoleonic_wars.march.way import Way
from tests.rules.napoleonic_wars.table import battalion, field

NORTH: Point = (0.0, 1.0)
EAST: Point = (1.0, 0.0)


def body(x: float, y: float, wide: float = 100.0, deep: float = 20.0) -> tuple[Standing, shapely.Polygon]:
    """A body that looks north, the middle of its front edge at a place (mm)."""
    left, right = (x - wide / 2.0, y), (x + wide / 2.0, y)
    stand = Standing(Pose(x, y, 0.0), left, right, wide, deep, (x, y - deep / 2.0))
    return stand, shapely.box(x - wide / 2.0, y - deep, x + wide / 2.0, y)


@pytest.mark.clause("NAP-S92")
def test_a_feature_is_reached_when_any_part_of_the_front_edge_comes_to_it() -> None:
    wood = Goal(area=shapely.Polygon([(40.0, 130.0), (200.0, 90.0), (200.0, 200.0)]))
    assert wood.on_way(*body(0.0, 0.0), NORTH, 200.0) == pytest.approx(127.5)
    assert wood.on_way(*body(0.0, 0.0), NORTH, 127.4) is None
    assert wood.on_way(*body(-100.0, 0.0), NORTH, 200.0) is None
    assert wood.is_reached(*body(0.0, 127.5))
    assert not wood.is_reached(*body(0.0, 127.4))


@pytest.mark.clause("NAP-S92")
def test_a_point_is_reached_when_the_middle_is_within_five_centimetres() -> None:
    goal = Goal(point=(30.0, 200.0), near=50.0)
    # 40 of the way short of it where the middle is 30 aside
    assert goal.on_way(*body(0.0, 0.0), NORTH, 300.0) == pytest.approx(170.0)
    assert goal.on_way(*body(0.0, 0.0), NORTH, 169.9) is None
    assert goal.on_way(*body(-20.1, 0.0), NORTH, 300.0) is None
    assert goal.on_way(*body(0.0, 300.0), NORTH, 300.0) is None  # it lies behind
    assert goal.on_way(*body(0.0, 200.0), NORTH, 300.0) == 0.0
    assert goal.is_reached(*body(0.0, 170.0))
    assert not goal.is_reached(*body(0.0, 169.9))


@pytest.mark.clause("NAP-S92", "NAP-S73")
@pytest.mark.parametrize(
    ("ahead", "x", "y", "way", "found"),
    [
        (False, 0.0, 0.0, NORTH, 130.0),  # their rear is at 180, 50 behind it is reached from afar
        (False, 0.0, 150.0, (0.0, -1.0), 20.0),  # from 30 behind it, going back
        (False, 300.0, 0.0, NORTH, None),  # beside them it goes by and comes no nearer than 200
        (True, 160.0, 0.0, NORTH, 268.9898),  # past them, 10 aside: sqrt(50 ** 2 - 10 ** 2) beyond their front
        (True, 0.0, 400.0, (0.0, -1.0), 130.0),  # from before them back towards them
    ],
)
def test_a_place_before_or_behind_own_troops_is_reached_at_the_gap_on_that_side(
    ahead: bool, x: float, y: float, way: Point, found: float | None
) -> None:
    stand, outline = body(50.0, 200.0)
    goal = Goal(beside=beside(outline, stand, ahead=ahead, gap=50.0))
    at = goal.on_way(*body(x, y), way, 350.0)
    assert at == (None if found is None else pytest.approx(found, abs=0.01))


@pytest.mark.clause("NAP-S92")
def test_a_gap_is_reached_that_is_come_to_for_a_millimetre_alone() -> None:
    """A corner of the body goes by a corner of their front at 49.995 mm; at 50.01, 1.22 mm before that, it is there."""
    goal = Goal(beside=beside(*reversed(body(50.0, 200.0)), ahead=True, gap=50.0))
    way, aside = (0.8, -0.6), (0.6, 0.8)
    x, y = (100.0 + aside[0] * 49.995 - way[0] * 103.0, 200.0 + aside[1] * 49.995 - way[1] * 103.0)
    assert goal.on_way(*body(x + 50.0, y + 20.0), way, 350.0) == pytest.approx(101.78, abs=0.01)


@pytest.mark.clause("NAP-S92")
@pytest.mark.parametrize(
    ("goal", "angle", "found"),
    [
        # the outer front corner, 100 mm from the pivot, comes to a wood that begins 50 mm ahead after 30 degrees
        (Goal(area=shapely.box(-200.0, 50.0, 200.0, 90.0)), 60.0, 30.0),
        (Goal(area=shapely.box(-200.0, 50.0, 200.0, 90.0)), 29.0, None),
        (Goal(area=shapely.box(-200.0, 50.0, 200.0, 90.0)), -60.0, 30.0),
        # to the left the other corner stands still: the middle goes about it
        (Goal(point=(100.0, 0.0), near=50.0), 60.0, None),
        (Goal(point=(0.0, 0.0), near=10.0), 60.0, 0.0),
    ],
)
def test_a_double_comes_to_its_objective_in_the_midst_of_a_wheel(goal: Goal, angle: float, found: float | None) -> None:
    stand, outline = body(0.0, 0.0)
    pivot = (50.0, 0.0) if angle > 0.0 else (-50.0, 0.0)
    at = goal.on_wheel(stand, outline, pivot, angle)
    assert at == (None if found is None else pytest.approx(found, abs=0.01))


@pytest.mark.clause("NAP-S92", "NAP-DBL-03")
def test_a_double_ends_within_its_wheel_where_its_front_comes_to_the_wood() -> None:
    """A line 13.5 cm wide wheels right by 60 degrees; after 30 its outer corner is 67.5 mm ahead, at the wood."""
    state = field(battalion("L1", "south", at=(50, 50), figures=18))
    way = Way.begun(state, "L1", 0.0, 1.0)
    way.pace, way.goal = "double", Goal(area=shapely.box(0.0, 567.5, 1000.0, 700.0))
    assert not wheels.wheel(way, "right", 60.0, "double", partly=True)
    assert way.arrived
    assert way.standing().front.facing == pytest.approx(30.0, abs=0.01)
