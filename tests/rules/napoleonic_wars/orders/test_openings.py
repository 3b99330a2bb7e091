"""What the sheet says of how a charge or attack opens: its manoeuvre, its time, contact (NAP-S75, -S76, -S100)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OrdersAnswer
from game.engine.i18n import Speaker
from game.engine.state import State
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from tests.rules.napoleonic_wars.orders.test_writing import DECISION, told
from tests.rules.napoleonic_wars.table import battalion, field, regiment

CHARGE: dict[str, Any] = {"verb": "charge", "targets": ["E1"]}


def turned_away(**options: Any) -> State:
    """Example 28: heavy horse that faces south, foot 20 cm north of its rear edge."""
    horse = regiment("H1", "south", at=(50, 28), facing=180.0, figures=12)
    foot = battalion("E1", "north", at=(50, 50), figures=18)
    return told(field(horse, foot, options=options), H1=GameOrder("attack", ((500.0, 500.0),)))


def sheet(**act: Any) -> OrdersAnswer:
    return OrdersAnswer({"H1": {"do": [{**CHARGE, **act}]}})


def note(state: State, answer: OrdersAnswer) -> str:
    verdict = WriteQuestion().check(state, DECISION, answer)
    (part,) = verdict.parts
    return Speaker("en").say(part.note) if part.note is not None else ""


def refusals(state: State, answer: OrdersAnswer) -> list[tuple[str, str]]:
    reasons = WriteQuestion().check(state, DECISION, answer).reasons
    return [(r.clause, Speaker("en").say(r.text, state)) for r in reasons]


@pytest.mark.clause("NAP-S75", "NAP-S100")
def test_a_charge_says_its_drafted_manoeuvre_its_time_and_the_moment_of_contact() -> None:
    state = turned_away(measuring="free")
    assert note(state, sheet()) == "first face about: 0.25 of the move, contact at 0.75"
    spans = WriteQuestion().spans(state, DECISION, sheet(), "H1")
    assert [(s.start, s.end, s.kind, s.act) for s in spans] == [
        (0.0, 0.25, "form", 0),
        (0.25, 0.75, "go", 0),
        (0.75, 1.0, "other", 0),
    ]
    base = next(iter(spans[1].poses))
    assert spans[1].after[base].y - spans[1].poses[base].y == pytest.approx(200.0, abs=0.1)


@pytest.mark.clause("NAP-S76", "NAP-S100")
def test_a_charge_by_the_eye_says_the_time_of_its_manoeuvre_and_nothing_of_its_reach() -> None:
    state = turned_away()
    assert note(state, sheet()) == "first face about: 0.25 of the move"
    spans = WriteQuestion().spans(state, DECISION, sheet(), "H1")
    assert [(s.start, s.end, s.kind) for s in spans] == [(0.0, 0.25, "form"), (0.25, 1.0, "go")]
    assert spans[1].poses == spans[1].after


@pytest.mark.clause("NAP-S81")
def test_a_charge_says_the_wheel_that_it_will_make_in_the_charge_proper() -> None:
    horse = regiment("H1", "south", at=(50, 30), figures=12)
    state = field(horse, battalion("E1", "north", at=(60, 50), figures=6, companies=1), options={"measuring": "free"})
    state = told(state, H1=GameOrder("attack", ((600.0, 500.0),)))
    assert note(state, sheet()) == "wheel right 22° in the charge, contact at 0.6"
    spans = WriteQuestion().spans(state, DECISION, sheet(), "H1")
    assert [(s.kind, s.pivot) for s in spans] == [("wheel", (560.0, 300.0)), ("go", None), ("other", None)]


@pytest.mark.clause("NAP-RES-01", "NAP-S80")
@pytest.mark.parametrize(("delay", "contact"), [(0.125, 0.875), (0.5, 1.0)])
def test_a_delay_moves_the_contact_as_far_as_the_move_goes(delay: float, contact: float) -> None:
    state = turned_away(measuring="free")
    assert note(state, sheet(delay=delay)).endswith(f"contact at {round(contact, 2):g}")
    waits, faces, goes, *_ = WriteQuestion().spans(state, DECISION, sheet(delay=delay), "H1")
    assert (waits.end, faces.end, goes.end) == (contact - 0.75, contact - 0.5, contact)


@pytest.mark.clause("NAP-S75")
def test_what_a_line_leaves_out_is_filled_in_field_by_field() -> None:
    state = turned_away()
    (found,) = WriteQuestion().filled(state, DECISION, "H1", [CHARGE])
    assert (list(found["targets"]), list(found["first"])) == (["E1"], [{"verb": "face", "to": "about"}])
    march = {"verb": "advance", "distance": 50.0}
    assert list(WriteQuestion().filled(state, DECISION, "H1", [march])) == [march]


@pytest.mark.clause("NAP-CHG-09", "NAP-S100")
def test_a_refusal_for_want_of_a_front_names_the_manoeuvre_that_would_do() -> None:
    state = turned_away(measuring="free")
    assert refusals(state, sheet(first=[])) == [
        ("NAP-CHG-09", "The charge cannot bring its front on E1. Instead, first face about.")
    ]
    ahead = told(
        field(
            regiment("H1", "south", at=(50, 28), figures=12),
            battalion("E1", "north", at=(50, 50), figures=18),
        ),
        H1=GameOrder("attack", ((500.0, 500.0),)),
    )
    assert refusals(ahead, sheet(first=[{"verb": "face", "to": "about"}])) == [
        ("NAP-CHG-09", "After this manoeuvre the charge cannot bring its front on E1. Leave it out.")
    ]


@pytest.mark.clause("NAP-CHG-11")
def test_where_charges_go_straight_the_sheet_has_no_manoeuvre_to_write() -> None:
    def fields(**options: Any) -> dict[str, set[str]]:
        space: Any = WriteQuestion().asked(turned_away(**options), DECISION).space
        (line,) = space.lines
        return {one.id: {f.id for f in one.fields} for one in line.fields[0].acts}

    assert "first" in fields()["charge"]
    assert "first" not in fields(straight_charges=True)["charge"]
    assert "first" in fields(straight_charges=True)["attack"]
