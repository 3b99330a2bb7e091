"""A report made in a process of its own, so that the window goes on meanwhile: what is asked, and what is told of it.

The process is asked by one argument in JSON and tells by lines of JSON: how far it is, and at the end what came of it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Literal

import msgspec

Kind = Literal["page", "gif", "picture"]
SIZE = (1600, 1000)
"""Size of the picture of a moment, pixels."""


class Task(msgspec.Struct, frozen=True):
    """What is to be made.

    Attributes
    ----------
    record
        The record it is made of.
    to
        The file to be written.
    line
        The moment of a picture, as a line of the record.
    """

    kind: Kind
    record: str
    to: str
    language: str = "en"
    line: int = 0

    @property
    def part(self) -> Path:
        """Where it is written before it is whole."""
        to = Path(self.to)
        return to.with_name(f"{to.stem}.part{to.suffix}")


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that the process writes: so much is done, or the end. ``why`` is a sentence where it failed."""

    done: int = 0
    of: int = 0
    ended: bool = False
    why: str = ""


def make(task: Task) -> str:
    """Make it, tell on the way. A sentence where it cannot be made, else nothing."""
    from game.client.shot_canvas import headless

    headless()
    import pygame

    from game.client.battle.titles import title_in
    from game.client.report import command
    from game.client.shot import Moment, picture
    from game.client.shot_canvas import save_png
    from game.client.tabletop.adapter import scenery_of
    from game.client.words import Words
    from game.engine.files.os_faults import os_reason
    from game.engine.loader import UnknownRuleset, load_ruleset
    from game.engine.records.record import RecordError, read_record
    from game.engine.text import T

    words = Words(task.language)
    pygame.font.init()
    try:
        record = read_record(Path(task.record))
        session = record.session(load_ruleset(record.header.ruleset))
        if not session.lines:
            return words.say(T("{file}: nothing has happened in this battle yet", file=Path(task.record).name))
        task.part.parent.mkdir(parents=True, exist_ok=True)
        if task.kind == "page":
            title = title_in(record.header.title or Path(task.record).stem, session.ruleset, task.language)
            task.part.write_text(command.html(session, title, task.language, _step), encoding="utf-8")
        elif task.kind == "gif":
            command.gif(session, task.part, _step)
        else:
            line = session.lines[min(max(task.line, 0), len(session.lines) - 1)]
            moment = Moment(line.state, session.ruleset, line.events, scenery_of(session.setup))
            save_png(picture(moment, SIZE, task.language), task.part)
        os.replace(task.part, task.to)
    except RecordError as fault:
        return words.say(fault.text)
    except UnknownRuleset as fault:
        return words.say(T("its rules are not installed: {why}", why=str(fault)))
    except (msgspec.ValidationError, KeyError, ValueError) as fault:
        return words.say(T("{file} cannot be played again: {why}", file=Path(task.record).name, why=str(fault)))
    except OSError as fault:
        return words.say(T("{file}: {why}", file=Path(fault.filename or task.to).name, why=os_reason(fault)))
    finally:
        with contextlib.suppress(OSError):
            task.part.unlink()
    return ""


def _step(done: int, of: int) -> None:
    _tell(Told(done, of))


def _tell(told: Told) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """What the process does."""
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    task = msgspec.json.decode(sys.argv[1], type=Task)
    _tell(Told(ended=True, why=make(task)))


if __name__ == "__main__":
    main()
