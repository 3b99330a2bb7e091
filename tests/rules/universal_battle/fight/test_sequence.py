"""A fight from its declaration to its result, and who closes up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import MoveAnswer
from game.engine.state import Luck
from game.kit.situation import OfUnit
from rulesets.universal_battle.charge.charges import CHARGE, ChargeData
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.heroes.points import may_flag
from rulesets.universal_battle.turn.activation import ACTIVATION
from tests.rules.universal_battle.attack_play import Called, lost
from tests.rules.universal_battle.fight.test_melee import PIKES
from tests.rules.universal_battle.fight_play import DESTRUCT, FIGHT, fight, fight_on, line, result, rows
from tests.rules.universal_battle.table import hero, monster, scene, troops


@pytest.mark.clause("USB-CMB-06", "USB-R18")
def test_declaration_hidden_test_reaction_contact_duel_blows_morale_result() -> None:
    a = line("A", 5, 4), hero("Ah", (15, 5), joined="A", power=0)
    b = line("B", 10, 4, formation="hidden"), hero("Bh", (21, 10), joined="B", power=0)
    state = scene(*a, *b, acting="A")
    played = Called(state, CHARGE, ChargeData("A", "B"), 6, *[2] * 12, *[2] * 6)
    played.answer(MoveAnswer("B", "entrench")).to_end()
    told = [e.type for e in played.events]
    wanted = ["charge", "looked_for", "entrenched", "contact", "fight", "duel", "attack", "fought", "result"]
    assert [told.index(w) for w in wanted] == sorted(told.index(w) for w in wanted)
    assert [e.data["kind"] for e in played.events if e.type == "attack"] == ["duel", "duel", "blow", "blow"]


@pytest.mark.clause("USB-CMB-05", "USB-RND-06", "USB-S14", "USB-MOR-05")
def test_a_locked_unit_must_fight_even_panicked() -> None:
    made = line("A", 10, 4, status="panicked"), line("B", 11, 4)
    played = Called(scene(*made, locks=[("A", "B")]), ACTIVATION, OfUnit("A"), 2, *[5] * 4, *[2] * 4)
    played.give()
    assert played.needs() == [4, 6, 4]
    assert not [e for e in played.events if e.type == "moved"]
    assert (facts.own(played.state, "A").fatigue, facts.own(played.state, "B").fatigue) == (1, 1)


@pytest.mark.clause("USB-R36", "USB-FRM-07", "USB-S12")
def test_a_locked_phalanx_fights_to_its_rear_and_keeps_its_ranks() -> None:
    made = line("A", 13, 4), troops("B", PIKES, 8, formation="phalanx")
    state = scene(*made, acting="B", active="north", locks=[("A", "B")])
    played = fight_on(state, *[4] * 8, *[6] * 8, *[2] * 4, unit="B")
    played.give()
    assert played.needs()[0] == 4
    here = {b.id: b.pose for b in state.bases_of("B")}
    assert {b.id: b.pose for b in played.state.bases_of("B")} == here


@pytest.mark.clause("USB-R60", "USB-S14")
def test_who_is_locked_can_be_charged_by_another_and_the_losers_locks_go() -> None:
    made = line("A", 10, 4), line("B", 11, 4), troops("C", (18, 12), 12)
    state = scene(*made, acting="C", locks=[("A", "B")])
    played = fight(state, *[2] * 12, *[2] * 4, unit="C")
    played.give()
    # 1 + 3 + 1 + 1 + 1 against 1 + 1: annihilated at 5? no: routed
    assert result(played) == ("C", "flee", 7, 2)
    assert rows(played, 0)["more units in the fight"] == 1
    assert not played.state.ties


@pytest.mark.clause("USB-R53")
def test_who_has_struck_back_has_attacked() -> None:
    made = line("A", 10, 1), line("B", 11, 1), hero("Bh", (30, 30), joined="B", power=1)
    state = scene(line("A", 10, 1), line("B", 11, 4), acting="A")
    played = fight(state, 2, 2, 2, 2, 2)
    played.to_end()
    assert facts.own(played.state, "B").attacked_round
    assert made[1][0].id == "B"
    flagged = scene(line("A", 4, 1), line("B", 11, 1, attacked_round=True), hero("Bh", (18, 12), joined="B", power=1))
    assert not may_flag(flagged, "B")


@pytest.mark.clause("USB-R61")
def test_troops_save_for_all_while_one_of_them_was_left_at_the_start() -> None:
    made = line("A", 10, 4), line("B", 11, 1, "rookie"), hero("Bh", (18, 12), "legend", joined="B", power=0)
    played = fight(scene(*made, acting="A"), *[6] * 4, *(4, 4, 1, 1), *[2] * 3, 6)
    played.give()
    assert played.needs()[1] == 5
    assert [(e["wounds"], e["models"]) for e in played.told("losses")] == [(4, 1)]
    alone = scene(line("A", 10, 1), troops("B", (18, 11), 1, lost=[1]), hero("Bh", (18, 11), "legend", joined="B"))
    assert fight(replace(alone, luck=Luck("scripted")), 6, 4, 2, 2, 2).needs()[1] == 3


@pytest.mark.clause("USB-HRO-06", "USB-R41", "USB-HRO-07", "USB-MON-10")
def test_a_mounted_pair_is_one_model_with_the_worse_tough_and_two_attacks() -> None:
    pair = monster("A", (18, 9.4), 0, "veteran", rider="aspirant", rider_items=["heavy"], power=0)
    state = scene(pair, line("B", 11, 4), acting="A")
    played = fight(state, *(5, 2), 6, 3, 6, *(6, 6, 6, 6), *(5, 5, 4, 4), 6)
    played.give()
    # rider 5+ with a heavy weapon, mount 3+ with none; Tough 5+ of the two; Standfast 3 + 2
    assert played.needs()[:6] == [5, 6, 3, 4, 4, 5]
    assert lost(played.state, "A") == [3]
    assert rows(played, 0)["toughest model"] == 3


@pytest.mark.clause("USB-EQP-06", "USB-R48", "USB-MON-15")
def test_a_monsters_shield_costs_nothing() -> None:
    made = line("A", 10, 2), monster("B", (18, 11.7), 1, shield=True)
    played = fight(scene(*made, acting="A"), 4, 2, 3, 5, *[2] * 2)
    played.give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A", "B"]
    assert not played.told("losses")


@pytest.mark.clause("USB-S12", "USB-S06", "USB-R59")
def test_closing_up_is_no_move() -> None:
    made = troops("A", [(18, 10), (14, 10), (22, 10)], 3, entrenched=True), line("B", 11, 3, entrenched=True)
    played = fight(scene(*made, acting="A"), *[2] * 3, *[2] * 3)
    played.give()
    assert near.base_distance(played.state, "A.2", "B") <= 1.25 + 25.0
    assert facts.own(played.state, "A").entrenched
    assert facts.own(played.state, "B").entrenched


@pytest.mark.clause("USB-R70", "USB-R42")
def test_the_unit_destroys_itself_after_a_duel_with_its_hero() -> None:
    a = line("A", 10, 2, specs=["destruct"]), hero("Ah", (17, 10), joined="A", specs=["destruct"], power=0)
    b = line("B", 11, 2), hero("Bh", (17, 11), joined="B", power=0)
    played = fight(scene(*a, *b, acting="A"), *(2, 2), *(2, 2), *[6] * 8)
    played.answer(FIGHT).answer(FIGHT)
    played.answer(DESTRUCT).give()
    assert played.told("destructs")[0]["hits"] == 2 * (2 + 2)
    assert not facts.left(played.state, "A")


@pytest.mark.clause("USB-CMB-06", "USB-CMB-05")
def test_that_they_meet_is_told_once() -> None:
    charged = fight(scene(line("A", 10, 1), line("B", 11, 1), acting="A"), 2, 2)
    assert [e.text for e in charged.events if e.type == "fight"] == [None]
    again = fight_on(scene(line("A", 10, 1), line("B", 11, 1), locks=[("A", "B")], acting="A"), 2, 2)
    assert [e.text is None for e in again.events if e.type == "fight"] == [False]
