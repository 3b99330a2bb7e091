"""Orders: who may order whom, what the test needs, what a passed and a failed one bring about."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.engine.decision import Reply, TargetsAnswer
from game.engine.state import State
from rulesets.warmaster_ancients.command import command
from tests.rules.warmaster_ancients.flow_play import Play, bar_of, block, charge, hold, order, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where


def apart(gap: float, character: str = "CONS-1", unit_id: str = "LEG-1", *more: Row, **about: object) -> State:
    """A character south of a unit in line, so many cm from it; an enemy far away in a corner."""
    rows = [unit(character, at=(40, 10)), unit(unit_id, at=(40, 11 + gap), facing="N"), *more]
    if not any(row["id"].startswith(("GAL", "LIB")) for row in more):
        rows.append(unit("GAL-9", at=(170, 118), facing="S"))
    return table(*rows, **about)


def parts(state: State, character: str = "CONS-1", unit_id: str = "LEG-1") -> dict[str, int]:
    """The penalties of an order by clause."""
    total = command.command_sum(state, character, unit_id)
    return {clause: int(value) for _, value, clause in total.rows[1:]}


def need(state: State, character: str = "CONS-1", unit_id: str = "LEG-1") -> int:
    return int(command.command_sum(state, character, unit_id).total)


# --- the sum -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMD-11", "WMA-R04", "WMA-S06")
@pytest.mark.parametrize(
    ("gap", "penalty"),
    [(0.0, 0), (19.99, 0), (20.0, -1), (39.99, -1), (40.0, -2), (59.99, -2), (60.0, -3), (80.0, -4), (100.0, -5)],
)
def test_distance_costs_one_per_full_twenty(gap, penalty):
    assert parts(apart(gap)).get("WMA-CMD-11", 0) == penalty
    assert need(apart(gap)) == 9 + penalty


@pytest.mark.clause("WMA-CMD-12", "WMA-R05")
@pytest.mark.parametrize(("had", "penalty"), [(0, 0), (1, -1), (2, -2)])
def test_successive_orders_cost_one_each(had, penalty):
    state = table(unit("CONS-1", at=(40, 10)), unit("LEG-1", at=(40, 20), facing="N", orders=had))
    assert parts(state).get("WMA-CMD-12", 0) == penalty


@pytest.mark.clause("WMA-CMD-13", "WMA-R03")
@pytest.mark.parametrize(("distance", "penalty"), [(20.0, -1), (20.01, 0), (5.0, -1)])
def test_an_enemy_within_twenty_costs_one(distance, penalty):
    state = apart(5.0, "CONS-1", "LEG-1", unit("GAL-1", at=(40, 18 + distance), facing="S"))
    assert parts(state).get("WMA-CMD-13", 0) == penalty


@pytest.mark.clause("WMA-CMD-13")
def test_several_enemies_near_cost_one_only():
    state = apart(
        5.0,
        "CONS-1",
        "LEG-1",
        unit("GAL-1", at=(40, 30), facing="S"),
        unit("GAL-2", at=(55, 30), facing="S"),
    )
    assert parts(state) == {"WMA-CMD-13": -1}


@pytest.mark.clause("WMA-CMD-14", "WMA-TER-06")
@pytest.mark.parametrize(
    ("kind", "edge", "penalty"),
    [
        ("wood", 45.9, -1),
        ("wood", 46.0, 0),
        ("marsh", 44.0, -1),
        ("deep_river", 44.0, -1),
        ("ruins", 44.0, -1),
        ("hill", 44.0, 0),
        ("bridge", 44.0, 0),
        ("ford", 44.0, 0),
    ],
)
def test_difficult_terrain_under_any_stand_costs_one(kind, edge, penalty):
    state = apart(10.0, terrain=[feature(kind, box=(edge, 15, 60, 30))])
    assert parts(state).get("WMA-CMD-14", 0) == penalty


@pytest.mark.clause("WMA-CMD-15")
@pytest.mark.parametrize(("lost", "penalty"), [((), 0), ((3,), -1), ((2, 3), -2)])
def test_every_lost_stand_costs_one(lost, penalty):
    if lost:
        poses = [(36 + 4 * k, 20, 0) for k in range(3 - len(lost))]
        state = table(unit("CONS-1", at=(40, 10)), unit("LEG-1", poses=poses, lost=lost))
    else:
        state = table(unit("CONS-1", at=(40, 10)), unit("LEG-1", at=(40, 20), facing="N"))
    assert parts(state).get("WMA-CMD-15", 0) == penalty


@pytest.mark.clause("WMA-CMD-10", "WMA-R02")
def test_all_penalties_add_up_and_lower_the_command():
    state = table(
        unit("CONS-1", at=(40, 10)),
        unit("LEG-1", poses=[(38, 52, 0), (42, 52, 0)], lost=(3,), orders=1),
        unit("GAL-1", at=(40, 70), facing="S"),
        terrain=[feature("wood", box=(30, 48, 50, 58))],
    )
    assert parts(state) == {
        "WMA-CMD-11": -2,
        "WMA-CMD-12": -1,
        "WMA-CMD-13": -1,
        "WMA-CMD-14": -1,
        "WMA-CMD-15": -1,
    }
    assert need(state) == 9 - 6


@pytest.mark.clause("WMA-CMD-07")
def test_the_chance_of_two_dice():
    assert command.chance(7) == Fraction(21, 36)
    assert command.chance(2) == Fraction(1, 36)
    assert command.chance(1) == 0
    assert command.chance(11) == Fraction(35, 36)
    assert command.chance(12) == 1


# --- who may order whom ------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMD-16", "WMA-R03")
@pytest.mark.parametrize(
    ("character", "limit", "penalty"), [("CONS-1", 100.0, -5), ("LEGA-1", 60.0, -3), ("TRIB-1", 20.0, -1)]
)
def test_ex02_command_range_is_inclusive(character, limit, penalty):
    near = apart(limit, character)
    assert command.order_bar(near, character, "LEG-1") is None
    assert parts(near, character).get("WMA-CMD-11", 0) == penalty
    bar = command.order_bar(apart(limit + 0.01, character), character, "LEG-1")
    assert bar is not None
    assert bar.clause == "WMA-CMD-16"
    assert f"{limit + 0.01:.2f} cm" in plain(bar.text)


@pytest.mark.clause("WMA-CMD-16")
def test_ex02_a_refused_attempt_uses_no_dice():
    state = apart(20.01, "TRIB-1", "LEG-1", unit("LEG-2", at=(40, 5), facing="N"))
    play = Play(state, "command", [3, 3])
    assert play.refused(order("TRIB-1", "LEG-1")).clause == "WMA-CMD-16"
    assert play.left() == (3, 3)
    play.order("TRIB-1", "LEG-2")
    assert play.left() == ()


@pytest.mark.clause("WMA-CMD-01", "WMA-MOV-01", "WMA-CMD-07", "WMA-R09")
def test_a_passed_order_is_one_move_and_counts_even_where_the_unit_stays():
    play = Play(apart(10.0), "command", [4, 5])
    assert play.asked_for == "order"
    events = play.order("CONS-1", "LEG-1")
    assert [e.type for e in events if e.type != "rest"] == ["order_attempted", "rolled", "ordered"]
    assert play.event("order_attempted").data == {"need": 9}
    assert play.event("rolled").request.need == 9
    assert play.event("rolled").request.compare == "at_most_sum"
    assert play.asked_for == "move"
    play.give(hold("LEG-1"))
    assert play.asked_for == "order"
    assert play.own("LEG-1").orders == 1
    assert play.own("LEG-1").ordered_by == "CONS-1"
    assert where(play.state, "LEG-1")[1] == (40.0, 21.0, 0.0)


@pytest.mark.clause("WMA-CMD-07", "WMA-R07")
@pytest.mark.parametrize(("dice", "passed"), [((4, 5), True), ((5, 5), False), ((6, 6), False), ((1, 1), True)])
def test_the_sum_must_not_exceed_the_need(dice, passed):
    play = Play(apart(10.0, "CONS-1", "LEG-1", unit("LEGA-1", at=(44, 10))), "command", dice)
    play.order("CONS-1", "LEG-1")
    assert (play.asked_for == "move") == passed


@pytest.mark.clause("WMA-R07")
def test_a_hopeless_test_may_be_made_warns_and_fails():
    state = table(
        unit("LEGA-1", at=(40, 10)),
        unit("LEG-1", poses=[(40, 69, 0)], lost=(2, 3), orders=1, ordered_by="LEGA-1"),
        unit("GAL-1", at=(40, 88), facing="S"),
        terrain=[feature("wood", box=(30, 60, 50, 76))],
    )
    assert need(state, "LEGA-1") == 8 - 2 - 1 - 1 - 1 - 2 == 1
    play = Play(state, "command", [1, 1])
    verdict = play.check(order("LEGA-1", "LEG-1"))
    assert verdict.legal
    assert verdict.reasons[0].clause == "WMA-R07"
    assert play.session.forecast(play.decision, Reply(order("LEGA-1", "LEG-1"))).rows[0].chance == 0.0
    play.order("LEGA-1", "LEG-1")
    assert play.own("LEGA-1").silent
    assert play.own("LEG-1").orders == 1


@pytest.mark.clause("WMA-CMD-07")
def test_the_forecast_is_the_exact_chance_with_its_sum():
    play = Play(apart(45.0), "command")
    found = play.session.forecast(play.decision, Reply(order("CONS-1", "LEG-1")))
    assert found is not None
    assert found.runs == 0
    assert found.rows[0].chance == pytest.approx(21 / 36)
    assert found.rows[0].sum.total == 7


# --- failing -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMD-08", "WMA-CMD-02", "WMA-CMD-04", "WMA-R05", "WMA-R06")
def test_ex03_who_may_order_what():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("VEL-1", at=(60, 20), facing="N"),
        unit("LEGA-1", at=(50, 15)),
        unit("TRIB-1", at=(52, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )
    play = Play(state, "command", [3, 3, 4, 5, 3, 4])
    play.order("LEGA-1", "LEG-1")
    play.give(hold("LEG-1"))
    play.order("LEGA-1", "VEL-1")
    assert play.asked_for == "order"
    assert play.own("LEGA-1").silent
    assert play.event("order_failed").clauses == ("WMA-CMD-08",)
    assert play.refused(order("LEGA-1", "VEL-1")).clause == "WMA-CMD-08"
    assert play.refused(order("TRIB-1", "LEG-1")).clause == "WMA-CMD-04"
    assert command.command_sum(play.state, "TRIB-1", "VEL-1").total == 7
    play.order("TRIB-1", "VEL-1")
    assert play.asked_for == "move"
    assert play.own("VEL-1").ordered_by == "TRIB-1"
    assert play.left() == ()


@pytest.mark.clause("WMA-CMD-04", "WMA-R06")
def test_a_unit_is_bound_to_the_character_who_ordered_it_first():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("LEGA-1", at=(50, 15)),
        unit("TRIB-1", at=(52, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )
    play = Play(state, "command", [3, 3, 6, 6])
    play.order("LEGA-1", "LEG-1")
    play.give(hold("LEG-1"))
    bar = command.order_bar(play.state, "TRIB-1", "LEG-1")
    assert bar is not None
    assert bar.clause == "WMA-CMD-04"
    assert plain(bar.text) == "It takes its orders from LEGA-1 this turn"
    assert play.refused(order("TRIB-1", "LEG-1")).clause == "WMA-CMD-04"


@pytest.mark.clause("WMA-CMD-09", "WMA-R08", "WMA-CMD-11", "WMA-CMD-12", "WMA-CMD-13", "WMA-CMD-15", "WMA-CMD-10")
def test_ex01_stacked_penalties_and_the_general_fails():
    state = table(
        unit("CONS-1", at=(90, 10)),
        unit("LEGA-1", at=(92, 10)),
        unit("LEG-1", poses=[(88, 52, 0), (92, 52, 0)], lost=(3,)),
        unit("LEG-2", at=(70, 12), facing="N"),
        unit("GAL-1", at=(90, 84), facing="S"),
    )
    play = Play(state, "command", [2, 4, 1, 3])
    assert need(play.state) == 6
    play.order("CONS-1", "LEG-1")
    play.give(block("LEG-1", 90, 72))
    assert need(play.state) == 3
    assert parts(play.state) == {"WMA-CMD-11": -3, "WMA-CMD-12": -1, "WMA-CMD-13": -1, "WMA-CMD-15": -1}
    play.order("CONS-1", "LEG-1")
    assert play.asked_for == ""
    assert play.types("general_failed") == ["general_failed"]
    assert play.own("LEGA-1").orders == 0
    assert play.left() == ()


@pytest.mark.clause("WMA-R08", "WMA-CHR-01")
def test_after_the_generals_failure_the_turn_goes_on_with_the_characters():
    state = table(
        unit("CONS-1", at=(90, 10)),
        unit("LEGA-1", at=(92, 10)),
        unit("LEG-1", at=(90, 20), facing="N"),
        unit("GAL-1", at=(90, 110), facing="S"),
    )
    play = Play(state, "turn", [6, 6], side="south")
    play.order("CONS-1", "LEG-1")
    assert play.asked_for == "ride"
    assert play.state.own.phase == "characters"


# --- one after another -------------------------------------------------------------------------------------------


def three_units() -> State:
    return table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("LEGA-1", at=(50, 15)),
        unit("TRIB-1", at=(52, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )


@pytest.mark.clause("WMA-CMD-02")
def test_one_character_at_a_time():
    play = Play(three_units(), "command", [3, 3, 3, 3])
    play.order("LEGA-1", "LEG-1")
    play.give(hold("LEG-1"))
    play.order("TRIB-1", "LEG-2")
    play.give(hold("LEG-2"))
    assert play.own("LEGA-1").done
    assert play.refused(order("LEGA-1", "LEG-2")).clause == "WMA-CMD-02"


@pytest.mark.clause("WMA-CMD-05")
def test_one_unit_at_a_time():
    play = Play(three_units(), "command", [3, 3, 3, 3])
    play.order("LEGA-1", "LEG-1")
    play.give(hold("LEG-1"))
    play.order("LEGA-1", "LEG-2")
    play.give(hold("LEG-2"))
    assert play.own("LEG-1").closed
    assert play.refused(order("LEGA-1", "LEG-1")).clause == "WMA-CMD-05"


@pytest.mark.clause("WMA-CMD-05", "WMA-R06")
def test_a_unit_on_which_a_test_failed_is_not_closed():
    play = Play(three_units(), "command", [6, 6, 3, 3])
    play.order("LEGA-1", "LEG-1")
    assert not play.own("LEG-1").closed
    play.order("TRIB-1", "LEG-1")
    assert play.own("LEG-1").orders == 1
    assert play.event("order_attempted").data["need"] == 7


@pytest.mark.clause("WMA-CMD-03", "WMA-MOV-01")
def test_three_orders_at_most():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )
    play = Play(state, "command", [3, 3, 3, 3, 3, 3])
    for n in (1, 2, 3):
        play.order("CONS-1", "LEG-1")
        play.give(block("LEG-1", 40, 20 + 2 * n))
        assert play.own("LEG-1").orders == n
    assert play.refused(order("CONS-1", "LEG-1")).clause == "WMA-CMD-03"
    assert where(play.state, "LEG-1")[1] == (40.0, 26.0, 0.0)


@pytest.mark.clause("WMA-CMD-05", "WMA-CMD-02")
def test_unit_character_and_phase_may_be_closed_by_word():
    play = Play(three_units(), "command", [3, 3, 3, 3])
    assert [e.id for e in play.asked.exits] == ["end_phase"]
    play.order("CONS-1", "LEG-1")
    play.give(hold("LEG-1"))
    assert [e.id for e in play.asked.exits] == ["end_phase", "close_unit", "close_character"]
    play.give(way_out="close_unit")
    assert play.own("LEG-1").closed
    assert play.refused(order("CONS-1", "LEG-1")).clause == "WMA-CMD-05"
    play.give(way_out="close_character")
    assert play.own("CONS-1").done
    assert play.refused(order("CONS-1", "LEG-2")).clause == "WMA-CMD-02"
    play.order("LEGA-1", "LEG-2")
    play.give(hold("LEG-2"))
    play.end()
    assert play.asked_for == ""
    assert play.own("LEGA-1").done
    assert play.state.own.commanding == ""


@pytest.mark.clause("WMA-CMD-06", "WMA-S39")
def test_engaged_units_take_no_orders():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("GAL-1", at=(40, 22), facing="S"),
    )
    play = Play(state, "command")
    assert play.refused(order("CONS-1", "LEG-1")).clause == "WMA-CMD-06"
    marks = play.asked.space.actors[0].means["order"]
    assert bar_of(marks, "LEG-1").clause == "WMA-CMD-06"
    assert bar_of(marks, "LEG-2") is None


@pytest.mark.clause("WMA-CMD-06")
def test_a_unit_that_has_charged_home_gets_no_further_orders():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("GAL-1", at=(40, 35), facing="S"),
    )
    play = Play(state, "command", [3, 3])
    play.order("CONS-1", "LEG-1")
    play.give(charge("LEG-1", "GAL-1"))
    assert play.refused(order("CONS-1", "LEG-1")).clause == "WMA-CMD-06"


@pytest.mark.clause("WMA-INI-05")
def test_initiative_excludes_orders():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N", initiative=True),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )
    assert Play(state, "command").refused(order("CONS-1", "LEG-1")).clause == "WMA-INI-05"


@pytest.mark.clause("WMA-S20")
@pytest.mark.parametrize("harsh", [False, True])
def test_confused_units_take_orders_unless_the_battle_is_harsh(harsh):
    state = table(
        unit("LEG-1", at=(40, 20), facing="N", confused=True, confused_before=True),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("CONS-1", at=(48, 15)),
        unit("GAL-1", at=(160, 110), facing="S", confused=True),
        options={"harsh_confusion": harsh},
    )
    play = Play(state, "command", [] if harsh else [3, 3])
    if harsh:
        assert play.refused(order("CONS-1", "LEG-1")).clause == "WMA-S20"
        play.end()
        assert not play.own("LEG-1").confused
        assert not play.own("LEG-1").confused_before
        assert play.own("GAL-1").confused  # its owner's command phase is another
        return
    play.order("CONS-1", "LEG-1")
    play.give(hold("LEG-1"))
    play.end()
    assert play.own("LEG-1").confused


@pytest.mark.clause("WMA-CMD-07")
def test_refusals_of_what_is_no_order():
    play = Play(three_units(), "command")
    assert play.check(TargetsAnswer(())).status == "unfinished"
    assert play.check(order("CONS-1", "")).status == "unfinished"
    assert play.check(order("LEG-1", "LEG-2")).reasons[0].clause == "WMA-CMD-07"
    assert play.check(order("CONS-1", "GAL-1")).reasons[0].clause == "WMA-CMD-07"
    assert play.check(order("CONS-1", "nobody")).reasons[0].clause == "WMA-CMD-07"
    two = TargetsAnswer((*order("CONS-1", "LEG-1").aims, *order("CONS-1", "LEG-2").aims))
    assert play.check(two).reasons[0].clause == "WMA-CMD-05"


@pytest.mark.clause("WMA-CMD-01")
def test_the_phase_ends_by_itself_where_nobody_can_be_ordered():
    state = table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("TRIB-1", at=(100, 15)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )
    play = Play(state, "command")
    assert play.asked_for == ""
    assert play.types("no_orders_left") == ["no_orders_left"]


@pytest.mark.clause("WMA-CMD-10")
def test_each_mark_tells_what_it_needs():
    play = Play(apart(45.0), "command")
    marks = play.asked.space.actors[0].means["order"]
    assert plain(marks[0].note) == "needs 7 or less: 58 %"


@pytest.mark.clause("WMA-CMD-02", "WMA-CMD-07")
def test_candidates_are_all_accepted_and_end_with_the_ways_out():
    play = Play(three_units(), "command", [3, 3])
    play.order("CONS-1", "LEG-1")
    play.give(hold("LEG-1"))
    found = list(play.session.candidates(play.decision, "any", 64))
    assert [r.exit for r in found if r.exit] == ["end_phase", "close_unit", "close_character"]
    assert all(play.session.check(play.decision, r).legal for r in found)
    assert len([r for r in found if r.answer]) == 2 + 1 + 1


@pytest.mark.clause("WMA-CMD-02", "WMA-CMD-05")
def test_what_is_offered_is_as_much_as_is_asked_for():
    """Two pairs of character and unit, then the end of the phase: the first so many of these, never more."""
    play = Play(three_units(), "command")
    whole = list(play.session.candidates(play.decision, "any", 100))
    assert len(whole) == len(set(map(str, whole))) > 3
    assert [r.exit for r in whole][-1] == "end_phase"
    for limit in range(len(whole) + 2):
        assert list(play.session.candidates(play.decision, "any", limit)) == whole[:limit]
