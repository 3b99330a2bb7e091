"""Rows as JSON Lines: added one by one as battles end, read again, resumed after a torn last line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.engine.files.player_files import shown
from game.lab.rows import Row

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Row).decode


class Journal:
    """A file of rows, open to add more.

    Opening it removes a torn last line: the program was stopped while it wrote.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab+")
        self._file.seek(0)
        whole = 0
        for line in self._file:
            whole += len(line) if line.endswith(b"\n") else 0
        self._file.truncate(whole)

    def close(self) -> None:
        """Add no more."""
        self._file.close()

    def add(self, row: Row) -> None:
        """Write a row down at once."""
        self._file.write(_encode(row) + b"\n")
        self._file.flush()


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file, without a torn last line. Raises ValueError with file and line for any other damage."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield _decode(line)
            except msgspec.MsgspecError as fault:
                if not line.endswith(b"\n"):
                    return
                raise ValueError(f"{shown(path)}, line {number}: {fault}") from None
