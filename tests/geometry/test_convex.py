"""Small convex polygons in plain floats against shapely."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st
from shapely import affinity

from game.geometry import convex
from game.geometry.shapes import corners, forward
from tests.geometry import plain
from tests.geometry.scenes import angles, places, points, poses, rects, thousands


@st.composite
def convexes(draw):
    """A rectangle, or the hull of some points, turned either way round."""
    if draw(st.booleans()):
        ring = list(convex.rectangle(draw(rects), draw(poses())))
    else:
        ring = convex.hull(draw(st.lists(st.tuples(places(), places()), min_size=3, max_size=7, unique=True)))
        if len(ring) < 3 or shapely.Polygon(ring).area < 1.0:
            ring = [(0.0, 0.0), (40.0, 0.0), (20.0, 30.0)]
    return ring[::-1] if draw(st.booleans()) else ring


@thousands(rects, poses(), n=200)
def test_rectangle(footprint, pose):
    assert np.array(convex.rectangle(footprint, pose)) == pytest.approx(corners(footprint, pose), abs=1e-9)


@thousands(st.lists(points, min_size=1, max_size=9))
def test_hull(some):
    ring = convex.hull(some)
    exact = shapely.MultiPoint(some).convex_hull
    if len(ring) > 2:
        assert shapely.Polygon(ring).symmetric_difference(exact).area < 1e-6
        assert convex.twice_area(ring) == pytest.approx(2 * exact.area, abs=1e-6)
    else:
        assert exact.area == pytest.approx(0.0, abs=1e-6)


@thousands(convexes(), convexes())
def test_area_and_gap(a, b):
    p, q = shapely.Polygon(a), shapely.Polygon(b)
    assert convex.shared_area(a, b) == pytest.approx(shapely.intersection(p, q, grid_size=1e-6).area, abs=1e-3)
    far = p.distance(q)
    assert convex.gap(a, b) == pytest.approx(far, abs=1e-6)
    assert min(30.0, far) - 1e-6 <= convex.gap(a, b, enough=30.0) <= far + 1e-6
    assert convex.separation(a, b) <= far + 1e-6
    assert (convex.separation(a, b) > 1e-6) <= (far > 0.0)
    if far > 0.01:
        least, pairs = convex.nearest_points(a, b, 1e-6)
        assert least == pytest.approx(far, abs=1e-6)
        for one, two in pairs:
            assert math.dist(one, two) == pytest.approx(far, abs=1e-5)
            assert p.distance(shapely.Point(one)) < 1e-6
            assert q.distance(shapely.Point(two)) < 1e-6


@thousands(convexes(), convexes(), angles, n=250)
def test_meeting(a, b, heading):
    d = forward(heading)
    p, q = shapely.Polygon(a), shapely.Polygon(b)
    found = convex.meeting(a, b, d)

    def shared(s):
        return affinity.translate(p, d[0] * s, d[1] * s).intersection(q).area

    if found is None:
        assert max(shared(s) for s in np.linspace(-600, 600, 61)) < 0.02 * 150
        return
    low, high = found
    assert low < high
    assert shared((low + high) / 2) > 0.0
    for s in (low - 0.01, high + 0.01, low - 30.0, high + 30.0):
        assert shared(s) < 1e-3


@thousands(convexes(), convexes(), angles, st.sampled_from([0.0, 10.0, 30.0]), n=120)
def test_nearing(a, b, heading, distance):
    d = forward(heading)
    p, q = shapely.Polygon(a), shapely.Polygon(b)
    way = convex.nearing(a, b, d, distance)
    if p.distance(q) <= distance:
        assert way == 0.0 or p.distance(q) > distance - 1e-6
        return
    core = [(p, 0.0)]
    exact = plain.first_contact(core, d, 900.0, (q, 0.0), distance)
    if way < math.inf and exact < math.inf:
        assert way <= exact + 0.01
        assert plain.gap_after(core, d, way, (q, 0.0)) == pytest.approx(distance, abs=1e-4)
    elif way == math.inf and exact < math.inf:
        # Only by a graze.
        assert min(plain.gap_after(core, d, s, (q, 0.0)) for s in np.linspace(exact, exact + 100, 80)) > distance - 1e-3
