"""The answer in the dock: the editor of the pending decision, what is known of the draft, and giving it.

Three sheets, one below the other: the editor's rows, the only one with a scroller; reasons, sums and odds of the
draft; confirming and the exits, which stay in sight whatever the others hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import pygame

from game.client.editors.base import Editor
from game.client.editors.deeds import take_instead
from game.client.panels.decision_rows import (
    MORE,
    SLIM,
    TALL,
    TERSE,
    confirm_row,
    more_row,
    tightened,
    told_rows,
    way_rows,
)
from game.client.panels.odds_work import ForecastWork
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Press, Row
from game.client.words import Link, Spans
from game.engine.decision import Reply
from game.engine.ruleset import Forecast

SETTLE = 0.15
"""Seconds that a draft must rest before its odds are asked, and what would be allowed instead of it."""
SEEN = 7
"""So many choices are seen, where there are as many, before what is told of the draft has room."""
SLIM_BELOW, TERSE_BELOW = 710, 560
"""Heights of the panel's window (pixels at scale 1) below which rows have a line less, and one alone."""
FOOT_SHARE = 0.42
"""No more of the height than this is taken by confirming and the exits; those beyond go into a row."""


@dataclass(frozen=True)
class Asked:
    """What the player wants of the panel: give a reply, follow a link, have an answer suggested.

    ``too_soon``: he confirmed what cannot be given yet; ``run``: all that has no choice is to be resolved.
    """

    reply: Reply | None = None
    link: Link | None = None
    too_soon: bool = False
    suggest: bool = False
    run: bool = False


class DecisionPanel:
    """Shows an editor; tells when an answer or an exit is given.

    Attributes
    ----------
    editor
        The editor of the pending decision; None while nobody here decides.
    idle
        What is said instead, while there is none.
    body, told, foot
        The three sheets, from above.
    size
        How tight its rows are: "" usually, "slim" in a small window, "terse" with large text.
    bare
        Only the confirming button is shown.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.editor: Editor | None = None
        self.idle: Spans = ()
        self.size = ""
        self.bare = False
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.body = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.told = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.foot = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.told.bar = self.foot.bar = False
        self.opened: set[str] = set()
        self.odds: Forecast | None = None
        self._odds_for = -1
        self._work: ForecastWork | None = None
        self._rested = 0.0
        self._version = -2
        self._revealed = (-2, 0)
        self._dirty = True

    @property
    def sheets(self) -> tuple[Sheet, Sheet, Sheet]:
        """The three sheets, from above."""
        return self.body, self.told, self.foot

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all sheets, from above."""
        return tuple(r for s in self.sheets for r in s.rows)

    def wear(self, theme: Theme) -> None:
        """Another theme or scale."""
        self.theme = theme
        for sheet in self.sheets:
            sheet.theme = theme
        self._dirty = True

    # -- content ----------------------------------------------------------------------------------------------

    def set_editor(self, editor: Editor | None) -> None:
        """Another decision, or none."""
        self.editor = editor
        self.odds, self._odds_for, self._version, self._revealed = None, -1, -2, (-2, 0)
        self.opened = set()
        self.body.scroll = self.told.scroll = 0
        self.body.focus = ""
        self.unwalk()
        self._dirty = True

    def set_idle(self, spans: Spans) -> None:
        """What is said while nobody here decides."""
        if spans != self.idle:
            self.idle = spans
            self._dirty = True

    def place(self, rect: pygame.Rect, window: int) -> None:
        """Move or resize the panel in a window of a height (pixels)."""
        px = self.theme.px
        size = "terse" if window < px(TERSE_BELOW) else "slim" if window < px(SLIM_BELOW) else ""
        if rect != self.rect or size != self.size:
            self.rect, self.size = rect, size
            for sheet in self.sheets:
                sheet.gap = 2 if size == "terse" else 4
            self._dirty = True

    def strip(self, bare: bool) -> None:
        """Leave only the confirming button, or bring the rest back."""
        self._dirty = self._dirty or bare != self.bare
        self.bare = bare

    @property
    def _gap(self) -> int:
        return self.theme.px(1 if self.size == "terse" else 6)

    def _wished(self, width: int) -> tuple[int, int, int]:
        """The heights the sheets would like to have; 0 for one without rows."""
        body, told, foot = (s.natural_height(s.rows, width) if s.rows else 0 for s in self.sheets)
        return body, told, foot

    def update(self, dt: float) -> None:
        """Time passes (seconds): odds are asked once the draft has rested."""
        editor = self.editor
        if editor is not None:
            if editor.version != self._version:
                self._version = editor.version
                self._rested = 0.0
                self.odds = None
                self._dirty = True
            self._rested += dt
            if self._rested >= SETTLE and editor.judged.rested != editor.version:
                editor.judged.rested = editor.version
                self._dirty = self._dirty or bool(editor.judged.instead()) or bool(editor.judged.so_near())
            self._ask_odds(editor)
        self._refresh()

    @property
    def reckoning(self) -> bool:
        """Whether the odds of the draft are being worked out."""
        work, editor = self._work, self.editor
        if editor is None or work is None or work.done:
            return False
        return work.of == (editor, self._odds_for) and editor.version == self._odds_for

    def _ask_odds(self, editor: Editor) -> None:
        """Let the odds of a draft that rests be worked out beside the window; one draft at a time."""
        if self._work is not None and self._work.done:
            work, self._work = self._work, None
            if work.fault is not None:
                raise work.fault
            if work.of == (editor, self._odds_for) and editor.version == self._odds_for:
                self.odds = work.told
                self._dirty = True
        if self._work is None and self._rested >= SETTLE and self._odds_for != editor.version:
            self._odds_for = editor.version
            reply = editor.reply()
            if reply is not None and reply.answer is not None:
                self._work = ForecastWork((editor, editor.version), partial(editor.desk.forecast, reply.answer))
                self._dirty = True
                if self._work.done:
                    self._ask_odds(editor)

    def _refresh(self) -> None:
        if not self._dirty:
            return
        self._dirty = False
        editor = self.editor
        if editor is None:
            self.body.set_rows([Row("text", label=self.idle)] if self.idle and not self.bare else [])
            self.told.set_rows([])
            self.foot.set_rows([])
        else:
            self.body.set_rows([] if self.bare else tightened(editor.rows(), self.size))
            told = told_rows(editor, self.odds, self.reckoning, self.opened)
            self.foot.set_rows(self._foot_rows(editor))
            self.told.set_rows([] if self.bare or self._brief(editor, told) else told)
        self._share()
        if editor is not None:
            self._reveal_choice(editor)

    def _brief(self, editor: Editor, told: list[Row]) -> bool:
        """Whether what is told waits behind the row of more: with large text, where there is no room for it."""
        verdict = editor.verdict()
        if self.size != "terse" or verdict is None or not verdict.legal or MORE in self.opened:
            return False
        wide = self.rect.width
        tall = sum(s.natural_height(rows, wide) for s, rows in ((self.body, self.body.rows), (self.told, told)))
        over = tall + self.foot.natural_height(self.foot.rows, wide) + 2 * self._gap > self.rect.height
        return over and any(row.id == MORE for row in self.foot.rows)

    def _foot_rows(self, editor: Editor) -> list[Row]:
        """Confirming, the suggestion and the exits; those there is no room for behind one row."""
        rows = [confirm_row(editor, self.size, self.bare)]
        ways = way_rows(editor, self.size)
        if self.bare or not ways:
            return rows
        if MORE in self.opened:
            return [*rows, *ways, more_row(len(ways), self.size, True)]
        room = 0 if self.size == "terse" else round(self.rect.height * FOOT_SHARE)
        if len(ways) == 1 or self.foot.natural_height([*rows, *ways], self.rect.width) <= room:
            return rows + ways
        shown = len(ways) - 1
        hidden = [more_row(len(ways), self.size, False)]
        while shown and self.foot.natural_height([*rows, *ways[:shown], *hidden], self.rect.width) > room:
            shown -= 1
        return [*rows, *ways[:shown], more_row(len(ways) - shown, self.size, False)]

    def _reveal_choice(self, editor: Editor) -> None:
        """What was chosen elsewhere (on the table, by a digit) is scrolled into sight, also where room grew less."""
        now = editor.version, self.body.rect.height
        if now != self._revealed:
            self._revealed = now
            chosen = [r.id for r in self.body.rows if r.on and r.id]
            if chosen:
                self.body.reveal(editor.chief_row() or chosen[-1])

    def _share(self) -> None:
        """Give the answer what it needs, the choices what seven of them need, and what is told the rest.

        What is refused, and how it could be done, is told before choices; what is told may be opened.
        """
        rect = self.rect
        body, told, foot = self._wished(rect.width)
        gaps = self._gap * max(0, sum(bool(h) for h in (body, told, foot)) - 1)
        foot = min(foot, max(rect.height - gaps, 0))
        room = max(0, rect.height - gaps - foot)
        if body + told > room:
            verdict = self.editor.verdict() if self.editor is not None else None
            refused = verdict is not None and verdict.status == "refused"
            row = self.theme.px({"slim": SLIM, "terse": TERSE}.get(self.size, TALL) + 4)
            least = min(body, 2 * row if refused or "told" in self.opened else SEEN * row)
            told = min(told, max(room - least, min(row, room // 3)))
            body = room - told
        top = rect.top
        for sheet, tall in zip((self.body, self.told), (body, told), strict=True):
            sheet.place(pygame.Rect(rect.left, top, rect.width, tall))
            top += tall + (self._gap if tall else 0)
        self.foot.place(pygame.Rect(rect.left, rect.bottom - foot, rect.width, foot))

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sheets."""
        self._refresh()
        for sheet in self.sheets:
            sheet.draw(surface)

    # -- what the player does ---------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether the keyboard is here."""
        return self.body.active

    @active.setter
    def active(self, on: bool) -> None:
        for sheet in self.sheets:
            sheet.active = on

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> Asked | None:
        """Take a mouse event at a window pixel."""
        under = next((s for s in self.sheets if s.rect.collidepoint(pos)), self.body)
        if event.type == pygame.MOUSEBUTTONDOWN and self.told.more.collidepoint(pos):
            self.opened ^= {"told"}
            self._dirty = True
            return None
        if event.type == pygame.MOUSEBUTTONUP:
            for other in self.sheets:
                if other is not under:
                    other.mouse(event)
        return self._done(under.mouse(event))

    def key(self, event: pygame.event.Event) -> tuple[bool, Asked | None]:
        """Take a key for rows: walking goes through all sheets."""
        at = next((n for n, s in enumerate(self.sheets) if n and s.walked and s.focus), 0)
        sheet = self.sheets[at]
        used, press = sheet.key(event)
        if used or event.key not in (pygame.K_DOWN, pygame.K_UP):
            return used, self._done(press)
        by = 1 if event.key == pygame.K_DOWN else -1
        for n in range(at + by, len(self.sheets) if by > 0 else -1, by):
            if self.sheets[n].step_focus(by):
                sheet.focus, sheet.walked = "", False
                return True, None
        return False, None

    @property
    def keyed(self) -> str:
        """The row that the keyboard was led to; "" where the last thing done was no walking."""
        return next((s.focus for s in self.sheets if s.walked and s.focus), "")

    def unwalk(self) -> None:
        """The draft was changed otherwise: Enter confirms again instead of pressing a row."""
        for sheet in self.sheets:
            sheet.walked = False

    def lead_to(self, row_id: str) -> bool:
        """Lead the keyboard to a row, so that Enter presses it; False where it may not be pressed."""
        self._refresh()
        if row_id not in {r.id for r in self.rows} and MORE in {r.id for r in self.rows}:
            self.opened.add(MORE)
            self._dirty = True
            self._refresh()
        found = next((s for s in self.sheets for r in s.rows if r.id == row_id and not r.bar), None)
        if found is None:
            return False
        self.unwalk()
        found.focus, found.walked = row_id, True
        found.reveal(row_id)
        return True

    def give(self) -> Asked | None:
        """Enter: the draft, where it is legal."""
        reply = self.editor.reply() if self.editor is not None else None
        return Asked(reply) if reply is not None else None

    def exit(self, n: int) -> Asked | None:
        """The n-th exit (from 0)."""
        if self.editor is None or n >= len(self.editor.desk.asked.exits):
            return None
        way = self.editor.desk.asked.exits[n]
        return Asked(Reply(exit=way.id)) if way.bar is None else None

    def _done(self, press: Press | None) -> Asked | None:
        if press is None or self.editor is None or press.what == "hover":
            return None
        if press.what == "link":
            return Asked(link=Link("clause" if press.link_kind == "clause" else "thing", press.id))
        row = next((r for r in self.rows if r.id == press.id), None)
        if row is None or row.bar:
            return None
        kind, _newline, name = press.id.partition("\n")
        if press.id.startswith("act:"):
            self.unwalk()
        if press.id == "act:give":
            return self.give()
        if press.id == "act:nearest":
            self.editor.take_nearest()
        elif kind == "act:instead":
            take_instead(self.editor, int(name))
        elif press.id == "act:default":
            return Asked(suggest=True)
        elif press.id == "act:run":
            return Asked(run=True)
        elif press.id == "act:barred":
            self.editor.unfolded = not self.editor.unfolded
            self._dirty = True
        elif kind in ("sum", "odds", MORE):
            self.opened ^= {press.id}
            self._dirty = True
        elif kind == "exit":
            return Asked(Reply(exit=name))
        elif self.editor.press(press):
            return self.give()
        return None
