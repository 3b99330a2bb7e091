"""A charge goes along its front: wheels, facings, reach, what the sheet drafts and refuses (NAP-S80, -S81, -S100)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.charge import answers, drafts, legal
from rulesets.napoleonic_wars.charge.approach import approach
from rulesets.napoleonic_wars.charge.declare import out_of_reach
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.charge.test_sequence import DECLARE, FINAL, MOVED, PASS, charge, ordered
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import battalion, field, piece, regiment

ALL = (DECLARE, PASS, MOVED, FINAL)
NONE: list[Any] = []


def heavy(at: tuple[float, float], body: str = "H1", **told: Any) -> Any:
    return regiment(body, "south", at=at, **{"figures": 12, "weapon": "", **told})


def line(west: float, front: float, figures: int = 24, body: str = "E1", **told: Any) -> Any:
    """Foot in line facing south, unloaded, whose front begins so far west."""
    at = (west + figures * 0.375, front)
    return battalion(body, "north", at=at, figures=figures, **{"weapon": "", **told})


def tie(played: Fought, name: str = "charge H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


def clause(state: State, body: str = "H1", target: str = "E1", **more: Any) -> str:
    bar = legal.charge_bar(state, body, target, **more)
    return "" if bar is None else bar.clause


def edge(state: State, body: str) -> tuple[float, float, float]:
    """The middle of a body's front edge (cm) and its facing."""
    front = board_of(state).front(body)
    assert front is not None
    return front.middle[0] / 10.0, front.middle[1] / 10.0, front.facing


def turns(played: Fought, body: str) -> list[float]:
    """Degrees between where a body faces and where it goes, stretch by stretch of its charge."""
    out = []
    for leg in played.state.own.tracks[body].legs:
        if leg.what == "charge" and leg.pivot is None and leg.after:
            dx, dy = leg.after[0][0] - leg.poses[0][0], leg.after[0][1] - leg.poses[0][1]
            if math.hypot(dx, dy) > 0.1:
                off = math.degrees(math.atan2(dx, dy)) - leg.poses[0][2]
                out.append((off + 180.0) % 360.0 - 180.0)
    return out


# --- reach -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S81", "NAP-WHL-01")
def test_example_26_the_least_wheel_that_brings_the_middle_on_the_target() -> None:
    state = field(heavy((50, 30)), line(62, 55))
    found = approach(state, "H1", ("E1",))
    assert (found.look.wheel, found.look.middle) == (26, True)
    assert found.look.distance == pytest.approx(251.0, abs=0.01)
    assert found.time == pytest.approx(0.7636, abs=5e-5)
    # the least that would do at all is 16 degrees
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, frames=ALL)
    played.end()
    assert (tie(played).pause, tie(played).home) == (0.5136, "home")
    wheel, *on = [leg for leg in played.state.own.tracks["H1"].legs if leg.what == "charge"]
    assert (wheel.pivot, wheel.end) == ((560.0, 300.0), 0.1361)
    assert max(leg.end for leg in on) == 0.7636
    assert max(map(abs, turns(played, "H1"))) < 0.01


@pytest.mark.clause("NAP-S80", "NAP-CHG-02")
def test_the_example_of_reach_a_wheel_that_is_too_long_is_want_of_reach() -> None:
    made = (heavy((30, 38), facing=90.0), regiment("E1", "north", at=(58, 10), facing=0.0, figures=20, light=True))
    found = approach(field(*made), "H1", ("E1",))
    by_middle = approach(field(*made), "H1", ("E1",), known_reach=False)
    assert (by_middle.look.wheel, round(by_middle.time * 40.0, 2)) == (38, 43.69)
    assert not found.in_time
    assert clause(field(*made), first=(), free=True) == "NAP-CHG-02"
    assert clause(field(*made), first=()) == ""  # where distances are estimated nothing tells it


@pytest.mark.clause("NAP-S80", "NAP-S09")
@pytest.mark.parametrize(("gap", "home"), [(15.0, "home"), (15.1, None)])
def test_foot_that_charges_from_just_as_far_as_it_goes_strikes_home(gap: float, home: str | None) -> None:
    state = field(battalion("L1", "south", at=(50, 45), figures=18, weapon="", cls="A"), line(43, 45 + gap))
    played = Fought(ordered(state, L1=charge("E1")), *((3, 3, 3, 3) if home else ()), frames=ALL)
    played.end()
    found = played.state.ties.get("charge L1 E1")
    assert (found.own.home if found else None) == home


@pytest.mark.clause("NAP-S81", "NAP-S80")
def test_example_29_foot_that_has_no_time_for_the_wheel_goes_straight() -> None:
    state = field(battalion("L1", "south", at=(50, 40), figures=24, weapon="", cls="A"), line(56, 50))
    found = approach(state, "L1", ("E1",))
    assert (found.look.wheel, found.look.middle, found.look.meets) == (0, False, True)
    assert found.time == pytest.approx(10 / 15)
    by_middle = approach(state, "L1", ("E1",), known_reach=False)
    assert by_middle.look.wheel == 37
    assert by_middle.time * 15.0 == pytest.approx(17.805, abs=1e-3)


@pytest.mark.clause("NAP-S80", "NAP-S81")
@pytest.mark.parametrize(("front", "reach"), [(70.0, True), (70.1, False)])
def test_example_29_horse_reaches_straight_on_what_it_has_no_time_to_wheel_to(front: float, reach: bool) -> None:
    state = field(heavy((50, 30)), line(53.5, front))
    assert approach(state, "H1", ("E1",)).in_time is reach
    assert approach(state, "H1", ("E1",)).look.wheel == (0 if reach else 5)
    assert (clause(state, free=True) == "") is reach


@pytest.mark.clause("NAP-S81", "NAP-WHL-02")
def test_example_29_what_wheels_cost() -> None:
    column = battalion("L1", "south", at=(50, 40), figures=18, formation="closed_divisional", weapon="")
    state = field(column, line(75, 70))
    from rulesets.napoleonic_wars.clock.chases import Chase
    from rulesets.napoleonic_wars.clock.heading import charger
    from rulesets.napoleonic_wars.clock.movers import Mover

    who = charger(state, Mover.standing(state, "L1"), 0.0, Chase("L1", "E1", 200.0))
    assert who.arc(45) == pytest.approx(35.34, abs=0.01)
    foot = field(battalion("L1", "south", at=(50, 40), figures=24), line(75, 70))
    who = charger(foot, Mover.standing(foot, "L1"), 0.0, Chase("L1", "E1", 150.0))
    assert who.arc(-45) == pytest.approx(141.37, abs=0.01)


# --- the manoeuvre ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CHG-09", "NAP-S100")
def test_example_28_nobody_charges_with_his_back() -> None:
    state = field(heavy((50, 30), facing=180.0), line(41, 52))
    assert clause(state, first=()) == "NAP-CHG-09"
    assert drafts.of_charge(state, "H1", ("E1",), known_reach=True) == (act.Face("about"),)
    assert clause(state, free=True) == ""
    found = approach(state, "H1", ("E1",), (act.Face("about"),))
    assert (found.gap, found.time) == (pytest.approx(200.0), pytest.approx(0.75))


@pytest.mark.clause("NAP-CHG-08", "NAP-FCH-25", "NAP-S80")
@pytest.mark.parametrize(("gap", "bar"), [(30.0, ""), (30.1, "NAP-CHG-02")])
def test_example_28_a_facing_takes_its_time_of_the_reach(gap: float, bar: str) -> None:
    state = field(heavy((50, 30), facing=180.0), line(41, 32 + gap))
    assert clause(state, first=(act.Face("about"),), free=True) == bar


@pytest.mark.clause("NAP-CHG-11")
def test_example_28_where_charges_go_straight_a_facing_is_refused() -> None:
    state = field(heavy((50, 30), facing=180.0), line(41, 52), options={"straight_charges": True})
    assert clause(state) == "NAP-CHG-11"
    assert clause(state, first=(act.Face("about"),)) == "NAP-CHG-11"
    aslant = field(heavy((50, 30)), line(62, 55), options={"straight_charges": True})
    assert clause(aslant) == "NAP-CHG-11"


@pytest.mark.clause("NAP-S100", "NAP-S75")
def test_a_target_sixty_degrees_off_is_wheeled_to_before_the_charge() -> None:
    state = field(heavy((50, 30)), line(70, 44, figures=12))
    first = drafts.of_charge(state, "H1", ("E1",), known_reach=True)
    assert first == (act.Wheel("right", 16.0),)
    told = approach(state, "H1", ("E1",), first)
    assert (told.look.wheel, told.look.middle, told.in_time) == (45, True, True)
    assert not approach(state, "H1", ("E1",), (act.Wheel("right", 15.0),)).look.middle


@pytest.mark.clause("NAP-CHG-08")
def test_a_manoeuvre_may_be_a_march_straight_ahead() -> None:
    first = [{"verb": "advance", "distance": 60.0}, {"verb": "wheel", "hand": "right", "angle": 10.0}]
    state = field(heavy((50, 30)), line(53, 60))
    played = Fought(ordered(state, H1=charge("E1", first=first)), 3, 3, 3, 3, frames=ALL)
    played.end()
    legs = played.state.own.tracks["H1"].legs
    assert [leg.what for leg in legs][:3] == ["advance", "wheel", "charge"]
    assert legs[0].end == 0.2  # 6 of 30 cm
    assert tie(played).home == "home"


@pytest.mark.clause("NAP-CHG-08", "NAP-S100")
def test_a_manoeuvre_that_ends_too_near_or_takes_too_long_is_refused() -> None:
    state = field(heavy((50, 30)), line(41, 52))
    assert clause(state, first=(act.Advance(120.0),)) == ""
    assert clause(state, first=(act.Advance(120.1),)) == "NAP-CHG-08"  # 9.99 cm are left
    far = field(heavy((50, 30)), line(41, 65))
    assert clause(far, first=(act.Advance(150.0),)) == ""
    assert clause(far, first=(act.Advance(150.1),)) == "NAP-CHG-08"  # more than half a move


# --- on the clock ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S82", "NAP-S81")
def test_example_30_the_middle_comes_upon_one_who_rides_past() -> None:
    rider = regiment("E1", "north", at=(50, 20), facing=0.0, figures=12, light=True, weapon="", cls="A")
    friend = battalion("L1", "south", at=(50, 60), figures=18, weapon="", cls="A")
    state = field(heavy((34, 36), facing=90.0, cls="A"), rider, friend)
    assert approach(state, "H1", ("E1",)).look.wheel == 39
    lines = {"H1": charge("E1"), "E1": charge("L1")}
    played = Fought(ordered(state, **lines), 4, 4, 3, 3, 3, 3, frames=ALL)
    played.end()
    told = tie(played)
    assert (told.turned, told.pause) == (0.0, 0.0653)
    assert told.home == "home"
    ends = [leg.end for leg in played.state.own.tracks["H1"].legs if leg.what == "charge"]
    assert max(ends) == pytest.approx(0.25, abs=1e-4)


@pytest.mark.clause("NAP-R174", "NAP-S81")
@pytest.mark.parametrize("speed", [100.0, 300.0])
def test_no_charge_goes_off_its_front_whatever_its_target_does(speed: float) -> None:
    """The target marches across its course: it wheels after it, 45 degrees in all, and goes along its front."""
    import numpy as np

    from rulesets.napoleonic_wars.clock.chases import Chase
    from rulesets.napoleonic_wars.clock.clock import Clock
    from tests.rules.napoleonic_wars.clock.test_run import line as body
    from tests.rules.napoleonic_wars.clock.test_run import marching

    horse, side = body("A1", "south", 0.0, files=8), body("B1", "north", 30.0, x=4.0, facing=90.0, files=4)
    side = marching(side, speed / 10.0, time=0.4)
    run = Clock({"A1": horse, "B1": side}, {}, chases=[Chase("A1", "B1", 500.0, near=100.0, stops=False)])
    run.run()
    (chase,) = run.chases
    assert chase.turned <= 45.0
    for way in horse.stretches:
        if way.what == "charge" and way.pivot is None and way.pace > 0.0:
            heads = np.degrees(np.arctan2(*way.velocity))
            assert heads == pytest.approx((float(way.poses[0, 2]) + 180.0) % 360.0 - 180.0, abs=0.01)
    assert 0.0 < abs((horse.front_at(1.0).facing + 180.0) % 360.0 - 180.0) <= 45.0


# --- defended obstacles -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S81", "NAP-S63", "NAP-ORG-41")
@pytest.mark.parametrize(
    ("y", "contact", "ends"),
    [
        (60.0, 0.6667, (50.0, 60.0, 0.0)),  # the hedge is defended: its line is met, after 10 cm, and lain along
        (None, 0.67, (50.009, 60.403, 3.0)),
    ],
)
def test_a_defended_obstacle_is_met_and_lain_along_by_its_line(
    y: float | None, contact: float, ends: tuple[float, float, float]
) -> None:
    """Foot that stands 3 degrees askew behind a hedge: its left corner touches it, half a millimetre off."""
    askew = battalion("E1", "north", at=(50, 60.403), facing=183.0, figures=18, weapon="", cls="A")
    hedge = [piece("hedge", [(20, y), (80, y)], "W")] if y is not None else []
    charger = battalion("L1", "south", at=(50, 50), figures=18, weapon="", cls="A")
    played = Fought(ordered(field(charger, askew, features=hedge), L1=charge("E1")), 4, 4, 3, 3, frames=ALL)
    played.end()
    assert tie(played, "charge L1 E1").home == "home"
    assert [leg.start for leg in played.state.own.tracks["L1"].legs if leg.what == "contact"] == [contact]
    assert edge(played.state, "L1") == pytest.approx(ends, abs=0.001)


@pytest.mark.clause("NAP-MEL-06", "NAP-S80")
@pytest.mark.parametrize(("y", "time"), [(59.9, 10.0 / 15.0), (59.88, 10.0 / 15.0 + 0.5)])
def test_who_stands_back_from_an_obstacle_does_not_defend_it(y: float, time: float) -> None:
    """A hedge that the enemy does not touch takes the time of crossing it; the line of one that he touches is met."""
    state = field(
        battalion("L1", "south", at=(50, 50), figures=18, weapon="", cls="A"),
        battalion("E1", "north", at=(50, 60), figures=18, weapon="", cls="A"),
        features=[piece("hedge", [(20, y), (80, y)], "W")],
    )
    met = 0.1 / 15.0 if y > 59.89 else 0.0
    assert approach(state, "L1", ("E1",)).time == pytest.approx(time - met, abs=1e-6)


# --- counter-charges, charges without reach --------------------------------------------------------------------------


@pytest.mark.clause("NAP-S100", "NAP-RSP-03")
@pytest.mark.parametrize(("facing", "may"), [(180.0, True), (140.0, True), (100.0, False), (0.0, False)])
def test_nobody_counter_charges_whom_his_front_cannot_be_brought_on(facing: float, may: bool) -> None:
    foe = regiment("E1", "north", at=(50, 60), facing=facing, figures=12, light=True)
    state = field(heavy((50, 30)), foe)
    assert ("counter_charge" in answers.options(state, "E1", "H1")) is may


@pytest.mark.clause("NAP-S100", "NAP-RSP-08")
def test_a_pursuer_who_cannot_bring_his_front_on_the_charger_stands() -> None:
    def told(facing: float) -> tuple[str, ...]:
        foe = regiment("E1", "north", at=(50, 60), facing=facing, figures=12, light=True, result="pursue")
        return answers.options(field(heavy((50, 30)), foe), "E1", "H1")

    assert told(180.0) == ("counter_charge",)
    assert told(110.0) == ("stand",)


@pytest.mark.clause("NAP-S100")
def test_a_counter_charger_wheels_and_goes_along_his_front() -> None:
    foe = regiment("E1", "north", at=(70, 60), facing=190.0, figures=12, light=True, weapon="", cls="A")
    state = ordered(field(heavy((50, 30), cls="A"), foe), H1=charge("E1"))
    played = Fought(state, 4, 4, 3, 3, frames=ALL)
    played.end()
    assert tie(played).answer == "counter_charge"
    assert 0.0 < tie(played).answer_turned <= 45.0
    assert max(map(abs, (*turns(played, "H1"), *turns(played, "E1")))) < 0.01


@pytest.mark.clause("NAP-S100", "NAP-RES-08")
@pytest.mark.parametrize(("answer", "wheels"), [("wait", False), ("wait_wheel", True)])
def test_a_counter_charger_that_waits_may_wheel_to_face_meanwhile(answer: str, wheels: bool) -> None:
    """He faces 20 degrees off; what he wheels while he waits is no part of the 45 degrees of his charge."""
    foe = regiment("E1", "north", at=(70, 60), facing=190.0, figures=12, light=True, weapon="", cls="A")
    state = ordered(field(heavy((50, 30), cls="A"), foe), H1=charge("E1"))
    assert answers.courses(state, "E1", "H1")[:3] == ("counter_charge", "wait", "wait_wheel")
    played = Fought(state, 4, 4, 3, 3, frames=ALL)
    played.answer(OptionAnswer({"E1": answer}))
    played.end()
    legs = [leg.what for leg in played.state.own.tracks["E1"].legs]
    assert legs == [("wheel", "stand")[not wheels], *["stand"] * wheels, "charge", "contact"]
    assert tie(played).answer_turned == 0.0


@pytest.mark.clause("NAP-S100")
def test_the_wheel_of_a_waiting_counter_charger_ends_where_the_charge_pauses() -> None:
    """He wheels by 40 degrees; the charger is at attack distance before that is done."""
    foe = regiment("E1", "north", at=(50, 42), facing=140.0, figures=12, light=True, weapon="", cls="A")
    state = ordered(field(heavy((50, 24), cls="A"), foe), H1=charge("E1"))
    played = Fought(state, 4, 4, 3, 3, frames=(DECLARE, PASS))
    played.answer(OptionAnswer({"E1": "wait_wheel"}))
    played.end()
    legs = played.state.own.tracks["E1"].legs
    assert [leg.what for leg in legs] == ["wheel", "pause"]
    assert legs[0].end == tie(played).pause
    assert 141.0 < edge(played.state, "E1")[2] < 179.0


@pytest.mark.clause("NAP-S100")
def test_a_counter_charger_that_faces_the_charger_has_no_wheel_to_make() -> None:
    foe = regiment("E1", "north", at=(50, 60), figures=12, light=True, weapon="", cls="A")
    assert answers.courses(field(heavy((50, 30)), foe), "E1", "H1") == ("counter_charge", "wait", "stand")


@pytest.mark.clause("NAP-CSQ-07")
@pytest.mark.parametrize(
    ("facing", "ends"),
    [
        (0.0, (50.0, 60.0)),  # a full move straight ahead, though the target lies to the right
        (90.0, (78.0, 30.0)),  # as long as that brings it nearer: to below the target, two cm of depth less
        (270.0, (50.0, 30.0)),
    ],
)
def test_a_charge_without_reach_is_a_march_along_its_front(facing: float, ends: tuple[float, float]) -> None:
    foe = line(78, 95, figures=4)
    state = ordered(field(heavy((50, 30), facing=facing), foe), H1=charge("E1", first=[], straight=True))
    here = Run(state)
    out_of_reach(here, "H1", "E1")
    played = Fought(here.state, frames=(PASS,))
    played.end()
    x, y, faces = edge(played.state, "H1")
    assert faces == facing
    assert (x, y) == pytest.approx(ends, abs=0.01)
