"""A double click and a held button on a unit, by the events of a real mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.match import Match
from game.client.parts.near import HOLD, Near
from game.client.screens.at_table import battle_screen, replay_screen
from tests.client.screens.test_since import battle, worst
from tests.client.window import Window

pytestmark = pytest.mark.window


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Window]:
    window = Window(tmp_path, installed=True, asks_all=True)
    yield window
    window.app.quit()
    pygame.event.clear()


@pytest.fixture
def fought(made: Window) -> Window:
    """A battle in which somebody is about to decide."""
    line, side, _since = worst("WMA")
    branch = battle("WMA").branch(line)
    players = {s: "person" if s == side else "default" for s in branch.state.sides}
    made.app.open(battle_screen(made.app, Match(branch, players)))
    made.until(lambda: bool(made.asked()))
    made.step(20)
    return made


def of(window: Window) -> Any:
    """The table on top."""
    return window.app.top


def near(window: Window) -> Near:
    found = of(window).parts[0]
    assert isinstance(found, Near)
    return found


def shown(window: Window) -> str:
    return near(window).holding


def alone(window: Window, side: str) -> tuple[str, tuple[float, float]]:
    """A unit of a side that lies free under a pixel of the window, and that pixel."""
    screen = of(window)
    table = screen.table
    for unit in screen.sitting.view.units_of(side):
        poses = [b.pose for b in screen.sitting.view.bases_of(unit.id) if b.pose is not None and b.where == "table"]
        if not poses:
            continue
        pos = table.camera.to_screen(poses[0].x, poses[0].y)
        at = (round(pos[0]), round(pos[1]))
        if table.rect.inflate(-200, -200).collidepoint(at) and near(window)._unit_at(at) == unit.id:
            return unit.id, pos
    raise AssertionError(f"nobody of {side} lies free")


def test_two_quick_clicks_look_close_and_two_more_lead_back(fought: Window) -> None:
    w = fought
    unit, pos = alone(w, worst("WMA")[1])
    before = w.battle.table.camera.key
    w.click(pos)
    w.step(30)
    w.click(pos)
    w.step(30)
    assert w.battle.table.camera.key == before, "two slow clicks are two clicks"
    w.click(pos)
    w.click(pos)
    assert w.battle.sitting.selected == unit
    assert w.battle.dock.shows("card")
    close = w.battle.table.camera
    assert close.key != before
    x, y = close.to_screen(*next((p.x, p.y) for p in poses_of(w, unit)))
    assert w.battle.table.rect.collidepoint(x, y)
    w.step(30)
    w.click((x, y))
    w.click((x, y))
    w.step(10)
    assert w.battle.table.camera.key == before


def poses_of(w: Window, unit: str) -> list[Any]:
    return [b.pose for b in w.battle.sitting.view.bases_of(unit) if b.pose is not None]


def test_a_button_held_on_an_enemy_shows_the_odds_as_long_as_it_is_held(fought: Window) -> None:
    w = fought
    side = worst("WMA")[1]
    enemy_side = next(s for s in w.battle.session.state.sides if s != side)
    mine, _pos = alone(w, side)
    enemy, at = alone(w, enemy_side)
    w.battle.sitting.select(mine)
    lines = len(w.battle.session.lines)
    w.down(at)
    w.step(int(HOLD / 0.03) - 4)
    assert not shown(w)
    w.step(12)
    assert shown(w) == "odds"
    w.step(30)
    odds: Any = w.battle.layers.odds
    assert odds.on
    assert set(odds.pair) == {mine, enemy}
    camera = w.battle.table.camera.key
    w.move((at[0] + 30, at[1]), (1, 0, 0))
    assert w.battle.table.camera.key == camera, "the table does not slide under a hand that holds"
    w.up((at[0] + 30, at[1]))
    assert shown(w) == ""
    assert not odds.on
    assert w.battle.sitting.selected == mine, "a hold is no click"
    assert len(w.battle.session.lines) == lines


def test_a_button_held_shows_whom_a_unit_threatens_where_nobody_else_is_selected(made: Window) -> None:
    w, (line, _side, _since) = made, worst("WMA")
    replay: Any = replay_screen(w.app, battle("WMA").branch(line), None)
    w.app.open(replay)
    replay.play.steps.go_to(replay.play.steps.last)
    w.step(30)
    _unit, at = alone(w, next(iter(replay.session.state.sides)))
    w.down(at)
    w.step(20)
    assert replay.sitting.tool == "threat"
    w.up(at)
    assert replay.sitting.tool == ""
    w.down(at)
    w.move((at[0] + 20, at[1]), (1, 0, 0))
    w.step(30)
    assert shown(w) == "", "a hand that slides the table holds nobody"
    w.up((at[0] + 20, at[1]))


def test_the_prompt_names_the_key_that_ends_a_step(tmp_path: Path) -> None:
    w = Window(tmp_path, installed=True, asks_all=True, speed="slow")
    try:
        line, side, since = worst("WMA")
        branch = battle("WMA").branch(line)
        players = {s: "person" if s == side else "default" for s in branch.state.sides}
        w.app.open(battle_screen(w.app, Match(branch, players)))
        w.until(lambda: bool(w.asked()))
        w.battle.play.recall.show_once(*since.rows[0].at)
        w.step(3)
        showing = w.battle.play.showing
        assert showing.busy
        said = "".join(s.text for s in w.battle.prompt.hint)
        assert said.startswith("[Space] ends this step, [Enter] shows everything at once")
        before = showing.event
        w.key("space")
        assert not showing.busy or showing.event is not before
    finally:
        w.app.quit()
        pygame.event.clear()
