"""The parts that battle and replay share: table, tools, prompt, side panel with card and log, what is selected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.client import places
from game.client.battle.luck import Sees
from game.client.editors.base import Marks, Spot
from game.client.guard import Guarded
from game.client.keymap import Keys
from game.client.navigation import Window
from game.client.panels.inspector import Inspector
from game.client.panels.log import LogPanel
from game.client.panels.odds_panel import OddsPanel
from game.client.panels.probe import Probe
from game.client.panels.prompt import Prompt
from game.client.panels.rulers import Rulers
from game.client.panels.side_view import SideView
from game.client.panels.table_area import TableArea
from game.client.panels.table_overlays import drawn, marked, outlines
from game.client.panels.toolbar import Tool, Toolbar
from game.client.screen import Screen
from game.client.table import overlays as o
from game.client.ui.tabs import Tabs
from game.client.ui.text import say
from game.client.ui.tips import draw_tip
from game.client.words import Spans, Words, _, os_words
from game.engine.ruleset import Overlay
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Pose

FLASH, FLASH_BEAT = 1.5, 0.25
"""Seconds for which the place of a line of the log is marked, and seconds of one beat of the flashing."""
TABS = ("decision", "card", "log")


class TableParts(Screen):
    """The parts of a screen around a table, without any hands.

    Parameters
    ----------
    session
        The battle.
    """

    tabs: tuple[str, ...] = TABS

    def __init__(self, app: Window, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.words = Words(app.settings.language, session.ruleset)
        self.keys = Keys(app.settings.keys)
        self.view: State = session.view(None)
        self.table = TableArea(app.theme, session.ruleset, self.view)
        self.prompt = Prompt(app.theme)
        self.toolbar = Toolbar(app.theme)
        self.inspector = Inspector(app.theme, session.ruleset, self.view, self.words, self.keys)
        self.card = self.inspector.sheet
        self.log = LogPanel(app.theme, self.words)
        self.rulers = Rulers()
        self.side_view = SideView(app.theme, session.ruleset, self.words)
        self.odds = OddsPanel(app.theme, session.ruleset, self.words)
        self.probe = Probe(session.ruleset)
        self.tool = ""
        self.tab = self.tabs[0]
        self.panel = pygame.Rect(0, 0, 10, 10)
        self.stacked = True
        self.tool_strip = pygame.Rect(0, 0, 10, 10)
        self.under: Spot | None = None
        self.tab_bar = Tabs(app.theme)
        self._down: tuple[int, int] | None = None
        self._panned = False
        self._capture = ""
        self._flashed, self._flash_for = "", 0.0
        self._told: tuple[list[o.Overlay], list[Overlay], Words] = ([], [], self.words)

    def guarded(self) -> Guarded | None:
        """The battle may change by commands alone, what is shown of it not at all."""
        return Guarded(self.session, self.view)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay everything out for the window's size, by scale and language."""
        app = self.app
        self.words = Words(app.settings.language, self.session.ruleset)
        self.keys = Keys(app.settings.keys)
        for part in (self.prompt, self.toolbar, self.card, self.log, self.tab_bar):
            part.theme = app.theme
        self.table.set_theme(app.theme)
        self.side_view.theme, self.side_view.words = app.theme, self.words
        self.odds.sheet.theme, self.odds.words = app.theme, self.words
        self.log.words = self.words
        self.log.relay()
        self.inspector.words, self.inspector.keys = self.words, self.keys
        self.inspector.refresh()
        self.lay_out()

    def lay_out(self) -> None:
        """Share the window between prompt, table and panel."""
        px = self.app.theme.px
        w, h = self.app.size
        head = self.prompt.fit(w, h * 2 // 9)
        self.prompt.place(pygame.Rect(0, 0, w, head))
        wide = min(px(360), max(px(250), w * 27 // 100), w * 44 // 100)
        foot = self.foot_height()
        self.panel = pygame.Rect(w - wide, head, wide, h - head - foot)
        strip = self.toolbar.width(len(self.tools()), h - head - foot)
        self.tool_strip = pygame.Rect(0, head, strip, h - head - foot)
        self.table.place(self.table_room(pygame.Rect(strip, head, w - wide - strip, h - head - foot)))
        self.stacked = self.panel.height >= px(520)
        self.toolbar.set(self.tools(), self.tool_strip)
        self.toolbar.place(self.tool_strip)
        inner = self.panel.inflate(-px(20), -px(14))
        if not self.stacked:
            inner = self.tab_bar.place(inner, [(t, self.tab_name(t)) for t in self.tabs])
        self.place_parts(inner)

    def table_room(self, room: pygame.Rect) -> pygame.Rect:
        """The part of the room between tools and panel that the table has."""
        return room

    def update(self, dt: float) -> None:
        """Time passes (seconds): the tools show what may be used now."""
        super().update(dt)
        self._flash_for = max(0.0, self._flash_for - dt)
        self.toolbar.set(self.tools(), self.tool_strip)
        asks = self.tool if self.tool in ("sight", "threat") and not self.measuring_side() else ""
        self.probe.follow(asks, self.view, self.selected, self.under, dt)
        poses, mark = self.thought_of() if self.odds.on else ({}, "")
        self.odds.follow(self.view, self.selected, self.under.unit if self.under else "", dt, poses, mark)

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Where bases would stand by a draft, and the enemy it is about."""
        return {}, ""

    def closed(self) -> None:
        """Nobody asks for odds any more."""
        self.odds.stop()

    def foot_height(self) -> int:
        """Room kept at the lower edge."""
        return 0

    def place_parts(self, inner: pygame.Rect) -> None:
        """Place card and log within the panel."""
        px = self.app.theme.px
        if not self.stacked:
            self.card.place(inner)
            self.log.place(inner)
            return
        card = self._card_height(inner)
        self.card.place(pygame.Rect(inner.left, inner.top, inner.width, card))
        top = inner.top + card + px(10)
        self.log.place(pygame.Rect(inner.left, top, inner.width, inner.bottom - top))

    def _card_height(self, room: pygame.Rect) -> int:
        if not self.card.rows:
            return 0
        return min(self.card.natural_height(self.card.rows, room.width), room.height * 45 // 100)

    # -- content ----------------------------------------------------------------------------------------------

    @property
    def selected(self) -> str:
        """What is selected."""
        return self.inspector.selected

    def see(self, view: State) -> None:
        """Show another view of the battle."""
        self.view = view
        self.table.show(view)
        self.inspector.show(view)

    def select(self, thing: str, look: bool = False) -> None:
        """Select a thing; its card is shown."""
        self.inspector.select(thing)
        self.log.about = self.inspector.selected
        if look and thing:
            self.table.look_at(thing)
        self.lay_out()

    def flash(self, thing: str) -> None:
        """Mark a thing for a moment, so that the eye finds it."""
        self._flashed, self._flash_for = thing, FLASH

    # -- tools ------------------------------------------------------------------------------------------------

    def tools(self) -> Sequence[Tool]:
        """The tools beside the table."""
        k = self.keys.shown
        cut = Tool("side_view", "section", _("Side view from the selected unit"), k("side_view"), self.side_view.on)
        return [
            Tool("fit_table", "fit", _("Show the whole table"), k("fit_table")),
            Tool(
                "fit_selection",
                "fit-selection",
                _("Show the selected unit"),
                k("fit_selection"),
                False,
                bool(self.selected),
            ),
            Tool("zoom_in", "zoom-in", _("Nearer"), k("zoom_in")),
            Tool("zoom_out", "zoom-out", _("Farther"), k("zoom_out")),
            Tool("tape", "measure", _("Measuring tape: drag from base to base"), k("tape"), self.tool == "tape"),
            Tool("sight", "sight", _("Sight both ways: of a unit, or from a place"), k("sight"), self.tool == "sight"),
            Tool("threat", "threat", _("Who can charge a unit here next turn"), k("threat"), self.tool == "threat"),
            Tool("odds", "odds", _("Odds of the selected unit and an enemy"), k("odds"), self.odds.on),
            *([cut] if self.side_view.useful(self.view) else []),
            Tool("rulers", "trash", _("Remove all rulers"), k("rulers"), False, bool(self.rulers.kept)),
        ]

    def use(self, action: str) -> bool:
        """Use a tool or an action of the keyboard that is the table's."""
        acts: dict[str, Callable[[], None]] = {
            "fit_table": self.table.fit_table,
            "fit_selection": lambda: self.table.fit_thing(self.selected),
            "zoom_in": lambda: self.table.zoom(2),
            "zoom_out": lambda: self.table.zoom(-2),
            "tape": lambda: self._take_tool("tape"),
            "sight": lambda: self._take_tool("sight"),
            "threat": lambda: self._take_tool("threat"),
            "rulers": self.rulers.clear,
            "side_view": self._turn_side_view,
            "odds": self.odds.turn,
            "overlays": self.inspector.next_overlay,
            "help": lambda: self.app.open_rules("", self.session.ruleset.meta.id),
            "log": lambda: self.focus_part("" if self.log.active else "log"),
            "find": self._find,
            "filter": self._filter,
            "dice": self._dice,
            "panel": self.next_part,
            "save_picture": self._save_picture,
            "report_fault": self._report_fault,
        }
        if action not in acts:
            return False
        acts[action]()
        return True

    def known(self) -> tuple[int, Sees]:
        """How many lines of the battle have been shown, and whether an event may be told to the one who looks."""
        return len(self.session.lines), lambda event: not event.only

    def _dice(self) -> None:
        self.app.go(places.Dice(self.session, *self.known()))

    def _find(self) -> None:
        self.focus_part("log")
        self.log.search()

    def _filter(self) -> None:
        self.focus_part("log")
        self.log.turn_filter()

    def _take_tool(self, tool: str) -> None:
        self.tool = "" if self.tool == tool else tool

    def _turn_side_view(self) -> None:
        self.side_view.on = not self.side_view.on

    def _report_fault(self) -> None:
        from game.client.screens.fault import report_fault

        report_fault(self.app, self.session, max(self.known()[0] - 1, 0))

    def _save_picture(self) -> None:
        import datetime

        folder = self.app.folders.saves
        path = folder / f"{datetime.datetime.now():%Y-%m-%d %H.%M.%S}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.app.surface, str(path))
        except (OSError, pygame.error) as fault:
            why = os_words(fault) if isinstance(fault, OSError) else fault
            self.app.notice(_("The picture cannot be saved: {why}").format(why=why), "warning")
            return
        said = _("Saved as {name}. A click here opens it.").format(name=path.name)
        self.app.notice(said, act=lambda: self.app.show_file(path))

    # -- parts of the panel -----------------------------------------------------------------------------------

    def focus_part(self, part: str) -> None:
        """Lead the keyboard to a part of the panel; "" leads it to the first."""
        part = part or self.tabs[0]
        self.tab = part
        self.card.active = part == "card"
        self.log.active = part == "log"
        self.lay_out()

    def next_part(self) -> None:
        """Lead the keyboard to the next part."""
        now = "log" if self.log.active else "card" if self.card.active else self.tabs[0]
        self.focus_part(self.tabs[(self.tabs.index(now) + 1) % len(self.tabs)])

    def shows(self, part: str) -> bool:
        """Whether a part of the panel is in sight."""
        return self.stacked or self.tab == part

    def tab_name(self, tab: str) -> str:
        """What a tab is called."""
        return {"decision": _("Answer"), "card": _("Card"), "log": _("Log")}[tab]

    # -- drawing ----------------------------------------------------------------------------------------------

    def marks(self) -> Marks:
        """What is marked on the table beside the tools' own."""
        return Marks()

    def table_overlays(self, marks: Marks) -> list[o.Overlay]:
        """Everything drawn above the bases: overlays chosen, marks, the sight check, rulers."""
        under = self.under.unit if self.under is not None else ""
        shown = self.inspector.shown()
        out = self._in_words(shown[-1:] if self.probe.kind else shown)  # never more than two at a time
        out += self.probe.overlays(self.words)
        out += marked(self.view, marks, self.selected, under, self.moving())
        resting = self._down is None and not self.measuring_side()
        self.side_view.update(self.view, self.selected, self.under if resting else None, self.thought_of()[0])
        out += self.side_view.overlays()
        if self._flash_for > 0 and (self.app.settings.reduced_motion or int(self._flash_for / FLASH_BEAT) % 2 == 0):
            out += outlines(self.view, self._flashed, "target", self.moving())
        out += self.rulers.overlays(self.view, self.words, self._tick(), self.measuring_side())
        return out

    def _in_words(self, shown: list[Overlay]) -> list[o.Overlay]:
        """A ruleset's overlays as they are drawn; told in words once, not in every frame."""
        known, of, words = self._told
        if words is not self.words or len(of) != len(shown) or any(a is not b for a, b in zip(of, shown, strict=True)):
            known = drawn(shown, self.words, self.view)
            self._told = (known, shown, self.words)
        return list(known)

    def measuring_side(self) -> str:
        """A side that may only measure among its own now; "" where measuring is free."""
        return ""

    def _tick(self) -> float:
        return self.session.ruleset.meta.measures.mm_per_unit

    def moving(self) -> dict[str, tuple[float, float, float]]:
        """Bases on their way."""
        return {}

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        theme = self.app.theme
        marks = self.marks()
        self.table.draw(surface, self.moving(), self.table_overlays(marks), marks.hidden)
        self.side_view.draw(surface, self.table.rect, self.view, self.app.pointer.at)
        self.odds.draw(surface, self.table.rect, self.table.camera)
        self.draw_over_table(surface)
        pygame.draw.rect(surface, theme.colour("window"), self.tool_strip)
        self.toolbar.draw(surface)
        pygame.draw.rect(surface, theme.colour("panel"), self.panel)
        pygame.draw.line(surface, theme.colour("edge"), self.panel.topleft, self.panel.bottomleft, theme.px(1))
        if not self.stacked:
            self.tab_bar.draw(surface, self.tab)
        self.draw_parts(surface)
        self.prompt.draw(surface)
        self.manager.draw_ui(surface)
        self._draw_tip(surface, marks)

    def notices_area(self) -> pygame.Rect:
        """Sentences lie over the table, never over the question, its answers or what a guide says."""
        top = max(super().notices_area().top, self.table.rect.top + self.app.theme.px(8))
        return pygame.Rect(self.table.rect.left, top, self.table.rect.width, self.table.rect.bottom - top)

    def free_area(self) -> pygame.Rect:
        """The part of the table (window pixels) that no sentence of the program lies over."""
        whole = self.table.rect
        top = max(whole.top, min(self.app.said_to, whole.centery))
        return pygame.Rect(whole.left, top, whole.width, whole.bottom - top)

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """What floats over the table."""

    def draw_parts(self, surface: pygame.Surface) -> None:
        """The parts of the panel in sight."""
        if self.shows("card") and self.card.rows:
            self.card.draw(surface)
        if self.shows("log"):
            self.log.draw(surface)

    def _draw_tip(self, surface: pygame.Surface, marks: Marks) -> None:
        pos = self.app.pointer.at
        tip: Spans = ()
        tool = self.toolbar.at(pos)
        if tool is not None:
            tip = say(tool.tip + (f"  [{tool.key}]" if tool.key else ""), "small")
        elif self.prompt.rect.collidepoint(pos):
            tip = self.prompt.tip()
        elif self.log.rect.collidepoint(pos) and self.shows("log"):
            tip = say(self.log.tip_at(pos, self.keys.shown("find")), "small")
        elif self.shows("card") and self.card.rect.collidepoint(pos) and self.card.rows:
            tip = self.card.tip_at(pos)
        elif self.table.rect.collidepoint(pos) and marks.pointer and not self.points_elsewhere():
            draw_tip(
                surface, self.app.theme, marks.pointer, pos, "danger" if marks.pointer_role == "refused" else "good"
            )
            return
        else:
            tip = self.tip_at(pos)
        foot = self.app.size[1] - self.foot_height()
        draw_tip(surface, self.app.theme, tip, (pos[0], min(pos[1], foot)), above=pos[1] > foot)

    def tip_at(self, pos: tuple[int, int]) -> Spans:
        """What to say at a place of the window: the unit under the pointer, and what its badges mean."""
        if self.under is None or self._down is not None:
            return ()
        thing = self.under.unit or self.under.marker or self.under.feature
        if not thing or thing == self.selected or not self.under.unit:
            return ()
        return say(self.words.name(thing, self.view), "small_bold") + self.inspector.states(thing)

    def points_elsewhere(self) -> bool:
        """Whether the pointer is at something else than what the marks tell of."""
        return False
