"""Sheets of move orders: drafted, judged, sealed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Decision, OrdersAnswer
from game.engine.flow import Run
from game.engine.state import State, view
from game.engine.text import T
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.fire import targets
from rulesets.napoleonic_wars.orders import drafting, game_orders
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from tests.rules.napoleonic_wars.clock.test_pass import ordered
from tests.rules.napoleonic_wars.play import Called, lines_of
from tests.rules.napoleonic_wars.table import (
    at_cm,
    battalion,
    battery,
    box,
    field,
    general,
    given,
    given_made,
    hide,
    piece,
    regiment,
)

DECISION = Decision("d1", "write", "south", "orders", T("Write"))


def told(state: State, **orders: GameOrder) -> State:
    """The state with game orders, in force from where the bodies stand."""
    run = Run(state)
    for body, order in orders.items():
        placed = GameOrder(
            **{f: getattr(order, f) for f in order.__struct_fields__ if f != "place"}, place=shape.centre(state, body)
        )
        run.emit("told", "order", None, notes.ordered(run.state, body, placed))
    return run.state


def army(*more: Any) -> State:
    return field(
        battalion("L1", "south", at=(50, 30), figures=18, brigade="one"),
        battalion("L2", "south", at=(50, 15), figures=18, brigade="one"),
        general("G0", "south", at=(80, 10), chief=True),
        battalion("E1", "north", at=(50, 90), figures=18),
        *more,
    )


NORTH = GameOrder("attack", ((500.0, 650.0),))


def drafts(state: State, body: str) -> list[str]:
    return [act["verb"] for act in drafting.drafted(state, body)]


def clause(state: State, line: list[dict[str, Any]], body: str = "L1", **others: Any) -> str:
    lines = {body: {"do": line}, **{k: {"do": v} for k, v in others.items()}}
    found = WriteQuestion().check(state, DECISION, OrdersAnswer(lines))
    return "" if found.legal else found.reasons[0].clause


@pytest.mark.clause("NAP-S75", "NAP-ORD-03")
def test_a_unit_that_marches_goes_on_by_its_leg_and_stops_where_it_can_fire() -> None:
    state = told(army(), L1=NORTH)
    (line,) = drafting.drafted(state, "L1")
    assert line["verb"] == "advance"
    assert line["path"] == [[500.0, 650.0]]
    assert line["stop_at"] == {"gap": 120.0, "whom": "close"}


@pytest.mark.clause("NAP-S75", "NAP-S05")
def test_who_holds_or_has_no_order_stands_and_fires() -> None:
    assert drafts(army(), "L1") == []
    assert drafts(told(army(), L1=GameOrder("hold")), "L1") == []


@pytest.mark.clause("NAP-S75", "NAP-DIS-13", "NAP-R43")
def test_carried_factors_are_reformed_unless_an_enemy_is_in_range_and_they_are_few() -> None:
    state = given(told(army(), L1=NORTH), "L1", carried=2)
    assert drafts(state, "L1") == ["reform", "advance"]
    near = given(told(army(battalion("E2", "north", at=(50, 45), figures=18)), L1=NORTH), "L1", carried=2)
    assert drafts(near, "L1") == []
    assert drafts(given(near, "L1", carried=3), "L1") == ["reform", "advance"]


@pytest.mark.clause("NAP-S75", "NAP-RSP-12")
def test_support_copies_the_march_of_its_unit_and_charges_who_charges_it() -> None:
    state = told(army(), L1=NORTH, L2=GameOrder("support", supported="L1"))
    line = drafting.drafted(state, "L2")
    assert [act["verb"] for act in line] == ["counter_charge_for", "advance"]
    assert line[1]["path"][0] == pytest.approx([500.0, 145.0 + 100.0], abs=1.0)


@pytest.mark.clause("NAP-S75")
def test_guns_stay_deployed_while_an_enemy_is_in_range() -> None:
    state = told(army(battery("A1", "south", at=(120, 30))), A1=NORTH)
    assert drafts(state, "A1") == []
    alone = field(battery("A1", "south", at=(120, 10)), battalion("E1", "north", at=(120, 125)))
    assert drafts(told(alone, A1=NORTH), "A1")[0] == "limber"


@pytest.mark.clause("NAP-S75")
def test_no_draft_charges_and_the_whole_draft_can_be_sealed() -> None:
    state = told(army(battalion("E2", "north", at=(50, 45), figures=18)), L1=NORTH, L2=NORTH)
    question = WriteQuestion()
    usual = question.asked(state, DECISION).default.answer
    assert isinstance(usual, OrdersAnswer)
    verbs = {act["verb"] for line in usual.lines.values() for act in line["do"]}
    assert not verbs & {"charge", "attack"}
    assert question.check(state, DECISION, usual).legal
    assert question.default(state, DECISION).answer == usual


@pytest.mark.clause("NAP-S07", "NAP-ORD-02", "NAP-S73")
def test_a_line_that_breaks_the_game_order_is_refused_unless_a_general_gives_it() -> None:
    state = told(army(), L1=NORTH)
    back = [{"verb": "face", "to": "about"}, {"verb": "advance", "distance": 50.0}]
    assert clause(state, back) == "NAP-S07"
    near = told(
        field(
            battalion("L1", "south", at=(50, 30), figures=18),
            general("G0", "south", at=(50, 34), chief=True),
            battalion("E1", "north", at=(50, 90), figures=18),
        ),
        L1=NORTH,
    )
    command = [{"verb": "stay_with", "unit": "L1", "commands": True}]
    assert clause(near, back, G0=command) == ""
    assert clause(state, back, G0=command) == "NAP-CMD-04"  # he is too far away


@pytest.mark.clause("NAP-CHG-01", "NAP-S07", "NAP-CHG-02", "NAP-S76")
def test_a_charge_is_ordered_within_the_game_order_and_not_beyond_honest_doubt() -> None:
    def horse(y: float, order: GameOrder, **options: Any) -> str:
        state = field(
            regiment("H1", "south", at=(50, 30), light=True),
            battalion("E1", "north", at=(50, y), figures=18),
            options=options,
        )
        return clause(told(state, H1=order), [{"verb": "charge", "targets": ["E1"]}], "H1")

    assert horse(75, NORTH) == ""
    assert horse(75, GameOrder("move", ((500.0, 650.0),))) == "NAP-S07"
    assert horse(104.9, GameOrder("attack", towards="E1")) == ""  # 74.9 of one and a half times 50
    assert horse(105.2, GameOrder("attack", towards="E1")) == "NAP-S76"
    assert horse(80.5, GameOrder("attack", towards="E1"), measuring="free") == "NAP-CHG-02"


@pytest.mark.clause("NAP-S08", "NAP-ORD-10")
def test_what_is_no_order_is_refused_with_the_reason() -> None:
    state = told(army(), L1=NORTH)
    assert clause(state, [{"verb": "fly"}]) == "NAP-S08"
    assert clause(state, [{"verb": "advance", "distance": 20.0}], "E1") == "NAP-ORD-10"


@pytest.mark.clause("NAP-S05")
def test_bodies_under_a_result_that_moves_them_get_no_line() -> None:
    state = given(army(), "L2", result="rout")
    lines = [line.id for line in lines_of(WriteQuestion().asked(state, DECISION))]
    assert "L2" not in lines
    assert "L1" in lines


@pytest.mark.clause("NAP-S74", "NAP-S76")
def test_a_line_tells_what_it_comes_to_in_time() -> None:
    state = told(army(), L1=NORTH)
    answer = OrdersAnswer({"L1": {"do": [{"verb": "advance", "distance": 50.0}, {"verb": "wait"}]}})
    spans = WriteQuestion().spans(state, DECISION, answer, "L1")
    assert [(s.start, s.end, s.kind) for s in spans] == [(0.0, 0.5, "go"), (0.5, 0.75, "wait")]
    base = next(iter(spans[0].poses))
    assert spans[0].after[base].y - spans[0].poses[base].y == pytest.approx(50.0)


@pytest.mark.clause("NAP-ORD-15", "NAP-S76")
@pytest.mark.parametrize(
    ("more", "fires"),
    [([], True), ([{"verb": "fire", "hold": True}], False), ([{"verb": "charge", "targets": ["E1"]}], False)],
)
def test_time_at_rest_with_an_enemy_in_range_is_told_as_time_of_fire(more: list[dict[str, Any]], fires: bool) -> None:
    go: list[dict[str, Any]] = [{"verb": "advance", "distance": 50.0}]

    def kinds(y: float, *acts: dict[str, Any]) -> list[tuple[float, float, str, int]]:
        near = field(
            battalion("L1", "south", at=(50, 30), figures=18, brigade="one"),
            battalion("E1", "north", at=(50, y), figures=18),
        )
        answer = OrdersAnswer({"L1": {"do": [*go, *acts]}})
        spans = WriteQuestion().spans(told(near, L1=NORTH), DECISION, answer, "L1")
        return [(s.start, s.end, s.kind, s.act) for s in spans]

    marched = (0.0, 0.5, "go", 0)
    if not more:
        assert kinds(59.0, {"verb": "wait"}) == [marched, (0.5, 0.75, "fire", 1), (0.75, 1.0, "fire", -1)]
        assert kinds(59.1) == [marched]  # 24 cm from where it will stand
    assert kinds(50.0, *more)[0] == marched
    assert any(kind == "fire" for _, _, kind, _ in kinds(50.0, *more)) is fires


@pytest.mark.clause("NAP-S05", "NAP-SEQ-45", "NAP-S37")
def test_the_other_sides_orders_change_nothing_of_ones_own_sheet() -> None:
    one = told(army(), L1=NORTH, E1=GameOrder("hold"))
    other = told(army(), L1=NORTH, E1=GameOrder("attack", ((500.0, 300.0),)))
    question = WriteQuestion()
    assert question.asked(view(one, "south"), DECISION) == question.asked(view(other, "south"), DECISION)


def test_a_draft_wheels_as_far_as_it_can_where_its_route_lies_too_far_round() -> None:
    state = told(army(), L1=GameOrder("attack", ((950.0, 330.0), (1200.0, 650.0))))
    line = drafting.drafted(view(state, "south"), "L1")
    assert [one["verb"] for one in line] == ["wheel"]
    assert line[0]["hand"] == "right"
    seen = view(state, "south")
    asked = WriteQuestion()
    default = asked.default(seen, DECISION)
    assert default.answer is not None
    assert asked.check(seen, DECISION, default.answer).legal


@pytest.mark.clause("NAP-ORD-02", "NAP-S73")
def test_a_line_says_what_the_game_order_of_its_body_is() -> None:
    state = told(army(), L1=NORTH, L2=GameOrder("hold", used=True))
    lines = {line.id: line.note for line in lines_of(WriteQuestion().asked(state, DECISION))}
    assert lines["L1"] == game_orders.KINDS["attack"]
    assert lines["L2"] == T("carried out")
    assert lines["G0"] is None


@pytest.mark.clause("NAP-SEQ-41", "NAP-ORD-01")
def test_new_game_orders_are_asked_for_where_one_is_carried_out_or_a_general_wished_to() -> None:
    busy = told(army(), L1=NORTH, L2=NORTH)
    assert not Called(busy, "nap.game_orders").session.waiting
    idle = told(army(), L1=NORTH, L2=replace(NORTH, used=True))
    assert [d.side for d in Called(idle, "nap.game_orders").session.waiting] == ["south"]
    wished = ordered(busy, G0={"verb": "orders"})
    assert [d.side for d in Called(wished, "nap.game_orders").session.waiting] == ["south"]
    assert clause(busy, [], G0=[{"verb": "orders"}]) == ""


def led(*more: Any) -> State:
    """A general within 5 cm of two battalions that march north."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("L2", "south", at=(64, 30), figures=18),
        general("G0", "south", at=(57, 33), chief=True),
        battalion("E1", "north", at=(50, 90), figures=18),
        *more,
    )
    return told(state, L1=NORTH, L2=NORTH)


BACK = [{"verb": "face", "to": "about"}, {"verb": "advance", "distance": 50.0}]


@pytest.mark.clause("NAP-CMD-05", "NAP-CMD-04")
def test_a_unit_that_a_general_led_goes_by_its_game_order_again_when_he_does_not() -> None:
    state = led()
    lead = [{"verb": "stay_with", "unit": "L1", "commands": True}]
    played = Called(state, "nap.write")
    lines = {"L1": {"do": BACK}, "G0": {"do": lead}}
    played.answer(OrdersAnswer(lines if played.asked.side == "south" else {}))
    played.answer(OrdersAnswer(lines if played.asked.side == "south" else {}))
    assert [one["verb"] for one in notes.line_of(played.state, "L1")] == ["face", "advance"]
    assert notes.order_of(played.state, "L1") == notes.order_of(state, "L1")  # what he says in person is no game order
    assert clause(state, BACK) == "NAP-S07"  # he is as near as before, but leads nobody
    assert clause(state, BACK, G0=[{"verb": "stay_with", "unit": "L1"}]) == "NAP-S07"


@pytest.mark.clause("NAP-CMD-06", "NAP-S73", "NAP-S31")
@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ([{"verb": "stay_with", "unit": "L1", "commands": True}], ""),
        ([{"verb": "stay_with", "unit": u, "commands": True} for u in ("L1", "L2")], "NAP-CMD-06"),
        ([{"verb": "stay_with", "unit": "L1", "commands": True}, {"verb": "ride", "path": [[9, 9]]}], "NAP-CMD-06"),
        ([{"verb": "ride", "path": [[9, 9]]}, {"verb": "stay_with", "unit": "L1"}], "NAP-S73"),
        ([{"verb": "advance"}], "NAP-S31"),
        ([{"verb": "fly"}], "NAP-S08"),
    ],
)
def test_a_general_commands_one_unit_and_rides_to_no_other(line: list[dict[str, Any]], wrong: str) -> None:
    assert clause(led(), line, "G0") == wrong


@pytest.mark.clause("NAP-ORD-10", "NAP-ORD-12", "NAP-ORD-15")
def test_without_a_line_a_body_stands_fires_and_skirmishers_give_way() -> None:
    loose = battalion("L3", "south", at=(50, 50), figures=6, formation="open", sub={"open": True})
    state = field(loose, battalion("E1", "north", at=(50, 60), figures=18), battalion("L1", "south", at=(120, 30)))
    played = Called(ordered(state, E1={"verb": "advance"}), "nap.first_pass").to_end().state
    assert at_cm(played, "L1") == (120.0, 30.0)
    assert at_cm(played, "L3")[1] < 50.0
    assert targets.may_fire(played, "L1")


@pytest.mark.clause("NAP-ORD-14")
@pytest.mark.parametrize(
    ("y", "width", "formation", "verb"),
    [
        (44, 6, "line", "form"),
        (44, 40, "line", "advance"),  # broad enough for its 13.5 cm
        (20, 6, "line", "advance"),  # a move away
        (44, 6, "march_column", "advance"),
    ],
)
def test_before_a_bridge_a_body_goes_into_march_column_though_nobody_orders_it(
    y: float, width: float, formation: Any, verb: str
) -> None:
    river = box("river", 0, 50, 200, 60, "R")
    bridge = box("bridge", 50 - width / 2, 50, 50 + width / 2, 60, "B")
    made = battalion("L1", "south", at=(50, y), figures=18, formation=formation)
    state = told(field(made, battalion("E1", "north", at=(50, 125)), features=[river, bridge]), L1=NORTH)
    assert drafts(state, "L1")[0] == verb
    assert clause(state, drafting.drafted(state, "L1")) == ""


def spent(y: float, *more: Any) -> State:
    """A battalion that has to reform, with an enemy north of it."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, carried=1),
        battalion("E1", "north", at=(50, y), figures=18),
        *more,
    )
    return told(state, L1=NORTH)


@pytest.mark.clause("NAP-DIS-13", "NAP-S45", "NAP-S73")
def test_who_has_to_reform_may_first_go_farther_from_all_who_reach_it() -> None:
    assert clause(spent(54.0), BACK) == ""  # in range of its 24 cm, against its game order as well
    assert clause(spent(54.1), BACK) == "NAP-DIS-13"
    assert clause(spent(54.0), [{"verb": "advance", "distance": 50.0}]) == "NAP-DIS-13"
    assert clause(given(spent(54.0), "L1", carried=0), BACK) == "NAP-S07"  # who is in order goes by his orders
    horse = regiment("E2", "north", at=(50, 5), facing=0, light=True)
    assert clause(spent(54.0, horse), BACK) == "NAP-DIS-13"  # nearer to one who can charge it
    assert clause(spent(54.0, given_made(horse, result="rout")), BACK) == ""  # but not when he runs


@pytest.mark.clause("NAP-DIS-13")
def test_it_goes_there_in_the_move_and_is_not_told_of_enemies_it_has_not_noticed() -> None:
    state = spent(54.0)
    sheet = Called(state, "nap.write")
    for _ in range(2):
        sheet.answer(OrdersAnswer({"L1": {"do": BACK}} if sheet.asked.side == "south" else {}))
    played = Called(sheet.state, "nap.first_pass").to_end().state
    assert at_cm(played, "L1")[1] < 30.0
    held = Called(ordered(state, L1=BACK), "nap.first_pass").to_end().state
    assert at_cm(held, "L1") == (50.0, 29.0)  # without that judgement it faces about, and halts
    unseen = hide(state, "E1")
    assert clause(view(unseen, "south"), BACK) == clause(unseen, BACK) == "NAP-DIS-13"


@pytest.mark.clause("NAP-R43")
def test_fire_frees_from_reforming_where_somebody_is_in_range_from_where_it_fires() -> None:
    fires = [{"verb": "fire"}, {"verb": "advance", "distance": 50.0}]
    assert clause(spent(54.0), fires) == ""
    assert clause(spent(59.0), fires) == ""  # 24 cm from where it will stand
    assert clause(spent(59.1), fires) == "NAP-DIS-13"
    assert clause(spent(54.0), [{"verb": "fire", "hold": True}, fires[1]]) == "NAP-DIS-13"


@pytest.mark.clause("NAP-S75")
def test_a_draft_goes_to_the_next_point_of_its_route_where_the_wheel_beyond_has_no_time() -> None:
    front = shape.standing(army(), "L1").centre
    near = (front[0], front[1] + 60.0)
    state = told(army(), L1=GameOrder("attack", (near, (near[0] + 500.0, near[1]))))
    whole = [{"verb": "advance", "path": [list(near), [near[0] + 500.0, near[1]]]}]
    assert clause(state, whole) == "NAP-WHL-02"
    (line,) = drafting.drafted(view(state, "south"), "L1")
    assert (line["verb"], line["path"]) == ("advance", [[round(x, 1) for x in near]])


@pytest.mark.clause("NAP-CMD-04", "NAP-ORD-07", "NAP-S07")
@pytest.mark.parametrize(("off", "refused"), [(0.0, ""), (5.0, ""), (5.1, "NAP-CMD-04")])
@pytest.mark.parametrize("order", [GameOrder("hold"), GameOrder("retire", ((500.0, 50.0),))])
@pytest.mark.parametrize(
    ("fights", "y"), [({"verb": "charge", "targets": ["E1"]}, 42.0), ({"verb": "attack", "target": "E1"}, 34.0)]
)
def test_a_general_at_hand_orders_a_charge_or_an_attack_against_the_game_order(
    off: float, refused: str, order: GameOrder, fights: dict[str, Any], y: float
) -> None:
    """His base, 2 cm wide, lies beside the end of a line of 13.5 cm; too near to be charged the enemy is attacked."""
    state = told(
        field(
            battalion("L1", "south", at=(50, 30), figures=18, companies=3, cls="A"),
            battalion("E1", "north", at=(50, y), figures=18),
            general("G0", "south", at=(57.75 + off, 30), chief=True),
        ),
        L1=order,
    )
    lead = [{"verb": "stay_with", "unit": "L1", "commands": True}]
    assert clause(state, [fights]) == "NAP-S07"
    assert clause(state, [fights], G0=[{"verb": "stay_with", "unit": "L1"}]) == "NAP-S07"
    assert clause(state, [fights], G0=lead) == refused


@pytest.mark.clause("NAP-CMD-04", "NAP-RSP-12")
def test_a_general_at_hand_orders_a_counter_charge_for_a_unit_that_the_game_order_does_not_name() -> None:
    state = told(
        field(
            regiment("H1", "south", at=(50, 30)),
            battalion("L1", "south", at=(70, 30), figures=18),
            battalion("E1", "north", at=(70, 60), figures=18),
            general("G0", "south", at=(50, 27), chief=True),
        ),
        H1=GameOrder("hold"),
    )
    line = [{"verb": "counter_charge_for", "unit": "L1"}]
    assert clause(state, line, "H1") == "NAP-RSP-12"
    assert clause(state, line, "H1", G0=[{"verb": "stay_with", "unit": "H1", "commands": True}]) == ""


@pytest.mark.clause("NAP-S10", "NAP-S08")
@pytest.mark.parametrize(
    ("features", "line", "key"),
    [
        (
            [piece("wall", [(20, 35), (80, 35)], "W")],
            {"verb": "advance"},
            "halts at",
        ),
        ([box("deep_river", 0, 35, 200, 40)], {"verb": "advance"}, "forbidden ground"),
        ([], {"verb": "advance"}, ""),
    ],
)
def test_an_order_that_leads_where_a_body_may_not_go_is_taken_and_the_sheet_says_why_it_ends_there(
    features: list[Any], line: dict[str, Any], key: str
) -> None:
    state = told(field(regiment("L1", "south", at=(50, 30), figures=8), features=features), L1=NORTH)
    found = WriteQuestion().check(state, DECISION, OrdersAnswer({"L1": {"do": [line]}}))
    assert found.legal
    (part,) = found.parts
    assert key in (part.note.key if part.note else "")
    ends = {round(ghost.pose.y) for ghost in found.ghosts}
    assert ends == ({340} if key else {590})
