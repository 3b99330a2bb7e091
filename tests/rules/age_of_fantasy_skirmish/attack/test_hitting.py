"""To hit: Quality, modifiers in one sum, natural 6 and 1, rules that add hits.

AFS-GEN, AFS-SHT-04, AFS-SHT-08, AFS-RLBL, AFS-STLTH, AFS-IND, AFS-UNST, AFS-RLNT, AFS-SURGE, AFS-SGT, AFS-THR, AFS-FUR.
"""

from __future__ import annotations

import pytest

from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    YES,
    after,
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
"""A lone model that suffers much without a roll."""


def duel(weapon, gap=8.0, target=TARGET, quality=4, own=None, enemy_own=None, **rules):
    """One shooter and one target, bases ``gap`` inches apart."""
    y = 10.0 + gap + 25.0 / 25.4
    return scene(
        squad("A1", [(10, 10)], model(quality, 4, weapon, **rules), **(own or {})),
        squad("B1", [(10, y)], target, **(enemy_own or {})),
    )


def need(state, how="shooting", **about):
    return int(numbers.to_hit(state, shot(state, "A1.1", "B1", how, **about)).total)


@pytest.mark.clause("AFS-GEN-02", "AFS-SHT-04", "AFS-SHT-05", "AFS-SHT-06")
def test_quality_or_more_hits_defense_or_more_blocks_and_the_rest_are_wounds():
    fight = shoot(duel(bow(attacks=3), quality=4), "A1", 3, 4, 5, 3, 4)
    assert fight.hits() == [2]
    assert fight.needs("AFS-SHT-04") == [4]
    assert fight.needs("AFS-SHT-05") == [4]
    assert fight.wounds("B1") == 1
    assert fight.markers("B1.1") == 1


@pytest.mark.clause("AFS-GEN-03", "AFS-R04")
def test_natural_six_hits_and_natural_one_misses_whatever_the_modifiers():
    hard = duel(bow(attacks=2, indirect=0), 20, model(4, 4, tough=6, stealth=0), quality=6, own={"moved": ("A1.1",)})
    assert need(hard, far=True, moved=True) == 8
    fight = shoot(hard, "A1", 5, 6, 4)
    assert fight.hits() == [1]
    easy = duel(sword(attacks=2, thrust=0), 0.0, quality=2)
    assert need(easy, "charge") == 1
    assert melee(easy, "A1", "B1", 1, 2, 4).hits() == [1]


@pytest.mark.clause("AFS-GEN-03", "AFS-GEN-04", "AFS-R04", "AFS-AP-02")
def test_natural_six_blocks_and_natural_one_never_whatever_the_armour_piercing():
    fight = shoot(duel(bow(attacks=3, ap=4)), "A1", 4, 4, 4, 5, 6, 1)
    assert fight.needs("AFS-SHT-05") == [8]
    assert fight.wounds("B1") == 2
    armoured = duel(bow(attacks=2), target=model(4, 1, tough=6))
    assert shoot(armoured, "A1", 4, 4, 1, 2).wounds("B1") == 1


@pytest.mark.clause("AFS-GEN-04", "AFS-SHT-08")
def test_all_modifiers_are_added_at_once():
    state = duel(bow(indirect=0), 20, model(4, 4, stealth=0), own={"moved": ("A1.1",)})
    found = numbers.to_hit(state, shot(state, "A1.1", "B1", far=True, moved=True))
    assert [(value, clause) for _, value, clause in found.rows] == [
        (4.0, "AFS-SHT-04"),
        (1.0, "AFS-IND-01"),
        (1.0, "AFS-STLTH-01"),
    ]
    assert found.total == 6
    assert shoot(state, "A1", 5).hits() == [0]
    assert shoot(state, "A1", 6, 4).hits() == [1]


# --- Reliable ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-RLBL-01", "AFS-RLBL-02")
def test_reliable_attacks_at_two_and_modifiers_apply_to_it():
    state = duel(bow(reliable=0), 8, quality=5)
    assert need(state) == 2
    assert shoot(state, "A1", 2, 4).hits() == [1]
    assert shoot(state, "A1", 1).hits() == [0]
    hidden = duel(bow(reliable=0), 12, model(4, 4, stealth=0), quality=5)
    assert need(hidden, far=True) == 3
    assert shoot(hidden, "A1", 2).hits() == [0]
    tired = duel(sword(reliable=0), 0.0, own={"fatigued": True})
    assert need(tired, "charge") == 6
    assert melee(tired, "A1", "B1", 5).hits() == [0]
    # the Quality of the model itself, for morale, stays as it is
    assert state.bases["A1.1"].own.quality == 5


# --- Stealth -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-STLTH-01", "AFS-STLTH-02", "AFS-R62", "AFS-S01")
@pytest.mark.parametrize(("gap", "hits"), [(9.0, 1), (9.0009, 1), (9.01, 0)])
def test_stealth_counts_beyond_nine_inches_only(gap, hits):
    state = duel(bow(), gap, model(4, 4, stealth=0, tough=6))
    assert shoot(state, "A1", *([4, 4] if hits else [4])).hits() == [hits]


@pytest.mark.clause("AFS-STLTH-02", "AFS-R62")
def test_stealth_is_judged_for_each_shooting_model():
    """E03: gaps of 9.00", 9.40" and 9.80" at a Reliable weapon."""
    across = 25.0 / 25.4
    state = scene(
        squad("A4", [(10, 10), (20, 10), (30, 10)], model(4, 5, bow("Crossbow", ap=1, reliable=0))),
        squad("B4", [(10, 19 + across)], model(4, 4, stealth=0, tough=6)),
    )
    fight = shoot(state, "A4", 2, 2, 3, 6, 6, at="B4")
    assert [e.request.need for e in fight.all("rolled")][:2] == [2, 3]
    assert fight.hits() == [2]


@pytest.mark.clause("AFS-STLTH-01")
def test_one_model_without_stealth_denies_it_to_the_unit():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow())),
        squad("B1", row(2, 10, 25), model(4, 4, stealth=0), model(4, 4)),
    )
    assert need(state, far=True) == 4
    both = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", row(2, 10, 25), model(4, 4, stealth=0)))
    assert need(both, far=True) == 5


@pytest.mark.clause("AFS-STLTH-02")
def test_stealth_of_a_spell_works_but_not_in_melee_and_a_natural_six_hits():
    state = duel(bow(), 20, enemy_own={"effects": (Effect("reed_veil", {"stealth": 0}),)}, quality=6)
    assert need(state, far=True) == 7
    assert shoot(state, "A1", 6, 4).hits() == [1]
    close = duel(sword(), 1, model(4, 4, stealth=0))
    assert need(close, "charge") == 4


# --- Indirect ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-IND-01", "AFS-IND-04", "AFS-R44")
def test_indirect_suffers_only_from_a_model_that_has_moved():
    still = duel(bow(indirect=0), 8)
    assert need(still, moved=False) == 4
    moved = duel(bow(indirect=0), 8, own={"moved": ("A1.1",), "action": "advance"})
    assert shoot(moved, "A1", 4).hits() == [0]
    # an Advance in which the model stays where it is is no move
    lazy = duel(bow(indirect=0), 8, own={"action": "advance"})
    assert shoot(lazy, "A1", 4, 4).hits() == [1]


# --- Unstoppable -------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-UNST-02", "AFS-UNST-03", "AFS-R45", "AFS-IND-04", "AFS-STLTH-02")
def test_unstoppable_drops_penalties_and_keeps_bonuses():
    cursed = Effect("dread_murmur", to_hit=-1)
    blessed = Effect("wisp_light", to_hit=1, until="attack")
    state = duel(
        bow(indirect=0, unstoppable=0),
        20,
        model(4, 4, stealth=0),
        own={"moved": ("A1.1",), "effects": (cursed, blessed)},
    )
    assert need(state, far=True, moved=True) == 3
    without = duel(bow(indirect=0), 20, model(4, 4, stealth=0), own={"moved": ("A1.1",), "effects": (cursed, blessed)})
    assert need(without, far=True, moved=True) == 6


@pytest.mark.clause("AFS-UNST-03", "AFS-R45")
def test_unstoppable_does_not_lift_fatigue():
    state = duel(sword(unstoppable=0), 0.0, own={"fatigued": True})
    assert need(state, "charge") == 6


# --- further hits of a natural 6 ---------------------------------------------------------------------------------


@pytest.mark.clause("AFS-RLNT-01", "AFS-RLNT-02", "AFS-R62")
@pytest.mark.parametrize(("gap", "hits"), [(9.0, 1), (9.01, 2)])
def test_relentless_adds_a_hit_beyond_nine_inches_only(gap, hits):
    state = duel(bow(), gap, relentless=0)
    assert shoot(state, "A1", 6, *([4] * hits)).hits() == [hits]


@pytest.mark.clause("AFS-RLNT-02")
def test_relentless_does_nothing_in_melee():
    assert melee(duel(sword(), 1.5, relentless=0), "A1", "B1", 6, 4).hits() == [1]


@pytest.mark.clause("AFS-SURGE-01", "AFS-SURGE-02")
def test_surge_adds_a_hit_with_the_weapons_own_armour_piercing():
    fight = shoot(duel(bow(surge=0, ap=2)), "A1", 6, 5, 6)
    assert fight.hits() == [2]
    assert fight.needs("AFS-SHT-05") == [6]
    assert fight.wounds("B1") == 1
    for how in ("charge", "counter", "back"):
        state = duel(sword(surge=0), 1.0, own={"fatigued": True})
        assert [v for _, v, _ in numbers.extra_hits(state, shot(state, "A1.1", "B1", how))] == [1.0]
    assert melee(duel(sword(surge=0), 1.0, own={"fatigued": True}), "A1", "B1", 6, 4, 4).hits() == [2]


@pytest.mark.clause("AFS-SURGE-01", "AFS-R28")
def test_a_modified_six_adds_nothing():
    state = duel(bow(surge=0), own={"effects": (Effect("wisp_light", to_hit=1, until="attack"),)}, quality=5)
    assert shoot(state, "A1", 5, 4).hits() == [1]


@pytest.mark.clause("AFS-FUR-01", "AFS-FUR-02")
def test_furious_works_when_charging_only():
    state = duel(sword(), 1.0, furious=0)
    assert melee(state, "A1", "B1", 6, 4, 4).hits() == [2]
    assert melee(duel(sword(), 1.0, own={"fatigued": True}, furious=0), "A1", "B1", 6, 4, 4).hits() == [2]
    charged = scene(
        squad("A1", [(10, 10)], model(4, 4, sword("Pike", counter=0), sword("Knife"), furious=0)),
        squad("B1", [(10, 12)], model(4, 4, tough=6)),
    )
    fight = melee(charged, "B1", "A1", 6, 4, 6, 4, strike_back=YES)
    assert fight.hits() == [1, 1]


@pytest.mark.clause("AFS-SGT-01", "AFS-SGT-02", "AFS-R28", "AFS-FUR-02", "AFS-SURGE-02")
def test_furious_surge_and_sergeant_give_four_hits_from_one_six():
    state = scene(
        squad(
            "A1",
            row(2, 10, 10),
            model(4, 4, sword(surge=0), furious=0, role="sergeant"),
            model(4, 4, sword(surge=0), furious=0),
        ),
        squad("B1", [(10.6, 12)], TARGET),
    )
    fight = melee(state, "A1", "B1", 6, 2, 4, 4, 4, 4)
    assert fight.hits() == [4]
    assert {"AFS-FUR-01", "AFS-SURGE-01", "AFS-SGT-01"} <= fight.clauses()
    # the other model of the unit has the Sergeant's rule as well
    assert melee(state, "A1", "B1", 2, 6, 4, 4, 4, 4).hits() == [4]


@pytest.mark.clause("AFS-SGT-02", "AFS-R52")
def test_the_sergeants_rule_dies_with_him():
    state = scene(
        squad("A1", row(2, 10, 10), model(4, 4, bow(), role="sergeant"), model(4, 4, bow())),
        squad("B1", [(10.6, 18)], TARGET),
    )
    assert shoot(state, "A1", 6, 2, 4, 4).hits() == [2]
    dead = scene(
        squad("A1", row(1, 11.2, 10), model(4, 4, bow()), lost=1),
        squad("B1", [(10.6, 18)], TARGET),
    )
    assert shoot(dead, "A1", 6, 4).hits() == [1]
    # he is lost in the middle of a melee: his unit strikes back without his rule
    charged = scene(
        squad("A1", row(2, 10, 10), model(4, 4, sword(), role="sergeant"), model(4, 4, sword())),
        squad("B1", [(10.6, 12)], model(4, 4, sword(ap=4), tough=6)),
    )
    from game.engine.decision import PickAnswer

    fight = melee(charged, "B1", "A1", 4, 2, 6, 4, casualties=PickAnswer(("A1.1",)), strike_back=YES)
    assert fight.alive("A1") == [2]
    assert fight.hits() == [1, 1]


# --- Thrust ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-THR-01", "AFS-THR-02", "AFS-THR-03")
def test_thrust_helps_to_hit_and_to_pierce_when_charging_only():
    state = duel(sword(thrust=0, ap=1), 1.0)
    assert need(state, "charge") == 3
    assert melee(state, "A1", "B1", 3, 5).needs("AFS-MEL-05") == [3, 6]
    assert melee(state, "A1", "B1", 1).hits() == [0]
    back = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(thrust=0, ap=1), tough=6)),
        squad("B1", [(10, 12)], model(4, 4, sword("Knife"), tough=6)),
    )
    fight = melee(back, "B1", "A1", 2, 4, 5, strike_back=YES)
    assert fight.needs("AFS-MEL-05") == [4, 4, 5]


@pytest.mark.clause("AFS-THR-03", "AFS-MEL-10")
def test_a_fatigued_charger_gains_only_the_armour_piercing_of_thrust():
    state = duel(sword(thrust=0, ap=1), 1.0, own={"fatigued": True})
    assert melee(state, "A1", "B1", 6, 5).needs("AFS-MEL-05") == [6, 6]
    assert melee(state, "A1", "B1", 5).hits() == [0]


# --- spells on hit dice ------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S23", "AFS-S24")
def test_a_spell_on_the_next_attack_is_gone_after_one_target_and_one_step():
    blessed = {"effects": (Effect("wisp_light", to_hit=1, until="attack"),)}
    state = duel(bow(), own=blessed)
    assert need(state) == 3
    fight = shoot(state, "A1", 3, 4)
    assert fight.hits() == [1]
    assert fight.own("A1").effects == ()
    cursed = duel(bow(), own={"effects": (Effect("dread_murmur", to_hit=-1),)})
    assert need(cursed) == 5
    again = shoot(after(shoot(cursed, "A1", 4)), "A1", 4)
    assert again.hits() == [0]
