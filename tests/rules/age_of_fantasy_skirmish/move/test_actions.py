"""The four actions: how far each leads, what follows it, that moves are maxima; Immobile units.

AFS-ACT-03 to -05, AFS-ACT-09, AFS-IMMO-01, AFS-IMMO-02, AFS-R23. Row 10 of the decisions.
"""

from __future__ import annotations

import pytest

from game.engine.decision import MoveAnswer
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish.fight import melee_moves as drawing_back
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import movement, plans
from rulesets.age_of_fantasy_skirmish.move.falling import FallData
from rulesets.age_of_fantasy_skirmish.move.pushing import PushData
from tests.rules.age_of_fantasy_skirmish.flow_play import place
from tests.rules.age_of_fantasy_skirmish.move_play import R25, R32, R50, Move, activation, answer, clause, judged
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

LINE = ((10, 10), (11.2, 10), (12.4, 10))


def crossbows(*others, **more):
    return table(unit("A4", *LINE, **more), *others)


# --- Hold, Advance, Rush -----------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-ACT-03", "AFS-ACT-02")
def test_who_holds_does_not_move_and_may_shoot():
    play = activation(crossbows(unit("B2", (11, 30))), "A4")
    refused = play.check(answer("A4", "hold", A4_1=[(10, 10.1)]))
    assert (refused.status, refused.reasons[0].clause) == ("refused", "AFS-ACT-03")
    play.give(MoveAnswer("A4", "hold"))
    assert play.asked_for == "shoot"
    assert play.where("A4") == list(LINE)
    assert play.types("moved") == []


@pytest.mark.clause("AFS-ACT-04", "AFS-ACT-02", "AFS-ACT-08", "AFS-S01")
@pytest.mark.parametrize(("far", "rule"), [(6.0, ""), (6.001, ""), (6.01, "AFS-ACT-04")])
def test_each_model_advances_up_to_six_inches(far, rule):
    state = table(unit("A3", *LINE))
    found = judged(state, "A3", "advance", **{f"A3_{k + 1}": [(x, y + far)] for k, (x, y) in enumerate(LINE)})
    assert clause(found.bar) == rule


@pytest.mark.clause("AFS-ACT-04")
def test_an_advance_is_followed_by_shots_and_never_comes_after_them():
    """Out of the pistols' 12 inches before the move, within them after it; then the activation is over."""
    state = table(unit("A1", (10, 10)), unit("B5", (10, 27), (11.4, 27)))
    play = activation(state, "A1", *[1] * 2)
    play.give(answer("A1", "advance", A1_1=[(10, 16)]))
    assert play.asked_for == "shoot"
    assert play.at("A1.1") == (10, 16)
    assert play.faces() == []
    play.default()
    play.finish()
    assert play.types("moved", "rolled", "activation_ends") == ["moved", "rolled", "activation_ends"]


@pytest.mark.clause("AFS-ACT-05", "AFS-ACT-02", "AFS-ACT-08", "AFS-S01")
@pytest.mark.parametrize(("far", "rule"), [(12.0, ""), (12.001, ""), (12.01, "AFS-ACT-05")])
def test_each_model_rushes_up_to_twelve_inches(far, rule):
    state = table(unit("A3", *LINE))
    found = judged(state, "A3", "rush", **{f"A3_{k + 1}": [(x, y + far)] for k, (x, y) in enumerate(LINE)})
    assert clause(found.bar) == rule


@pytest.mark.clause("AFS-ACT-05")
@pytest.mark.parametrize(("mode", "shoots"), [("rush", False), ("advance", True)])
def test_who_rushes_does_not_shoot(mode, shoots):
    """Even a step of an inch: the action counts, not the length."""
    play = activation(crossbows(unit("B2", (11, 20))), "A4")
    play.give(answer("A4", mode, **{f"A4_{k + 1}": [(x, y + 1)] for k, (x, y) in enumerate(LINE)}))
    assert (play.asked_for == "shoot") == shoots
    assert (play.types("activation_ends") == []) == shoots


@pytest.mark.clause("AFS-ACT-05", "AFS-CAST-08")
def test_who_rushes_may_still_cast_spells():
    play = activation(table(unit("A2", (10, 10), tokens=2), unit("B2", (10, 30))), "A2")
    play.give(answer("A2", "rush", A2_1=[(10, 20)]))
    assert play.asked_for == "cast"
    assert play.at("A2.1") == (10, 20)


# --- maxima ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-ACT-09", "AFS-R44")
@pytest.mark.parametrize("mode", ["advance", "rush"])
def test_an_advance_or_a_rush_in_which_nothing_moves_is_legal(mode):
    play = activation(crossbows(unit("B2", (11, 30))), "A4")
    play.give(MoveAnswer("A4", mode))
    assert play.where("A4") == list(LINE)
    assert play.own("A4").moved == ()
    assert play.asked_for == ("shoot" if mode == "advance" else "")


@pytest.mark.clause("AFS-ACT-09")
def test_models_may_move_less_than_their_allowance_or_stay():
    state = crossbows(unit("B2", (11, 40)))
    play = activation(state, "A4")
    play.give(answer("A4", "rush", A4_1=[(10.6, 11)], A4_2=[(11.7, 11)]))
    assert play.where("A4") == [(10.6, 11), (11.7, 11), LINE[2]]


@pytest.mark.clause("AFS-ACT-09", "AFS-MEL-01")
def test_a_charge_is_not_free_to_stop_short():
    state = table(unit("A2", (10, 10)), unit("B2", (10, 16)))
    play = activation(state, "A2")
    refused = play.check(answer("A2", "charge", "B2", A2_1=[(10, 12), (10, 13)]))
    assert (refused.status, refused.reasons[0].clause) == ("refused", "AFS-MEL-01")


# --- Immobile ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-IMMO-01")
@pytest.mark.parametrize("mode", ["advance", "rush", "charge"])
def test_an_immobile_unit_can_only_hold(mode):
    """A caster, who is asked because he might cast first; an enemy is 2 inches away."""
    state = table(unit("A2", (10, 10), rules={"immobile": 0, "caster": 2}, tokens=2), unit("B1", (10, 14)))
    play = activation(state, "A2")
    assert play.asked_for == "act"
    modes = {m.id: m for m in play.asked.space.among[0].modes}
    assert clause(modes["hold"].bar) == ""
    assert clause(modes[mode].bar) == "AFS-IMMO-01"
    refused = play.check(MoveAnswer("A2", mode, "B1" if mode == "charge" else ""))
    assert (refused.status, refused.reasons[0].clause) == ("refused", "AFS-IMMO-01")
    assert play.check(MoveAnswer("A2", "hold")).legal


@pytest.mark.clause("AFS-IMMO-01", "AFS-ACT-03")
def test_an_immobile_unit_with_no_spells_holds_without_being_asked_and_may_shoot():
    play = activation(table(unit("B7", (10, 10)), unit("A2", (10, 30))), "B7")
    assert play.asked_for == "shoot"
    assert play.event("action").data["action"] == "hold"


@pytest.mark.clause("AFS-IMMO-02", "AFS-IMMO-01", "AFS-ACT-08")
@pytest.mark.parametrize("rules", [{"immobile": 0, "fast": 0}, {"immobile": 0}])
@pytest.mark.parametrize("kind", ["advance", "rush", "charge", "pile_in", "consolidate"])
def test_musician_and_fast_give_an_immobile_unit_nothing(rules, kind):
    state = table(
        unit("B7", (10, 10), rules=rules),
        unit("B6", (20, 20), (21.1, 20), (22.2, 20)),
        sides={"north": {"musician": ["B7"]}},
    )
    assert plans.allowances(state, "B7", kind) == {"B7.1": 0.0}


@pytest.mark.clause("AFS-IMMO-02", "AFS-R23")
def test_an_immobile_unit_strikes_back_in_reach_but_neither_piles_in_nor_consolidates():
    """The witch charges and is knocked out by the crew's knives: her staff misses; they may not leave their place."""
    state = table(unit("A2", (10, 10), wounds=2), unit("B7", (10, 10 + R25 + R50 + 1.5)))
    play = Move(state, Frame("afs.melee", data=MeleeData("A2", "B7")), (1, 6, 1, 5))
    assert play.asked_for == "strike_back"
    play.option("use", "yes")
    assert play.alive("A2") == []
    assert play.asked_for == ""
    assert "pile_in" not in play.types()
    assert play.at("B7.1") == (10, round(10 + R25 + R50 + 1.5, 3))
    assert play.own("B7").fatigued


@pytest.mark.clause("AFS-R23", "AFS-MEL-07", "AFS-MEL-02")
def test_a_mobile_unit_in_the_same_place_does_both():
    state = table(unit("A2", (10, 10), wounds=2), unit("B7", (10, 10 + R25 + R50 + 1.5), rules={"tough": 3}))
    play = Move(state, Frame("afs.melee", data=MeleeData("A2", "B7")), (1, 6, 1, 5))
    assert play.asked_for == "pile_in"
    play.default()
    assert play.at("B7.1")[1] == pytest.approx(10 + R25 + R50, abs=0.002)
    play.option("use", "yes")
    assert (play.asked_for, play.decision.side) == ("consolidate", "north")


@pytest.mark.clause("AFS-IMMO-02", "AFS-R23", "AFS-R19")
def test_an_immobile_charger_would_not_draw_back():
    """It never charges; a spell or a push may bring it near, and still nothing moves it."""
    near = {"at": (10, 10 + R25 + R50 + 0.2)}
    stuck = table(unit("B7", (10, 10)), unit("A2", near["at"]))
    assert drawing_back.usual_back(stuck, "B7", "A2") == ()
    free = table(unit("B7", (10, 10), rules={"tough": 3}), unit("A2", near["at"]))
    assert [c.who for c in drawing_back.usual_back(free, "B7", "A2")] == ["B7.1"]


@pytest.mark.clause("AFS-IMMO-02", "AFS-PUSH-04")
def test_an_immobile_model_can_be_pushed():
    play = Move(
        table(unit("B7", (10, 10)), unit("A2", (30, 30))), Frame("afs.push", data=PushData("B7.1", "south")), (4,)
    )
    play.option("push", "yes")
    play.give(answer("B7", "push", B7_1=[(12, 10)]))
    assert play.at("B7.1") == (12, 10)


@pytest.mark.clause("AFS-IMMO-02", "AFS-FALL-01")
def test_an_immobile_model_can_fall():
    state = table(unit("B7", (10, 10)), terrain=[piece("tower", box=(8, 8, 12, 12), height=3)])
    data = FallData("B7.1", inch(3), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    play = Move(state, Frame("afs.fall", data=data), (6,)).finish()
    assert play.thrown("AFS-FALL-01") == [(1, 6)]
    assert play.state.bases["B7.1"].pose.level == 0


@pytest.mark.clause("AFS-IMMO-02")
def test_setting_an_immobile_unit_up_is_no_move():
    """It waits with Ambush and is put down at the start of a round."""
    siege = unit("B7", where="reserve", rules={"immobile": 0, "ambush": 0}, aside="ambush")
    play = Move(table(siege, unit("A2", (10, 10)), round=2, starter="north"), Frame("afs.arrivals"))
    assert play.asked_for == "ambush"
    play.give(place("B7", B7_1=(30, 30, 180)))
    assert play.at("B7.1") == (30, 30)


# --- led to an enemy ---------------------------------------------------------------------------------------------


def led(state, *points, who="A2"):
    return movement.met(state, answer(who, "advance", **{f"{who}_1": list(points)}))


@pytest.mark.clause("AFS-ACT-06", "AFS-ACT-04")
@pytest.mark.parametrize(("gap", "found"), [(-0.5, "B2"), (0.0, "B2"), (0.99, "B2"), (1.01, "")])
def test_who_is_led_to_within_an_inch_of_an_enemy_is_led_at_him(gap, found):
    """Where the way ends counts, not what it passes; friends and those off the table are nobody."""
    state = table(unit("A2", (10, 10)), unit("A5", (16, 10)), unit("B2", (10, 18)), unit("B4"))
    assert led(state, (10, 18 - 2 * R25 - gap)) == found
    assert led(state, (10, 17), (18, 17 - gap)) == ""
    assert led(state, (16 - 2 * R25, 10)) == ""


@pytest.mark.clause("AFS-ACT-06")
def test_of_two_enemies_the_nearer_is_meant():
    state = table(unit("A2", (10, 10)), unit("B2", (10, 18)), unit("B4", (11.8, 18)))
    assert led(state, (10.8, 18 - 2 * R25)) == "B2"
    assert led(state, (11.0, 18 - 2 * R25)) == "B4"
    assert led(table(unit("A2", (10, 10)), unit("B1", (10, 18))), (10, 18 - R25 - R32 - 0.99)) == "B1"


@pytest.mark.clause("AFS-ACT-04", "AFS-ACT-05", "AFS-ACT-06", "AFS-MOV-04")
def test_a_move_that_is_none_may_be_a_rush_or_a_charge_as_drawn_or_as_duty_plans_it():
    """Drawn into contact the way is kept; drawn to half an inch short of it, the rules plan the Charge."""
    state = table(unit("A2", (10, 10)), unit("B2", (10, 18)))
    play = activation(state, "A2")
    question = play.session.ruleset.questions["act"]

    def instead(mode, *points):
        return list(question.instead(play.state, play.decision, answer("A2", mode, A2_1=list(points))))

    into = [(10.5, 12), (10, 18 - 2 * R25 - 0.001)]
    assert instead("advance", *into) == [
        answer("A2", "rush", A2_1=into),
        answer("A2", "charge", "B2", A2_1=into),
    ]
    assert instead("rush", *into) == [answer("A2", "charge", "B2", A2_1=into)]
    short = [(10.5, 12), (10, 18 - 2 * R25 - 0.5)]
    assert instead("rush", *short) == [MoveAnswer("A2", "charge", "B2")]
    assert instead("rush", (10, 14), (11, 14)) == []
    assert list(question.instead(play.state, play.decision, MoveAnswer("A2", "hold"))) == []


@pytest.mark.clause("AFS-ACT-06", "AFS-MEL-01")
def test_a_charge_that_is_legal_has_odds_and_nothing_else_has():
    state = table(unit("A2", (10, 10)), unit("B2", (10, 18)))
    play = activation(state, "A2")
    question = play.session.ruleset.questions["act"]

    def odds(given):
        return question.forecast(play.state, play.decision, given)

    found = odds(MoveAnswer("A2", "charge", "B2"))
    assert found is not None
    assert found.rows[0].label.key == "Wounds on {unit}"
    assert odds(answer("A2", "charge", "B2", A2_1=[(10, 12), (10, 13)])) is None
    assert odds(answer("A2", "rush", A2_1=[(10, 12)])) is None
    assert odds(MoveAnswer("A2", "charge")) is None
