"""The tools beside the table, and what the keyboard does with the table."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

import pygame

from game.client import places
from game.client.panels.toolbar import Tool, Toolbar
from game.client.parts.dock import Dock
from game.client.parts.layers import Layers
from game.client.parts.part import Play
from game.client.parts.sitting import Sitting
from game.client.reporting import report_fault
from game.client.ui.text import say
from game.client.words import Spans, _, os_words


class Tools:
    """The strip of tools and the actions of the table."""

    def __init__(self, sitting: Sitting, dock: Dock, layers: Layers) -> None:
        self.sitting, self.dock, self.layers = sitting, dock, layers
        self.toolbar = Toolbar(sitting.app.theme)
        self.strip = pygame.Rect(0, 0, 10, 10)

    def wear(self) -> None:
        """The window's theme is another one."""
        self.toolbar.theme = self.sitting.app.theme

    def place(self, room: pygame.Rect, before: Sequence[Tool]) -> pygame.Rect:
        """Take a strip at the left of the room, ``before`` the tools that stand before the table's; gives the rest."""
        tools = [*before, *self.listed()]
        wide = self.toolbar.width(len(tools), room.height)
        self.strip = pygame.Rect(room.left, room.top, wide, room.height)
        self.toolbar.set(tools, self.strip)
        self.toolbar.place(self.strip)
        return pygame.Rect(room.left + wide, room.top, room.width - wide, room.height)

    def update(self, before: Sequence[Tool]) -> None:
        """The tools show what may be used now."""
        self.toolbar.set([*before, *self.listed()], self.strip)

    def listed(self) -> list[Tool]:
        """The tools of the table."""
        s, k = self.sitting, self.sitting.keys.shown
        side, odds = self.layers.side_view, self.layers.odds
        cut = Tool("side_view", "section", _("Side view from the selected unit"), k("side_view"), side.on)
        near = Tool(
            "fit_selection", "fit-selection", _("Show the selected unit"), k("fit_selection"), False, bool(s.selected)
        )
        ruled = bool(self.layers.rulers.kept)
        return [
            Tool("fit_table", "fit", _("Show the whole table"), k("fit_table")),
            near,
            Tool("zoom_in", "zoom-in", _("Nearer"), k("zoom_in")),
            Tool("zoom_out", "zoom-out", _("Farther"), k("zoom_out")),
            Tool("tape", "measure", _("Measuring tape: drag from base to base"), k("tape"), s.tool == "tape"),
            Tool("sight", "sight", _("Sight both ways: of a unit, or from a place"), k("sight"), s.tool == "sight"),
            Tool("threat", "threat", _("Who can charge a unit here next turn"), k("threat"), s.tool == "threat"),
            Tool("odds", "odds", _("Odds of the selected unit and an enemy"), k("odds"), odds.on),
            *([cut] if side.useful(s.view) else []),
            Tool("rulers", "trash", _("Remove all rulers"), k("rulers"), False, ruled),
        ]

    def use(self, action: str, play: Play) -> bool:
        """Use a tool or an action of the keyboard that is the table's."""
        s, dock, table = self.sitting, self.dock, self.sitting.table
        acts: dict[str, Callable[[], None]] = {
            "fit_table": table.fit_table,
            "fit_selection": lambda: table.fit_thing(s.selected),
            "zoom_in": lambda: table.zoom(2),
            "zoom_out": lambda: table.zoom(-2),
            "tape": lambda: self._take("tape"),
            "sight": lambda: self._take("sight"),
            "threat": lambda: self._take("threat"),
            "rulers": self.layers.rulers.clear,
            "side_view": self._turn_side_view,
            "odds": self.layers.odds.turn,
            "overlays": s.inspector.next_overlay,
            "help": lambda: s.app.open_rules("", s.session.ruleset.meta.id),
            "log": lambda: dock.focus("" if dock.log.active else "log"),
            "find": self._find,
            "filter": self._filter,
            "dice": lambda: s.app.go(places.Dice(s.session, *play.known())),
            "panel": dock.next_part,
            "save_picture": self._save_picture,
            "report_fault": lambda: _report(s, play),
        }
        if action not in acts:
            return False
        acts[action]()
        return True

    def _take(self, tool: str) -> None:
        self.sitting.tool = "" if self.sitting.tool == tool else tool

    def _turn_side_view(self) -> None:
        self.layers.side_view.on = not self.layers.side_view.on

    def _find(self) -> None:
        self.dock.focus("log")
        self.dock.log.search()

    def _filter(self) -> None:
        self.dock.focus("log")
        self.dock.log.turn_filter()

    def _save_picture(self) -> None:
        app = self.sitting.app
        path = app.folders.saves / f"{datetime.datetime.now():%Y-%m-%d %H.%M.%S}.png"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(app.surface, str(path))
        except (OSError, pygame.error) as fault:
            why = os_words(fault) if isinstance(fault, OSError) else fault
            app.notice(_("The picture cannot be saved: {why}").format(why=why), "warning")
            return
        said = _("Saved as {name}. A click here opens it.").format(name=path.name)
        app.notice(said, act=lambda: app.show_file(path))

    def tip_at(self, pos: tuple[int, int]) -> Spans | None:
        """What is said of the tool at a place; None where there is none."""
        tool = self.toolbar.at(pos)
        return say(tool.tip + (f"  [{tool.key}]" if tool.key else ""), "small") if tool is not None else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the strip."""
        pygame.draw.rect(surface, self.sitting.app.theme.colour("window"), self.strip)
        self.toolbar.draw(surface)


def _report(sitting: Sitting, play: Play) -> None:
    report_fault(sitting.app, sitting.session, max(play.known()[0] - 1, 0))
