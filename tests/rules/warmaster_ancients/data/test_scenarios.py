"""Scenarios: what they fix, and that their tables can be played on."""

from itertools import combinations, pairwise

import pytest
from shapely import LineString, Polygon, box, unary_union

from rulesets.warmaster_ancients.data_files import BreakPoint, load_scenario, load_terrain, load_troops, scenarios

ALL = ["open_field", "river", "fortified_hill", "cannae"]
HOME = {"south": (100, 0, 1700, 200), "north": (100, 1000, 1700, 1200)}


def access_of(type_id):
    """The terrain kinds in which a unit type may move: its row of the access matrix (WMA-TER-07)."""
    return frozenset(kind.id for kind in load_terrain().values() if kind.allows(type_id))


def shape(feature):
    return LineString(feature.points_mm) if feature.line else Polygon(feature.points_mm)


def of_kind(scenario, *kinds):
    return unary_union([shape(f) for f in scenario.features if f.kind in kinds])


def open_to(scenario, type_id):
    """The table (mm) on which a type may move: overlays count before what lies beneath them."""
    kinds = load_terrain()
    table = box(0, 0, scenario.table.width_mm, scenario.table.depth_mm)
    barred = unary_union([shape(f).buffer(0) for f in scenario.features if f.kind not in access_of(type_id)])
    overlays = [f for f in scenario.features if kinds[f.kind].overlay]
    helped = unary_union([shape(f) for f in overlays if f.kind in access_of(type_id)])
    denied = unary_union([shape(f) for f in overlays if f.kind not in access_of(type_id)])
    return table.difference(barred).union(helped).difference(denied)


def test_scenarios_in_the_order_offered():
    assert list(scenarios()) == ALL


@pytest.mark.clause("WMA-S01", "WMA-SET-05")
@pytest.mark.parametrize("name", ALL)
def test_outlines_are_simple_and_on_the_table(name):
    scenario = load_scenario(name)
    table = box(0, 0, 1800, 1200)
    assert (scenario.table.width_mm, scenario.table.depth_mm) == (1800, 1200)
    for feature in scenario.features:
        found = shape(feature)
        assert found.is_valid, feature.id
        assert found.is_simple, feature.id
        assert table.covers(found), feature.id
        if feature.kind in ("hill", "wood", "marsh"):
            assert 10 <= len(feature.polygon) <= 24, feature.id


@pytest.mark.clause("WMA-SET-05", "WMA-S34")
@pytest.mark.parametrize("name", ["open_field", "river"])
def test_usual_deployment_areas(name):
    scenario = load_scenario(name)
    for side, bounds in HOME.items():
        (area,) = scenario.areas_of(side)
        assert Polygon(area.points_mm).equals(box(*bounds))
    assert scenario.deploy.order == "alternate"
    assert (scenario.deploy.first, scenario.deploy.first_turn) == ("roll", "roll")


@pytest.mark.clause("WMA-SET-05")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("type_id", list(load_troops()))
def test_every_type_can_deploy(name, type_id):
    """No side's home area is spoiled for anybody by terrain closed to him."""
    scenario = load_scenario(name)
    ground = open_to(scenario, type_id)
    for side in ("south", "north"):
        home = max((Polygon(a.points_mm) for a in scenario.areas_of(side)), key=lambda p: p.area)
        assert ground.intersection(home).area == pytest.approx(home.area)


@pytest.mark.clause("WMA-S14")
@pytest.mark.parametrize("name", ALL)
def test_no_road_carries_anybody_over_a_ford(name):
    """Overlays of unequal access do not overlap, so that what counts at a point is never in doubt."""
    kinds = load_terrain()
    overlays = [f for f in load_scenario(name).features if kinds[f.kind].overlay]
    for one, other in combinations(overlays, 2):
        if kinds[one.kind].access != kinds[other.kind].access:
            assert not shape(one).intersects(shape(other)), (one.id, other.id)


@pytest.mark.clause("WMA-S14", "WMA-TER-02", "WMA-TER-04", "WMA-TER-05")
def test_the_river_parts_the_table_but_for_its_crossings():
    scenario = load_scenario("river")
    table = box(0, 0, 1800, 1200)
    river, bridge, ford = (of_kind(scenario, kind) for kind in ("deep_river", "bridge", "ford"))
    assert len(table.difference(river).geoms) == 2

    def banks_joined(ground):
        return any(
            part.intersects(box(0, 0, 1800, 100)) and part.intersects(box(0, 1100, 1800, 1200)) for part in ground
        )

    for type_id in load_troops():
        ground = open_to(scenario, type_id)
        assert banks_joined(getattr(ground, "geoms", [ground])), type_id
    dry = table.difference(river)
    assert banks_joined([dry.union(bridge)])
    assert banks_joined([dry.union(ford)])
    # a column of infantry (40 mm wide) passes the bridge, and both crossings reach past the banks
    corners = list(bridge.exterior.coords)
    assert min(LineString(pair).length for pair in pairwise(corners)) > 50
    for crossing in (bridge, ford):
        assert len(dry.intersection(crossing).geoms) == 2
        assert min(part.area for part in dry.intersection(crossing).geoms) > 100


@pytest.mark.clause("WMA-SET-04", "WMA-SET-05")
def test_the_fortified_hill_gives_three_fifths_to_the_garrison():
    hill = load_scenario("fortified_hill")
    assert {p: (hill.size_for("south", p), hill.size_for("north", p)) for p in hill.sizes} == {
        1000: (1000, 600),
        2000: (2000, 1200),
    }
    plain = load_scenario("open_field")
    assert (plain.size_for("south", 1000), plain.size_for("north", 1000)) == (1000, 1000)


@pytest.mark.clause("WMA-SET-05", "WMA-S14")
def test_the_garrison_deploys_within():
    hill = load_scenario("fortified_hill")
    fort = of_kind(hill, "fortification")
    assert of_kind(hill, "hill").covers(fort)
    inner = Polygon(hill.areas_of("north")[0].points_mm)
    assert inner.covers(fort)
    assert not any(Polygon(a.points_mm).intersects(fort) for a in hill.areas_of("south"))
    assert fort.intersection(open_to(hill, "infantry")).area == pytest.approx(fort.area)
    assert not fort.intersects(open_to(hill, "artillery").buffer(-0.001))
    assert (hill.deploy.order, hill.deploy.first, hill.deploy.first_turn) == ("whole", "north", "south")


@pytest.mark.clause("WMA-SET-06")
def test_scores_of_the_fortified_hill():
    hill = load_scenario("fortified_hill")
    (objective,) = hill.objectives
    assert (objective.feature, objective.sides) == ("ramparts", ("south", "north"))
    assert (objective.worth(1000), objective.worth(2000)) == (300, 600)
    assert Polygon(hill.outline_of(objective)).equals(of_kind(hill, "fortification"))
    assert [(s.key, s.factor, s.sides) for s in hill.scores] == [
        ("enemy_destroyed", 1.0, ("south", "north")),
        ("enemy_character", 1.0, ("south", "north")),
        ("enemy_reduced", 0.5, ("south", "north")),
        ("own_destroyed", -0.25, ("south",)),
    ]


@pytest.mark.clause("WMA-SET-06")
def test_crossings_are_worth_a_tenth():
    river = load_scenario("river")
    assert [(o.id, o.worth(1000), o.worth(750)) for o in river.objectives] == [
        ("hold-bridge", 100, 75),
        ("hold-ford", 100, 75),
    ]
    for objective in river.objectives:
        assert Polygon(river.outline_of(objective)).covers(of_kind(river, objective.id.removeprefix("hold-")).centroid)


@pytest.mark.clause("WMA-S35", "WMA-SET-06")
def test_the_common_reckoning():
    plain = load_scenario("open_field")
    assert plain.turns == 8
    assert [(s.key, s.factor) for s in plain.scores] == [
        ("enemy_destroyed", 1.0),
        ("enemy_character", 1.0),
        ("enemy_reduced", 0.5),
    ]
    assert plain.objectives == ()


@pytest.mark.clause("WMA-S35")
def test_break_points():
    """EX25: of 13 units 6 lost fights on, 7 withdraws; a garrison fights until two thirds are gone."""
    half = load_scenario("open_field").break_point("south")
    assert [half.reached(lost, 13) for lost in (6, 7)] == [False, True]
    assert [half.reached(lost, 14) for lost in (6, 7)] == [False, True]
    garrison = load_scenario("fortified_hill").break_point("north")
    assert garrison == BreakPoint(side="north", part=2, of=3)
    assert [garrison.reached(lost, 8) for lost in (5, 6)] == [False, True]


@pytest.mark.clause("WMA-SET-07")
def test_kinds_of_scenario():
    assert {name: load_scenario(name).kind for name in ALL} == {
        "open_field": "universal",
        "river": "universal",
        "fortified_hill": "universal",
        "cannae": "historical",
    }
    assert load_scenario("cannae").armies == {"south": "rome", "north": "carthage"}
    assert load_scenario("open_field").armies == {}
