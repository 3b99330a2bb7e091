"""Loose groups, lanes of fire, snakes."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import coherency, formed, lanes
from game.geometry.bases import Bases
from game.geometry.shapes import to_world
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, rects, thousands


@thousands(
    st.lists(st.tuples(footprints, poses()), max_size=6),
    st.sampled_from([25.4, 50.0]),
    st.sampled_from([150.0, 250.0]),
    st.sampled_from([0.0, 10.0]),
    n=80,
)
def test_scatter(group, near, far, slack):
    n = len(group)
    apart = np.full((n, n), math.inf)
    for i in range(n):
        for j in range(i):
            apart[i, j] = apart[j, i] = plain.distance(*group[i], *group[j])
    over = [min(row) - near for row in apart] if n > 1 else []
    over += [apart[i, j] - far for i in range(n) for j in range(i)]
    assert coherency.scatter(apart, near, far, slack) == pytest.approx(sum(o for o in over if o > slack))


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
