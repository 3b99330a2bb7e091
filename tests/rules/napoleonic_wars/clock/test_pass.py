"""The first pass of a move: orders carried out, enemies met, formations taken, places taken."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State, Tie
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import first_pass, settling
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import fire
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.table import at_cm, battalion, box, field, of, piece, regiment

GO: dict[str, Any] = {"verb": "advance"}


def ordered(state: State, **lines: Any) -> State:
    """The state with lines of move orders, by body."""
    run = Run(state)
    for body, line in lines.items():
        run.emit("told", "order", None, notes.lined(run.state, body, line if isinstance(line, list) else [line]))
    return run.state


def passed(state: State) -> Run:
    run = Run(state)
    first_pass.go(run, PassData(), {})
    return run


def kinds(run: Run) -> list[str]:
    return [e.type for e in run.events]


@pytest.mark.clause("NAP-SEQ-24", "NAP-SEQ-44", "NAP-ORG-42", "NAP-ORD-10")
def test_example_eight_a_column_and_a_line_meet_head_on() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column"),
        battalion("E1", "north", at=(50, 50), figures=18),
    )
    run = passed(ordered(state, L1=GO, E1=GO))
    assert at_cm(run.state, "L1") == pytest.approx((50.0, 39.0), abs=0.01)
    assert at_cm(run.state, "E1") == pytest.approx((50.0, 44.0), abs=0.01)
    assert of(run.state, "L1").march.moved == pytest.approx(90.0, abs=0.1)


@pytest.mark.clause("NAP-S05", "NAP-ORD-10")
def test_who_has_no_order_stands() -> None:
    state = field(battalion("L1", "south", at=(50, 30), figures=18))
    run = passed(state)
    assert at_cm(run.state, "L1") == (50.0, 30.0)
    assert of(run.state, "L1").march.rest == 1.0


@pytest.mark.clause("NAP-FCH-03", "NAP-S08", "NAP-S49")
def test_example_three_a_column_goes_and_begins_to_form_line_which_goes_on_in_the_next_move() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_divisional", nation="france", companies=6)
    )
    line = [{"verb": "advance", "distance": 60.0}, {"verb": "form", "formation": "line"}]
    run = passed(ordered(state, L1=line))
    own = of(run.state, "L1")
    assert own.stance.formation == "closed_divisional"
    assert own.march.doing is not None
    assert (own.march.doing.verb, own.march.doing.left) == ("form", 0.4)
    assert at_cm(run.state, "L1") == pytest.approx((50.0, 36.0))
    again = Run(ordered(run.state, L1=GO))
    first_pass.go(again, PassData(), {})
    after = of(again.state, "L1")
    assert (after.stance.formation, after.march.doing) == ("line", None)
    assert at_cm(again.state, "L1")[1] == pytest.approx(42.0, abs=0.01)


@pytest.mark.clause("NAP-S50")
def test_of_two_that_would_stand_in_one_place_the_later_goes_back_along_its_way() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("L2", "south", at=(50, 20), figures=18),
    )
    run = passed(ordered(state, L2=GO))
    assert at_cm(run.state, "L1") == (50.0, 30.0)
    assert at_cm(run.state, "L2")[1] == pytest.approx(29.0, abs=0.1)
    assert "put_back" in kinds(run)


@pytest.mark.clause("NAP-S41")
def test_the_ways_of_all_are_kept() -> None:
    state = field(battalion("L1", "south", at=(50, 30), figures=18))
    run = passed(ordered(state, L1=GO))
    track = run.state.own.tracks["L1"]
    assert track.legs[0].what == "advance"
    assert (track.legs[0].start, track.legs[-1].end) == (0.0, 1.0)


@pytest.mark.clause("NAP-SEQ-23", "NAP-RCT-08", "NAP-S41")
def test_a_charge_pauses_and_its_target_stands_where_it_is() -> None:
    charge = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0))
    state = field(
        regiment("H1", "south", at=(50, 30), light=True),
        battalion("E1", "north", at=(50, 60), figures=18),
        ties=(charge,),
    )
    run = passed(ordered(state, E1=GO))
    told = run.state.ties["c1"].own
    assert told.gap == pytest.approx(80.0, abs=0.01)
    assert told.pause == 0.44  # 22 of 50 cm: the target stands, whatever it was ordered
    assert "paused" in kinds(run)


@pytest.mark.clause("NAP-DET-04", "NAP-CTC-03", "NAP-SEQ-25", "NAP-S48")
def test_who_comes_upon_a_hidden_enemy_halts_and_he_is_shown() -> None:
    wood = first_wood()
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("E1", "north", at=(50, 36), figures=18),
        features=wood,
        hidden=("E1",),
    )
    run = passed(ordered(state, L1=GO))
    assert "E1" in run.state.units
    assert "came_upon" in kinds(run)
    assert at_cm(run.state, "L1")[1] < 36.0


def first_wood() -> list[Any]:
    from tests.rules.napoleonic_wars.table import box

    return [box("open_wood", 30, 33, 70, 60, "W")]


@pytest.mark.clause("NAP-S21", "NAP-DIS-13")
def test_time_that_is_not_spent_marching_is_time_to_reform() -> None:
    state = field(battalion("L1", "south", at=(50, 30), figures=18, cls="A"))
    run = passed(ordered(state, L1={"verb": "advance", "distance": 25.0}))
    assert of(run.state, "L1").march.rest == pytest.approx(0.75)


@pytest.mark.clause("NAP-EVD-02", "NAP-S41", "NAP-RSP-07", "NAP-SEQ-26", "NAP-R46")
def test_evaders_run_and_their_charger_is_not_stopped_by_them() -> None:
    charge = Tie(
        "c1",
        "charge",
        "H1",
        "E1",
        ChargeOwn(answer="evade", speed=500.0, pause_at=100.0, answer_speed=300.0, answer_start=0.0),
    )
    loose = battalion("E1", "north", at=(50, 54), figures=6, formation="open", sub={"open": True})
    state = field(regiment("H1", "south", at=(50, 30), light=True), loose, ties=(charge,))
    run = passed(state)
    assert "evaded" in of(run.state, "E1").march.did
    assert at_cm(run.state, "E1")[1] > 80.0


def test_the_same_orders_give_the_same_pass() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("E1", "north", at=(52, 50), figures=18),
    )
    told = ordered(state, L1=GO, E1=GO)
    assert passed(told).state == passed(replace(told)).state


@pytest.mark.clause("NAP-S47", "NAP-S82")
@pytest.mark.parametrize(("line", "stopped"), [([GO], True), ([], False)])
def test_an_enemy_who_steps_into_the_course_of_a_charge_stops_it_and_himself(line: list[Any], stopped: bool) -> None:
    charge = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0))
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(50, 70), figures=18),
        battalion("E2", "north", at=(58.5, 60), figures=18, formation="closed_column", facing=270),
        ties=(charge,),
    )
    run = passed(ordered(state, E2=line))
    told = run.state.ties["c1"].own
    if stopped:
        # in its course and at the attack distance of horse; he has gone part of his way
        assert told.gap == pytest.approx(100.0, abs=0.1)
        assert 0.0 < of(run.state, "E2").march.moved < 150.0
        assert at_cm(run.state, "H1")[1] < 50.0
        (event,) = [e for e in run.events if e.type == "paused"]
        assert (event.clauses[0], event.about) == ("NAP-S47", ("H1", "E2"))
    else:
        assert told.gap == pytest.approx(80.0, abs=0.01)
        assert of(run.state, "E2").march.moved == 0.0


@pytest.mark.clause("NAP-S80", "NAP-MOV-10")
@pytest.mark.parametrize(
    ("obstacle", "y", "stops", "time"),
    [
        ("", 40.0, 80.0, 0.44),
        ("ditch", 40.0, 80.0, 0.69),  # it comes to it at 0.2 and is over it at 0.45
        ("ditch", 29.0, 80.0, 0.44),  # behind it
        ("ditch", 57.0, 80.0, 0.44),  # beyond its pause
        ("ditch", 59.8, 1.0, 0.848),  # near the enemy, who does not touch it
        ("ditch", 59.9, 1.0, 0.598),  # the enemy defends it
        ("hedge", 40.0, 80.0, 0.94),
    ],
)
def test_an_obstacle_on_its_way_takes_a_charge_the_time_that_it_takes_to_cross(
    obstacle: str, y: float, stops: float, time: float
) -> None:
    charge = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=stops))
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(50, 60), figures=18),
        features=[piece(obstacle, [(20, y), (80, y)])] if obstacle else [],
        ties=(charge,),
    )
    run = passed(state)
    assert run.state.ties["c1"].own.pause == pytest.approx(time, abs=0.0005)


def ambush(y: float, **own: Any) -> State:
    """A battalion hidden in a wood, 1 cm behind its edge, and an enemy north of it who looks the other way."""
    return field(
        battalion("L1", "south", at=(50, 39), figures=18, **own),
        battalion("E1", "north", at=(50, y), facing=0, figures=18),
        features=[box("open_wood", 20, 20, 80, 40, "W")],
        hidden=("L1",),
    )


@pytest.mark.clause("NAP-S19", "NAP-DET-03", "NAP-SEQ-25")
@pytest.mark.parametrize(
    ("y", "line", "placed"),
    [(64.0, [], True), (64.1, [], False), (64.0, [{"verb": "fire", "hold": True}], False)],
)
def test_hidden_troops_with_a_target_are_placed_unless_they_hold_their_fire(
    y: float, line: list[Any], placed: bool
) -> None:
    run = passed(ordered(ambush(y), L1=line))
    assert ("L1" in run.state.units) is placed
    assert [e.data["how"] for e in run.events if e.type == "detected"] == ["shown"] * placed
    assert ("L1" in run.state.own.tracks) is placed
    assert fire.courses(run.state, "south").keys() == ({"L1"} if placed else set())


@pytest.mark.clause("NAP-S19", "NAP-R62", "NAP-S41")
def test_their_fire_goes_by_what_they_did_in_the_move_before_they_were_seen() -> None:
    back = [{"verb": "face", "to": "left"}, {"verb": "face", "to": "right"}]

    def shots(line: list[Any]) -> list[int]:
        state = passed(ordered(ambush(55.0), L1=line)).state
        return [aim.shots for option in fire.courses(state, "south").get("L1", ()) for aim in option.aims]

    assert shots([]) == [2]
    assert shots(back) == [1]


@pytest.mark.clause("NAP-ATK-01", "NAP-MOV-07")
@pytest.mark.parametrize(("south", "north", "time"), [(32.0, 36.0, 0.95), (44.0, 48.0, 0.8), (45.1, 49.0, 0.75)])
def test_an_attack_is_as_slow_in_bad_ground_as_a_march(south: float, north: float, time: float) -> None:
    """Foot in a closed column, 20 cm a move, 15 cm to go: half as fast in a river."""
    attack = Tie("c1", "attack", "L1", "E1", ChargeOwn(answer="none", speed=200.0, pause_at=50.0))
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column"),
        battalion("E1", "north", at=(50, 50), figures=18),
        features=[box("river", 0, south, 200, north, "R")],
        ties=(attack,),
    )
    assert passed(state).state.ties["c1"].own.pause == pytest.approx(time, abs=0.0005)


COLUMN: dict[str, Any] = {"figures": 24, "formation": "closed_column"}


@pytest.mark.clause("NAP-S46", "NAP-S08")
def test_what_follows_a_march_that_is_cut_short_begins_though_the_march_alone_filled_the_move() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), **COLUMN),
        regiment("E1", "north", at=(50, 48), figures=8, light=True),
    )
    run = passed(ordered(state, L1=[GO, {"verb": "form", "formation": "square"}]))
    assert at_cm(run.state, "L1") == pytest.approx((50.0, 38.0), abs=0.01)  # 10 cm off, at t = 0.5333
    doing = of(run.state, "L1").march.doing
    assert doing is not None  # a move to form square, begun at 0.75
    assert (doing.verb, doing.left, doing.args["formation"]) == ("form", 0.75, "square")


@pytest.mark.clause("NAP-S46", "NAP-FCH-06")
@pytest.mark.parametrize(
    ("gap", "turned"),
    [(8.0, (0.25, 0.5)), (8.75, (0.5, 0.75))],  # halted at 0.2; exactly at a quarter: looked at at the next
)
def test_at_attack_distance_the_next_action_is_one_that_is_legal_there(gap: float, turned: tuple[float, float]) -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), **COLUMN),
        battalion("E1", "north", at=(50, 30 + gap), figures=18),
    )
    run = passed(ordered(state, L1=[GO, {"verb": "form", "formation": "square"}, {"verb": "face", "to": "about"}]))
    legs = [(leg.what, leg.start, leg.end) for leg in run.state.own.tracks["L1"].legs if leg.what in ("form", "face")]
    assert legs == [("face", *turned)]
    assert of(run.state, "L1").stance.formation == "closed_column"
    assert {b.pose.facing for b in run.state.bases_of("L1") if b.pose} == {180.0}


@pytest.mark.clause("NAP-S46")
def test_who_can_do_nothing_else_looks_again_at_the_later_quarters() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), **COLUMN),
        battalion("E1", "north", at=(50, 38), figures=18, facing=0.0),
    )
    # he stands for half a move, then walks off: at 0.75 his rear is 2.5 cm farther than it was
    run = passed(ordered(state, L1=[GO, GO], E1=[{"verb": "wait", "quarters": 2}, GO]))
    assert at_cm(run.state, "L1")[1] == pytest.approx(30.0 + 2.0 + 3.75, abs=0.01)


@pytest.mark.clause("NAP-R24", "NAP-ORG-42")
@pytest.mark.parametrize(("order", "gone"), [(15.0, 15.0), (25.0, 25.0), (30.0, 25.0), (40.0, 25.0), (None, 25.0)])
def test_horse_that_pushes_skirmishers_stays_at_its_attack_distance_whatever_its_order(
    order: float | None, gone: float
) -> None:
    """Hussars 20 cm off, 40 cm a move: 10 cm by themselves, the rest at 20 cm a move."""
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(50, 50), figures=6, formation="open", sub={"open": True}),
    )
    told: dict[str, Any] = GO if order is None else {"verb": "advance", "distance": 10.0 * order}
    run = passed(ordered(state, H1=told))
    assert at_cm(run.state, "H1") == pytest.approx((50.0, 30.0 + gone), abs=0.01)
    assert board_of(run.state).gap("H1", "E1") == pytest.approx(100.0, abs=0.02)
    assert "halt" not in [leg.what for leg in run.state.own.tracks["H1"].legs]


@pytest.mark.clause("NAP-R24", "NAP-S46")
def test_what_follows_a_slowed_march_begins_where_and_when_it_ends() -> None:
    """15 cm by a march that was to take 0.375 of the move; it takes 0.5, and the wheel begins there."""
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(50, 50), figures=6, formation="open", sub={"open": True}),
    )
    line = [{"verb": "advance", "distance": 150.0}, {"verb": "face", "to": "about"}]
    legs = passed(ordered(state, H1=line)).state.own.tracks["H1"].legs
    march = [leg for leg in legs if leg.what == "advance"]
    assert (march[0].start, march[-1].end) == (0.0, 0.5)
    (turn,) = [leg for leg in legs if leg.what == "face"]
    assert turn.start == 0.5
    assert turn.poses == march[-1].after


@pytest.mark.clause("NAP-R24", "NAP-S08")
@pytest.mark.parametrize(("ditch", "crossed"), [(54.9, True), (55.5, False)])
def test_an_obstacle_counts_as_begun_only_where_a_slowed_march_comes_to_it(ditch: float, crossed: bool) -> None:
    """Slowed behind skirmishers, hussars go 25 cm; by their order alone they would come to 30 cm at 0.75."""
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(50, 50), figures=6, formation="open", sub={"open": True}),
        features=[piece("ditch", [(20, ditch), (80, ditch)])],
    )
    run = passed(ordered(state, H1={"verb": "advance", "distance": 300.0}))
    assert ("crossed" in of(run.state, "H1").march.did) is crossed


def gaps_in_the_pass(state: State, one: str, other: str) -> list[float]:
    """The gap (mm) of two bodies at every hundredth of the move that was made."""
    a, b = (Mover.gone(state.units[u].side, u, state.own.tracks[u]) for u in (one, other))
    return [meeting.gap(a, b, k / 100.0) for k in range(101)]


@pytest.mark.clause("NAP-R24", "NAP-S46")
def test_skirmishers_give_way_before_a_wheel_and_do_not_hold_it_up() -> None:
    """A line of 18 files wheels right by 40 degrees; its left front corner comes round to open order on its left."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("E1", "north", at=(45, 36), figures=4, formation="open", sub={"open": True}),
    )
    run = passed(ordered(state, L1={"verb": "wheel", "hand": "right", "angle": 40.0}))
    legs = run.state.own.tracks["L1"].legs
    assert {leg.what for leg in legs if leg.end > leg.start} <= {"wheel", "stand"}
    pose = run.state.bases["L1.1"].pose
    assert pose is not None
    assert pose.facing == pytest.approx(40.0, abs=0.01)
    assert min(gaps_in_the_pass(run.state, "L1", "E1")) == pytest.approx(50.0, abs=0.3)
    assert "give_way" in [leg.what for leg in run.state.own.tracks["E1"].legs]


@pytest.mark.clause("NAP-R24")
def test_skirmishers_before_two_columns_keep_off_both() -> None:
    """One column comes at 15 cm a move from 6 cm, hussars beside it at 40 cm from 12 cm."""
    state = field(
        battalion("L1", "south", at=(46, 30), figures=12, formation="closed_column"),
        regiment("H1", "south", at=(56, 25), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(51, 37), figures=8, formation="open", sub={"open": True}),
    )
    run = passed(ordered(state, L1=GO, H1=GO))
    assert min(gaps_in_the_pass(run.state, "L1", "E1")) >= 49.9
    assert min(gaps_in_the_pass(run.state, "H1", "E1")) >= 99.8
    assert "halt" not in [leg.what for u in ("L1", "H1") for leg in run.state.own.tracks[u].legs]


@pytest.mark.clause("NAP-S50")
@pytest.mark.parametrize(("y", "back"), [(None, 29.0), (28.5, 27.5), (28.8, 27.8), (27.9, 29.0)])
def test_who_goes_back_along_its_way_overlaps_no_enemy_there_either(y: float | None, back: float) -> None:
    foe = [battalion("E1", "north", at=(50, y), facing=0.0, figures=6, companies=2)] if y is not None else []
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18), battalion("L2", "south", at=(50, 20), figures=18), *foe
    )
    clock = Clock({b: Mover.standing(state, b) for b in state.units}, {})
    stands = clock.movers["L2"].stretches[0]
    clock.movers["L2"].go([Stretch(0.0, 1.0, stands.poses, stands.sizes, (0.0, 95.0), what="advance")], 0.0)
    run = Run(state)
    settling.part(run, clock)
    assert at_cm(run.state, "L2")[1] == pytest.approx(back, abs=0.01)
    assert [e.clauses for e in run.events] == [("NAP-S50",)]


@pytest.mark.clause("NAP-S50", "NAP-S49")
@pytest.mark.parametrize(("own", "back"), [(False, 27.5), (True, 31.0)])
def test_a_body_whose_first_place_is_taken_is_shifted_by_the_shortest_free_way(own: bool, back: float) -> None:
    """The enemy has taken the first place, 27.5 to 28.5 cm: back 1.5 cm it is free, or past own troops 2 cm ahead."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("L2", "south", at=(50, 29), figures=18),
        battalion("E1", "north", at=(50, 28.5), facing=0.0, figures=6, companies=2),
        *([battalion("L3", "south", at=(50, 27), figures=18)] if own else ()),
    )
    clock = Clock({b: Mover.standing(state, b) for b in state.units}, {})
    stands = clock.movers["L2"].stretches[0]
    clock.movers["L2"].go([Stretch(0.0, 1.0, stands.poses, stands.sizes, (0.0, 5.0), what="advance")], 0.0)
    run = Run(state)
    settling.part(run, clock)
    assert at_cm(run.state, "L2") == pytest.approx((50.0, back), abs=0.11)
    assert [e.clauses for e in run.events] == [("NAP-S49", "NAP-S50")]
    assert clock.movers["L2"].poses_told(1.0)["L2.1"] == run.state.bases["L2.1"].pose


@pytest.mark.clause("NAP-S46", "NAP-R145")
@pytest.mark.parametrize(("aside", "moved"), [(50.0, 150.0), (49.0, 90.05)])
def test_who_marches_past_an_enemy_at_just_the_attack_distance_is_not_halted(aside: float, moved: float) -> None:
    """At 4.9 cm aside it halts where the corners are 5 cm apart, 0.995 cm before it is level with him."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column"),
        battalion("E1", "north", at=(50 + 1.125 + aside / 10 + 6.75, 40), figures=18),
    )
    run = passed(ordered(state, L1=GO))
    assert of(run.state, "L1").march.moved == pytest.approx(moved, abs=0.02)


@pytest.mark.clause("NAP-R24")
def test_skirmishers_stand_again_when_another_enemy_halts_those_before_whom_they_give_way() -> None:
    """Horse comes to 10 cm from them after 2 cm, and to 10 cm from the corner of a line 8.113 cm farther on."""
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=12, companies=4),
        battalion("E1", "north", at=(50, 42), figures=6, companies=1, formation="open", sub={"open": True}),
        battalion("E2", "north", at=(66.5, 50), figures=24),
    )
    run = passed(ordered(state, H1=GO))
    assert of(run.state, "H1").march.moved == pytest.approx(101.13, abs=0.05)
    assert at_cm(run.state, "E1") == pytest.approx((50.0, 50.113), abs=0.01)
