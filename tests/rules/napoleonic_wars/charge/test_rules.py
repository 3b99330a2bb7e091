"""What a charge is measured by, who may answer how, who supports, who is where when charged."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.state import State
from rulesets.napoleonic_wars.charge import answers, legal, parties
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import targets, timing
from rulesets.napoleonic_wars.melee import outcome, reaction
from rulesets.napoleonic_wars.own import ChargeOwn, Doing
from tests.rules.napoleonic_wars.charge.test_sequence import (
    DECLARE,
    OPEN,
    PASS,
    charge,
    foot,
    heavy,
    light,
    ordered,
)
from tests.rules.napoleonic_wars.fire_play import Played, went
from tests.rules.napoleonic_wars.fire_play import charge as coming
from tests.rules.napoleonic_wars.melee_play import Fought, melee
from tests.rules.napoleonic_wars.table import (
    at_cm,
    battalion,
    battery,
    box,
    field,
    general,
    given,
    of,
    piece,
    regiment,
)


def bar(state: State, target: str = "E1", body: str = "H1", **more: Any) -> str:
    found = legal.charge_bar(state, body, target, **more)
    return "" if found is None else found.clause


# --- distance, reach, sight ----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CHG-06", "NAP-CHG-04")
def test_attack_distance_is_five_cm_on_foot_and_ten_in_the_saddle() -> None:
    state = field(
        battalion("L1", "south", at=(50, 50)),
        heavy((20, 50)),
        regiment("D1", "south", at=(80, 50), mounted=False),
        battery("G1", "south", at=(110, 50)),
        battalion("E1", "north", at=(50, 55)),
    )
    assert [facts.attack_distance(state, b) for b in ("L1", "H1", "D1", "G1")] == [5.0, 10.0, 5.0, 5.0]
    assert bar(state, body="L1") == ""
    assert bar(field(battalion("L1", "south", at=(50, 50)), battalion("E1", "north", at=(50, 54.9))), body="L1") != ""


@pytest.mark.clause("NAP-CHG-16", "NAP-CHG-02", "NAP-S80", "NAP-ORG-44")
def test_reach_is_what_one_charge_move_comes_to() -> None:
    for y, there in ((70.0, True), (70.1, False)):
        assert legal.has_reach(field(heavy(), foot((50, y))), "H1", "E1") is there
    state = field(heavy(), foot((50, 60)))
    for result, there in (("withdraw", False), ("retreat", False), ("rout", False), ("break_off", False)):
        assert legal.has_reach(given(state, "H1", result=result), "H1", "E1") is there
    assert legal.has_reach(given(state, "H1", result="halt"), "H1", "E1")  # it is deemed to have it
    barred = field(heavy(), foot((50, 60)), features=[box("marsh", 20, 42, 80, 46, "M")])
    assert not legal.has_reach(barred, "H1", "E1")


@pytest.mark.clause("NAP-CTC-05", "NAP-CHG-02", "NAP-CHG-03")
def test_both_must_see_each_other() -> None:
    house = box("building", 46, 40, 54, 45, "B", storeys=1)
    north = battalion("E1", "north", at=(50, 55), figures=6, companies=1)
    south = heavy((50, 30), figures=6, companies=1)
    assert bar(field(south, north, features=[house])) == "NAP-CHG-02"
    # a general within 5 cm sees it for them; but it does not see them
    aside = general("G1", "south", at=(58.0, 29.0), chief=True)
    assert bar(field(south, north, aside, features=[house])) == "NAP-CTC-05"
    assert legal.attack_bar(field(south, north, aside, features=[house]), "H1", "E1") is None


# --- before the charge ---------------------------------------------------------------------------------------------

WHEEL: dict[str, Any] = {"verb": "wheel", "hand": "left", "angle": 20.0}
FORM: dict[str, Any] = {"verb": "form", "formation": "line"}


@pytest.mark.clause("NAP-CHG-08", "NAP-RES-01")
def test_a_manoeuvre_comes_first_and_takes_half_a_move_at_most() -> None:
    from rulesets.napoleonic_wars.march import actions as act

    state = field(heavy((50, 40)), foot((44, 60), weapon=""))
    played = Fought(ordered(state, H1=charge("E1", first=[WHEEL])), 3, 3, 3, 3, frames=(DECLARE, PASS))
    played.end()
    own: ChargeOwn = played.state.ties["charge H1 E1"].own
    _, spent = legal.manoeuvred(state, "H1", (act.Wheel("left", 20.0),))
    assert 0.05 < spent < 0.5
    legs = played.state.own.tracks["H1"].legs
    assert [leg.what for leg in legs][:2] == ["wheel", "charge"]
    assert legs[1].start == pytest.approx(spent, abs=1e-3)
    assert own.pause is not None
    slow = field(battalion("H1", "south", at=(50, 40), formation="open_column"), foot((50, 52)))
    assert bar(slow, first=(act.Form("line"),)) == "NAP-CHG-08"  # it takes more
    # at its end they are still at attack distance: this wheel brings a wing too near
    wide = field(battalion("H1", "south", at=(50, 50)), foot((42, 56), figures=6, companies=1))
    assert bar(wide, first=(act.Wheel("right", 10.0),)) == "NAP-CHG-08"


@pytest.mark.clause("NAP-CHG-11")
def test_by_agreement_charges_go_straight() -> None:
    from rulesets.napoleonic_wars.march import actions as act

    made = (heavy((50, 40)), foot((44, 60)))
    first = (act.Wheel("left", 20.0),)
    assert bar(field(*made), first=first) == ""
    assert bar(field(*made, options={"straight_charges": True}), first=first) == "NAP-CHG-11"
    assert bar(field(*made, options={"straight_charges": True})) == ""


@pytest.mark.clause("NAP-CHG-09", "NAP-S81")
def test_within_attack_distance_a_charger_keeps_his_heading() -> None:
    from game.kit.block.course import Stretch
    from rulesets.napoleonic_wars.clock.chases import Chase
    from rulesets.napoleonic_wars.clock.clock import Clock
    from rulesets.napoleonic_wars.clock.movers import Mover

    headings = {}
    for near in (0.0, 300.0):
        state = field(light(figures=4, companies=1), foot((50, 58), figures=4, companies=1))
        movers = {b: Mover.standing(state, b) for b in ("H1", "E1")}
        here = movers["E1"].at(0.0)
        movers["E1"].go([Stretch(0.0, 1.0, here.poses, here.sizes, (300.0, 0.0), what="advance")], 0.0)
        clock = Clock(movers, {}, chases=[Chase("H1", "E1", 500.0, 0.0, None, near)])
        clock.run(0.3)
        headings[near] = movers["H1"].at(0.3).velocity[0]
    assert headings[300.0] == pytest.approx(0.0, abs=1e-6)
    assert headings[0.0] > 50.0


# --- answers -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-EVD-01", "NAP-RSP-07", "NAP-SKR-01")
def test_who_may_evade() -> None:
    def may(target: Any, charger: Any = None) -> bool:
        return "evade" in answers.options(field(charger or heavy(), target), "E1", "H1")

    assert may(battalion("E1", "north", at=(50, 60), figures=6, **OPEN))
    assert may(regiment("E1", "north", at=(50, 60), figures=6, **OPEN))
    assert may(battery("E1", "north", at=(50, 60)))
    assert may(battery("E1", "north", at=(50, 60), formation="limbered"))
    assert not may(foot())
    assert not may(regiment("E1", "north", at=(50, 60)))
    assert may(regiment("E1", "north", at=(50, 60), facing=0.0))  # horse, by horse, from the rear
    assert not may(foot(facing=0.0))
    assert not may(regiment("E1", "north", at=(50, 60), facing=0.0), battalion("H1", "south", at=(50, 50)))


@pytest.mark.clause("NAP-SKR-01")
def test_skirmishers_are_troops_in_open_order_and_nobody_else() -> None:
    for formation, loose in (("open", True), ("line", False), ("closed_column", False)):
        state = field(battalion("L1", "south", at=(50, 50), formation=formation, light=True, sub={"light": True}))
        assert facts.is_skirmishing(state, "L1") is loose
    assert facts.is_skirmishing(field(regiment("H1", "south", **OPEN)), "H1")
    assert not facts.is_skirmishing(field(battery("G1", "south")), "G1")


# --- support -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RCT-15")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({}, 1),
        ({"figures": 12}, 1),
        ({"figures": 11, "companies": 1}, 0),  # less than half as strong
        ({**OPEN}, 0),
        ({"result": "withdraw"}, 0),
        ({"result": "break_off"}, 0),
        ({"result": "retreat"}, 0),
        ({"result": "rout"}, 0),
        ({"result": "halt"}, 1),
        ({"at": (50, 86.1)}, 0),  # beyond 25 cm of the rear of the line
        ({"nation": "native"}, 0),
    ],
)
def test_who_counts_as_support(told: dict[str, Any], n: int) -> None:
    helper = battalion("E2", "north", **{"at": (50, 70), "figures": 24, **told})
    assert parties.supports(field(heavy(), foot(), helper), "E1") == n


@pytest.mark.clause("NAP-RCT-15")
def test_who_charges_or_fights_another_enemy_supports_nobody() -> None:
    made = (heavy(), heavy((90, 60), "H2"), foot(), foot((50, 70), "E2"))
    assert parties.supports(field(*made, ties=(coming("E2", "H2", 10, 0.5),)), "E1") == 0
    same = (coming("E2", "H1", 10, 0.5), coming("H1", "E1", 10, 0.5))
    assert parties.supports(field(*made, ties=same), "E1") == 1
    evades = coming("H2", "E2", 10, 0.5, answer="evade", home="")
    assert parties.supports(field(*made, ties=(evades,)), "E1") == 0


# --- fire and frenzy -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FCH-09", "NAP-FCH-23", "NAP-SMA-11")
@pytest.mark.parametrize("what", ["form", "face"])
@pytest.mark.parametrize(("until", "shots"), [(0.0, 2), (0.25, 1), (0.5, 1)])
def test_time_for_a_change_of_formation_or_a_facing_is_lost_for_fire(what: str, until: float, shots: int) -> None:
    state = field(battalion("L1", "south", at=(50, 50), figures=24), battalion("E1", "north", at=(50, 62), weapon=""))
    legs = [(0.0, until, what), (until, 1.0, "stand")] if until else [(0.0, 1.0, "stand")]
    played = Played(went(state, "L1", *legs), [4]).to_end()
    assert [e.data["shots"] for e in played.events if e.type == "fired"] == [shots]


@pytest.mark.clause("NAP-FCH-09", "NAP-SMA-11")
def test_example_two_a_volley_after_half_a_move_of_changing_formation() -> None:
    state = field(battalion("L1", "south", at=(50, 50), figures=24), battalion("E1", "north", at=(50, 62), weapon=""))
    played = Played(went(state, "L1", (0.0, 0.5, "form"), (0.5, 1.0, "stand")), [4]).to_end()
    assert played.men("E1") == 24
    assert played.of("L1").fire.loaded


@pytest.mark.clause("NAP-SMA-14", "NAP-SMA-15", "NAP-RES-13")
def test_example_six_time_to_fire_at_a_charger() -> None:
    for t, loaded, shots in ((25 / 50, False, 2), (22 / 50, False, 1), (22 / 50, True, 2), (0.2499, True, 1)):
        assert timing.charged("musket", t, loaded).shots == shots


@pytest.mark.clause("NAP-R122", "NAP-DBL-06")
def test_only_irregular_horse_with_bows_shoots_at_the_double() -> None:
    for regular, mounted, may in ((True, True, False), (False, False, False), (False, True, True)):
        made = regiment if mounted else battalion
        body = made("A1", "south", at=(50, 50), weapon="bow", regular=regular, formation="irregular", did=("double",))
        assert targets.may_fire(field(body, battalion("E1", "north", at=(50, 60))), "A1") is may


@pytest.mark.clause("NAP-R169", "NAP-R99", "NAP-UNC-01")
@pytest.mark.parametrize(("option", "wild"), [(False, False), (True, True)])
def test_evaders_are_carried_away_by_option_alone(option: bool, wild: bool) -> None:
    loose = battalion("E1", "north", at=(50, 60), figures=6, **OPEN)
    state = ordered(field(heavy(cls="A"), loose, options={"frenzied_evaders": option}), H1=charge("E1"))
    played = Fought(state, 4, 4, 5, 5, frames=(DECLARE,))
    played.end()
    assert of(played.state, "E1").nerve.uncontrolled is wild


@pytest.mark.clause("NAP-R99", "NAP-UNC-01", "NAP-RES-06")
def test_two_fives_carry_away_who_charges_and_who_stands_not_who_refuses() -> None:
    state = ordered(field(heavy(), foot()), H1=charge("E1"))
    played = Fought(state, 5, 5, 5, 5, frames=(DECLARE,))
    played.end()
    assert (of(played.state, "H1").nerve.uncontrolled, of(played.state, "E1").nerve.uncontrolled) == (True, True)
    poor = ordered(field(heavy(cls="E"), foot(cls="A")), H1=charge("E1"))
    refused = Fought(poor, 5, 5, 5, 5, frames=(DECLARE,))
    refused.end()
    assert (of(refused.state, "H1").nerve.uncontrolled, of(refused.state, "E1").nerve.uncontrolled) == (False, False)


# --- a building that both want -------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S79")
@pytest.mark.parametrize(("late", "inside"), [(0.0, ""), (0.25, "L1")])
def test_a_building_is_taken_by_who_is_in_it_first(late: float, inside: str) -> None:
    state = field(
        battalion("L1", "south", at=(50, 50), figures=6, companies=1, **OPEN),
        battalion("E1", "north", at=(50, 58), figures=6, companies=1, **OPEN),
        features=[box("building", 46, 50, 54, 58, "B", storeys=1)],
    )
    enter = {"verb": "enter", "building": "B"}
    wait = [{"verb": "wait", "quarters": 1}] if late else []
    played = Fought(ordered(state, L1=enter, E1=[*wait, enter]), frames=(PASS,))
    played.end()
    assert (of(played.state, "L1").inside, of(played.state, "E1").inside) == ("B" if inside else "", "")
    if inside:
        again = Fought(ordered(played.state, E1=enter), frames=(PASS,))
        again.end()
        assert of(again.state, "E1").inside == ""  # it needs an attack now


# --- the way of who gets out of the way ----------------------------------------------------------------------------


@pytest.mark.clause("NAP-S72", "NAP-EVD-02")
def test_evaders_turn_by_the_least_angle_that_is_free() -> None:
    loose = battalion("E1", "north", at=(50, 54), figures=4, companies=1, **OPEN)
    for features, turned in (((), False), ((box("building", 47, 58, 53, 64, "B", storeys=1),), True)):
        state = ordered(field(light(), loose, features=features), H1=charge("E1"))
        played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS))
        played.default()
        played.end()
        assert (abs(at_cm(played.state, "E1")[0] - 50.0) > 1.0) is turned


@pytest.mark.clause("NAP-RCT-13", "NAP-R131")
def test_who_is_in_the_middle_of_a_change_of_formation() -> None:
    assert not parties.changing(field(foot()), "E1")
    assert parties.changing(field(foot(doing=Doing("form", 0.5, {"formation": "square"}))), "E1")


@pytest.mark.clause("NAP-EVD-03", "NAP-SEQ-26")
@pytest.mark.parametrize(
    ("where", "there"),
    [("friends", 63.0), ("marsh", 60.0), ("road", 0.0), ("wall", 62.0), ("short wall", 0.0), ("open", 0.0)],
)
def test_evaders_may_halt_where_they_are_safe(where: str, there: float) -> None:
    loose = battalion("E1", "north", at=(50, 54), figures=4, companies=1, **OPEN)
    friends = [foot((50, 60), "E2", weapon="")] if where == "friends" else []
    marsh = [box("marsh", 40, 58, 60, 80, "M")] if where in ("marsh", "road") else []
    marsh += [box("road", 40, 58, 60, 80)] if where == "road" else []
    marsh += [piece("wall", [(20, 60), (80, 60)])] if where == "wall" else []
    marsh += [piece("wall", [(45, 60), (55, 60)])] if where == "short wall" else []  # it is ridden round
    state = ordered(field(light(), loose, *friends, features=marsh), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS))
    played.answer(OptionAnswer({"E1": "run"}))
    if not there:
        assert not played.session.waiting
        return
    assert played.asked.question == "evaders_safe"
    played.answer(OptionAnswer({"E1": "halt"}))
    y = at_cm(played.state, "E1")[1]
    # as soon as all of it is beyond the friends or the wall, or in the marsh; it would have run 30 cm
    assert y == pytest.approx(there, abs=0.01)
    assert played.state.own.tracks["E1"].legs[-1].what == "stand"


# --- step 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CHG-07", "NAP-CSQ-01", "NAP-SEQ-22")
def test_all_ordered_charges_are_declared_before_any_is_tested() -> None:
    made = (heavy(), foot(), heavy((120, 30), "H2"), foot((120, 60), "E2"), heavy((160, 30), "H3"))
    state = ordered(field(*made), H1=charge("E1"), H2=charge("E2"))
    played = Fought(state, *[3] * 8, frames=(DECLARE,))
    played.end()
    told = [(e.type, e.about[:2]) for e in played.events if e.type in ("charge_declared", "charge_tested")]
    assert told == [
        ("charge_declared", ("H1", "E1")),
        ("charge_declared", ("H2", "E2")),
        ("charge_tested", ("H1", "E1")),
        ("charge_tested", ("H2", "E2")),
    ]


@pytest.mark.clause("NAP-R121")
@pytest.mark.parametrize(("kind", "may"), [("", True), ("ditch", True), ("wall", False)])
def test_who_was_beaten_behind_an_obstacle_follows_up_only_where_that_is_no_cover(kind: str, may: bool) -> None:
    pieces = [piece(kind, [(20, 50), (80, 50)])] if kind else []
    made = (regiment("H1", "south", at=(50, 50), figures=8), battalion("E1", "north", at=(50, 50)))
    state = field(*made, features=pieces, ties=[melee("E1", "H1", attacker="H1")])
    assert outcome.may_follow(state, "E1", beaten=True) is may
    if may:
        verdict = reaction.Verdict("melee:E1:H1", "E1", "H1", "follow_up", "break_off")
        choice = reaction.open_to(state, (verdict,)).get("E1")
        assert choice == (("stay", "follow_up") if kind == "ditch" else None)


@pytest.mark.clause("NAP-S19", "NAP-CHG-07")
def test_hidden_troops_who_charge_show_themselves() -> None:
    state = ordered(field(heavy(), foot(weapon=""), hidden=("H1",)), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS))
    played.end()
    assert "H1" in played.state.units
    assert [e.type for e in played.events if e.type in ("detected", "charge_declared")] == [
        "detected",
        "charge_declared",
    ]
