"""Step 19: who rallies, who runs on, who disperses, whose results end."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.state import State
from rulesets.napoleonic_wars.nerve import rally
from rulesets.napoleonic_wars.own import Hit, Leg, Track
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, box, field, general, of, regiment


def ran(what: str, base: str = "L1.1") -> Track:
    """A way of a body that went by a result."""
    return Track((base,), (Leg(0.0, 1.0, ((0.0, 0.0, 0.0),), what=what),))


def routers(*more: Any, since: int = 2, **told: Any) -> State:
    return field(battalion("L1", "south", at=(100, 30), result="rout", since=since, **told), *more, move=3)


@pytest.mark.clause("NAP-RLY-01", "NAP-RLY-02", "NAP-RLY-05", "NAP-RLY-06", "NAP-ROU-09", "NAP-SEQ-39")
def test_routers_who_rally_halt() -> None:
    run = Called(routers(carried=4), "nap.rally", None, 2, 2, 2)  # 6 - 4 = 2
    run.give()
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").nerve.since) == ("halt", 3)


@pytest.mark.clause("NAP-RLY-04")
def test_routers_who_do_not_run_on() -> None:
    run = Called(routers(carried=6), "nap.rally", None, 2, 2, 2)
    run.give()
    assert of(run.state, "L1").nerve.result == "rout"


@pytest.mark.clause("NAP-RLY-03", "NAP-LVF-01", "NAP-S59")
def test_routers_beyond_rallying_disperse() -> None:
    run = Called(routers(carried=6, began=30, lost=15), "nap.rally", None, 2, 2, 2)  # 6 - 6 - 10
    run.give()
    assert of(run.state, "L1").nerve.result == "dispersed"
    assert run.state.bases_of("L1") == ()
    assert [(g.body, g.what, g.strength) for g in run.state.own.gone] == [("L1", "destroyed", 24)]


@pytest.mark.clause("NAP-R103", "NAP-RLY-01")
def test_no_test_in_a_move_with_a_casualty_a_figure() -> None:
    run = Called(routers(men_now=24), "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "rout"
    run = Called(routers(men_now=23), "nap.rally", None, 5, 5, 5)
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"


@pytest.mark.clause("NAP-RLY-01", "NAP-R103")
@pytest.mark.parametrize(("did", "may"), [(("melee",), True), (("melee", "reacted"), False)])
def test_who_fought_and_ran_for_another_cause_may_rally(did: tuple[Any, ...], may: bool) -> None:
    assert rally.may_test(routers(since=3, men_now=5, did=did), "L1") is may


def pursuit(gap: float, *, uncontrolled: bool = False, result: Any = "rout", cls: Any = "C") -> State:
    return field(
        battalion("L1", "south", at=(100, 60), result=result, since=2, men_now=99),
        regiment("E1", "north", at=(100, 60 + gap), result="pursue", since=2, from_whom="L1", cls=cls,
                 uncontrolled=uncontrolled),
        move=3,
        tracks={"E1": ran("pursue", "E1.1")},
    )  # fmt: skip


@pytest.mark.clause("NAP-RLY-07", "NAP-S69", "NAP-UNC-07")
@pytest.mark.parametrize(("gap", "result"), [(5.0, "pursue"), (5.1, "")])
def test_pursuers_stop_by_themselves_more_than_five_cm_behind(gap: float, result: str) -> None:
    run = Called(pursuit(gap, uncontrolled=True), "nap.rally")
    run.give()
    told = of(run.state, "E1")
    assert told.nerve.result == result
    assert told.nerve.uncontrolled is (result == "pursue")


@pytest.mark.clause("NAP-RLY-08", "NAP-RLY-09", "NAP-RLY-12")
@pytest.mark.parametrize(
    ("dice", "carried", "result"), [((2, 2, 2), 0, "pursue"), ((2, 2, 2), 6, ""), ((4, 4, 4), 0, "")]
)
def test_pursuers_are_tested_otherwise(dice: tuple[int, ...], carried: int, result: str) -> None:
    from tests.rules.napoleonic_wars.table import given

    state = given(pursuit(4.0), "E1", carried=carried)
    run = Called(state, "nap.rally", None, *dice)
    run.give()
    assert of(run.state, "E1").nerve.result == result


@pytest.mark.clause("NAP-RLY-12")
def test_with_the_best_result_the_owner_may_go_on() -> None:
    run = Called(pursuit(4.0), "nap.rally", None, 4, 4, 4)
    run.answer(OptionAnswer({"E1": "pursue"}))
    run.give()
    assert of(run.state, "E1").nerve.result == "pursue"


@pytest.mark.clause("NAP-R168")
def test_where_the_routers_rally_nobody_is_left_to_pursue() -> None:
    from tests.rules.napoleonic_wars.table import given

    state = given(pursuit(1.0), "L1", men_now=0)
    run = Called(state, "nap.rally", None, 2, 2, 2, 5, 5, 5)
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"
    assert of(run.state, "E1").nerve.result == ""


def going(result: Any, *foes: Any, **told: Any) -> State:
    return field(
        battalion("L1", "south", at=(100, 30), result=result, since=2, **told),
        *foes,
        move=3,
        tracks={"L1": ran(result)},
    )


@pytest.mark.clause("NAP-RES-18", "NAP-RES-10")
def test_a_withdrawal_is_over_in_cover_or_out_of_fire() -> None:
    fire = {"hits": (Hit("E1", "volley", 3),)}
    foe = battalion("E1", "north", at=(100, 50), fired=3, fired_at="L1")
    run = Called(going("withdraw", foe), "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "withdraw"
    run = Called(going("withdraw", battalion("E1", "north", at=(100, 50))), "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"
    wood = [box("open_wood", 70, 20, 130, 32, "W")]
    state = field(
        battalion("L1", "south", at=(100, 30), result="withdraw", since=2, **fire),
        foe,
        features=wood,
        move=3,
        tracks={"L1": ran("withdraw")},
    )
    run = Called(state, "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"


@pytest.mark.clause("NAP-RES-19")
def test_a_retreat_is_over_out_of_fire_and_out_of_every_charge_reach() -> None:
    run = Called(going("retreat", regiment("E1", "north", at=(100, 60))), "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "retreat"
    run = Called(going("retreat", regiment("E1", "north", at=(100, 120))), "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == "halt"


@pytest.mark.clause("NAP-RES-17")
@pytest.mark.parametrize(("since", "carried", "result"), [(3, 0, "halt"), (2, 0, ""), (2, 9, "halt")])
def test_a_halt_holds_for_the_next_move_and_until_reformed(since: int, carried: int, result: str) -> None:
    state = field(
        battalion("L1", "south", at=(100, 30), result="halt", since=since, carried=carried, did=("fired",)), move=3
    )
    run = Called(state, "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.result == result


@pytest.mark.clause("NAP-R100", "NAP-UNC-07")
def test_uncontrolled_troops_are_in_hand_again_when_nobody_is_in_reach() -> None:
    near = field(
        battalion("L1", "south", at=(100, 30), uncontrolled=True), battalion("E1", "north", at=(100, 45)), move=3
    )
    run = Called(near, "nap.rally")
    run.give()
    assert of(run.state, "L1").nerve.uncontrolled
    far = field(
        battalion("L1", "south", at=(100, 30), uncontrolled=True), battalion("E1", "north", at=(100, 90)), move=3
    )
    run = Called(far, "nap.rally")
    run.give()
    assert not of(run.state, "L1").nerve.uncontrolled


@pytest.mark.clause("NAP-RLY-02", "NAP-RLY-04", "NAP-RLY-10", "NAP-RLY-11")
def test_example_nineteen_on_the_table() -> None:
    state = routers(
        battalion("E1", "north", at=(100, 50), figures=24),
        general("G", "south", at=(100, 26), chief=True),
        figures=13, companies=4, began=20, lost=7, at_start=13, cls="D", carried=4,
    )  # fmt: skip
    run = Called(state, "nap.rally", None, 3, 3, 4)
    run.give()
    # 10 less 4, 7 and 1, and 3 for the general
    assert [d["total"] for d in run.told("rally_tested")] == [1]
    assert of(run.state, "L1").nerve.result == "rout"
    assert [e.about for e in run.events if e.type == "routs_on"] == [("L1",)]


@pytest.mark.clause("NAP-RGN-06")
@pytest.mark.parametrize("host", ["", "L9"])
def test_a_general_is_free_again_where_nobody_is_left_who_carried_him_along(host: str) -> None:
    state = field(general("G", "south", at=(100, 30), result="rout", since=2, from_whom=host), move=3)
    run = Called(state, "nap.rally")
    run.give()
    assert (of(run.state, "G").nerve.result, of(run.state, "G").nerve.from_whom) == ("", "")


@pytest.mark.clause("NAP-RLY-10")
@pytest.mark.parametrize(("result", "total"), [("", 4), ("halt", 5), ("retreat", 7)])
def test_an_enemy_under_halt_is_no_unit_of_good_morale(result: Any, total: int) -> None:
    run = Called(routers(battalion("E1", "north", at=(100, 50), result=result), carried=4), "nap.rally", None, 3, 3, 3)
    run.give()
    assert [d["total"] for d in run.told("rally_tested")] == [total]
