"""What the eyes are told of heights agrees with what the rules say: surfaces, also right on their outlines.

AFS-S08, AFS-S09.
"""

from __future__ import annotations

import pytest

from game.engine.relief import drafted_section, section_of, way_section
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.move_play import jump, way
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

LAND = [
    piece("platform", box=(18, 15, 23.5, 19)),
    piece("hill", box=(30, 15, 34, 19)),
    piece("chasm", box=(38, 15, 42, 19)),
    piece("wall", box=(26, 15, 26.5, 19)),
]


@pytest.mark.clause("AFS-S08", "AFS-S09")
@pytest.mark.parametrize(
    ("x", "height"),
    [(17.9, 0), (18.0, 3), (19.0, 3), (23.5, 3), (23.6, 0), (30.0, 2), (34.0, 2), (40.0, -6), (26.2, 0)],
)
def test_a_figure_is_shown_on_the_surface_that_the_rules_let_it_stand_on(x, height):
    state = table(unit("A5", (10, 17)), terrain=LAND)
    pose = Pose(inch(x), inch(17.0), 0.0)
    led = way_section(RULESET, state, "A5.1", pose)
    assert led is not None
    assert [round(b.foot / 25.4, 3) for b in led.bodies] == [0, height]
    from_there = drafted_section(RULESET, state, {"A5.1": pose}, "A5.1", (inch(45), inch(17)))
    assert from_there is not None
    assert [round(b.foot / 25.4, 3) for b in from_there.bodies] == [height]
    assert ground_of(state).height_at(pose.x, pose.y) == pytest.approx(inch(height), abs=0.001)


@pytest.mark.clause("AFS-S08", "AFS-R37")
def test_who_lands_on_the_edge_of_a_platform_is_shown_on_top_before_and_after():
    """A Jump from a platform to the next ends right on the outline of the other."""
    land = [piece("platform", box=(8, 8, 12, 12)), piece("platform", box=(8, 14, 12, 18))]
    state = table(unit("A5", (10, 11)), terrain=land)
    end = way(state, "A5.1", jump(10, 14.1)).end
    assert (round(end.y / 25.4, 3), end.level) == (14.0, 3)
    led = way_section(RULESET, state, "A5.1", end)
    assert led is not None
    assert [round(b.foot / 25.4, 3) for b in led.bodies] == [3, 3]
    after = section_of(RULESET, state.with_poses({"A5.1": end}), "A5.1", (inch(10), inch(25)))
    assert after is not None
    assert [round(b.foot / 25.4, 3) for b in after.bodies] == [3]
