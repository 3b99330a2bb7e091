"""What if: a battle gone on with from a moment of its replay, as a new battle with a record of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.bots.roster import bot_names
from game.client import destinations
from game.client.battle.match import fork_match
from game.client.battle.who import players_of
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.text import say
from game.client.words import Words, _
from game.engine.eyes import PERSON
from game.engine.session import Session


class WhatIfScreen(Screen):
    """Who plays on from here.

    Parameters
    ----------
    session, line
        The battle, and the line after which it is gone on with.
    title
        Of the battle.
    players
        Who played it, by side, as far as that is known.
    moment
        What the moment is, as a sentence.
    seat
        The one side that a person may play, where the others' secrets are still to be kept; "" for any.
    """

    def __init__(
        self,
        app: Window,
        session: Session,
        line: int,
        title: str,
        players: Mapping[str, str],
        moment: str,
        seat: str = "",
    ) -> None:
        super().__init__(app)
        self.session, self.line, self.moment, self.seat = session, line, moment, seat
        begun = _("“What if?” {title}")
        self.title = title if title.startswith(begun.format(title="")) else begun.format(title=title)
        state = session.lines[line].state
        bots = bot_names(session.ruleset)
        self.players = {s: players.get(s, bots[0]) for s in state.sides}
        self.players = {s: p if p in bots else PERSON for s, p in self.players.items()}
        asked = state.pending.waiting[0].side if state.pending is not None and state.pending.waiting else ""
        if asked and seat in ("", asked):
            self.players[asked] = PERSON
        if seat:
            self.players = {s: bots[0] if p == PERSON and s != seat else p for s, p in self.players.items()}
        self.curtain = app.settings.curtain

    def build(self) -> None:
        """Who plays each side, and the buttons."""
        inner = framed(self.app, 640)
        words = Words(self.app.settings.language, self.session.ruleset)
        buttons = [("begin", _("Continue from here"), self._begin, True), ("back", _("Back"), self.back, False)]
        foot = self.foot(inner, lambda form: form.buttons(buttons, right=True))
        tall = inner.height - foot.rect.height - self.app.theme.px(8)
        form = self.form(pygame.Rect(inner.left, inner.top, inner.width, tall))
        self.forms = [form, foot]  # the keyboard begins with the first
        self._fill(form, words)
        form.finish()

    def _fill(self, form: Form, words: Words) -> None:
        form.text(self.title, "bold")
        form.text(say(self.moment, "body", "text_dim"))
        form.gap()
        state = self.session.lines[self.line].state
        offered = players_of(self.session.ruleset)
        bots = [row for row in offered if row[0] != PERSON]
        for side, player in self.players.items():
            among = offered if self.seat in ("", side) else bots
            form.choice(f"player-{side}", words.name(side, state), among, player, self._taker(side))
        if sum(p == PERSON for p in self.players.values()) > 1:
            form.check("curtain", _("Curtain between two people"), self.curtain, self._take_curtain)
        form.gap()
        kept = _(
            "The battle you are watching stays unchanged. A new battle starts with everything that happened up to here."
        )
        form.text(say(kept, "small", "text_dim"))
        if self.session.setup is not None and self.session.setup.dice == "seeded":
            dice = _("Dice continue from this point: the same actions give the same rolls.")
            if self.session.own_dice_from(self.line):
                dice = _(
                    "The original battle is not over. The new battle has its own dice, not the original's future dice."
                )
            form.text(say(dice, "small", "text_dim"))

    def _taker(self, side: str) -> Callable[[str], None]:
        def take(player: str) -> None:
            self.players[side] = player
            self.rebuild()

        return take

    def _take_curtain(self, drawn: bool) -> None:
        self.curtain = drawn

    def _begin(self) -> None:
        app = self.app
        match = fork_match(self.session, self.line, self.players, app.folders.saves, self.title, self.curtain)
        app.close(self)
        app.go(destinations.Battle(match))
        for fault in match.faults:
            app.notice(fault, "warning")
        match.faults.clear()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel behind the form."""
        draw_frame(self.app, surface, _("What if?"), 640)
