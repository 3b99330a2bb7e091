"""An agreement: what lays open what either side hides happens only once every player has agreed to it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.destinations import Agreement
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_box
from game.client.ui.text import flow, say
from game.client.words import _

WIDE = 540
"""Width of the box, pixels at scale 1."""
ROW = 34
"""Height of a box to tick with its words, pixels at scale 1."""


class AgreementScreen(Screen):
    """A box with a warning, a tick for every player, and a button that works once all have ticked theirs.

    Attributes
    ----------
    agreed
        The sides whose players have agreed.
    """

    over = True

    def __init__(self, app: Window, place: Agreement) -> None:
        super().__init__(app)
        self.place = place
        self.agreed: set[str] = set()
        self.rect = pygame.Rect(0, 0, 0, 0)

    @property
    def all_agree(self) -> bool:
        """Whether nobody is missing."""
        return len(self.agreed) == len(self.place.sides)

    def build(self) -> None:
        """Lay out the box by its text."""
        theme, place = self.app.theme, self.place
        px = theme.px
        w, h = self.app.size
        wide = min(px(WIDE), w - px(40))
        inner = wide - px(48)
        title = flow(say(place.title, "heading"), inner, theme)
        body = flow(say(place.text), inner, theme)
        tall = title.height + body.height + px(ROW) * len(place.sides) + px(124)
        tall = min(tall, h - px(40))
        self.rect = pygame.Rect((w - wide) // 2, (h - tall) // 2, wide, tall)
        form = self.form(self.rect.inflate(-px(48), -px(32)), bar=False)
        form.text(place.title, "heading", "accent")
        form.gap(4)
        form.text(place.text)
        form.gap(6)
        for side, name in place.sides:
            words = _("{side} agrees").format(side=name)
            form.check(f"agrees-{side}", words, side in self.agreed, self._taker(side))
        form.gap(8)
        buttons = [("yes", place.yes, self._yes, True), ("no", _("Cancel"), self.back, False)]
        form.buttons(buttons, right=True, off=() if self.all_agree else ("yes",))
        form.finish()
        form.by_keys = True

    def _taker(self, side: str) -> Callable[[bool], None]:
        def take(agrees: bool) -> None:
            (self.agreed.add if agrees else self.agreed.discard)(side)
            self.rebuild()

        return take

    def _yes(self) -> None:
        if self.all_agree:
            self.app.close(self)
            self.place.act()

    def draw_below(self, surface: pygame.Surface) -> None:
        """Darken what lies below and draw the box."""
        draw_box(self.app, surface, self.rect)
