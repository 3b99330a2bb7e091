"""Paths are free, and no other way round is shorter."""

import heapq
import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import paths
from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, stars, thousands

COIN = Footprint("circle", 25.0, 25.0)


def plain_shortest(start, end, walls):
    """Dijkstra over the whole visibility graph of the walls' corners, shapely judging every line."""
    solid = [w.buffer(-1e-3, join_style="mitre") for w in walls]
    nodes = [start, end] + [p for w in walls for p in shapely.get_coordinates(w)[:-1].tolist()]
    nodes = [p for k, p in enumerate(nodes) if k < 2 or not any(s.contains(shapely.Point(p)) for s in solid)]
    best = {0: 0.0}
    heap, done = [(0.0, 0)], set()
    while heap:
        cost, k = heapq.heappop(heap)
        if k in done:
            continue
        done.add(k)
        if k == 1:
            return cost
        for n in range(len(nodes)):
            if n in done:
                continue
            reach = cost + math.dist(nodes[k], nodes[n])
            if reach < best.get(n, math.inf):
                line = shapely.LineString((nodes[k], nodes[n]))
                if not any(line.intersects(s) for s in solid):
                    best[n] = reach
                    heapq.heappush(heap, (reach, n))
    return math.inf


west, east = (st.tuples(st.integers(low, low + 60).map(float), st.integers(0, 300).map(float)) for low in (-90, 320))


@thousands(
    west,
    east,
    st.lists(st.tuples(st.just(Footprint("rect", 40.0, 60.0)), poses(0, 300)), min_size=1, max_size=7),
    st.lists(stars(corners=(3, 5)), max_size=1),
    n=80,
    soak=3000,
)
def test_the_shortest_way_round(start, end, others, rings):
    areas = [shapely.Polygon(ring).convex_hull for ring in rings]
    square = Footprint("rect", 20.0, 20.0)
    walls = paths.walls_for(square, 0.0, Bases.of([f for f, _ in others], [p for _, p in others]), areas)
    for spot in (start, end):
        if any(w.distance(shapely.Point(spot)) < 0.05 for w in walls):
            return
    found = paths.shortest(start, end, walls)
    exact = plain_shortest(start, end, walls)
    # between walls that touch there is a way or none, as one likes: those a hair thicker have none
    thick = plain_shortest(start, end, [w.buffer(0.02, join_style="mitre") for w in walls])
    assert found is not None or thick == math.inf
    if found is not None:
        assert exact - 0.3 <= found.length <= thick + 0.3
        assert found.cost == pytest.approx(found.length)
        assert (found.points[0], found.points[-1]) == (start, end)
        assert found.length == pytest.approx(paths.length_of(found.points))
        for a, b in pairwise(found.points):
            for w in walls:
                assert shapely.LineString((a, b)).intersection(w.buffer(-0.02, join_style="mitre")).length < 1e-6
    assert paths.shortest(start, end, walls) == found


@thousands(
    points,
    points,
    st.lists(st.tuples(footprints, poses(0, 300)), max_size=5),
    st.sampled_from([0.0, 10.0]),
    n=60,
    soak=2000,
)
def test_a_coin_keeps_its_gap_all_along(start, end, others, gap):
    bases = Bases.of([f for f, _ in others], [p for _, p in others])
    found = paths.shortest(start, end, paths.walls_for(COIN, 0.0, bases, gap=gap))
    if found is None:
        return
    solids = [plain.solid(f, p, 240) for f, p in others]
    starts = [s for s in solids if s.distance(shapely.Point(start)) < COIN.width / 2 + gap + 0.2]
    for a, b in pairwise(found.points):
        line = shapely.LineString((a, b)) if a != b else shapely.Point(a)
        for solid in solids:
            if solid not in starts:
                assert line.distance(solid) >= COIN.width / 2 + gap - 0.01


@thousands(points, points, stars(), st.sampled_from([1.5, 2.0, 3.0]), n=60, soak=1000)
def test_slow_ground(start, end, ring, factor):
    """Never dearer than straight through or right round; never cheaper than the fine grid of a slow twin allows."""
    area = shapely.Polygon(ring)
    if not area.is_valid or math.dist(start, end) < 5.0:
        return
    slow = [paths.Slow(area, factor)]
    found = paths.shortest(start, end, [], slow)
    straight = shapely.LineString((start, end))
    assert found.cost <= straight.length + (factor - 1.0) * straight.intersection(area).length + 0.05
    line = shapely.LineString(found.points)
    assert found.cost == pytest.approx(
        line.length + (factor - 1.0) * line.intersection(area.buffer(-0.01)).length, abs=0.5 + 0.01 * found.cost
    )
    assert found.cost >= math.dist(start, end) - 1e-6
    inside = [shapely.Point(p).within(area) for p in (start, end)]
    if not any(inside):
        round_about = plain_shortest(start, end, [area.convex_hull])
        if round_about < math.inf:
            assert found.cost <= round_about + 0.3


def test_overlapping_grounds_count_the_dearest():
    slow = [paths.Slow(shapely.box(0, 0, 100, 10), 2.0), paths.Slow(shapely.box(50, 0, 100, 10), 3.0)]
    assert paths.cost_of([(0.0, 5.0), (100.0, 5.0)], slow) == pytest.approx(100.0 + 100.0 + 50.0)
    assert paths.cost_of([(0.0, 5.0), (100.0, 5.0)], [slow[0], slow[0]]) == pytest.approx(200.0)


def test_staying_on_the_table():
    wall = shapely.box(40.0, 0.0, 60.0, 90.0)
    board = shapely.box(0.0, 0.0, 100.0, 100.0)
    found = paths.shortest((10.0, 10.0), (90.0, 10.0), [wall], within=board)
    assert found.length == pytest.approx(math.hypot(30, 80) * 2 + 20, abs=0.1)
    assert paths.shortest((10.0, 10.0), (90.0, 10.0), [shapely.box(40.0, -1.0, 60.0, 101.0)], within=board) is None
    assert paths.shortest((10.0, 10.0), (190.0, 10.0), [], within=board) is None


def test_no_way_out_of_a_closed_ring():
    walls = [
        shapely.box(0, 0, 100, 10),
        shapely.box(0, 90, 100, 100),
        shapely.box(0, 0, 10, 100),
        shapely.box(90, 0, 100, 100),
    ]
    assert paths.shortest((50.0, 50.0), (200.0, 50.0), walls) is None
    assert paths.shortest((50.0, 50.0), (60.0, 70.0), walls).points == ((50.0, 50.0), (60.0, 70.0))


def test_many_obstacles_are_no_burden():
    rng = np.random.default_rng(4)
    coins = [Pose(float(x), float(y)) for x, y in rng.uniform(0, 900, (60, 2))]
    walls = paths.walls_for(COIN, 0.0, Bases.of([COIN] * 60, coins))
    found = paths.shortest((-40.0, -40.0), (940.0, 940.0), walls)
    assert math.hypot(980, 980) <= found.length < 1.05 * math.hypot(980, 980)


def test_no_path_dearer_than_the_allowance_is_looked_for():
    wall = shapely.box(40.0, -30.0, 60.0, 30.0)
    there = paths.shortest((0.0, 0.0), (100.0, 0.0), [wall])
    assert there is not None
    again = paths.shortest((0.0, 0.0), (100.0, 0.0), [wall], most=there.length)
    assert again is not None
    assert again.points == there.points
    assert paths.shortest((0.0, 0.0), (100.0, 0.0), [wall], most=there.length - 0.1) is None
    assert paths.shortest((0.0, 0.0), (100.0, 0.0), [], most=99.9) is None
