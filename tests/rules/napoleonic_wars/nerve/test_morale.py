"""Who is tested for his morale, when, and what he does by it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.nerve import causes, circumstances, results
from rulesets.napoleonic_wars.own import Brigade, Gone, Hit, MeleeOwn, SideOwn
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, battery, field, general, of, regiment

LOST: dict[str, Any] = {"began": 24, "at_start": 24, "lost": 8, "lost_now": 8}
"""A body of 24 that has lost 8: 30 per cent."""


def hit(**told: Any) -> State:
    """A battalion that has lost a third of its figures in this move, alone on the field."""
    return field(battalion("L1", "south", at=(100, 30), figures=16, **{**LOST, **told}), move=3)


def rows(state: State, body: str = "L1") -> dict[str, float]:
    return {text.key: n for text, n, _ in circumstances.test_sum(moments.end(state), body).rows}


@pytest.mark.clause("NAP-MOR-01", "NAP-MOR-02", "NAP-MOR-03", "NAP-MOR-06", "NAP-R86", "NAP-SEQ-37")
def test_who_passes_twenty_five_per_cent_is_tested_once_with_three_average_dice() -> None:
    run = Called(hit(), "nap.morale", None, 5, 5, 5)
    run.give()
    (request,) = [e.request for e in run.events if e.request is not None]
    assert (request.rows[0].n, request.rows[0].faces) == (3, (2, 3, 3, 4, 4, 5))
    assert of(run.state, "L1").nerve.tested == 3
    (told,) = run.told("morale_tested")
    assert (told["total"], told["result"]) == (9, "good")  # 15 less 6 for 30 per cent
    assert causes.of_fire(run.state, "L1") == ""


@pytest.mark.clause("NAP-R86")
def test_exactly_twenty_five_per_cent_tests_nobody() -> None:
    state = hit(lost=6, began=24)
    assert causes.of_fire(state, "L1") == ""
    assert causes.of_fire(hit(lost=7, began=23), "L1") != ""


@pytest.mark.clause("NAP-MOR-03", "NAP-R87")
@pytest.mark.parametrize(
    ("tested", "now", "at_start", "why"),
    [(2, 2, 20, "NAP-R87"), (2, 1, 20, ""), (3, 2, 20, ""), (2, 2, 21, "")],
)
def test_in_later_moves_ten_per_cent_are_enough(tested: int, now: int, at_start: int, why: str) -> None:
    assert causes.of_fire(hit(tested=tested, lost_now=now, at_start=at_start), "L1") == why


@pytest.mark.clause("NAP-MOR-04", "NAP-UNC-02")
@pytest.mark.parametrize(
    "told",
    [{"uncontrolled": True}, {"result": "rout"}, {"result": "pursue"}, {"did": ("reacted",)}],
)
def test_who_is_exempt(told: dict[str, Any]) -> None:
    assert causes.of_fire(hit(), "L1") != ""
    assert causes.of_fire(hit(**told), "L1") == ""


def in_melee(**told: Any) -> State:
    return field(
        battalion("L1", "south", at=(100, 30), figures=16, **{**LOST, **told}),
        battalion("E1", "north", at=(100, 30.05), figures=16),
        ties=(Tie("melee E1 L1", "melee", "E1", "L1", MeleeOwn(rounds=1)),),
        move=3,
    )


@pytest.mark.clause("NAP-MOR-03")
def test_casualties_test_nobody_in_melee_fire_from_the_side_does() -> None:
    assert causes.of_fire(in_melee(), "L1") == ""
    assert causes.of_fire(in_melee(hits=(Hit("E2", "volley", 30, "flank"),)), "L1") == "NAP-R161"


@pytest.mark.clause("NAP-RES-21", "NAP-RES-20")
@pytest.mark.parametrize(
    ("dice", "total", "result"),
    [((5, 5, 5), 7, ""), ((4, 5, 5), 6, ""), ((4, 4, 5), 5, "break_off"), ((2, 2, 3), -1, "break_off"),
     ((2, 2, 2), -2, "rout")],
)  # fmt: skip
def test_in_melee_halt_is_to_fight_on_and_worse_is_to_break_off(dice: tuple[int, ...], total: int, result: str) -> None:
    run = Called(in_melee(hits=(Hit("E2", "volley", 1, "rear"),)), "nap.morale", None, *dice)
    run.give()
    assert run.told("morale_tested")[0]["total"] == total
    assert of(run.state, "L1").nerve.result == result


@pytest.mark.clause("NAP-MOR-03", "NAP-R161", "NAP-S57")
def test_fire_from_the_side_counts_from_the_first_figure_lost() -> None:
    side = (Hit("E1", "volley", 25, "flank"),)
    assert causes.of_fire(hit(lost=1, lost_now=1, hits=side), "L1") == "NAP-R161"
    assert causes.of_fire(hit(lost=0, lost_now=0, hits=(Hit("E1", "volley", 1, "flank"),)), "L1") == ""
    assert causes.of_fire(hit(lost=1, lost_now=1, hits=(Hit("E1", "volley", 25),)), "L1") == ""
    assert causes.of_fire(hit(lost=1, lost_now=1, hits=side, formation="open", sub={"open": True}), "L1") == ""


@pytest.mark.clause("NAP-MOR-09", "NAP-R97")
@pytest.mark.parametrize(
    ("at", "facing", "formation", "found"),
    [
        ((72, 44), 270.0, "line", (True, False)),
        ((150, 44), 270.0, "line", (False, False)),  # out of a charge's reach
        ((50, 15), 0.0, "line", (False, True)),
        ((50, 75), 180.0, "line", (False, False)),
        ((72, 44), 270.0, "square", (False, False)),  # it has no flanks
        ((50, 15), 0.0, "square", (False, False)),
    ],
)
def test_an_enemy_who_can_charge_its_flank_or_rear_counts(
    at: tuple[float, float], facing: float, formation: Any, found: tuple[bool, bool]
) -> None:
    mine = battalion("L1", "south", at=(50, 50), formation=formation)
    state = field(mine, regiment("E1", "north", at=at, facing=facing, figures=12))
    assert circumstances.threats(state, "L1") == found


@pytest.mark.clause("NAP-MOR-11", "NAP-MOR-09")
@pytest.mark.parametrize(
    ("hits", "row", "n"),
    [
        ([("roundshot", 16)], "under fire of guns", -1),
        ([("roundshot", 15)], "under fire of guns", None),
        ([("shell", 16), ("roundshot", 40)], "under fire of guns", -2),
        ([("canister", 16)], "under fire of guns", -3),
        ([("volley", 60)], "under fire of guns", None),
    ],
)
def test_fire_of_guns_counts_from_a_casualty_a_figure(hits: list[tuple[str, int]], row: str, n: int | None) -> None:
    told = tuple(Hit("E1", what, men) for what, men in hits)
    state = field(
        battalion("L1", "south", at=(100, 30), figures=16, hits=told),
        battery("E1", "north", at=(100, 80)),
        move=3,
    )
    found = rows(state)
    assert found.get(row) == n
    assert found["enemy units firing at it"] == -1


@pytest.mark.clause("NAP-RES-16", "NAP-RES-17", "NAP-RES-18", "NAP-RES-19", "NAP-RES-21", "NAP-R109")
@pytest.mark.parametrize(
    ("dice", "result"), [((5, 5, 5), ""), ((4, 5, 5), "halt"), ((4, 4, 3), "withdraw"), ((2, 2, 3), "retreat")]
)
def test_results_hold_from_now_on(dice: tuple[int, ...], result: str) -> None:
    run = Called(hit(), "nap.morale", None, *dice)
    run.give()
    told = of(run.state, "L1")
    assert told.nerve.result == result
    if result:
        assert told.nerve.since == 3


@pytest.mark.clause("NAP-RES-19", "NAP-R129", "NAP-DIS-26")
def test_the_factor_of_a_retreat_falls_at_once() -> None:
    run = Called(hit(), "nap.morale", None, 2, 2, 3)
    run.give()
    assert [(f.table, f.n) for f in of(run.state, "L1").nerve.fresh] == [("G", 1)]


@pytest.mark.clause("NAP-RES-20", "NAP-RES-21", "NAP-R129", "NAP-S59")
def test_the_worst_result_is_a_rout_only_under_fire_and_is_kept_in_mind() -> None:
    low = hit(carried=6)
    run = Called(low, "nap.morale", None, 2, 2, 2)
    run.give()
    assert of(run.state, "L1").nerve.result == "retreat"
    run = Called(hit(carried=6, hits=(Hit("E1", "volley"),)), "nap.morale", None, 2, 2, 2)
    run.give()
    assert of(run.state, "L1").nerve.result == "rout"
    assert [(g.body, g.what, g.strength) for g in run.state.own.gone] == [("L1", "rout", 16)]
    assert [(f.table, f.n) for f in of(run.state, "L1").nerve.fresh] == [("G", 2)]


@pytest.mark.clause("NAP-NAT-13")
@pytest.mark.parametrize(("national", "result"), [(True, "halt"), (False, "withdraw")])
def test_russian_foot_adds_two_to_a_bad_result(national: bool, result: str) -> None:
    state = field(
        battalion("L1", "south", at=(100, 30), figures=16, nation="russia", **LOST),
        options={"national": national},
        move=3,
    )
    run = Called(state, "nap.morale", None, 4, 4, 3)  # 5 + 2 = 7
    run.give()
    assert of(run.state, "L1").nerve.result == result


@pytest.mark.clause("NAP-UNC-01", "NAP-R99")
@pytest.mark.parametrize(
    ("told", "dice", "wild"),
    [
        ({"cls": "A"}, (4, 4, 4), True),
        ({"cls": "A"}, (3, 3, 3), False),
        ({"cls": "A"}, (5, 4, 4), False),
        ({"cls": "D"}, (5, 5, 2), True),
        ({"cls": "D"}, (4, 4, 4), False),
        ({"cls": "A", "nation": "native", "regular": False, "formation": "irregular"}, (6, 6, 1), True),
        ({"cls": "A", "nation": "native", "regular": False, "formation": "irregular"}, (4, 4, 4), False),
    ],
)
def test_dice_that_carry_troops_away(told: dict[str, Any], dice: tuple[int, ...], wild: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 30), figures=22, began=24, at_start=24, lost=1, lost_now=1,
                  hits=(Hit("E1", "volley", 20, "flank"),), **told),
        general("G", "south", at=(100, 28), chief=True),
        *[battalion(f"S{k}", "south", at=(100 + 30 * k, 20), figures=24) for k in (-1, 0, 1)],
        move=3,
    )  # fmt: skip
    run = Called(state, "nap.morale", None, *dice)
    run.give()
    (test,) = run.told("morale_tested")
    assert test["result"] == "good" or not wild
    assert of(run.state, "L1").nerve.uncontrolled == wild


@pytest.mark.clause("NAP-UNC-01")
@pytest.mark.parametrize(("dice", "wild"), [((3, 3, 3), True), ((4, 4, 4), True), ((5, 5, 5), False)])
def test_british_horse_is_carried_away_by_three_threes_or_fours(dice: tuple[int, ...], wild: bool) -> None:
    from rulesets.napoleonic_wars.nerve.results import is_wild

    state = field(regiment("H1", "south", nation="britain"), regiment("H2", "south", at=(100, 50), nation="france"))
    assert is_wild(state, "H1", dice) is wild
    assert is_wild(state, "H2", (3, 3, 3)) is False


@pytest.mark.clause("NAP-MOR-03", "NAP-MOR-13", "NAP-SEQ-38", "NAP-SEQ-43", "NAP-S90", "NAP-S59")
def test_step_eighteen_tests_who_saw_friends_rout_within_twenty_five_cm() -> None:
    def battle(strength: int = 12, near: tuple[str, ...] = ("L2",)) -> State:
        lost = Gone("L1", "L1", "south", "rout", strength, near)
        return field(
            battalion("L1", "south", at=(100, 30), figures=12, result="rout", since=3),
            battalion("L2", "south", at=(100, 20)),
            move=3,
            gone=(lost,),
        )

    assert causes.of_routs(battle(), "L2") == "NAP-MOR-03"
    assert causes.of_routs(battle(11), "L2") == ""
    assert causes.of_routs(battle(12, ()), "L2") == ""
    run = Called(battle(), "nap.morale_of_routs", None, 5, 5, 5)
    run.give()
    (told,) = run.told("morale_tested")
    assert told["total"] == 15 - 4


def ran_off(gap: float = 6.0) -> State:
    """Example 35: foot that routs at t = 0 beside another of its side, and runs before it is tested for."""
    state = field(
        battalion("E1", "north", at=(50, 80)),
        battalion("E2", "north", at=(50 + 18 + gap, 80)),
        regiment("H1", "south", at=(50, 60), light=True),
        move=3,
    )
    run = Run(state)
    results.apply_result(run, "E1", "rout", "H1")
    return Called(run.state, "nap.first_pass").to_end().state


@pytest.mark.clause("NAP-S59", "NAP-S90", "NAP-S101")
def test_example_thirty_five_routers_who_have_run_off_count_in_the_test_that_they_cause() -> None:
    state = ran_off()
    assert board_of(state).gap("E1", "E2") > 250.0
    run = Called(state, "nap.morale_of_routs", None, 5, 5, 5)
    run.give()
    (told,) = run.told("morale_tested")
    assert told["total"] == 15 - 4


@pytest.mark.clause("NAP-S59", "NAP-MOR-09")
@pytest.mark.parametrize(("gap", "routing"), [(25.0, 1), (25.1, 0)])
def test_a_rout_counts_once_and_by_where_it_happened(gap: float, routing: int) -> None:
    assert around.around(ran_off(gap), "E2", "north").routing == routing
    assert around.around(ran_off(0.5), "E2", "north").routing == 1
    still = field(
        battalion("L1", "south", at=(100, 30), result="rout", since=3),
        battalion("L2", "south", at=(100, 20)),
        move=3,
        gone=(Gone("L1", "L1", "south", "rout", 24, ("L2",)),),
    )
    assert around.around(still, "L2", "south").routing == 1  # by event and by state


@pytest.mark.clause("NAP-S90")
def test_who_routs_by_step_eighteen_tests_nobody_else_in_it() -> None:
    lost = Gone("L1", "L1", "south", "rout", 24, ("L2",))
    state = field(
        battalion("L1", "south", at=(100, 30), result="rout", since=3),
        battalion("L2", "south", at=(140, 30), cls="E", hits=(Hit("E1", "volley"),)),
        battalion("L3", "south", at=(180, 30)),
        move=3,
        gone=(lost,),
    )
    run = Called(state, "nap.morale_of_routs", None, 2, 2, 2)
    run.give()
    assert of(run.state, "L2").nerve.result == "rout"
    assert of(run.state, "L3").nerve.result == ""


@pytest.mark.clause("NAP-MRE-14", "NAP-MOR-03")
def test_the_rest_of_a_unit_counts_its_routing_part_as_casualties_alone() -> None:
    lost = Gone("L1b", "L1", "south", "rout", 8, ("L1",))
    state = field(
        battalion("L1", "south", at=(100, 30), figures=16, companies=4),
        battalion("L1b", "south", at=(100, 40), figures=8, companies=2, parent="L1", result="rout", since=3,
                  did=("melee",)),
        move=3,
        gone=(lost,),
    )  # fmt: skip
    assert causes.of_routs(state, "L1") == "NAP-MRE-14"
    found = rows(state)
    assert found["casualties {n} per cent"] == -6
    assert "own units routing or lost" not in found


@pytest.mark.clause("NAP-MOR-03", "NAP-MOR-09", "NAP-CMD-07")
def test_the_loss_of_its_general_within_five_cm_tests_a_body() -> None:
    def battle(brigade: str, close: tuple[str, ...] = ("L1",)) -> State:
        return field(
            battalion("L1", "south", at=(100, 30), brigade="1"),
            general("G", "south", at=None, brigade=brigade),
            move=3,
            gone=(Gone("G", "G", "south", "general", 0, ("L1",), close),),
        )

    assert causes.of_fire(battle("1"), "L1") == "NAP-MOR-03"
    assert rows(battle("1"))["general lost within 5 cm"] == -3
    assert causes.of_fire(battle("1", ()), "L1") == ""
    assert causes.of_fire(battle("2"), "L1") == ""


@pytest.mark.clause("NAP-ATK-03", "NAP-ASQ-04", "NAP-MOR-03", "NAP-R118")
@pytest.mark.parametrize(("dice", "given"), [((4, 4, 4), "good"), ((2, 3, 3), "halt")])
def test_attackers_are_tested_and_go_on_with_good_morale_alone(dice: tuple[int, ...], given: str) -> None:
    state = field(battalion("L1", "south", at=(100, 30)), move=3)
    run = Called(state, "nap.attack_morale", {"body": "L1"}, *dice)
    assert run.give() == given
    assert of(run.state, "L1").nerve.result == ("" if given == "good" else "halt")


def test_brigades_are_as_the_table_makes_them() -> None:
    state = field(battalion("L1", "south", brigade="1"), general("G", "south", brigade="1"))
    own: SideOwn = state.sides["south"].own
    assert own.brigades == (Brigade("1", "1", "G"),)


@pytest.mark.clause("NAP-MOR-09", "NAP-MOR-11")
@pytest.mark.parametrize(("men", "n"), [(16, -3), (15, None)])
def test_rockets_count_as_rockets_whatever_they_carry(men: int, n: int | None) -> None:
    shelled = battalion("L1", "south", at=(100, 30), figures=16, hits=(Hit("E1", "shell", men),))
    state = field(shelled, battery("E1", "north", at=(100, 80), pieces=("rocket",), arm="rockets"), move=3)
    assert rows(state).get("under fire of guns") == n


@pytest.mark.clause("NAP-MOR-03", "NAP-CMD-03")
def test_the_loss_of_its_divisions_general_tests_a_body_as_that_of_its_brigades() -> None:
    def battle(lost: str) -> State:
        state = field(
            battalion("L1", "south", at=(100, 30), brigade="1"),
            general("D", "south", at=None, brigade="division"),
            general("E", "south", at=None, brigade="other"),
            move=3,
            gone=(Gone(lost, lost, "south", "general", 0, ("L1",), ("L1",)),),
        )
        south = state.sides["south"]
        brigades = (
            Brigade("1", "1", "", "division"),
            Brigade("division", "division", "D"),
            Brigade("other", "other", "E"),
        )
        return replace(state, sides={**state.sides, "south": replace(south, own=replace(south.own, brigades=brigades))})

    assert causes.of_fire(battle("D"), "L1") == "NAP-MOR-03"
    assert causes.of_fire(battle("E"), "L1") == ""


@pytest.mark.clause("NAP-R87", "NAP-R161")
def test_a_figure_that_fell_in_melee_is_not_one_that_fire_cost() -> None:
    """Two of 16 have fallen, 5 men by fire from the flank: in melee they test nobody, but a remainder may."""
    side = (Hit("E1", "volley", 5, "flank"),)
    fought = {"tested": 2, "lost_now": 2, "at_start": 16, "hits": side, "did": ("melee",)}
    assert causes.of_fire(hit(struck_now=2, **fought), "L1") == ""
    assert causes.of_fire(hit(struck_now=1, **fought), "L1") == "NAP-R161"
    assert causes.of_fire(hit(**{**fought, "hits": (Hit("E1", "volley", 5),), "at_start": 20}), "L1") == "NAP-R87"


@pytest.mark.clause("NAP-S59")
@pytest.mark.parametrize(("gap", "close"), [(5.0, ("L1",)), (5.1, ())])
def test_the_loss_of_a_general_is_felt_by_his_own_within_five_centimetres(gap: float, close: tuple[str, ...]) -> None:
    def there(far: float) -> State:
        return field(
            general("G", "south", at=(50, 50)),
            battalion("L1", "south", at=(50, 50 - far)),
            battalion("E1", "north", at=(50, 50 + far), facing=0.0),
        )

    board = board_of(there(10.0))
    state = there(10.0 + gap - board.gap("G", "L1") / 10.0)
    told = around.lost(state, "G", "general")
    assert (set(told.near), told.close) == ({"L1", "E1"}, close)
