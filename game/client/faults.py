"""Faults of the program itself: each told once, and noted in a file."""

from __future__ import annotations

import datetime
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from game.client.words import _


class Faults:
    """The exceptions that were caught.

    Parameters
    ----------
    file
        Where they are noted.
    notice
        Shows a sentence in a tone.
    """

    def __init__(self, file: Path, notice: Callable[[str, str], None]) -> None:
        self.file, self.notice = file, notice
        self._told: set[str] = set()

    def tell(self, fault: BaseException, what: str = "") -> None:
        """Tell of an exception in a sentence (``what``, where it is known better), once, and note it in the file."""
        trace = "".join(traceback.format_exception(fault))
        sentence = what or _("Something went wrong: {fault}. The battle continues.").format(fault=_brief(fault))
        if trace in self._told:
            return
        self._told.add(trace)
        self.notice(sentence, "danger")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8") as file:
                file.write(f"{datetime.datetime.now(datetime.UTC).isoformat()}\n{trace}\n")
        except OSError:
            sys.stderr.write(trace)


def _brief(fault: BaseException) -> str:
    text = str(fault).strip().splitlines()
    return f"{type(fault).__name__}: {text[0]}" if text else type(fault).__name__
