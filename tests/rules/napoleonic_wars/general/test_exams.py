"""Exams of the scripted general: his plan, squares before horse, charges that pay and those that do not, answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.bots.roster import make_bot
from game.bots.seat import Choice, Seat
from game.engine.decision import Decision, OptionAnswer, OrdersAnswer
from game.engine.state import Marker, Secret, State, Tie, view
from game.engine.text import T, Word
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.general import plan
from rulesets.napoleonic_wars.general.general import General
from rulesets.napoleonic_wars.general.plan import TEMPERS, Temper
from rulesets.napoleonic_wars.own import ChargeOwn, MarkerOwn
from rulesets.napoleonic_wars.system import RULESET
from tests.rules.napoleonic_wars.orders.test_writing import told
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, given, regiment

NORTH = GameOrder("attack", ((500.0, 650.0), (500.0, 900.0)))
_, BOLD, CAUTIOUS = TEMPERS


def examined(state: State, question: str, temper: Temper = BOLD, **args: Any) -> Choice:
    """What a general of the south says; whatever it is, it must be legal."""
    state = replace(state, secret={s: state.secret.get(s, Secret()) for s in state.sides})
    decision = Decision("d1", question, "south", RULESET.questions[question].kind, T("Now"), args)
    seat = Seat(RULESET, view(state, "south"), decision, Random(1))
    choice = General(temper).choose(seat)
    assert seat.check(choice.reply).legal
    return choice


def lines(choice: Choice) -> dict[str, Any]:
    assert isinstance(choice.reply.answer, OrdersAnswer)
    return dict(choice.reply.answer.lines)


def written(state: State, body: str, temper: Temper = BOLD) -> list[dict[str, Any]]:
    """The line that a body gets."""
    found = lines(examined(state, "write", temper)).get(body, {}).get("do", [])
    return [dict(one) for one in found]


def goal(name: str, x: float, y: float, worth: int = 100) -> Marker:
    return Marker(name, "objective", "", Pose(x, y), name=name, own=MarkerOwn(worth, 60.0))


def brigades() -> State:
    """Three brigades of the south, two objectives."""
    state = field(
        *(battalion(f"L{k}", "south", at=(30 + 20 * k, 20), brigade="one") for k in range(3)),
        *(battalion(f"M{k}", "south", at=(130 + 20 * k, 20), brigade="two") for k in range(2)),
        regiment("H1", "south", at=(100, 10), brigade="three"),
        general("G1", "south", at=(50, 10), brigade="one"),
        battalion("E1", "north", at=(60, 110)),
        battalion("E2", "north", at=(150, 110)),
    )
    goals = (goal("A", 500.0, 700.0), goal("B", 1500.0, 700.0))
    return replace(state, markers={m.id: m for m in goals})


@pytest.mark.clause("NAP-S35", "NAP-S06")
def test_each_brigade_goes_for_the_objective_before_it() -> None:
    found = lines(examined(brigades(), "game_orders", first=True))
    assert found["brigade one"]["kind"] == "attack"
    assert found["brigade one"]["route"][0] == [500.0, 700.0]
    assert found["brigade two"]["route"][0] == [1500.0, 700.0]
    assert found["brigade one"]["targets"][0] == "E1"


def test_the_cautious_keep_a_brigade_back_and_say_so() -> None:
    choice = examined(brigades(), "game_orders", CAUTIOUS, first=True)
    assert lines(choice)["brigade three"] == {"kind": "hold"}
    assert choice.why is not None
    assert choice.why.args["brigade"] == Word("one")
    assert choice.why.args["reserve"] == Word("three")
    assert lines(examined(brigades(), "game_orders", BOLD, first=True))["brigade three"]["kind"] == "attack"


def test_who_has_carried_out_his_order_gets_a_new_one() -> None:
    idle = told(brigades(), L0=replace(NORTH, used=True), L1=NORTH, L2=NORTH, M0=NORTH, M1=NORTH, H1=NORTH)
    found = lines(examined(idle, "game_orders", first=False))
    assert set(found) == {"L0"}
    assert found["L0"]["kind"] == "attack"


def against(*made: Any, order: GameOrder = NORTH, **battle: Any) -> State:
    """Bodies of the south under one order, against others."""
    state = field(*made, general("G0", "south", at=(80, 5), chief=True), **battle)
    return told(state, **{m.unit.id: order for m in made if m.unit.side == "south"})


def test_foot_forms_square_before_cavalry_that_would_ride_it_down() -> None:
    def before(y: float, temper: Temper = BOLD, **own: Any) -> list[dict[str, Any]]:
        horse = regiment("E1", "north", at=(50, y), **own)
        return written(against(battalion("L1", "south", at=(50, 30), carried=1), horse), "L1", temper)

    assert before(60.0, cls="A")[0] == {"verb": "form", "formation": "square"}
    assert all(one.get("formation") != "square" for one in before(110.0, cls="A"))
    assert all(one.get("formation") != "square" for one in before(60.0, cls="E", carried=4))


def test_a_square_stands_while_such_horse_is_near_and_is_left_afterwards() -> None:
    square = battalion("L1", "south", at=(50, 30), formation="square")
    near = against(square, regiment("E1", "north", at=(50, 60), cls="A", seen=True))
    assert all(one["verb"] != "form" for one in written(near, "L1"))
    assert written(against(square, battalion("E1", "north", at=(50, 110))), "L1")[0]["formation"] == "line"


def test_horse_charges_a_disordered_line_and_no_square() -> None:
    def met(formation: Any, **own: Any) -> list[dict[str, Any]]:
        foe = battalion("E1", "north", at=(50, 55), formation=formation, **own)
        return written(against(regiment("H1", "south", at=(50, 30), cls="A"), foe), "H1")

    assert met("line", carried=4) == [{"verb": "charge", "targets": ("E1",), "first": ()}]
    assert all(one["verb"] != "charge" for one in met("square", carried=4))


def test_the_cautious_charge_where_more_is_promised() -> None:
    state = against(battalion("L1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 38)))
    promised = plan.value(state, "L1", "E1")
    eager, wary = (replace(BOLD, charge=n) for n in (promised, promised + 1))
    assert written(state, "L1", eager)[0]["verb"] == "charge"
    assert all(one["verb"] != "charge" for one in written(state, "L1", wary))


@pytest.mark.clause("NAP-ATK-01", "NAP-CHG-04")
@pytest.mark.parametrize(("y", "verb"), [(35.0, "charge"), (34.9, "attack")])
def test_foot_attacks_whom_it_is_too_near_to_charge(y: float, verb: str) -> None:
    """Their fronts are 5 cm apart, or 1 mm less."""
    state = against(battalion("L1", "south", at=(50, 30)), battalion("E1", "north", at=(50, y), carried=6))
    promised = plan.value(state, "L1", "E1")
    assert written(state, "L1", replace(BOLD, charge=promised))[0]["verb"] == verb
    wary = written(state, "L1", replace(BOLD, charge=promised + 1))
    assert all(one["verb"] not in ("charge", "attack") for one in wary)


@pytest.mark.clause("NAP-CTC-04", "NAP-ATK-01")
def test_foot_attacks_a_garrison() -> None:
    house = box("building", 46, 45, 54, 53, "B")
    foe = battalion("E1", "north", at=None, figures=6, carried=6, inside="B")
    choice = examined(against(battalion("L1", "south", at=(50, 30)), foe, features=[house]), "write")
    assert lines(choice)["L1"]["do"][0]["verb"] == "attack"
    assert choice.why is not None
    assert (choice.why.key, set(choice.why.args)) == ("{unit}: attack on {enemy}", {"unit", "enemy"})


def test_a_body_far_from_its_brigade_has_an_order_of_its_own() -> None:
    state = field(
        *(battalion(f"L{k}", "south", at=(20 + 160 * k, 20), brigade="one") for k in range(2)),
        battalion("E1", "north", at=(60, 110)),
    )
    goals = (goal("A", 300.0, 700.0), goal("B", 1700.0, 700.0))
    found = lines(examined(replace(state, markers={m.id: m for m in goals}), "game_orders", first=True))
    assert [found[b]["route"][0] for b in ("L0", "L1")] == [[300.0, 700.0], [1700.0, 700.0]]


def test_nobody_charges_against_his_game_order() -> None:
    foe = battalion("E1", "north", at=(50, 55), carried=6)
    state = against(regiment("H1", "south", at=(50, 30), cls="A"), foe, order=GameOrder("hold"))
    assert all(one["verb"] != "charge" for one in written(state, "H1"))


def test_a_column_in_range_of_foot_forms_line_and_one_far_off_marches() -> None:
    def column(y: float) -> list[dict[str, Any]]:
        foe = battalion("E1", "north", at=(50, y), formation="square", cls="A")
        return written(against(battalion("L1", "south", at=(50, 30), formation="closed_column"), foe), "L1")

    assert column(58.0)[0]["formation"] == "line"
    assert column(110.0)[0]["verb"] == "advance"


def test_who_is_disordered_in_range_fires_rather_than_reform() -> None:
    far = battalion("L1", "south", at=(50, 30), carried=4)
    state = against(far, battalion("E1", "north", at=(50, 45), formation="square", cls="A"))
    assert written(state, "L1") == []
    alone = against(far, battalion("E1", "north", at=(50, 120)))
    assert written(alone, "L1")[0] == {"verb": "reform"}


@pytest.mark.parametrize(("y", "fired_at", "goes"), [(57.0, "L1", False), (59.0, "L1", True), (59.0, "", False)])
def test_who_is_disordered_under_fire_that_he_cannot_answer_goes_out_of_it_first(
    y: float, fired_at: str, goes: bool
) -> None:
    """Rifles at 27 or 29 cm: 7.5 cm off he is out of their 36 cm, or not."""
    foe = battalion("E1", "north", at=(50, y), formation="square", cls="A", weapon="rifle", fired=1, fired_at=fired_at)
    state = against(battalion("L1", "south", at=(50, 30), carried=2), foe, move=2)
    found = [one["verb"] for one in written(state, "L1")]
    assert found == (["face", "advance"] if goes else ["reform", "advance"])


def test_guns_unlimber_in_range_facing_the_enemy_and_stay_in_action() -> None:
    limbered = against(battery("A1", "south", at=(50, 30), formation="limbered"), battalion("E1", "north", at=(90, 60)))
    (line,) = written(limbered, "A1")
    assert line["verb"] == "unlimber"
    assert 40.0 < line["facing"] < 65.0
    firing = against(battery("A1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 60)))
    assert written(firing, "A1") == []
    far = against(battery("A1", "south", at=(50, 30)), battalion("E1", "north", at=None))
    assert written(far, "A1")[0]["verb"] == "limber"


def charged(state: State, charger: str, body: str) -> State:
    tie = Tie(f"charge {charger} {body}", "charge", charger, body, ChargeOwn())
    return replace(state, ties={tie.id: tie})


@pytest.mark.parametrize(
    ("made", "charger", "answer"),
    [
        (battalion("L1", "south", formation="open", sub={"open": True}), regiment("E1", "north", at=(50, 70)), "evade"),
        (regiment("L1", "south"), regiment("E1", "north", at=(50, 70)), "counter_charge"),
        (battalion("L1", "south"), battalion("E1", "north", at=(50, 58)), "stand"),
    ],
)
def test_charges_are_answered(made: Any, charger: Any, answer: str) -> None:
    state = charged(against(made, charger), "E1", "L1")
    choice = examined(state, "answer_charges", CAUTIOUS, charged={"L1": "E1"})
    assert isinstance(choice.reply.answer, OptionAnswer)
    assert choice.reply.answer.parts == {"L1": answer}


def test_what_he_does_not_know_changes_nothing() -> None:
    foes = (battalion("E1", "north", at=(50, 110)), battalion("E2", "north", at=(60, 60)))
    state = against(battalion("L1", "south", at=(50, 30)), *foes, hidden=("E2",))
    planned = told(state, E1=GameOrder("attack", ((500.0, 100.0),)))
    moved = given(planned, "L1")
    assert lines(examined(state, "write")) == lines(examined(moved, "write"))
    without = against(battalion("L1", "south", at=(50, 30)), foes[0])
    assert lines(examined(state, "write")) == lines(examined(without, "write"))


def test_the_generals_are_offered_by_name() -> None:
    assert [make_bot(RULESET, name).name for name in ("bold", "cautious")] == ["bold", "cautious"]


FREE = {"order_free": True}


@pytest.mark.clause("NAP-S77", "NAP-S35")
def test_without_move_orders_he_writes_charges_and_enters_the_rest_by_his_plan() -> None:
    foe = battalion("E1", "north", at=(50, 55), formation="line", carried=4)
    made = (regiment("H1", "south", at=(50, 30), cls="A"), battalion("L1", "south", at=(120, 30)))
    state = field(*made, foe, general("G0", "south", at=(80, 5), chief=True), options=FREE)
    sheet = lines(examined(state, "write"))
    assert sheet == {"H1": {"do": [{"verb": "charge", "targets": ("E1",), "first": ()}]}}
    moves = lines(examined(state, "quarter", quarter=1))
    assert moves["L1"]["do"][0]["verb"] in ("advance", "wheel")  # at the enemy's middle, for there is no objective
    assert lines(examined(state, "quarter", quarter=2)) == {}
