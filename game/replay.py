"""Replays without a window: verify a record, or print its story."""

from __future__ import annotations

import os
from pathlib import Path

from click import echo

from game.engine.attested import attested, sentences
from game.engine.event import Event
from game.engine.eyes import Unasked, chosen_eyes
from game.engine.files.os_faults import os_reason
from game.engine.files.player_files import printable, shown
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.records.record import Record, RecordError, read_record, write_sound
from game.engine.records.transcript import story
from game.engine.records.verify import verify
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.terminal import MOST, tell


def run(
    file: Path,
    verify: bool = False,
    text: bool = False,
    language: str = "en",
    repair: Path | None = None,
    side: str = "",
    both: bool = False,
) -> int:
    """Verify or print a record, or write what is sound of it into another file.

    Parameters
    ----------
    side, both
        Whose eyes the story is told with (:func:`game.engine.eyes.chosen_eyes`).

    Returns
    -------
    int
        0 where all is well, 1 where the record differs from what the rules make of it today or is damaged, 2 where it
        cannot be read, or not be written.
    """
    try:
        record = read_record(file)
    except RecordError as fault:
        _complain(Speaker(language).say(fault.text), "red")
        return 2
    told = len(record.problems)
    for problem in record.problems:
        _complain(Speaker(language).say(problem))
    code = 1 if record.problems else 0
    if text:
        code = max(code, _print_story(record, language, side, both))
    if verify:
        code = max(code, _verify(record, language))
    if repair is not None:
        return _repair(record, repair, language, told)
    if record.problems:
        program = os.environ.get("TABULA_BELLI_PROGRAM", "tabula-belli")
        echo(
            f"{program} replay FILE --repair NEW writes the sound part into a new file that can be continued.", err=True
        )
    return code


def _complain(words: str, colour: str = "yellow") -> None:
    from rich.console import Console

    tell(Console(stderr=True), words, colour)


def _ruleset(record: Record) -> Ruleset | None:
    """The rules of a record; None where they are not installed, for it opens without them."""
    try:
        return load_ruleset(record.header.ruleset)
    except UnknownRuleset:
        return None


def _print_story(record: Record, language: str, side: str, both: bool) -> int:
    ruleset = _ruleset(record)
    speaker = Speaker(language, ruleset)
    known: list[tuple[tuple[Event, ...], State]] = []
    broken: Text | None = None
    try:
        known.extend((entry.events, state) for entry, state in record.states(ruleset))
    except RecordError as fault:
        broken = fault.text
    last = known[-1][1] if known else record.header.state
    try:
        eyes = chosen_eyes(record.path.name, last, record.header.players, side, both)
    except Unasked as fault:
        _complain(speaker.say(fault.text), "red")
        return 2
    if eyes.side is not None:
        _complain(speaker.say(T("As {side} knows it.", side=Thing(eyes.side)), eyes.view(last)))
    for line in story(iter(known), speaker, eyes):
        echo(printable(line, MOST))
    if broken is not None:
        _complain(speaker.say(broken))
        return 1
    return 0


def _repair(record: Record, to: Path, language: str, told: int) -> int:
    """Write the lines that fit their checksums, and lead to the states they claim, into a new file."""
    speaker = Speaker(language)
    ruleset = _ruleset(record)
    try:
        if ruleset is not None:
            record.session(ruleset)  # leaves out what does not lead where it says
        for problem in record.problems[told:]:
            _complain(speaker.say(problem))
        if not record.problems:
            echo(speaker.say(T("{file} is intact; nothing was written.", file=record.path.name)))
            return 0
        write_sound(record, to)
    except RecordError as fault:
        _complain(speaker.say(fault.text), "red")
        return 2
    except OSError as fault:
        _complain(speaker.say(T("{file} cannot be written: {why}", file=to.name, why=os_reason(fault))), "red")
        return 2
    lines = len(record.entries) + 1
    echo(speaker.say(T("{file} holds the battle up to line {n} and can be continued.", file=to.name, n=lines)))
    return 0


def _verify(record: Record, language: str) -> int:
    from rich.console import Console
    from rich.progress import Progress

    out = Console()
    try:
        ruleset = load_ruleset(record.header.ruleset)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task("Playing it again", total=len(record.entries))
            differences = verify(record, ruleset, lambda n, of: progress.update(bar, completed=n, total=of))
    except (RecordError, UnknownRuleset) as fault:
        _complain(str(fault), "red")
        return 2
    speaker = Speaker(language, ruleset)
    found = attested(record)
    for line in found.broken:
        tell(out, f"line {line}: {speaker.say(T('the answer does not have the seal that was shown'))}")
    for difference in differences:
        tell(out, f"line {difference.line}: {speaker.say(difference.text)}")
    for said in sentences(found):
        tell(out, speaker.say(said))
    if not differences:
        tell(out, f"{shown(record.path)}: {len(record.entries)} lines, every event and state as recorded")
    return 1 if differences or found.broken else 0
