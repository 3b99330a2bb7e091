"""Where every figure stands: formations from the middle of the front edge, their ranks, widths and depths."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.overlap import overlap_areas
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.body import layouts, shape
from rulesets.napoleonic_wars.own import Formation
from tests.rules.napoleonic_wars import table as t


def sizes(state: State, body: str = "L1") -> tuple[float, float]:
    """Width and depth in mm."""
    return shape.width(state, body), shape.depth(state, body)


def worst_overlap(state: State, body: str) -> float:
    """The greatest area (mm2) that two figures share."""
    found = [(b.shape, b.pose) for b in state.bases_of(body) if b.pose is not None]
    bases = Bases.of([f for f, _ in found], [p for _, p in found])
    one, two, areas = overlap_areas(bases, bases)
    return max((float(a) for i, j, a in zip(one, two, areas, strict=True) if i != j), default=0.0)


def places(state: State, body: str = "L1") -> dict[str, tuple[float, float]]:
    found = (state.bases[b] for b in state.units[body].bases)
    return {b.id: (b.pose.x, b.pose.y) for b in found if b.pose is not None}


FOOT = Footprint("rect", 7.5, 10.0)
EIGHTEEN: dict[str, Any] = {"figures": 18}


@pytest.mark.clause("NAP-S12", "NAP-FRM-01", "NAP-FRM-12", "NAP-FRM-16", "NAP-FRM-17", "NAP-FRM-20")
@pytest.mark.parametrize(
    ("formation", "figures", "width", "depth", "ranks"),
    [
        ("line", 24, 180.0, 10.0, 1),
        ("closed_column", 24, 30.0, 60.0, 6),
        ("open_column", 24, 30.0, 160.0, 6),
        ("closed_divisional", 18, 45.0, 30.0, 3),
        ("open_divisional", 18, 45.0, 100.0, 3),
        ("march_column", 18, 15.0, 90.0, 9),
        ("march_column", 17, 15.0, 90.0, 9),
        ("mass", 24, 30.0, 60.0, 7),
        ("square", 18, 47.5, 47.5, 4),
        ("double_square", 50, 72.5, 72.5, 4),
    ],
)
def test_formations_of_foot(formation: Formation, figures: int, width: float, depth: float, ranks: int) -> None:
    state = t.field(t.battalion("L1", "south", (50, 40), formation=formation, figures=figures))
    assert sizes(state) == (width, depth)
    assert shape.ranks(state, "L1") == ranks
    assert shape.front(state, "L1") == Pose(500.0, 400.0, 0.0)


@pytest.mark.clause("NAP-FRM-26", "NAP-FRM-19", "NAP-S12")
@pytest.mark.parametrize(
    ("formation", "width", "depth", "ranks"),
    [
        ("line", 160.0, 20.0, 1),
        ("double_line", 80.0, 90.0, 2),
        ("closed_column", 40.0, 80.0, 4),
        ("open_column", 40.0, 140.0, 4),
        ("march_column", 20.0, 160.0, 8),
    ],
)
def test_formations_of_horse(formation: Formation, width: float, depth: float, ranks: int) -> None:
    state = t.field(t.regiment("L1", "south", (50, 40), formation=formation))
    assert sizes(state) == (width, depth)
    assert shape.ranks(state, "L1") == ranks


@pytest.mark.clause("NAP-S12")
def test_the_front_line_of_a_double_line_is_the_larger_half() -> None:
    state = t.field(t.regiment("L1", "south", formation="double_line", figures=12, companies=3))
    assert shape.rows(state, "L1") == (8, 4)


@pytest.mark.clause("NAP-S12", "NAP-FRM-15")
def test_an_open_column_is_never_closer_than_its_bases_are_deep() -> None:
    narrow = layouts.slots("open_column", (1, 1), FOOT, 0, False)
    assert [v for _, v, _ in narrow] == [-5.0, -15.0]
    wide = layouts.slots("open_column", (3, 3), FOOT, 0, False)
    assert sorted({v for _, v, _ in wide}) == [-27.5, -5.0]


@pytest.mark.clause("NAP-FRM-02", "NAP-BAS-06", "NAP-S01")
@pytest.mark.parametrize(("small", "width"), [(False, 180.0), (True, 135.0)])
def test_open_order_stands_on_bases_of_its_own(small: bool, width: float) -> None:
    state = t.field(t.battalion("L1", "south", formation="open", figures=9), options={"small_bases": small})
    assert sizes(state) == (width, width / 9)
    mounted = t.field(t.regiment("L1", "south", formation="open", figures=4, abreast=2))
    assert sizes(mounted) == (40.0, 40.0)
    assert shape.ranks(mounted, "L1") == 2


@pytest.mark.clause("NAP-FRM-13", "NAP-FRM-14", "NAP-S12")
def test_walls_of_a_square_face_outwards_and_do_not_overlap() -> None:
    state = t.field(t.battalion("L1", "south", (50, 50), formation="square", figures=18))
    poses = [b.pose for b in state.bases_of("L1") if b.pose]
    assert sorted(p.facing for p in poses) == [0.0] * 5 + [90.0] * 5 + [180.0] * 4 + [270.0] * 4
    assert shape.side_of_square(18, "square", FOOT) == 47.5
    assert layouts.wall(50) == 13
    assert shape.side_of_square(50, "double_square", FOOT) == 72.5
    assert worst_overlap(state, "L1") < 0.01


@pytest.mark.clause("NAP-FRM-22", "NAP-NAT-01")
@pytest.mark.parametrize(("abreast", "width", "ranks"), [(0, 75.0, 2), (7, 52.5, 3), (20, 150.0, 1)])
def test_a_dense_mass_has_the_files_that_were_ordered(abreast: int, width: float, ranks: int) -> None:
    made = t.battalion("L1", "south", formation="irregular", figures=20, abreast=abreast, regular=False)
    state = t.field(made)
    assert shape.width(state, "L1") == width
    assert shape.ranks(state, "L1") == ranks


@pytest.mark.clause("NAP-FRM-29")
def test_riders_in_a_circle_do_not_touch_the_next() -> None:
    made = t.regiment("L1", "south", formation="circle", figures=8, regular=False)
    state = t.field(made)
    assert worst_overlap(state, "L1") < 0.01
    assert shape.front(state, "L1") == Pose(500.0, 500.0, 0.0)


@pytest.mark.clause("NAP-S28", "NAP-LIM-03", "NAP-R47")
def test_a_battery_deployed_and_limbered() -> None:
    state = t.field(t.battery("L1", "south", (50, 40)))
    assert sizes(state) == (90.0, 40.0)
    assert places(state)["L1.1"] == (530.0, 380.0)
    assert places(state)["L1.4"] == (530.0, 320.0)
    state = t.field(t.battery("L1", "south", (50, 40), formation="limbered"))
    assert sizes(state) == (30.0, 240.0)
    assert [places(state)[f"L1.{k}"] for k in (1, 2, 3)] == [places(state)[f"L1.{k}"] for k in (4, 5, 6)]
    assert shape.ranks(state, "L1") == 3


@pytest.mark.clause("NAP-TER-04")
def test_a_garrison_is_inside() -> None:
    state = t.field(t.battalion("L1", "south"), features=[t.box("building", 40, 40, 48, 48, "farm")])
    state = t.put(state, "L1", (44, 44), 0.0, "garrison", building="farm")
    assert {(b.where, b.place) for b in state.bases.values()} == {("inside", "farm")}
    assert t.of(state, "L1").inside == "farm"


@pytest.mark.clause("NAP-MIC-06", "NAP-R49")
@pytest.mark.parametrize(
    ("formation", "width", "depth"),
    [
        ("line", 120.0, 5.0),
        ("closed_column", 30.0, 20.0),
        ("march_column", 10.0, 60.0),
        ("square", 35.0, 35.0),
    ],
)
def test_strips_of_ten_figures(formation: Formation, width: float, depth: float) -> None:
    made = t.battalion("L1", "south", (50, 40), formation=formation, figures=4, companies=4)
    state = t.field(made, options={"scale": "micro"})
    assert sizes(state) == (width, depth)
    assert shape.front(state, "L1") == Pose(500.0, 400.0, 0.0)


@pytest.mark.clause("NAP-S12")
def test_the_first_company_leads_or_the_last_one() -> None:
    state = t.field(t.battalion("L1", "south", (50, 40), formation="closed_column"))
    assert places(state)["L1.1"][1] > places(state)["L1.24"][1]
    assert not shape.is_inverted(state, "L1")
    state = t.field(t.battalion("L1", "south", (50, 40), formation="closed_column", inverted=True))
    assert places(state)["L1.1"][1] < places(state)["L1.24"][1]
    assert shape.is_inverted(state, "L1")
    state = t.field(t.battalion("L1", "south", (50, 40)))
    assert places(state)["L1.1"][0] > places(state)["L1.24"][0]
    assert not shape.is_inverted(state, "L1")
    assert shape.is_inverted(t.field(t.battalion("L1", "south", inverted=True)), "L1")


@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 211.5])
def test_the_front_is_found_again_whichever_way_a_body_looks(facing: float) -> None:
    state = t.field(t.battalion("L1", "south", (50, 40), facing, formation="open_column", figures=16))
    found = shape.standing(state, "L1")
    assert (found.front.x, found.front.y, found.front.facing) == pytest.approx((500.0, 400.0, facing), abs=0.01)
    assert (found.width, found.depth) == pytest.approx((22.5, 122.5), abs=0.01)
