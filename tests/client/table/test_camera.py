"""The camera is exact to the pixel: conversion, pan, zoom to the cursor, fitting, bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.camera import MAX_SCALE, ZOOM_STEP, Camera


def make() -> Camera:
    return Camera((1800, 1200), (100, 50, 1280, 720))


def test_the_whole_table_fits_with_room_for_the_frame() -> None:
    c = make()
    assert c.scale == pytest.approx(720 * 0.92 / 1200)
    left, top = c.to_screen(0, 1200)
    right, bottom = c.to_screen(1800, 0)
    assert (left - 100, 1380 - right) == pytest.approx((143.2, 143.2), abs=1.0)
    assert (top - 50, 770 - bottom) == pytest.approx((28.8, 28.8), abs=1.0)


def test_north_is_up_and_east_is_right() -> None:
    c = make()
    x0, y0 = c.to_screen(900, 600)
    assert c.to_screen(901, 600)[0] == pytest.approx(x0 + c.scale)
    assert c.to_screen(900, 601)[1] == pytest.approx(y0 - c.scale)


def test_the_top_left_pixel_is_a_whole_sheet_pixel() -> None:
    c = make()
    c.look_at((900, 600), 1.0)
    assert c.origin == (900 - 640, 600 - 360)
    assert c.to_screen(900, 600) == (100 + 640, 50 + 360)


@given(
    st.floats(0.3, 8),
    st.floats(0, 1800),
    st.floats(0, 1200),
    st.floats(100, 1380),
    st.floats(50, 770),
)
def test_there_and_back(scale: float, x: float, y: float, px: float, py: float) -> None:
    c = make()
    c.look_at((x, y), scale)
    assert c.to_screen(*c.to_table(px, py)) == pytest.approx((px, py), abs=1e-6)
    assert c.to_table(*c.to_screen(x, y)) == pytest.approx((x, y), abs=1e-6)


@given(st.lists(st.tuples(st.floats(-100, 2000), st.floats(-100, 1500)), min_size=1, max_size=9))
def test_many_points_at_once_are_the_single_points(points: list[tuple[float, float]]) -> None:
    c = make()
    c.look_at((700, 300), 2.3)
    assert c.many_to_screen(points) == pytest.approx(np.array([c.to_screen(*p) for p in points]))


@given(st.integers(-12, 12), st.integers(100, 1379), st.integers(50, 769))
def test_zoom_keeps_the_point_under_the_cursor(notches: int, px: int, py: int) -> None:
    c = make()
    c.look_at((900, 600), 1.4)
    before = c.to_table(px, py)
    c.zoom_at(notches, px, py)
    again = c.to_screen(*before)
    centre = c.centre_mm
    if 1 < centre[0] < 1799 and 1 < centre[1] < 1199:  # else the bounds have moved it
        assert abs(again[0] - px) <= 0.5
        assert abs(again[1] - py) <= 0.5


def test_a_notch_is_a_fixed_factor_and_there_are_limits() -> None:
    c = make()
    c.look_at((900, 600), 1.0)
    c.zoom_at(1, 740, 410)
    assert c.scale == pytest.approx(ZOOM_STEP)
    c.zoom_at(100, 740, 410)
    assert c.scale == MAX_SCALE
    c.zoom_at(-100, 740, 410)
    assert c.scale == pytest.approx(c.fit_scale * 0.7)


def test_pan_moves_the_table_with_the_hand() -> None:
    c = make()
    c.look_at((900, 600), 2.0)
    x, y = c.to_screen(900, 600)
    c.pan(37, -11)
    assert c.to_screen(900, 600) == (x + 37, y - 11)


@given(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5), st.floats(0.3, 8))
def test_the_table_cannot_be_lost(dx: float, dy: float, scale: float) -> None:
    c = make()
    c.look_at((900, 600), scale)
    c.pan(dx, dy)
    x, y = c.centre_mm
    assert -1.0 / c.scale <= x <= 1800 + 1.0 / c.scale
    assert -1.0 / c.scale <= y <= 1200 + 1.0 / c.scale


def test_fit_rect_shows_the_rect_and_not_more_than_needed() -> None:
    c = make()
    c.fit_rect((200, 200, 600, 300), margin=0.0, closest=8.0)
    assert c.scale == pytest.approx(1280 / 400)
    assert c.visible_mm()[0] == pytest.approx(200, abs=0.5)
    assert c.visible_mm()[2] == pytest.approx(600, abs=0.5)
    c.fit_rect((500, 500, 501, 501))
    assert c.scale == 3.0


def test_a_resized_window_keeps_what_is_in_the_middle() -> None:
    c = make()
    c.look_at((700, 500), 1.5)
    c.set_viewport((0, 0, 1900, 1000))
    assert c.centre_mm == pytest.approx((700, 500), abs=0.5)
    assert c.scale == 1.5
    assert c.viewport == (0, 0, 1900, 1000)


def test_the_viewport_holds_its_first_pixel_and_not_the_one_after_its_last() -> None:
    c = make()
    assert c.contains(100, 50)
    assert c.contains(1379, 769)
    assert not c.contains(1380, 769)
    assert not c.contains(99, 50)


def test_to_another_size_and_back_again_the_table_does_not_creep() -> None:
    c = Camera((1800, 1200), (48, 68, 887, 652))
    c.pan(30, -120)
    before = c.origin
    for _time in range(20):
        c.set_viewport((48, 183, 887, 537))
        c.set_viewport((48, 68, 887, 652))
    assert c.origin == before


@pytest.mark.parametrize(("turn", "corner"), [(0, (0, 1200)), (1, (1800, 1200)), (2, (1800, 0)), (3, (0, 0))])
def test_a_table_turned_shows_another_corner_at_the_upper_left(turn: int, corner: tuple[float, float]) -> None:
    c = make()
    c.turn_to(turn)
    assert c.shows_table
    assert c.to_sheet(*corner) == (0, 0)
    assert c.from_sheet(0, 0) == corner
    x0, y0 = c.to_screen(900, 600)
    ahead = (0, 1), (1, 0), (0, -1), (-1, 0)
    up = c.to_screen(900 + ahead[turn][0], 600 + ahead[turn][1])
    assert up == pytest.approx((x0, y0 - c.scale))
    assert c.bearing(90.0 * turn) == 0.0


@given(st.integers(0, 3), st.floats(0.3, 8), st.floats(0, 1800), st.floats(0, 1200), st.integers(100, 1379))
def test_there_and_back_on_a_table_turned(turn: int, scale: float, x: float, y: float, px: int) -> None:
    c = make()
    c.turn_to(turn)
    c.look_at((x, y), scale)
    assert c.to_screen(*c.to_table(px, 400)) == pytest.approx((px, 400), abs=1e-6)
    assert c.to_table(*c.to_screen(x, y)) == pytest.approx((x, y), abs=1e-6)
    assert c.many_to_screen([(x, y)])[0] == pytest.approx(c.to_screen(x, y))
    east, north = c.on_table(10.0, -4.0)
    assert c.to_screen(x + east, y + north) == pytest.approx(
        (c.to_screen(x, y)[0] + 10.0, c.to_screen(x, y)[1] - 4.0), abs=1e-6
    )
    assert c.way_on_screen(east * c.scale, north * c.scale) == pytest.approx((10.0, -4.0), abs=1e-6)


def test_turning_keeps_the_middle_and_back_again_leads_to_the_same_pixel() -> None:
    c = make()
    c.look_at((700, 500), 1.5)
    before = c.key
    c.turn_to(1)
    assert c.centre_mm == pytest.approx((700, 500), abs=1.0)
    c.turn_to(4)
    assert c.turn == 0
    assert c.key == before


def test_what_is_fitted_lies_within_what_floats_at_the_edges() -> None:
    c = make()
    c.inset = (10, 60, 10, 40)
    c.fit_rect((200, 200, 1400, 900), margin=0.0, closest=8.0)
    left, top = c.to_screen(200, 900)
    right, low = c.to_screen(1400, 200)
    assert left >= 100 + 10 - 1
    assert top >= 50 + 60 - 1
    assert right <= 1380 - 10 + 1
    assert low <= 770 - 40 + 1


def test_two_notches_are_twice_one_to_the_bit() -> None:
    a, b = make(), make()
    for c in (a, b):
        c.look_at((900, 600), 0.7)
    a.zoom_at(2, 500, 400)
    b.zoom_at(1, 500, 400)
    b.zoom_at(1, 500, 400)
    assert a.scale == b.scale
