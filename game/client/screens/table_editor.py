"""The table editor: the table, tools at its left, everything that can be set at its right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
from msgspec.structs import replace

from game.client import places
from game.client.art.landscape import landscape_ids
from game.client.keymap import Keys
from game.client.navigation import Window
from game.client.panels.toolbar import Tool, Toolbar
from game.client.screen import Screen
from game.client.screens.table_hands import Hands
from game.client.tables import files
from game.client.tables.desk import Desk
from game.client.tables.figures import figures, read_number
from game.client.tables.hints import TOOLS, all_hints, hint
from game.client.tables.marks import marks, unpainted
from game.client.tables.picture import Picture
from game.client.tables.rows import Typing, rows_of
from game.client.theme import FontStyle
from game.client.ui.form import Form
from game.client.ui.rows import Press
from game.client.ui.sheet import Sheet
from game.client.ui.text import flow, say
from game.client.ui.tips import draw_tip
from game.client.words import Link, Words, _, os_words
from game.engine import table_edits as edits
from game.engine.ruleset import Ruleset
from game.engine.table_plan import MOST_NAME, Piece, TablePlan
from game.engine.table_rules import PlaysTables, TableFault

GRIDS = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Steps of the grid in the ruleset's own step."""
PAINT_MS = 20.0
"""How long a frame may paint the ground after a change."""
HANDLE_PX = 9
"""Pixels from a handle that count as on it."""


class TableEditorScreen(Hands, Screen):
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
        self.typing: Typing | None = None
        self.on_sheet = False
        self.even = False
        self.bar = pygame.Rect(0, 0, 0, 0)
        self.strip = pygame.Rect(0, 0, 0, 0)
        self._painted = plan
        self._faults: tuple[TablePlan, Sequence[TableFault]] | None = None

    # -- what there is ----------------------------------------------------------------------------------------

    @property
    def mm(self) -> float:
        """Millimetres of the unit in which the table is written."""
        return self.ruleset.meta.measures.mm_per_unit

    @property
    def reach(self) -> float:
        """How far from a handle counts as on it, in the unit of the table."""
        return self.app.theme.px(HANDLE_PX) / self.picture.area.camera.scale / self.mm

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
        self.sheet.set_rows(rows_of(self.desk, self.faults, self.words, self.keys, self.typing))
        self.toolbar.set(self.tools(), self.strip)

    def tools(self) -> list[Tool]:
        """The tools as they may be used now."""
        desk, shown = self.desk, self.keys.shown
        tips = {
            "select": _("Take and move terrain"),
            "polygon": _("Draw an outline corner by corner"),
            "box": _("Draw a rectangle"),
            "ellipse": _("Draw an ellipse"),
            "line": _("Draw a line: river, road, wall, hedge"),
            "zone": _("Draw a deployment zone"),
        }
        out = [Tool(f"tool_{t}", f"tool-{t}", tips[t], shown(f"tool_{t}"), on=desk.tool == t) for t in TOOLS]
        return [
            *out,
            Tool("undo", "undo", _("Take back"), shown("undo"), enabled=desk.can_undo),
            Tool("table_redo", "redo", _("Do again what was taken back"), shown("table_redo"), enabled=desk.can_redo),
            Tool("table_grid", "grid", _("Grid on and off"), shown("table_grid"), on=bool(desk.grid)),
            Tool("clear", "trash", _("Take away"), shown("clear"), enabled=bool(desk.selected)),
            Tool("zoom_in", "zoom-in", _("Nearer"), shown("zoom_in")),
            Tool("zoom_out", "zoom-out", _("Farther"), shown("zoom_out")),
            Tool("fit_table", "fit", _("Show the whole table"), shown("fit_table")),
        ]

    # -- rows -------------------------------------------------------------------------------------------------

    def pressed(self, press: Press | None) -> None:
        """Something was done to a row."""
        if press is None or press.what == "hover":
            return
        if press.what == "link":
            self.follow(Link("clause", press.id))
            return
        self.end_typing()
        if press.what in ("less", "more"):
            self._step(press.id, 1 if press.what == "more" else -1)
        else:
            self._press(press.id)
        self.refresh()

    def _press(self, row: str) -> None:
        desk = self.desk
        what, _colon, which = row.partition(":")
        if row.startswith("fault-"):
            desk.take_tool("select")
            desk.select(self.faults[int(row.removeprefix("fault-"))].piece)
        elif what == "at":
            desk.take_tool("select")
            desk.select(which)
            self.picture.area.look_at(which)
        elif what == "kind":
            desk.take_kind(which)
        elif what == "side":
            desk.side = which
        elif what == "bare":
            desk.set(edits.without_zones(desk.plan, which))
        elif row == "more":
            desk.more = not desk.more
        elif row == "outlines":
            desk.set(edits.strips_as_zones(desk.plan, desk.rules.sides))
        elif row == "strips":
            desk.set(replace(desk.plan, zones=()))
        elif row in ("name", "p-name"):
            piece = desk.plan.piece(desk.selected)
            self.typing = Typing(row, desk.plan.name if row == "name" else piece.name if piece is not None else "")
        elif row in figures(desk):
            self.typing = Typing(row, "")
        elif row in ("curved", "p-curved"):
            self.curve()
        elif row in ("double", "twin"):
            desk.double(row == "twin")
        elif row in ("up", "down"):
            desk.change(lambda plan, p: edits.raised(plan, p, 1 if row == "up" else -1))
        elif row == "delete":
            desk.delete()
        else:
            self._step(row, 1)

    def _step(self, row: str, by: int) -> None:
        desk = self.desk
        figure = figures(desk).get(row)
        piece = desk.plan.piece(desk.selected)
        if figure is not None:
            figure.set(figure.value + by * figure.step)
        elif row == "landscape":
            ids = ["", *(i for i in landscape_ids() if i != "meadow")]
            at = ids.index(desk.plan.landscape) if desk.plan.landscape in ids else 0
            desk.set(replace(desk.plan, landscape=ids[(at + by) % len(ids)]))
        elif row == "grid":
            steps = [g * desk.rules.grid for g in GRIDS]
            at = steps.index(desk.grid) if desk.grid in steps else 0
            desk.grid = steps[min(max(at + by, 0), len(steps) - 1)]
        elif row == "z-side" and desk.zone >= 0:
            sides, zone = desk.rules.sides, desk.plan.zones[desk.zone]
            at = sides.index(zone.side) if zone.side in sides else 0
            changed = replace(zone, side=sides[(at + by) % len(sides)])
            zones = (*desk.plan.zones[: desk.zone], changed, *desk.plan.zones[desk.zone + 1 :])
            desk.set(replace(desk.plan, zones=zones))
        elif row == "p-kind" and piece is not None:
            line = piece.shape == "line"
            kinds = [k.id for k in desk.rules.kinds if (k.shape == "line") == line]
            at = kinds.index(piece.kind) if piece.kind in kinds else 0
            desk.change(lambda plan, p: edits.of_kind(plan, p, kinds[(at + by) % len(kinds)]))
        elif row == "p-edges" and piece is not None:
            edge = piece.edges[0] if piece.edges else -1
            edge = (edge + 1 + by) % (len(piece.points) + 1) - 1
            desk.change(lambda plan, p: edits.changed(plan, p, lambda x: _leaning(x, edge)), "edges")

    def curve(self) -> None:
        """Make the piece in hand, or what is drawn next, smooth or straight."""
        if self.desk.selected:
            self.desk.change(lambda plan, p: edits.changed(plan, p, lambda x: replace(x, curved=not x.curved)))
        else:
            self.desk.curved = not self.desk.curved

    def end_typing(self, take: bool = True) -> None:
        """Take what was typed, or leave it."""
        typing, self.typing = self.typing, None
        if typing is None or not take:
            return
        desk = self.desk
        text = " ".join(typing.text.split())[:MOST_NAME]
        if typing.row == "name":
            desk.set(replace(desk.plan, name=text))
        elif typing.row == "p-name":
            desk.change(lambda plan, p: edits.changed(plan, p, lambda x: replace(x, name=text)))
        else:
            value, figure = read_number(typing.text), figures(desk).get(typing.row)
            if value is not None and figure is not None:
                figure.set(value)

    # -- files ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the table into the player's folder."""
        self.end_typing()
        if not self.desk.plan.name:
            self.desk.set(replace(self.desk.plan, name=_("New table")))
        try:
            self.path = files.save(self.app.folders.tables, self.desk.plan, self.path)
        except OSError as fault:
            self.app.notice(_("The table cannot be saved: {why}").format(why=os_words(fault)), "warning")
            return
        self.saved = self.desk.plan
        self.refresh()
        self.app.notice(_("Saved as {file}").format(file=self.path.name))

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
        self.app.go(places.Question(_("The table has changed"), _("Save it before you leave?"), answers))

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table with all marks, the tools, the hint, the rows."""
        theme = self.app.theme
        px = theme.px
        surface.fill(theme.colour("window"))
        shown = unpainted(self.desk.plan, self._painted, self.mm)
        shown += marks(self.desk, self.faults, self.words, self.mm, self.reach, self.even)
        if self.picture.area.picture.draw(surface, None, shown, budget_ms=PAINT_MS):
            self._painted = self.desk.plan
        if self.desk.grid:
            self._draw_grid(surface)
        pygame.draw.rect(surface, theme.colour("panel"), self.strip)
        pygame.draw.rect(surface, theme.colour("panel"), self.bar)
        self.toolbar.draw(surface)
        words = flow(say(hint(self.desk, self.keys), self._hint_style), self.bar.width - px(24), theme)
        words.draw(surface, theme, (self.bar.left + px(12), self.bar.centery - words.height // 2))
        self._draw_where(surface)
        right = pygame.Rect(self.bar.right, 0, self.app.size[0] - self.bar.right, self.app.size[1])
        pygame.draw.rect(surface, theme.colour("panel"), right)
        pygame.draw.line(surface, theme.colour("edge"), right.topleft, right.bottomleft, px(2))
        self.sheet.active = self.on_sheet
        self.sheet.draw(surface)

    @property
    def _hint_style(self) -> FontStyle:
        """Large letters leave little room for long sentences."""
        return "body" if self.app.theme.scale <= 1.25 else "small"

    def _draw_where(self, surface: pygame.Surface) -> None:
        """The place under the pointer, in figures, at the lower edge of the table."""
        at = self.desk.cursor
        if at is None:
            return
        theme = self.app.theme
        x, y = (self.words.length(v * self.mm) for v in at)
        words = _("{x} from the west, {y} from the south").format(x=x, y=y)
        area = self.picture.area.rect
        place = flow(say(words, "small", "text_dim"), area.width - theme.px(20), theme)
        place.draw(surface, theme, (area.left + theme.px(10), area.bottom - place.height - theme.px(6)))

    def _draw_grid(self, surface: pygame.Surface) -> None:
        """Thin lines where points come to lie; every second, fourth ... only, where they would lie close."""
        area = self.picture.area
        step = self.desk.grid
        while step * self.mm * area.camera.scale < self.app.theme.px(14):
            step *= 2.0
        layer = pygame.Surface(area.rect.size, pygame.SRCALPHA)
        ink = (255, 255, 255, 46)
        width, depth = self.desk.plan.size
        left, top = area.rect.topleft
        for k in range(int(width / step) + 1):
            a, b = (area.camera.to_screen(k * step * self.mm, y * self.mm) for y in (0.0, depth))
            pygame.draw.line(layer, ink, (a[0] - left, a[1] - top), (b[0] - left, b[1] - top))
        for k in range(int(depth / step) + 1):
            a, b = (area.camera.to_screen(x * self.mm, k * step * self.mm) for x in (0.0, width))
            pygame.draw.line(layer, ink, (a[0] - left, a[1] - top), (b[0] - left, b[1] - top))
        surface.blit(layer, area.rect)

    def draw_above(self, surface: pygame.Surface) -> None:
        """What the tool under the pointer does."""
        pos = self.app.pointer.at
        tool = self.toolbar.at(pos)
        if tool is not None:
            draw_tip(surface, self.app.theme, say(tool.tip + (f"  [{tool.key}]" if tool.key else ""), "small"), pos)


def _leaning(piece: Piece, edge: int) -> Piece:
    return replace(piece, edges=() if edge < 0 else (edge,), curved=piece.curved and edge < 0)
