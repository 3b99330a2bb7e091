"""Looking back: the table as it was at a moment of the log, with a band that says so and leads back to now."""

from __future__ import annotations

import pygame

from game.client.panels.log_entry import Entry
from game.client.theme import Theme
from game.client.ui.text import flow, say
from game.client.words import Words, _


class LookBack:
    """The moment that is looked at.

    Attributes
    ----------
    entry
        The line of the log; None where the table is as it is now.
    """

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)

    @property
    def on(self) -> bool:
        """Whether the table is shown as it was."""
        return self.entry is not None

    def draw(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme, words: Words) -> None:
        """Draw the band at the top of the table."""
        entry = self.entry
        if entry is None:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        px = theme.px
        event = entry.event
        what = words.say(event.text, entry.names) if event is not None and event.text is not None else ""
        said = _("As it was: {what}").format(what=what) if what else _("As it was")
        spans = (
            *say(said, "bold"),
            *say("   ", "small"),
            *say(_("Click here or press Esc: back to now"), "small", "accent"),
        )
        block = flow(spans, area.width - px(60), theme)
        self.rect = pygame.Rect(0, 0, block.width + px(28), block.height + px(14))
        self.rect.midtop = (area.centerx, area.top + px(10))
        pygame.draw.rect(surface, theme.colour("panel_raised"), self.rect, border_radius=px(8))
        pygame.draw.rect(surface, theme.colour("accent"), self.rect, px(2), px(8))
        block.draw(surface, theme, (self.rect.left + px(14), self.rect.top + px(7)))
        pygame.draw.rect(surface, theme.colour("accent"), area, px(3))
