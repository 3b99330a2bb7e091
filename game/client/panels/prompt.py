"""The prompt: who must decide what now, always on screen; and how the battle stands."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.art.icons import icon
from game.client.theme import Theme, mix
from game.client.ui.text import Block, flow
from game.client.words import Link, Span, Spans

STATUS_LINES = 3
"""More items of the status than these share lines."""
STATUS_LINES = 3
"""More items of the status than these share lines."""
COMPACT_STATUS = 2
"""How many facts of the status are kept where there is little room."""


GLOW = 1.4
"""Seconds that the bar glows when another side begins to decide."""


class Prompt:
    """A bar at the top of the battle.

    Attributes
    ----------
    side
        Slot of the theme for the side that decides, -1 for nobody.
    who, message
        Who decides, and what.
    hint
        What to do, smaller.
    status
        (label, value) pairs: turn, phase, points.
    progress
        Share of its time that a bot has used, None where nobody thinks.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.side = -1
        self.who: Spans = ()
        self.message: Spans = ()
        self.hint: Spans = ()
        self.status: Sequence[tuple[Spans, Spans]] = ()
        self.progress: float | None = None
        self.saved: bool | None = None
        self.link: Link | None = None
        self.compact = False
        self.fresh = 0.0
        self._flown = -1
        self._laid: list[tuple[Block, tuple[int, int]]] = []
        self._key: object = None

    def fit(self, width: int, most: int) -> int:
        """How tall the bar is at a width: with all its texts, or, beyond ``most`` pixels, with the chief ones alone.

        What is left out is told when the pointer rests on the bar.
        """
        self.compact = False
        tall = self._height(width)
        if tall > most:
            self.compact = True
            tall = self._height(width)
        return tall

    def _height(self, width: int) -> int:
        px = self.theme.px
        left = flow(self.who + self.message, self._left_width(width), self.theme)
        hint = flow(self.hint, self._left_width(width), self.theme) if self.hint and not self.compact else None
        tall = left.height + (hint.height if hint else 0)
        right = self._status_block(width)
        return max(tall, right.height if right else 0, px(34)) + px(14)

    def _left_width(self, width: int) -> int:
        right = self._status_block(width)
        return width - self.theme.px(40) - (right.width + self.theme.px(50) if right else self.theme.px(30))

    def _status_block(self, width: int) -> Block | None:
        if not self.status:
            return None
        room = max(self.theme.px(140), width * 38 // 100)
        shown = self.status[: COMPACT_STATUS if self.compact else None]
        items: list[Spans] = [(*label, Span(": ", "small", "text_dim"), *value) for label, value in shown]
        lines = self._gathered(items, room) if len(items) > STATUS_LINES else items
        spans: list[Span] = []
        for n, line in enumerate(lines):
            spans += [*([Span("\n")] if n else []), *line]
        return flow(tuple(spans), room, self.theme)

    def _gathered(self, items: list[Spans], room: int) -> list[Spans]:
        """Items of the status, several to a line where they fit, so that the table keeps its room."""
        lines: list[Spans] = []
        for item in items:
            joined = (*lines[-1], Span("      ", "small"), *item) if lines else item
            if lines and flow(joined, 10 * room, self.theme).width <= room:
                lines[-1] = joined
            else:
                lines.append(item)
        return lines

    def update(self, dt: float, still: bool) -> None:
        """Time passes (seconds): the bar glows in the colours of a side that begins to decide, unless all is still."""
        self.fresh = max(0.0, self.fresh - dt / GLOW)
        if self.side != self._flown:
            self.fresh = 1.0 if self.side >= 0 and not still else 0.0
            self._flown = self.side

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the bar."""
        self.rect = rect

    def _lay(self) -> None:
        key = (self.who, self.message, self.hint, tuple(self.status), self.rect.size, self.theme.key, self.compact)
        if key == self._key:
            return
        self._key = key
        px = self.theme.px
        width = self._left_width(self.rect.width)
        head = flow(self.who + self.message, width, self.theme)
        hint = flow(self.hint, width, self.theme) if self.hint and not self.compact else None
        y = max(px(6), (self.rect.height - head.height - (hint.height if hint else 0)) // 2)
        self._laid = [(head, (px(24), y))]
        if hint is not None:
            self._laid.append((hint, (px(24), y + head.height)))
        right = self._status_block(self.rect.width)
        if right is not None:
            x = self.rect.width - right.width - px(40)
            self._laid.append((right, (x, max(px(4), (self.rect.height - right.height) // 2))))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar."""
        theme = self.theme
        px = theme.px
        self._lay()
        fill = theme.colour("panel")
        if self.side >= 0 and self.fresh > 0:
            fill = mix(fill, theme.side(self.side).cloth, 0.4 * self.fresh)
        pygame.draw.rect(surface, fill, self.rect)
        pygame.draw.line(surface, theme.colour("edge"), self.rect.bottomleft, self.rect.bottomright, px(1))
        if self.side >= 0:
            style = theme.side(self.side)
            flag = pygame.Rect(self.rect.left, self.rect.top, px(12), self.rect.height)
            pygame.draw.rect(surface, style.main, flag)
            pygame.draw.rect(surface, style.light, pygame.Rect(flag.right - px(2), flag.top, px(2), flag.height))
        for block, (x, y) in self._laid:
            block.draw(surface, theme, (self.rect.left + x, self.rect.top + y), self.link)
        if self.progress is not None:
            bar = pygame.Rect(self.rect.left, self.rect.bottom - px(3), round(self.rect.width * self.progress), px(3))
            pygame.draw.rect(surface, theme.colour("accent"), bar)
        if self.saved is not None:
            size = px(18)
            picture = icon(
                "save" if self.saved else "warning", size, theme.colour("text_dim" if self.saved else "warning")
            )
            surface.blit(picture, (self.rect.right - size - px(10), self.rect.top + px(8)))

    def saved_rect(self) -> pygame.Rect:
        """Where the sign of the record is."""
        size = self.theme.px(26)
        return pygame.Rect(self.rect.right - size - self.theme.px(6), self.rect.top + self.theme.px(4), size, size)

    def tip(self) -> Spans:
        """What was left out for want of room."""
        if not self.compact:
            return ()
        out: list[Span] = list(self.hint)
        for label, value in self.status[COMPACT_STATUS:]:
            out += [Span("\n"), *label, Span(": ", "small", "text_dim"), *value]
        return tuple(out)

    def link_at(self, pos: tuple[int, int]) -> Link | None:
        """The link under a window pixel."""
        for block, (x, y) in self._laid:
            found = block.link_at(pos[0] - self.rect.left - x, pos[1] - self.rect.top - y)
            if found is not None:
                return found
        return None
