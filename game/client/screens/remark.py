"""A line to type into: a remark for the log, a note of a bookmark."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_box
from game.client.words import _


class RemarkScreen(Screen):
    """A line to type into.

    Parameters
    ----------
    said
        Gets what was typed; nothing empty, unless there is a hint.
    title, text
        What stands above, and what stands there already.
    away
        What a button for taking it away does, where there is something to take away.
    hint
        What an empty line says.
    most
        Letters that can be typed.
    """

    over = True

    def __init__(
        self,
        app: Window,
        said: Callable[[str], None],
        title: str = "",
        text: str = "",
        away: Callable[[], None] | None = None,
        hint: str = "",
        most: int = 400,
    ) -> None:
        super().__init__(app)
        self.said, self.title, self.text, self.away, self.hint, self.most = said, title, text, away, hint, most
        self.rect = pygame.Rect(0, 0, 10, 10)

    def build(self) -> None:
        """The line and two buttons."""
        px = self.app.theme.px
        w, h = self.app.size
        wide = min(px(560), w - px(40))
        tall = min(h - px(20), px(170))
        self.rect = pygame.Rect((w - wide) // 2, (h - tall) // 2, wide, tall)
        form = self.form(self.rect.inflate(-px(40), -px(36)), bar=False)
        form.text(self.title or _("A remark for the log"), "heading", "accent")
        form.entry("words", "", self.text, self._typed, self.hint)
        form.items[-1].widget.set_text_length_limit(self.most)
        answers = [("say", _("Write it down"), self._say, True), ("back", _("Cancel"), self.back, False)]
        if self.away is not None:
            answers.insert(1, ("away", _("Delete"), self._away, False))
        form.buttons(answers, right=True)
        form.finish()
        form.focus_on("words")
        form.item("words").widget.edit_position = len(self.text)  # going on where it ends

    def _typed(self, text: str) -> None:
        self.text = text

    def _say(self) -> None:
        self.app.close(self)
        if self.text.strip() or self.hint:
            self.said(self.text.strip())

    def _away(self) -> None:
        self.app.close(self)
        if self.away is not None:
            self.away()

    def event(self, event: pygame.event.Event) -> bool:
        """Enter writes it down, unless the keyboard has been led to a button."""
        at = self.forms[0].focused
        typing = at is None or at.kind == "entry"
        if typing and event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._say()
            return True
        return super().event(event)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Darken what lies below and draw the box."""
        draw_box(self.app, surface, self.rect)
