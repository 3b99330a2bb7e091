"""The tools over the table, and what the keyboard does with the table."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

import pygame

from game.client import destinations
from game.client.panels.pills import OPENS, Pills
from game.client.panels.toolbar import Tool
from game.client.parts.dock import Dock
from game.client.parts.layers import Layers
from game.client.parts.part import Play
from game.client.parts.sitting import Sitting
from game.client.reporting import report_fault
from game.client.ui.text import say
from game.client.watching import lays_open
from game.client.words import Spans, _, os_words


class Tools:
    """The pills of tools and the actions of the table."""

    def __init__(self, sitting: Sitting, dock: Dock, layers: Layers) -> None:
        self.sitting, self.dock, self.layers = sitting, dock, layers
        self.toolbar = Pills(sitting.app.theme)

    def wear(self) -> None:
        """The window's theme is another one."""
        self.toolbar.theme = self.sitting.app.theme

    def place(self, table: pygame.Rect, before: Sequence[Tool]) -> None:
        """Float over the table, ``before`` the tools that stand before its own."""
        self.toolbar.set([*before, *self.listed()], table)
        self.toolbar.place()

    def update(self, before: Sequence[Tool]) -> None:
        """The tools show what may be used now."""
        self.toolbar.set([*before, *self.listed()], self.toolbar.area)

    def listed(self) -> list[Tool]:
        """The tools of the table."""
        s = self.sitting
        side, odds = self.layers.side_view, self.layers.odds
        cut = side.useful(s.view)
        ruled = bool(self.layers.rulers.kept)
        return [
            self._measure("tape", "measure", _("Measuring tape: drag from base to base"), s.tool == "tape"),
            self._measure("sight", "sight", _("Sight both ways, for a unit or from a chosen place"), s.tool == "sight"),
            self._measure("threat", "threat", _("Possible charges next turn against a unit here"), s.tool == "threat"),
            self._measure("odds", "odds", _("Odds of the selected unit and an enemy"), odds.on),
            *([self._measure("side_view", "section", _("Side view from the selected unit"), side.on)] if cut else []),
            *([self._measure("rulers", "trash", _("Remove all rulers"), False)] if ruled else []),
            self._camera("fit_armies", "banner", _("Show the armies")),
            self._camera("fit_table", "fit", _("Show the whole table")),
            self._camera("fit_selection", "fit-selection", _("Show the selected unit"), bool(s.selected)),
            self._camera("zoom_in", "zoom-in", _("Nearer")),
            self._camera("zoom_out", "zoom-out", _("Farther")),
            self._camera("turn_table", "rotate-right", _("Turn the table by a quarter")),
        ]

    def _measure(self, action: str, picture: str, tip: str, on: bool) -> Tool:
        return Tool(action, picture, tip, self.sitting.keys.shown(action), on, True, "measure")

    def _camera(self, action: str, picture: str, tip: str, enabled: bool = True) -> Tool:
        return Tool(action, picture, tip, self.sitting.keys.shown(action), False, enabled, "camera")

    def use(self, action: str, play: Play) -> bool:
        """Use a tool or an action of the keyboard that is the table's."""
        s, dock, table = self.sitting, self.dock, self.sitting.table
        acts: dict[str, Callable[[], None]] = {
            "fit_armies": s.eye.show_armies,
            "fit_table": s.eye.show_table,
            "turn_table": lambda: s.eye.turn(1),
            "turn_back": lambda: s.eye.turn(-1),
            "follow": self._follow,
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
            "dice": lambda: s.app.go(destinations.Dice(s.session, *play.known())),
            "panel": dock.next_part,
            "fold": dock.fold,
            OPENS: self._open,
            "save_picture": self._save_picture,
            "report_fault": lambda: _report(s, play),
        }
        if action not in acts:
            return False
        acts[action]()
        return True

    def _open(self) -> None:
        self.toolbar.opened = not self.toolbar.opened

    def _follow(self) -> None:
        app = self.sitting.app
        app.change(follow=not app.settings.follow)
        app.notice(_("The camera follows the events.") if app.settings.follow else _("The camera stays where it is."))

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
        said = _("Saved as {name}. Click here to open it.").format(name=path.name)
        app.notice(said, act=lambda: app.show_file(path))

    def tip_at(self, pos: tuple[int, int]) -> Spans | None:
        """What is said of the tool at a place; None where there is none."""
        tool = self.toolbar.at(pos)
        return say(tool.tip + (f"  [{tool.key}]" if tool.key else ""), "small") if tool is not None else None

    def draw(self, surface: pygame.Surface, dragged: tuple[int, int] | None) -> None:
        """Draw the pills; ``dragged``: where something is dragged over the table, which they do not hide."""
        self.toolbar.draw(surface, dragged)


def _report(sitting: Sitting, play: Play) -> None:
    """Write the moment in sight as a position, once all agree where the battle is not over."""
    line = max(play.known()[0] - 1, 0)
    text = _("A position of this moment holds everything: hidden troops, orders and plans of both sides.")

    def write() -> None:
        report_fault(sitting.app, sitting.session, line)

    lays_open(sitting.app, sitting.session, play.hidden_from(), text, _("Write the position"), write)
