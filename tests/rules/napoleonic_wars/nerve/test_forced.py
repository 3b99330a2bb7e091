"""Who moves by a result: routers, those who go away, those who go after them, who leaves the table."""

from __future__ import annotations

import math
from dataclasses import replace as replace_stretch
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.decision import OptionAnswer
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.state import Secret, State
from game.geometry.shapes import Pose
from game.kit.block import meeting
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import reaching
from rulesets.napoleonic_wars.clock import first_pass, running
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.nerve import following, forced_ways, results, surrender
from rulesets.napoleonic_wars.own import Leg, Track
from rulesets.napoleonic_wars.turn.moves import STEPS, MoveData
from tests.rules.napoleonic_wars.clock.test_pass import ordered
from tests.rules.napoleonic_wars.melee_play import melee
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, box, field, general, of, piece, put, regiment


def passed(state: State) -> Called:
    """A first pass, with what its routers and others do."""
    return Called(state, "nap.first_pass")


def kinds(events: list[Event]) -> set[str]:
    return {e.type for e in events}


def centre(state: State, body: str) -> tuple[float, float]:
    """Where a body is, in cm: the middle of its figures."""
    poses = [b.pose for b in state.bases_of(body) if b.pose is not None]
    return sum(p.x for p in poses) / len(poses) / 10.0, sum(p.y for p in poses) / len(poses) / 10.0


def gone(state: State, after: State, body: str) -> tuple[float, float]:
    """How far a body has come, east and north, in cm."""
    (x, y), (to_x, to_y) = centre(state, body), centre(after, body)
    return round(to_x - x, 2), round(to_y - y, 2)


@pytest.mark.clause("NAP-ROU-01", "NAP-RES-12", "NAP-RES-20", "NAP-MRE-25", "NAP-S87", "NAP-DIS-26")
def test_routers_run_away_from_the_nearest_enemy_at_rout_speed_for_nothing_but_two_factors() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1") == (0.0, -35.0)
    assert {b.pose.facing for b in run.state.bases_of("L1") if b.pose} == {180.0}
    assert book.recorded(run.state, "L1") == 2
    assert "routed" in of(run.state, "L1").march.did


@pytest.mark.clause("NAP-ROU-01")
def test_out_of_charge_reach_they_turn_to_their_own_base_line() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, facing=90.0, result="rout", since=1),
        battalion("E1", "north", at=(120, 80), facing=270.0, figures=12),
        move=2,
    )
    run = passed(state)
    run.to_end()
    west, south = gone(state, run.state, "L1")
    # the enemy, 18.5 cm off, cannot charge so far: home at once; nearer they first go west
    assert south < -30.0
    near = field(
        battalion("L1", "south", at=(100, 80), figures=12, facing=90.0, result="rout", since=1),
        battalion("E1", "north", at=(108, 80), facing=270.0, figures=12),
        move=2,
    )
    run = passed(near)
    run.to_end()
    further, south = gone(near, run.state, "L1")
    assert further < -5.0
    assert -35.0 < south < -15.0
    assert west == 0.0


def blocked(by: Any, **router: Any) -> State:
    wide = [battalion(f"W{k}", "south", at=(100 + 60 * k, 66), figures=100, cls="A", **by) for k in (-1, 0, 1)]
    told: dict[str, Any] = {"figures": 12, "result": "rout", "since": 1, "carried": 3, **router}
    return field(
        battalion("L1", "south", at=(100, 80), **told),
        *wide,
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )


@pytest.mark.clause("NAP-ROU-05", "NAP-R102", "NAP-S87")
def test_foot_of_class_a_may_refuse_routers_who_stop_before_it() -> None:
    state = blocked({})
    run = passed(state)
    assert run.asked.args["router"] == "L1"
    assert run.asked.side == "south"
    run.to_end()
    assert "passage_refused" in kinds(run.events)
    assert gone(state, run.state, "L1")[1] > -14.0


@pytest.mark.clause("NAP-ROU-05", "NAP-ROU-06")
def test_who_lets_them_through_is_burst_through_and_stays() -> None:
    state = blocked({})
    run = passed(state)
    run.answer(OptionAnswer(dict.fromkeys(run.asked.args["bodies"], "pass"))).to_end()
    assert gone(state, run.state, "L1")[1] == -35.0
    assert "burst_through" in kinds(run.events)
    assert {of(run.state, f"W{k}").nerve.result for k in (-1, 0, 1)} == {""}


@pytest.mark.clause("NAP-ROU-06", "NAP-S87")
@pytest.mark.parametrize(("cls", "result"), [("D", "rout"), ("C", "")])
def test_regulars_of_class_d_who_are_burst_through_rout_from_that_moment(cls: Any, result: str) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1, cls="C"),
        *[battalion(f"W{k}", "south", at=(100 + 60 * k, 66), figures=100, cls=cls) for k in (-1, 0, 1)],
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert of(run.state, "W0").nerve.result == result
    moved = gone(state, run.state, "W0")[1]
    assert (-35.0 < moved < -15.0) if result else moved == 0.0


@pytest.mark.clause("NAP-S59", "NAP-S101")
@pytest.mark.parametrize("marches", [False, True])
def test_a_rout_that_begins_in_the_move_is_seen_by_who_is_about_then(marches: bool) -> None:
    """W0 is burst through at 0.371 of the move; a column 27 cm behind it has come nearer by then, or stands."""
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        *[battalion(f"W{k}", "south", at=(100 + 60 * k, 66), figures=100, cls="D") for k in (-1, 0, 1)],
        battalion("Z", "south", at=(100, 38), figures=24, formation="closed_column"),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    state = ordered(state, Z={"verb": "advance"}) if marches else state
    run = passed(state)
    run.to_end()
    (gone,) = (g for g in run.state.own.gone if g.body == "W0")
    assert gone.at == pytest.approx(0.371, abs=0.001)
    assert ("Z" in gone.near) is marches


@pytest.mark.clause("NAP-ROU-02", "NAP-S87")
def test_they_turn_off_by_the_least_angle_that_is_free() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=6, companies=1, result="rout", since=1),
        battalion("W1", "south", at=(102, 60), figures=6, cls="A", companies=1),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    east, south = gone(state, run.state, "L1")
    assert "burst_through" not in kinds(run.events)
    assert east < -3.0
    assert south < -17.0


@pytest.mark.clause("NAP-ROU-02", "NAP-S87")
@pytest.mark.parametrize(("short", "turns"), [(1.5, True), (0.5, True), (-1.5, False)])
def test_a_way_is_not_free_that_ends_a_millimetre_in_an_enemy(short: float, turns: bool) -> None:
    """Straight on they go 350 mm: an enemy so much nearer is met by their last step, one farther off is not."""

    def there(y: float) -> State:
        return field(
            battalion("L1", "south", at=(100, 80), figures=6, companies=1, facing=180.0, result="rout", since=1),
            battalion("F1", "north", at=(100, y), figures=6, companies=1, facing=180.0),
            regiment("E1", "north", at=(100, 95), light=True),
            move=2,
        )

    gap = board_of(there(40.0)).gap("L1", "F1")
    state = there(40.0 + (gap - 350.0 + short) / 10.0)
    assert board_of(state).gap("L1", "F1") == pytest.approx(350.0 - short)
    run = passed(state)
    run.to_end()
    assert (gone(state, run.state, "L1")[0] != 0.0) is turns
    assert board_of(run.state).gap("L1", "F1") > 0.0


def running_into(over: float = 1.5, end: float = 1.0) -> tuple[State, Track]:
    """Routers, and a way of theirs that was found without the line that stands there: it ends so many mm beyond."""
    state = field(
        battalion("L1", "south", at=(100, 80), figures=6, companies=1, facing=180.0, result="rout", since=1),
        battalion("F1", "north", at=(100, 50), figures=6, companies=1, facing=180.0),
        battalion("N1", "north", at=(30, 50), figures=6, companies=1),
        battalion("L2", "south", at=(30, 70), figures=6, companies=1),
        move=2,
    )
    poses = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in state.bases_of("L1") if b.pose)
    far = board_of(state).gap("L1", "F1") + over
    ends = tuple((x, y - far, f) for x, y, f in poses)
    return state, track_of(state, "L1", Leg(0.0, end, poses, ends, what="rout"))


def track_of(state: State, body: str, leg: Leg) -> Track:
    """The way of a body of one leg."""
    bases = state.bases_of(body)
    return Track(tuple(b.id for b in bases), (leg,), tuple((b.shape.width, b.shape.depth) for b in bases))


@pytest.mark.clause("NAP-ROU-03", "NAP-S87")
def test_routers_stop_before_who_has_come_into_their_way() -> None:
    state, track = running_into()
    clock = first_pass.made(state, {"F1": first_pass.planned(state, "F1")}, {"L1": track})
    running.Runners(state, clock)
    clock.run()
    assert -0.01 < meeting.gap(clock.movers["L1"], clock.movers["F1"], 1.0) < 0.01
    assert [(h.kind, h.body, h.other) for h in clock.happened] == [("touch", "L1", "F1")]
    assert clock.movers["L1"].stretches[-1].what == "blocked"


def second_pass(state: State, flights: tuple[str, ...] = ()) -> Run:
    """Who runs off now, from the middle of a move in which charges go home."""
    run = Run(state)
    for body in flights:
        reaching.run_off(run, body, "N1", 0.5)
    return run


@pytest.mark.clause("NAP-ROU-03", "NAP-S41")
def test_a_second_pass_knows_that_routers_met_nobody_who_came_there_only_later() -> None:
    """The line has come to where it stands in the last quarter of the move; the routers were past it by then."""
    state, track = running_into(60.0, 0.7)
    poses = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in state.bases_of("F1") if b.pose)
    aside = tuple((x - 150.0, y, f) for x, y, f in poses)
    came = track_of(state, "F1", Leg(0.75, 1.0, aside, poses, what="advance"))
    state = replace(state, own=replace(state.own, tracks={"L1": track, "F1": came}))
    run = second_pass(state, ("L2",))
    told = run.state.own.tracks["L1"].legs
    assert ({leg.what for leg in told} <= {"rout", "stand"}, told[-1].ends) == (True, track.legs[0].after)


@pytest.mark.clause("NAP-ROU-03", "NAP-S41")
def test_routers_meet_in_a_second_pass_who_has_gone_on_in_it_and_stands_again() -> None:
    """The line goes 2 cm to where it is in their way, and stands when they come."""
    state, track = running_into(30.0)
    poses = {b.id: replace(b, pose=replace(b.pose, y=b.pose.y - 20.0)) for b in state.bases_of("F1") if b.pose}
    clock = Clock({"L1": Mover.planned(state, "L1", track)}, {}, time=0.3)
    clock.movers["F1"] = Mover.standing(replace(state, bases={**state.bases, **poses}), "F1", 0.3)
    clock.movers["F1"].go([replace_stretch(clock.movers["F1"].at(0.3), end=0.4, velocity=(0.0, 200.0))], 0.3)
    running.Runners(state, clock, again=True)
    clock.run(0.5)
    clock.movers["F1"].stop(0.5, "contact")
    clock.watch(["F1"])
    clock.run()
    assert clock.movers["L1"].stretches[-1].what == "blocked"
    assert -0.01 < meeting.gap(clock.movers["L1"], clock.movers["F1"], 1.0) < 0.01


@pytest.mark.clause("NAP-ROU-03", "NAP-S82")
def test_routers_stop_before_their_charger_too_when_he_has_paused() -> None:
    state, track = running_into(30.0)
    paused = Chase("F1", "L1", 400.0)
    paused.over = True
    clock = Clock({"L1": Mover.planned(state, "L1", track), "F1": Mover.standing(state, "F1")}, {}, chases=[paused])
    running.Runners(state, clock)
    clock.run()
    assert clock.movers["L1"].stretches[-1].what == "blocked"
    assert -0.01 < meeting.gap(clock.movers["L1"], clock.movers["F1"], 1.0) < 0.01


@pytest.mark.clause("NAP-ROU-03", "NAP-S41")
def test_who_routs_as_charges_go_home_stops_before_an_enemy_in_its_way() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=6, companies=1, facing=180.0, result="rout", since=2),
        battalion("F1", "north", at=(100, 72), figures=24, facing=180.0),
        battalion("N1", "north", at=(100, 95), figures=6, companies=1),
        move=2,
    )
    run = second_pass(state, ("L1",))
    assert run.state.own.tracks["L1"].legs[-1].what == "blocked"
    assert 0.0 <= board_of(run.state).gap("L1", "F1") < 0.01
    assert surrender.blocker(run.state, "L1") == "F1"


@pytest.mark.clause("NAP-ROU-02", "NAP-S87")
@pytest.mark.parametrize(("beside", "turns"), [(-1.0, True), (-0.1, True), (0.1, False)])
def test_a_way_is_not_free_that_leads_a_millimetre_into_the_flank_of_an_enemy(beside: float, turns: bool) -> None:
    """Routers 45 mm wide go straight south past a line whose end is so many mm beside them."""
    state = field(
        battalion("L1", "south", at=(100, 80), figures=6, companies=1, facing=180.0, result="rout", since=1),
        battalion("F1", "north", at=(100 + (22.5 + 22.5 + beside) / 10.0, 60), figures=6, companies=1, facing=180.0),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert (abs(gone(state, run.state, "L1")[0]) > 0.01) is turns


@pytest.mark.clause("NAP-ROU-03", "NAP-S87")
def test_routers_that_go_aslant_stop_where_they_touch_an_enemy() -> None:
    square, other = shapely.box(0.0, 0.0, 10.0, 10.0), shapely.box(40.0, 35.0, 80.0, 60.0)
    slant = (0.8, 0.6)
    assert forced_ways.ahead(square, slant, other, 100.0) == pytest.approx(25.0 / 0.6, abs=0.02)
    assert forced_ways.ahead(square, (-0.8, 0.6), other, 100.0) == 100.0


@pytest.mark.clause("NAP-RES-18", "NAP-R115", "NAP-R135")
def test_who_withdraws_by_morale_faces_about_for_a_quarter_and_goes_at_normal_speed() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="withdraw", since=1),
        battalion("E1", "north", at=(100, 95), figures=12),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1") == (0.0, -7.5)  # 3/4 of 10 cm
    assert {b.pose.facing for b in run.state.bases_of("L1") if b.pose} == {180.0}
    assert book.recorded(run.state, "L1") == 0


@pytest.mark.clause("NAP-RES-10", "NAP-R115")
def test_who_withdraws_by_charge_reaction_faces_about_for_nothing() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="withdraw", since=2),
        battalion("E1", "north", at=(100, 95), figures=12),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1") == (0.0, -10.0)


@pytest.mark.clause("NAP-RES-18")
def test_a_withdrawal_ends_in_cover() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="withdraw", since=1),
        battalion("E1", "north", at=(100, 95), figures=12),
        features=[box("open_wood", 60, 60, 140, 75, "W")],
        move=2,
    )
    run = passed(state)
    run.to_end()
    south = gone(state, run.state, "L1")[1]
    assert -6.0 < south < -4.0


@pytest.mark.clause("NAP-RES-19", "NAP-DIS-26", "NAP-R129")
def test_a_retreat_costs_a_factor_in_every_move() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="retreat", since=1),
        battalion("E1", "north", at=(100, 95), figures=12),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1") == (0.0, -7.5)
    assert [(f.table, f.n) for f in of(run.state, "L1").nerve.fresh] == [("G", 1)]


@pytest.mark.clause("NAP-MRE-24")
@pytest.mark.parametrize(("made", "far"), [(battalion, -5.0), (regiment, -10.0)])
def test_who_breaks_off_goes_back_with_his_face_to_the_enemy(made: Any, far: float) -> None:
    state = field(
        made("L1", "south", at=(100, 80), figures=12, result="break_off", since=1, from_whom="E1"),
        battalion("E1", "north", at=(100, 80.05), figures=12),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1") == (0.0, far)
    assert {b.pose.facing for b in run.state.bases_of("L1") if b.pose} == {0.0}


@pytest.mark.clause("NAP-MRE-22", "NAP-S69")
def test_who_follows_up_goes_with_him() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="break_off", since=1, from_whom="E1"),
        battalion("E1", "north", at=(100, 80.05), figures=12, result="follow_up", since=1, from_whom="L1"),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "E1") == (0.0, pytest.approx(-5.0, abs=0.1))


@pytest.mark.clause("NAP-PUR-01", "NAP-MRE-26", "NAP-DIS-26", "NAP-S69")
@pytest.mark.parametrize(("light", "far"), [(True, -35.0), (False, -35.0)])
def test_pursuers_go_at_the_double_or_as_fast_as_the_routers(light: bool, far: float) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1, from_whom="E1"),
        regiment("E1", "north", at=(100, 80.05), light=light, result="pursue", since=1, from_whom="L1"),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "E1")[1] == pytest.approx(far, abs=0.2)
    assert [(f.table, f.n) for f in of(run.state, "E1").nerve.fresh] == [("G", 1)]
    slow = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1, from_whom="E1"),
        battalion("E1", "north", at=(100, 80.05), figures=12, result="pursue", since=1, from_whom="L1"),
        move=2,
    )
    run = passed(slow)
    run.to_end()
    assert gone(slow, run.state, "E1")[1] > -35.0


@pytest.mark.clause("NAP-LVF-01", "NAP-S78")
def test_who_runs_over_the_edge_with_more_than_half_has_left_for_good() -> None:
    state = field(
        battalion("L1", "south", at=(100, 30), figures=12, result="rout", since=1),
        regiment("E1", "north", at=(100, 45), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert run.state.bases_of("L1") == ()
    assert {b.where for b in run.state.bases.values() if b.unit == "L1"} == {"off"}
    assert "left_table" in kinds(run.events)


@pytest.mark.clause("NAP-PUR-04")
def test_pursuers_stop_at_the_edge() -> None:
    state = field(
        battalion("L1", "south", at=(100, 30), figures=12, result="rout", since=1, from_whom="E1"),
        regiment("E1", "north", at=(100, 30.05), light=True, result="pursue", since=1, from_whom="L1"),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert len(run.state.bases_of("E1")) == 16
    assert at_cm(run.state, "E1")[1] == pytest.approx(0.0, abs=0.1)


@pytest.mark.clause("NAP-RGN-06")
@pytest.mark.parametrize(("result", "carried"), [("rout", True), ("withdraw", True), ("retreat", False)])
def test_a_general_in_contact_routs_and_withdraws_with_a_body(result: Any, carried: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result=result, since=2),
        general("G", "south", at=(100, 40)),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    low, high = board_of(state).outline("L1").bounds[1], board_of(state).outline("G").bounds[3]
    run = Run(put(state, "G", (100, 40 + (low - high) / 10.0), 0.0, "single"))
    results.follow(run, "L1", result)
    told = of(run.state, "G")
    assert (told.nerve.result, told.nerve.from_whom) == ((result, "L1") if carried else ("", ""))


@pytest.mark.clause("NAP-RGN-06")
def test_a_general_who_is_carried_along_goes_as_far_as_the_routers() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        general("G", "south", at=(100, 78), result="rout", since=1, from_whom="L1"),
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "G") == (0.0, -35.0)


@pytest.mark.clause("NAP-RGN-06")
def test_a_general_who_is_carried_along_goes_as_far_aside_as_the_routers() -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        general("G", "south", at=(103, 77), result="rout", since=1, from_whom="L1"),
        regiment("E1", "north", at=(85, 90), light=True),
        move=2,
    )
    run = passed(state)
    run.to_end()
    east, south = gone(state, run.state, "L1")
    assert east > 5.0
    assert gone(state, run.state, "G") == pytest.approx((east, south), abs=0.01)


@pytest.mark.clause("NAP-S87")
@pytest.mark.parametrize(("kind", "turns"), [("building", True), ("deep_river", True), ("field", False)])
def test_routers_turn_off_before_ground_that_they_cannot_pass(kind: str, turns: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=6, companies=1, facing=180.0, result="rout", since=1),
        regiment("E1", "north", at=(100, 95), light=True),
        features=[box(kind, 96, 60, 104, 66)],
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert (gone(state, run.state, "L1")[0] != 0.0) is turns


@pytest.mark.clause("NAP-MOV-11", "NAP-MRE-22")
@pytest.mark.parametrize(("results", "far"), [(("break_off", "follow_up"), 10.0), (("rout", "pursue"), 10.0)])
def test_the_obstacle_fought_over_costs_a_pursuer_its_time_and_a_follower_none(
    results: tuple[Any, Any], far: float
) -> None:
    # a line follows by 10 cm; at the double it would pursue by 20, and loses half a move at the hedge
    away, after = results
    kept = melee("E1", "L1", following="L1", obstacle="W", crossing="L1", struck=1)
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result=after, since=1, from_whom="E1"),
        regiment("E1", "north", at=(100, 80), figures=12, result=away, since=1, from_whom="L1"),
        features=[piece("hedge", [(60, 80), (140, 80)], "W")],
        ties=[kept],
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1")[1] == pytest.approx(far, abs=0.15)


@pytest.mark.clause("NAP-ROU-01", "NAP-ORG-44")
@pytest.mark.parametrize(("features", "west"), [([], True), ([box("deep_river", 104, 0, 106, 130)], False)])
def test_an_enemy_beyond_a_river_that_he_cannot_cross_has_no_charge_reach(features: list[Any], west: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, facing=90.0, result="rout", since=1),
        battalion("E1", "north", at=(108, 80), facing=270.0, figures=12),
        features=features,
        move=2,
    )
    run = passed(state)
    run.to_end()
    aside, south = gone(state, run.state, "L1")
    assert (aside < -5.0) is west
    assert (south < -30.0) is not west


@pytest.mark.clause("NAP-ROU-01", "NAP-S46")
@pytest.mark.parametrize(("unseen", "east"), [((), True), (("E2",), False)])
def test_nobody_runs_from_enemies_that_have_not_been_noticed(unseen: tuple[str, ...], east: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        regiment("E1", "north", at=(100, 95), light=True),
        battalion("E2", "north", at=(90, 79.5), facing=90.0, figures=4, companies=1),
        move=2,
        hidden=unseen,
    )
    run = passed(state)
    run.to_end()
    x, y = gone(state, run.state, "L1")
    assert (x > 5.0) is east
    assert east or (x, y) == (0.0, -35.0)


@pytest.mark.clause("NAP-S78", "NAP-LVF-01")
@pytest.mark.parametrize(("off", "left"), [(6, 6), (7, 0)])
def test_routers_who_run_off_the_table_after_the_pass_are_off_by_the_next_step(off: int, left: int) -> None:
    # twelve figures 1 cm apart in one rank: of those whose centres are off, half leave alone, more take all with them
    state = field(battalion("L1", "south", at=(50, 50), figures=12, companies=1, result="rout", since=2), move=2)
    wide = state.table.width
    first = wide - 5.0 + 10.0 * (off - 11)
    marks = (ev.SetPose(b.id, Pose(first + 10.0 * k, 500.0)) for k, b in enumerate(state.bases_of("L1")))
    state = replace(apply(state, ev.Event("set", "status", changes=tuple(marks))), secret={"south": Secret()})
    run = Called(state, "nap.move", MoveData(2, len(STEPS) - 2))
    run.to_end()
    assert len(run.state.bases_of("L1")) == left
    assert [d["result"] for d in run.told("left_table")] == ["rout"] * (left == 0)


# --- garrisons -------------------------------------------------------------------------------------------------------


def garrison(result: str, *more: Any, figures: int = 18) -> Called:
    """A garrison in a house of ten by ten, an enemy before its northern wall; it has its result from this move."""
    made = battalion("L1", "south", at=None, figures=figures, formation="garrison", inside="H", result=result, since=1)
    foe = battalion("E1", "north", at=(100, 90), figures=18)
    run = Called(field(made, foe, *more, features=[box("building", 95, 60, 105, 70, "H")], move=2), "nap.first_pass")
    run.to_end()
    return run


@pytest.mark.clause("NAP-TER-02", "NAP-SPM-04", "NAP-S27", "NAP-RES-19", "NAP-ROU-01")
@pytest.mark.parametrize("result", ["retreat", "rout"])
def test_a_garrison_that_must_go_leaves_by_the_far_wall_at_its_pace(result: str) -> None:
    run = garrison(result)
    body = of(run.state, "L1")
    assert (body.inside, body.stance.formation) == ("", "line")
    assert all(b.where == "table" for b in run.state.bases_of("L1"))
    assert len(run.state.bases_of("L1")) == 18
    front = shape.front(run.state, "L1")
    assert front.x == pytest.approx(1000.0, abs=1.0)
    # five figures a quarter by ten centimetres of wall: eighteen are out at the end of the move
    assert front.y == pytest.approx(600.0 - shape.depth(run.state, "L1") - 2.0, abs=0.1)
    (event,) = [e for e in run.events if e.type == "comes_out"]
    assert event.about == ("L1",)


@pytest.mark.clause("NAP-RES-18", "NAP-S27")
def test_a_garrison_that_must_withdraw_to_cover_is_in_cover_and_stays() -> None:
    run = garrison("withdraw")
    assert of(run.state, "L1").inside == "H"
    assert not [e for e in run.events if e.type == "comes_out"]


@pytest.mark.clause("NAP-TER-02")
def test_a_small_garrison_is_out_sooner_and_goes_farther() -> None:
    small = garrison("retreat", figures=6)  # two quarters
    further = shape.front(garrison("retreat").state, "L1").y - shape.front(small.state, "L1").y
    assert further == pytest.approx(50.0, abs=0.1)  # half a move at ten centimetres


# --- followers and pursuers go along their front ---------------------------------------------------------------------


def follows(at: Any = (100, 80.05), facing: float = 180.0, result: Any = "follow_up", **more: Any) -> Any:
    """A body that follows L1, or pursues it."""
    made = regiment if result == "pursue" else battalion
    fields = {"figures": 12, "result": result, "since": 1, "from_whom": "L1"}
    return made("E1", "north", at=at, facing=facing, **fields | more)


def away(result: Any = "break_off", facing: float = 0.0, **more: Any) -> Any:
    fields = {"figures": 12, "result": result, "since": 1, "from_whom": "E1"}
    return battalion("L1", "south", **{"at": (100, 80), "facing": facing} | fields | more)


def faces(state: State, body: str = "E1") -> set[float]:
    return {round(b.pose.facing, 1) for b in state.bases_of(body) if b.pose}


@pytest.mark.clause("NAP-S100", "NAP-S69", "NAP-MRE-22")
def test_a_follower_goes_straight_along_its_front() -> None:
    state = field(follows((104, 80.05)), away(), move=2)  # half of the fronts overlap
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "E1") == (0.0, pytest.approx(-5.0, abs=0.1))
    assert faces(run.state) == {180.0}
    assert board_of(run.state).touching("E1", "L1")


@pytest.mark.clause("NAP-S100", "NAP-FCH-25")
@pytest.mark.parametrize(("facing", "x", "y"), [(0.0, 100, 81.05), (90.0, 100, 84.55), (270.0, 100, 84.55)])
def test_a_follower_that_fought_to_flank_or_rear_faces_there_first(facing: float, x: float, y: float) -> None:
    state = field(follows((100, 80.05), 180.0), away(), move=2)
    state = put(state, "E1", (x, y), facing, "line")
    assert board_of(state).touching("E1", "L1")
    run = passed(state)
    run.to_end()
    track = run.state.own.tracks["E1"]
    assert (track.legs[0].what, track.legs[0].end) == ("face", 0.25)
    assert faces(run.state) == {180.0}
    assert gone(state, run.state, "E1")[1] < -3.0


@pytest.mark.clause("NAP-S100", "NAP-PUR-01")
@pytest.mark.parametrize(("turned", "faced"), [(20.0, 200.0), (45.0, 225.0), (330.0, 150.0)])
def test_a_pursuer_turns_with_those_it_pursues_by_up_to_forty_five_degrees(turned: float, faced: float) -> None:
    state = field(follows(result="pursue"), away("rout"), move=2)
    flight = ran(state, "L1", 180.0 + turned, 200.0)
    way = following.after(state, "E1", "L1", flight, "double")
    assert {round(f, 1) for _, _, f in way.places} == {faced}
    ahead = math.radians(faced)
    (x, y, _), (to_x, to_y, _) = way.legs[-1].poses[0], way.places[0]
    far = math.hypot(to_x - x, to_y - y)
    assert ((to_x - x) / far, (to_y - y) / far) == (
        pytest.approx(math.sin(ahead), abs=1e-3),
        pytest.approx(math.cos(ahead), abs=1e-3),
    )


@pytest.mark.clause("NAP-PUR-01", "NAP-R32")
@pytest.mark.parametrize(
    ("kind", "far"),
    [("", 35.0), ("scrub", 26.75), ("dense_wood", 18.5), ("river", 18.5), ("deep_river", 2.05)],
)
def test_a_pursuer_goes_at_the_rout_speed_of_foot_over_ground_where_none_may_double(kind: str, far: float) -> None:
    """Horse that doubles at 50 cm pursues foot at 35; the ground begins 2 cm before it."""
    ground = [box(kind, 0, 0, 200, 78, "W")] if kind else []
    state = field(follows(result="pursue"), away("rout"), features=ground, move=2)
    way = following.after(state, "E1", "L1", ran(state, "L1", 180.0, 350.0), "double")
    assert way.moved / 10.0 == pytest.approx(far, abs=0.1)
    assert way.legs[-1].end == (1.0 if kind != "deep_river" else pytest.approx(2.05 / 35.0, abs=1e-3))


@pytest.mark.clause("NAP-S100", "NAP-RLY-07")
def test_enemies_no_longer_before_the_front_have_got_away() -> None:
    few: dict[str, Any] = {"figures": 4, "companies": 1}
    state = field(follows(result="pursue", **few), away("rout", men_now=99, **few), move=2)
    flight = ran(state, "L1", 280.0, 300.0)  # they run off to its right hand, more than 45 degrees aside
    way = following.after(state, "E1", "L1", flight, "double")
    assert way.moved == 0.0
    after = put(state, "L1", (70.0, 79.0), 180.0, "line")
    assert not following.is_before(after, "E1", "L1")
    near = put(state, "L1", (96.0, 81.5), 180.0, "line")  # within 5 cm, but beside it
    assert board_of(near).within("E1", "L1", 5.0)
    run = Called(replace(near, own=replace(near.own, move=3)), "nap.rally")
    run.give()
    assert of(run.state, "E1").nerve.result == ""


def ran(state: State, body: str, bearing: float, far: float) -> Track:
    """A flight straight in a direction, so many mm in a move."""
    bases = state.bases_of(body)
    poses = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in bases if b.pose)
    x, y = math.sin(math.radians(bearing)) * far, math.cos(math.radians(bearing)) * far
    after = tuple((px + x, py + y, f) for px, py, f in poses)
    return Track(tuple(b.id for b in bases), (Leg(0.0, 1.0, poses, after, what="rout"),))


@pytest.mark.clause("NAP-S68")
@pytest.mark.parametrize("result", ["rout", "break_off", "retreat"])
def test_whoever_leaves_an_enemy_amid_whom_it_stands_is_first_set_down_clear_of_him(result: Any) -> None:
    column = battalion("E1", "north", at=(100, 80), formation="closed_column", figures=24)  # 6 cm deep
    horse = regiment("L1", "south", at=(100, 83), figures=4, companies=1, result=result, since=1, from_whom="E1")
    state = field(horse, column, move=2)
    assert board_of(state).outline("L1").intersection(board_of(state).outline("E1")).area > 100.0
    run = passed(state)
    run.to_end()
    (first, *_) = run.state.own.tracks["L1"].legs
    low = max(y for _, y, _ in first.poses) + 10.0
    assert low == pytest.approx(800.0, abs=0.1)  # its front edge lies before that of the column
    assert board_of(run.state).gap("L1", "E1") > 50.0


@pytest.mark.clause("NAP-ORG-42", "NAP-S46")
@pytest.mark.parametrize(
    ("result", "foe", "y", "apart"),
    [
        ("retreat", "guns", 69.0, 50.0),
        ("retreat", "foot", 69.0, 50.0),
        ("retreat", "horse", 64.0, 100.0),
        ("withdraw", "guns", 69.0, 50.0),
    ],
)
def test_who_goes_away_halts_at_attack_distance_from_an_enemy_behind(
    result: Any, foe: str, y: float, apart: float
) -> None:
    made = {"guns": battery, "foot": battalion, "horse": regiment}[foe]
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result=result, since=1),
        regiment("E1", "north", at=(100, 88)),
        made("E2", "north", at=(100, y), facing=0.0),
        move=2,
    )
    run = passed(state)
    run.to_end()
    assert gone(state, run.state, "L1")[1] < 0.0
    assert board_of(run.state).gap("L1", "E2") == pytest.approx(apart, abs=0.05)
