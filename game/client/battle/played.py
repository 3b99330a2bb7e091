"""Which battles were played last: a list beside the records, for the clock may be set back and files may be copied."""

from __future__ import annotations

import contextlib
from pathlib import Path

from game.engine.files.player_files import is_file, tail

NAME = "played.log"
MOST_BYTES = 64_000
"""As much of its end is read; a longer list is made shorter when it is next written."""


def note(record: Path) -> None:
    """A record is being played, or has been left: it was played last. Where that cannot be written it is not known."""
    path = record.with_name(NAME)
    name = record.name.encode("utf-8", "surrogateescape").replace(b"\n", b" ")
    with contextlib.suppress(OSError, ValueError):
        if path.exists() and not is_file(path):
            return
        with path.open("ab") as file:
            file.write(b"\n" + name + b"\n")  # what stood there may have been torn
            long = file.tell() > 2 * MOST_BYTES
        if long:
            _shorten(path)


def _shorten(path: Path) -> None:
    rest = tail(path, MOST_BYTES).split(b"\n", 1)[-1]
    fresh = path.with_name(NAME + ".new")
    fresh.write_bytes(rest)
    fresh.replace(path)


def last_first(folder: Path) -> list[str]:
    """The names of the records in a folder that were played, the last one first, each once."""
    path = folder / NAME
    try:
        if not is_file(path):
            return []
        names = tail(path, MOST_BYTES).decode("utf-8", "surrogateescape").split("\n")
    except (OSError, ValueError):
        return []
    return list(dict.fromkeys(name for name in reversed(names) if name))
