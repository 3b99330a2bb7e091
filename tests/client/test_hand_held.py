"""What is held: the wheel turns it, Escape drops it, and what is told meanwhile lies over nothing that is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.asking import confirm
from game.client.battle.match import Match
from game.client.editors.nudge_words import TURN_STEP
from game.client.report.job import Job
from game.client.report.worker import Task
from game.client.screens.at_table import battle_screen
from game.client.ui.drop_down import DropDown
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from rulesets.warmaster_ancients import RULESET
from tests.client.test_hand import battle
from tests.client.window import Window
from tests.rules.warmaster_ancients.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.fixture
def held(window: Make) -> Window:
    """A unit held in the hand, dragged to where nothing is near."""
    w = window()
    screen = battle(w, "move", unit="LEG-2")
    assert screen.play.gestures.kind == ""
    w.drag(w.on_table(650.0, 320.0), w.on_table(560.0, 420.0), drop=False)
    return w


class TestWheel:
    def test_a_notch_turns_what_is_held_and_the_drag_goes_on(self, held: Window) -> None:
        screen, editor = held.battle, held.battle.play.decision.editor
        scale, before = screen.table.camera.scale, editor.way.facing()
        held.wheel(1)
        assert editor.way.facing() == pytest.approx((before + TURN_STEP) % 360)
        held.wheel(-2)
        assert editor.way.facing() == pytest.approx((before - TURN_STEP) % 360)
        assert screen.table.camera.scale == scale
        assert screen.play.gestures.kind == "piece"
        x = editor.way.leg().x
        held.move(held.on_table(540.0, 420.0), (1, 0, 0))
        assert editor.way.leg().x < x
        held.up(held.on_table(540.0, 420.0))
        assert screen.play.gestures.kind == ""

    def test_with_ctrl_it_zooms_and_the_drag_goes_on(self, held: Window, monkeypatch: pytest.MonkeyPatch) -> None:
        screen, editor = held.battle, held.battle.play.decision.editor
        scale, before = screen.table.camera.scale, editor.way.facing()
        monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_CTRL)
        held.wheel(1)
        assert screen.table.camera.scale > scale
        assert editor.way.facing() == before
        assert screen.play.gestures.kind == "piece"

    def test_with_nothing_in_hand_it_zooms(self, held: Window) -> None:
        held.up(held.on_table(560.0, 420.0))
        screen, editor = held.battle, held.battle.play.decision.editor
        scale, before = screen.table.camera.scale, editor.way.facing()
        held.wheel(1)
        assert screen.table.camera.scale > scale
        assert editor.way.facing() == before

    def test_another_button_released_meanwhile_ends_no_drag(self, held: Window) -> None:
        held.click(held.on_table(560.0, 420.0), button=2)
        assert held.battle.play.gestures.kind == "piece"

    def test_it_is_no_click_on_what_lies_under_the_pointer(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        w.move(w.on_table(650.0, 320.0))
        assert screen.sitting.selected == "LEG-1"
        w.wheel(1)
        assert screen.sitting.selected == "LEG-1"

    def test_the_prompt_says_so(self, held: Window) -> None:
        said = "".join(s.text for s in held.battle.prompt.hint)
        assert "the wheel turns it" in said


class TestEscape:
    def test_it_drops_what_is_drawn_and_a_second_one_opens_the_menu(self, held: Window) -> None:
        editor = held.battle.play.decision.editor
        held.up(held.on_table(560.0, 420.0))
        assert not editor.way.draft.empty
        held.key("esc")
        assert editor.way.draft.empty
        assert held.screen == "BattleScreen"
        held.key("esc")
        assert held.screen == "MenuScreen"

    def test_in_the_middle_of_a_drag_the_hand_lets_go(self, held: Window) -> None:
        screen, editor = held.battle, held.battle.play.decision.editor
        held.key("esc")
        assert editor.way.draft.empty
        assert screen.play.gestures.kind == ""
        selected = screen.sitting.selected
        held.move(held.on_table(900.0, 400.0), (1, 0, 0))
        held.up(held.on_table(900.0, 400.0))
        assert editor.way.draft.empty
        assert screen.sitting.selected == selected
        assert held.screen == "BattleScreen"

    def test_where_nothing_is_drawn_it_opens_the_menu_at_once(self, window: Make) -> None:
        w = window()
        battle(w, "move", unit="LEG-2")
        w.key("esc")
        assert w.screen == "MenuScreen"

    def test_a_choice_is_dropped_too(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        editor = screen.play.decision.editor
        w.key("1")
        drawn = editor.answer()
        assert drawn != editor.fresh
        w.key("esc")
        assert editor.answer() != drawn
        assert w.screen == "BattleScreen"


class TestNearest:
    def test_it_says_why_it_is_so_near(self, window: Make) -> None:
        """An enemy 9 cm ahead, middle to middle: of a way of 19 cm through him the first 6 are allowed."""
        w = window()
        state = table(
            unit("LEG-1", at=(90, 40), facing="N"),
            unit("GAL-1", at=(90, 49), facing="S"),
            active="south",
            turn=1,
            phase="command",
        )
        session = Session.from_state(
            RULESET, state, RULESET.entries["move"](state, {"unit": "LEG-1"}), ScriptedDice([])
        )
        screen = battle_screen(w.app, Match(session, {"south": "person", "north": "person"}))
        w.app.open(screen)
        w.until(lambda: bool(w.asked()))
        w.drag(w.on_table(900.0, 400.0), w.on_table(900.0, 590.0), drop=False)
        editor = screen.play.decision.editor
        assert editor.verdict().nearest is not None
        w.step(20)
        rows = ["".join(s.text for s in r.label) for r in screen.play.decision.rows]
        told = [r for r in rows if r.startswith("This covers less than half of the move")]
        assert len(told) == 1, rows
        assert told[0].endswith("of Gallic warriors; 1 cm must be kept WMA-S05"), told[0]

    def test_it_says_nothing_where_it_gives_more(self, window: Make) -> None:
        w = window()
        screen = battle(w, "move", unit="LEG-2")
        w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 900.0), drop=False)
        w.step(20)
        assert screen.play.decision.editor.verdict().nearest is not None
        assert screen.play.decision.editor.judged.so_near() == ()
        w.shot("nearest-why")


class TestNotices:
    def test_what_is_told_lies_over_the_table_not_over_answers_nor_dice(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        w.app.notice("A sentence of the program that is long enough to be as wide as they come, and then some more.")
        job = Job.__new__(Job)
        job.task = Task("page", "a", str(Path("a") / "battle.html"), "en", 0)
        job.ended, job.why, job.share = True, "", 1.0
        job.stop = lambda: None
        job.wait = lambda seconds: None
        w.app.jobs.shown = [job]
        w.step(2)
        table_rect = screen.table.rect
        for rect in (*w.app.jobs.strips, *(n.rect for n in w.app.notices.shown)):
            assert rect.width
            assert table_rect.contains(rect)
            assert not rect.colliderect(screen.play.decision.rect)
            assert not rect.colliderect(screen.sitting.free_area())
        w.shot("notices-over-the-table")


class TestLists:
    def test_a_list_at_the_lower_edge_opens_upwards_within_the_form(self, window: Make) -> None:
        w = window(language="pl")
        w.new_form()
        menus = [(f, i.widget) for f in w.top.forms for i in f.items if isinstance(i.widget, DropDown)]
        assert menus
        seen = 0
        for form, menu in menus:
            field = menu.get_abs_rect()
            if not form.rect.contains(field) or not menu.is_enabled:
                continue
            w.click(field.center)
            w.step(3)
            state = menu.current_state
            opened = getattr(state, "options_selection_list", None)
            if opened is None:
                continue
            rect = opened.get_abs_rect()
            assert form.rect.contains(rect), (rect, form.rect)
            assert rect.height >= 20
            seen += 1
            w.key("esc")
            w.step(2)
        assert seen


def test_what_destroys_is_not_what_enter_takes(window: Make) -> None:
    w = window()
    done: list[str] = []
    confirm(w.app, "Delete this?", "It is gone then.", "Delete", lambda: done.append("gone"), destroys=True)
    w.step(2)
    w.key("enter")
    assert done == []
    assert w.screen == "TitleScreen"
