"""Watching a battle that people still play: whose eyes it is seen with, and what both players must agree to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.client import destinations
from game.client.asking import confirm
from game.client.destinations import Answer
from game.client.navigation import Window
from game.client.words import Words, _
from game.engine.eyes import EVERYTHING, Eyes, persons, usual_eyes
from game.engine.records.record import Record
from game.engine.session import Session


def watch(app: Window, session: Session, record: Record, eyes: Eyes | None = None) -> None:
    """Watch a battle; where two people still play it, ask first whose eyes it is seen with."""
    eyes = eyes or usual_eyes(session.state, record.header.players)
    if eyes is not None:
        app.go(destinations.Replay(session, record, eyes=eyes))
        return
    words = Words(app.settings.language, session.ruleset)
    names = _names(words, session, persons(session.state.sides, record.header.players))

    def shown(with_eyes: Eyes) -> Callable[[], None]:
        return lambda: app.go(destinations.Replay(session, record, eyes=with_eyes))

    answers: list[Answer] = [
        (side, _("As {side} sees it").format(side=name), shown(Eyes(side)), n == 0)
        for n, (side, name) in enumerate(names)
    ]
    text = _("Everything shows hidden troops, orders and plans of both sides, and both players must agree to it.")
    answers += [
        ("everything", _("Everything…"), lambda: _everything(app, names, shown(EVERYTHING)), False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.go(destinations.Question(_("This battle is not over"), text, answers))


def _everything(app: Window, names: Sequence[tuple[str, str]], act: Callable[[], None]) -> None:
    text = _(
        "This reveals hidden troops, written orders and plans of both sides. They stay revealed for the rest of the "
        "battle."
    )
    app.go(destinations.Agreement(_("Show the secrets of both sides?"), text, _("Watch everything"), names, act))


def lays_open(
    app: Window, session: Session, people: Sequence[str], text: str, yes: str, act: Callable[[], None]
) -> None:
    """Do what shows things that a side hides: at once where nobody hides any, else once all who play have agreed.

    Parameters
    ----------
    people
        The sides that people still play.
    text, yes
        What comes to light by it, and the words of its button.
    """
    if session.state.over is not None or not people:
        act()
        return
    if len(people) == 1:
        confirm(app, _("This battle is not over"), text, yes, act)
        return
    names = _names(Words(app.settings.language, session.ruleset), session, people)
    app.go(destinations.Agreement(_("This battle is not over"), text, yes, names, act))


def _names(words: Words, session: Session, sides: Sequence[str]) -> list[tuple[str, str]]:
    seen = session.view(None)
    return [(side, words.name(side, seen)) for side in sides]
