"""Bookmarks and notes of a replay: set, shown, jumped to, changed, taken away, kept beside the record, never lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.battle.bookmarks import Bookmarks, file_of
from tests.client.toy_record import toy_record, watched
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.fixture
def replay(toy_window: Make, tmp_path: Path) -> Window:
    toy_record(tmp_path / "saves")
    return watched(toy_window())


def note(window: Window, text: str) -> None:
    """Set a bookmark with a note here."""
    window.key("b")
    assert window.screen == "RemarkScreen"
    window.write(text)
    window.key("enter")
    assert window.screen == "ReplayScreen"


def test_a_note_is_set_shown_and_found_again(replay: Window) -> None:
    screen = replay.top
    record = screen.play.path.read_bytes()
    screen.play.steps.go_to(5)
    note(replay, "here")
    screen.play.steps.go_to(20)
    note(replay, "")
    assert screen.play.bar.marked.kept == [5, 20]
    replay.key("home")
    replay.key("]")
    assert screen.play.steps.at == 5
    assert any(s.text.strip() == "here" for s in screen.prompt.hint)
    replay.key("]")
    assert screen.play.steps.at == 20
    replay.key("]")
    assert screen.play.steps.at == 20
    replay.key("[")
    assert screen.play.steps.at == 5
    replay.key("end")
    replay.click(screen.play.bar.flag(20).center)
    assert screen.play.steps.at == 20
    replay.move(screen.play.bar.flag(5).center)
    assert "".join(s.text for s in screen.tip_at(replay.app.pointer.at)).startswith("here")
    replay.shot("bookmark-bar")
    assert screen.play.path.read_bytes() == record
    assert Bookmarks(screen.play.path).notes == {5: "here", 20: ""}
    replay.key("esc")
    replay.key("esc")
    assert watched(replay).top.play.bar.marked.kept == [5, 20]


def test_the_same_key_changes_and_deletes(replay: Window) -> None:
    screen = replay.top
    screen.play.steps.go_to(5)
    note(replay, "on")
    replay.click(screen.tools.toolbar.rect("replay_mark").center)
    replay.shot("bookmark-edit")
    replay.write("e")
    replay.key("enter")
    assert Bookmarks(screen.play.path).notes == {5: "one"}
    replay.key("b")
    replay.press("away")
    assert replay.screen == "ReplayScreen"
    assert screen.play.bar.marked.kept == []
    assert not file_of(screen.play.path).exists()


def test_cancelling_sets_nothing(replay: Window) -> None:
    replay.key("b")
    replay.write("x")
    replay.key("esc")
    assert replay.top.play.bar.marked.kept == []
    assert not file_of(replay.top.play.path).exists()


def test_the_list_leads_there_changes_and_deletes(replay: Window) -> None:
    screen = replay.top
    for line, text in ((5, "first"), (9, "second"), (20, "third")):
        screen.play.steps.go_to(line)
        note(replay, text)
    replay.key("shift+b")
    assert replay.screen == "BookmarksScreen"
    assert replay.top.chosen == 5
    replay.shot("bookmark-list")
    replay.key("down")
    assert replay.top.chosen == 9
    replay.press("edit")
    replay.write("s")
    replay.key("enter")
    assert replay.screen == "BookmarksScreen"
    assert Bookmarks(screen.play.path).notes[9] == "seconds"
    replay.press("delete")
    assert replay.screen == "Dialog"
    replay.press("yes")
    assert replay.screen == "BookmarksScreen"
    assert replay.top.chosen == 20
    replay.press("go")
    assert replay.screen == "ReplayScreen"
    assert screen.play.steps.at == 20
    assert Bookmarks(screen.play.path).notes == {5: "first", 20: "third"}


@pytest.mark.parametrize(
    "broken",
    [
        b"{",
        b'{"tabula_notes": 2, "marks": []}',
        b'{"tabula_notes": 1, "marks": [{"line": -1}]}',
        b'{"tabula_notes": 1, "marks": [{"line": 1, "note": 7}]}',
        b'{"tabula_notes": 1, "marks": [], "more": 1}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_broken_file_is_told_of_and_kept(tmp_path: Path, broken: bytes) -> None:
    record = tmp_path / "x.tabula"
    file_of(record).write_bytes(broken)
    marks = Bookmarks(record)
    assert marks.notes == {}
    assert marks.problem.startswith("The notes in x.tabula.notes.json cannot be read (")
    assert file_of(record).read_bytes() == broken
    assert marks.put(3, "new") == ""
    assert Bookmarks(record).notes == {3: "new"}
    assert (tmp_path / "x.tabula.broken.notes.json").read_bytes() == broken


def test_a_broken_file_gives_a_sentence_in_the_window(replay: Window) -> None:
    path = replay.top.play.path
    file_of(path).write_bytes(b"{")
    replay.key("esc")
    replay.key("esc")
    watched(replay)
    assert replay.notices()[0].startswith("The notes in ")
    assert replay.top.play.bar.marked.kept == []


def test_what_cannot_be_saved_is_tried_again(replay: Window) -> None:
    screen = replay.top
    part = file_of(screen.play.path).with_name(file_of(screen.play.path).name + ".part")
    part.mkdir()
    screen.play.steps.go_to(5)
    note(replay, "a")
    assert replay.notices() == ["The notes cannot be saved (Is a directory). The next change tries again."]
    assert screen.play.bar.marked.kept == [5]
    part.rmdir()
    replay.key("esc")
    assert Bookmarks(screen.play.path).notes == {5: "a"}


def test_deleting_a_battle_takes_its_notes_along(replay: Window) -> None:
    path = replay.top.play.path
    note(replay, "a")
    assert file_of(path).exists()
    replay.key("esc")
    replay.press("delete")
    assert not path.exists()
    assert not file_of(path).exists()
    aside = path.parent / "deleted" / path.name
    assert file_of(aside).exists()
    replay.press("aside")
    replay.press("put_back")
    assert file_of(path).exists()
    replay.press("aside")
    replay.press("delete")
    replay.press("aside")
    replay.press("delete")
    replay.press("yes")
    assert not aside.exists()
    assert not file_of(aside).exists()
