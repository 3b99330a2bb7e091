"""A small dialog over a screen: a question with answers, a sentence to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.client.destinations import Answer
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_box
from game.client.ui.text import flow, say
from game.client.words import Spans


class Dialog(Screen):
    """A box in the middle of the window with a title, a text and buttons. Escape is the last button.

    Parameters
    ----------
    title, text
        What it says.
    answers
        The buttons; each closes the dialog before it acts.
    settles
        Seconds for which it takes no keys, where it comes up by itself.
    """

    over = True

    def __init__(
        self, app: Window, title: str, text: Spans | str, answers: Sequence[Answer], settles: float = 0.0
    ) -> None:
        super().__init__(app)
        self.settles = settles
        self.title = title
        self.text = say(text) if isinstance(text, str) else text
        self.answers = tuple(answers)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        """Lay out the box by its text."""
        theme = self.app.theme
        px = theme.px
        w, h = self.app.size
        wide = min(px(480), w - px(40))
        inner = wide - px(48)
        title = flow(say(self.title, "heading"), inner, theme)
        body = flow(self.text, inner, theme)
        lines, x = 1, 0
        for _id, words, _act, primary in self.answers:
            need = theme.font("bold" if primary else "body").size(words)[0] + px(40)
            if x and x + need > inner:
                lines, x = lines + 1, 0
            x += need
        tall = title.height + (body.height if self.text else 0) + px(40) * lines + px(62)
        tall = min(tall, h - px(40))
        self.rect = pygame.Rect((w - wide) // 2, (h - tall) // 2, wide, tall)
        form = self.form(self.rect.inflate(-px(48), -px(32)), bar=False)
        form.text(self.title, "heading", "accent")
        if self.text:
            form.gap(4)
            form.text(self.text)
        form.gap(8)
        form.buttons([(i, t, self._taken(act), primary) for i, t, act, primary in self.answers], right=True)
        form.finish()
        first = next((i for i, _t, _a, primary in self.answers if primary), self.answers[0][0])
        form.focus_on(first)
        form.by_keys = True

    def _taken(self, act: Callable[[], None]) -> Callable[[], None]:
        def take() -> None:
            self.app.close(self)
            act()

        return take

    def back(self) -> None:
        """Escape takes the last answer."""
        self._taken(self.answers[-1][2])()

    def draw_below(self, surface: pygame.Surface) -> None:
        """Darken what lies below and draw the box."""
        draw_box(self.app, surface, self.rect)
