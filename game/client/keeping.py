"""What is asked where the file of the battle being played is gone, and writing the whole battle anew."""

from __future__ import annotations

from pathlib import Path

from game.client import destinations
from game.client.battle.match import Match
from game.client.destinations import Answer
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import SETTLE
from game.client.words import _


def offer_anew(app: Window, match: Match) -> None:
    """The file of the battle being played is gone: nothing is lost, and it can be written anew."""
    text = _("{fault}. Nothing is lost: the whole battle is in memory and can be saved again.")
    text = text.format(fault=match.unsaved)

    def anew() -> None:
        write_anew(app, match)

    answers: list[Answer] = [
        ("anew", _("Save it again"), anew, True),
        ("later", _("Not now"), lambda: None, False),
    ]
    app.go(destinations.Question(_("The file of this battle is gone"), text, answers, SETTLE))


def write_anew(app: Window, match: Match) -> bool:
    """Write the whole battle into another file, and tell where it lies now, or that it lies nowhere."""
    path = match.write_anew(app.folders.refuges)
    if path is None:
        app.notice(_("No other place can be written to either. The program tries again after every answer."), "danger")
        return False
    app.notice(told_of(path))
    return True


def told_of(path: Path) -> str:
    """Where a battle lies that was written anew."""
    return _("The whole battle is saved as {file}").format(file=short_path(path))
