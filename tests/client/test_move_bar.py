"""Sheets of move orders written in the window, with the events of a real mouse and keyboard: actions counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.client.battle.match import Match
from game.client.editors.sheets.editor import SheetEditor
from game.client.parts.move_bar import MoveBar
from game.client.screens.at_table import battle_screen
from game.engine.dice import ScriptedDice
from game.engine.eyes import PERSON
from game.engine.session import Session
from game.engine.state import Frame
from rulesets.napoleonic_wars.system import RULESET
from tests.client.test_sheet_editor import brigade
from tests.client.window import Window

pytestmark = pytest.mark.window


def opened(home: Path, size: tuple[int, int] = (1280, 720), **settings: Any) -> tuple[Window, SheetEditor, MoveBar]:
    window = Window(home, size, {"NAP": RULESET}, **settings)
    session = Session.from_state(RULESET, brigade(), Frame("nap.write", "begin"), ScriptedDice(()))
    screen = battle_screen(window.app, Match(session, dict.fromkeys(session.state.sides, PERSON)))
    window.app.open(screen)
    window.until(lambda: screen.play.decision.editor is not None or window.screen != "BattleScreen")
    if window.screen != "BattleScreen":
        window.key("enter")
        window.until(lambda: screen.play.decision.editor is not None)
    editor = screen.play.decision.editor
    assert isinstance(editor, SheetEditor)
    return window, editor, next(p for p in screen.parts if isinstance(p, MoveBar))


def test_all_as_they_were_is_one_key(tmp_path: Path) -> None:
    window, editor, _bar = opened(tmp_path)
    window.shot("nap-sheet")
    session = editor.desk.session
    lines = len(session.lines)
    window.key("enter")
    assert len(session.lines) > lines


def test_a_new_order_is_one_drag_and_the_sheet_runs_by_a_key(tmp_path: Path) -> None:
    window, editor, bar = opened(tmp_path)
    table = window.battle.table
    x, y = table.camera.to_screen(400.0, 296.0)
    to = table.camera.to_screen(400.0, 420.0)
    window.drag((round(x), round(y)), (round(to[0]), round(to[1])))
    assert [a["verb"] for a in editor.draft.acts("L1")] == ["advance"]
    window.shot("nap-sheet-drag")
    window.key("shift+r")
    assert bar.running
    window.step(60)
    assert editor.whole
    window.shot("nap-sheet-run")
    window.key("esc")
    assert editor.draft.goes_on("L1")


def test_the_slider_follows_the_mouse_and_snaps_to_quarters(tmp_path: Path) -> None:
    window, editor, bar = opened(tmp_path)
    window.click((bar.groove.left + bar.groove.width // 2 + 2, bar.groove.bottom - 2))
    assert editor.moment == 0.5


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [
        ((1024, 700), 100, "en"),
        ((1280, 720), 100, "pl"),
        ((1920, 1080), 100, "en"),
        ((1024, 700), 200, "pl"),
        ((1280, 720), 200, "en"),
    ],
)
def test_the_bar_covers_nobody(tmp_path: Path, size: tuple[int, int], scale: int, language: str) -> None:
    window, editor, bar = opened(tmp_path, size, ui_scale=scale, language=language)
    table = window.battle.table
    window.shot(f"nap-sheet-{size[0]}-{scale}-{language}")
    for key in ("", "home", "shift+home"):
        if key:
            window.key(key)
        for base in editor.desk.view.bases.values():
            if base.pose is not None:
                x, y = table.camera.to_screen(base.pose.x, base.pose.y)
                assert bar.rect.top > y, (key, base.id)
                assert table.rect.collidepoint(x, y), (key, base.id)
    window.app.quit()
