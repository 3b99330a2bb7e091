"""Obstacles that a unit has halted before, flush or in part across: paid for once, and never passed on a march."""

from __future__ import annotations

import pytest

from game.geometry.steps import Advance, Wheel
from rulesets.ancient_battles import facts
from tests.rules.ancient_battles.moves_play import cost, go, moves, nearest, refusal
from tests.rules.ancient_battles.table import piece, unit

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
