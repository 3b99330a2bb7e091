"""Who may be passed through stands where a charge ends: he makes way, or the charge halts before him."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.engine.state import State
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Pose
from rulesets.ancient_battles.charge.solver import solve
from rulesets.ancient_battles.field.barriers import way_aside
from rulesets.ancient_battles.field.blocks import quads, slots
from tests.rules.ancient_battles.charge_play import Play
from tests.rules.ancient_battles.table import table, unit
from tests.rules.ancient_battles.test_charge_moves import best, moved


def deep(state: State, a: str, b: str) -> float:
    """mm by which two units stand in each other."""
    return -min(0.0, round(float(signed_matrix(quads(state, a), quads(state, b)).min()), 2))


def charged_over(*units: dict[str, object]) -> Play:
    return best(moved(table(unit("PHA", (36, 20)), *units), ("PHA", "WAR")))


@pytest.mark.clause("WAB-S07")
def test_skirmishers_make_way_for_the_charge_of_friends() -> None:
    play = charged_over(unit("WAR", (36, 27), 180), unit("SJA", (36, 24)))
    assert play.types() == ["charged", "contact", "made_way"]
    assert play.front("PHA") == (36.0, 27.0, 0.0)
    assert deep(play.state, "PHA", "SJA") == 0.0
    assert deep(play.state, "WAR", "SJA") == 0.0


@pytest.mark.clause("WAB-S07", "WAB-S14")
def test_runners_make_way_whosesoever_they_are() -> None:
    play = charged_over(unit("WAR", (36, 27), 180), unit("GSL", (36, 25), fleeing=True))
    assert play.types() == ["charged", "contact", "made_way"]
    assert deep(play.state, "PHA", "GSL") == 0.0


@pytest.mark.clause("WAB-S07", "WAB-CHG-03")
def test_a_failed_charge_halts_before_friendly_skirmishers() -> None:
    """Four inches of normal move would end among them: it halts where it meets the first."""
    play = charged_over(unit("WAR", (36, 32), 180), unit("SJA", (36, 24.4)))
    assert play.types() == ["charge_failed"]
    x, y, facing = play.front("PHA")
    assert (x, facing) == (36.0, 0.0)
    assert 20.0 < y < 24.0
    assert deep(play.state, "PHA", "SJA") == 0.0


@pytest.mark.clause("WAB-S07")
def test_enemy_skirmishers_stand_in_the_way() -> None:
    found = solve(table(unit("PHA", (36, 20)), unit("WAR", (36, 27), 180), unit("GSL", (36, 24))), "PHA", "WAR")
    assert not found.reaches
    assert found.blockers == ("GSL",)


@pytest.mark.clause("WAB-S10")
def test_skirmishers_need_room_beside_whom_they_charge() -> None:
    """The warband's rear lies open, or a comrade's front covers it from end to end."""
    warband = unit("WAR", (36, 24), 180)
    behind = unit("SJA", (36, 32), 180)
    assert solve(table(warband, behind), "SJA", "WAR", "rear").reaches
    cover = unit("PHA", (36, 28), 180, files=8)
    found = solve(table(warband, unit("SJA", (28, 31), 180), cover), "SJA", "WAR", "rear")
    assert found.bar is not None
    assert found.bar.clause == "WAB-S10"


@pytest.mark.clause("WAB-S10")
def test_a_rider_finds_no_room_among_the_figures_of_those_he_charges() -> None:
    """Between two blocks 22 mm apart no horse 25 mm wide comes to the archers, and their comrades fill both sides."""
    blocks = (unit("WAR", (33.56, 23.5), 0), unit("OAT", (38.44, 23.5), 0))
    archers = unit("CRE", (36, 25), 180)
    found = solve(table(unit("GCH", (36, 19.2), 0), archers, *blocks), "GCH", "CRE")
    assert found.bar is not None
    assert found.bar.clause == "WAB-S10"
    wider = (unit("WAR", (33.4, 23.5), 0), unit("OAT", (38.6, 23.5), 0))
    assert solve(table(unit("GCH", (36, 19.2), 0), archers, *wider), "GCH", "CRE").reaches


@pytest.mark.clause("WAB-S07")
@pytest.mark.parametrize(
    ("at", "comer"),
    [
        ((71.5, 24), (69.3, 25.6)),
        ((0.5, 24), (2.7, 25.6)),
        ((36, 47.5), (36, 47.3)),
        ((36, 0.5), (36, 2.3)),
        ((20, 20), (20.1, 20.2)),
    ],
    ids=["east", "west", "north", "south", "open field"],
)
def test_who_makes_way_stays_on_the_table(at: tuple[float, float], comer: tuple[float, float]) -> None:
    """Outward it would be the least way, but for the edge of the table."""
    apart = table(unit("SJA", poses=[at], models=1), unit("PHA", (40, 10), 0, files=5, models=10))
    state = apart.with_poses(slots(apart, "PHA", Pose(25.0 * comer[0], 25.0 * comer[1], 0.0)))
    assert deep(state, "PHA", "SJA") > 0.0
    way = way_aside(state, "SJA")
    assert way is not None
    moved = quads(state, "SJA") + np.array(way)
    assert moved.min() >= 0.0
    assert moved[..., 0].max() <= 1800.0
    assert moved[..., 1].max() <= 1200.0
    assert float(signed_matrix(moved, quads(state, "PHA")).min()) > -0.05
    assert math.hypot(*way) <= 70.0
