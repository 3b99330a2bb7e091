"""Clauses on charges, attacks and answers, each proved by a test of its own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer
from game.engine.state import State
from rulesets.napoleonic_wars.charge import answers, legal, parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.mixing import Passing, harmless
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.own import ChargeOwn, Factor
from tests.rules.napoleonic_wars.charge import test_final as at_the_pause
from tests.rules.napoleonic_wars.charge.test_declare import bar, charge, ordered
from tests.rules.napoleonic_wars.march.test_plan import clauses, go
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.play import Called
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
    put,
    regiment,
)

DECLARE, PASS, MOVED, FIRE, FINAL = "nap.declare", "nap.first_pass", "nap.moved", "nap.fire", "nap.final"
HOME = (DECLARE, PASS, MOVED, FIRE, FINAL)
OPEN: dict[str, Any] = {"formation": "open", "sub": {"open": True}}
BACK = {"verb": "back", "distance": 50.0}
DOUBLE = {"verb": "advance", "pace": "double"}

AVERAGE, ORDINARY = (2, 3, 3, 4, 4, 5), (1, 2, 3, 4, 5, 6)


def horse(at: tuple[float, float] = (50, 30), body: str = "H1", **told: Any) -> Any:
    return regiment(body, "south", at=at, **{"figures": 12, **told})


def riders(at: tuple[float, float] = (50, 60), body: str = "E1", **told: Any) -> Any:
    return regiment(body, "north", at=at, **told)


def foot(at: tuple[float, float] = (50, 60), body: str = "E1", **told: Any) -> Any:
    return battalion(body, "north", at=at, **{"figures": 24, **told})


def loose(at: tuple[float, float] = (50, 60), body: str = "E1", **told: Any) -> Any:
    return foot(at, body, **{"figures": 6, **OPEN, **told})


def tie(played: Called, name: str = "charge H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


def kinds(played: Called) -> list[str]:
    return [e.type for e in played.events]


def declared(state: State, *dice: int, **lines: Any) -> Called:
    played = Called(ordered(state, **(lines or {"H1": charge("E1")})), DECLARE, None, *dice)
    played.give()
    return played


def can(state: State, body: str = "E1", charger: str = "H1") -> set[str]:
    return set(answers.options(state, body, charger))


# --- the test --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RCT-01")
def test_one_test_is_made_for_both_sides_and_none_without_a_charge() -> None:
    state = field(horse(cls="A"), foot(cls="D", weapon=""))
    played = declared(state, 3, 3, 3, 3)
    assert kinds(played).count("charge_tested") == 1
    assert (tie(played).home, of(played.state, "E1").nerve.result) == ("", "rout")
    nobody = declared(state, H1={"verb": "advance"})
    assert "charge_tested" not in kinds(nobody)


@pytest.mark.clause("NAP-RCT-02")
def test_the_dice_fall_as_soon_as_the_answer_is_given() -> None:
    state = ordered(field(horse(), riders()), H1=charge("E1"))
    played = Called(state, DECLARE, None, 3, 3, 3, 3)
    assert "rolled" not in kinds(played)
    played.answer(OptionAnswer({"E1": "stand"}))
    assert kinds(played).count("charge_tested") == 1
    assert not played.session.waiting


@pytest.mark.clause("NAP-RCT-03")
def test_the_first_phase_is_before_the_march_and_the_second_after_the_fire() -> None:
    state = ordered(field(horse(), foot(weapon="")), H1=charge("E1"))
    first = Fought(state, 3, 3, 3, 3, frames=HOME[:-1])
    first.end()
    assert (tie(first).initial, tie(first).final) == (3, None)
    both = Fought(state, 3, 3, 3, 3, frames=HOME)
    both.end()
    assert (tie(both).initial, tie(both).final) == (3, 3)
    assert (kinds(both).count("charge_tested"), kinds(both).count("charge_final")) == (1, 1)


@pytest.mark.clause("NAP-RCT-04")
@pytest.mark.parametrize(
    ("regular", "dice", "faces", "total"),
    [(True, (5, 4), AVERAGE, 9), (False, (6, 1), ORDINARY, 7)],
)
def test_two_average_dice_for_regulars_and_two_of_six_for_irregulars(
    regular: bool, dice: tuple[int, int], faces: tuple[int, ...], total: int
) -> None:
    played = declared(field(horse(regular=regular), foot(weapon="")), *dice, 3, 3)
    rows = [row for e in played.events if e.request is not None for row in e.request.rows]
    assert [(row.side, row.n, row.faces) for row in rows] == [("south", 2, faces), ("north", 2, AVERAGE)]
    assert tie(played).initial == total - 6 + 3


@pytest.mark.clause("NAP-RCT-05")
@pytest.mark.parametrize(("dice", "initial"), [((5, 5, 2, 2), 6 + 3), ((2, 2, 5, 5), -6 + 3), ((3, 4, 4, 3), 3)])
def test_the_defenders_total_is_taken_from_the_chargers(dice: tuple[int, ...], initial: int) -> None:
    assert tie(declared(field(horse(), foot(weapon="")), *dice)).initial == initial


@pytest.mark.clause("NAP-RCT-06")
def test_the_factors_of_both_columns_make_one_number() -> None:
    """Horse of class B with a general near charges a line (3): 2 and 2; foot of class D: 2; three of a better class."""
    state = field(horse(cls="B"), general("G1", "south", at=(50, 27), chief=True), foot(cls="D", weapon=""))
    assert tie(declared(state, 3, 3, 3, 3)).initial == 3 + 2 + 2 + 2
    worse = field(horse(cls="D"), foot(cls="B", weapon=""))
    assert tie(declared(worse, 3, 3, 3, 3)).initial == 3 - 2 - 2


@pytest.mark.clause("NAP-RCT-09")
def test_the_losses_of_both_sides_by_fire_count_in_the_second_value() -> None:
    """Four of twelve horse: 30 per cent and three factors; friends of the chargers cost the line figures."""
    state = ordered(field(horse(), foot()), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, 3, frames=HOME)
    played.end()
    assert of(played.state, "H1").strength.lost == 4
    assert tie(played).final == 3 - 6 - 3
    other = field(horse(), foot(weapon=""), battalion("L9", "south", at=(70, 52), facing=315, figures=36, companies=3))
    shot = Fought(ordered(other, H1=charge("E1")), 3, 3, 3, 3, 5, frames=HOME)
    shot.end()
    assert (of(shot.state, "E1").strength.lost, of(shot.state, "E1").nerve.fresh) == (2, ())  # 5 per cent
    assert (tie(shot).initial, tie(shot).final) == (4, 4 + 1)


@pytest.mark.clause("NAP-RCT-12")
@pytest.mark.parametrize(("fresh", "final"), [((), 2), ((Factor("B", 1, "NAP-DIS-21"),), 1)])
def test_without_fire_or_new_factors_the_first_value_is_the_last(fresh: Any, final: int) -> None:
    played = at_the_pause.final(given(at_the_pause.at_pause(), "H1", fresh=fresh))
    assert tie(played).final == final


@pytest.mark.clause("NAP-R88")
@pytest.mark.parametrize(("lost", "n"), [(0, 0), (1, 0), (2, 1), (6, 5)])
def test_each_five_per_cent_lost_in_the_game_counts(lost: int, n: int) -> None:
    """Of 24 figures 2 are 5 per cent, 6 are 25; all of them were lost in earlier moves."""
    state = given(field(horse(), foot(figures=24 - lost, began=24, at_start=24 - lost)), "E1", lost=lost, lost_now=0)
    assert parties.value(parties.sides(moments.start(state), "H1", "E1")) == 3 + n


@pytest.mark.clause("NAP-R137")
@pytest.mark.parametrize(("figures", "few"), [(11, True), (12, False)])
def test_fewer_than_half_is_of_the_two_bodies_of_the_test(figures: int, few: bool) -> None:
    state = field(
        horse((40, 30), figures=figures),
        horse((60, 30), "H2", figures=16),
        foot(weapon=""),
        ties=(at_the_pause.charge("H1"), at_the_pause.charge("H2")),
    )
    told = parties.rows(parties.sides(moments.start(state), "H1", "E1"))
    assert any(text.key == "{who}: fewer than half the enemy" for text, _, _ in told) is few


@pytest.mark.clause("NAP-S61")
def test_the_dice_fall_by_the_chargers_id_and_the_chargers_before_the_defenders() -> None:
    state = field(
        horse((30, 30), "H2"), horse((80, 30), "H1"), foot((30, 60), "E1", weapon=""), foot((80, 60), "E2", weapon="")
    )
    played = declared(state, 5, 5, 2, 2, 2, 2, 4, 4, H1=charge("E2"), H2=charge("E1"))
    assert (tie(played, "charge H1 E2").initial, tie(played, "charge H2 E1").initial) == (10 - 4 + 3, 4 - 8 + 3)


# --- from the order to contact ---------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CSQ-02")
@pytest.mark.parametrize(("y", "reaches"), [(70.0, True), (70.2, False)])
def test_a_charge_without_reach_is_not_tested(y: float, reaches: bool) -> None:
    played = declared(field(horse(), foot((50, y), weapon="")), *((3, 3, 3, 3) if reaches else ()))
    assert ("charge H1 E1" in played.state.ties) is reaches


@pytest.mark.clause("NAP-R146")
def test_a_charge_out_of_reach_is_renewed_once() -> None:
    far = field(horse(), foot((50, 71.5), weapon=""))
    first = declared(far)
    assert of(first.state, "H1").engagement.renew == "E1"
    second = declared(given(far, "H1", renew="E1"))
    assert of(second.state, "H1").engagement.renew == ""
    assert second.state.ties == {}


@pytest.mark.clause("NAP-CSQ-04")
def test_the_first_result_comes_before_the_fire_and_the_last_after_it() -> None:
    played = Fought(ordered(field(horse(), foot()), H1=charge("E1")), 3, 3, 3, 3, 3, frames=HOME)
    played.end()
    told = kinds(played)
    assert told.index("charge_tested") < told.index("paused") < told.index("fired") < told.index("charge_final")
    assert (tie(played).initial, tie(played).final, tie(played).home) == (3, 3 - 6 - 3, "halt")


@pytest.mark.clause("NAP-CSQ-05")
def test_who_routs_at_the_pause_runs_for_the_rest_of_the_move() -> None:
    state = given(at_the_pause.at_pause(initial=4), "E1", lost=5, fresh=(Factor("B", 2, "NAP-DIS-21"),))
    played = at_the_pause.final(state)
    assert of(played.state, "E1").nerve.result == "rout"
    last = played.state.own.tracks["E1"].legs[-1]
    assert (last.start, last.end) == (0.55, 1.0)
    assert at_cm(played.state, "E1")[1] > 60.0


@pytest.mark.clause("NAP-CSQ-08")
@pytest.mark.parametrize(("weapon", "dice", "figures"), [("", (), 12), ("musket", (3,), 9)])
def test_what_fire_costs_a_charger_counts_in_its_melee(weapon: str, dice: tuple[int, ...], figures: int) -> None:
    friends = (foot((30, 66), "E2", weapon=""), foot((70, 66), "E3", weapon=""))
    state = field(horse(), general("G1", "south", at=(78, 29), chief=True), foot(weapon=weapon), *friends)
    frames = (*HOME, "nap.contact", "nap.impact", "nap.melee")
    played = Fought(ordered(state, H1=charge("E1")), 5, 4, 3, 3, *dice, 4, 3, frames=frames)
    played.end()
    assert played.strikes()["H1"][0] == figures


@pytest.mark.clause("NAP-RES-03")
@pytest.mark.parametrize("gap", [8.0, 3.0])
def test_a_charge_that_strikes_home_ends_in_contact(gap: float) -> None:
    played = at_the_pause.final(at_the_pause.at_pause(gap))
    assert tie(played).home == "home"
    assert board_of(played.state).touching("H1", "E1")
    assert at_cm(played.state, "H1") == pytest.approx((50.0, 60.0), abs=0.02)


@pytest.mark.clause("NAP-RES-11")
@pytest.mark.parametrize(
    ("dice", "value", "result", "far", "way"),
    [
        ((3, 3, 3, 3), 2, "", 30.0, "evade"),
        ((5, 4, 3, 3), 5, "", 30.0, "evade"),
        ((5, 5, 3, 3), 6, "rout", 35.0, "rout"),
    ],
)
def test_evaders_turn_about_and_run_at_double_speed_unless_they_rout(
    dice: tuple[int, ...], value: int, result: str, far: float, way: str
) -> None:
    """Skirmishers are 2 cm deep: 30 cm at the double straight away from the horse, or the 35 cm of a rout."""
    light = regiment("H1", "south", at=(50, 30), figures=16, light=True)
    state = ordered(field(light, loose((50, 54)), size=(200, 200)), H1=charge("E1"))
    played = Fought(state, *dice, frames=(DECLARE, PASS))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    assert (tie(played).initial, of(played.state, "E1").nerve.result) == (value, result)
    assert at_cm(played.state, "E1") == pytest.approx((50.0, 54.0 + 2.0 + far), abs=0.01)
    legs = played.state.own.tracks["E1"].legs
    assert {leg.what for leg in legs if leg.poses != leg.after} == {way}
    assert (legs[0].start, legs[-1].end) == (0.0, 1.0)


@pytest.mark.clause("NAP-RES-12")
@pytest.mark.parametrize("answer", ["run", "evade"])
def test_evaders_who_rout_at_once_run_as_routers_whatever_they_answered(answer: str) -> None:
    light = regiment("H1", "south", at=(50, 30), figures=16, light=True)
    state = ordered(field(light, loose((50, 54)), size=(200, 200)), H1=charge("E1"))
    played = Fought(state, 5, 5, 3, 3, frames=HOME)
    played.answer(OptionAnswer({"E1": answer}))
    played.end()
    assert "evaded" not in of(played.state, "E1").march.did
    assert at_cm(played.state, "E1") == pytest.approx((50.0, 91.0), abs=0.01)
    assert "fired" not in kinds(played)


# --- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RSP-04")
@pytest.mark.parametrize(
    ("line", "counter"),
    [
        ({"verb": "advance"}, True),
        ({"verb": "face", "to": "left"}, False),
        ({"verb": "form", "formation": "double_line"}, False),
    ],
)
def test_orders_to_change_formation_or_front_bar_a_counter_charge(line: dict[str, Any], counter: bool) -> None:
    assert ("counter_charge" in can(ordered(field(horse(), riders()), E1=line))) is counter


@pytest.mark.clause("NAP-RSP-05")
def test_foot_counter_charges_foot_but_never_horse() -> None:
    assert can(field(horse(), foot())) == {"stand"}
    assert can(field(battalion("H1", "south", at=(50, 48)), foot())) == {"stand", "counter_charge"}


@pytest.mark.clause("NAP-RSP-09")
@pytest.mark.parametrize(
    ("target", "found"),
    [
        (riders(), {"stand"}),
        (foot(), {"stand"}),
        (loose(), {"evade"}),
        (battery("E1", "north", at=(50, 60), pieces=("6",)), {"stand", "evade"}),
        (riders(facing=0.0), {"stand", "evade"}),  # charged from the rear by horse
    ],
)
def test_troops_that_move_backwards_stand_or_evade(target: Any, found: set[str]) -> None:
    assert can(ordered(field(horse(), target), E1=BACK)) == found


@pytest.mark.clause("NAP-RSP-10")
@pytest.mark.parametrize(
    ("target", "counter"),
    [(riders(), True), (riders(facing=90.0), False), (riders(facing=0.0), False), (foot(), False)],
)
def test_troops_at_the_double_must_counter_charge_what_comes_from_the_front(target: Any, counter: bool) -> None:
    found = can(ordered(field(horse(), target), E1=DOUBLE))
    assert (found == {"counter_charge"}) is counter
    assert ("counter_charge" in found) is counter


@pytest.mark.clause("NAP-R76")
@pytest.mark.parametrize(
    ("target", "found"),
    [
        (foot(), {"stand"}),
        (riders(facing=90.0), {"stand"}),
        (riders(facing=0.0), {"stand", "evade"}),
        (loose(), {"evade"}),
    ],
)
def test_others_at_the_double_stand_or_evade_if_able(target: Any, found: set[str]) -> None:
    assert can(ordered(field(horse(), target), E1=DOUBLE)) == found


@pytest.mark.clause("NAP-R93")
@pytest.mark.parametrize(
    ("features", "facing", "found"),
    [
        ((), 180.0, {"evade"}),
        ((piece("wall", [(30, 59.95), (70, 59.95)]),), 180.0, {"stand", "evade"}),
        ((piece("hedge", [(30, 59.95), (70, 59.95)]),), 180.0, {"stand", "evade"}),
        ((piece("wall", [(30, 57), (70, 57)]),), 180.0, {"evade"}),  # not touching it
        ((box("open_wood", 30, 55, 70, 80),), 180.0, {"evade"}),  # cover, but no obstacle
    ],
)
def test_skirmishers_stand_behind_a_defended_obstacle_alone(features: Any, facing: float, found: set[str]) -> None:
    assert can(field(horse(), loose(facing=facing), features=features)) == found


@pytest.mark.clause("NAP-R93")
def test_skirmishers_stand_in_a_building_and_against_skirmishers() -> None:
    house = field(horse(), loose(None), features=[box("building", 45, 58, 55, 66, "B")])
    assert "stand" in can(put(house, "E1", (50, 62), 180.0, "garrison", building="B"))
    assert "stand" in can(field(battalion("H1", "south", at=(50, 50), figures=6, **OPEN), loose()))


@pytest.mark.clause("NAP-R93")
@pytest.mark.parametrize(
    ("dice", "initial", "answer"),
    [((4, 3, 2, 2), 3, "counter_charge"), ((4, 4, 2, 2), 4, "stand"), ((5, 4, 2, 2), 5, "stand")],
)
def test_on_four_or_five_who_would_counter_charge_stands(dice: tuple[int, ...], initial: int, answer: str) -> None:
    state = ordered(field(horse(light=True), riders(light=True)), H1=charge("E1"))
    played = Called(state, DECLARE, None, *dice)
    played.answer(OptionAnswer({"E1": "counter_charge"})).give()
    assert (tie(played).initial, tie(played).answer) == (initial, answer)


# --- attacks ---------------------------------------------------------------------------------------------------------


def attack(gap: float, line: Any = None, **told: Any) -> Fought:
    state = field(horse((50, 60 - gap), **told), foot(weapon=""))
    lines = {"H1": {"verb": "attack", "target": "E1"}} if line is None else {"H1": line}
    played = Fought(ordered(state, **lines), frames=(DECLARE, PASS, MOVED))
    played.end()
    return played


@pytest.mark.clause("NAP-ASQ-01")
def test_an_attack_is_declared_with_the_charges() -> None:
    state = field(horse((50, 51)), foot(weapon=""))
    played = declared(state, H1={"verb": "attack", "target": "E1"})
    assert kinds(played).count("attack_declared") == 1
    assert "attack H1 E1" in played.state.ties
    assert "attack_declared" not in kinds(declared(state, H1={"verb": "advance"}))


@pytest.mark.clause("NAP-R118")
def test_mounted_attackers_too_are_tested_at_five_cm() -> None:
    told: ChargeOwn = attack(9.0).state.ties["attack H1 E1"].own
    assert told.gap == pytest.approx(50.0, abs=0.01)


# --- evaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-EVD-06")
@pytest.mark.parametrize(
    ("still", "regular", "clause"), [(True, True, "NAP-INT-02"), (False, True, ""), (True, False, "")]
)
def test_regular_evaders_pass_close_order_that_stands(still: bool, regular: bool, clause: str) -> None:
    state = field(loose((50, 54), regular=regular), foot((50, 62), "E2"))
    assert harmless(state, Passing("E1", fast=True, evades=True), Passing("E2", still=still)) == clause


@pytest.mark.clause("NAP-EVD-07")
def test_a_body_that_evaded_has_to_reform_in_the_next_move() -> None:
    light = regiment("H1", "south", at=(50, 30), light=True)
    state = field(light, loose((50, 54)), size=(200, 200))
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, frames=(*HOME, "nap.reform"))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    assert (of(played.state, "E1").nerve.carried, reform.must_reform(played.state, "E1")) == (1, True)
    assert clauses(go(played.state, act.Advance(), body="E1")) == ["NAP-DIS-13"]


# --- screens ---------------------------------------------------------------------------------------------------------


def screened(**told: Any) -> Fought:
    """A charge on a line 8 cm behind eight skirmishers of class A of another unit."""
    screen = battalion("E2", "north", at=(50, 52), figures=8, cls="A", **OPEN)
    state = field(horse(**told), screen, foot(weapon=""))
    played = Fought(ordered(state, H1=charge("E1")), 2, 2, 3, 3, 4, 5, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    return played


@pytest.mark.clause("NAP-SKR-03")
def test_the_screen_is_tested_before_the_screened_unit() -> None:
    assert [e.about[1] for e in screened().events if e.type == "charge_tested"] == ["E2", "E1"]


@pytest.mark.clause("NAP-SKR-05")
def test_skirmishers_do_not_stop_a_charge_on_those_behind_them() -> None:
    played = screened()
    assert tie(played).home == "home"
    assert board_of(played.state).touching("H1", "E1")


@pytest.mark.clause("NAP-SKR-05")
@pytest.mark.parametrize(
    ("features", "formation", "far"),
    [
        ((), "open", 10.0),
        ((piece("wall", [(40, 40), (60, 40)]),), "open", 5.0),  # a defended obstacle: 5 cm off it they halt
        ((box("building", 45, 40, 55, 50, "B"),), "garrison", 5.0),
    ],
)
def test_skirmishers_stop_a_march_from_behind_a_wall_or_from_a_house_alone(
    features: Any, formation: Any, far: float
) -> None:
    state = field(battalion("L1", "south", at=(50, 30)), loose((50, 40)), features=features)
    if formation == "garrison":
        state = put(state, "E1", (50, 45), 180.0, "garrison", building="B")
    played = Fought(ordered(state, L1={"verb": "advance"}), frames=(PASS,))
    played.end()
    assert at_cm(played.state, "L1") == pytest.approx((50.0, 30.0 + far), abs=0.01)


@pytest.mark.clause("NAP-R164")
def test_the_charger_throws_once_and_is_bound_by_the_result_on_the_unit_it_named() -> None:
    played = screened()
    first, main = tie(played, "charge H1 E2"), tie(played)
    assert first.initial is not None
    assert first.initial <= -8  # by this it would withdraw
    assert main.initial == (2 + 2) - (3 + 3) + 3
    assert (first.role, main.home) == ("screen", "home")


# --- in whose way ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S84")
@pytest.mark.parametrize(("fired", "dice", "lost"), [(0, (2,), 2), (1, (), 0)])
def test_the_next_target_fires_at_the_charger_unless_it_has_fired(fired: int, dice: tuple[int, ...], lost: int) -> None:
    runner = battalion("E1", "north", at=(50, 90), figures=6, did=("evaded",), **OPEN)
    made = at_the_pause.charge(answer="evade", speed=500.0, pause=0.4, pause_at=100.0)
    state = field(
        regiment("H1", "south", at=(50, 55), light=True, figures=12),
        runner,
        battalion("E2", "north", at=(50, 72), figures=24, fired=fired),
        ties=(made,),
        charge_dice={"H1": (4, 4), "E1": (3, 3)},
    )
    played = Called(state, FINAL, None, 2, 4, *dice)
    played.give()
    on = tie(played, "charge H1 E2")
    assert of(played.state, "H1").strength.lost == lost
    assert on.initial is not None
    assert (on.final == on.initial) is (lost == 0)


@pytest.mark.clause("NAP-CTC-03")
def test_who_comes_upon_a_hidden_enemy_halts_and_may_attack_but_not_charge() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        foot((50, 38), figures=18),
        features=[box("open_wood", 30, 33, 70, 60, "W")],
        hidden=("E1",),
    )
    played = Fought(ordered(state, L1={"verb": "advance"}), frames=(DECLARE, PASS))
    played.end()
    assert "came_upon" in kinds(played)
    assert "came_upon" in of(played.state, "L1").march.did
    assert at_cm(played.state, "L1") == (50.0, 36.0)  # they see 2 cm in the wood
    later = put(given(played.state, "L1", before=("came_upon",), did=()), "E1", (50, 42), 180.0, "line")
    open_field = replace(later, features={})
    assert bar(open_field, body="L1") == "NAP-CTC-03"
    assert legal.attack_bar(open_field, "L1", "E1") is None
    assert bar(given(open_field, "L1", before=()), body="L1") == ""
    assert legal.attack_bar(given(open_field, "L1", result="halt"), "L1", "E1") is not None
