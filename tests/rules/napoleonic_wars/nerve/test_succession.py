"""Generals who are lost, how the news rides, who follows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.clock import messengers
from rulesets.napoleonic_wars.command import lost, notes, officers
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.nerve import succession
from rulesets.napoleonic_wars.own import SideOwn
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import Made, battalion, field, general, given, hide, of, regiment

FELL = (30.0, 110.0)
"""The middle of the front edge of the general who falls; his base is 2 cm wide, and 2 cm deep."""


def brigade(state: State, number: int = 0) -> str:
    own: SideOwn = state.sides["south"].own
    return own.brigades[number].general


def chief(state: State) -> str:
    own: SideOwn = state.sides["south"].own
    return own.chief


def army(*more: Made, off: float | None = 50.0, **of_l2: Any) -> State:
    """A brigade of three units whose general G1 stands east of FELL; the chief, so far off, and others."""
    made = [
        battalion("L1", "south", at=(30, 40), brigade="1", cls="C"),
        battalion("L2", "south", at=(60, 40), brigade="1", cls="B", **of_l2),
        general("G1", "south", at=FELL, brigade="1"),
        *more,
    ]
    if off is not None:
        made.append(general("G0", "south", at=(FELL[0] + 2.0 + off, FELL[1]), chief=True))
    return field(*made, move=1)


def fallen(state: State, who: str = "G1") -> Run:
    """The general is lost."""
    run = Run(state)
    lost.take_off(run, who, "general_killed", None, ())
    return run


def to_move(run: Run, last: int, until: Callable[[Run], bool] = lambda run: False) -> Run:
    """Step 21 and the ride of couriers, move by move, up to step 21 of a move or until something is so."""
    while True:
        succession.step(run)
        if run.state.own.move == last or until(run):
            return run
        messengers.ride_on(run)
        run = Run(replace(run.state, own=replace(run.state.own, move=run.state.own.move + 1)))


def named_in(state: State, last: int = 9) -> int:
    """The move in which a new general of the brigade is named."""
    return to_move(fallen(state), last, lambda run: brigade(run.state) != "G1").state.own.move


@pytest.mark.clause("NAP-CMD-08", "NAP-S93", "NAP-R23")
@pytest.mark.parametrize(
    ("off", "move"), [(4.0, 2), (5.0, 2), (5.1, 3), (50.0, 3), (60.0, 3), (60.1, 4), (90.0, 4), (150.0, 5)]
)
def test_example_thirty_one_a_successor_is_named_when_the_news_has_ridden_and_is_a_move_old(
    off: float, move: int
) -> None:
    state = army(off=off)
    assert named_in(state) == move


@pytest.mark.clause("NAP-S93")
def test_the_courier_leaves_from_the_base_edge_that_the_lost_general_had() -> None:
    run = to_move(fallen(army()), 1)
    (courier,) = notes.couriers(run.state, "south").values()
    assert (courier.to, courier.lost, courier.at) == ("G0", "G1", (310.0, 1090.0))
    assert notes.couriers(run.state, "north") == {}


@pytest.mark.clause("NAP-CMD-09", "NAP-CMD-12", "NAP-R141")
def test_the_best_unit_commander_of_the_brigade_takes_over_with_a_new_figure() -> None:
    third = battalion("L3", "south", at=(90, 40), brigade="1", cls="A", result="rout")
    run = to_move(fallen(army(third)), 3)
    new = brigade(run.state)
    (base,) = run.state.bases_of(new)
    assert base.pose is not None
    assert base.pose.x == pytest.approx(600.0)  # by the unit of class B: the one of class A routs
    assert len(run.state.bases_of("L2")) == 24
    assert base.own.points == 0
    was, now = (known(run.state).units[u] for u in ("G1", new))
    assert (now.kind, now.name) == (was.kind, was.name)


@pytest.mark.clause("NAP-CMD-11", "NAP-S93", "NAP-R22")
def test_example_thirty_one_a_unit_counts_as_told_in_step_21_of_the_move_after_its_courier() -> None:
    """L1 stands 20 cm from the superior, L2 farther; the new general himself must be told as well."""
    near = battalion("L1", "south", at=(50, 96), figures=18, brigade="1", cls="C")
    best = battalion("L2", "south", at=(100, 110), figures=18, brigade="1", cls="B")
    made = (
        near,
        best,
        general("G1", "south", at=(20, 120), brigade="1"),
        general("G0", "south", at=(50, 118), chief=True),
    )
    run = to_move(fallen(field(*made, move=1)), 3)
    new = brigade(run.state)
    assert new != "G1"
    assert {c.to for c in notes.couriers(run.state, "south").values()} == {"L1", "L2", new}
    assert all(c.by == "G0" for c in notes.couriers(run.state, "south").values())
    four = to_move(run, 4)
    assert set(of(four.state, new).untold) == {"L1", "L2", new}
    assert not officers.knows(four.state, "L1", new)
    five = to_move(four, 5)
    assert of(five.state, new).untold == ()
    assert officers.knows(five.state, "L1", new)


@pytest.mark.clause("NAP-R141", "NAP-S93")
def test_nobody_orders_the_brigade_until_its_superior_may_act_on_the_report_and_then_he_does() -> None:
    state = army()
    assert officers.commander(state, "L1") == "G1"
    run = to_move(fallen(state), 2)
    assert officers.commander(run.state, "L1") == ""
    assert officers.superiors(run.state, "L1") == ("G0",)  # in tests the commander-in-chief counts all the time
    run = to_move(run, 3)
    assert officers.commander(run.state, "L1") == "G0"


@pytest.mark.clause("NAP-CMD-11", "NAP-R142")
def test_routers_are_told_when_they_have_rallied() -> None:
    third = battalion("L3", "south", at=(90, 40), brigade="1", cls="A", result="rout")
    run = to_move(fallen(army(third)), 3)
    new = brigade(run.state)
    assert "L3" not in {c.to for c in notes.couriers(run.state, "south").values()}
    assert not officers.knows(run.state, "L3", new)
    run = to_move(Run(given(run.state, "L3", result="halt")), 4)
    (courier,) = [c for c in notes.couriers(run.state, "south").values() if c.to == "L3"]
    assert (courier.news, courier.by) == (new, "L2")  # from the nearest unit of the brigade
    seven = to_move(run, 7)
    assert officers.knows(seven.state, "L3", new)


@pytest.mark.clause("NAP-S93", "NAP-S22")
def test_a_courier_lost_on_the_way_is_replaced_from_the_nearest_unit_of_the_brigade() -> None:
    run = to_move(fallen(army()), 1)
    (key,) = notes.couriers(run.state, "south")
    run.emit("courier_lost", "order", None, notes.noted(run.state, "south", key, None))
    run = to_move(Run(replace(run.state, own=replace(run.state.own, move=2))), 2)
    (courier,) = notes.couriers(run.state, "south").values()
    assert (courier.to, courier.lost, courier.by, courier.sent) == ("G0", "G1", "L2", 2)
    assert to_move(run, 9, lambda r: brigade(r.state) != "G1").state.own.move == 5  # 70 cm: moves 3 and 4


@pytest.mark.clause("NAP-S93", "NAP-S22")
def test_news_does_not_ride_through_hussars() -> None:
    """They stand across the way to a superior 55 cm off, who would have the report in the next move."""
    hussars = regiment("H1", "north", at=(57, 109), facing=270, figures=12, companies=3, light=True)
    assert named_in(army(off=55.0)) == 3
    assert named_in(army(hussars, off=55.0)) == 4


@pytest.mark.clause("NAP-CMD-08", "NAP-S93")
def test_a_report_that_its_receiver_could_not_act_on_is_made_again() -> None:
    """The division's general has it and falls before he may act; it goes to the commander-in-chief."""
    above = general("G2", "south", at=(60, 110), brigade="division")
    state = army(above, off=60.0)
    own = state.sides["south"].own
    under = tuple(replace(b, above="division") if b.id == "1" else b for b in own.brigades)
    side = replace(state.sides["south"], own=replace(own, brigades=under))
    run = to_move(fallen(replace(state, sides={**state.sides, "south": side})), 1)
    (courier,) = notes.couriers(run.state, "south").values()
    assert courier.to == "G2"
    messengers.ride_on(Run(replace(run.state, own=replace(run.state.own, move=2))))
    two = Run(replace(run.state, own=replace(run.state.own, move=2)))
    messengers.ride_on(two)
    assert notes.losses(two.state, "south")["G1"].told == "G2"
    lost.take_off(two, "G2", "general_killed", None, ())
    three = to_move(Run(replace(two.state, own=replace(two.state.own, move=3))), 3)
    assert brigade(three.state) == "G1"
    assert "G1" in {c.lost for c in notes.couriers(three.state, "south").values() if c.to == "G0"}


@pytest.mark.clause("NAP-CMD-10", "NAP-S93")
def test_the_next_in_seniority_takes_command_of_the_army_when_he_may_act_on_the_news() -> None:
    """Two brigade generals; the one of higher rank has others under him, the other one the lower id."""
    state = army(
        battalion("L5", "south", at=(120, 40), brigade="2"),
        general("G2", "south", at=(FELL[0] + 60.0, FELL[1]), brigade="2"),
        off=30.0,
    )
    own = state.sides["south"].own
    brigades = tuple(replace(b, above="2") if b.id == "1" else b for b in own.brigades)
    side = replace(state.sides["south"], own=replace(own, brigades=brigades))
    state = replace(state, sides={**state.sides, "south": side})
    run = to_move(fallen(state, "G0"), 1)
    (courier,) = notes.couriers(run.state, "south").values()
    assert (courier.to, courier.lost) == ("G2", "G0")  # G has the lower id, and the lower rank
    run = to_move(run, 2)
    assert chief(run.state) == "G0"
    run = to_move(run, 3)
    assert chief(run.state) == "G2"
    assert brigade(run.state, 1) == "G2"
    assert of(run.state, "G2").untold == ()  # he was the superior of all of them already
    assert not any(e.type == "promoted" for e in run.events)


@pytest.mark.clause("NAP-CMD-10", "NAP-CMD-11")
def test_units_that_a_new_commander_in_chief_did_not_command_must_be_told_of_him() -> None:
    other = (
        battalion("L5", "south", at=(120, 40), brigade="2"),
        general("G2", "south", at=(FELL[0], FELL[1] - 10.0), brigade="2"),
    )
    run = to_move(fallen(army(*other, off=30.0), "G0"), 3)
    assert chief(run.state) == "G1"  # equal ranks: the lower id
    assert of(run.state, "G1").untold == ("L5",)
    assert officers.superiors(run.state, "L5") == ("G2",)
    assert officers.superiors(run.state, "L1") == ("G1",)
    assert officers.superiors(to_move(run, 8).state, "L5") == ("G2", "G1")


@pytest.mark.clause("NAP-R141", "NAP-CMD-10", "NAP-CMD-12")
def test_without_any_general_the_senior_unit_commander_commands_in_the_next_move() -> None:
    state = army(off=1.0)
    run = fallen(fallen(state).state, "G0")
    one = to_move(run, 1)
    assert chief(one.state) == "G0"
    assert notes.couriers(one.state, "south") == {}
    two = to_move(one, 2)
    new = chief(two.state)
    assert new not in ("G0", "G1")
    assert {c.to for c in notes.couriers(two.state, "south").values() if c.news} == {"L1", "L2", new}
    later = to_move(two, 12)
    assert officers.commander(later.state, "L1") == brigade(later.state) != "G1"


@pytest.mark.clause("NAP-S37", "NAP-S93")
def test_a_general_whom_the_enemy_has_not_seen_is_not_lost_and_hidden_troops_get_theirs_unseen() -> None:
    there = army()
    run = Run(hide(there, "L1", "L2", "G1"))
    succession.step(run)
    assert not run.events
    run = fallen(hide(there, "L1", "L2"))
    run = to_move(run, 3)
    new = brigade(run.state)
    assert new in run.state.secret["south"].units
    assert new not in run.state.units
    assert {c.to for c in notes.couriers(run.state, "south").values()} == {"L1", "L2", new}
    told = [e for e in run.events if e.text is not None or set(e.about) & {"L1", "L2"}]
    assert not told


@pytest.mark.clause("NAP-SEQ-41", "NAP-S93")
def test_news_is_acted_on_in_step_21() -> None:
    state = fallen(army(off=4.0)).state
    one = Called(state, "nap.move", {"move": 1, "step": 15}).to_end()
    assert notes.losses(one.state, "south")["G1"].told == "G0"
    assert brigade(one.state) == "G1"
    two = Called(one.state, "nap.move", {"move": 2, "step": 15}).to_end()
    assert brigade(two.state) != "G1"
