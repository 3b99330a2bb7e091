"""The end of a battle: who won and why, scores, losses, what the dice did, and the check of the seed."""

from __future__ import annotations

import threading

import pygame

from game.client import destinations
from game.client.battle.account import SideAccount, account, seed_of
from game.client.battle.luck import Luck
from game.client.battle.match import Match
from game.client.navigation import Window
from game.client.screen import SETTLE, Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, Words, _
from game.engine.dice import seed_hash
from game.engine.records.record import RecordError, read_record


class EndScreen(Screen):
    """The account of the battle.

    Parameters
    ----------
    remark
        A parting word below the result, of a guided battle's guide; "" for none.
    """

    settles = SETTLE

    def __init__(self, app: Window, match: Match, remark: str = "") -> None:
        super().__init__(app)
        self.match, self.remark = match, remark
        self.words = Words(app.settings.language, match.session.ruleset)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.checked = ""
        self.sound: bool | None = None
        self._result: tuple[bool, str] | None = None

    def build(self) -> None:
        """The account, the buttons below."""
        self.words = Words(self.app.settings.language, self.match.session.ruleset)
        inner = framed(self.app, 760)
        px = self.app.theme.px
        buttons = [
            ("title", _("To the title"), self.app.home, True),
            ("watch", _("Watch it again"), self._watch, False),
            ("table", _("Look at the table"), self.back, False),
            ("dice", _("Dice statistics"), self._dice, False),
            *([("export", _("Export…"), self._export, False)] if self.match.writer is not None else []),
            ("verify", _("Check the dice"), self._verify, False),
        ]
        foot = self.foot(inner, lambda form: form.buttons(buttons)).rect.height
        scroll = self.sheet.scroll
        self.sheet = Sheet(
            self.app.theme, pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(10))
        )
        self._refresh()
        self.sheet.scroll = scroll

    def _refresh(self) -> None:
        state = self.match.session.state
        over = state.over
        rows: list[Row] = []
        if over is not None:
            winner = self.words.name(over.winner, state) if over.winner else ""
            head = _("{side} has won").format(side=winner) if winner else _("A draw")
            slot = state.sides[over.winner].colour if over.winner in state.sides else -1
            rows.append(Row("heading", label=say(head, "title", "accent"), swatch=slot))
            rows.append(Row("text", label=self.words.spans(over.why, state)))
            if self.remark:
                rows.append(Row("text", label=say(self.remark, "body", "good")))
            rows.append(Row("gap"))
        accounts = account(self.match.session)
        for side, mine in accounts.items():
            rows += self._side_rows(side, mine)
        rows += self._seed_rows()
        self.sheet.set_rows(rows)

    def _side_rows(self, side: str, mine: SideAccount) -> list[Row]:
        state = self.match.session.state
        over = state.over
        slot = state.sides[side].colour
        rows = [Row("heading", label=say(self.words.name(side, state), "bold", "accent"), swatch=slot)]

        def fact(label: str, value: str) -> None:
            rows.append(Row("value", label=say(label, "body", "text_dim"), value=say(value, "bold")))

        if over is not None and side in over.scores:
            fact(_("Score"), str(over.scores[side]))
        fact(_("Units lost"), _("{n} of {most}").format(n=mine.units_lost, most=mine.units))
        lost = self.words.say(self.match.session.ruleset.meta.losses)
        fact(lost, _("{n} of {most}").format(n=mine.bases_lost, most=mine.bases))
        fact(_("Dice rolled"), str(mine.luck.dice))
        if mine.luck.dice:
            rows += self._dice_rows(mine.luck)
        rows.append(Row("gap"))
        return rows

    def _dice_rows(self, luck: Luck) -> list[Row]:
        words = self.words
        rows = []
        n = sum(luck.faces.values())
        if n:
            spread = "   ".join(f"{f}: {words.percent(k / n)}" for f, k in luck.faces.items())
            mean = _("mean {n}").format(n=words.number(luck.mean))
            rows.append(Row("value", label=say(spread, "small", "text_dim"), value=say(mean, "small_bold")))
        asked = luck.all
        if asked.hoped:
            told = _("{got} successes (expected {hoped})").format(got=asked.got, hoped=words.number(asked.hoped, 1))
            rows.append(Row("text", label=say(told, "small", "text_dim")))
        return rows

    def _seed_rows(self) -> list[Row]:
        seed = seed_of(self.match.session)
        rows = [Row("heading", label=say(_("Honest dice"), "bold", "accent"))]
        if self.match.session.setup is not None and self.match.session.setup.dice == "typed":
            rows.append(Row("text", label=say(_("The players rolled their own dice."), "body", "text_dim")))
            return rows
        rows.append(Row("value", label=say(_("Seed"), "body", "text_dim"), value=say(seed, "small_bold")))
        rows.append(
            Row("value", label=say(_("Promised at the start"), "body", "text_dim"), value=say(seed_hash(seed), "small"))
        )
        if self.checked:
            tone = "good" if self.sound else "warning" if self.sound is None else "danger"
            rows.append(Row("text", label=(Span(self.checked, "bold", tone),)))
        return rows

    # -- what the player does ---------------------------------------------------------------------------------

    def _verify(self) -> None:
        """Play the record again in the background and compare."""
        writer = self.match.writer
        if writer is None:
            self.checked, self.sound = _("Nothing was recorded."), None
            self._refresh()
            return
        writer.flush()
        path, ruleset = writer.path, self.match.session.ruleset
        self.checked, self.sound = _("Checking…"), None
        self._refresh()

        def work() -> None:
            from game.engine.records.verify import verify

            try:
                found = verify(read_record(path), ruleset)
            except RecordError as fault:
                self._result = (False, self.words.say(fault.text))
                return
            except Exception as fault:  # told on the screen
                self._result = (False, f"{type(fault).__name__}: {fault}")
                return
            if found:
                self._result = (
                    False,
                    _("Line {n}: {what}").format(n=found[0].line, what=self.words.say(found[0].text)),
                )
            else:
                self._result = (True, _("A second run from the promised seed gave every event exactly as recorded."))

        threading.Thread(target=work, name="verify", daemon=True).start()

    def update(self, dt: float) -> None:
        """Take the result of the check."""
        super().update(dt)
        if self._result is not None:
            (self.sound, self.checked), self._result = self._result, None
            self._refresh()
            self.sheet.bottom()

    def _dice(self) -> None:
        session = self.match.session
        self.app.go(destinations.Dice(session, len(session.lines), lambda _event: True))

    def _watch(self) -> None:
        writer = self.match.writer
        self.app.go(destinations.Replay(self.match.session, None, writer.path if writer is not None else None))

    def _export(self) -> None:
        from game.client.exporting import offer_export

        writer = self.match.writer
        if writer is not None:
            writer.flush()
            offer_export(self.app, writer.path, len(self.match.session.lines) - 1)

    def back(self) -> None:
        """Look at the table."""
        self.app.close(self)

    def event(self, event: pygame.event.Event) -> bool:
        """The account scrolls; then the buttons."""
        if event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.sheet.rect.collidepoint(event.pos)):
            self.sheet.mouse(event)
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            return self.sheet.key(event)[0]
        return super().event(event)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the account."""
        draw_frame(self.app, surface, _("The end of the battle"), 760)
        self.sheet.draw(surface)
