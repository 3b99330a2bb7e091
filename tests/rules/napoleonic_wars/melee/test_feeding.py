"""Idle sub-units that come up into a melee from its second round on."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer, OptionSpace
from game.engine.state import State
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.melee import feeding, fighters
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee
from tests.rules.napoleonic_wars.table import battalion, box, field, given, of, regiment

ROUND = ("nap.melee",)


def line(body: str = "S1", x: float = 50.0, **more: Any) -> Any:
    side = "south" if body[0] == "S" else "north"
    return battalion(body, side, at=(x, 50), **{"loaded": False} | more)


def ends(state: State, body: str) -> tuple[float, float]:
    """West and east end of a body, cm."""
    west, _, east, _ = board_of(state).outline(body).bounds
    return round(west / 10.0, 3), round(east / 10.0, 3)


def by_three(**told: Any) -> State:
    """Two lines of 18 cm of which 2.25 meet: three figures a side."""
    return field(line(), line("N1", 65.75), ties=[melee("S1", "N1", **told)], move=2)


@pytest.mark.clause("NAP-MEL-03", "NAP-MRE-23")
def test_companies_come_up_beside_those_who_fight_as_far_as_a_move_takes_them() -> None:
    state = by_three()
    played = Fought(state, 3, 3, frames=ROUND)
    assert {d.question for d in played.session.waiting} == {"nap_feed_melee"}
    played.end()
    # 6 cm of way are less than the 10 of a line, 12 are more: a company a side, the others close up
    assert (ends(played.state, "S1"), ends(played.state, "N1")) == ((44.0, 62.0), (53.75, 71.75))
    assert {u: n for u, (n, _, _) in played.strikes().items()} == {"S1": 12, "N1": 12}  # 11 and an overlap
    assert shape.rows(played.state, "S1") == (24,)
    before, after = ({b.id: b.pose for b in s.bases_of("S1")} for s in (state, played.state))
    touch = fighters.touching(state, "S1", "N1")[0]
    assert all(before[b] == after[b] for b in touch)  # those who fight do not move
    assert [f.table for f in of(played.state, "S1").nerve.fresh] == []


@pytest.mark.clause("NAP-MEL-03")
def test_the_owner_says_how_many_come_up() -> None:
    played = Fought(by_three(), 3, 3, frames=ROUND)
    south = next(d for d in played.session.waiting if d.side == "south")
    space = played.session.asked(south).space
    assert isinstance(space, OptionSpace)
    assert [c.id for c in space.parts["S1"]] == ["1", "0"]
    played.answer(OptionAnswer({"S1": "0"}))
    played.answer(OptionAnswer({"N1": "1"}))
    played.end()
    assert (ends(played.state, "S1"), ends(played.state, "N1")) == ((41.0, 59.0), (53.75, 71.75))


@pytest.mark.clause("NAP-MEL-03", "NAP-MRE-24")
@pytest.mark.parametrize(
    ("told", "body"),
    [({"rounds": 0}, {}), ({}, {"result": "break_off"}), ({}, {"result": "rout"}), ({}, {"formation": "open"})],
)
def test_none_come_up_in_the_first_round_nor_of_a_body_that_goes_back(told: Any, body: Any) -> None:
    state = given(by_three(**told), "S1", **body)
    (tie,) = state.ties.values()
    assert feeding.courses(state, "S1", tie) == []


@pytest.mark.clause("NAP-MEL-03", "NAP-MRE-22")
@pytest.mark.parametrize(("result", "n"), [("follow_up", 1), ("", 1)])
def test_a_follow_up_lets_them_come_up(result: Any, n: int) -> None:
    state = given(by_three(), "S1", result=result, since=1)
    (tie,) = state.ties.values()
    assert len(feeding.courses(state, "S1", tie)) == n


@pytest.mark.clause("NAP-MEL-03")
def test_rear_companies_of_a_column_come_up_on_both_sides_of_the_first() -> None:
    state = field(line(formation="closed_column"), line("N1"), ties=[melee("S1", "N1")], move=2)
    assert fighters.numbers(state, next(iter(state.ties.values())))["S1"] == 4
    played = Fought(state, 2, 2, frames=ROUND)
    played.end()
    assert of(played.state, "S1").stance.formation == "line"
    (came,) = played.told("comes_up")
    assert came["n"] == 5
    assert len(shape.rows(played.state, "S1")) == 1
    # 18 cm along 18: two companies to the one side, three to the other
    assert played.strikes()["S1"][0] == 23


@pytest.mark.clause("NAP-MEL-03")
def test_those_who_find_no_enemy_beside_the_fight_stay_behind_and_close_up() -> None:
    small = battalion("N1", "north", at=(50, 50), figures=8, companies=2, loaded=False)  # 6 cm
    state = field(line(formation="closed_column"), small, ties=[melee("S1", "N1")], move=2)
    played = Fought(state, 3, 3, frames=ROUND)
    played.end()
    # one on either side of the first company; three stay, directly behind it
    assert shape.rows(played.state, "S1") == (12, 4, 4, 4)
    assert of(played.state, "S1").stance.formation == "closed_column"
    assert shape.depth(played.state, "S1") == pytest.approx(40.0)


@pytest.mark.clause("NAP-MEL-03", "NAP-CAS-08")
def test_companies_that_have_come_up_stay_there_when_figures_fall() -> None:
    small = battalion("N1", "north", at=(50, 50), figures=8, companies=2, loaded=False)
    state = field(line(formation="closed_column", men=19), small, ties=[melee("S1", "N1")], move=2)
    played = Fought(state, 2, 5, frames=ROUND)
    played.end()
    assert of(played.state, "S1").strength.lost == 1
    assert shape.rows(played.state, "S1") == (12, 4, 4, 3)
    assert board_of(played.state).touching("S1", "N1")


@pytest.mark.clause("NAP-MEL-03")
@pytest.mark.parametrize("what", ["friend", "house"])
def test_they_come_up_only_where_there_is_room(what: str) -> None:
    friend = [battalion("S2", "south", at=(61.5, 50), figures=4, companies=1)] if what == "friend" else []
    house = [box("building", 59.1, 45, 62, 49.95, "H")] if what == "house" else []
    state = field(line(), line("N1", 65.75), *friend, features=house, ties=[melee("S1", "N1")], move=2)
    assert feeding.courses(state, "S1", state.ties["melee:S1:N1"]) == []


@pytest.mark.clause("NAP-MEL-03", "NAP-MRE-03")
def test_a_melee_of_few_figures_becomes_one_of_many_and_comes_to_an_end() -> None:
    played = Fought(by_three(), *(3,) * 2, frames=("nap.melee", "nap.melee_reaction"))
    state = played.end()
    assert sum(n for n, _, _ in played.strikes().values()) == 24
    fought = field(line(), line("N1", 65.75, carried=6), ties=[melee("S1", "N1")], move=2)
    again = Fought(fought, 5, 2, frames=("nap.melee", "nap.melee_reaction"))
    again.end()
    assert again.told("melee_reaction") or [e for e in again.events if e.type == "routs_at_once"]
    assert state.ties


@pytest.mark.clause("NAP-MEL-03", "NAP-ORG-07")
def test_of_a_body_that_fights_two_enemies_none_come_up() -> None:
    other = regiment("N2", "north", at=(40.0, 49.5), facing=90.0, figures=2, companies=1)
    both = [melee("S1", "N1"), melee("S1", "N2")]
    state = field(line(), line("N1", 65.75), other, ties=both, move=2)
    assert feeding.courses(state, "S1", both[0]) == []
    assert charge("S1", "N1").kind == "charge"
