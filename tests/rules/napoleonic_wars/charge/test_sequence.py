"""Charges from their declaration to contact: the worked examples, and who gets in whose way."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.charge.test_declare import charge, ordered
from tests.rules.napoleonic_wars.melee_play import Fought
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


def heavy(at: tuple[float, float] = (50, 30), body: str = "H1", **told: Any) -> Any:
    return regiment(body, "south", at=at, **{"figures": 12, **told})


def light(at: tuple[float, float] = (50, 30), body: str = "H1", **told: Any) -> Any:
    return heavy(at, body, light=True, **told)


def foot(at: tuple[float, float] = (50, 60), body: str = "E1", **told: Any) -> Any:
    return battalion(body, "north", at=at, **{"figures": 24, **told})


def tie(played: Fought, name: str = "charge H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


def kinds(played: Fought) -> list[str]:
    return [e.type for e in played.events]


# --- worked examples -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RCT-01", "NAP-RCT-03", "NAP-RCT-09", "NAP-RCT-10", "NAP-RES-13", "NAP-CSQ-04", "NAP-CSQ-08")
def test_example_seven_from_the_order_to_contact() -> None:
    state = field(
        heavy(),
        general("G1", "south", at=(78, 29), chief=True),
        foot(),
        foot((30, 66), "E2", weapon=""),
        foot((70, 66), "E3", weapon=""),
    )
    played = Fought(ordered(state, H1=charge("E1")), 5, 4, 3, 3, 3, frames=HOME)
    played.end()
    told = tie(played)
    assert (told.initial, told.pause, told.gap) == (5, 0.55, pytest.approx(80.0, abs=0.01))
    (volley,) = played.told("fired")
    assert (volley["shots"], volley["men"]["H1"]) == (2, 68)
    assert of(played.state, "H1").strength.lost == 3
    assert told.final == 5 - 5 - 2  # 25 per cent, and two factors by fire
    assert told.home == "home"
    assert board_of(played.state).touching("H1", "E1")
    # one test for both, read twice
    assert (kinds(played).count("charge_tested"), kinds(played).count("charge_final")) == (1, 1)


@pytest.mark.clause("NAP-CSQ-06", "NAP-IMP-01")
def test_example_eight_impact_comes_before_the_melee() -> None:
    state = field(
        heavy(),
        general("G1", "south", at=(78, 29), chief=True),
        foot(),
        foot((30, 66), "E2", weapon=""),
        foot((70, 66), "E3", weapon=""),
    )
    frames = (*HOME, "nap.contact", "nap.impact", "nap.melee")
    played = Fought(ordered(state, H1=charge("E1")), 5, 4, 3, 3, 3, 4, 3, frames=frames)
    played.end()
    (impact,) = played.told("impact")
    assert (impact["score"], impact["what"]) == (3, "impetus")  # 0 - 2 + 5
    told = kinds(played)
    assert told.index("struck_home") < told.index("impact") < told.index("strikes")
    assert played.strikes()["H1"] == (9, 28, 30)


@pytest.mark.clause("NAP-SIM-01", "NAP-R170", "NAP-RES-06")
def test_example_twenty_one_who_refuses_stands_and_is_struck() -> None:
    state = field(heavy(figures=16), regiment("E1", "north", at=(50, 65), light=True))
    played = Fought(ordered(state, H1=charge("E1"), E1=charge("H1")), 2, 2, 4, 4, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    assert (tie(played).initial, tie(played).home) == (-4, "refused")
    back = tie(played, "charge E1 H1")
    assert (back.initial, back.answer, back.home) == (3, "stand", "home")
    assert at_cm(played.state, "H1") == (50.0, 30.0)
    assert board_of(played.state).touching("H1", "E1")


@pytest.mark.clause("NAP-RSP-02", "NAP-RES-10", "NAP-S82", "NAP-R75")
def test_example_twenty_three_who_withdraws_routs_when_the_horse_is_ten_cm_away() -> None:
    state = given(field(heavy(), foot((50, 56), facing=0.0)), "E1", result="withdraw", since=0, from_whom="H1")
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    told = tie(played)
    assert (told.answer, told.gap) == ("none", pytest.approx(100.0, abs=0.1))
    # 25 cm closed at 40 less 10 a move, to 10
    assert told.pause == pytest.approx(15 / 30, abs=0.01)
    assert of(played.state, "E1").nerve.result == "rout"


def evaders(**answer: str) -> Fought:
    loose = battalion("E1", "north", at=(50, 54), figures=6, **OPEN)
    state = ordered(field(light(figures=16), loose, size=(200, 200)), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, *((1,) if answer["E1"] == "evade" else ()), frames=HOME)
    played.answer(OptionAnswer(dict(answer)))
    played.end()
    return played


@pytest.mark.clause("NAP-EVD-02", "NAP-EVD-04", "NAP-EVD-05", "NAP-EVD-10", "NAP-RES-11", "NAP-R95", "NAP-S41")
def test_example_twenty_five_evaders_who_fire_first_are_caught() -> None:
    played = evaders(E1="evade")
    told = tie(played)
    assert (told.pause, told.gap) == (0.28, pytest.approx(100.0, abs=0.01))
    (volley,) = played.told("fired")
    assert volley["shots"] == 2  # 0.28 of a move is a quarter and more
    assert of(played.state, "H1").strength.lost == 0
    assert told.home == "home"
    assert of(played.state, "E1").nerve.result == "rout"
    track = played.state.own.tracks["H1"]
    assert max(leg.end for leg in track.legs if leg.what == "charge") == pytest.approx(0.78, abs=1e-3)


@pytest.mark.clause("NAP-EVD-02", "NAP-EVD-04", "NAP-RES-11", "NAP-S82", "NAP-CHG-15", "NAP-DIS-20")
def test_example_twenty_five_evaders_who_run_at_once_get_away() -> None:
    played = evaders(E1="run")
    told = tie(played)
    assert "fired" not in kinds(played)
    assert told.home == "gone"
    assert of(played.state, "E1").nerve.result == ""
    assert board_of(played.state).gap("H1", "E1") == pytest.approx(40.0, abs=0.1)
    assert (book.recorded(played.state, "H1"), book.recorded(played.state, "E1")) == (2, 1)


# --- several at once -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SIM-03", "NAP-SIM-04", "NAP-S83")
def test_several_chargers_of_one_target_use_its_dice_once_and_all_have_impetus() -> None:
    state = field(
        heavy((42, 30), "H1", figures=8, companies=2),
        light((58, 30), "H2", figures=8, companies=2),
        foot(figures=24, weapon=""),
    )
    lines = {"H1": charge("E1"), "H2": charge("E1")}
    frames = (*HOME, "nap.contact", "nap.impact")
    played = Fought(ordered(state, **lines), 3, 3, 3, 3, 2, 3, frames=frames)
    played.end()
    # 24 foot, and 8 horse: fewer than half; either supports the other; the target's 6 counts in both
    assert (tie(played).initial, tie(played, "charge H2 E1").initial) == (6 - 6 + 3 - 2 + 1, 5 - 6 + 3 - 2 + 1)
    assert tie(played).home == tie(played, "charge H2 E1").home == "home"
    assert tie(played).pause != tie(played, "charge H2 E1").pause
    assert {(d["score"], d["what"]) for d in played.told("impact")} == {(5, "through"), (3, "impetus")}


@pytest.mark.clause("NAP-SIM-03")
def test_the_target_of_several_acts_on_the_highest_value_each_charger_on_his_own() -> None:
    state = field(
        heavy((42, 30), "H1", figures=12, cls="A"),
        heavy((60, 30), "H2", figures=12, cls="E"),
        foot(figures=24, weapon="", cls="D"),
    )
    lines = {"H1": charge("E1"), "H2": charge("E1")}
    played = Fought(ordered(state, **lines), 4, 4, 3, 3, 2, 2, frames=(DECLARE,))
    played.end()
    assert (tie(played).initial, tie(played, "charge H2 E1").initial) == (2 + 3 + 4 + 2 + 1, -2 + 3 - 4 + 2 + 1)
    assert of(played.state, "E1").nerve.result == "rout"
    assert (tie(played).home, tie(played, "charge H2 E1").home) == ("", "")


@pytest.mark.clause("NAP-SIM-02", "NAP-R162", "NAP-R78")
def test_one_charge_at_two_targets_pauses_before_both_and_strikes_both() -> None:
    state = field(
        heavy(figures=24, companies=4),
        foot((42, 60), "E1", figures=18, weapon=""),
        foot((58, 60), "E2", figures=18, weapon=""),
    )
    played = Fought(ordered(state, H1=charge("E1", "E2")), 3, 3, 3, 3, 3, 3, frames=HOME)
    played.end()
    first, second = tie(played), tie(played, "charge H1 E2")
    assert (first.pause, first.gap) == (second.pause, pytest.approx(second.gap, abs=0.01))
    assert (first.home, second.home) == ("home", "home")
    assert book.recorded(played.state, "H1") == 0


@pytest.mark.clause("NAP-R162")
@pytest.mark.parametrize(("far", "both"), [(10.0, True), (10.1, False)])
def test_a_second_target_is_met_within_the_attack_distance_after_the_first(far: float, both: bool) -> None:
    state = field(heavy(figures=24), foot((42, 55), figures=18), foot((61, 55 + far), "E2", figures=18))
    played = Fought(ordered(state, H1=charge("E1", "E2")), *([3] * (6 if both else 4)), frames=(DECLARE,))
    played.end()
    assert ("charge H1 E2" in played.state.ties) is both


# --- in whose way --------------------------------------------------------------------------------------------------


def chain(gap: float, **told: Any) -> Fought:
    """H1 charges E1 straight on; E2 charges H1 from its side, so many cm off its way."""
    state = field(
        heavy((50, 30), figures=8, companies=2, weapon="", cls="A"),
        foot((50, 65), figures=24, weapon="", cls="D"),
        regiment("E2", "north", at=(50 + gap, 38), facing=270, figures=16, light=True, weapon="", **told),
    )
    lines = {"H1": charge("E1"), "E2": charge("H1")}
    played = Fought(ordered(state, **lines), 3, 3, 2, 2, 5, 4, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    return played


@pytest.mark.clause("NAP-SIM-05", "NAP-SIM-06", "NAP-S41")
def test_who_contacts_a_charger_before_he_comes_up_rescues_his_target() -> None:
    played = chain(16.0)
    # it would rout at this value, were its charger not charged himself
    assert tie(played).initial == 6 - 4 + 3 + 4 + 2 - 2 - 1
    assert tie(played, "charge E2 H1").home == "home"
    assert tie(played).home == "void"
    assert of(played.state, "E1").nerve.result == ""
    assert of(played.state, "H1").nerve.result == ""  # whatever the value of the charge at it is


@pytest.mark.clause("NAP-SIM-05", "NAP-SIM-06", "NAP-SIM-07", "NAP-S41")
def test_a_charger_whose_enemy_halts_goes_on_and_his_target_routs_at_the_pause() -> None:
    played = chain(16.0, cls="E", carried=4, charged=0, renew="H1")
    assert tie(played, "charge E2 H1").home in ("refused", "halt")
    assert of(played.state, "E1").nerve.result == "rout"
    assert tie(played).home in ("home", "gone")


@pytest.mark.clause("NAP-RSP-12", "NAP-RSP-14", "NAP-S41")
def test_a_supporting_counter_charge_that_comes_first_rescues_the_ward() -> None:
    state = field(
        heavy((50, 30), figures=8, companies=2, weapon="", cls="A"),
        foot((50, 68), figures=24, weapon="", cls="D"),
        regiment("E2", "north", at=(68, 50), facing=225, figures=16, light=True, weapon=""),
    )
    lines = {"H1": charge("E1"), "E2": {"verb": "counter_charge_for", "unit": "E1"}}
    played = Fought(ordered(state, **lines), 4, 4, 2, 2, 4, 4, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    assert tie(played).initial is not None
    assert tie(played).initial >= 8
    assert tie(played, "charge H1 E2").home == "home"
    assert (tie(played).home, of(played.state, "E1").nerve.result) == ("void", "")


@pytest.mark.clause("NAP-S47", "NAP-S82", "NAP-S41", "NAP-CHG-13")
def test_example_x28_who_steps_in_the_way_is_charged_instead() -> None:
    state = field(
        light(figures=8, companies=2),
        foot((50, 71), figures=18, weapon=""),
        foot((60, 64), "E2", figures=18, formation="closed_column", facing=270, weapon=""),
    )
    # he has gone some way, and stops as a target that stands
    lines = {"H1": charge("E1"), "E2": {"verb": "advance"}}
    played = Fought(ordered(state, **lines), 3, 3, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    assert tie(played).home != "home"
    assert tie(played, "charge H1 E2").home == "home"


@pytest.mark.clause("NAP-SKR-02", "NAP-SKR-03", "NAP-SKR-05", "NAP-R164", "NAP-S82")
@pytest.mark.parametrize(("charger", "y", "caught"), [(heavy, 60.0, False), (light, 79.0, True)])
def test_a_charge_goes_through_a_screen_of_another_unit_which_is_tested_first_and_binds_nobody(
    charger: Any, y: float, caught: bool
) -> None:
    screen = battalion("E2", "north", at=(50, 52), figures=8, cls="A", **OPEN)
    state = field(charger(), screen, foot((50, y), weapon=""))
    played = Fought(ordered(state, H1=charge("E1")), 2, 2, 3, 3, 4, 5, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    first, main = tie(played, "charge H1 E2"), tie(played)
    assert first.role == "screen"
    assert first.initial is not None
    assert first.initial <= -8  # it would withdraw, were it bound by this
    assert main.initial == 4 - 6 + 3
    assert [e.about[1] for e in played.events if e.type == "charge_tested"] == ["E2", "E1"]
    assert main.home == "home"
    assert of(played.state, "E2").nerve.result == ("rout" if caught else "")


@pytest.mark.clause("NAP-SKR-02", "NAP-S70")
def test_a_screen_of_the_charged_unit_itself_runs_back_to_it_untested() -> None:
    screen = battalion("E1a", "north", at=(50, 48), figures=6, companies=1, parent="E1", **OPEN)
    state = field(heavy(), screen, foot((50, 64), weapon=""))
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED))
    played.end()
    assert tie(played, "charge H1 E1a").initial is None
    assert tie(played).initial is not None
    assert at_cm(played.state, "E1a") == (50.0, 65.0)  # its front edge at the rear of the line
    assert shape.front(played.state, "E1a").facing == 180.0
    assert board_of(played.state).gap("E1", "E1a") == pytest.approx(0.0, abs=0.05)
    assert book.recorded(played.state, "E1a") == book.recorded(played.state, "E1") == 0


@pytest.mark.clause("NAP-EVD-05", "NAP-EVD-04", "NAP-R172")
@pytest.mark.parametrize(("answer", "dice", "men"), [("evade", (3,), 27), ("run", (), 0)])
def test_gunners_who_wait_for_their_charger_fire_before_they_run(answer: str, dice: tuple[int, ...], men: int) -> None:
    """Two shots of canister in five eighths of a move, at 10 cm: 30 - 1 + 1; the run's factors do not count."""
    state = field(heavy((50, 25)), battery("E1", "north", at=(50, 60), pieces=("6", "6"), cls="C"))
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, *dice, frames=(DECLARE, PASS, MOVED, FIRE))
    played.answer(OptionAnswer({"E1": answer}))
    played.end()
    fired = [e.data for e in played.events if e.type == "fired"]
    assert [(d["men"], d["what"], d["shots"]) for d in fired] == ([({"H1": men}, "canister", 2)] if men else [])
    assert "evaded" in of(played.state, "E1").march.did


# --- answers carried out -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RES-02", "NAP-R106")
def test_a_counter_charger_meets_them_half_way_or_waits() -> None:
    state = ordered(field(heavy(), regiment("E1", "north", at=(50, 60), figures=12)), H1=charge("E1"))
    went = {}
    for answer in ("counter_charge", "wait"):
        played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
        played.answer(OptionAnswer({"E1": answer}))
        played.end()
        told = tie(played)
        assert (told.pause, told.home) == (0.25 if answer == "counter_charge" else 0.5, "home")
        went[answer] = at_cm(played.state, "E1")[1]
    assert went == {"counter_charge": pytest.approx(45.0, abs=0.1), "wait": pytest.approx(55.0, abs=0.1)}


@pytest.mark.clause("NAP-RES-04", "NAP-RSP-11", "NAP-RES-05")
def test_as_declared_binds_unless_the_enemy_does_not_come() -> None:
    loose = battalion("E1", "north", at=(50, 54), figures=6, **OPEN)
    go = {"verb": "advance", "distance": 20.0}
    for dice, home, y in (((3, 3, 3, 3), "", None), ((2, 2, 5, 5), "refused", 52.0)):
        state = ordered(field(light(figures=16), loose, size=(200, 200)), H1=charge("E1"), E1=go)
        played = Fought(state, *dice, frames=(DECLARE, PASS))
        played.answer(OptionAnswer({"E1": "run"}))
        played.end()
        assert tie(played).home == home
        if y is None:  # 30 cm, and its front is at its other side now
            assert at_cm(played.state, "E1")[1] == pytest.approx(54 + 30.0 + 2.0, abs=0.01)
        else:  # its move order is carried out as if no charge had been declared
            assert at_cm(played.state, "E1")[1] == pytest.approx(y, abs=0.01)


@pytest.mark.clause("NAP-RSP-11", "NAP-RES-12")
def test_who_routs_by_the_result_does_so_whatever_he_declared() -> None:
    state = ordered(field(heavy(cls="A"), regiment("E1", "north", at=(50, 60), cls="E")), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE,))
    played.answer(OptionAnswer({"E1": "counter_charge"}))
    played.end()
    assert tie(played).initial == 8
    assert of(played.state, "E1").nerve.result == "rout"


@pytest.mark.clause("NAP-RES-05", "NAP-R126", "NAP-R171")
def test_a_refused_charge_leaves_its_target_as_if_nothing_had_been_declared() -> None:
    turn = {"verb": "wheel", "hand": "right", "angle": 5.0}
    lines = {"H1": charge("E1", first=[turn]), "E1": {"verb": "advance", "distance": 30.0}}
    state = ordered(field(heavy(cls="D"), foot()), **lines)
    refused = Fought(state, 2, 2, 5, 5, frames=(DECLARE, PASS, MOVED))
    refused.end()
    assert tie(refused).home == "refused"
    assert at_cm(refused.state, "E1") == pytest.approx((50.0, 57.0), abs=0.01)
    assert "was_charged" not in of(refused.state, "E1").march.did
    assert at_cm(refused.state, "H1") == (50.0, 30.0)
    came = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED))
    came.end()
    # it marches while the charger wheels by 5 degrees, 1.047 of 30 cm, and receives the charge halted
    assert at_cm(came.state, "E1") == pytest.approx((50.0, 60.0 - 10.0 * 1.0472 / 30.0), abs=0.001)
    assert "was_charged" in of(came.state, "E1").march.did


@pytest.mark.clause("NAP-RES-08", "NAP-FLK-03")
@pytest.mark.parametrize(("answer", "sector"), [("wheel", "front"), ("stand", "flank")])
def test_who_stands_may_wheel_to_face_a_charger_from_the_flank(answer: str, sector: str) -> None:
    target = foot((80, 60), facing=270.0, formation="closed_column", figures=18, weapon="", cls="A")
    state = ordered(field(heavy((84, 25), figures=6, companies=1), target), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
    played.answer(OptionAnswer({"E1": answer}))
    played.end()
    assert tie(played).sector == "flank"
    assert tie(played).sector_home == sector


@pytest.mark.clause("NAP-RES-08", "NAP-RSP-06")
def test_who_stands_changes_formation_only_if_that_was_ordered() -> None:
    for line, formation in (
        ({"verb": "form", "formation": "square"}, "square"),
        ({"verb": "advance"}, "closed_column"),
    ):
        state = ordered(field(heavy(), foot((50, 66), formation="closed_column")), H1=charge("E1"), E1=line)
        played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS))
        played.end()
        assert of(played.state, "E1").stance.formation == formation
        assert "advance" not in {leg.what for leg in played.state.own.tracks["E1"].legs}


@pytest.mark.clause("NAP-RES-14", "NAP-R95", "NAP-RES-09")
def test_horse_that_stands_fires_until_the_charger_is_at_his_attack_distance() -> None:
    state = ordered(field(heavy(), regiment("E1", "north", at=(50, 60), figures=12)), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, 1, frames=HOME)
    played.answer(OptionAnswer({"E1": "stand"}))
    played.end()
    assert (tie(played).pause_at, tie(played).pause) == (100.0, 0.5)
    (volley,) = played.told("fired")
    assert volley["what"] == "carbine"


@pytest.mark.clause("NAP-RES-01", "NAP-CHG-08", "NAP-S80")
def test_a_charge_may_be_delayed_by_half_a_move_and_less_where_contact_needs_it() -> None:
    for gap, start in ((15.0, 0.5), (30.0, 0.25)):
        state = ordered(field(heavy(), foot((50, 30 + gap), weapon="")), H1=charge("E1", delay=0.5))
        played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS))
        played.end()
        assert tie(played).start == pytest.approx(start, abs=1e-3)
        assert tie(played).pause == pytest.approx(start + (gap - tie(played).pause_at / 10.0) / 40.0, abs=1e-3)


@pytest.mark.clause("NAP-RES-07", "NAP-R138")
def test_foot_that_halts_fires_with_what_is_left_of_the_move() -> None:
    state = field(
        battalion("L1", "south", at=(50, 50), figures=18, cls="D"),
        foot((50, 59), figures=12, cls="A"),
    )
    # the second value falls by the volley at 5 cm
    played = Fought(ordered(state, L1=charge("E1")), 5, 4, 2, 3, 3, 1, frames=HOME)
    played.end()
    told = tie(played, "charge L1 E1")
    assert told.initial == 9 - 5 - 2 - 4
    assert told.home == "halt"
    fired = played.told("fired")
    assert [f["shots"] for f in fired] == [2, 1]  # 4 x (1 - t) quarters are less than a move: one shot
    assert of(played.state, "L1").fire.loaded is (1.0 - told.pause >= 0.5)


@pytest.mark.clause("NAP-RES-07")
def test_horse_that_halts_may_turn_about_and_ride_off() -> None:
    state = ordered(field(light(cls="D"), foot((50, 60), cls="A")), H1=charge("E1"))
    played = Fought(state, 5, 4, 3, 3, 6, frames=HOME)
    assert played.asked.question == "charge_halted"
    played.answer(OptionAnswer({"H1": "ride"}))
    played.end()
    told = tie(played)
    assert told.home == "halt"
    # a quarter to turn about, the rest at 40 cm a move
    left = 1.0 - (told.pause or 0.0) - 0.25
    rear = board_of(played.state).gap("H1", "E1")
    assert rear == pytest.approx(told.gap + 400.0 * left, abs=1.0)


# --- what a charge may be ------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CTC-01", "NAP-CHG-01", "NAP-CTC-02")
def test_nobody_closes_without_a_declaration() -> None:
    for line, touches in (({"verb": "advance"}, False), (charge("E1"), True)):
        state = ordered(field(battalion("L1", "south", at=(50, 50), figures=18), foot((50, 57), weapon="")), L1=line)
        played = Fought(state, *((3, 3, 3, 3) if touches else ()), frames=(DECLARE, PASS, MOVED, FINAL))
        played.end()
        assert board_of(played.state).touching("L1", "E1") is touches
        if not touches:
            assert board_of(played.state).gap("L1", "E1") == pytest.approx(50.0, abs=0.1)


@pytest.mark.clause("NAP-CHG-10", "NAP-DIS-20", "NAP-IMP-05")
def test_a_charge_over_a_hedge_costs_order() -> None:
    hedge = piece("hedge", [(20, 40), (80, 40)], "X")
    costs = []
    for features in ((), (hedge,)):
        state = ordered(field(heavy((50, 36)), foot((50, 52), weapon=""), features=features), H1=charge("E1"))
        played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED))
        played.end()
        costs.append(book.recorded(played.state, "H1"))
    assert costs == [0, 4]


@pytest.mark.clause("NAP-S78", "NAP-S81")
def test_a_charger_stops_with_his_front_at_the_table_edge() -> None:
    loose = battalion("E1", "north", at=(50, 118), figures=6, **OPEN)
    state = ordered(field(light((50, 100), figures=12), loose), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    assert at_cm(played.state, "H1")[1] <= 130.0
    assert all(b.pose is not None for b in played.state.bases_of("H1"))


@pytest.mark.clause("NAP-S81", "NAP-CTC-04")
def test_a_charger_who_goes_on_after_runners_stops_at_ground_that_forbids_a_charge() -> None:
    loose = battalion("E1", "north", at=(50, 45), figures=6, **OPEN)
    wood = box("marsh", 30, 60, 70, 80, "M")
    state = ordered(field(light((50, 30)), loose, features=[wood]), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    assert at_cm(played.state, "H1")[1] <= 60.01


@pytest.mark.clause("NAP-S89", "NAP-UNC-03")
def test_uncontrolled_troops_charge_the_nearest_enemy_in_reach_instead_of_their_order() -> None:
    wild = field(heavy(uncontrolled=True), foot((50, 62), weapon=""), foot((62, 58), "E2", weapon="", figures=12))
    state = ordered(wild, H1={"verb": "advance", "distance": 100.0})
    # by these dice it would refuse
    played = Fought(state, 2, 2, 5, 5, frames=(DECLARE, PASS, MOVED, FINAL))
    played.end()
    assert list(played.state.ties) == ["charge H1 E2"]
    assert (tie(played, "charge H1 E2").start, tie(played, "charge H1 E2").home) == (0.0, "home")
    far = ordered(field(heavy(uncontrolled=True), foot((50, 75))), H1={"verb": "advance", "distance": 100.0})
    kept = Fought(far, frames=(DECLARE, PASS))
    kept.end()
    assert not kept.state.ties
    assert at_cm(kept.state, "H1")[1] == pytest.approx(40.0, abs=0.01)


# --- off the table -------------------------------------------------------------------------------------------------


def ran_off(y: float, figures: int = 6, abreast: int = 0) -> Fought:
    loose = battalion("E1", "north", at=(50, y), figures=figures, abreast=abreast, **OPEN)
    state = ordered(field(light((50, y - 24), figures=12), loose), H1=charge("E1"))
    played = Fought(state, 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED, FINAL, "nap.reform"))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    return played


@pytest.mark.clause("NAP-EVD-09", "NAP-S72", "NAP-S78")
def test_a_unit_that_evades_off_the_table_reforms_there_and_comes_back_where_it_left() -> None:
    played = ran_off(126.0)  # it is not the edge that turns them
    state = played.state
    assert of(state, "E1").engagement.out == (500.0, 1300.0)
    assert {b.where for b in state.bases.values() if b.unit == "E1"} == {"off"}
    assert at_cm(state, "H1")[1] <= 130.0
    assert of(state, "E1").nerve.carried == 1
    for carried, there in ((0, False), (0, False)):  # it reforms; then horse stands too near
        state = Fought(given(state, "E1", did=()), frames=("nap.reform",)).end()
        assert (of(state, "E1").nerve.carried, bool(state.bases_of("E1"))) == (carried, there)
    away = put(state, "H1", (50, 50), 0.0, "line")
    back = Fought(away, frames=("nap.reform",)).end()
    assert len(back.bases_of("E1")) == 6
    assert at_cm(back, "E1") == pytest.approx((50.0, 128.0), abs=0.01)
    assert of(back, "E1").engagement.out is None


@pytest.mark.clause("NAP-EVD-08", "NAP-S78")
def test_figures_that_left_in_an_evade_come_back_when_their_body_reforms() -> None:
    played = ran_off(95.0, figures=10, abreast=2)
    state = played.state
    left = [b for b in state.bases.values() if b.unit == "E1" and b.where == "off"]
    assert 0 < len(left) <= 5
    assert of(state, "E1").engagement.out is not None
    still = given(state, "E1", did=(), carried=0, fresh=())
    back = Fought(still, frames=("nap.reform",)).end()
    assert len(back.bases_of("E1")) == 10
    assert of(back, "E1").engagement.out is None


# --- prone foot ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-IMP-14", "NAP-R125", "NAP-SPM-01")
@pytest.mark.parametrize(("far", "pause", "factors"), [(21.0, 0.275, 0), (19.0, 0.225, 4)])
def test_prone_foot_that_is_charged_rises_without_an_order(far: float, pause: float, factors: int) -> None:
    state = field(heavy((50, 60 - far)), foot(prone=True, weapon=""))
    played = Fought(ordered(state, H1=charge("E1")), 4, 4, 3, 3, frames=(*HOME, "nap.contact"))
    played.end()
    assert tie(played).pause == pytest.approx(pause, abs=1e-3)
    track = played.state.own.tracks["E1"]
    assert [(leg.start, leg.end) for leg in track.legs if leg.what == "stand_up"] == [(0.0, 0.25)]
    assert not of(played.state, "E1").stance.prone
    caught = [f.n for f in of(played.state, "E1").nerve.fresh if f.table == "C" and f.clause == "NAP-IMP-14"]
    assert sum(caught) == factors


@pytest.mark.clause("NAP-R125", "NAP-S48")
@pytest.mark.parametrize(
    ("hidden", "y", "rises", "factors"),
    [((), 45.0, 0.0, 0), (("H1",), 50.0, 0.25, 0), (("H1",), 47.0, 0.25, 4)],
)
def test_prone_foot_that_is_attacked_from_out_of_sight_rises_when_the_attacker_is_detected(
    hidden: tuple[str, ...], y: float, rises: float, factors: int
) -> None:
    """Horse comes from behind a hill: it is over the crest at 0.25, and at 5 cm at 0.433 or 0.533 of the move."""
    hill = box("hill", 20, 31, 80, 37, "F")
    state = field(heavy((50, 30)), foot((50, y), prone=True, weapon=""), features=[hill], hidden=hidden)
    attack = {"verb": "attack", "target": "E1"}
    frames = (DECLARE, PASS, MOVED, "nap.attacks", "nap.contact")
    played = Fought(ordered(state, H1=attack), 5, 5, 5, frames=frames)
    played.end()
    told = tie(played, "attack H1 E1")
    assert (told.unseen, told.home) == (bool(hidden), "home")
    legs = [(g.start, g.end) for g in played.state.own.tracks["E1"].legs if g.what == "stand_up"]
    assert legs == [(rises, rises + 0.25)]
    assert sum(f.n for f in of(played.state, "E1").nerve.fresh if f.clause == "NAP-IMP-14") == factors
    assert not of(played.state, "E1").stance.prone


@pytest.mark.clause("NAP-IMP-14", "NAP-R125")
def test_prone_foot_that_is_attacked_rises_and_that_is_left_alone_stays_down() -> None:
    state = field(heavy((50, 51)), foot(prone=True), foot((90, 60), "E2", prone=True))  # too near to charge
    played = Fought(ordered(state, H1={"verb": "attack", "target": "E1"}), frames=(DECLARE, PASS, MOVED))
    played.to_end()
    assert (of(played.state, "E1").stance.prone, of(played.state, "E2").stance.prone) == (False, True)
