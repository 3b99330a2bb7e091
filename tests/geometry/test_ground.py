"""Poses, tolerance, terrain, the scene of one situation, formed bodies, and steps as text."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import formed, notation, shapes
from game.geometry.bases import Bases
from game.geometry.scene import Scene
from game.geometry.shapes import Footprint, Pose
from game.geometry.steps import Advance, Back, Climb, Form, Jump, Oblique, Other, Path, Shift, Turn, Wheel
from game.geometry.terrain import Feature, Terrain
from game.geometry.tolerance import Measures
from tests.geometry import plain
from tests.geometry.scenes import angles, footprints, points, poses, rects, stars, thousands

CM = Measures(rounding=0.1)
INCH = Measures(unit="inch", mm_per_unit=25.4, contact_gap=0.25, overlap_area=None, overlap_depth=0.1, slack=0.0254)


# Poses and outlines


@thousands(footprints, poses(-500, 500), n=250)
def test_outline(footprint, pose):
    assert shapes.polygon(footprint, pose).hausdorff_distance(plain.solid(footprint, pose)) < 0.06
    box = plain.solid(Footprint("rect", footprint.width, footprint.depth), pose)
    assert shapely.Polygon(shapes.corners(footprint, pose)).symmetric_difference(box).area < 1e-6
    bases = Bases.of([footprint], [pose])
    assert bases.corners[0] == pytest.approx(shapes.corners(footprint, pose), abs=1e-9)
    assert bases.pose(0) == pose
    assert bases.footprint(0) == footprint


@thousands(poses(-500, 500), points, n=150)
def test_there_and_back(pose, point):
    assert shapes.to_world(pose, shapes.to_local(pose, point)) == pytest.approx(point, abs=1e-9)
    ahead = shapes.moved(pose, ahead=10.0)
    assert (
        shapes.bearing(ahead.x - pose.x, ahead.y - pose.y) == pytest.approx(pose.facing % 360, abs=1e-6)
        or pose.facing % 360 < 1e-6
    )
    u, v = shapes.right(pose.facing), shapes.forward(pose.facing)
    assert u[0] * v[0] + u[1] * v[1] == pytest.approx(0.0, abs=1e-12)
    assert u[0] * v[1] - u[1] * v[0] == pytest.approx(1.0)


@thousands(poses(), points, angles, n=150)
def test_turned_about(pose, pivot, turn):
    exact = shapely.affinity.rotate(shapely.Point(pose.x, pose.y), -turn, origin=pivot)
    found = shapes.turned_about(pose, pivot, turn)
    assert (found.x, found.y) == pytest.approx((exact.x, exact.y), abs=1e-9)
    assert abs(shapes.turn_between(pose.facing + turn, found.facing)) < 1e-9


@thousands(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(-1e4, 1e4), n=250)
def test_rounding_is_stable(x, y, facing):
    once = shapes.rounded(Pose(x, y, facing))
    assert shapes.rounded(once) == once
    assert 0.0 <= once.facing < 360.0
    assert abs(once.x - x) <= 0.0005 + 1e-9


def test_edges_have_names():
    pose = Pose(10.0, 20.0, 90.0)
    assert shapes.edge_normal(pose, "left") == (0.0, 1.0)
    with pytest.raises(ValueError, match=r"not in"):
        shapes.edge_normal(pose, "top")


# Tolerance


@thousands(st.integers(0, 100_000), st.integers(0, 10_000), st.sampled_from([CM, INCH, Measures()]), n=400)
def test_comparisons_agree_with_each_other(distance, limit, measures):
    d, at = distance / 100.0, limit / 10.0
    assert measures.within(d, at) != measures.more_than(d, at)
    assert measures.at_least(d, at) != measures.less_than(d, at)
    assert measures.within(d, at) or measures.at_least(d, at)
    assert measures.within(measures.reach(at) - 1e-3, at)
    assert not measures.within(measures.reach(at) + 1e-3, at)
    if at > 0.0:
        full = measures.per_full(d, at)
        assert measures.at_least(d, full * at)
        assert measures.less_than(d, (full + 1) * at)


@thousands(st.integers(0, 3_000_000), n=400)
def test_rounding_of_distances(thousandth):
    """Half up in whole tenths, as integers do it."""
    tenths = (thousandth + 50) // 100
    assert CM.round(thousandth / 1000.0) == pytest.approx(tenths / 10.0, abs=1e-9)


def test_touching_and_overlapping():
    assert CM.touching(0.54)
    assert not CM.touching(0.56)
    assert CM.gap == pytest.approx(0.55)
    assert not CM.overlapping(area=1.0)
    assert CM.overlapping(area=1.01)
    assert INCH.overlapping(depth=0.2)
    assert not INCH.overlapping(area=500.0, depth=0.1)
    with pytest.raises(ValueError, match="not given"):
        CM.overlapping(depth=3.0)
    with pytest.raises(ValueError, match="positive"):
        CM.per_full(10.0, 0.0)
    assert CM.same(20.04, 19.96)
    assert not CM.same(20.04, 20.06)


# Terrain and scene


@st.composite
def lands(draw):
    features = []
    for k, ring in enumerate(draw(st.lists(stars(), max_size=4))):
        if shapely.Polygon(ring).is_valid and shapely.Polygon(ring).area > 1.0:
            features.append(Feature(f"f{k}", draw(st.sampled_from(["wood", "river", "bridge"])), ring))
    wall = draw(st.lists(points, min_size=2, max_size=4, unique=True))
    features.append(Feature("wall", "wall", tuple(wall), line=True))
    return Terrain(features, 300.0, 250.0)


@thousands(lands(), st.lists(st.tuples(footprints, poses()), min_size=1, max_size=5), points, n=60)
def test_terrain_queries(land, some, point):
    outlines = Bases.of([f for f, _ in some], [p for _, p in some]).polygons
    shapes_ = [f.geometry() for f in land.features]
    spot = shapely.Point(point)
    assert land.at(point) == [f.id for f, s in zip(land.features, shapes_, strict=True) if s.distance(spot) <= 1e-6]
    found = land.under(outlines, 1.0, 0.5)
    for k, outline in enumerate(outlines):
        exact = []
        for f, s in zip(land.features, shapes_, strict=True):
            shared = outline.intersection(s)
            if (shared.length if f.line else shared.area) > (0.5 if f.line else 1.0):
                exact.append((f.id, shared.length if f.line else shared.area))
        assert [name for name, _ in found[k]] == [name for name, _ in exact]
        assert [a for _, a in found[k]] == pytest.approx([a for _, a in exact])
    for name, distance in land.near(outlines[0], 80.0):
        assert distance == pytest.approx(outlines[0].distance(land.geometry(name)), abs=1e-9)
    assert sorted(n for n, _ in land.near(outlines[0], 80.0)) == sorted(
        f.id for f, s in zip(land.features, shapes_, strict=True) if outlines[0].distance(s) <= 80.0
    )
    areas = {
        kind: shapely.union_all([s for f, s in zip(land.features, shapes_, strict=True) if f.kind == kind])
        for kind in ("river", "bridge")
    }
    exact = [
        outline.intersection(shapely.difference(areas["river"], areas["bridge"], grid_size=1e-6)).area
        for outline in outlines
    ]
    assert land.ground_overlaps(outlines, ["river"], ["bridge"]) == pytest.approx(exact, abs=1e-3)
    corners = np.stack([shapes.corners(f, p) for f, p in some])
    table = shapely.box(0, 0, 300, 250)
    for k, ring in enumerate(corners):
        beyond = max(table.distance(shapely.Point(p)) for p in ring)
        assert (land.off_table(corners)[k] > 0) == (beyond > 0)
        assert land.on_table(corners)[k] == (land.off_table(corners)[k] <= 0.01)


def test_bad_features():
    with pytest.raises(ValueError, match="too few"):
        Feature("a", "wood", ((0.0, 0.0), (1.0, 1.0))).geometry()
    with pytest.raises(ValueError, match="feature b"):
        Feature("b", "wood", ((0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0))).geometry()
    one = Feature("c", "wood", ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    with pytest.raises(ValueError, match="same id"):
        Terrain((one, one), 10.0, 10.0)


@st.composite
def situations(draw):
    some = draw(st.lists(st.tuples(footprints, poses()), min_size=2, max_size=8))
    groups = draw(st.lists(st.sampled_from("ABC"), min_size=len(some), max_size=len(some)))
    ids = [f"{group}{k}" for k, group in enumerate(groups)]
    return Scene(ids, groups, [f for f, _ in some], [p for _, p in some], Terrain((), 1800.0, 1200.0))


def solids(scene):
    return {name: plain.solid(scene.footprint(name), scene.pose(name)) for name in scene.ids}


@thousands(situations(), n=50)
def test_scene_queries(scene):
    shape = solids(scene)
    overlaps = {(o.a, o.b): o.area for o in scene.overlaps()}
    for i, a in enumerate(scene.ids):
        for b in scene.ids[i + 1 :]:
            assert overlaps.get((a, b), 0.0) == pytest.approx(shape[a].intersection(shape[b]).area, abs=0.2)
    some = scene.overlaps([scene.ids[0]], least=5.0)
    assert {(o.a, o.b) for o in some} == {
        pair for pair, area in overlaps.items() if scene.ids[0] in pair and area > 5.0
    }
    for g in scene.group_names:
        for h in scene.group_names:
            touching = set(scene.touching(g, h, 0.5))
            for a in scene.members(g):
                for b in scene.members(h):
                    far = shape[a].distance(shape[b])
                    if abs(far - 0.5) > 2e-3:
                        assert ((a, b) in touching) == (far <= 0.5)


@thousands(situations(), st.lists(poses(), min_size=8, max_size=8), st.data(), n=60)
def test_what_if_is_as_good_as_new(scene, new, data):
    """A scene with other poses answers as one built so from the start, whatever was asked before."""
    if data.draw(st.booleans()):
        scene.overlaps()
    chosen = data.draw(st.lists(st.sampled_from(scene.ids), unique=True, max_size=4))
    changes = dict(zip(chosen, new, strict=False))
    what_if = scene.with_poses(changes)
    fresh = Scene(
        scene.ids,
        scene.groups,
        [scene.footprint(i) for i in scene.ids],
        [changes.get(i, scene.pose(i)) for i in scene.ids],
        scene.terrain,
    )
    assert np.array_equal(what_if.corners, fresh.corners)
    assert np.array_equal(what_if.bases.boxes, fresh.bases.boxes)
    assert [p.equals(q) for p, q in zip(what_if.bases.polygons, fresh.bases.polygons, strict=True)] == [True] * len(
        scene
    )
    assert what_if.overlaps() == fresh.overlaps()
    gone = scene.without(chosen)
    assert gone.ids == tuple(i for i in scene.ids if i not in chosen)


def test_unknown_and_doubled_bases():
    stand, land = Footprint("rect", 40.0, 20.0), Terrain((), 100.0, 100.0)
    with pytest.raises(ValueError, match="same id"):
        Scene(("a", "a"), ("A", "A"), (stand,) * 2, (Pose(0.0, 0.0),) * 2, land)
    scene = Scene(("a",), ("A",), (stand,), (Pose(0.0, 0.0),), land)
    with pytest.raises(KeyError):
        scene.with_poses({"b": Pose(0.0, 0.0)})
    assert scene.members("Z") == []


# Formed bodies


@thousands(
    rects,
    st.integers(1, 25),
    st.integers(1, 8),
    poses(),
    st.sampled_from(["centre", "left", "right"]),
    st.sampled_from([0.0, 5.0]),
    n=200,
)
def test_ranks_and_files(footprint, count, files, front, last, gap):
    local = formed.slots(footprint, count, files, gap, gap, last)
    body = [Pose(*shapes.to_world(front, (u, v)), front.facing) for u, v in local.tolist()]
    assert len(body) == count
    shape = [plain.solid(footprint, pose) for pose in body]
    assert shapely.union_all(shape, grid_size=1e-6).area == pytest.approx(
        count * footprint.width * footprint.depth, rel=1e-6
    )
    width, depth = formed.body_size(footprint, count, files, gap, gap)
    frame = formed.frame_of([footprint] * count, body)
    assert (frame.footprint.width, frame.footprint.depth) == pytest.approx((width, depth), abs=1e-6)
    assert shapes.to_world(frame.pose, (0.0, depth / 2)) == pytest.approx((front.x, front.y), abs=1e-6)
    ranks = math.ceil(count / min(files, count))
    assert ranks == round((depth + gap) / (footprint.depth + gap))


# Text of steps


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (Advance(35.0), "adv 3.5 cm"),
        (Back(20.0), "back 2 cm"),
        (Oblique(50.0, -22.5), "obl 5 cm L 22.5"),
        (Shift(12.5, "left"), "shift L 1.25 cm"),
        (Wheel(22.5, "right"), "wheel R 22.5"),
        (Wheel(90.0, "left", back=True), "wheel back L 90"),
        (Turn("about"), "turn about"),
        (Form("line"), "form line"),
        (Form("ranks", 5, 90.0), "form ranks 5 face 90"),
        (Path(((10.0, 20.0), (30.0, 40.0)), 90.0), "path (1 2) (3 4) face 90"),
        (Jump((10.0, 20.0), 2), "jump (1 2) level 2"),
        (Climb((10.0, 20.0), 1), "climb (1 2) level 1"),
        (Other("limber", 1.0), "do limber 1"),
    ],
)
def test_steps_as_they_are_written(step, text):
    assert notation.steps_text([step], CM) == text
