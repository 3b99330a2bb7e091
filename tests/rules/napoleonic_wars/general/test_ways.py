"""Ways of the scripted general: over bridges and through fords, round woods, into houses, and on when he is stuck."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.state import Feature, Marker, State
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.general import last_steps, plan, routes
from rulesets.napoleonic_wars.general.plan import TEMPERS
from rulesets.napoleonic_wars.own import MarkerOwn
from tests.rules.napoleonic_wars.general.test_exams import against, examined, lines, written
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, regiment

RIVER = (box("deep_river", 0, 66, 44, 74, "R1"), box("deep_river", 56, 66, 200, 74, "R2"))
FORD = box("ford", 44, 66, 56, 74, "F")
OVER = GameOrder("attack", ((500.0, 500.0), (500.0, 700.0)), feature="F", passed=1)


HELD = (("A", 400.0), ("B", 1000.0))


def river(*bodies: Any, order: GameOrder = OVER, more: tuple[Feature, ...] = ()) -> State:
    """Bodies of the south on the near bank of a river with one ford, which is an objective."""
    state = against(*bodies, order=order, features=[*RIVER, FORD, *more])
    own = MarkerOwn(100, 60.0, feature="F")
    return replace(state, markers={"O": Marker("O", "objective", "", Pose(500.0, 700.0), name="O", own=own)})


# --- ways ----------------------------------------------------------------------------------------------------------


def test_a_way_over_a_river_leads_through_the_ford() -> None:
    state = river(battalion("L1", "south", at=(120, 40)))
    way = [shape.centre(state, "L1"), *routes.to(state, "L1", (1200.0, 1000.0))]
    assert way[-1] == (1200.0, 1000.0)
    for a, b in pairwise(way):
        leg = shapely.LineString([a, b])
        assert not any(leg.intersects(shapely.Polygon(f.points)) for f in RIVER)
    assert shapely.LineString(way).intersects(shapely.Polygon(FORD.points))


def test_an_open_way_is_straight_and_where_there_is_none_the_place_alone_is_named() -> None:
    state = river(battalion("L1", "south", at=(120, 40)))
    assert routes.to(state, "L1", (200.0, 300.0)) == [(200.0, 300.0)]
    shut = field(battalion("L1", "south", at=(120, 40)), features=[box("deep_river", 0, 66, 200, 74)])
    assert routes.to(shut, "L1", (1200.0, 1000.0)) == [(1200.0, 1000.0)]


@pytest.mark.parametrize(("kind", "arm", "bends"), [("dense_wood", "foot", True), ("open_wood", "foot", False)])
def test_close_order_goes_round_dense_woods_and_by_as_much_as_it_is_wide(kind: str, arm: str, bends: bool) -> None:
    wood = box(kind, 50, 50, 70, 70, "W")
    state = field(battalion("L1", "south", at=(60, 30), figures=18), features=[wood])
    way = routes.to(state, "L1", (600.0, 900.0))
    assert (len(way) > 1) is bends
    if bends:
        line = shapely.LineString([shape.centre(state, "L1"), *way])
        assert line.distance(shapely.Polygon(wood.points)) >= shape.width(state, "L1") / 2.0


def test_who_cannot_go_straight_beside_his_brigade_has_an_order_of_his_own() -> None:
    brigade = [battalion(f"L{k}", "south", at=(35 + 30 * k, 30), brigade="one") for k in range(2)]
    state = field(
        *brigade, battalion("E1", "north", at=(50, 110)), general("G1", "south", at=(50, 10)), features=[*RIVER, FORD]
    )
    goal = Marker("O", "objective", "", Pose(500.0, 900.0), name="O", own=MarkerOwn(100, 60.0))
    state = replace(state, markers={"O": goal})
    found, _ = plan.first(state, "south", TEMPERS[0])
    own = [found[u]["route"] for u in ("L0", "L1") if u in found]
    assert own
    for route in own:
        assert any(44 <= x / 10 <= 56 and y <= 670.0 for x, y in route[:-1])


def test_horse_beyond_a_river_frightens_nobody_into_square() -> None:
    horse = regiment("E1", "north", at=(90, 85), cls="A")
    line = battalion("L1", "south", at=(90, 55), carried=1)
    assert written(against(line, horse), "L1")[0] == {"verb": "form", "formation": "square"}
    assert all(one.get("formation") != "square" for one in written(river(line, horse), "L1"))


# --- the last steps ------------------------------------------------------------------------------------------------


def test_a_line_that_is_wider_than_a_ford_forms_the_widest_column_that_fits_before_it() -> None:
    wide = battalion("L1", "south", at=(50, 52), figures=24, facing=0.0)
    first, *_ = written(river(wide), "L1")
    assert first["verb"] == "form"
    assert first["formation"] in last_steps.COLUMNS
    narrow = battalion("L1", "south", at=(50, 52), figures=24, facing=0.0, formation="closed_column")
    assert [one["verb"] for one in written(river(narrow), "L1")] == ["advance"]


def test_a_column_in_a_ford_stays_one_before_the_enemy() -> None:
    column = battalion("L1", "south", at=(50, 62), figures=24, facing=0.0, formation="closed_column")
    foe = battalion("E1", "north", at=(50, 92))
    assert all(one["verb"] != "form" for one in written(river(column, foe), "L1"))
    assert written(against(column, foe, order=replace(OVER, feature="")), "L1")[0]["formation"] == "line"


def test_who_stands_beside_the_way_through_goes_before_it_first() -> None:
    column = battalion("L1", "south", at=(60, 52), figures=24, facing=0.0, formation="closed_column")
    (line,) = written(river(column), "L1")
    (x, y), *_ = line["path"]
    assert x == 500.0
    assert y < 660.0


def test_who_stands_aslant_at_the_wall_of_his_house_turns_to_it_and_goes_in() -> None:
    house = box("building", 45, 60, 55, 70, "H")
    aslant = battalion("L1", "south", at=(50, 58), figures=12, facing=14.0)
    order = GameOrder("attack", ((500.0, 650.0),), feature="H")
    state = against(aslant, order=order, features=[house])
    line = written(state, "L1")
    assert [one["verb"] for one in line[:2]] == ["wheel", "advance"]
    assert (line[0]["hand"], line[0]["angle"]) == ("left", 14.0)


ON = GameOrder("attack", ((500.0, 700.0), (500.0, 1000.0)))


def test_horse_that_goes_on_over_a_river_comes_up_to_the_ford_straight_and_so_wide_as_it_goes_through() -> None:
    narrow = regiment("H1", "south", at=(100, 45), figures=10, facing=300.0)
    (to_ford,) = written(river(narrow, order=ON), "H1")
    first, *_ = to_ford["path"]
    assert (first[0], first[1] < 600.0) == (500.0, True)
    # horse in many ranks is no wider than the ford; irregulars fill three fifths of its twelve cm
    wild = regiment("H1", "south", at=(70, 40), figures=24, facing=0.0, regular=False, formation="line")
    form, *_ = written(river(wild, order=ON), "H1")
    assert (form["formation"], form["abreast"]) == ("irregular", 7)
    over = regiment("H1", "south", at=(50, 90), figures=10, facing=0.0)
    assert [one["path"][-1] for one in written(river(over, order=replace(ON, passed=1)), "H1")] == [[500.0, 1000.0]]


def test_a_deep_column_beside_the_ford_that_cannot_wheel_to_it_faces_to_a_flank() -> None:
    deep = battalion("L1", "south", at=(54, 50), figures=24, facing=90.0, formation="march_column")
    line = written(river(deep, order=replace(OVER, route=((500.0, 520.0), (500.0, 700.0)))), "L1")
    assert line[0] == {"verb": "face", "to": "left"}


def test_horse_waits_behind_those_who_are_sent_to_the_objectives() -> None:
    goals = (Marker(n, "objective", "", Pose(x, 700.0), name=n, own=MarkerOwn(100, 60.0)) for n, x in HELD)
    foot = [battalion(f"L{k}", "south", at=(40 + 60 * k, 40), brigade="one") for k in range(2)]
    horse = regiment("H1", "south", at=(70, 20), brigade="two")
    state = field(*foot, horse, battalion("E1", "north", at=(70, 120)), general("G1", "south", at=(50, 10)))
    found, _ = plan.first(replace(state, markers={m.id: m for m in goals}), "south", TEMPERS[0])
    assert {found[u]["route"][-1][0] for u in ("L0", "L1")} == {400.0, 1000.0}
    (waits,) = found["H1"]["route"]
    assert 350.0 < waits[1] < 450.0


# --- stuck ---------------------------------------------------------------------------------------------------------


def test_who_finds_no_way_on_gets_another_order_to_the_same_place() -> None:
    # it stands at the bank, and its order leads straight on
    order = GameOrder("attack", ((1000.0, 1000.0),))
    stuck = river(battalion("L1", "south", at=(100, 66), figures=18, facing=0.0), order=order)
    assert plan.is_stuck(stuck, "L1")
    found = lines(examined(stuck, "game_orders", first=False))
    assert found["L1"]["route"][-1] == [1000.0, 1000.0] or len(found["L1"]["route"]) > 1
    assert any(44 <= x / 10 <= 56 for x, _ in found["L1"]["route"])
    free = river(battalion("L1", "south", at=(100, 60), figures=18, facing=0.0), order=order)
    assert not plan.is_stuck(free, "L1")
    assert "L1" not in lines(examined(free, "game_orders", first=False))


def test_guns_that_fire_are_not_stuck() -> None:
    guns = battery("B1", "south", at=(100, 64), formation="deployed")
    foe = battalion("E1", "north", at=(100, 95))
    state = river(guns, foe, order=GameOrder("attack", ((1000.0, 1000.0),)))
    assert not plan.is_stuck(state, "B1")
