"""Bodies that have met: the point of contact, the edge hit, the least turn that lays the front flush, the shift."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.kit.block.conform import FLANK, FRONT, REAR, Contact, Laid, conformed, contact
from game.kit.block.front import Front, front_of
from game.kit.block.outlines import Floats, between, pieces, turned
from tests.kit.test_block import rank

NEAR = 1.0


def anywhere(poses: Floats) -> bool:
    return True


def met(poses: Floats, sizes: Floats, outline: Floats) -> Contact:
    found = contact(front_of(poses, sizes, float(poses[0, 2])), outline, NEAR)
    assert found is not None
    return found


def laid(poses: Floats, sizes: Floats, outline: Floats, most: float = 45.0, room: object = anywhere) -> Laid:
    front = front_of(poses, sizes, float(poses[0, 2]))
    found = contact(front, outline, NEAR)
    assert found is not None
    assert callable(room)
    return conformed(poses, front, found, most=most, share=10.0, free=room)


def edge_of(found: Laid, sizes: Floats) -> Front:
    return front_of(found.poses, sizes, float(found.poses[0, 2]))


def aslant(degrees: float, end: tuple[float, float] = (560.0, 300.0), ahead: float = 0.0) -> tuple[Floats, Floats]:
    """Twelve figures whose front's right end was at a place before they wheeled about it and went ahead."""
    poses, sizes = rank(12, x=end[0] - 60.0, y=end[1])
    poses = turned(poses, end, degrees)
    angle = math.radians(degrees)
    return poses + np.array([math.sin(angle), math.cos(angle), 0.0]) * ahead, sizes


def test_the_corner_of_a_line_is_hit_on_the_side_that_looks_more_nearly_against_the_course() -> None:
    there = pieces(*rank(18, x=710.0, y=550.0, facing=180.0))  # its front from x = 620 to 800
    poses, sizes = aslant(26.0, ahead=251.0)
    found = met(poses, sizes, there)
    assert found.point == pytest.approx((620.0, 550.0), abs=0.01)
    assert (found.edge.side, found.edge.facing) == (FRONT, pytest.approx(180.0))
    got = laid(poses, sizes, there)
    edge = edge_of(got, sizes)
    assert (got.turn, got.shift) == (pytest.approx(-26.0), 0.0)
    assert edge.left == pytest.approx((555.67, 550.0), abs=0.01)
    assert edge.right == pytest.approx((675.67, 550.0), abs=0.01)


@pytest.mark.parametrize(("off", "side"), [(44.9, FRONT), (45.0, FRONT), (45.1, FLANK)])
def test_at_a_corner_seen_from_the_middle_between_both_the_front_is_hit(off: float, side: int) -> None:
    there = pieces(*rank(18, x=90.0, y=0.0, facing=180.0))  # its front right corner at the origin
    angle = math.radians(off)
    poses, sizes = rank(5, x=-2.0 * math.cos(angle), y=2.0 * math.sin(angle), facing=off)
    assert met(poses, sizes, there).edge.side == side


@pytest.mark.parametrize(("off", "side"), [(-44.9, REAR), (-45.0, REAR), (-45.1, FLANK)])
def test_between_rear_and_flank_the_rear_is_hit(off: float, side: int) -> None:
    there = pieces(*rank(18, x=-90.0, y=20.0, facing=0.0))  # its rear right corner at the origin
    angle = math.radians(off)
    poses, sizes = rank(5, x=2.0 * math.cos(angle), y=-2.0 * math.sin(angle), facing=off)
    found = met(poses, sizes, there)
    assert found.point == pytest.approx((0.0, 0.0), abs=0.01)
    assert found.edge.side == side


@pytest.mark.parametrize(("degrees", "turn"), [(44.0, -44.0), (45.0, -45.0), (46.0, 0.0), (80.0, 0.0)])
def test_a_body_turns_no_farther_than_it_may(degrees: float, turn: float) -> None:
    there = pieces(*rank(60, x=300.0, y=400.0, facing=180.0))
    poses, sizes = rank(6, x=300.0, y=0.0, facing=degrees)
    front = front_of(poses, sizes, degrees)
    poses = poses + np.array([0.0, 400.0 - max(front.left[1], front.right[1]), 0.0])
    got = laid(poses, sizes, there)
    assert got.turn == pytest.approx(turn, abs=1e-6)
    assert (got.poses is poses) == (turn == 0.0)


def test_a_stretch_that_meets_at_once_is_met_in_its_middle() -> None:
    there = pieces(*rank(18, x=90.0, y=200.0, facing=180.0))
    poses, sizes = rank(6, x=10.0, y=200.0)  # from -20 to 40: 40 mm of it
    assert met(poses, sizes, there).point == pytest.approx((20.0, 200.0))
    assert laid(poses, sizes, there) == Laid(pytest.approx(poses))


@pytest.mark.parametrize(("x", "shift"), [(0.0, 10.0), (4.0, 6.0), (9.9, 0.1), (10.0, 0.0), (15.0, 0.0)])
def test_ends_of_edges_share_the_width_of_a_figure_where_there_is_room(x: float, shift: float) -> None:
    there = pieces(*rank(18, x=90.0, y=200.0, facing=180.0))
    poses, sizes = rank(12, x=x - 60.0, y=200.0)
    got = laid(poses, sizes, there)
    assert abs(got.shift) == pytest.approx(shift, abs=1e-6)
    assert edge_of(got, sizes).right[0] == pytest.approx(max(x, 10.0))
    full = laid(poses, sizes, there, room=lambda there: False)
    assert full.poses == pytest.approx(poses)


def test_it_is_shifted_the_shortest_way() -> None:
    there = pieces(*rank(18, x=90.0, y=200.0, facing=180.0))
    poses, sizes = rank(12, x=236.0, y=200.0)  # its left end at 176
    got = laid(poses, sizes, there)
    assert edge_of(got, sizes).left[0] == pytest.approx(170.0)


def test_of_a_narrow_edge_it_shares_all_there_is() -> None:
    there = pieces(*rank(1, x=0.0, y=200.0, facing=180.0))
    poses, sizes = rank(12, x=-63.0, y=200.0)
    got = conformed(poses, front_of(poses, sizes, 0.0), met(poses, sizes, there), most=45.0, share=40.0, free=anywhere)
    assert edge_of(got, sizes).right[0] == pytest.approx(5.0)


def test_a_body_without_room_to_turn_stays_as_it_came() -> None:
    there = pieces(*rank(18, x=710.0, y=550.0, facing=180.0))
    poses, sizes = aslant(26.0, ahead=251.0)
    assert laid(poses, sizes, there, room=lambda there: False).poses is poses


def test_the_flank_of_a_column_is_one_edge_and_the_joints_of_its_ranks_are_none() -> None:
    there = pieces(*rank(4, x=0.0, y=0.0, facing=0.0, ranks=3))  # its right flank at x = 20, from y = -60 to 0
    for y in (-20.0, -40.0):  # a front's end upon a joint
        poses, sizes = rank(3, x=20.0, y=y, facing=270.0 - 30.0)
        front = front_of(poses, sizes, 240.0)
        poses = poses + np.array([20.0 - min(front.left[0], front.right[0]), y - front.right[1], 0.0])
        found = met(poses, sizes, there)
        assert (found.edge.facing, found.edge.length) == (pytest.approx(90.0), pytest.approx(60.0))


def test_what_lies_beside_or_too_far_ahead_is_not_met() -> None:
    there = pieces(*rank(18, x=90.0, y=200.0, facing=180.0))
    far, sizes = rank(12, x=60.0, y=198.0)
    assert contact(front_of(far, sizes, 0.0), there, NEAR) is None
    aside, _ = rank(12, x=-61.0, y=200.0)
    assert contact(front_of(aside, sizes, 0.0), there, NEAR) is None


@given(
    off=st.floats(-60.0, 60.0),
    files=st.integers(1, 14),
    ranks=st.integers(1, 3),
    x=st.floats(-120.0, 120.0),
    facing=st.sampled_from([0.0, 90.0, 180.0, 270.0]),
)
def test_whoever_turns_lies_flush_with_its_front(off: float, files: int, ranks: int, x: float, facing: float) -> None:
    there = pieces(*rank(8, x=0.0, y=0.0, facing=facing, ranks=2))
    poses, sizes = rank(files, x=x, y=-200.0, facing=off, ranks=ranks)
    front, angle = front_of(poses, sizes, off), math.radians(off)
    ahead = np.array([math.sin(angle), math.cos(angle), 0.0])
    for _ in range(60):  # it goes straight ahead until its front is upon them
        edge = front_of(poses, sizes, off)
        apart = between(edge.piece(), there)
        if apart <= 0.002:
            break
        poses = poses + ahead * apart
    found = contact(front_of(poses, sizes, off), there, NEAR)
    assume(apart <= 0.002 and found is not None)
    assert found is not None
    got = conformed(poses, front_of(poses, sizes, off), found, most=45.0, share=10.0, free=anywhere)
    assert abs(got.turn) <= 45.01
    if got.poses is poses:
        return
    edge = edge_of(got, sizes)
    assert (found.edge.facing - edge.facing) % 360.0 == pytest.approx(180.0, abs=0.01)
    assert abs(between(edge.piece(), there)) < 0.02
    low, high = found.edge.span((edge.left, edge.right))
    assert min(high, found.edge.length) - max(low, 0.0) > min(10.0, found.edge.length, front.width) - 0.2
