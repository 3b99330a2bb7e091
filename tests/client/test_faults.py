"""What goes wrong becomes a sentence in the window, and the battle goes on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.bots import roster
from game.bots.bad import HangingBot, StubbornBot
from game.bots.referee import PATIENCE, Referee
from game.bots.seat import Choice, Seat
from game.client import words
from game.client.app import App, Options
from game.client.folders import Folders
from game.client.library import Library
from game.client.settings import Settings, load_settings, save_settings
from game.engine.command import Answering
from game.engine.decision import Reply
from game.engine.loader import ruleset_ids
from game.engine.records.record import read_record
from game.engine.state import state_hash
from tests.client.play.test_battle_toy import begin, to_act
from tests.client.window import Window
from tests.toy import TOY, Toy

pytestmark = pytest.mark.window
Make = Callable[..., Window]


class Crashing:
    name = "crashing"

    def choose(self, seat: Seat) -> Choice:
        raise RuntimeError("no idea")


class Hanging(HangingBot):
    asked = 0

    def choose(self, seat: Seat) -> Choice:
        Hanging.asked += 1
        return super().choose(seat)


class Cheating:
    name = "cheating"

    def choose(self, seat: Seat) -> Choice:
        return Choice(Reply(exit="win at once"))


class WithBots(Toy):
    """The toy with bots that behave badly."""

    def bots(self) -> dict[str, Any]:
        return {"crashing": Crashing, "cheating": Cheating, "hanging": Hanging, "stubborn": StubbornBot}


class TestBots:
    @pytest.mark.parametrize("bot", ["crashing", "cheating"])
    def test_a_bad_bot_gets_the_default_and_a_line_in_the_log(self, toy_window: Make, bot: str) -> None:
        window = toy_window(extra={"TOY": WithBots()})
        begin(window, blue=bot)
        to_act(window)
        given = [x.command for x in window.battle.session.lines if isinstance(x.command, Answering)]
        said = [c.why.key for c in given if c.side == "blue"]
        assert said
        assert all("referee" in key for key in said)
        shown = [i.entry.why.why.key for i in window.battle.log.items if i.entry.why is not None]
        assert len(shown) < len(said)  # what the other side sealed is not told

    @pytest.mark.parametrize("bot", ["hanging", "stubborn"])
    def test_a_bot_that_hangs_leaves_nothing_behind_that_takes_the_windows_time(
        self, toy_window: Make, monkeypatch: pytest.MonkeyPatch, bot: str
    ) -> None:
        usual = Referee.__init__.__defaults__
        assert usual is not None
        assert usual[0] == PATIENCE
        monkeypatch.setattr(Referee.__init__, "__defaults__", (0.2, *usual[1:]))
        window = toy_window(extra={"TOY": WithBots()})
        before = threading.active_count()
        begin(window, blue=bot)
        to_act(window)
        given = [x.command for x in window.battle.session.lines if isinstance(x.command, Answering)]
        assert {c.why.key for c in given if c.side == "blue"} == {
            "the referee took the default: no answer came in time"
        }
        window.until(lambda: threading.active_count() <= before)
        assert not [t for t in threading.enumerate() if t.name in ("bot", "bot's end", "referee")]

    def test_a_bot_that_hangs_is_left_when_its_battle_is(self, toy_window: Make) -> None:
        window = toy_window(extra={"TOY": WithBots()})
        before, Hanging.asked = threading.active_count(), 0
        begin(window, blue="hanging")
        window.key("ctrl+d")
        window.key("enter")
        window.until(lambda: Hanging.asked > 0)
        assert threading.active_count() > before
        window.key("esc")
        window.press("leave")
        window.until(lambda: threading.active_count() <= before)

    def test_the_window_goes_on_while_a_bot_thinks(self, toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        free = threading.Event()

        class Slow:
            name = "slow"

            def choose(self, seat: Seat) -> Choice:
                free.wait(600)
                return Choice(seat.asked.default)

        monkeypatch.setitem(roster.COMMON, "default", Slow)
        window = toy_window()
        window.new_form()
        screen = window.top
        while screen.plan.players["blue"] != "default":
            screen.forms[0].focus_on("player-blue")
            window.key("right")
        window.press("begin")
        window.until(lambda: bool(window.asked()))
        window.key("ctrl+d")
        window.key("enter")
        window.step(5)
        assert window.battle.play.match.thinking is not None
        assert "thinking" in "".join(s.text for s in window.battle.prompt.message)
        at = window.on_table(500.0, 500.0)
        before = window.battle.table.camera.scale
        window.move(at)
        window.wheel(2)
        assert window.battle.table.camera.scale > before
        window.shot("thinking")
        free.set()
        window.until(lambda: bool(window.asked()))


class TestRecords:
    def test_a_full_disk_is_told_once_and_nothing_is_lost(
        self, toy_window: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = toy_window()
        begin(window, blue="default")
        writer = window.battle.play.match.writer
        file = writer._file.raw

        class Full:
            def write(self, data: bytes) -> int:
                raise OSError(28, "No space left on device")

            def __getattr__(self, name: str) -> Any:
                return getattr(file, name)

        writer._file.raw = Full()
        window.key("ctrl+d")
        window.key("enter")
        window.until(lambda: window.asked() == "bid")
        assert any(f"{writer.path.name} cannot be written: the disk is full" in n for n in window.notices())
        assert not window.battle.play.match.saved
        window.shot("disk-full")
        writer._file.raw = file
        window.key("1")
        window.key("enter")
        window.until(lambda: window.asked() == "act")
        assert any("written again" in n for n in window.notices())
        assert len(read_record(writer.path).entries) == len(window.battle.session.lines)

    def test_a_saves_folder_that_is_a_file(self, toy_window: Make, tmp_path: Path) -> None:
        window = toy_window()
        (tmp_path / "saves").write_text("in the way")
        begin(window, blue="default")
        assert any("cannot be written" in n for n in window.notices())
        to_act(window)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "not a record"),
            (b"hello\n", "not a record"),
            (b'{"tabula_belli": 99}\n', "newer version"),
        ],
    )
    def test_a_broken_file_shows_its_sentence(
        self, toy_window: Make, tmp_path: Path, content: bytes, words: str
    ) -> None:
        (tmp_path / "saves").mkdir()
        (tmp_path / "saves" / "odd.tabula").write_bytes(content)
        window = toy_window()
        window.press("records")
        from game.client.opening import open_record

        open_record(window.app, tmp_path / "saves" / "odd.tabula")
        window.step(2)
        assert window.screen == "Dialog"
        assert words in "".join(s.text for s in window.top.text)
        window.shot("broken-file")
        window.key("enter")
        assert window.screen == "RecordsScreen"

    def test_a_torn_last_line_is_told_and_the_rest_goes_on(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        path = window.battle.play.match.writer.path
        whole = path.read_bytes()
        window.key("esc")
        window.press("leave")
        path.write_bytes(whole[:-20])
        window.press("resume")
        window.until(lambda: bool(window.asked()))
        assert any("left out" in n for n in window.notices())
        window.key("ctrl+d")
        window.key("enter") if window.asked() != "act" else window.key("f2")
        window.step(5)
        assert not read_record(path).problems


class TestRules:
    def test_an_exception_in_the_rules_changes_nothing_and_is_told(
        self, toy_window: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = toy_window(strict=False)
        begin(window, blue="default")
        before = state_hash(window.battle.session.state)

        def broken(*_args: Any) -> Any:
            raise ZeroDivisionError("division by zero")

        monkeypatch.setitem(TOY.steps, ("toy.round", "ordered"), broken)
        window.key("ctrl+d")
        window.key("enter")
        window.until(lambda: bool(window.notices()))
        window.step(3)
        assert any("ZeroDivisionError" in n for n in window.notices())
        lines = window.battle.session.lines
        assert state_hash(lines[0].state) == before

    def test_a_question_that_cannot_be_laid_out(self, toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        window = toy_window(strict=False)

        def broken(*_args: Any) -> Any:
            raise KeyError("unit")

        monkeypatch.setattr(type(TOY.questions["order"]), "asked", broken)
        window.key("enter")
        window.press("begin")
        window.step(10)
        assert window.screen == "BattleScreen"
        assert any("cannot be shown" in n for n in window.notices())
        window.key("esc")
        assert window.screen == "MenuScreen"

    def test_a_ruleset_that_does_not_load(self, toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        window = toy_window(installed=True)

        def broken(name: str) -> Any:
            from game.engine.loader import UnknownRuleset

            raise UnknownRuleset(f"the ruleset {name} cannot be loaded: no such module")

        monkeypatch.setattr("game.client.library.load_ruleset", broken)
        window.key("enter")
        assert window.screen == "BattlePicturesScreen"
        assert window.written().count("cannot be loaded: no such module") == len(ruleset_ids())
        assert window.top.plan is not None


class TestSettings:
    def test_a_broken_file_is_told_and_the_usual_ones_are_used(self, tmp_path: Path) -> None:
        path = tmp_path / "settings.json"
        path.write_text('{"ui_scale": "huge"}')
        settings, problem = load_settings(path)
        assert settings == Settings()
        assert "ui_scale" in problem

    def test_a_broken_file_is_kept_aside_before_another_is_written(self, tmp_path: Path) -> None:
        """In the window: told when it opens and in its language; nothing of what lay there is ever lost."""
        folders = Folders(tmp_path / "saves", tmp_path)
        torn = b'{"language": "pl", "keys": {"tape": "t"'
        for n, aside in enumerate(("settings.broken.json", "settings.broken (2).json")):
            folders.settings.write_bytes(torn + b" " * n)
            app = App(folders, Library({}, False), Options((1100, 740), "pl"))
            (told,) = (notice.text for notice in app.notices.shown)
            assert told.startswith("Ustawień nie da się użyć (")
            assert told.endswith(aside + ".")
            assert folders.settings.read_bytes() == torn + b" " * n
            app.quit()
            assert load_settings(folders.settings)[1] == ""
            assert (tmp_path / aside).read_bytes() == torn + b" " * n
        words.use("en")

    @pytest.mark.parametrize("kind", ["torn", "folder", "pipe", "lost link"])
    def test_whatever_lies_there_and_cannot_be_read_is_kept_aside(self, tmp_path: Path, kind: str) -> None:
        path, aside = tmp_path / "settings.json", tmp_path / "settings.broken.json"
        if kind == "torn":
            path.write_bytes(b"{")
        elif kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(tmp_path / "nowhere")
        was = path.lstat()
        told = save_settings(path, Settings(ui_scale=150))
        assert told.startswith("The existing settings file cannot be used (")
        assert told.endswith("It is kept as settings.broken.json.")
        assert aside.lstat().st_ino == was.st_ino
        assert load_settings(path) == (Settings(ui_scale=150), "")
        assert save_settings(path, Settings()) == ""
        assert sorted(p.name for p in tmp_path.iterdir()) == ["settings.broken.json", "settings.json"]

    def test_a_broken_file_that_cannot_be_kept_aside_is_not_written_over(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "settings.json"
        path.write_bytes(b"{")

        def stuck(self: Path, target: Path) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(Path, "rename", stuck)
        assert save_settings(path, Settings()) == "The settings cannot be saved (Operation not permitted)."
        assert path.read_bytes() == b"{"

    def test_they_are_written_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "deep" / "settings.json"
        wanted = Settings(language="pl", ui_scale=150, keys={"tape": "t"})
        assert save_settings(path, wanted) == ""
        assert load_settings(path) == (wanted, "")
        assert [p.name for p in path.parent.iterdir()] == ["settings.json"]

    def test_a_language_for_this_time_is_not_kept(self, tmp_path: Path) -> None:
        folders = Folders(tmp_path / "saves", tmp_path)
        save_settings(folders.settings, Settings(language="en", fullscreen=True))
        app = App(folders, Library({}, False), Options((1100, 740), "pl"))
        assert (app.size, words.language()) == ((1100, 740), "pl")
        app.change(ui_scale=125)
        assert (words.language(), load_settings(folders.settings)[0].language) == ("pl", "en")
        app.quit()
        assert load_settings(folders.settings)[0].language == "en"
        app = App(folders, Library({}, False), Options((1100, 740), "pl"))
        app.change(language="pl")
        app.quit()
        assert load_settings(folders.settings)[0].language == "pl"
        words.use("en")

    def test_a_folder_that_cannot_be_made_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        assert "cannot be saved" in save_settings(tmp_path / "file" / "settings.json", Settings())
