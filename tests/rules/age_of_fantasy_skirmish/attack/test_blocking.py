"""To block: AP and cover in one sum, Bane, Rending, wounds ignored.

AFS-SHT-09, AFS-AP, AFS-BANE, AFS-REND, AFS-REG, AFS-UNST, AFS-THR-03, AFS-CVR-03, AFS-R27, AFS-R34.
"""

from __future__ import annotations

import pytest

from game.engine.state import Feature
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    Fight,
    batch,
    bow,
    melee,
    model,
    row,
    scene,
    shoot,
    shot,
    squad,
    sword,
)

TARGET = model(4, 4, tough=6)


def woods(west, south, east, north):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Feature("woods", "woods", "Woods", tuple((inch(x), inch(y)) for x, y in corners), height=inch(4))


def hedge(west, south, east, north):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Feature("hedge", "hedge", "Hedge", tuple((inch(x), inch(y)) for x, y in corners), height=inch(1))


IN_WOODS = woods(8, 16, 12, 20)
BEHIND_HEDGE = hedge(7, 16.5, 13, 17)


def duel(weapon, target=TARGET, features=(), **rules):
    return scene(
        squad("A1", [(10, 10)], model(4, 4, weapon, **rules)), squad("B1", [(10, 18)], target), features=features
    )


def block(state, six=False, unit="B1", how="shooting", **about):
    kind = numbers.kind_of(state, shot(state, "A1.1", unit, how, **about))
    return int(numbers.to_block(state, unit, kind, six).total)


# --- AP and cover ------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-AP-01", "AFS-AP-02", "AFS-SHT-09", "AFS-CVR-03")
def test_armour_piercing_and_cover_make_one_sum():
    state = duel(bow(ap=2))
    kind = numbers.kind_of(state, shot(state, "A1.1", "B1", cover=True))
    found = numbers.to_block(state, "B1", kind, False)
    assert [(v, c) for _, v, c in found.rows] == [(4.0, "AFS-SHT-05"), (2.0, "AFS-AP-01"), (-1.0, "AFS-CVR-03")]
    assert found.total == 5
    assert block(state) == 6


@pytest.mark.clause("AFS-CVR-03", "AFS-SHT-09", "AFS-R62")
def test_cover_helps_to_block_shots_once_only():
    fight = shoot(duel(bow(ap=1), features=(IN_WOODS,)), "A1", 4, 4)
    assert fight.needs("AFS-SHT-05") == [4]
    assert fight.wounds("B1") == 0
    both = shoot(duel(bow(ap=1), features=(IN_WOODS, BEHIND_HEDGE)), "A1", 4, 4)
    assert both.needs("AFS-SHT-05") == [4]


@pytest.mark.clause("AFS-CVR-03", "AFS-MEL-05")
def test_cover_is_nothing_in_melee():
    state = scene(
        squad("A1", [(10, 17)], model(4, 4, sword(ap=1))),
        squad("B1", [(10, 18)], TARGET),
        features=(woods(8, 14, 12, 20),),
    )
    assert melee(state, "A1", "B1", 4, 5).needs("AFS-MEL-05") == [4, 5]


@pytest.mark.clause("AFS-CVR-03", "AFS-R34", "AFS-CAST-08")
def test_cover_is_nothing_against_spells_and_stealth_and_fear_neither():
    state = scene(
        squad("A2", [(10, 5)], model(4, 4, fear=2, caster=2)),
        squad("B1", [(10, 18)], model(4, 4, stealth=0)),
        features=(IN_WOODS,),
    )
    fight = batch(state, "B1", 2, 4, 3, 3, 3, by="south", ap=1)
    assert fight.needs("AFS-SHT-05") == [5]
    assert fight.effects() == [(5, "shaken")]


@pytest.mark.clause("AFS-AP-02")
def test_extra_hits_carry_the_weapons_armour_piercing():
    fight = shoot(duel(bow(ap=1, surge=0, rending=0)), "A1", 6, 6, 4)
    assert fight.needs("AFS-SHT-05") == [8, 5]
    assert fight.wounds("B1") == 1


@pytest.mark.clause("AFS-BLAST-01")
def test_a_blast_ignores_cover_of_any_origin():
    for features in ((IN_WOODS,), (BEHIND_HEDGE,)):
        assert shoot(duel(bow(ap=1, blast=3), features=features), "A1", 4, 5).needs("AFS-SHT-05") == [5]


@pytest.mark.clause("AFS-IND-03", "AFS-IND-04")
def test_indirect_ignores_cover_of_what_blocks_sight_only():
    assert shoot(duel(bow(ap=1), features=(BEHIND_HEDGE,)), "A1", 4, 5).needs("AFS-SHT-05") == [4]
    assert shoot(duel(bow(ap=1, indirect=0), features=(BEHIND_HEDGE,)), "A1", 4, 5).needs("AFS-SHT-05") == [5]
    assert shoot(duel(bow(ap=1, indirect=0), features=(IN_WOODS,)), "A1", 4, 5).needs("AFS-SHT-05") == [4]


@pytest.mark.clause("AFS-UNST-03", "AFS-R45")
def test_unstoppable_does_not_drop_cover():
    assert shoot(duel(bow(ap=1, unstoppable=0), features=(IN_WOODS,)), "A1", 4, 5).needs("AFS-SHT-05") == [4]


# --- Bane --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-BANE-02", "AFS-BANE-03", "AFS-S16")
def test_bane_throws_a_natural_six_again_at_once_and_the_second_face_stands():
    fight = shoot(duel(bow(attacks=3, bane=0)), "A1", 4, 4, 4, 6, 2, 6, 6, 4)
    assert fight.faces() == [(4, 4, 4), (6,), (2,), (6,), (6,), (4,)]
    assert fight.needs("AFS-BANE-02") == [4, 4]
    assert fight.wounds("B1") == 1


@pytest.mark.clause("AFS-BANE-03")
def test_bane_looks_at_the_face_and_armour_piercing_and_cover_hold_for_the_second_throw():
    # D4+ with AP(1) in cover: 4+; a face of 5 is a 6 with nothing, and stands
    fight = shoot(duel(bow(bane=0, ap=1), features=(IN_WOODS,)), "A1", 4, 5)
    assert fight.wounds("B1") == 0
    fight = shoot(duel(bow(bane=0, ap=2), features=(IN_WOODS,)), "A1", 4, 6, 4)
    assert fight.needs("AFS-BANE-02") == [5]
    assert fight.wounds("B1") == 1


@pytest.mark.clause("AFS-BANE-03")
def test_only_hits_of_the_bane_weapon_are_affected():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword("Sickle", bane=0), sword("Knife"))),
        squad("B1", [(10, 12)], TARGET),
    )
    fight = melee(state, "A1", "B1", 4, 4, 6, 3, 6)
    assert fight.throws()[-3:] == [
        "B1 rolls to block a hit of Sickle",
        "B1 re-rolls a block of 6 against Sickle",
        "B1 rolls to block a hit of Knife",
    ]
    assert fight.wounds("B1") == 1


# --- Rending -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-REND-02", "AFS-REND-03", "AFS-R27", "AFS-THR-03")
@pytest.mark.parametrize(
    ("rules", "how", "plain", "six"),
    [
        ({"rending": 0}, "shooting", 4, 8),
        ({"rending": 0, "ap": 2}, "shooting", 6, 8),
        ({"rending": 0, "ap": 5}, "shooting", 9, 9),
        ({"rending": 0, "ap": 2, "thrust": 0}, "charge", 7, 8),
        ({"rending": 0, "ap": 4, "thrust": 0}, "charge", 9, 9),
    ],
)
def test_a_six_of_rending_has_the_larger_of_four_and_the_weapons_own(rules, how, plain, six):
    state = duel(bow(**rules) if how == "shooting" else sword(**rules))
    assert block(state, how=how) == plain
    assert block(state, six=True, how=how) == six


@pytest.mark.clause("AFS-REND-02", "AFS-REND-03")
def test_rending_sixes_meet_cover_too():
    fight = shoot(duel(bow(attacks=2, rending=0), features=(IN_WOODS,)), "A1", 6, 4, 6, 3)
    assert fight.needs("AFS-SHT-05") == [7, 3]
    assert fight.wounds("B1") == 0


@pytest.mark.clause("AFS-REND-02")
def test_a_six_that_only_modifiers_make_is_no_rending_six():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(rending=0)), effects=(Effect("wisp_light", to_hit=1, until="attack"),)),
        squad("B1", [(10, 18)], TARGET),
    )
    assert shoot(state, "A1", 5, 4).needs("AFS-SHT-05") == [4]


# --- Regeneration ------------------------------------------------------------------------------------------------


TROLL = model(4, 4, regeneration=0, tough=3)


@pytest.mark.clause("AFS-REG-01", "AFS-REG-02", "AFS-R04")
def test_regeneration_ignores_wounds_on_five_or_more():
    fight = shoot(duel(bow(attacks=4), TROLL), "A1", 4, 4, 4, 4, 1, 1, 1, 4, 5, 4, 6)
    assert fight.needs("AFS-REG-01") == [5]
    assert fight.wounds("B1") == 1
    assert fight.markers("B1.1") == 1


@pytest.mark.clause("AFS-REG-01", "AFS-REG-02")
def test_one_model_without_regeneration_denies_it_to_the_unit():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", row(2, 10, 18), TROLL, model(4, 4, tough=3)))
    fight = shoot(state, "A1", 4, 3)
    assert fight.needs("AFS-REG-01") == []
    assert fight.wounds("B1") == 1
    dead = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", [(10, 18)], TROLL, model(4, 4), lost=1))
    assert shoot(dead, "A1", 4, 3, 5).wounds("B1") == 0


@pytest.mark.clause("AFS-BANE-01", "AFS-REND-01", "AFS-REND-03", "AFS-UNST-01", "AFS-REG-02")
@pytest.mark.parametrize("rule", ["bane", "rending", "unstoppable"])
def test_some_weapons_leave_nothing_to_ignore(rule):
    fight = shoot(duel(bow(attacks=2, **{rule: 0}), TROLL), "A1", 4, 4, 3, 3)
    assert fight.needs("AFS-REG-01") == []
    assert fight.wounds("B1") == 2


@pytest.mark.clause("AFS-BANE-03", "AFS-REG-02")
def test_wounds_of_the_other_weapons_of_a_batch_are_still_ignored():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword("Sickle", bane=0), sword("Knife"))),
        squad("B1", [(10, 12)], TROLL),
    )
    fight = melee(state, "A1", "B1", 4, 4, 3, 3, 5)
    assert fight.wounds("B1") == 1


@pytest.mark.clause("AFS-REG-02", "AFS-DAN-03")
def test_regeneration_works_against_dangerous_ground_spells_and_falls():
    from game.engine.state import Frame
    from rulesets.age_of_fantasy_skirmish.attack.hits import danger_wounds, fall_hit

    state = scene(squad("A1", [(10, 10)], model()), squad("B1", [(10, 18)], TROLL))
    danger = Fight(state, Frame("afs.hits", data=danger_wounds("B1", 2)), (5, 4)).to_end()
    assert (danger.wounds("B1"), danger.markers("B1.1")) == (1, 1)
    fall = Fight(state, Frame("afs.hits", data=fall_hit("B1", 1)), (4, 6)).to_end()
    assert fall.wounds("B1") == 0
    assert batch(state, "B1", 1, 3, 5).wounds("B1") == 0


@pytest.mark.clause("AFS-SHT-10", "AFS-R22")
def test_regeneration_given_by_a_spell_works_like_ones_own():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow())),
        squad("B1", row(2, 10, 18), model(4, 4), effects=(Effect("knit_bone", {"regeneration": 0}),)),
    )
    assert shoot(state, "A1", 4, 3, 5).alive("B1") == [1, 2]


# --- other numbers -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-IMP-03", "AFS-AP-02")
def test_impact_hits_have_no_armour_piercing_and_no_rules_of_weapons():
    state = scene(squad("A1", [(10, 10)], model(4, 4, sword(ap=3), impact=1)), squad("B1", [(10, 12)], TARGET))
    fight = melee(state, "A1", "B1", 2, 1, 4)
    assert fight.needs("AFS-MEL-05") == [4, 4]
    assert fight.wounds("B1") == 0


@pytest.mark.clause("AFS-SHT-05")
def test_a_unit_blocks_with_the_defense_of_most_of_its_models():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow())),
        squad("B1", row(3, 10, 18), model(4, 3), model(4, 5), model(4, 5)),
    )
    assert block(state) == 5
    even = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", row(2, 10, 18), model(4, 3), model(4, 5)))
    assert block(even) == 3
