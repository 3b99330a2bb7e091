"""Duels: who is in one, fleeing, both strike at once, what they count for (E17)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Reply
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.fight.duel import clash
from tests.rules.universal_battle.attack_play import lost
from tests.rules.universal_battle.fight_play import FIGHT, FLEE, SHIELD, fight, fight_on, line, result, rows
from tests.rules.universal_battle.table import hero, monster, scene, standing


def e17(**more: Any) -> State:
    a = line("A", 10, 6), hero("Ah", (14.4, 10), "daredevil", "heavy", joined="A", power=0)
    b = line("B", 11, 5), hero("Bh", (21, 11), "aspirant", joined="B", power=0)
    return scene(*a, *b, acting="A", **more)


@pytest.mark.clause("USB-DUE-01", "USB-DUE-03", "USB-DUE-04", "USB-DUE-05", "USB-R42", "USB-R56")
def test_e17_a_duel_among_units() -> None:
    duel = *(4, 1, 6, 5), *(6, 2, 3, 5), *(1, 5, 6), *(4, 2)
    units = *(4, 4, 3, 2, 5, 1, 6), *(5, 3, 4, 1), *(4, 2, 6), *(4, 5)
    played = fight(e17(), *duel, *units, 4)
    assert played.asked.side == "south"
    played.answer(FIGHT)
    assert played.asked.side == "north"
    played.answer(FIGHT).give()
    assert result(played) == ("A", "gone", 6, 0)
    assert rows(played, 0) == {
        "charged": 1,
        "wounds": 2,
        "full fours of models": 1,
        "outnumbers": 1,
        "toughest model": 1,
    }
    assert rows(played, 1) == {"toughest model": 1, "hero died in his duel": -1}
    (met,) = [e.text for e in played.events if e.type == "duel"]
    assert met is not None
    assert met.args == {"a": Thing("Ah"), "b": Thing("Bh")}
    assert lost(played.state, "A") == [1] * 6 + [1]
    assert not facts.alive(played.state, "B")


@pytest.mark.clause("USB-DUE-01")
@pytest.mark.parametrize("without", ["Ah", "Bh"])
def test_no_duel_where_one_has_no_hero(without: str) -> None:
    heroes = {"Ah": hero("Ah", (17, 10), joined="A", power=0), "Bh": hero("Bh", (17, 11), joined="B", power=0)}
    del heroes[without]
    played = fight(scene(line("A", 10, 1), line("B", 11, 1), *heroes.values(), acting="A"), *[2] * 4)
    assert not played.session.waiting
    # a joined hero without an enemy hero strikes as a model of his unit
    assert sum(e.request.rows[0].n for e in played.events if e.request) == 4


@pytest.mark.clause("USB-DUE-02", "USB-R42", "USB-R56")
def test_who_flees_does_not_strike_nor_count_and_the_other_is_not_asked() -> None:
    played = fight(e17(), *[2] * 6, *[2] * 5, *[2] * 2)
    played.answer(FLEE).give()
    assert result(played)[2:] == (1 + 1 + 1 - 2, 1 + 2)
    assert rows(played, 0)["hero fled his duel"] == -2
    assert rows(played, 0)["toughest model"] == 1
    assert "outnumbers" not in rows(played, 0)


@pytest.mark.clause("USB-R42")
def test_a_hero_whose_opponent_fled_fights_with_his_unit() -> None:
    played = fight(e17(), *[2] * 6, *[2] * 3, *[2] * 5)
    played.answer(FIGHT).answer(FLEE).give()
    dice = [e.request.rows[0].n for e in played.events if e.request]
    assert dice == [6, 3, 5]
    assert rows(played, 1)["hero fled his duel"] == -2


@pytest.mark.clause("USB-R42")
def test_a_lone_hero_who_fled_is_struck_and_does_not_strike_back() -> None:
    state = scene(hero("A", (18, 10), "daredevil", power=0), hero("B", (18, 11), "daredevil", power=0), acting="A")
    played = fight(state, *(2, 2, 4), 2, 4)
    played.answer(FIGHT).answer(FLEE).give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A"]
    assert [e["wounds"] for e in played.told("losses")] == [1]
    # 1 + 1 + X 2 + outnumbers 1 against -2: he counts for neither numbers nor X
    assert result(played) == ("A", "gone", 5, -2)


@pytest.mark.clause("USB-R42", "USB-DUE-04")
def test_without_units_the_duel_is_the_melee_and_both_have_charged() -> None:
    state = scene(
        hero("A", (18, 10), "daredevil", power=0), hero("B", (18, 11), "daredevil", "lance", power=0), acting="A"
    )
    played = fight(state, *(4, 2, 2), 3, *(3, 2, 2), 5, 4)
    played.answer(FIGHT).answer(FIGHT).give()
    # both throw ones again and the lance works for who was charged
    assert played.needs() == [4, 4, 3, 5, 4]
    assert rows(played, 0) == {"charged": 1, "wounds": 1, "toughest model": 2}
    assert rows(played, 1) == {"charged": 1, "toughest model": 1}


@pytest.mark.clause("USB-R42")
def test_the_charging_unit_alone_has_charged_even_if_only_heroes_are_left() -> None:
    a = line("A", 10, 1), hero("Ah", (17, 10), "legend", joined="A", power=0)
    b = line("B", 11, 1, "regular", "pole"), hero("Bh", (17, 11), "legend", joined="B", power=0)
    played = fight(scene(*a, *b, acting="A"), *[2] * 6, *(6, 1), *(6, 1))
    played.answer(FIGHT).answer(FIGHT).give()
    assert [standing(played.state, u) for u in ("A", "Ah", "B", "Bh")] == [0, 1, 0, 1]
    assert rows(played, 0) == {"charged": 1, "wounds": 1, "toughest model": 4}
    assert rows(played, 1) == {"wounds": 1, "toughest model": 4}


@pytest.mark.clause("USB-R42", "USB-S13")
def test_the_active_side_answers_first_even_where_it_is_run_into() -> None:
    state = scene(hero("A", (18, 10), "daredevil", power=0), hero("B", (18, 11), "legend", power=0), acting="A")
    played = fight(state, *(4, 2, 2), 2, *(2, 2, 2), 3, unit="B", target="A", bumped=True)
    assert played.asked.side == "south"
    played.answer(FIGHT).answer(FIGHT).give()
    assert rows(played, 0) == {"charged": 1, "toughest model": 3}
    assert rows(played, 1) == {"charged": 1, "wounds": 1, "toughest model": 2}


@pytest.mark.clause("USB-R42", "USB-R48")
def test_who_has_no_blows_left_saves_again_for_nothing() -> None:
    state = scene(hero("A", (18, 10), power=0), hero("B", (18, 11), power=0, shield=True), acting="A")
    played = fight(state, *(5, 2), 2, 5)
    played.answer(FIGHT).answer(FLEE).give()
    assert not played.told("losses")


@pytest.mark.clause("USB-R42")
def test_troops_of_one_side_stand_by_and_the_wounds_count() -> None:
    made = line("A", 10, 4), hero("Ah", (18, 9), "daredevil", joined="A", power=0)
    state = scene(*made, hero("B", (18, 11), "legend", power=0), acting="A")
    played = fight(state, *(4, 2, 2), 2, *(2, 2, 3), 2, 3)
    played.answer(FIGHT).answer(FIGHT).give()
    assert [e.data["kind"] for e in played.events if e.type == "attack"] == ["duel", "duel"]
    assert rows(played, 0)["wounds"] == 1
    assert rows(played, 1) == {"wounds": 1, "toughest model": 3}  # the charging unit alone has charged


@pytest.mark.clause("USB-R42", "USB-R26")
def test_duels_go_on_later_without_ones_lances_or_rams() -> None:
    made = (
        monster("A", (18, 8.9), 3, "regular", "lance", rider="daredevil", power=0),
        hero("B", (18, 11), "daredevil", power=0),
    )
    state = scene(*made, acting="A", locks=[("A", "B")])
    played = fight_on(state, *(1, 2, 2), *(1, 2, 2, 2), *(1, 2, 2))
    played.answer(FIGHT).answer(FIGHT).give()
    assert played.needs() == [4, 4, 4]


@pytest.mark.clause("USB-R42", "USB-HRO-06", "USB-HRO-07", "USB-MON-11")
def test_a_mounted_hero_duels_with_his_mount_and_its_ram() -> None:
    """Three dice of his own, four of the mount with its lance, three hits of the ram; seven lost of four."""
    beast = monster("A", (18, 8.9), 3, "rookie", "lance", rider="daredevil", power=0)
    state = scene(beast, hero("B", (18, 11), "legend", power=0), acting="A")
    played = fight(state, *(2, 2, 2), *(2, 2, 2, 4), 3, *(4, 2, 5), *(3, 2, 2), 4, 2)
    played.answer(FIGHT).answer(FIGHT).give()
    assert played.needs() == [4, 4, 4, 3, 3, 5, 3]
    assert facts.own(played.state, "B").status == "panicked"
    assert rows(played, 0) == {"charged": 1, "wounds": 2, "toughest model": 13}


@pytest.mark.clause("USB-DUE-04", "USB-R18")
def test_both_may_die() -> None:
    state = scene(hero("A", (18, 10), power=0, lost=1), hero("B", (18, 11), power=0, lost=1), acting="A")
    played = fight(state, *(5, 5), *(2, 2), *(5, 2), 2)
    played.answer(FIGHT).answer(FIGHT).give()
    assert not facts.alive(played.state, "A")
    assert not facts.alive(played.state, "B")
    assert not played.told("result")
    assert [e["wounds"] for e in played.told("losses")] == [1, 1]


@pytest.mark.clause("USB-DUE-03", "USB-R42")
def test_a_duels_losses_fall_on_the_hero_alone_and_score_nothing() -> None:
    played = fight(e17(), *(4, 2, 2), 6, 2, *(6, 2), 3, *[2] * 6, *[2] * 5)
    played.answer(FIGHT).answer(FIGHT).give()
    assert lost(played.state, "A") == [1] * 6 + [1]
    assert lost(played.state, "B") == [1] * 5 + [1]
    assert "wounds" not in rows(played, 0)


@pytest.mark.clause("USB-R48")
@pytest.mark.parametrize("first", ["A", "B"])
def test_a_shield_in_a_duel_costs_who_has_still_to_throw(first: str) -> None:
    a = hero("A", (18, 10), power=0, shield=first == "B")
    b = hero("B", (18, 11), power=0, shield=first == "A")
    state = scene(a, b, acting=first, active="south" if first == "A" else "north")
    one, other = (first, "B" if first == "A" else "A")
    played = fight(state, *(5, 2), 2, 5, unit=one, target=other)
    played.answer(FIGHT).answer(FIGHT).answer(SHIELD).give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == [first]
    assert lost(played.state, other) == [2]


@pytest.mark.clause("USB-R48")
def test_who_has_thrown_in_a_duel_saves_again_for_nothing() -> None:
    state = scene(hero("A", (18, 10), power=0, shield=True), hero("B", (18, 11), power=0), acting="A")
    played = fight(state, *(2, 2), *(5, 2), 2, 5)
    played.answer(FIGHT).answer(FIGHT).give()
    assert lost(played.state, "A") == [2]


@pytest.mark.clause("USB-R42")
def test_own_fatigue_and_the_status_of_the_unit_but_no_formation_or_cover() -> None:
    a = line("A", 10, 4, status="shaken", formation="column"), hero("Ah", (18, 9), joined="A", fatigue=1, power=0)
    b = line("B", 11, 4, entrenched=True), hero("Bh", (18, 12), joined="B", power=0)
    played = fight(
        scene(*a, *b, acting="A", locks=[("A", "B")]), *(6, 6), *(6, 2), 2, *(2, 5), 5, *[2] * 8, charge=False
    )
    played.answer(FIGHT).answer(FIGHT)
    # 5+ for F and Shaken 7+: a six, and a six again; then bare Tough and bare Hit
    assert played.needs()[:5] == [6, 6, 5, 5, 5]


@pytest.mark.clause("USB-DUE-02", "USB-R42")
def test_the_usual_answer_is_to_fight_where_it_is_favourable() -> None:
    strong = scene(hero("A", (18, 10), "legend", power=0), hero("B", (18, 11), "aspirant", power=0), acting="A")
    played = fight(strong)
    assert played.session.default(played.asked).parts == {"duel": "fight"}
    weak = fight(scene(hero("A", (18, 10), power=0), hero("B", (18, 11), "legend", power=0), acting="A"))
    assert weak.session.default(weak.asked).parts == {"duel": "flee"}


@pytest.mark.clause("USB-DUE-02", "USB-DUE-04")
def test_the_odds_of_a_duel_are_told_before_it_is_answered() -> None:
    """Chargers with two dice, ones again, 5+ to hit: 7/18 each, and saves at 5+; one and two of Standfast left."""
    made = hero("A", (18, 10), power=0), hero("B", (18, 11), power=0, lost=1)
    played = fight(scene(*made, acting="A"))
    hit = 7 / 18 * 2 / 3
    fells, falls = 1 - (1 - hit) ** 2, hit**2
    fought, fled = played.session.asked(played.asked).space.parts["duel"]
    assert (fought.note.args["other_dies"], fought.note.args["hero_dies"]) == (round(100 * fells, 1), 6.7)
    assert fled.note == T("the duel hurts neither hero")
    found = played.session.forecast(played.asked, Reply(FIGHT))
    assert found is not None
    lost, dies, mine, my_end = found.rows
    assert (lost.about, dies.about, mine.about, my_end.about) == (("B",), ("B",), ("A",), ("A",))
    assert (dies.chance, lost.mean) == (pytest.approx(fells), round(fells, 3))
    assert my_end.chance == pytest.approx(falls)
    assert mine.spread[1] == pytest.approx(2 * hit * (1 - hit))
    assert played.session.forecast(played.asked, Reply(FLEE)) is None


@pytest.mark.clause("USB-R48")
def test_in_the_odds_a_shield_costs_who_has_still_to_throw() -> None:
    """Both have shields: the active hero has thrown, and saves again; the other keeps his for his blows."""
    made = hero("A", (18, 10), power=0, shield=True), hero("B", (18, 11), power=0, shield=True)
    for active, again in (("south", "A"), ("north", "B")):
        state = scene(*made, active=active)
        dealt, taken = clash(state, ("A", "B"), False, {})
        saved, unsaved = (taken, dealt) if again == "A" else (dealt, taken)
        assert saved.mean == pytest.approx(2 / 3 * 4 / 9)
        assert unsaved.mean == pytest.approx(2 / 3 * 2 / 3)


@pytest.mark.clause("USB-R72", "USB-R42")
def test_a_hero_who_has_attacked_alone_still_duels() -> None:
    a = line("A", 10, 1), hero("Ah", (17, 10), joined="A", alone=True, power=0)
    b = line("B", 11, 1), hero("Bh", (17, 11), joined="B", power=0)
    played = fight(scene(*a, *b, acting="A"), *(2, 2), *(2, 2), 2, 2)
    played.answer(FIGHT).answer(FIGHT).give()
    assert [e.data["kind"] for e in played.events if e.type == "attack"] == ["duel", "duel", "blow", "blow"]


def test_the_screened_die_with_their_hero_standing() -> None:
    made = line("A", 10, 8), line("B", 11, 2), hero("Bh", (18, 12), "legend", joined="B", power=0)
    played = fight(scene(*made, acting="A"), *[6, 6] + [2] * 6, *(1, 1), *[2] * 3, 6)
    played.give()
    assert standing(played.state, "B") == 0
    assert standing(played.state, "Bh") == 1
