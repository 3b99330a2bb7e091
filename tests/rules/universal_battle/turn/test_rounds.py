"""Rounds: who starts, whose activation is next, cards, seizing the initiative, smoke, the end (chapters 14 and 29)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer, PickAnswer, PickSpace
from game.engine.state import Marker, State
from game.geometry.shapes import Pose
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import MarkerOwn
from rulesets.universal_battle.turn import deck, victory
from rulesets.universal_battle.turn.rounds import BATTLE, BattleData
from tests.rules.universal_battle.table import Made, Play, hero, monster, scene, troops
from tests.rules.universal_battle.turn_play import Round, asked, over, things, told


def pairs(south: int, north: int, **own: Any) -> list[Made]:
    """So many lone models of each side, far from each other."""
    mine = [troops(f"A{k}", (2.0 * k, 2), 1, **own) for k in range(1, south + 1)]
    return [*mine, *(troops(f"B{k}", (2.0 * k, 34), 1, **own) for k in range(1, north + 1))]


def order(play: Play) -> str:
    """Who has been activated so far."""
    return " ".join(e.about[0] for e in play.events if e.type == "activated")


def play_all(play: Round) -> Round:
    """Defaults to the end of the round; nobody seizes anything."""
    play.to_end()
    return play


@pytest.mark.clause("USB-RND-02")
def test_the_higher_die_starts_and_ties_are_thrown_again() -> None:
    play = Round(scene(*pairs(2, 2)), 3, 3, 2, 5)
    assert play.asked.side == "north"
    assert play.state.own.starter == "north"
    play = Round(scene(*pairs(2, 2)), 6, 1)
    assert play.asked.side == "south"


@pytest.mark.clause("USB-RND-01", "USB-RND-03")
def test_sides_alternate_and_who_has_more_goes_on_alone() -> None:
    play = play_all(Round(scene(*pairs(2, 4)), 6, 1))
    assert over(play)
    assert order(play) == "A1 B1 A2 B2 B3 B4"
    assert all(u.own.activated and u.own.fatigue == 1 for u in play.state.units.values())


@pytest.mark.clause("USB-RND-03", "USB-R23")
def test_a_new_round_begins_with_nobody_activated_or_tired() -> None:
    made = pairs(2, 2, activated=True, fatigue=2, melees=1, attacked_round=True, flag=True, alone=True)
    play = Round(scene(*made), 6, 1)
    owns = [u.own for u in play.state.units.values()]
    assert {(o.activated, o.fatigue, o.melees, o.attacked_round, o.flag, o.alone) for o in owns} == {
        (False, 0, 0, False, False, False)
    }


@pytest.mark.clause("USB-PWR-04", "USB-R51")
def test_e20_seized_countered_seized_again() -> None:
    made = [hero("A1", (2, 2)), troops("A2", (6, 2), 1), troops("A3", (10, 2), 1)]
    state = scene(*made, hero("B1", (2, 34)), troops("B2", (6, 34), 1))
    play = Round(state, due="north")
    assert (play.asked.question, play.asked.side) == ("seize", "south")
    play.answer(PickAnswer(("A1",)))
    assert (play.asked.question, play.asked.side) == ("seize", "north")
    play.answer(PickAnswer(("B1",)))
    assert (play.asked.question, play.asked.side) == ("seize", "south")
    play.answer(PickAnswer(("A1",)))
    assert [play.state.units[u].own.power for u in ("A1", "B1")] == [0, 1]
    play.leave("pass")
    assert (play.asked.question, play.asked.side) == ("activate", "south")
    play.activate("A2")
    assert play.asked.side == "north"
    assert play.asked.question == "activate"


@pytest.mark.clause("USB-R51")
def test_before_the_first_activation_the_starter_may_lose_it_too() -> None:
    state = scene(hero("A1", (2, 2)), troops("A2", (6, 2), 1), *pairs(0, 2))
    play = Round(state, 1, 6)
    assert (play.asked.question, play.asked.side) == ("seize", "south")
    play.answer(PickAnswer(("A1",)))
    assert (play.asked.question, play.asked.side) == ("activate", "south")
    play.activate("A2")
    while play.asked.question == "seize":
        play.leave("pass")
    assert (play.asked.question, play.asked.side) == ("activate", "north")


@pytest.mark.clause("USB-R51")
def test_nobody_without_a_unit_left_or_without_a_hero_in_the_field_seizes() -> None:
    off = scene(hero("A1", None, arrival="sudden"), troops("A2", (6, 2), 1), *pairs(0, 2))
    assert Round(off, due="north").asked.question == "activate"
    done = scene(hero("A1", (2, 2), activated=True), *pairs(0, 2))
    assert Round(done, due="north").asked.question == "activate"


# --- cards -------------------------------------------------------------------------------------------------------


def dealt(*made: Made, how: str = "deck", south: int = 26, north: int = 26) -> State:
    """A round in which cards give the order."""
    sides = {"south": {"cards": south}, "north": {"cards": north}}
    return scene(*made, options={"order": how}, sides=sides)


@pytest.mark.clause("USB-RND-04", "USB-S20")
def test_cards_give_the_order_without_a_roll_for_the_start() -> None:
    play = Round(dealt(*pairs(3, 2)), 1, 2, 1, 2)
    assert play_all(play)
    assert over(play)
    assert order(play) == "A1 B1 A2 B2 A3"  # once the north has done, no card is drawn
    assert play.state.own.starter == ""
    assert [len(told(play, k)) for k in ("starter", "shuffled", "card")] == [0, 1, 4]
    assert {s: x.own.cards for s, x in play.state.sides.items()} == {"south": 24, "north": 24}


@pytest.mark.clause("USB-RND-04", "USB-S20")
def test_red_is_the_first_players_and_a_deck_run_out_is_shuffled() -> None:
    play = Round(dealt(*pairs(2, 2), south=0, north=0), 1, due="north")
    assert len(told(play, "shuffled")) == 1
    assert play.asked.side == "south"
    assert deck.fresh(play.state) == {"south": 26, "north": 26}


@pytest.mark.clause("USB-RND-05", "USB-S20")
def test_an_exact_deck_has_a_card_for_every_activation() -> None:
    joined = hero("A4", (2, 4), joined="A1")
    gone = troops("B3", (20, 34), 1, lost=[1])
    play = Round(dealt(*pairs(3, 2), joined, gone, how="exact"), 2)
    assert {s: x.own.cards for s, x in play.state.sides.items()} == {"south": 3, "north": 1}
    assert play.asked.question in ("seize", "activate")


@pytest.mark.clause("USB-RND-05", "USB-S20")
def test_with_a_unit_that_has_not_acted_a_card_goes() -> None:
    state = dealt(*pairs(2, 2), troops("B3", (20, 34), 1, lost=[1]), how="exact", south=2, north=3)
    assert deck.left(state, "north") == 2
    acted = troops("B3", (20, 34), 1, lost=[1], activated=True)
    assert deck.left(dealt(*pairs(2, 2), acted, how="exact", south=2, north=2), "north") == 2
    hero_left = troops("B3", (20, 34), 1, lost=[1]), hero("B4", (20, 30), joined="B3")
    assert deck.left(dealt(*pairs(2, 2), *hero_left, how="exact", south=2, north=3), "north") == 3


@pytest.mark.clause("USB-R51", "USB-S20")
def test_a_drawn_card_waits_while_the_initiative_is_seized() -> None:
    state = dealt(hero("A1", (2, 2)), troops("A2", (6, 2), 1), troops("A3", (10, 2), 1), *pairs(0, 2), south=3, north=2)
    play = Round(state, 2, due="north")
    assert (play.asked.question, play.asked.side) == ("seize", "south")
    play.answer(PickAnswer(("A1",)))
    play.activate("A2")
    while play.asked.question == "seize":
        play.leave("pass")
    assert (play.asked.question, play.asked.side) == ("activate", "north")
    assert len(told(play, "card")) == 1


# --- smoke -------------------------------------------------------------------------------------------------------


def smoke(name: str, side: str, laid: int) -> Marker:
    """A marker of a side."""
    return Marker(name, "smoke", side, Pose(inch(18), inch(18)), MarkerOwn(round=laid))


@pytest.mark.clause("USB-SPC-11", "USB-S21")
def test_smoke_goes_on_a_four_before_the_starter_is_rolled() -> None:
    state = replace(scene(*pairs(2, 2)), markers={m.id: m for m in (smoke("s1", "south", 1), smoke("s2", "north", 1))})
    play = Round(state, 3, 4, 6, 1, number=2)
    assert list(play.state.markers) == ["s1"]
    assert play.asked.side == "south"


@pytest.mark.clause("USB-S21")
def test_there_is_no_roll_in_the_round_in_which_it_was_laid() -> None:
    state = replace(scene(*pairs(2, 2)), markers={"s1": smoke("s1", "south", 2)})
    play = Round(state, 6, 1, number=2)
    assert list(play.state.markers) == ["s1"]


@pytest.mark.clause("USB-R50", "USB-SPC-11", "USB-S21")
def test_any_hero_of_its_side_bends_the_die_of_smoke_also_downwards() -> None:
    made = hero("A1", (2, 2)), hero("A2", (6, 2), "daredevil"), *pairs(0, 2)
    poor = replace(scene(*made), markers={"s1": smoke("s1", "south", 1)})
    play = Round(poor, 6, 6, 1, number=2)
    assert play.asked.question == "bend_luck"
    assert play.asked.args["dice"]["hero"] == "A2"  # the first has two points, and needs three
    play.answer(OptionAnswer({"bend": "6>3"})).default()
    assert list(play.state.markers) == ["s1"]
    assert play.state.units["A2"].own.power == 1
    both = Round(poor, 4, 6, 1, number=2)
    both.answer(OptionAnswer({"bend": "no"}))
    assert both.asked.args["dice"]["hero"] == "A2"
    both.answer(OptionAnswer({"bend": "4>3"})).default()
    assert [both.state.units[u].own.power for u in ("A1", "A2")] == [2, 3]
    once = Round(poor, 4, 6, 1, number=2)
    once.answer(OptionAnswer({"bend": "4>3"})).default()
    assert once.asked.question != "bend_luck"


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-VIC-01", "USB-S09")
def test_a_lost_hero_counts_two_with_or_without_a_mount_anybody_else_one() -> None:
    made = [
        hero("A1", (2, 2), lost=0, joined="A2"),
        troops("A2", (6, 2), 1, lost=[1]),
        monster("A3", (12, 2), 2, rider="aspirant"),
        troops("B1", (2, 34), 1),
    ]
    state = scene(*made)
    gone = {b: replace(state.bases[b], pose=None, where="gone") for b in ("A1.1", "A3.1")}
    assert victory.lost(state, "south") == ("A2",)
    assert victory.score(state, "north").total == 1
    fallen = replace(state, bases={**state.bases, **gone})
    assert victory.score(fallen, "north").total == 5
    assert [row[1] for row in victory.score(fallen, "north").rows] == [2, 1, 2]


@pytest.mark.clause("USB-VIC-01", "USB-S09")
def test_after_the_fifth_round_who_lost_less_wins_and_who_never_came_is_lost() -> None:
    made = [*pairs(2, 2), troops("A3", None, 1, arrival="sudden")]
    play = Play(scene(*made), BATTLE.at(step="set_up", data=BattleData(9, 5)), 6, 1, 1).to_end()
    assert play.state.over is not None
    assert (play.state.over.winner, play.state.over.scores) == ("north", {"south": 0, "north": 1})
    even = Play(scene(*pairs(1, 1)), BATTLE.at(step="set_up", data=BattleData(9, 5)), 6, 1).to_end()
    assert even.state.over is not None
    assert even.state.over.winner == ""


@pytest.mark.clause("USB-VIC-01")
def test_it_lasts_five_rounds() -> None:
    play = Play(scene(*pairs(1, 1)), BATTLE.at(step="set_up", data=BattleData(9)), *([6, 1] * 5)).to_end()
    assert [e.data["round"] for e in play.events if e.type == "round_begins"] == [1, 2, 3, 4, 5]
    assert play.state.over is not None


@pytest.mark.clause("USB-S09")
def test_whoever_has_nothing_left_loses_at_once_whatever_the_count() -> None:
    lost = [troops(f"B{k}", (2.0 * k, 34), 1, lost=[1]) for k in (2, 3)]
    state = scene(troops("A1", (2, 2), 1, lost=[1]), troops("B1", (2, 34), 1), *lost)
    play = Play(state, BATTLE.at(step="set_up", data=BattleData(9, 3, "north")))
    assert play.state.over is not None
    assert (play.state.over.winner, play.state.over.scores) == ("north", {"south": 2, "north": 1})
    none = scene(troops("A1", (2, 2), 1, lost=[1]), troops("B1", (2, 34), 1, lost=[1]), lost[0])
    play = Play(none, BATTLE.at(step="set_up", data=BattleData(9, 3, "north")))
    assert play.state.over is not None
    assert play.state.over.winner == "south"


@pytest.mark.clause("USB-S09")
def test_a_side_that_has_but_units_off_the_table_goes_on() -> None:
    state = scene(troops("A1", None, 1, arrival="sudden"), troops("A2", (2, 2), 1, lost=[1]), *pairs(0, 2))
    assert victory.wiped_out(state) == ()
    assert facts.eligible(state, "south") == ("A1",)
    assert things(Round(state, due="north")) == ["B1", "B2"]


@pytest.mark.clause("USB-RND-01", "USB-RND-06")
def test_what_an_activation_begins_with_is_told_beside_the_unit() -> None:
    units = [troops(f"A{k}", (5.0 * k, 10), 1, status=status) for k, status in enumerate(("", "shaken", "panicked"), 1)]
    late = troops("A4", None, 1, specs=["sudden"], arrival="sudden")
    fight = troops("A5", (30, 10), 1), troops("B1", (30, 11), 1)
    play = Round(scene(*units, late, *fight, locks=[("A5", "B1")]), 6, 1)
    space = asked(play).space
    assert isinstance(space, PickSpace)
    assert {c.id: c.note and c.note.key for c in space.things} == {
        "A1": None,
        "A2": "Shaken: tests first",
        "A3": "Panicked: tests first",
        "A4": "tests for its arrival",
        "A5": "locked: it fights on",
    }
