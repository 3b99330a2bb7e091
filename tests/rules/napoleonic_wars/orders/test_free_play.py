"""Play without move orders: charges are written, everything else is entered quarter by quarter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Decision, OrdersAnswer, OrdersSpace
from game.engine.state import State, Tie, view
from game.engine.text import T
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.fire import targets
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from rulesets.napoleonic_wars.own import ChargeOwn
from rulesets.napoleonic_wars.system import RULESET
from tests.rules.napoleonic_wars.clock.test_pass import ordered
from tests.rules.napoleonic_wars.orders.test_writing import told
from tests.rules.napoleonic_wars.play import Called, lines_of
from tests.rules.napoleonic_wars.table import at_cm, battalion, box, field, general, of, piece, regiment
from tests.soak.secrecy import Secrecy

FREE = {"order_free": True, "measuring": "free"}
GO: dict[str, Any] = {"verb": "advance"}


def army(**own: Any) -> State:
    return field(
        battalion("L1", "south", at=(50, 30), figures=18, **own),
        regiment("H1", "south", at=(120, 30), light=True),
        battalion("E1", "north", at=(50, 110), figures=18),
        battalion("E2", "north", at=(120, 60), figures=18),
        options=FREE,
    )


def entered(state: State, *quarters: dict[str, list[dict[str, Any]]], side: str = "south") -> Called:
    """The first pass with what a side enters for its quarters; the other side enters nothing."""
    played = Called(state, "nap.first_pass")
    for k, lines in enumerate(quarters, 1):
        while played.session.waiting and played.asked.args["quarter"] == k:
            asked = played.asked
            mine = lines if asked.side == side else {}
            played.answer(OrdersAnswer({body: {"do": line} for body, line in mine.items()}))
    return played


def refused(played: Called, lines: dict[str, list[dict[str, Any]]]) -> str:
    """The clause by which a side's moves of the quarter are refused, "" where they are legal."""
    decision = next(d for d in played.session.waiting if d.side == "south")
    question = played.session.ruleset.questions["quarter"]
    answer = OrdersAnswer({body: {"do": line} for body, line in lines.items()})
    verdict = question.check(view(played.state, "south"), decision, answer)
    return "" if verdict.legal else verdict.reasons[0].clause


@pytest.mark.clause("NAP-ORD-17", "NAP-S77", "NAP-CHG-01", "NAP-ATK-02", "NAP-RSP-12")
def test_the_sheet_of_the_first_step_holds_charges_attacks_and_counter_charges_alone() -> None:
    decision = Decision("d1", "write", "south", "orders", T("Write"))
    question = WriteQuestion()
    asked = question.asked(army(), decision)
    assert isinstance(asked.space, OrdersSpace)
    assert {act.id for act in asked.space.lines[0].fields[0].acts} == {"charge", "attack", "counter_charge_for"}
    assert asked.draft == OrdersAnswer({})

    def clause(body: str, line: dict[str, Any]) -> str:
        found = question.check(army(), decision, OrdersAnswer({body: {"do": [line]}}))
        return "" if found.legal else found.reasons[0].clause

    assert clause("L1", GO) == "NAP-S77"
    assert clause("H1", {"verb": "charge", "targets": ["E2"]}) == ""  # no game order stands against it
    assert clause("H1", {"verb": "charge", "targets": ["E1"]}) == "NAP-CHG-02"  # the rules of charges do
    assert clause("L1", {"verb": "counter_charge_for", "unit": "H1"}) == ""
    assert clause("L1", {"verb": "counter_charge_for", "unit": "E1"}) == "NAP-RSP-12"


@pytest.mark.clause("NAP-S77")
def test_who_is_not_touched_goes_on_and_who_is_goes_another_way_from_the_quarter_on() -> None:
    on = entered(army(), {"L1": [GO]}, {}, {}, {})
    assert at_cm(on.state, "L1") == pytest.approx((50.0, 40.0))
    stands = entered(army(), {"L1": [GO]}, {}, {"L1": [{"verb": "wait", "quarters": 2}]}, {})
    assert at_cm(stands.state, "L1") == pytest.approx((50.0, 35.0))
    later = entered(army(), {}, {}, {}, {"L1": [GO]})
    assert at_cm(later.state, "L1") == pytest.approx((50.0, 32.5))
    assert of(later.state, "L1").march.rest == pytest.approx(0.75)
    nobody = entered(army(), {}, {}, {}, {})
    assert at_cm(nobody.state, "L1") == (50.0, 30.0)


@pytest.mark.clause("NAP-S77")
def test_each_quarter_is_entered_after_the_last_one_has_been_seen() -> None:
    played = entered(army(), {"L1": [GO]})
    assert at_cm(played.state, "L1") == pytest.approx((50.0, 32.5))
    assert {d.side for d in played.session.waiting} == {"south", "north"}


@pytest.mark.clause("NAP-S77", "NAP-SEQ-45")
def test_what_one_side_enters_the_other_does_not_know() -> None:
    played = Called(army(), "nap.first_pass")
    first, second = played.session.waiting
    played.answer(OrdersAnswer({"L1": {"do": [GO]}} if first.side == "south" else {"E1": {"do": [GO]}}))
    seen = view(played.state, second.side)
    assert not [key for secret in seen.secret.values() for key in secret.notes if key.startswith("quarter")]
    assert not any(secret.sealed for secret in seen.secret.values())


@pytest.mark.clause("NAP-S77", "NAP-FCH-01")
def test_a_formation_taken_in_a_quarter_is_that_of_what_is_entered_later() -> None:
    state = army(formation="open_divisional", nation="france")
    form = {"verb": "form", "formation": "square"}  # half a move
    assert refused(entered(state, {"L1": [form]}), {"L1": [GO]}) == "NAP-ORD-10"  # it is busy
    played = entered(state, {"L1": [form]}, {})
    assert of(played.state, "L1").stance.formation == "open_divisional"  # it is what it becomes when the move is over
    assert refused(played, {"L1": [GO]}) == ""
    formed = entered(state, {"L1": [form]}, {}, {}, {}).state
    gone = entered(state, {"L1": [form]}, {}, {"L1": [GO]}, {}).state
    assert at_cm(gone, "L1")[1] - at_cm(formed, "L1")[1] == pytest.approx(2.5, abs=0.01)  # 5 cm a move, in square
    whole = of(gone, "L1")
    assert (whole.stance.formation, whole.march.doing) == ("square", None)
    assert "formed" in whole.march.did


@pytest.mark.clause("NAP-S77", "NAP-R42")
def test_the_double_is_for_a_whole_move_and_then_nothing_else_is_entered() -> None:
    double = {"verb": "advance", "pace": "double"}
    late = entered(army(), {})
    assert refused(late, {"L1": [double]}) == "NAP-R42"
    assert refused(late, {"L1": [GO]}) == ""
    early = entered(army(), {"L1": [double]})
    assert refused(early, {"L1": [GO]}) == "NAP-ORD-10"
    assert refused(early, {"H1": [{"verb": "charge", "targets": ["E2"]}]}) == "NAP-S77"


@pytest.mark.clause("NAP-S77")
def test_a_change_that_is_not_over_goes_on_by_itself() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_divisional", nation="france"),
        battalion("L2", "south", at=(90, 30), figures=18),
        battalion("E1", "north", at=(50, 110), figures=18),
        options=FREE,
    )
    begun = entered(state, {"L1": [{"verb": "form", "formation": "line"}]})
    assert refused(begun, {"L1": [GO]}) == "NAP-ORD-10"


@pytest.mark.clause("NAP-S77", "NAP-S31")
def test_a_general_rides_where_he_was_told_last() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        general("G0", "south", at=(80, 28), chief=True),
        options=FREE,
    )
    stay = [{"verb": "stay_with", "unit": "L1"}]
    ride = [{"verb": "ride", "path": [[800.0, 600.0]]}]
    assert at_cm(entered(state, {"G0": stay}, {}, {}, {}).state, "G0")[0] < 70.0
    away = at_cm(entered(state, {}, {"G0": ride}, {}, {}).state, "G0")
    assert away[0] == pytest.approx(80.0, abs=0.1)
    assert away[1] > 50.0


@pytest.mark.clause("NAP-S77", "NAP-TGT-02")
def test_no_game_orders_are_asked_for_and_none_names_targets() -> None:
    for frame in ("nap.first_orders", "nap.game_orders"):
        assert Called(army(), frame).session.waiting == ()
        assert Called(field(battalion("L1", "south")), "nap.first_orders").session.waiting
    order = GameOrder("attack", ((500.0, 900.0),), targets=("E2",))
    assert targets.named(told(army(), L1=order), "L1") == ()


@pytest.mark.clause("NAP-S77")
def test_what_was_entered_is_forgotten_with_the_move() -> None:
    done = entered(army(), {"L1": [GO]}, {}, {"L1": [{"verb": "wait"}]}, {})
    assert [one["verb"] for one in notes.line_of(done.state, "L1")] == ["advance", "wait"]
    kept = notes.of_the_move(done.state)
    assert len(kept) == 2


SKIRMISH = battalion("E1", "north", at=(50, 50), figures=12, formation="open", sub={"open": True})
CHARGE = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0))
TOLD = ("detected", "came_upon", "general_taken")
BEND = piece(
    "deep_river",
    [(90, 30), (90, 66), (110, 66), (110, 30), (102, 30), (102, 62.5), (98, 62.5), (98, 30)],
    "R",
    line=False,
)
"""A bend 4 cm wide, in which nobody has 5 cm of way."""
SITUATIONS: dict[str, tuple[State, list[str]]] = {
    "two who meet": (
        field(
            battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column"),
            battalion("E1", "north", at=(50, 50), figures=18),
        ),
        ["L1", "E1"],
    ),
    "skirmishers who give way": (field(battalion("L1", "south", at=(50, 40), figures=18), SKIRMISH), ["L1"]),
    "hidden enemies": (
        field(
            battalion("L1", "south", at=(50, 30), figures=18),
            battalion("E1", "north", at=(50, 36), figures=18),
            features=[box("open_wood", 30, 33, 70, 60, "W")],
            hidden=("E1",),
        ),
        ["L1"],
    ),
    "a general who rides away": (
        field(
            general("G0", "south", at=(50, 50), chief=True),
            battalion("E1", "north", at=(50, 60), figures=18),
        ),
        ["E1"],
    ),
    "a general who is captured, and an ambush": (
        field(
            general("G0", "south", at=(100, 62.4), chief=True),
            regiment("H1", "north", at=(100, 40), facing=0, light=True, figures=2, companies=1),
            battalion("L1", "south", at=(50, 30), figures=18),
            battalion("E1", "north", at=(50, 36), figures=18),
            features=[box("open_wood", 30, 33, 70, 60, "W"), BEND],
            hidden=("E1",),
        ),
        ["H1", "L1"],
    ),
    "a charge": (
        field(
            regiment("H1", "south", at=(50, 30), light=True),
            battalion("E1", "north", at=(50, 60), figures=18),
            battalion("L1", "south", at=(90, 30), figures=18),
            ties=(CHARGE,),
        ),
        ["L1"],
    ),
}


@pytest.mark.clause("NAP-S77", "NAP-S09", "NAP-S46")
@pytest.mark.parametrize("name", list(SITUATIONS))
def test_a_move_entered_with_its_first_quarter_is_the_move_that_is_written(name: str) -> None:
    state, who = SITUATIONS[name]
    written = Called(ordered(state, **dict.fromkeys(who, GO)), "nap.first_pass").to_end()
    free = Called(replace(state, options=FREE), "nap.first_pass")
    while free.session.waiting:
        asked = free.asked
        mine = [b for b in who if state.units[b].side == asked.side and asked.args["quarter"] == 1]
        free.answer(OrdersAnswer({body: {"do": [GO]} for body in mine}))
    assert free.state.bases == written.state.bases
    assert free.state.units == written.state.units
    assert free.state.own == written.state.own
    assert free.state.ties == written.state.ties
    (told, same) = ([e.about for e in played.events if e.type in TOLD] for played in (free, written))
    assert told == same


@pytest.mark.clause("NAP-S77", "NAP-SEQ-45", "NAP-S37")
def test_no_quarter_tells_a_side_what_the_other_entered_or_hides() -> None:
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("L2", "south", at=(120, 30), figures=18),
        battalion("E1", "north", at=(50, 60), figures=18, formation="open_divisional", nation="france"),
        battalion("E2", "north", at=(120, 38), figures=18),
        features=[box("open_wood", 100, 34, 140, 60, "W")],
        options=FREE,
        hidden=("E2",),
    )
    played, secrecy = Called(state, "nap.first_pass"), Secrecy(RULESET)
    form = {"verb": "form", "formation": "square"}
    lines = {("south", 1): {"L1": GO, "L2": GO}, ("north", 1): {"E1": form}, ("north", 3): {"E2": GO}}
    while played.session.waiting:
        secrecy.at(played.state)
        secrecy.answered(played.state, played.dice)
        asked = played.asked
        mine = lines.get((asked.side, asked.args["quarter"]), {})
        able = {line.id for line in lines_of(played.session.asked(asked))}
        played.answer(OrdersAnswer({body: {"do": [line]} for body, line in mine.items() if body in able}))
    assert secrecy.seen["hidden"] >= 10
    assert secrecy.seen["answer"] >= 4


def rested(state: State) -> tuple[Called, list[State]]:
    """The first pass with the usual answers, and the state at each of its rests."""
    played, found = Called(state, "nap.first_pass"), list[State]()
    while played.session.waiting:
        found.append(played.state)
        played.default()
    return played, [*found, played.state]


def beyond(state: State) -> list[str]:
    """Figures that stand with their middles beyond the edges of the table."""
    wide, deep = state.table.width, state.table.depth
    return [b.id for b in state.bases.values() if b.pose and not (0 <= b.pose.x <= wide and 0 <= b.pose.y <= deep)]


@pytest.mark.clause("NAP-S78", "NAP-S77")
def test_who_runs_off_the_table_in_a_quarter_has_left_it_before_the_next() -> None:
    """Foot rout 35 cm a move, 10 cm from the edge: they are off in the second quarter, for good."""
    state = field(
        battalion("L1", "south", at=(50, 30)),
        battalion("E1", "north", at=(80, 120), facing=0.0, result="rout", since=1),
        options=FREE,
        move=2,
    )
    played, rests = rested(state)
    assert [beyond(rest) for rest in rests] == [[]] * len(rests)
    assert {b.where for b in played.state.bases.values() if b.unit == "E1"} == {"off"}
    assert [e.type for e in played.events].count("left_table") == 1


@pytest.mark.clause("NAP-S78", "NAP-S77", "NAP-EVD-09")
def test_who_evades_off_the_table_in_a_quarter_has_left_it_and_his_charger_goes_on_as_before() -> None:
    """Skirmishers evade 30 cm a move, 8 cm from the edge; hussars charge from 20 cm."""
    tie = ChargeOwn(answer="evade", answer_start=0.0, speed=500.0, answer_speed=300.0, pause_at=100.0, number=1)
    loose = battalion("E1", "north", at=(80, 122), facing=180.0, figures=6, formation="open", sub={"open": True})
    state = field(
        regiment("H1", "south", at=(80, 100), light=True),
        loose,
        options=FREE,
        ties=[Tie("c1", "charge", "H1", "E1", tie)],
        move=2,
    )
    played, rests = rested(state)
    assert [beyond(rest) for rest in rests] == [[]] * len(rests)
    assert {b.where for b in played.state.bases.values() if b.unit == "E1"} == {"off"}
    assert of(played.state, "E1").engagement.out == (800.0, 1300.0)
    assert [e.type for e in played.events].count("ran_off") == 1
    assert "evaded" in of(played.state, "E1").march.did
    written, _ = rested(replace(state, options={}))
    assert at_cm(played.state, "H1") == at_cm(written.state, "H1")


@pytest.mark.clause("NAP-S77")
def test_a_line_of_a_later_quarter_tells_what_its_body_goes_on_with() -> None:
    played = entered(army(), {"L1": [GO]})
    lines = {line.id: line.unsaid for line in lines_of(played.session.asked(played.asked))}
    marching = lines["L1"]
    assert marching is not None
    assert marching.key == "continues: {what}"
    assert lines["H1"] is None  # it stands
    first = Called(army(), "nap.first_pass")
    assert {line.unsaid for line in lines_of(first.session.asked(first.asked))} == {None}
