"""Break-throughs on the table: along the charger's front, ranks reached, clear of the enemy or among him."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.melee import shock
from rulesets.napoleonic_wars.own import Leg, Track
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee, tie
from tests.rules.napoleonic_wars.table import at_cm, battalion, box, field, of, piece, regiment

BLOWS = ("nap.contact", "nap.impact", "nap.melee")


def horse(at: tuple[float, float] = (50, 50), facing: float = 0.0, **more: Any) -> Any:
    return regiment("S1", "south", at=at, facing=facing, **{"figures": 8, "companies": 2} | more)


def line(**more: Any) -> Any:
    return battalion("N1", "north", **{"at": (50, 50), "loaded": False} | more)


def met_at(time: float) -> dict[str, Track]:
    """The way of a charger who made contact at a moment."""
    leg = Leg(0.0, time, ((500.0, 300.0, 0.0),), ((500.0, 480.0, 0.0),), what="charge")
    return {"S1": Track(("S1.1",), (leg,))}


def corps(ranks: int) -> Any:
    """A closed column of so many ranks of 4 figures, 10 mm deep each."""
    return line(formation="closed_column", figures=4 * ranks, companies=ranks)


@pytest.mark.clause("NAP-S68", "NAP-MEL-13")
@pytest.mark.parametrize(("far", "ranks"), [(0.0, 1), (9.9, 1), (10.0, 2), (19.9, 2), (20.0, 3), (200.0, 3)])
def test_ranks_passed_are_those_that_the_front_has_reached(far: float, ranks: int) -> None:
    here = field(horse(), corps(3))
    assert shape.depth(here, "N1") == pytest.approx(30.0)
    assert shock.through(here, "S1", "N1", far).ranks == ranks


@pytest.mark.clause("NAP-S68")
@pytest.mark.parametrize(("far", "clear"), [(48.9, False), (49.0, True), (50.0, True)])
def test_whoever_has_cleared_the_rear_of_the_enemy_stands_beyond(far: float, clear: bool) -> None:
    # 30 mm of column and 20 of horse, less the widest gap that is contact
    assert shock.through(field(horse(), corps(3)), "S1", "N1", far).clear is clear


@pytest.mark.clause("NAP-S68", "NAP-IMP-09")
def test_a_line_taken_in_flank_is_cleared_along_its_length() -> None:
    flanked = line(at=(59, 50), facing=0.0)  # from (50, 50) to (68, 50), struck on its left
    state = field(horse((50, 49.5), 90.0), flanked)
    # 180 mm of line; horse is 20 deep
    assert [shock.through(state, "S1", "N1", far).clear for far in (100.0, 198.9, 199.0)] == [False, False, True]
    column = corps(3)
    aside = field(horse((48.5, 51.5), 90.0), column)
    assert shock.through(aside, "S1", "N1", 0.0).ranks == 3  # its flank shows all ranks at once


@pytest.mark.clause("NAP-S68", "NAP-IMP-07")
def test_a_charger_breaks_through_along_its_front_as_it_stands() -> None:
    state = field(horse((50, 49), 50.0), line(), ties=[charge("S1", "N1")], tracks=met_at(0.5))
    lead = max(p[1] for p in (shape.standing(state, "S1").left, shape.standing(state, "S1").right))
    state = field(
        horse((50, 49 + (500.0 - lead) / 10.0), 50.0), line(carried=4), ties=[charge("S1", "N1")], tracks=met_at(0.5)
    )
    before = at_cm(state, "S1")
    played = Fought(state, 3, 3, frames=BLOWS)
    played.end()
    (told,) = played.told("breaks_through")
    assert told["far"] == 200.0
    x, y = at_cm(played.state, "S1")
    assert (x - before[0], y - before[1]) == (pytest.approx(15.321, abs=0.01), pytest.approx(12.856, abs=0.01))
    # the corner met one figure, and they strike each other before they part
    assert {u: n for u, (n, _, _) in played.strikes().items()} == {"S1": 1, "N1": 1}


@pytest.mark.clause("NAP-IMP-09", "NAP-S63", "NAP-S68")
def test_whoever_goes_on_into_the_next_body_lies_flush_with_it_and_fights_it() -> None:
    second = battalion("N2", "north", at=(50, 58), facing=200.0, loaded=False)
    game = Fought(field(horse(), line(carried=6), second, ties=[charge("S1", "N1")], tracks=met_at(0.5)), *(3,) * 4)
    assert game.asked.args == {"unit": "S1", "foe": "N2"}
    game.default()
    assert shape.front(game.state, "S1").facing == pytest.approx(20.0)
    assert board_of(game.state).touching("S1", "N2")
    assert tie(game.state, "S1", "N2") is not None
    assert {e.about[0] for e in game.events if e.type == "strikes"} == {"S1", "N1", "N2"}


def amid(**more: Any) -> State:
    """Horse that broke through a deep column in the last move and stands half way through it."""
    return field(horse((50, 50.5), **more), corps(6), ties=[melee("S1", "N1")], move=2)


@pytest.mark.clause("NAP-S68", "NAP-MEL-08")
def test_those_who_stand_intermingled_fight_on() -> None:
    played = Fought(amid(), 2, 2, frames=("nap.melee",))
    played.end()
    assert min(n for n, _, _ in played.strikes().values()) >= 4
    assert of(played.state, "S1").nerve.result == ""


@pytest.mark.clause("NAP-S68", "NAP-IMP-05", "NAP-CHG-14")
@pytest.mark.parametrize(
    ("made", "far", "factors"),
    [
        (None, 200.0, []),
        (piece("wall", [(0, 55), (200, 55)], "W"), 50.0, []),  # horse crosses no wall
        (box("deep_river", 0, 53, 200, 56, "W"), 30.0, []),
        (box("dense_wood", 0, 53, 200, 56, "W"), 30.0, []),  # nor charges through such a wood
        (piece("stream", [(0, 55), (200, 55)], "W"), 100.0, [("A", 4)]),  # 50 mm, 100 for the crossing, 50 more
        (piece("stream", [(0, 62), (200, 62)], "W"), 120.0, [("A", 4)]),  # it ends its move in the crossing
        (box("field", 0, 53, 200, 56, "W"), 200.0, [("A", 2)]),
    ],
)
def test_a_break_through_goes_over_the_ground_as_a_charge_does(
    made: Any, far: float, factors: list[tuple[str, int]]
) -> None:
    """Contact at half of the move leaves heavy horse 20 cm."""
    state = field(
        horse((50, 50)),
        line(at=(50, 50), facing=180.0, figures=12),
        features=[made] if made else [],
        ties=(charge("S1", "N1"),),
        tracks=met_at(0.5),
    )
    played = Fought(state, frames=("nap.contact", "nap.impact"))
    played.to_end()
    (event,) = played.told("breaks_through")
    assert event["far"] == pytest.approx(far, abs=0.01)
    assert [(f.table, f.n) for f in of(played.state, "S1").nerve.fresh if f.table == "A"] == factors
