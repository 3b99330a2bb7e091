"""Weather and wind: the dice of the season, the drift, the direction of the wind; smoke that gathers without wind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.flow import Done, Goto, Roll, Run
from game.engine.state import State
from rulesets.napoleonic_wars.field import sight, smoke, weather
from rulesets.napoleonic_wars.field.weather import WEATHER, Changed
from tests.rules.napoleonic_wars.table import battalion, battery, field, given, of


def rolled(state: State, *faces: tuple[int, ...], drift: bool = False) -> tuple[State, list[ev.Event]]:
    """The frame carried out with these rows of faces, a throw after the other; no die is left over."""
    run = Run(state)
    thrown = list(faces)
    step, data, got = "begin", Changed(drift), None
    while True:
        out: Any = WEATHER.steps[step](run, data, got)
        if isinstance(out, Done):
            assert not thrown
            return run.state, run.events
        if isinstance(out, Goto):
            step, data, got = out.step, out.data or data, out.got
            continue
        assert isinstance(out, Roll)
        rows = [r for row in out.request.rows for r in [row] * 1]
        take, thrown = thrown[: len(rows)], thrown[len(rows) :]
        for row, face in zip(rows, take, strict=True):
            assert len(face) == row.n
            assert set(face) <= set(row.faces)
        step, data, got = out.then, out.data or data, ev.Rolled(tuple(take))


@pytest.mark.clause("NAP-WTH-03", "NAP-WTH-02", "NAP-S26")
def test_the_table_of_the_weather() -> None:
    rain, fog, snow = ("rain", True), ("fog", False), ("snow", True)
    calm, fair = ("fair", False), ("fair", True)
    summer = [fog, fog, fog, rain, rain, fair, fair, fair, fair, calm, calm, calm]
    autumn = [fog, fog, fog, fog, rain, rain, rain, fair, fair, fair, calm, calm]
    winter = [snow, snow, snow, snow, fog, rain, rain, fair, fair, fair, calm, calm]
    for season, told in (("summer", summer), ("autumn", autumn), ("winter", winter)):
        assert [weather.of(season, n) for n in range(1, 13)] == told
        assert weather.of(season, -3) == told[0]
        assert weather.of(season, 15) == told[-1]


@pytest.mark.clause("NAP-WTH-01", "NAP-WTH-05", "NAP-WTH-07")
def test_without_weather_it_is_fair_and_windy() -> None:
    state, events = rolled(field(weather="fog"), (77,))
    assert (state.own.weather, state.own.wind) == ("fair", 77.0)
    assert events[0].clauses == ("NAP-WTH-05",)


@pytest.mark.clause("NAP-WTH-02", "NAP-WTH-04", "NAP-S61", "NAP-S26")
def test_the_drift_of_an_autumn_day() -> None:
    state = field(options={"weather": "changing"}, season="autumn")
    state, _ = rolled(state, (3, 4), (120,))
    assert (state.own.weather, state.own.weather_sum, state.own.wind) == ("rain", 7, 120.0)
    state, events = rolled(state, (4,), (2,), drift=True)  # the positive die first; the wind goes on as it blew
    assert (state.own.weather, state.own.weather_sum, state.own.wind) == ("fair", 9, 120.0)
    assert "NAP-WTH-04" in events[0].clauses
    state, _ = rolled(state, (2,), (5,), drift=True)
    assert (state.own.weather, state.own.weather_sum) == ("rain", 6)
    state, _ = rolled(state, (3,), (3,), drift=True)
    assert (state.own.weather, state.own.weather_sum) == ("rain", 6)


@pytest.mark.clause("NAP-S26", "NAP-WTH-07", "NAP-WTH-08")
def test_the_direction_is_rolled_anew_when_wind_rises_after_calm() -> None:
    state = field(options={"weather": "changing"}, season="summer", weather_sum=9, wind=10.0)
    state, _ = rolled(state, (5,), (2,), drift=True)
    assert (state.own.weather_sum, state.own.wind) == (12, -1.0)
    assert not smoke.is_windy(state)
    state, _ = rolled(state, (2,), (5,), (300,), drift=True)
    assert (state.own.weather_sum, state.own.wind) == (9, 300.0)


@pytest.mark.clause("NAP-WTH-04")
@pytest.mark.parametrize(("move", "changing"), [(1, False), (4, False), (5, True), (6, False), (9, True), (13, True)])
def test_it_changes_every_four_moves(move: int, changing: bool) -> None:
    assert weather.changes_now(field(options={"weather": "changing"}, move=move)) is changing
    assert not weather.changes_now(field(options={"weather": "fixed"}, move=move))


def after(state: State, body: str, moves: int, fired: bool, moved: float = 0.0) -> State:
    """So many moves later, in each of which it fired or not and went so many mm."""
    for _ in range(moves):
        state = replace(state, own=replace(state.own, move=state.own.move + 1))
        state = given(state, body, fired=state.own.move if fired else of(state, body).fire.fired, moved=moved)
        run = Run(state)
        smoke.drift(run)
        state = run.state
    return state


@pytest.mark.clause("NAP-VIS-05", "NAP-VIS-07", "NAP-R16")
def test_smoke_gathers_in_four_moves_and_disperses_in_two() -> None:
    state = field(battalion("L1", "south", (50, 20)), move=0)
    assert of(after(state, "L1", 3, True), "L1").fire.smoke == 3
    assert not smoke.patches(after(state, "L1", 3, True))
    state = after(state, "L1", 4, True)
    assert of(state, "L1").fire.smoke == 4
    assert len(smoke.patches(state)) == 1
    assert of(after(state, "L1", 1, True), "L1").fire.smoke == 4
    state = after(state, "L1", 1, False)
    assert of(state, "L1").fire.smoke == 2
    assert not smoke.patches(state)
    assert of(after(state, "L1", 1, False), "L1").fire.smoke == 0
    assert of(after(state, "L1", 2, False), "L1").fire.smoke == 0
    state = after(state, "L1", 1, True)
    assert of(state, "L1").fire.smoke == 3
    assert of(after(state, "L1", 1, True), "L1").fire.smoke == 4


@pytest.mark.clause("NAP-VIS-05", "NAP-R16")
def test_whoever_moves_more_than_five_centimetres_gathers_none() -> None:
    state = given(field(battalion("L1", "south", (50, 20)), move=3), "L1", smoke=2)
    assert of(after(state, "L1", 1, True, 50.0), "L1").fire.smoke == 3
    assert of(after(state, "L1", 1, True, 50.1), "L1").fire.smoke == 2


@pytest.mark.clause("NAP-R16")
def test_bows_make_no_smoke_and_guns_do() -> None:
    bows = field(battalion("L1", "south", (50, 20), weapon="bow"), move=3)
    assert of(after(bows, "L1", 4, True), "L1").fire.smoke == 0
    guns = field(battery("L1", "south", (50, 20)), move=3)
    assert of(after(guns, "L1", 4, True), "L1").fire.smoke == 4


@pytest.mark.clause("NAP-VIS-08", "NAP-WTH-08")
def test_wind_blows_it_away_at_once() -> None:
    state = given(field(battalion("L1", "south", (50, 20)), wind=20.0, move=3), "L1", smoke=4)
    assert not smoke.patches(state)
    assert of(after(state, "L1", 1, True), "L1").fire.smoke == 0


@pytest.mark.clause("NAP-WTH-06")
def test_weather_acts_on_sight() -> None:
    both = battalion("L1", "south", (50, 10)), battalion("N1", "north", (50, 90))
    assert sight.sees(field(*both), "L1", "N1")
    assert not sight.sees(field(*both, weather="rain"), "L1", "N1")
