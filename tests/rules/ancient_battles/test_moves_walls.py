"""Obstacles that a unit has halted before, flush or in part across: paid for once, and never passed on a march."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from game.geometry.steps import Advance, Hand, Wheel
from rulesets.ancient_battles.charge.solver import solve
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.blocks import block_of
from tests.rules.ancient_battles.moves_play import cost, go, moves, nearest, refusal
from tests.rules.ancient_battles.table import piece, table, unit

FLUSH = piece("wall", line=[(30, 20), (42, 20)])


@pytest.mark.clause("WAB-R16", "WAB-TER-03")
def test_a_wheel_from_before_a_wall_passes_it_at_its_price():
    """Halted with its front along the wall, five files (4 inches), M 4: 4 x 0.2618 = 1.047, and 2 for the wall."""
    play = moves(unit("PHA", (36, 20), files=5, models=20), terrain=[FLUSH])
    assert cost(play, go("PHA", "normal", Wheel(15, "left"))) == 3.047
    assert cost(play, go("PHA", "normal", Advance(50))) == 4.0
    assert refusal(play, go("PHA", "normal", Advance(52))) == "WAB-TER-02"


@pytest.mark.clause("WAB-MAR-07")
def test_a_march_does_not_wheel_over_the_wall_it_halted_before():
    play = moves(unit("PHA", (36, 20), files=5, models=20), terrain=[FLUSH])
    assert refusal(play, go("PHA", "march", Wheel(15, "left"))) == "WAB-MAR-07"
    assert nearest(play, go("PHA", "march", Wheel(15, "left"))) == ()
    assert refusal(play, go("PHA", "march", Advance(5))) == "WAB-MAR-07"
    behind = moves(unit("PHA", (36, 20.01), files=5, models=20), terrain=[FLUSH])
    assert cost(behind, go("PHA", "march", Wheel(15, "left"))) == 1.047


@pytest.mark.clause("WAB-R16", "WAB-S08")
def test_a_wall_half_passed_has_been_paid_for():
    """It slants across the front edge: what is left of it costs no second time."""
    slant = piece("wall", line=[(35, 18), (37, 21)])
    play = moves(unit("PHA", (36, 20), files=5, models=20), terrain=[slant])
    assert cost(play, go("PHA", "normal", Advance(50))) == 2.0
    assert cost(play, go("PHA", "normal", Wheel(15, "left"))) == 1.047


@pytest.mark.clause("WAB-S07", "WAB-S02")
def test_the_outer_corner_of_a_wheel_keeps_the_whole_inch_from_a_corner():
    """The nearest wheel to one that is refused ends an inch from the enemy's corner, to 0.002 inch."""
    play = moves(unit("PHA", (36, 20), files=5, models=20), unit("WAR", (39.6, 23), 180, files=5, models=20))
    answer = go("PHA", "normal", Wheel(50, "left"))
    assert refusal(play, answer) == "WAB-S07"
    (step,) = nearest(play, answer)
    play.give(go("PHA", "normal", step))
    assert 25.0 - 0.05 <= facts.gap(play.state, "PHA", "WAR") <= 25.05


@pytest.mark.clause("WAB-R38", "WAB-TER-01", "WAB-TER-03")
@pytest.mark.parametrize("kind", ["hedge", "fence", "wall"])
def test_hedges_fences_and_walls_are_obstacles(kind: str):
    """An inch to it, two for it (half of M 4), and one is left: the edge passes at 1 inch, it ends at 2."""
    play = moves(unit("PHA", (36, 19), files=5, models=20), terrain=[piece(kind, line=[(30, 20), (42, 20)])])
    assert cost(play, go("PHA", "normal", Advance(50))) == 4.0
    assert refusal(play, go("PHA", "normal", Advance(51))) == "WAB-TER-02"
    assert cost(play, go("PHA", "normal", Advance(25))) == 1.0


@pytest.mark.clause("WAB-MAR-07", "WAB-S08")
def test_a_march_halts_before_the_next_wall_though_it_stands_across_another():
    """A wall slants across the front edge and has been passed; two inches ahead is a second one."""
    slant = piece("wall", "first", line=[(35, 18), (37, 21)])
    ahead = piece("wall", "second", line=[(30, 22), (42, 22)])
    for terrain in ([slant, ahead], [ahead, slant]):
        play = moves(unit("PHA", (36, 20), files=3, models=12), terrain=terrain)
        assert refusal(play, go("PHA", "march", Advance(75))) == "WAB-MAR-07"
        assert nearest(play, go("PHA", "march", Advance(75))) == (Advance(50.0),)


@pytest.mark.clause("WAB-S07", "WAB-S08", "WAB-MAR-06")
@pytest.mark.parametrize(
    ("kind", "clause", "why"),
    [
        ("building", "WAB-S08", "{ground} is impassable"),
        ("wood", "WAB-MAR-06", "No part of a march may lie in {ground}"),
    ],
)
def test_a_wheel_is_barred_by_what_it_would_enter(kind: str, clause: str, why: str):
    play = moves(unit("PHA", (36, 20), files=3, models=12), terrain=[piece(kind, box=(36, 20.6, 38, 24))])
    (reason,) = play.check(go("PHA", "march", Wheel(80, "left"))).reasons
    assert (reason.clause, reason.text.args["why"].key) == (clause, why)


@pytest.mark.clause("WAB-S07")
def test_a_wheel_is_barred_by_friends_and_by_the_edge_of_the_table():
    friend = moves(unit("PHA", (36, 20), files=3, models=12), unit("SIL", (37, 21.5), files=4, models=4))
    (reason,) = friend.check(go("PHA", "normal", Wheel(60, "right"))).reasons
    assert (reason.clause, reason.text.args["why"].key) == ("WAB-S07", "The way is blocked by {unit}")
    edge = moves(unit("PHA", (70.6, 20), files=3, models=12), unit("SIL", (60, 20), files=4, models=4))
    (reason,) = edge.check(go("PHA", "normal", Wheel(60, "left"))).reasons
    assert (reason.clause, reason.text.args["why"].key) == ("WAB-S07", "The move would leave the table")


@pytest.mark.clause("WAB-TER-03", "WAB-S08")
def test_a_wall_with_two_arms_is_paid_for_though_the_move_ends_at_the_second():
    """A wall runs across at 1 inch, about the flank and back again at 2 inches, where the front edge comes to stand."""
    hairpin = piece("wall", line=[(30, 21), (42, 21), (42, 22), (30, 22)])
    play = moves(unit("PHA", (36, 20), files=5, models=20), terrain=[hairpin])
    assert cost(play, go("PHA", "normal", Advance(50))) == 4.0
    assert cost(play, go("PHA", "normal", Advance(25))) == 1.0


@pytest.mark.clause("WAB-S02", "WAB-S07")
@pytest.mark.parametrize(("beyond", "off"), [(-1.0, False), (0.0, False), (0.02, False), (0.03, True), (5.0, True)])
def test_off_the_table_is_what_lies_beyond_an_edge_by_more_than_the_slack(beyond: float, off: bool):
    state = table(unit("PHA", (36, 20)))
    for x, y in ((-beyond, 600.0), (1800.0 + beyond, 600.0), (900.0, -beyond), (900.0, 1200.0 + beyond)):
        assert facts.off_table(state, np.array([(900.0, 600.0), (x, y)])) is off
        assert facts.off_table(state, np.array([(x, y), (900.0, 600.0)])) is off


@pytest.mark.clause("WAB-S06", "WAB-S08", "WAB-R16")
@pytest.mark.parametrize("inches", [0.5, 1.03, 2.0, 3.3])
@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_wheel_begins_to_pass_a_wall_where_its_outer_corner_meets_it(inches: float, hand: Hand):
    """Five files, four inches: the corner is so far ahead when the sine of the wheel is that part of its width."""
    wall = piece("wall", line=[(20, 20 + inches), (52, 20 + inches)])
    state = table(unit("PHA", (36, 20), files=5, models=20), terrain=[wall])
    block = block_of(state, "PHA")
    ((_, _, line),) = facts.land(state)
    wish = math.degrees(math.asin(inches / 4.0))
    found = going.passes(block, hand, 90.0, line)
    assert found == pytest.approx(wish, abs=0.03)
    under = going.wheel_spans(state, "PHA", block, hand, 90.0)
    for degrees, toll in ((wish - 0.03, 0.0), (wish + 0.05, 50.0)):
        assert going.spans_cost(block, under, degrees, 100.0) == pytest.approx(100.0 * math.radians(degrees) + toll)


@pytest.mark.clause("WAB-S08", "WAB-R16")
def test_what_is_known_of_one_ground_is_not_taken_for_another():
    """The same units, asked about by turns with a wall and a wood between them and with neither."""
    walled = table(
        unit("PHA", (36, 20)), unit("WAR", (36, 24), 180), terrain=[piece("wall", line=[(30, 22), (42, 22)])]
    )
    wood = table(terrain=[piece("wood", box=(30, 21, 42, 23))])
    for _ in range(2):
        for features, spare in ((walled.features, 0.0), ({}, 100.0), (wood.features, 25.0)):
            found = solve(replace(walled, features=features), "PHA", "WAR")
            assert found.spare == pytest.approx(spare, abs=0.05)
