"""Taking a battle along: a page, a moving picture, a picture of a moment; each is made beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.client import places
from game.client.folders import free_path, short_path
from game.client.navigation import Window
from game.client.report.worker import Kind, Task
from game.client.words import _

ENDINGS: dict[Kind, str] = {"page": ".html", "gif": ".gif", "picture": ".png"}


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

    text = _("It is made while you go on, and lies in {folder}.").format(folder=short_path(app.folders.reports))
    answers = [
        ("page", _("Page (HTML)"), maker("page"), True),
        ("gif", _("Moving picture (GIF)"), maker("gif"), False),
        ("picture", _("Picture of this moment"), maker("picture"), False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.go(places.Question(_("Take the battle along"), text, answers))


def export(app: Window, record: Path, kind: Kind, line: int) -> None:
    """Begin to make something of a battle."""
    stem = record.stem if kind != "picture" else f"{record.stem} - {line}"
    path = free_path(app.folders.reports, stem + ENDINGS[kind])
    n = 2
    while str(path) in app.jobs.paths:
        path = free_path(app.folders.reports, f"{stem} ({n}){ENDINGS[kind]}")
        n += 1
    task = Task(kind, str(record.absolute()), str(path.absolute()), app.settings.language, line)
    if not app.jobs.begin(task):
        app.notice(_("Three are being made already: wait for one, or stop one."), "warning")
