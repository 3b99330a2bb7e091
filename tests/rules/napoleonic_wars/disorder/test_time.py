"""What goes on in the time of reforming: formations, facings and loading, but neither marches nor fire."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.apply import apply
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.clock import first_pass
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.disorder import book, reform
from rulesets.napoleonic_wars.fire import batteries, targets
from tests.rules.napoleonic_wars.clock.test_pass import ordered
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, field, given, of

REFORM: dict[str, Any] = {"verb": "reform"}
GO: dict[str, Any] = {"verb": "advance"}
FIRE: dict[str, Any] = {"verb": "fire"}


def moved(state: State, **lines: Any) -> State:
    """The state after the movement of a move with these lines."""
    run = Run(ordered(state, **lines))
    first_pass.go(run, PassData(), {})
    return run.state


@pytest.mark.clause("NAP-DIS-16", "NAP-S42", "NAP-S21")
def test_formations_and_facings_take_none_of_the_time_of_reforming_and_a_march_waits_for_it() -> None:
    state = given(
        field(battalion("L1", "south", figures=18, formation="open_divisional", nation="france")), "L1", carried=3
    )
    form = {"verb": "form", "formation": "square"}  # half a move
    both = moved(state, L1=[REFORM, form, GO])
    assert of(both, "L1").stance.formation == "square"
    assert reform.after(both, "L1") == 0
    assert of(both, "L1").march.rest == pytest.approx(
        0.75
    )  # three factors at a quarter each, then a quarter of marching
    assert of(both, "L1").march.moved == pytest.approx(12.5)  # 5 cm a move
    about = moved(state, L1=[REFORM, {"verb": "face", "to": "about"}])
    assert (of(about, "L1").march.rest, at_cm(about, "L1")[0]) == (1.0, pytest.approx(50.0))


@pytest.mark.clause("NAP-DIS-16", "NAP-S74")
@pytest.mark.parametrize(
    ("line", "fires"), [([], True), ([REFORM], False), ([REFORM, {"verb": "face", "to": "about"}], False)]
)
def test_who_reforms_does_not_fire_in_the_rest_of_the_move_either(line: list[dict[str, Any]], fires: bool) -> None:
    made = (battalion("L1", "south", at=(50, 30), figures=18), battalion("E1", "north", at=(50, 40), figures=18))
    state = moved(given(field(*made), "L1", carried=1), L1=line)
    assert targets.may_fire(state, "L1") is fires


@pytest.mark.clause("NAP-DIS-17")
def test_gunners_who_reform_and_are_told_to_fire_do_so_in_the_other_half() -> None:
    made = (battery("A1", "south", at=(50, 30), pieces=("6",)), battalion("E1", "north", at=(50, 60), figures=18))
    state = given(field(*made), "A1", carried=2)
    both = moved(state, A1=[REFORM, FIRE])
    assert "gives_up_half" in of(both, "A1").march.did
    assert targets.may_fire(both, "A1")
    assert [one.time for one in batteries.ready(both, "A1")] == [0.5]
    fired = given(both, "A1", did=(*of(both, "A1").march.did, "fired"))
    assert reform.after(fired, "A1") == 1  # half a move a factor
    alone = moved(state, A1=[REFORM])
    assert not targets.may_fire(alone, "A1")
    assert reform.after(alone, "A1") == 0


@pytest.mark.clause("NAP-DIS-18", "NAP-DIS-02")
@pytest.mark.parametrize(("main", "part"), [(1, 3), (3, 1)])
def test_a_unit_that_comes_together_counts_and_reforms_what_its_worst_part_carries(main: int, part: int) -> None:
    made = battalion("L1", "south", figures=18)
    state = field(made)
    split = apply(
        state, Event("x", "status", changes=groups.split(state, "L1", ("c1",), "L1a", detach=False, percent=0))
    )
    apart = given(given(split, "L1", carried=main), "L1a", carried=part)
    assert (book.counted(apart, "L1"), book.counted(apart, "L1a")) == (main, part)
    together = apply(apart, Event("x", "status", changes=groups.join(apart, "L1a", "L1")))
    assert book.counted(together, "L1") == 3
    assert reform.after(given(together, "L1", rest=0.5), "L1") == 1
    assert reform.after(given(together, "L1", rest=0.75), "L1") == 0
