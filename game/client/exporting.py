"""Taking a battle along: a page, a moving picture, a picture of a moment; each is made beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.client import destinations
from game.client.battle.shelf import ENDINGS
from game.client.folders import free_path
from game.client.navigation import Window
from game.client.report.worker import Kind, Task
from game.client.words import _
from game.engine.files.player_files import shown


def offer_export(app: Window, record: Path, line: int) -> None:
    """Ask what is to be made of a battle.

    Parameters
    ----------
    record
        The file of the battle.
    line
        The moment of a picture.
    """

    def maker(kind: Kind) -> Callable[[], None]:
        return lambda: export(app, record, kind, line)

    answers = [
        ("page", _("Page (HTML)"), maker("page"), True),
        ("gif", _("Animation (GIF)"), maker("gif"), False),
        ("picture", _("Picture of this moment"), maker("picture"), False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    text = _("The program makes the file while you play on. First choose where to save it.")
    app.go(destinations.Question(_("Export the battle"), text, answers))


def export(app: Window, record: Path, kind: Kind, line: int) -> None:
    """Ask where something made of a battle is to lie, and begin to make it."""
    if app.jobs.full:
        app.notice(_("Three exports are running already. Wait for one, or stop one."), "warning")
        return

    def begin(path: Path) -> None:
        to = str(path.absolute())
        if to in app.jobs.paths:
            app.notice(_("{name} is already being exported.").format(name=shown(path)), "warning")
            return
        app.jobs.begin(Task(kind, str(record.absolute()), to, app.settings.language, line))

    folder = app.folders.reports
    stem = record.stem if kind != "picture" else f"{record.stem} - {line}"
    path = free_path(folder, stem + ENDINGS[kind][0])
    n = 2
    while str(path) in app.jobs.paths:
        path = free_path(folder, f"{stem} ({n}){ENDINGS[kind][0]}")
        n += 1
    app.go(destinations.Choose(_("Save the export"), kind, folder, begin, path.name))
