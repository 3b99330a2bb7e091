"""The charge solver: exact paths, reasons, and the plain search that it must agree with."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
import shapely

from game.engine.files.toml_reading import DataError
from game.engine.state import State
from game.geometry.shapes import moved
from game.geometry.steps import Advance, Wheel
from rulesets.ancient_battles.charge import solver
from rulesets.ancient_battles.charge.solver import charge_reach, solve
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.blocks import block_of, quads
from rulesets.ancient_battles.field.straights import Fan
from tests.rules.ancient_battles.charge_play import path_of, plain_charge
from tests.rules.ancient_battles.table import piece, table, unit


@pytest.mark.clause("WAB-CHG-01", "WAB-S09")
@pytest.mark.parametrize(("gap", "reaches"), [(7.9, True), (8.0, True), (8.002, False), (8.5, False)])
def test_straight_ahead_to_exactly_double_the_rate(gap: float, reaches: bool) -> None:
    state = table(unit("PHA", (36, 10)), unit("WAR", (36, 10 + gap), 180))
    found = solve(state, "PHA", "WAR")
    assert found.reaches is reaches
    assert found.usual is not None
    assert (found.usual.degrees, found.usual.files) == (0.0, 6)
    assert found.spare == pytest.approx((8.0 - gap) * 25.0, abs=0.01)
    if not reaches:
        assert found.bar is not None
        assert found.bar.clause == "WAB-CHG-01"
        assert found.bar.text.args["missing"].mm == pytest.approx((gap - 8.0) * 25.0, abs=0.01)


@pytest.mark.clause("WAB-S09", "WAB-S06", "WAB-CHG-05")
def test_the_usual_path_is_the_smallest_wheel_that_hits_with_most_files() -> None:
    """Four inches aside: straight ahead one file would hit, at 28.23 degrees five are in contact."""
    state = table(unit("PHA", (36, 20)), unit("WAR", (40, 26), 180))
    found = solve(state, "PHA", "WAR")
    assert found.usual is not None
    assert found.cheapest is not None
    assert (found.usual.hand, found.usual.files) == ("right", 5)
    assert found.usual.degrees == pytest.approx(28.225, abs=0.01)
    assert found.usual.cost == pytest.approx(120.0 * math.radians(found.usual.degrees) + found.usual.straight, abs=0.01)
    assert (found.cheapest.degrees, found.cheapest.files) == (0.0, 1)
    assert found.best == found.usual


@pytest.mark.clause("WAB-S09")
def test_where_the_usual_path_is_too_long_another_that_fits_is_taken() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (42, 24), 180))
    found = solve(state, "PHA", "WAR")
    assert found.usual is not None
    assert found.usual.cost > 200.0
    assert found.reaches
    assert found.best is not None
    assert found.best.cost <= 200.0
    assert found.best.files == max(1, found.best.files)


@pytest.mark.clause("WAB-S09")
def test_nothing_is_charged_that_no_wheel_leads_to() -> None:
    """A wheel of a quarter circle at most: nobody charges what stands behind him."""
    state = table(unit("PHA", (36, 30)), unit("WAR", (36, 20), 0))
    found = solve(state, "PHA", "WAR")
    assert not found.reaches
    assert found.usual is None


@pytest.mark.clause("WAB-S07", "WAB-S09")
def test_whoever_stands_in_the_way_is_named() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 28), 180), unit("COM", (36, 26.6), facing=0, files=8))
    found = solve(state, "PHA", "WAR")
    assert found.bar is not None
    assert (found.bar.clause, found.blockers) == ("WAB-S07", ("COM",))


@pytest.mark.clause("WAB-S07")
def test_friendly_skirmishers_stand_in_nobodys_way() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 27), 180), unit("SJA", (36, 24)))
    assert solve(state, "PHA", "WAR").reaches


@pytest.mark.clause("WAB-S08", "WAB-TER-01", "WAB-TER-03", "WAB-R16")
def test_ground_and_obstacles_count() -> None:
    """1.0 inch of field, then wood under the footprint to the end; a wall takes half the charge allowance."""
    wood = piece("wood", box=(30, 21, 42, 23))
    wall = piece("wall", line=[(30, 22), (42, 22)])
    assert solve(table(unit("PHA", (36, 20)), unit("WAR", (36, 24), 180)), "PHA", "WAR").spare == pytest.approx(100.0)
    slow = solve(table(unit("PHA", (36, 20)), unit("WAR", (36, 24), 180), terrain=[wood]), "PHA", "WAR")
    assert slow.spare == pytest.approx(200.0 - 25.0 - 150.0, abs=0.05)
    walled = solve(table(unit("PHA", (36, 20)), unit("WAR", (36, 24), 180), terrain=[wall]), "PHA", "WAR")
    assert walled.spare == pytest.approx(0.0, abs=0.05)
    assert walled.reaches


@pytest.mark.clause("WAB-S08")
def test_an_obstacle_that_the_enemy_lines_is_not_passed() -> None:
    wall = piece("wall", line=[(30, 24), (42, 24)])
    found = solve(table(unit("PHA", (36, 20)), unit("WAR", (36, 24), 180), terrain=[wall]), "PHA", "WAR")
    assert found.spare == pytest.approx(100.0, abs=0.05)


@pytest.mark.clause("WAB-S09")
def test_who_has_no_front_goes_straight_between_the_closest_points() -> None:
    state = table(unit("SJA", (36, 20)), unit("WAR", (36, 26), 180))
    found = solve(state, "SJA", "WAR")
    assert found.usual is not None
    gap = found.usual.straight
    assert gap == pytest.approx(facts.gap(state, "SJA", "WAR"), abs=0.01)
    assert found.spare == pytest.approx(250.0 - gap, abs=0.01)


@pytest.mark.clause("WAB-CHG-05", "WAB-S09")
def test_a_wheel_of_the_players_own() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (38, 26), 180))
    found = path_of(state, "PHA", "WAR", "right", 10.0)
    assert found.usual is not None
    assert found.usual.steps == (Wheel(10.0, "right"), Advance(found.usual.straight))
    assert found.usual.cost == pytest.approx(120.0 * math.radians(10.0) + found.usual.straight, abs=0.01)
    assert path_of(state, "PHA", "WAR", "left", 80.0).usual is None


def _scene(rng: Random) -> State | None:
    """Three blocks at random about a table's middle, no two overlapping, the enemy an inch off or more."""
    rows = [
        unit("PHA", (36, 20), 0),
        unit("WAR", (rng.uniform(28, 44), rng.uniform(20, 30)), rng.uniform(0, 360)),
        unit("SIL", (rng.uniform(28, 44), rng.uniform(18, 30)), rng.uniform(0, 360)),
    ]
    state = table(*rows)
    return state if facts.gap(state, "PHA", "WAR") > 25.0 else None


def test_the_solver_agrees_with_a_plain_search() -> None:
    """It misses no charge that moving bit by bit finds, and claims none that moving bit by bit refuses."""
    rng = Random(7)
    compared = claimed = 0
    while compared < 25:
        try:
            state = _scene(rng)
        except DataError:
            continue
        if state is None:
            continue
        compared += 1
        found = solve(state, "PHA", "WAR")
        costs = [
            cost
            for hand in ("left", "right")
            for degrees in np.arange(0.0, 91.0, 5.0)
            if (cost := plain_charge(state, "PHA", "WAR", hand, float(degrees), 1.0, True)) is not None
        ]
        if costs and min(costs) <= 198.0:
            assert found.reaches, (compared, min(costs), found)
            assert found.cheapest is not None
            assert found.cheapest.cost <= min(costs) + 1.5, (compared, min(costs), found.cheapest)
        if found.reaches and found.cheapest is not None:
            claimed += 1
            way = found.cheapest
            cost = plain_charge(state, "PHA", "WAR", way.hand, way.degrees, 0.25, False)
            assert cost == pytest.approx(way.cost, abs=1.0), (compared, way)
    assert claimed >= 5


@pytest.mark.clause("WAB-S07", "WAB-S09")
def test_a_wheel_up_to_a_friends_corner_is_not_followed_by_a_way_through_him() -> None:
    """The wheel brings the front to the corner of the phalanx to within a hair; straight ahead is the phalanx."""
    state = table(
        unit("SEL", (14.016, 20.592)),
        unit("PHA", (15.307, 21.97), models=4, files=4),
        unit("NOB", (13.8054, 21.97), 180, models=4, files=4),
    )
    found = solve(state, "SEL", "NOB", "front")
    [phalanx] = quads(state, "PHA")
    block = block_of(state, "SEL")
    for way in (found.best, found.cheapest, found.usual):
        if way is not None:
            after = going.wheeled(block, way.hand, way.degrees) if way.degrees else block
            end = after.at(moved(after.front, way.straight)).polygon
            assert shapely.area(shapely.intersection(end, shapely.Polygon(phalanx))) < 0.5, way
    assert found.blockers == ("PHA",)


def _rough_scene(rng: Random) -> State | None:
    """Two blocks face to face over woods, bogs and walls at random, some of the areas with a notch."""
    terrain = []
    for _ in range(rng.randint(1, 4)):
        x, y = rng.uniform(28, 42), rng.uniform(16, 28)
        kind = rng.choice(("wood", "thick_wood", "wall", "hedge"))
        if kind in ("wall", "hedge"):
            line = [(x + rng.uniform(-6, 6), y + rng.uniform(-4, 4)) for _ in range(rng.randint(2, 4))]
            terrain.append(piece(kind, line=line))
        elif rng.random() < 0.5:
            terrain.append(piece(kind, box=(x, y, x + rng.uniform(1, 9), y + rng.uniform(1, 4))))
        else:
            notched = [(0, 0), (4, 0), (4, 1), (1.5, 1), (1.5, 4), (0, 4)]
            terrain.append(piece(kind, points=[(x + dx, y + dy) for dx, dy in notched]))
    there = (rng.uniform(32, 40), rng.uniform(22, 27))
    try:
        return table(unit("PHA", (36, 19), rng.uniform(-20, 20)), unit("WAR", there, 180), terrain=terrain)
    except DataError:
        return None


@pytest.mark.clause("WAB-S08", "WAB-R16")
def test_no_move_costs_less_than_what_it_is_said_to_cost_at_the_least() -> None:
    """The bound that spares metering, beside the metering itself: never above it, and mostly not far below."""
    rng = Random(5)
    met = near = slowed = 0
    for state in filter(None, (_rough_scene(rng) for _ in range(40))):
        block = block_of(state, "PHA")
        for hand in solver.HANDS:
            degrees = np.round(np.linspace(0.0, 60.0, 13), 3)
            straight = np.array([round(rng.uniform(0.0, 190.0), 3) for _ in degrees])
            under = going.wheel_spans(state, "PHA", block, hand, 90.0)
            wheels = going.spans_least(block, under, degrees, 200.0)
            ahead = going.advance_least(state, "PHA", Fan(block, hand, degrees), straight, 200.0)
            for k, (angle, way) in enumerate(zip(degrees.tolist(), straight.tolist(), strict=True)):
                after = going.wheeled(block, hand, angle) if angle else block
                cost = going.advance_cost(state, "PHA", after, way, 200.0)
                assert ahead[k] <= cost, (hand, angle, way)
                assert 0.0 <= going.spans_cost(block, under, angle, 200.0) - wheels[k] < 1e-3
                met += 1
                slowed += cost > way + 1.0
                near += cost > way + 1.0 and ahead[k] > cost - 0.01
    assert met >= 500
    assert slowed >= 200
    assert near >= 0.6 * slowed, (near, slowed)


@pytest.mark.clause("WAB-S08", "WAB-S09")
def test_the_cheapest_way_is_that_found_by_metering_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(6)
    spared = asked = 0
    metered = solver.Search._metered

    def counted(self: solver.Search, way: solver.Way) -> solver.Way:
        nonlocal asked
        asked += 1
        return metered(self, way)

    monkeypatch.setattr(solver.Search, "_metered", counted)
    for state in filter(None, (_rough_scene(rng) for _ in range(30))):
        search = solver.Search(state, "PHA", "WAR", "front", charge_reach(state, "PHA"))
        asked = 0
        quick, few = search.solution(), asked
        monkeypatch.setattr(solver.Search, "_least", lambda self, ways: [0.0] * len(ways))
        asked = 0
        assert search.solution() == quick
        spared += asked - few
        monkeypatch.undo()
        monkeypatch.setattr(solver.Search, "_metered", counted)
    assert spared >= 500


@pytest.mark.clause("WAB-S08", "WAB-TER-04")
def test_where_thick_woods_overlap_a_line_pays_once() -> None:
    """From y = 10 to 20: thick woods from 12 to 15, from 14 to 17 and from 14.5 to 16 halve five inches in all."""
    woods = [piece("thick_wood", box=(30, low, 42, high)) for low, high in ((12, 15), (14, 17), (14.5, 16))]
    state = table(unit("SJA", (36, 9)), unit("WAR", (36, 40), 180), terrain=woods)
    line = shapely.LineString([(900, 250), (900, 500)])
    assert going.line_cost(state, "SJA", line) == pytest.approx(25.0 * (10 + 5))
    single = table(unit("SJA", (36, 9)), unit("WAR", (36, 40), 180), terrain=woods[:1])
    assert going.line_cost(single, "SJA", line) == pytest.approx(25.0 * (10 + 3))
    plain = table(unit("SJA", (36, 9)), unit("WAR", (36, 40), 180), terrain=[piece("wood", box=(30, 12, 42, 15))])
    assert going.line_cost(plain, "SJA", line) == pytest.approx(250.0)


@pytest.mark.clause("WAB-S07", "WAB-S08", "WAB-S09")
@pytest.mark.parametrize("facing", [0, 90, 180, 270, 45])
@pytest.mark.parametrize("ahead", [2.5, 6.0, 11.0])
def test_whatever_stands_ahead_is_in_the_way_whichever_way_one_looks(facing: float, ahead: float) -> None:
    """A file of horse, one inch wide, with an enemy twelve inches before it; a house or archers between them."""
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))

    def at(u: float, v: float) -> tuple[float, float]:
        return 36 + u * c + v * s, 24 - u * s + v * c

    horse = unit("COM", (36, 24), facing, files=1, models=2)
    enemy = unit("WAR", at(0, 14), (facing + 180) % 360, files=8, models=16)
    assert solve(table(horse, enemy), "COM", "WAR").reaches
    corners = [at(-8, ahead), at(8, ahead), at(8, ahead + 1), at(-8, ahead + 1)]
    house = solve(table(horse, enemy, terrain=[piece("building", "house", points=corners)]), "COM", "WAR")
    assert (house.reaches, house.blockers) == (False, ("house",))
    archers = unit("GSL", poses=[(*at(u * 1.2, ahead + 0.4), facing) for u in range(-6, 7)], models=13)
    found = solve(table(horse, enemy, archers), "COM", "WAR")
    assert (found.reaches, found.blockers) == (False, ("GSL",))


@pytest.mark.clause("WAB-S08", "WAB-S09")
def test_one_charges_into_the_angle_of_a_house_but_not_through_its_wings() -> None:
    """A house like an L: its one wing lies west of the lane, the other would lie across it farther on."""

    def corners(y: float) -> list[tuple[float, float]]:
        return [(30, 21), (32, 21), (32, y), (42, y), (42, y + 1), (30, y + 1)]

    units = unit("PHA", (36, 20)), unit("WAR", (36, 26), 180)
    beyond = table(*units, terrain=[piece("building", "house", points=corners(30.5))])
    assert solve(beyond, "PHA", "WAR").reaches
    across = table(*units, terrain=[piece("building", "house", points=corners(23))])
    assert solve(across, "PHA", "WAR").blockers == ("house",)


@pytest.mark.clause("WAB-S09")
def test_of_two_outlines_the_front_meets_the_nearer() -> None:
    """A hundred millimetres ahead and fifty, in either order."""
    front = block_of(table(unit("PHA", (36, 10))), "PHA").front
    x, y = front.x, front.y
    far, near = (
        [(x - 5.0, y + n), (x + 5.0, y + n), (x + 5.0, y + n + 10.0), (x - 5.0, y + n + 10.0)] for n in (100.0, 50.0)
    )
    fan = Fan(block_of(table(unit("PHA", (36, 10))), "PHA"), "right", np.array([0.0]))
    for rings in ((far, near), (near, far), (near,)):
        assert fan.nearest(np.array(rings))[0].tolist() == pytest.approx([50.0], abs=0.001)
