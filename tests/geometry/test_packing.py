"""Places found are free, and none nearer is."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import packing, room
from game.geometry.bases import Bases
from game.geometry.formed import line_poses
from game.geometry.shapes import Footprint, Pose, shifted
from tests.geometry import plain
from tests.geometry.scenes import angles, footprints, poses, rects, stars, thousands

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


@thousands(st.integers(1, 4), rects, poses(), st.lists(st.tuples(footprints, poses()), max_size=4), n=60, soak=2000)
def test_a_block_moves_as_one(count, footprint, anchor, others):
    block = line_poses(footprint, count, anchor)
    bases = Bases.of([f for f, _ in others], [p for _, p in others])
    found = packing.nearest_free_block([footprint] * count, block, shapely.box(-500, -500, 900, 900), bases)
    assert found is not None
    shift = {(round(b.x - a.x, 2), round(b.y - a.y, 2)) for a, b in zip(block, found, strict=True)}
    assert max(x for x, _ in shift) - min(x for x, _ in shift) < 0.02
    for pose in found:
        for f, p in others:
            assert plain.shared_area(footprint, pose, f, p) < 0.05
    if all(plain.distance(footprint, pose, f, p) > 0.01 for pose in block for f, p in others):
        assert all(math.hypot(a.x - b.x, a.y - b.y) < 2e-3 for a, b in zip(block, found, strict=True))


@thousands(
    st.lists(
        st.sampled_from([Footprint("circle", 25.0, 25.0), Footprint("circle", 32.0, 32.0), STAND]),
        min_size=1,
        max_size=12,
    ),
    angles,
    st.lists(st.tuples(footprints, poses()), max_size=3),
    st.sampled_from([0.0, 5.0]),
    n=15,
    soak=1000,
)
def test_scattered_figures_do_not_overlap(some, facing, others, gap):
    bases = Bases.of([f for f, _ in others], [p for _, p in others])
    found = packing.scatter(some, (150.0, 150.0), facing, TABLE, bases, gap=gap)
    if found is None:
        assert sum(f.width * f.depth for f in some) > 2000.0
        return
    assert found == packing.scatter(some, (150.0, 150.0), facing, TABLE, bases, gap=gap)
    whole = list(zip(some, found, strict=True)) + others
    for i, (f, p) in enumerate(whole[: len(some)]):
        assert TABLE.covers(plain.solid(f, p).buffer(-1e-3))
        for g, q in whole[i + 1 :]:
            assert plain.distance(f, p, g, q) >= max(gap - 1e-3, 0.0)
            assert plain.shared_area(f, p, g, q) < 0.05


def test_no_room():
    assert packing.nearest_free(STAND, Pose(10.0, 10.0), shapely.box(0.0, 0.0, 30.0, 30.0)) is None
    assert packing.scatter([STAND] * 2, (20.0, 10.0), 0.0, shapely.box(0.0, 0.0, 50.0, 30.0)) is None


@thousands(
    st.lists(st.tuples(st.floats(10.0, 90.0), st.floats(10.0, 60.0)), min_size=1, max_size=12),
    poses(),
    st.floats(100.0, 300.0),
    st.sampled_from([0.0, 7.0]),
)
def test_rows_of_blocks(sizes, anchor, breadth, gap):
    found = packing.in_rows(sizes, anchor, breadth, gap)
    boxes = [plain.solid(Footprint("rect", w, d), p) for (w, d), p in zip(sizes, found, strict=True)]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a.distance(b) >= gap - 1e-6
            assert a.intersection(b).area < 1e-3 or a.touches(b)
    from game.geometry.shapes import to_local

    for box in boxes:
        for p in box.exterior.coords:
            u, v = to_local(anchor, p)
            assert -1e-6 <= u <= breadth + 1e-6
            assert v <= 1e-6


def test_rows_too_narrow():
    with pytest.raises(ValueError, match="does not fit"):
        packing.in_rows([(120.0, 20.0)], Pose(0.0, 0.0), 100.0)


@thousands(st.integers(1, 5), st.integers(1, 5), poses(), poses(), n=100)
def test_blocks_keep_their_shape(first, second, where, anchor):
    blocks = [([STAND] * n, line_poses(STAND, n, where)) for n in (first, second)]
    found = packing.spread_blocks(blocks, anchor, 400.0, 10.0)
    for (_, old), new in zip(blocks, found, strict=True):
        for (a, b), (c, d) in zip(pairwise(old), pairwise(new), strict=True):
            assert math.hypot(a.x - b.x, a.y - b.y) == pytest.approx(math.hypot(c.x - d.x, c.y - d.y), abs=2e-3)
        assert all(math.cos(math.radians(p.facing - anchor.facing)) == pytest.approx(1.0) for p in new)
    assert all(plain.distance(STAND, p, STAND, q) > 9.9 for p in found[0] for q in found[1])


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
