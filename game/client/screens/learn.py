"""Learn: the guided first battles of all systems, to choose one from."""

from __future__ import annotations

from functools import partial

import pygame

from game.client import destinations
from game.client.battle.chosen_setup import Plan
from game.client.guide.file import GuideFile, guides_of
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.text import say
from game.client.words import Words, _
from game.engine.ruleset import Ruleset

WIDE, COLUMNS, GAP = 1180, 900, 24
"""Pixels at scale 1: how wide the panel is, from which width on it has two columns, and the room between them."""


class LearnScreen(Screen):
    """A guided battle for every system that has one."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.offers: list[tuple[Ruleset, GuideFile]] = []
        for ruleset in app.library.rulesets():
            found, problems = guides_of(ruleset)
            self.offers += [(ruleset, guide) for guide in found]
            for problem in problems:
                app.notice(problem, "warning")

    def build(self) -> None:
        """A heading, what it is about and a button for each."""
        inner = framed(self.app, WIDE)
        px = self.app.theme.px
        top, foot = px(36), px(44)
        head = self.form(pygame.Rect(inner.left, inner.top, inner.width, top))
        head.text(say(_("One short battle for each system. The program says what to do next; you decide."), "italic"))
        if not self.offers:
            head.text(_("No installed system has a guided battle."))
        head.finish()
        columns = 2 if inner.width >= px(COLUMNS) else 1
        wide, rows = (inner.width - px(GAP) * (columns - 1)) // columns, -(-len(self.offers) // columns)
        for k in range(columns if self.offers else 0):
            left = inner.left + k * (wide + px(GAP))
            form = self.form(pygame.Rect(left, inner.top + top, wide, inner.height - top - foot - px(8)))
            for n in range(k * rows, min((k + 1) * rows, len(self.offers))):
                self._offer(form, n)
            form.finish()
        bottom = self.form(pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot))
        bottom.buttons([("back", _("Back"), self.back, False)], right=True)
        bottom.finish()

    def _offer(self, form: Form, n: int) -> None:
        """A guided battle: what it is, and the button that begins it."""
        ruleset, guide = self.offers[n]
        words = Words(self.app.settings.language, ruleset)
        form.heading(f"{words.word(ruleset.meta.name)}: {words.word(guide.title)}")
        form.text(words.word(guide.about))
        form.button(f"begin-{ruleset.meta.id}-{n}", _("Begin this battle"), partial(self.begin, n))

    def begin(self, n: int) -> None:
        """Begin the n-th battle."""
        from game.client.battle.match import begin_match

        ruleset, guide = self.offers[n]
        app = self.app
        plan = Plan(guide.document(ruleset.meta.id), 0, dict(guide.players))
        try:
            match = begin_match(ruleset, plan, app.folders.saves, app.settings.language)
        except ValueError as fault:
            app.notice(_("The battle cannot begin: {why}").format(why=fault), "warning")
            return
        wrong = guide.open(match.session)
        if wrong is not None:
            match.close()
            why = Words(app.settings.language, ruleset).say(wrong, match.session.state)
            app.notice(_("The battle cannot begin: {why}").format(why=why), "warning")
            return
        app.close(self)
        app.go(destinations.Battle(match, guide))

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel behind the form."""
        draw_frame(self.app, surface, _("Learn: a guided first battle"), WIDE)
