"""Zones and arcs against bearings and great polygons."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import arcs
from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose, forward, outline, right
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, rects, thousands

half_angles = st.one_of(st.sampled_from([22.5, 45.0, 90.0, 135.0, 180.0]), st.integers(1, 179).map(float))
edges = st.sampled_from(["front", "right", "rear", "left"])


@st.composite
def drawn_arcs(draw):
    footprint, pose = draw(rects), draw(poses())
    which = draw(st.integers(0, 3))
    if which == 0:
        return arcs.corner_arc(footprint, pose, draw(half_angles), draw(edges))
    if which == 1:
        return arcs.edge_arc(footprint, pose, draw(half_angles), draw(edges))
    return arcs.gun_arc(footprint, pose) if which == 2 else arcs.centre_arc(pose, draw(half_angles))


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


@thousands(rects, poses(), st.lists(points, min_size=1, max_size=8), n=200)
def test_zones_in_bulk(footprint, pose, some):
    bases = Bases.of([footprint, footprint], [pose, Pose(pose.x + 10.0, pose.y, pose.facing + 30.0)])
    found = arcs.zones_of(bases, np.array(some))
    for i in range(2):
        for j, point in enumerate(some):
            assert arcs.ZONES[found[i, j]] == arcs.zone_of(footprint, bases.pose(i), point)


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
    assert arcs.in_arc(arc, point)


@thousands(drawn_arcs(), points, n=400)
def test_point_in_arc(arc, point):
    shape = plain.wedge(arc)
    spot = shapely.Point(point)
    if shape.boundary.distance(spot) > 1e-3:
        assert arcs.in_arc(arc, point) == shape.contains(spot)


@thousands(footprints, poses(), drawn_arcs(), n=400)
def test_base_in_arc(footprint, pose, arc):
    shape, base = plain.wedge(arc), shapely.Polygon(outline(footprint, pose))
    for part, exact, sure in (
        (
            "any",
            base.intersection(shape).area > 0.0,
            base.intersection(shape).area > 0.5 or base.distance(shape) > 0.01,
        ),
        (
            "all",
            base.difference(shape).area < 0.5,
            base.difference(shape).area < 1e-6 or base.difference(shape).area > 0.5,
        ),
        (
            "centre",
            shape.contains(shapely.Point(pose.x, pose.y)),
            shape.boundary.distance(shapely.Point(pose.x, pose.y)) > 1e-3,
        ),
    ):
        found = arcs.base_in_arc(footprint, pose, arc, part)
        assert bool(arcs.bases_in_arc(Bases.of([footprint], [pose]), arc, part)[0]) == found
        if sure:
            assert found == exact, part


@thousands(rects, poses(), drawn_arcs(), n=250)
def test_the_part_in_an_arc_has_its_area(footprint, pose, arc):
    shape, base = plain.wedge(arc), plain.solid(footprint, pose)
    parts = [shapely.Polygon(part) for part in arcs.part_in_arc(outline(footprint, pose), arc) if len(part) > 2]
    assert sum(part.area for part in parts) == pytest.approx(base.intersection(shape).area, abs=0.05)


def test_gun_arc_of_a_30_by_40_base():
    arc = arcs.gun_arc(Footprint("rect", 30.0, 40.0), Pose(0.0, 0.0))
    assert (arc.x, arc.y) == (0.0, -20.0)
    assert arc.half_angle == pytest.approx(math.degrees(math.atan(15 / 40)))


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
