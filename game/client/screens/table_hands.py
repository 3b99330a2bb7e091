"""Mouse and keys of the table editor."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import pygame

from game.client.keymap import ACTIONS
from game.client.screen import Screen
from game.client.tables.figures import figures
from game.client.tables.rows import Typing
from game.engine.table_plans import edits
from game.engine.table_plans.plan import MOST_NAME

if TYPE_CHECKING:
    from game.client.keymap import Keys
    from game.client.panels.toolbar import Toolbar
    from game.client.tables.desk import Desk
    from game.client.tables.picture import Picture
    from game.client.ui.rows import Press
    from game.client.ui.sheet import Sheet

ARROWS = {
    pygame.K_LEFT: (-1.0, 0.0),
    pygame.K_RIGHT: (1.0, 0.0),
    pygame.K_UP: (0.0, 1.0),
    pygame.K_DOWN: (0.0, -1.0),
}
NUDGES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "forward": (0.0, 1.0), "backward": (0.0, -1.0)}
FINE, FAR = 0.1, 5.0
"""What Shift and Ctrl make of a step."""
FIGURE_CHARS = "0123456789.,-"
TURNS = {"turn_left": -15.0, "turn_right": 15.0}


class Hands(Screen, ABC):
    """What the hands do to the desk."""

    desk: Desk
    keys: Keys
    picture: Picture
    toolbar: Toolbar
    sheet: Sheet
    typing: Typing | None
    on_sheet: bool
    even: bool
    _stroke = ""
    _began = (0, 0)
    _moving = False

    @property
    @abstractmethod
    def mm(self) -> float:
        """Millimetres of the unit in which the table is written."""

    @property
    @abstractmethod
    def reach(self) -> float:
        """How far from a handle counts as on it, in that unit."""

    @abstractmethod
    def refresh(self) -> None:
        """Show everything as it is by now."""

    @abstractmethod
    def pressed(self, press: Press | None) -> None:
        """Something was done to a row."""

    @abstractmethod
    def end_typing(self, take: bool = True) -> None:
        """Take what was typed, or leave it."""

    @abstractmethod
    def curve(self) -> None:
        """Make the piece in hand, or what is drawn next, smooth or straight."""

    @abstractmethod
    def save(self) -> None:
        """Write the table into its file."""

    def event(self, event: pygame.event.Event) -> bool:
        """Keys to what is typed, else to the desk; the mouse to what lies under it."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT and self.typing is not None and self.typing.row in ("name", "p-name"):
            self.typing = Typing(self.typing.row, (self.typing.text + event.text)[:MOST_NAME])
            self.refresh()
            return True
        mouse = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
        if mouse and self._mouse(event):
            return True
        return super().event(event)

    # -- the mouse --------------------------------------------------------------------------------------------

    def _mouse(self, event: pygame.event.Event) -> bool:
        pos = self.app.pointer.at
        area = self.picture.area
        self.even = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        tool = self.toolbar.at(pos)
        self.toolbar.hover = tool.id if tool is not None else ""
        if self._stroke:
            self._drag(event, pos)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and tool is not None:
            if tool.enabled:
                self.end_typing()
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
        at = self._at(pos)
        if event.type == pygame.MOUSEWHEEL:
            area.zoom(event.y, pos)
        elif event.type == pygame.MOUSEMOTION:
            self.desk.cursor = self.desk.snap(at)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.on_sheet = False
            self.end_typing()
            self._began, self._moving = pos, False
            self._stroke = "desk" if event.button == 1 and self.desk.press(at, self.reach) else "pan"
            if self._stroke == "pan":
                area.begin_pan(pos)
            self.refresh()
        return True

    def _drag(self, event: pygame.event.Event, pos: tuple[int, int]) -> None:
        if event.type == pygame.MOUSEMOTION:
            if self._stroke == "pan":
                self.picture.area.pan_to(pos)
            elif self._moving or math.dist(self._began, pos) > self.app.theme.px(4):
                self._moving = True  # a hand that trembles in a click moves nothing
                self.desk.drag(self._at(pos), self.even)
                self.refresh()
        elif event.type == pygame.MOUSEBUTTONUP:
            if self._stroke == "desk":
                self.desk.release(self._at(pos), self.even)
            self.picture.area.end_pan()
            self._stroke = ""
            self.refresh()

    def _at(self, pos: tuple[int, int]) -> tuple[float, float]:
        """The point of the table under a window pixel, in its unit."""
        x, y = self.picture.area.camera.to_table(*pos)
        return x / self.mm, y / self.mm

    # -- the keys ---------------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> bool:
        if self.typing is not None:
            self._type(event)
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
        elif event.key in ARROWS and not self.on_sheet:
            self._nudge(event, ARROWS[event.key])
        elif action in NUDGES:
            self._nudge(event, NUDGES[action])
        elif action in TURNS:
            self.desk.turn(TURNS[action] / (15.0 if event.mod & pygame.KMOD_SHIFT else 1.0))
        elif not self.use(action):
            return False
        self.refresh()
        return True

    def _sheet_key(self, event: pygame.event.Event) -> bool:
        row = self.sheet.focus
        if event.unicode and event.unicode in FIGURE_CHARS and row in figures(self.desk):
            self.typing = Typing(row, event.unicode)
            return True
        used, press = self.sheet.key(event)
        self.pressed(press)
        return used

    def _type(self, event: pygame.event.Event) -> None:
        assert self.typing is not None
        row, text = self.typing.row, self.typing.text
        if event.key == pygame.K_ESCAPE:
            self.end_typing(False)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB):
            self.end_typing()
        elif event.key == pygame.K_BACKSPACE:
            self.typing = Typing(row, text[:-1])
        elif row not in ("name", "p-name") and event.unicode and event.unicode in FIGURE_CHARS and len(text) < 9:
            self.typing = Typing(row, text + event.unicode)

    def _nudge(self, event: pygame.event.Event, way: tuple[float, float]) -> None:
        desk = self.desk
        step = desk.grid or desk.rules.grid
        step *= FINE if event.mod & pygame.KMOD_SHIFT else FAR if event.mod & pygame.KMOD_CTRL else 1.0
        desk.nudge(way[0] * step, way[1] * step)

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
        if action.startswith("tool_"):
            tool: Any = action.removeprefix("tool_")
            desk.take_tool(tool)
        elif action in ("zoom_in", "zoom_out"):
            area.zoom(1.0 if action == "zoom_in" else -1.0)
        elif action in _PLAIN:
            getattr(self, _PLAIN[action])()
        elif action in ("next", "previous"):
            desk.step_piece(1 if action == "next" else -1)
        elif action in ("table_double", "table_twin"):
            desk.double(action == "table_twin")
        elif action in ("table_up", "table_down"):
            desk.change(lambda plan, p: edits.raised(plan, p, 1 if action == "table_up" else -1))
        else:
            return False
        return True

    # -- what single actions do -------------------------------------------------------------------------------

    def _confirm(self) -> None:
        """End what is drawn, else lay down something of a usual size in the middle of the view."""
        desk = self.desk
        if desk.draft:
            desk.finish()
        elif desk.tool != "select":
            x, y = self.picture.area.camera.centre_mm
            desk.put((x / self.mm, y / self.mm))

    def _undo(self) -> None:
        self.desk.undo()

    def _redo(self) -> None:
        self.desk.redo()

    def _step_back(self) -> None:
        self.desk.step_back()

    def _clear(self) -> None:
        self.desk.delete()

    def _grid(self) -> None:
        """On with the usual step, or off."""
        self.desk.grid = 0.0 if self.desk.grid else self.desk.rules.grid

    def _fit(self) -> None:
        self.picture.area.fit_table()

    def _fit_piece(self) -> None:
        self.picture.area.fit_thing(self.desk.selected)

    def _help(self) -> None:
        self.app.open_rules("", self.desk.rules.ruleset)


SHARED = ("zoom_in", "zoom_out", "next", "previous", "panel")
"""Actions of a battle that mean the same here, beside the plain ones."""
_PLAIN = {
    "confirm": "_confirm",
    "undo": "_undo",
    "table_redo": "_redo",
    "undo_part": "_step_back",
    "clear": "_clear",
    "table_grid": "_grid",
    "table_curve": "curve",
    "table_save": "save",
    "fit_table": "_fit",
    "fit_selection": "_fit_piece",
    "help": "_help",
}
MEANT = {a.id for a in ACTIONS if a.group == "Table editor" or a.id in {*SHARED, *_PLAIN, *NUDGES, *TURNS}}
