"""The battle screen as a whole: the table's share, one dock, one scroller, the log's line and drawer, the small map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest

from game.client.panels.decision import DecisionPanel
from game.client.panels.decision_rows import MORE
from game.client.panels.pills import OPENS
from game.client.panels.replay_bar import BUTTONS, WIDTHS
from game.client.parts.drawer import Drawer
from game.client.parts.small_map import SmallMap
from game.client.ui.row_list import Sheet
from tests.client.battles import begin
from tests.client.play.test_battle_toy import begin as begin_toy
from tests.client.play.test_battle_wma import deployed, middle, ordering, to_question
from tests.client.toy_record import toy_record, watched
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


class Shares(NamedTuple):
    """A window and its scale; what prompt, dock and table take of it, and per cent for the table, folded too."""

    size: tuple[int, int]
    scale: int
    prompt: int
    dock: int
    table: tuple[int, int]
    usual: int
    folded: int


SIZES = [
    Shares((1024, 700), 100, 40, 264, (760, 660), 70, 94),
    Shares((1280, 720), 100, 40, 300, (980, 680), 72, 94),
    Shares((1920, 1080), 100, 40, 560, (1360, 1040), 68, 96),
    Shares((1280, 720), 200, 64, 480, (800, 656), 57, 91),
    Shares((1920, 1080), 200, 80, 600, (1320, 1000), 64, 93),
    Shares((1024, 700), 200, 62, 450, (574, 638), 51, 91),
]


def share(w: Window) -> int:
    """The table's share of the window, per cent."""
    rect, (wide, tall) = w.battle.table.rect, w.app.size
    return round(100 * rect.width * rect.height / (wide * tall))


def tall(sheet: Sheet, row: str) -> int:
    """How tall a row is drawn."""
    rect = sheet.row_rect(row)
    assert rect is not None
    return rect.height


def whole(sheet: Sheet, row: str) -> bool:
    """Whether a row is seen whole."""
    rect = sheet.row_rect(row)
    return rect is not None and sheet.rect.contains(rect)


def bars(panel: DecisionPanel) -> int:
    """How many sheets of the answer have a bar to scroll by in sight."""
    return sum(s.bar and s.max_scroll > 0 for s in panel.sheets)


def folded(w: Window) -> bool:
    """Whether the dock is put away."""
    return w.battle.dock.folded


def part(w: Window, kind: type) -> Any:
    return next(p for p in w.battle.parts if isinstance(p, kind))


@pytest.mark.parametrize("of", SIZES)
def test_the_table_has_its_share(toy_window: Make, of: Shares) -> None:
    w = toy_window(size=of.size, ui_scale=of.scale)
    begin_toy(w, blue="default")
    screen = w.battle
    for language in ("en", "pl"):
        w.app.change(language=language)
        w.step(2)
        assert screen.prompt.rect.height == of.prompt
        assert screen.dock.rect.width == of.dock
        assert screen.table.rect.size == of.table
        assert share(w) == of.usual
    w.key("f9")
    assert share(w) == of.folded
    w.key("f9")
    assert screen.dock.rect.width == of.dock


@pytest.mark.parametrize("of", SIZES)
def test_the_table_has_its_share_in_a_replay_too(toy_window: Make, tmp_path: Path, of: Shares) -> None:
    toy_record(tmp_path / "saves")
    w = watched(toy_window(size=of.size, ui_scale=of.scale))
    screen = w.top
    assert screen.table.rect.size == of.table
    rect = screen.table.rect
    assert round(100 * rect.width * rect.height / (of.size[0] * of.size[1])) == of.usual
    assert rect.bottom == screen.dock.rect.bottom == of.size[1]
    bar = screen.play.bar
    assert rect.contains(bar.foot)
    assert bar.bar.width >= 150 * of.scale // 100
    shown = [bar.bar, *bar.buttons.values()]
    if bar.folded:
        closed = bar.foot
        w.click(bar.buttons["more"].center)
        assert bar.foot.bottom == closed.bottom
        assert bar.foot.top < closed.top
        assert {*(name for name, _icon in BUTTONS), *WIDTHS, "leave"} <= set(bar.buttons)
        shown = [bar.bar, *bar.buttons.values()]
    for n, a in enumerate(shown):
        assert bar.foot.contains(a)
        assert all(not a.colliderect(b) for b in shown[n + 1 :])
    for kind in (SmallMap, Drawer):
        assert not next(p for p in screen.parts if isinstance(p, kind)).rect.colliderect(bar.foot)
    w.key("f9")
    assert not screen.dock.arrow.colliderect(bar.foot)
    assert screen.table.rect.contains(bar.foot)


def test_what_lies_over_the_bar_of_a_replay_is_not_the_table(toy_window: Make, tmp_path: Path) -> None:
    toy_record(tmp_path / "saves")
    w = watched(toy_window())
    screen = w.top
    before = screen.table.camera.key
    free = (screen.play.bar.bar.left - 4, screen.play.bar.foot.bottom - 2)
    w.drag(free, (free[0] + 60, free[1] - 90))
    w.move(free)
    w.wheel(2)
    assert screen.table.camera.key == before
    assert screen.sitting.under is None
    low = screen.sitting.free_area()
    assert low.bottom <= screen.play.bar.foot.top


def test_a_wide_window_may_have_its_card_behind_a_tab(toy_window: Make) -> None:
    w = toy_window(size=(1920, 1080))
    begin_toy(w, blue="default")
    dock = w.battle.dock
    assert dock.shows("decision")
    assert dock.shows("card")
    w.click(dock.card_bar.rects["card"].center)
    assert dock.rect.width == 300
    assert share(w) == 81
    assert not dock.shows("decision")
    w.click(dock.tab_bar.rects["card"].center)
    assert dock.rect.width == 560


@pytest.mark.parametrize(("size", "scale"), [(s[0], s[1]) for s in SIZES])
def test_one_scroller_at_most_is_in_sight(window: Make, size: tuple[int, int], scale: int) -> None:
    w = window(size=size, ui_scale=scale)
    ordering(w)
    panel, dock = w.battle.play.decision, w.battle.dock
    w.click(w.on_table(*middle(w, "VEL-2")))
    w.step(10)
    beside = [dock.card] if dock.beside else []
    scrollers = [s for s in (*panel.sheets, *beside) if s.bar and s.max_scroll]
    assert len(scrollers) <= 1
    assert not panel.foot.max_scroll, "confirming and the exits are always in sight"
    assert panel.foot.rect.bottom <= w.app.size[1]


def test_seven_choices_are_in_sight_beside_the_exits(window: Make) -> None:
    w = window()
    ordering(w)
    panel = w.battle.play.decision
    w.click(w.on_table(*middle(w, "VEL-2")))
    w.step(10)
    body = panel.body
    seen = [r.id for r in body.rows if r.look == "choice" and whole(body, r.id)]
    assert len(seen) >= 7
    assert {tall(body, row) for row in seen} == {42}
    short = [r.id for r in panel.foot.rows if not r.label[0].text.startswith("No more")]
    assert {tall(panel.foot, row) for row in short} == {46, 31}


def test_with_the_drawer_pulled_out_the_log_alone_has_a_scroller(window: Make) -> None:
    w = window()
    ordering(w)
    w.click(w.on_table(*middle(w, "VEL-2")))
    w.step(10)
    panel = w.battle.play.decision
    panel.body.scroll = 0
    assert panel.body.max_scroll
    assert bars(panel) == 1
    w.key("k")
    assert w.battle.log.max_scroll
    assert bars(panel) == 0
    w.click(panel.body.more.center)
    assert panel.body.scroll > 0, "the arrow leads on"
    w.key("esc")
    assert (part(w, Drawer).open, bars(panel)) == (False, 1)


def test_tools_float_and_with_large_text_one_pill_opens(toy_window: Make) -> None:
    w = toy_window()
    begin_toy(w, blue="default")
    tools, table = w.battle.tools.toolbar, w.battle.table.rect
    assert not tools.folded
    left, right = tools.rect("menu"), tools.rect("turn_table")
    assert left is not None
    assert right is not None
    assert left.left - table.left < 20
    assert table.right - right.right < 20
    assert left.width == 32
    w.app.change(ui_scale=200)
    w.step(2)
    assert tools.rect("menu") is not None
    assert tools.rect("tape") is None
    opener = tools.rect(OPENS)
    assert opener is not None
    w.click(opener.center)
    tape = tools.rect("tape")
    assert tape is not None
    w.click(tape.center)
    assert w.battle.sitting.tool == "tape"


def test_a_pill_fades_while_something_is_dragged_below_it(toy_window: Make) -> None:
    w = toy_window()
    begin_toy(w, blue="default")
    tools = w.battle.tools.toolbar
    menu = tools.rect("menu")
    assert menu is not None
    shown = []
    for dragged in (None, menu.center, w.battle.table.rect.center):
        surface = pygame.Surface(w.app.size)
        surface.fill((255, 255, 255))
        tools.draw(surface, dragged)
        shown.append(surface.get_at((menu.left, menu.top)).r)
    assert shown[1] > shown[0] + 80
    assert shown[2] == shown[0]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_with_large_text_the_exits_are_one_row_that_opens(window: Make, language: str) -> None:
    w = window(ui_scale=200, language=language)
    ordering(w)
    panel = w.battle.play.decision
    assert [r.id for r in panel.foot.rows] == ["act:give", MORE]
    assert tall(panel.foot, "act:give") == 72
    w.click(w.on_table(*middle(w, "VEL-2")))
    w.step(10)
    panel.body.scroll = 0
    rows = [r for r in panel.body.rows if r.look == "choice" and not r.bar]
    assert {tall(panel.body, r.id) for r in rows} == {60}
    seen = [r for r in rows if whole(panel.body, r.id)]
    assert len(seen) >= 7
    w.row(MORE)
    assert {"act:default", "exit\nend"} & {r.id for r in panel.foot.rows}
    w.row(MORE)
    assert [r.id for r in panel.foot.rows] == ["act:give", MORE]


def test_a_folded_dock_leaves_the_prompt_and_confirming(window: Make) -> None:
    w = window()
    ordering(w)
    w.click(w.on_table(*middle(w, "VEL-2")))
    dock, panel = w.battle.dock, w.battle.play.decision
    w.click(dock.arrow.center)
    assert folded(w)
    assert [r.id for r in panel.rows] == ["act:give"]
    assert w.battle.table.rect.contains(panel.foot.rect)
    assert not panel.foot.max_scroll
    lines = len(w.battle.session.lines)
    rect = panel.foot.row_rect("act:give")
    assert rect is not None
    w.click(rect.center)
    assert len(w.battle.session.lines) > lines
    w.click(dock.arrow.center)
    assert not folded(w)


class TestLogLine:
    def test_a_click_pulls_the_drawer_out_and_escape_pushes_it_back(self, window: Make) -> None:
        w = window()
        ordering(w)
        drawer, dock = part(w, Drawer), w.battle.dock
        assert drawer.covers(drawer.rect.center)
        w.click(drawer.rect.center)
        assert drawer.open
        assert drawer.rect.height == pytest.approx(w.battle.table.rect.height * 0.4, abs=1)
        assert drawer.rect.contains(dock.log.rect)
        assert dock.shows("decision")
        w.key("esc")
        assert not drawer.open
        assert w.screen == "BattleScreen"

    def test_the_tab_counts_what_nobody_has_read(self, window: Make) -> None:
        w = window()
        begin(w)
        deployed(w)
        dock = w.battle.dock
        dock.read()
        assert dock.news == 0
        to_question(w, "order")
        lines = len(dock.log.items)
        w.row("exit\nend" if "exit\nend" in w.rows() else w.rows()[-1])
        w.until(lambda: len(dock.log.items) > lines)
        assert dock.news > 0
        dock.focus("log")
        assert dock.news == 0
        assert not part(w, Drawer).covers(part(w, Drawer).rect.center), "the tab makes the line needless"


class TestSmallMap:
    def test_it_is_there_while_the_table_is_cut_off_and_moves_the_camera(self, window: Make) -> None:
        w = window()
        begin(w)
        small, camera = part(w, SmallMap), w.battle.table.camera
        assert camera.shows_table
        assert not small.shown
        w.move(w.battle.table.rect.center)
        w.wheel(6)
        assert small.shown
        box = small._picture_rect()
        w.click((box.left + box.width // 4, box.top + box.height // 4))
        x, y = camera.centre_mm
        assert (x, y) == pytest.approx((camera.width_mm / 4, camera.depth_mm * 3 / 4), rel=0.05)

    def test_it_is_off_with_large_text(self, window: Make) -> None:
        w = window(ui_scale=200)
        begin(w)
        w.move(w.battle.table.rect.center)
        w.wheel(6)
        assert not part(w, SmallMap).shown
