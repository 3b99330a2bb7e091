"""Dice statistics: faces, expected and thrown, and the luck of each side, for every kind of roll."""

from __future__ import annotations

import re

import pygame

from game.client.battle.account import standing_lines
from game.client.battle.luck import Kind, Luck, Sees, luck_of, share_below
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import flow, say
from game.client.words import Link, Span, Words, _, clause_spans, ngettext
from game.engine.session import Session

CHART = 118
"""Height of the bars with their writing, pixels at scale 1."""
_HOLE = re.compile(r"\{\w+\}")


class DiceScreen(Screen):
    """The dice of a battle so far.

    Parameters
    ----------
    session
        The battle.
    lines
        So many of its lines are counted: no more than was shown.
    sees
        Whether an event may be told.
    """

    def __init__(self, app: Window, session: Session, lines: int, sees: Sees) -> None:
        super().__init__(app)
        self.session = session
        self.words = Words(app.settings.language, session.ruleset)
        events = [e for n in standing_lines(session) if n < lines for e in session.lines[n].events if sees(e)]
        self.luck = luck_of(events, session.state.sides)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.charts: list[tuple[str, pygame.Rect]] = []

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """The bars of both sides above, the table of rolls below."""
        self.words = Words(self.app.settings.language, self.session.ruleset)
        inner = framed(self.app, 900)
        px = self.app.theme.px
        foot = self.foot(inner, lambda form: form.buttons([("back", _("Back"), self.back, True)], right=True))
        sides = list(self.luck)
        gap = px(20)
        wide = (inner.width - gap * (len(sides) - 1)) // max(1, len(sides))
        self.charts = [
            (side, pygame.Rect(inner.left + n * (wide + gap), inner.top, wide, px(CHART)))
            for n, side in enumerate(sides)
        ]
        top = inner.top + px(CHART) + px(10)
        scroll = self.sheet.scroll
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, top, inner.width, foot.rect.top - px(8) - top))
        self.sheet.set_rows(self.rows())
        self.sheet.scroll = min(scroll, self.sheet.max_scroll)

    def rows(self) -> list[Row]:
        """Every kind of roll, side by side."""
        rows: list[Row] = []
        state = self.session.state
        for side, luck in self.luck.items():
            name = self.words.name(side, state)
            rows.append(Row("heading", label=say(name, "bold", "accent"), swatch=state.sides[side].colour))
            if not luck.dice:
                rows.append(Row("text", label=say(_("No dice have been rolled yet."), "small", "text_dim")))
                continue
            rows.append(self._kind_row(luck.all, say(_("All rolls with a target number"), "bold")))
            for kind in luck.kinds.values():
                label = (Span(self._pattern(kind.why), "small"), *clause_spans([kind.clause]))
                rows.append(self._kind_row(kind, label))
            rows.append(Row("gap"))
        note = _("Luck is the share of all possible rolls that would have been worse: 50 % is neither good nor bad.")
        rows.append(Row("text", label=say(note, "small", "text_dim")))
        return rows

    def _pattern(self, why: str) -> str:
        """The sentence of a kind with dots for what differs from roll to roll."""
        return _HOLE.sub("…", self.words.word(why)).strip(" :")

    def _kind_row(self, kind: Kind, label: tuple[Span, ...]) -> Row:
        words = self.words
        if kind.tries:
            share = share_below(kind.spread, kind.got)
            said = _("{got} of {most} succeeded, {hoped} expected").format(
                got=kind.got, most=kind.tries, hoped=words.number(kind.hoped, 1)
            )
            luck = _("luck {share}").format(share=words.percent(share))
            tone = "good" if share > 0.7 else "danger" if share < 0.3 else "text"
            return Row("value", label=label, note=say(said, "small", "text_dim"), value=say(luck, "small_bold", tone))
        dice = ngettext("{n} die", "{n} dice", kind.dice)
        said = _("{dice}: {n} in all, {hoped} expected").format(
            dice=dice, n=kind.total, hoped=words.number(kind.plain.mean, 1)
        )
        return Row("value", label=label, note=say(said, "small", "text_dim"))

    # -- events and drawing -----------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """The table scrolls; clauses lead to the rules; then the button."""
        if event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.sheet.rect.collidepoint(event.pos)):
            press = self.sheet.mouse(event)
            if press is not None and press.what == "link":
                self.follow(Link("clause", press.id))
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            return self.sheet.key(event)[0]
        return super().event(event)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel, the bars and the table."""
        draw_frame(self.app, surface, _("Dice statistics"), 900)
        for side, rect in self.charts:
            self._draw_chart(surface, rect, side, self.luck[side])
        self.sheet.draw(surface)

    def _draw_chart(self, surface: pygame.Surface, rect: pygame.Rect, side: str, luck: Luck) -> None:
        """How often each face fell, with a line where each ought to be."""
        theme, px = self.app.theme, self.app.theme.px
        style = theme.side(self.session.state.sides[side].colour)
        thrown = sum(luck.faces.values())
        mean = sum(f * n for f, n in luck.faces.items()) / thrown if thrown else 0.0
        said = ngettext("{n} die", "{n} dice", luck.dice)
        if thrown:
            said += ", " + _("mean {n}").format(n=self.words.number(mean))
        head = flow(
            (Span(self.words.name(side, self.session.state) + "   ", "small_bold"), *say(said, "small", "text_dim")),
            rect.width,
            theme,
        )
        head.draw(surface, theme, rect.topleft)
        low = rect.bottom - px(18)
        tall = low - rect.top - head.height - px(16)
        most = max([*luck.faces.values(), thrown / 6 * 1.25, 1])
        step = rect.width / 6
        bars = []
        for k, n in enumerate(luck.faces.values()):
            bar = pygame.Rect(rect.left + round(k * step) + px(4), 0, max(px(6), round(step) - px(8)), 0)
            bar.height = round(tall * n / most)
            bar.bottom = low
            bars.append(bar)
            pygame.draw.rect(surface, style.main, bar, border_radius=px(2))
            pygame.draw.rect(surface, style.light, bar, px(1), px(2))
        y = low - round(tall * (thrown / 6) / most)
        for x in range(rect.left, rect.right, px(8)):
            pygame.draw.line(surface, theme.colour("accent"), (x, y), (min(x + px(4), rect.right), y), px(1))
        for (face, n), bar in zip(luck.faces.items(), bars, strict=True):
            count = flow(say(str(n), "tiny"), rect.width, theme)
            back = pygame.Rect(0, 0, count.width + px(4), count.height)
            back.midbottom = (bar.centerx, bar.top - px(1))
            pygame.draw.rect(surface, theme.colour("panel"), back)
            count.draw(surface, theme, (back.left + px(2), back.top))
            below = flow(say(str(face), "small_bold"), rect.width, theme)
            below.draw(surface, theme, (bar.centerx - below.width // 2, low + px(2)))
        pygame.draw.line(surface, theme.colour("edge_light"), (rect.left, low), (rect.right, low), px(1))
