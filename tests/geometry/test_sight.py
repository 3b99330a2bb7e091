"""Lines of sight against plain shapely; sight of any part against dense rays."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import crossing
from game.geometry.arcs import Arc, corner_arc
from game.geometry.plain import all_pairs_sight
from game.geometry.scene import Scene
from game.geometry.shapes import Footprint, Pose, corners, eye, outline
from game.geometry.sight import Screen, SightRules, across_points, depth_seen, sample_points
from game.geometry.sightfield import NOBODY, SightField
from game.geometry.terrain import Feature, Terrain
from tests.geometry import plain
from tests.geometry.scenes import footprints, points, poses, rects, stars, thousands

STAND = Footprint("rect", 40.0, 20.0)
RULES = SightRules(
    (
        Screen(("wood", "ruins"), depth=20.0, pooled=True),
        Screen(("hill",), unless="centre"),
        Screen(("smoke",)),
        Screen(("hedge",), unless="base"),
    ),
    base_depth=0.5,
    target_group=False,
)
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
        if k in (i, j) or scene.groups[k] == scene.groups[j]:
            continue
        shape = plain.solid(scene.bases.footprint(k), scene.bases.pose(k))
        lengths = [line.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.05, 0.05)]
        sure = sure and not lengths[0] - 1e-6 <= 0.5 <= lengths[1] + 1e-6
        free = free and line.intersection(shape).length <= 0.5
    pool = [0.0, 0.0, 0.0]
    for feature in scene.terrain.features:
        shape = feature.geometry()
        ends = [shapely.Point(scene.bases.centres[k]) for k in (i, j)]
        if feature.line:
            if feature.kind == "hedge" and any(
                plain.solid(scene.bases.footprint(k), scene.bases.pose(k)).intersects(shape) for k in (i, j)
            ):
                sure = False
                continue
            free = free and not line.crosses(shape)
            sure = sure and line.relate(shape).startswith(("0", "F")) and shape.distance(shapely.Point(end)) > 1e-3
            sure = sure and shape.distance(shapely.Point(start)) > 1e-3
            touching = [shapely.Point(p) for p in feature.points if line.distance(shapely.Point(p)) < 1e-3]
            sure = sure and not touching
            continue
        lengths = [line.intersection(shape.buffer(r, join_style="mitre")).length for r in (-0.05, 0.0, 0.05)]
        if feature.kind in ("wood", "ruins"):
            pool = [a + b for a, b in zip(pool, lengths, strict=True)]
        elif feature.kind in ("hill", "smoke"):
            if feature.kind == "hill" and any(shape.distance(e) <= 1e-6 for e in ends):
                continue
            sure = sure and not (lengths[0] <= 1e-6 and lengths[2] > 0.0)
            free = free and lengths[1] <= 1e-6
    sure = sure and not pool[0] - 1e-6 <= 20.0 <= pool[2] + 1e-6
    return free and pool[1] <= 20.0, sure


@thousands(tables(), n=80, soak=10000)
def test_every_line(scene):
    field = SightField(scene, RULES)
    n = len(scene)
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            start = np.array(eye(scene.bases.footprint(i), scene.bases.pose(i)))
            ends = sample_points(scene.bases.footprint(j), scene.bases.pose(j), "corners_centre")[:3]
            starts = np.repeat(start[None], 3, axis=0)
            found = field.blocked(starts, ends, np.full(3, i), np.full(3, j))
            for k in range(3):
                free, sure = plain_line(scene, start, ends[k], i, j)
                if sure:
                    assert found[k] == (not free)


@thousands(tables(), n=40, soak=3000)
def test_the_matrix_says_what_single_sights_say(scene):
    field = SightField(scene, RULES)
    who = np.arange(len(scene))
    arcs = [corner_arc(scene.bases.footprint(k), scene.bases.pose(k)) for k in who]
    for which in ("corners_centre", "across"):
        matrix = field.seen_matrix(who, who, which, arcs)
        for i in who:
            for j in who:
                if i == j:
                    assert not matrix[i, j]
                    continue
                one = field.sight(scene.ids[i], scene.ids[j], which, arcs[i])
                assert one.seen == matrix[i, j]
                assert one.seen == any(line.free and line.in_field for line in one.lines)
                assert (one.why == "seen") == one.seen
                for line in one.lines:
                    if any(through.blocks for through in line.through):
                        assert not line.free
                    elif not line.free:
                        raise AssertionError("a hindered line names what hinders it")


@thousands(tables(), n=80, soak=3000)
def test_what_a_line_runs_through(scene):
    field = SightField(scene, RULES)
    a, b = scene.ids[0], scene.ids[1]
    for line in field.sight(a, b).lines:
        whole = shapely.LineString((line.start, line.end))
        for through in line.through:
            stretch = shapely.LineString((through.start, through.end))
            assert whole.distance(shapely.Point(through.start)) < 1e-3
            if through.what == "base":
                k = scene.index[through.id]
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


def dense(scene, i, j, rules, count=24):
    """Rays between points spread along both outlines; the longest clearance of a free one (0 if none)."""
    shapes = [plain.solid(scene.bases.footprint(k), scene.bases.pose(k)) for k in range(len(scene))]
    rings = []
    for k in (i, j):
        ring = outline(scene.bases.footprint(k), scene.bases.pose(k))
        shares = np.linspace(0, 1, count, endpoint=False)[None, :, None]
        rings.append((ring[:, None] * (1 - shares) + np.roll(ring, -1, axis=0)[:, None] * shares).reshape(-1, 2))
    walls = [shapes[k] for k in range(len(scene)) if k not in (i, j)]
    walls += [f.geometry() for f in scene.terrain.features]
    lines = shapely.linestrings(
        np.stack((np.repeat(rings[0], len(rings[1]), axis=0), np.tile(rings[1], (len(rings[0]), 1))), axis=1)
    )
    if not walls:
        return 1.0
    solid = shapely.union_all(walls)
    shapely.prepare(solid)
    free = ~shapely.intersects(solid, lines)
    return float(shapely.distance(solid, lines[free]).max()) if free.any() else 0.0


@thousands(tables(most=9), n=80, soak=4000)
def test_any_part_agrees_with_dense_rays(scene):
    """Where everything but the two bases blocks: rays find no more than the exact way, and what it finds is free."""
    rules = SightRules((Screen(("wood", "ruins", "hill", "marsh", "smoke", "hedge")),))
    field = SightField(scene, rules)
    shapes = [plain.solid(scene.bases.footprint(k), scene.bases.pose(k)) for k in range(len(scene))]
    if shapes[0].distance(shapes[1]) < 1.0:
        return
    found = field.any_part(scene.ids[0], scene.ids[1])
    clearance = dense(scene, 0, 1, rules, 12)
    if clearance > 0.05:
        assert found is not None
    if found is not None:
        line = shapely.LineString((found.start, found.end))
        assert shapes[0].distance(shapely.Point(found.start)) < 1e-6
        assert shapes[1].distance(shapely.Point(found.end)) < 1e-6
        for k in range(2, len(scene)):
            assert line.intersection(shapes[k].buffer(-0.02, join_style="mitre")).length < 1e-6
        for feature in scene.terrain.features:
            if feature.line:
                assert not line.crosses(feature.geometry())
            else:
                assert line.intersection(feature.geometry().buffer(-0.02, join_style="mitre")).length < 1e-6


def test_nobody_sees_between_touching_bases():
    far = make(
        [(STAND, Pose(0.0, 0.0)), (STAND, Pose(0.0, 200.0))] + [(STAND, Pose(40.0 * k, 100.0)) for k in range(-6, 7)]
    )
    assert SightField(far, SightRules()).any_part("b0", "b1") is None
    parted = far.with_poses({f"b{k}": Pose(40.0 * (k - 8) + (0.2 if k > 8 else 0.0), 100.0) for k in range(2, 15)})
    seen = SightField(parted, SightRules()).any_part("b0", "b1")
    assert seen is not None
    assert seen.free


def test_any_part_through_some_wood():
    wood = Feature("w", "wood", ((-500.0, 50.0), (500.0, 50.0), (500.0, 90.0), (20.0, 90.0), (-500.0, 70.0)))
    scene = make([(STAND, Pose(0.0, 0.0)), (STAND, Pose(0.0, 200.0))], [wood])
    for depth, seen in ((20.0, False), (39.0, False), (45.0, True)):
        rules = SightRules((Screen(("wood",), depth=depth, pooled=True),))
        line = SightField(scene, rules).any_part("b0", "b1")
        assert (line is not None) == (depth > 38.0) or not seen
    narrow = SightField(scene, SightRules((Screen(("wood",), depth=30.0, pooled=True),)))
    assert narrow.any_part("b0", "b1", arc=Arc(0.0, 10.0, 0.0, 0.5)) is None


def test_warmaster_like_sight():
    """Depth through woods adds up; a hill hides unless somebody's centre is on it."""
    woods = [
        Feature(f"w{k}", "wood", ((-50.0, y), (50.0, y), (50.0, y + 12.0), (-50.0, y + 12.0)))
        for k, y in enumerate((40.0, 80.0))
    ]
    hill = Feature("h", "hill", ((160.0, 40.0), (240.0, 40.0), (240.0, 120.0), (160.0, 120.0)))
    scene = make(
        [
            (STAND, Pose(0.0, 0.0)),
            (STAND, Pose(0.0, 150.0)),
            (STAND, Pose(200.0, 0.0)),
            (STAND, Pose(200.0, 150.0)),
            (STAND, Pose(200.0, 100.0)),
        ],
        [*woods, hill],
    )
    field = SightField(scene, RULES)
    first = field.sight("b0", "b1")
    assert first.why == "blocked"
    middle = first.lines[4]
    assert [(t.id, round(t.depth, 6), t.blocks) for t in middle.through] == [("w0", 12.0, False), ("w1", 12.0, True)]
    assert depth_seen([middle], ["w0", "w1"]) == pytest.approx(24.0)
    assert not field.sight("b2", "b3").seen
    assert field.sight("b2", "b4").seen
    assert field.sight("b2", "b4", arc=Arc(200.0, 10.0, 180.0, 45.0)).why == "field"
    assert field.any_seen(["b2"], ["b3", "b4"])
    assert not field.any_seen(["b2"], ["b3"])


def test_heights():
    """A man of 30 mm behind a wall of 20 sees over it, lines to knees do not pass; soldiers hide what is lower."""
    wall = Feature("wall", "block", ((-50.0, 90.0), (50.0, 90.0), (50.0, 110.0), (-50.0, 110.0)), height=20.0)
    coin = Footprint("circle", 25.0, 25.0)
    scene = make([(coin, Pose(0.0, 0.0)), (coin, Pose(0.0, 200.0)), (coin, Pose(100.0, 100.0))], [wall])
    rules = SightRules((Screen(("block",), solid=True),), base_heights="prism")
    field = SightField(scene, rules, feet=[0.0] * 3, tops=[30.0] * 3)
    start = np.array([0.0, 0.0, 30.0])
    ends = np.array([[0.0, 200.0, z] for z in (27.0, 15.0, 3.0)])
    found = field.sight_to("b0", "b1", start, ends)
    assert [line.free for line in found.lines] == [True, True, False]
    assert found.lines[2].through[0].id == "wall"
    over = SightField(scene.with_poses({"b2": Pose(0.0, 50.0)}), rules, [0.0] * 3, [30.0, 30.0, 10.0])
    assert over.sight_to("b0", "b1", start, ends[:1]).seen
    tall = SightField(scene.with_poses({"b2": Pose(0.0, 50.0)}), rules, [0.0] * 3, [30.0, 30.0, 29.5])
    assert not tall.sight_to("b0", "b1", start, ends[:1]).seen
    nearest = SightRules(base_heights="nearest")
    for top, seen in ((28.0, True), (29.5, False)):
        field = SightField(scene.with_poses({"b2": Pose(0.0, 50.0)}), nearest, [0.0] * 3, [30.0, 30.0, top])
        assert field.sight_to("b0", "b1", start, np.array([[0.0, 200.0, 27.0]])).seen == seen


@thousands(footprints, poses(), points)
def test_points_across(footprint, pose, seen_from):
    three = sample_points(footprint, pose, "across", seen_from)
    assert three[1] == pytest.approx((pose.x, pose.y))
    dx, dy = pose.x - seen_from[0], pose.y - seen_from[1]
    if math.hypot(dx, dy) < 1.0:
        return
    ring = shapely.get_coordinates(plain.solid(footprint, pose)) - (pose.x, pose.y)
    aside = np.array((dy, -dx)) / math.hypot(dx, dy)
    reach = float((ring @ aside).max())
    assert (three[2] - three[1]) @ aside == pytest.approx(reach, abs=0.01)
    inset = across_points(footprint, pose, seen_from, (-0.9, 0.0, 0.9), inset=1.0)
    assert (inset[2] - inset[1]) @ aside == pytest.approx(0.9 * max(reach - 1.0, 0.0), abs=0.01)


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
    field = SightField(scene, SightRules((Screen(("wood",), 20.0, pooled=True),)))
    i, j = np.triu_indices(60, 1)
    free = ~field.blocked(scene.bases.centres[i], scene.bases.centres[j], i, j)
    plainly = all_pairs_sight(scene.bases.centres, list(scene.bases.polygons), list(scene.terrain.geometries), 20.0)
    fast = list(zip(i[free].tolist(), j[free].tolist(), strict=True))
    # Only lines that graze a corner, or run 20 mm of wood to a hair, may be judged apart.
    assert len(set(fast) ^ set(plainly)) <= 2
    assert len(plainly) > 100


def test_a_bare_point_sees():
    scene = make([(STAND, Pose(0.0, 100.0))])
    field = SightField(scene, SightRules())
    assert not field.line(np.array([0.0, 0.0]), np.array([0.0, 200.0])).free
    assert field.line(np.array([0.0, 0.0]), np.array([0.0, 100.0]), NOBODY, 0).free
    assert corners(STAND, scene.pose("b0")).shape == (4, 2)
