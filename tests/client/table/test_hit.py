"""Which base is under a point: against a plain loop, and at the edges."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.tabletop.hit import HitMap, corners
from game.client.tabletop.scene import BlockArt
from game.geometry.shapes import Footprint, Pose
from game.geometry.shapes import corners as exact_corners

BLOCKS = (
    BlockArt("a", "u", 100, 100, 0, 40, 20, "legion", 0),
    BlockArt("b", "u", 140, 100, 0, 40, 20, "legion", 0),
    BlockArt("c", "v", 300, 200, 30, 20, 40, "cavalry", 1),
    BlockArt("d", "w", 105, 100, 0, 25, 25, "general", 1, shape="oval"),
)


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (85, 105, "a"),
        (80.0, 100, "a"),
        (79.9, 100, None),
        (159.9, 90.1, "b"),
        (160.1, 90.1, None),
        (105, 100, "d"),  # the token lies on top of the stand
        (100, 89.9, "d"),
        (92.6, 91, "a"),  # inside the box around the disc, outside the disc
        (300, 200, "c"),
        (300 + 19 * math.sin(math.radians(30)), 200 + 19 * math.cos(math.radians(30)), "c"),
        (300 + 21 * math.sin(math.radians(30)), 200 + 21 * math.cos(math.radians(30)), None),
    ],
)
def test_the_base_under_a_point(x: float, y: float, found: str | None) -> None:
    assert HitMap(BLOCKS).at(x, y) == found


def test_a_near_miss_counts_within_the_slack() -> None:
    hits = HitMap(BLOCKS)
    assert hits.at(160.9, 100, slack_mm=1.0) == "b"
    assert hits.at(161.1, 100, slack_mm=1.0) is None


def test_tiny_bases_are_caught_from_afar_but_never_through_another() -> None:
    small = BlockArt("s", "x", 200, 100, 0, 6, 6, "general", 1)
    hits = HitMap((*BLOCKS, small))
    assert hits.at(213.9, 100, slack_mm=4.0, reach_mm=14.0) == "s"
    assert hits.at(214.1, 100, slack_mm=4.0, reach_mm=14.0) is None
    assert hits.at(160.5, 100, slack_mm=4.0, reach_mm=14.0) == "b"  # a large one: its edge counts alone
    assert hits.at(164.5, 100, slack_mm=4.0, reach_mm=14.0) is None
    beside = HitMap((BLOCKS[1], BlockArt("s", "x", 165, 100, 0, 6, 6, "general", 1)))
    assert beside.at(159.5, 100, slack_mm=4.0, reach_mm=14.0) == "b"  # exactly on it, however near the small one is
    assert beside.at(161.8, 100, slack_mm=4.0, reach_mm=14.0) == "s"  # the nearest of two near misses


def test_a_base_that_is_being_dragged_is_hit_where_it_is_drawn() -> None:
    hits = HitMap(BLOCKS, {"a": (500.0, 500.0, 90.0)})
    assert hits.at(85, 105) is None
    assert hits.at(500, 519) == "a"
    assert hits.at(519, 500) is None


def test_no_bases_no_hit() -> None:
    assert HitMap(()).at(0, 0, 100) is None


poses = st.tuples(st.floats(0, 500), st.floats(0, 500), st.floats(0, 360))


@given(poses, st.floats(5, 60), st.floats(5, 60), st.floats(0, 500), st.floats(0, 500))
def test_distance_is_the_distance_to_the_rectangle(
    pose: tuple[float, float, float], width: float, depth: float, x: float, y: float
) -> None:
    import shapely

    outline = shapely.Polygon(corners(pose, width, depth))
    block = BlockArt("a", "u", *pose, width, depth, "legion", 0)
    assert HitMap([block]).away(x, y)[0] == pytest.approx(outline.distance(shapely.Point(x, y)), abs=1e-6)


@given(poses, st.floats(5, 60), st.floats(5, 60))
def test_drawn_corners_are_the_rules_corners(pose: tuple[float, float, float], width: float, depth: float) -> None:
    exact = exact_corners(Footprint("rect", width, depth), Pose(*pose))
    for got, want in zip(corners(pose, width, depth), exact, strict=True):
        assert got == pytest.approx(tuple(want), abs=1e-9)


def test_a_long_oval_is_caught_along_its_length_only() -> None:
    horse = BlockArt("h", "H", 100.0, 100.0, 90.0, 25.0, 50.0, "lancer", 0, shape="oval")
    hits = HitMap([horse])
    assert hits.at(124.0, 100.0) == "h"
    assert hits.at(100.0, 124.0) is None
    assert hits.away(135.0, 100.0).tolist() == pytest.approx([10.0])
    assert hits.away(100.0, 118.5).tolist() == pytest.approx([6.0])
