"""Bases against areas at the thousandth of an inch: overlapping, lying wholly inside, the strips of deployment."""

from __future__ import annotations

import math

import pytest
import shapely
from msgspec.structs import replace

from game.geometry.shapes import Footprint, Pose
from game.kit.figures.outlines import half_extents, share
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.deploy.set_up import Strip
from rulesets.age_of_fantasy_skirmish.field.ground import inside, overlaps
from rulesets.age_of_fantasy_skirmish.measures import SLACK
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit

COIN = Footprint("circle", 25.0, 25.0)
OVAL = Footprint("oval", 20.0, 40.0)
TRAY = Footprint("rect", 20.0, 40.0)
AREA = shapely.box(0.0, 0.0, 100.0, 200.0)
LESS, MORE = 0.5 * SLACK, 2.0 * SLACK

REACHES = [
    # a base, its facing, and how far it reaches to the east and to the north
    (COIN, 0.0, 12.5, 12.5),
    (OVAL, 0.0, 10.0, 20.0),
    (OVAL, 90.0, 20.0, 10.0),
    (OVAL, 30.0, math.sqrt(175.0), math.sqrt(325.0)),
    (TRAY, 0.0, 10.0, 20.0),
    (TRAY, 90.0, 20.0, 10.0),
    (TRAY, 30.0, 5.0 * math.sqrt(3.0) + 10.0, 5.0 + 10.0 * math.sqrt(3.0)),
]


@pytest.mark.clause("AFS-S05", "AFS-S03")
@pytest.mark.parametrize(("shape", "facing", "east", "north"), REACHES)
def test_how_far_a_base_reaches_by_its_facing(shape, facing, east, north):
    assert half_extents(shape, facing) == pytest.approx((east, north))
    assert half_extents(shape, facing + 180.0) == pytest.approx((east, north))
    assert half_extents(shape, -facing) == pytest.approx((east, north))


@pytest.mark.clause("AFS-S05", "AFS-S01")
@pytest.mark.parametrize(("shape", "facing", "east", "north"), REACHES)
def test_a_base_is_in_an_area_when_it_overlaps_it_by_more_than_a_thousandth_of_an_inch(shape, facing, east, north):
    """From the west and from the south of the area; far off, touching, overlapping by half and by twice as much."""
    areas = [AREA, shapely.box(500.0, 500.0, 600.0, 600.0)]

    def found(x, y):
        first, second = overlaps(shape, Pose(x, y, facing), areas).tolist()
        assert not second
        return first

    assert [found(-east + d, 100.0) for d in (-30.0, 0.0, LESS, MORE, 60.0)] == [False, False, False, True, True]
    assert [found(50.0, -north + d) for d in (-30.0, 0.0, LESS, MORE, 60.0)] == [False, False, False, True, True]
    assert overlaps(shape, Pose(50.0, 50.0, facing), []).tolist() == []


@pytest.mark.clause("AFS-S05", "AFS-S01", "AFS-R60")
@pytest.mark.parametrize(("shape", "facing", "east", "north"), REACHES)
def test_a_base_lies_wholly_in_an_area_up_to_a_thousandth_of_an_inch(shape, facing, east, north):
    def found(x, y):
        return inside(shape, Pose(x, y, facing), AREA)

    for d, wholly in ((2.0, True), (0.0, True), (-LESS, True), (-MORE, False), (-east - north, False)):
        assert found(east + d, 100.0) == found(100.0 - east - d, 100.0) == wholly
        assert found(50.0, north + d) == found(50.0, 200.0 - north - d) == wholly
    assert not inside(shape, Pose(50.0, 50.0, facing), shapely.Polygon())


@pytest.mark.clause("AFS-S05", "AFS-S11")
@pytest.mark.parametrize("shape", [COIN, OVAL, TRAY])
def test_the_part_of_a_base_that_lies_in_an_area(shape):
    """Half of it over an edge, a quarter over a corner, and what a hole takes away again."""
    assert share(shape, Pose(50.0, 0.0), AREA) == pytest.approx(0.5)
    assert share(shape, Pose(0.0, 0.0), AREA) == pytest.approx(0.25)
    assert share(shape, Pose(50.0, 100.0, 37.0), AREA) == pytest.approx(1.0)
    assert share(shape, Pose(50.0, 0.0), shapely.Polygon()) == 0.0
    assert share(shape, Pose(50.0, 100.0), AREA - shapely.box(50.0, 50.0, 90.0, 150.0)) == pytest.approx(0.5)
    assert share(shape, Pose(50.0, 100.0), AREA - shapely.box(30.0, 30.0, 70.0, 170.0)) == pytest.approx(0.0)


# --- strips ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R60", "AFS-S01", "AFS-DEP-03")
@pytest.mark.parametrize("rings", [(), (((0.0, 32.0), (128.0, 32.0), (128.0, 256.0), (0.0, 256.0)),)])
def test_a_base_stands_in_a_strip_up_to_a_thousandth_of_an_inch(rings):
    strip, shape = Strip(128.0, 32.0, 256.0, rings), Footprint("circle", 16.0, 16.0)
    for d, holds in ((0.0, True), (LESS, True), (MORE, False)):
        places = ((8.0 - d, 100.0), (120.0 + d, 100.0), (64.0, 40.0 - d), (64.0, 248.0 + d))
        assert [strip.holds(shape, Pose(x, y)) for x, y in places] == [holds] * 4


@pytest.mark.clause("AFS-R60", "AFS-S01")
def test_that_thousandth_is_included():
    strip, dot = Strip(128.0, 32.0, 256.0), Footprint("circle", 0.0, 0.0)
    edges = ((-SLACK, 100.0), (128.0 + SLACK, 100.0), (64.0, 32.0 - SLACK), (64.0, 256.0 + SLACK))
    assert [strip.holds(dot, Pose(x, y)) for x, y in edges] == [True] * 4


TABLE = field({"A1": unit("south", (5.0, 5.0)), "B1": unit("north", (40.0, 40.0))})


def zoned(south, north):
    """A table of 1000 by 600 mm whose zones are these polygons."""
    own = replace(TABLE.own, zones=(("south", south), ("north", north)))
    return replace(TABLE, table=replace(TABLE.table, width=1000.0, depth=600.0), own=own)


@pytest.mark.clause("AFS-R49", "AFS-MIS-03", "AFS-R14", "AFS-DEP-03")
def test_the_parts_of_a_table_are_told_to_a_thousandth_of_a_millimetre():
    """Slanted fronts whose strips for Scouts the far edge of the table cuts off, to the north and to the east."""
    state = zoned(((0.0, 0.0), (310.0, 0.0), (0.0, 470.0)), ((0.0, 590.0), (10.0, 600.0), (0.0, 600.0)))
    assert set_up.facing_of(state, "south") == 0.0
    assert set_up.own_zone(state, "south").outlines == (((0.0, 0.0), (310.0, 0.0), (0.0, 470.0)),)
    (ring,) = set_up.scout_zone(state, "south").outlines
    assert set(ring) - {(0.0, 304.8), (0.0, 470.0)} == {
        (0.0, 0.0),
        (0.0, 600.0),
        (115.294, 600.0),
        (310.0, 304.8),
        (310.0, 0.0),
    }
    (ring,) = set_up.between(state).outlines
    assert set(ring) == {(0.0, 470.0), (0.0, 590.0), (10.0, 600.0), (1000.0, 600.0), (1000.0, 0.0), (310.0, 0.0)}
    state = zoned(((600.0, 0.0), (870.0, 0.0), (600.0, 310.0)), ((1000.0, 0.0), (1000.0, 9.0), (990.0, 0.0)))
    assert set_up.facing_of(state, "south") == 90.0
    (ring,) = set_up.scout_zone(state, "south").outlines
    assert (1000.0, 200.696) in ring
    assert (904.8, 310.0) in ring


@pytest.mark.clause("AFS-MIS-03", "AFS-R14", "AFS-DEP-03", "AFS-R49", "AFS-R55")
def test_strips_along_two_edges_and_what_lies_between():
    state = TABLE
    told = [
        (set_up.own_zone(state, "south"), 0.0, 304.8),
        (set_up.own_zone(state, "north"), 914.4, 1219.2),
        (set_up.scout_zone(state, "south"), 0.0, 609.6),
        (set_up.scout_zone(state, "north"), 609.6, 1219.2),
        (set_up.between(state), 304.8, 914.4),
        (set_up.whole(state), 0.0, 1219.2),
    ]
    assert [(s.low, s.high, s.width, s.rings) for s, _, _ in told] == [(a, b, 1219.2, ()) for _, a, b in told]
    assert told[0][0].outlines == (((0.0, 0.0), (1219.2, 0.0), (1219.2, 304.8), (0.0, 304.8)),)
    assert [set_up.facing_of(state, s) for s in ("south", "north")] == [0.0, 180.0]
    low = replace(state, table=replace(state.table, depth=400.0))
    assert [(s.low, s.high) for s in (set_up.scout_zone(low, "south"), set_up.scout_zone(low, "north"))] == [
        (0.0, 400.0)
    ] * 2
