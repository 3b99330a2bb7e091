"""What a body counts of the units about it."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.state import State
from rulesets.napoleonic_wars.body.around import Around, advancing, around, gone
from tests.rules.napoleonic_wars.table import battalion, field

NOBODY = Around()


def about(*made: Any) -> State:
    return field(battalion("L1", "south", at=(50, 50), figures=18), *made)


@pytest.mark.clause("NAP-RCT-16", "NAP-ORG-37", "NAP-RCT-14")
@pytest.mark.parametrize(
    ("result", "found"),
    [
        ("break_off", Around(1, 0, 0)),
        ("withdraw", Around(1, 0, 0)),
        ("retreat", Around(0, 1, 0)),
        ("rout", Around(0, 0, 1)),
        ("halt", NOBODY),
        ("pursue", NOBODY),
    ],
)
def test_units_under_results_count_by_what_they_are_under(result: Any, found: Around) -> None:
    state = about(battalion("L2", "south", at=(50, 60), figures=18, result=result))
    assert around(state, "L1", "south") == found
    assert around(state, "L1", "north") == NOBODY


@pytest.mark.clause("NAP-RCT-13", "NAP-RCT-14")
def test_within_twenty_five_centimetres_from_figure_to_figure() -> None:
    # the front of L1 lies at 50, the rear of the other a centimetre behind its own front
    assert around(about(battalion("L2", "south", at=(50, 76), figures=18, result="rout")), "L1", "south").routing == 1
    assert around(about(battalion("L2", "south", at=(50, 76.01), figures=18, result="rout")), "L1", "south") == NOBODY


@pytest.mark.clause("NAP-RCT-16", "NAP-R160")
def test_at_least_half_as_strong_and_a_unit_counts_once_however_it_is_divided() -> None:
    half = battalion("L2", "south", at=(50, 60), figures=9, result="rout")
    assert around(about(half), "L1", "south").routing == 1
    less = battalion("L2", "south", at=(50, 60), figures=8, result="rout")
    assert around(about(less), "L1", "south") == NOBODY
    parts = (
        battalion("L2", "south", at=(45, 60), figures=5, result="rout"),
        battalion("L3", "south", at=(55, 60), figures=5, result="rout", parent="L2"),
    )
    assert around(about(*parts), "L1", "south").routing == 1
    big = (
        battalion("L2", "south", at=(40, 60), figures=12, result="rout"),
        battalion("L3", "south", at=(60, 60), figures=12, result="rout", parent="L2"),
    )
    assert around(about(*big), "L1", "south").routing == 1


@pytest.mark.clause("NAP-MRE-14", "NAP-R160")
def test_the_rest_of_its_own_unit_is_no_unit_beside_it() -> None:
    assert (
        around(about(battalion("L2", "south", at=(50, 60), figures=18, result="rout", parent="L1")), "L1", "south")
        == NOBODY
    )


@pytest.mark.clause("NAP-RCT-14", "NAP-RCT-16", "NAP-S59")
def test_what_own_troops_hide_does_not_count() -> None:
    screened = (
        battalion("L3", "south", at=(50, 60), figures=30),
        battalion("L2", "south", at=(50, 66), figures=18, result="rout"),
    )
    assert around(about(*screened), "L1", "south") == NOBODY


@pytest.mark.clause("NAP-S59", "NAP-R160")
def test_who_was_destroyed_counts_in_the_move_for_those_who_saw_it() -> None:
    state = about(battalion("L2", "south", at=(50, 60), figures=18), battalion("L4", "south", at=(120, 50), figures=18))
    marks = gone(state, "L2", "destroyed")
    after = apply(state, ev.Event("destroyed", "loss", changes=marks))
    assert around(after, "L1", "south").routing == 1
    assert around(after, "L4", "south") == NOBODY


@pytest.mark.clause("NAP-ORG-36", "NAP-RCT-17")
def test_advancing_enemies_come_nearer_are_strong_and_under_no_result() -> None:
    def count(**told: Any) -> int:
        state = about(battalion("E1", "north", at=(50, 65), figures=told.pop("figures", 18), **told))
        return advancing(state, "L1", lambda body: True)

    assert count() == 1
    assert count(figures=8) == 0
    assert count(result="withdraw") == 0
    assert count(did=("evaded",)) == 0
    state = about(battalion("E1", "north", at=(50, 65), figures=18))
    assert advancing(state, "L1", lambda body: False) == 0


@pytest.mark.clause("NAP-R160", "NAP-S59")
@pytest.mark.parametrize(("figures", "n"), [(9, 1), (8, 0)])
def test_a_unit_that_was_lost_counts_from_exactly_half_the_strength(figures: int, n: int) -> None:
    state = about(battalion("L2", "south", at=(50, 60), figures=figures))
    state = apply(state, ev.Event("lost", "loss", changes=gone(state, "L2", "destroyed")))
    assert around(state, "L1", "south").routing == n
