"""Line of sight (USB-VIS-01 to -04, USB-S02, USB-S03) and who sees whom (USB-SHT-02, USB-S18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import Marker
from game.geometry.shapes import Pose
from rulesets.universal_battle.field import sight
from rulesets.universal_battle.field.ground import board, kinds, rows, what_if
from rulesets.universal_battle.measures import inch
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops


def sees(state, a="A1.1", b="B1.1") -> bool:
    return a in sight.seers(state, state.bases[a].unit, state.bases[b].unit)


def duel(*more, terrain=(), a=(5, 5), b=(15, 5), **kw):
    return scene(troops("A1", [a], 1), troops("B1", [b], 1), *more, terrain=terrain, **kw)


def smoked(state, x, y):
    marker = Marker("smoke-1", "smoke", "south", Pose(inch(x), inch(y)))
    return replace(state, markers={marker.id: marker})


@pytest.mark.clause("USB-VIS-01", "USB-S02", "USB-S03")
@pytest.mark.parametrize(
    ("blocker", "free"),
    [
        (troops("B9", [(10, 5)], 1), False),  # as tall as the line
        (troops("B9", [(10, 5)], 1, kind="heavy"), False),
        (monster("B9", (10, 5), 2), False),
    ],
)
def test_a_model_as_tall_as_the_line_blocks_it(blocker, free):
    assert sees(duel(blocker)) is free


@pytest.mark.clause("USB-VIS-01", "USB-S02", "USB-S03")
@pytest.mark.parametrize(("x", "free"), [(10, True), (12.2, True), (12.3, False), (13, False)])
def test_the_line_runs_from_head_to_head(x, free):
    """From a head at 4 inches, at 5, to one at 1.25, at 15: at 2 inches, a heavy model's height, at 12.27."""
    state = scene(monster("A1", (5, 5), 4), troops("B1", [(15, 5)], 1), troops("B9", [(x, 5)], 1, kind="heavy"))
    assert sees(state) is free


@pytest.mark.clause("USB-S03")
def test_three_lines_lead_to_a_base_and_one_is_enough():
    """The right edge point lies 0.45 inch aside: a blocker 0.5 wide of the middle line alone leaves it."""
    assert not sees(duel(troops("B9", [(10, 5)], 1)))
    # the line to the southern edge point is at 4.55 + half way: 4.775 there; a base from 4.8 up leaves it free
    assert sees(duel(troops("B9", [(10, 5.28)], 1)))
    assert not sees(duel(troops("B9", [(10, 5.27)], 1)))
    # and by the northern edge point on the other side
    assert sees(duel(troops("B9", [(10, 4.72)], 1)))
    assert not sees(duel(troops("B9", [(10, 4.73)], 1)))


@pytest.mark.clause("USB-VIS-02", "USB-S03")
def test_ones_own_unit_and_the_targets_do_not_block_other_units_do():
    a, b = troops("A1", [(5, 5), (6.1, 5)], 2), troops("B1", [(15, 5), (13.9, 5)], 2)
    assert sees(scene(a, b))
    assert not sees(scene(a, b, troops("A2", [(10, 5)], 1)))
    assert not sees(scene(a, b, troops("B2", [(10, 5)], 1)))


@pytest.mark.clause("USB-VIS-02", "USB-HRO-10")
def test_a_joined_hero_is_a_model_of_the_unit():
    line = (troops("A1", [(5, 5)], 1), troops("B1", [(15, 5)], 1))
    assert not sees(scene(*line, hero("A9", (10, 5))))
    assert sees(scene(*line, hero("A9", (10, 5), joined="A1")))
    assert sees(scene(*line, hero("B9", (10, 5), joined="B1")))


@pytest.mark.clause("USB-VIS-03", "USB-TER-08", "USB-S03")
@pytest.mark.parametrize(
    ("west", "free"),
    [
        (8, False),  # beyond it
        (4, True),  # the viewer's base overlaps it
        (5.499, True),  # and by less than a hair no more
        (5.5, False),
    ],
)
def test_a_forest_blocks_sight_beyond_it(west, free):
    assert sees(duel(terrain=[piece("forest", west, 2, 12, 8)])) is free


@pytest.mark.clause("USB-VIS-03", "USB-S03")
def test_who_is_in_a_forest_is_seen_and_looks_out():
    assert sees(duel(terrain=[piece("forest", 12, 2, 18, 8)]))
    assert not sees(duel(terrain=[piece("forest", 10, 2, 14.4, 8)]))
    two = [piece("forest", 3, 2, 8, 8), piece("forest", 9, 2, 11, 8)]
    assert not sees(duel(terrain=two))


@pytest.mark.clause("USB-VIS-03", "USB-S03")
def test_a_line_past_the_corner_of_a_forest_is_free():
    assert sees(duel(terrain=[piece("forest", 8, 4.9, 12, 8)]))
    assert not sees(duel(terrain=[piece("forest", 8, 4.8, 12, 8)]))


@pytest.mark.clause("USB-VIS-04", "USB-SPC-11", "USB-S03")
@pytest.mark.parametrize(
    ("x", "y", "free"),
    [(10, 5, False), (10, 6.2, False), (10, 6.3, True), (6.9, 5, True), (7.1, 5, False), (13.1, 5, True)],
)
def test_smoke_three_inches_across_blocks_unless_one_of_them_stands_in_it(x, y, free):
    assert sees(smoked(duel(), x, y)) is free


@pytest.mark.clause("USB-S03")
@pytest.mark.parametrize(("kind", "free"), [("house", False), ("cliff", False), ("fence", True), ("ruins", True)])
def test_blocks_hide_screens_and_ruins_do_not(kind, free):
    assert sees(duel(terrain=[piece(kind, 9, 2, 10, 8)])) is free


@pytest.mark.clause("USB-S03", "USB-VIS-01")
def test_who_stands_on_a_block_looks_from_it_and_over_models_below():
    house = piece("house", 3, 3, 7, 7)
    state = duel(troops("B9", [(10, 5)], 1), terrain=[house])
    assert board(state).heights.tolist() == [125.0, 0.0, 0.0]
    assert sees(state)
    assert not sees(duel(terrain=[house, piece("cliff", 10, 3, 11, 7)]))


@pytest.mark.clause("USB-SHT-02")
def test_only_models_that_see_the_target_count():
    wall = piece("house", 8, 4.5, 9, 9)
    state = scene(troops("A1", [(5, 4), (5, 5.1), (5, 6.2)], 3), troops("B1", [(15, 4)], 1), terrain=[wall])
    assert sight.seers(state, "A1", "B1") == ("A1.1",)
    assert sight.seers(state, "B1", "A1") == ("B1.1",)


@pytest.mark.clause("USB-HRO-10", "USB-SHT-02")
def test_a_joined_hero_sees_with_the_unit_and_the_unit_with_him():
    wall = piece("house", 8, 4.5, 9, 9)
    state = scene(
        troops("A1", [(5, 6)], 1), hero("A9", (5, 4), joined="A1"), troops("B1", [(15, 4)], 1), terrain=[wall]
    )
    assert sight.seers(state, "A1", "B1") == sight.seers(state, "A9", "B1") == ("A9.1",)


@pytest.mark.clause("USB-S18", "USB-TRN-06")
def test_passengers_see_from_the_carrier_and_are_not_seen():
    carrier = monster("A5", (5, 5), 2, cargo=10)
    state = scene(carrier, troops("A1", None, 3, aboard="A5"), troops("B1", [(15, 5)], 1))
    assert rows(state, "A1").tolist() == rows(state, "A5").tolist()
    assert sight.seers(state, "A1", "B1") == ("A1.1", "A1.2", "A1.3")
    assert sees(state, "A1.2", "B1.1")
    assert sight.seers(state, "B1", "A1") == ()
    assert sight.seers(scene(carrier, troops("A1", None, 3, aboard="A5"), troops("B1", None, 1)), "A1", "B1") == ()


@pytest.mark.clause("USB-R45", "USB-R64")
def test_another_friendly_unit_sees_for_one():
    house = piece("house", 8, 4, 9, 9)
    state = scene(monster("A1", (5, 6), 1), troops("A2", [(12, 3)], 1), troops("B1", [(15, 6)], 1), terrain=[house])
    assert not sight.sees_unit(state, "A1", "B1")
    assert sight.seen_by_friends(state, "A1", "B1")
    assert not sight.seen_by_friends(state, "A2", "B1")


@pytest.mark.clause("USB-S19")
def test_a_line_between_two_points_is_free_or_not():
    a, b = (inch(5), inch(5), inch(1.25)), (inch(15), inch(5), inch(1.25))
    state = scene(troops("A1", [(10, 5)], 1), troops("B1", [(30, 30)], 1))
    assert not sight.clear(state, a, b)
    assert sight.clear(state, a, b, "A1")
    assert sight.clear(state, a, b, "", "A1")
    assert not sight.clear(state, a, b, "B1")
    assert not sight.clear(smoked(state, 7, 5), a, b, "A1")


def test_what_if_sees_as_a_new_situation_does():
    state = duel(troops("B9", [(10, 5)], 1))
    assert not sees(state)
    assert sees(what_if(state, {"B9.1": Pose(inch(10), inch(9))}))


@pytest.mark.clause("USB-TER-02", "USB-S02")
def test_the_kinds_of_terrain_are_what_the_table_says():
    flags = ("screen", "slow", "pit", "dangerous", "ruins", "forest", "road", "solid")
    assert {f: [k for k, v in kinds().items() if getattr(v, f)] for f in flags} == {
        "screen": ["fence", "wall", "car"],
        "slow": ["crops", "bog", "rubble", "pit", "ruins", "forest"],
        "pit": ["pit"],
        "dangerous": ["lava", "minefield", "lake"],
        "ruins": ["ruins"],
        "forest": ["forest"],
        "road": ["road"],
        "solid": ["house", "cliff"],
    }
    assert [kinds()[k].height_mm for k in ("wall", "ruins", "forest", "hill")] == [18.75, 75.0, 100.0, 25.0]
