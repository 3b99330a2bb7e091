"""The ground on the way of a front edge: lanes, spans, obstacles in their order."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from game.geometry.shapes import Pose
from game.kit.block.going import Crossing, Going, Lane, Span, cut_at, looked_at

EAST = Lane.before(Pose(100.0, 50.0, 90.0), 20.0, 80.0, 10.0)
"""An edge from y 70 to y 30 that looks east."""


def test_a_lane_reaches_behind_its_edge_and_ahead_of_it() -> None:
    assert EAST.shape.equals(shapely.box(90.0, 30.0, 180.0, 70.0))


def test_each_part_of_a_shape_is_met_from_its_nearest_to_its_farthest_point() -> None:
    wood = shapely.union(shapely.box(120.0, 0.0, 140.0, 40.0), shapely.box(150.0, 60.0, 300.0, 90.0))
    assert sorted(EAST.met(wood)) == [(20.0, 40.0), (50.0, 80.0)]
    assert EAST.met(shapely.box(120.0, 70.0, 140.0, 90.0)) == []  # it only grazes the lane
    assert EAST.met(shapely.box(120.0, 69.0, 140.0, 90.0), 20.0) == []
    assert EAST.met(shapely.LineString([(95.0, 50.0), (130.0, 50.0)])) == [(-5.0, 30.0)]


def test_an_edge_aslant_comes_to_a_point_where_that_part_of_it_does() -> None:
    lane = Lane.along(((0.0, 0.0), (30.0, 30.0)), (0.0, 1.0), 100.0, 0.0)
    assert lane.met(shapely.LineString([(10.0, 50.0), (20.0, 50.0)])) == [(30.0, 40.0)]
    narrow = Lane.along(((0.0, 0.0), (30.0, 0.0)), (0.0, 1.0), 100.0, 1.0)
    assert narrow.met(shapely.box(-10.0, 20.0, 0.5, 30.0)) == []


def test_neighbours_of_one_factor_are_one_span_and_shut_ground_is_the_last() -> None:
    def factor(at: float) -> float:
        return 0.5 if 10.0 < at < 30.0 else 1.0

    assert cut_at([10.0, 20.0, 30.0, -5.0, 99.0], 40.0, factor) == (
        Span(0.0, 10.0, 1.0),
        Span(10.0, 30.0, 0.5),
        Span(30.0, 40.0, 1.0),
    )
    assert cut_at([25.0, 35.0], 40.0, lambda at: 1.0 if at < 25.0 else 0.0) == (Span(0, 25, 1), Span(25, 35, 0))
    slow = cut_at([20.0, 20.001], 40.0, lambda at: 0.5 if at < 20.0 else 1.0, least=0.01)
    assert slow == (Span(0.0, 20.0, 0.5), Span(20.001, 40.0, 1.0))


@pytest.mark.parametrize("late", [False, True])
def test_a_change_between_two_looks_is_found_to_the_fineness_asked_for(late: bool) -> None:
    def factor(at: float) -> float:
        return 1.0 if at < 12.3 else 0.25

    looks = np.linspace(0.0, 40.0, 5)
    first, second = looked_at(looks, np.array([factor(x) for x in looks]), factor, 0.01, late=late)
    assert (first.start, first.factor, second.end, second.factor) == (0.0, 1.0, 40.0, 0.25)
    assert first.end == second.start == pytest.approx(12.3, abs=0.01)
    assert (first.end >= 12.3) is late


def test_a_way_is_gone_span_by_span_up_to_each_obstacle_and_on() -> None:
    ditch, hedge, wall = Crossing(0.0, "D"), Crossing(15.0, "H", "hedge"), Crossing(20.0, "W")
    way = Going((Span(0.0, 20.0, 1.0), Span(20.0, 40.0, 0.5)), (ditch, hedge, wall))
    assert list(way.in_order()) == [
        ditch,
        Span(0.0, 15.0, 1.0),
        hedge,
        Span(15.0, 20.0, 1.0),
        wall,
        Span(20.0, 40.0, 0.5),
    ]
    assert sum(span.cost for span in way.spans) == 60.0
    late = Going((Span(0.0, 20.0, 1.0),), (Crossing(19.995, "W"),))
    assert list(late.in_order(0.01)) == [Span(0.0, 20.0, 1.0)]
