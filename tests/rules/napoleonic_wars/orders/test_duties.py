"""Duties that last into the next move: the double that goes on, the parts of one unit on one sheet."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Decision, OrdersAnswer
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars.command import doubling, notes, obedience
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.orders import duties
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from rulesets.napoleonic_wars.own import Doing, Leg, Track
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.examples.test_a import ended, marched, north
from tests.rules.napoleonic_wars.orders.test_writing import told

DECISION = Decision("d1", "write", "south", "orders", T("Write"))
DOUBLE: dict[str, Any] = {"verb": "advance", "pace": "double"}
GO: dict[str, Any] = {"verb": "advance"}
TO_WOOD = GameOrder("move", ((500.0, 870.0),), feature="wood", pace="double")
Line = list[dict[str, Any]]


def refusals(state: State, **lines: Line) -> list[tuple[str, str]]:
    """Who is refused on a sheet, by which clause."""
    answer = OrdersAnswer({body: {"do": line} for body, line in lines.items()})
    found = WriteQuestion().check(state, DECISION, answer)
    return [(r.part, r.clause) for r in found.reasons]


def drafted(state: State) -> dict[str, Line]:
    question = WriteQuestion()
    found = question.draft(state, DECISION)
    assert question.check(state, DECISION, OrdersAnswer(found)).reasons == ()
    return {body: fields["do"] for body, fields in found.items()}


def kept(state: State) -> State:
    """The state with what the end of a move keeps of game orders."""
    run = Run(state)
    after = obedience.after_march(state, "L1", notes.order_of(state, "L1"))
    run.emit("kept", "order", None, notes.ordered(state, "L1", after))
    return run.state


def column(*features: Any, order: GameOrder = TO_WOOD, **more: Any) -> State:
    made = t.battalion("L1", "south", at=(50, 20), formation="closed_column", figures=24)
    wood = t.box("open_wood", 30, 82, 70, 92, "wood")
    return told(t.field(made, features=[wood, *features], **more), L1=order)


# --- the double (example 29) -----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-DBL-02", "NAP-DBL-03", "NAP-S92")
def test_example_twenty_nine_a_double_goes_on_to_its_objective_and_ends_there() -> None:
    first = marched(column(), L1=[DOUBLE])
    assert north(column(), first) == 25.0
    second = ended(first)
    for line in (
        [],
        [{"verb": "wait", "quarters": 4}],
        [{"verb": "form", "formation": "line"}],
        [{**DOUBLE, "distance": 100.0}],
        [{**DOUBLE, "distance": 249.9}],
        [GO],
        [{"verb": "face", "to": "about"}],
        [{"verb": "lie"}],
    ):
        assert ("L1", "NAP-DBL-02") in refusals(second, L1=line), line
    assert refusals(second) == [("L1", "NAP-DBL-02")]  # no line at all
    assert refusals(second, L1=[{**DOUBLE, "distance": 250.0}]) == []
    assert refusals(second, L1=drafted(second)["L1"]) == []
    second = marched(second, L1=drafted(second)["L1"])
    assert north(first, second) == 25.0
    assert book.recorded(second, "L1") == 2
    third = marched(ended(second), L1=drafted(ended(second))["L1"])
    assert north(second, third) == 12.0
    assert next((leg.what, leg.end) for leg in third.own.tracks["L1"].legs) == ("advance", 0.48)
    assert book.recorded(third, "L1") == 4
    after = obedience.after_march(third, "L1", notes.order_of(third, "L1"))
    assert after.used
    assert not doubling.is_bound(ended(kept(third)), "L1")
    assert refusals(ended(kept(third)), L1=[]) == []


@pytest.mark.clause("NAP-DBL-07", "NAP-S92", "NAP-S10")
def test_ground_through_which_nobody_doubles_ends_it_and_frees_the_next_move() -> None:
    state = column(t.box("marsh", 30, 77, 70, 79))
    second = marched(ended(marched(state, L1=[DOUBLE])), L1=[DOUBLE])
    third = marched(ended(second), L1=[DOUBLE])
    assert north(second, third) == 7.0
    assert book.recorded(third, "L1") == 4
    fourth = ended(third)
    assert not doubling.is_bound(fourth, "L1")
    assert refusals(fourth, L1=[{"verb": "form", "formation": "square"}]) == []


@pytest.mark.clause("NAP-DBL-02", "NAP-R42", "NAP-S92")
def test_at_attack_distance_it_is_over_though_the_enemy_goes_on() -> None:
    foe = t.battalion("E1", "north", at=(50, 40), facing=0.0, figures=18)
    state = column()
    state = replace(state, units={**state.units, "E1": foe.unit}, bases={**state.bases, **{b.id: b for b in foe.bases}})
    state = t.put(state, "E1", (50.0, 40.0), 0.0, "line")
    # his rear is 19 cm ahead and walks off at 10: 14 cm are gained at 15 a move, at t = 0.9333
    after = marched(state, L1=[DOUBLE], E1=[GO])
    assert north(state, after) == pytest.approx(23.333, abs=0.01)
    near = t.put(state, "E1", (50.0, 28.0), 0.0, "line")
    # 2 cm are gained by t = 0.1333; at the quarter he is farther off, but the double has ended
    after = marched(near, L1=[DOUBLE], E1=[GO])
    assert north(near, after) == pytest.approx(3.333, abs=0.01)
    assert "double_over" in t.of(after, "L1").march.did
    assert refusals(ended(after), L1=[{"verb": "wait", "quarters": 1}]) == []


@pytest.mark.clause("NAP-S92", "NAP-DBL-02")
@pytest.mark.parametrize(
    ("own", "order", "bound"),
    [
        ({}, TO_WOOD, True),
        ({"doubled": 2}, TO_WOOD, False),  # it did not double in the move before
        ({"before": ("double", "was_charged")}, TO_WOOD, False),
        ({"before": ("double", "was_attacked")}, TO_WOOD, False),
        ({"result": "halt"}, TO_WOOD, False),
        ({}, replace(TO_WOOD, since=4), False),  # a new game order in force at the start of this move
        ({}, replace(TO_WOOD, since=3), True),
        ({}, replace(TO_WOOD, used=True), False),
    ],
)
def test_what_ends_the_duty(own: dict[str, Any], order: GameOrder, bound: bool) -> None:
    state = t.given(column(order=order, move=4), "L1", **{"doubled": 3, "before": ("double",), **own})
    assert doubling.is_bound(state, "L1") is bound
    assert (("L1", "NAP-DBL-02") in refusals(state, L1=[])) is bound


@pytest.mark.clause("NAP-S92", "NAP-CTC-07", "NAP-CMD-04")
def test_a_general_in_person_may_end_it_and_a_charge_goes_before_it() -> None:
    chief = t.general("G0", "south", at=(54, 20), chief=True)
    foe = t.battalion("E1", "north", at=(50, 38), figures=18)
    made = t.battalion("L1", "south", at=(50, 20), formation="closed_column", figures=24, doubled=3, before=("double",))
    wood = t.box("open_wood", 30, 82, 70, 92, "wood")
    order = replace(TO_WOOD, kind="attack")
    state = told(t.field(made, foe, chief, features=[wood], move=4), L1=order)
    assert ("L1", "NAP-DBL-02") in refusals(state, L1=[])
    assert refusals(state, G0=[{"verb": "stay_with", "unit": "L1", "commands": True}]) == []
    assert refusals(state, L1=[{"verb": "charge", "targets": ["E1"]}]) == []
    tired = t.given(state, "L1", carried=2)
    assert refusals(tired, L1=[{"verb": "charge", "targets": ["E1"]}]) == []
    assert refusals(tired, L1=[DOUBLE]) == []  # a double already begun goes before reforming (NAP-R43)
    fresh = t.given(tired, "L1", doubled=0)
    assert ("L1", "NAP-DIS-13") in refusals(fresh, L1=[DOUBLE])


@pytest.mark.clause("NAP-S92", "NAP-S73", "NAP-DBL-04")
@pytest.mark.parametrize(("side", "end"), [("behind", 30.0), ("ahead", 38.0)])
def test_a_place_before_or_behind_own_troops_is_reached_at_the_ordered_gap(side: Any, end: float) -> None:
    guns = t.battalion("L2", "south", at=(50, 36), figures=12)  # its rear at 35
    order = GameOrder("move", towards="L2", beside=side, gap=50.0 if side == "behind" else 20.0, pace="double")
    x = 50.0 if side == "behind" else 62.0
    made = t.battalion("L1", "south", at=(x, 20), formation="closed_column", figures=24)
    state = told(t.field(made, guns), L1=order)
    after = marched(state, L1=[DOUBLE])
    gap = {"behind": 5.0, "ahead": 2.0}[side]
    where = t.at_cm(after, "L1")[1]
    assert where == pytest.approx(end, abs=0.01) if side == "behind" else where > 38.0
    assert obedience.after_march(after, "L1", notes.order_of(after, "L1")).used, gap


@pytest.mark.clause("NAP-S92")
@pytest.mark.parametrize(
    ("side", "facing", "gap", "end", "used"),
    [
        ("behind", 0.0, 60.0, 45.0, False),  # 29 cm off, gaining 15 a move
        ("behind", 0.0, 150.0, 43.333, True),  # 14 of them in 0.9333 of the move; they go on
        ("ahead", 180.0, 60.0, 36.429, True),  # they come towards it: 23 cm at 35 a move
    ],
)
def test_a_place_beside_troops_that_march_goes_with_them(
    side: Any, facing: float, gap: float, end: float, used: bool
) -> None:
    at = 50.0 if facing == 0.0 else 49.0  # the edge that it comes to is at 49
    mates = t.battalion("L2", "south", at=(50, at), facing=facing, figures=12)
    order = GameOrder("move", towards="L2", beside=side, gap=gap, pace="double")
    made = t.battalion("L1", "south", at=(50, 20), formation="closed_column", figures=24)
    state = told(t.field(made, mates), L1=order)
    after = marched(state, L1=[DOUBLE], L2=[{"verb": "advance"}])
    assert t.at_cm(after, "L1")[1] == pytest.approx(end, abs=0.01)
    assert obedience.after_march(after, "L1", notes.order_of(after, "L1")).used is used


@pytest.mark.clause("NAP-S92")
def test_a_wheel_at_the_double_goes_on_in_the_next_move_where_it_does_not_fit() -> None:
    order = GameOrder("move", ((1200.0, 600.0),), feature="wood", pace="double")
    made = t.battalion("L1", "south", at=(50, 60), figures=24)
    wood = t.box("open_wood", 115, 40, 125, 80, "wood")
    state = told(t.field(made, features=[wood]), L1=order)
    after = marched(state, L1=[{**DOUBLE, "path": [[1200.0, 600.0]]}])
    legs = [(leg.what, leg.start, leg.end) for leg in after.own.tracks["L1"].legs]
    assert legs == [("wheel", 0.0, 1.0)]
    assert drafted(ended(after))["L1"][0]["pace"] == "double"


# --- the parts of one unit -------------------------------------------------------------------------------------------


def parted(gap: float, **own: Any) -> State:
    part = t.battalion(
        "L1a", "south", (50, 52 + gap), formation="open", figures=4, companies=1, parent="L1", light=True, **own
    )
    return told(t.field(t.battalion("L1", "south", (50, 50)), part), L1=GameOrder("move", ((500.0, 1200.0),)))


@pytest.mark.clause("NAP-ORG-11", "NAP-R143", "NAP-S94")
def test_whichever_part_moves_they_end_within_twenty_centimetres() -> None:
    state = parted(12.0)
    ahead = {"verb": "advance", "distance": 80.0}
    assert refusals(state, L1a=[ahead]) == []
    assert refusals(state, L1a=[{**ahead, "distance": 80.2}]) == [("L1a", "NAP-ORG-11")]
    assert refusals(state, L1=[GO], L1a=[{**ahead, "distance": 180.0}]) == []
    assert refusals(state, L1=[GO], L1a=[{**ahead, "distance": 180.3}]) == [("L1a", "NAP-ORG-11")]
    away = told(state, L1=GameOrder("move", ((500.0, 100.0),)))
    back = [{"verb": "back", "distance": 50.0}]
    assert refusals(away, L1=back) == []
    far = told(parted(16.0), L1=GameOrder("move", ((500.0, 100.0),)))
    assert refusals(far, L1=back) == [("L1", "NAP-ORG-11")]  # the main body walks away from its part
    assert refusals(parted(12.0, detachment=True), L1a=[]) == []


@pytest.mark.clause("NAP-ORG-11", "NAP-S94")
def test_a_part_that_is_farther_off_must_end_nearer() -> None:
    state = parted(30.0)
    assert refusals(state) == [("L1a", "NAP-ORG-11")]  # it has to come back, standing is not enough
    assert refusals(state, L1a=[{"verb": "advance", "distance": 10.0}]) == [("L1a", "NAP-ORG-11")]
    assert refusals(state, L1a=[{"verb": "advance", "path": [[500.0, 700.0]]}]) == []
    assert [one["verb"] for one in drafted(state)["L1a"]] == ["advance", "join"]
    held = t.given(state, "L1a", prone=True)  # it has no way to come nearer
    assert refusals(held) == []
    assert refusals(held, L1=[{"verb": "back", "distance": 10.0}]) != []


def dismounted(gap: float) -> State:
    riders = t.regiment("H1", "south", (50, 50), figures=9, mounted=False, weapon="dragoon_musket", companies=3)
    horses = t.regiment("H1a", "south", (50, 49 - gap), figures=3, parent="H1", companies=3)
    state = t.field(riders, horses)
    bases = {b.id: replace(b, own=replace(b.own, role="horses", horses=4, crew=1)) for b in state.bases_of("H1a")}
    state = replace(state, bases={**state.bases, **bases})
    return told(state, H1=GameOrder("move", ((500.0, 1200.0),)))


@pytest.mark.clause("NAP-HRS-01", "NAP-S94")
def test_led_horses_are_held_within_ten_centimetres_of_their_riders() -> None:
    state = dismounted(4.0)
    assert refusals(state, H1=[{"verb": "advance", "distance": 60.0}]) == []
    assert refusals(state, H1=[{"verb": "advance", "distance": 60.2}]) == [("H1", "NAP-HRS-01")]
    both = {"H1": [{"verb": "advance", "distance": 100.0}], "H1a": [{"verb": "advance", "distance": 100.0}]}
    assert refusals(state, **both) == []
    assert refusals(state, H1a=[{"verb": "back", "distance": 1.0}])[0][0] == "H1a"
    lines = drafted(state)
    assert lines["H1"][0]["verb"] == lines["H1a"][0]["verb"] == "advance"
    assert [one.clause for one in duties.of(dismounted(10.2), "H1a")] == ["NAP-HRS-01"]
    assert duties.of(dismounted(10.0), "H1a") == ()


@pytest.mark.clause("NAP-S94", "NAP-R143", "NAP-S73")
def test_a_part_follows_the_order_of_its_unit_and_holds_its_own_place() -> None:
    state = parted(12.0)
    assert notes.order_of(state, "L1a").route == ((500.0, 1200.0),)
    assert notes.has_order(state, "L1a")
    run = Run(told(state, L1=GameOrder("hold")))
    run.emit("told", "order", None, *obedience.places_of_parts(run.state, "L1"))
    assert notes.order_of(run.state, "L1a").place == pytest.approx((500.0, 630.0))
    ahead = {"verb": "advance", "distance": 50.0}
    assert refusals(run.state, L1a=[ahead]) == []
    assert refusals(run.state, L1a=[{**ahead, "distance": 50.2}]) == [("L1a", "NAP-S07")]
    aside = told(parted(12.0), L1=GameOrder("move", ((900.0, 500.0),)))
    assert refusals(aside, L1a=[{"verb": "advance", "path": [[500.0, 700.0]]}]) == [("L1a", "NAP-S07")]


@pytest.mark.clause("NAP-SMA-02", "NAP-SMA-03", "NAP-SMA-07")
@pytest.mark.parametrize(
    ("own", "clause"),
    [
        ({}, ""),
        ({"loaded": False}, "NAP-SMA-02"),
        ({"loaded": False, "weapon": "rifle"}, "NAP-SMA-03"),
        ({"loaded": False, "weapon": "bow"}, ""),
        ({"loaded": False, "weapon": ""}, ""),
        ({"loaded": False, "spent": True, "carried": 1}, "NAP-SMA-07"),
    ],
)
def test_firearms_that_are_not_loaded_stand_among_what_a_body_owes(own: dict[str, Any], clause: str) -> None:
    state = t.field(t.battalion("L1", "south", at=(50, 20), **own), move=3)
    assert [one.clause for one in duties.of(state, "L1") if one.clause.startswith("NAP-SMA")] == (
        [clause] if clause else []
    )


@pytest.mark.clause("NAP-S75", "NAP-S94")
def test_what_a_body_owes_stands_on_its_line() -> None:
    state = t.given(parted(30.0), "L1", carried=2)
    said = {line.id: line for line in WriteQuestion().asked(state, DECISION).space.lines}
    assert [one.clause for one in duties.of(state, "L1")] == ["NAP-DIS-13"]
    assert said["L1"].note is not None
    bound = t.given(column(move=4), "L1", doubled=3, before=("double",))
    assert [(one.clause, one.due) for one in duties.of(bound, "L1")] == [("NAP-DBL-02", 4)]
    busy = t.given(bound, "L1", doing=Doing("cross", 0.2, {"obstacle": "x"}))
    assert duties.of(busy, "L1") == ()


@pytest.mark.clause("NAP-S92", "NAP-S10")
def test_an_obstacle_may_be_the_objective_of_a_double() -> None:
    hedge = t.piece("hedge", [(30, 40), (70, 40)], "hedge")
    made = t.battalion("L1", "south", at=(50, 20), formation="closed_column", figures=24)
    order = GameOrder("move", ((500.0, 900.0),), feature="hedge", pace="double")
    state = told(t.field(made, features=[hedge]), L1=order)
    after = marched(state, L1=[DOUBLE])
    assert north(state, after) == 20.0
    assert t.of(after, "L1").march.doing is None
    assert obedience.after_march(after, "L1", order).used


@pytest.mark.clause("NAP-HRS-02", "NAP-SPM-02")
def test_nobody_dismounts_where_none_would_be_left_beside_the_holders() -> None:
    lone = told(t.field(t.regiment("H1", "south", (50, 50), figures=1, companies=1)), H1=GameOrder("hold"))
    assert ("H1", "NAP-HRS-02") in refusals(lone, H1=[{"verb": "dismount"}])
    pair = told(t.field(t.regiment("H1", "south", (50, 50), figures=2, companies=1)), H1=GameOrder("hold"))
    assert refusals(pair, H1=[{"verb": "dismount"}]) == []


@pytest.mark.clause("NAP-S73", "NAP-CSQ-07")
def test_the_duty_to_charge_again_goes_before_the_game_order() -> None:
    foe = t.battalion("E1", "north", at=(50, 80), figures=18)
    other = t.battalion("E2", "north", at=(80, 75), figures=18)
    made = t.regiment("L1", "south", at=(50, 50), figures=8)
    state = told(t.field(made, foe, other), L1=GameOrder("hold"))
    charge = [{"verb": "charge", "targets": ["E1"]}]
    assert ("L1", "NAP-S07") in refusals(state, L1=charge)
    owing = t.given(state, "L1", renew="E1")
    assert refusals(owing, L1=charge) == []
    assert ("L1", "NAP-S07") in refusals(owing, L1=[{"verb": "charge", "targets": ["E2"]}])
    assert [one.clause for one in duties.of(owing, "L1")] == ["NAP-CSQ-07"]


@pytest.mark.clause("NAP-S73", "NAP-S07")
def test_who_holds_may_take_the_place_for_its_own_to_which_a_result_has_brought_it() -> None:
    hold = replace(GameOrder("hold"), place=(500.0, 495.0))
    made = t.battalion("L1", "south", at=(50, 50), figures=24)
    state = told(t.field(made), L1=hold)
    march = marched(state, L1=[{"verb": "advance", "distance": 50.0}])
    assert obedience.after_march(march, "L1", hold).moved_to is None  # marches count
    foe = t.battalion("E1", "north", at=(50, 60), figures=18)
    driven = t.given(t.field(made, foe), "L1", result="withdraw", since=1, from_whom="E1")
    run = Run(told(driven, L1=hold))
    tracks = {"L1": _back(run.state, 80.0)}
    away = replace(run.state, own=replace(run.state.own, tracks=tracks))
    away = t.put(away, "L1", (50.0, 42.0), 0.0, "line")
    after = obedience.after_march(away, "L1", notes.order_of(away, "L1"))
    assert after.moved_to == pytest.approx((500.0, 415.0), abs=0.01)
    free = t.given(away, "L1", result="")
    free = replace(free, secret=told(free, L1=after).secret)
    run = Run(free)
    run.emit("kept", "order", None, notes.ordered(free, "L1", after))
    back, ahead = {"verb": "back", "distance": 49.0}, {"verb": "advance", "distance": 60.0}
    assert refusals(run.state, L1=[back]) == []  # 4.9 cm from its new place
    assert refusals(run.state, L1=[ahead]) == []  # nearer to its old one
    farther = t.put(run.state, "L1", (50.0, 41.0), 0.0, "line")  # after a march of 1 cm
    assert refusals(farther, L1=[{**back, "distance": 40.0}]) == []
    assert refusals(farther, L1=[{**back, "distance": 40.2}]) == [("L1", "NAP-S07")]


def _back(state: State, far: float) -> Track:
    """The way of the battalion straight back by a result."""
    figures = [b for b in state.bases_of("L1") if b.pose]
    poses = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in figures if b.pose)
    after = tuple((x, y - far, f) for x, y, f in poses)
    return Track(tuple(b.id for b in figures), (Leg(0.0, 1.0, poses, after, what="withdraw"),))


@pytest.mark.clause("NAP-S94", "NAP-S74", "NAP-ORG-11")
@pytest.mark.parametrize(("gap", "back", "wrong"), [(150.0, 50.0, []), (150.2, 50.0, [("L1", "NAP-ORG-11")])])
def test_sub_units_that_are_sent_out_are_measured_from_where_their_unit_ends(
    gap: float, back: float, wrong: list[tuple[str, str]]
) -> None:
    made = t.battalion("L1", "south", (50, 50), light=True, sub={"open": True, "light": True})
    state = told(t.field(made), L1=GameOrder("move", ((500.0, 300.0),)))
    send = {"verb": "send_out", "subs": ["c6"], "formation": "open", "gap": gap}
    assert refusals(state, L1=[send, {"verb": "back", "distance": back}]) == wrong
    assert refusals(state, L1=[send]) == []


@pytest.mark.clause("NAP-S94", "NAP-ORG-11")
def test_what_results_make_of_the_parts_is_nobodys_fault() -> None:
    state = t.given(parted(12.0), "L1", result="rout")
    ahead = [{"verb": "advance", "distance": 180.0}]
    assert ("L1a", "NAP-ORG-11") not in refusals(state, L1a=ahead)
    assert ("L1a", "NAP-ORG-11") in refusals(t.given(state, "L1", result=""), L1a=ahead)
    taken = {"captors": "L1a", "result": "surrendered", "guarded": True}
    guard = t.battalion("P1", "north", (90, 90), figures=4, companies=1, **taken)
    part = t.battalion("L1a", "south", (50, 64), formation="open", figures=4, companies=1, parent="L1", light=True)
    held = told(t.field(t.battalion("L1", "south", (50, 50)), part, guard), L1=GameOrder("move", ((500.0, 1200.0),)))
    assert refusals(held, L1a=ahead) == []  # who guards prisoners goes where they go


@pytest.mark.clause("NAP-S94", "NAP-HRS-01", "NAP-SCL-11")
def test_a_refusal_says_which_distance_and_the_scale_of_the_ground_lengthens_it() -> None:
    found = WriteQuestion().check(
        dismounted(4.0), DECISION, OrdersAnswer({"H1": {"do": [{"verb": "advance", "distance": 100.0}]}})
    )
    assert [r.text.key for r in found.reasons] == ["Too far from the riders: led horses stay within {far} cm of them."]
    state = parted(12.0)
    wide = replace(state, options={"scale": "enlarged"})
    ahead = [{"verb": "advance", "distance": 90.0}]
    assert refusals(state, L1a=ahead) == [("L1a", "NAP-ORG-11")]
    assert refusals(wide, L1a=ahead) == []


@pytest.mark.clause("NAP-S75", "NAP-S94")
def test_lines_that_break_a_duty_are_changed_to_what_keeps_it() -> None:
    back: dict[str, Any] = {"do": [{"verb": "back", "distance": 50.0}]}
    far = told(parted(16.0), L1=GameOrder("move", ((500.0, 100.0),)))
    assert duties.kept(far, "south", {"L1": back}) == {}
    near = told(parted(12.0), L1=GameOrder("move", ((500.0, 100.0),)))
    assert duties.kept(near, "south", {"L1": back}) == {"L1": back}
    astray = duties.kept(parted(30.0), "south", {})
    assert [one["verb"] for one in astray["L1a"]["do"]] == ["advance", "join"]
    bound = t.given(column(move=4), "L1", doubled=3, before=("double",))
    assert duties.kept(bound, "south", {})["L1"]["do"][0]["pace"] == "double"
