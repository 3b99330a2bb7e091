"""The dock at the right: the answer where one is asked, the card, the log, behind tabs; it folds away."""

from __future__ import annotations

import pygame

from game.client.art.icons import icon
from game.client.panels.decision import TERSE_BELOW, DecisionPanel
from game.client.panels.log import LogPanel
from game.client.panels.log_entry import Entry
from game.client.parts.sitting import Sitting
from game.client.ui.rows import Press
from game.client.ui.tabs import Tabs
from game.client.ui.text import flow, say
from game.client.words import Link, Spans, _

WIDE, SLIM, BESIDE = 300, 264, 560
"""Width (pixels at scale 1): usually, in a small window, with the card beside answer or log."""
SMALL_WINDOW = 1280
"""A window narrower than this has a slim dock."""
ROOMY = 1700
"""From this width on (pixels at scale 1) the card stands beside."""
TABS = 40
CONFIRM = (280, 54)
"""What is left of a folded dock: the confirming button, floating over the table."""


class Dock:
    """Answer, card and log.

    Attributes
    ----------
    answer
        The panel of the decision; None where nothing is asked (a battle that is watched).
    tab
        The tab in front.
    folded
        It is put away; only the confirming button is left.
    apart
        The player wants the card behind its tab also where there is room for it beside.
    drawn_out
        The log lies over the table and not in here.
    veiled
        The answer waits: it can be seen, and not be given.
    """

    def __init__(self, sitting: Sitting, answer: DecisionPanel | None = None) -> None:
        theme = sitting.app.theme
        self.sitting, self.answer = sitting, answer
        self.card = sitting.inspector.sheet
        self.log = LogPanel(theme, sitting.words)
        self.tab_bar, self.card_bar = Tabs(theme), Tabs(theme)
        self.tabs = ("decision", "card", "log") if answer is not None else ("card", "log")
        self.tab = self.tabs[0] if answer is not None else "log"
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.arrow = pygame.Rect(0, 0, 0, 0)
        self.folded = self.apart = self.drawn_out = self.veiled = False
        self._read = 0
        sitting.on_select.append(self._selected)

    def _selected(self, thing: str) -> None:
        self.log.about = thing

    def wear(self) -> None:
        """The window's theme, scale or language is another one."""
        s = self.sitting
        if self.answer is not None:
            self.answer.wear(s.app.theme)
        self.log.theme = self.tab_bar.theme = self.card_bar.theme = s.app.theme
        self.log.words = s.words
        self.log.relay()

    # -- room -------------------------------------------------------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether the card stands beside answer and log."""
        return self.sitting.app.size[0] >= self.sitting.app.theme.px(ROOMY) and not self.apart

    def width(self) -> int:
        """How wide it is in this window, pixels."""
        px, w = self.sitting.app.theme.px, self.sitting.app.size[0]
        if self.folded:
            return 0
        if self.beside:
            return px(BESIDE)
        if w < SMALL_WINDOW:
            return min(px(SLIM), w * 44 // 100)
        return min(px(WIDE), w * 3 // 8)

    def place(self, rect: pygame.Rect) -> None:
        """Share a rectangle of the window among the parts."""
        px = self.sitting.app.theme.px
        self.rect = rect
        if self.answer is not None:
            self.answer.strip(self.folded)
        if self.folded:
            self._place_folded()
            return
        tall = min(px(TABS), max(TABS, self.sitting.app.size[1] * 8 // 90))
        side = px(30)
        self.arrow = pygame.Rect(rect.right - side, rect.top, side, tall)
        left = pygame.Rect(rect.left, rect.top, rect.width - (rect.width - px(WIDE) if self.beside else 0), rect.height)
        strip = pygame.Rect(rect.left + px(1), rect.top, left.width - px(1) - (0 if self.beside else side), tall)
        behind = [t for t in self.tabs if t != "card" or not self.beside]
        if self.tab not in behind:
            self.tab = behind[0]
        self.tab_bar.place(strip, [(t, self._name(t)) for t in behind])
        terse = self.sitting.app.size[1] < px(TERSE_BELOW)
        above, below = (px(2), px(1)) if terse else (px(8), px(6))
        top = rect.top + tall + above
        inner = pygame.Rect(left.left + px(10), top, left.width - px(20), rect.bottom - below - top)
        self.card_bar.place(pygame.Rect(0, 0, 0, 0), [])
        if self.beside:
            strip = pygame.Rect(left.right, rect.top, rect.right - side - left.right, tall)
            self.card_bar.place(strip, [("card", self._name("card"))])
            self.card.place(pygame.Rect(left.right + px(6), inner.top, rect.right - left.right - px(14), inner.height))
        else:
            self.card.place(inner)
        self.card.bar = not self.beside  # one bar to scroll by is enough: the others show an arrow
        if self.answer is not None:
            self.answer.body.bar = not self.drawn_out
            self.answer.place(inner, self.sitting.app.size[1])
        if not self.drawn_out:
            self.log.place(inner)

    def _place_folded(self) -> None:
        """The confirming button and the arrow, at the lower right of the table."""
        px = self.sitting.app.theme.px
        tall = min(px(CONFIRM[1]), self.sitting.app.size[1] // 10)
        low = self.rect.bottom - px(10)
        self.arrow = pygame.Rect(self.rect.right - px(44), low - tall, px(34), tall)
        wide = min(px(CONFIRM[0]), self.sitting.app.size[0] // 2)
        if self.answer is not None:
            self.answer.place(
                pygame.Rect(self.arrow.left - px(6) - wide, low - tall, wide, tall), self.sitting.app.size[1]
            )

    def _name(self, tab: str) -> str:
        return {"decision": _("Answer"), "card": _("Card"), "log": _("Log")}[tab]

    # -- what is in front -------------------------------------------------------------------------------------

    def shows(self, part: str) -> bool:
        """Whether a part is in sight."""
        if part == "log" and self.drawn_out:
            return True
        if self.folded:
            return part == "decision" and self.answer is not None
        return self.tab == part or (part == "card" and self.beside)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is the dock's."""
        if not self.folded:
            return self.rect.collidepoint(pos)
        floats = self.answer is not None and self.answer.editor is not None and self.answer.rect.collidepoint(pos)
        return floats or self.arrow.collidepoint(pos)

    def fold(self) -> None:
        """Put it away, or bring it back."""
        self.folded = not self.folded
        self.sitting.lay_out()

    def show(self, part: str) -> None:
        """Bring a part to the front; the keyboard stays where it is, and a folded dock folded."""
        if self.tab != part and not (part == "card" and self.beside) and not self.folded:
            self.tab = part
            self.sitting.lay_out()

    def focus(self, part: str) -> None:
        """Lead the keyboard to a part; "" leads it to the first, or away from card and log where nothing is asked."""
        if part and self.folded and part != "decision":
            self.folded = False
        part_of = part or (self.tabs[0] if self.answer is not None else "log")
        if part_of != "card" or not self.beside:
            self.tab = part_of
        self.card.active = part == "card"
        self.log.active = part == "log"
        if self.answer is not None:
            self.answer.active = not self.card.active and not self.log.active
        self.sitting.lay_out()

    def next_part(self) -> None:
        """Lead the keyboard to the next part; where nothing is asked, after the last back to what is watched."""
        parts = self.tabs if self.answer is not None else ("", *self.tabs)
        now = "log" if self.log.active else "card" if self.card.active else parts[0]
        self.focus(parts[(parts.index(now) + 1) % len(parts)])

    @property
    def reads(self) -> bool:
        """Whether the keyboard works the card or the log."""
        return bool(self.card.active or self.log.active)

    # -- what is new in the log -------------------------------------------------------------------------------

    @property
    def news(self) -> int:
        """How many entries nobody has read since the log was last in sight or an answer was given."""
        if self.shows("log"):
            self.read()
        return max(0, len(self.log.items) - self._read)

    def read(self) -> None:
        """What stands in the log now is known."""
        self._read = len(self.log.items)

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
        """A click on the tabs or the arrow."""
        if self.arrow.collidepoint(pos):
            self.fold()
            return True
        if self.folded:
            return False
        tab = self.tab_bar.at(pos) or self.card_bar.at(pos)
        if tab == "card" and self._may_stand_beside() and (self.beside or self.tab == "card"):
            self.apart = not self.apart
            self.tab = self.tabs[0] if not self.apart else "card"
            self.sitting.lay_out()
        elif tab:
            self.focus(tab)
        return bool(tab)

    def _may_stand_beside(self) -> bool:
        return self.sitting.app.size[0] >= self.sitting.app.theme.px(ROOMY)

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
        theme, pointer = self.sitting.app.theme, self.sitting.app.pointer.at
        if self.folded:
            if self.answer is not None and self.answer.editor is not None:
                self.answer.draw(surface)
            self._draw_arrow(surface, "chevron-left", pointer)
            return
        pygame.draw.rect(surface, theme.colour("panel"), self.rect)
        head = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.arrow.height)
        pygame.draw.rect(surface, theme.colour("window"), head)
        self.tab_bar.draw(surface, self.tab, {"log": self.news}, self.tab_bar.at(pointer))
        if self.beside:
            self.card_bar.draw(surface, "card", {}, self.card_bar.at(pointer))
            x = self.card_bar.rects["card"].left
            pygame.draw.line(surface, theme.colour("edge"), (x, self.rect.top), (x, self.rect.bottom), theme.px(1))
        self._draw_arrow(surface, "chevron-right", pointer)
        pygame.draw.line(surface, theme.colour("edge"), self.rect.topleft, self.rect.bottomleft, theme.px(1))
        if self.answer is not None and self.shows("decision"):
            self.answer.draw(surface)
            if self.veiled:
                veil = pygame.Surface(self.answer.rect.size, pygame.SRCALPHA)
                veil.fill((*tuple(theme.colour("panel"))[:3], 170))
                surface.blit(veil, self.answer.rect)
        if self.shows("card"):
            self._draw_card(surface)
        if self.shows("log") and not self.drawn_out:
            self.log.draw(surface)

    def _draw_card(self, surface: pygame.Surface) -> None:
        if self.card.rows:
            self.card.draw(surface)
            return
        theme, rect = self.sitting.app.theme, self.card.rect
        said = say(_("Click a unit or a piece of terrain to see its card here."), "small", "text_dim")
        flow(said, rect.width, theme).draw(surface, theme, rect.topleft)

    def _draw_arrow(self, surface: pygame.Surface, name: str, pointer: tuple[int, int]) -> None:
        theme, px = self.sitting.app.theme, self.sitting.app.theme.px
        lit = self.arrow.collidepoint(pointer)
        if self.folded:
            pygame.draw.rect(surface, theme.colour("panel"), self.arrow, border_radius=px(8))
            pygame.draw.rect(surface, theme.colour("edge_light"), self.arrow, px(1), px(8))
        size = px(18)
        picture = icon(name, size, theme.colour("text" if lit else "text_dim"))
        surface.blit(picture, picture.get_rect(center=self.arrow.center))

    def tip_at(self, pos: tuple[int, int]) -> Spans | None:
        """What is said at a place of card or log; None where neither lies there."""
        keys = self.sitting.keys
        if self.arrow.collidepoint(pos):
            said = _("Bring the panel back") if self.folded else _("Fold the panel away")
            return say(f"{said}  [{keys.shown('fold')}]", "small")
        if self.log.rect.collidepoint(pos) and self.shows("log"):
            return say(self.log.tip_at(pos, keys.shown("find")), "small")
        if self.shows("card") and self.card.rect.collidepoint(pos) and self.card.rows:
            return self.card.tip_at(pos)
        return None
