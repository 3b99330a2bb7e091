"""What dice need to hit and to save, with their reasons."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Sum
from game.engine.state import State
from rulesets.universal_battle.attack import needs
from rulesets.universal_battle.attack.arms import Attack, count
from rulesets.universal_battle.attack.throws import chance, dice
from rulesets.universal_battle.field.terrain import Effects
from tests.rules.universal_battle.attack_play import blow, models, shot
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops

HERE, THERE = (10, 5), (10, 15)
NONE = Effects()
FOREST = piece("forest", 4, 13, 16, 17, 4)


def pair(*items: str, foe: Any = None, **own: Any) -> State:
    """Six Regulars of the south, who have something, and six of the north."""
    return scene(troops("A", HERE, 6, "regular", *items, **own), foe or troops("B", THERE, 6))


def hit(state: State, attack: Attack, group: int = 0) -> int:
    return int(needs.hit_need(state, attack, attack.arms[group]).total)


def save(state: State, attack: Attack, group: int = 0) -> int:
    return int(save_sum(state, attack, group).total)


def save_sum(state: State, attack: Attack, group: int = 0) -> Sum:
    return needs.save_need(state, attack, attack.arms[group], needs.saver(state, attack.target))


def clauses(found: Sum) -> list[str]:
    return [row[2] for row in found.rows]


@pytest.mark.clause("USB-STA-02", "USB-STA-04", "USB-TST-01", "USB-R02")
def test_hit_and_tough_are_the_numbers_that_a_die_must_show() -> None:
    state = scene(troops("A", HERE, 3, (3, 5), "light"), troops("B", THERE, 3, (5, 4)))
    assert (hit(state, shot(state, "A", "B")), save(state, shot(state, "A", "B"))) == (3, 4)
    assert (hit(state, blow(state, "B", "A")), save(state, blow(state, "B", "A"))) == (5, 5)
    (die,) = dice(4)
    assert [face for face in range(1, 7) if die.succeeds(face)] == [4, 5, 6]


@pytest.mark.clause("USB-TST-02", "USB-TST-03")
def test_modifiers_are_summed_before_a_one_fails_whatever_they_are() -> None:
    state = scene(troops("A", HERE, 3, "veteran", "light", fatigue=1), troops("B", THERE, 3))
    attack = shot(state, "A", "B", aimed=True, ground=(Effects(hit=2), NONE))
    found = needs.hit_need(state, attack, attack.arms[0])
    assert found.total == 3 - 1 - 2 + 1
    assert clauses(found) == ["USB-STA-02", "USB-ACT-05", "USB-TER-01", "USB-FTG-01"]
    (die,) = dice(found.total)
    assert [face for face in range(1, 7) if die.succeeds(face)] == [2, 3, 4, 5, 6]
    assert chance(-3) == pytest.approx(5 / 6)


@pytest.mark.clause("USB-TST-04")
def test_beyond_six_it_takes_a_six_and_a_six_however_high() -> None:
    assert [chance(n) for n in (6, 7, 12)] == pytest.approx([1 / 6, 1 / 36, 1 / 36])


@pytest.mark.clause("USB-SHT-07", "USB-MOR-02", "USB-MON-08", "USB-ACT-05")
@pytest.mark.parametrize(
    ("own", "attack", "need", "clause"),
    [
        ({}, {"aimed": True}, 3, "USB-ACT-05"),
        ({}, {"indirect": True}, 5, "USB-MON-08"),
        ({"formation": "column"}, {}, 5, "USB-FRM-03"),
        ({"formation": "phalanx"}, {"front": ("A",)}, 3, "USB-FRM-05"),
        ({"status": "shaken"}, {}, 5, "USB-MOR-02"),
        ({"fatigue": 2}, {}, 6, "USB-FTG-01"),
        ({"fatigue": 2}, {"fatigue": 1}, 5, "USB-FTG-01"),
        ({}, {"ground": (Effects(hit=1), NONE)}, 3, "USB-TER-01"),
        ({}, {"ground": (NONE, Effects(attackers=-1))}, 5, "USB-TER-01"),
    ],
)
def test_what_changes_a_shot(own: dict[str, Any], attack: dict[str, Any], need: int, clause: str) -> None:
    state = pair("light", **own)
    made = shot(state, "A", "B", **attack)
    found = needs.hit_need(state, made, made.arms[0])
    assert (found.total, clauses(found)) == (need, ["USB-STA-02", clause])


@pytest.mark.clause("USB-TER-08", "USB-R26", "USB-R31", "USB-R58")
def test_where_units_stand_counts_in_shooting_and_the_first_round_of_a_fight() -> None:
    state = scene(troops("A", HERE, 6, "regular", "light"), troops("B", THERE, 6, "regular", "light"), terrain=[FOREST])
    assert (hit(state, shot(state, "A", "B")), save(state, shot(state, "A", "B"))) == (5, 3)
    assert (hit(state, blow(state, "A", "B")), save(state, blow(state, "A", "B"))) == (5, 3)
    assert (hit(state, shot(state, "B", "A")), hit(state, blow(state, "B", "A", later=True))) == (3, 4)
    assert (hit(state, blow(state, "A", "B", later=True)), save(state, blow(state, "A", "B", later=True))) == (4, 4)


@pytest.mark.clause("USB-FTG-01", "USB-R43")
def test_fatigue_is_each_units_own_and_that_of_a_joined_hero_his() -> None:
    state = scene(
        troops("A", HERE, 3, fatigue=2), hero("C", (14, 5), "legend", joined="A", fatigue=1), troops("B", THERE, 3)
    )
    attack = blow(state, "A", "B")
    assert [arm.models[0] for arm in attack.arms] == ["A.1", "C.1"]
    assert [hit(state, attack, k) for k in (0, 1)] == [4 + 2, 3 + 1]


@pytest.mark.clause("USB-FRM-05", "USB-FRM-06", "USB-R67")
@pytest.mark.parametrize(
    ("models_left", "front", "hits", "saves"),
    [(4, True, 3, 3), (4, False, 4, 5), (2, True, 3, 3), (1, True, 4, 4), (1, False, 4, 4)],
)
def test_a_phalanx_has_a_front_while_two_are_left(models_left: int, front: bool, hits: int, saves: int) -> None:
    state = scene(troops("A", HERE, models_left, formation="phalanx"), troops("B", THERE, 4))
    faced = ("A",) if front else ()
    assert hit(state, blow(state, "A", "B", front=faced)) == hits
    assert save(state, blow(state, "B", "A", front=faced)) == saves


@pytest.mark.clause("USB-FRM-03", "USB-R35")
def test_a_column_is_worse_at_all_and_no_terrain_entrenches_it() -> None:
    state = scene(troops("A", HERE, 6, "regular", "light"), troops("B", THERE, 6, formation="column"), terrain=[FOREST])
    attack = shot(state, "A", "B")
    assert hit(state, attack) == 5
    assert (save(state, attack), clauses(save_sum(state, attack))) == (5, ["USB-STA-04", "USB-FRM-03"])
    assert hit(state, blow(state, "B", "A")) == 4 - 1 + 1


@pytest.mark.clause("USB-SPC-15")
def test_camouflage_hides_from_shots_alone_and_only_where_all_have_it() -> None:
    state = pair("light", foe=troops("B", THERE, 6, specs=["camouflage"]))
    assert (hit(state, shot(state, "A", "B")), hit(state, blow(state, "A", "B"))) == (5, 4)
    joined = scene(
        troops("A", HERE, 6, "regular", "light"),
        troops("B", THERE, 3, specs=["camouflage"]),
        hero("D", (14, 15), joined="B"),
    )
    assert hit(joined, shot(joined, "A", "B")) == 4


@pytest.mark.clause("USB-PWR-06")
def test_a_perfect_shot_knows_bonuses_alone() -> None:
    from msgspec.structs import replace

    state = pair("light", status="shaken", fatigue=1)
    attack = shot(state, "A", "B", aimed=True)
    perfect = replace(attack, arms=(replace(attack.arms[0], models=("A.1",), perfect=True),))
    assert (hit(state, attack), hit(state, perfect)) == (5, 3)


@pytest.mark.clause("USB-MOR-05", "USB-R22")
@pytest.mark.parametrize(("fatigue", "need"), [(0, 6), (2, 6), (3, 7)])
def test_the_panicked_hit_on_a_six_at_best(fatigue: int, need: int) -> None:
    state = pair(status="panicked", fatigue=fatigue)
    assert hit(state, blow(state, "A", "B")) == need


@pytest.mark.clause("USB-WND-06", "USB-ACT-06")
def test_entrenched_by_action_or_by_terrain_counts_once_and_ruins_beside() -> None:
    state = pair("light", foe=troops("B", THERE, 6, entrenched=True))
    ruins = Effects(entrenched=True, covered=True, tough=1)
    assert save(state, shot(state, "A", "B")) == 3
    assert save(state, shot(state, "A", "B", ground=(NONE, Effects(entrenched=True, covered=True)))) == 3
    found = save_sum(state, shot(state, "A", "B", ground=(NONE, ruins)))
    assert (found.total, clauses(found)) == (2, ["USB-STA-04", "USB-ACT-06", "USB-TER-07"])
    assert save(state, shot(state, "A", "B", ground=(NONE, Effects(no_entrench=True)))) == 4


@pytest.mark.clause("USB-MON-09", "USB-MON-10")
def test_a_monster_is_never_better_for_being_entrenched_and_strikes_like_any_model() -> None:
    state = scene(troops("A", HERE, 6, "regular", "light"), monster("B", THERE, 2, entrenched=True))
    assert save(state, shot(state, "A", "B", ground=(NONE, Effects(entrenched=True, covered=True)))) == 4
    attack = blow(state, "B", "A")
    assert [(arm.item, count(state, attack, arm)) for arm in attack.arms] == [("basic", 3)]


@pytest.mark.clause("USB-EQP-03", "USB-EQP-05", "USB-EQP-07", "USB-EQP-08")
@pytest.mark.parametrize(
    ("weapon", "charging", "need"),
    [
        ("basic", True, (4, 4)),
        ("pole", True, (4, 4)),
        ("heavy", False, (4, 6)),
        ("heavy", True, (4, 6)),
        ("lance", False, (4, 4)),
        ("lance", True, (3, 5)),
        ("massive", False, (4, 7)),
    ],
)
def test_melee_weapons(weapon: str, charging: bool, need: tuple[int, int]) -> None:
    state = pair(weapon)
    attack = blow(state, "A", "B", charging=charging)
    assert (attack.arms[0].item, hit(state, attack), save(state, attack)) == (weapon, *need)


@pytest.mark.clause("USB-EQP-09", "USB-EQP-10", "USB-EQP-11", "USB-SHT-01", "USB-SHT-03")
@pytest.mark.parametrize(
    ("weapon", "reach", "need", "n"),
    [("light", 12, 4, 6), ("ranged", 24, 5, 6), ("automatic", 18, 5, 12), ("large", 36, 6, 6), ("huge", 48, 7, 6)],
)
def test_ranged_weapons(weapon: str, reach: float, need: int, n: int) -> None:
    state = pair(weapon)
    attack = shot(state, "A", "B", reach)
    assert (save(state, attack), count(state, attack, attack.arms[0])) == (need, n)
    assert shot(state, "A", "B", reach + 0.002).arms == ()


@pytest.mark.clause("USB-LDR-02", "USB-S15", "USB-R15")
def test_special_weapons_are_a_group_after_the_troops_and_before_the_hero() -> None:
    state = scene(
        troops("A", HERE, 4, "regular", "ranged", specials=2),
        hero("C", (14, 5), "aspirant", "light", "automatic", joined="A"),
        troops("B", THERE, 6),
    )
    attack = shot(state, "A", "B", 12)
    rows = [
        (arm.item, arm.models, count(state, attack, arm), save(state, attack, k)) for k, arm in enumerate(attack.arms)
    ]
    assert rows == [
        ("ranged", ("A.3", "A.4"), 2, 5),
        ("special", ("A.1", "A.2"), 6, 6),
        ("light", ("C.1",), 2, 4),
    ]
    assert not any(arm.rider for arm in attack.arms)
    assert [arm.item for arm in shot(state, "A", "B", 13).arms] == ["ranged", "special", "automatic"]
    assert [arm.item for arm in shot(state, "A", "B", 26).arms] == ["special"]
    assert [(arm.item, len(arm.models)) for arm in blow(state, "A", "B").arms] == [("basic", 4), ("basic", 1)]


@pytest.mark.clause("USB-HRO-07", "USB-MON-12", "USB-STA-03", "USB-R15")
def test_a_rider_throws_by_himself_before_each_weapon_of_his_mount() -> None:
    state = scene(
        monster("A", HERE, 3, "rookie", "massive", "automatic", "pole", rider="legend", rider_items=["pole"]),
        troops("B", THERE, 6),
    )
    attack = blow(state, "A", "B")
    rows = [
        (arm.item, arm.rider, count(state, attack, arm), hit(state, attack, k)) for k, arm in enumerate(attack.arms)
    ]
    assert rows == [("pole", True, 3, 3), ("massive", False, 4, 5), ("pole", False, 4, 5)]
    assert [arm.item for arm in shot(state, "A", "B").arms] == ["automatic"]


@pytest.mark.clause("USB-R61")
def test_the_troops_save_for_the_hero_while_one_of_them_is_left() -> None:
    with_troops = pair(foe=troops("B", THERE, 1, "rookie"))
    led = scene(*_made(with_troops), hero("D", (14, 15), "legend", joined="B"))
    assert needs.saver(led, "B") == "B.1"
    alone = scene(
        troops("A", HERE, 6), troops("B", THERE, 1, "rookie", lost=[1]), hero("D", (14, 15), "legend", joined="B")
    )
    assert needs.saver(alone, "B") == "D.1"
    assert save(alone, blow(alone, "A", "B")) == 3


def _made(state: State) -> list[Any]:
    return [(unit, tuple(state.bases[b] for b in unit.bases)) for unit in state.units.values()]


@pytest.mark.clause("USB-R19")
def test_an_automatic_hit_is_saved_by_bare_tough() -> None:
    from game.engine.text import T
    from rulesets.universal_battle.attack.arms import AutoHits

    state = pair("heavy", foe=troops("B", THERE, 6, entrenched=True, formation="column"))
    attack = blow(state, "A", "B", charging=True)
    found = needs.save_need(state, attack, AutoHits(3, T("Ram"), "USB-MON-11"), "B.1")
    assert clauses(found) == ["USB-STA-04"]


@pytest.mark.clause("USB-R58", "USB-SPC-09")
def test_engineers_leave_the_enemy_no_good_of_terrain() -> None:
    state = pair("light", specs=["engineers"], foe=troops("B", THERE, 6, entrenched=True))
    forest, ruins = Effects(hit=1, attackers=-1, covered=True), Effects(hit=1, covered=True, tough=1)
    attack = shot(state, "A", "B", ground=(NONE, forest))
    assert (hit(state, attack), save(state, attack)) == (4, 3)
    assert save(state, shot(state, "A", "B", ground=(NONE, ruins))) == 3
    assert hit(state, blow(state, "B", "A", reply=True, ground=(forest, NONE))) == 4
    assert hit(state, blow(state, "B", "A", ground=(forest, NONE))) == 3


@pytest.mark.clause("USB-R26", "USB-R42")
def test_no_terrain_later_in_a_fight_nor_in_a_duel() -> None:
    state = pair(foe=troops("B", THERE, 6, entrenched=True, formation="phalanx"))
    lie = (Effects(hit=1), Effects(attackers=-1, tough=1))
    assert (
        hit(state, blow(state, "A", "B", later=True, ground=lie)),
        save(state, blow(state, "A", "B", later=True, ground=lie)),
    ) == (4, 4)
    duel = Attack("A", "B", "duel", blow(state, "A", "B").arms, ground=lie)
    assert (hit(state, duel), save(state, duel)) == (4, 4)
    assert models(state, "A") == tuple(f"A.{k}" for k in range(1, 7))
