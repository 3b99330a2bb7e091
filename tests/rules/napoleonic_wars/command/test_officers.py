"""Who commands whom, and whose general counts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.own import Brigade
from tests.rules.napoleonic_wars.table import battalion, field, general, given, put


def army(*, brigadier: tuple[float, float] | None = (50.0, 30.0)) -> State:
    """Two brigades: the first has a general of its own, the second has none; a commander-in-chief."""
    return field(
        battalion("L1", "south", at=(50, 20), brigade="first"),
        battalion("L2", "south", at=(120, 20), brigade="second", cls="B"),
        battalion("L3", "south", at=(150, 20), brigade="second", figures=18),
        general("G1", "south", at=brigadier, brigade="first"),
        general("G0", "south", at=(120, 40), chief=True),
        battalion("E1", "north", at=(50, 90)),
    )


@pytest.mark.clause("NAP-CMD-02", "NAP-CMD-03", "NAP-ORD-05")
def test_a_brigade_general_orders_his_own_brigade_alone() -> None:
    state = army()
    assert officers.commander(state, "L1") == "G1"
    assert officers.commander(state, "L2") != "G1"


@pytest.mark.clause("NAP-R141", "NAP-CMD-01")
def test_a_brigade_without_a_general_is_under_the_next_higher_officer() -> None:
    state = army()
    assert officers.commander(state, "L2") == "G0"
    gone = replace(state.bases["G1.1"], where="gone", pose=None)
    lost = replace(state, bases={**state.bases, "G1.1": gone})
    assert officers.commander(lost, "L1") == "G0"
    both = replace(lost, bases={**lost.bases, "G0.1": replace(lost.bases["G0.1"], where="gone", pose=None)})
    assert officers.commander(both, "L1") == ""


@pytest.mark.clause("NAP-CMD-04")
def test_any_general_within_five_centimetres_may_take_a_unit_over() -> None:
    # the general's base reaches a centimetre from its middle, the line's front edge lies at 20
    assert officers.may_take_over(army(brigadier=(50.0, 27.0)), "G1", "L1")
    assert not officers.may_take_over(army(brigadier=(50.0, 27.01)), "G1", "L1")
    assert officers.may_take_over(army(brigadier=(120.0, 25.0)), "G1", "L2")  # of another brigade


@pytest.mark.clause("NAP-CMD-07")
def test_in_tests_its_own_general_and_his_superiors_count_alone() -> None:
    state = army(brigadier=(120.0, 25.0))
    assert officers.superiors(state, "L1") == ("G1", "G0")
    assert officers.superiors(state, "L2") == ("G0",)
    assert not officers.general_within(state, "L2", 5.0)  # the other brigade's general stands with it
    assert officers.general_within(state, "L2", 50.0)


@pytest.mark.clause("NAP-CMD-07", "NAP-R141")
def test_the_general_of_a_division_stands_between_his_brigades_and_the_commander_in_chief() -> None:
    state = army()
    division = Brigade("division", "Division", "G2")
    made = general("G2", "south", at=(80, 30), brigade="division")
    state = replace(state, units={**state.units, "G2": made.unit}, bases={**state.bases, "G2.1": made.bases[0]})
    state = put(state, "G2", (80, 30), 0.0, "single")
    own = state.sides["south"].own
    under = tuple(replace(b, above="division") if b.id == "second" else b for b in own.brigades)
    side = replace(state.sides["south"], own=replace(own, brigades=(*under, division)))
    state = replace(state, sides={**state.sides, "south": side})
    assert officers.superiors(state, "L1") == ("G1", "G0")
    assert officers.superiors(state, "L2") == ("G2", "G0")
    assert officers.commander(state, "L2") == "G2"


@pytest.mark.clause("NAP-CMD-11", "NAP-R22")
def test_a_new_general_counts_for_those_who_have_been_told_of_him() -> None:
    state = given(army(brigadier=(50.0, 24.0)), "G1", untold=("L1",))
    assert officers.commander(state, "L1") == "G0"
    assert officers.superiors(state, "L1") == ("G0",)
    nobody = given(state, "G0", untold=("*",))
    assert officers.superiors(nobody, "L1") == ()


@pytest.mark.clause("NAP-CMD-09", "NAP-CMD-10", "NAP-R141")
def test_the_successor_is_of_the_best_class_then_of_most_figures() -> None:
    state = army()
    assert officers.successor(state, "south", "second") == "L2"
    assert officers.successor(state, "south", "first") == "L1"
    assert officers.successor(state, "south", "") == "L2"
    assert officers.successor(given(state, "L2", result="rout"), "south", "") == "L1"  # 24 figures before 18
