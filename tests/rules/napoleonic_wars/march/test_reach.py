"""The planner that walks a body over ground: whether it can come to a place, by which way, and when."""

from __future__ import annotations

import math
from typing import Any

import pytest
import shapely

from game.engine.state import State
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import going, reach
from tests.rules.napoleonic_wars import table as t

GOAL = shapely.box(900.0, 1000.0, 1100.0, 1050.0)


def moves(state: State, body: str = "L1", pace: Any = "double", goal: Any = GOAL) -> float:
    found = reach.trip(state, body, goal, pace)
    return math.inf if found is None else round(found.time, 4)


def foot(*features: Any, at: t.Place = (100, 50), **more: Any) -> State:
    """A column, 50 cm south of the place, that doubles 25 cm a move."""
    made = t.battalion("L1", "south", at=at, formation="closed_column", figures=24, **more)
    return t.field(made, features=features)


@pytest.mark.clause("NAP-R44", "NAP-DBL-07", "NAP-MOV-07")
@pytest.mark.parametrize(
    ("features", "time"),
    [
        ([], 2.0),
        ([t.box("scrub", 0, 60, 200, 70)], 40.0 / 25.0 + 10.0 / (25.0 * 0.75)),
        ([t.box("river", 0, 60, 200, 64)], 46.0 / 25.0 + 4.0 / (15.0 * 0.5)),  # nobody doubles through it
        ([t.box("deep_river", 0, 60, 200, 64)], math.inf),
        ([t.box("deep_river", 0, 60, 200, 64), t.box("ford", 97, 60, 103, 64)], 46.0 / 25.0 + 4.0 / (25.0 * 0.75)),
        ([t.box("deep_river", 0, 60, 200, 64), t.box("bridge", 97, 60, 103, 64)], 2.0),
        ([t.piece("ditch", [(0, 60), (200, 60)])], 2.25),
        ([t.piece("wall", [(0, 60), (200, 60)])], 2.0 + 6 * 0.25),
        ([t.piece("wall", [(0, 60), (200, 60)], gate=((980.0, 1020.0),))], 2.0),
        ([t.piece("wall", [(0, 60), (200, 60)]), t.box("road", 99, 50, 101, 70)], 2.0),
    ],
)
def test_ground_and_obstacles_count(features: list[Any], time: float) -> None:
    assert moves(foot(*features)) == pytest.approx(time, abs=0.001)


@pytest.mark.clause("NAP-R44", "NAP-MOV-10")
def test_horse_goes_round_a_wall_and_foot_over_it_where_that_is_quicker() -> None:
    wall = t.piece("wall", [(60, 70), (130, 70)])
    horse = t.field(t.regiment("L1", "south", at=(100, 50), light=True, figures=8), features=[wall])
    straight = 50.0 / 60.0
    assert moves(t.field(t.regiment("L1", "south", at=(100, 50), light=True, figures=8))) == round(straight, 4)
    # by the east end of it, 7 mm off: from the corner of its front to that end and on to the corner of the place
    assert straight < moves(horse) < 1.4
    column = t.battalion("L1", "south", at=(100, 50), formation="closed_column", figures=6, companies=2)
    assert moves(t.field(column, features=[wall])) == pytest.approx(2.5, abs=0.001)


@pytest.mark.clause("NAP-R44")
def test_the_straight_way_at_full_rate_is_a_bound() -> None:
    state = foot(t.box("marsh", 40, 60, 160, 66))
    assert reach.least(state, "L1", GOAL) == 2.0
    found = reach.trip(state, "L1", GOAL)
    assert found is not None  # close order goes round a marsh
    assert found.time > 2.0
    assert len(found.points) > 2
    assert not shapely.LineString(found.points).intersects(shapely.box(400.0, 600.0, 1600.0, 660.0).buffer(-0.1))
    loose = foot(t.box("marsh", 40, 60, 160, 66), light=True)
    loose = t.put(t.given(loose, "L1", formation="open"), "L1", (100, 50), 0.0, "open")
    assert moves(loose) == pytest.approx(44.0 / 30.0 + 6.0 / (20.0 * 0.5), abs=0.001)


@pytest.mark.clause("NAP-R44", "NAP-S15")
def test_a_building_is_reached_at_its_wall_and_of_several_bodies_the_quickest_counts() -> None:
    house = t.box("building", 90, 100, 110, 105)
    state = foot(house)
    assert moves(state, goal=shapely.box(900.0, 1000.0, 1100.0, 1050.0)) == 2.0
    both = t.field(
        t.battalion("L1", "south", at=(100, 50), formation="closed_column", figures=24),
        t.regiment("H1", "south", at=(100, 40), light=True, figures=8),
        features=[t.box("deep_river", 0, 45, 200, 48)],
    )
    assert reach.soonest(both, ["H1", "L1"], GOAL) == pytest.approx(2.0)
    assert reach.soonest(both, ["H1"], GOAL) == math.inf


@pytest.mark.clause("NAP-R44")
@pytest.mark.parametrize("facing", [204.913, 17.0, 133.37])
def test_a_body_whose_bases_touch_each_other_is_a_place_that_is_come_to(facing: float) -> None:
    river = t.box("deep_river", 0, 70, 110, 74)
    rider = t.regiment("H1", "south", at=(100, 50), light=True, figures=8)
    foe = t.battalion("L9", "north", at=(100, 95), formation="line", figures=24, facing=facing)
    state = t.field(rider, foe, features=[river])
    outline = board_of(state).outline("L9")
    found = reach.trip(state, "H1", outline, "charge", only=True)
    assert found is not None
    assert len(found.points) > 2  # round the river's end
    end = shapely.Point(found.points[-1])
    assert float(shapely.distance(shapely.get_parts(outline), end).min()) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.clause("NAP-S72")
@pytest.mark.parametrize(("kind", "shut"), [("hill", False), ("road", False), ("scrub", False), ("deep_river", True)])
def test_hills_and_roads_are_no_ground_that_is_shut(kind: str, shut: bool) -> None:
    ring = ((300.0, 300.0), (600.0, 300.0), (600.0, 600.0), (300.0, 600.0))
    own: dict[str, Any] = {"contours": (ring,)} if kind == "hill" else {}
    state = t.field(t.battalion("L1", "south"), features=[t.box(kind, 30, 30, 60, 60, "P", **own)])
    assert reach.is_shut(going.rider(), ground_of(state).by_id["P"]) is shut
