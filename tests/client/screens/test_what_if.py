"""What if: a moment of a replay gone on with as a new battle, whose record holds all that came before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.engine.command import Answering
from game.engine.records.record import read_record
from game.engine.records.verify import verify
from game.engine.state import state_hash
from tests.client.screens.test_replay import finished
from tests.client.toy_record import toy_record, watched
from tests.client.window import Window
from tests.toy import TOY

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.fixture
def replay(toy_window: Make, tmp_path: Path) -> Window:
    toy_record(tmp_path / "saves")
    return watched(toy_window())


def to_question_of(window: Window, side: str) -> int:
    """Go to a moment in the middle at which a side is asked to act."""
    screen = window.top
    for n, line in enumerate(screen.session.lines):
        waiting = line.state.pending.waiting if line.state.pending else ()
        if n > 3 and waiting and waiting[0].side == side and waiting[0].question == "act":
            screen.play.steps.go_to(n)
            return n
    raise AssertionError("nobody is asked")


def test_a_moment_is_gone_on_with_as_another_battle(replay: Window) -> None:
    old_screen = replay.top
    old = old_screen.play.path.read_bytes()
    at = to_question_of(replay, "red")
    replay.click(old_screen.tools.toolbar.rect("replay_fork").center)
    assert replay.screen == "WhatIfScreen"
    assert replay.top.players == {"red": "person", "blue": "random"}
    replay.shot("what-if")
    replay.top.forms[0].focus_on("player-blue")
    while replay.top.players["blue"] != "default":
        replay.key("right")
    replay.press("begin")
    assert replay.screen == "BattleScreen"
    replay.until(lambda: replay.asked() == "act")
    battle = replay.battle
    assert len(battle.session.lines) == at + 1
    assert state_hash(battle.session.state) == state_hash(old_screen.session.lines[at].state)
    assert battle.play.match.players == {"red": "person", "blue": "default"}
    assert len(battle.log.items) > 3
    replay.key("f2")
    replay.until(lambda: len(battle.session.lines) > at + 2)
    path = battle.play.match.writer.path
    assert path != old_screen.play.path
    assert path.parent == replay.home / "saves"
    replay.key("esc")
    replay.press("leave")
    record = read_record(path)
    assert record.problems == []
    assert record.header.title.startswith("“What if?” ")
    assert record.header.players == {"red": "person", "blue": "default"}
    assert verify(record, TOY) == []
    assert len(record.entries) > at + 2
    assert old_screen.play.path.read_bytes() == old


def test_the_new_battle_is_gone_on_with_from_the_title(replay: Window) -> None:
    to_question_of(replay, "red")
    replay.key("w")
    replay.press("begin")
    replay.until(lambda: replay.asked() == "act")
    path = replay.battle.play.match.writer.path
    replay.key("esc")
    replay.press("leave")
    replay.press("resume")
    replay.until(lambda: replay.asked() == "act")
    assert replay.battle.play.match.writer.path == path


def test_two_bots_may_fight_it_out(replay: Window) -> None:
    at = to_question_of(replay, "blue")
    replay.key("w")
    assert replay.top.players["blue"] == "person"
    for side in ("red", "blue"):
        replay.top.forms[0].focus_on(f"player-{side}")
        while replay.top.players[side] != "default":
            replay.key("right")
    replay.press("begin")
    replay.until(lambda: replay.screen == "EndScreen")
    given = [x.command for x in replay.battle.session.lines[at + 1 :]]
    assert {c.by for c in given if isinstance(c, Answering)} == {"bot"}


def test_from_the_end_nobody_can_go_on(replay: Window) -> None:
    replay.key("end")
    replay.key("w")
    assert replay.screen == "ReplayScreen"
    assert replay.notices() == ["The battle is over at this moment. Go back to an earlier one."]


def test_right_after_a_battle_its_title_and_players_are_known(toy_window: Make) -> None:
    window = toy_window()
    finished(window, "default")
    window.press("watch")
    assert window.screen == "ReplayScreen"
    at = next(n for n, line in enumerate(window.top.session.lines) if line.state.pending and line.state.pending.waiting)
    window.top.play.steps.go_to(at)
    window.key("w")
    assert window.screen == "WhatIfScreen"
    assert window.top.title == "“What if?” Red – Blue, A field"
    asked = window.top.session.lines[at].state.pending.waiting[0].side
    assert window.top.players == {"red": "person", "blue": "default", asked: "person"}


def test_a_damaged_record_is_gone_on_with_from_its_last_sound_line(toy_window: Make, tmp_path: Path) -> None:
    path = toy_record(tmp_path / "saves")
    lines = path.read_bytes().split(b"\n")
    lines[20] = lines[20].replace(b'"n":19', b'"n":91')
    path.write_bytes(b"\n".join(lines))
    damaged = path.read_bytes()
    window = watched(toy_window())
    assert window.top.play.steps.last == 18
    window.key("end")
    window.key("w")
    window.press("begin")
    window.until(lambda: bool(window.asked()))
    made = read_record(window.battle.play.match.writer.path)
    assert made.problems == []
    assert len(made.entries) >= 19
    assert verify(made, TOY) == []
    assert path.read_bytes() == damaged
