"""Turns to first contact, slides to a free place, coming flush."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume
from hypothesis import strategies as st
from shapely import affinity

from game.geometry import align, turning
from game.geometry.bases import Bases
from game.geometry.contact import contact
from game.geometry.convex import shared_area
from game.geometry.shapes import EDGES, Footprint, Pose, corners, forward, shifted, to_world, turned_about
from tests.geometry import plain
from tests.geometry.scenes import angles, circles, footprints, poses, rects, stars, thousands

STAND = Footprint("rect", 40.0, 20.0)


def gap_at(movers, pivot, turn, obstacle):
    shape, radius = obstacle
    return min(affinity.rotate(m, -turn, origin=pivot).distance(shape) - r - radius for m, r in movers)


@thousands(
    st.lists(st.tuples(st.one_of(rects, circles), poses()), min_size=1, max_size=2),
    st.integers(0, 3),
    st.integers(-180, 180).filter(bool),
    st.one_of(st.tuples(footprints, poses()), stars()),
    st.sampled_from([0.0, 0.0, 10.0]),
    n=150,
    soak=10000,
)
def test_turn_to_first_contact(movers, corner, degrees, other, gap):
    pivot = tuple(float(v) for v in corners(*movers[0])[corner])
    oval = False
    if isinstance(other[0], Footprint):
        obstacles, obstacle, oval = Bases.of([other[0]], [other[1]]), plain.core(*other), other[0].kind == "oval"
    else:
        assume(shapely.Polygon(other).is_valid)
        obstacles, obstacle = [shapely.Polygon(other)], (shapely.Polygon(other), 0.0)
    shapes = [plain.core(f, p) for f, p in movers]
    if gap_at(shapes, pivot, 0.0, obstacle) <= gap + 0.1:
        return
    found = turning.turn_until(Bases.of([f for f, _ in movers], [p for _, p in movers]), pivot, degrees, obstacles, gap)
    sign, slack = math.copysign(1.0, degrees), 0.12 if oval else 0.015
    gaps = [gap_at(shapes, pivot, sign * found.way * share, obstacle) for share in np.linspace(0.0, 1.0, 60)]
    assert min(gaps) >= gap - travel_give(slack)
    if found.which >= 0:
        assert gaps[-1] == pytest.approx(gap, abs=slack)
        after = [gap_at(shapes, pivot, sign * (found.way + more), obstacle) for more in (0.01, 0.05, 0.2, 1.0, 4.0)]
        assert min(after) <= gap or found.way > abs(degrees) - 5.0
    else:
        assert found.way == abs(degrees)


def travel_give(slack):
    return slack + 0.012


def test_a_turn_away_from_what_is_touched_is_free():
    line = Bases.of([STAND], [Pose(20.0, -10.0)])
    behind = Bases.of([STAND], [Pose(20.0, -30.0)])
    assert turning.turn_until(line, (0.0, 0.0), -60.0, behind).which == -1
    before = Bases.of([STAND], [Pose(20.0, 10.0)])
    assert turning.turn_until(line, (0.0, 0.0), -60.0, before).way == 0.0
    with pytest.raises(ValueError, match="full circle"):
        turning.turn_until(line, (0.0, 0.0), 400.0, before)


@thousands(
    footprints,
    poses(),
    angles,
    st.lists(st.tuples(footprints, poses()), max_size=5),
    st.lists(stars(), max_size=2),
    n=100,
)
def test_free_spans(footprint, pose, heading, others, rings):
    areas = [shapely.Polygon(ring) for ring in rings if shapely.Polygon(ring).is_valid]
    bases = Bases.of([f for f, _ in others], [p for _, p in others])
    walls = align.outlines_in_the_way(bases, areas)
    assert sum(shapely.Polygon(w).area for w in walls) == pytest.approx(
        sum(p.area for p in bases.polygons) + sum(a.area for a in areas), rel=1e-6, abs=1e-6
    )
    d = forward(heading)
    spans = align.free_spans(footprint, pose, d, -100.0, 100.0, walls)
    assert spans == sorted(spans)
    shape = shapely.Polygon(align.outlines_in_the_way(Bases.of([footprint], [pose]))[0])
    solids = [*bases.polygons, *areas]
    edges = [end for span in spans for end in span]
    for s in np.linspace(-100.0, 100.0, 41):
        if any(abs(s - end) < 0.5 for end in edges):
            continue
        moved = affinity.translate(shape, d[0] * s, d[1] * s)
        inset = moved.buffer(-0.06, join_style="mitre")
        inside = any(low <= s <= high for low, high in spans)
        if inside:
            assert all(inset.intersection(solid).area < 1e-3 for solid in solids)
        else:
            assert any(moved.buffer(0.01).intersects(solid) for solid in solids)
    best = align.nearest_in(spans)
    if best is not None:
        assert all(abs(best) <= abs(end) + 1e-9 for end in edges)
        assert any(low <= best <= high for low, high in spans)


@thousands(
    st.lists(st.tuples(st.floats(-120, 120), st.floats(2.5, 60)), max_size=4), st.floats(-100, 0), st.floats(0, 100)
)
def test_least_slide(blocked, low, high):
    def free(s):
        return not any(at < s < at + width for at, width in blocked)

    found = align.least_slide(free, low, high)
    ends = [0.0, low, high, *(e for at, width in blocked for e in (at, at + width))]
    exact = min((abs(e) for e in ends if low <= e <= high and free(e)), default=None)
    if found is None:
        slits = [e for e in ends if low <= e <= high and free(e)]
    else:
        assert free(found)
        assert low <= found <= high
        assert exact is not None
        slits = [e for e in ends if low <= e <= high and free(e) and abs(e) < abs(found) - 0.002]
    # What was overlooked, if anything, is narrower than the steps.
    for e in slits:
        for side in (-1.0, 1.0):
            whole = [e + side * k / 10.0 for k in range(11)]
            assert not all(low <= s <= high and free(s) for s in whole)


def test_least_slide_takes_the_left_of_two():
    assert align.least_slide(lambda s: abs(s) >= 10.0, -50.0, 50.0) == -10.0
    assert align.least_slide(lambda s: s == 7.3, -50.0, 50.0) is None
    assert align.least_slide(lambda s: s == 7.3, -50.0, 50.0, hints=[7.3]) == 7.3


@thousands(
    rects,
    rects,
    poses(),
    st.sampled_from(EDGES),
    st.floats(-0.45, 0.45),
    st.floats(-40.0, 40.0),
    st.sampled_from([-1, 1]),
    st.floats(0.0, 0.5),
)
def test_coming_flush(footprint, other, there, edge, share, askew, side, gap):
    """A base hits an edge with a front corner, up to 40 degrees askew, and is turned flush about that corner."""
    i = EDGES.index(edge)
    seat = Pose(there.x, there.y, there.facing + 90.0 * i)
    deep, wide = (other.depth, other.width) if i % 2 == 0 else (other.width, other.depth)
    at = to_world(seat, (share * wide, deep / 2 + gap))
    turn = askew if askew * side > 0 else -askew
    square = Pose(
        *to_world(Pose(*at, seat.facing + 180.0), (-side * footprint.width / 2, -footprint.depth / 2)),
        seat.facing + 180.0,
    )
    hit = turned_about(square, at, turn)
    if shared_area(corners(footprint, hit).tolist(), corners(other, there).tolist()) > 0.1:
        return
    found, placed = align.flush(footprint, hit, other, there, at)
    assert found == edge
    assert math.cos(math.radians(placed.facing - seat.facing - 180.0)) == pytest.approx(1.0, abs=1e-9)
    touched = contact(footprint, placed, other, there, 0.01)
    assert touched is not None
    assert touched.edges[0].edge == "front"
    assert touched.edges[0].other == edge
    assert plain.shared_area(footprint, placed, other, there) < 0.01
    assert math.hypot(placed.x - square.x, placed.y - square.y) < gap + 1e-6


def test_parts_of_areas():
    ell = shapely.Polygon(((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)))
    parts = align.convex_parts(ell)
    assert sum(shapely.Polygon(p).area for p in parts) == pytest.approx(500.0)
    assert len(parts) > 1
    ring = shapely.box(0, 0, 30, 30).difference(shapely.box(10, 10, 20, 20))
    assert sum(shapely.Polygon(p).area for p in align.convex_parts(ring)) == pytest.approx(800.0)
    assert shifted(Pose(1.0, 2.0), 3.0, 4.0) == Pose(4.0, 6.0)
