"""The command ``position``: a moment of a record as a position that plays."""

from __future__ import annotations

from pathlib import Path

from click import echo

from game.engine.eyes import EVERYTHING, usual_eyes
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.positions.types import PositionError
from game.engine.positions.write import fault_title, position_text, stretch
from game.engine.records.record import RecordError, read_record
from game.engine.text import T


def run(file: Path, at: int | None, answers: int, out: Path | None, language: str = "en", both: bool = False) -> int:
    """Write or print the position.

    Parameters
    ----------
    at
        After which line of the record; its last where None.
    answers
        So many answers earlier it begins; they are played again.
    out
        The file to write, None to print it.
    both
        Whether it may show what either side hides: a position of a battle that people still play does.

    Returns
    -------
    int
        Exit code: 0, or 2 if the record cannot be read or the position not be written.
    """
    speaker = Speaker(language)
    try:
        record = read_record(file)
        ruleset = load_ruleset(record.header.ruleset)
        lines = list(record.lines(ruleset))
        if lines and not both and usual_eyes(lines[-1].state, record.header.players) != EVERYTHING:
            text = T(
                "{file} is unfinished, and a position holds the secrets of both sides. Add --both if both players "
                "agree.",
                file=file.name,
            )
            echo(speaker.say(text), err=True)
            return 2
        wanted = len(lines) - 1 if at is None else at
        if not 0 <= wanted < len(lines):
            text = T(
                "{file} has lines 0 to {last}; there is no line {at}", file=file.name, last=len(lines) - 1, at=wanted
            )
            echo(speaker.say(text), err=True)
            return 2
        told = stretch(lines, wanted, answers)
        about = speaker.say(T("Line {n} of the record {file}.", n=wanted, file=file.name))
        text_of = position_text(ruleset, told, fault_title(ruleset, lines[wanted].state, language), about, language)
        if out is None:
            echo(text_of, nl=False)
        else:
            out.write_text(text_of, encoding="utf-8")
            echo(speaker.say(T("{file} is written; play it with: {command}", file=str(out), command=f"resolve {out}")))
    except (RecordError, PositionError) as fault:
        echo(speaker.say(fault.text), err=True)
        return 2
    except UnknownRuleset as fault:
        echo(str(fault), err=True)
        return 2
    except OSError as fault:
        echo(f"{out}: {fault.strerror or fault}", err=True)
        return 2
    return 0
