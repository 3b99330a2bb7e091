"""The table editor: the table, tools at its left, everything that can be set at its right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
from msgspec.structs import replace

from game.client import destinations
from game.client.keymap import ACTIONS, Keys
from game.client.navigation import Window
from game.client.panels.toolbar import Tool, Toolbar
from game.client.screen import Screen
from game.client.table_editor import files
from game.client.table_editor.desk import Desk
from game.client.table_editor.grid import draw_grid, draw_where
from game.client.table_editor.hand import NUDGES, TURNS, Hand
from game.client.table_editor.hints import TOOLS, all_hints, hint
from game.client.table_editor.marks import marks, unpainted
from game.client.table_editor.picture import Picture
from game.client.table_editor.rows import rows_of
from game.client.table_editor.written import Written
from game.client.theme import FontStyle
from game.client.ui.form import Form
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Press
from game.client.ui.text import flow, say
from game.client.ui.tips import draw_tip
from game.client.words import Link, Words, _, os_words
from game.engine.ruleset import Ruleset
from game.engine.table_plans import edits
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import PlaysTables, TableFault

PAINT_MS = 20.0
"""How long a frame may paint the ground after a change."""
HANDLE_PX = 9
"""Pixels from a handle that count as on it."""


PLAIN = (
    *("zoom_in", "zoom_out", "next", "previous", "panel", "confirm", "undo", "table_redo", "undo_part", "clear"),
    *("table_grid", "table_curve", "table_save", "fit_table", "fit_selection", "help"),
)
"""Actions that mean the same here as in a battle, or are the editor's own."""
MEANT = {a.id for a in ACTIONS if a.group == "Table editor" or a.id in {*PLAIN, *NUDGES, *TURNS}}


class TableEditorScreen(Screen):
    """A table being made.

    Parameters
    ----------
    plan, path
        The table to begin with, and its file where it has one.
    """

    def __init__(self, app: Window, ruleset: Ruleset, plan: TablePlan, path: Path | None = None) -> None:
        super().__init__(app)
        rules = files.rules_of(ruleset)
        assert rules is not None
        self.ruleset, self.path = ruleset, path
        self.desk = Desk(rules, plan)
        self.saved: TablePlan | None = plan if path is not None else None
        self.words = Words(app.settings.language, ruleset)
        self.keys = Keys(app.settings.keys)
        self.picture = Picture(app.theme, ruleset, rules, plan)
        self.toolbar = Toolbar(app.theme)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.written = Written(self.desk, lambda: self.faults, self.picture.area.look_at)
        self.hand = Hand(self.desk, self.picture, ruleset.meta.measures.mm_per_unit)
        self.on_sheet = False
        self.bar = pygame.Rect(0, 0, 0, 0)
        self.strip = pygame.Rect(0, 0, 0, 0)
        self._painted = plan
        self._faults: tuple[TablePlan, Sequence[TableFault]] | None = None

    # -- what there is ----------------------------------------------------------------------------------------

    @property
    def reach(self) -> float:
        """How far from a handle counts as on it, in the unit of the table."""
        return self.app.theme.px(HANDLE_PX) / self.picture.area.camera.scale / self.hand.mm

    @property
    def faults(self) -> Sequence[TableFault]:
        """What is wrong with the table as it is shown."""
        plan = self.desk.shown
        if self._faults is None or self._faults[0] is not plan:
            assert isinstance(self.ruleset, PlaysTables)
            self._faults = (plan, self.ruleset.table_faults(plan))
        return self._faults[1]

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self.desk.plan != self.saved

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """The hint above, the tools left, the rows right, the buttons below them."""
        theme = self.app.theme
        px = theme.px
        w, h = self.app.size
        self.words = Words(self.app.settings.language, self.ruleset)
        self.keys = Keys(self.app.settings.keys)
        wide = min(px(350), w * 2 // 5)
        right = pygame.Rect(w - wide, 0, wide, h).inflate(-px(20), -px(16))
        foot = self.foot(right, self._foot).rect.height
        scroll, focus = self.sheet.scroll, self.sheet.focus
        self.sheet = Sheet(theme, pygame.Rect(right.left, right.top, right.width, right.height - foot - px(8)))
        room = w - wide - px(24)
        tall = max(flow(say(s, self._hint_style), room, theme).height for s in all_hints(self.desk, self.keys))
        self.bar = pygame.Rect(0, 0, w - wide, tall + px(14))
        self.toolbar = Toolbar(theme)
        tools = self.tools()
        self.strip = pygame.Rect(0, self.bar.bottom, px(44), h - self.bar.bottom)
        self.strip.width = self.toolbar.width(len(tools), self.strip.height)
        self.picture.area.set_theme(theme)
        table = pygame.Rect(self.strip.right, self.bar.bottom, w - wide - self.strip.right, h - self.bar.bottom)
        self.picture.area.place(table)
        self.refresh()
        self.sheet.scroll = min(scroll, self.sheet.max_scroll)
        self.sheet.focus = focus

    def _foot(self, form: Form) -> None:
        form.buttons([("save", _("Save"), self.save, True), ("back", _("Back"), self.back, False)], right=True)

    def refresh(self) -> None:
        """Show everything as it is by now."""
        self.picture.show(self.desk.plan, self.app.theme)
        self.sheet.set_rows(rows_of(self.desk, self.faults, self.words, self.keys, self.written.typing))
        self.toolbar.set(self.tools(), self.strip)

    def tools(self) -> list[Tool]:
        """The tools as they may be used now."""
        desk, shown = self.desk, self.keys.shown
        tips = {
            "select": _("Pick up and move terrain"),
            "polygon": _("Draw an outline corner by corner"),
            "box": _("Draw a rectangle"),
            "ellipse": _("Draw an ellipse"),
            "line": _("Draw a line: river, road, wall, hedge"),
            "zone": _("Draw a deployment zone"),
        }
        out = [Tool(f"tool_{t}", f"tool-{t}", tips[t], shown(f"tool_{t}"), on=desk.tool == t) for t in TOOLS]
        return [
            *out,
            Tool("undo", "undo", _("Undo"), shown("undo"), enabled=desk.can_undo),
            Tool("table_redo", "redo", _("Redo"), shown("table_redo"), enabled=desk.can_redo),
            Tool("table_grid", "grid", _("Turn the grid on or off"), shown("table_grid"), on=bool(desk.grid)),
            Tool("clear", "trash", _("Delete"), shown("clear"), enabled=bool(desk.selected)),
            Tool("zoom_in", "zoom-in", _("Nearer"), shown("zoom_in")),
            Tool("zoom_out", "zoom-out", _("Farther"), shown("zoom_out")),
            Tool("fit_table", "fit", _("Show the whole table"), shown("fit_table")),
        ]

    # -- events -----------------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Keys to what is typed, else to the desk; the mouse to what lies under it."""
        if event.type == pygame.KEYDOWN:
            return self._keyed_down(event)
        if event.type == pygame.TEXTINPUT and self.written.letters:
            self.written.add(event.text)
            self.refresh()
            return True
        mouse = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
        if mouse and self._mouse(event):
            return True
        return super().event(event)

    def pressed(self, press: Press | None) -> None:
        """Something was done to a row."""
        if press is None or press.what == "hover":
            return
        if press.what == "link":
            self.follow(Link("clause", press.id))
            return
        self.written.end()
        if press.what in ("less", "more"):
            self.written.step(press.id, 1 if press.what == "more" else -1)
        else:
            self.written.press(press.id)
        self.refresh()

    def _mouse(self, event: pygame.event.Event) -> bool:
        pos = self.app.pointer.at
        area, hand = self.picture.area, self.hand
        hand.even = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        tool = self.toolbar.at(pos)
        self.toolbar.hover = tool.id if tool is not None else ""
        if hand.busy:
            if hand.drag(event, pos, self.app.theme.px(4)):
                self.refresh()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and tool is not None:
            if tool.enabled:
                self.written.end()
                self.use(tool.id)
                self.refresh()
            return True
        if self.sheet.rect.collidepoint(pos):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.on_sheet = True
            self.pressed(self.sheet.mouse(event))
            return True
        if not area.rect.collidepoint(pos):
            self.desk.cursor = None if not self.desk.draft else self.desk.cursor
            return False
        if event.type == pygame.MOUSEWHEEL:
            area.zoom(event.y, pos)
        elif event.type == pygame.MOUSEMOTION:
            hand.hover(pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.on_sheet = False
            self.written.end()
            hand.press(event, pos, self.reach)
            self.refresh()
        return True

    def _keyed_down(self, event: pygame.event.Event) -> bool:
        if self.written.typing is not None:
            self.written.key(event)
            self.refresh()
            return True
        action = self.keys.action(event, MEANT)
        if action == "panel":
            self.on_sheet = not self.on_sheet
            if self.on_sheet and not self.sheet.focus:
                self.sheet.step_focus(1)
            self.sheet.walked = True
            return True
        if self.on_sheet and self._sheet_key(event):
            self.refresh()
            return True
        if event.key == pygame.K_ESCAPE:
            self._escape()
        elif not self.hand.key(event, action, not self.on_sheet) and not self.use(action):
            return False
        self.refresh()
        return True

    def _sheet_key(self, event: pygame.event.Event) -> bool:
        if self.written.begin(event, self.sheet.focus):
            return True
        used, press = self.sheet.key(event)
        self.pressed(press)
        return used

    def _escape(self) -> None:
        desk = self.desk
        if desk.cancel():
            return
        if desk.point >= 0:
            desk.point = -1
        elif desk.selected:
            desk.select("")
        elif desk.tool != "select":
            desk.take_tool("select")
        else:
            self.back()

    def use(self, action: str) -> bool:
        """Do what a key or a tool says; False where that is nothing here."""
        desk, area = self.desk, self.picture.area
        tool = next((t for t in TOOLS if action == f"tool_{t}"), None)
        acts: dict[str, Callable[[], object]] = {
            "zoom_in": lambda: area.zoom(1.0),
            "zoom_out": lambda: area.zoom(-1.0),
            "next": lambda: desk.step_piece(1),
            "previous": lambda: desk.step_piece(-1),
            "table_double": lambda: desk.double(False),
            "table_twin": lambda: desk.double(True),
            "table_up": lambda: desk.change(lambda plan, p: edits.raised(plan, p, 1)),
            "table_down": lambda: desk.change(lambda plan, p: edits.raised(plan, p, -1)),
            "confirm": self._confirm,
            "undo": desk.undo,
            "table_redo": desk.redo,
            "undo_part": desk.step_back,
            "clear": desk.delete,
            "table_grid": self._turn_grid,
            "table_curve": self.written.curve,
            "table_save": self.save,
            "fit_table": area.fit_table,
            "fit_selection": lambda: area.fit_thing(desk.selected),
            "help": lambda: self.app.open_rules("", desk.rules.ruleset),
        }
        if tool is not None:
            desk.take_tool(tool)
        elif action in acts:
            acts[action]()
        else:
            return False
        return True

    def _confirm(self) -> None:
        """End what is drawn, else lay down something of a usual size in the middle of the view."""
        desk = self.desk
        if desk.draft:
            desk.finish()
        elif desk.tool != "select":
            x, y = self.picture.area.camera.centre_mm
            desk.put((x / self.hand.mm, y / self.hand.mm))

    def _turn_grid(self) -> None:
        """On with the usual step, or off."""
        self.desk.grid = 0.0 if self.desk.grid else self.desk.rules.grid

    # -- files ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the table into the player's folder."""
        self.written.end()
        if not self.desk.plan.name:
            self.desk.set(replace(self.desk.plan, name=_("New table")))
        try:
            self.path, aside = files.save(self.app.folders.tables, self.desk.plan, self.path)
        except OSError as fault:
            self.app.notice(_("The table cannot be saved: {why}").format(why=os_words(fault)), "warning")
            return
        self.saved = self.desk.plan
        self.refresh()
        self.app.notice(_("Saved as {file}").format(file=self.path.name))
        if aside is not None:
            said = _("The old file was not a table. It is kept as {file}.")
            self.app.notice(said.format(file=aside.name), "warning")

    def back(self) -> None:
        """Leave; where something is not saved, only after asking."""
        if not self.changed or (self.path is None and not self.desk.can_undo):
            self.app.close(self)
            return

        def save_and_leave() -> None:
            self.save()
            if not self.changed:
                self.app.close(self)

        answers = [
            ("save", _("Save"), save_and_leave, True),
            ("drop", _("Leave without saving"), lambda: self.app.close(self), False),
            ("stay", _("Cancel"), lambda: None, False),
        ]
        self.app.go(destinations.Question(_("The table has changed"), _("Save it before you leave?"), answers))

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table with all marks, the tools, the hint, the rows."""
        theme = self.app.theme
        px = theme.px
        mm = self.hand.mm
        surface.fill(theme.colour("window"))
        shown = unpainted(self.desk.plan, self._painted, mm)
        shown += marks(self.desk, self.faults, self.words, mm, self.reach, self.hand.even)
        if self.picture.area.picture.draw(surface, None, shown, budget_ms=PAINT_MS):
            self._painted = self.desk.plan
        if self.desk.grid:
            draw_grid(surface, self.picture.area, self.desk, mm, theme)
        pygame.draw.rect(surface, theme.colour("panel"), self.strip)
        pygame.draw.rect(surface, theme.colour("panel"), self.bar)
        self.toolbar.draw(surface)
        words = flow(say(hint(self.desk, self.keys), self._hint_style), self.bar.width - px(24), theme)
        words.draw(surface, theme, (self.bar.left + px(12), self.bar.centery - words.height // 2))
        draw_where(surface, self.picture.area.rect, self.desk, self.words, mm, theme)
        right = pygame.Rect(self.bar.right, 0, self.app.size[0] - self.bar.right, self.app.size[1])
        pygame.draw.rect(surface, theme.colour("panel"), right)
        pygame.draw.line(surface, theme.colour("edge"), right.topleft, right.bottomleft, px(2))
        self.sheet.active = self.on_sheet
        self.sheet.draw(surface)

    @property
    def _hint_style(self) -> FontStyle:
        """Large letters leave little room for long sentences."""
        return "body" if self.app.theme.scale <= 1.25 else "small"

    def draw_above(self, surface: pygame.Surface) -> None:
        """What the tool under the pointer does."""
        pos = self.app.pointer.at
        tool = self.toolbar.at(pos)
        if tool is not None:
            draw_tip(surface, self.app.theme, say(tool.tip + (f"  [{tool.key}]" if tool.key else ""), "small"), pos)
