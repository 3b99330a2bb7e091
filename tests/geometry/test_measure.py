"""Distances, nearest points, shared areas and penetration against plain shapely."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st

from game.geometry import measure, overlap
from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose, corners, to_world
from tests.geometry import plain
from tests.geometry.scenes import footprints, places, points, poses, rects, thousands

NEAR = 2e-3
"""Dense outlines of round bases are that near (mm) to the curve."""


def unzip(pairs):
    return [f for f, _ in pairs], [p for _, p in pairs]


@thousands(footprints, poses(), footprints, poses(), n=400)
def test_base_distance(fa, pa, fb, pb):
    assert measure.base_distance(fa, pa, fb, pb) == pytest.approx(plain.distance(fa, pa, fb, pb), abs=NEAR)


@thousands(footprints, poses(), footprints, poses())
def test_nearest_points_lie_on_the_bases_and_are_that_far_apart(fa, pa, fb, pb):
    for middle in (True, False):
        found = measure.base_nearest(fa, pa, fb, pb, middle)
        assert found.distance == pytest.approx(measure.base_distance(fa, pa, fb, pb), abs=1e-6)
        assert measure.point_base_distance(found.on_a, fa, pa) < 0.02
        assert measure.point_base_distance(found.on_b, fb, pb) < 0.02
        assert measure.point_distance(found.on_a, found.on_b) == pytest.approx(found.distance, abs=0.02)


@thousands(points, footprints, poses(), n=400)
def test_point_to_base(point, footprint, pose):
    exact = plain.point_distance(point, footprint, pose)
    assert measure.point_base_distance(point, footprint, pose) == pytest.approx(exact, abs=NEAR)
    near = measure.point_base_nearest(point, footprint, pose)
    assert measure.point_distance(point, near) == pytest.approx(exact, abs=NEAR)


@thousands(
    st.lists(st.tuples(rects, poses()), min_size=1, max_size=6),
    st.lists(st.tuples(rects, poses()), min_size=1, max_size=6),
    n=120,
)
def test_matrix_of_rectangles(first, second):
    a = np.stack([corners(f, p) for f, p in first])
    b = np.stack([corners(f, p) for f, p in second])
    plainly = np.array([[plain.distance(fa, pa, fb, pb) for fb, pb in second] for fa, pa in first])
    assert measure.distance_matrix(a, b) == pytest.approx(plainly, abs=1e-6)
    culled = measure.distance_matrix(a, b, limit=50.0)
    assert np.all(
        (culled == pytest.approx(plainly, abs=1e-6))
        | (plainly > 50.0) & (culled == math.inf)
        | (np.abs(culled - plainly) < 1e-6)
    )
    assert measure.group_distance(a, b) == pytest.approx(plainly.min(), abs=1e-6)


@thousands(
    st.lists(st.tuples(footprints, poses()), min_size=1, max_size=4),
    st.lists(st.tuples(footprints, poses()), min_size=1, max_size=4),
    n=60,
)
def test_nearest_pair_of_groups(first, second):
    a, b = Bases.of(*unzip(first)), Bases.of(*unzip(second))
    plainly = np.array([[plain.distance(fa, pa, fb, pb) for fb, pb in second] for fa, pa in first])
    assert measure.bases_matrix(a, b) == pytest.approx(plainly, abs=NEAR)
    pair = measure.nearest_pair(a, b)
    assert pair.distance == pytest.approx(plainly.min(), abs=NEAR)
    assert plainly[pair.i, pair.j] == pytest.approx(plainly.min(), abs=2 * NEAR)


@thousands(footprints, poses(), footprints, poses(), n=400)
def test_shared_area(fa, pa, fb, pb):
    exact = plain.shared_area(fa, pa, fb, pb)
    assert overlap.overlap_area(fa, pa, fb, pb) == pytest.approx(exact, abs=0.2)


@thousands(
    st.lists(st.tuples(footprints, poses()), min_size=1, max_size=5),
    st.lists(st.tuples(footprints, poses()), min_size=1, max_size=5),
    n=60,
)
def test_shared_areas_in_bulk(first, second):
    a, b = Bases.of(*unzip(first)), Bases.of(*unzip(second))
    found = {
        (i, j): area for i, j, area in zip(*(column.tolist() for column in overlap.overlap_areas(a, b)), strict=True)
    }
    assert list(found) == sorted(found)
    for i, (fa, pa) in enumerate(first):
        for j, (fb, pb) in enumerate(second):
            exact = plain.shared_area(fa, pa, fb, pb)
            assert found.get((i, j), 0.0) == pytest.approx(exact, abs=0.2)


@thousands(footprints, poses(0, 120), footprints, poses(0, 120), n=120)
def test_penetration(fa, pa, fb, pb):
    found = overlap.penetration(fa, pa, fb, pb)
    exact = plain.penetration(fa, pa, fb, pb)
    # The fan of directions overshoots a little where the least push lies between two of them.
    assert exact - 0.05 <= found + 1e-3
    assert found <= exact + 1e-3


@thousands(
    rects, poses(), st.sampled_from(["front", "right", "rear", "left"]), places(5.0, 200.0), places(-30.0, 30.0), rects
)
def test_middle_of_the_common_stretch(fa, pa, edge, gap, aside, fb):
    """A base set square before an edge: measured at the middle of what the two edges share."""
    turn = ["front", "right", "rear", "left"].index(edge)
    along, across = (fa.depth, fa.width) if turn % 2 == 0 else (fa.width, fa.depth)
    seat = Pose(pa.x, pa.y, pa.facing + 90.0 * turn)
    place = to_world(seat, (aside, along / 2 + gap + fb.depth / 2))
    pb = Pose(place[0], place[1], seat.facing + 180.0)
    found = measure.base_nearest(fa, pa, fb, pb)
    low, high = max(-across / 2, aside - fb.width / 2), min(across / 2, aside + fb.width / 2)
    if high - low > 0.5:
        assert found.distance == pytest.approx(gap, abs=1e-6)
        assert found.on_a == pytest.approx(to_world(seat, ((low + high) / 2, along / 2)), abs=0.012)


def test_ties_go_to_the_lowest_numbers():
    stand = Footprint("rect", 40.0, 20.0)
    own = np.stack([corners(stand, Pose(40.0 * k, 0.0)) for k in range(3)])
    them = np.stack([corners(stand, Pose(40.0 * k, 100.0)) for k in (2, 1, 0)])
    pair = measure.nearest_pair(own, them)
    assert (pair.i, pair.j, pair.distance) == (0, 2, 80.0)
    assert pair.on_a == (0.0, 10.0)


def test_empty_groups():
    none, one = np.empty((0, 4, 2)), corners(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0))[None]
    assert measure.group_distance(none, one) == math.inf
    with pytest.raises(ValueError, match="empty group"):
        measure.nearest_pair(none, one)
