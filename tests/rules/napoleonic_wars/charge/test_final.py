"""Charges that strike home, halt, catch whom they chase, or run into nobody."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import ChargeOwn, Factor
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import at_cm, battalion, field, general, given, of, regiment


def charge(a: str = "H1", b: str = "E1", **told: Any) -> Tie:
    usual: dict[str, Any] = {"answer": "stand", "speed": 400.0, "initial": 2, "pause": 0.55, "pause_at": 80.0}
    return Tie(f"charge {a} {b}", "charge", a, b, ChargeOwn(**{**usual, **told}))


def at_pause(gap: float = 8.0, *more: Any, tie: Tie | None = None, target: Any = None, **told: Any) -> State:
    """Heavy horse some cm before a line, at the pause of its charge."""
    foe = target or battalion("E1", "north", at=(50, 60), figures=24)
    return field(regiment("H1", "south", at=(50, 60 - gap), figures=12), foe, *more, ties=(tie or charge(**told),))


def final(state: State) -> Called:
    played = Called(state, "nap.final")
    played.give()
    return played


def told(played: Called, name: str = "charge H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


def kinds(played: Called) -> list[str]:
    return [e.type for e in played.events]


@pytest.mark.clause("NAP-RCT-12", "NAP-RES-03", "NAP-CSQ-05", "NAP-SEQ-30")
def test_with_nothing_changed_a_charge_strikes_home_and_stands_in_contact() -> None:
    played = final(at_pause(before=_before(at_pause())))
    assert told(played).final == 2
    assert told(played).home == "home"
    assert board_of(played.state).touching("H1", "E1")
    assert at_cm(played.state, "H1") == pytest.approx((50.0, 60.0), abs=0.02)
    assert "contacted" in of(played.state, "E1").march.did


def _before(state: State) -> tuple[int, int, int, int, int]:
    return parties.counted(parties.sides(moments.start(state), "H1", "E1", sector="front"))


@pytest.mark.clause("NAP-S47", "NAP-S41")
def test_a_charge_that_is_stopped_by_whom_its_charger_has_charged_before_is_over() -> None:
    """It is not taken up again and again, each time to be stopped where it stands."""
    other = battalion("E2", "north", at=(50, 48), figures=24)
    before = charge(b="E2", home="gone")
    state = field(
        regiment("H1", "south", at=(50, 40), figures=12),
        battalion("E1", "north", at=(50, 70), figures=24),
        other,
        ties=(charge(), before),
    )
    played = final(state)
    assert told(played).home == "gone"
    assert told(played, before.id).home == "gone"
    assert "struck_home" not in kinds(played)


@pytest.mark.clause("NAP-RCT-10", "NAP-RCT-11", "NAP-R89")
def test_casualties_and_disorganisation_since_the_first_value_change_it() -> None:
    state = given(at_pause(initial=5), "H1", lost=3, fresh=(Factor("B", 2, "NAP-DIS-21"),))
    played = final(state)
    assert told(played).final == 5 - 5 - 2
    assert told(played).home == "home"


@pytest.mark.clause("NAP-RES-07", "NAP-CHG-15", "NAP-RCT-10")
def test_on_minus_four_the_charger_halts_where_it_is_and_is_disordered() -> None:
    state = given(at_pause(initial=-1), "H1", fresh=(Factor("B", 3, "NAP-DIS-21"),))
    played = final(state)
    assert told(played).final == -4
    assert told(played).home == "halt"
    assert at_cm(played.state, "H1") == (50.0, 52.0)
    assert book.recorded(played.state, "H1") == 3 + 2


@pytest.mark.clause("NAP-RES-15", "NAP-RES-12", "NAP-R94")
def test_a_defender_who_breaks_in_the_final_phase_runs_for_the_rest_of_the_move() -> None:
    state = given(at_pause(initial=4), "E1", lost=5, fresh=(Factor("B", 2, "NAP-DIS-21"),))
    played = final(state)
    assert told(played).final == 4 + 4 + 2
    own = of(played.state, "E1")
    assert own.nerve.result == "rout"
    # 35 cm a move for 0.45 of it, away from the horse
    assert at_cm(played.state, "E1")[1] > 70.0
    assert played.state.own.gone[0].what == "rout"


@pytest.mark.clause("NAP-CHG-12", "NAP-R77", "NAP-CHG-15")
def test_with_a_general_at_hand_regulars_stop_where_their_target_ran() -> None:
    runner = battalion("E1", "north", at=(50, 75), figures=24, result="rout")
    alone = field(regiment("H1", "south", at=(50, 60)), runner, ties=(charge(answer="none", initial=None),))
    led = field(
        regiment("H1", "south", at=(50, 60)),
        runner,
        general("G0", "south", at=(50, 57), chief=True),
        ties=(charge(answer="none", initial=None),),
    )
    assert told(final(led)).home == "gone"
    assert book.recorded(final(led).state, "H1") == 0
    goes_on = final(alone)
    assert at_cm(goes_on.state, "H1")[1] > 60.5


@pytest.mark.clause("NAP-FLK-05", "NAP-EVD-10", "NAP-S41")
def test_evaders_who_are_caught_rout() -> None:
    loose = battalion("E1", "north", at=(50, 60), figures=6, formation="open", sub={"open": True}, did=("evaded",))
    tie = charge(answer="evade", speed=500.0, pause=0.5, pause_at=100.0)
    state = field(regiment("H1", "south", at=(50, 50), light=True), loose, ties=(tie,))
    played = final(state)
    assert told(played).home == "home"
    assert of(played.state, "E1").nerve.result == "rout"


@pytest.mark.clause("NAP-RSP-02", "NAP-R75")
def test_example_twenty_three_a_withdrawing_unit_routs_when_the_charger_comes_up() -> None:
    foe = battalion("E1", "north", at=(50, 60), figures=24, result="withdraw")
    played = final(at_pause(10.0, target=foe, answer="none", pause_at=100.0))
    assert of(played.state, "E1").nerve.result == "rout"
    assert "charged_home" in kinds(played)


@pytest.mark.clause("NAP-S63")
def test_a_charger_turns_by_up_to_forty_five_degrees_to_lie_flush() -> None:
    foe = battalion("E1", "north", at=(50, 60), facing=200.0, figures=24)
    played = final(at_pause(9.0, target=foe))
    assert told(played).home == "home"
    assert "lined_up" in kinds(played)
    (pose, *_) = [b.pose for b in played.state.bases_of("H1")]
    assert pose is not None
    assert pose.facing == pytest.approx(20.0, abs=0.01)
    assert board_of(played.state).touching("H1", "E1")


@pytest.mark.clause("NAP-RES-15", "NAP-R132")
def test_on_minus_eight_a_charger_that_is_counter_charged_routs() -> None:
    foe = regiment("E1", "north", at=(50, 60), figures=12)
    state = at_pause(10.0, target=foe, initial=-3, answer="counter_charge", answer_speed=400.0)
    played = final(given(state, "H1", fresh=(Factor("B", 5, "NAP-DIS-21"),)))
    assert told(played).final == -8
    assert told(played).home == "halt"
    assert of(played.state, "H1").nerve.result == "rout"


@pytest.mark.clause("NAP-CHG-13", "NAP-S41", "NAP-S83", "NAP-S84", "NAP-SEQ-42")
def test_a_charger_whose_target_ran_goes_on_at_who_stands_behind_with_his_dice_kept() -> None:
    runner = battalion("E1", "north", at=(50, 90), figures=6, formation="open", sub={"open": True}, did=("evaded",))
    behind = battalion("E2", "north", at=(50, 72), figures=24)
    tie = charge(answer="evade", speed=500.0, pause=0.4, pause_at=100.0)
    state = field(
        regiment("H1", "south", at=(50, 55), light=True, figures=12),
        runner,
        behind,
        ties=(tie,),
        charge_dice={"H1": (4, 4), "E1": (3, 3)},
    )
    played = Called(state, "nap.final", None, 2, 4, 2)
    played.give()
    assert told(played).home == "gone"
    on = told(played, "charge H1 E2")
    assert on.initial == 8 - 6 + 3  # cavalry charges line: it stands, and fires at 8 cm
    assert (on.answer, on.pause_at, on.gap) == ("stand", 80.0, pytest.approx(80.0, abs=0.01))
    assert on.pause == pytest.approx(0.4 + 9 / 50, abs=1e-4)
    # two shots of 24 muskets: 24 + 2 (first volley) + 0 (die): T14(24, 26)
    (volley,) = played.told("fired")
    assert (volley["shots"], volley["men"]["H1"]) == (2, 57)
    assert on.final == on.initial - 3 - 1  # two figures of twelve, 15 per cent: three steps and a factor
    assert on.home == "home"


@pytest.mark.clause("NAP-CHG-12")
def test_with_a_general_the_player_may_have_them_complete_their_charge() -> None:
    runner = battalion("E1", "north", at=(50, 75), figures=24, result="rout")
    state = field(
        regiment("H1", "south", at=(50, 60)),
        runner,
        general("G0", "south", at=(50, 57), chief=True),
        ties=(charge(answer="none", initial=None),),
    )
    played = Called(state, "nap.final")
    assert played.asked.question == "target_gone"
    played.answer(OptionAnswer({"H1": "on"})).give()
    assert at_cm(played.state, "H1")[1] > 60.5


@pytest.mark.clause("NAP-SIM-03", "NAP-S83")
def test_at_the_pause_too_the_target_of_two_acts_on_the_higher_value() -> None:
    state = field(
        regiment("H1", "south", at=(42, 52), figures=12),
        regiment("H2", "south", at=(60, 52), figures=12),
        battalion("E1", "north", at=(50, 60), figures=24),
        ties=(charge(initial=-3), charge("H2", initial=3, number=2)),
    )
    hurt = given(state, "E1", lost=3, fresh=(Factor("B", 1, "NAP-DIS-21"),))
    played = final(hurt)
    assert (told(played).final, told(played, "charge H2 E1").final) == (0, 6)
    assert of(played.state, "E1").nerve.result == "rout"
