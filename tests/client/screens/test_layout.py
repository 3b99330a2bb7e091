"""No text is cut: every screen at every size, scale and language that is promised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.editors.base import Editor
from game.client.panels.decision import DecisionPanel
from game.client.screens.battle import BattleScreen
from game.client.ui.form import Form
from game.client.ui.row_list import Sheet
from game.client.ui.text import text_size
from tests.client.battles import begin
from tests.client.play.test_battle_wma import deployed, middle, ordering, to_question
from tests.client.window import Window
from tests.short import seldom

pytestmark = pytest.mark.window
Make = Callable[..., Window]

CASES = [
    ((1024, 700), 100, "pl"),
    ((1024, 700), 200, "pl"),
    seldom((1280, 720), 100, "en"),
    ((1280, 720), 150, "pl"),
    ((1920, 1080), 125, "en"),
    seldom((1920, 1080), 200, "pl"),
]


def check_form(form: Form) -> Iterator[str]:
    """What is cut in a form."""
    theme = form.theme
    for item in form.items:
        rect = item.widget.relative_rect
        if rect.left < 0 or rect.right > form.rect.width:
            yield f"{item.id} is wider than its form: {rect} in {form.rect}"
        if item.kind == "button" and hasattr(item.widget, "text"):  # a painted tile fits its words itself
            need = max(text_size(theme, item.widget.text, s)[0] for s in ("body",))
            if need > item.widget.rect.width - 4:
                yield f"{item.id}: {item.widget.text!r} needs {need} and has {item.widget.rect.width}"
        if item.kind == "choice":
            arrow = theme.px(28)
            need = max((text_size(theme, w)[0] for w in item.words), default=0)
            if need > item.widget.rect.width - arrow - 4:
                yield f"{item.id}: its longest choice needs {need} and has {item.widget.rect.width - arrow}"
    if not form.scrolls and form.height > form.box.rect.height + 2:
        yield f"a form of {form.height} has room for {form.box.rect.height} and does not scroll"
    for shown in form._texts:
        if shown.block.width > form.rect.width:
            yield f"a paragraph is {shown.block.width} wide in {form.rect.width}"


def check_sheet(sheet: Sheet, name: str) -> Iterator[str]:
    """What is cut in a sheet: blocks wider than their row, or lying over one another."""
    for laid in sheet._laid:
        for block, at in ((laid.label, laid.label_at), (laid.note, laid.note_at), (laid.value, laid.value_at)):
            if block is None or not block.pieces:
                continue
            said = "".join(p.text for p in block.pieces)
            if at[0] < 0 or at[0] + block.width > sheet._inner + 1:
                yield f"{name}: {said!r} reaches {at[0] + block.width} of {sheet._inner}"
            if at[1] < 0 or at[1] + block.height > laid.height + 2:
                yield f"{name}: {said!r} is taller than its row"
        if laid.value is not None and laid.value.pieces and laid.label.pieces and laid.less is None:
            label = pygame.Rect(laid.label_at, (laid.label.width, laid.label.height))
            value = pygame.Rect(laid.value_at, (laid.value.width, laid.value.height))
            if label.colliderect(value):
                yield f"{name}: label and value lie over each other: {laid.row.id or laid.label.pieces[0].text!r}"


def check(window: Window) -> list[str]:
    """What is cut on the top screen."""
    screen = window.top
    found: list[str] = []
    for form in screen.forms:
        found += check_form(form)
    for name in ("sheet", "facts", "card"):
        part = getattr(screen, name, None)
        if isinstance(part, Sheet):
            found += check_sheet(part, name)
    panel = screen.dock.answer if isinstance(screen, BattleScreen) else None
    if isinstance(panel, DecisionPanel):
        for part, named in zip(panel.sheets, ("body", "told", "foot"), strict=True):
            found += check_sheet(part, named)
        prompt = screen.prompt
        for block, at in prompt._laid:
            if at[0] + block.width > prompt.rect.width or at[1] + block.height > prompt.rect.height + 2:
                found.append(f"the prompt is cut: {''.join(p.text for p in block.pieces)!r}")
        if screen.table.rect.width < 260 or screen.table.rect.height < 260:
            found.append(f"too little table: {screen.table.rect}")
        for tool in screen.tools.toolbar.tools:
            rect = screen.tools.toolbar.rect(tool.id)
            if rect is not None and not screen.table.rect.contains(rect):
                found.append(f"the tool {tool.id} lies beside the table")
    return found


@pytest.mark.parametrize(("size", "scale", "language"), CASES)
def test_forms_and_lists(window: Make, size: tuple[int, int], scale: int, language: str) -> None:
    w = window(size=size, ui_scale=scale, language=language)
    tag = f"{language}-{scale}-{size[0]}"
    assert check(w) == []
    w.shot(f"title-{tag}")
    w.press("settings")
    assert check(w) == []
    w.shot(f"settings-{tag}")
    w.top.forms[1].item("keys").act()
    w.step(2)
    assert w.screen == "KeysScreen"
    assert check(w) == []
    w.shot(f"keys-{tag}")
    w.key("esc")
    w.key("esc")
    w.app.open_rules("WMA-CMD-11")
    w.step(2)
    assert check(w) == []
    w.shot(f"rules-{tag}")
    w.key("esc")
    w.new_form()
    assert check(w) == []
    w.shot(f"new-{tag}")
    w.top._compose("south")
    w.step(2)
    assert check(w) == []
    w.shot(f"composer-{tag}")


@pytest.mark.parametrize(("size", "scale", "language"), CASES)
def test_the_battle(window: Make, size: tuple[int, int], scale: int, language: str) -> None:
    w = window(size=size, ui_scale=scale, language=language)
    tag = f"{language}-{scale}-{size[0]}"
    begin(w)
    assert check(w) == []
    w.shot(f"deploy-{tag}")
    deployed(w)
    to_question(w, "order")
    w.click(w.on_table(*middle(w, "VEL-2")))
    w.step(10)
    assert check(w) == []
    w.shot(f"order-{tag}")
    for tab in ("card", "log"):
        w.battle.dock.focus(tab)
        w.step(2)
        assert check(w) == []
        w.shot(f"{tab}-{tag}")
    w.battle.dock.focus("decision")
    w.menu()
    assert w.screen == "MenuScreen"
    assert check(w) == []
    w.shot(f"menu-{tag}")


def test_language_scale_and_size_change_while_a_battle_is_on(window: Make) -> None:
    w = window()
    ordering(w)
    editor: Editor = w.battle.play.decision.editor
    w.click(w.on_table(*middle(w, "VEL-2")))
    answer = editor.answer()
    english = text_of(w.battle.play.decision)
    w.app.change(language="pl", ui_scale=150)
    w.step(3)
    assert w.battle.play.decision.editor is editor
    assert editor.answer() == answer
    polish = text_of(w.battle.play.decision)
    assert "Confirm" in english
    assert "Zatwierdź" in polish
    assert "Confirm" not in polish
    assert check(w) == []
    w.post(pygame.VIDEORESIZE, w=1600, h=900, size=(1600, 900))
    pygame.display.set_mode((1600, 900), pygame.RESIZABLE)
    w.step(3)
    assert w.app.size == (1600, 900)
    assert check(w) == []
    w.app.change(language="en", ui_scale=100)
    w.step(2)
    assert "Confirm" in text_of(w.battle.play.decision)


def text_of(panel: Any) -> str:
    return "".join(s.text for r in panel.rows for s in (*r.label, *r.note, *r.bar))


def test_too_small_a_window_is_made_as_large_as_needed(toy_window: Make) -> None:
    window = toy_window()
    window.post(pygame.VIDEORESIZE, w=640, h=400, size=(640, 400))
    window.step(2)
    assert window.app.size == (1024, 700)


def test_the_settings_tell_that_nothing_is_heard_for_want_of_a_device(toy_window: Make) -> None:
    window = toy_window()
    window.app.change(sound=True)
    window.press("settings")
    assert "No sound device" not in window.written()
    window.key("esc")
    window.app.sound.device.deaf = True
    window.press("settings")
    assert "No sound device" in window.written()
    window.shot("settings-deaf")


def test_keys_are_given_anew_and_kept(toy_window: Make, tmp_path: Path) -> None:
    window = toy_window()
    window.press("settings")
    window.top.forms[1].item("keys").act()
    window.step()
    screen = window.top
    screen.sheet.focus = "tape"
    window.key("enter")
    assert screen.waiting == "tape"
    window.key("t")
    assert window.app.settings.keys == {"tape": "t"}
    from game.client.settings import load_settings

    assert load_settings(tmp_path / "settings.json")[0].keys == {"tape": "t"}
    window.press("usual")
    assert window.app.settings.keys == {}
