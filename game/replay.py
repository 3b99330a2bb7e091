"""A recorded battle without a window: verified against today's rules, or told as a story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from game.engine import command as cmd
from game.engine.event import Event
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.record import Record, RecordError, read_record
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.verify import verify

if TYPE_CHECKING:
    from rich.console import Console


def run(path: Path, out: Console, *, check: bool, text: bool, language: str = "en") -> int:
    """Verify a record, tell it, or both.

    Parameters
    ----------
    path
        The record.
    out
        Where to print.
    check
        Play its commands again and compare.
    text
        Print what happened.
    language
        Of the story.

    Returns
    -------
    int
        Exit code: 0, 1 if the record differs from what its commands come to today or is damaged, 2 if it cannot be
        opened.
    """
    try:
        record = read_record(path)
        ruleset = _ruleset(record, needed=check)
        if text:
            for line in story(record, ruleset, language):
                _print(out, line)
        for problem in record.problems:
            _print(out, problem)
        same = not check or _verified(record, ruleset, out)
    except (RecordError, UnknownRuleset) as error:
        _print(out, str(error))
        return 2
    return 0 if same and not record.problems else 1


def story(record: Record, ruleset: Ruleset | None, language: str) -> Iterator[str]:
    """Tell a battle line by line: headings for turns and phases, under them what happened, dice and clauses behind.

    An old record can be told without its ruleset: then names and lengths are as the record has them.
    """
    speaker = Speaker(language, ruleset)
    for entry, state in record.states(ruleset):
        if isinstance(entry.command, cmd.Undo):
            yield speaker.word("Taken back")
            continue
        if isinstance(entry.command, cmd.Answering) and entry.command.why is not None:
            yield f"    “{speaker.say(entry.command.why, state)}”"
        for event in entry.events:
            if event.text is not None and not event.only:
                yield from _told(event, state, speaker)


def _told(event: Event, state: State, speaker: Speaker) -> Iterator[str]:
    assert event.text is not None
    sentence = speaker.say(event.text, state)
    if event.family == "flow" and not event.about:
        yield ""
        yield sentence
        return
    if event.rolled is not None:
        sentence += "  " + " | ".join(" ".join(map(str, row)) for row in event.rolled.faces)
    yield f"  {sentence}" + (f"  [{', '.join(event.clauses)}]" if event.clauses else "")


def _verified(record: Record, ruleset: Ruleset | None, out: Console) -> bool:
    from rich.progress import Progress

    assert ruleset is not None
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("Playing it again", total=len(record.entries))
        differences = verify(record, ruleset, lambda done, _all: bar.update(task, completed=done))
    for difference in differences:
        _print(out, f"line {difference.line}: {difference.what}")
    if differences:
        today = ruleset.meta.version
        if record.header.ruleset_version != today:
            _print(out, f"It was played by {record.header.ruleset} {record.header.ruleset_version}; here is {today}.")
        return False
    events = sum(len(entry.events) for entry in record.entries)
    _print(out, f"Verified: {len(record.entries)} lines, {events} events, all the same when played again.")
    return True


def _ruleset(record: Record, *, needed: bool) -> Ruleset | None:
    try:
        return load_ruleset(record.header.ruleset)
    except UnknownRuleset:
        if needed:
            raise
        return None


def _print(out: Console, line: str) -> None:
    out.print(line, markup=False, highlight=False, soft_wrap=True)
