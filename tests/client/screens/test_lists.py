"""Army lists as files: kept, read in again, files of other programs with their report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.kept_lists import keep, lists_in
from game.client.battle.shelf import ENDINGS, lying_in, sort_of
from game.client.words import data_words, place_words
from game.engine.files.toml_reading import DataError
from game.engine.lists import Finding, ListReport
from game.engine.ruleset import ArmyEntry, ArmyInfo, Problem, Setup, SideSetup
from game.engine.text import T
from tests.client.window import Window
from tests.toy import TOY

pytestmark = pytest.mark.window
ENTRIES = (ArmyEntry("foot", "Foot", 30, 0, 3, 2), ArmyEntry("ogre", "Ogre", 70, 0, 1, 1))


class Keeper(type(TOY)):  # type: ignore[misc]
    """The toy with lists: our own are JSON behind a hash mark, other programs' are plain JSON."""

    def armies(self, size: int) -> tuple[ArmyInfo, ...]:
        return (ArmyInfo("toys", "Toys", ENTRIES),)

    def default_setup(self, scenario: str, size: int) -> Setup:
        counts = {"foot": 2, "ogre": 1}
        return Setup("TOY", scenario, {s: SideSetup("toys", dict(counts)) for s in ("red", "blue")})

    def check_setup(self, setup: Setup) -> list[Problem]:
        many = {s: x.counts.get("foot", 0) for s, x in setup.sides.items()}
        return [
            Problem(f"sides.{s}.counts", T("{n} are too many Foot", n=n), "TOY-MARCH-01")
            for s, n in many.items()
            if n > 3
        ]

    def list_file(self, setup: Setup, side: str) -> str:
        return "#" + json.dumps(setup.sides[side].counts)

    def read_list(self, data: bytes, name: str, size: int) -> ListReport:
        if data.startswith(b"#"):
            return ListReport(SideSetup("toys", json.loads(data[1:])), name, (Finding("taken", T("All of it")),))
        try:
            counts = json.loads(data)["counts"]
        except (ValueError, KeyError, TypeError):
            return ListReport(None, name, (Finding("wrong", T("This is no list")),))
        findings = (
            Finding("guessed", T("taken for an Ogre"), "Giant"),
            Finding("unknown", T("{rule} is not known", rule="Sings"), "Foot"),
        )
        return ListReport(SideSetup("own", counts, own={"from": name}), "Borrowed", findings)

    def list_army(self, chosen: SideSetup, size: int) -> ArmyInfo | None:
        return ArmyInfo("own", "Borrowed", ENTRIES) if chosen.own else None


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Callable[[], Window]]:
    made: list[Window] = []

    def make() -> Window:
        made.append(Window(tmp_path, extra={"TOY": Keeper()}))
        return made[-1]

    yield make
    for window in made:
        window.app.quit()
    pygame.event.clear()


def composing(window: Window) -> None:
    window.new_form()
    window.press("compose-red")
    assert window.screen == "ComposerScreen"


def said(window: Window) -> str:
    return " ".join(s.text for r in window.top.facts.rows for s in (*r.label, *r.value))


def counts(window: Window) -> dict[str, int]:
    found: dict[str, int] = window.top.plan.setup.sides["red"].counts
    return found


def choose(window: Window, row: str) -> None:
    rect = window.top.sheet.row_rect(row)
    window.click((rect.left + 30, rect.centery))


def test_a_list_is_kept_and_read_in_again(keeper: Callable[[], Window]) -> None:
    w = keeper()
    composing(w)
    w.press("keep")
    w.press("choose")
    folder = w.app.folders.lists
    (path,) = lists_in(folder)
    assert path.name == "Toys 130.toml"
    rect = w.top.sheet.row_rect("n-ogre")
    w.click((rect.right - 12, rect.centery))
    w.top.sheet.row_rect("n-ogre")
    assert counts(w) != {"foot": 2, "ogre": 1}
    w.press("lists")
    assert w.screen == "ListsScreen"
    choose(w, "0")
    assert "All of it" in said(w)
    assert "130 / " in said(w)
    w.press("take")
    assert w.screen == "ComposerScreen"
    assert counts(w) == {"foot": 2, "ogre": 1}


def test_a_list_is_saved_where_it_is_wanted_and_over_another_only_after_asking(
    keeper: Callable[[], Window], tmp_path: Path
) -> None:
    w = keeper()
    composing(w)
    w.press("keep")
    assert w.screen == "ChooserScreen"
    assert w.top.typed == "Toys 130.toml"
    w.key("esc")
    assert lists_in(w.app.folders.lists) == []
    mine = tmp_path / "mine.toml"
    mine.write_text("old", encoding="utf-8")
    w.press("keep")
    w.top._go(tmp_path)
    w.top._type("mine")
    w.press("choose")
    assert w.screen == "Dialog"
    assert mine.read_text(encoding="utf-8") == "old"
    w.press("yes")
    assert "Saved as mine.toml" in w.notices()
    assert mine.read_text(encoding="utf-8") == '#{"foot": 2, "ogre": 1}'
    assert w.screen == "ComposerScreen"


def test_a_file_of_another_program_is_told_about_before_it_is_taken(keeper: Callable[[], Window]) -> None:
    w = keeper()
    folder = w.app.folders.lists
    folder.mkdir(parents=True)
    (folder / "borrowed.json").write_text('{"counts": {"foot": 4}}', encoding="utf-8")
    composing(w)
    w.press("lists")
    w.key("down")
    text = said(w)
    assert text.index("Unknown: kept and shown, not enforced (1)") < text.index("Guessed (1)")
    assert "Sings is not known" in text
    assert "4 are too many Foot" in text
    w.shot("lists-report")
    w.press("take")
    chosen = w.top.plan.setup.sides["red"]
    assert (chosen.army, chosen.own) == ("own", {"from": "borrowed.json"})
    assert "4 are too many Foot" in said(w)
    w.press("done")
    assert w.screen == "NewBattleScreen"
    w.shot("lists-new-battle")


def test_a_file_that_is_none_is_refused_in_a_sentence(keeper: Callable[[], Window], tmp_path: Path) -> None:
    w = keeper()
    odd = tmp_path / "odd.json"
    odd.write_bytes(b"\xff\x00 nothing")
    composing(w)
    w.press("lists")
    w.post(pygame.DROPFILE, file=str(odd))
    w.step(2)
    assert "This is no list" in said(w)
    assert not next(i for i in w.top.forms[0].items if i.id == "take").widget.is_enabled
    w.post(pygame.DROPFILE, file=str(tmp_path / "nowhere.toml"))
    w.step(2)
    assert "cannot be read" in said(w)
    w.press("back")
    assert counts(w) == {"foot": 2, "ogre": 1}


def test_where_a_file_breaks_off_is_told_in_the_language_of_the_window(keeper: Callable[[], Window]) -> None:
    w = keeper()
    for language, told in (("en", "line 1, byte 1: "), ("pl", "wiersz 1, bajt 1: ")):
        w.app.change(language=language)
        assert place_words("line 1, byte 1") == told[:-2]
        assert place_words("unit 3 (VEL), hits") == "unit 3 (VEL), hits"
        fault = DataError("odd.toml", "line 1, byte 1", T("the file breaks off in the middle; its end is missing"))
        assert data_words(fault).startswith(told)
    w.app.change(language="en")


def test_a_list_written_as_plain_text_may_be_dropped_and_chosen(keeper: Callable[[], Window], tmp_path: Path) -> None:
    w = keeper()
    text = tmp_path / "mine.txt"
    text.write_text("2 x Foot\n", encoding="utf-8")
    assert sort_of(text) == "list"
    folder, _why = lying_in(tmp_path, ENDINGS["list"])
    assert "mine.txt" in [one.path.name for one in folder if not one.folder]
    composing(w)
    w.press("lists")
    w.post(pygame.DROPFILE, file=str(text))
    w.step(2)
    assert "mine.txt" in said(w)


def test_a_path_may_be_typed(keeper: Callable[[], Window], tmp_path: Path) -> None:
    w = keeper()
    mine = tmp_path / "l.toml"
    mine.write_text('#{"ogre": 1}', encoding="utf-8")
    composing(w)
    w.press("lists")
    w.press("open")
    w.top._type(f" {mine} ")
    w.press("choose")
    assert "All of it" in said(w)
    w.press("take")
    assert counts(w) == {"ogre": 1}


def test_names_of_files_are_plain_and_free(tmp_path: Path) -> None:
    names: list[Any] = [keep(tmp_path / "l", name, "x").name for name in ("A/b: c", "A/b: c", "???")]
    assert names == ["Ab c.toml", "Ab c (2).toml", "list.toml"]
    assert lists_in(tmp_path / "nowhere") == []
