"""A battle by somebody clumsy: odd drags and keys, a window pulled small, closed in the midst, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.records.record import read_record
from tests.client.by_hand import Hand, begin_small
from tests.client.window import Window

pytestmark = pytest.mark.window
KEYS = ("enter", "n", "g", "b", "x", "r", "j", "space", "9", "f7", "[", "]", "shift+r", "del", "backspace")


def pulled(w: Window, size: tuple[int, int]) -> None:
    """The window is pulled to another size."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    w.post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
    w.step(3)


def back_to_the_question(w: Window) -> None:
    """Out of whatever was opened or drawn, with nothing chosen."""
    w.key("esc")
    while w.screen == "MenuScreen":
        w.key("esc")


def clumsy(w: Window) -> None:
    """What is not meant so: units off the table, onto each other, the enemy's dragged, every key struck."""
    table, view = w.battle.table, w.battle.sitting.view
    spots = [w.on_table(b.pose.x, b.pose.y) for b in view.bases.values() if b.pose is not None and b.where == "table"]
    edge = (table.rect.left + 3.0, float(table.rect.centery))
    for start, end in ((spots[0], edge), (spots[0], spots[1]), (spots[-1], spots[0])):
        w.drag(start, end)
        back_to_the_question(w)
    for key in KEYS:
        w.until(lambda: w.screen != "BattleScreen" or bool(w.asked()))
        w.key(key)
        if w.screen == "MenuScreen":
            w.key("esc")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "pl"])
def test_a_battle_survives_clumsy_hands_and_a_closed_window(tmp_path: Path, language: str) -> None:
    w = Window(tmp_path, installed=True, language=language)
    begin_small(w, "AFS", 150, north="bold")
    hand = Hand(w, stride=150.0)
    while w.asked() != "activate":
        hand.answer()
        w.until(lambda: bool(w.asked()))
    clumsy(w)
    w.until(lambda: bool(w.asked()))
    for size in ((800, 600), (1280, 720)):
        pulled(w, size)
        hand.answer()
        w.until(lambda: bool(w.asked()))
    asked, lines = w.asked(), len(w.battle.session.lines)
    w.post(pygame.QUIT)
    w.step()
    assert not w.app.running
    w.app.quit()
    pygame.event.clear()
    again = Window(tmp_path, installed=True, language=language)
    again.press("resume")
    again.until(lambda: again.screen == "BattleScreen" and bool(again.asked()))
    assert (again.asked(), len(again.battle.session.lines)) == (asked, lines)
    hand = Hand(again, stride=150.0)
    for _ in range(12):
        hand.answer()
        again.until(lambda: bool(again.asked()))
    assert len(again.battle.session.lines) >= lines + 12
    assert len(read_record(again.battle.play.match.writer.path).entries) == len(again.battle.session.lines)
    again.app.quit()
    pygame.event.clear()
