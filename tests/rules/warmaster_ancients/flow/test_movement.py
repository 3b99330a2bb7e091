"""The move an order gives: allowances, legs, formations, charging instead, refusals with the nearest legal move."""

from __future__ import annotations

import math

import pytest

from game.engine.decision import Course, MoveAnswer, Reply
from game.geometry.steps import Advance, Back, Form, Oblique, Path, Shift, Turn, Wheel
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.move import courses
from tests.rules.warmaster_ancients.flow_play import Play, block, charge, hold, march, plain
from tests.rules.warmaster_ancients.table import feature, table, unit, where


def alone(unit_id: str = "LEG-1", formation: str = "line", **more: object) -> Play:
    """One unit facing north in the middle, an enemy far away, with an order received."""
    state = table(
        unit(unit_id, side="south", formation=formation, at=(90, 40), facing="N"),
        unit("GAL-9", at=(170, 118), facing="S"),
        **more,
    )
    return Play(state, "move", unit=unit_id)


@pytest.mark.clause("WMA-MOV-02", "WMA-MOV-04")
@pytest.mark.parametrize(
    ("unit_id", "allowance"),
    [("LEG-1", 20), ("EQU-1", 30), ("LCH-1", 30), ("SCO-1", 10), ("ELE-1", 20)],
)
def test_full_allowance_of_each_type(unit_id, allowance):
    play = alone(unit_id)
    assert play.mode("march").allowance == allowance * 10.0
    assert play.check(block(unit_id, 90, 40 + allowance)).legal
    verdict = play.check(block(unit_id, 90, 40 + allowance + 0.01))
    assert verdict.reasons[0].clause == "WMA-MOV-07"
    assert verdict.cost == pytest.approx(allowance * 10.0 + 0.1)
    assert verdict.allowance == allowance * 10.0


@pytest.mark.clause("WMA-MOV-05", "WMA-MOV-03")
def test_ex05_irregular_units_move_half_but_charge_in_full():
    poses = [(88, 40, 0), (90, 41, 0), (92, 40, 0)]
    state = table(unit("NUM-1", side="south", poses=poses), unit("LEG-1", side="north", at=(90, 72.9), facing="S"))
    play = Play(state, "move", unit="NUM-1")
    assert play.mode("march").allowance == 150.0
    legal = {f"NUM-1.{n}": (x, y + 15, 0) for n, (x, y, _) in enumerate(poses, 1)}
    far = {f"NUM-1.{n}": (x, y + 15.01, 0) for n, (x, y, _) in enumerate(poses, 1)}
    assert play.check(march("NUM-1", legal)).legal
    assert play.check(march("NUM-1", far)).reasons[0].clause == "WMA-MOV-07"
    assert play.mode("charge").allowance == 300.0
    assert play.check(charge("NUM-1", "LEG-1")).legal


@pytest.mark.clause("WMA-MOV-05", "WMA-R23")
def test_ex05_fortified_units_move_half_but_charge_in_full():
    state = table(
        unit("LIB-1", side="south", at=(90, 40), facing="N"),
        unit("LEG-1", side="north", at=(90, 61.9), facing="S"),
        terrain=[feature("fortification", box=(80, 35, 100, 42))],
    )
    play = Play(state, "move", unit="LIB-1")
    assert play.mode("march").allowance == 100.0
    assert play.check(block("LIB-1", 90, 50)).legal
    assert not play.check(block("LIB-1", 90, 50.01)).legal
    assert play.check(charge("LIB-1", "LEG-1")).legal


@pytest.mark.clause("WMA-MOV-06", "WMA-MOV-07", "WMA-S09")
def test_ex06_changing_formation():
    play = alone()
    legal = {"LEG-1.2": (90, 60, 0), "LEG-1.1": (90, 58, 0), "LEG-1.3": (90, 56, 0)}
    verdict = play.check(march("LEG-1", legal))
    assert verdict.legal
    assert verdict.cost == pytest.approx(200.0)
    travel = [math.dist(p[0], p[-1]) for p in verdict.paths]
    assert [round(t, 1) for t in travel] == [184.4, 200.0, 164.9]
    shifted = {s: (x, y + 0.01, f) for s, (x, y, f) in legal.items()}
    assert play.check(march("LEG-1", shifted)).reasons[0].clause == "WMA-MOV-07"
    play.give(march("LEG-1", legal))
    assert where(play.state, "LEG-1") == [(90.0, 58.0, 0.0), (90.0, 60.0, 0.0), (90.0, 56.0, 0.0)]
    assert facts.formation(play.state, "LEG-1") == "column"


@pytest.mark.clause("WMA-MOV-06")
def test_a_block_forms_up_at_the_end_of_its_leg():
    play = alone()
    play.give(block("LEG-1", 90, 55, 90.0, "column"))
    assert facts.formation(play.state, "LEG-1") == "column"
    assert sorted(where(play.state, "LEG-1")) == [(88.0, 55.0, 90.0), (90.0, 55.0, 90.0), (92.0, 55.0, 90.0)]


@pytest.mark.clause("WMA-S09")
def test_up_to_three_legs_added_up():
    play = alone()
    path = MoveAnswer("LEG-1", "march", courses=(Course("LEG-1", (Path(((950, 450), (950, 500), (900, 550))),)),))
    verdict = play.check(path)
    assert verdict.legal
    assert verdict.cost == pytest.approx(50 * math.sqrt(2) * 2 + 50, abs=0.001)
    four = MoveAnswer("LEG-1", "march", courses=(Course("LEG-1", (Path(((900, 410),) * 4),)),))
    assert play.check(four).reasons[0].clause == "WMA-S09"


@pytest.mark.clause("WMA-S09")
def test_turning_in_place_is_free_but_every_stand_pays_its_way():
    play = alone()
    assert play.check(block("LEG-1", 90, 40, 180.0)).cost == pytest.approx(80.0)
    about = MoveAnswer("LEG-1", "march", courses=(Course("LEG-1", (Turn("about"),)),))
    assert play.check(about).cost == 0.0
    play.give(about)
    assert where(play.state, "LEG-1") == [(86.0, 40.0, 180.0), (90.0, 40.0, 180.0), (94.0, 40.0, 180.0)]


@pytest.mark.clause("WMA-MOV-08")
def test_units_do_not_pass_through_units():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("LEG-2", at=(90, 50), facing="N"),
        unit("GAL-9", at=(170, 118), facing="S"),
    )
    play = Play(state, "move", unit="LEG-1")
    verdict = play.check(block("LEG-1", 90, 58))
    assert verdict.reasons[0].clause == "WMA-MOV-08"
    assert plain(verdict.reasons[0].text) == "The way is blocked by LEG-2"
    nearest = play.check(verdict.nearest)
    assert nearest.legal
    assert 79.5 <= nearest.cost <= 80.0
    assert play.check(block("LEG-1", 90, 48)).legal


@pytest.mark.clause("WMA-MOV-09")
def test_characters_do_not_block():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("CONS-1", at=(90, 50)),
        unit("STRA-1", at=(94, 52)),
        unit("GAL-9", at=(170, 118), facing="S"),
    )
    play = Play(state, "move", unit="LEG-1")
    assert play.check(block("LEG-1", 90, 58)).legal


@pytest.mark.clause("WMA-S05")
def test_a_march_keeps_one_cm_from_enemies():
    state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 50), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    assert play.check(block("LEG-1", 90, 47)).legal
    verdict = play.check(block("LEG-1", 90, 47.01))
    assert verdict.reasons[0].clause == "WMA-S05"


@pytest.mark.clause("WMA-TER-01", "WMA-TER-03", "WMA-TER-05", "WMA-TER-07")
@pytest.mark.parametrize(
    ("unit_id", "kind", "clause"),
    [
        ("LEG-1", "wood", ""),
        ("LEG-1", "impassable", "WMA-TER-01"),
        ("EQU-1", "wood", "WMA-TER-03"),
        ("EQU-1", "ford", ""),
        ("ELE-1", "marsh", "WMA-TER-03"),
        ("LCH-1", "ford", "WMA-TER-05"),
        ("LCH-1", "bridge", ""),
        ("SCO-1", "hill", ""),
    ],
)
def test_terrain_bars_the_way(unit_id, kind, clause):
    play = alone(unit_id, terrain=[feature(kind, box=(70, 43, 110, 70))])
    verdict = play.check(block(unit_id, 90, 48))
    assert verdict.legal == (clause == "")
    if clause:
        assert verdict.reasons[0].clause == clause
        assert play.check(verdict.nearest).legal


@pytest.mark.clause("WMA-R09", "WMA-MOV-01")
def test_an_order_may_be_held():
    play = alone()
    assert play.asked.default == Reply(hold("LEG-1"))
    play.give(hold("LEG-1"))
    assert play.asked_for == ""
    assert play.types("held") == ["held"]
    assert where(play.state, "LEG-1")[0] == (86.0, 40.0, 0.0)


@pytest.mark.clause("WMA-MOV-01")
def test_a_march_is_carried_out_at_once_and_told():
    play = alone()
    play.give(block("LEG-1", 90, 52.5))
    assert play.asked_for == ""
    moved = play.event("moved")
    assert moved.data == {"unit": "LEG-1", "travel": 125.0}
    assert plain(moved.text) == "LEG-1 moved 12.5 cm"
    assert where(play.state, "LEG-1") == [(86.0, 52.5, 0.0), (90.0, 52.5, 0.0), (94.0, 52.5, 0.0)]


@pytest.mark.clause("WMA-S03")
def test_the_stands_must_end_as_one_group():
    play = alone()
    apart = {"LEG-1.1": (84, 45, 0), "LEG-1.2": (90, 45, 0), "LEG-1.3": (94, 45, 0)}
    assert play.check(march("LEG-1", apart)).reasons[0].clause == "WMA-S03"


@pytest.mark.clause("WMA-S09")
def test_the_table_ends():
    state = table(unit("LEG-1", at=(90, 5), facing="N"), unit("GAL-9", at=(170, 118), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    assert play.check(block("LEG-1", 90, 1)).legal
    verdict = play.check(block("LEG-1", 90, 0.9))
    assert verdict.reasons[0].clause == "WMA-S09"


@pytest.mark.clause("WMA-S10")
def test_a_refused_charge_costs_neither_order_nor_move():
    state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 62.01), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    assert play.refused(charge("LEG-1", "GAL-1")).clause == "WMA-S11"
    assert play.asked_for == "move"
    play.give(block("LEG-1", 90, 50))
    assert play.types("moved") == ["moved"]


@pytest.mark.clause("WMA-S09")
def test_answers_that_are_none():
    play = alone()
    assert play.check(MoveAnswer("LEG-1", "march")).status == "unfinished"
    assert play.check(MoveAnswer("LEG-1", "charge")).status == "unfinished"
    assert play.check(MoveAnswer("LEG-2", "march")).status == "refused"
    assert play.check(MoveAnswer("LEG-1", "fly")).status == "refused"
    stray = MoveAnswer("LEG-1", "march", courses=(Course("GAL-9", (Advance(10.0),)),))
    assert play.check(stray).status == "refused"
    square = MoveAnswer("LEG-1", "march", courses=(Course("LEG-1", (Form("square"),)),))
    assert play.check(square).status == "refused"


@pytest.mark.clause("WMA-S09")
@pytest.mark.parametrize(
    ("step", "ends"),
    [
        (Advance(100.0), [(86, 50, 0), (90, 50, 0), (94, 50, 0)]),
        (Back(100.0), [(86, 30, 0), (90, 30, 0), (94, 30, 0)]),
        (Shift(50.0, "left"), [(81, 40, 0), (85, 40, 0), (89, 40, 0)]),
        (Oblique(100.0, 90.0), [(96, 40, 0), (100, 40, 0), (104, 40, 0)]),
        (Wheel(90.0, "right"), [(95, 51, 90), (95, 47, 90), (95, 43, 90)]),
        (Wheel(90.0, "left"), [(85, 43, 270), (85, 47, 270), (85, 51, 270)]),
        (Form("column"), [(90, 42, 0), (90, 40, 0), (90, 38, 0)]),
    ],
)
def test_steps_of_a_block(step, ends):
    play = alone()
    legs = courses.legs_of(play.state, "LEG-1", (Course("LEG-1", (step,)),))
    assert [(p.x / 10, p.y / 10, p.facing) for p in legs[-1].values()] == ends


@pytest.mark.clause("WMA-MOV-01", "WMA-R09")
def test_a_unit_in_the_open_gets_many_different_moves():
    play = alone("LEG-1")
    found = list(play.session.candidates(play.decision, "any", 64))
    assert all(play.session.check(play.decision, r).legal for r in found)
    verdicts = [play.session.check(play.decision, r) for r in found]
    ends = {tuple((g.pose.x, g.pose.y, g.pose.facing) for g in v.ghosts) for v in verdicts}
    assert len(ends) == len(found) >= 40
    for goal in ("towards", "away", "face", "hold"):
        some = list(play.session.candidates(play.decision, goal, 8))
        assert some, goal
        assert all(play.session.check(play.decision, r).legal for r in some)


@pytest.mark.clause("WMA-MOV-01", "WMA-MOV-06", "WMA-S09")
@pytest.mark.parametrize(
    ("goal", "count"),
    [("any", 60), ("contact", 1), ("towards", 47), ("away", 8), ("cover", 2), ("face", 3), ("hold", 1), ("onto", 0)],
)
def test_golden_counts_of_the_moves_thought_of(goal, count):
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(90, 58), facing="S"),
        unit("GAL-2", at=(60, 80), facing="S"),
        terrain=[feature("wood", box=(70, 45, 80, 60))],
    )
    play = Play(state, "move", unit="LEG-1")
    found = list(play.session.candidates(play.decision, goal, 500))
    assert len(found) == count
    assert len({str(r) for r in found}) == count
    assert all(play.session.check(play.decision, r).legal for r in found)
    assert len(list(play.session.candidates(play.decision, goal, 5))) == min(count, 5)
