"""Kinds of terrain, slopes, buildings; cover, height and flanks of bodies; sectors; distances of bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.field import sight, standing
from rulesets.napoleonic_wars.field.board import board_of, gap
from rulesets.napoleonic_wars.field.ground import ground_of, kinds
from rulesets.napoleonic_wars.own import Breach, Formation
from tests.rules.napoleonic_wars.field.test_sight import hill
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, general, piece, put, regiment

INDEX = {
    "road": ("area", "full", "", "", ""),
    "scrub": ("area", "scrub", "scrub", "", "scrub"),
    "field": ("area", "scrub", "scrub", "", ""),
    "hill": ("contours", "hill", "", "", "hill"),
    "ford": ("area", "ford", "scrub", "", ""),
    "mud": ("area", "ford", "scrub", "", ""),
    "river": ("area", "river", "obstacle", "", ""),
    "deep_river": ("area", "forbidden", "", "", ""),
    "open_wood": ("area", "open_wood", "scrub", "soft", "open_wood"),
    "orchard": ("area", "open_wood", "scrub", "soft", "open_wood"),
    "dense_wood": ("area", "dense_wood", "steep", "hard", "dense_wood"),
    "marsh": ("area", "marsh", "marsh", "", ""),
    "moat": ("line", "ditch", "obstacle", "hard", ""),
    "ditch": ("line", "ditch", "obstacle", "hard", ""),
    "stream": ("line", "ditch", "obstacle", "", ""),
    "hedge": ("line", "hedge", "obstacle", "soft", "screen"),
    "fence": ("line", "wall", "obstacle", "soft", "screen"),
    "wall": ("line", "wall", "obstacle", "hard", "screen"),
    "building": ("area", "building", "building", "hard", "building"),
    "bridge": ("area", "full", "", "", ""),
    "fortification": ("area", "building", "", "total", "building"),
    "trench": ("line", "ditch", "obstacle", "hard", ""),
}
"""NAP-TER-13: shape, move rule, disorganisation row, cover, sight."""


@pytest.mark.clause("NAP-TER-13", "NAP-TER-08", "NAP-TER-09", "NAP-TER-10")
def test_the_index_of_kinds_of_terrain() -> None:
    assert {k.id: (k.shape, k.move, k.disorder, k.cover, k.sight) for k in kinds().values()} == INDEX
    kept = {k.id for k in kinds().values() if k.accumulates}
    lines = {"moat", "ditch", "stream", "hedge", "fence", "wall", "trench"}
    assert kept == {"ford", "mud", "river", "dense_wood", "marsh"} | lines


@pytest.mark.clause("NAP-TER-08", "NAP-TER-09", "NAP-TER-11", "NAP-TER-12", "NAP-COV-01", "NAP-COV-02")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "melee"),
    [
        ("building", "hard", "hard", "hard"),
        ("dense_wood", "hard", "hard", "hard"),
        ("wall", "hard", "soft", "hard"),
        ("ditch", "hard", "", ""),
        ("moat", "hard", "", ""),
        ("trench", "hard", "", ""),
        ("open_wood", "soft", "soft", "soft"),
        ("orchard", "soft", "soft", "soft"),
        ("hedge", "soft", "soft", "soft"),
        ("fence", "soft", "soft", "soft"),
        ("fortification", "total", "total", "total"),
        ("stream", "", "", ""),
    ],
)
def test_grades_of_cover(kind: str, foot: str, mounted: str, melee: str) -> None:
    row = kinds()[kind]
    assert standing.grade(row, mounted=False) == foot
    assert standing.grade(row, mounted=True) == mounted
    assert standing.grade(row, mounted=False, melee=True) == melee


@pytest.mark.clause("NAP-TER-06", "NAP-TER-07")
def test_slopes() -> None:
    gentle, steep, lone = (hill(0, 0, 60, 60, n, step, "h") for n, step in ((3, 5.0), (3, 4.9), (1, 1.0)))
    for feature, told in ((gentle, "gentle"), (steep, "steep"), (lone, "gentle")):
        ground = ground_of(field(features=[feature]))
        assert ground.slope_at(20.0, 300.0) == told
        assert ground.slope_at(700.0, 300.0) == ""
    ground = ground_of(field(features=[gentle]))
    assert [ground.level_at(x, 300.0) for x in (-5.0, 0.0, 49.0, 50.0, 99.0, 100.0, 300.0)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.clause("NAP-TER-02", "NAP-TER-03", "NAP-TER-04", "NAP-TER-05", "NAP-S27")
def test_walls_of_buildings() -> None:
    ground = ground_of(
        field(features=[box("building", 40, 40, 48, 48, "town", storeys=2), box("building", 80, 40, 83.5, 43, "hut")])
    )
    town, hut = ground.by_id["town"], ground.by_id["hut"]
    assert (town.room(), town.shooters()) == (32, 16)
    assert (hut.room(), hut.shooters()) == (13, 6)
    beside = shapely.box(300.0, 300.0, 600.0, 390.0)
    assert town.access(beside) == 4
    assert town.access(shapely.box(300.0, 300.0, 600.0, 389.0)) == 0
    assert town.access(shapely.box(440.0, 300.0, 470.0, 390.0)) == 1
    assert town.fighters(beside) == 0
    assert town.fighters(shapely.box(300.0, 300.0, 600.0, 399.0)) == 4
    assert town.storeys == 2
    assert hut.storeys == 1


@pytest.mark.clause("NAP-R114", "NAP-TER-03")
@pytest.mark.parametrize(("west", "east", "fight"), [(250.0, 459.0, 2), (250.0, 460.0, 3), (410.0, 469.0, 2)])
def test_the_wall_in_contact_ends_where_the_body_or_the_wall_ends(west: float, east: float, fight: int) -> None:
    """A body lies flush along the southern wall from x = 400 on: neither the side wall nor wall beside it counts."""
    town = ground_of(field(features=[box("building", 40, 40, 60, 60, "town")])).by_id["town"]
    body = shapely.box(west, 390.0, east, 400.0)
    assert town.fighters(body) == fight
    assert town.fighters(shapely.affinity.rotate(body, -20.0, origin=(400.0, 400.0))) == 0


@pytest.mark.clause("NAP-S27")
@pytest.mark.parametrize(("far", "enter"), [(8.0, 2), (6.0, 3)])
def test_access_is_measured_about_the_corners_of_a_body(far: float, enter: int) -> None:
    """Beside a body of 44 mm that stands 8 or 6 mm off, 6 or 8 mm of wall on either side are within 1 cm."""
    town = ground_of(field(features=[box("building", 40, 40, 60, 60, "town")])).by_id["town"]
    assert town.access(shapely.box(450.0, 380.0, 494.0, 400.0 - far)) == enter


@pytest.mark.clause("NAP-TER-13")
def test_where_a_road_leads_through_the_ground_is_open() -> None:
    ground = ground_of(field(features=[box("open_wood", 0, 40, 200, 60, "trees"), box("road", 94, 0, 96, 130, "road")]))
    assert [p.id for p in ground.at(950.0, 500.0)] == ["trees", "road"]
    assert [p.id for p in ground.slowing(shapely.LineString([(945.0, 500.0), (955.0, 500.0)]))] == ["road"]
    assert {p.id for p in ground.slowing(shapely.LineString([(935.0, 500.0), (955.0, 500.0)]))} == {"trees", "road"}


@pytest.mark.clause("NAP-R38", "NAP-BLD-01")
def test_gates_and_breaches_are_open() -> None:
    wall = piece("wall", [(40, 50), (80, 50)], "wall", gate=((100.0, 140.0),), breaches=(Breach((700.0, 500.0), 20.0),))
    ground = ground_of(field(features=[wall]))

    def crosses(x: float) -> bool:
        return bool(ground.crossed((x, 400.0), (x, 600.0)))

    assert [crosses(x) for x in (450.0, 505.0, 535.0, 545.0, 680.0, 695.0, 705.0, 715.0, 900.0)] == [
        *(True, False, False, True, True, False, False, True, False)
    ]


def foot(body: str, at: tuple[float, float], figures: int = 4, **more: Any) -> Made:
    side = "south" if body.startswith("L") else "north"
    return battalion(body, side, at, figures=figures, companies=1, **more)


@pytest.mark.clause("NAP-S65", "NAP-COV-03")
def test_a_body_is_in_a_wood_with_more_than_half_of_its_figures() -> None:
    trees = box("open_wood", 50, 0, 200, 130)
    for x, inside in ((50.0, False), (50.4, True), (49.6, False)):
        state = field(foot("L1", (x, 20.0)), features=[trees])
        assert standing.in_wood(state, "L1") is inside
        assert standing.in_cover(state, "L1") == ("soft" if inside else "")
    assert (
        standing.in_cover(field(foot("L1", (90, 20)), features=[trees, box("dense_wood", 80, 0, 99, 50)]), "L1")
        == "hard"
    )


@pytest.mark.clause("NAP-COV-01", "NAP-COV-02", "NAP-S43", "NAP-TER-12", "NAP-TER-11")
def test_cover_directly_behind_an_obstacle() -> None:
    def cover(kind: str, gap: float = 0.0, *, horse: bool = False, against: str = "", melee: bool = False) -> str:
        make = regiment("N1", "north", (50, 40 + gap), figures=4, companies=1) if horse else foot("N1", (50, 40 + gap))
        line = piece(kind, [(40, 40), (60, 40)])
        state = field(make, foot("L1", (50, 20)), foot("L2", (50, 70), facing=180), features=[line])
        return standing.in_cover(state, "N1", against, melee=melee)

    assert cover("wall") == "hard"
    assert cover("wall", 0.1) == "hard"
    assert cover("wall", 0.12) == ""
    assert cover("wall", horse=True) == "soft"
    assert cover("hedge") == "soft"
    assert cover("ditch") == "hard"
    assert cover("ditch", horse=True) == ""
    assert cover("ditch", melee=True) == ""
    assert cover("wall", against="L1") == "hard"
    assert cover("wall", against="L2") == ""


@pytest.mark.clause("NAP-COV-11", "NAP-COV-01")
def test_a_garrison_is_in_hard_cover_and_measured_to_the_wall() -> None:
    house = box("building", 46, 40, 54, 48, "house", level=2)
    state = put(
        field(foot("N1", (50, 60)), foot("L1", (50, 20)), features=[house]),
        "N1",
        (50, 44),
        0.0,
        "garrison",
        building="house",
    )
    assert standing.in_cover(state, "N1") == "hard"
    told = standing.in_building(state, "N1")
    assert told is not None
    assert told.id == "house"
    assert gap(state, "L1", "N1") == pytest.approx(200.0)
    assert standing.level(state, "N1") == 2
    assert sight.sees(state, "N1", "L1")
    assert sight.sees(state, "L1", "N1")


@pytest.mark.clause("NAP-S65", "NAP-TER-11")
def test_who_is_higher() -> None:
    ground = hill(0, 0, 200, 21, 1)
    state = field(foot("L1", (50, 20.9)), foot("N1", (50, 40)), features=[ground])
    assert standing.is_higher(state, "L1", "N1")
    assert not standing.is_higher(state, "N1", "L1")
    on_it = field(foot("L1", (50, 21.1)), foot("N1", (50, 40)), features=[ground])
    assert not standing.is_higher(on_it, "L1", "N1")
    assert standing.slope(state, "L1") == "gentle"
    assert standing.slope(state, "N1") == ""
    ditch = piece("ditch", [(0, 40.5), (200, 40.5)])
    fight = field(foot("L1", (50, 20)), foot("N1", (50, 40)), features=[ditch])
    assert standing.is_higher(fight, "L1", "N1", melee=True)
    assert not standing.is_higher(fight, "L1", "N1")
    both = field(foot("L1", (50, 41)), foot("N1", (50, 40)), features=[ditch])
    assert not standing.is_higher(both, "L1", "N1", melee=True)


# --- flanks ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ORG-38", "NAP-ORG-39", "NAP-MOR-12", "NAP-COV-14")
def test_secured_flanks() -> None:
    line = foot("L1", (50, 40), 24)  # 41 to 59, to the south of 40

    def secured(*more: Made, features: Any = (), move: float = 10.0, flank: standing.Flank = "right") -> bool:
        state = field(line, foot("N9", (50, 90)), *more, features=features)
        return standing.flank_is_secured(state, "L1", flank, lambda body: move)

    assert not secured()
    assert secured(features=[box("deep_river", 59, 0, 65, 130)])
    assert secured(features=[box("deep_river", 59.1, 0, 65, 130)])
    assert not secured(features=[box("deep_river", 59.3, 0, 65, 130)])
    assert not secured(features=[box("river", 59, 0, 65, 130)])
    assert secured(foot("L2", (60.5, 40)), move=0.0)
    assert not secured(foot("L2", (60.5, 40)), move=0.0, flank="left")
    assert not secured(foot("L2", (60.5, 40), result="rout"), move=0.0)
    assert secured(foot("L2", (70.5, 40)))
    assert not secured(foot("L2", (70.6, 40)))
    assert not secured(foot("L2", (70.5, 40)), foot("N1", (66, 40)))
    assert not secured(general("L9", "south", (62, 40)))
    trees = box("open_wood", 59, 30, 90, 60)
    assert not secured(features=[trees])
    assert secured(foot("L2", (80, 50)), features=[trees], move=0.0)
    assert not secured(foot("L2", (80, 50)), foot("N1", (85, 40)), features=[trees], move=0.0)


@pytest.mark.clause("NAP-ORG-41")
def test_a_defended_obstacle() -> None:
    wall = piece("wall", [(40, 40), (60, 40)], "wall")

    def held(gap: float = 0.0, facing: float = 180.0, result: Any = "", y: float = 20.0) -> bool:
        state = field(
            foot("N1", (50, 40 + gap), facing=facing, result=result), foot("L1", (50, y), facing=0), features=[wall]
        )
        return standing.defenders(state, ground_of(state).by_id["wall"], "L1") == ("N1",)

    assert held()
    assert held(0.1)
    assert not held(0.2)
    assert not held(1.0, facing=0.0)
    assert not held(result="rout")
    assert not held(y=80.0)


# --- sectors ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FLK-01", "NAP-FLK-02", "NAP-S57")
def test_example_24_of_the_sectors() -> None:
    state = field(battalion("N1", "north", (50, 50), facing=0.0))
    for (x, y), angle, told in (((8, -3), 110.556, "flank"), ((3, -8), 159.444, "rear"), ((8, 0), 90.0, "front")):
        spot = (500.0 + 10.0 * x, 500.0 + 10.0 * y)
        assert standing.angle(state, "N1", spot) == pytest.approx(angle, abs=0.001)
        assert standing.sector(state, "N1", np.array([spot])) == told
        mirrored = (1000.0 - spot[0], spot[1])
        assert standing.sector(state, "N1", np.array([mirrored])) == told
    assert standing.sector(state, "N1", np.array([(600.0, 400.0)])) == "flank"  # exactly 135
    assert standing.sector(state, "N1", np.array([(599.0, 400.0)])) == "rear"


@pytest.mark.clause("NAP-S57", "NAP-FLK-01")
def test_more_than_half_decide_and_else_the_milder_sector() -> None:
    state = field(battalion("N1", "north", (50, 50), facing=0.0))
    front, flank, rear = (500.0, 600.0), (600.0, 450.0), (500.0, 300.0)

    def told(*points: tuple[float, float]) -> str:
        return standing.sector(state, "N1", np.array(points))

    assert told(flank, flank, rear) == "flank"
    assert told(flank, rear) == "flank"
    assert told(front, rear) == "front"
    assert told(front, rear, rear) == "rear"
    assert told(front, flank, rear) == "front"


@pytest.mark.clause("NAP-S57")
@pytest.mark.parametrize(
    ("formation", "result", "told"),
    [
        ("line", "", "rear"),
        ("square", "", "front"),
        ("mass", "", "front"),
        ("open", "", "front"),
        ("line", "rout", "front"),
    ],
)
def test_who_has_neither_flank_nor_rear(formation: Formation, result: Any, told: str) -> None:
    state = field(
        battalion("N1", "north", (50, 50), formation=formation, result=result),
        battalion("L1", "south", (50, 100), facing=180),
    )
    assert standing.sector(state, "N1", standing.front_rank(state, "L1")) == told


# --- distances and fronts --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SCL-13", "NAP-S11", "NAP-S51")
def test_bodies_are_as_far_apart_as_their_nearest_figures() -> None:
    state = field(foot("L1", (50, 20)), foot("N1", (50, 32)), foot("N2", (56, 20)), general("N3", "north", (50, 43.1)))
    board = board_of(state)
    assert board.gap("L1", "N1") == pytest.approx(120.0)
    assert board.near("L1", 12.0) == ("N1", "N2")
    assert board.near("L1", 11.99) == ("N2",)
    assert board.near("N1", 10.1) == ("N3",)
    assert board.near("N1", 10.0) == ()
    assert board.gap("L1", "nobody") == float("inf")
    assert not board.touching("L1", "N2")
    assert board_of(state) is board
    close = field(foot("L1", (50, 20)), foot("N1", (50, 20.1)))
    assert board_of(close).touching("L1", "N1")
    assert not board_of(field(foot("L1", (50, 20)), foot("N1", (50, 20.11)))).touching("L1", "N1")


@pytest.mark.clause("NAP-S57")
def test_the_front_edge_of_a_body() -> None:
    state = field(battalion("L1", "south", (50, 20), formation="closed_column"), battery("N1", "north", (90, 60)))
    front = board_of(state).front("L1")
    assert front is not None
    assert front.pose == Pose(500.0, 200.0, 0.0)
    assert front.width == pytest.approx(30.0)
    assert len(front.rows) == 4
    guns = board_of(state).front("N1")
    assert guns is not None
    assert len(guns.rows) == 3
    assert (guns.middle, guns.facing) == ((900.0, 600.0), 180.0)
    square = board_of(field(battalion("L1", "south", (50, 20), formation="square")))
    assert {f.facing for f in square.fronts("L1")} == {0.0, 90.0, 180.0, 270.0}
    assert len(square.ranks(square.rows("L1"))) == 4


@pytest.mark.clause("NAP-S11")
@pytest.mark.parametrize(("apart", "runs"), [(0.0, [6]), (0.9, [6]), (1.1, [3, 3])])
def test_figures_side_by_side_are_one_rank_as_far_as_they_touch(apart: float, runs: list[int]) -> None:
    """Who is a millimetre off is touched."""
    state = field(battalion("L1", "south", (50, 20), figures=6, companies=1))
    bases = sorted(state.bases_of("L1"), key=lambda b: b.pose.x if b.pose else 0.0)
    moved = {b.id: replace(b, pose=replace(b.pose, x=b.pose.x + apart)) for b in bases[3:] if b.pose}
    board = board_of(replace(state, bases={**state.bases, **moved}))
    assert [len(run) for run in board.ranks(board.rows("L1"))] == runs


@pytest.mark.clause("NAP-S59", "NAP-ORG-36", "NAP-ORG-37")
def test_events_are_seen_by_those_with_a_line_to_a_figure() -> None:
    state = field(
        foot("L1", (30, 20)),
        foot("L2", (90, 20)),
        battalion("L3", "south", (90, 30)),
        foot("N1", (90, 60)),
        features=[box("building", 20, 30, 80, 40)],
    )
    assert [u for u in ("L1", "L2", "L3") if sight.sees(state, u, "N1")] == ["L3"]  # L2 is behind own troops
