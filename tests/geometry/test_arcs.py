"""Zones and arcs against bearings and great polygons."""

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import arcs
from game.geometry.shapes import forward, outline, right
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, rects, thousands

half_angles = st.one_of(st.sampled_from([22.5, 45.0, 90.0, 135.0, 180.0]), st.integers(1, 179).map(float))
edges = st.sampled_from(["front", "right", "rear", "left"])


@st.composite
def drawn_arcs(draw):
    footprint, pose = draw(rects), draw(poses())
    if draw(st.booleans()):
        return arcs.corner_arc(footprint, pose, draw(half_angles), draw(edges))
    return arcs.Arc(pose.x, pose.y, pose.facing, draw(half_angles))


@thousands(rects, poses(), points, st.sampled_from([45.0, 45.0, 22.5, 60.0]), n=800)
def test_zone(footprint, pose, point, spread):
    found = arcs.zone_of(footprint, pose, point, spread)
    if found != plain.zone(footprint, pose, point, spread):
        # Only on a ray, or level with an edge, may the two differ: there the nearest points ahead or behind decide.
        around = {
            plain.zone(footprint, pose, (point[0] + dx, point[1] + dy), spread)
            for dx in (-1e-5, 0.0, 1e-5)
            for dy in (-1e-5, 0.0, 1e-5)
        }
        assert found in around
        assert len(around) > 1


@thousands(
    rects,
    poses(facings=st.integers(0, 23).map(lambda k: 15.0 * k)),
    st.integers(0, 200),
    st.sampled_from([1, -1]),
    st.booleans(),
)
def test_points_on_a_ray_belong_to_front_or_rear(footprint, pose, along, side, ahead):
    sign = 1.0 if ahead else -1.0
    u, v = side * (footprint.width / 2 + along), sign * (footprint.depth / 2 + along)
    (rx, ry), (fx, fy) = right(pose.facing), forward(pose.facing)
    point = (pose.x + u * rx + v * fx, pose.y + u * ry + v * fy)
    assert arcs.zone_of(footprint, pose, point) == ("front" if ahead else "rear")
    arc = arcs.corner_arc(footprint, pose, 45.0, "front" if ahead else "rear")
    assert arcs.part_in_arc(np.array((point,)), arc)


@thousands(drawn_arcs(), points, n=400)
def test_point_in_arc(arc, point):
    shape = plain.wedge(arc)
    spot = shapely.Point(point)
    if shape.boundary.distance(spot) > 1e-3:
        assert bool(arcs.part_in_arc(np.array((point,)), arc)) == shape.contains(spot)


@thousands(footprints, poses(), drawn_arcs(), n=400)
def test_whether_any_part_is_in_an_arc(footprint, pose, arc):
    shape, base = plain.wedge(arc), shapely.Polygon(outline(footprint, pose))
    shared = base.intersection(shape).area
    if shared > 0.5 or base.distance(shape) > 0.01:
        assert bool(arcs.part_in_arc(outline(footprint, pose), arc)) == (shared > 0.0)


@thousands(rects, poses(), drawn_arcs(), n=250)
def test_the_part_in_an_arc_has_its_area(footprint, pose, arc):
    shape, base = plain.wedge(arc), plain.solid(footprint, pose)
    parts = [shapely.Polygon(part) for part in arcs.part_in_arc(outline(footprint, pose), arc) if len(part) > 2]
    assert sum(part.area for part in parts) == pytest.approx(base.intersection(shape).area, abs=0.05)


@thousands(rects, poses(), points, n=150)
def test_side_by_the_lines_of_the_edges(footprint, pose, point):
    side = arcs.side_of(footprint, pose, point)
    dx, dy = point[0] - pose.x, point[1] - pose.y
    fx, fy = forward(pose.facing)
    v = dx * fx + dy * fy
    if abs(abs(v) - footprint.depth / 2) > 1e-5:
        assert (side in ("front", "rear")) == (abs(v) > footprint.depth / 2)
        if side in ("front", "rear"):
            assert side == ("front" if v > 0 else "rear")
