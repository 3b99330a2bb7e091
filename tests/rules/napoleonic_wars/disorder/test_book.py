"""The book of disorganisation: what counts, what is entered, what reforming takes away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.flow import Run
from game.engine.state import Base, Side, State, Table, Unit
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.disorder import book, reform
from rulesets.napoleonic_wars.own import BattleOwn, BodyOwn, Class, Factor, FigureOwn, Formation, SideOwn, SubUnit


def one(
    cls: Class = "C", formation: Formation = "line", options: dict[str, Any] | None = None, **told: Any
) -> tuple[State, str]:
    """A state with one body of six figures, and its id."""
    sub = SubUnit("c1", morale=cls, training=cls, weapon="musket", figures=6)
    body = with_fields(BodyOwn(subs=(sub,)), formation=formation, began=6, at_start=6, **told)
    bases = {
        f"L1.{k}": Base(f"L1.{k}", "L1", k, Footprint("rect", 7.5, 10.0), Pose(7.5 * k, 0.0), own=FigureOwn("c1"))
        for k in range(1, 7)
    }
    unit = Unit("L1", "south", "X", "Line", tuple(bases), own=body)
    sides = {"south": Side("south", "South", own=SideOwn()), "north": Side("north", "North", 1, SideOwn())}
    own = BattleOwn(move=3)
    return State("NAP", Table(2000.0, 1300.0), options or {}, sides, {"L1": unit}, bases, own=own), "L1"


def reformed(state: State) -> BodyOwn:
    run = Run(state)
    reform.begin(run, None, None)
    found: BodyOwn = run.state.units["L1"].own
    return found


FRESH_A = (Factor("A", 2, "NAP-DIS-20"),)


@pytest.mark.clause("NAP-DIS-01", "NAP-DIS-02", "NAP-DIS-04", "NAP-S42")
def test_factors_add_up_and_count_from_the_moment_they_are_entered() -> None:
    state, body = one(carried=1)
    run = Run(state)
    book.enter(run, body, "A", 2)
    assert book.counted(run.state, body) == 3
    book.enter(run, body, "B", 1)
    assert book.counted(run.state, body) == 4
    assert [f.table for f in run.state.units[body].own.nerve.fresh] == ["A", "B"]
    assert [e.clauses for e in run.events] == [("NAP-DIS-20",), ("NAP-DIS-21",)]
    book.enter(run, body, "C", 0)
    assert len(run.events) == 2


@pytest.mark.clause("NAP-DIS-03", "NAP-R25")
@pytest.mark.parametrize(("cls", "counted"), [("A", 2), ("B", 2), ("C", 3), ("D", 3)])
def test_the_best_take_no_notice_of_one_factor(cls: Class, counted: int) -> None:
    state, body = one(cls, carried=3)
    assert book.recorded(state, body) == 3
    assert book.counted(state, body) == counted


@pytest.mark.clause("NAP-DIS-19", "NAP-R25")
def test_no_more_than_six_count_and_the_one_is_ignored_first() -> None:
    state, body = one("A", carried=7)
    assert book.counted(state, body) == 6
    state, body = one("C", carried=9)
    assert book.counted(state, body) == 6
    assert book.counted(state, body, cap=False) == 9
    state, body = one("B", carried=9)
    assert book.counted(state, body, cap=False) == 8


@pytest.mark.clause("NAP-DIS-20", "NAP-R28", "NAP-R32")
@pytest.mark.parametrize(
    ("cause", "close", "close_fast", "loose", "loose_fast"),
    [
        ("scrub", 1, 2, 0, 1),
        ("steep", 2, 4, 1, 2),
        ("obstacle", 2, 4, 1, 2),
        ("building", 1, 2, 0, 1),
        ("double_again", 0, 2, 0, 1),
        ("charge_again", 0, 2, 0, 1),
        ("no_contact", 0, 2, 0, 1),
    ],
)
def test_table_eight_a(cause: book.Cause, close: int, close_fast: int, loose: int, loose_fast: int) -> None:
    state, body = one()
    assert book.by_movement(state, body, cause, fast=False) == close
    assert book.by_movement(state, body, cause, fast=True) == close_fast
    state, body = one(formation="open")
    assert book.by_movement(state, body, cause, fast=False) == loose
    assert book.by_movement(state, body, cause, fast=True) == loose_fast


@pytest.mark.clause("NAP-DIS-20")
def test_a_marsh_disorders_skirmishers_who_alone_may_enter_it() -> None:
    state, body = one(formation="open")
    assert book.by_movement(state, body, "marsh", fast=False) == 2


@pytest.mark.clause("NAP-DIS-20", "NAP-R37")
def test_routers_take_the_skirmishers_factors() -> None:
    state, body = one(result="rout")
    assert book.by_movement(state, body, "steep", fast=True) == 2


@pytest.mark.clause("NAP-DIS-21")
@pytest.mark.parametrize(("percent", "n"), [(5, 0), (10, 1), (15, 1), (20, 2), (35, 3)])
def test_a_factor_for_each_ten_per_cent_lost_in_a_move(percent: int, n: int) -> None:
    assert book.by_fire(percent) == n


@pytest.mark.clause("NAP-DIS-22", "NAP-R29", "NAP-R125")
def test_of_the_starred_rows_on_contact_the_highest_counts_and_the_others_are_added() -> None:
    def total(**so: Any) -> int:
        usual = {"doubling": False, "foot_by_horse_moving": False, "forming": False, "prone": False, "sector": "front"}
        return sum(n for n, _ in book.on_contact(**{**usual, **so}))

    assert total() == 0
    assert total(doubling=True) == 3
    assert total(foot_by_horse_moving=True) == 2
    assert total(forming=True) == 4
    assert total(prone=True) == 4
    assert total(forming=True, sector="flank") == 4
    assert total(forming=True, sector="rear") == 6
    assert total(forming=True, sector="rear", foot_by_horse_moving=True, doubling=True) == 11


@pytest.mark.clause("NAP-DIS-27")
def test_mixing_costs_four_in_close_order_two_with_skirmishers_or_guns_and_what_routers_had() -> None:
    state, body = one(carried=5)
    other = replace(state.units[body], id="L2", own=with_fields(state.units[body].own, carried=0))
    state = replace(state, units={**state.units, "L2": other})
    assert book.by_mixing(state, body, "L2") == 4
    loose = replace(other, own=with_fields(other.own, formation="open"))
    assert book.by_mixing(replace(state, units={**state.units, "L2": loose}), body, "L2") == 2
    guns = replace(other, own=with_fields(other.own, formation="deployed", arm="guns"))
    assert book.by_mixing(replace(state, units={**state.units, "L2": guns}), body, "L2") == 2
    routs = replace(state.units[body], own=with_fields(state.units[body].own, result="rout"))
    assert book.by_mixing(replace(state, units={**state.units, body: routs}), body, "L2") == 5


@pytest.mark.clause("NAP-DIS-06", "NAP-DIS-07", "NAP-R26", "NAP-SEQ-40")
def test_fresh_factors_go_by_themselves_at_step_twenty_and_count_until_then() -> None:
    state, body = one(fresh=FRESH_A)
    assert book.counted(state, body) == 2
    after = reformed(state)
    assert (after.nerve.carried, after.nerve.fresh) == (0, ())


@pytest.mark.clause("NAP-DIS-08", "NAP-DIS-10")
@pytest.mark.parametrize("deed", ["crossed", "left_bad"])
def test_factors_of_a_move_with_an_obstacle_or_bad_ground_accumulate_whatever_caused_them(deed: Any) -> None:
    state, _body = one(fresh=(*FRESH_A, Factor("B", 1, "NAP-DIS-21")), did=(deed,), rest=1.0)
    assert reformed(state).nerve.carried == 3


@pytest.mark.clause("NAP-DIS-09")
@pytest.mark.parametrize("deed", ["loaded", "fired"])
def test_who_loads_or_fires_does_not_reform_by_itself(deed: Any) -> None:
    state, _body = one(fresh=FRESH_A, did=(deed,))
    assert reformed(state).nerve.carried == 2


@pytest.mark.clause("NAP-DIS-12", "NAP-R126")
@pytest.mark.parametrize("deed", sorted(reform.NEVER))
def test_nobody_reforms_in_a_move_of_fire_charge_melee_or_flight(deed: Any) -> None:
    state, _body = one(carried=1, fresh=FRESH_A, did=(deed,), rest=1.0)
    assert reformed(state).nerve.carried == 3


@pytest.mark.clause("NAP-DIS-10", "NAP-DIS-11", "NAP-R27")
def test_who_begins_to_reform_behind_the_obstacle_takes_the_time_that_is_left() -> None:
    state, _body = one(carried=1, fresh=FRESH_A, did=("crossed", "begins_reforming"), rest=0.5)
    assert reformed(state).nerve.carried == 1  # two of three, of this move and earlier alike
    state, _body = one(carried=1, fresh=FRESH_A, did=("crossed", "begins_reforming", "was_charged"), rest=0.5)
    assert reformed(state).nerve.carried == 3  # the time is wasted


@pytest.mark.clause("NAP-DIS-13", "NAP-DIS-15", "NAP-S21")
@pytest.mark.parametrize(
    ("cls", "told", "rest", "left"),
    [
        ("C", {}, 1.0, 0),
        ("C", {}, 0.75, 1),
        ("C", {}, 0.74, 2),
        ("D", {}, 1.0, 2),
        ("C", {"regular": False}, 1.0, 2),
        ("B", {"arm": "guns"}, 1.0, 2),
        ("C", {"nation": "austria"}, 1.0, 0),
    ],
)
def test_reforming_takes_a_quarter_or_half_a_move_for_each_whole_factor(
    cls: Class, told: dict[str, Any], rest: float, left: int
) -> None:
    state, body = one(cls, carried=4, rest=rest, **told)
    assert reform.must_reform(state, body)
    assert reformed(state).nerve.carried == left


@pytest.mark.clause("NAP-NAT-04", "NAP-NAT-09", "NAP-NAT-10")
@pytest.mark.parametrize(
    ("nation", "options", "left"),
    [
        ("austria", {"national": True}, 1),
        ("russia", {"national": True}, 1),
        ("prussia", {"national": True}, 0),
        ("prussia", {"national": True, "before_1807": True}, 1),
        ("france", {"national": True}, 0),
        ("austria", {}, 0),
    ],
)
def test_slow_nations_take_half_a_move_where_characteristics_are_played(
    nation: Any, options: dict[str, Any], left: int
) -> None:
    state, _ = one(carried=3, rest=1.0, nation=nation, options=options)
    assert reformed(state).nerve.carried == left


@pytest.mark.clause("NAP-DIS-17")
def test_gunners_may_reform_for_half_the_move_and_fire_in_the_other() -> None:
    guns: dict[str, Any] = {"arm": "guns", "formation": "deployed"}
    state, _ = one("B", carried=2, did=("fired", "gives_up_half"), rest=1.0, **guns)
    assert reformed(state).nerve.carried == 1
    state, _ = one("B", carried=2, did=("fired",), rest=1.0, **guns)
    assert reformed(state).nerve.carried == 2


@pytest.mark.clause("NAP-DIS-14")
def test_who_charged_without_contact_may_charge_in_the_next_move_with_its_factors() -> None:
    state, body = one(carried=2, charged=2)
    assert reform.may_charge_again(state, body)
    state, body = one(carried=2, charged=1)
    assert not reform.may_charge_again(state, body)


@pytest.mark.clause("NAP-DIS-13")
def test_nobody_who_routs_or_retreats_has_to_halt() -> None:
    for result in ("rout", "retreat", "follow_up"):
        state, body = one(carried=2, result=result)
        assert not reform.must_reform(state, body)


@pytest.mark.clause("NAP-DIS-05", "NAP-DIS-06")
def test_example_six_guards_lose_three_factors_in_three_quarters_of_a_move() -> None:
    state, body = one("A", carried=3, rest=0.75)
    assert book.counted(state, body) == 2
    assert reformed(state).nerve.carried == 0


@pytest.mark.clause("NAP-DIS-06", "NAP-DIS-09")
def test_example_seven_scrub_with_and_without_firing() -> None:
    scrub = (Factor("A", book.by_movement(*one(), cause="scrub", fast=False), "NAP-DIS-20"),)
    assert reformed(one(fresh=scrub, rest=0.2)[0]).nerve.carried == 0
    assert reformed(one(fresh=scrub, rest=0.2, did=("fired",))[0]).nerve.carried == 1
