"""Files chosen: by mouse and by keys, typed, dropped, saved; lists pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.army import make_sheet, to_text
from game.client import destinations, outside
from game.client.battle import chosen_setup
from game.client.screens.chooser import ChooserScreen
from game.engine.lists import KeepsLists
from game.engine.loader import load_ruleset
from tests.client.toy_record import toy_record
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def choosing(w: Window, folder: Path, name: str = "", sort: str = "list") -> list[Path]:
    taken: list[Path] = []
    w.app.go(destinations.Choose("Which?", sort, folder, taken.append, name))
    w.step(4)
    assert isinstance(w.top, ChooserScreen)
    return taken


def rows(w: Window) -> list[str]:
    return ["".join(s.text for s in r.label) for r in w.top.sheet.rows if r.id]


def filled(folder: Path) -> Path:
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "inner.toml").write_text('name = "In"', encoding="utf-8")
    (folder / "mine.toml").write_text('ruleset = "TOY"\nname = "Mine"\n', encoding="utf-8")
    (folder / "picture.png").write_bytes(b"x" * 2500)
    (folder / ".hidden.toml").write_text("", encoding="utf-8")
    return folder


def test_a_folder_is_listed_by_kind_with_what_a_file_says(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    choosing(w, filled(tmp_path / "f"))
    assert rows(w) == ["One folder up", "deep/", "mine.toml"]
    note = "".join(s.text for s in w.top.sheet.rows[2].note)
    assert "30 B" in note
    assert "an army list  ·  TOY  ·  Mine" in note
    w.press("every")
    w.step(3)
    assert "picture.png" in rows(w)
    assert any("3 kB" in s.text for r in w.top.sheet.rows for s in r.note)


def test_the_keyboard_alone_goes_into_folders_and_takes_a_file(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    taken = choosing(w, filled(tmp_path / "f"))
    w.key("down", 2)
    w.key("enter")
    assert rows(w) == ["One folder up", "inner.toml"]
    w.key("backspace")
    assert "mine.toml" in rows(w)
    w.key("down", 2)
    w.key("enter")
    w.key("down", 2)
    w.key("enter")
    assert taken == [tmp_path / "f" / "deep" / "inner.toml"]
    assert not isinstance(w.top, ChooserScreen)
    choosing(w, tmp_path)
    assert w.top.folder == tmp_path / "f" / "deep"


def test_the_mouse_chooses_and_takes_with_a_second_click(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    taken = choosing(w, filled(tmp_path / "f"))
    rect = w.top.sheet.row_rect("1")
    w.click(rect.center)
    assert w.top.typed == "mine.toml"
    assert not taken
    w.click(w.top.sheet.row_rect("1").center)
    assert taken == [tmp_path / "f" / "mine.toml"]


def test_a_path_may_be_typed_and_what_is_not_there_is_told(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    folder = filled(tmp_path / "f")
    taken = choosing(w, tmp_path)
    w.write("nothing")
    w.key("enter")
    assert any("There is no file nothing" in n for n in w.notices())
    w.top.forms[1].item("name").widget.set_text("")
    w.top._type(str(folder / "mine.toml"))
    w.key("enter")
    assert taken == [folder / "mine.toml"]


def test_a_folder_that_cannot_be_read_is_a_sentence(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    choosing(w, tmp_path / "nowhere")
    assert any("The folder cannot be read" in s.text for r in w.top.sheet.rows for s in r.label)


def test_a_dropped_file_is_chosen(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    folder = filled(tmp_path / "f")
    taken = choosing(w, tmp_path)
    w.post(pygame.DROPFILE, file=str(folder / "picture.png"))
    w.step()
    assert taken == [folder / "picture.png"]


def test_saving_asks_before_it_writes_over(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    (tmp_path / "old.txt").write_text("old", encoding="utf-8")
    taken = choosing(w, tmp_path, "old.txt", "text")
    w.press("choose")
    assert w.screen == "Dialog"
    w.press("no")
    assert taken == []
    w.top._type("new")
    w.press("choose")
    assert taken == [tmp_path / "new.txt"]
    taken = choosing(w, tmp_path, "old.txt", "text")
    w.press("choose")
    w.press("yes")
    assert taken == [tmp_path / "old.txt"]


def test_a_battle_from_elsewhere_is_opened_from_those_kept(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    record = toy_record(tmp_path)
    w.app.go(destinations.Records())
    w.step(2)
    w.key("ctrl+o")
    assert isinstance(w.top, ChooserScreen)
    w.top._type(str(record))
    w.key("enter")
    assert w.screen in ("BattleScreen", "ReplayScreen")


# --- dropped anywhere --------------------------------------------------------------------------------------------


def drop(w: Window, path: Path) -> None:
    w.post(pygame.DROPFILE, file=str(path))
    w.step(3)


def test_what_is_dropped_is_opened_as_what_it_is(window: Make, tmp_path: Path) -> None:
    w = window()
    wma = load_ruleset("WMA")
    assert isinstance(wma, KeepsLists)
    plan = chosen_setup.first_plan(wma)
    side = next(iter(plan.players))
    mine = tmp_path / "mine.toml"
    mine.write_text(wma.list_file(plan.setup, side), encoding="utf-8")
    drop(w, mine)
    assert w.screen == "ListsScreen"
    w.press("take")
    assert w.screen == "NewBattleScreen"
    w.app.home()
    table = tmp_path / "t.toml"
    table.write_text('table = 1\nruleset = "WMA"\nsize = [180.0, 120.0]\n', encoding="utf-8")
    drop(w, table)
    assert w.screen == "TableEditorScreen"
    w.app.home()
    (tmp_path / "p.toml").write_text("position = 1\n", encoding="utf-8")
    drop(w, tmp_path / "p.toml")
    assert w.screen == "Dialog"
    assert "p.toml" in w.written()
    w.key("esc")
    (tmp_path / "n.txt").write_text("hello", encoding="utf-8")
    drop(w, tmp_path / "n.txt")
    assert any("n.txt is not a battle, an army list or a table." in n for n in w.notices())
    drop(w, tmp_path)
    assert w.screen == "TitleScreen"
    table.write_text("table = 1\nwrong = 2\n", encoding="utf-8")
    drop(w, table)
    assert w.screen == "Dialog"
    assert w.top.title == "This table cannot be opened"


def test_a_dropped_battle_goes_on(toy_window: Make, tmp_path: Path) -> None:
    w = toy_window()
    drop(w, toy_record(tmp_path))
    assert w.screen in ("BattleScreen", "ReplayScreen")


# --- pasted ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["WMA", "WAB", "AFS", "USB", "NAP"])
def test_a_list_written_as_text_is_pasted_into_a_new_battle(
    window: Make, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset(rules)
    plan = chosen_setup.first_plan(ruleset)
    side = next(iter(plan.players))
    text = to_text(make_sheet(ruleset, plan.setup, side, chosen_setup.size_of(ruleset, plan, side), "en"))
    monkeypatch.setattr(outside, "pasted", lambda: text)
    w = window(system=rules)
    w.app.go(destinations.NewBattle())
    w.step(2)
    w.key("ctrl+v")
    assert w.screen == "ListsScreen"
    chosen = w.top.shown.report.chosen
    assert chosen is not None
    assert {k: n for k, n in chosen.counts.items() if n} == {
        k: n for k, n in plan.setup.sides[side].counts.items() if n
    }
    w.press("take")
    assert w.screen == "BattlePicturesScreen"


def test_what_is_not_understood_of_a_pasted_list_is_named_with_its_line(
    window: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "My Rome (150 points)\r\nWarmaster Ancients: Republican Rome\r\n\r\n"
    text = [head + "2 x Hastati and Principes\r\nmany Triarii\r\n"]
    monkeypatch.setattr(outside, "pasted", lambda: text[0])
    w = window(system="WMA")
    w.app.go(destinations.NewBattle())
    w.step(2)
    w.key("ctrl+v")
    told = " ".join(s.text for r in w.top.facts.rows for s in (*r.label, *r.value))
    assert "line 5: “many Triarii” is not understood: a unit is written as “2 × its name”" in told
    w.press("take")
    text[0] = "no list at all"
    w.press("army-south")
    w.press("lists")
    w.press("paste")
    assert w.top.shown.report.chosen is None
    told = " ".join(s.text for r in w.top.facts.rows for s in (*r.label, *r.value))
    assert "“2 × name of the unit”" in told
    text[0] = ""
    w.press("paste")
    assert "The clipboard holds no text." in w.notices()
