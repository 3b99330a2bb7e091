"""A battle's file in the window: damaged, played in another window, taken away, and which was played last."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.client.battle import played
from game.client.battle.found import last_battle
from game.client.opening import open_record
from game.engine.command import Note
from game.engine.records.kept_file import held
from game.engine.records.record import read_record
from game.engine.records.verify import verify
from game.engine.state import State, state_hash
from tests.client.play.test_battle_toy import begin, to_act
from tests.client.toy_record import toy_record
from tests.client.window import Window
from tests.toy import TOY

pytestmark = pytest.mark.window
Make = Callable[..., Window]
ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take an open file away")


def last_path(folder: Path) -> Path | None:
    """The file of the battle that goes on from the title."""
    found = last_battle(folder)
    return found.path if found is not None else None


def said(window: Window) -> str:
    return "".join(s.text for s in window.top.text)


def buttons(window: Window) -> list[str]:
    return [i.id for form in window.top.forms for i in form.items if i.id]


def playing(make: Make, **settings: Any) -> tuple[Window, Path]:
    window = make(**settings)
    begin(window, blue="default")
    to_act(window)
    return window, window.battle.play.match.writer.path


def plain(state: State) -> str:
    """The hash of a state except its dice and what tells that it was branched off."""
    return state_hash(replace(state, luck=None, seen=0))


def answer(window: Window) -> None:
    """One line more: a remark, which leads nowhere."""
    assert window.battle.play.match.submit(Note("red", "Ah.")) is None
    window.step(3)


def menu(window: Window) -> None:
    while window.screen != "MenuScreen":
        window.key("esc")


def plays_again(path: Path, window: Window) -> None:
    record = read_record(path)
    assert record.problems == []
    assert len(record.entries) == len(window.battle.session.lines)
    assert verify(record, TOY) == []


class TestAnotherWindow:
    def test_a_second_one_may_watch(self, toy_window: Make) -> None:
        first, path = playing(toy_window)
        second = toy_window()
        second.press("resume")
        assert second.screen == "Dialog"
        assert "open in another window" in said(second)
        assert buttons(second) == ["watch", "copy", "cancel"]
        second.shot("locked")
        second.key("enter")
        assert second.screen == "ReplayScreen"
        answer(first)
        assert first.battle.play.match.saved
        plays_again(path, first)

    def test_or_play_on_with_a_copy_of_its_own(self, toy_window: Make) -> None:
        first, path = playing(toy_window)
        here = state_hash(first.battle.session.state)
        second = toy_window()
        second.press("resume")
        second.press("copy")
        assert second.screen == "BattleScreen"
        second.until(lambda: second.asked() == "act")
        state = second.battle.session.state
        assert state_hash(state) != here  # the dice to come are others, and nothing else
        assert plain(state) == plain(first.battle.session.state)
        copy = second.battle.play.match.writer.path
        assert copy != path
        assert read_record(copy).header.title.startswith("Copy: ")
        answer(first)
        answer(second)
        answer(second)
        plays_again(path, first)
        plays_again(copy, second)

    def test_what_it_plays_is_not_deleted(self, toy_window: Make) -> None:
        _first, path = playing(toy_window)
        second = toy_window()
        second.press("records")
        second.press("delete")
        assert second.screen == "RecordsScreen"
        assert any("cannot be deleted" in n for n in second.notices())
        assert path.exists()

    def test_once_it_is_left_the_other_one_goes_on(self, toy_window: Make) -> None:
        first, path = playing(toy_window)
        assert held(path)
        menu(first)
        first.press("leave")
        assert not held(path)
        second = toy_window()
        second.press("resume")
        assert second.screen == "BattleScreen"
        assert second.battle.play.match.writer.path == path


def spoil(path: Path, line: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b"e", b"f", 1)
    path.write_bytes(b"".join(lines))


class TestDamaged:
    def left(self, make: Make) -> tuple[Window, Path]:
        window, path = playing(make)
        answer(window)
        menu(window)
        window.press("leave")
        return window, path

    def test_it_is_told_and_gone_on_with_from_the_last_sound_line_in_a_new_file(self, toy_window: Make) -> None:
        window, path = self.left(toy_window)
        spoil(path, 4)
        before = path.read_bytes()
        window.press("resume")
        assert window.screen == "Dialog"
        assert "line 5: its checksum does not match. The battle is intact up to line 4" in said(window)
        assert buttons(window) == ["go_on", "watch", "cancel"]
        window.shot("damaged")
        window.key("enter")
        assert window.screen == "BattleScreen"
        window.until(lambda: bool(window.asked()))
        fresh = window.battle.play.match.writer.path
        assert fresh != path
        assert fresh.read_bytes().startswith(b"".join(before.splitlines(keepends=True)[:4]))
        to_act(window)
        plays_again(fresh, window)
        assert path.read_bytes() == before

    def test_it_can_be_watched_so_far(self, toy_window: Make) -> None:
        window, path = self.left(toy_window)
        spoil(path, 4)
        window.press("resume")
        window.press("watch")
        assert window.screen == "ReplayScreen"
        assert len(window.top.session.lines) == 3

    def test_lines_that_do_not_lead_where_they_say_are_left_out_too(self, toy_window: Make) -> None:
        from game.engine.records.record import Writer

        window, path = self.left(toy_window)
        session = read_record(path).session(TOY)
        del session.lines[3]
        path.unlink()
        Writer.create(path, session, {"red": "person", "blue": "default"}).close()
        window.press("resume")
        assert "it does not lead to the state that it states" in said(window)
        window.press("go_on")
        assert window.screen == "BattleScreen"
        to_act(window)
        plays_again(window.battle.play.match.writer.path, window)

    def test_escape_leaves_everything_as_it_is(self, toy_window: Make) -> None:
        window, path = self.left(toy_window)
        spoil(path, 4)
        window.press("resume")
        window.key("esc")
        assert window.screen == "TitleScreen"
        assert [p.suffix for p in sorted(path.parent.iterdir())] == [".tabula", ".log"]


@ON_WINDOWS
class TestTakenAway:
    def test_it_is_told_at_the_next_answer_and_written_anew(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        shutil.rmtree(path.parent)
        window.key("f2")
        window.until(lambda: window.screen == "Dialog")
        assert "it has been removed or renamed. Nothing is lost" in said(window)
        window.shot("gone")
        window.key("enter")
        assert window.screen != "Dialog"  # the other side may have ended the battle meanwhile
        assert any("The whole battle is saved as" in n for n in window.notices())
        assert window.battle.play.match.saved
        plays_again(path, window)
        assert window.battle.play.match.writer.path == path

    def test_a_file_in_its_place_is_left_alone(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        path.unlink()
        path.write_text("mine")
        answer(window)
        assert "another file stands in its place" in said(window)
        window.press("anew")
        assert path.read_text() == "mine"
        plays_again(window.battle.play.match.writer.path, window)

    def test_not_now_asks_no_more_but_the_menu_offers_it_and_leaving_does_it(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        path.rename(path.with_suffix(".old"))
        answer(window)
        window.press("later")
        window.until(lambda: bool(window.asked()))
        window.step(5)
        assert window.screen == "BattleScreen"
        menu(window)
        assert "anew" in buttons(window)
        window.shot("menu-gone")
        lines = len(window.battle.session.lines)
        window.press("leave")
        assert window.screen == "TitleScreen"
        assert any("The whole battle is saved as" in n for n in window.notices())
        assert len(read_record(path).entries) == lines
        assert last_path(path.parent) == path

    def test_the_menu_writes_it_anew(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        path.rename(path.with_suffix(".old"))
        answer(window)
        window.press("later")
        menu(window)
        window.press("anew")
        assert window.screen == "BattleScreen"
        assert window.battle.play.match.saved
        plays_again(path, window)

    def test_a_window_that_is_closed_writes_it_anew_too(self, toy_window: Make, tmp_path: Path) -> None:
        window, path = playing(toy_window)
        session = window.battle.session
        shutil.rmtree(path.parent)
        path.parent.write_text("in the way")
        answer(window)
        window.app.quit()
        (rescued,) = (tmp_path / "rescued").glob("*.tabula")
        assert len(read_record(rescued).entries) == len(session.lines)

    def test_where_nothing_can_be_written_leaving_asks_once_more(self, toy_window: Make, tmp_path: Path) -> None:
        window, path = playing(toy_window)
        (tmp_path / "rescued").write_text("in the way too")
        shutil.rmtree(path.parent)
        path.parent.write_text("in the way")
        answer(window)
        window.press("later")
        menu(window)
        window.press("leave")
        assert window.screen == "Dialog"
        assert "If you leave, you lose" in said(window)
        window.shot("leave-unsaved")
        window.key("esc")
        assert window.screen == "MenuScreen"
        path.parent.unlink()
        window.press("leave")
        assert window.screen == "TitleScreen"
        assert path.exists()


class TestWritersFaults:
    def test_a_remark_with_half_an_emoji_is_refused_in_words(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        menu(window)
        window.press("remark")
        window.top.text = "\ud83d"
        window.top._say()
        window.step(2)
        assert any("cannot be kept in the record" in n for n in window.notices())
        window.shot("half-emoji")
        answer(window)
        plays_again(path, window)

    def test_whatever_breaks_in_writing_is_told_and_tried_again(self, toy_window: Make) -> None:
        window, path = playing(toy_window)
        writer = window.battle.play.match.writer
        file = writer._file.raw

        class Odd:
            def write(self, data: bytes) -> int:
                raise RuntimeError("the disk is on fire")

            def __getattr__(self, name: str) -> Any:
                return getattr(file, name)

        writer._file.raw = Odd()
        answer(window)
        assert any("an unforeseen fault: RuntimeError: the disk is on fire" in n for n in window.notices())
        assert window.screen == "BattleScreen"
        writer._file.raw = file
        window.until(lambda: bool(window.asked()))
        answer(window)
        assert any("written again" in n for n in window.notices())
        plays_again(path, window)


class TestWhatWasPlayedLast:
    def test_a_clock_that_was_set_back_does_not_matter(self, toy_window: Make) -> None:
        window, older = playing(toy_window)
        menu(window)
        window.press("leave")
        window.new_form()
        begin_again(window)
        newer = window.battle.play.match.writer.path
        assert newer != older
        menu(window)
        window.press("leave")
        os.utime(newer, (1_000_000, 1_000_000))  # played in 1970, by this clock
        assert last_path(newer.parent) == newer
        open_record(window.app, older)
        window.step(2)
        menu(window)
        window.press("leave")
        assert last_path(newer.parent) == older

    def test_those_never_played_here_go_by_their_date(self, toy_window: Make, tmp_path: Path) -> None:
        window, path = playing(toy_window)
        menu(window)
        window.press("leave")
        copy = path.with_name("a copy.tabula")
        shutil.copy(path, copy)
        os.utime(copy, (4_000_000_000, 4_000_000_000))
        assert last_path(path.parent) == path
        (path.parent / played.NAME).unlink()
        assert last_path(path.parent) == copy

    def test_what_is_over_or_gone_is_passed_over(self, tmp_path: Path) -> None:
        over = toy_record(tmp_path)
        played.note(tmp_path / "gone.tabula")
        played.note(over)
        assert played.last_first(tmp_path) == [over.name, "gone.tabula"]
        assert last_path(tmp_path) is None

    @pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\n", b"a" * 300_000, b"\n" * 300_000])
    def test_a_list_that_is_none_does_no_harm(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / played.NAME).write_bytes(content)
        played.last_first(tmp_path)
        played.note(tmp_path / "x.tabula")
        assert played.last_first(tmp_path)[0].endswith("x.tabula")

    def test_a_folder_in_its_place_does_no_harm(self, tmp_path: Path) -> None:
        (tmp_path / played.NAME).mkdir()
        played.note(tmp_path / "x.tabula")
        assert played.last_first(tmp_path) == []

    def test_a_long_list_is_made_shorter(self, tmp_path: Path) -> None:
        for n in range(3000):
            played.note(tmp_path / f"{n:080}.tabula")
        assert (tmp_path / played.NAME).stat().st_size < 3 * played.MOST_BYTES
        assert played.last_first(tmp_path)[0] == f"{2999:080}.tabula"
        assert [p.name for p in tmp_path.iterdir()] == [played.NAME]


def begin_again(window: Window) -> None:
    """From the form of a new battle to the choice of an act."""
    while window.top.plan.players["blue"] != "default":
        window.top.forms[0].focus_on("player-blue")
        window.key("right")
    window.press("begin")
    window.until(lambda: bool(window.asked()))
    to_act(window)
