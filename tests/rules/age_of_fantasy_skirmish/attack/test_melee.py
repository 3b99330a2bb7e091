"""Melee: who strikes, in which order, with what; Counter, Impact, strike-back, Fatigue.

AFS-MEL-03 to -12, AFS-CNTR, AFS-IMP, AFS-SHK-03, AFS-R20 to -R22, AFS-R51, AFS-R54, AFS-R65, AFS-S13, AFS-S16.
"""

from __future__ import annotations

import pytest

from game.engine.decision import OptionAnswer, PickAnswer
from game.engine.event import Event
from game.engine.loop import Loop as Run
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish.attack import numbers, strikes
from rulesets.age_of_fantasy_skirmish.fight import melee as melee_rules
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    NO,
    YES,
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

ACROSS = 25.0 / 25.4
TOUGH = model(4, 4, sword("Knife"), tough=9)
PIKE, SIDE_SWORD = sword("Pike", ap=1, counter=0), sword("Side-sword")


def pair(mine, theirs, gap=0.5, own=None, their_own=None):
    """One model of each side, ``gap`` inches between them."""
    return scene(
        squad("A1", [(10, 10)], mine, **(own or {})),
        squad("B1", [(10, 10 + gap + ACROSS)], theirs, **(their_own or {})),
    )


def begun(state, charger="A1", target="B1", dice=(), counters=-1):
    return Fight(state, Frame("afs.melee", data=MeleeData(charger, target, counters)), dice)


# --- who strikes -------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-03", "AFS-S13")
@pytest.mark.parametrize(("gap", "strikes_now"), [(2.0, True), (2.0009, True), (2.01, False)])
def test_models_within_two_inches_strike(gap, strikes_now):
    state = pair(model(4, 4, sword()), model(4, 4, tough=9, immobile=0), gap)
    fight = melee(state, "A1", "B1", *([4, 4] if strikes_now else []))
    assert bool(fight.all("attack")) == strikes_now


@pytest.mark.clause("AFS-MEL-03", "AFS-MEL-06")
def test_reach_is_measured_when_that_side_strikes():
    """Of three defenders the one that could reach dies first: nobody is left to strike back."""
    state = scene(
        squad("A1", [(10, 10)], model(2, 4, sword(ap=4), tough=9)),
        squad("B1", [(10, 11.5), (10, 14), (11.1, 14)], model(4, 4, sword("Knife"), immobile=0)),
    )
    fight = melee(state, "A1", "B1", 4, 1, casualties=PickAnswer(("B1.1",)))
    assert fight.alive("B1") == [2, 3]
    assert not any(e.data["how"] == "back" for e in fight.all("attack"))
    other = melee(state, "A1", "B1", 4, 1, 4, 4, casualties=PickAnswer(("B1.2",)), strike_back=YES)
    assert [e.data["attacks"] for e in other.all("attack")][1] == [["B1.1", "Knife"]]


@pytest.mark.clause("AFS-MEL-04", "AFS-MEL-05")
def test_a_charger_uses_all_its_melee_weapons_and_no_other():
    state = pair(model(4, 4, sword("Axe", 2), bow(), sword("Horns")), model(4, 4, tough=9))
    fight = melee(state, "A1", "B1", 4, 3, 4, 4, 4)
    assert fight.all("attack")[0].data["attacks"] == [["A1.1", "Axe"], ["A1.1", "Horns"]]
    assert fight.hits() == [2]


@pytest.mark.clause("AFS-MEL-05", "AFS-R07", "AFS-IMP-03")
def test_impact_and_all_weapons_are_one_batch():
    state = pair(model(4, 4, sword("Axe"), sword("Horns"), impact=1), model(4, 4))
    fight = melee(state, "A1", "B1", 2, 4, 4, 1, 1, 1, 2, 1)
    assert (fight.markers("B1.1"), fight.effects()) == (3, [(5, "shaken")])


@pytest.mark.clause("AFS-MEL-05")
def test_attacks_go_only_to_the_target_of_the_charge():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), tough=9)),
        squad("B1", [(10, 11.5)], model(4, 4, sword("Knife"), tough=9)),
        squad("B2", [(11.5, 10)], model(4, 4, sword("Knife"), tough=9)),
    )
    fight = melee(state, "A1", "B1", 4, 4, 4, 4, strike_back=YES)
    assert [(e.data["unit"], e.data["target"]) for e in fight.all("attack")] == [("A1", "B1"), ("B1", "A1")]


# --- striking back -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-06", "AFS-R65", "AFS-MEL-12")
def test_the_charged_unit_may_strike_back_as_a_whole_after_the_charger():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), tough=9)),
        squad("B1", row(2, 9.4, 11.5), model(4, 4, sword("Knife"), sword("Teeth"), tough=3)),
    )
    fight = begun(state, dice=[3, 4, 4, 4, 3, 4, 4, 4])
    assert (fight.asked_for, fight.decision.side) == ("strike_back", "north")
    fight.give(YES)
    assert fight.types("attack", "fatigued") == ["attack", "attack", "fatigued", "fatigued"]
    assert fight.all("attack")[1].data["attacks"] == [
        ["B1.1", "Knife"],
        ["B1.2", "Knife"],
        ["B1.1", "Teeth"],
        ["B1.2", "Teeth"],
    ]
    declined = melee(state, "A1", "B1", 3, strike_back=NO)
    assert declined.types("attack", "declined") == ["attack", "declined"]


@pytest.mark.clause("AFS-SHK-03", "AFS-MEL-10")
def test_a_shaken_unit_strikes_back_on_natural_sixes():
    state = pair(model(4, 4, sword(), tough=9), TOUGH, their_own={"shaken": True})
    fight = melee(state, "A1", "B1", 3, 5, strike_back=YES)
    assert fight.needs("AFS-MEL-05") == [4, 6]
    assert fight.hits() == [0, 0]
    made = melee(
        pair(model(4, 4, sword(), tough=9), model(4, 4, sword("Knife"))), "A1", "B1", 4, 3, 3, 1, 5, strike_back=YES
    )
    assert made.effects() == [(4, "shaken")]
    assert made.hits() == [1, 0]


# --- Fatigue -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-09", "AFS-R20", "AFS-R02")
def test_fatigue_comes_after_the_melee_and_only_to_those_who_charged_or_struck_back():
    state = pair(model(4, 4, sword(), tough=9), TOUGH)
    both = melee(state, "A1", "B1", 4, 4, 4, 4, strike_back=YES)
    assert both.needs("AFS-MEL-05") == [4, 4, 4, 4]
    assert (both.own("A1").fatigued, both.own("B1").fatigued) == (True, True)
    one = melee(state, "A1", "B1", 4, 4, strike_back=NO)
    assert (one.own("A1").fatigued, one.own("B1").fatigued) == (True, False)


@pytest.mark.clause("AFS-MEL-09", "AFS-R02", "AFS-MEL-10")
def test_a_fatigued_unit_hits_on_natural_sixes_only_whatever_its_bonuses():
    state = pair(model(2, 4, sword(reliable=0, thrust=0, unstoppable=0), tough=9), TOUGH, own={"fatigued": True})
    assert melee(state, "A1", "B1", 5).hits() == [0]
    fight = melee(state, "A1", "B1", 6, 4)
    assert fight.hits() == [1]
    assert "AFS-MEL-09" in {c for e in fight.all("rolled") for _, _, c in (e.request.modifiers if e.request else ())}
    # it is no matter of shooting
    shooter = scene(squad("A1", [(10, 10)], model(4, 4, bow()), fatigued=True), squad("B1", [(10, 18)], TOUGH))
    assert shoot(shooter, "A1", 4, 4).hits() == [1]


@pytest.mark.clause("AFS-MEL-10")
def test_effects_of_natural_sixes_work_for_the_tired():
    state = pair(model(4, 4, sword(surge=0, rending=0), role="sergeant", furious=0), TOUGH, own={"fatigued": True})
    fight = melee(state, "A1", "B1", 6, 6, 4, 4, 4)
    assert fight.hits() == [4]
    assert fight.needs("AFS-MEL-05") == [6, 8, 4]


@pytest.mark.clause("AFS-IMP-02", "AFS-MEL-10", "AFS-IMP-03")
def test_a_fatigued_unit_has_no_impact():
    state = pair(model(4, 4, sword(), impact=3), TOUGH, own={"fatigued": True})
    assert melee(state, "A1", "B1", 5).throws() == ["A1 with Sword at B1"]
    assert numbers.impact_dice(state, ["A1.1"], 0).total == 0


# --- Impact ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-IMP-01", "AFS-R04", "AFS-IMP-03", "AFS-S16")
def test_impact_dice_hit_on_two_and_come_first_model_by_model():
    state = scene(
        squad("A1", row(2, 9.4, 10), model(4, 4, sword(ap=1), impact=2)),
        squad("B1", [(10, 11.5)], model(4, 4, tough=9)),
    )
    fight = melee(state, "A1", "B1", 1, 2, 6, 3, 3, 3, 4, 4, 4)
    assert fight.throws()[0] == "Impact of A1 on B1"
    assert fight.all("rolled")[0].rolled.faces == ((1, 2), (6, 3))
    assert fight.hits() == [3]


@pytest.mark.clause("AFS-R51", "AFS-IMP-03")
def test_only_models_in_reach_roll_impact():
    state = scene(
        squad("A1", [(10, 10), (10, 6)], model(4, 4, sword(), impact=2)),
        squad("B1", [(10, 11.5)], model(4, 4, tough=9)),
    )
    assert melee(state, "A1", "B1", 1, 1, 3).all("rolled")[0].rolled.faces == ((1, 1),)


@pytest.mark.clause("AFS-IMP-01", "AFS-IMP-03")
def test_impact_is_not_for_the_strike_back_and_a_model_without_weapons_has_it():
    state = pair(model(4, 4, sword("Knife"), tough=9), model(4, 4, sword("Teeth"), impact=3, tough=9))
    fight = melee(state, "A1", "B1", 3, 3, strike_back=YES)
    assert fight.throws() == ["A1 with Knife at B1", "B1 with Teeth at A1"]
    bare = pair(model(4, 4, impact=1), model(4, 4, tough=9))
    assert melee(bare, "A1", "B1", 2, 3).wounds("B1") == 1


@pytest.mark.clause("AFS-IMP-03", "AFS-SGT-02", "AFS-FUR-02")
def test_impact_dice_are_no_hit_rolls():
    state = pair(model(4, 4, impact=1, furious=0, role="sergeant"), model(4, 4, tough=9))
    assert melee(state, "A1", "B1", 6, 4).hits() == [1]


@pytest.mark.clause("AFS-FEAR-01", "AFS-IMP-03")
def test_impact_wounds_of_a_fearsome_model_frighten():
    state = pair(model(4, 4, impact=1, fear=2), model(4, 4, tough=3))
    assert melee(state, "A1", "B1", 2, 3, 1, 1).effects() == [(4, "shaken")]


# --- Counter -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CNTR-01", "AFS-CNTR-03", "AFS-MEL-12", "AFS-R22", "AFS-IMP-03", "AFS-THR-02", "AFS-SGT-01")
def test_charge_into_counter():
    """E12."""
    pikemen = [model(4, 4, PIKE, SIDE_SWORD, role=r) for r in ("sergeant", "banner", "")]
    state = scene(
        squad("A3", row(3, 10, 10), *pikemen),
        squad("B1", [(11.2, 11.3)], model(3, 4, sword("Lance", 2, ap=1, thrust=0), impact=2, tough=3)),
    )
    fight = melee(state, "B1", "A3", 6, 4, 2, 5, 4, 6, 2, 1, 5, 4, 3, 4, counter=YES, strike_back=YES)
    assert fight.hits() == [3, 1, 1]
    assert fight.needs("AFS-MEL-05") == [4, 5, 2, 6, 4, 4]
    assert "AFS-IMP-01" not in {e.request.clause for e in fight.all("rolled")}
    assert (fight.markers("B1.1"), fight.alive("A3")) == (1, [1, 2])
    assert [e.data["how"] for e in fight.all("attack")] == ["counter", "charge", "back"]
    assert fight.own("A3").fatigued
    assert fight.own("B1").fatigued


@pytest.mark.clause("AFS-MEL-09", "AFS-MEL-10", "AFS-CNTR-03", "AFS-FUR-02", "AFS-R28", "AFS-GRP-02", "AFS-SHK-03")
def test_fatigued_counter():
    """E13."""
    pikemen = [model(4, 4, PIKE, SIDE_SWORD, role=r) for r in ("sergeant", "banner")]
    ghoul = model(5, 5, sword("Claws", 2), furious=0)
    state = scene(
        squad("A3", row(2, 10, 10), *pikemen, fatigued=True),
        squad("B3", row(4, 8.8, 11.3), {**ghoul, "role": "sergeant"}, ghoul),
    )
    dice = (6, 5, 4, 2, 6, 5, 4, 1, 4, 5, 2, 3, 2, 2, 5)
    chosen = [PickAnswer(("B3.3", "B3.4")), PickAnswer(("A3.2",))]
    fight = melee(state, "B3", "A3", *dice, counter=YES, casualties=chosen, strike_back=YES)
    assert fight.hits() == [2, 4, 0]
    assert (fight.alive("B3"), fight.alive("A3"), fight.markers("A3.1")) == ([1, 2], [1], 1)
    assert fight.effects() == [(3, "shaken")]


@pytest.mark.clause("AFS-CNTR-01", "AFS-R22", "AFS-CNTR-03")
def test_counter_is_the_defenders_choice_and_a_weapon_not_used_then_is_not_used_at_all():
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, PIKE, SIDE_SWORD, tough=9))
    fight = begun(state, dice=[3, 3])
    assert (fight.asked_for, fight.decision.side) == ("counter", "north")
    assert (plain(fight.decision.message), fight.decision.clauses) == (
        "B1: strike first with Counter?",
        ("AFS-CNTR-01", "AFS-R22"),
    )
    fight.give(NO)
    assert fight.all("declined")[-1].clauses == ("AFS-R22",)
    assert fight.asked_for == "strike_back"
    assert (plain(fight.decision.message), fight.decision.clauses) == ("B1: strike back?", ("AFS-MEL-06", "AFS-R65"))
    fight.give(YES)
    assert [e.data["attacks"] for e in fight.all("attack")] == [[["A1.1", "Sword"]], [["B1.1", "Side-sword"]]]
    # with nothing but Counter weapons there is no strike-back
    only = pair(model(4, 4, sword(), tough=9), model(4, 4, PIKE, tough=9))
    assert begun(only, dice=[3, 3]).asked_for == "counter"
    assert melee(only, "A1", "B1", 3, counter=NO).types("attack") == ["attack"]


@pytest.mark.clause("AFS-R22", "AFS-MEL-09")
def test_using_counter_alone_tires_as_striking_back_does_and_both_halves_are_fresh():
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, PIKE, SIDE_SWORD, tough=9))
    fight = melee(state, "A1", "B1", 3, 3, counter=YES, strike_back=NO)
    assert fight.own("B1").fatigued
    both = melee(state, "A1", "B1", 3, 3, 3, counter=YES, strike_back=YES)
    assert both.needs("AFS-MEL-05") == [4, 4, 4]


@pytest.mark.clause("AFS-CNTR-03", "AFS-R21", "AFS-R10")
def test_a_charger_shaken_by_counter_loses_its_attacks_and_may_still_be_struck():
    state = pair(model(4, 4, sword(), impact=2), model(4, 4, PIKE, SIDE_SWORD, tough=9))
    fight = melee(state, "A1", "B1", 4, 4, 4, 1, 3, counter=YES, strike_back=YES)
    assert fight.effects() == [(5, "shaken")]
    assert [(e.data["unit"], e.data["how"]) for e in fight.all("attack")] == [("B1", "counter"), ("B1", "back")]
    assert [e.data["unit"] for e in fight.all("strikes_lost")] == ["A1"]
    assert fight.own("A1").fatigued


@pytest.mark.clause("AFS-CNTR-03")
def test_chargers_killed_by_counter_do_not_strike():
    state = scene(
        squad("A1", row(2, 9.4, 10), model(4, 4, sword())),
        squad("B1", [(10, 11.5)], model(4, 4, sword("Pike", 1, ap=4, counter=0), tough=9)),
    )
    fight = melee(state, "A1", "B1", 4, 1, 3, counter=YES)
    assert len(fight.all("attack")[1].data["attacks"]) == 1
    dead = pair(model(4, 4, sword()), model(4, 4, PIKE, tough=9))
    over = melee(dead, "A1", "B1", 4, 1, 5, counter=YES)
    assert over.types("attack", "unit_destroyed") == ["attack", "unit_destroyed"]


@pytest.mark.clause("AFS-CNTR-03", "AFS-SHK-03")
@pytest.mark.parametrize("own", [{"fatigued": True}, {"shaken": True}])
def test_the_tired_and_the_shaken_counter_on_natural_sixes(own):
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, PIKE, tough=9), their_own=own)
    fight = melee(state, "A1", "B1", 5, 3, counter=YES)
    assert fight.hits() == [0, 0]
    assert fight.needs("AFS-MEL-05") == [6, 4]


@pytest.mark.clause("AFS-CNTR-03", "AFS-MEL-03")
def test_counter_out_of_reach_is_not_even_asked():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), tough=9)),
        squad(
            "B1",
            [(10, 11.5), (10, 16)],
            model(4, 4, SIDE_SWORD, tough=9, immobile=0),
            model(4, 4, PIKE, tough=9, immobile=0),
        ),
    )
    assert begun(state, dice=[3]).asked_for == "strike_back"


@pytest.mark.clause("AFS-CNTR-03")
def test_counter_does_nothing_for_a_unit_that_charges_itself():
    state = pair(model(4, 4, PIKE, SIDE_SWORD), model(4, 4, tough=9))
    fight = melee(state, "A1", "B1", 4, 3, 4)
    assert fight.all("attack")[0].data["attacks"] == [["A1.1", "Pike"], ["A1.1", "Side-sword"]]
    assert fight.all("attack")[0].data["how"] == "charge"


@pytest.mark.clause("AFS-CNTR-02", "AFS-CNTR-03", "AFS-R51", "AFS-IMP-03")
def test_each_counter_model_takes_an_impact_die_and_never_below_none():
    charger = model(4, 4, sword(), impact=3)
    state = scene(
        squad("A1", [(10, 10)], charger), squad("B1", row(2, 9.4, 11.5), model(4, 4, PIKE), model(4, 4, SIDE_SWORD))
    )
    assert strikes.counter_models(state, "B1") == 1
    fight = melee(state, "A1", "B1", 1, 1, 3, counter=NO)
    assert fight.all("rolled")[0].rolled.faces == ((1, 1),)
    assert numbers.impact_dice(state, ["A1.1"], 5).total == 0


@pytest.mark.clause("AFS-R51", "AFS-CNTR-03")
def test_the_counter_models_of_the_declaration_count_and_not_those_left():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), impact=3)),
        squad("B1", row(2, 9.4, 11.5), model(4, 4, PIKE), lost=1),
    )
    assert melee(state, "A1", "B1", 1, 3, counters=2, counter=NO).all("rolled")[0].rolled.faces == ((1,),)
    assert melee(state, "A1", "B1", 1, 1, 3, counters=1, counter=NO).all("rolled")[0].rolled.faces == ((1, 1),)


@pytest.mark.clause("AFS-R51", "AFS-CNTR-03")
def test_a_declared_charge_remembers_how_many_counter_models_there_were():
    state = scene(squad("A1", [(10, 10)], model()), squad("B1", row(3, 9.4, 30), model(4, 4, PIKE)))
    fight = begun(scene(squad("A1", [(10, 10)], model()), squad("B1", [(10, 30)], model())))
    run = Run(state, fight.session.ruleset, fight.dice)
    melee_rules.note_charge(run, Event("charge_declared", "order", data={"unit": "A1", "target": "B1"}))
    assert [(t.kind, t.a, t.b, t.own) for t in run.state.ties.values()] == [("charge", "A1", "B1", 3)]
    assert melee_rules.declared_counters(run.state, "A1", "B1") == 3
    assert melee_rules.declared_counters(run.state, "B1", "A1") == 0
    melee_rules.forget_charge(run, Event("activation_ends", "flow", data={"unit": "A1"}))
    assert run.state.ties == {}


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R33", "AFS-MEL-07")
def test_a_target_that_is_gone_is_not_fought():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword())),
        squad("B1", [], model(), lost=1),
        squad("B2", [(30, 30)], model()),
    )
    fight = melee(state, "A1", "B1")
    assert fight.types("melee", "attack") == []
    assert fight.own("A1").fatigued


class Slow(Fight):
    """A fight whose moves are asked for."""

    def _skip(self):
        pass


@pytest.mark.clause("AFS-MEL-07", "AFS-MEL-08", "AFS-MEL-12")
@pytest.mark.parametrize(
    ("theirs", "dice", "question", "side"),
    [
        (model(4, 4), (4, 1, 5), "consolidate", "south"),
        (model(4, 4, tough=9), (4, 4), "draw_back", "south"),
        (model(4, 4, sword("Pike", 1, ap=9, counter=0)), (4, 1, 5), "consolidate", "north"),
    ],
)
def test_the_winner_moves_and_else_the_chargers_draw_back(theirs, dice, question, side):
    state = pair(model(4, 4, sword()), theirs)
    fight = Slow(state, Frame("afs.melee", data=MeleeData("A1", "B1")), dice)
    while fight.asked_for in ("pile_in", "counter"):
        fight.default()
    assert (fight.asked_for, fight.decision.side) == (question, side)
    assert fight.left() == ()
    assert not fight.own("A1").fatigued
    fight.default()
    assert fight.own("A1").fatigued == bool(fight.alive("A1"))


@pytest.mark.clause("AFS-MEL-12")
def test_wound_effects_are_complete_in_each_step_before_the_next():
    state = pair(model(4, 4, sword()), model(4, 4, PIKE, SIDE_SWORD))
    fight = melee(state, "A1", "B1", 4, 5, 4, 3, 1, 1, 6, 3, 5, counter=YES, strike_back=YES)
    assert fight.types("attack", "effect") == ["attack", "attack", "effect", "attack", "effect"]
    assert fight.alive("A1") == []


# --- Limited -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R54", "AFS-LIM-01", "AFS-LIM-02", "AFS-MEL-04")
def test_limited_melee_weapons_are_asked_about_and_spent_when_thrown():
    state = pair(model(4, 4, sword(), sword("Flame", 2, limited=0), tough=9), model(4, 4, tough=9))
    fight = begun(state, dice=[3, 3, 3])
    assert (fight.asked_for, fight.decision.side) == ("limited", "south")
    assert fight.asked.default.answer == OptionAnswer({"Flame": "no"})
    fight.give(OptionAnswer({"Flame": "yes"}))
    assert fight.state.bases["A1.1"].own.used == ("Flame",)
    assert begun(after(fight), dice=[3]).asked_for == ""
    kept = melee(state, "A1", "B1", 3)
    assert kept.all("attack")[0].data["attacks"] == [["A1.1", "Sword"]]
    assert kept.state.bases["A1.1"].own.used == ()


@pytest.mark.clause("AFS-R54", "AFS-R65")
def test_the_charged_unit_is_asked_too():
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, sword("Flame", limited=0), tough=9))
    fight = begun(state, dice=[3, 3])
    assert fight.asked_for == "strike_back"
    fight.give(YES)
    assert (fight.asked_for, fight.decision.side) == ("limited", "north")
    fight.give(OptionAnswer({"Flame": "yes"}))
    assert fight.own("B1").fatigued
    # whoever keeps his only weapon has not struck back
    kept = melee(state, "A1", "B1", 3, strike_back=YES)
    assert not kept.own("B1").fatigued


# --- rules in every step -----------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-FEAR-03", "AFS-FEAR-01")
@pytest.mark.parametrize("how", ["counter", "back"])
def test_fear_works_for_counter_and_strike_back_alike(how):
    weapon = sword("Pike", counter=0) if how == "counter" else sword("Knife")
    state = pair(model(4, 4, sword(), tough=3, wounds=1), model(4, 4, weapon, fear=1, tough=9))
    if how == "counter":
        # two markers and Fear(1) reach Tough(3): Shaken, so the charger loses its attacks
        fight = melee(state, "A1", "B1", 4, 3, 1, 1, counter=YES)
    else:
        fight = melee(state, "A1", "B1", 3, 4, 3, 1, 1, strike_back=YES)
    assert fight.effects() == [(4, "shaken")]
    assert fight.markers("A1.1") == 2


@pytest.mark.clause("AFS-SGT-02", "AFS-SURGE-02")
def test_the_sergeant_counts_in_the_strike_back():
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, sword("Knife", surge=0), role="sergeant", tough=9))
    assert melee(state, "A1", "B1", 3, 6, 4, 4, 4, strike_back=YES).hits() == [0, 3]


@pytest.mark.clause("AFS-FUR-02", "AFS-REND-03", "AFS-R27")
def test_a_furious_hit_has_the_weapons_armour_piercing_and_not_that_of_rending():
    state = pair(model(4, 4, sword(ap=1, rending=0), furious=0), model(4, 4, tough=9))
    fight = melee(state, "A1", "B1", 6, 6, 5)
    assert fight.needs("AFS-MEL-05") == [4, 8, 5]
    assert fight.wounds("B1") == 0


@pytest.mark.clause("AFS-MEL-06")
def test_declining_to_strike_back_is_told_as_such():
    state = pair(model(4, 4, sword(), tough=9), model(4, 4, sword(), tough=9))
    fight = melee(state, "A1", "B1", 3, strike_back=NO)
    assert [e.clauses for e in fight.all("declined")] == [("AFS-MEL-06",)]
