"""The bar of the move over the table's foot: the legs of the chosen line in time, a slider, and the whole sheet run."""

from __future__ import annotations

import pygame

from game.client.editors.sheets.editor import SheetEditor
from game.client.editors.sheets.rows import strip_kind
from game.client.parts.part import Part
from game.client.parts.seat import Seat
from game.client.parts.sitting import Sitting
from game.client.theme import Theme
from game.client.ui.legs import GROOVE, draw_leg
from game.client.ui.text import cut_to, flow, say
from game.client.words import Spans, _
from game.engine.tells import Span

TALL, TALL_SMALL, TALL_MOST = 110, 96, 150
"""Height at scale 1, in a window less wide than ``SMALL``, and never more pixels than the last."""
SMALL, WIDE = 1200, 960
LEG = 30
RUN = 2.4
"""Seconds in which the sheet is run from 0 to 1."""
NEAR = 5
"""Pixels at scale 1 from an edge within which it is taken hold of."""
SNAP = 0.01
QUARTERS = ((0.0, "0"), (0.25, "¼"), (0.5, "½"), (0.75, "¾"), (1.0, "1"))


def write(surface: pygame.Surface, theme: Theme, spans: Spans, at: tuple[int, int], ink: str = "") -> None:
    """Words on one line."""
    flow(spans, surface.get_width(), theme).draw(surface, theme, at, None, ink)


class MoveBar(Part):
    """Shown while a sheet of acts is being written. ``running``: the whole sheet goes on by itself."""

    def __init__(self, sitting: Sitting, seat: Seat) -> None:
        self.sitting, self.seat = sitting, seat
        self.rect = self.groove = self.button = pygame.Rect(0, 0, 0, 0)
        self.running = False
        self._held: tuple[str, int, Span] | None = None
        self._slides = False

    @property
    def editor(self) -> SheetEditor | None:
        """The sheet on the desk."""
        found = self.seat.hand.editor
        return found if isinstance(found, SheetEditor) else None

    # -- layout, time -----------------------------------------------------------------------------------------

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """A strip over the table's foot; the rest floats above it."""
        if not isinstance(self.seat.decision.editor, SheetEditor):
            self.rect = pygame.Rect(0, 0, 0, 0)
            return over
        px, tall = self.sitting.app.theme.px, self._tall()
        wide = min(px(WIDE), over.width - px(12))
        self.rect = pygame.Rect(0, 0, wide, tall)
        self.rect.midbottom = (over.centerx, over.bottom - px(6))
        leg = min(px(LEG), tall // 3)
        self.groove = pygame.Rect(self.rect.left + px(16), 0, wide - px(32), leg)
        self.groove.bottom = self.rect.bottom - tall * 3 // 10
        return pygame.Rect(over.left, over.top, over.width, over.height - tall - px(12))

    def foot(self) -> int:
        """The strip lies over the table's foot while a sheet is written."""
        if not isinstance(self.seat.decision.editor, SheetEditor):
            return 0
        return self._tall() + self.sitting.app.theme.px(12)

    def _tall(self) -> int:
        tall = self.sitting.app.theme.px(TALL if self.sitting.app.size[0] >= SMALL else TALL_SMALL)
        return min(tall, max(TALL, TALL_MOST))

    def update(self, dt: float) -> None:
        """The run goes on; it stops at the end of the move."""
        editor = self.editor
        if editor is None:
            self.running = False
        elif self.running:
            editor.moment = min((editor.moment or 0.0) + dt / RUN, 1.0)
            self.running = editor.moment < 1.0

    def run(self) -> bool:
        """Run the whole sheet from its start, or stop; False where there is none."""
        editor = self.editor
        if editor is None:
            return False
        if self.running or (editor.whole and editor.moment == 1.0):
            self.running, editor.whole, editor.moment = False, False, None
        else:
            self.running, editor.whole, editor.moment = True, True, 0.0
        return True

    def use(self, action: str) -> bool:
        """The key of the run."""
        return action == "sheet_run" and self.run()

    # -- the mouse --------------------------------------------------------------------------------------------

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a pixel is on the bar."""
        return self.rect.collidepoint(pos)

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The slider, an edge between two legs, the button."""
        editor = self.editor
        if editor is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and self.covers(pos):
            if event.button == 1 and self.button.collidepoint(pos):
                return self.run()
            if event.button == 1:
                self._held = self._edge(editor, pos[0]) if self.groove.collidepoint(pos) else None
                self._slides = self._held is None
                self._slide(editor, pos[0])
            return True
        if event.type == pygame.MOUSEMOTION and (self._slides or self._held is not None):
            self._slide(editor, pos[0])
            return True
        if event.type == pygame.MOUSEBUTTONUP and (self._slides or self._held is not None):
            self._slides, self._held = False, None
            return True
        return False

    def _at(self, x: int) -> float:
        return min(max((x - self.groove.left) / max(self.groove.width, 1), 0.0), 1.0)

    def _edge(self, editor: SheetEditor, x: int) -> tuple[str, int, Span] | None:
        """The leg whose end is near a pixel."""
        near = self.sitting.app.theme.px(NEAR)
        for span in editor.draft.spans(editor.line) if editor.line else ():
            if span.act >= 0 and abs(self.groove.left + span.end * self.groove.width - x) <= near:
                return editor.line, span.act, span
        return None

    def _slide(self, editor: SheetEditor, x: int) -> None:
        moment = self._at(x)
        moment = next((q for q, _name in QUARTERS if abs(q - moment) <= SNAP), moment)
        self.running = False
        if self._held is None:
            editor.moment = moment
            return
        line, act, span = self._held
        acts = editor.draft.stretched(line, act, span, moment)
        editor.write(line, acts)
        now = next((s for s in reversed(editor.draft.spans(line)) if s.act == act), None)
        if now is not None:
            self._held = (line, act, now)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_beside(self, surface: pygame.Surface) -> None:
        """The legs, their times, the quarters, the moment looked at."""
        editor, theme = self.editor, self.sitting.app.theme
        if editor is None or not self.rect.width:
            return
        px = theme.px
        pygame.draw.rect(surface, theme.colour("panel"), self.rect, border_radius=px(6))
        pygame.draw.rect(surface, theme.colour("edge"), self.rect, px(1), px(6))
        self._draw_button(surface, editor)
        name = editor.desk.name(editor.line) if editor.line else _("Choose a unit")
        title = cut_to(say(name, "bold"), self.button.left - self.groove.left - px(8), theme)
        write(surface, theme, title, (self.groove.left, self.rect.top + px(6)))
        pygame.draw.rect(surface, pygame.Color(GROOVE), self.groove, border_radius=px(3))
        for span in editor.draft.spans(editor.line) if editor.line else ():
            self._draw_leg(surface, editor, span)
        for moment, said in QUARTERS:
            x = self.groove.left + round(moment * self.groove.width)
            top = self.groove.bottom
            pygame.draw.line(surface, theme.colour("text"), (x, top), (x, top + px(5)), px(2))
            write(surface, theme, say(said, "small_bold"), (x - px(3), top + px(5)))
        if editor.moment is not None:
            x = self.groove.left + round(editor.moment * self.groove.width)
            gold = theme.colour("accent")
            pygame.draw.line(surface, gold, (x, self.groove.top - px(6)), (x, self.groove.bottom + px(4)), px(2))
            pygame.draw.circle(surface, gold, (x, self.groove.top - px(6)), px(5))

    def _draw_button(self, surface: pygame.Surface, editor: SheetEditor) -> None:
        theme, px = self.sitting.app.theme, self.sitting.app.theme.px
        words = _("Stop") if self.running else _("Run")
        self.button = pygame.Rect(0, 0, px(150), min(px(26), self.rect.height // 4))
        self.button.topright = (self.rect.right - px(6), self.rect.top + px(5))
        pygame.draw.rect(surface, theme.colour("button"), self.button, border_radius=px(4))
        key = f"  {editor.desk.keys.shown('sheet_run')}"
        spans: Spans = (*say(words, "small_bold"), *say(key, "tiny", "text_dim"))
        block = flow(spans, surface.get_width(), theme)
        block.draw(surface, theme, (self.button.left + px(8), self.button.centery - block.height // 2))

    def _draw_leg(self, surface: pygame.Surface, editor: SheetEditor, span: Span) -> None:
        theme, px = self.sitting.app.theme, self.sitting.app.theme.px
        left, right = (self.groove.left + round(t * self.groove.width) for t in (span.start, span.end))
        rect = pygame.Rect(left, self.groove.top, max(right - left - px(1), 1), self.groove.height)
        kind = strip_kind(editor, editor.line, span.act, span.kind)
        draw_leg(surface, theme, rect, kind, hatch=True)
        if rect.width < px(24) or kind == "none":
            return
        said = cut_to(say(editor.desk.say(span.label), "small_bold"), rect.width - px(10), theme)
        write(surface, theme, said, (rect.left + px(5), rect.top + px(4)), "text_on_accent")
        lasts = say(editor.desk.words.number(span.end - span.start, 2), "small", "text_dim")
        x = rect.centerx - px(10)
        ticks = (self.groove.left + round(q * self.groove.width) for q, _name in QUARTERS)
        x = next((t + px(14) for t in ticks if abs(t - x) < px(26)), x)
        write(surface, theme, lasts, (x, self.groove.bottom + px(7)))
