"""Runs on one clock: the moment found is the moment small steps find, for every watcher and for many bodies."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import strategies as st

from game.geometry.course import Course, run
from game.geometry.scene import Scene
from game.geometry.shapes import Footprint, Pose
from game.geometry.steps import Advance, Oblique, Turn, Wheel
from game.geometry.terrain import Feature, Terrain
from game.geometry.unroll import Block, unroll
from game.geometry.watchers import Arrived, Crosses, Enters, Leaves, Nearer, OffSurface, TableEdge
from tests.geometry import plain
from tests.geometry.scenes import footprints, poses, rects, thousands

STAND = Footprint("rect", 40.0, 20.0)
WOOD = Feature("wood", "wood", ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)))
WALL = Feature("wall", "wall", ((0.0, 250.0), (300.0, 250.0)), line=True)
LAND = Terrain((WOOD, WALL), 400.0, 400.0)


def table(bodies, steps, land=LAND):
    """Bodies A, B, C ... of one base each, and the courses of those that have steps."""
    names = "ABCDEFGH"[: len(bodies)]
    scene = Scene([n.lower() for n in names], list(names), [f for f, _ in bodies], [p for _, p in bodies], land)
    courses = [
        Course(n, tuple(unroll(Block((f,), (p,)), some)))
        for n, (f, p), some in zip(names, bodies, steps, strict=True)
        if some
    ]
    return scene, courses


moves = st.lists(
    st.one_of(
        st.builds(Advance, st.integers(5, 150).map(float)),
        st.builds(Oblique, st.integers(5, 120).map(float), st.sampled_from([-45.0, 30.0, 60.0])),
        st.builds(Wheel, st.integers(5, 90).map(float), st.sampled_from(["left", "right"])),
        st.builds(Turn, st.sampled_from(["left", "about"])),
    ),
    min_size=1,
    max_size=3,
)


def first_step(course_list, so, step=1.0):
    """First moment, by small steps and halving, at which something that was not so is so."""
    end = max(c.end for c in course_list)
    before, last = so(0.0), 0.0
    times = sorted({*np.arange(0.0, end, step).tolist(), end, *(t for c in course_list for t in c.times)})
    for now in times[1:]:
        after = so(now)
        if after and not before:
            while now - last > 1e-5:
                middle = (last + now) / 2
                if so(middle):
                    now = middle
                else:
                    last = middle
            return now
        before, last = after, now
    return math.inf


def solid_at(scene, courses, name, clock):
    course = {c.body: c for c in courses}.get(name)
    pose = course.poses(clock)[0] if course else scene.pose(name.lower())
    return plain.solid(scene.footprint(name.lower()), pose, 360)


@thousands(
    st.lists(st.tuples(rects, poses(0, 400)), min_size=2, max_size=4),
    st.lists(moves, min_size=4, max_size=4),
    st.integers(1, 3),
    st.sampled_from([0.0, 10.0, 50.0]),
    n=60,
    soak=3000,
)
def test_first_to_come_near(bodies, steps, moving, distance):
    scene, courses = table(bodies, [some if k < moving else [] for k, some in enumerate(steps[: len(bodies)])])
    names = scene.group_names
    shapes = {n: solid_at(scene, courses, n, 0.0) for n in names}
    if any(shapes[a].distance(shapes[b]) <= distance + 0.1 for a in names for b in names if a < b):
        return
    outcome = run(scene, courses, [Nearer(distance)])
    exact = min(
        first_step(
            courses,
            lambda c, a=a, b=b: solid_at(scene, courses, a, c).distance(solid_at(scene, courses, b, c)) <= distance,
        )
        for a in names
        for b in names
        if a < b and any(c.body in (a, b) for c in courses)
    )
    if exact == math.inf:
        assert not outcome.happenings or touch(scene, courses, outcome, distance) <= distance + 0.01
        return
    end = max(c.end for c in courses)
    assert outcome.clock <= min(exact, end) + 0.01
    if outcome.happenings:
        gap = touch(scene, courses, outcome, distance)
        # A turn that costs nothing is done in no time: there the gap jumps.
        jumps = any(abs(outcome.clock - time) < 1e-9 for c in courses for time in c.times)
        assert gap == pytest.approx(distance, abs=0.01) or (jumps and gap < distance)
        # Coming near at a glance the gap stands almost still: then earlier by a little is as good.
        early = touch(scene, courses, outcome, distance)
        assert outcome.clock >= exact - 0.05 or early <= distance + 0.01


def touch(scene, courses, outcome, distance):
    one = outcome.happenings[0]
    return solid_at(scene, courses, one.body, outcome.clock).distance(
        solid_at(scene, courses, one.other, outcome.clock)
    )


@thousands(
    st.tuples(footprints, poses(0, 400)),
    moves,
    st.sampled_from(["enters", "leaves", "centre", "crosses", "edge", "surface"]),
    n=120,
    soak=5000,
)
def test_areas_lines_and_edges(body, steps, what):
    scene, courses = table([body], [steps])
    wood, wall, board = WOOD.geometry(), WALL.geometry(), shapely.box(0, 0, 400, 400)

    def at(clock):
        # The program's own outline of a round base, so that areas agree.
        return shapely.Polygon(outline_of(scene, courses, clock))

    def centre(clock):
        pose = courses[0].poses(clock)[0]
        return wood.distance(shapely.Point(pose.x, pose.y)) <= 1e-6

    watcher, so = {
        "enters": (Enters("wood"), lambda c: at(c).intersection(wood).area > 1.0),
        "leaves": (Leaves("wood"), lambda c: at(c).intersection(wood).area <= 1.0),
        "centre": (Enters("wood", centre=True), centre),
        "crosses": (Crosses("wall"), lambda c: at(c).intersection(wall).length > 0.5),
        "edge": (
            TableEdge(),
            lambda c: corner_box(scene, courses, c).difference(board.buffer(0.01, join_style="mitre")).area > 0.0,
        ),
        "surface": (OffSurface(("wood",)), lambda c: not centre(c)),
    }[what]
    outcome = run(scene, courses, [watcher, Arrived()])
    exact = first_step(courses, so, 0.25)
    if exact == math.inf or outcome.happenings[0].watcher == 1:
        late = outcome.happenings[-1]
        assert late.watcher in (0, 1)
        if outcome.happenings[0].watcher == 1 and exact < math.inf:
            # Only what lasts for less than a look may go unseen.
            assert not so(min(exact + 1.5, courses[0].end)) or exact > courses[0].end - 0.01
        return
    assert outcome.clock == pytest.approx(exact, abs=0.02) or (outcome.clock > exact and not so(exact + 1.5))


def outline_of(scene, courses, clock):
    from game.geometry.shapes import outline

    return outline(scene.bases.footprint(0), courses[0].poses(clock)[0])


def corner_box(scene, courses, clock):
    footprint = scene.bases.footprint(0)
    return plain.solid(Footprint("rect", footprint.width, footprint.depth), courses[0].poses(clock)[0])


def test_two_bodies_meet_half_way():
    scene, courses = table(
        [(STAND, Pose(200.0, 20.0)), (STAND, Pose(200.0, 340.0, 180.0))], [[Advance(300.0)], [Advance(300.0)]]
    )
    outcome = run(scene, courses, [Nearer(0.0)])
    assert outcome.clock == pytest.approx(150.0, abs=1e-3)
    assert outcome.poses["a"].y == pytest.approx(170.0, abs=1e-3)
    assert [(h.body, h.other) for h in outcome.happenings] == [("A", "B")]
    # A slower one is met farther back.
    slow = Course("B", courses[1].legs, costs=(600.0,))
    outcome = run(scene, [courses[0], slow], [Nearer(0.0)])
    assert outcome.clock == pytest.approx(200.0, abs=1e-3)
    # One that sets out later has not moved when it is met.
    late = Course("B", courses[1].legs, start=500.0)
    outcome = run(scene, [courses[0], late], [Nearer(0.0)])
    assert (outcome.clock, outcome.poses["b"]) == (pytest.approx(300.0, abs=1e-3), Pose(200.0, 340.0, 180.0))


def test_what_is_touched_at_the_start_is_left_freely_or_met_at_once():
    bodies = [(STAND, Pose(200.0, 100.0)), (STAND, Pose(200.0, 80.0)), (STAND, Pose(240.0, 100.0))]
    scene, courses = table(bodies, [[Advance(50.0)], [], []])
    assert [h.watcher for h in run(scene, courses, [Nearer(0.0), Nearer(10.0), Arrived()]).happenings] == [2]
    scene, courses = table(bodies, [[], [Advance(50.0)], []])
    outcome = run(scene, courses, [Nearer(0.0), Arrived()])
    assert (outcome.clock, outcome.happenings[0].other) == (0.0, "A")


def test_a_run_can_be_taken_up_again():
    scene, courses = table([(STAND, Pose(200.0, 20.0)), (STAND, Pose(200.0, 340.0, 180.0))], [[Advance(300.0)], []])
    first = run(scene, courses, [Nearer(100.0), Nearer(0.0)])
    assert first.happenings[0].watcher == 0
    second = run(scene, courses, [Nearer(0.0)], since=first.clock)
    assert second.clock == pytest.approx(300.0, abs=1e-3)
    assert run(scene, courses, [Nearer(0.0)], until=12.0).poses["a"].y == 32.0


def test_wrong_courses():
    scene, courses = table([(STAND, Pose(0.0, 0.0))], [[Advance(10.0)]])
    with pytest.raises(ValueError, match="one cost a leg"):
        run(scene, [Course("A", courses[0].legs, costs=(1.0, 2.0))], [Arrived()])
    two = unroll(Block((STAND,) * 2, (Pose(0.0, 0.0), Pose(40.0, 0.0))), [Advance(10.0)])
    with pytest.raises(ValueError, match="other bases"):
        run(scene, [Course("A", tuple(two))], [Arrived()])
