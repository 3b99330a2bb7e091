"""Blast: multiplied by the models there, divided among the units there.

AFS-BLAST, AFS-R25, AFS-R26, AFS-S15, AFS-S16.
"""

from __future__ import annotations

import pytest

from game.engine.decision import AllocateAnswer
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish.attack.hits import spell_hits
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    Fight,
    batch,
    bow,
    melee,
    model,
    row,
    scene,
    shoot,
    squad,
    sword,
)

MORTAR = bow("Mortar", 2, 30, ap=1, blast=3, indirect=0)


def battery(*squads, weapon=MORTAR, **rules):
    return scene(squad("A6", [(10, 5)], model(4, 4, weapon, **rules)), *squads)


def divisions(fight):
    return [dict(e.data["shares"]) for e in fight.all("divided")]


@pytest.mark.clause("AFS-BLAST-03", "AFS-BLAST-05", "AFS-BLAST-01")
def test_a_lone_target_takes_one_hit_a_hit():
    """E07."""
    state = battery(squad("B2", [(10, 26)], model(4, 5, tough=3)))
    fight = shoot(state, "A6", 4, 2, 5)
    assert fight.needs("AFS-SHT-05") == [6]
    assert (fight.wounds("B2"), fight.effects()) == (1, [])


@pytest.mark.clause("AFS-BLAST-02", "AFS-BLAST-03", "AFS-BLAST-04", "AFS-BLAST-05", "AFS-R25", "AFS-R26", "AFS-GRP-02")
def test_hits_are_multiplied_and_divided_and_each_unit_has_its_own_batch():
    """E08."""
    archers = squad("B6", row(3, 10, 26), model(5, 5))
    witch = squad("B2", [(14.4 + 0.984, 26)], model(4, 5, tough=3))
    fight = shoot(battery(archers, witch), "A6", 5, 4, 6, 5, 2, 4, 6, 3, at="B6")
    assert divisions(fight) == [{"B6": 3, "B2": 3}]
    assert (len(fight.alive("B6")), fight.markers("B2.1"), fight.effects()) == (1, 2, [])


@pytest.mark.clause("AFS-BLAST-03", "AFS-R25")
@pytest.mark.parametrize(("gap", "times"), [(3.0, 2), (3.01, 1)])
def test_models_within_three_inches_count_for_the_cap(gap, times):
    across = 25.0 / 25.4
    state = battery(
        squad("B1", [(10, 20)], model(4, 4, tough=6)), squad("B2", [(10 + gap + across, 20)], model(4, 4, tough=6))
    )
    hits = [4] * times
    fight = shoot(state, "A6", 4, 1, *hits, at="B1")
    assert fight.all("blast")[0].data["times"] == times
    assert fight.all("blast")[0].data["units"] == (["B1", "B2"] if times == 2 else ["B1"])


@pytest.mark.clause("AFS-BLAST-03", "AFS-R26")
def test_the_multiplier_is_the_cap_where_the_cap_is_smaller_than_x():
    state = battery(squad("B1", row(2, 10, 20), model(4, 4, tough=6)))
    assert len(shoot(state, "A6", 4, 1, 5, 5).throws()) == 2
    big = battery(squad("B1", row(4, 10, 20), model(4, 4, tough=6)))
    assert shoot(big, "A6", 4, 1, 5, 5, 5).all("blast")[0].data["hits"] == 3


@pytest.mark.clause("AFS-R25", "AFS-BLAST-04")
def test_the_attackers_own_models_never_count_and_are_never_hit():
    state = battery(squad("B1", [(10, 20)], model(4, 4, tough=6)), squad("A1", [(12, 20)], model()))
    fight = shoot(state, "A6", 4, 4, 5, 5)
    assert fight.all("blast")[0].data["times"] == 1
    assert fight.all("blast")[0].data["units"] == ["B1"]


@pytest.mark.clause("AFS-BLAST-05", "AFS-STLTH-02")
def test_units_caught_need_be_neither_in_range_nor_in_sight_and_their_stealth_does_nothing():
    weapon = bow("Bomb", 1, 14, blast=2)
    state = battery(
        squad("B1", [(10, 19.9)], model(4, 4, tough=6)),
        squad("B2", [(10, 23)], model(4, 4, stealth=0, tough=6)),
        weapon=weapon,
    )
    fight = shoot(state, "A6", 4, 4, 3, at="B1")
    assert fight.wounds("B2") == 1
    assert fight.needs("AFS-SHT-04") == [4]


@pytest.mark.clause("AFS-BLAST-05", "AFS-R28")
def test_extra_hits_are_multiplied_too():
    weapon = bow("Bomb", 1, 30, blast=2, surge=0)
    state = battery(squad("B1", row(2, 10, 20), model(4, 4, tough=6)), weapon=weapon)
    assert shoot(state, "A6", 6, 4, 4, 4, 4).all("blast")[0].data["hits"] == 4
    relentless = battery(squad("B1", row(2, 10, 20), model(4, 4, tough=6)), weapon=weapon, relentless=0)
    assert shoot(relentless, "A6", 6, *[4] * 6).all("blast")[0].data["hits"] == 6


@pytest.mark.clause("AFS-BLAST-05", "AFS-REND-03", "AFS-R26")
def test_copies_of_a_rending_hit_have_its_armour_piercing():
    weapon = bow("Bomb", 2, 30, blast=2, rending=0)
    state = battery(squad("B1", row(2, 10, 20), model(4, 4, tough=6)), weapon=weapon)
    fight = shoot(state, "A6", 6, 4, 5, 6, 3, 4)
    assert fight.needs("AFS-SHT-05") == [8, 4]
    assert fight.wounds("B1") == 2


@pytest.mark.clause("AFS-BLAST-05", "AFS-DLY-01")
def test_deadly_on_a_blast_weapon_multiplies_wounds_afterwards():
    weapon = bow("Bomb", 1, 30, blast=2, deadly=3)
    state = battery(squad("B1", row(2, 10, 20), model(4, 4, tough=9)), weapon=weapon)
    fight = shoot(state, "A6", 4, 4, 3)
    assert fight.wounds("B1") == 3


@pytest.mark.clause("AFS-BLAST-05")
def test_blast_works_in_melee_and_for_spells():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword("Flail", blast=3))),
        squad("B1", row(2, 9.4, 11.5), model(4, 4, tough=6)),
        squad("B2", [(13, 11.5)], model(4, 4, tough=6)),
    )
    fight = melee(state, "A1", "B1", 4, 4, 4, 4)
    assert divisions(fight) == [{"B1": 2, "B2": 1}]
    spell = batch(state, "B1", 1, 3, 4, 4, by="south", ap=1, blast=3)
    assert spell.all("blast")[0].data["hits"] == 3
    assert spell.needs("AFS-SHT-05") == [5, 5]


@pytest.mark.clause("AFS-R26", "AFS-BLAST-04", "AFS-S16")
def test_only_the_blast_weapons_hits_are_divided_and_the_target_throws_first():
    state = scene(
        squad("A6", [(10, 10)], model(4, 4, bow("Gun"), bow("Bomb", blast=2))),
        squad("B1", [(10, 20)], model(4, 4, tough=6)),
        squad("B0", [(12, 20)], model(4, 4, tough=6)),
    )
    fight = shoot(state, "A6", 4, 4, 4, 4, 4, at="B0")
    assert divisions(fight) == [{"B0": 1, "B1": 1}]
    assert fight.throws()[2:] == [
        "B0 rolls to block a hit of Gun",
        "B0 rolls to block a hit of Bomb",
        "B1 rolls to block a hit of Bomb",
    ]
    # a Blast weapon that stands first in the profile is blocked first, copies and all
    turned = scene(
        squad("A6", [(10, 10)], model(4, 4, bow("Bomb", blast=2), bow("Gun"))),
        squad("B1", row(2, 10, 20), model(4, 4, tough=6)),
    )
    assert shoot(turned, "A6", 4, 4, 4, 4, 4, at="B1").throws()[2:] == [
        "B1 rolls to block 2 hits of Bomb",
        "B1 rolls to block a hit of Gun",
    ]
    # of a list in the order B1, B0 the one that is no target comes in the order of the list
    three = scene(
        squad("A6", [(10, 10)], model(4, 4, bow("Bomb", blast=3))),
        squad("B1", [(9, 20)], model(4, 4, tough=6)),
        squad("B2", [(11, 20)], model(4, 4, tough=6)),
        squad("B3", [(10, 21)], model(4, 4, tough=6)),
    )
    assert [t[:2] for t in shoot(three, "A6", 4, 4, 4, 4, at="B2").throws()[1:]] == ["B2", "B1", "B3"]


# --- the division ------------------------------------------------------------------------------------------------


def split(weapon, hits, dice, **models):
    """Two units, three models in all: the question that the hits ask."""
    state = scene(
        squad("A1", [(40, 40)], model()),
        squad("B1", row(2, 10, 20), models.get("b1", model(4, 4, tough=6))),
        squad("B2", [(13, 20)], models.get("b2", model(4, 4, tough=6))),
    )
    return Fight(state, Frame("afs.hits", data=spell_hits("B1", "south", "Bomb", hits, weapon)), dice)


@pytest.mark.clause("AFS-S15", "AFS-BLAST-04", "AFS-R26")
def test_odd_hits_are_the_defenders_to_give_and_nothing_else_is():
    fight = split({"blast": 3}, 1, [4, 4, 4])
    assert (fight.asked_for, fight.decision.side) == ("blast", "north")
    space = fight.asked.space
    assert (space.least, space.most) == (3, 3)
    assert fight.refused(AllocateAnswer({"B1/0": 3})) is not None
    assert fight.check(AllocateAnswer({"B1/0": 2})).status == "unfinished"
    fight.give(AllocateAnswer({"B1/0": 1, "B2/0": 2}))
    assert divisions(fight) == [{"B1": 1, "B2": 2}]
    # nothing is asked where all get the same
    assert split({"blast": 3}, 2, [4] * 6).asked_for == ""


@pytest.mark.clause("AFS-S15")
@pytest.mark.parametrize(
    ("b1", "b2", "more"),
    [
        (model(4, 5, tough=6), model(4, 4, tough=2), "B2"),
        (model(4, 4, tough=2), model(4, 4, tough=6), "B2"),
        (model(4, 4, tough=3), model(4, 4, tough=6), "B1"),
    ],
)
def test_by_default_odd_hits_go_to_the_best_defense_then_the_most_wounds_left_then_the_first(b1, b2, more):
    fight = split({"blast": 3}, 1, [4, 4, 4], b1=b1, b2=b2)
    boxes = fight.asked.default.answer.boxes
    assert boxes[f"{more}/0"] == 2


@pytest.mark.clause("AFS-R26", "AFS-BLAST-04", "AFS-REND-03")
def test_the_defender_says_which_hits_go_where():
    weapon = bow("Bomb", 2, 30, blast=2, rending=0)
    state = scene(
        squad("A6", [(10, 5)], model(4, 4, weapon)),
        squad("B1", [(10, 20)], model(4, 4, tough=6)),
        squad("B2", [(12, 20)], model(4, 4, tough=6)),
    )
    fight = Fight(state, Frame("afs.shooting", data=ShootingData("A6")), [6, 4, 4, 4, 5, 5])
    fight.give(fight.asked.draft)
    # two copies with AP(4) and two without: four hits, two for each, the defender says which
    assert fight.asked_for == "blast"
    assert {b.id for b in fight.asked.space.boxes} == {"B1/0", "B1/1", "B2/0", "B2/1"}
    assert fight.refused(AllocateAnswer({"B1/0": 2, "B1/1": 2})) is not None
    fight.give(AllocateAnswer({"B1/0": 2, "B2/1": 2}))
    assert fight.left() == ()
    assert [e.request.need for e in fight.all("rolled")][1:] == [8, 4]
    assert (fight.wounds("B1"), fight.wounds("B2")) == (2, 0)


@pytest.mark.clause("AFS-R26", "AFS-BLAST-04")
def test_candidates_are_legal_and_different():
    fight = split({"blast": 3}, 1, [4, 4, 4])
    question = fight.session.ruleset.questions["blast"]
    found = list(question.candidates(fight.state, fight.decision, "any", 10))
    assert [r.answer.boxes for r in found] == [{"B1/0": 2, "B2/0": 1}, {"B1/0": 1, "B2/0": 2}]
    assert all(fight.check(r.answer).legal for r in found)
