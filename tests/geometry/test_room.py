"""Coming flush, and convex parts of areas."""

import math

import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import align
from game.geometry.contact import contact
from game.geometry.convex import shared_area
from game.geometry.shapes import EDGES, Footprint, Pose, corners, shifted, to_world, turned_about
from tests.geometry import plain
from tests.geometry.scenes import poses, rects, thousands

STAND = Footprint("rect", 40.0, 20.0)


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
