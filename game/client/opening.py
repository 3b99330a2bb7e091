"""Opening a record: to go on with it, or to watch it, and what is asked where its file is not as it should be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.client import destinations, watching
from game.client.asking import tell
from game.client.battle.chosen_setup import Plan
from game.client.battle.found import MOST_NAME
from game.client.battle.match import fork_match, resume_match
from game.client.battle.titles import title_in
from game.client.destinations import Answer
from game.client.folders import free_path
from game.client.guide.file import guide_of
from game.client.navigation import Window
from game.client.words import Words, _, os_words
from game.engine.eyes import PERSON, Eyes, persons
from game.engine.files.player_files import printable
from game.engine.lists import EditsArmies
from game.engine.loader import UnknownRuleset
from game.engine.records.kept_file import Taken
from game.engine.records.record import Record, RecordError, read_record, write_sound
from game.engine.ruleset import Ruleset
from game.engine.session import Session, Unkept


def open_record(app: Window, path: Path, watch: bool = False, eyes: Eyes | None = None) -> None:
    """Open a record: to go on with it, or to watch it. What is wrong becomes a sentence.

    ``eyes`` is whose eyes it is watched with; where none are given the player is asked if need be.
    """
    words = Words(app.settings.language)
    try:
        record = read_record(path)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))
        return
    try:
        ruleset = app.library.ruleset(record.header.ruleset)
    except UnknownRuleset:
        why = _("The ruleset {name} is not installed.").format(name=printable(record.header.ruleset, MOST_NAME))
        tell(app, _("This battle cannot be opened"), why)
        return
    try:
        session = record.session(ruleset)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))
        return
    if not session.lines:
        tell(app, _("This battle cannot be opened"), _("Nothing has happened in this battle yet."))
        return
    ended = session.state.over is not None
    if record.damaged and not watch and not ended:
        offer_sound_part(app, record, session)
        return
    for problem in record.problems:
        app.notice(words.say(problem), "warning")
    if watch or ended:
        watching.watch(app, session, record, eyes)
        return
    try:
        _resume(app, record, session)
    except Taken:
        offer_second(app, record, session)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))


def _resume(app: Window, record: Record, session: Session) -> None:
    match = resume_match(record, session, app.settings.curtain)
    guide = guide_of(session.ruleset, session.setup)
    guided = guide is not None and match.players == guide.players
    app.go(destinations.Battle(match, guide if guided else None))


def offer_sound_part(app: Window, record: Record, session: Session) -> None:
    """A damaged battle: go on from its last sound line in a file of its own, or watch it so far."""
    words = Words(app.settings.language)
    kept = _(
        "The damaged file stays as it is. Its intact part is written to a new file, and the battle continues there."
    )
    text = " ".join([*(words.say(p) for p in record.problems), kept])

    def go_on() -> None:
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
        ("go_on", _("Continue from there"), go_on, True),
        ("watch", _("Watch it up to there"), lambda: watching.watch(app, session, record), False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.go(destinations.Question(_("This battle is damaged"), text, answers))


def offer_second(app: Window, record: Record, session: Session) -> None:
    """A battle that another window is playing: watch it, or play on with a copy."""

    def copy() -> None:
        own = title_in(record.header.title or record.path.stem, session.ruleset, app.settings.language)
        title = _("Copy: {title}").format(title=own)
        players = {s: record.header.players.get(s, PERSON) for s in session.state.sides}
        try:
            match = fork_match(session, len(session.lines) - 1, players, app.folders.saves, title, app.settings.curtain)
        except Unkept as fault:
            tell(app, _("This battle cannot be opened"), Words(app.settings.language).say(fault.text))
            return
        app.go(destinations.Battle(match))

    def ask_copy() -> None:
        people = persons(session.state.sides, record.header.players)
        copied = _("Continuing a copy reveals the secrets of the other side.")
        watching.lays_open(app, session, people if len(people) > 1 else (), copied, _("Continue with a copy"), copy)

    text = _(
        "This battle is open in another window, and only one window may write to a file. Watch it up to there, or "
        "continue with a copy."
    )
    answers: list[Answer] = [
        ("watch", _("Watch"), lambda: watching.watch(app, session, record), True),
        ("copy", _("Continue with a copy"), ask_copy, False),
        ("cancel", _("Cancel"), lambda: None, False),
    ]
    app.go(destinations.Question(_("Another window plays this battle"), text, answers))


def open_profiles(app: Window, ruleset: Ruleset, plan: Plan, side: str, taken: Callable[[Plan], None]) -> None:
    """Go to the profile form for a side's army, where there is one to be laid out; ``taken`` gets the changed plan."""
    desk = ruleset.army_desk(plan.setup.sides[side]) if isinstance(ruleset, EditsArmies) else None
    if desk is not None:
        app.go(destinations.Profiles(ruleset, desk, plan, side, taken))
