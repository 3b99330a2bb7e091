"""Weather over the table, as far as a ruleset tells of it."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from game.client.tabletop.adapter import scene_of
from game.client.tabletop.overlays import Ring
from game.client.tabletop.view import TableView
from game.engine.scenery import FAIR, Sky, Weather, weather_of
from game.engine.state import State
from tests.client.table.small_scene import scene
from tests.client.table.test_view import drawn, view_of
from tests.toy import TOY

SKIES: tuple[Sky, ...] = ("rain", "snow", "fog", "wind")
FALLING: tuple[Sky, ...] = ("rain", "snow", "fog")


def under(sky: Sky, strength: float = 1.0, wind: float = 110.0) -> TableView:
    return view_of(msgspec.structs.replace(scene(), weather=Weather(sky, strength, wind)))


def told(**options: object) -> State:
    state, _frame = TOY.begin(TOY.default_setup("field", 0))
    return msgspec.structs.replace(state, options=options)


def test_a_ruleset_may_tell_the_weather_and_need_not() -> None:
    assert weather_of(TOY, told()) == FAIR
    assert weather_of(TOY, told(sky="rain", strength=0.5)) == Weather("rain", 0.5)
    assert weather_of(object(), told(sky="rain")) == FAIR
    assert scene_of(told(sky="snow"), TOY).weather == Weather("snow")
    assert scene_of(told(sky="snow"), None).weather == FAIR


def test_the_weather_is_no_part_of_the_painted_ground() -> None:
    one, two = (scene_of(told(sky=sky), TOY) for sky in ("fair", "rain"))
    assert one.ground_key == two.ground_key


@pytest.mark.parametrize("sky", SKIES)
def test_weather_is_seen_and_hides_nothing(sky: Sky) -> None:
    fair, foul = drawn(view_of(scene())).astype(float), drawn(under(sky)).astype(float)
    away = np.abs(fair - foul).max(axis=2)
    assert (away > 8).mean() > (0.003 if sky in ("wind", "rain", "snow") else 0.5)
    if sky == "fog":  # two thirds of every difference are left
        assert foul.std() > 0.55 * fair.std()
        assert away.max() < 170
    else:
        assert (away > 8).mean() < 0.12


@pytest.mark.parametrize("sky", FALLING)
def test_half_the_weather_is_seen_half_as_much(sky: Sky) -> None:
    fair = drawn(view_of(scene())).astype(float)
    whole, half, none = (np.abs(drawn(under(sky, s)) - fair).mean() for s in (1.0, 0.5, 0.0))
    assert none == 0
    assert 0.3 * whole < half < 0.75 * whole


@pytest.mark.parametrize("sky", FALLING)
def test_weather_moves_with_time_alone(sky: Sky) -> None:
    view = under(sky)
    first = drawn(view)
    assert np.array_equal(first, drawn(view))
    view.seconds += 0.7
    assert not np.array_equal(first, drawn(view))


def test_rain_is_driven_by_the_wind_also_on_a_turned_table() -> None:
    def lean(view: TableView) -> float:
        """Along which diagonal the streaks run: above 0 down to the right."""
        bare = view_of(scene())
        bare.camera.turn_to(view.camera.turn)
        bare.prepare_all()
        away = (np.abs(drawn(view) - drawn(bare)).max(axis=2) > 20).astype(float)
        return float((away[:-2, :-7] * away[2:, 7:]).sum() - (away[2:, :-7] * away[:-2, 7:]).sum())

    east, west = under("rain", wind=45.0), under("rain", wind=225.0)
    assert lean(east) > 0 > lean(west)
    for view in (east, west):
        view.camera.turn_to(1)
        view.prepare_all()
    assert lean(east) < 0 < lean(west)


def test_marks_lie_over_the_weather() -> None:
    mark = Ring(300.0, 200.0, 120.0, "command")
    fair = drawn(view_of(scene()), overlays=[mark]).astype(float)
    bare = drawn(view_of(scene())).astype(float)
    foul = drawn(under("fog"), overlays=[mark]).astype(float)
    line = np.abs(fair - bare).max(axis=2) > 120
    assert line.sum() > 50
    assert np.abs(fair - foul).max(axis=2)[line].mean() < 12


def test_the_wind_is_a_vane_that_turns_with_it_and_with_the_table_and_hangs_still() -> None:
    assert np.array_equal(drawn(under("wind", 0.0)), drawn(view_of(scene()))), "no wind, no vane"
    view = under("wind", wind=90.0)
    first = drawn(view)
    view.seconds += 0.7
    assert np.array_equal(first, drawn(view))
    away = np.abs(first.astype(int) - drawn(view_of(scene())).astype(int)).max(axis=2) > 8
    across, down = np.nonzero(away)
    assert across.min() > first.shape[0] / 2, "it lies in the lower right corner"
    assert down.min() > first.shape[1] / 2
    assert not np.array_equal(first, drawn(under("wind", wind=180.0)))
    assert not np.array_equal(first, drawn(under("wind", 0.2, wind=90.0))), "a light wind is called so"
