"""A list put on paper: a page to print, a text file, or the text on the clipboard."""

from __future__ import annotations

from pathlib import Path

from game.army import make_sheet, to_html, to_text
from game.army.sheet import Sheet
from game.client import outside
from game.client.app import App
from game.client.battle import plan as plans
from game.client.battle.plan import Plan
from game.client.screens.dialog import Dialog
from game.client.screens.lists import keep
from game.client.ui.text import say
from game.client.words import _, os_words
from game.engine.ruleset import Ruleset


class PaperDialog(Dialog):
    """Asks in which form a side's list is wanted, and makes it in the player's language."""

    def __init__(self, app: App, ruleset: Ruleset, plan: Plan, side: str) -> None:
        self.sheet: Sheet = make_sheet(
            ruleset, plan.setup, side, plans.size_of(ruleset, plan, side), app.settings.language
        )
        text = _(
            "The page has profiles, limits, and every rule by its clause; print it from the browser. The text is for "
            "pasting into a forum or a letter."
        )
        answers = [
            ("page", _("Page (HTML)"), self._page, True),
            ("text", _("Text file"), self._text, False),
            ("copy", _("Copy the text"), self._copy, False),
            ("back", _("Back"), lambda: None, False),
        ]
        super().__init__(app, _("Print, export: {name}").format(name=self.sheet.title), text, answers)

    def _write(self, text: str, suffix: str) -> Path | None:
        try:
            return keep(self.app.folders.lists, f"{self.sheet.title} {self.sheet.points}", text, suffix)
        except OSError as fault:
            self.app.notice(_("The list cannot be saved: {why}").format(why=os_words(fault)), "warning")
            return None

    def _page(self) -> None:
        path = self._write(to_html(self.sheet), ".html")
        if path is not None:
            self.app.open(_WrittenDialog(self.app, path))

    def _text(self) -> None:
        path = self._write(to_text(self.sheet), ".txt")
        if path is not None:
            self.app.open(_WrittenDialog(self.app, path))

    def _copy(self) -> None:
        if not outside.copy(to_text(self.sheet)):
            self.app.notice(_("The clipboard cannot be used."), "warning")
            return
        self.app.notice(_("The list is on the clipboard"))


class _WrittenDialog(Dialog):
    """Tells where a file lies, and opens it."""

    def __init__(self, app: App, path: Path) -> None:
        self.path = path
        answers = [("open", _("Open it"), self._open, True), ("ok", _("Good"), lambda: None, False)]
        super().__init__(app, _("Saved"), say(str(path)), answers)

    def _open(self) -> None:
        self.app.show_file(self.path)
