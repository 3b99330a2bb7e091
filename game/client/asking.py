"""Asking before something that cannot be undone, and telling what must be read."""

from __future__ import annotations

from collections.abc import Callable

from game.client import destinations
from game.client.destinations import Answer
from game.client.navigation import Navigation
from game.client.words import Spans, _


def confirm(
    app: Navigation, title: str, text: Spans | str, yes: str, act: Callable[[], None], destroys: bool = False
) -> None:
    """Ask before something that cannot be undone.

    ``destroys``: something is gone for good afterwards, so that Enter, pressed a moment too early, leaves it alone.
    """
    answers: list[Answer] = [("yes", yes, act, not destroys), ("no", _("Cancel"), lambda: None, destroys)]
    app.go(destinations.Question(title, text, answers))


def tell(app: Navigation, title: str, text: Spans | str) -> None:
    """Show a sentence that must be read."""
    app.go(destinations.Question(title, text, [("ok", _("OK"), lambda: None, True)]))
