"""One test a step, who is carried away, prisoners on their way, and whom routers run through."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import changes
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.charge import answers, parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import targets
from rulesets.napoleonic_wars.nerve import circumstances, surrender
from rulesets.napoleonic_wars.own import Gone, Hit
from tests.rules.napoleonic_wars.charge.test_declare import charge, ordered
from tests.rules.napoleonic_wars.charge.test_sequence import HOME
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, field, general, given_made, of, regiment

LOST: dict[str, Any] = {"began": 24, "at_start": 24, "lost": 8, "lost_now": 8}


# --- one test in a step ----------------------------------------------------------------------------------------------


def beset() -> State:
    """A battalion with three causes: 30 per cent lost, fire from the flank, and its general killed beside it."""
    lost = (
        Gone("G", "G", "south", "general", 0, ("L1",), ("L1",)),
        Gone("L2", "L2", "south", "rout", 20, ("L1",)),
        Gone("L3", "L3", "south", "destroyed", 20, ("L1",)),
    )
    return field(
        battalion("L1", "south", at=(100, 30), figures=16, cls="A", hits=(Hit("E1", "volley", 30, "flank"),), **LOST),
        general("G", "south", at=None, chief=True),
        battalion("L2", "south", at=None),
        battalion("L3", "south", at=None),
        move=3,
        gone=lost,
    )


@pytest.mark.clause("NAP-MOR-05", "NAP-R98", "NAP-MOR-02")
def test_many_causes_are_one_test_in_a_step_and_another_step_is_another_test() -> None:
    first = Called(beset(), "nap.morale", None, 5, 5, 5)
    first.give()
    assert len(first.told("morale_tested")) == 1
    second = Called(first.state, "nap.morale_of_routs", None, 5, 5, 5)
    second.give()
    assert len(second.told("morale_tested")) == 1


@pytest.mark.clause("NAP-R90", "NAP-ORG-29")
@pytest.mark.parametrize(
    ("companies", "cls", "better"), [((7, 5), "C", True), ((6, 6), "C", True), ((5, 7), "B", False)]
)
def test_the_class_of_a_mixed_body_is_that_of_most_figures_on_a_tie_the_lower(
    companies: tuple[int, int], cls: str, better: bool
) -> None:
    made = battalion("L1", "south", figures=12, companies=companies)
    one, other = made.unit.own.subs
    mixed = given_made(made, subs=(one, replace(other, morale="B")))
    here = field(mixed)
    assert facts.morale_class(here, "L1") == cls
    assert facts.has_better_sub(here, "L1") is better


@pytest.mark.clause("NAP-MOR-03", "NAP-MOR-09", "NAP-MOR-10", "NAP-MOR-11", "NAP-R88")
@pytest.mark.parametrize(
    ("dice", "total", "result"), [((4, 4, 5), 8, "halt"), ((5, 5, 4), 9, ""), ((4, 4, 4), 7, "halt")]
)
def test_example_eighteen_on_the_table(dice: tuple[int, ...], total: int, result: str) -> None:
    told: dict[str, Any] = {"began": 24, "lost": 8, "at_start": 19, "lost_now": 3, "carried": 2}
    here = field(
        battalion("L1", "south", at=(100, 50), formation="closed_column", figures=16, companies=4,
                  hits=(Hit("E1", "roundshot", 62),), **told),
        battalion("L2", "south", at=(75, 50), figures=24),
        general("G", "south", at=(105, 48), chief=True),
        battery("E1", "north", at=(100, 110)),
        move=3,
    )  # fmt: skip
    assert circumstances.test_sum(moments.end(here), "L1").total == -5
    run = Called(here, "nap.morale", None, *dice)
    run.give()
    assert [d["total"] for d in run.told("morale_tested")] == [total]
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").nerve.uncontrolled) == (result, False)


# --- carried away ----------------------------------------------------------------------------------------------------


def wild(**told: Any) -> State:
    body = {"at": (50, 30), "uncontrolled": True, **told}
    return field(
        regiment("H1", "south", **body),
        battalion("E1", "north", at=(50, 60), figures=12),
        battalion("E2", "north", at=(75, 62), figures=12),
    )


@pytest.mark.clause("NAP-UNC-03", "NAP-S89")
@pytest.mark.parametrize(
    ("told", "targets"), [({}, ["E1"]), ({"formation": "open"}, []), ({"uncontrolled": False}, [])]
)
def test_who_is_carried_away_charges_the_nearest_in_reach(told: dict[str, Any], targets: list[str]) -> None:
    run = Called(wild(**told), "nap.declare", None, *((2, 2, 5, 5) if targets else ()))
    run.give()
    ties = facts.ties(run.state, facts.CHARGE)
    assert [t.b for t in ties] == targets
    # 4 - 10 + 3, one for the support of E2: others would refuse
    assert [(facts.charge(t).initial, facts.charge(t).home) for t in ties] == [(-4, "")] * len(targets)


@pytest.mark.clause("NAP-UNC-03", "NAP-S89")
@pytest.mark.parametrize(("uncontrolled", "home"), [(True, ""), (False, "refused")])
def test_whatever_its_result_is_who_is_carried_away_goes_on(uncontrolled: bool, home: str) -> None:
    here = ordered(wild(uncontrolled=uncontrolled), H1=charge("E1"))
    run = Called(here, "nap.declare", None, 2, 2, 5, 5)
    run.give()
    (tie,) = facts.ties(run.state, facts.CHARGE)
    assert (facts.charge(tie).initial, facts.charge(tie).home) == (-4, home)


@pytest.mark.clause("NAP-UNC-04")
@pytest.mark.parametrize(
    ("body", "uncontrolled", "options"),
    [
        ("H1", False, ("counter_charge", "stand")),
        ("H1", True, ("counter_charge",)),
        ("L1", False, ("stand",)),
        ("L1", True, ("stand",)),
        ("L2", False, ("evade",)),
        ("L2", True, ("stand",)),
    ],
)
def test_who_is_carried_away_and_charged_counter_charges_or_stands(
    body: str, uncontrolled: bool, options: tuple[str, ...]
) -> None:
    told = {"uncontrolled": uncontrolled}
    here = field(
        regiment("H1", "south", at=(50, 30), **told),
        battalion("L1", "south", at=(80, 30), figures=12, **told),
        battalion("L2", "south", at=(110, 30), figures=6, formation="open", **told),
        regiment("E1", "north", at=(80, 55)),
    )
    assert answers.options(here, body, "E1") == options


@pytest.mark.clause("NAP-UNC-01", "NAP-R99", "NAP-R169")
@pytest.mark.parametrize(
    ("dice", "foe", "letter", "wild"),
    [
        ((5, 5, 5, 5), {}, False, {"H1", "E1"}),
        ((5, 5, 4, 5), {}, False, {"H1"}),
        ((4, 5, 5, 5), {}, False, {"E1"}),
        ((2, 2, 5, 5), {"cls": "B"}, False, set()),
        ((5, 5, 5, 5), {"formation": "open", "figures": 6}, False, {"H1"}),
        ((5, 5, 5, 5), {"formation": "open", "figures": 6}, True, {"H1", "E1"}),
        ((5, 5, 5, 5), {"result": "withdraw"}, False, {"H1"}),
    ],
)
def test_two_fives_in_a_charge_carry_away_who_charges_or_stands(
    dice: tuple[int, ...], foe: dict[str, Any], letter: bool, wild: set[str]
) -> None:
    here = field(
        regiment("H1", "south", at=(50, 30)),
        battalion("E1", "north", at=(50, 60), **{"figures": 12, **foe}),
        options={"frenzied_evaders": letter},
    )
    run = Called(ordered(here, H1=charge("E1")), "nap.declare", None, *dice)
    run.give()
    # 4 less 10, 3 and less 2: the charger refuses, and nobody is carried away by two fives
    assert {u for u in ("H1", "E1") if of(run.state, u).nerve.uncontrolled} == wild


@pytest.mark.clause("NAP-UNC-04", "NAP-S89", "NAP-RES-15")
@pytest.mark.parametrize(("uncontrolled", "result"), [(False, "rout"), (True, "")])
def test_who_is_carried_away_stands_whatever_the_value_of_the_charge_is(uncontrolled: bool, result: str) -> None:
    here = field(
        regiment("H1", "south", at=(50, 30), cls="A"),
        battalion("E1", "north", at=(50, 60), figures=12, cls="D", weapon="", uncontrolled=uncontrolled),
    )
    run = Fought(ordered(here, H1=charge("E1")), 4, 4, 2, 2, frames=HOME)
    run.end()
    (tie,) = facts.ties(run.state, facts.CHARGE)
    # by the first value and, for who still stands there, by the second
    assert facts.charge(tie).initial == 13
    assert of(run.state, "E1").nerve.result == result


@pytest.mark.clause("NAP-S64", "NAP-RES-15", "NAP-R95")
@pytest.mark.parametrize(
    ("told", "result"),
    [({"horse_guns": True, "formation": "limbered"}, "withdraw"), ({"horse_guns": True}, "rout"),
     ({"formation": "limbered"}, "rout")],
)  # fmt: skip
def test_limbered_horse_artillery_reads_the_columns_of_mounted_troops(told: dict[str, Any], result: str) -> None:
    here = field(regiment("H1", "south", at=(50, 30)), battery("E1", "north", at=(50, 60), cls="C", **told))
    run = Called(ordered(here, H1=charge("E1")), "nap.declare", None, 5, 5, 2, 2)
    run.give()
    (tie,) = facts.ties(run.state, facts.CHARGE)
    assert facts.charge(tie).initial == 6
    assert of(run.state, "E1").nerve.result == result


# --- prisoners -------------------------------------------------------------------------------------------------------


def guarded(y: float = 60.0, **told: Any) -> Run:
    run = Run(
        field(
            battalion("L1", "south", at=None, figures=11, result="surrendered", captors="E1", since=2),
            battalion("E1", "north", at=(100, y), **told),
            move=3,
        )
    )
    surrender.disarm(run)
    return run


@pytest.mark.clause("NAP-PRI-04", "NAP-PRI-02", "NAP-S88")
@pytest.mark.parametrize(("y", "moves"), [(130.0, 1), (110.0, 2), (60.0, 7)])
def test_guards_lead_prisoners_off_at_twenty_cm_a_move_and_come_back(y: float, moves: int) -> None:
    run = guarded(y)
    (guards,) = [u for u in run.state.units if u.startswith("E1.g")]
    assert (len(run.state.bases_of("E1")), run.state.bases_of(guards)) == (21, ())
    assert facts.strength(run.state, guards) == 3
    for k in range(1, moves + 1):
        assert len(run.state.bases_of("E1")) == 21, k
        surrender.disarm(run)
    assert len(run.state.bases_of("E1")) == 24
    assert guards not in run.state.units
    assert of(run.state, "L1").captivity.captors == "E1"


@pytest.mark.clause("NAP-S88", "NAP-PRI-05")
@pytest.mark.parametrize(("figures", "freed"), [(24, False), (3, True)])
def test_captors_who_rout_lose_prisoners_whom_no_guards_of_their_own_have_led_off(figures: int, freed: bool) -> None:
    """Eleven prisoners need three guards: a body of three goes with them itself."""
    run = guarded(figures=figures)
    run.emit("result_rout", "status", None, *changes.unit(run.state, "E1", result="rout"), about=("E1",))
    surrender.disarm(run)
    assert of(run.state, "L1").captivity.freed is freed


@pytest.mark.clause("NAP-PRI-04", "NAP-MRE-13")
def test_guards_who_come_back_to_a_unit_that_has_been_divided_bring_their_company_with_them() -> None:
    run = guarded(130.0)
    (guards,) = [u for u in run.state.units if u.startswith("E1.g")]
    company = facts.figure(run.state.bases[run.state.units[guards].bases[-1]]).sub
    run.emit("divided", "status", None, *groups.split(run.state, "E1", [company], "E1.m3"), clauses=("NAP-MRE-13",))
    assert company not in [s.id for s in of(run.state, "E1").subs]
    surrender.disarm(run)
    assert guards not in run.state.units
    back = {facts.figure(b).sub for b in run.state.bases_of("E1")}
    assert company in back
    assert back <= {s.id for s in of(run.state, "E1").subs}
    assert targets.weapons(run.state, "E1") == ("musket",)


@pytest.mark.clause("NAP-PRI-06", "NAP-R132", "NAP-RCT-13")
@pytest.mark.parametrize("disarms", [True, False])
def test_who_disarms_prisoners_does_not_counter_charge_and_counts_as_changing_formation(disarms: bool) -> None:
    here = field(
        battalion("L1", "south", at=None, figures=6, result="surrendered", captors="E1", since=2, guarded=not disarms),
        regiment("E1", "north", at=(100, 60)),
        regiment("H1", "south", at=(100, 30)),
        move=3,
    )
    assert answers.can_counter_charge(here, "E1", "H1") is not disarms
    assert parties.changing(here, "E1") is disarms


# --- routers through others ------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R173", "NAP-DIS-27", "NAP-INT-05")
def test_who_is_burst_through_takes_as_many_factors_as_the_routers_have() -> None:
    here = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1, carried=3),
        *[battalion(f"W{k}", "south", at=(100 + 60 * k, 66), figures=100) for k in (-1, 0, 1)],
        regiment("E1", "north", at=(100, 95), light=True),
        move=2,
    )
    run = Called(here, "nap.first_pass")
    run.to_end()
    step_seven = Called(run.state, "nap.moved")
    step_seven.give()
    # three carried; the two of this move of the rout come after the passage
    assert [(f.table, f.n) for f in of(step_seven.state, "W0").nerve.fresh] == [("H", 3)]
    assert [(f.table, f.n) for f in of(step_seven.state, "L1").nerve.fresh] == [("G", 2)]


@pytest.mark.clause("NAP-ROU-04", "NAP-MRE-16")
def test_enemies_in_open_order_strike_at_routers_who_run_through_them() -> None:
    here = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=1),
        *[battalion(f"E{k}", "north", at=(100 + 48 * k, 66), figures=24, formation="open") for k in (-1, 0, 1)],
        regiment("H", "north", at=(100, 90), light=True),
        move=2,
    )
    run = Called(here, "nap.first_pass")
    run.to_end()
    (tie,) = facts.ties(run.state, facts.PURSUIT)
    assert {tie.a, tie.b} == {"L1", "E0"}
    assert of(run.state, "E0").nerve.result == of(run.state, "E1").nerve.result == ""
    # a front of 9 cm goes over five or six bases of 2 cm: they strike at 20 and the die, nobody strikes back
    game = Fought(run.state, 3, frames=("nap.melee",))
    state = game.end()
    assert {who: told[:2] for who, told in game.strikes().items()} == {"E0": (6, 23)}
    assert facts.ties(state, facts.PURSUIT) == ()


# --- on the way of a charge ------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S46")
@pytest.mark.parametrize(("line", "far"), [({"verb": "advance"}, 12.11), (charge("E1"), 20.0)])
def test_who_charges_is_not_halted_by_those_whom_he_passes(line: dict[str, Any], far: float) -> None:
    here = field(
        regiment("H1", "south", at=(50, 30), companies=2, figures=8),
        battalion("E1", "north", at=(50, 60), figures=12, weapon=""),
        battalion("E2", "north", at=(62, 50), figures=2, companies=1, facing=0, weapon=""),
    )
    dice = (3, 3, 3, 3) if line["verb"] == "charge" else ()
    run = Fought(ordered(here, H1=line), *dice, frames=("nap.declare", "nap.first_pass"))
    state = run.end()
    # who marches halts 10 cm from the nearest figure of E2, who charges comes to 10 cm of E1
    assert at_cm(state, "H1")[1] == pytest.approx(30.0 + far, abs=0.02)
