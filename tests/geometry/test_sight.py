"""Lines of sight against plain shapely."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import crossing
from game.geometry.scene import Scene
from game.geometry.shapes import Footprint, Pose, corners, eye
from game.geometry.sight import Screen
from game.geometry.sightfield import NOBODY, SightField
from game.geometry.terrain import Feature, Terrain
from tests.geometry import plain
from tests.geometry.scenes import points, poses, rects, stars, thousands
from workshop.bench.plain import all_pairs_sight

STAND = Footprint("rect", 40.0, 20.0)
SCREENS = (Screen(("wood", "ruins"), depth=20.0), Screen(("hill", "hedge"), lifted=True), Screen(("smoke",)))
kinds = st.sampled_from(["wood", "ruins", "hill", "smoke", "marsh"])


def make(bases, features=(), groups=None):
    ids = [f"b{k}" for k in range(len(bases))]
    land = Terrain(features, 1800.0, 1200.0)
    return Scene(ids, groups or ids, [f for f, _ in bases], [p for _, p in bases], land)


@st.composite
def tables(draw, most=7):
    bases = draw(st.lists(st.tuples(rects, poses()), min_size=2, max_size=most))
    features = []
    for k, (kind, ring) in enumerate(draw(st.lists(st.tuples(kinds, stars()), max_size=3))):
        if shapely.Polygon(ring).is_valid and shapely.Polygon(ring).area > 1.0:
            features.append(Feature(f"f{k}", kind, ring))
    if draw(st.booleans()):
        wall = draw(st.lists(points, min_size=2, max_size=4, unique=True))
        features.append(Feature("wall", draw(st.sampled_from(["hedge", "smoke"])), tuple(wall), line=True))
    groups = draw(st.lists(st.sampled_from("ABC"), min_size=len(bases), max_size=len(bases)))
    return make(bases, features, groups)


def plain_line(scene, start, end, i, j):
    """(Free, sure): judged by shapely; unsure where a length is within a hair of what is allowed."""
    line = shapely.LineString((start, end))
    if line.length < 1e-6:
        return True, False
    sure, free = True, True
    for k in range(len(scene)):
        if scene.groups[k] in (scene.groups[i], scene.groups[j]):
            continue
        shape = plain.solid(scene.bases.footprint(k), scene.bases.pose(k))
        lengths = [line.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.05, 0.0, 0.05)]
        sure = sure and not (lengths[0] <= 1e-6 and lengths[2] > 0.0)
        free = free and lengths[1] <= 1e-6
    ends = [plain.solid(scene.bases.footprint(k), scene.bases.pose(k)) for k in (i, j)]
    for feature in scene.terrain.features:
        shape = feature.geometry()
        if feature.kind in ("hill", "hedge"):
            shared = [getattr(e.intersection(shape), "length" if feature.line else "area") for e in ends]
            sure = sure and not any(0.0 < s < 1e-3 for s in shared)
            if max(shared) > 1e-6:
                continue
        if feature.line:
            free = free and not line.crosses(shape)
            sure = sure and line.relate(shape).startswith(("0", "F")) and shape.distance(shapely.Point(end)) > 1e-3
            sure = sure and shape.distance(shapely.Point(start)) > 1e-3
            sure = sure and all(line.distance(shapely.Point(p)) > 1e-3 for p in feature.points)
        elif feature.kind in ("wood", "ruins", "hill", "smoke"):
            lengths = [line.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.05, 0.0, 0.05)]
            most = 20.0 if feature.kind in ("wood", "ruins") else 1e-6
            sure = sure and not lengths[0] - 1e-6 <= most <= lengths[2] + 1e-6
            free = free and lengths[1] <= most
    return free, sure


@thousands(tables(), n=80, soak=10000)
def test_every_line(scene):
    field = SightField(scene, SCREENS)
    n = len(scene)
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            start = np.array(eye(scene.bases.footprint(i), scene.bases.pose(i)))
            ends = corners(scene.bases.footprint(j), scene.bases.pose(j))[:3]
            starts = np.repeat(start[None], 3, axis=0)
            found = field.blocked(starts, ends, np.full(3, i), np.full(3, j))
            for k in range(3):
                free, sure = plain_line(scene, start, ends[k], i, j)
                if sure:
                    assert found[k] == (not free)


def lines_between(scene, i, j):
    start = np.array(eye(scene.bases.footprint(i), scene.bases.pose(i)))
    ends = corners(scene.bases.footprint(j), scene.bases.pose(j))
    return [SightField(scene, SCREENS).line(start, end, i, j) for end in ends]


@thousands(tables(), n=80, soak=3000)
def test_what_a_line_runs_through(scene):
    for line in lines_between(scene, 0, 1):
        whole = shapely.LineString((line.start, line.end))
        # a hindered line names what hinders it
        assert line.free != any(through.blocks for through in line.through)
        for through in line.through:
            stretch = shapely.LineString((through.start, through.end))
            assert whole.distance(shapely.Point(through.start)) < 1e-3
            if through.what == "base":
                k = scene.index[through.id]
                assert scene.groups[k] not in scene.groups[:2]
                shape = plain.solid(scene.bases.footprint(k), scene.bases.pose(k))
                # At a flat angle a hair's graze makes much of a length.
                low, high = (whole.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.03, 0.03))
                assert low - 0.05 <= through.depth <= high + 0.05
            else:
                shape = scene.terrain.geometry(through.id)
            assert stretch.length == pytest.approx(through.depth, abs=1e-3) or shape.geom_type == "LineString"
            assert shape.distance(shapely.Point(stretch.centroid if stretch.length else through.start)) < 0.02


@thousands(st.lists(stars(), min_size=1, max_size=1), points, points, n=300)
def test_depth_of_an_area(rings, start, end):
    shape = shapely.Polygon(rings[0])
    line = shapely.LineString((start, end))
    if not shape.is_valid or line.length < 1.0:
        return
    edges = crossing.ring_edges(shape)
    found = crossing.area_depths(np.array([start]), np.array([end]), edges)[0]
    low, high = (line.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.05, 0.05))
    assert low - 0.05 <= found <= high + 0.05
    assert sum(
        b - a for a, b in crossing.stretches(np.array(start), np.array(end), edges)
    ) * line.length == pytest.approx(found, abs=1e-6)


@thousands(stars(), points, points, n=300)
def test_where_one_line_crosses_edges_is_to_the_bit_what_many_lines_tell(ring, start, end):
    edges = crossing.ring_edges(shapely.Polygon(ring))
    many = crossing.crossings(np.array([start]), np.array([end]), edges)[0].tolist()
    found = crossing.cut_at(start, end, edges.tolist())
    assert sorted(c for c in found if 0.0 < c < 1.0) == [c for c in many if 0.0 < c < 1.0]


COIN = Footprint("circle", 25.0, 25.0)
HEAD = 31.25


def seen_from_the_head(scene, tops):
    """Which of three lines from a model's head to the head of another are free, beside three points of its base."""
    field = SightField(scene, (Screen(("forest", "smoke"), lifted=True), Screen(("house",))), tops)
    start = (*scene.bases.centres[0], tops[0])
    middle = np.array(scene.bases.centres[1])
    ahead = (middle - start[:2]) / math.dist(middle, start[:2])
    half = (COIN.width / 2.0 - 1.25) * np.array((ahead[1], -ahead[0]))
    ends = [middle + half * share for share in (-1.0, 0.0, 1.0)]
    return [field.line(np.array(start), np.array((*end, tops[1])), 0, 1).free for end in ends]


def box(low_x, low_y, high_x, high_y):
    return (low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)


@pytest.mark.parametrize(
    ("between", "free"),
    [
        ((), [True, True, True]),
        ([Feature("f", "forest", box(-2.0, 90.0, 100.0, 110.0))], [True, False, False]),
        ([Feature("f", "forest", box(-50.0, 10.0, 50.0, 110.0))], [True, True, True]),
        ([Feature("s", "smoke", box(-5.0, 90.0, 5.0, 95.0))], [True, False, True]),
        ([Feature("h", "house", box(-50.0, 10.0, -2.0, 110.0))], [False, True, True]),
        ([Feature("h", "house", box(-50.0, 5.0, 50.0, 110.0))], [False, False, False]),
        ([Feature("m", "marsh", box(-50.0, 10.0, 50.0, 110.0))], [True, True, True]),
    ],
)
def test_a_model_seen_by_one_of_three_lines_between_features(between, free):
    scene = make([(COIN, Pose(0.0, 0.0)), (COIN, Pose(0.0, 200.0))], between)
    assert seen_from_the_head(scene, [HEAD, HEAD]) == free


def test_a_model_in_the_way_hides_what_is_no_higher():
    """The line falls from 50 mm to 31.25: half way it is 40.6 high, and there somebody of that height hides."""
    bases = [(COIN, Pose(0.0, 0.0)), (COIN, Pose(0.0, 200.0)), (COIN, Pose(0.0, 100.0))]
    for top, free in ((40.5, True), (40.625, False), (50.0, False)):
        assert seen_from_the_head(make(bases), [50.0, HEAD, top])[1] == free
    # Models of the viewer's own group and of the viewed one hide nobody.
    assert seen_from_the_head(make(bases, groups="ABA"), [50.0, HEAD, 60.0]) == [True, True, True]
    assert seen_from_the_head(make(bases, groups="ABB"), [50.0, HEAD, 60.0]) == [True, True, True]


def test_into_a_wood_for_some_depth():
    """How deep one looks into scrub is measured from its edge, in each piece for itself."""
    woods = [Feature(f"w{k}", "wood", box(-50.0, y, 50.0, y + 12.0)) for k, y in enumerate((40.0, 80.0))]
    scene = make([(STAND, Pose(0.0, 0.0)), (STAND, Pose(0.0, 150.0))], woods)
    line = SightField(scene, (Screen(("wood",), depth=12.5),)).line(np.zeros(2), np.array((0.0, 150.0)), 0, 1)
    assert [(t.id, round(t.depth, 6), t.blocks) for t in line.through] == [("w0", 12.0, False), ("w1", 12.0, False)]
    assert line.free
    assert not SightField(scene, (Screen(("wood",), depth=11.5),)).line(np.zeros(2), np.array((0.0, 150.0)), 0, 1).free


def test_all_pairs_agree_with_the_plain_loop():
    rng = np.random.default_rng(5)
    features = []
    for k in range(12):
        angles = np.arange(9) * 2 * math.pi / 9
        reach = rng.uniform(20, 70, 9)
        x, y = rng.uniform(0, 900), rng.uniform(0, 600)
        features.append(
            Feature(
                f"f{k}",
                "wood",
                tuple((x + r * math.sin(a), y + r * math.cos(a)) for a, r in zip(angles, reach, strict=True)),
            )
        )
    bases = [(STAND, Pose(rng.uniform(0, 900), rng.uniform(0, 600), rng.uniform(0, 360))) for _ in range(60)]
    scene = make(bases, features)
    field = SightField(scene, (Screen(("wood",), 20.0),))
    i, j = np.triu_indices(60, 1)
    free = ~field.blocked(scene.bases.centres[i], scene.bases.centres[j], i, j)
    plainly = all_pairs_sight(scene.bases.centres, list(scene.bases.polygons), list(scene.terrain.geometries), 20.0)
    fast = list(zip(i[free].tolist(), j[free].tolist(), strict=True))
    # Only lines that graze a corner, or run 20 mm of wood to a hair, may be judged apart.
    assert len(set(fast) ^ set(plainly)) <= 2
    assert len(plainly) > 100


def test_a_bare_point_sees():
    scene = make([(STAND, Pose(0.0, 100.0))])
    field = SightField(scene, ())
    assert not field.line(np.array([0.0, 0.0]), np.array([0.0, 200.0])).free
    assert field.line(np.array([0.0, 0.0]), np.array([0.0, 100.0]), NOBODY, 0).free
