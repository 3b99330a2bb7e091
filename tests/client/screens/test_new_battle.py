"""The form of a new battle: which system is offered first, and what stands there ready."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.client.library import Library
from game.client.settings import Settings, load_settings
from game.client.sound.cues import cue_of
from game.client.tabletop.looks import look_of
from game.engine.event import Event
from game.engine.loader import ruleset_ids
from game.engine.text import T
from tests.client.window import Window
from tests.packages_made import installed, replaced
from tests.toy import TOY

pytestmark = pytest.mark.window


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    pygame.event.clear()


def offered(window: Window) -> list[str]:
    """Ids of the systems in the form's list, in its order."""
    return list(window.top.rulesets)


class TestWhichSystemComesFirst:
    def test_a_newcomer_is_offered_warmaster_ancients_ready_to_begin(self, home: Path) -> None:
        w = Window(home, installed=True)
        w.new_form()
        plan = w.top.plan
        assert offered(w)[:2] == ["WMA", "AFS"]
        assert sorted(offered(w)) == sorted(ruleset_ids())
        assert (plan.setup.ruleset, plan.setup.scenario) == ("WMA", "open_field")
        assert [x.army for x in plan.setup.sides.values()] == ["rome", "carthage"]
        assert plan.players == {"south": "person", "north": "general"}
        w.app.quit()

    def test_the_system_played_last_stands_there_the_next_time(self, home: Path) -> None:
        w = Window(home, installed=True)
        w.new_form()
        w.top._take_ruleset("AFS")
        w.step(2)
        assert w.app.settings.system == ""
        w.press("begin")
        w.until(lambda: w.screen == "BattleScreen")
        w.app.quit()
        kept, problem = load_settings(home / "settings.json")
        assert (kept.system, problem) == ("AFS", "")
        again = Window(home, installed=True, system=kept.system)
        again.new_form()
        assert again.top.plan.setup.ruleset == "AFS"
        assert offered(again)[:2] == ["WMA", "AFS"]
        again.app.quit()

    def test_a_system_that_is_no_longer_installed_is_passed_over(self, home: Path) -> None:
        w = Window(home, extra={"TOY": TOY}, system="GONE")
        w.new_form()
        assert w.top.plan.setup.ruleset == "TOY"
        w.app.quit()

    def test_the_lowest_order_comes_first_and_ids_decide_between_equals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        orders = {"A": 100, "B": 20, "C": 100, "D": 10}
        monkeypatch.setattr("game.client.library.ruleset_ids", lambda: tuple(orders))

        def load(ruleset_id: str) -> Any:
            meta = SimpleNamespace(id=ruleset_id, order=orders[ruleset_id], options=())
            info = SimpleNamespace(sizes=())
            return SimpleNamespace(meta=meta, scenarios=lambda: [info], armies=lambda size: [])

        monkeypatch.setattr("game.client.library.load_ruleset", load)
        brought = SimpleNamespace(meta=SimpleNamespace(id="TOY", order=100))
        library = Library({"TOY": brought})
        assert [r.meta.id for r in library.rulesets()] == ["TOY", "D", "B", "A", "C"]

    def test_settings_of_an_older_program_name_no_system(self) -> None:
        assert Settings().system == ""


class TestPackagesOfOthers:
    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", "Left out: the ruleset SHW cannot be loaded: RuntimeError: no shields"),
            ("pl", "Pominięto: nie da się wczytać zasad SHW: RuntimeError: no shields"),
        ],
    )
    def test_what_raises_is_named_in_words_and_left_out(
        self, language: str, said: str, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        raises = replaced("__init__.py", "CHAPTERS", "raise RuntimeError('no shields')\nCHAPTERS")
        with installed(home / "lib", monkeypatch, fault=raises):
            w = Window(home, installed=True, language=language, system="SHW")
            w.new_form()
            assert said in w.written()
            assert offered(w) == ["WMA", "AFS", "WAB", "USB", "NAP"]
            assert w.top.plan.setup.ruleset == "WMA"
            w.shot(f"left_out_{language}")
            w.app.quit()

    def test_one_without_clauses_breaks_no_reference(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with installed(home / "lib", monkeypatch, fault=lambda folder: (folder / "clauses.toml").unlink()):
            w = Window(home, installed=True)
            w.new_form()
            assert offered(w) == ["WMA", "AFS", "WAB", "USB", "NAP", "SHW"]
            assert "Left out" not in w.written()
            w.key("esc", 2)
            w.press("rules")
            assert list(w.top.books) == ["WMA", "AFS", "WAB", "USB", "NAP"]
            w.app.quit()

    def test_troops_look_and_sound_as_their_package_says(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        broken = Event("broken", "loss", T("It breaks"))
        assert (look_of("SHW", "OARS", "Oarsmen", 80, 30), cue_of("SHW", broken)) == ("heavy_foot", "loss")
        with installed(home / "lib", monkeypatch):
            assert (look_of("SHW", "OARS", "Oarsmen", 80, 30), cue_of("SHW", broken)) == ("warband", "rout")

    def test_tables_that_cannot_be_used_count_as_none(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def spoil(folder: Path) -> None:
            (folder / "looks.toml").write_text('OARS = "dragoons"', encoding="utf-8")
            (folder / "sounds.toml").write_bytes(b"\xff")

        broken = Event("broken", "loss", T("It breaks"))
        with installed(home / "lib", monkeypatch, fault=spoil):
            assert (look_of("SHW", "OARS", "Oarsmen", 80, 30), cue_of("SHW", broken)) == ("heavy_foot", "loss")


def test_the_rules_are_offered_by_the_names_of_the_systems_in_the_same_order(home: Path) -> None:
    w = Window(home, installed=True)
    w.press("rules")
    choice = next(i for i in w.top.forms[0].items if i.id == "ruleset")
    assert choice.words[:2] == ("Warmaster Ancients", "Age of Fantasy: Skirmish")
    w.app.quit()


@pytest.mark.clause("AFS-R31")
def test_an_option_of_several_values_shows_their_names_and_is_chosen_with_the_keyboard(home: Path) -> None:
    w = Window(home, installed=True, system="AFS", language="pl")
    w.new_form()

    def field() -> Any:
        return next(i for form in w.top.forms for i in form.items if i.id == "option-tough_in_groups")

    assert field().words == ("Zabija X-ta rana", "Zabija każda rana")
    assert w.top.plan.setup.options["tough_in_groups"] == "x_th_wound"
    for _ in range(40):
        if any(f.focused is field() for f in w.top.forms):
            break
        w.key("tab")
    w.key("right")
    assert w.top.plan.setup.options["tough_in_groups"] == "every_wound"
    w.shot("afs_tough_in_groups")
    w.app.quit()
