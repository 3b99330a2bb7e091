"""Charge moves: contact and the door closed, charges that fail, runners caught, counter-charges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from game.engine.state import Frame, State
from game.geometry.steps import Advance, Wheel
from game.kit import situation
from rulesets.ancient_battles.charge import conforming
from rulesets.ancient_battles.charge.charge_moves import ChargeMoveQuestion
from rulesets.ancient_battles.charge.solver import solve
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.barriers import fits
from rulesets.ancient_battles.field.blocks import block_of, outline
from tests.rules.ancient_battles.charge_play import Play, charge, declared, path_of
from tests.rules.ancient_battles.table import piece, table, unit


def moved(state: State, *pairs: tuple[str, str], counter: bool = False) -> Play:
    """The charge moves of declared charges, every charge by its best path."""
    for a, b in pairs:
        state = declared(state, a, b, counter)
    return Play(state, Frame("wab.charge_moves"))


def best(play: Play) -> Play:
    while play.asked_for:
        draft = play.session.asked(play.session.waiting[0]).default.answer
        assert draft is not None
        play.give(draft)
    return play


@pytest.mark.clause("WAB-TRN-03", "WAB-CHG-01", "WAB-S09")
def test_a_charge_straight_ahead() -> None:
    play = moved(table(unit("PHA", (36, 20)), unit("WAR", (36, 26), 180)), ("PHA", "WAR"))
    assert play.asked_for == "wab.charge_move"
    play.give(charge("PHA", "WAR"))
    assert play.types() == ["charged", "contact"]
    assert play.front("PHA") == (36.0, 26.0, 0.0)
    assert facts.opponents(play.state, "PHA") == ("WAR",)
    (tie,) = play.state.ties.values()
    assert (tie.own.how, tie.own.edge, tie.own.since) == ("charge", "front", 1)
    assert play.own("PHA").charged
    assert not play.own("WAR").charged


@pytest.mark.clause("WAB-S09", "WAB-CHG-05")
def test_the_door_is_closed_about_the_first_contact() -> None:
    """An enemy ten degrees askew: the charger pivots on the corner it touched until its front lies flush."""
    play = best(moved(table(unit("PHA", (36, 20)), unit("WAR", (36, 26), 190)), ("PHA", "WAR")))
    assert play.front("PHA")[2] == 10.0
    assert engagement.edge(play.state, "PHA", "WAR") == "front"
    assert engagement.edge(play.state, "WAR", "PHA") == "front"
    assert facts.gap(play.state, "PHA", "WAR") < 0.001


@pytest.mark.clause("WAB-S09")
def test_where_the_way_is_blocked_the_target_pivots() -> None:
    """A comrade beside the charger leaves it no room to turn."""
    left = unit("SIL", (32.2, 25.9), files=4)
    right = unit("COM", (41.35, 25.9), files=4, models=4)
    state = table(unit("PHA", (36.2, 20)), unit("WAR", (36, 26.5), 194), left, right)
    play = best(moved(state, ("PHA", "WAR")))
    assert play.event("contact").data["closed"] == "target"
    assert play.front("PHA")[2] == 0.0
    assert play.front("WAR")[2] == 180.0
    assert engagement.touch(play.state, "PHA", "WAR")


@pytest.mark.clause("WAB-S09", "WAB-S07")
def test_a_target_that_pivots_onto_its_own_skirmishers_draws_nobody_else_into_the_fight() -> None:
    """A slinger stands where the warband's corner swings to: he steps aside and is not engaged by the touch."""
    left = unit("SIL", (32.2, 25.9), files=4)
    right = unit("COM", (41.35, 25.9), files=4, models=4)
    warband = unit("WAR", (36, 26.5), 194)
    slinger = unit("GSL", (34.25, 26.421), 180, models=1)
    play = best(moved(table(unit("PHA", (36.2, 20)), warband, left, right, slinger), ("PHA", "WAR")))
    assert play.types() == ["charged", "contact", "made_way"]
    assert facts.opponents(play.state, "PHA") == ("WAR",)
    assert outline(play.state, "WAR").intersection(outline(play.state, "GSL")).area < 0.31


@pytest.mark.clause("WAB-CHG-03", "WAB-S11", "WAB-S09")
@pytest.mark.parametrize(("unit_id", "gap", "goes"), [("PHA", 8.5, 4.0), ("SIL", 6.5, 3.0)])
def test_a_charge_that_fails_goes_its_normal_rate(unit_id: str, gap: float, goes: float) -> None:
    play = best(moved(table(unit(unit_id, (36, 10)), unit("WAR", (36, 10 + gap), 180)), (unit_id, "WAR")))
    assert play.types() == ["charge_failed"]
    assert play.front(unit_id) == (36.0, 10.0 + goes, 0.0)
    assert play.own(unit_id).charge_failed
    assert not play.own(unit_id).charged
    assert not play.state.ties


@pytest.mark.clause("WAB-S11", "WAB-S07")
def test_a_failed_charge_stops_an_inch_from_enemies() -> None:
    """Another enemy stands 3 inches ahead beside the way of the wheel."""
    wall = [piece("wall", line=[(30, 13.5), (42, 13.5)])]
    state = table(unit("PHA", (36, 10)), unit("WAR", (36, 14.5), 180), terrain=wall)
    play = best(moved(state, ("PHA", "WAR")))
    assert play.types() == ["charge_failed"]
    assert play.front("PHA") == (36.0, 13.5, 0.0)


@pytest.mark.clause("WAB-S09")
def test_a_failed_charge_spends_its_move_on_the_wheel_first() -> None:
    """Usual path: a wide wheel that costs more than the normal rate is made only in part."""
    state = table(unit("SIL", (36, 20)), unit("WAR", (46, 24), 180))
    play = best(moved(state, ("SIL", "WAR")))
    assert play.types() == ["charge_failed"]
    turned = play.front("SIL")[2]
    steps = play.event("charge_failed").data["steps"]
    assert steps.startswith(("wheel R", "adv"))
    assert turned >= 0.0


@pytest.mark.clause("WAB-S11")
def test_a_runner_within_reach_is_destroyed() -> None:
    state = table(unit("COM", (36, 10)), unit("WAR", (36, 25.9), 0, fleeing=True))
    play = best(moved(state, ("COM", "WAR")))
    assert play.types()[0] == "caught"
    assert not situation.on_table(play.state, "WAR")
    assert play.front("COM")[1] == pytest.approx(25.9 - 0.8 * 5, abs=0.01)


@pytest.mark.clause("WAB-S11", "WAB-CHG-03")
def test_a_runner_out_of_reach_gets_away() -> None:
    state = table(unit("COM", (36, 10)), unit("WAR", (36, 30.1), 0, fleeing=True))
    play = best(moved(state, ("COM", "WAR")))
    assert play.types() == ["charge_failed"]
    assert play.front("COM") == (36.0, 18.0, 0.0)


@pytest.mark.clause("WAB-S12", "WAB-RCT-01", "WAB-CMB-04")
def test_a_counter_charge_meets_the_charge_half_way() -> None:
    """14 inches apart at 8 inches each: min(8, 7) = 7, and the other 7 for the charge."""
    state = table(unit("COM", (36, 10)), unit("LCH", (36, 24), 180))
    play = best(moved(state, ("COM", "LCH"), counter=True))
    assert play.types() == ["counter_charged", "charged", "contact"]
    assert play.front("LCH")[:2] == (36.0, 17.0)
    assert play.front("COM")[:2] == (36.0, 17.0)
    assert play.own("LCH").charged
    assert play.own("COM").charged


@pytest.mark.clause("WAB-S10")
def test_skirmishers_charged_line_up_along_the_front() -> None:
    """Six files of 0.8 inch have room for six; the other four stand behind them."""
    play = best(moved(table(unit("PHA", (36, 20)), unit("GSL", (36, 25), 180)), ("PHA", "GSL")))
    touched = {b for _, b in engagement.pairs(play.state, "PHA", "GSL")}
    assert len(touched) == 6
    assert facts.count(play.state, "GSL") == 10


@pytest.mark.clause("WAB-S10")
def test_skirmishers_who_charge_line_up_along_the_facing_charged() -> None:
    play = best(moved(table(unit("SJA", (36, 20)), unit("WAR", (36, 24), 180)), ("SJA", "WAR")))
    touched = {a for a, _ in engagement.pairs(play.state, "SJA", "WAR")}
    assert len(touched) == 5


@pytest.mark.clause("WAB-S10")
def test_two_loose_units_form_facing_lines() -> None:
    play = best(moved(table(unit("SJA", (36, 20)), unit("GSL", (36, 25), 180)), ("SJA", "GSL")))
    pairs = engagement.pairs(play.state, "SJA", "GSL")
    assert len({a for a, _ in pairs}) == 10
    assert len({b for _, b in pairs}) == 10


@pytest.mark.clause("WAB-S10")
def test_where_somebody_stands_in_the_way_the_row_does_not_go_on_beyond_the_edge() -> None:
    """An edge of 120 mm has room for six; one place is taken, so five stand in the first row."""
    state = table(unit("GSL", (10, 10)), unit("SGE", poses=[(40.4, 24.6, 0)], models=1))
    edge = np.array((1000.0, 600.0)), np.array((1120.0, 600.0))
    found = conforming.lined_up(state, "GSL", edge, (1060.0, 600.0))
    first = sorted(p.x for p in found.values() if p.y < 615.0)
    assert len(found) == 10
    assert len(first) < 6
    assert 1010.0 <= first[0] <= first[-1] <= 1110.0


@pytest.mark.clause("WAB-S10")
def test_a_loose_target_without_room_to_turn_stays_as_it_is() -> None:
    """A chief sits sideways before his own axemen: turned to his enemy he would stand in them, so the others come."""
    state = table(
        unit("SJA", (36, 20)), unit("GCH", (36, 25), 90), unit("OAT", (36, 25.6), 180, models=10), size=(72, 48)
    )
    before = state.bases["GCH.1"].pose
    play = best(moved(state, ("SJA", "GCH")))
    assert play.types() == ["charged", "contact"]
    assert play.state.bases["GCH.1"].pose == before
    assert engagement.touch(play.state, "SJA", "GCH")
    assert not outline(play.state, "GCH").intersects(outline(play.state, "OAT"))
    assert outline(play.state, "SJA").intersection(outline(play.state, "OAT")).area < 0.01


@pytest.mark.clause("WAB-S10")
@pytest.mark.parametrize(("dx", "dy"), [(0, -4), (0, 4), (-4, 0), (4, 0), (-4, 1), (1, 4)])
def test_a_rider_comes_upon_a_loose_enemy_in_a_fight_from_the_side_he_rides_from(dx: float, dy: float) -> None:
    """The slinger stays as he is; the rider's base lies flush along the slinger's edge that is nearest to him."""
    rows = [unit("GSL", poses=[(36, 24, 0)], models=1), unit("SGE", poses=[(36 + dx, 24 + dy, 0)], models=1)]
    corner = (36 - math.copysign(0.8, dx), 24 - math.copysign(0.8, dy), 0)
    state = table(*rows, unit("SBS", poses=[corner], models=1), contacts=[{"a": "SBS", "b": "GSL"}])
    x, y = 36 + max(-0.4, min(0.4, dx)), 24 + max(-0.4, min(0.4, dy))
    found = conforming.close(state, "SGE", "GSL", None, (25.0 * x, 25.0 * y))
    (pose,) = found.poses.values()
    # an inch wide and two long, half a base of 0.8 inches and half of its own length from middle to middle
    if abs(dx) > abs(dy):
        assert pose.x / 25.0 == pytest.approx(36 + math.copysign(1.4, dx), abs=0.002)
        assert abs(pose.y / 25.0 - 24) <= 0.4
        assert pose.facing % 360.0 == (270.0 if dx > 0 else 90.0)
    else:
        assert pose.y / 25.0 == pytest.approx(24 + math.copysign(1.4, dy), abs=0.002)
        assert abs(pose.x / 25.0 - 36) <= 0.4
        assert pose.facing % 360.0 == (180.0 if dy > 0 else 0.0)


@pytest.mark.clause("WAB-S10")
def test_a_lone_target_without_room_along_a_blocks_front_fights_as_it_is_touched() -> None:
    """Water right behind a rider who sits sideways: turned to face the block he would stand in it."""
    lake = piece("water", "a", box=(30, 25.52, 42, 30))
    state = table(unit("PHA", (36, 20)), unit("GCH", (36, 25), 90), terrain=[lake])
    before = state.bases["GCH.1"].pose
    play = best(moved(state, ("PHA", "GCH")))
    assert play.types() == ["charged", "contact"]
    assert play.state.bases["GCH.1"].pose == before
    assert play.event("contact").data["closed"] == "touch"
    assert engagement.touch(play.state, "PHA", "GCH")


@pytest.mark.clause("WAB-S10")
def test_open_order_slides_onto_a_lone_fighter_who_stands_before_its_gap() -> None:
    """A General in a fight turns a corner to the gap between two chariots: their block meets him before a base does."""
    state = table(unit("LCH", (36, 20), 0), unit("SGE", (37.77, 27), 30), unit("NOB", (37.77, 27), 210))
    assert facts.opponents(state, "SGE") == ("NOB",)
    before = state.bases["SGE.1"].pose
    play = best(moved(state, ("LCH", "SGE")))
    assert play.types()[:2] == ["charged", "contact"]
    assert play.state.bases["SGE.1"].pose == before
    assert engagement.touch(play.state, "LCH", "SGE")
    assert outline(play.state, "LCH").intersection(outline(play.state, "SGE")).area < 0.01


@pytest.mark.clause("WAB-S09", "WAB-S10")
def test_open_order_slides_onto_the_corner_of_a_block_that_neither_can_turn_to() -> None:
    """The corner of guards in a fight points between two chariots, and a comrade leaves these no room to turn."""
    guards = (unit("SIL", (37.131, 31.131), 45), unit("WAR", (37.131, 31.131), 225))
    state = table(unit("LCH", (34.8, 22), 0), *guards, unit("OAT", (31.4, 32), 0))
    play = moved(state, ("LCH", "SIL"))
    play.give(charge("LCH", "SIL", Advance(140.0)))
    assert play.event("contact").data["closed"] == "touch"
    assert play.front("LCH")[2] == 0.0
    assert engagement.touch(play.state, "LCH", "SIL")
    assert outline(play.state, "LCH").intersection(outline(play.state, "SIL")).area < 0.31


@pytest.mark.clause("WAB-S10")
def test_a_charge_onto_an_empty_part_slides_to_a_figure() -> None:
    """One model in the rear rank, charged at the rear's corner: the rear edge of each file counts, so it fights."""
    state = table(unit("WAR", (36, 24), 180, files=5, models=6), unit("SEL", (38.6, 29.9), 180), size=(72, 48))
    play = best(moved(state, ("SEL", "WAR")))
    assert engagement.touch(play.state, "SEL", "WAR")


@pytest.mark.clause("WAB-S13")
def test_a_snake_that_is_charged_is_none_any_more() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 26), 180, files=1, models=5))
    units = dict(state.units)
    units["WAR"] = replace(units["WAR"], own=replace(units["WAR"].own, snake=True))
    play = best(moved(replace(state, units=units), ("PHA", "WAR")))
    assert play.types() == ["charged", "contact"]
    assert play.own("WAR").snake is False


@pytest.mark.clause("WAB-CHG-03", "WAB-S07")
def test_loose_chargers_that_fail_end_short_of_friends() -> None:
    """A Cretan, whose enemy is no more, goes five inches straight ahead, where friends stand: he halts before them."""
    rows = (unit("CRE", (36, 10), models=1), unit("WAR", (36, 15), 180), unit("PHA", (36, 14.9), files=2, models=2))
    state = declared(table(*rows), "CRE", "WAR")
    gone = {b: replace(base, pose=None, where="gone") for b, base in state.bases.items() if b.startswith("WAR")}
    play = best(Play(replace(state, bases={**state.bases, **gone}), Frame("wab.charge_moves")))
    assert play.types() == ["charge_failed"]
    assert facts.centre(play.state, "CRE")[0] == 900.0
    assert 340.0 < facts.centre(play.state, "CRE")[1] <= 342.5  # their rear stands at 352.5, his base is 20 mm deep


@pytest.mark.clause("WAB-CHG-05", "WAB-S09")
def test_the_player_chooses_the_wheel() -> None:
    play = moved(table(unit("PHA", (36, 20)), unit("WAR", (38, 26), 180)), ("PHA", "WAR"))
    assert play.check(charge("PHA", "WAR", Wheel(10.0, "right"), Advance(1.0))).legal
    refused = play.check(charge("PHA", "WAR", Wheel(80.0, "left"), Advance(1.0)))
    assert refused.status == "refused"
    assert refused.nearest == charge("PHA", "WAR")
    play.give(charge("PHA", "WAR", Wheel(10.0, "right")))
    assert "wheel R 10" in play.event("charged").text.args["steps"]  # type: ignore[union-attr]


@pytest.mark.clause("WAB-S11", "WAB-S09")
def test_two_units_may_charge_one() -> None:
    state = table(unit("PHA", (34, 20)), unit("SIL", (38.6, 20), 0), unit("WAR", (36, 24), 180))
    play = moved(state, ("PHA", "WAR"), ("SIL", "WAR"))
    play.give(charge("SIL", "WAR", Advance(1.0)))
    play.give(charge("PHA", "WAR", Advance(1.0)))
    assert facts.opponents(play.state, "WAR") == ("PHA", "SIL")
    assert engagement.touch(play.state, "PHA", "WAR")
    assert engagement.touch(play.state, "SIL", "WAR")


@pytest.mark.clause("WAB-S07", "WAB-S09", "WAB-CHG-03")
def test_no_charge_wheels_over_the_edge_of_the_table() -> None:
    """The rear corner of a block flush with the west edge would swing out: its wheel to the right is barred."""
    far = unit("WAR", (14, 36), 225)
    flush = table(unit("PHA", (2.4, 20)), far)
    found = path_of(flush, "PHA", "WAR", "right", 40.0)
    assert found.bar is not None
    assert (found.bar.text.key, found.bar.clause) == ("The move would leave the table", "WAB-S07")
    assert found.blockers == ()
    play = best(moved(flush, ("PHA", "WAR")))
    assert play.types() == ["charge_failed"]
    assert play.front("PHA")[2] == 0.0
    away = path_of(table(unit("PHA", (9.0, 20)), far), "PHA", "WAR", "right", 20.0)
    assert away.bar is None or away.bar.clause != "WAB-S07"


@pytest.mark.clause("WAB-S11", "WAB-S12", "WAB-CHG-03")
def test_only_a_charge_that_may_come_to_blows_is_forecast() -> None:
    """None for one that threatened nobody, that is answered by a counter-charge, or whose target is gone."""
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 26), 180))

    def marked(**fields: Any) -> State:
        found = declared(state, "PHA", "WAR")
        (tie,) = found.ties.values()
        return replace(found, ties={tie.id: replace(tie, own=replace(tie.own, **fields))})

    question = ChargeMoveQuestion()
    play = Play(marked(), Frame("wab.charge_moves"))
    for found, forecast in ((marked(), True), (marked(idle=True), False), (marked(counter=True), False)):
        assert (question.forecast(found, play.decision, charge("PHA", "WAR")) is not None) is forecast
    assert question.forecast(marked(), play.decision, charge("SIL", "WAR")) is None
    bases = {b: replace(base, pose=None, where="gone") for b, base in state.bases.items() if b.startswith("WAR")}
    lost = marked()
    lost = replace(lost, bases={**lost.bases, **bases})
    assert question.forecast(lost, play.decision, charge("PHA", "WAR")) is None


def bereft(state: State) -> Play:
    """A charge of the phalanx at the warband, which is no more: straight ahead, four inches at most."""
    found = declared(state, "PHA", "WAR")
    gone = {b: replace(base, pose=None, where="gone") for b, base in found.bases.items() if b.startswith("WAR")}
    return best(Play(replace(found, bases={**found.bases, **gone}), Frame("wab.charge_moves")))


@pytest.mark.clause("WAB-CHG-03", "WAB-S07", "WAB-S08")
@pytest.mark.parametrize("gap", [0.0, 0.003, 0.05, 0.5, 2.0, 3.9])
@pytest.mark.parametrize("beside", [0.0, 2.7, -2.7])
@pytest.mark.parametrize("what", ["house", "friend", "enemy"])
def test_a_failed_charge_halts_before_whatever_stands_ahead(what: str, beside: float, gap: float) -> None:
    """Before houses and friends as it touches them, an inch before enemies; a tenth of an inch of lane is enough."""
    units = [unit("PHA", (36, 10), files=5, models=20), unit("WAR", (36, 24), 180)]
    terrain = []
    if what == "house":
        terrain = [piece("building", box=(35.2 + beside, 10 + gap, 36.8 + beside, 12 + gap))]
    elif what == "friend":
        units.append(unit("SIL", (36 + beside, 10.8 + gap), files=2, models=2))
    else:
        units.append(unit("OAT", (36 + beside, 11 + gap), 180, files=2, models=2))
    play = bereft(table(*units, terrain=terrain))
    assert play.types() == ["charge_failed"]
    x, y, facing = play.front("PHA")
    assert (x, facing) == (36.0, 0.0)
    assert y == pytest.approx(10 + gap, abs=0.004)


@pytest.mark.clause("WAB-CHG-03", "WAB-S07")
@pytest.mark.parametrize("gap", [0.5, 2.0, 3.9, 5.0])
def test_a_failed_charge_halts_at_the_edge_of_the_table(gap: float) -> None:
    play = bereft(table(unit("PHA", (36, 48 - gap)), unit("WAR", (36, 20), 180)))
    assert play.front("PHA")[1] == pytest.approx(48 - gap + min(gap, 4.0), abs=0.002)


@pytest.mark.clause("WAB-CHG-03", "WAB-S07")
def test_a_failed_charge_goes_on_along_those_it_stands_beside() -> None:
    """Friends lie along both flanks and farther; it touches them and grows no deeper into them."""
    beside = (unit("SIL", (38.8, 13), files=2, models=8), unit("COM", (33.5, 14), files=1, models=3))
    play = bereft(table(unit("PHA", (36, 10), files=5, models=20), unit("WAR", (36, 24), 180), *beside))
    assert play.front("PHA") == (36.0, 14.0, 0.0)


@pytest.mark.clause("WAB-CHG-03", "WAB-S09", "WAB-S06")
def test_a_failed_charge_wheels_and_spends_the_rest_of_its_move_ahead() -> None:
    """Two files, 1.6 inches wide: a wheel to the right that costs its arc, and what is left of four inches ahead."""
    state = table(unit("PHA", (36, 10), files=2, models=8), unit("WAR", (40, 24), 180))
    usual = solve(state, "PHA", "WAR").usual
    assert usual is not None
    assert usual.hand == "right"
    assert 5.0 < usual.degrees < 45.0
    play = best(moved(state, ("PHA", "WAR")))
    assert play.types() == ["charge_failed"]
    x, y, facing = play.front("PHA")
    angle = math.radians(facing)
    assert facing == pytest.approx(usual.degrees, abs=0.01)
    ahead = 4.0 - 1.6 * angle
    assert x == pytest.approx(36.8 - 0.8 * math.cos(angle) + ahead * math.sin(angle), abs=0.01)
    assert y == pytest.approx(10 + 0.8 * math.sin(angle) + ahead * math.cos(angle), abs=0.01)


@pytest.mark.clause("WAB-CHG-03", "WAB-S07")
def test_a_failed_charge_ends_on_no_skirmisher_whom_it_but_grazes() -> None:
    """One stands less than the slack of lengths within the lane's edge: it halts beside him, not upon him."""
    graze = unit("SJA", poses=[(38.3992, 12.4)], models=1)
    play = bereft(table(unit("PHA", (36, 10), files=5, models=20), unit("WAR", (36, 24), 180), graze))
    assert 12.0 <= play.front("PHA")[1] < 12.7
    assert outline(play.state, "PHA").intersection(outline(play.state, "SJA")).area <= 0.3


@pytest.mark.clause("WAB-S08", "WAB-S09")
@pytest.mark.parametrize(
    ("kind", "room"), [("building", False), ("wood", True), ("thick_wood", True), ("hill", True), ("steep_hill", True)]
)
def test_a_block_finds_room_on_any_ground_but_the_impassable(kind: str, room: bool) -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (60, 40), 180), terrain=[piece(kind, box=(36, 18, 50, 30))])
    assert fits(state, block_of(state, "PHA"), ("PHA",)) is room
    aside = table(unit("PHA", (36, 20)), terrain=[piece(kind, box=(38.4, 10, 50, 30))])
    assert fits(aside, block_of(aside, "PHA"), ("PHA",))


@pytest.mark.clause("WAB-S10")
@pytest.mark.parametrize(("covered", "places"), [(38.4, [34.4, 35.2, 36.0]), (33.6, [36.0, 36.8, 37.6])])
def test_skirmishers_who_line_up_use_the_edge_to_its_very_end(covered: float, places: list[float]) -> None:
    """An edge of four inches takes five; friends cover two places of it, and the three come up to its other end."""
    warband = unit("WAR", (36, 24), 180, files=5, models=10)
    state = table(warband, unit("SJA", (20, 10), models=3), unit("SIL", (covered, 24), 0, files=4, models=4))
    four = block_of(state, "WAR").corners
    found = conforming.lined_up(state, "SJA", (four[0], four[1]), (900.0, 600.0))
    assert sorted(round(p.x / 25.0, 3) for p in found.values()) == places
    assert len({round(p.y, 2) for p in found.values()}) == 1


@pytest.mark.clause("WAB-CHG-03", "WAB-S07", "WAB-S09")
def test_a_wheel_that_spends_the_whole_of_a_failed_charge_ends_on_no_skirmisher() -> None:
    """A friend stands where the corner of the block would come to rest: the wheel ends a little sooner."""
    units = (unit("SIL", (36, 20)), unit("WAR", (46, 24), 180))
    free = best(moved(table(*units), ("SIL", "WAR")))
    outer = block_of(free.state, "SIL").corners[0]
    friend = unit("SJA", poses=[(float(outer[0]) / 25.0, float(outer[1]) / 25.0 + 0.2)], models=1)
    play = best(moved(table(*units, friend), ("SIL", "WAR")))
    assert play.types() == ["charge_failed"]
    assert outline(play.state, "SIL").intersection(outline(play.state, "SJA")).area <= 0.3
    assert free.front("SIL")[2] - 15.0 < play.front("SIL")[2] < free.front("SIL")[2]
