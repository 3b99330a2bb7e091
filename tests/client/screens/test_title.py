"""The title: a recorded battle plays behind it, the last battle with its picture, keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.client.theatre.marks import Number
from game.client.theatre.missiles import Volley
from game.client.theatre.script import among, script_of
from tests.client.window import Window
from tests.short import seldom

SAMPLE = Path(__file__).parents[3] / "saves" / "sample-open-field.tabula"


def home_with(tmp_path: Path, lines: int = 0) -> Path:
    """A player's folder with a sample battle, and where ``lines`` are told the same, broken off there."""
    samples = tmp_path / "saves" / "samples"
    samples.mkdir(parents=True)
    shutil.copy(SAMPLE, samples)
    if lines:
        rows = SAMPLE.read_bytes().splitlines(keepends=True)
        (tmp_path / "saves" / "mine.tabula").write_bytes(b"".join(rows[:lines]))
    return tmp_path


def pixels(w: Window, part: pygame.Rect) -> bytes:
    return pygame.image.tobytes(w.app.surface.subsurface(part).copy(), "RGB")


@pytest.fixture
def right() -> pygame.Rect:
    """Where nothing of the title's own stands."""
    return pygame.Rect(760, 40, 480, 560)


def test_a_recorded_battle_plays_behind_and_can_be_held_and_hidden(tmp_path: Path, right: pygame.Rect) -> None:
    w = Window(home_with(tmp_path), installed=True, speed="normal")
    cloth = pixels(w, right)
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)
    w.step(40)
    begun = pixels(w, right)
    assert begun != cloth
    w.step(60)
    assert pixels(w, right) != begun
    w.shot("title-plays")
    w.press("hold")
    w.step(30)
    held = pixels(w, right)
    w.step(60)
    assert pixels(w, right) == held
    w.press("unseen")
    w.step(40)
    assert pixels(w, right) == cloth
    assert not w.app.settings.title_battle
    w.press("unseen")
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)


def test_with_reduced_motion_the_battle_behind_stands_still(tmp_path: Path, right: pygame.Rect) -> None:
    w = Window(home_with(tmp_path), installed=True, speed="normal", reduced_motion=True)
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)
    w.step(5)
    still = pixels(w, right)
    w.step(60)
    assert pixels(w, right) == still


def test_without_a_battle_the_cloth_stays(tmp_path: Path) -> None:
    w = Window(tmp_path, installed=True)
    w.step(60)
    assert w.top.stage is None
    assert [i.id for f in w.top.forms for i in f.items if i.id in ("hold", "resume")] == []


def test_going_on_shows_where_one_was(tmp_path: Path) -> None:
    w = Window(home_with(tmp_path, 120), installed=True, title_battle=False)
    tile = next(i for f in w.top.forms for i in f.items if i.id == "resume").widget.rect.copy()
    picture = pygame.Rect(tile.left + 14, tile.top + 14, 150, 90)
    before = pixels(w, picture)
    w.until(lambda: pixels(w, picture) != before)
    w.shot("title-go-on")
    w.key("enter")
    assert w.screen in ("BattleScreen", "CurtainScreen")


@pytest.mark.parametrize(("key", "screen"), [("n", "BattlePicturesScreen"), ("l", "LearnScreen")])
def test_letters_lead_where_the_tiles_do(tmp_path: Path, key: str, screen: str) -> None:
    w = Window(tmp_path, installed=True)
    w.key(key)
    assert w.screen == screen


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [
        ((1024, 700), 100, "en"),
        ((1024, 700), 200, "pl"),
        ((1280, 720), 100, "pl"),
        ((1280, 720), 200, "en"),
        seldom((1920, 1080), 100, "en"),
        ((1920, 1080), 200, "pl"),
        *(seldom(size, 100, "pl") for size in ((1024, 700), (1920, 1080))),
        *(seldom(size, 200, "en") for size in ((1024, 700), (1920, 1080))),
        seldom((1280, 720), 100, "en"),
        seldom((1280, 720), 200, "pl"),
    ],
)
def test_everything_of_the_title_stands_in_the_window(
    tmp_path: Path, size: tuple[int, int], scale: int, language: str
) -> None:
    w = Window(home_with(tmp_path, 120), size=size, installed=True, ui_scale=scale, language=language)
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)
    rects = [i.widget.rect for f in w.top.forms for i in f.items]
    assert len(rects) >= 10
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(r) for r in rects)
    first = [i.widget.rect for i in w.top.forms[0].items]
    assert all(a.collidelist(first[n + 1 :]) < 0 for n, a in enumerate(first))
    w.shot(f"title-{size[0]}-{scale}-{language}")


def test_volleys_fly_behind_the_title_and_nothing_is_said_of_them(tmp_path: Path, right: pygame.Rect) -> None:
    w = Window(home_with(tmp_path), installed=True, speed="normal")
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)
    behind = w.top.stage
    table, lines = script_of("WMA"), behind.showing.session.lines
    shot = next(n for n, line in enumerate(lines) if any(among(e, table.volleys) for e in line.events))
    behind.showing.jump(shot - 1)
    for _ in range(200):
        w.step()
        if behind.stage.volleys:
            break
    assert behind.stage.volleys
    w.step(8)
    volley = behind.stage.volleys[0]
    behind.area.camera.look_at((float(volley.starts[0][0]), float(volley.starts[0][1])), 1.5)
    w.step()
    _shadows, flying = volley.spots(behind.area.camera, w.app.theme.scale)
    assert flying
    w.shot("title-volley")
    for _ in range(900):
        w.step()
        assert not behind.stage.headlines.shown
        assert not any(isinstance(m, Number) for m in behind.stage.marks)
        if behind.area.lying:
            break
    assert behind.area.lying  # whoever falls lies there


def test_the_title_that_is_held_holds_its_volleys(tmp_path: Path, right: pygame.Rect) -> None:
    w = Window(home_with(tmp_path), installed=True, speed="normal")
    w.until(lambda: w.top.stage is not None and w.top.stage.shown)
    behind = w.top.stage
    flown = Volley("arrow", np.array([[900.0, 600.0]]), np.array([[900.0, 800.0]]), np.array([0.0]))
    behind.stage.volleys.append(flown)
    w.press("hold")
    age = flown.age
    w.step(10)
    assert flown.age == age
