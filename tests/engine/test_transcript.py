"""The story of a battle as lines: dice with their reasons as rulebooks write them, scores with their rows."""

from __future__ import annotations

import msgspec
import pytest

from game.engine.decision import Sum
from game.engine.event import DiceRow, Event, Request, Rolled
from game.engine.i18n import Speaker
from game.engine.records.transcript import sentence
from game.engine.state import Side, State, Table
from game.engine.text import T, Thing
from tests.engine.conftest import toy_session

ROWS = ((T("Hit"), 4.0, "A-1"), (T("Aimed Shot"), -1.0, "A-2"), (T("fatigue"), 2.0, "A-3"))


def told(event: Event) -> str:
    return sentence(event, Speaker("en"), toy_session().state)


def thrown(request: Request, *faces: int) -> str:
    return told(Event("rolled", "dice", request.why, request=request, rolled=Rolled((faces,))))


@pytest.mark.parametrize(
    ("rows", "need", "said"),
    [
        (ROWS[:2], 3, "(each needs 3+) [Hit 4+; Aimed Shot +1]"),
        (ROWS, 5, "(each needs 5+) [Hit 4+; Aimed Shot +1; fatigue -2]"),
        (
            (*ROWS, ROWS[2]),
            6,
            "(each needs 7+: a 6, then another roll) [Hit 4+; Aimed Shot +1; fatigue -2; fatigue -2]",
        ),
        ((), 6, "(each needs 6+)"),
    ],
)
def test_what_makes_a_die_better_is_told_as_a_plus(rows: tuple[object, ...], need: int, said: str) -> None:
    request = Request((DiceRow("south", 2),), T("Archers shot"), "", need, "at_least", rows)  # type: ignore[arg-type]
    assert thrown(request, 5, 1) == f"Archers shot: 5, 1 {said}"


def test_what_adds_to_a_total_that_must_not_be_exceeded_is_told_as_it_is() -> None:
    rows = ((T("Leadership"), 7.0, "A-1"), (T("lost the combat"), -2.0, "A-2"))
    request = Request((DiceRow("south", 2),), T("Break test"), "", 5, "at_most_sum", rows)
    assert thrown(request, 3, 3) == "Break test: 3, 3 (needs 5 or less) [Leadership +7; lost the combat -2]"


@pytest.mark.parametrize("read", [False, True])
def test_a_score_is_told_with_what_it_is_made_of(read: bool) -> None:
    """As the rules give it, and as a record that was read has it."""
    sums = (
        Sum(T("Result of A"), 3.0, ((T("charged"), 1.0, ""), (T("wounds"), 2.0, ""))),
        Sum(T("Result of B"), 0.0, ()),
    )
    given = tuple(msgspec.to_builtins(s) for s in sums) if read else sums
    event = Event("result", "score", T("B gave ground"), clauses=("A-9",), sums=given)
    assert told(event) == "B gave ground (Result of A 3: charged +1, wounds +2; Result of B 0)  [A-9]"
    assert told(msgspec.structs.replace(event, family="blow")) == "B gave ground  [A-9]"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("sheet", "order", T("The sheet is written"), side="south"), "Gaul: The sheet is written"),
        (Event("sheet", "order", T("The sheet is written")), "The sheet is written"),
        (Event("told", "order", T("{unit} ordered", unit=Thing("A")), side="south", about=("A",)), "A ordered"),
        (Event("phase", "flow", T("Shooting"), side="south"), "Shooting"),
    ],
)
def test_an_order_that_names_nothing_is_told_with_its_side(event: Event, said: str) -> None:
    state = State("", Table(1, 1), sides={"south": Side("south", "Gaul")})
    assert sentence(event, Speaker("en"), state) == said
