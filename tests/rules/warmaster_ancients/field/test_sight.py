"""Zones, field of view and line of sight (WMA-S07, WMA-S08)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.geometry.shapes import Pose, to_world
from rulesets.warmaster_ancients.field import sight
from rulesets.warmaster_ancients.field.scene import board
from tests.rules.warmaster_ancients.table import feature, table, unit


def sees_stand(state, stand, other):
    return other in sight.seen_by_stand(state, stand, state.bases[other].unit)


def one(code: str, x: float, y: float, facing: str | float, side: str = "north"):
    """A unit of a single stand."""
    return unit(code, side, poses=[(x, y, facing)], stands=1)


@pytest.mark.clause("WMA-S07", "WMA-S08")
@pytest.mark.parametrize(
    ("x", "seen"),
    [
        (90.0, True),
        # its nearest corner is 1.99 / 2 / 2.01 cm beside the own front corner and 2 cm ahead
        (95.99, True),
        (96.0, True),
        (96.01, False),
    ],
)
def test_the_field_of_view_opens_by_45_degrees_from_the_front_corners(x, seen):
    # the enemy's far side: its corners at y 61 and 63; the own front edge at y 61 minus 2
    state = table(one("LEG-1", 90, 58, "N", "south"), one("GAL-1", x, 60, "S"))
    # the near corners lie at (x - 2, 59) and (x - 2, 61): 0 and 2 cm ahead of the front edge
    assert sees_stand(state, "LEG-1.1", "GAL-1.1") is seen


@pytest.mark.clause("WMA-S07")
def test_a_stand_sees_nothing_beside_or_behind_it():
    state = table(one("LEG-1", 90, 60, "N", "south"), one("GAL-1", 90, 40, "N"), one("GAL-2", 110, 60, "W"))
    assert not sight.unit_sees_unit(state, "LEG-1", "GAL-1")
    assert not sight.unit_sees_unit(state, "LEG-1", "GAL-2")
    look = sight.look(state, "LEG-1.1", "GAL-1.1")
    assert (look.seen, look.clause) == (False, "WMA-S07")


@pytest.mark.clause("WMA-S08")
def test_a_unit_is_seen_if_one_of_its_stands_is():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", poses=[(90, 60, "S"), (90, 36, "S"), (94, 36, "S")]))
    assert sight.seen_stands(state, "LEG-1", "GAL-1") == ("GAL-1.1",)
    assert sight.unit_sees_unit(state, "LEG-1", "GAL-1")
    assert sight.seen_enemies(state, "LEG-1") == ("GAL-1",)
    assert sight.seen_enemies(state, "GAL-1") == ("LEG-1",)


@pytest.mark.clause("WMA-S08")
def test_friend_and_enemy_block_and_so_do_stands_of_the_own_unit():
    hidden = [one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S")]
    for blocker in (unit("LEG-1", at=(90, 50)), unit("LIB-1", at=(90, 50))):
        state = table(*hidden, blocker)
        assert not sight.unit_sees_unit(state, "VEL-1", "GAL-1")
        look = sight.look(state, "VEL-1.1", "GAL-1.1")
        assert look.clause == "WMA-S08"
        assert [b.kind for b in look.blockers] == ["stand"]
    column = table(unit("VEL-1", formation="column", at=(90, 40)), one("GAL-1", 90, 60, "S"))
    assert sight.seen_by_stand(column, "VEL-1.1", "GAL-1") == ("GAL-1.1",)
    assert sight.seen_by_stand(column, "VEL-1.2", "GAL-1") == ()


@pytest.mark.clause("WMA-S08")
def test_other_stands_of_the_viewed_unit_do_not_block():
    state = table(one("VEL-1", 90, 40, "N", "south"), unit("GAL-1", formation="column", at=(90, 60), facing="S"))
    assert sight.seen_by_stand(state, "VEL-1.1", "GAL-1") == ("GAL-1.1", "GAL-1.2", "GAL-1.3")


@pytest.mark.clause("WMA-S08")
def test_characters_do_not_block():
    state = table(one("VEL-1", 90, 40, "N", "south"), unit("CONS-1", at=(90, 50)), one("GAL-1", 90, 60, "S"))
    assert sees_stand(state, "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-S08")
@pytest.mark.parametrize(("inside", "seen"), [(0.05, True), (0.054, True), (0.06, False)])
def test_a_stand_blocks_if_more_than_half_a_millimetre_of_the_line_is_in_it(inside, seen):
    # eye at (90, 41), the target a stand seen edge-on whose only point in sight is (90, 60); a stand cut at its corner
    # by the line x = 90: turned by 45 degrees, it holds 2 * depth of the line for a corner that is `depth` beyond it
    depth = inside / 2.0
    reach = 3.0 / math.sqrt(2.0)  # from the centre of a 4 x 2 stand at 45 degrees to its outermost corner
    state = table(
        one("VEL-1", 90, 40, "N", "south"),
        one("LIB-1", 90 + reach - depth, 50, "NE"),
        unit("LIB-2", poses=[(86.9, 55, "S")], stands=1),
        unit("LIB-3", poses=[(93.1, 55, "S")], stands=1),
        one("GAL-1", 90, 60, "S"),
    )
    # through the gap between LIB-2 and LIB-3 (88.9 to 91.1) only the centre of GAL-1 can be seen
    look = sight.look(state, "VEL-1.1", "GAL-1.1")
    assert look.seen is seen
    if seen:
        assert look.point == pytest.approx((900, 600))


@pytest.mark.clause("WMA-S08", "WMA-S14")
@pytest.mark.parametrize("kind", ["wood", "ruins", "buildings"])
@pytest.mark.parametrize(("depth", "seen"), [(2.0, True), (2.004, True), (2.01, False)])
def test_up_to_two_cm_of_wood_are_seen_through(kind, depth, seen):
    # straight ahead everything lies square to the wood's edges; slanting lines have longer to go
    state = table(
        one("VEL-1", 90, 40, "N", "south"),
        one("GAL-1", 90, 60, "S"),
        terrain=[feature(kind, box=(80, 50, 100, 50 + depth))],
    )
    assert sees_stand(state, "VEL-1.1", "GAL-1.1") is seen


@pytest.mark.clause("WMA-S08")
def test_the_depths_of_several_woods_add_up():
    woods = [feature("wood", box=(80, 46, 100, 47)), feature("ruins", box=(80, 52, 100, 53.1))]
    state = table(one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S"), terrain=woods)
    assert not sees_stand(state, "VEL-1.1", "GAL-1.1")
    assert [b.id for b in sight.look(state, "VEL-1.1", "GAL-1.1").blockers] == ["wood-1", "ruins-1"]
    state = table(one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S"), terrain=woods[:1])
    assert sees_stand(state, "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-S08", "WMA-S14")
def test_a_road_through_the_wood_is_open():
    wood, road = feature("wood", box=(80, 45, 100, 55)), feature("road", box=(89.5, 45, 90.5, 55))
    both = [one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S")]
    assert not sees_stand(table(*both, terrain=[wood]), "VEL-1.1", "GAL-1.1")
    assert sees_stand(table(*both, terrain=[wood, road]), "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-S08", "WMA-S14")
@pytest.mark.parametrize("kind", ["hill", "fortification"])
@pytest.mark.parametrize(
    ("south", "north", "seen"), [(45, 55, False), (35, 55, True), (45, 65, True), (40.5, 55, False), (45, 59.5, False)]
)
def test_a_hill_hides_unless_one_of_the_two_has_its_centre_on_it(kind, south, north, seen):
    state = table(
        one("VEL-1", 90, 40, "N", "south"),
        one("GAL-1", 90, 60, "S"),
        terrain=[feature(kind, box=(60, south, 120, north))],
    )
    assert sees_stand(state, "VEL-1.1", "GAL-1.1") is seen


@pytest.mark.clause("WMA-S08")
def test_any_crossing_of_a_hill_hides_but_touching_it_does_not():
    both = [one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S")]
    low = feature("hill", points=[(60, 50), (120, 50), (120, 50.02), (60, 50.02)])
    assert not sees_stand(table(*both, terrain=[low]), "VEL-1.1", "GAL-1.1")
    beside = feature("hill", points=[(90, 45), (120, 45), (120, 55), (90, 55)])
    assert sees_stand(table(*both, terrain=[beside]), "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-S08", "WMA-S14")
@pytest.mark.parametrize("kind", ["marsh", "deep_river", "shallow_river", "difficult", "impassable"])
def test_water_marsh_and_the_like_do_not_block(kind):
    state = table(
        one("VEL-1", 90, 40, "N", "south"), one("GAL-1", 90, 60, "S"), terrain=[feature(kind, box=(60, 45, 120, 55))]
    )
    assert sees_stand(state, "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-S08", "WMA-S14")
def test_low_obstacles_do_not_block():
    state = table(
        one("VEL-1", 90, 40, "N", "south"),
        one("GAL-1", 90, 60, "S"),
        terrain=[feature("wall", points=[(60, 50), (120, 50)]), feature("hedge", points=[(60, 52), (120, 52)])],
    )
    assert sees_stand(state, "VEL-1.1", "GAL-1.1")


@pytest.mark.clause("WMA-SHT-03", "WMA-SHT-04", "WMA-S16")
def test_ex07_a_wood_hides_the_nearest_from_one_stand():
    state = table(
        unit("VEL-1", at=(90, 40)),
        unit("GAL-1", at=(84, 52)),
        unit("GAL-2", at=(103, 56)),
        terrain=[feature("wood", box=(90.4, 41.3, 93.4, 51))],
    )
    assert [sight.stand_sees_unit(state, f"VEL-1.{k}", "GAL-1") for k in (1, 2, 3)] == [True, True, False]
    assert sight.stand_sees_unit(state, "VEL-1.3", "GAL-2")
    assert sight.eye_distance(state, "VEL-1.1", "GAL-1") == pytest.approx(100.0)
    assert sight.eye_distance(state, "VEL-1.3", "GAL-1") == math.inf


@pytest.mark.clause("WMA-S16")
def test_the_range_is_measured_to_a_stand_that_is_seen():
    # the near stand of the target is hidden by a friend, the one beside it is seen past him
    state = table(
        one("VEL-1", 90, 40, "N", "south"),
        one("LEG-1", 90, 45, "N", "south"),
        unit("GAL-1", poses=[(90, 50, "S"), (86, 50, "S"), (82, 50, "S")]),
    )
    assert sight.seen_by_stand(state, "VEL-1.1", "GAL-1") == ("GAL-1.2", "GAL-1.3")
    assert sight.eye_distance(state, "VEL-1.1", "GAL-1") == pytest.approx(10 * round(math.hypot(2, 8), 2))


@pytest.mark.clause("WMA-S07", "WMA-S05")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_a_line_between_two_stands_that_touch_is_free_wherever_they_stand(facing):
    """It runs along the edges of both and through neither; a hair to the side it runs through one of them."""
    for k in range(40):
        here = Pose(60 + k * 0.0137, 60 + k * 0.0291, facing)

        def stand(aside, ahead, turn=0, here=here):
            x, y = to_world(here, (aside, ahead))
            return {"poses": [(round(x, 4), round(y, 4), (here.facing + turn) % 360)], "stands": 1}

        between = [unit("LEG-2", **stand(-2, 0)), unit("LEG-3", **stand(2, 0))]
        for aside, seen in ((0.0, ("GAL-1.1",)), (0.01, ())):
            state = table(unit("LEG-1", **stand(aside, -10)), *between, unit("GAL-1", **stand(aside, 10, 180)))
            assert sight.seen_stands(state, "LEG-1", "GAL-1") == seen, (k, aside)


@pytest.mark.clause("WMA-S08")
def test_a_line_along_the_side_of_a_stand_does_not_run_through_it():
    """However the coordinates are rounded: of a hundred places some lie a bit inside of the side, some outside."""
    inside = []
    for k in range(100):
        state = table(one("LEG-1", 49.2 + 0.0173 * k, 60, "N"))
        base = state.bases["LEG-1.1"]
        side = round(base.pose.x + base.shape.width / 2.0, 3)
        here = board(state)
        ends = np.array([[side, 500.0]]), np.array([[side, 700.0]])
        inside.append(side - base.pose.x < base.shape.width / 2.0)
        assert sight._inside(here, *ends, np.array([0])) == 0.0
    assert 0 < sum(inside) < 100
