"""Where charges end, to the hundredth of a millimetre: first contacts, runners caught, failed charges."""

from __future__ import annotations

from typing import Any

import pytest

from game.geometry.shapes import Pose, forward
from game.geometry.steps import Advance
from game.kit import situation
from rulesets.ancient_battles.charge import conforming
from rulesets.ancient_battles.charge.paths import failed
from rulesets.ancient_battles.charge.solver import front_after, solve
from rulesets.ancient_battles.field.blocks import block_of
from tests.rules.ancient_battles.charge_play import charge, path_of
from tests.rules.ancient_battles.table import table, unit
from tests.rules.ancient_battles.test_charge_moves import best, moved


def turned(quarters: int, unit_id: str, at: tuple[float, float], facing: float, **more: Any) -> dict[str, Any]:
    """A unit placed about (36, 24), and the whole scene turned clockwise by quarters of a circle."""
    x, y = at
    for _ in range(quarters):
        x, y = y, -x
    return unit(unit_id, (36 + x, 24 + y), (facing + 90.0 * quarters) % 360.0, **more)


@pytest.mark.clause("WAB-S09", "WAB-S10")
@pytest.mark.parametrize("quarters", range(4))
def test_a_target_that_pivots_lies_flush_also_on_a_front_that_halted_a_hair_before_it(quarters: int) -> None:
    """Two tenths of a millimetre are base contact: the door is closed to nothing, whichever way the charger faces."""
    state = table(
        turned(quarters, "PHA", (0.2, -4), 0),
        turned(quarters, "WAR", (0, 2.5), 194),
        turned(quarters, "SIL", (-3.8, 1.9), 0, files=4),
        turned(quarters, "COM", (5.35, 1.9), 0, files=4, models=4),
    )
    way = solve(state, "PHA", "WAR", "front").usual
    assert way is not None
    there = front_after(block_of(state, "PHA"), way)
    ahead = forward(there.facing)
    short = Pose(there.x - 0.2 * float(ahead[0]), there.y - 0.2 * float(ahead[1]), there.facing)
    found = conforming.close(state, "PHA", "WAR", short, way.point, "front")
    assert found.how == "target"
    after = state.with_poses(found.poses)
    mine, theirs = block_of(after, "PHA"), block_of(after, "WAR")
    assert mine.front.facing == pytest.approx(90.0 * quarters)
    assert theirs.front.facing == pytest.approx((90.0 * quarters + 180.0) % 360.0)
    for corner in theirs.corners[:2]:
        off = (float(corner[0]) - mine.front.x) * ahead[0] + (float(corner[1]) - mine.front.y) * ahead[1]
        assert off == pytest.approx(0.0, abs=0.002)


@pytest.mark.clause("WAB-S09", "WAB-S10")
def test_the_place_of_the_first_contact_is_known_to_the_thousandth() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 26.00132), 180))
    play = moved(state, ("PHA", "WAR"))
    play.give(charge("PHA", "WAR", Advance(1.0)))
    (tie,) = play.state.ties.values()
    assert tie.own.point[1] == 650.033


@pytest.mark.clause("WAB-S09", "WAB-S07")
@pytest.mark.parametrize("top", [20.0, 20.003])
def test_where_the_widest_wheel_alone_would_bring_the_charge_about_its_bar_is_told(top: float) -> None:
    """The warband's corner is level with the phalanx's own, so a quarter circle alone leads to it; a friend bars it."""
    enemy = unit("WAR", (26, top - 2.0), 270, files=5, models=10)
    free = table(unit("PHA", (20, 20)), enemy)
    assert path_of(free, "PHA", "WAR", "right", 90.0, "front").usual is not None
    assert path_of(free, "PHA", "WAR", "right", 89.5, "front").usual is None
    barred = table(unit("PHA", (20, 20)), enemy, unit("SIL", (20, 22.4), 0, files=4, models=4))
    found = solve(barred, "PHA", "WAR", "front")
    assert found.usual is None
    assert found.bar is not None
    assert (found.bar.clause, found.blockers) == ("WAB-S07", ("SIL",))


@pytest.mark.clause("WAB-S11", "WAB-S09")
def test_a_loose_charger_who_rides_a_runner_down_ends_where_he_touched_him() -> None:
    """From corner to corner three inches to the side and four ahead: base contact, and the runner is gone."""
    runner = unit("WAR", (41.4, 18.4), 0, files=5, models=25, fleeing=True)
    play = best(moved(table(unit("SJA", poses=[(36, 10)], models=1), runner), ("SJA", "WAR")))
    assert play.types()[0] == "caught"
    assert not situation.on_table(play.state, "WAR")
    assert play.state.bases["SJA.1"].pose == Pose(975.0, 350.0, 0.0)


@pytest.mark.clause("WAB-S11", "WAB-S07")
def test_a_loose_charger_who_rides_a_runner_down_halts_before_whoever_stands_beside_the_runner() -> None:
    """Friends stand in a rank beside the runner, their rear at 340 mm: two millimetres at most are lost."""
    runner = unit("WAR", (41.4, 18.4), 0, files=5, models=25, fleeing=True)
    friend = unit("SIL", (37.7, 14.4), 0, files=4, models=4)
    play = best(moved(table(unit("SJA", poses=[(36, 10)], models=1), runner, friend), ("SJA", "WAR")))
    assert play.types()[0] == "caught"
    pose = play.state.bases["SJA.1"].pose
    assert pose is not None
    assert 338.0 < pose.y + 10.0 <= 340.01
    assert (975.0 - pose.x) / 75.0 == pytest.approx((350.0 - pose.y) / 100.0, abs=0.001)


@pytest.mark.clause("WAB-CHG-03", "WAB-S11")
def test_a_loose_charger_whose_charge_fails_goes_the_whole_of_his_rate() -> None:
    """Five inches on open ground, not a thousandth of a millimetre less."""
    state = table(unit("SJA", (36, 10), models=5), unit("WAR", (36, 30), 180))
    found = failed(state, "SJA", "WAR", None)
    assert found.steps == (Advance(125.0),)
    assert found.shift == (0.0, 125.0)
