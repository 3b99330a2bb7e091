"""The title screen: what to do now."""

from __future__ import annotations

from pathlib import Path

import pygame

from game import __version__
from game.client import places
from game.client.asking import confirm
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.ui.backdrop import backdrop
from game.client.ui.text import flow, say
from game.client.words import _


class TitleScreen(Screen):
    """New battle, resume, records, settings, rules, quit."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.last: Path | None = None

    def opened(self) -> None:
        """Look again for the last battle: one may have been begun or ended meanwhile."""
        self.rebuild()

    def build(self) -> None:
        """Lay out the menu."""
        from game.client.battle.found import records_in
        from game.client.opening import last_battle

        px = self.app.theme.px
        w, h = self.app.size
        self.last = last_battle(self.app.folders.saves)
        top = self._top()
        tall = h - top - px(64)
        one = 8 * px(42) <= tall
        wide = min(px(340 if one else 640), w - px(60))
        form = self.form(pygame.Rect((w - wide) // 2, top, wide, tall), bar=False)
        fresh = self.last is None and not records_in(self.app.folders.saves)
        entries = [
            ("new", _("New battle"), self._new, self.last is None and not fresh),
            ("learn", _("Learn to play"), self._learn, fresh),
            ("records", _("Battles and replays"), self._records, False),
            ("settings", _("Settings"), self._settings, False),
            ("tables", _("Table editor"), self._tables, False),
            ("rules", _("Rules reference"), self._rules, False),
            ("quit", _("Quit"), self.app.quit, False),
        ]
        if self.last is not None:
            entries.insert(0, ("resume", _("Resume the last battle"), self._resume, True))
        form.grid(entries)
        form.finish()

    def _top(self) -> int:
        """Where the menu begins: name and menu together stand a little above the middle."""
        px = self.app.theme.px
        h = self.app.size[1]
        return max(min(px(190), h // 3), (h - 8 * px(42)) // 2 - px(30))

    def draw_below(self, surface: pygame.Surface) -> None:
        """The picture behind, the name of the program."""
        theme = self.app.theme
        px = theme.px
        w, h = surface.get_size()
        surface.blit(backdrop((w, h), theme), (0, 0))
        name = flow(say("Tabula Belli", "title", "accent"), w, theme, centred=True)
        y = max(px(24), self._top() - px(110))
        name.draw(surface, theme, (0, y))
        motto = flow(say(_("A table, two armies, and the rules kept."), "italic", "text"), w, theme, centred=True)
        motto.draw(surface, theme, (0, y + name.height + px(2)))
        foot = flow(say(_("Version {n}").format(n=__version__), "small", "text_dim"), w, theme)
        foot.draw(surface, theme, (px(36), h - foot.height - px(30)))
        where = _("Battles are kept in {folder}").format(folder=short_path(self.app.folders.saves))
        kept = flow(say(where, "small", "text_dim"), w // 2, theme)
        kept.draw(surface, theme, (w - kept.width - px(36), h - kept.height - px(30)))

    def back(self) -> None:
        """Escape asks before it quits."""
        confirm(self.app, _("Quit the program?"), "", _("Quit"), self.app.quit)

    # -- the entries ------------------------------------------------------------------------------------------

    def _new(self) -> None:
        self.app.go(places.NewBattle())

    def _resume(self) -> None:
        from game.client.opening import open_record

        if self.last is not None:
            open_record(self.app, self.last)

    def _learn(self) -> None:
        self.app.go(places.Learn())

    def _records(self) -> None:
        self.app.go(places.Records())

    def _settings(self) -> None:
        self.app.go(places.Settings())

    def _tables(self) -> None:
        self.app.go(places.Tables())

    def _rules(self) -> None:
        self.app.open_rules()
