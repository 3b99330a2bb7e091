"""A round of a fight: who strikes when and with what, shields, pole weapons, rams, Self-Destruction, fatigue."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer
from game.engine.state import Luck
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.terrain import pieces_of
from tests.rules.universal_battle.attack_play import lost
from tests.rules.universal_battle.fight_play import (
    DESTRUCT,
    KEEP,
    SHIELD,
    STRIKE,
    fight,
    fight_on,
    line,
    pick,
    result,
    rows,
)
from tests.rules.universal_battle.table import hero, monster, piece, scene, standing, troops

PIKES = [(16.5 + k, y, 180.0) for y in (11.0, 12.0) for k in range(4)]
"""Two ranks of four that face south, touched from there by bases whose edge is at 10.5."""


@pytest.mark.clause("USB-ACT-04", "USB-EQP-05", "USB-EQP-08", "USB-FRM-05", "USB-RES-02", "USB-R18", "USB-R49")
def test_e08_riders_against_a_phalanx() -> None:
    riders = troops("A", (18, 9.5), 4, "regular", "lance", kind="riders")
    pikes = troops("B", PIKES, 8, "regular", "pole", shield=True, formation="phalanx", entrenched=True)
    played = fight(
        scene(riders, pikes, acting="A"),
        *(1, 3, 4, 2, 6, 5, 1, 3, 2, 4),
        *(3, 2, 6, 4, 1, 5),
        *(3, 1, 2, 4, 6, 5, 2, 3),
        *(4, 3, 6, 1, 5),
        *(4, 2),
    )
    played.answer(KEEP).give()
    assert played.needs() == [3, 3, 3, 3, 4, 4, 4]
    assert result(played) == ("B", "back", 4, 6)
    assert rows(played, 1)["Phalanx"] == 1
    state = played.state
    assert (standing(state, "A"), standing(state, "B")) == (2, 6)
    assert facts.own(state, "A").status == "shaken"
    assert facts.own(state, "B").status == "shaken"
    assert not facts.is_locked(state, "A")


@pytest.mark.clause("USB-MON-11", "USB-MON-10", "USB-EQP-08", "USB-RES-02", "USB-R63", "USB-R66", "USB-RES-07")
@pytest.mark.parametrize(("weight", "band", "score"), [("full", "gone", 16), ("capped", "flee", 9)])
def test_e21_a_monsters_charge(weight: str, band: str, score: int) -> None:
    made = monster("A", (18, 8.9), 3, "regular", "lance"), line("B", 11, 10, "rookie", fatigue=1, activated=True)
    state = scene(*made, acting="A", options={"giants_weight": weight})
    played = fight(state, 3, 2, 5, 1, 3, *(6, 5, 4), *(5, 4, 1), *(6, 6, 1, 2, 6, 4), *(4, 4, 3), 4)
    played.give()
    assert played.needs() == [3, 3, 6, 5, 6, 4, 5]
    assert result(played) == ("A", band, score, 4)
    assert rows(played, 0) == {"charged": 1, "wounds": 4, "toughest model": score - 5}


@pytest.mark.clause("USB-R73")
def test_the_cap_is_four_and_less_stays_less() -> None:
    made = monster("A", (18, 9), 0, lost=0), monster("B", (18, 11.4), 1)
    played = fight(scene(*made, acting="A", options={"giants_weight": "capped"}), 2, 2, 2)
    played.give()
    assert rows(played, 0) == {"charged": 1, "toughest model": 3}
    assert rows(played, 1) == {"toughest model": 4}


@pytest.mark.clause("USB-CMB-05", "USB-R23", "USB-R26", "USB-FTG-01")
def test_e22_a_locked_second_round() -> None:
    made = line("A", 10, 4, "veteran", "lance", fatigue=1), line("B", 11, 6, "regular", "pole", fatigue=1)
    played = fight_on(scene(*made, locks=[("B", "A")], acting="A"), 1, 4, 3, 5, 6, 6, 1, 2, 3, 4, 5, 6, 6, 6)
    played.give()
    # no ones again, no lance, no pole weapons at once
    assert played.needs() == [4, 4, 5, 3]
    assert [standing(played.state, u) for u in "AB"] == [4, 6]
    assert "charged" not in rows(played, 0)
    assert (facts.own(played.state, "A").fatigue, facts.own(played.state, "B").fatigue) == (1, 2)


@pytest.mark.clause("USB-FTG-01", "USB-FTG-02", "USB-R23")
def test_e10_fatigue_of_a_unit_that_is_charged_three_times() -> None:
    """It has run, so it strikes back at -1, -2, -3; each charger is at its best."""
    chargers = [troops(u, (x, y), 4) for u, x, y in (("A", 18, 10), ("C", 18, 12), ("A2", 8, 11))]
    state = scene(*chargers, line("B", 11, 8, "veteran", fatigue=1, activated=True), acting="A")
    for k, unit in enumerate(("A", "C", "A2")):
        played = fight(state, *[2] * 12, unit=unit)
        played.give()
        assert played.needs() == [4, 4 + k]
        assert [e.data["band"] for e in played.events if e.type == "result"] == ["hold"]
        state = replace(played.state, luck=Luck("scripted"))
    assert facts.own(state, "B").fatigue == 4


@pytest.mark.clause("USB-R23")
def test_who_acts_is_tired_by_his_activation_only() -> None:
    made = line("A", 10, 1), line("B", 11, 1)
    played = fight(scene(*made, acting="A"), 2, 2)
    played.give()
    assert (facts.own(played.state, "A").fatigue, facts.own(played.state, "B").fatigue) == (0, 1)


@pytest.mark.clause("USB-CMB-01", "USB-CMB-04", "USB-CMB-03")
def test_all_models_strike_and_survivors_strike_back() -> None:
    made = line("A", 10, 9), line("B", 11, 3)
    played = fight(scene(*made, acting="A"), *[5] * 9, *[3] * 7, *[6] * 2)
    played.give()
    assert standing(played.state, "B") == 0
    assert [e.type for e in played.events].count("attack") == 1
    assert not played.told("result")
    made = line("A", 10, 2), line("B", 11, 3)
    played = fight(scene(*made, acting="A"), 5, 5, 3, 4, 5, 1, 4, 6)
    played.give()
    assert [e.request.rows[0].n for e in played.events if e.request] == [2, 2, 2, 1, 1]


@pytest.mark.clause("USB-EQP-06", "USB-R48")
def test_a_shield_costs_the_blows_that_are_still_to_strike() -> None:
    made = line("A", 10, 2), line("B", 11, 3, shield=True)
    played = fight(scene(*made, acting="A"), 5, 5, 3, 3, 4, 5)
    played.answer(SHIELD).give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A"]
    assert standing(played.state, "B") == 3
    assert facts.own(played.state, "B").fatigue == 1  # even so it has fought (USB-R23)


@pytest.mark.clause("USB-EQP-06", "USB-R48")
def test_who_has_struck_saves_again_for_nothing() -> None:
    made = line("A", 10, 2, shield=True), line("B", 11, 2)
    played = fight(scene(*made, acting="A"), 3, 3, 6, 6, 3, 3, 4, 4)
    assert not played.session.waiting
    played.give()
    assert standing(played.state, "A") == 2


@pytest.mark.clause("USB-R49", "USB-R48")
def test_a_shield_forfeits_pole_weapons_too() -> None:
    made = line("A", 10, 2), line("B", 11, 2, "regular", "pole", shield=True)
    played = fight(scene(*made, acting="A"), 6, 3, 3, 3, 3)
    played.answer(SHIELD).give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A"]


@pytest.mark.clause("USB-EQP-05", "USB-R49")
def test_the_fallen_strike_with_pole_weapons_and_a_hero_without_one_does_not() -> None:
    made = line("A", 10, 3), line("B", 11, 2, "regular", "pole"), hero("Bh", (18, 12), joined="B", power=0)
    # all pikemen fall, and so does the hero's first point; the pikes strike at once, the hero afterwards
    played = fight(scene(*made, acting="A"), 6, 6, 6, *(1, 1, 1), *(6, 6), *(1, 1), *(5, 5), *(1, 1), 6)
    played.give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A", "B", "B"]
    assert [standing(played.state, u) for u in ("A", "B", "Bh")] == [0, 0, 1]


@pytest.mark.clause("USB-EQP-05", "USB-R26")
def test_pole_weapons_of_a_charger_do_nothing() -> None:
    made = line("A", 10, 1, "regular", "pole"), line("B", 11, 2)
    played = fight(scene(*made, acting="A"), 6, 1, 3, 4)
    played.give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A", "B"]


@pytest.mark.clause("USB-R26", "USB-EQP-05")
def test_pole_weapons_are_too_late_in_a_later_round() -> None:
    made = line("A", 10, 1), line("B", 11, 1, "regular", "pole")
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 6, 1)
    played.give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A"]


@pytest.mark.clause("USB-SPC-08", "USB-R47", "USB-MON-12")
def test_who_has_struck_with_a_pole_weapon_destroys_himself_no_more() -> None:
    made = line("A", 10, 1), monster("B", (18, 11.7), 1, "regular", "pole", "massive", specs=["destruct"])
    played = fight(scene(*made, acting="A"), 2, *(2, 2), *(2, 2))
    played.answer(STRIKE)
    assert not played.session.waiting


@pytest.mark.clause("USB-R58", "USB-R31")
def test_engineers_take_the_terrain_from_blows_and_answer() -> None:
    wood = [piece("forest", 10, 11.4, 26, 18)]
    made = line("A", 10, 1, specs=["engineers"]), line("B", 11, 1)
    played = fight(scene(*made, terrain=wood, acting="A"), 6, 4, 2)
    played.give()
    assert played.needs() == [4, 4, 4]


@pytest.mark.clause("USB-MON-12", "USB-R15", "USB-R49")
def test_a_monster_strikes_with_every_weapon_the_pole_at_once() -> None:
    made = line("A", 10, 1), monster("B", (18, 11.7), 2, "regular", "pole", "massive")
    # A misses; pole: three dice, three for the massive weapon after A's loss - which never comes, as nobody is left
    played = fight(scene(*made, acting="A"), 2, *(6, 2, 2), 3)
    played.give()
    assert standing(played.state, "A") == 0
    played = fight(scene(*made, acting="A"), 2, *(6, 2, 2), 4, *(2, 2, 2))
    played.give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A", "B", "B"]


@pytest.mark.clause("USB-R63", "USB-MON-11")
def test_a_ram_comes_last_and_only_in_the_first_round() -> None:
    made = monster("A", (18, 9), 1), line("B", 11, 2)
    played = fight(scene(*made, acting="A"), 2, 3, 3, 3, 4)
    played.give()
    assert played.needs() == [4, 4, 4, 4]  # two dice, the hit of the ram, one that is left, nerve
    assert [e["wounds"] for e in played.told("losses")] == [1]
    assert rows(played, 0)["wounds"] == 1
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 2, 3, 2, 3)
    played.give()
    assert not played.told("losses")


@pytest.mark.clause("USB-SPC-08", "USB-R47")
def test_self_destruction_of_a_charger() -> None:
    made = line("A", 10, 3, specs=["destruct"]), line("B", 11, 5)
    played = fight(scene(*made, acting="A"), 1, 4, 3, 4, 5, 2, 2)
    played.answer(DESTRUCT).give()
    # six hits, three unsaved; no blows, no result, no morale of who is gone; 3 of 5 is the 50% test, a 2 fails it
    assert played.needs() == [4, 4]
    assert [standing(played.state, u) for u in "AB"] == [0, 2]
    assert not played.told("result")
    assert facts.own(played.state, "B").status == "panicked"


@pytest.mark.clause("USB-SPC-08", "USB-R47", "USB-R19")
def test_self_destruction_counts_who_is_left_when_it_would_strike() -> None:
    made = line("A", 10, 2), line("B", 11, 3, specs=["destruct"])
    played = fight(scene(*made, acting="A"), 6, 6, 2, 4, *(1, 5, 5, 5), 6)
    played.default().answer(DESTRUCT).give()
    assert played.told("destructs")[0]["hits"] == 4
    assert [standing(played.state, u) for u in "AB"] == [1, 0]


@pytest.mark.clause("USB-SPC-08")
def test_who_could_destroy_himself_may_strike_and_locked_too() -> None:
    made = line("A", 10, 1, specs=["destruct"]), line("B", 11, 1)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 2, 2)
    played.answer(STRIKE).give()
    assert facts.is_locked(played.state, "A")


@pytest.mark.clause("USB-R70", "USB-SPC-08")
def test_self_destruction_only_if_the_hero_has_it_too() -> None:
    made = line("A", 10, 1, specs=["destruct"]), hero("Ah", (17, 10), joined="A", power=0), line("B", 11, 1)
    played = fight(scene(*made, acting="A"), 2, 2, 2, 2)
    assert not played.session.waiting


@pytest.mark.clause("USB-SPC-08", "USB-R49")
def test_pikemen_destroy_themselves_before_anybody_of_them_falls() -> None:
    made = line("A", 10, 3), line("B", 11, 2, "regular", "pole", specs=["destruct"])
    played = fight(scene(*made, acting="A"), 6, 6, 6, 1, 1, 1, *(4, 4, 4, 1), 4)
    played.answer(DESTRUCT).give()
    assert played.told("destructs")[0]["hits"] == 4
    assert [standing(played.state, u) for u in "AB"] == [2, 0]


@pytest.mark.clause("USB-LDR-01", "USB-R39")
def test_leaders_throw_ones_again_in_their_first_melee_of_a_round() -> None:
    made = line("A", 10, 2), line("B", 11, 2, leaders=True)
    played = fight(scene(*made, acting="A"), 2, 2, 1, 2, 3)
    played.give()
    assert facts.own(played.state, "B").melees == 1
    made = line("A", 10, 2), line("B", 11, 2, leaders=True, melees=1, fatigue=1)
    fight(scene(*made, acting="A"), 2, 2, 1, 2).give()


@pytest.mark.clause("USB-R31", "USB-TER-08", "USB-R26")
def test_terrain_counts_from_before_closing_up_and_in_the_first_round_only() -> None:
    """Five of B stand at the wood when they are charged; closing up leads them out of it."""
    wood = [piece("forest", 10, 11.4, 26, 18)]
    made = line("A", 10, 1), line("B", 11, 5, formation="skirmish")
    played = fight(scene(*made, terrain=wood, acting="A"), 6, 3, *[2] * 5)
    played.give()
    # -1 to hit who is in the wood; Entrenched; +1 to hit out of it
    assert played.needs() == [5, 3, 3]
    assert not pieces_of(played.state, "B")
    state = scene(*made, terrain=wood, acting="A", locks=[("A", "B")])
    assert fight_on(state, 2, *[2] * 5).needs() == [4, 4]


@pytest.mark.clause("USB-R26", "USB-ACT-06")
def test_entrenched_by_action_stays_in_later_rounds() -> None:
    made = line("A", 10, 1), line("B", 11, 5, entrenched=True)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 6, 3, *[2] * 5)
    played.give()
    assert played.needs() == [4, 3, 4]


@pytest.mark.clause("USB-R36", "USB-S10", "USB-FRM-05", "USB-FRM-06", "USB-FRM-07")
def test_a_phalanx_charged_from_behind_strikes_back_without_its_bonus_for_as_long_as_the_fight_lasts() -> None:
    made = line("A", 13, 1), troops("B", PIKES, 8, formation="phalanx")
    state = scene(*made, acting="A")
    played = fight(state, 6, 5, *[2] * 8)
    played.give()
    assert played.needs() == [4, 5, 4]
    assert rows(played, 1)["Phalanx"] == 1
    tie = scene(*made, acting="A", locks=[("A", "B")])
    assert fight_on(tie, 6, 5, *[2] * 8).needs()[:2] == [4, 5]


@pytest.mark.clause("USB-S10", "USB-FRM-05", "USB-R36")
def test_the_front_of_the_declaration_is_kept_in_the_lock() -> None:
    made = line("A", 10, 8), troops("B", PIKES, 8, formation="phalanx")
    played = fight(scene(*made, acting="A"), *[2] * 16)
    played.give()
    assert played.needs() == [4, 3]
    (tie,) = played.state.ties.values()
    assert tie.own.front == ("B",)
    later = fight_on(replace(played.state, luck=Luck("scripted")), *[2] * 16)
    assert later.needs() == [4, 4]  # B at F 1, to its front
    behind = line("A", 13, 8), troops("B", PIKES, 8, formation="phalanx")
    told = fight(scene(*behind, acting="A"), *[2] * 16, front=("B",))
    told.give()
    assert told.needs() == [4, 3]


@pytest.mark.clause("USB-R67")
def test_a_phalanx_of_one_has_nothing_of_it() -> None:
    made = line("A", 10, 1), troops("B", [(18, 11, 180.0)], 1, formation="phalanx", initial=4, tested=75)
    played = fight(scene(*made, acting="A"), 2, 2)
    played.give()
    assert played.needs() == [4, 4]
    assert "Phalanx" not in rows(played, 1)


@pytest.mark.clause("USB-R60", "USB-CMB-05")
def test_a_unit_locked_with_two_chooses_whom_it_fights() -> None:
    made = line("A", 10, 2), line("B", 11, 3), line("D", 9, 1)
    state = scene(*made, acting="A", locks=[("A", "B"), ("D", "A")])
    played = fight_on(state, 2, 2, 2)
    played.answer(pick("D")).give()
    assert [e.data["unit"] for e in played.events if e.type == "attack"] == ["A", "D"]
    assert rows(played, 1)["more units in the fight"] == 1
    assert len(played.state.ties) == 2


@pytest.mark.clause("USB-FRM-10", "USB-R53")
def test_a_fight_uncovers_and_strikes_flags() -> None:
    made = line("A", 10, 1), line("B", 11, 1, formation="hidden", flag=True)
    played = fight(scene(*made, acting="A"), 2, 2)
    played.give()
    own = facts.own(played.state, "B")
    assert (own.formation, own.flag, own.attacked_round) == ("skirmish", False, True)


@pytest.mark.clause("USB-R15", "USB-R54", "USB-CMB-02")
def test_a_hero_with_several_weapons_chooses_one_for_the_fight() -> None:
    made = hero("A", (18, 10), "daredevil", "heavy", magic=["lance"], power=0), line("B", 11, 2)
    state = scene(*made, acting="A")
    played = fight(state, *(3, 2, 2), 6, 4, 2, 4)
    played.answer(OptionAnswer({"attack": "lance"})).give()
    assert played.needs() == [3, 5, 4, 4]
    played = fight(state, 4, 2, 2, 6, 2, 2)
    played.answer(OptionAnswer({"attack": "heavy"})).give()
    assert played.needs()[:2] == [4, 6]


@pytest.mark.clause("USB-R72")
@pytest.mark.parametrize(("option", "dice"), [("refused", 2), ("allowed", 4)])
def test_a_hero_who_has_attacked_alone_rolls_nothing_with_his_unit(option: str, dice: int) -> None:
    made = line("A", 10, 2), hero("Ah", (17, 10), joined="A", alone=True, power=0), line("B", 11, 1)
    state = scene(*made, acting="A", options={"hero_second_attack": option})
    played = fight(state, *[2] * dice, 2)
    played.give()
    assert rows(played, 0)["toughest model"] == 2  # he counts in every other way


@pytest.mark.clause("USB-S12", "USB-S14", "USB-CMB-04")
def test_gaps_are_closed_before_the_next_fight() -> None:
    made = line("A", 8, 3), line("B", 12, 3)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 2, 2, 2, 2, 2, 2)
    played.give()
    assert len([e for e in played.events if e.type == "closed_up"]) >= 1
    assert lost(played.state, "A") == [1, 1, 1]
