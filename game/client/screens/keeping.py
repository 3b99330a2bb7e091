"""What is asked where a battle's file is not as it should be: damaged, played in another window, gone."""

from __future__ import annotations

from pathlib import Path

from game.client.app import App
from game.client.battle.match import Match, fork_match
from game.client.battle.plan import PERSON
from game.client.folders import free_path, short_path
from game.client.screen import SETTLE
from game.client.screens.dialog import Answer, Dialog, tell
from game.client.words import Words, _, os_words
from game.engine.record import Record, RecordError, write_sound
from game.engine.session import Session, Unkept


def watch(app: App, record: Record, session: Session) -> None:
    """Watch a battle as far as it is sound."""
    from game.client.screens.replay import ReplayScreen

    app.open(ReplayScreen(app, session, record))


def offer_sound_part(app: App, record: Record, session: Session) -> None:
    """A damaged battle: go on from its last sound line in a file of its own, or watch it so far."""
    words = Words(app.settings.language)
    kept = _("The damaged file stays as it is: what is sound is written into a new one, and the battle goes on there.")
    text = " ".join([*(words.say(p) for p in record.problems), kept])

    def go_on() -> None:
        from game.client.screens.open_record import open_record

        path = free_path(app.folders.saves, record.path.name)
        try:
            write_sound(record, path)
        except RecordError as fault:
            tell(app, _("This battle cannot be opened"), words.say(fault.text))
        except OSError as fault:
            tell(app, _("This battle cannot be opened"), os_words(fault))
        else:
            open_record(app, path)

    answers: list[Answer] = [
        ("go_on", _("Go on from there"), go_on, True),
        ("watch", _("Watch it so far"), lambda: watch(app, record, session), False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.open(Dialog(app, _("This battle is damaged"), text, answers))


def offer_second(app: App, record: Record, session: Session) -> None:
    """A battle that another window is playing: watch it, or play on with a copy."""

    def copy() -> None:
        from game.client.screens.battle import BattleScreen

        title = _("Copy: {title}").format(title=record.header.title or record.path.stem)
        players = {s: record.header.players.get(s, PERSON) for s in session.state.sides}
        try:
            match = fork_match(session, len(session.lines) - 1, players, app.folders.saves, title, app.settings.curtain)
        except Unkept as fault:
            tell(app, _("This battle cannot be opened"), Words(app.settings.language).say(fault.text))
            return
        app.open(BattleScreen(app, match))

    text = _(
        "It is being played in another window, and two cannot write into one file. You may watch what has happened so "
        "far, or play on with a copy of your own."
    )
    answers: list[Answer] = [
        ("watch", _("Watch"), lambda: watch(app, record, session), True),
        ("copy", _("Play on with a copy"), copy, False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.open(Dialog(app, _("Another window plays this battle"), text, answers))


def offer_anew(app: App, match: Match) -> None:
    """The file of the battle being played is gone: nothing is lost, and it can be written anew."""
    text = _("{fault}. Nothing is lost: the whole battle is kept in mind, and can be written anew.")
    text = text.format(fault=match.unsaved)

    def anew() -> None:
        write_anew(app, match)

    answers: list[Answer] = [
        ("anew", _("Write it anew"), anew, True),
        ("later", _("Not now"), lambda: None, False),
    ]
    question = Dialog(app, _("The file of this battle is gone"), text, answers)
    question.settles = SETTLE
    app.open(question)


def write_anew(app: App, match: Match) -> bool:
    """Write the whole battle into another file, and tell where it lies now, or that it lies nowhere."""
    path = match.write_anew(app.folders.refuges)
    if path is None:
        app.notice(_("It cannot be written anywhere else either. Every answer tries again."), "danger")
        return False
    app.notice(told_of(path))
    return True


def told_of(path: Path) -> str:
    """Where a battle lies that was written anew."""
    return _("The whole battle is written anew, as {file}").format(file=short_path(path))
