"""The search for a free place sifts in bulk: it finds what looking at every place one by one finds."""

from __future__ import annotations

from random import Random

import pytest

from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.deploy.set_up import Strip
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

TERRAIN = (
    piece("hill", "hill", box=(4, 4, 14, 12)),
    piece("wall", "wall", box=(20, 6, 21, 18)),
    piece("chasm", "chasm", box=(26, 8, 34, 14)),
    piece("tower", "tower", box=(36, 16, 41, 21)),
)


def crowd():
    return table(
        unit("A3"),
        unit("A4", (12, 20)),
        unit("A6", (30, 20)),
        unit("A7", (8, 16)),
        unit("B3", (20, 26)),
        unit("B5", (34, 30)),
        unit("B1", (38.5, 18.5)),
        terrain=TERRAIN,
    )


def one_by_one(view, name, formation, wish, strip, rule):
    for x, y in set_up.spots(strip, (wish.x, wish.y)).tolist():
        poses = set_up.arranged(view, name, formation, Pose(x, y, wish.facing))
        if set_up.bar_of(view, name, poses, strip, set_up.OUTSIDE["ambush"], rule) is None:
            return poses
    return None


@pytest.mark.clause("AFS-DEP-03", "AFS-AMB-02")
@pytest.mark.parametrize("seed", range(12))
def test_it_finds_what_looking_everywhere_finds(seed):
    dice, view = Random(seed), crowd()
    wish = Pose(inch(dice.uniform(0, 48)), inch(dice.uniform(0, 30)), dice.choice((0.0, 180.0, 37.0)))
    formation = dice.choice(("line", "block", "open", "column"))
    whole = set_up.whole(view)
    strip = dice.choice((whole, Strip(whole.width, 0.0, inch(12)), Strip(whole.width, inch(10), inch(24))))
    rule, clear = (None, 0.0)
    if seed % 2:
        rule, clear = (lambda p: set_up.far_from_enemies(view, "A3", p)), inch(9)
    found = set_up.nearest(view, "A3", formation, wish, strip, set_up.OUTSIDE["ambush"], rule, clear=clear)
    assert found == one_by_one(view, "A3", formation, wish, strip, rule)


@pytest.mark.clause("AFS-DEP-03")
def test_where_there_is_no_room_there_is_no_place():
    view = crowd()
    strip = Strip(inch(48), inch(10), inch(10.9))
    assert set_up.nearest(view, "A3", "line", Pose(100.0, 260.0), strip, set_up.OUTSIDE["ambush"]) is None


@pytest.mark.clause("AFS-DEP-03")
def test_arrangements_are_offered_where_a_unit_of_several_models_is_left():
    """A single hero stands as he stands; together with a unit of several all four are there."""
    view = table(unit("A1"), unit("A3"), unit("B1", (38, 40)))
    question = set_up.SetUpQuestion("deployment")
    assert question.space(view, "south", ("A1",)).formations == ()
    for waiting in (("A3",), ("A1", "A3")):
        offered = [c.id for c in question.space(view, "south", waiting).formations]
        assert offered == ["line", "open", "block", "column"]
