"""Places found are free, and none nearer is."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import packing, room
from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose, shifted
from tests.geometry import plain
from tests.geometry.scenes import angles, footprints, poses, stars, thousands

STAND = Footprint("rect", 40.0, 20.0)
TABLE = shapely.box(0.0, 0.0, 300.0, 300.0)
ELL = shapely.Polygon(((0, 0), (300, 0), (300, 120), (150, 120), (150, 300), (0, 300)))


def is_free(footprint, pose, within, others, areas, gap, slack=0.0):
    shape = plain.solid(footprint, pose, 240)
    inset = shape.buffer(-slack - 1e-3, join_style="mitre")
    if not within.covers(inset):
        return False
    return (
        all(shape.distance(o) >= gap - slack for o in [*others, *areas])
        if gap > slack
        else all(inset.disjoint(o) for o in [*others, *areas])
    )


@thousands(
    footprints,
    poses(),
    st.lists(st.tuples(footprints, poses()), max_size=5),
    st.lists(stars(), max_size=1),
    st.sampled_from([0.0, 10.0]),
    st.booleans(),
    n=60,
    soak=4000,
)
def test_the_free_place_nearest_to_a_wish(footprint, wish, others, rings, gap, ell):
    areas = [shapely.Polygon(ring) for ring in rings if shapely.Polygon(ring).is_valid]
    within = ELL if ell else TABLE
    bases = Bases.of([f for f, _ in others], [p for _, p in others])
    solids = [plain.solid(f, p, 240) for f, p in others]
    found = packing.nearest_free(footprint, wish, within, bases, areas, gap, gap)
    rng = np.random.default_rng(1)
    far = math.inf if found is None else math.hypot(found.x - wish.x, found.y - wish.y)
    if found is not None:
        assert is_free(footprint, found, within, solids, areas, gap, 1e-3)
        assert (found.facing, found.level) == (pytest.approx(wish.facing % 360.0), wish.level)
    # Nothing clearly nearer is free: round bases are taken a little larger than they are.
    slack = 0.6 if footprint.kind != "rect" or any(f.kind != "rect" for f, _ in others) or gap else 0.02
    for _ in range(60):
        turn, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1) * min(far, 300.0)
        place = shifted(wish, reach * math.sin(turn), reach * math.cos(turn))
        if reach < far - 2 * slack:
            clear = is_free(footprint, place, within, solids, areas, gap + slack) and is_free(
                Footprint(footprint.kind, footprint.width + 2 * slack, footprint.depth + 2 * slack),
                place,
                within,
                solids,
                areas,
                0.0,
            )
            assert not clear


def test_no_room():
    assert packing.nearest_free(STAND, Pose(10.0, 10.0), shapely.box(0.0, 0.0, 30.0, 30.0)) is None


@thousands(footprints, poses(), footprints, angles, st.sampled_from([0.0, 10.0]), n=60)
def test_forbidden_places(other, there, footprint, facing, gap):
    """A centre in the forbidden area overlaps (or is too near), one outside it does not."""
    area = room.forbidden(footprint, facing, Bases.of([other], [there]), gap=gap)[0]
    rng = np.random.default_rng(2)
    x0, y0, x1, y1 = area.bounds
    for _ in range(8):
        x, y = rng.uniform(x0 - 10, x1 + 10), rng.uniform(y0 - 10, y1 + 10)
        far = plain.distance(footprint, Pose(x, y, facing), other, there)
        if not area.contains(shapely.Point(x, y)):
            assert far >= gap - 1e-3
        elif area.boundary.distance(shapely.Point(x, y)) > 0.6:
            assert far <= gap + 1e-3 or (gap == 0.0 and far <= 1e-3)
