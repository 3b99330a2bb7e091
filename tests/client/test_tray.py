"""The dice tray: dice roll in, land on what was rolled, and lie there at once where motion is reduced."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
import pytest

from game.client.battle.showing import GONE, LANDED
from game.client.panels import tray as trays
from game.client.panels.tray import STAYS, TUMBLE, DiceTray, landing
from game.client.panels.tumbling import LINES_UP, Tumbling, lying
from game.client.theme import Theme
from game.client.ui.rows import Die
from game.client.words import Words
from game.engine.event import DiceRow, Event, Request, Rolled
from game.engine.state import State, Table
from game.engine.text import T
from tests.client.battles import begin as begin_wma
from tests.client.play.test_battle_wma import deployed, to_question
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]

THROWN = Event(
    "rolled",
    "dice",
    T("Shots"),
    request=Request((DiceRow("south", 5),), T("Shots"), need=5, compare="at_least"),
    rolled=Rolled(((6, 1, 5, 3, 2),)),
)


def drawn(age: float, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Die], DiceTray]:
    """The dice that the tray draws at an age, and the tray."""
    seen: list[Die] = []
    monkeypatch.setattr(trays, "draw_die", lambda _surface, _rect, die, _theme: seen.append(die))
    pygame.font.init()
    tray = DiceTray(Theme(), Words())
    tray.draw(pygame.Surface((800, 600)), pygame.Rect(0, 0, 800, 600), THROWN, State("", Table(1, 1)), age)
    return seen, tray


def test_dice_land_on_what_was_rolled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _tray = drawn(TUMBLE, monkeypatch)
    assert [(d.face, d.good) for d in seen] == [(6, True), (1, False), (5, True), (3, False), (2, False)]


def test_while_they_roll_nothing_is_told_yet_and_those_at_rest_show_their_face(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _tray = drawn(TUMBLE * 0.85, monkeypatch)
    assert {d.good for d in seen} == {None}
    assert [d.face for d in seen] == [6, 1, 5, 3, 2]
    assert {landing(k) <= TUMBLE for k in range(40)} == {True}


def test_the_faces_turn_over_while_they_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    faces = {tuple(d.face for d in drawn(age / 100, monkeypatch)[0]) for age in range(0, 40, 4)}
    assert len(faces) >= 4


def test_dice_hit_the_walls_and_each_other_and_end_in_their_rows() -> None:
    side, room, faces = 34, (312, 78), (5, 0, 4, 2, 1)
    course = Tumbling().course("a throw", faces, 6, room, side)
    assert course is not None
    slots = [(k * 39.0 + 17.0, 17.0) for k in range(5)]
    for step in range(40):
        now = [lying(course, k, LINES_UP * step / 40, side, slots[k]) for k in range(5)]
        assert all(0.0 < d.x < room[0] for d in now)
        apart = [math.dist(a[:2], b[:2]) for n, a in enumerate(now) for b in now[:n]]
        assert min(apart) > side * 0.85
    end = [lying(course, k, 1.0, side, slots[k]) for k in range(5)]
    assert [(d.x, d.y, d.angle) for d in end] == [(*slot, 0.0) for slot in slots]
    assert [d.face for d in end] == list(faces)


def test_the_same_throw_tumbles_the_same_way_and_too_many_lie_there_at_once() -> None:
    one, other = (Tumbling().course("a throw", (1, 2, 3), 6, (300, 80), 34) for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.places.tolist() == other.places.tolist()
    assert Tumbling().course("many", (0,) * 60, 6, (300, 300), 26) is None


def test_the_tray_is_gone_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(LANDED, monkeypatch)[1].rect.width > 0
    assert drawn(TUMBLE + STAYS + 0.1, monkeypatch)[1].rect.width == 0
    assert LANDED >= TUMBLE
    assert GONE > TUMBLE + STAYS


def test_with_reduced_motion_the_throw_lies_there_at_once_and_a_click_takes_it_away(window: Make) -> None:
    w = window(speed="fast", reduced_motion=True)
    begin_wma(w)
    deployed(w)
    to_question(w, "order")
    thrown = w.battle.play.showing.rolling
    assert thrown is not None
    w.battle.play.showing.rolled_for = LANDED
    w.step(2)
    assert w.battle.play.showing.rolled_for >= LANDED
    assert w.battle.play.tray.rect.width > 0
    w.shot("tray")
    w.click(w.battle.play.tray.rect.center)
    w.step(2)
    assert w.battle.play.showing.rolling is None
