"""Watching a battle again: steps both ways, play, speed, the bar; and going on with one that was left."""

from __future__ import annotations

import datetime
import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import cli
from game.client.battle import stops
from game.client.battle.found import records_in, sides, told
from game.client.screens.at_table import replay_screen
from game.engine.state import state_hash
from tests.client.play.test_battle_toy import begin, to_act
from tests.client.toy_record import toy_record
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def finished(window: Window, blue: str = "random") -> None:
    """A whole battle of the toy, passing."""
    begin(window, blue=blue)
    for _ in range(300):
        window.until(lambda: window.screen != "BattleScreen" or bool(window.asked()))
        if window.screen != "BattleScreen":
            return
        editor = window.battle.play.decision.editor
        if editor.reply() is None:
            window.key("ctrl+d")
        if editor.reply() is not None:
            window.key("enter")
        else:
            window.key("f2")


def usable(window: Window) -> dict[str, bool]:
    """Which buttons of the list of battles can be pressed."""
    items = {i.id: i.widget.is_enabled for f in window.top.forms for i in f.items}
    return {k: v for k, v in items.items() if k not in ("find", "order")}


class TestWatching:
    @pytest.fixture
    def replay(self, toy_window: Make, tmp_path: Path) -> Window:
        toy_record(tmp_path / "saves")
        window = toy_window()
        window.press("records")
        assert window.screen == "RecordsScreen"
        window.shot("records")
        window.press("watch")
        assert window.screen == "ReplayScreen"
        window.step(3)
        return window

    def test_steps_by_turns_stand_where_a_turn_begins(self, replay: Window, monkeypatch: pytest.MonkeyPatch) -> None:
        # the toy counts no turns: let every four lines be one
        line = itertools.count()
        monkeypatch.setattr(stops, "turn_number", lambda _state: next(line) // 4)
        old = replay.top
        assert old.play.bar.marked.turns == [0]
        old.app.open(replay_screen(old.app, old.session, old.play.record))
        replay.step(3)
        screen = replay.top
        assert screen is not old
        begins = list(range(0, len(screen.session.lines), 4))
        assert len(begins) > 2
        assert screen.play.bar.marked.turns == begins
        for n in begins[1:]:
            replay.key("ctrl+right")
            assert screen.play.steps.at == n
        replay.key("ctrl+right")
        assert screen.play.steps.at == screen.play.steps.last
        for n in reversed([n for n in begins if n < screen.play.steps.last]):
            replay.key("ctrl+left")
            assert screen.play.steps.at == n
        replay.key("ctrl+left")
        assert screen.play.steps.at == 0

    def test_steps_forwards_and_backwards_show_the_states_of_the_battle(self, replay: Window) -> None:
        screen = replay.top
        lines = screen.session.lines
        while screen.play.speed != "quick":
            screen.play.press_button("speed")
        assert screen.play.steps.at == 0
        for n in range(1, 6):
            replay.key("right")
            replay.until(lambda: not screen.play.showing.busy)
            assert screen.play.steps.at == n
            assert state_hash(screen.play.showing.state) == state_hash(lines[n].state)
        replay.shot("replay")
        for n in (4, 3, 2):
            replay.key("left")
            assert screen.play.steps.at == n
            assert screen.play.showing.state is lines[n].state
        assert max(i.entry.line for i in screen.log.items) <= 2

    def test_tab_leads_round_by_card_and_log_back_to_the_keys_of_the_replay(self, replay: Window) -> None:
        screen = replay.top
        for active in ("card", "log", ""):
            replay.key("tab")
            assert (screen.dock.card.active, screen.dock.log.active) == (active == "card", active == "log")
            at = screen.play.steps.at
            replay.key("ctrl+right")
            assert (screen.play.steps.at > at) is not bool(active)

    def test_play_runs_to_the_end_and_begins_again(self, replay: Window) -> None:
        screen = replay.top
        while screen.play.speed != "quick":
            screen.play.press_button("speed")
        replay.key("space")
        assert screen.play.steps.playing
        replay.key("space")
        assert not screen.play.steps.playing
        replay.key("space")
        replay.until(lambda: screen.play.steps.at == screen.play.steps.last and not screen.play.showing.busy)
        assert not screen.play.steps.playing
        assert screen.sitting.view.over is not None
        replay.key("space")
        assert screen.play.steps.playing
        assert screen.play.steps.at < screen.play.steps.last

    def test_the_bar_is_dragged_both_ways(self, replay: Window) -> None:
        screen = replay.top
        bar = screen.play.bar.bar
        replay.drag((bar.left, bar.centery), (bar.right - 1, bar.centery))
        assert screen.play.steps.at == screen.play.steps.last
        assert state_hash(screen.play.showing.state) == state_hash(screen.session.state)
        replay.drag((bar.right - 1, bar.centery), (bar.left + bar.width // 2, bar.centery))
        assert screen.play.steps.at == pytest.approx(screen.play.steps.last / 2, abs=1)
        replay.key("home")
        assert screen.play.steps.at == 0
        replay.key("end")
        assert screen.play.steps.at == screen.play.steps.last

    def test_it_may_be_watched_as_one_side_saw_it(self, replay: Window) -> None:
        screen = replay.top
        assert set(screen.sitting.view.secret) == {"red", "blue"}
        screen.play.press_button("side")
        assert screen.play.telling.side == "red"
        assert set(screen.sitting.view.secret) == {"red"}

    def test_a_click_in_the_log_leads_to_that_moment(self, replay: Window) -> None:
        screen = replay.top
        replay.key("end")
        replay.step(2)
        screen.log.scroll_by(-(10**6))
        entry = next(i.entry for i in screen.log.items if i.entry.line > 1 and i.entry.event is not None)
        screen.play.entry(entry, 1)
        assert screen.play.steps.at == entry.line


class TestResuming:
    def test_the_last_battle_goes_on_where_it_was_left(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        here = state_hash(window.battle.session.state)
        lines = len(window.battle.session.lines)
        path = window.battle.play.match.writer.path
        window.key("esc")
        window.press("leave")
        assert window.screen == "TitleScreen"
        window.shot("title-resume")
        window.press("resume")
        assert window.screen == "BattleScreen"
        window.until(lambda: window.asked() == "act")
        assert state_hash(window.battle.session.state) == here
        assert len(window.battle.log.items) > 3
        window.key("f2")
        window.until(lambda: len(window.battle.session.lines) > lines)
        assert window.battle.play.match.writer.path == path
        assert window.battle.play.match.saved

    def test_another_program_finds_it_too(self, toy_window: Make) -> None:
        first = toy_window()
        begin(first, blue="default")
        to_act(first)
        here = state_hash(first.battle.session.state)
        first.battle.play.match.writer._file.raw.close()  # killed: nothing is closed but by the system
        second = toy_window()
        second.press("resume")
        second.until(lambda: second.asked() == "act")
        assert state_hash(second.battle.session.state) == here

    def test_a_finished_battle_is_not_resumed_but_watched(self, toy_window: Make) -> None:
        window = toy_window()
        finished(window)
        window.press("title")
        assert window.top.last is None
        window.press("records")
        assert usable(window) == {
            "go_on": False,
            "watch": True,
            "back": True,
            "open": True,
            "aside": True,
            "delete": True,
        }

    def test_buttons_keep_their_places_whatever_is_chosen(self, toy_window: Make, tmp_path: Path) -> None:
        """Where Watch stood for one battle, Delete never stands for another."""
        toy_record(tmp_path / "saves")
        window = toy_window()
        window.press("records")
        places = {i.id: i.widget.get_abs_rect() for f in window.top.forms for i in f.items}
        (tmp_path / "saves" / "torn.tabula").write_bytes(b"no battle at all")
        window.press("back")
        window.press("records")
        window.top.chosen = next(n for n, f in enumerate(window.top.found) if f.trouble)
        window.top.rebuild()
        again = {i.id: i.widget.get_abs_rect() for f in window.top.forms for i in f.items}
        assert places == again
        assert usable(window) == {
            "go_on": False,
            "watch": False,
            "back": True,
            "open": True,
            "aside": True,
            "delete": True,
        }

    def test_a_row_tells_date_turn_sides_and_result(self, toy_window: Make, tmp_path: Path) -> None:
        toy_record(tmp_path / "saves")
        window = toy_window()
        window.press("records")
        (row,) = [r for r in window.top.sheet.rows if r.id]
        note = "".join(s.text for s in row.note)
        found = window.top.found[0]
        assert found.over
        day = datetime.datetime.fromtimestamp(found.when).strftime("%Y-%m-%d")
        assert note.startswith(f"TOY  ·  {day}")
        assert " won" in note or "a draw" in note
        for _side, name in found.names:
            assert name in note
        window.shot("records-row")

    def test_a_sample_tells_its_turn_and_its_winner_by_the_name_of_his_army(self) -> None:
        root = cli.checkout()
        assert root is not None
        rows = {f.path.stem: f for f in records_in(root / "saves")}
        one = rows["sample-open-field"]
        names = dict(one.names)
        assert told(one, names.__getitem__).split("  ·  ")[0::2] == ["WMA", "turn 7"]
        assert told(one, names.__getitem__).endswith(f"{names['north']} won")
        assert sides(one, names.__getitem__, str).startswith("Republican Rome – ")

    def test_what_is_deleted_has_a_way_back(self, toy_window: Make, tmp_path: Path) -> None:
        toy_record(tmp_path / "saves")
        window = toy_window()
        window.press("records")
        (found,) = window.top.found
        whole = found.path.read_bytes()
        window.press("delete")
        assert window.top.found == []
        assert not found.path.exists()
        said = window.app.notices.shown[-1]
        assert said.act is not None
        said.act()
        assert [f.path for f in window.top.found] == [found.path]
        assert found.path.read_bytes() == whole
        window.press("delete")
        window.press("aside")
        assert usable(window) == {
            "put_back": True,
            "watch": True,
            "back": True,
            "open": True,
            "aside": True,
            "delete": True,
        }
        window.shot("records-deleted")
        window.press("put_back")
        assert window.top.found == []
        window.press("aside")
        assert [f.path for f in window.top.found] == [found.path]
        assert found.path.read_bytes() == whole

    def test_deleting_for_good_asks_first(self, toy_window: Make, tmp_path: Path) -> None:
        toy_record(tmp_path / "saves")
        window = toy_window()
        window.press("records")
        window.press("delete")
        window.press("aside")
        assert len(window.top.found) == 1
        window.press("delete")
        assert window.screen == "Dialog"
        window.key("enter")  # what Enter takes leaves the battle alone
        assert len(window.top.found) == 1
        window.press("delete")
        window.press("yes")
        assert window.screen == "RecordsScreen"
        assert window.top.found == []
        assert list((tmp_path / "saves" / "deleted").iterdir()) == []

    def test_battles_are_searched_and_sorted(self, toy_window: Make, tmp_path: Path) -> None:
        root = cli.checkout()
        assert root is not None
        samples = tmp_path / "saves" / "samples"
        samples.mkdir(parents=True)
        names = ("sample-hills-and-wood", "sample-open-field", "sample-sunken-causeway")
        for n, name in enumerate(names):
            path = samples / f"{name}.tabula"
            path.write_bytes((root / "saves" / f"{name}.tabula").read_bytes())
            os.utime(path, (1e9 + n, 1e9 + n))
        window = toy_window()
        window.press("records")

        def listed() -> list[str]:
            return [f.path.stem for f in window.top.found]

        assert listed() == list(reversed(names))
        window.top._sort("title")
        titles = [f.title for f in window.top.found]
        assert titles == sorted(titles, key=str.casefold)
        window.top._sort("long")
        sizes = [f.path.stat().st_size for f in window.top.found]
        assert sizes == sorted(sizes, reverse=True)
        window.press("find")
        window.write("wma zzz")
        assert listed() == []
        window.key("backspace", 3)
        window.write("turn")
        assert listed() == ["sample-open-field"]
        window.key("backspace", 8)
        assert len(listed()) == 3
        window.shot("records-searched")

    def test_the_battle_chosen_is_shown_with_its_picture(self, tmp_path: Path) -> None:
        root = cli.checkout()
        assert root is not None
        samples = tmp_path / "saves" / "samples"
        samples.mkdir(parents=True)
        (samples / "one.tabula").write_bytes((root / "saves" / "sample-open-field.tabula").read_bytes())
        window = Window(tmp_path, installed=True, title_battle=False)
        window.press("records")
        screen = window.top
        part = screen.picture.inflate(-8, -8)

        def seen() -> bytes:
            return pygame.image.tobytes(window.app.surface.subsurface(part).copy(), "RGB")

        before = seen()
        window.until(lambda: seen() != before)
        facts = {"".join(s.text for s in r.label): "".join(s.text for s in r.value) for r in screen.facts.rows}
        lines = (samples / "one.tabula").read_bytes().count(b"\n")
        assert facts["Answers given"] == str(lines - 2)
        assert facts["Turn"] == "7"
        assert facts["Result"] == "Carthage won"
        window.shot("records-picture")
