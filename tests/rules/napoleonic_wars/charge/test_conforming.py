"""Bodies that have made contact lie flush with the edge that their front hit; whoever made contact fights a round."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import conforming
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.melee import fighters
from tests.rules.napoleonic_wars.melee_play import Fought, charge, tie
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, put, regiment

BLOWS = ("nap.contact", "nap.impact", "nap.melee")
MET = (61.61, 55.19)
"""The middle of the front of example 26's horse as its front comes upon the corner of the line."""


def line(**more: Any) -> Any:
    """The foot of examples 26 and 27: its front runs from (62, 55) to (80, 55) and looks south."""
    return battalion("E1", "north", at=(71, 55), **{"loaded": False, "figures": 24} | more)


def horse(at: tuple[float, float] = MET, facing: float = 26.0, **more: Any) -> Any:
    return regiment("H1", "south", at=at, facing=facing, **{"figures": 12} | more)


def lined(state: State, a: str = "H1", b: str = "E1") -> State:
    """The state after a body has conformed to another."""
    run = Run(state)
    conforming.line_up(run, a, b)
    return run.state


def edge(state: State, body: str = "H1") -> tuple[float, float, float, float, float]:
    """The ends of a body's front edge (cm) and where it faces."""
    found = shape.standing(state, body)
    ends = (round(v / 10.0, 3) for v in (*found.left, *found.right))
    return (*ends, round(found.front.facing, 2))


def touching(state: State, a: str = "H1", b: str = "E1") -> tuple[int, int]:
    """How many figures of each body are in contact."""
    told = next(t for t in state.ties.values() if {t.a, t.b} == {a, b})
    mine, theirs = fighters.touching(state, a, b, told.own.point)
    return len(mine), len(theirs)


def struck(state: State, *dice: int) -> dict[str, int]:
    """With how many figures each side strikes in the round that follows."""
    played = Fought(state, *dice, frames=BLOWS)
    played.end()
    return {body: figures for body, (figures, _, _) in played.strikes().items()}


# --- worked example 27 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S63")
def test_example_twenty_seven_horse_lies_flush_with_the_front_whose_corner_it_hit() -> None:
    after = lined(field(horse(), line(), ties=[charge("H1", "E1")]))
    assert edge(after) == (
        pytest.approx(55.567, abs=0.01),
        pytest.approx(55.0, abs=0.002),
        pytest.approx(67.567, abs=0.01),
        pytest.approx(55.0, abs=0.002),
        0.0,
    )
    assert touching(after) == (6, 8)


@pytest.mark.clause("NAP-S63", "NAP-MEL-13", "NAP-IMP-17")
def test_example_twenty_seven_in_a_break_through_six_strike_against_eight() -> None:
    after = lined(field(horse(), line(), ties=[charge("H1", "E1")]))
    assert struck(after, 3, 3) == {"H1": 6, "E1": 8}


@pytest.mark.clause("NAP-S63", "NAP-MEL-05", "NAP-MEL-07")
def test_example_twenty_seven_without_a_break_through_an_overlap_is_added() -> None:
    after = lined(field(horse(light=True), line(), ties=[charge("H1", "E1")]))
    assert struck(after, 3, 3) == {"H1": 7, "E1": 9}


@pytest.mark.clause("NAP-S63", "NAP-MEL-13")
@pytest.mark.parametrize(("light", "fight"), [(False, 2), (True, 3)])
def test_example_twenty_seven_edges_end_to_end_share_the_width_of_a_horseman(light: bool, fight: int) -> None:
    after = lined(field(horse((56, 55), 0.0, light=light), line(), ties=[charge("H1", "E1")]))
    assert edge(after) == (51.0, 55.0, 63.0, 55.0, 0.0)
    assert touching(after) == (2, 2)
    assert struck(after, 3, 3) == {"H1": fight, "E1": fight}


@pytest.mark.clause("NAP-S63", "NAP-MEL-13")
@pytest.mark.parametrize(("light", "fight"), [(False, 1), (True, 2)])
def test_example_twenty_seven_without_room_one_fights_one(light: bool, fight: int) -> None:
    friend = battalion("S2", "south", at=(63.3, 54.9), figures=2, companies=1)
    before = field(horse((56, 55), 0.0, light=light), line(), friend, ties=[charge("H1", "E1")])
    after = lined(before)
    assert edge(after) == (50.0, 55.0, 62.0, 55.0, 0.0)
    assert touching(after) == (1, 1)
    assert struck(after, 3, 3) == {"H1": fight, "E1": fight}


# --- how far it turns, and what stands in its way --------------------------------------------------------------------


def upon(facing: float, *more: Any, ties: Any = None) -> State:
    """Horse whose front's corner is upon the middle of a long line's front, facing so far off it."""
    target = line(figures=48, companies=8)
    state = field(horse((71, 40), facing), target, *more, ties=ties or [charge("H1", "E1")])
    found = shape.standing(state, "H1")
    lead = max(found.left[1], found.right[1])
    return put(state, "H1", (71, 40 + (550.0 - lead) / 10.0), facing, "line")


@pytest.mark.clause("NAP-S63")
@pytest.mark.parametrize(("came", "faces"), [(30.0, 0.0), (45.0, 0.0), (315.0, 0.0), (46.0, 46.0), (314.0, 314.0)])
def test_a_charger_turns_by_no_more_than_forty_five_degrees(came: float, faces: float) -> None:
    after = lined(upon(came))
    assert edge(after)[4] == faces
    assert min(touching(after)) >= 1


@pytest.mark.clause("NAP-S63", "NAP-MEL-01")
@pytest.mark.parametrize("came", [46.0, 60.0, 89.0])
def test_whoever_stays_as_it_came_fights_a_round_with_the_figure_at_the_point(came: float) -> None:
    after = lined(upon(came))
    assert touching(after)[0] == 1
    played = Fought(after, 3, 3, frames=BLOWS)
    played.end()
    told = tie(played.state, "H1", "E1")
    assert told is not None
    assert told.rounds == 1
    assert set(played.strikes()) == {"H1", "E1"}


@pytest.mark.clause("NAP-S63")
@pytest.mark.parametrize(
    ("what", "turns"),
    [
        (battalion("S2", "south", at=(55.5, 54.5), figures=2, companies=1), False),
        (battalion("E2", "north", at=(55.5, 53.5), figures=2, companies=1), False),
        (battalion("S2", "south", at=(56, 54.5), figures=1, companies=1, formation="open", sub={"open": True}), True),
        (general("S2", "south", at=(56, 54.5)), True),
    ],
)
def test_another_body_in_the_way_keeps_it_as_it_came_but_own_skirmishers_and_generals(what: Any, turns: bool) -> None:
    after = lined(field(horse(), line(), what, ties=[charge("H1", "E1")]))
    assert edge(after)[4] == (0.0 if turns else 26.0)
    assert min(touching(after)) >= 1


@pytest.mark.clause("NAP-S63")
@pytest.mark.parametrize(("kind", "turns"), [("building", False), ("deep_river", False), ("scrub", True)])
def test_ground_that_it_may_not_enter_keeps_it_as_it_came(kind: str, turns: bool) -> None:
    there = box(kind, 50, 54, 55.9, 54.9, "there")  # the west end of its front would lie upon it
    after = lined(field(horse(), line(), features=[there], ties=[charge("H1", "E1")]))
    assert edge(after)[4] == (0.0 if turns else 26.0)


@pytest.mark.clause("NAP-S63")
def test_it_does_not_turn_over_the_edge_of_the_table() -> None:
    before = field(horse(), line(), ties=[charge("H1", "E1")])
    for wide, faces in ((673.0, 26.0), (676.0, 0.0)):  # its right end came to 670, and would lie at 675.7
        assert edge(lined(replace(before, table=replace(before.table, width=wide))))[4] == faces


@pytest.mark.clause("NAP-S63", "NAP-IMP-02")
@pytest.mark.parametrize(
    ("wide", "answer", "ties", "turns"),
    [
        (12, "stand", [("H1", "E1")], "H1"),
        (12, "counter_charge", [("H1", "E1")], "H1"),
        (10, "", [("H1", "E1"), ("E1", "H1")], "E1"),
        (14, "", [("H1", "E1"), ("E1", "H1")], "H1"),
        (12, "", [("H1", "E1"), ("E1", "H1")], "E1"),
    ],
)
def test_of_two_that_ride_at_each_other_the_declared_charger_or_the_shorter_front_turns(
    wide: int, answer: str, ties: list[tuple[str, str]], turns: str
) -> None:
    told: list[Tie] = [charge(a, b, answer=answer) for a, b in ties]
    foe = regiment("E1", "north", at=(50, 50), figures=wide)
    before = field(horse((50, 40), 20.0), foe, ties=told)
    lead = max(v[1] for v in (shape.standing(before, "H1").left, shape.standing(before, "H1").right))
    before = put(before, "H1", (50, 40 + (500.0 - lead) / 10.0), 20.0, "line")
    after = lined(before)
    still = ({"H1", "E1"} - {turns}).pop()
    assert edge(after, still) == edge(before, still)
    assert edge(after, turns)[4] == pytest.approx(0.0 if turns == "H1" else 200.0)
    assert board_of(after).touching("H1", "E1")


@pytest.mark.clause("NAP-S63", "NAP-MEL-08")
@pytest.mark.parametrize("loose", ["H1", "E1"])
def test_open_order_neither_turns_nor_is_turned_to(loose: str) -> None:
    opened: dict[str, Any] = {"formation": "open", "sub": {"open": True}}
    one, other = (opened if loose == u else {} for u in ("H1", "E1"))
    before = field(horse((61.6, 55.0), 26.0, **one), line(**other), ties=[charge("H1", "E1")])
    assert lined(before).bases == before.bases


@pytest.mark.clause("NAP-S63")
def test_deployed_guns_are_conformed_to_along_their_pieces() -> None:
    guns = battery("E1", "north", at=(71, 55))
    left = shape.standing(field(guns), "E1").right[0] / 10.0
    after = lined(field(horse((left - 5.0, 55.0), 0.0), guns, ties=[charge("H1", "E1")]))
    assert edge(after)[4] == 0.0
    assert min(touching(after)) >= 1
