"""The side panel's upper part: the editor of the pending decision, and below it, always in sight, answer and exits."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from game.client.editors.base import Editor, bar_spans, forecast_rows, reason_rows, sum_rows
from game.client.theme import Theme
from game.client.ui.rows import Press, Row
from game.client.ui.sheet import Sheet
from game.client.ui.text import say
from game.client.words import Link, Spans, _, clause_spans
from game.engine.decision import Reply
from game.engine.ruleset import Forecast

SETTLE = 0.15
"""Seconds that a draft must rest before its odds are asked."""
EXIT_KEYS = ("F2", "F3", "F4", "F5", "F6", "F7")


@dataclass(frozen=True)
class Asked:
    """What the player wants of the panel: give a reply, or follow a link."""

    reply: Reply | None = None
    link: Link | None = None


class DecisionPanel:
    """Shows an editor; tells when an answer or an exit is given.

    Attributes
    ----------
    editor
        The editor of the pending decision; None while nobody here decides.
    idle
        What is said instead, while there is none.
    cramped
        There is so little room that only what cannot be missed is shown below the editor.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.editor: Editor | None = None
        self.idle: Spans = ()
        self.cramped = False
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.body = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.foot = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.opened: set[str] = set()
        self.odds: Forecast | None = None
        self._odds_for = -1
        self._rested = 0.0
        self._version = -2
        self._revealed = -2
        self._dirty = True

    # -- content ----------------------------------------------------------------------------------------------

    def set_editor(self, editor: Editor | None) -> None:
        """Another decision, or none."""
        self.editor = editor
        self.odds, self._odds_for, self._version, self._revealed = None, -1, -2, -2
        self.opened = set()
        self.body.scroll = 0
        self.body.focus = ""
        self.unwalk()
        self._dirty = True

    def set_idle(self, spans: Spans) -> None:
        """What is said while nobody here decides."""
        if spans != self.idle:
            self.idle = spans
            self._dirty = True

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the panel."""
        if rect != self.rect:
            self.rect = rect
            self._dirty = True

    def natural_height(self, width: int) -> int:
        """The height it would like to have."""
        self._refresh()
        foot = self.foot.natural_height(self.foot.rows, width) + self.theme.px(6) if self.foot.rows else 0
        return self.body.natural_height(self.body.rows, width) + foot

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
            if self._rested >= SETTLE and self._odds_for != editor.version:
                self._odds_for = editor.version
                reply = editor.reply()
                self.odds = (
                    editor.desk.forecast(reply.answer) if reply is not None and reply.answer is not None else None
                )
                self._dirty = self._dirty or self.odds is not None
        self._refresh()

    def _refresh(self) -> None:
        if not self._dirty:
            return
        self._dirty = False
        if self.editor is None:
            self.body.set_rows([Row("text", label=self.idle)] if self.idle else [])
            self.foot.set_rows([])
        else:
            self.body.set_rows(self.editor.rows())
            self._reveal_choice(self.editor)
            self.foot.set_rows(self._foot_rows(self.editor))
        self._share()
        self.foot.reveal("act:give")

    def _reveal_choice(self, editor: Editor) -> None:
        """What was chosen elsewhere (on the table, by a digit) is scrolled into sight."""
        if editor.version != self._revealed:
            self._revealed = editor.version
            chosen = [r.id for r in self.body.rows if r.on and r.id]
            if chosen:
                self.body.reveal(editor.chief_row() or chosen[-1])

    def _share(self) -> None:
        """Give the foot what it needs (at most 60 %), the body the rest."""
        foot = self.foot.natural_height(self.foot.rows, self.rect.width) if self.foot.rows else 0
        body = self.body.natural_height(self.body.rows, self.rect.width)
        room = self.rect.height
        if foot + body > room:
            foot = min(foot, max(room - body, room * 6 // 10))
        gap = self.theme.px(6) if foot else 0
        top = min(body, max(0, room - foot - gap))
        self.body.place(pygame.Rect(self.rect.left, self.rect.top, self.rect.width, top))
        self.foot.place(pygame.Rect(self.rect.left, self.rect.top + top + gap, self.rect.width, foot))

    def _foot_rows(self, editor: Editor) -> list[Row]:
        desk = editor.desk
        verdict = editor.verdict()
        rows: list[Row] = []
        if verdict is not None:
            rows += reason_rows(desk, verdict)
            if verdict.legal:
                rows += [
                    Row("text", label=desk.spans(r.text, "body", "warning") + clause_spans([r.clause]))
                    for r in verdict.reasons
                ]
            for n, total in enumerate(verdict.sums):
                rows += sum_rows(desk, total, f"sum\n{n}" in self.opened, f"sum\n{n}")
        rows += forecast_rows(desk, self.odds, self.opened)
        legal = verdict is not None and verdict.legal and editor.answer() is not None
        why: Spans = () if legal else say(_("Nothing is chosen yet"), "small", "text_dim")
        if not legal and verdict is not None and verdict.reasons:
            why = say(_("Not yet: see above"), "small", "text_dim")
        rows.append(
            Row("button", "act:give", say(_("Confirm"), "bold"), bar=why, tone="accent", key=desk.keys.shown("confirm"))
        )
        if self.cramped:
            rows[-1] = replace(rows[-1], bar=(), tone="accent" if legal else "dim")
        suggested = desk.asked.draft is not None or desk.asked.default.answer is not None
        if suggested and desk.decision.kind != "roll" and not self.cramped:
            rows.append(Row("choice", "act:default", say(_("Suggest an answer")), key=desk.keys.shown("default")))
        for n, way in enumerate(desk.asked.exits):
            rows.append(
                Row(
                    "choice",
                    f"exit\n{way.id}",
                    desk.spans(way.label),
                    bar=bar_spans(desk, way.bar),
                    key=EXIT_KEYS[n] if n < len(EXIT_KEYS) and way.bar is None else "",
                )
            )
        return rows

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both parts."""
        self._refresh()
        self.body.draw(surface)
        self.foot.draw(surface)

    # -- what the player does ---------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether the keyboard is here."""
        return self.body.active

    @active.setter
    def active(self, on: bool) -> None:
        self.body.active = self.foot.active = on

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> Asked | None:
        """Take a mouse event at a window pixel."""
        sheet = self.foot if self.foot.rect.collidepoint(pos) else self.body
        if event.type == pygame.MOUSEBUTTONUP:
            other = self.body if sheet is self.foot else self.foot
            other.mouse(event)
        return self._done(sheet.mouse(event))

    def key(self, event: pygame.event.Event) -> tuple[bool, Asked | None]:
        """Take a key for rows: walking goes through both parts."""
        sheet = self.foot if self.foot.walked and self.foot.focus else self.body
        used, press = sheet.key(event)
        if not used and event.key == pygame.K_DOWN and sheet is self.body:
            self.body.focus, self.body.walked = "", False
            return self.foot.step_focus(1), None
        if not used and event.key == pygame.K_UP and sheet is self.foot:
            self.foot.focus, self.foot.walked = "", False
            return self.body.step_focus(-1), None
        return used, self._done(press)

    @property
    def keyed(self) -> str:
        """The row that the keyboard was led to; "" where the last thing done was no walking."""
        return next((s.focus for s in (self.body, self.foot) if s.walked and s.focus), "")

    def unwalk(self) -> None:
        """The draft was changed otherwise: Enter confirms again instead of pressing a row."""
        self.body.walked = self.foot.walked = False

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
        row = next((r for r in (*self.body.rows, *self.foot.rows) if r.id == press.id), None)
        if row is None or row.bar:
            return None
        kind, _newline, name = press.id.partition("\n")
        if press.id.startswith("act:"):
            self.unwalk()
        if press.id == "act:give":
            return self.give()
        if press.id == "act:nearest":
            self.editor.take_nearest()
        elif press.id == "act:default":
            self.editor.take_default()
        elif press.id == "act:barred":
            self.editor.unfolded = not self.editor.unfolded
            self._dirty = True
        elif kind in ("sum", "odds"):
            self.opened ^= {press.id}
            self._dirty = True
        elif kind == "exit":
            return Asked(Reply(exit=name))
        elif self.editor.press(press):
            return self.give()
        return None
