"""Loose groups, lanes of fire, snakes, and places worth trying."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import candidates, coherency, formed, lanes
from game.geometry.bases import Bases
from game.geometry.contact import contact
from game.geometry.shapes import Footprint, Pose, to_world
from game.geometry.steps import Advance, Wheel
from game.geometry.unroll import Block, unroll
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, rects, stars, thousands

STAND = Footprint("rect", 40.0, 20.0)


@thousands(
    st.lists(st.tuples(footprints, poses()), max_size=6),
    st.sampled_from([25.4, 50.0]),
    st.sampled_from([150.0, 250.0]),
    n=80,
)
def test_coherency(group, near, far):
    distances = coherency.mate_distances(Bases.of([f for f, _ in group], [p for _, p in group]))
    n = len(group)
    plainly = [[plain.distance(*group[i], *group[j]) if i != j else math.inf for j in range(n)] for i in range(n)]
    if any(abs(d - limit) < 3e-3 for row in plainly for d in row for limit in (near, far)):
        return
    lonely = sum(max(0.0, min(row) - near) for row in plainly) if n > 1 else 0.0
    apart = sum(max(0.0, plainly[i][j] - far) for i in range(n) for j in range(i + 1, n))
    found = coherency.scatter(distances, near, far)
    assert found == pytest.approx(lonely + apart, abs=0.05)
    assert coherency.is_coherent(distances, near, far) == (found == 0.0)
    groups = coherency.clumps(distances, near)
    for group_ in groups:
        outside = [j for j in range(n) if j not in group_]
        assert all(plainly[i][j] > near for i in group_ for j in outside)
    assert coherency.is_coherent(distances, near, chain=True) == (n < 2 or len(groups) == 1)


@thousands(points, points, st.floats(1.0, 60.0))
def test_lane(start, end, width):
    if math.dist(start, end) < 0.01:
        return
    strip = lanes.lane(start, end, width)
    exact = shapely.LineString((start, end)).buffer(width / 2.0, cap_style="flat")
    assert strip.symmetric_difference(exact).area < 1e-6 * max(1.0, exact.area)


def test_a_lane_without_length():
    with pytest.raises(ValueError, match="length"):
        lanes.lane((1.0, 1.0), (1.0, 1.0), 30.0)


@thousands(points, points, st.lists(st.tuples(footprints, poses()), max_size=6), n=250)
def test_who_stands_on_a_line(start, end, some):
    line = shapely.LineString((start, end))
    found = lanes.on_line(start, end, Bases.of([f for f, _ in some], [p for _, p in some]))
    assert [a for _, a, _ in found] == sorted(a for _, a, _ in found)
    depth = {k: b - a for k, a, b in found}
    for k, (f, p) in enumerate(some):
        low, high = (line.intersection(plain.solid(f, p).buffer(r)).length for r in (-0.03, 0.03))
        assert low - 0.05 <= depth.get(k, 0.0) <= high + 0.05


@thousands(
    rects,
    st.integers(1, 7),
    st.lists(points, min_size=1, max_size=5),
    st.integers(0, 359).map(float),
    st.sampled_from([0.0, 4.0]),
)
def test_snake(footprint, count, path, facing, gap):
    """Every base lies with front and rear on the path, one behind the other."""
    found = formed.snake_poses(footprint, count, path, facing, gap)
    assert len(found) == count
    ends = [(to_world(p, (0.0, footprint.depth / 2)), to_world(p, (0.0, -footprint.depth / 2))) for p in found]
    assert ends[0][0] == pytest.approx(path[-1], abs=0.01)
    back = (math.sin(math.radians(facing + 180)), math.cos(math.radians(facing + 180)))
    trail = shapely.LineString([*reversed(path), (path[0][0] + back[0] * 2000, path[0][1] + back[1] * 2000)])
    for front, rear in ends:
        assert trail.distance(shapely.Point(front)) < 0.02
        assert trail.distance(shapely.Point(rear)) < 0.02
    for (_, rear), (front, _) in pairwise(ends):
        assert math.dist(rear, front) == pytest.approx(gap, abs=0.02)


@thousands(rects, rects, poses(), n=250)
def test_contact_places(footprint, other, there):
    found = candidates.contact_poses(footprint, other, there)
    assert len(found) == 12
    for edge, pose in found:
        touched = contact(footprint, pose, other, there, 0.01)
        assert touched is not None
        assert touched.edges[0].edge == "front"
        assert touched.edges[0].other == edge
        assert touched.edges[0].length == pytest.approx(
            min(footprint.width, other.width if edge in ("front", "rear") else other.depth), abs=1e-6
        )


@thousands(st.floats(20.0, 300.0), st.floats(30.0, 400.0), n=200)
def test_fans_keep_the_allowance(width, allowance):
    block = Block((Footprint("rect", width, 20.0),), (Pose(0.0, 0.0),))
    courses = candidates.fan_courses(width, allowance)
    assert courses[0] == [Advance(round(allowance, 3))]
    for steps in courses:
        legs = unroll(block, steps)
        cost = sum(leg.outer for leg in legs)
        assert cost <= allowance + 0.001
        assert isinstance(steps[0], Wheel | Advance)
    wheels = [s[0] for s in courses if isinstance(s[0], Wheel)]
    assert sum(w.hand == "left" for w in wheels) == sum(w.hand == "right" for w in wheels)


@thousands(points, st.floats(10.0, 300.0), points, st.integers(1, 12))
def test_at_range(mark, distance, near, count):
    found = candidates.at_range(mark, distance, near, count)
    assert len(found) <= count
    for pose in found:
        assert math.dist((pose.x, pose.y), mark) == pytest.approx(distance)
        ahead = to_world(pose, (0.0, distance))
        assert ahead == pytest.approx(mark, abs=1e-6)
    if math.dist(near, mark) > 1.0:
        assert min(found, key=lambda p: math.dist((p.x, p.y), near)) == found[0]


@thousands(stars(), points, st.sampled_from([10.0, 25.0]), n=200)
def test_into_an_area(ring, near, spacing):
    area = shapely.Polygon(ring)
    if not area.is_valid:
        return
    found = candidates.into_area(area, near, spacing, 12)
    assert 1 <= len(found) <= 12
    assert all(area.contains(shapely.Point(p)) for p in found)
    far = [round(math.dist(p, near), 5) for p in found]
    assert far == sorted(far)


@thousands(poses(), st.lists(poses(), max_size=4), n=150)
def test_free_lanes(start, others):
    me, them = Bases.of([STAND], [start]), Bases.of([STAND] * len(others), others)
    if any(plain.distance(STAND, start, STAND, p) < 0.1 for p in others):
        return
    found = candidates.free_lanes(me, them, 150.0, [0.0, 90.0, 180.0, 270.0])
    assert [w for _, w in found] == sorted((w for _, w in found), reverse=True)
    for angle, way in found:
        d = (math.sin(math.radians(angle)), math.cos(math.radians(angle)))
        for s in np.linspace(0.0, way, 12):
            place = Pose(start.x + d[0] * s, start.y + d[1] * s, start.facing)
            assert all(plain.shared_area(STAND, place, STAND, p) < 1.0 for p in others)
    assert candidates.towards(start, (start.x, start.y + 10.0), [5.0]) == [Pose(start.x, start.y + 5.0, 0.0)]
    assert len(candidates.shifts(start, [10.0, 5.0], [0.0, 90.0])) == 4
