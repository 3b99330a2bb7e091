"""The nearest enemy and who may be attacked (USB-SHT-05, USB-SHT-06, USB-CHG-03, USB-R13, USB-R14, USB-S04)."""

from __future__ import annotations

import pytest

from rulesets.universal_battle.field.near import base_distance, distance, may_target, nearest_enemies
from rulesets.universal_battle.measures import inches
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops

ME = troops("A1", [(10, 5)], 1)
NEAR, FAR = troops("B1", [(10, 15)], 1), troops("B2", [(12, 20)], 1)
WALL = piece("house", 8, 8, 11, 10)


def clause(state, target, purpose="shoot", unit="A1", **kw):
    bar = may_target(state, unit, target, purpose, **kw)
    return bar.clause if bar else None


@pytest.mark.clause("USB-GEN-08", "USB-S04")
def test_the_distance_of_activations_is_that_of_their_nearest_models():
    state = scene(troops("A1", [(10, 5), (10, 6.5)], 2), hero("A9", (10, 8), joined="A1"), troops("B1", [(10, 15)], 1))
    assert inches(distance(state, "A1", "B1")) == inches(distance(state, "B1", "A9")) == pytest.approx(6.0)
    assert inches(base_distance(state, "A1.2", "B1")) == pytest.approx(7.5)


@pytest.mark.clause("USB-S18", "USB-S04")
def test_a_passengers_distance_is_the_carriers():
    state = scene(monster("A5", (10, 5), 2), troops("A1", None, 2, aboard="A5"), NEAR)
    assert inches(distance(state, "A1", "B1")) == pytest.approx(10 - 1.6 - 0.5)


@pytest.mark.clause("USB-SHT-05", "USB-R13")
def test_only_the_nearest_may_be_shot_at():
    state = scene(ME, NEAR, FAR)
    assert nearest_enemies(state, "A1", "shoot") == ("B1",)
    assert clause(state, "B1") is None
    assert clause(state, "B2") == "USB-SHT-05"


@pytest.mark.clause("USB-CHG-03")
def test_only_the_nearest_may_be_charged():
    state = scene(ME, NEAR, FAR)
    assert clause(state, "B1", "charge") is None
    assert clause(state, "B2", "charge") == "USB-CHG-03"


@pytest.mark.clause("USB-S04")
@pytest.mark.parametrize(("x", "found"), [(15.009, ("B1", "B2")), (15.011, ("B1",)), (15.0, ("B1", "B2"))])
def test_of_equals_the_attacker_chooses(x, found):
    state = scene(troops("A1", [(5, 5)], 1), troops("B1", [(5, 15)], 1), troops("B2", [(x, 5)], 1))
    assert nearest_enemies(state, "A1", "shoot") == found
    assert (clause(state, "B2") is None) is ("B2" in found)


@pytest.mark.clause("USB-R13")
def test_who_is_out_of_sight_forbids_nobody_farther_off():
    state = scene(ME, NEAR, troops("B2", [(15, 20)], 1), terrain=[WALL])
    assert nearest_enemies(state, "A1", "shoot") == nearest_enemies(state, "A1", "charge") == ("B2",)
    assert clause(state, "B2") is None
    assert clause(state, "B1") == "USB-SHT-02"
    assert clause(state, "B1", "charge") == "USB-S11"


@pytest.mark.clause("USB-R13", "USB-R53", "USB-PWR-08")
def test_who_is_under_a_false_flag_is_neither_target_nor_nearest():
    state = scene(ME, troops("B1", [(10, 15)], 1), hero("B9", (11, 15), joined="B1", flag=True), FAR)
    assert clause(state, "B1") == clause(state, "B9", "charge") == "USB-PWR-08"
    assert clause(state, "B2") is None


@pytest.mark.clause("USB-R13", "USB-S14")
def test_who_is_locked_is_no_target_of_shots_but_of_charges():
    lock = troops("A2", [(10, 16)], 1)
    state = scene(ME, lock, NEAR, FAR, locks=[("A2", "B1")])
    assert clause(state, "B1") == "USB-S14"
    assert clause(state, "B2") is None
    assert clause(state, "B1", "charge") is None
    assert clause(state, "B2", "charge") == "USB-CHG-03"
    assert clause(state, "B2", unit="A2") == "USB-S14"


@pytest.mark.clause("USB-R40", "USB-S04", "USB-S18")
def test_passengers_are_no_target_and_do_not_shoot_out_of_a_melee():
    inside = troops("B1", None, 2, aboard="B5")
    carrier = monster("B5", (10, 15), 2, cargo=10)
    state = scene(ME, carrier, inside)
    assert clause(state, "B1") == "USB-R40"
    assert clause(state, "B5") is None
    assert clause(state, "A1", unit="B1") is None
    assert nearest_enemies(state, "A1", "shoot") == ("B5",)
    fought = scene(ME, troops("A2", [(10, 13)], 1), carrier, inside, locks=[("B5", "A2")])
    assert clause(fought, "A1", unit="B1") == "USB-S18"


@pytest.mark.clause("USB-SHT-06", "USB-CHG-03", "USB-R14")
@pytest.mark.parametrize(
    "unit",
    [
        (hero("A1", (10, 5)),),
        (ME, hero("A9", (11.1, 5), joined="A1")),
        (monster("A1", (10, 5), 2, rider="aspirant"),),
    ],
)
def test_with_a_hero_any_enemy_that_is_seen_may_be_attacked(unit):
    state = scene(*unit, NEAR, FAR)
    assert clause(state, "B2") is clause(state, "B2", "charge") is None
    assert clause(scene(*unit, NEAR, FAR, terrain=[piece("house", 5, 8, 15, 10)]), "B2") == "USB-SHT-02"


@pytest.mark.clause("USB-R43")
def test_a_hero_who_has_just_joined_does_not_yet_choose():
    state = scene(ME, hero("A9", (11.1, 5), joined="A1", joins=True), NEAR, FAR)
    assert clause(state, "B2") == "USB-SHT-05"


@pytest.mark.clause("USB-FRM-09", "USB-SHT-06", "USB-R13")
def test_a_hidden_unit_must_be_the_nearest_even_for_a_hero():
    hidden = troops("B2", [(12, 20)], 1, formation="hidden")
    state = scene(hero("A1", (10, 5)), NEAR, hidden)
    assert clause(state, "B2") == clause(state, "B2", "charge") == "USB-FRM-09"
    assert clause(state, "B1") is None
    assert clause(scene(hero("A1", (10, 5)), hidden), "B2") is None
    # and it counts as the nearest for others
    state = scene(ME, troops("B1", [(10, 15)], 1, formation="hidden"), FAR)
    assert clause(state, "B2") == "USB-SHT-05"


@pytest.mark.clause("USB-R45", "USB-R64")
def test_friends_eyes_find_the_nearest_of_those_they_see():
    house = piece("house", 4, 8, 11, 10)
    two = (monster("A1", (6, 5), 1), troops("A2", [(14, 5)], 1))
    state = scene(*two, NEAR, troops("B2", [(6, 12)], 1), terrain=[house])
    assert nearest_enemies(state, "A1", "shoot") == ()
    assert nearest_enemies(state, "A1", "shoot", "friends") == ("B1",)
    assert clause(state, "B1", eyes="friends") is None
    assert clause(state, "B2", eyes="friends") == "USB-SHT-02"


@pytest.mark.clause("USB-FRM-07", "USB-R36")
def test_a_phalanx_attacks_only_to_its_front():
    block = [(10, 10), (11, 10), (10, 9), (11, 9)]
    state = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", [(10.5, 5)], 1))
    assert clause(state, "B1") == clause(state, "B1", "charge") == "USB-FRM-07"
    assert clause(state, "B1", "charge", front=False) is None
    assert clause(scene(troops("A1", block, 4), troops("B1", [(10.5, 5)], 1)), "B1") is None
    assert clause(scene(troops("A1", block, 4, formation="phalanx"), troops("B1", [(10.5, 15)], 1)), "B1") is None
