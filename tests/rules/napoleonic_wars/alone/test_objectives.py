"""Objectives, clause by clause (NAP-VIC)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.session import Session
from game.engine.state import Marker
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.own import MarkerOwn
from rulesets.napoleonic_wars.system import RULESET
from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars.table import battalion, field

CENTRE = Marker("O1", "objective", "", Pose(1000.0, 650.0, 0.0), MarkerOwn(worth=200), "Centre")


def held(*made: Any) -> float:
    return victory.share_held(replace(field(*made), markers={"O1": CENTRE}), CENTRE, "south")[0]


@pytest.mark.clause("NAP-VIC-01")
def test_the_objectives_are_those_of_the_set_up_and_there_are_no_others() -> None:
    """Three of the meeting: the centre for 200 points, two for 100 each; they are there before the first frame."""
    chosen = RULESET.default_setup("meeting", 1000)
    state = Session.start(RULESET, chosen).lines[0].state
    assert [told.worth for told in map(victory.marker_own, victory.objectives(state))] == [200, 100, 100]
    bare = field(battalion("L1", "south"))
    other = replace(CENTRE, kind="courier")
    assert victory.objectives(bare) == victory.objectives(replace(bare, markers={"O1": other})) == ()


@pytest.mark.clause("NAP-VIC-02")
@pytest.mark.parametrize(
    ("y", "result", "foe", "share"),
    [
        (65.0, "", False, 1.0),
        (58.0, "", False, 0.0),  # not on it
        (65.0, "retreat", False, 0.0),  # under a forced result
        (65.0, "", True, 0.0),  # an enemy is on it too
    ],
)
def test_an_army_holds_an_objective_that_it_occupies(y: float, result: Any, foe: bool, share: float) -> None:
    enemy = [battalion("E1", "north", at=(100.0, 68.0), figures=6)] if foe else []
    assert held(battalion("L1", "south", at=(100.0, y), result=result), *enemy) == share
