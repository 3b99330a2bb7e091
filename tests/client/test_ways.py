"""Along which ways bases are shown to go: as drawn, as told, and as a body of men would."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from game.client.battle.showing import Showing
from game.client.theatre import ways
from game.client.theatre.motion import Motion
from game.engine.apply import apply
from game.engine.command import Answering
from game.engine.decision import Course, MoveAnswer, Reply
from game.engine.event import Event, Family, SetPose
from game.engine.state import Base, State, Table, Unit
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose, turn_between, turned_about
from game.geometry.steps import Advance, Path, Step, Wheel
from game.geometry.unroll import Block, unroll
from tests.client.battles import between_generals as battle

SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
THREE = (Pose(300.0, 300.0, 0.0), Pose(340.0, 300.0, 0.0), Pose(380.0, 300.0, 0.0))
STAND = Footprint("rect", 40.0, 20.0)


def state_of(poses: tuple[Pose, ...] = THREE) -> State:
    """A body of stands on a table."""
    bases = {f"u.{k}": Base(f"u.{k}", "u", k, STAND, pose) for k, pose in enumerate(poses)}
    unit = Unit("u", "red", "foot", "Foot", tuple(bases))
    return State("toy", Table(1200.0, 800.0), units={"u": unit}, bases=bases)


def moved(poses: tuple[Pose, ...], family: Family = "move", **data: Any) -> Event:
    changes = tuple(SetPose(f"u.{k}", pose) for k, pose in enumerate(poses))
    return Event("moved", family, T("moved"), about=("u",), data=dict(data), changes=changes)


def answer(*steps: Step) -> Answering:
    return Answering("d", "red", Reply(MoveAnswer("u", "order", courses=(Course("u", steps),))))


class TestBodies:
    def test_the_steps_of_the_answer_are_walked(self) -> None:
        steps = (Advance(100.0), Wheel(45.0, "right"), Advance(50.0))
        end = unroll(Block((STAND,) * 3, THREE), steps)[-1].end
        found = ways.courses_of(moved(end), state_of(), answer(*steps))
        assert found is not None
        way = found.ways["u.0"]
        at = next(k for k, p in enumerate(way) if p[2] > 0.01)
        assert way[at - 1][1] > 380.0  # it has advanced nearly all of its 100 mm before it begins to wheel
        assert way[-1] == pytest.approx((end[0].x, end[0].y, 45.0))
        assert found.seconds == pytest.approx(150 * ways.MARCH + ways.WHEEL * 0.75)

    def test_what_is_not_told_is_a_wheel_about_the_inner_corner_and_an_advance(self) -> None:
        end = unroll(Block((STAND,) * 3, THREE), (Wheel(30.0, "left"), Advance(120.0)))[-1].end
        found = ways.courses_of(moved(end), state_of())
        assert found is not None
        corner = (280.0, 310.0)
        for k, start in enumerate(THREE):
            for x, y, facing in found.ways[f"u.{k}"]:
                if facing > -29.9:  # it wheels: as far from the corner as ever
                    assert math.dist((x, y), corner) == pytest.approx(math.dist((start.x, start.y), corner), abs=0.01)
        assert found.ways["u.2"][-1] == pytest.approx((end[2].x, end[2].y, -30.0))

    def test_a_path_that_was_drawn_is_gone_round_its_corner(self) -> None:
        end = tuple(turned_about(Pose(p.x + 100, p.y + 100, 0.0), (440.0, 400.0), 60.0) for p in THREE)
        path = Path(((340.0, 400.0), (440.0, 400.0)), 60.0)
        found = ways.courses_of(moved(end), state_of(), answer(path))
        assert found is not None
        assert min(math.dist(p[:2], (340.0, 400.0)) for p in found.ways["u.1"]) < 8.0

    def test_the_beaten_go_back_with_their_faces_to_the_enemy(self) -> None:
        found = ways.courses_of(moved(tuple(Pose(p.x, p.y - 60, 0.0) for p in THREE)), state_of())
        assert found is not None
        assert (found.ways, found.seconds) == ({}, ways.RECOIL)

    def test_the_broken_turn_before_they_run(self) -> None:
        found = ways.courses_of(moved(tuple(Pose(680 - p.x, p.y - 150, 180.0) for p in THREE)), state_of())
        assert found is not None
        way = found.ways["u.0"]
        turned = next(p for p in way if abs(p[2]) >= 180.0)
        assert turned[:2] == (300.0, 300.0)
        assert found.seconds == pytest.approx(ways.ROUT, abs=0.1)

    def test_ranks_close_after_losses(self) -> None:
        found = ways.courses_of(moved((Pose(320, 300), Pose(360, 300), Pose(380, 280)), "loss"), state_of())
        assert found is not None
        assert found.seconds == ways.CLOSE

    def test_twenty_centimetres_take_nine_tenths_of_a_second(self) -> None:
        found = ways.courses_of(moved(tuple(Pose(p.x, p.y + 200, 0.0) for p in THREE)), state_of())
        assert found is not None
        assert found.seconds == pytest.approx(0.9)


class TestFigures:
    def test_a_figure_goes_along_the_way_that_the_event_tells(self) -> None:
        end = Pose(500.0, 500.0, 90.0)
        event = moved((end,), base="u.0", way=[[300.0, 500.0], [500.0, 500.0]])
        found = ways.courses_of(event, state_of(THREE[:1]))
        assert found is not None
        way = found.ways["u.0"]
        assert all(abs(x - 300.0) < 1e-6 or abs(y - 500.0) < 1e-6 for x, y, _f in way)
        assert min(math.dist(p[:2], (300.0, 500.0)) for p in way) < 10.0
        assert way[-1] == (500.0, 500.0, 90.0)

    def test_ways_of_several_are_gone_together(self) -> None:
        end = (Pose(300, 400), Pose(340, 360))
        event = moved(end, ways={"u.0": [[300.0, 300.0], [300.0, 400.0]], "u.1": [[340.0, 300.0], [340.0, 360.0]]})
        found = ways.courses_of(event, state_of(THREE[:2]))
        assert found is not None
        assert found.ways["u.1"][-1][:2] == (340.0, 360.0)
        assert found.seconds == pytest.approx(100 * ways.MARCH)


class TestMotion:
    def test_it_is_fast_at_first_and_ends_where_it_must(self) -> None:
        motion = Motion({"a": Pose(0, 0, 350)}, {"a": Pose(100, 0, 10)}, 1.0)
        assert motion.poses()["a"] == (0.0, 0.0, 350.0)
        motion.passed = 0.5
        assert motion.poses()["a"] == pytest.approx((75.0, 0.0, 365.0))
        motion.passed = 3.0
        assert motion.poses()["a"] == pytest.approx((100.0, 0.0, 370.0))


@pytest.mark.parametrize("system", SYSTEMS)
def test_in_whole_battles_all_ways_begin_and_end_where_the_bases_do_and_never_leap(system: str) -> None:
    session = battle(system)
    state, seen = session.origin, 0
    for line in session.lines:
        for event in line.events:
            found = ways.courses_of(event, state, line.command)
            if found is not None:
                seen += 1
                assert 0 < found.seconds <= ways.LONGEST
                for base, way in found.ways.items():
                    a, b = found.start[base], found.end[base]
                    assert math.dist(way[0][:2], (a.x, a.y)) < 1e-6
                    assert math.dist(way[-1][:2], (b.x, b.y)) <= ways.RIGID
                    assert abs(turn_between(way[-1][2], b.facing)) <= ways.STRAIGHT
                    whole = sum(math.dist(p[:2], q[:2]) for p, q in itertools.pairwise(way))
                    assert all(math.dist(p[:2], q[:2]) <= whole / 4 + 1 for p, q in itertools.pairwise(way))
            state = apply(state, event)
        state = line.state
    assert seen > 20


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_shown_step_by_step_loses_nothing(system: str) -> None:
    session = battle(system)
    showing = Showing(session, "slow", line=max(0, len(session.lines) - 30))
    showing.state = session.lines[showing.line - 1].state
    first = showing.line
    seen: list[tuple[int, int]] = []
    showing.listeners.append(lambda line, n, event, state: seen.append((line, n)))
    while showing.busy:
        showing.update(0.01)
        showing.step()
    lines = enumerate(session.lines)
    assert seen == [(k, n) for k, line in lines if k >= first for n in range(len(line.events))]
    assert showing.state is session.state
