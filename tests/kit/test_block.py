"""Bodies in ranks with a front: edges, what they meet straight ahead, ways stretch by stretch."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.kit.block import meeting
from game.kit.block.course import Course, Stretch
from game.kit.block.front import Edges, Front, front_of, shared, sights
from game.kit.block.outlines import Floats, pieces


def rank(files: int, *, x: float = 0.0, y: float = 0.0, facing: float = 0.0, ranks: int = 1) -> tuple[Floats, Floats]:
    """Figures of 10 x 20 mm: the middle of their front edge lies at a place."""
    angle = math.radians(facing)
    ahead, right = (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))
    out = []
    for r in range(ranks):
        for f in range(files):
            u, v = 10.0 * (f - (files - 1) / 2.0), -10.0 - 20.0 * r
            out.append((x + right[0] * u + ahead[0] * v, y + right[1] * u + ahead[1] * v, facing))
    return np.array(out), np.tile([10.0, 20.0], (len(out), 1))


def course(poses: Floats, sizes: Floats, *stretches: Stretch) -> Course:
    found = Course("A", "", tuple(str(k) for k in range(len(poses))), sizes, [Stretch(0.0, 1.0, poses, sizes)])
    if stretches:
        found.go(stretches, 0.0)
    return found


@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0, 200.0])
def test_a_front_is_the_edge_of_those_who_stand_foremost(facing: float) -> None:
    edge = front_of(*rank(6, x=100.0, y=50.0, facing=facing, ranks=3), facing)
    assert edge.middle == pytest.approx((100.0, 50.0))
    assert edge.width == pytest.approx(60.0)
    behind = front_of(*rank(6, x=100.0, y=50.0, facing=facing, ranks=3), facing + 180.0)
    x, y = edge.ahead
    assert behind.middle == pytest.approx((100.0 - 60.0 * x, 50.0 - 60.0 * y))


def test_a_wheel_leaves_the_inner_corner_where_it_is() -> None:
    edge = Front((440.0, 300.0), (560.0, 300.0), 0.0)
    right, left = edge.wheeled(26.0), edge.wheeled(-26.0)
    assert right.right == edge.right
    assert right.left == pytest.approx((452.14, 352.60), abs=0.01)
    assert left.left == edge.left
    assert (right.facing, left.facing) == (26.0, 334.0)


def test_what_lies_straight_ahead_is_met_by_so_much_of_the_edge() -> None:
    edge, there = Front((0.0, 0.0), (120.0, 0.0), 0.0), pieces(*rank(10, x=145.0, y=400.0, facing=180.0))
    found = sights(Edges.of([edge]), there)
    assert shared(edge, there) == pytest.approx((25.0, 100.0))  # it begins at x = 95
    assert found.contact[0] == pytest.approx(400.0)
    assert math.isinf(found.middle[0])
    turned = sights(Edges.of([edge]).wheeled(np.array([4.0, 5.0])), there)
    assert [math.isinf(m) for m in turned.middle] == [True, False]
    behind = Front((0.0, 500.0), (120.0, 500.0), 0.0)
    assert math.isinf(sights(Edges.of([behind]), there).contact[0])
    assert shared(behind, there)[0] == 0.0


def test_the_middle_comes_upon_one_who_rides_across() -> None:
    """The edge goes east at 400, the other north at 500: they are met at 0.32 of a move."""
    edge, there = Front((340.0, 420.0), (340.0, 300.0), 90.0), pieces(*rank(12, x=500.0, y=200.0))
    assert math.isinf(sights(Edges.of([edge]), there).contact[0])
    found = sights(Edges.of([edge]), there, (0.0, 500.0 / 400.0))
    assert found.middle[0] / 400.0 == pytest.approx(0.32)
    assert found.contact[0] / 400.0 == pytest.approx(0.25)
    assert math.isinf(sights(Edges.of([edge]), there, (1.25, 0.0)).contact[0])
    assert shared(edge, there, (1.25, 0.0)) == (0.0, 0.0)


def test_a_course_has_a_front_at_every_moment() -> None:
    poses, sizes = rank(12, x=500.0, y=300.0)
    wheel = Stretch(0.0, 0.25, poses, sizes, pivot=(560.0, 300.0), spin=math.radians(26.0) / 0.25, what="wheel")
    after = wheel.poses_at(0.25)
    ahead = (math.sin(math.radians(26.0)), math.cos(math.radians(26.0)))
    on = Stretch(0.25, 0.75, after, sizes, (400.0 * ahead[0], 400.0 * ahead[1]))
    way = course(poses, sizes, wheel, on)
    assert way.front_at(0.125).facing == pytest.approx(13.0)
    assert way.front_at(0.125).right == pytest.approx((560.0, 300.0))
    start = Front((440.0, 300.0), (560.0, 300.0), 0.0).wheeled(26.0)
    assert way.front_at(0.75).left == pytest.approx(start.moved(200.0).left)
    assert way.front_at(1.0).left == pytest.approx(start.moved(200.0).left)


def test_a_facing_turns_the_front_when_its_time_is_up() -> None:
    poses, sizes = rank(12, x=500.0, y=300.0)
    about = Stretch(0.0, 0.25, poses, sizes, left=poses + np.array([0.0, 0.0, 180.0]), what="face")
    way = course(poses, sizes, about)
    assert way.front_at(0.24).facing == 0.0
    assert way.front_at(0.25).facing == 180.0
    assert way.front_at(0.25).middle == pytest.approx((500.0, 280.0))


def test_the_front_meets_what_the_flank_would_pass() -> None:
    """One who comes from behind touches the rear first: that is no meeting of his front."""
    poses, sizes = rank(6, x=500.0, y=300.0)
    mine = course(poses, sizes, Stretch(0.0, 1.0, poses, sizes, (0.0, 400.0)))
    there = rank(6, x=500.0, y=600.0, facing=180.0)
    stands = course(*there)
    assert meeting.comes_near(mine, stands, 0.0, 0.0) == pytest.approx(0.75)
    assert meeting.comes_near(mine, stands, 0.0, 0.0, part=meeting.front) == pytest.approx(0.75, abs=1e-4)
    theirs = rank(6, x=500.0, y=200.0)
    comes = course(*theirs, Stretch(0.0, 1.0, *theirs, (0.0, 900.0)))
    still = course(poses, sizes)
    assert meeting.comes_near(still, comes, 0.0, 0.0, 0.1) == pytest.approx(80.0 / 900.0, abs=1e-4)
    assert meeting.comes_near(still, comes, 0.0, 0.0, 0.1, part=meeting.front) is None
