"""Swept areas against unions of very many poses; travel against small steps."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import assume
from hypothesis import strategies as st

from game.geometry import sweep, travel, unroll
from game.geometry.bases import Bases
from game.geometry.formed import frame_of
from game.geometry.shapes import Footprint, Pose, corners, forward, outline, polygon
from game.geometry.steps import Advance, Back, Form, Jump, Oblique, Other, Path, Shift, Turn, Wheel
from tests.geometry import plain
from tests.geometry.scenes import angles, circles, footprints, points, poses, rects, stars, thousands

sides = st.sampled_from(["L", "R"])
turns = st.one_of(st.sampled_from([22.5, 45.0, 90.0, 180.0]), st.integers(1, 200).map(float))


@thousands(rects, poses(), rects, poses(), n=150)
def test_hull_of_a_leg_holds_every_place_between(fa, pa, fb, pb):
    hull = sweep.hull_sweep(corners(fa, pa), corners(fa, Pose(pb.x, pb.y, pb.facing)))
    assert hull.covers(plain.solid(fa, pa).buffer(-1e-6))
    assert hull.covers(plain.solid(fa, pb).buffer(-1e-6))
    assert hull.area == pytest.approx(shapely.union_all([plain.solid(fa, pa), plain.solid(fa, pb)]).convex_hull.area)
    bulk = sweep.hull_sweeps(np.stack([corners(fa, pa)] * 2), np.stack([corners(fa, pb), corners(fa, pa)]))
    assert bulk[0].equals(hull)
    assert bulk[1].area == pytest.approx(fa.width * fa.depth)


@thousands(rects, poses(), sides, turns, n=40, soak=2000)
def test_wheel_ring_is_the_union_of_all_poses(footprint, pose, side, degrees):
    start = corners(footprint, pose)
    exact = plain.wheel_union(start, side, degrees)
    found = sweep.wheel_sweep(start, side, degrees)
    assert found.is_valid
    # Between two of 721 poses the corner leaves a notch as deep as half its step.
    short = math.hypot(footprint.width, footprint.depth) * math.radians(degrees / 1440)
    assert exact.difference(found.buffer(sweep.ARC_ERROR)).area == pytest.approx(0.0, abs=1e-3)
    assert found.difference(exact.buffer(sweep.ARC_ERROR + short)).area == pytest.approx(0.0, abs=1e-3)


@thousands(rects, poses(), st.integers(-200, 200).filter(bool), n=25, soak=1000)
def test_turn_on_the_centre(footprint, pose, degrees):
    start = corners(footprint, pose)
    exact = plain.turn_union(start, (pose.x, pose.y), degrees)
    found = sweep.turn_sweep(start, degrees)
    short = math.hypot(footprint.width, footprint.depth) / 2 * math.radians(abs(degrees) / 720)
    assert exact.difference(found.buffer(sweep.ARC_ERROR)).area == pytest.approx(0.0, abs=1e-3)
    assert found.difference(exact.buffer(short + sweep.ARC_ERROR)).area == pytest.approx(0.0, abs=1e-2)


@thousands(footprints, poses(), points, st.integers(-300, 300).filter(bool), n=15, soak=1000)
def test_turn_about_any_point(footprint, pose, pivot, degrees):
    start = outline(footprint, pose)
    exact = plain.turn_union(start, pivot, degrees, count=361)
    found = unroll.turned_sweep(start, pivot, degrees)
    reach = max(math.hypot(x - pivot[0], y - pivot[1]) for x, y in start)
    short = reach * math.radians(abs(degrees) / 720) + 0.01
    assert exact.difference(found.buffer(sweep.ARC_ERROR)).area == pytest.approx(0.0, abs=1e-3)
    assert found.difference(exact.buffer(short + sweep.ARC_ERROR)).area == pytest.approx(0.0, abs=1e-2)


@pytest.mark.parametrize("degrees", [0.0, -5.0, 271.0])
def test_impossible_wheels(degrees):
    start = corners(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0))
    with pytest.raises(ValueError, match="at most 270"):
        sweep.wheel_ring(start, "L", degrees)


@thousands(
    st.lists(st.tuples(rects, poses()), min_size=1, max_size=5), st.lists(stars(), min_size=1, max_size=5), n=150
)
def test_hits_of_sweeps(movers, rings):
    shapes = [shapely.Polygon(ring) for ring in rings] + [shapely.LineString(rings[0])]
    swept = np.array([polygon(f, p) for f, p in movers])
    found = sweep.Obstacles(shapes).hits(swept, area=1.0, length=0.5)
    exact = []
    for i, one in enumerate(swept):
        for j, shape in enumerate(shapes):
            amount = one.intersection(shape)
            amount = amount.area if j < len(rings) else amount.length
            if amount > (1.0 if j < len(rings) else 0.5):
                exact.append((i, j, amount))
    assert list(zip(*(rows.tolist() for rows in found[:2]), strict=True)) == [(i, j) for i, j, _ in exact]
    assert found[2].tolist() == pytest.approx([amount for _, _, amount in exact])


def test_what_a_wheel_covers_or_shares_an_edge_with():
    start = corners(Footprint("rect", 120.0, 20.0), Pose(0.0, 0.0))
    inside, beside = Footprint("rect", 10.0, 10.0), Footprint("rect", 40.0, 20.0)
    among = [polygon(inside, Pose(10.0, 30.0)), polygon(beside, Pose(80.0, 0.0)), polygon(beside, Pose(-80.0, 0.0))]
    obstacles = sweep.Obstacles([*among, shapely.LineString([(0.0, 0.0), (10.0, 0.0)])])
    swept = np.array([sweep.wheel_sweep(start, "L", 90.0)])
    # the side beside the pivot is an edge of the swept area; on the other side the rear corner bulges out
    _, which, amounts = obstacles.hits(swept, 0.01)
    assert which.tolist() == [0, 1, 3]
    assert amounts[[0, 2]] == pytest.approx([100.0, 10.0])


@thousands(
    st.lists(st.tuples(st.one_of(rects, circles), poses()), min_size=1, max_size=3),
    angles,
    st.integers(10, 300).map(float),
    footprints,
    poses(),
    st.sampled_from([0.0, 10.0, 25.4]),
    n=300,
    soak=10000,
)
def test_travel_to_a_base(movers, heading, way, other, there, gap):
    compare(
        movers, forward(heading), way, Bases.of([other], [there]), plain.core(other, there), gap, other.kind == "oval"
    )


@thousands(
    st.lists(st.tuples(st.one_of(rects, circles), poses()), min_size=1, max_size=3),
    angles,
    st.integers(10, 300).map(float),
    stars(),
    st.sampled_from([0.0, 10.0]),
    st.booleans(),
    n=250,
    soak=10000,
)
def test_travel_to_an_area_or_a_wall(movers, heading, way, ring, gap, wall):
    obstacle = shapely.LineString(ring) if wall else shapely.Polygon(ring)
    assume(obstacle.is_valid)
    compare(movers, forward(heading), way, [obstacle], (obstacle, 0.0), gap, False)


def compare(movers, d, way, obstacles, obstacle, gap, oval):
    """The first contact found is the first there is, but for what merely grazes."""
    shapes = [plain.core(f, p) for f, p in movers]
    if plain.gap_after(shapes, d, 0.0, obstacle) <= gap + 0.1:
        return
    found = travel.travel_until(Bases.of([f for f, _ in movers], [p for _, p in movers]), d, way, obstacles, gap)
    exact = plain.first_contact(shapes, d, way, obstacle, gap)
    slack = 0.1 if oval else 0.012
    if found.which >= 0:
        assert found.way <= way
        assert plain.gap_after(shapes, d, found.way, obstacle) == pytest.approx(gap, abs=slack)
        # Until then it is not nearer; and it goes on to come nearer, else it would not have been met.
        for share in np.linspace(0.0, 0.999, 30):
            assert plain.gap_after(shapes, d, found.way * share, obstacle) >= gap - slack
    elif exact < math.inf:
        for t in np.linspace(exact, way, 60):
            deep = plain.gap_after(shapes, d, t, obstacle)
            assert deep >= gap - travel.GIVE - slack
            if deep <= 0.0:
                shared = [
                    shapely.affinity.translate(m, d[0] * t, d[1] * t).buffer(r - travel.GIVE).intersection(obstacle[0])
                    for m, r in shapes
                ]
                assert max(shape.area + shape.length for shape in shared) < 0.5


def test_leaving_what_is_touched_is_free():
    stand = Footprint("rect", 40.0, 20.0)
    me = Bases.of([stand], [Pose(0.0, 0.0)])
    behind_and_beside = Bases.of([stand] * 3, [Pose(0.0, -20.0), Pose(40.0, 0.0), Pose(-40.0, 5.0)])
    assert travel.travel_until(me, (0.0, 1.0), 300.0, behind_and_beside).way == 300.0
    assert travel.travel_until(me, (0.0, -1.0), 300.0, behind_and_beside) == travel.Travel(0.0, 0)
    assert travel.travel_until(me, (0.0, 1.0), 300.0, behind_and_beside, gap=10.0).way == 300.0


def test_nearer_than_the_gap_only_away():
    stand = Footprint("rect", 40.0, 20.0)
    me, them = Bases.of([stand], [Pose(0.0, 0.0)]), Bases.of([stand], [Pose(0.0, 25.0)])
    assert travel.travel_until(me, (0.0, -1.0), 100.0, them, gap=10.0).which == -1
    assert travel.travel_until(me, (1.0, 0.0), 100.0, them, gap=10.0).which == -1
    assert travel.travel_until(me, (0.0, 1.0), 100.0, them, gap=10.0) == travel.Travel(0.0, 0)


def test_overlapping_only_outward():
    stand = Footprint("rect", 40.0, 20.0)
    me, them = Bases.of([stand], [Pose(0.0, 0.0)]), Bases.of([stand], [Pose(0.0, 15.0)])
    assert travel.travel_until(me, (0.0, -1.0), 100.0, them).which == -1
    assert travel.travel_until(me, (0.0, 1.0), 100.0, them) == travel.Travel(0.0, 0)


@thousands(st.lists(poses(0, 120, st.just(30.0)), min_size=1, max_size=4), rects, st.data(), n=80, soak=2000)
def test_unrolled_steps(places, footprint, data):
    block = unroll.Block((footprint,) * len(places), tuple(places))
    step = data.draw(
        st.one_of(
            st.builds(Advance, st.floats(1.0, 200.0)),
            st.builds(Back, st.floats(1.0, 200.0)),
            st.builds(Oblique, st.floats(1.0, 200.0), st.floats(-60.0, 60.0)),
            st.builds(Shift, st.floats(1.0, 200.0), st.sampled_from(["left", "right"])),
            st.builds(Wheel, st.floats(1.0, 120.0), st.sampled_from(["left", "right"]), st.booleans()),
            st.builds(Turn, st.sampled_from(["left", "right", "about"])),
            st.builds(Path, st.lists(points, min_size=1, max_size=3).map(tuple)),
        )
    )
    legs = unroll.unroll(block, [step])
    assert legs[0].start == block.poses
    for leg in legs:
        assert leg.at(0.0) == leg.start
        assert leg.at(1.0) == leg.end
        for a, b in zip(leg.at(1.0 - 1e-12), leg.end, strict=True):
            assert (a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-6)
        for share in (0.0, 0.21, 0.5, 0.83, 1.0):
            now = leg.at(share)
            for k, pose in enumerate(now):
                assert leg.sweeps[k].buffer(0.01).covers(plain.solid(footprint, pose))
        ways = []
        for k in range(len(places)):
            stations = [leg.at(t / 200)[k] for t in range(201)]
            ways.append(sum(math.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(stations)))
        assert leg.ways == pytest.approx(ways, abs=0.05)
        assert leg.outermost >= max(ways) - 0.05
    if isinstance(step, Wheel):
        assert legs[0].outer == pytest.approx(block.frame.footprint.width * math.radians(step.angle))
        gone = frame_of(block.footprints, legs[0].end)
        assert gone.footprint.width == pytest.approx(block.frame.footprint.width, abs=1e-6)


def test_the_quarter_wheel_of_a_line():
    """A line of 120 x 20 mm wheels left by 90 degrees: its right front corner goes 120 x pi / 2."""
    stand = Footprint("rect", 40.0, 20.0)
    line = unroll.Block((stand,) * 3, tuple(Pose(40.0 * k, 0.0) for k in range(3)))
    leg = unroll.unroll(line, [Wheel(90.0, "left")])[0]
    assert leg.outer == pytest.approx(188.496, abs=1e-3)
    assert leg.outermost == pytest.approx(math.hypot(120, 20) * math.pi / 2)
    assert leg.pivot == (-20.0, 10.0)
    assert [(round(p.x, 6), round(p.y, 6), p.facing) for p in leg.end] == [
        (-10.0, 30.0, 270.0),
        (-10.0, 70.0, 270.0),
        (-10.0, 110.0, 270.0),
    ]


def test_a_form_step_needs_formations():
    stand = Footprint("rect", 40.0, 20.0)
    block = unroll.Block((stand,), (Pose(0.0, 0.0),))
    with pytest.raises(ValueError, match="formations"):
        unroll.unroll(block, [Form("line")])
    legs = unroll.unroll(
        block, [Form("line"), Jump((5.0, 5.0), 2), Other("limber", 1.0)], lambda _, __: [Pose(10.0, 0.0)]
    )
    assert [(leg.motion, leg.end[0]) for leg in legs] == [
        ("form", Pose(10.0, 0.0)),
        ("jump", Pose(5.0, 5.0, 0.0, 2)),
        ("still", Pose(5.0, 5.0, 0.0, 2)),
    ]
