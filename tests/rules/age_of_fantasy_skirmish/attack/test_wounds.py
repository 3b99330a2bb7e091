"""Wounds: groups, markers, tokens, the effect roll, Deadly, Tough, Fear.

AFS-WND, AFS-KO, AFS-SHK-01, AFS-GRP, AFS-DLY, AFS-TOUGH, AFS-FEAR, AFS-R05 to -R09, AFS-R29 to -R32, AFS-R35, AFS-S14.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import PickAnswer
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish.attack.hits import danger_wounds, fall_hit, preferred, spell_hits
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    Fight,
    after,
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
from tests.rules.age_of_fantasy_skirmish.flow_play import plain

FAR = squad("B9", [(40, 40)], model())


def alone(*models, at=((10, 10),), **own):
    """A unit of the south, and an enemy far away."""
    return scene(squad("A1", list(at), *models, **own), FAR)


def group(n, *models, **own):
    return alone(*models, at=row(n, 10, 10), **own)


def pick(*bases):
    return PickAnswer(bases)


def batch_of(state, hits, dice, target="A1", **rules):
    """Hits of which the questions wait."""
    return Fight(state, Frame("afs.hits", data=spell_hits(target, "north", "Bolt", hits, rules)), dice)


# --- lone models -------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-WND-01", "AFS-WND-02", "AFS-WND-03", "AFS-R06", "AFS-R07")
@pytest.mark.parametrize(
    ("wounds", "die", "total", "effect"),
    [(1, 4, 5, "shaken"), (1, 5, 6, "knocked_out"), (2, 3, 5, "shaken"), (2, 6, 8, "knocked_out")],
)
def test_a_lone_model_gets_a_marker_a_wound_and_one_roll_a_batch(wounds, die, total, effect):
    push = [1] if effect == "shaken" else []
    fight = batch(alone(model()), "A1", wounds, *([1] * wounds), die, *push)
    assert fight.effects() == [(total, effect)]
    if effect == "shaken":
        assert fight.markers("A1.1") == wounds
        assert fight.own("A1").shaken
    else:
        assert fight.alive("A1") == []


@pytest.mark.clause("AFS-KO-01", "AFS-WND-03")
def test_whoever_is_knocked_out_is_removed_and_the_unit_destroyed_with_its_last_model():
    fight = batch(alone(model()), "A1", 1, 1, 5)
    assert fight.state.bases["A1.1"].where == "gone"
    assert [e.data["unit"] for e in fight.all("unit_destroyed")] == ["A1"]


@pytest.mark.clause("AFS-KO-01", "AFS-CAST-08")
def test_spell_tokens_of_a_model_knocked_out_are_lost():
    caster = {**model(4, 4, caster=2), "tokens": 3}
    fight = batch(alone(caster), "A1", 1, 1, 5)
    assert fight.state.bases["A1.1"].own.tokens == 0


@pytest.mark.clause("AFS-SHK-01", "AFS-WND-05", "AFS-R08", "AFS-PUSH-04")
@pytest.mark.parametrize(("die", "total", "effect"), [(2, 5, "shaken"), (3, 6, "knocked_out")])
def test_a_shaken_unit_adds_one_and_may_be_pushed_again(die, total, effect):
    """E04."""
    state = alone(model(wounds=1), shaken=True)
    fight = batch(state, "A1", 1, 1, die, *([1] if effect == "shaken" else []))
    assert fight.effects() == [(total, effect)]
    assert len(fight.needs("AFS-PUSH-02")) == (effect == "shaken")


@pytest.mark.clause("AFS-R08")
def test_the_roll_that_shakes_has_no_bonus_but_the_next_batch_has():
    first = batch(alone(model(tough=3, wounds=2)), "A1", 1, 1, 4, 1)
    assert first.effects() == [(7, "shaken")]
    second = batch(after(first), "A1", 1, 1, 3)
    assert second.effects() == [(8, "knocked_out")]


@pytest.mark.clause("AFS-WND-04", "AFS-R09", "AFS-TOUGH-01", "AFS-TOUGH-02", "AFS-TOUGH-06", "AFS-SHK-01")
def test_tough_step_by_step():
    """E05: markers add up batch by batch, the check comes with the third, the knock-out on 8."""
    one = batch(alone(model(tough=3)), "A1", 2, 1, 1)
    assert (one.markers("A1.1"), one.effects(), one.own("A1").shaken) == (2, [], False)
    two = batch(after(one), "A1", 1, 1, 4, 1)
    assert (two.markers("A1.1"), two.effects()) == (3, [(7, "shaken")])
    three = batch(after(two), "A1", 1, 1, 3)
    assert three.effects() == [(8, "knocked_out")]


@pytest.mark.clause("AFS-TOUGH-02", "AFS-TOUGH-03", "AFS-TOUGH-05", "AFS-R05")
@pytest.mark.parametrize(
    ("tough", "shaken", "die", "effect"),
    [
        (1, False, 4, "shaken"),
        (1, False, 5, "knocked_out"),
        (1, True, 3, "shaken"),
        (1, True, 4, "knocked_out"),
        (3, False, 4, "shaken"),
        (3, False, 5, "knocked_out"),
        (3, True, 3, "shaken"),
        (3, True, 4, "knocked_out"),
        (6, False, 4, "shaken"),
        (6, False, 5, "knocked_out"),
        (6, True, 3, "shaken"),
        (6, True, 4, "knocked_out"),
    ],
)
def test_the_table_of_tough_models(tough, shaken, die, effect):
    rules = {"tough": tough} if tough > 1 else {}
    state = alone(model(wounds=tough - 1, **rules), shaken=shaken)
    fight = batch(state, "A1", 1, 1, die, *([1] if effect == "shaken" else []))
    assert fight.effects() == [(die + tough + shaken, effect)]


@pytest.mark.clause("AFS-R05", "AFS-TOUGH-06")
def test_a_natural_six_knocks_nobody_out_and_a_natural_one_saves_nobody():
    six = batch(alone(model(tough=6, wounds=4)), "A1", 1, 1)
    assert six.effects() == []
    one = batch(alone(model(wounds=5)), "A1", 1, 1, 1)
    assert one.effects() == [(7, "knocked_out")]
    low = melee(
        scene(
            squad("A1", [(10, 10)], model(4, 4, sword(), fear=1)),
            squad("B1", [(10, 11.5)], model(4, 4, tough=7, wounds=5)),
        ),
        "A1",
        "B1",
        4,
        3,
        4,
        1,
    )
    assert low.effects() == [(11, "shaken")]


@pytest.mark.clause("AFS-TOUGH-06", "AFS-PUSH-01")
def test_below_the_threshold_there_is_neither_shaken_nor_push():
    fight = batch(alone(model(tough=3)), "A1", 2, 1, 1)
    assert not fight.own("A1").shaken
    assert fight.needs("AFS-PUSH-02") == []


# --- groups ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-GRP-01", "AFS-GRP-03", "AFS-S14")
def test_each_wound_kills_a_model_of_a_group_the_owners_choice_and_nobody_is_shaken():
    fight = batch_of(group(4, model()), 2, [1, 1])
    assert fight.asked_for == "casualties"
    assert fight.decision.side == "south"
    assert (fight.asked.space.least, fight.asked.space.most) == (2, 2)
    fight.give(pick("A1.1", "A1.3"))
    assert fight.alive("A1") == [2, 4]
    assert not fight.own("A1").shaken
    assert fight.effects() == []


@pytest.mark.clause("AFS-GRP-02", "AFS-WND-02", "AFS-R07")
@pytest.mark.parametrize(("die", "total", "effect"), [(4, 6, "knocked_out"), (3, 5, "shaken")])
def test_wounds_left_over_go_on_the_last_model(die, total, effect):
    """E06."""
    fight = batch(group(3, model()), "A1", 4, 1, 1, 1, 1, die, *([1] if effect == "shaken" else []))
    assert fight.effects() == [(total, effect)]
    assert (fight.alive("A1") == []) == (effect == "knocked_out")


@pytest.mark.clause("AFS-GRP-02", "AFS-S14")
def test_becoming_the_last_model_causes_no_roll_by_itself():
    fight = batch(group(3, model()), "A1", 2, 1, 1)
    assert len(fight.alive("A1")) == 1
    assert fight.effects() == []
    again = batch(after(fight), "A1", 1, 1, 4, 1)
    assert again.effects() == [(5, "shaken")]


@pytest.mark.clause("AFS-S14")
def test_by_default_upgrades_are_spared_and_the_farthest_from_the_enemy_die():
    state = scene(
        squad("A1", row(4, 10, 10), model(role="sergeant"), model(), model(role="banner"), model()),
        squad("B9", [(30, 10)], model()),
    )
    fight = batch_of(state, 1, [1])
    assert fight.asked.default.answer == pick("A1.2")
    fight = batch_of(state, 3, [1, 1, 1])
    assert fight.asked.default.answer == pick("A1.2", "A1.4", "A1.1")


@pytest.mark.clause("AFS-R43", "AFS-DAN-03")
def test_the_owner_picks_who_dies_of_dangerous_ground_and_nobody_may_push():
    fight = Fight(group(3, model()), Frame("afs.hits", data=danger_wounds("A1", 1)))
    assert fight.asked_for == "casualties"
    fight.give(pick("A1.2"))
    assert fight.alive("A1") == [1, 3]
    lone = Fight(alone(model()), Frame("afs.hits", data=danger_wounds("A1", 1)), (3,)).to_end()
    assert lone.effects() == [(4, "shaken")]
    assert lone.needs("AFS-PUSH-02") == []


# --- Tough in groups ---------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R31", "AFS-S14", "AFS-TOUGH-06")
def test_a_tough_model_of_a_group_dies_of_its_last_wound_and_tokens_go_first():
    fight = batch_of(group(3, model(tough=3)), 2, [1, 1])
    assert fight.asked.space.most == 1
    fight.give(pick("A1.2"))
    assert (fight.markers("A1.2"), fight.alive("A1"), fight.effects()) == (2, [1, 2, 3], [])
    # the next wounds must go on it: nothing is asked until it is dead
    more = batch_of(after(fight), 2, [1, 1])
    assert more.alive("A1") == [1, 3]
    assert more.asked_for == "casualties"
    more.give(pick("A1.3"))
    assert more.markers("A1.3") == 1


@pytest.mark.clause("AFS-S14", "AFS-R29")
def test_a_model_without_wounds_may_not_be_chosen_before_one_that_has_some():
    state = group(3, model(tough=3, wounds=1), model(tough=3))
    bars = {c.id: c.bar for c in batch_of(group(3, model(tough=3)), 1, [1]).asked.space.things}
    assert bars == {"A1.1": None, "A1.2": None, "A1.3": None}
    from rulesets.age_of_fantasy_skirmish.attack.casualties import choosable

    barred = choosable(state, "A1")
    assert barred["A1.1"] is None
    assert [barred[b].clause for b in ("A1.2", "A1.3")] == ["AFS-S14", "AFS-S14"]


@pytest.mark.clause("AFS-S14", "AFS-GRP-02")
def test_tokens_stay_as_markers_on_the_last_model_which_rolls_only_if_hurt_now():
    # two Tough(3) models, T1 with two tokens: one wound kills it, T2 carries nothing and does not roll
    fight = batch(group(2, model(tough=3, wounds=2), model(tough=3)), "A1", 1, 1)
    assert (fight.alive("A1"), fight.effects()) == ([2], [])
    # T1 has two tokens and lives on as the last one: a wound more and it rolls with three
    left = alone(model(tough=3, wounds=2))
    assert batch(left, "A1", 1, 1, 5).effects() == [(8, "knocked_out")]


@pytest.mark.clause("AFS-S14")
def test_in_a_mixed_group_the_tough_one_takes_his_wounds_alone():
    state = group(3, model(), model(tough=3), model())
    fight = batch_of(state, 3, [1, 1, 1])
    fight.give(pick("A1.2"))
    assert (fight.alive("A1"), fight.asked_for) == ([1, 3], "")
    fight = batch_of(state, 3, [1, 1, 1])
    fight.give(pick("A1.1"))
    fight.give(pick("A1.3"))
    # the last one keeps the third wound as a marker: below its threshold
    assert (fight.alive("A1"), fight.markers("A1.2"), fight.effects()) == ([2], 1, [])


def every(state):
    """The same, as the players have agreed that in a group every wound kills."""
    return replace(state, options={**state.options, "tough_in_groups": "every_wound"})


@pytest.mark.clause("AFS-R31")
@pytest.mark.parametrize(("agreed", "left"), [("x_th_wound", [1, 2, 3]), ("every_wound", [1])])
def test_what_a_wound_does_to_tough_models_of_a_group_is_agreed_before_the_battle(agreed, left):
    """Two wounds on three Tough(3) models: tokens on one, or two dead."""
    state = group(3, model(tough=3))
    fight = batch_of(replace(state, options={"tough_in_groups": agreed}), 2, [1, 1])
    assert fight.asked.space.most == (2 if agreed == "every_wound" else 1)
    fight.to_end(casualties=pick("A1.2", "A1.3") if agreed == "every_wound" else pick("A1.2"))
    assert fight.alive("A1") == left
    assert [fight.markers(b) for b in ("A1.1", "A1.2", "A1.3")] == ([0, 2, 0] if agreed == "x_th_wound" else [0, 0, 0])
    assert fight.effects() == []


@pytest.mark.clause("AFS-R31", "AFS-GRP-02", "AFS-TOUGH-01")
@pytest.mark.parametrize(("wounds", "markers", "dice", "effects"), [(3, 2, (), []), (4, 3, (4, 1), [(7, "shaken")])])
def test_where_every_wound_kills_the_last_model_still_has_its_x_wounds(wounds, markers, dice, effects):
    """Two Tough(3) models: one wound kills the first, the others go on the last; it rolls from the third."""
    fight = batch(every(group(2, model(tough=3))), "A1", wounds, *([1] * wounds), *dice)
    assert (len(fight.alive("A1")), fight.effects()) == (1, effects)
    assert [m for b in ("A1.1", "A1.2") if (m := fight.markers(b))] == [markers]


@pytest.mark.clause("AFS-R31", "AFS-DLY-03", "AFS-DLY-04")
def test_where_every_wound_kills_a_deadly_wound_kills_one_and_its_excess_is_lost():
    fight = batch(every(group(3, model(tough=6))), "A1", 1, 1, deadly=3)
    assert len(fight.alive("A1")) == 2
    assert sum(fight.markers(f"A1.{n}") for n in (1, 2, 3)) == 0


@pytest.mark.clause("AFS-R31", "AFS-S14")
@pytest.mark.parametrize(("agreed", "note"), [("x_th_wound", "0 of 3 wounds"), ("every_wound", "")])
def test_the_question_who_dies_tells_what_each_endures(agreed, note):
    state = replace(group(3, model(tough=3)), options={"tough_in_groups": agreed})
    told = {plain(c.note) if c.note else "" for c in batch_of(state, 1, [1]).asked.space.things}
    assert told == {note}


@pytest.mark.clause("AFS-S15", "AFS-R31")
@pytest.mark.parametrize(("agreed", "first"), [("x_th_wound", "B1"), ("every_wound", "B2")])
def test_odd_hits_of_a_blast_go_to_who_has_most_wounds_left_as_agreed(agreed, first):
    """Two of Tough(3) have six wounds left, or one and three; five of no Toughness have five."""
    state = scene(squad("B1", row(2, 10, 10), model(tough=3)), squad("B2", row(5, 10, 14), model()))
    assert preferred(replace(state, options={"tough_in_groups": agreed}), ("B1", "B2"))[0] == first


# --- Deadly ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-DLY-01", "AFS-DLY-03", "AFS-DLY-04")
def test_a_deadly_wound_kills_one_ordinary_model_and_no_more():
    fight = batch(group(4, model()), "A1", 1, 1, deadly=3)
    assert len(fight.alive("A1")) == 3


@pytest.mark.clause("AFS-DLY-01", "AFS-DLY-04")
def test_a_lone_model_gets_so_many_markers_and_rolls_once():
    fight = batch(alone(model(tough=6)), "A1", 2, 1, 1, 5, deadly=3)
    assert fight.markers("A1.1") == 6
    assert fight.effects() == [(11, "knocked_out")]


@pytest.mark.clause("AFS-DLY-01", "AFS-DLY-03", "AFS-R29", "AFS-R31", "AFS-DLY-04")
def test_deadly_wounds_go_one_by_one_on_models_of_the_defenders_choice_and_the_excess_is_lost():
    fight = batch_of(group(3, model(tough=3)), 2, [1, 1], deadly=2)
    assert fight.asked_for == "deadly"
    assert fight.decision.side == "south"
    fight.give(pick("A1.2"))
    # the second must go on the same model, which has one left: a wound is lost
    assert fight.alive("A1") == [1, 3]
    assert [fight.markers(b) for b in ("A1.1", "A1.3")] == [0, 0]
    assert fight.asked_for == ""


@pytest.mark.clause("AFS-DLY-02", "AFS-S16")
def test_hits_of_deadly_weapons_are_blocked_and_assigned_before_the_others():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword("Knife"), sword("Axe", deadly=3))),
        squad("B1", row(3, 9, 11.5), model(tough=3)),
    )
    fight = melee(state, "A1", "B1", 5, 4, 1, 1)
    # the Axe throws first to hit, and is blocked first
    assert fight.throws()[:4] == [
        "A1 with Axe at B1",
        "A1 with Knife at B1",
        "B1 rolls to block a hit of Axe",
        "B1 rolls to block a hit of Knife",
    ]
    assert len(fight.alive("B1")) == 2
    assert sorted(b.own.wounds for b in fight.state.bases_of("B1")) == [0, 1]


@pytest.mark.clause("AFS-DLY-04", "AFS-R30", "AFS-R29", "AFS-REG-02")
def test_regeneration_is_thrown_for_each_multiplied_wound():
    """E09."""
    state = group(2, model(tough=3, regeneration=0, wounds=1), model(tough=3, regeneration=0))
    fight = batch(state, "A1", 1, 3, 5, 2, 1, ap=2, deadly=3)
    assert fight.faces() == [(3,), (5, 2, 1)]
    assert fight.needs("AFS-REG-01") == [5]
    assert (fight.alive("A1"), fight.markers("A1.2"), fight.effects()) == ([2], 0, [])


@pytest.mark.clause("AFS-DLY-04", "AFS-GRP-02")
def test_deadly_wounds_left_for_the_last_model_multiply_on_it():
    fight = batch(group(2, model()), "A1", 2, 1, 1, 2, 1, deadly=3)
    assert fight.markers("A1.1") + fight.markers("A1.2") == 3
    assert fight.effects()[0][0] == 5


# --- Fear --------------------------------------------------------------------------------------------------------


def lord(target, *dice, at=(10, 11.5), attacks=3, **answers):
    state = scene(
        squad("A1", [at], model(3, 3, sword("Blade", attacks, ap=1, deadly=3), fear=2, tough=3)),
        squad("B1", [(10, 10)], target),
    )
    return melee(state, "A1", "B1", *dice, **answers)


@pytest.mark.clause("AFS-FEAR-01", "AFS-FEAR-03", "AFS-DLY-04", "AFS-R32")
@pytest.mark.parametrize(("die", "total", "effect"), [(2, 7, "shaken"), (3, 8, "knocked_out")])
def test_fear_counts_for_the_total_and_leaves_no_markers(die, total, effect):
    """E23."""
    fight = lord(model(4, 5, tough=3), 3, 2, 1, 5, die, *([1] if effect == "shaken" else []))
    assert fight.effects() == [(total, effect)]
    assert fight.state.bases["B1.1"].own.wounds == 3


@pytest.mark.clause("AFS-FEAR-01", "AFS-FEAR-03", "AFS-R32", "AFS-TOUGH-06")
def test_fear_counts_for_the_threshold_of_tough():
    # three markers and Fear(2) reach Tough(5)
    fight = lord(model(4, 5, tough=5), 3, 2, 1, 5, 4, 1)
    assert fight.effects() == [(9, "shaken")]
    assert lord(model(4, 5, tough=6), 3, 2, 1, 5).effects() == []


@pytest.mark.clause("AFS-FEAR-02", "AFS-FEAR-03", "AFS-R32")
def test_fear_needs_a_wound_suffered_of_that_very_model():
    state = scene(
        squad("A1", [(9.4, 11.5), (10.6, 11.5)], model(4, 4, sword(), fear=2), model(4, 4, sword())),
        squad("B1", [(10, 10)], model(4, 4, tough=3, wounds=1)),
    )
    # the first model's hit is blocked, the second's is not: 2 markers, no check
    assert melee(state, "A1", "B1", 4, 4, 4, 3).effects() == []
    # the first model wounds: 2 markers and Fear(2) reach 3
    assert melee(state, "A1", "B1", 4, 4, 3, 4, 1, 1).effects() == [(5, "shaken")]
    # a wound ignored was not inflicted
    regenerating = scene(
        squad("A1", [(9.4, 11.5), (10.6, 11.5)], model(4, 4, sword(), fear=2), model(4, 4, sword())),
        squad("B1", [(10, 10)], model(4, 4, tough=3, wounds=1, regeneration=0)),
    )
    assert melee(regenerating, "A1", "B1", 4, 4, 3, 3, 5, 1).effects() == []
    assert melee(regenerating, "A1", "B1", 4, 4, 3, 3, 1, 5, 1, 1).effects() == [(5, "shaken")]


@pytest.mark.clause("AFS-FEAR-01", "AFS-R32")
def test_each_fear_model_that_wounds_adds_its_own():
    state = scene(
        squad("A1", [(9.4, 11.5), (10.6, 11.5)], model(4, 4, sword(), fear=2), model(4, 4, sword(), fear=1)),
        squad("B1", [(10, 10)], model(4, 4, tough=9, wounds=4)),
    )
    assert melee(state, "A1", "B1", 4, 4, 3, 3, 1, 1).effects() == [(10, "shaken")]


@pytest.mark.clause("AFS-FEAR-03")
def test_fear_does_nothing_in_shooting_nor_without_a_check():
    shooting = scene(
        squad("A1", [(10, 20)], model(4, 4, bow(), fear=2)), squad("B1", [(10, 10)], model(4, 4, tough=3, wounds=1))
    )
    assert shoot(shooting, "A1", 4, 3).effects() == []
    # a group that is left with no wound on its last model does not check
    state = scene(squad("A1", [(10, 11.5)], model(4, 4, sword(), fear=2)), squad("B1", row(2, 9.4, 10), model()))
    fight = melee(state, "A1", "B1", 4, 3)
    assert (len(fight.alive("B1")), fight.effects()) == (1, [])


# --- who pushes --------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R35", "AFS-PUSH-01", "AFS-PUSH-04", "AFS-FALL-07")
def test_the_attacker_may_push_but_after_a_fall_nobody_may():
    push = batch(alone(model()), "A1", 1, 1, 3, 1)
    assert [e.request.rows[0].side for e in push.all("rolled") if e.request.clause == "AFS-PUSH-02"] == ["north"]
    fall = Fight(alone(model()), Frame("afs.hits", data=fall_hit("A1", 1)), (4, 3)).to_end()
    assert fall.effects() == [(4, "shaken")]
    assert fall.needs("AFS-FALL-01") == [5]


@pytest.mark.clause("AFS-FALL-07", "AFS-R08")
def test_a_model_shaken_before_it_falls_adds_one():
    """The end of E14."""
    state = alone(model(wounds=1), shaken=True)
    fall = Fight(state, Frame("afs.hits", data=fall_hit("A1", 2)), (5, 3)).to_end()
    assert fall.effects() == [(6, "knocked_out")]


# --- what is told ------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-WND-01", "AFS-S14")
def test_lone_models_take_markers_and_models_of_a_group_tokens():
    group_told = batch(group(2, model(tough=3)), "A1", 2, 1, 1).all("marked")
    lone_told = batch(alone(model(tough=3)), "A1", 1, 1).all("marked")
    assert [(plain(e.text), e.clauses) for e in group_told] == [("A1.1 takes 2 wound tokens, 2 in all", ("AFS-S14",))]
    assert [(plain(e.text), e.clauses) for e in lone_told] == [("A1.1 takes a wound marker, 1 in all", ("AFS-WND-01",))]
