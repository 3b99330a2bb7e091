"""Charges declared, answered, and tested for the first time."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.charge import answers, legal
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, given, of, piece, regiment


def ordered(state: State, **lines: Any) -> State:
    run = Run(state)
    for body, line in lines.items():
        run.emit("told", "order", None, notes.lined(run.state, body, line if isinstance(line, list) else [line]))
    return run.state


def charge(*targets: str, **more: Any) -> dict[str, Any]:
    return {"verb": "charge", "targets": list(targets), **more}


def horse(at: tuple[float, float] = (50, 30), body: str = "H1", **told: Any) -> Any:
    return regiment(body, "south", at=at, **told)


def foot(at: tuple[float, float] = (50, 60), body: str = "E1", **told: Any) -> Any:
    return battalion(body, "north", at=at, **{"figures": 24, **told})


def tie(played: Called, name: str = "charge H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


def bar(state: State, target: str = "E1", body: str = "H1") -> str:
    found = legal.charge_bar(state, body, target)
    return "" if found is None else found.clause


@pytest.mark.clause("NAP-RCT-02", "NAP-RCT-04", "NAP-RCT-06", "NAP-RCT-07", "NAP-RCT-08", "NAP-CSQ-04", "NAP-S61")
def test_example_seven_through_the_dice() -> None:
    state = field(
        horse(figures=12),
        general("G1", "south", at=(78, 29), chief=True),
        foot(),
        battalion("E2", "north", at=(30, 66), figures=24),
        battalion("E3", "north", at=(70, 66), figures=24),
    )
    played = Called(ordered(state, H1=charge("E1")), "nap.declare", None, 5, 4, 3, 3)
    played.give()
    assert tie(played).initial == 5
    assert (tie(played).answer, tie(played).pause_at) == ("stand", 80.0)
    assert tie(played).speed == 400.0
    assert of(played.state, "H1").engagement.charged == 1


@pytest.mark.clause("NAP-SIM-01", "NAP-RES-06", "NAP-CSQ-03")
def test_example_twenty_one_mutual_charges() -> None:
    state = field(horse(), regiment("E1", "north", at=(50, 65), light=True))
    # A: average dice 2 and 2; B: 4 and 4
    played = Called(ordered(state, H1=charge("E1"), E1=charge("H1")), "nap.declare", None, 2, 2, 4, 4)
    played.give()
    assert tie(played).initial == -4
    assert tie(played).home == "refused"
    assert tie(played, "charge E1 H1").initial == 3
    assert tie(played, "charge E1 H1").home == ""


@pytest.mark.clause("NAP-RSP-02", "NAP-RES-19", "NAP-R75")
def test_example_twenty_three_who_withdraws_says_nothing_and_who_retreats_routs_at_once() -> None:
    for result, after in (("withdraw", "withdraw"), ("retreat", "rout")):
        state = given(field(horse(), foot((50, 55))), "E1", result=result)
        dice = (3, 3, 3, 3) if result == "withdraw" else ()
        played = Called(ordered(state, H1=charge("E1")), "nap.declare", None, *dice)
        played.give()
        assert tie(played).answer == "none"
        assert of(played.state, "E1").nerve.result == after


@pytest.mark.clause("NAP-CSQ-07", "NAP-CSQ-02", "NAP-S80", "NAP-R146")
def test_a_charge_out_of_reach_becomes_a_march_and_a_duty_for_the_next_move() -> None:
    state = field(horse(), foot((50, 71.5)))  # 41.5 cm, and 40 in a move
    played = Called(ordered(state, H1=charge("E1")), "nap.declare")
    played.give()
    assert played.state.ties == {}
    own = of(played.state, "H1")
    assert own.engagement.renew == "E1"
    assert "out_of_reach" in own.march.did
    assert notes.line_of(played.state, "H1")[0]["verb"] == "advance"
    again = given(field(horse(), foot((50, 71.5))), "H1", renew="E1")
    second = Called(ordered(again, H1=charge("E1")), "nap.declare")
    second.give()
    assert of(second.state, "H1").engagement.renew == ""  # the duty is for one move alone


@pytest.mark.clause("NAP-CSQ-07")
def test_who_has_to_charge_again_does_so_without_an_order() -> None:
    state = given(field(horse(), foot()), "H1", renew="E1")
    played = Called(state, "nap.declare", None, 3, 3, 3, 3)
    played.give()
    assert tie(played).initial is not None


@pytest.mark.clause("NAP-RCT-08", "NAP-RES-15", "NAP-RES-12")
def test_on_eight_and_more_the_defender_routs_as_the_charge_begins() -> None:
    state = field(horse(cls="A"), foot(cls="D"))
    played = Called(ordered(state, H1=charge("E1")), "nap.declare", None, 3, 3, 3, 3)
    played.give()
    assert tie(played).initial == 3 + 4 + 2
    assert of(played.state, "E1").nerve.result == "rout"


@pytest.mark.clause("NAP-RES-06", "NAP-RES-10")
def test_on_minus_eight_the_charger_withdraws() -> None:
    state = given(field(horse(cls="D"), foot(cls="A")), "H1", carried=6)
    played = Called(ordered(given(state, "H1", charged=0), H1=charge("E1")), "nap.declare", None)
    assert bar(state) == "NAP-DIS-13"  # it has to reform first
    state = given(field(horse(cls="D"), foot(cls="A", carried=0)), "H1", carried=6, charged=0, uncontrolled=False)
    told = given(state, "H1", renew="E1")
    played = Called(ordered(told, H1=charge("E1")), "nap.declare", None, 2, 2, 5, 5)
    played.give()
    assert tie(played).home == "refused"
    assert of(played.state, "H1").nerve.result == "withdraw"


# --- what may be ordered -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CHG-04", "NAP-ATK-01")
def test_a_charge_begins_at_least_its_own_attack_distance_away() -> None:
    assert bar(field(horse(), foot((50, 40.0)))) == ""
    near = field(horse(), foot((50, 39.9)))
    assert bar(near) == "NAP-CHG-04"
    assert legal.attack_bar(near, "H1", "E1") is None
    assert legal.attack_bar(field(horse(), foot()), "H1", "E1") is not None


@pytest.mark.parametrize(
    ("y", "text"),
    [
        (60.0, "A charge is possible here. Charge instead of attacking."),
        (115.0, "The target is out of charge reach. Choose a nearer one, or march up first."),
    ],
)
def test_a_refused_attack_says_what_forbids_a_charge_as_well(y: float, text: str) -> None:
    bar = legal.attack_bar(field(horse(), foot((50, y))), "H1", "E1")
    assert bar is not None
    assert (bar.text.key, bar.clause) == (text, "NAP-ATK-01")


@pytest.mark.clause("NAP-CHG-05")
def test_no_close_order_and_no_deployed_guns_stand_in_the_way() -> None:
    between = battalion("E2", "north", at=(50, 45), figures=6)
    assert bar(field(horse(), foot(), between)) in ("NAP-CHG-05", "NAP-CHG-02")
    beside = battalion("E2", "north", at=(57, 45), figures=4)
    assert bar(field(horse(figures=16), foot(), beside)) == "NAP-CHG-05"
    loose = battalion("E2", "north", at=(57, 45), figures=4, formation="open", sub={"open": True})
    assert bar(field(horse(figures=16), foot(), loose)) == ""
    guns = battery("E2", "north", at=(57, 47), pieces=("6",))
    assert bar(field(horse(figures=16), foot(), guns)) == "NAP-CHG-05"


@pytest.mark.clause("NAP-CTC-04", "NAP-CHG-03", "NAP-R74")
@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("dense_wood", "NAP-CTC-04"),
        ("river", "NAP-CTC-04"),
        ("marsh", "NAP-CTC-04"),
        ("ford", ""),
        ("scrub", ""),
    ],
)
def test_ground_that_forbids_a_charge(kind: str, clause: str) -> None:
    state = field(horse(), foot(), features=[box(kind, 30, 42, 70, 45, "X")])
    assert bar(state) in ((clause,) if kind != "dense_wood" else ("NAP-CTC-04", "NAP-CHG-02"))


@pytest.mark.clause("NAP-CHG-14")
def test_nobody_charges_over_what_he_cannot_cross() -> None:
    wall = piece("wall", [(20, 45), (80, 45)], "W")
    assert bar(field(horse(), foot(), features=[wall])) in ("NAP-CHG-14", "NAP-CHG-02")
    walk = battalion("L1", "south", at=(50, 48), figures=18)
    state = field(walk, foot(), features=[piece("wall", [(20, 52), (80, 52)], "W")])
    assert legal.charge_bar(state, "L1", "E1") is None


@pytest.mark.clause("NAP-CTC-06")
def test_skirmishers_go_for_skirmishers_and_guns_alone() -> None:
    loose = battalion("L1", "south", at=(50, 45), figures=6, formation="open", sub={"open": True})
    assert bar(field(loose, foot((50, 55))), body="L1") == "NAP-CTC-06"
    others = battalion("E1", "north", at=(50, 55), figures=6, formation="open", sub={"open": True})
    assert bar(field(loose, others), body="L1") == ""
    assert bar(field(loose, battery("E1", "north", at=(50, 55), pieces=("6",))), body="L1") == ""


@pytest.mark.clause("NAP-RES-17", "NAP-DIS-13", "NAP-DIS-14", "NAP-R43")
def test_a_result_or_the_duty_to_reform_keeps_a_body_from_charging() -> None:
    state = field(horse(), foot())
    assert bar(given(state, "H1", result="halt")) == "NAP-RES-17"
    assert bar(given(state, "H1", carried=2)) == "NAP-DIS-13"
    later = field(horse(), foot(), move=4)
    assert bar(given(later, "H1", carried=2, charged=3)) == ""


# --- answers -------------------------------------------------------------------------------------------------------


def told(state: State, body: str = "E1", charger: str = "H1") -> tuple[str, ...]:
    return answers.options(state, body, charger)


@pytest.mark.clause("NAP-CHG-13", "NAP-S41")
@pytest.mark.parametrize(("y", "answer"), [(40.0, "stand"), (40.1, "counter_charge")])
def test_who_is_charged_on_the_spot_counter_charges_from_afar_alone(y: float, answer: str) -> None:
    state = field(horse(), regiment("E1", "north", at=(50, y)))
    assert answers.on_the_spot(state, "E1", "H1")["answer"] == answer


@pytest.mark.clause("NAP-RSP-01", "NAP-RSP-03", "NAP-RSP-05", "NAP-RSP-07", "NAP-SKR-06", "NAP-R93")
def test_who_may_answer_what_the_usual_answer_first() -> None:
    assert told(field(horse(), foot())) == ("stand",)
    assert told(field(horse(), regiment("E1", "north", at=(50, 60)))) == ("counter_charge", "stand")
    loose = foot(figures=6, formation="open", sub={"open": True})
    assert told(field(horse(), loose)) == ("evade",)
    guns = battery("E1", "north", at=(50, 60), pieces=("6",))
    assert told(field(horse(), guns)) == ("stand", "evade")
    on_foot = field(battalion("L1", "south", at=(50, 48)), foot())
    assert told(on_foot, charger="L1") == ("stand", "counter_charge")


@pytest.mark.clause("NAP-RSP-04", "NAP-RSP-06", "NAP-RSP-09", "NAP-RSP-10", "NAP-R76")
def test_orders_to_change_front_to_go_back_or_to_double_bind_the_answer() -> None:
    state = field(horse(), regiment("E1", "north", at=(50, 60)))
    assert told(ordered(state, E1={"verb": "face", "to": "left"})) == ("stand",)
    assert told(ordered(state, E1={"verb": "advance", "pace": "double"})) == ("counter_charge",)
    walk = field(horse(), foot())
    assert told(ordered(walk, E1={"verb": "back", "distance": 50.0})) == ("stand",)
    assert told(ordered(walk, E1={"verb": "advance", "pace": "double"})) == ("stand",)


@pytest.mark.clause("NAP-RSP-08", "NAP-R166", "NAP-R167")
def test_pursuers_troops_in_melee_and_routers() -> None:
    front = field(horse(), regiment("E1", "north", at=(50, 60), result="pursue"))
    assert told(front) == ("counter_charge",)
    behind = field(horse(), regiment("E1", "north", at=(50, 60), facing=0.0, result="pursue"))
    assert told(behind) == ()
    assert told(field(horse(), foot(result="rout"))) == ()


@pytest.mark.clause("NAP-RSP-01", "NAP-SEQ-45", "NAP-S05")
def test_a_side_with_a_choice_is_asked_and_its_answer_binds() -> None:
    state = ordered(field(horse(), regiment("E1", "north", at=(50, 60))), H1=charge("E1"))
    played = Called(state, "nap.declare", None, 3, 3, 3, 3)
    assert played.asked.side == "north"
    played.answer(OptionAnswer({"E1": "stand"})).give()
    assert tie(played).answer == "stand"
    other = Called(state, "nap.declare", None, 3, 3, 3, 3)
    other.give()
    assert (tie(other).answer, tie(other).answer_speed) == ("counter_charge", 400.0)


@pytest.mark.clause("NAP-S83", "NAP-SIM-02", "NAP-R78")
def test_every_body_throws_once_and_a_charger_of_two_acts_on_its_lowest_result() -> None:
    made = (horse(figures=30), foot((42, 60), figures=18), foot((58, 60), "E2", figures=18, cls="A"))
    state = ordered(field(*made), H1=charge("E1", "E2"))
    played = Called(state, "nap.declare", None, 2, 2, 5, 4, 5, 5)
    played.give()
    first, second = tie(played), tie(played, "charge H1 E2")
    assert first.initial is not None
    assert second.initial is not None
    assert second.initial < first.initial
    assert second.initial <= -4
    assert first.home == second.home == "refused"


@pytest.mark.clause("NAP-RSP-12", "NAP-RSP-13", "NAP-S83")
def test_a_supporting_unit_counter_charges_who_charges_its_ward_with_the_chargers_dice() -> None:
    state = field(
        horse(figures=12),
        foot((50, 60)),
        regiment("E2", "north", at=(70, 66), figures=12),
    )
    lines = {"H1": charge("E1"), "E2": {"verb": "counter_charge_for", "unit": "E1"}}
    played = Called(ordered(state, **lines), "nap.declare", None, 4, 4, 3, 3, 2, 2)
    played.give()
    support = tie(played, "charge H1 E2")
    assert support.role == "support"
    assert (support.answer, support.answer_speed) == ("counter_charge", 400.0)
    assert support.initial is not None
    assert tie(played).initial == 8 - 6 + 3 - 1  # two supports are one: the horse stands within 25
    alone = Called(ordered(state, H1=charge("E1")), "nap.declare", None, 4, 4, 3, 3)
    alone.give()
    assert list(alone.state.ties) == ["charge H1 E1"]


@pytest.mark.clause("NAP-R170", "NAP-SIM-01")
def test_who_refuses_his_own_charge_takes_the_others_standing() -> None:
    state = field(horse(), regiment("E1", "north", at=(50, 65), light=True))
    played = Called(ordered(state, H1=charge("E1"), E1=charge("H1")), "nap.declare", None, 2, 2, 4, 4)
    played.give()
    assert tie(played, "charge E1 H1").answer == "stand"
