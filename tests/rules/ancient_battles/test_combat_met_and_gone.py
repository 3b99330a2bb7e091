"""A pursuer stops where a fresh enemy ran from it; friends whom it ran through make way there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.ancient_battles.field.blocks import outline
from rulesets.ancient_battles.fight.chase import MEET, MeetData
from rulesets.ancient_battles.nerve.psychology import Alarmed
from tests.rules.ancient_battles.shots_play import runner
from tests.rules.ancient_battles.table import table, unit


@pytest.mark.clause("WAB-S24", "WAB-S07")
def test_friends_make_way_where_a_pursuer_stops_whose_enemy_ran() -> None:
    state = table(unit("WAR", (36, 20)), unit("GSL", (50, 20)), unit("PHA", (36, 40), 180, fleeing=True))
    pose = state.bases["WAR.1"].pose
    assert pose is not None
    state = state.with_poses({"GSL.1": replace(pose, x=pose.x + 3.0)})
    assert outline(state, "GSL").intersection(outline(state, "WAR")).area > 100.0
    run = runner(state)
    done = MEET.steps["alarmed"](run, MeetData("WAR", "PHA", "pursuit"), Alarmed(True))
    assert done.result is False
    assert [e.type for e in run.events] == ["made_way"]
    assert outline(run.state, "GSL").intersection(outline(run.state, "WAR")).area < 0.31
    assert run.state.bases["WAR.1"].pose == pose
