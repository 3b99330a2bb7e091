"""The log over the table's lower edge: its last line, and a drawer that a click pulls out of it."""

from __future__ import annotations

import pygame

from game.client.art.icons import icon
from game.client.panels.log_entry import Entry, entry_rows
from game.client.parts.dock import Dock
from game.client.parts.part import Part, Play
from game.client.parts.sitting import Sitting
from game.client.ui.text import cut_to, flow, say
from game.client.words import Span, Spans, _, ngettext

LINE = (560, 26)
"""Width and height of the line, pixels at scale 1."""
LEFT, EDGE = 182, 10
"""Its way from the table's left edge, beside the small map, and from the lower one."""
SHARE = 0.4
"""How much of the table's height the drawer covers."""
LOOKED_BACK = 12
"""The last line is looked for among so many entries: throws and reasons are none."""


class Drawer(Part):
    """The line and the drawer.

    Attributes
    ----------
    open
        Whether the drawer is pulled out.
    """

    def __init__(self, sitting: Sitting, dock: Dock, play: Play) -> None:
        self.sitting, self.dock, self.play = sitting, dock, play
        self.open = False
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._cut = False

    # -- room -------------------------------------------------------------------------------------------------

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Lie at the foot."""
        px = self.sitting.app.theme.px
        self.dock.drawn_out = self.open
        if self.open:
            tall = round(over.height * SHARE)
            self.rect = pygame.Rect(over.left + px(EDGE), over.bottom - tall, over.width - px(2 * EDGE), tall)
            self.dock.log.place(self.rect.inflate(-px(20), -px(16)))
            return over
        left = over.left + px(LEFT if over.width > px(LEFT + LINE[0] // 2) else EDGE)
        right = over.right - px(EDGE)
        if self.dock.folded:
            right = min(right, self.sitting.app.size[0] - px(350))
        wide = max(0, min(px(LINE[0]), right - left))
        self.rect = pygame.Rect(left, over.bottom - px(EDGE + LINE[1]), wide, px(LINE[1]))
        return over

    @property
    def _seen(self) -> bool:
        """Whether there is anything of it in sight: the log's tab makes the line needless."""
        return self.open or (not self.dock.shows("log") and self._last() is not None)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is its own."""
        return self._seen and self.rect.collidepoint(pos)

    def pull(self) -> None:
        """Pull it out, or push it back."""
        self.open = not self.open
        if self.open:
            self.dock.log.active, self.dock.log.pinned = True, True
            self.dock.card.active = False
            if self.dock.tab == "log":
                self.dock.tab = self.dock.tabs[0]
        else:
            self.dock.log.active = False
        if self.dock.answer is not None:
            self.dock.answer.active = not self.open
        self.sitting.lay_out()

    # -- events -----------------------------------------------------------------------------------------------

    def use(self, action: str) -> bool:
        """The key of the drawer."""
        if action == "drawer":
            self.pull()
        return action == "drawer"

    def key(self, event: pygame.event.Event) -> bool:
        """Escape pushes it back."""
        if self.open and event.key == pygame.K_ESCAPE and self.dock.log.sheet is None:
            self.pull()
            return True
        return False

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A click on the line pulls the drawer out; in the drawer the log is read."""
        if event.type == pygame.MOUSEBUTTONDOWN and self.covers(pos) and not self.open:
            if event.button == 1:
                self.pull()
            return True
        if not self.open or event.type == pygame.MOUSEBUTTONUP or not self.covers(pos):
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._handle().collidepoint(pos):
            self.pull()
            return True
        entry = self.dock.mouse(event, pos)
        if entry is not None:
            self.play.entry(entry, event.button)
        return event.type != pygame.MOUSEMOTION

    # -- drawing ----------------------------------------------------------------------------------------------

    def _last(self) -> Entry | None:
        """The last thing that happened, as far as the log tells it."""
        entries = [i.entry for i in self.dock.log.items[-LOOKED_BACK:]]
        return next((e for e in reversed(entries) if e.group not in ("dice", "why") and not e.undone), None)

    def _handle(self) -> pygame.Rect:
        """Where the open drawer is pushed back."""
        px = self.sitting.app.theme.px
        return pygame.Rect(self.rect.right - px(40), self.rect.top, px(40), px(30))

    def draw_beside(self, surface: pygame.Surface) -> None:
        """Draw the line, or the drawer with the log."""
        if not self._seen or self.rect.width < 40:
            return
        theme, px = self.sitting.app.theme, self.sitting.app.theme.px
        back = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(back, (21, 17, 14, 240), back.get_rect(), border_radius=px(6))
        pygame.draw.rect(back, theme.colour("edge"), back.get_rect(), px(1), px(6))
        surface.blit(back, self.rect)
        if self.open:
            self.dock.log.draw(surface)
            self._draw_chevron(surface, "chevron-down", self._handle())
            return
        entry = self._last()
        assert entry is not None
        self._draw_line(surface, entry)

    def _draw_line(self, surface: pygame.Surface, entry: Entry) -> None:
        theme, px, rect = self.sitting.app.theme, self.sitting.app.theme.px, self.rect
        if entry.slot >= 0:
            band = pygame.Rect(rect.left + px(2), rect.top + px(3), px(4), rect.height - px(6))
            pygame.draw.rect(surface, theme.side(entry.slot).main, band)
        handle = pygame.Rect(rect.right - px(28), rect.top, px(28), rect.height)
        self._draw_chevron(surface, "chevron-up", handle)
        right = handle.left
        news = self.dock.news
        if news > 1:
            said = ngettext("{n} more", "{n} more", news - 1).format(n=news - 1)
            block = flow(say(said, "small", "text_dim"), rect.width, theme)
            right -= block.width + px(6)
            block.draw(surface, theme, (right, rect.centery - block.height // 2))
        spans = self._said(entry)
        short = cut_to(spans, right - rect.left - px(24), theme)
        self._cut = len(short) < len(spans) or short[-1:] != spans[-1:]
        block = flow(short, 100_000, theme)
        block.draw(surface, theme, (rect.left + px(14), rect.centery - block.height // 2))

    def _said(self, entry: Entry) -> Spans:
        return entry_rows(entry, self.sitting.words, set())[0].label

    def _draw_chevron(self, surface: pygame.Surface, name: str, box: pygame.Rect) -> None:
        theme = self.sitting.app.theme
        picture = icon(name, theme.px(16), theme.colour("text_dim"))
        surface.blit(picture, picture.get_rect(center=box.center))

    def tip_at(self, pos: tuple[int, int], tip: Spans) -> Spans:
        """The line in full, where it is cut, and what a click does."""
        entry = self._last()
        if not self.covers(pos):
            return tip
        key = self.sitting.keys.shown("drawer")
        if self.open:
            said = self.dock.log.tip_at(pos, self.sitting.keys.shown("find"))
            if self._handle().collidepoint(pos):
                said = _("Hide the log") + f"  [{key}]"
            return say(said, "small")
        whole: Spans = (*self._said(entry), Span("\n", "small")) if entry is not None and self._cut else ()
        return (*whole, *say(_("Show the log") + f"  [{key}]", "small"))
