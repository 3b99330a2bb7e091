"""The guard over the client: on in every test, silent about commands, and it finds whatever else changes a battle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client import guard
from game.client.app import App, Options
from game.client.battle.match import Match
from game.client.folders import Folders
from game.client.library import Library
from game.client.screens.at_table import battle_screen, replay_screen
from game.client.screens.battle import BattleScreen
from game.engine.decision import Reply
from game.engine.session import Line, Session
from tests.client.window import Window
from tests.toy import TOY

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SEED = "3"


def battle(w: Window) -> BattleScreen:
    """A battle of the toy, one side a person, at its first question."""
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed=SEED))
    screen = battle_screen(w.app, Match(session, {"red": "person", "blue": "default"}))
    w.app.open(screen)
    w.until(lambda: bool(w.asked()))
    return screen


def cheat(session: Session) -> None:
    session.state.options["cheat"] = True


def test_every_window_of_these_tests_is_guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = Folders(tmp_path / "saves", tmp_path)
    for said, on in (("1", True), ("0", False), ("", False)):
        if not on:
            monkeypatch.setenv(guard.SWITCH, said)
        app = App(folders, Library({}, False), Options((1100, 740)))
        assert (app.guard is not None) is on
        app.quit()


def test_commands_are_no_change_of_the_clients(toy_window: Make) -> None:
    w = toy_window()
    screen = battle(w)
    lines = len(screen.session.lines)
    w.key("ctrl+d")
    w.key("enter")
    w.until(lambda: w.asked() == "bid")
    assert len(screen.session.lines) > lines


@pytest.mark.parametrize("call", ["event", "update", "draw"])
def test_a_change_is_found_right_after_the_call_that_made_it(
    toy_window: Make, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    w = toy_window()
    screen = battle(w)
    real, done = getattr(screen, call), []

    def wrong(*args: Any) -> Any:
        if not done:
            done.append(True)
            cheat(screen.session)
        return real(*args)

    monkeypatch.setattr(screen, call, wrong)
    if call == "event":
        w.post(pygame.KEYDOWN, key=pygame.K_HOME, mod=0, unicode="", scancode=0)
    with pytest.raises(guard.Meddled, match=rf"^BattleScreen, {call}( KeyDown)?: the client has changed the state$"):
        w.step()
    w.step(2)  # told once


def test_a_battle_below_the_menu_is_watched_too(toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    w = toy_window()
    screen = battle(w)
    w.key("esc")
    assert w.screen == "MenuScreen"
    monkeypatch.setattr(w.top, "update", lambda _dt: cheat(screen.session))
    with pytest.raises(guard.Meddled, match="MenuScreen, update"):
        w.step()


def test_laying_out_anew_may_change_nothing_either(toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    w = toy_window()
    screen = battle(w)
    monkeypatch.setattr(screen, "rebuild", lambda: cheat(screen.session))
    w.post(pygame.VIDEORESIZE, w=1300, h=800, size=(1300, 800))
    with pytest.raises(guard.Meddled, match="VideoResize"):
        w.step()


def test_a_line_has_to_come_by_the_door(toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    w = toy_window()
    screen = battle(w)
    last = screen.session.lines[-1]
    for wrong in (
        lambda: screen.session.lines.append(Line(None, (), last.state)),
        lambda: screen.session.lines.pop(),
        lambda: screen.session.lines.__setitem__(0, Line(None, (), last.state)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(screen, "update", lambda _dt, wrong=wrong: wrong())
            with pytest.raises(guard.Meddled, match="update: the client has changed the lines of the battle"):
                w.step()


def test_a_change_and_a_command_in_one_call(toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new state is built on the changed one: the command does not hide it."""
    w = toy_window()
    screen = battle(w)
    real = screen.play.turns.give

    def give(reply: Reply) -> None:
        cheat(screen.session)
        real(reply)

    monkeypatch.setattr(screen.play.turns, "give", give)
    w.key("ctrl+d")
    with pytest.raises(guard.Meddled, match="the client has changed the state"):
        w.key("enter")


def test_what_a_replay_shows_of_an_earlier_moment(toy_window: Make) -> None:
    w = toy_window()
    session = battle(w).session
    w.key("ctrl+d")
    w.key("enter")
    w.until(lambda: w.asked() == "bid")
    replay = replay_screen(w.app, session, None)
    w.app.open(replay)
    w.step(2)
    assert replay.sitting.view.pending is not session.state.pending
    replay.sitting.view.units["cheat"] = next(iter(replay.sitting.view.units.values()))
    with pytest.raises(guard.Meddled, match="the client has changed the"):
        w.step()


def test_for_a_player_it_is_a_sentence_and_the_battle_goes_on(toy_window: Make) -> None:
    w = toy_window(strict=False)
    screen = battle(w)
    cheat(screen.session)
    w.step(3)
    assert w.notices() == [
        "Something went wrong: Meddled: BattleScreen, update: the client has changed the state. The battle continues."
    ]
    assert w.asked() == "order"


def test_a_battle_that_is_left_is_watched_no_longer(toy_window: Make) -> None:
    w = toy_window()
    session = battle(w).session
    w.step(3)
    assert len(session.on_line) == 1
    w.app.home()
    w.step()
    assert session.on_line == []
