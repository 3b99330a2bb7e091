"""Secret deployment by cards, in both degrees, and that nobody else learns what a card is (chapter 13)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.engine.decision import PickAnswer, PlaceAnswer, Standing
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.lookup import question_of
from game.engine.state import State, view
from game.geometry.shapes import Pose
from rulesets.universal_battle.deploy import cards
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET
from rulesets.universal_battle.turn.rounds import BATTLE, BattleData
from tests.rules.universal_battle.move_play import at, led, move
from tests.rules.universal_battle.table import Made, Play, hero, monster, piece, scene, standing, troops
from tests.rules.universal_battle.turn_play import asked, refusal, things, told, ways_out
from tests.soak.secrecy import Secrecy

WALL = piece("house", 0, 16, 36, 20, 6)
"""Nobody sees over it."""


def laying(*made: Made, how: str = "cards", terrain: Any = (), dice: tuple[int, ...] = (6, 1)) -> Play:
    """A battle that begins with cards; the south lays first."""
    state = scene(*made, options={"secret_deployment": how}, phase="deployment", round=0, terrain=terrain)
    return Play(state, BATTLE.at(data=BattleData()), 6, 1, *dice)


def lay(unit: str, x: float, y: float, formation: str = "") -> PlaceAnswer:
    """A unit's card about a place."""
    return PlaceAnswer((Standing(unit, {unit: Pose(inch(x), inch(y))}, formation),))


def within_(unit: str, other: str) -> PlaceAnswer:
    """A unit that begins in another."""
    return PlaceAnswer((Standing(unit, inside=other),))


def move_to(card: str, x: float, y: float) -> PlaceAnswer:
    """A card led to a place."""
    return PlaceAnswer((Standing(card, {card: Pose(inch(x), inch(y))}),))


def spot(state: State, card: str) -> tuple[float, float]:
    """Where a card lies, inches."""
    pose = state.markers[card].pose
    assert pose is not None
    return round(pose.x / 25, 2), round(pose.y / 25, 2)


def public(play: Play, side: str) -> list[Any]:
    """The events that a side is told of, as plain data."""
    return [msgspec.to_builtins(e) for e in play.events if e.only in ("", side)]


TWO = troops("A1", None, 3), troops("A2", None, 6, "veteran", "ranged"), troops("B1", None, 1)


@pytest.mark.clause("USB-SET-06", "USB-S19", "USB-SET-05")
def test_cards_lie_in_the_zone_beside_each_other_laid_in_turn() -> None:
    play = laying(*TWO)
    assert (play.asked.question, play.asked.side) == ("lay_card", "south")
    assert refusal(play, lay("A1", 10, 7.25)) == ""
    assert refusal(play, lay("A1", 10, 7.26)) == "USB-S08"
    assert refusal(play, lay("A1", 1.24, 5)) == "USB-S08"
    assert refusal(play, lay("A1", 10, 7, "phalanx")) == "USB-R67"
    play.answer(lay("A1", 10, 5))
    assert play.asked.side == "north"
    play.default()
    assert refusal(play, lay("A2", 12.5, 5)) == "USB-S19"
    assert refusal(play, lay("A2", 12.51, 5)) == ""
    assert refusal(play, lay("A1", 20, 5)) != ""
    assert list(cards.cards(play.state)) == ["south-card1", "north-card1"]
    assert all(b.where == "reserve" for b in play.state.bases.values())


@pytest.mark.clause("USB-SET-06", "USB-S19")
def test_when_all_lie_they_are_turned_who_laid_first_first_by_the_list() -> None:
    play = laying(*TWO)
    play.answer(lay("A2", 10, 5, "phalanx")).default().answer(lay("A1", 20, 5))
    assert [e.about[0] for e in play.events if e.type == "card_turned"] == ["A1"]
    assert (play.asked.question, play.asked.side) == ("card_turned", "south")
    poses = {f"A1.{k}": Pose(inch(19 + k - 1), inch(5)) for k in (1, 2, 3)}
    assert refusal(play, PlaceAnswer((Standing("A1", poses),))) == ""
    aside = {b: Pose(p.x + inch(1.01), p.y) for b, p in poses.items()}
    assert refusal(play, PlaceAnswer((Standing("A1", aside),))) == "USB-S19"
    edge = {b: Pose(p.x + inch(1), p.y) for b, p in poses.items()}
    assert refusal(play, PlaceAnswer((Standing("A1", edge),))) == ""
    play.answer(PlaceAnswer((Standing("A1", poses),)))
    loose = {f"A2.{k}": Pose(inch(8 + k * 0.6), inch(4 + k % 2)) for k in range(1, 7)}
    assert refusal(play, PlaceAnswer((Standing("A2", loose),))) != ""
    play.default().default()
    assert [e.about[0] for e in play.events if e.type == "card_turned"] == ["A1", "A2", "B1"]
    assert play.state.units["A2"].own.formation == "phalanx"
    assert cards.cards(play.state) == {}
    assert [standing(play.state, u) for u in ("A1", "A2", "B1")] == [3, 6, 1]
    assert play.state.own.turned == ""


@pytest.mark.clause("USB-SET-06", "USB-S08", "USB-S19", "USB-TRN-07")
def test_heroes_and_passengers_are_noted_with_a_card() -> None:
    made = monster("A1", None, 2, cargo=3), troops("A2", None, 2), hero("A3", None), troops("A4", None, 2)
    play = laying(*made, hero("A5", None), troops("B1", None, 1))
    play.answer(lay("A1", 10, 5)).default()
    assert refusal(play, within_("A2", "A4")) == "USB-S08"
    play.answer(within_("A2", "A1"))
    assert refusal(play, within_("A4", "A1")) == "USB-TRN-02"
    play.answer(within_("A3", "A2"))
    assert refusal(play, within_("A5", "A2")) == "USB-S17"
    assert refusal(play, within_("A5", "A1")) == "USB-TRN-02"
    play.answer(lay("A4", 20, 5)).answer(within_("A5", "A4"))
    while play.session.waiting and play.asked.question == "card_turned":
        play.default()
    own = {u: play.state.units[u].own for u in ("A2", "A3", "A5")}
    assert [(o.joined, o.aboard) for o in own.values()] == [("", "A1"), ("A2", "A1"), ("A4", "")]
    assert play.state.bases["A3.1"].where == "inside"
    assert standing(play.state, "A5") == 1


@pytest.mark.clause("USB-S08", "USB-S17", "USB-S19")
@pytest.mark.parametrize(("formation", "men"), [("", 2), ("", 7), ("", 20), ("column", 7), ("hidden", 3)])
def test_a_hero_of_another_size_pushes_nobody_apart_when_his_card_is_turned(formation: str, men: int) -> None:
    """At the spacing of his base two foot would stand more than an inch apart, and their unit nowhere."""
    rider = hero("A2", None, kind="riders")
    play = laying(troops("A1", None, men), rider, troops("B1", None, 1))
    assert play.state.bases["A2.1"].shape.width > play.state.bases["A1.1"].shape.width
    play.answer(lay("A1", 18, 4, formation)).default().answer(within_("A2", "A1")).default().default()
    assert [standing(play.state, u) for u in ("A1", "A2", "B1")] == [men, 1, 1]
    assert play.state.units["A1"].own.formation == (formation or "skirmish")


@pytest.mark.clause("USB-SPC-14", "USB-S19")
def test_infiltrators_cards_come_after_the_others_before_any_is_turned() -> None:
    spy = troops("A1", None, 1, specs=["infiltration"], arrival="infiltrator")
    play = laying(spy, troops("A2", None, 1), troops("B1", None, 1))
    play.default().default()
    assert play.asked.question == "lay_late_card"
    assert told(play, "card_turned") == []
    assert refusal(play, lay("A1", 18, 25.25)) == ""
    assert refusal(play, lay("A1", 18, 25.26)) == "USB-SPC-14"
    play.answer(lay("A1", 18, 25.25))
    while play.session.waiting and play.asked.question == "card_turned":
        play.default()
    assert at(play.state, "A1.1") == (18, 25.25)


# --- what nobody else learns ---------------------------------------------------------------------------------------


def _both(how: str, *dice: int) -> tuple[Play, Play]:
    """The same cards at the same places; what they are differs."""
    found = []
    for first, second in (("A1", "A2"), ("A2", "A1")):
        play = laying(*TWO, how=how, terrain=[WALL], dice=dice)
        found.append(play.answer(lay(first, 10, 5)).answer(lay("B1", 18, 31)).answer(lay(second, 20, 5, "hidden")))
    return found[0], found[1]


@pytest.mark.clause("USB-SET-06", "USB-SET-07", "USB-S19")
def test_states_questions_and_events_tell_the_enemy_nothing_of_what_a_card_is() -> None:
    one, other = _both("seen", 6, 1, 6, 1)
    for step in ("laid", "moved", "stayed"):
        assert msgspec.structs.replace(view(one.state, "north"), luck=None) == view(other.state, "north"), step
        assert view(one.state, None) == view(other.state, None), step
        assert public(one, "north") == public(other, "north"), step
        plain = msgspec.json.encode([public(one, "north"), view(one.state, "north").stack, one.asked]).decode()
        assert '"A1"' not in plain, step
        assert '"A2"' not in plain, step
        assert view(one.state, "south") != view(other.state, "south")
        Secrecy(RULESET).at(one.state)
        if step == "laid":
            for play in (one, other):
                play.answer(PickAnswer(("south-card1",))).answer(move_to("south-card1", 10, 11))
        elif step == "moved":
            for play in (one, other):
                play.default()  # the north's card stays
                assert not cards.seen(play.state)
                while play.asked.side != "south" or play.asked.question != "move_card":
                    play.default()
                play.leave("stay")
    assert spot(one.state, "south-card1") == (10, 11)


@pytest.mark.clause("USB-SET-06", "USB-S19")
def test_its_own_side_knows_and_the_question_lays_it_out() -> None:
    one, _ = _both("seen", 6, 1)
    assert set(things(one)) == {"south-card1", "south-card2"}
    mine, theirs = view(one.state, "south"), view(one.state, "north")
    assert facts.laid(mine, "A2") is not None
    assert facts.laid(theirs, "A2") is None
    space = question_of(RULESET, "activate").asked(mine, one.asked).space
    assert [c.label.args["unit"].id for c in space.things] == ["A1", "A2"]


# --- until they are seen -------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-SET-07", "USB-S19")
def test_cards_in_sight_are_turned_at_once_the_others_lie() -> None:
    open_field = laying(*TWO, how="seen", dice=(6, 1))
    open_field.answer(lay("A1", 10, 5)).answer(lay("B1", 18, 31)).answer(lay("A2", 20, 5))
    assert [e.about[0] for e in open_field.events if e.type == "card_turned"] == ["A1"]
    open_field.default().default().default()
    assert cards.cards(open_field.state) == {}
    shut = _both("seen", 6, 1)[0]
    assert len(cards.cards(shut.state)) == 3
    assert shut.asked.question == "activate"


@pytest.mark.clause("USB-SET-07", "USB-S19", "USB-ACT-03")
def test_a_card_moves_as_its_unit_and_is_turned_when_it_comes_into_sight() -> None:
    hut = piece("house", 8, 16, 12, 18, 6)
    riders = troops("A1", None, 2, kind="riders")
    play = laying(riders, troops("A2", None, 1), troops("B1", None, 1), how="seen", terrain=[hut], dice=(6, 1))
    play.answer(lay("A1", 10, 5)).answer(lay("B1", 10, 31)).answer(lay("A2", 30, 5))
    while play.asked.question == "card_turned":
        play.default()
    assert list(cards.cards(play.state)) == ["south-card1"]
    while play.asked.question != "activate":
        play.default()
    play.answer(PickAnswer(("south-card1",)))
    assert ways_out(play) == ["stay", "turn"]
    assert refusal(play, move_to("south-card1", 24.01, 5)) == "USB-ACT-03"
    twice = move_to("south-card1", 24.01, 5).places + move_to("south-card1", 24, 5).places
    assert refusal(play, PlaceAnswer(twice)) == "USB-ACT-03"
    assert refusal(play, move_to("south-card1", 24, 5)) == ""
    assert refusal(play, move_to("south-card1", 10, 16.5)) == "USB-S11"
    play.answer(move_to("south-card1", 24, 5))
    assert [e.about[0] for e in play.events if e.type == "card_turned"] == ["A2", "B1", "A1"]
    while play.asked.question == "card_turned":
        play.default()
    own = play.state.units["A1"].own
    assert (own.activated, own.fatigue) == (True, 1)
    assert cards.cards(play.state) == {}
    assert {at(play.state, f"A1.{k}")[1] for k in (1, 2)} == {5}


@pytest.mark.clause("USB-SET-07", "USB-S19")
def test_an_enemy_who_walks_into_sight_of_it_turns_it() -> None:
    hut = piece("house", 8, 16, 12, 18, 6)
    play = laying(*TWO, how="seen", terrain=[hut], dice=(6, 1, 6, 1))
    play.answer(lay("A1", 10, 5, "hidden")).answer(lay("B1", 10, 31)).answer(lay("A2", 30, 5))
    while play.asked.question == "card_turned":
        play.default()
    play.answer(PickAnswer(("south-card1",))).leave("stay")
    assert play.asked.args["unit"] == "B1"
    play.answer(move("B1", "run", [led("B1", (20, 31))]))
    assert (play.asked.question, play.asked.side) == ("card_turned", "south")
    play.default()
    own = play.state.units["A1"].own
    assert (own.formation, own.activated, own.entrenched) == ("hidden", True, True)
    assert play.state.units["B1"].own.fatigue == 1


@pytest.mark.clause("USB-SET-07", "USB-S19")
def test_dice_on_the_way_turn_it_first_and_cards_do_not_cross_walls() -> None:
    mines = piece("minefield", 0, 8, 36, 9)
    play = laying(*TWO, how="seen", terrain=[WALL, mines], dice=(6, 1))
    play.answer(lay("A1", 10, 5)).answer(lay("B1", 18, 31)).answer(lay("A2", 20, 5))
    play.answer(PickAnswer(("south-card1",)))
    assert refusal(play, move_to("south-card1", 10, 12)) == "USB-S19"
    assert refusal(play, move_to("south-card1", 22, 5)) == "USB-S19"
    assert refusal(play, move_to("south-card1", 36.1, 5)) == "USB-S19"


@pytest.mark.clause("USB-SET-07", "USB-S19", "USB-ACT-06")
def test_turned_by_its_owner_it_acts_as_models_staying_it_digs_in() -> None:
    play = _both("seen", 6, 1)[0]
    play.answer(PickAnswer(("south-card1",))).leave("turn")
    play.default()
    assert play.asked.question == "act"
    assert play.asked.args["unit"] == "A1"
    stays = _both("seen", 6, 1, 6, 1)[0]
    stays.answer(PickAnswer(("south-card1",))).leave("stay")
    note = facts.laid(stays.state, "A1")
    assert note is not None
    assert (note.activated, note.entrenched) == (True, True)
    assert facts.eligible(stays.state, "south") == ("A2",)
    assert not stays.state.units["A1"].own.activated
    while stays.state.own.round == 1:
        stays.default()
    assert facts.eligible(stays.state, "south") == ("A1", "A2")


@pytest.mark.clause("USB-SET-07", "USB-S19", "USB-TRN-08")
def test_who_is_inside_a_card_is_activated_under_its_name() -> None:
    made = monster("A1", None, 2, cargo=3), troops("A2", None, 2), troops("B1", None, 1)
    play = laying(*made, how="seen", terrain=[WALL], dice=(6, 1))
    play.answer(lay("A1", 10, 5)).answer(lay("B1", 18, 31)).answer(within_("A2", "A1"))
    assert len(facts.eligible(play.state, "south")) == 2
    play.leave("stay")
    assert facts.eligible(play.state, "south") == ("A2",)
    play.default()
    assert play.asked.args == {"card": "south-card1"}
    assert refusal(play, move_to("south-card1", 10, 6)) != ""
    before = play.state.seen
    play.leave("turn")
    assert play.state.seen > before  # what has been seen cannot be taken back
    play.default()
    assert play.asked.question == "inside"
    assert play.state.units["A1"].own.activated


@pytest.mark.clause("USB-S19", "USB-CDR-02")
def test_who_must_test_for_the_commander_is_turned_first() -> None:
    state = _both("seen", 6, 1)[0].state
    dead = Event("commander_dead", "loss", side="south")
    frames = [f for fn in RULESET.reactors["commander_dead"] for f in fn(Run(state), dead)]
    assert [f.data.cards for f in frames] == [("south-card1", "south-card2")]


@pytest.mark.clause("USB-SET-06")
def test_without_the_option_models_are_set_up() -> None:
    play = laying(*TWO, how="off")
    assert play.asked.question == "deploy"
    assert isinstance(asked(play).space.things[0].id, str)


@pytest.mark.clause("USB-S19")
def test_a_card_of_several_is_turned_by_the_first_of_them_in_the_list() -> None:
    """The carrier's card stands for the first and the last of the list: it comes before that of those between."""
    made = monster("A1", None, 2, cargo=3), troops("A2", None, 2), troops("A3", None, 2)
    play = laying(*made, troops("B1", None, 1))
    play.answer(lay("A2", 20, 5)).default().answer(lay("A1", 10, 5)).answer(within_("A3", "A1"))
    assert [e.about[0] for e in play.events if e.type == "card_turned"] == ["A1"]
