"""Before the first answer after others acted: what befell one's units, worst first, for all systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.bookmarks import Bookmarks
from game.client.battle.match import Match, fork_match
from game.client.battle.since import Since, lost_of, since_last
from game.client.panels.since_last import pin_disc
from game.client.screens.at_table import battle_screen
from game.engine.command import Answering
from game.engine.event import Event
from rulesets.warmaster_ancients.turn.turn import destroyed, initial, scenario_of, units_to_break
from tests.client.battles import between_generals as battle
from tests.client.window import Window

pytestmark = pytest.mark.window
SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
PIECES = {"WMA": "stand", "AFS": "model", "WAB": "model", "USB": "model", "NAP": "figure"}
"""What each system counts its losses in."""
Make = Callable[..., Window]


def sees(side: str) -> Callable[[Event], bool]:
    return lambda event: event.only in ("", side)


@cache
def worst(system: str) -> tuple[int, str, Since]:
    """The line before which a side has most to be told, the side, and what it is told."""
    session, found = battle(system), []
    for n, line in enumerate(session.lines):
        if isinstance(line.command, Answering) and line.command.side:
            side = line.command.side
            since = since_last(session.branch(n - 1), side, sees(side))
            if since is not None:
                found.append((sum(r.worth for r in since.rows), n, side, since))
    assert 3 <= len(found) < len(session.lines) / 4, "now and then there is something to be told, mostly not"
    _worth, n, side, since = max(found, key=lambda f: (f[0], f[1]))
    return n - 1, side, since


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Make]:
    """A window in which the side that has most to be told is about to decide."""
    opened: list[Window] = []

    def make(system: str, size: tuple[int, int] = (1280, 720), kept: bool = False, **settings: Any) -> Window:
        window = Window(tmp_path, size=size, installed=True, **{"since_last": True, "asks_all": True, **settings})
        opened.append(window)
        line, side, _since = worst(system)
        branch = battle(system).branch(line)
        players = {s: "person" if s == side else "default" for s in branch.state.sides}
        last = len(branch.lines) - 1
        match = fork_match(branch, last, players, tmp_path / "kept", "kept") if kept else Match(branch, players)
        window.app.open(battle_screen(window.app, match))
        window.until(lambda: window.battle.play.since.on)
        window.step(3)
        return window

    yield make
    for window in opened:
        window.app.quit()
    pygame.event.clear()


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_told_is_true_and_the_worst_comes_first(system: str) -> None:
    line, side, since = worst(system)
    session = battle(system)
    before, after = session.lines[since.start].state, session.lines[line].state
    assert 1 <= len(since.rows) <= 3
    worths = [row.worth for row in since.rows]
    assert worths == sorted(worths, reverse=True)
    for row in since.rows:
        assert after.units[row.unit].side == side
        assert since.start < row.at[0] <= line
        assert session.lines[row.at[0]].events[row.at[1]] is row.event
        assert row.place is not None
        gone = [b for b in after.units[row.unit].bases if after.bases[b].where == "gone"]
        assert row.bases == sum(before.bases[b].where != "gone" for b in gone)
        assert row.lost == (bool(row.bases) and len(gone) == len(after.units[row.unit].bases))
    for s, (units, bases) in lost_of(after).items():
        then = lost_of(before)[s]
        assert since.now[s] == (units - then[0], bases - then[1])
        assert since.ever[s] == (units, bases)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_asked_until_it_has_been_read(seated: Make, system: str) -> None:
    window = seated(system)
    since: Any = window.battle.play.since
    assert window.asked() == ""
    window.shot(f"since-{system}")
    assert since.panel.rows[0].lost == since.found.rows[0].lost
    assert any(PIECES[system] in count.ever for count in since.panel.counts)
    lines = len(window.battle.session.lines)
    window.key("f2")
    assert len(window.battle.session.lines) == lines
    window.key("enter")
    assert not since.on
    window.until(lambda: bool(window.asked()))
    assert len(window.battle.session.lines) == lines
    window.step(5)
    assert not since.on


def test_a_click_on_a_row_flies_there_and_plays_its_event_once(seated: Make) -> None:
    window = seated("WMA")
    battle_: Any = window.battle
    since: Any = battle_.play.since
    said = [(i.entry.line, i.entry.number) for i in battle_.log.items]
    row = since.found.rows[0]
    heard: list[tuple[int, int]] = []
    battle_.play.showing.begun.append(lambda event: heard.append((battle_.play.showing.line, event is row.event)))
    battle_.table.zoom(6)
    battle_.table.camera.look_at((0.0, 0.0))
    window.click(since.panel.spot("row 0").center)
    assert battle_.play.recap.on
    window.step(30)
    x, y = battle_.table.camera.centre_mm
    assert abs(x - row.place[0]) < 3
    assert abs(y - row.place[1]) < 3
    window.step(200, dt=0.2)
    assert heard == [(row.at[0], True)]
    assert not battle_.play.recap.on
    assert battle_.play.showing.state is battle_.session.state
    assert [(i.entry.line, i.entry.number) for i in battle_.log.items] == said
    assert since.on
    window.key("tab")
    assert since.panel.lit == 1 % len(since.found.rows)


def test_a_click_on_a_pin_is_a_click_on_its_row(seated: Make) -> None:
    window = seated("WMA")
    since: Any = window.battle.play.since
    camera = window.battle.table.camera
    camera.look_at(since.found.rows[0].place)
    window.step()
    at = camera.to_screen(*since.found.rows[0].place)
    theme = window.app.theme
    window.click((at[0], at[1] + theme.px(60)))
    assert since.panel.lit == -1
    window.click(pin_disc(theme, at))
    assert since.panel.lit == 0
    assert window.battle.play.recap.on


def test_it_tells_by_how_many_losses_more_each_side_breaks(seated: Make) -> None:
    window = seated("WMA")
    state = window.battle.session.state
    told = window.battle.play.since.panel.last
    for side in state.sides:
        left = units_to_break(state, side)
        lost, began = len(destroyed(state, side)), initial(state, side)
        assert scenario_of(state).break_point(side).reached(lost + left, began)
        assert not scenario_of(state).break_point(side).reached(lost + left - 1, began)
        assert f"breaks with {left} unit" in told
    assert "breaks" not in seated("AFS").battle.play.since.panel.last


def test_a_row_is_kept_as_a_bookmark_of_the_record(seated: Make, tmp_path: Path) -> None:
    assert not seated("WMA").battle.play.since.panel.keeps
    window = seated("WMA", kept=True)
    since: Any = window.battle.play.since
    match: Any = window.battle.play.match
    window.key("b")
    row = since.found.rows[0]
    notes = Bookmarks(match.writer.path).notes
    assert list(notes) == [row.at[0]]
    assert since.panel.rows[0].name in notes[row.at[0]]
    window.click(since.panel.spot("keep").center)
    assert Bookmarks(match.writer.path).notes == notes
    assert any("Kept as a bookmark" in n for n in window.notices())


def test_it_can_be_switched_off(seated: Make, tmp_path: Path) -> None:
    window = seated("WMA")
    window.app.change(since_last=False)
    window.until(lambda: bool(window.asked()))
    assert not window.battle.play.since.on


@pytest.mark.parametrize(
    ("size", "scale", "language"), [((1024, 700), 100, "pl"), ((1280, 720), 200, "en"), ((1920, 1080), 100, "pl")]
)
def test_rows_and_the_way_on_are_there_at_every_size(
    seated: Make, size: tuple[int, int], scale: int, language: str
) -> None:
    window = seated("WMA", size=size, ui_scale=scale, language=language)
    panel = window.battle.play.since.panel
    window.shot(f"since-{size[0]}-{scale}-{language}")
    names = [f"row {k}" for k in range(len(panel.rows))] + ["confirm"]
    spots = [panel.spot(name) for name in names]
    assert all(panel.rect.contains(spot) for spot in spots)
    assert all(not a.colliderect(b) for k, a in enumerate(spots) for b in spots[k + 1 :])
