"""Replays without a window: verify a record, or print its story."""

from __future__ import annotations

from pathlib import Path

from click import echo

from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.player_files import printable, shown
from game.engine.record import Record, RecordError, read_record
from game.engine.transcript import story
from game.engine.verify import verify
from game.terminal import MOST, tell


def run(file: Path, verify: bool = False, text: bool = False, language: str = "en") -> int:
    """Verify or print a record.

    Returns
    -------
    int
        0 where all is well, 1 where the record differs from what the rules make of it today or is damaged, 2 where it
        cannot be read.
    """
    from rich.console import Console

    errors = Console(stderr=True)
    try:
        record = read_record(file)
    except RecordError as fault:
        tell(errors, fault, "red")
        return 2
    for problem in record.problems:
        tell(errors, Speaker(language).say(problem), "yellow")
    code = 1 if record.problems else 0
    try:
        if text:
            _print_story(record, language)
    except RecordError as fault:
        tell(errors, fault, "red")
        return 2
    if verify:
        code = max(code, _verify(record))
    return code


def _print_story(record: Record, language: str) -> None:
    try:
        ruleset = load_ruleset(record.header.ruleset)
    except UnknownRuleset:
        ruleset = None
    speaker = Speaker(language, ruleset)
    for line in story(((entry.events, state) for entry, state in record.states(ruleset)), speaker):
        echo(printable(line, MOST))


def _verify(record: Record) -> int:
    from rich.console import Console
    from rich.progress import Progress

    out = Console()
    try:
        ruleset = load_ruleset(record.header.ruleset)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task("Playing it again", total=len(record.entries))
            differences = verify(record, ruleset, lambda n, of: progress.update(bar, completed=n, total=of))
    except (RecordError, UnknownRuleset) as fault:
        tell(Console(stderr=True), fault, "red")
        return 2
    for difference in differences:
        tell(out, f"line {difference.line}: {difference.what}")
    if not differences:
        tell(out, f"{shown(record.path)}: {len(record.entries)} lines, every event and state as recorded")
    return 1 if differences else 0
