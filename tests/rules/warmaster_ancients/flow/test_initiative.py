"""Initiative: who may act without an order, what he may do, and what it costs him."""

from __future__ import annotations

import pytest

from game.engine.decision import MoveAnswer, Reply
from game.engine.state import State
from rulesets.warmaster_ancients.command import command, movement
from tests.rules.warmaster_ancients.flow_play import Play, block, charge, hold, march, order, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where


def facing_off(gap: float, *more: Row, **about: object) -> State:
    """Cavalry facing north, Gauls facing south, so many cm between their front edges."""
    return table(
        unit("EQU-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(90, 43 + gap), facing="S"),
        unit("CONS-1", at=(90, 30)),
        *more,
        **about,
    )


@pytest.mark.clause("WMA-INI-03", "WMA-INI-04", "WMA-R03")
def test_ex04_within_twenty_a_unit_may_charge_or_evade():
    play = Play(facing_off(20.0), "initiative")
    assert play.asked_for == "initiative"
    assert play.check(charge("EQU-1", "GAL-1")).legal
    assert play.check(MoveAnswer("EQU-1", "evade")).legal
    assert play.mode("charge", "EQU-1").bar is None
    assert play.mode("evade", "EQU-1").bar is None


@pytest.mark.clause("WMA-INI-03")
def test_ex04_farther_off_initiative_is_refused():
    state = facing_off(20.01, unit("LEG-1", at=(140, 40), facing="N"), unit("GAL-2", at=(140, 61), facing="S"))
    play = Play(state, "initiative")
    refusal = play.refused(charge("EQU-1", "GAL-1"))
    assert refusal.clause == "WMA-INI-03"
    assert plain(refusal.text) == "The nearest enemy, GAL-1, is 20.01 cm away: more than 20 cm"
    assert play.refused(MoveAnswer("EQU-1", "evade")).clause == "WMA-INI-03"


@pytest.mark.clause("WMA-INI-03", "WMA-TRN-02")
def test_the_phase_passes_by_itself_where_nobody_is_near_an_enemy():
    play = Play(facing_off(20.01), "initiative")
    assert play.asked_for == ""
    assert play.types("no_initiative") == ["no_initiative"]


@pytest.mark.clause("WMA-INI-05", "WMA-INI-01")
def test_ex04_a_unit_that_evaded_takes_no_order():
    play = Play(facing_off(20.0, unit("LEG-1", at=(140, 40), facing="N")), "turn", side="south")
    play.give(MoveAnswer("EQU-1", "evade"))
    assert play.own("EQU-1").initiative
    assert play.asked_for == "order"
    assert play.refused(order("CONS-1", "EQU-1")).clause == "WMA-INI-05"


@pytest.mark.clause("WMA-INI-05", "WMA-CMD-13", "WMA-INI-02")
def test_ex04_a_unit_that_stood_still_may_be_ordered_at_minus_one():
    play = Play(facing_off(20.0), "turn", [4, 4], side="south")
    assert play.state.own.phase == "initiative"
    play.end()
    assert play.state.own.phase == "command"
    total = command.command_sum(play.state, "CONS-1", "EQU-1")
    assert [(int(v), c) for _, v, c in total.rows] == [(9, "WMA-CMD-07"), (-1, "WMA-CMD-13")]
    play.order("CONS-1", "EQU-1")
    assert play.asked_for == "move"


@pytest.mark.clause("WMA-INI-04", "WMA-INI-01")
def test_no_other_initiative_move_exists():
    play = Play(facing_off(15.0), "initiative")
    assert play.check(block("EQU-1", 90, 41)).reasons[0].clause == "WMA-INI-04"
    assert play.check(hold("EQU-1")).reasons[0].clause == "WMA-INI-04"
    assert play.check(march("EQU-1", {"EQU-1.1": (88, 41, 0)})).reasons[0].clause == "WMA-INI-04"


@pytest.mark.clause("WMA-R29")
def test_the_target_need_not_be_the_nearest_but_must_be_within_twenty():
    state = facing_off(
        12.0,
        unit("LIB-1", at=(78, 59), facing="S"),
        unit("LIB-2", at=(104, 64.01), facing="S"),
    )
    play = Play(state, "initiative")
    assert play.check(charge("EQU-1", "GAL-1")).legal
    assert play.check(charge("EQU-1", "LIB-1")).legal
    verdict = play.check(charge("EQU-1", "LIB-2"))
    assert verdict.reasons[0].clause == "WMA-R29"
    assert "on initiative a unit charges only enemies within 20 cm" in plain(verdict.reasons[0].text)
    bars = {c.id: c.bar for c in play.mode("charge", "EQU-1").marks}
    assert bars["GAL-1"] is None
    assert bars["LIB-2"].clause == "WMA-R29"


@pytest.mark.clause("WMA-INI-04", "WMA-S12", "WMA-R30", "WMA-R24", "WMA-MOV-03")
def test_evading_to_a_safe_distance():
    """30 cm of move: from 15 cm away any distance of more than 5 cm is safe."""
    play = Play(facing_off(15.0), "initiative")
    short = play.check(block("EQU-1", 90, 35.0, mode="evade"))
    assert not short.legal
    assert short.reasons[0].clause == "WMA-S12"
    assert isinstance(short.nearest, MoveAnswer)
    assert play.check(short.nearest).legal
    assert play.check(short.nearest).cost == pytest.approx(50.1)
    play.give(block("EQU-1", 90, 34.98, mode="evade"))
    assert where(play.state, "EQU-1")[1] == (90.0, 34.98, 0.0)
    assert play.event("evaded").data == {"unit": "EQU-1", "travel": 50.2}
    assert play.own("EQU-1").initiative


@pytest.mark.clause("WMA-S12", "WMA-R30")
def test_where_safety_is_out_of_reach_the_full_move_is_a_must():
    state = table(
        unit("LEG-1", at=(90, 60), facing="N"),
        unit("GAL-1", at=(90, 72), facing="S"),
        unit("GAL-2", at=(90, 23), facing="N"),
    )
    play = Play(state, "initiative")
    verdict = play.check(block("LEG-1", 90, 45, mode="evade"))
    assert not verdict.legal
    assert plain(verdict.reasons[0].text) == "The unit cannot get to safety and must go as far as it can: 20 cm"
    assert play.check(verdict.nearest).cost == 200.0
    play.give(MoveAnswer("LEG-1", "evade"))
    assert where(play.state, "LEG-1")[1] == (90.0, 40.0, 0.0)


@pytest.mark.clause("WMA-S12")
def test_a_drawn_evade_must_keep_to_the_line():
    play = Play(facing_off(15.0), "initiative")
    verdict = play.check(block("EQU-1", 95, 20, mode="evade"))
    assert not verdict.legal
    assert plain(verdict.reasons[0].text) == "It must go straight away from GAL-1"
    assert play.check(verdict.nearest).legal
    assert play.check(verdict.nearest).ghosts[1].pose.x == 900.0


@pytest.mark.clause("WMA-S12")
def test_a_unit_uses_initiative_once_a_turn():
    state = facing_off(15.0, unit("LEG-1", at=(140, 40), facing="N"), unit("GAL-2", at=(140, 55), facing="S"))
    play = Play(state, "initiative")
    play.give(MoveAnswer("EQU-1", "evade"))
    assert play.asked_for == "initiative"
    refusal = play.refused(MoveAnswer("EQU-1", "evade"))
    assert refusal.clause == "WMA-S12"


@pytest.mark.clause("WMA-S39")
def test_engaged_units_have_no_initiative():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(90, 42), facing="S"),
        unit("LEG-2", at=(120, 40), facing="N"),
        unit("LIB-1", at=(120, 50), facing="S"),
    )
    play = Play(state, "initiative")
    assert play.refused(MoveAnswer("LEG-1", "evade")).clause == "WMA-S39"
    assert play.check(MoveAnswer("LEG-2", "evade")).legal


@pytest.mark.clause("WMA-S33")
def test_artillery_may_evade_but_not_charge():
    state = table(unit("SCO-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 52), facing="S"))
    play = Play(state, "initiative")
    assert play.refused(charge("SCO-1", "GAL-1")).clause == "WMA-S33"
    assert play.mode("charge", "SCO-1").bar.clause == "WMA-S33"
    verdict = play.check(MoveAnswer("SCO-1", "evade"))
    assert verdict.legal
    assert verdict.cost == 100.0


@pytest.mark.clause("WMA-S12", "WMA-INI-04")
def test_a_unit_that_can_neither_charge_nor_evade_is_not_asked():
    """Horse facing away with its back to a wood: nothing seen, nowhere to go."""
    state = table(
        unit("EQU-1", at=(90, 40), facing="S"),
        unit("GAL-1", at=(90, 55), facing="S"),
        terrain=[feature("wood", box=(80, 30, 100, 38))],
    )
    assert movement.bar_of(state, "EQU-1") is None
    assert movement.mover(state, "EQU-1").bar.clause == "WMA-INI-04"
    assert Play(state, "initiative").asked_for == ""


@pytest.mark.clause("WMA-S20")
@pytest.mark.parametrize("harsh", [False, True])
def test_harsh_confusion_takes_initiative_away(harsh):
    state = table(
        unit("EQU-1", at=(90, 40), facing="N", confused=True),
        unit("GAL-1", at=(90, 58), facing="S"),
        options={"harsh_confusion": harsh},
    )
    bar = movement.bar_of(state, "EQU-1")
    assert (bar is not None and bar.clause == "WMA-S20") == harsh


@pytest.mark.clause("WMA-TRN-02")
def test_the_player_may_end_the_phase():
    play = Play(facing_off(15.0), "initiative")
    assert play.asked.default == Reply(exit="end_phase")
    play.end()
    assert play.asked_for == ""
    assert not play.own("EQU-1").initiative


@pytest.mark.clause("WMA-INI-04", "WMA-S12")
def test_candidates_are_all_accepted():
    play = Play(facing_off(15.0), "initiative")
    found = list(play.session.candidates(play.decision, "any", 24))
    assert [(r.answer.mode if r.answer else r.exit) for r in found] == ["charge", "evade", "evade", "end_phase"]
    assert all(play.session.check(play.decision, r).legal for r in found)
    by_goal = {
        goal: [(r.answer.mode if r.answer else r.exit) for r in play.session.candidates(play.decision, goal, 24)]
        for goal in ("contact", "away", "hold")
    }
    assert by_goal == {
        "contact": ["charge", "end_phase"],
        "away": ["evade", "evade", "end_phase"],
        "hold": ["end_phase"],
    }
    for limit in (1, 2, 3):  # the end of the phase is always among them
        offered = list(play.session.candidates(play.decision, "any", limit))
        assert offered == [*found[: limit - 1], found[-1]]


@pytest.mark.clause("WMA-S12")
@pytest.mark.parametrize("y", [20.0, 20.031, 20.034, 20.036, 20.039])
def test_the_longest_evade_is_legal_wherever_a_friend_stands(y):
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(91.3, 52.4), facing="S"),
        unit("LEG-2", at=(88, y), facing="N"),
        unit("GAL-2", at=(60, 30), facing="E"),
    )
    play = Play(state, "initiative")
    found = movement.evasion(play.state, "LEG-1")
    assert found.most < 200.0
    assert play.check(MoveAnswer("LEG-1", "evade")).legal
    assert play.check(
        MoveAnswer("LEG-1", "evade", courses=(movement.evade_course(play.state, "LEG-1", found.most),))
    ).legal


@pytest.mark.clause("WMA-S12")
@pytest.mark.parametrize(
    ("drawn", "goes"),
    [(299.98, 299.98), (299.989, 300.0), (300.0, 300.0), (300.01, 300.0), (300.02, 300.02), (123.456, 123.46)],
)
def test_a_drawn_evade_counts_to_a_hundredth_of_a_millimetre_and_the_longest_is_met(drawn, goes):
    """30 cm are free; what is drawn within 0.01 mm of them is all of them."""
    play = Play(facing_off(15.0), "initiative")
    answer = MoveAnswer("EQU-1", "evade", courses=(movement.evade_course(play.state, "EQU-1", drawn),))
    assert movement.evade_mm(play.state, answer) == goes
    assert play.check(answer).legal is (goes <= 300.01)


@pytest.mark.clause("WMA-INI-04", "WMA-S12", "WMA-S33")
@pytest.mark.parametrize(
    ("code", "facing", "wall", "what"),
    [
        ("EQU-1", "N", False, {"charge", "evade"}),
        ("EQU-1", "N", True, {"charge"}),
        ("EQU-1", "S", False, {"evade"}),
        ("EQU-1", "S", True, set()),
        ("SCO-1", "N", False, {"evade"}),
        ("SCO-1", "N", True, set()),
    ],
)
def test_either_a_charge_or_an_evade_is_enough_to_be_asked(code, facing, wall, what):
    """An enemy 15 cm to the north: seen or not, the way back free or walled off."""
    rock = [feature("impassable", box=(60, 20, 120, 38))] if wall else []
    state = table(unit(code, at=(90, 40), facing=facing), unit("GAL-1", at=(90, 57), facing="S"), terrain=rock)
    assert {m.id for m in movement.modes(state, code) if m.bar is None} == what
    assert movement.may_move(state, code) is bool(what)
    assert list(movement.able(state, "south")) == ([code] if what else [])
