"""The usual places, to the number: what is proposed, offered first and taken by default at deployment.

AFS-DEP-02, AFS-DEP-03, AFS-SCT-02, AFS-AMB-02; rows 6 to 8 of the player decisions.
"""

from __future__ import annotations

import pytest

from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import WeaponOwn
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit

W = 25 / 25.4
MARKS = {"M1": (10.0, 20.0, ""), "M2": (40.0, 24.0, ""), "M3": (22.0, 28.0, "")}


def bow(reach):
    return [{"weapons": (WeaponOwn("Bow", 1, inch(reach)),)}]


def waiting(markers=MARKS, **more):
    """Three of the south and one of the north yet to be set up, the third with a bow."""
    units = {
        "A1": unit("south", reserve=1),
        "A2": unit("south", reserve=1, models=bow(19.9)),
        "A3": unit("south", reserve=1, models=bow(20.0)),
        "B1": unit("north", reserve=1),
    }
    return field(units | more, markers, phase="deployment")


def wished(state, name, what="deployment"):
    wish = set_up.wish_of(state, name, what)
    return round(wish.x / 25.4, 3), round(wish.y / 25.4, 3), wish.facing


@pytest.mark.clause("AFS-DEP-03")
@pytest.mark.parametrize(
    ("name", "place"),
    [
        # a quarter, half, three quarters of the width, and halfway to the marker of the same turn from the west;
        # two inches behind the front of the zone, five with a range of 20 inches
        ("A1", ((12 + 10) / 2, 10.0, 0.0)),
        ("A2", ((24 + 22) / 2, 10.0, 0.0)),
        ("A3", ((36 + 40) / 2, 7.0, 0.0)),
        ("B1", ((24 + 10) / 2, 38.0, 180.0)),
    ],
)
def test_opposite_a_marker_and_archers_farther_back(name, place):
    assert wished(waiting(), name) == place


@pytest.mark.clause("AFS-DEP-03")
def test_without_markers_they_spread_over_the_width():
    assert [wished(waiting({}), n)[0] for n in ("A1", "A2", "A3", "B1")] == [12.0, 24.0, 36.0, 24.0]


@pytest.mark.clause("AFS-SCT-02", "AFS-R49")
def test_scouts_stand_two_inches_behind_the_front_of_their_strip():
    assert wished(waiting(), "A1", "scouts") == ((12 + 10) / 2, 22.0, 0.0)
    assert wished(waiting(), "B1", "scouts") == ((24 + 10) / 2, 26.0, 180.0)


@pytest.mark.clause("AFS-AMB-02")
def test_ambushers_come_to_a_marker_that_the_enemy_holds_else_each_to_its_own():
    assert [wished(waiting(), n, "ambush")[:2] for n in ("A1", "A2", "A3")] == [
        (10.0, 20.0),
        (22.0, 28.0),
        (40.0, 24.0),
    ]
    held = {**MARKS, "M2": (40.0, 24.0, "north"), "M1": (10.0, 20.0, "south")}
    assert [wished(waiting(held), n, "ambush")[:2] for n in ("A1", "A3")] == [(40.0, 24.0), (40.0, 24.0)]
    assert wished(waiting(held), "B1", "ambush")[:2] == (10.0, 20.0)


@pytest.mark.clause("AFS-DEP-03", "AFS-R60")
def test_the_nearest_free_place_is_taken_if_the_wish_is_not_free():
    """A friend stands on the wish, at 9.6 and 10: of the half inches an inch off him, the nearest in nobody's way.

    At 9.5 and 8 it is nearer, but stands before him; at 11 and 8.5 they are 1.4 inches apart along the line; each is
    0.98 inches broad.
    """
    state = waiting({}, A4=unit("south", (9.6, 10.0)))
    assert wished(state, "A1") == (9.6, 10.0, 0.0)
    found = set_up.DEPLOYING.usual(state, "A1")
    assert found is not None
    pose = found.poses["A1.1"]
    assert (round(pose.x / 25.4, 3), round(pose.y / 25.4, 3)) == (11.0, 8.5)
    assert (
        set_up.bar_of(state, "A1", found.poses, set_up.own_zone(state, "south"), set_up.OUTSIDE["deployment"]) is None
    )


# --- arrangements ------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MOV-01", "AFS-MOV-02")
@pytest.mark.parametrize(
    ("count", "formation", "places"),
    [
        (3, "line", [(-1, 0), (0, 0), (1, 0)]),
        (3, "column", [(0, 1), (0, 0), (0, -1)]),
        (4, "block", [(-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]),
        (5, "block", [(-1, 0.5), (0, 0.5), (1, 0.5), (-1, -0.5), (0, -0.5)]),
        (3, "block", [(-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5)]),
    ],
)
def test_where_the_models_of_an_arrangement_stand(count, formation, places):
    """In units of a base of 25 mm and the tenth of an inch between bases."""
    step = W + 0.1
    found = set_up.offsets(count, 25.0, 25.0, formation)
    assert [(round(x / 25.4 / step, 3) + 0.0, round(y / 25.4 / step, 3) + 0.0) for x, y in found] == places


@pytest.mark.clause("AFS-MOV-01", "AFS-MOV-02")
def test_an_open_line_leaves_nine_tenths_of_an_inch_and_a_line_is_no_longer_than_six_inches_allow():
    pair = set_up.offsets(2, 25.0, 25.0, "open")
    assert round((pair[1][0] - pair[0][0]) / 25.4, 3) == round(W + 0.9, 3)
    # seven files of a line: six steps of 1.084 inches, less a base: 5.52; eight would be 6.6
    ranks = {y for _, y in set_up.offsets(7, 25.0, 25.0, "line")}
    assert len(ranks) == 1
    ranks = {y for _, y in set_up.offsets(8, 25.0, 25.0, "line")}
    assert len(ranks) == 2


@pytest.mark.clause("AFS-DEP-03")
@pytest.mark.parametrize(("facing", "east", "north"), [(0.0, 1, 0), (90.0, 0, -1), (180.0, -1, 0)])
def test_an_arrangement_turns_with_its_facing(facing, east, north):
    state = field({"A1": unit("south", reserve=2), "B1": unit("north", reserve=1)})
    poses = set_up.arranged(state, "A1", "line", Pose(inch(20), inch(8), facing))
    half = (W + 0.1) / 2
    found = [(round(p.x / 25.4 - 20, 3) + 0.0, round(p.y / 25.4 - 8, 3) + 0.0) for p in poses.values()]
    told = [(s * half * east, s * half * north) for s in (-1, 1)]
    assert found == [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in told]


@pytest.mark.clause("AFS-S05")
def test_friends_and_foes_are_told_by_side_and_only_on_the_table():
    state = field(
        {
            "A1": unit("south", (10, 10)),
            "A2": unit("south", reserve=1),
            "B1": unit("north", (20, 10)),
            "B2": unit("north", lost=1),
        }
    )
    assert facts.enemies(state, "south") == facts.foes(state, "A1") == ("B1",)
    assert in_battle.fielded(state, "south") == ("A1",)
