"""Seizing the initiative between activations (E20)."""

from __future__ import annotations

import pytest

from game.engine.decision import PickSpace
from game.engine.state import State
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes.points import SEIZE, SeizeData, may
from rulesets.universal_battle.turn.rounds import ROUND, RoundData
from tests.rules.universal_battle.attack_play import Called
from tests.rules.universal_battle.fight_play import line, pick
from tests.rules.universal_battle.table import hero, monster, scene, troops


def both(south: int = 2, north: int = 2, **more: object) -> State:
    made = hero("A", (5, 5), power=south, **more), line("A2", 3, 1), hero("B", (30, 30), power=north)
    return scene(*made, line("B2", 33, 1))


def seize(state: State, due: str = "north") -> Called:
    return Called(state, SEIZE, SeizeData(due))


@pytest.mark.clause("USB-PWR-04", "USB-R51")
def test_e20_seize_and_counter() -> None:
    played = seize(both())
    assert (played.asked.side, played.asked.args["heroes"]) == ("south", ("A",))
    played.answer(pick("A"))
    assert played.asked.side == "north"
    played.answer(pick("B"))
    assert played.asked.side == "south"
    played.answer(pick("A"))
    assert played.asked.side == "north"
    played.leave("pass")
    assert played.give() == "south"
    assert (facts.own(played.state, "A").power, facts.own(played.state, "B").power) == (0, 1)


@pytest.mark.clause("USB-PWR-04")
def test_who_pays_is_told_what_he_will_have_left() -> None:
    played = seize(both(3, 1))
    space = played.session.asked(played.asked).space
    assert isinstance(space, PickSpace)
    (one,) = space.things
    assert one.note is not None
    assert (one.note.key, one.note.n) == ("{n} Power Point left", 2)


@pytest.mark.clause("USB-R51")
def test_it_ends_when_one_side_has_no_points_left() -> None:
    played = seize(both(1, 1)).answer(pick("A")).answer(pick("B"))
    assert played.give() == "north"
    assert not seize(both(0, 3)).session.waiting  # the side that is due cannot seize it


@pytest.mark.clause("USB-R51")
def test_by_whom_and_when() -> None:
    assert may(both(), "south") == ("A",)
    assert may(both(0), "south") == ()
    spent = scene(hero("A", (5, 5), activated=True), hero("B", (30, 30)))
    assert may(spent, "south") == ()  # nobody left to activate
    assert may(scene(hero("A", None, arrival="sudden"), line("A2", 3, 1)), "south") == ()
    inside = monster("A2", (5, 9), 2, cargo=10), hero("A", None, aboard="A2", activated=True)
    assert may(scene(*inside), "south") == ("A",)
    joined = troops("A2", (5, 5), 1), hero("A", (6.1, 5), joined="A2")
    assert may(scene(*joined), "south") == ("A",)


@pytest.mark.clause("USB-R51")
def test_who_will_not_be_asked_again_is_not_in_this_round() -> None:
    played = seize(both()).leave("silent")
    assert played.give() == "north"
    assert may(played.state, "south") == ()


@pytest.mark.clause("USB-PWR-04", "USB-R51", "USB-RND-01")
def test_e20_the_order_goes_on_with_whoever_was_skipped() -> None:
    made = [troops(u, (x, y), 1) for u, x, y in (("A2", 5, 3), ("A3", 9, 3), ("B2", 30, 33), ("B3", 26, 33))]
    state = scene(hero("A", (5, 5), power=2), *made, active="south")
    played = Called(state, ROUND, RoundData(1, "north", midway=True))
    assert (played.asked.question, played.asked.side) == ("seize", "south")
    played.answer(pick("A"))
    assert (played.asked.question, played.asked.side) == ("activate", "south")
    played.answer(pick("A3"))  # any own unit, not the hero's alone
    while played.asked.question not in ("seize", "activate"):
        played.default()
    assert (played.asked.question, played.asked.side) == ("seize", "south")
    played.leave("pass")
    assert (played.asked.question, played.asked.side) == ("activate", "north")
