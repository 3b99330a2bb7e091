"""The dock at the right: the answer where one is asked, the card, the log; side by side or behind tabs."""

from __future__ import annotations

import pygame

from game.client.panels.decision import DecisionPanel
from game.client.panels.log import LogPanel
from game.client.panels.log_entry import Entry
from game.client.parts.sitting import Sitting
from game.client.ui.rows import Press
from game.client.ui.tabs import Tabs
from game.client.ui.text import say
from game.client.words import Link, Spans, _

CARD_LEAST, LOG_LEAST = 190, 100
"""Height (pixels at scale 1) that the card of a unit has if it needs it, and what the log keeps then."""


class Dock:
    """Answer, card and log.

    Attributes
    ----------
    answer
        The panel of the decision; None where nothing is asked (a battle that is watched).
    tab
        The tab in front, where there is no room for all.
    veiled
        The answer waits: it can be seen, and not be given.
    """

    def __init__(self, sitting: Sitting, answer: DecisionPanel | None = None) -> None:
        theme = sitting.app.theme
        self.sitting, self.answer = sitting, answer
        self.card = sitting.inspector.sheet
        self.log = LogPanel(theme, sitting.words)
        self.tab_bar = Tabs(theme)
        self.tabs = ("decision", "card", "log") if answer is not None else ("card", "log")
        self.tab = self.tabs[0]
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.stacked = True
        self.veiled = False
        sitting.on_select.append(self._selected)

    def _selected(self, thing: str) -> None:
        self.log.about = thing

    def wear(self) -> None:
        """The window's theme, scale or language is another one."""
        s = self.sitting
        if self.answer is not None:
            self.answer.wear(s.app.theme)
        self.log.theme = self.tab_bar.theme = s.app.theme
        self.log.words = s.words
        self.log.relay()

    # -- room -------------------------------------------------------------------------------------------------

    def place(self, rect: pygame.Rect) -> None:
        """Share a rectangle of the window among the parts."""
        px = self.sitting.app.theme.px
        self.rect = rect
        self.stacked = rect.height >= px(520)
        inner = rect.inflate(-px(20), -px(14))
        if not self.stacked:
            inner = self.tab_bar.place(inner, [(t, self._name(t)) for t in self.tabs])
        if self.answer is not None:
            self.answer.cramped = inner.height < px(260)
        if self.stacked:
            self._stack(inner)
            return
        if self.answer is not None:
            self.answer.place(inner)
        self.card.place(inner)
        self.log.place(inner)

    def _stack(self, inner: pygame.Rect) -> None:
        """The answer above, the card in the middle, the log below."""
        px = self.sitting.app.theme.px
        y = inner.top
        if self.answer is None:
            card = self._card_height(inner)
            self.card.place(pygame.Rect(inner.left, y, inner.width, card))
            y += card + px(10)
        else:
            top = min(self.answer.natural_height(inner.width), inner.height * 56 // 100)
            self.answer.place(pygame.Rect(inner.left, y, inner.width, top))
            y += top + px(10)
            room = inner.bottom - y - px(10)
            wish = room - max(px(150), inner.height * 28 // 100)  # the log has what it likes to have, ...
            least = min(px(CARD_LEAST), room - px(LOG_LEAST))  # ... but gives way to a card cut to nothing
            card = min(self._card_height(inner), max(0, wish, least))
            self.card.place(pygame.Rect(inner.left, y, inner.width, card))
            y += card + px(10) if card else 0
        self.log.place(pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    def _card_height(self, room: pygame.Rect) -> int:
        if not self.card.rows:
            return 0
        return min(self.card.natural_height(self.card.rows, room.width), room.height * 45 // 100)

    def _name(self, tab: str) -> str:
        return {"decision": _("Answer"), "card": _("Card"), "log": _("Log")}[tab]

    # -- what is in front -------------------------------------------------------------------------------------

    def shows(self, part: str) -> bool:
        """Whether a part is in sight."""
        return self.stacked or self.tab == part

    def focus(self, part: str) -> None:
        """Lead the keyboard to a part; "" leads it to the first, or away from card and log where nothing is asked."""
        self.tab = part or self.tabs[0]
        self.card.active = part == "card"
        self.log.active = part == "log"
        if self.answer is not None:
            self.answer.active = not self.card.active and not self.log.active
        self.sitting.lay_out()

    def next_part(self) -> None:
        """Lead the keyboard to the next part."""
        now = "log" if self.log.active else "card" if self.card.active else self.tabs[0]
        self.focus(self.tabs[(self.tabs.index(now) + 1) % len(self.tabs)])

    @property
    def reads(self) -> bool:
        """Whether the keyboard works the card or the log."""
        return bool(self.card.active or self.log.active)

    # -- events -----------------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        """A key to the log or the card, whichever the keyboard works."""
        if self.log.active and self.log.key(event):
            return True
        if self.card.active:
            used, press = self.card.key(event)
            if press is not None and press.what == "press":
                self._card_press(press)
            return used
        return False

    def press(self, pos: tuple[int, int]) -> bool:
        """A click on the tabs."""
        tab = "" if self.stacked else self.tab_bar.at(pos)
        if tab:
            self.focus(tab)
        return bool(tab)

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> Entry | None:
        """Mouse over card and log; the line of the log that was clicked."""
        if self.shows("card") and self.card.rows and self.card.rect.collidepoint(pos):
            press = self.card.mouse(event)
            if press is not None and press.what == "press":
                self._card_press(press)
            elif press is not None and press.what == "link":
                self.sitting.follow(Link("clause" if press.link_kind == "clause" else "thing", press.id))
        elif self.shows("log") and self.log.rect.collidepoint(pos):
            found = self.log.mouse(event)
            if isinstance(found, Link):
                self.sitting.follow(found)
            elif isinstance(found, Entry):
                return found
        return None

    def _card_press(self, press: Press) -> None:
        self.sitting.inspector.press(press)
        self.sitting.lay_out()

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the parts in sight."""
        theme = self.sitting.app.theme
        pygame.draw.rect(surface, theme.colour("panel"), self.rect)
        pygame.draw.line(surface, theme.colour("edge"), self.rect.topleft, self.rect.bottomleft, theme.px(1))
        if not self.stacked:
            self.tab_bar.draw(surface, self.tab)
        if self.answer is not None and self.shows("decision"):
            self.answer.draw(surface)
            if self.veiled:
                veil = pygame.Surface(self.answer.rect.size, pygame.SRCALPHA)
                veil.fill((*tuple(theme.colour("panel"))[:3], 170))
                surface.blit(veil, self.answer.rect)
        if self.shows("card") and self.card.rows:
            self.card.draw(surface)
        if self.shows("log"):
            self.log.draw(surface)

    def tip_at(self, pos: tuple[int, int]) -> Spans | None:
        """What is said at a place of card or log; None where neither lies there."""
        if self.log.rect.collidepoint(pos) and self.shows("log"):
            return say(self.log.tip_at(pos, self.sitting.keys.shown("find")), "small")
        if self.shows("card") and self.card.rect.collidepoint(pos) and self.card.rows:
            return self.card.tip_at(pos)
        return None
