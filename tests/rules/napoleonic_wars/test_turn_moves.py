"""What happens at the beginning and at the end of a move."""

from __future__ import annotations

import pytest

from game.engine.flow import Call, Goto, Run
from rulesets.napoleonic_wars.turn import moves
from rulesets.napoleonic_wars.turn.moves import MoveData
from tests.rules.napoleonic_wars import table as t


@pytest.mark.clause("NAP-WTH-04", "NAP-S38")
@pytest.mark.parametrize(
    ("move", "option", "rolls"), [(5, "changing", True), (4, "changing", False), (5, "fixed", False)]
)
def test_changing_weather_is_rolled_for_every_four_moves(move: int, option: str, rolls: bool) -> None:
    state = t.field(t.battalion("L1", "south"), options={"weather": option}, wind=90.0)
    found = moves._move_begins(Run(state), MoveData(move), None)
    if rolls:
        assert isinstance(found, Call)
        assert (found.name, found.args.drift) == ("nap.weather", True)
    else:
        assert isinstance(found, Goto)


@pytest.mark.clause("NAP-SEQ-08", "NAP-DIS-20")
def test_what_a_body_did_in_a_move_is_known_in_the_next_one_and_then_forgotten() -> None:
    run = Run(t.given(t.field(t.battalion("L1", "south")), "L1", did=("double",), moved=200.0, before=("fired",)))
    moves._move_begins(run, MoveData(2), None)
    own = t.of(run.state, "L1")
    assert (own.before, own.did, own.moved) == (("double",), (), 0.0)


@pytest.mark.clause("NAP-VIS-05", "NAP-R16")
def test_smoke_gathers_at_the_end_of_a_move() -> None:
    run = Run(t.given(t.field(t.battalion("L1", "south"), move=3), "L1", fired=3, smoke=1))
    moves._ended(run, MoveData(3), None)
    assert t.of(run.state, "L1").smoke == 2
