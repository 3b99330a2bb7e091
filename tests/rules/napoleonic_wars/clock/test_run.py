"""The clock of a move: bodies that meet head on, walk off, charge, run, give way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.kit.block import meeting
from game.kit.block.course import Stretch
from game.kit.block.outlines import pieces
from rulesets.napoleonic_wars.clock import pushing
from rulesets.napoleonic_wars.clock.chases import Chase, Flight
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover

CM = 10.0


def line(
    body: str, side: str, y: float, *, x: float = 0.0, facing: float = 0.0, files: int = 18, ranks: int = 1
) -> Mover:
    """A body of foot whose front edge lies at ``y`` (cm), its middle at ``x``."""
    sign = 1.0 if facing == 0.0 else -1.0
    poses = np.array(
        [
            (x * CM + 7.5 * (f - (files - 1) / 2.0), y * CM - sign * (5.0 + 10.0 * r), facing)
            for r in range(ranks)
            for f in range(files)
        ]
    )
    sizes = np.tile([7.5, 10.0], (len(poses), 1))
    return Mover(body, side, tuple(f"{body}.{k}" for k in range(len(poses))), sizes, [Stretch(0.0, 1.0, poses, sizes)])


def marching(mover: Mover, speed: float, *, time: float = 1.0, start: float = 0.0, action: int = 0) -> Mover:
    """Goes straight ahead at a speed (cm a move) for some time."""
    here = mover.at(start)
    angle = np.radians(here.poses[0, 2])
    velocity = (speed * CM * float(np.sin(angle)), speed * CM * float(np.cos(angle)))
    way = Stretch(start, start + time, mover.poses_at(start), mover.sizes, velocity, what="advance", action=action)
    mover.go([way], start)
    return mover


def clock(*movers: Mover, keep: float = 5.0, **told: Any) -> Clock:
    """A clock of some bodies that keep an attack distance (cm)."""
    by = {m.body: m for m in movers}
    return Clock(by, dict.fromkeys(by, keep * CM), **told)


def y_of(mover: Mover) -> float:
    """Where a body's first figure is at the end, in cm."""
    return float(mover.poses_at(1.0)[0, 1]) / CM


@pytest.mark.clause("NAP-S11", "NAP-SCL-13")
def test_figures_shoulder_to_shoulder_are_one_piece_a_rank() -> None:
    column = line("A1", "south", 10.0, files=6, ranks=4)
    found = pieces(column.at(0.0).poses, column.sizes)
    assert found.shape == (4, 4, 2)
    assert np.ptp(found[:, :, 0]) == pytest.approx(45.0)
    assert np.ptp(found[:, :, 1]) == pytest.approx(40.0)
    apart = column.at(0.0).poses.copy()
    apart[3, 0] += 5.0
    assert len(pieces(apart, column.sizes)) > 4


@pytest.mark.clause("NAP-ORG-42", "NAP-SEQ-44", "NAP-S09", "NAP-S10")
def test_example_eight_two_that_march_at_each_other_both_halt() -> None:
    french = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    british = marching(line("B1", "north", 20.0, facing=180.0), 10.0)
    run = clock(french, british)
    run.run()
    halts = [h for h in run.happened if h.kind == "halt"]
    assert [(h.time, h.body) for h in halts if h.time < 0.7] == [(0.6, "A1"), (0.6, "B1")]
    assert y_of(french) == pytest.approx(9.0 - 0.5, abs=0.001)
    assert y_of(british) == pytest.approx(14.0 + 0.5, abs=0.001)
    assert meeting.gap(french, british, 1.0) == pytest.approx(50.0, abs=0.01)


@pytest.mark.clause("NAP-ORG-42", "NAP-CTC-02")
def test_example_nine_horse_keeps_its_own_greater_distance_from_foot() -> None:
    horse = marching(line("A1", "south", 0.0, files=8), 40.0, time=0.5)
    foot = line("B1", "north", 18.0, facing=180.0)
    run = Clock({"A1": horse, "B1": foot}, {"A1": 100.0, "B1": 50.0})
    run.run()
    assert [(h.time, h.body) for h in run.happened] == [(0.2, "A1")]
    assert y_of(horse) == pytest.approx(8.0 - 0.5, abs=0.001)


@pytest.mark.clause("NAP-ORG-42", "NAP-R145", "NAP-S46")
def test_example_twenty_six_who_walks_off_is_not_halted_and_the_other_goes_on_at_the_next_quarter() -> None:
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    away = marching(line("B1", "north", 9.0), 10.0)  # its rear edge 8 cm ahead
    run = clock(column, away)
    run.run()
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"] == [(0.6, "A1")]
    assert y_of(column) == pytest.approx(12.75 - 0.5, abs=0.01)
    assert meeting.gap(column, away, 1.0) == pytest.approx(52.5, abs=0.1)
    stands = line("B1", "north", 9.0)
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    run = clock(column, stands)
    run.run()
    assert run.happened[0].time == 0.2
    assert y_of(column) == pytest.approx(3.0 - 0.5, abs=0.001)


@pytest.mark.clause("NAP-S46")
def test_a_halted_body_begins_its_next_action_at_the_quarter() -> None:
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0, time=0.4)
    new = column.poses_at(0.4) * np.array([1.0, 1.0, 1.0])
    form = Stretch(0.4, 0.9, new, column.sizes, left=new, what="form", action=1)
    column.go([column.stretches[0], form], 0.0)
    later = {"go_on": lambda mover, action, time, fits: [form.later(time - form.start)] if action == 0 else []}
    run = clock(column, line("B1", "north", 8.0, facing=180.0), **later)
    run.run()
    assert run.happened[0].time == 0.2
    begun = [s for s in column.stretches if s.what == "form"]
    assert [(round(s.start, 4), round(s.end, 4)) for s in begun] == [(0.25, 0.75)]


@pytest.mark.clause("NAP-R145", "NAP-S46")
def test_whoever_rides_along_a_front_pins_nobody_and_is_not_held_by_it() -> None:
    rider = line("A1", "south", 0.0, x=-40.0, facing=90.0, files=4)
    poses = rider.at(0.0).poses.copy()
    poses[:, 0], poses[:, 1] = -400.0, 0.0 + 7.5 * np.arange(4)
    rider.stretches = [Stretch(0.0, 1.0, poses, rider.sizes, (800.0, 0.0), what="advance")]
    foot = line("B1", "north", 14.0, facing=180.0)
    run = Clock({"A1": rider, "B1": foot}, {"A1": 100.0, "B1": 50.0})
    run.run()
    assert run.happened == []


@pytest.mark.clause("NAP-S46")
def test_nobody_halts_for_an_enemy_he_does_not_know_of() -> None:
    column = marching(line("A1", "south", 0.0), 10.0)
    run = clock(column, line("B1", "north", 8.0, facing=180.0), blind=frozenset({("A1", "B1")}))
    run.run()
    assert run.happened == []
    assert y_of(column) == pytest.approx(9.5)


@pytest.mark.clause("NAP-S10", "NAP-INT-05")
def test_friends_who_pass_through_each_other_are_noted_once() -> None:
    run = clock(marching(line("A1", "south", 0.0), 15.0), line("A2", "south", 8.0))
    run.run()
    assert [(h.kind, h.body, h.other) for h in run.happened] == [("mix", "A1", "A2")]


@pytest.mark.clause("NAP-S41", "NAP-RCT-08")
def test_a_charge_pauses_at_the_distance_of_the_targets_fire_and_stops_it() -> None:
    horse, foot = line("A1", "south", 0.0, files=8), line("B1", "north", 30.0, facing=180.0)
    chase = Chase("A1", "B1", 500.0, pause=50.0, near=100.0)
    run = clock(horse, foot, chases=[chase])
    run.run()
    assert [(h.time, h.kind, h.body) for h in run.happened] == [(0.5, "pause", "A1")]
    assert meeting.gap(horse, foot, 1.0) == pytest.approx(50.0, abs=0.01)


@pytest.mark.clause("NAP-EVD-04", "NAP-ORD-12", "NAP-S82")
def test_example_twenty_five_evaders_who_wait_for_attack_distance_are_caught() -> None:
    horse, foot = line("A1", "south", 0.0, files=8), line("B1", "north", 24.0, facing=180.0, files=6)
    chase = Chase("A1", "B1", 500.0, pause=100.0, near=100.0, stops=False)
    flight = Flight("B1", "A1", 300.0, within=100.0)
    run = clock(horse, foot, chases=[chase], flights=[flight])
    run.run()
    assert [(h.time, h.kind, h.body) for h in run.happened] == [(0.28, "evade", "B1"), (0.28, "pause", "A1")]
    ran = foot.stretches[-1]
    assert (ran.what, round(ran.start, 4), ran.end) == ("evade", 0.28, 1.0)
    # the second pass: the charge goes on from its pause, the runner is where he was at every moment
    horse.stop(0.28)
    second = Clock({"A1": horse, "B1": foot}, {}, chases=[Chase("A1", "B1", 500.0, start=0.28, stops=False)], time=0.28)
    second.run()
    assert [(round(h.time, 3), h.kind) for h in second.happened] == [(0.78, "contact")]


@pytest.mark.clause("NAP-S82", "NAP-S81")
def test_example_twenty_five_evaders_who_run_at_once_are_not_caught() -> None:
    horse, foot = line("A1", "south", 0.0, files=8), line("B1", "north", 24.0, facing=180.0, files=6)
    chase = Chase("A1", "B1", 500.0, near=100.0, stops=False)
    run = clock(horse, foot, chases=[chase], flights=[Flight("B1", "A1", 300.0, start=0.0)])
    run.run()
    assert run.happened == []
    assert meeting.gap(horse, foot, 1.0) == pytest.approx(40.0, abs=0.1)
    assert meeting.gap(horse, foot, 0.7) == pytest.approx(100.0, abs=0.1)


@pytest.mark.clause("NAP-R24", "NAP-ATK-05", "NAP-S46")
def test_skirmishers_give_way_at_the_pace_of_those_who_come_and_hold_up_nobody() -> None:
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    loose = line("B1", "north", 10.0, facing=180.0, files=4)
    told: dict[str, Any] = {"loose": {"B1": 200.0}, "close": frozenset({"A1"})}
    run = clock(column, loose, **told)
    run.run()
    assert [h.kind for h in run.happened] == ["way"]
    assert y_of(column) == pytest.approx(15.0 - 0.5)
    assert meeting.gap(column, loose, 1.0) == pytest.approx(50.0, abs=0.05)
    fast, slow = marching(line("A1", "south", 0.0, files=6), 30.0), line("B1", "north", 10.0, facing=180.0, files=4)
    run = clock(fast, slow, **told)
    run.run()
    assert meeting.gap(fast, slow, 1.0) == pytest.approx(50.0, abs=0.05)
    assert y_of(fast) == pytest.approx(5.0 + 20.0 * (1.0 - 5.0 / 30.0) - 0.5, abs=0.05)


@pytest.mark.clause("NAP-R24")
def test_nobody_follows_skirmishers_who_go_aside_and_not_away() -> None:
    column, loose = marching(line("A1", "south", 0.0, files=6), 15.0), line("B1", "north", 5.0, facing=180.0, files=4)
    here = loose.poses_at(0.0)
    for velocity, follows in (((50.0, 0.0), False), ((0.0, 1.0), False), ((0.0, 100.0), True)):
        loose.go([Stretch(0.0, 1.0, here, loose.sizes, velocity, what="give_way")], 0.0)
        assert pushing.follow(column, loose, 0.0) is follows


@pytest.mark.clause("NAP-S81")
def test_a_charge_follows_its_target_by_no_more_than_forty_five_degrees() -> None:
    """The target marches across, halts at a quarter and comes back: each time the front would miss it."""
    horse, side = line("A1", "south", 0.0, files=4), marching(line("B1", "north", 38.0, facing=90.0, files=1), 10.0)
    here = side.poses_at(0.25)
    side.go([Stretch(0.25, 1.0, here, side.sizes, (-50.0, 0.0), what="advance")], 0.25)
    run = clock(horse, side, chases=[Chase("A1", "B1", 400.0, near=100.0, stops=False)])
    run.run()
    wheels = [s for s in horse.stretches if s.pivot is not None]
    turned = [float(np.degrees(s.spin * (s.end - s.start))) for s in wheels]
    assert [t > 0.0 for t in turned] == [True, False]
    assert [round(t, 3) for t in turned] == [round(t) for t in turned]
    assert run.chases[0].turned == 35.0


@pytest.mark.clause("NAP-S46")
@pytest.mark.parametrize("stops", [(1.0,), (0.25, 0.5, 0.75, 1.0)])
def test_a_halt_exactly_at_a_quarter_is_looked_at_again_at_the_following_one(stops: tuple[float, ...]) -> None:
    """15 cm a move from 8.75 cm: at 0.25 it is 5 cm off; the enemy marches off at that moment."""
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    away = marching(line("B1", "north", 9.75), 15.0, time=0.75, start=0.25)
    run = clock(column, away)
    for until in stops:
        run.run(until)
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"] == [(0.25, "A1")]
    assert y_of(column) == pytest.approx(3.75 + 7.5 - 0.5, abs=0.01)  # on from 0.5


@pytest.mark.clause("NAP-S46")
@pytest.mark.parametrize("stops", [(1.0,), (0.25, 0.5, 0.75, 1.0)])
def test_who_halts_exactly_at_a_quarter_begins_the_next_action_at_the_following_one(stops: tuple[float, ...]) -> None:
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)

    def form(mover: Mover, action: int, time: float, fits: Any) -> list[Stretch]:
        here = mover.poses_at(time)
        return [Stretch(time, time + 0.25, here, mover.sizes, left=here, what="form", action=1)]

    run = clock(column, line("B1", "north", 8.75, facing=180.0), go_on=form)
    for until in stops:
        run.run(until)
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"] == [(0.25, "A1")]
    assert [(s.start, s.end) for s in column.stretches if s.what == "form"] == [(0.5, 0.75)]


@pytest.mark.clause("NAP-S46")
def test_a_halt_just_before_a_quarter_is_looked_at_in_that_quarter() -> None:
    column = marching(line("A1", "south", 0.0, files=6, ranks=3), 15.0)
    away = marching(line("B1", "north", 9.7), 15.0, time=0.75, start=0.2475)
    run = clock(column, away)
    run.run()
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"] == [(0.2467, "A1")]
    assert y_of(column) == pytest.approx(3.7 + 11.25 - 0.5, abs=0.01)  # on from 0.25


@pytest.mark.clause("NAP-S10", "NAP-S09")
def test_of_what_happens_at_one_moment_evades_come_before_contact_and_that_before_halts() -> None:
    """At 0.5: horse strikes one body, comes to 10 cm from skirmishers who wait for that, and a column is 5 cm off."""
    horse, struck = line("A1", "south", 0.0, files=4), line("B1", "north", 25.0, facing=180.0, files=4)
    runner = line("C1", "north", 35.0, x=0.0, facing=180.0, files=4)
    column, stands = (
        marching(line("A5", "south", 0.0, x=60.0, files=6), 15.0),
        line("B5", "north", 12.5, x=60.0, facing=180.0),
    )
    run = clock(
        *(horse, struck, runner, column, stands),
        chases=[Chase("A1", "B1", 500.0, near=100.0)],
        flights=[Flight("C1", "A1", 300.0, within=100.0)],
    )
    run.run()
    at_half = [(h.kind, h.body) for h in run.happened if h.time == 0.5]
    assert at_half == [("evade", "C1"), ("contact", "A1"), ("halt", "A5")]


@pytest.mark.clause("NAP-S10", "NAP-S46")
def test_both_halt_where_both_would_be_too_near() -> None:
    one, other = (
        marching(line(b, s, y, facing=f), 10.0)
        for b, s, y, f in (("A1", "south", 0.0, 0.0), ("B1", "north", 15.0, 180.0))
    )
    run = clock(one, other)
    run.run()
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"][:2] == [(0.5, "A1"), (0.5, "B1")]
    assert meeting.gap(one, other, 1.0) == pytest.approx(50.0, abs=0.005)


@pytest.mark.clause("NAP-S46")
def test_a_body_nearer_than_the_attack_distance_may_move_but_not_nearer() -> None:
    """3 cm off it marches along the enemy's front, and is halted as soon as it turns towards him."""
    beside = line("A1", "south", 6.0, x=-20.0, facing=90.0, files=1)
    here = beside.poses_at(0.0)
    there = here + np.array((100.0, 0.0, 0.0))
    beside.stretches = [
        Stretch(0.0, 0.5, here, beside.sizes, (200.0, 0.0), what="advance"),
        Stretch(0.5, 1.0, there, beside.sizes, (0.0, 100.0), what="advance", action=1),
    ]
    front = line("B1", "north", 9.4, facing=180.0, files=80)
    run = clock(beside, front)
    run.run()
    assert [(h.time, h.body) for h in run.happened if h.kind == "halt"][:1] == [(0.5, "A1")]
    assert y_of(beside) == pytest.approx(float(here[0, 1]) / CM)
