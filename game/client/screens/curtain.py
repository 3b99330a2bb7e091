"""The curtain between two people at one window: names who decides, hides the table until he says that he is there."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client import destinations
from game.client.destinations import Seated
from game.client.navigation import Window
from game.client.screen import SETTLE, Screen
from game.client.ui.backdrop import backdrop
from game.client.ui.text import flow, say
from game.client.words import _
from game.engine.decision import Decision


class CurtainScreen(Screen):
    """Covers everything.

    Parameters
    ----------
    battle
        The battle behind it.
    decision
        What is asked, of whom.
    lifted
        Called when the person is there.
    shown
        Called instead where the person wants to see what happened meanwhile; None where nothing did.
    """

    settles = SETTLE

    def __init__(
        self,
        app: Window,
        battle: Seated,
        decision: Decision,
        lifted: Callable[[], None],
        shown: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app)
        self.battle, self.decision, self._lifted, self._shown = battle, decision, lifted, shown

    def build(self) -> None:
        """The button of who is there, and of who wants to see what happened."""
        px = self.app.theme.px
        w, h = self.app.size
        wide = min(px(360), w - px(40))
        form = self.form(pygame.Rect((w - wide) // 2, h // 2 + px(30), wide, px(140)), bar=False)
        form.button("ready", _("I am here"), self._lift, True, wide=True)
        if self._shown is not None:
            form.button("shown", _("I am here: show me the events"), self._lift_and_show, wide=True)
        form.finish()
        form.by_keys = True

    def _lift(self) -> None:
        self.app.close(self)
        self._lifted()

    def _lift_and_show(self) -> None:
        self.app.close(self)
        if self._shown is not None:
            self._shown()

    def back(self) -> None:
        """Escape opens the battle's menu, which shows nothing secret."""
        self.app.go(destinations.Menu(self.battle))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Cloth in the colours of the side, and its name."""
        theme = self.app.theme
        px = theme.px
        w, h = surface.get_size()
        surface.blit(backdrop((w, h), theme), (0, 0))
        view = self.battle.view
        slot = view.sides[self.decision.side].colour if self.decision.side in view.sides else 0
        style = theme.side(slot)
        band = pygame.Rect(0, h // 2 - px(110), w, px(110))
        pygame.draw.rect(surface, style.cloth, band)
        for y in (band.top, band.bottom):
            pygame.draw.line(surface, style.trim, (0, y), (w, y), px(2))
        name = self.battle.words.name(self.decision.side, view)
        head = flow(say(name, "title", "text"), w - px(40), theme, centred=True)
        head.draw(surface, theme, (px(20), band.centery - head.height // 2 - px(8)))
        line = flow(
            say(_("decides now. The other player looks away."), "italic", "text"), w - px(40), theme, centred=True
        )
        line.draw(surface, theme, (px(20), band.centery + head.height // 2 - px(8)))
