"""Records: the list of battles kept, to go on with one, to watch it, to delete it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.asking import confirm
from game.client.battle.bookmarks import file_of
from game.client.battle.found import Found, records_in, sides, told
from game.client.battle.who import player_title
from game.client.navigation import Window
from game.client.opening import open_record
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.rows import Row
from game.client.ui.sheet import Sheet
from game.client.ui.text import say
from game.client.words import Span, Words, _
from game.engine.kept_file import held
from game.engine.loader import UnknownRuleset


class RecordsScreen(Screen):
    """The battles kept: go on, watch, delete."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.found = records_in(app.folders.saves)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.chosen = 0

    def opened(self) -> None:
        """Look again: a battle may have gone on meanwhile."""
        self.found = records_in(self.app.folders.saves)
        self.rebuild()

    def build(self) -> None:
        """The list, the buttons below."""
        inner = framed(self.app, 760)
        px = self.app.theme.px
        self.chosen = min(self.chosen, max(0, len(self.found) - 1))
        foot = self.foot(inner, self._buttons).rect.height
        focus = self.sheet.focus
        self.sheet = Sheet(
            self.app.theme, pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(10))
        )
        self.sheet.active = True
        self.sheet.focus, self.sheet.walked = focus, bool(focus)
        self._refresh()

    def _buttons(self, form: Form) -> None:
        """All buttons, always in the same places: what cannot be done with the battle chosen is grey."""
        found = self.found[self.chosen] if self.found else None
        mine = found is not None and found.path.parent == self.app.folders.saves
        off = {
            "go_on": found is None or bool(found.trouble) or not mine or found.over,
            "watch": found is None or bool(found.trouble),
            "delete": not mine,
        }
        form.buttons(
            [
                ("go_on", _("Go on"), self._go_on, True),
                ("watch", _("Watch"), self._watch, False),
                ("back", _("Back"), self.back, False),
                ("delete", _("Delete…"), self._delete, False),
            ],
            off=[name for name, grey in off.items() if grey],
        )

    def _refresh(self) -> None:
        rows = []
        if not self.found:
            rows.append(Row("text", label=say(_("No battle has been fought yet."), "body", "text_dim")))
        for n, found in enumerate(self.found):
            name = self._names_of(found)
            note = found.trouble or f"{told(found, name)}\n{sides(found, name, player_title)}"
            if found.path.parent != self.app.folders.saves:
                note = _("sample") + f"  {note}"
            rows.append(
                Row(
                    "choice",
                    str(n),
                    (Span(found.title, "bold"),),
                    say(note, "small", "text_dim"),
                    on=n == self.chosen,
                    tone="warning" if found.trouble else "normal",
                )
            )
        self.sheet.set_rows(rows)

    def _names_of(self, found: Found) -> Callable[[str], str]:
        """What the sides of a record are called, in the language of the window where their system is installed."""
        names = {side: name or _(side.capitalize()) for side, name in found.names}
        try:
            words = Words(self.app.settings.language, self.app.library.ruleset(found.ruleset))
        except UnknownRuleset:
            words = Words(self.app.settings.language)
        return lambda side: words.name(side, names)

    def event(self, event: pygame.event.Event) -> bool:
        """The list, then the buttons."""
        used, row = self.sheet.choice(event)
        if row:
            self.chosen = int(row)
            self.rebuild()
        return used or super().event(event)

    def _go_on(self) -> None:
        open_record(self.app, self.found[self.chosen].path)

    def _watch(self) -> None:
        open_record(self.app, self.found[self.chosen].path, watch=True)

    def _delete(self) -> None:
        found = self.found[self.chosen]
        if held(found.path):
            self.app.notice(_("It is being played in another window, and cannot be deleted."), "warning")
            return

        def away() -> None:
            try:
                found.path.unlink()
                file_of(found.path).unlink(missing_ok=True)
            except OSError as fault:
                self.app.notice(_("It cannot be deleted: {why}").format(why=fault.strerror or fault), "warning")
            self.opened()

        text = found.title
        if file_of(found.path).exists():
            text = f"{text}. {_('Its bookmarks and notes go with it.')}"
        confirm(self.app, _("Delete this battle?"), text, _("Delete"), away, destroys=True)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, _("Battles and replays"), 760)
        self.sheet.draw(surface)
