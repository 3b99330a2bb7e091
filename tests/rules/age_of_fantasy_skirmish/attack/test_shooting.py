"""Shooting: who may shoot, with what, at how many units; Limited weapons; declared shots.

AFS-SHT-01 to -03, -07, -10, AFS-LIM, AFS-IND-02, AFS-R24, AFS-R54, AFS-R59, AFS-S16, AFS-S29, AFS-S30.
"""

from __future__ import annotations

import pytest

from game.engine.decision import Aim, TargetsAnswer
from game.engine.state import Feature, Frame
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.shoot import shooting as targets
from rulesets.age_of_fantasy_skirmish.shoot.shooting import HOLD_FIRE, ShootingData
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    Fight,
    after,
    bow,
    melee,
    model,
    row,
    scene,
    shoot,
    squad,
    sword,
)
from tests.rules.age_of_fantasy_skirmish.flow_play import plain

TOUGH = model(4, 4, tough=9)
ACROSS = 25.0 / 25.4


def asking(state, unit="A1", dice=()):
    return Fight(state, Frame("afs.shooting", data=ShootingData(unit)), dice)


def aims(*pairs, unit="A1"):
    return TargetsAnswer(tuple(Aim(unit, weapon, mark) for weapon, mark in pairs))


def wall(west, south, east, north):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Feature("wall", "wall", "Wall", tuple((inch(x), inch(y)) for x, y in corners), height=inch(3))


CAPTAIN = model(
    3, 4, sword("Backsword", 3, ap=1), bow("Pistols", 2, 12, ap=1), bow("Fire-pot", 1, 9, ap=1, blast=3, limited=0)
)


# --- who may shoot -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-SHT-01", "AFS-S01", "AFS-R59")
@pytest.mark.parametrize(("gap", "in_range"), [(12.0, True), (12.0009, True), (12.01, False)])
def test_a_model_shoots_what_is_within_the_range_of_its_weapon(gap, in_range):
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow(reach=12))), squad("B1", [(10, 10 + gap + ACROSS)], TOUGH))
    assert (asking(state).asked_for == "shoot") == in_range


@pytest.mark.clause("AFS-SHT-01", "AFS-S16")
def test_models_without_a_target_do_not_shoot_and_the_rest_do_in_unit_order():
    state = scene(
        squad("A1", [(10, 4), (10, 10), (11.2, 10)], model(4, 4, bow(reach=12))), squad("B1", [(10, 20)], TOUGH)
    )
    fight = shoot(state, "A1", 4, 3, 4)
    assert fight.all("attack")[0].data["attacks"] == [["A1.2", "Bow"], ["A1.3", "Bow"]]
    assert fight.hits() == [1]


@pytest.mark.clause("AFS-SHT-01", "AFS-R59", "AFS-IND-02", "AFS-IND-04")
def test_one_and_the_same_enemy_must_be_in_range_and_in_sight():
    """The near one stands behind a wall, the far one in the open: no shot, but for an Indirect weapon."""
    behind = wall(8, 15, 12, 15.5)
    units = (squad("B1", [(10, 18), (30, 18)], TOUGH),)
    direct = scene(squad("A1", [(10, 10)], model(4, 4, bow(reach=12))), *units, features=(behind,))
    assert asking(direct).asked_for == ""
    indirect = scene(squad("A1", [(10, 10)], model(4, 4, bow(reach=12, indirect=0))), *units, features=(behind,))
    assert asking(indirect).asked_for == "shoot"
    seen = scene(squad("A1", [(10, 10)], model(4, 4, bow(reach=24))), *units, features=(behind,))
    assert asking(seen).asked_for == "shoot"
    # the range binds Indirect weapons as well
    short = scene(squad("A1", [(10, 10)], model(4, 4, bow(reach=6, indirect=0))), *units, features=(behind,))
    assert asking(short).asked_for == ""


@pytest.mark.clause("AFS-IND-04", "AFS-STLTH-02", "AFS-RLNT-02")
def test_the_nearest_model_counts_for_nine_inches_whether_it_is_seen_or_not():
    behind = wall(8, 15, 12, 15.5)
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(reach=24), relentless=0)),
        squad("B1", [(10, 18), (16, 24)], model(4, 4, stealth=0, tough=9)),
        features=(behind,),
    )
    fight = shoot(state, "A1", 6, 4)
    assert fight.needs("AFS-SHT-04") == [4]
    assert fight.hits() == [1]


@pytest.mark.clause("AFS-SHT-01")
def test_a_bar_says_how_far_away_the_target_is():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(reach=12))),
        squad("B1", [(10, 20)], TOUGH),
        squad("B2", [(10, 40)], TOUGH),
    )
    marks = {c.id: c for c in asking(state).asked.space.actors[0].means["Bow"]}
    assert marks["B1"].bar is None
    assert marks["B2"].bar.clause == "AFS-SHT-01"
    assert marks["B2"].bar.text.args["way"].mm == pytest.approx(inch(30 - ACROSS), abs=0.01)
    refusal = asking(state).refused(aims(("Bow", "B2")))
    assert refusal.clause == "AFS-SHT-01"


@pytest.mark.clause("AFS-SHT-02")
def test_shooting_is_optional():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", [(10, 20)], TOUGH))
    fight = asking(state)
    fight.give(None, HOLD_FIRE)
    assert fight.types("held_fire", "attack") == ["held_fire"]


# --- weapons and targets -----------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-SHT-02", "AFS-SHT-07", "AFS-R07", "AFS-S29", "AFS-S16")
def test_a_model_may_fire_all_its_ranged_weapons_as_one_batch():
    state = scene(squad("A1", [(10, 10)], CAPTAIN), squad("B1", [(10, 18)], model(4, 4, tough=1, wounds=1)))
    fight = asking(state, dice=[3, 3, 3, 5, 5, 4, 1, 1])
    assert list(fight.asked.space.actors[0].means) == ["Pistols", "Fire-pot"]
    fight.give(aims(("Pistols", "B1"), ("Fire-pot", "B1")))
    fight.to_end()
    assert fight.hits() == [3]
    assert len(fight.effects()) == 1


@pytest.mark.clause("AFS-SHT-03", "AFS-R24")
def test_two_targets_need_two_kinds_of_weapons_and_a_third_target_is_never_allowed():
    archer = model(4, 4, bow("Bow"), bow("Sling", 1, 12), bow("Dart", 1, 12))
    state = scene(
        squad("A1", row(2, 10, 10), archer),
        squad("B1", [(8, 18)], TOUGH),
        squad("B2", [(12, 18)], TOUGH),
        squad("B3", [(16, 18)], TOUGH),
    )
    fight = asking(state, dice=[3] * 6)
    assert fight.refused(aims(("Bow", "B1"), ("Bow", "B2"))).clause == "AFS-R24"
    assert fight.refused(aims(("Bow", "B1"), ("Sling", "B2"), ("Dart", "B3"))).clause == "AFS-SHT-03"
    fight.give(aims(("Bow", "B1"), ("Sling", "B2"), ("Dart", "B1")))
    fight.to_end()
    assert [(e.data["target"], len(e.data["attacks"])) for e in fight.all("attack")] == [("B1", 4), ("B2", 2)]


@pytest.mark.clause("AFS-SHT-03", "AFS-S30")
def test_the_attacker_says_which_target_is_resolved_first():
    archer = model(4, 4, bow("Bow"), bow("Sling", 1, 12))
    state = scene(squad("A1", [(10, 10)], archer), squad("B1", [(8, 18)], TOUGH), squad("B2", [(12, 18)], TOUGH))
    for order in (("B1", "B2"), ("B2", "B1")):
        fight = asking(state, dice=[3, 3])
        weapons = {"B1": "Bow", "B2": "Sling"}
        fight.give(aims(*((weapons[b], b) for b in order)))
        assert [e.data["target"] for e in fight.to_end().all("attack")] == list(order)


@pytest.mark.clause("AFS-SHT-01", "AFS-SHT-02")
def test_only_some_of_the_models_may_be_told_to_shoot():
    state = scene(squad("A1", row(3, 10, 10), model(4, 4, bow())), squad("B1", [(10, 18)], TOUGH))
    fight = asking(state, dice=[3, 3])
    wrong = TargetsAnswer((Aim("A1", "Bow", "B1", {"models": ["A1.9"]}),))
    assert fight.refused(wrong).clause == "AFS-SHT-01"
    fight.give(TargetsAnswer((Aim("A1", "Bow", "B1", {"models": ["A1.1", "A1.3"]}),)))
    assert fight.to_end().all("attack")[0].data["attacks"] == [["A1.1", "Bow"], ["A1.3", "Bow"]]


@pytest.mark.clause("AFS-SHT-02", "AFS-SHT-03")
def test_what_cannot_be_answered():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", [(10, 18)], TOUGH))
    fight = asking(state)
    assert fight.check(TargetsAnswer(())).status == "unfinished"
    assert fight.check(aims(("Bow", ""))).status == "unfinished"
    for wrong in (aims(("Cannon", "B1")), aims(("Bow", "A1")), aims(("Bow", "B1"), unit="B1"), aims(("Bow", "B7"))):
        assert fight.check(wrong).status == "refused"
    verdict = fight.check(aims(("Bow", "B1")))
    assert (verdict.status, verdict.reaches, [s.total for s in verdict.sums]) == ("legal", ("B1",), [4.0])


@pytest.mark.clause("AFS-SHT-03", "AFS-R24")
def test_candidates_are_all_legal():
    archer = model(4, 4, bow("Bow"), bow("Sling", 1, 12), bow("Bomb", 1, 12, limited=0))
    state = scene(squad("A1", [(10, 10)], archer), squad("B1", [(8, 18)], TOUGH), squad("B2", [(12, 18)], TOUGH))
    fight = asking(state)
    question = fight.session.ruleset.questions["shoot"]
    found = list(question.candidates(fight.state, fight.decision, "any", 200))
    answers = [r.answer for r in found if r.answer is not None]
    assert all(fight.check(a).legal for a in answers)
    assert len({tuple((a.means, a.mark) for a in x.aims) for x in answers}) == len(answers)
    assert found[-1].exit == HOLD_FIRE
    assert answers[0] == aims(("Bow", "B1"), ("Sling", "B1"))
    assert len(list(question.candidates(fight.state, fight.decision, "any", 3))) == 3


@pytest.mark.clause("AFS-S16")
def test_dice_fall_weapon_by_weapon_deadly_ones_first_and_model_by_model():
    mixed = model(4, 4, bow("Bow", 2), bow("Bolt", 1, 24, deadly=3))
    state = scene(squad("A1", row(2, 10, 10), mixed), squad("B1", [(10, 18)], TOUGH))
    fight = asking(state, dice=[3] * 6)
    fight.give(aims(("Bow", "B1"), ("Bolt", "B1")))
    assert fight.to_end().all("attack")[0].data["attacks"] == [
        ["A1.1", "Bolt"],
        ["A1.2", "Bolt"],
        ["A1.1", "Bow"],
        ["A1.2", "Bow"],
    ]
    assert fight.faces() == [(3, 3), (3, 3, 3, 3)]


# --- Limited -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-LIM-01", "AFS-LIM-02", "AFS-R54")
def test_a_limited_weapon_is_spent_by_rolling_even_if_it_misses():
    state = scene(squad("A1", [(10, 10)], CAPTAIN), squad("B1", [(10, 18)], TOUGH))
    fight = asking(state, dice=[2])
    fight.give(aims(("Fire-pot", "B1")))
    fight.to_end()
    assert fight.state.bases["A1.1"].own.used == ("Fire-pot",)
    again = asking(after(fight))
    assert list(again.asked.space.actors[0].means) == ["Pistols"]
    (why,) = again.check(aims(("Fire-pot", "B1"))).reasons
    assert (plain(why.text), why.clause) == ("Fire-pot of A1 is used up", "AFS-LIM-01")


@pytest.mark.clause("AFS-SHT-02", "AFS-S29")
def test_a_weapon_that_shoots_not_and_one_that_is_not_there_are_told_apart():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow(), sword())), squad("B1", [(10, 18)], TOUGH))
    found = [asking(state).check(aims((name, "B1"))).reasons[0] for name in ("Sword", "Sling")]
    assert [(plain(r.text), r.clause) for r in found] == [
        ("Sword is a melee weapon", "AFS-S29"),
        ("A1 has no Sling to shoot with", "AFS-SHT-02"),
    ]


@pytest.mark.clause("AFS-LIM-02", "AFS-LIM-01", "AFS-KO-01", "AFS-SHT-01")
def test_a_model_named_that_cannot_shoot_is_refused_for_its_own_reason():
    rock = bow("Rock", 1, 12, limited=0)
    models = (model(4, 4, rock, used=("Rock",)), model(4, 4, rock), model(4, 4))
    state = scene(squad("B5", row(3, 10, 10), *models, lost=1), squad("A1", [(10.6, 18)], TOUGH))
    fight = asking(state, "B5")
    told = {}
    for base in ("B5.1", "B5.3", "B5.4", "A1.1"):
        aim = Aim("B5", "Rock", "A1", {"models": [base]})
        told[base] = fight.check(TargetsAnswer((aim,))).reasons[0]
    assert {b: r.clause for b, r in told.items()} == {
        "B5.1": "AFS-LIM-01",
        "B5.3": "AFS-SHT-01",
        "B5.4": "AFS-KO-01",
        "A1.1": "AFS-SHT-01",
    }
    assert plain(told["B5.1"].text) == "Rock is used up by B5.1"
    assert plain(told["A1.1"].text) == "A1.1 is not a model of this unit"


@pytest.mark.clause("AFS-LIM-02", "AFS-R54")
def test_each_model_spends_its_own_copy():
    troll = model(4, 4, bow("Rock", 1, 12, ap=2, limited=0))
    state = scene(squad("B5", row(2, 10, 10), troll), squad("A1", [(10.6, 18)], model(4, 4, tough=9)))
    fight = asking(state, "B5", dice=[2])
    fight.give(TargetsAnswer((Aim("B5", "Rock", "A1", {"models": ["B5.1"]}),)))
    fight.to_end()
    assert [fight.state.bases[b].own.used for b in ("B5.1", "B5.2")] == [("Rock",), ()]
    second = shoot(after(fight), "B5", 2, at="A1")
    assert second.all("attack")[0].data["attacks"] == [["B5.2", "Rock"]]


@pytest.mark.clause("AFS-LIM-02")
def test_limited_weapons_are_not_proposed_but_may_be_declared():
    state = scene(squad("A1", [(10, 10)], CAPTAIN), squad("B1", [(10, 18)], TOUGH))
    assert asking(state).asked.draft == aims(("Pistols", "B1"))


# --- declared shots ----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S30", "AFS-LIM-02", "AFS-SHT-10")
def test_shots_at_a_second_target_destroyed_meanwhile_are_lost_and_a_limited_weapon_is_kept():
    """A Blast on the first target destroys the second as well."""
    bomber = model(2, 4, bow("Bomb", 2, 24, ap=4, blast=2), bow("Rock", 1, 24, limited=0))
    state = scene(
        squad("A1", [(10, 10)], bomber), squad("B1", [(10, 18)], model(4, 5)), squad("B2", [(12, 18)], model(4, 5))
    )
    fight = asking(state, dice=[4, 4, 1, 1, 6, 1, 1, 6])
    fight.give(aims(("Bomb", "B1"), ("Rock", "B2")))
    fight.to_end()
    assert fight.alive("B2") == []
    assert [e.data["target"] for e in fight.all("shots_lost")] == ["B2"]
    assert fight.state.bases["A1.1"].own.used == ()


@pytest.mark.clause("AFS-S30")
def test_with_two_targets_the_first_is_finished_before_the_second_begins():
    archer = model(4, 4, bow("Bow"), bow("Sling", 1, 12))
    state = scene(
        squad("A1", [(10, 10)], archer), squad("B1", [(8, 18)], model(4, 4)), squad("B2", [(12, 18)], model(4, 4))
    )
    fight = asking(state, dice=[4, 1, 5, 4, 1, 5])
    fight.give(aims(("Bow", "B1"), ("Sling", "B2")))
    fight.to_end()
    assert fight.types("attack", "effect") == ["attack", "effect", "attack", "effect"]


@pytest.mark.clause("AFS-SHT-01", "AFS-R59")
def test_the_longest_range_and_the_shortest_way_are_told_of_who_is_out_of_range():
    """Two bows of a name, of 12 and of 18 inches; the farther one's bearer is the nearer to the target."""
    state = scene(
        squad("A1", [(10, 10), (10, 11.2)], model(4, 4, bow(reach=12)), model(4, 4, bow(reach=18))),
        squad("B1", [(10, 11.2 + 20 + ACROSS)], TOUGH),
    )
    found = targets.bar(state, "A1", "Bow", "B1")
    assert (found.clause, plain(found.text)) == ("AFS-SHT-01", 'B1: 20" away, beyond the range of 18"')
    near = scene(
        squad("A1", [(10, 10), (10, 11.2)], model(4, 4, bow(reach=12)), model(4, 4, bow(reach=18))),
        squad("B1", [(10, 11.2 + 17 + ACROSS)], TOUGH),
        features=(wall(2, 14, 18, 15),),
    )
    found = targets.bar(near, "A1", "Bow", "B1")
    assert found.clause == "AFS-R59"
    assert plain(found.text) == "No model with Bow sees one of B1 that is in range"


@pytest.mark.clause("AFS-SHT-01", "AFS-SHT-03")
def test_the_unit_that_would_suffer_most_of_those_in_range_is_proposed():
    """The first of the list is out of range, the next blocks on 2+, the one after on 6+, the last like that one."""
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(reach=12))),
        squad("B1", [(10, 40)], model(4, 6)),
        squad("B2", [(6, 16)], model(4, 2)),
        squad("B3", [(10, 18)], model(4, 6)),
        squad("B4", [(14, 16)], model(4, 6)),
    )
    assert asking(state).asked.draft == aims(("Bow", "B3"))


@pytest.mark.clause("AFS-SHT-10")
def test_either_of_two_targets_is_offered_as_the_first():
    archer = model(4, 4, bow(), bow("Javelin"))
    fight = asking(
        scene(squad("A1", [(10, 10)], archer), squad("B1", [(10, 14)], TOUGH), squad("B2", [(14, 14)], TOUGH))
    )
    question = fight.session.ruleset.questions["shoot"]
    offered = [r.answer for r in question.candidates(fight.state, fight.decision, "any", 40)]
    assert aims(("Bow", "B1"), ("Javelin", "B2")) in offered
    assert aims(("Javelin", "B2"), ("Bow", "B1")) in offered


@pytest.mark.clause("AFS-SHT-04", "AFS-MEL-05")
def test_a_volley_is_told_as_a_shot_and_a_strike_as_a_blow():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow(), sword())), squad("B1", [(10, 11.0 + 0.001)], TOUGH))
    shots = shoot(state, "A1", 1, at="B1", weapon="Bow").all("attack")
    blows = melee(state, "A1", "B1", 1).all("attack")
    assert ([e.family for e in shots], [e.family for e in blows]) == (["shot"], ["blow"])
