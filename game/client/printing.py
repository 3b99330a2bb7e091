"""A list put on paper: a page to print, a text file, or the text on the clipboard."""

from __future__ import annotations

from pathlib import Path

from game.army import make_sheet, to_html, to_text
from game.army.paper_list import Sheet
from game.client import destinations, outside
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.kept_lists import plain_name
from game.client.destinations import Answer
from game.client.folders import free_path
from game.client.navigation import Window
from game.client.ui.text import say
from game.client.words import _, os_words
from game.engine.ruleset import Ruleset


def offer_paper(app: Window, ruleset: Ruleset, plan: Plan, side: str) -> None:
    """Ask in which form a side's list is wanted, and make it in the player's language."""
    sheet = make_sheet(ruleset, plan.setup, side, chosen_setup.size_of(ruleset, plan, side), app.settings.language)
    text = _(
        "The page shows profiles, limits and all rules with their clauses. Print it from the browser. The text can "
        "be pasted into a forum or a letter."
    )
    answers: list[Answer] = [
        ("page", _("Page (HTML)"), lambda: _write(app, sheet, to_html(sheet), ".html"), True),
        ("text", _("Text file"), lambda: _write(app, sheet, to_text(sheet), ".txt"), False),
        ("copy", _("Copy the text"), lambda: _copy(app, sheet), False),
        ("back", _("Back"), lambda: None, False),
    ]
    app.go(destinations.Question(_("Print, export: {name}").format(name=sheet.title), text, answers))


def _write(app: Window, sheet: Sheet, text: str, suffix: str) -> None:
    """Ask where a list is to be written, write it, tell where it lies, and open it if it is wanted."""

    def write(path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except (OSError, ValueError) as fault:
            app.notice(_("The list cannot be saved: {why}").format(why=os_words(fault)), "warning")
            return
        answers: list[Answer] = [
            ("open", _("Open"), lambda: app.show_file(path), True),
            ("ok", _("OK"), lambda: None, False),
        ]
        app.go(destinations.Question(_("Saved"), say(str(path)), answers))

    sort = "page" if suffix == ".html" else "text"
    name = free_path(app.folders.lists, plain_name(f"{sheet.title} {sheet.points}") + suffix).name
    app.go(destinations.Choose(_("Save the list"), sort, app.folders.lists, write, name))


def _copy(app: Window, sheet: Sheet) -> None:
    if not outside.copy(to_text(sheet)):
        app.notice(_("The clipboard cannot be used."), "warning")
        return
    app.notice(_("The list is on the clipboard"))
