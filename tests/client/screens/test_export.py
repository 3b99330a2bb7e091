"""Taking a battle along from the replay and from its end: made beside the window, shown on the way, stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from PIL import Image

from game import cli
from game.client import words
from game.client.battle.match import Match
from game.client.opening import open_record
from game.client.report import worker
from game.client.screens.end import EndScreen
from game.engine.loader import load_ruleset
from game.engine.records.record import Writer, read_record
from game.engine.session import Session
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SAMPLE = Path("saves/sample-sunken-causeway.tabula")


def sample(lines: int) -> Session:
    """The first lines of the sample."""
    root = cli.checkout()
    assert root is not None
    record = read_record(root / SAMPLE)
    return record.session(load_ruleset(record.header.ruleset)).branch(lines - 1)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of the sample's beginning."""
    path = tmp_path / "saves" / "short.tabula"
    session = sample(4)
    Writer.create(path, session, dict.fromkeys(session.state.sides, "general"), title="A short one").close()
    return path


@pytest.fixture
def replay(window: Make, record: Path) -> Window:
    made = window(language="pl")
    open_record(made.app, record, watch=True)
    made.step(3)
    return made


def done(window: Window) -> Path:
    """Wait for what is being made; where it lies."""
    job = window.app.jobs.shown[-1]
    window.until(lambda: job.ended, every=0.05)  # it is made beside the window: frames would take its time
    assert job.why == ""
    window.step(2)
    return Path(job.task.to)


def test_a_page_is_made_while_the_window_goes_on(replay: Window, record: Path) -> None:
    screen = replay.top
    replay.click(screen.tools.toolbar.rect("replay_export").center)
    assert replay.screen == "Dialog"
    replay.shot("export-offer")
    replay.press("page")
    replay.press("choose")
    assert replay.screen == "ReplayScreen"
    job = replay.app.jobs.shown[-1]
    assert not job.ended
    replay.key("end")
    assert screen.play.steps.at == 3
    path = done(replay)
    replay.shot("export-done")
    assert path == replay.home / "saves" / "reports" / "short.html"
    text = path.read_text(encoding="utf-8")
    assert '<html lang="pl">' in text
    assert "A short one" in text
    assert str(path) in replay.app.jobs.words(job)[0]
    assert words.language() == "pl"
    replay.click(replay.app.jobs.crosses[0].center)
    assert replay.app.jobs.shown == []
    assert path.exists()
    assert list(path.parent.iterdir()) == [path]


def test_a_picture_of_the_moment(replay: Window) -> None:
    replay.key("end")
    replay.key("ctrl+e")
    replay.press("picture")
    replay.press("choose")
    path = done(replay)
    assert path.name == "short - 3.png"
    with Image.open(path) as read:
        assert read.size == worker.SIZE


def test_a_moving_picture_and_never_over_another_file(replay: Window) -> None:
    there = replay.home / "saves" / "reports" / "short.gif"
    there.parent.mkdir(parents=True)
    there.write_bytes(b"mine")
    replay.key("ctrl+e")
    replay.press("gif")
    replay.press("choose")
    path = done(replay)
    assert path.name == "short (2).gif"
    assert there.read_bytes() == b"mine"
    with Image.open(path) as read:
        assert (read.format, read.width) == ("GIF", 640)


def test_what_is_made_goes_where_it_is_wanted_and_over_another_file_only_after_asking(
    replay: Window, tmp_path: Path
) -> None:
    there = tmp_path / "elsewhere" / "mine.png"
    there.parent.mkdir()
    there.write_bytes(b"mine")
    replay.key("ctrl+e")
    replay.press("picture")
    replay.shot("export-where")
    assert any(s.text == "Ten folder powstanie przy zapisie." for r in replay.top.sheet.rows for s in r.label)
    replay.top._go(there.parent)
    replay.click(replay.top.sheet.row_rect("0").center)
    replay.press("choose")
    assert replay.screen == "Dialog"
    replay.press("no")
    assert replay.app.jobs.shown == []
    replay.press("choose")
    replay.press("yes")
    assert done(replay) == there
    with Image.open(there) as read:
        assert read.size == worker.SIZE
    assert list(there.parent.iterdir()) == [there]
    replay.key("ctrl+e")
    replay.press("picture")
    assert replay.top.folder == there.parent


def test_no_file_is_made_twice_at_once_and_no_more_than_three(replay: Window) -> None:
    for n in range(3):
        replay.key("ctrl+e")
        replay.press("gif")
        if n == 1:
            replay.top._type("short")
            replay.press("choose")
            assert len(replay.app.jobs.shown) == 1
            assert "short.gif: eksport już trwa." in replay.notices()
            replay.key("ctrl+e")
            replay.press("gif")
        replay.press("choose")
    assert [Path(j.task.to).name for j in replay.app.jobs.shown] == ["short.gif", "short (2).gif", "short (3).gif"]
    replay.key("ctrl+e")
    replay.press("gif")
    assert replay.screen == "ReplayScreen"
    assert any("trzy" in n.lower() for n in replay.notices())
    while replay.app.jobs.shown:
        replay.click(replay.app.jobs.crosses[0].center)
        replay.step()


def test_stopping_leaves_nothing(replay: Window) -> None:
    replay.key("ctrl+e")
    replay.press("gif")
    replay.press("choose")
    job = replay.app.jobs.shown[-1]
    replay.step(2)
    replay.shot("export-way")
    replay.click(replay.app.jobs.crosses[0].center)
    assert replay.app.jobs.shown == []
    replay.until(lambda: job.ended)
    assert job.stopped
    folder = replay.home / "saves" / "reports"
    assert not folder.exists() or list(folder.iterdir()) == []


def test_what_cannot_be_made_is_told(replay: Window, record: Path) -> None:
    record.unlink()
    replay.key("ctrl+e")
    replay.press("page")
    replay.press("choose")
    job = replay.app.jobs.shown[-1]
    replay.until(lambda: job.ended)
    replay.step(2)
    said, tone = replay.app.jobs.words(job)
    assert "short.tabula: nie można odczytać: nie ma takiego pliku ani folderu" in said
    assert tone == "danger"
    replay.shot("export-failed")


def test_leaving_the_program_stops_it(replay: Window) -> None:
    replay.key("ctrl+e")
    replay.press("gif")
    replay.press("choose")
    job = replay.app.jobs.shown[-1]
    replay.post(pygame.QUIT)
    replay.step()
    assert not replay.app.running
    assert job.stopped


def test_from_the_end_of_a_battle(window: Make, tmp_path: Path) -> None:
    made = window()
    session = sample(6)
    path = tmp_path / "saves" / "ended.tabula"
    match = Match(session, {}, Writer.create(path, session))
    made.app.open(EndScreen(made.app, match))
    made.step(3)
    made.shot("export-end")
    made.press("export")
    assert made.screen == "Dialog"
    made.press("picture")
    made.press("choose")
    path = done(made)
    assert path.name == "ended - 5.png"
    made.step(2)
    made.click(made.app.jobs.strips[0].center)  # without a window nothing is launched: the path goes to the clipboard
    assert pygame.scrap.get_text() == str(path)
    assert f"No program on this computer opens this file. Its path is on the clipboard: {path}" in made.notices()
    made.app.close(made.top)
    match.close()
