"""The bookmarks of a battle as a list: go to one, change its note, take it away."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.asking import confirm
from game.client.battle.bookmarks import Bookmarks
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, _


class BookmarksScreen(Screen):
    """All bookmarks.

    Parameters
    ----------
    marks
        The bookmarks.
    told
        What is said of a line.
    go, edit, remove
        Called with the line of a bookmark.
    """

    def __init__(
        self,
        app: Window,
        marks: Bookmarks,
        told: Callable[[int], str],
        go: Callable[[int], None],
        edit: Callable[[int], None],
        remove: Callable[[int], None],
    ) -> None:
        super().__init__(app)
        self.marks, self.told, self.go, self.edit, self.remove = marks, told, go, edit, remove
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.chosen = next(iter(marks.notes), -1)

    def opened(self) -> None:
        """A note may have been changed meanwhile."""
        self.rebuild()

    def build(self) -> None:
        """The list, the buttons below."""
        if self.chosen not in self.marks.notes:
            self.chosen = next((n for n in self.marks.notes if n > self.chosen), next(iter(self.marks.notes), -1))
        inner = framed(self.app, 760)
        buttons: list[tuple[str, str, Callable[[], None], bool]] = []
        if self.chosen >= 0:
            buttons = [
                ("go", _("Go there"), self._go, True),
                ("edit", _("Change the note…"), lambda: self.edit(self.chosen), False),
                ("delete", _("Delete…"), self._delete, False),
            ]
        buttons.append(("back", _("Back"), self.back, not buttons))
        foot = self.foot(inner, lambda form: form.buttons(buttons)).rect.height + self.app.theme.px(10)
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot))
        self.sheet.active = True
        rows = []
        for line, note in self.marks.notes.items():
            label = (Span(note, "bold"),) if note else say(_("Without a note"), "italic", "text_dim")
            told = say(self.told(line), "small", "text_dim")
            rows.append(Row("choice", str(line), label, told, on=line == self.chosen))
        if not rows:
            rows.append(Row("text", label=say(_("This battle has no bookmarks."), "body", "text_dim")))
        self.sheet.set_rows(rows)
        self.sheet.focus, self.sheet.walked = (str(self.chosen) if self.chosen >= 0 else ""), False

    def _go(self) -> None:
        line = self.chosen
        self.app.close(self)
        self.go(line)

    def _delete(self) -> None:
        line = self.chosen
        confirm(
            self.app,
            _("Delete this bookmark?"),
            self.marks.notes[line] or self.told(line),
            _("Delete"),
            lambda: self._away(line),
            destroys=True,
        )

    def _away(self, line: int) -> None:
        self.remove(line)
        self.rebuild()

    def event(self, event: pygame.event.Event) -> bool:
        """The list, then the buttons."""
        used, row = self.sheet.choice(event)
        if row:
            self.chosen = int(row)
            self.rebuild()
        return used or super().event(event)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, _("Bookmarks and notes"), 760)
        self.sheet.draw(surface)
