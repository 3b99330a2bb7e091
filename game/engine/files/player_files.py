"""The one door through which the files of the player's come in: nothing else opens them.

A file may be anything: torn, hostile, no file at all. Whatever is wrong becomes a :class:`DataError`, a sentence with
the file, the place in it and what would be right. Only regular files are read (a pipe would wait for ever), none
beyond the size of its kind, none whose parts lie deeper than its kind has any use for.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from game.engine.files import nesting
from game.engine.files.os_faults import os_reason
from game.engine.files.toml_reading import MOST_SHOWN, DataError, convert, decoded, parse, printable
from game.engine.text import T, Text

S = TypeVar("S")
SENSELESS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, AssertionError)
"""What is raised where values that were read well make no sense together."""
MOST_PARTS = 400_000
"""Lists and tables of one JSON file in all."""
_MILLION = 1_000_000


class FileKind(msgspec.Struct, frozen=True):
    """What kind of file is expected.

    Attributes
    ----------
    most
        Bytes that such a file may have.
    deep
        How deep its parts may lie in each other (JSON).
    line
        Bytes of one line, where it is read by lines.
    large
        What is said of one that is larger.
    """

    most: int
    large: Text
    deep: int = 40
    line: int = 8 * _MILLION


RECORD = FileKind(256 * _MILLION, T("the file is too large for a record of a battle"), 100)
POSITION = FileKind(_MILLION, T("the file is too large for a position"))
TABLE = FileKind(_MILLION, T("the file is too large for a table"))
LIST = FileKind(8 * _MILLION, T("the file is too large for an army list"), 200)
SETTINGS = FileKind(_MILLION, T("the file is too large for settings"))
NOTES = FileKind(2 * _MILLION, T("the file is too large for notes"))
GUIDE = FileKind(_MILLION, T("the file is too large for a guided battle"))
PLAN = FileKind(_MILLION, T("the file is too large for a plan of battles"))


# --- opening -----------------------------------------------------------------------------------------------------


def load(path: Path, kind: FileKind) -> bytes:
    """All bytes of a file.

    Raises
    ------
    DataError
        Where it cannot be read, is no regular file, or is larger than its kind may be.
    """
    return _reading(path, lambda file: _all(file, path, kind))


def lines(path: Path, kind: FileKind) -> Iterator[bytes]:
    r"""The lines of a file one by one, each with its ``\n`` (the last perhaps without), none kept.

    Raises
    ------
    DataError
        As :func:`load`, and at a line that is longer than its kind may have.
    """
    file, _ = _open(path)
    with file:
        read = 0
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(kind.line + 1)
            except OSError as fault:
                raise unreadable(path, fault) from None
            read += len(line)
            if len(line) > kind.line:
                raise DataError(shown(path), f"line {number}", too_long_line(kind))
            if read > kind.most:
                raise DataError(shown(path), f"line {number}", kind.large)
            if not line:
                return
            yield line


def first_line(path: Path, kind: FileKind) -> bytes:
    """The first line of a file, empty for an empty file. Raises DataError as :func:`lines`."""
    found = lines(path, kind)
    try:
        return next(found, b"")
    finally:
        found.close()  # type: ignore[attr-defined]


def tail(path: Path, most: int) -> bytes:
    """The last ``most`` bytes of a file, or all it has. Raises DataError."""

    def last(file: BinaryIO) -> bytes:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - most))
        return file.read(most)

    return _reading(path, last)


def is_file(path: Path) -> bool:
    """Whether a regular file lies there, whatever the path is."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def long(path: Path) -> int:
    """How many bytes a file has, 0 where that cannot be told."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def changed(path: Path) -> float:
    """When a file was last changed, 0 where that cannot be told."""
    try:
        return path.stat().st_mtime
    except (OSError, ValueError):
        return 0.0


def too_long_line(kind: FileKind) -> Text:
    """What is said of a line that is too long."""
    return T("this line is longer than {most} MB", most=kind.line // _MILLION)


def unreadable(path: Path, fault: OSError) -> DataError:
    """The error for a file that the system does not give."""
    return DataError(shown(path), "", T("it cannot be read: {why}", why=os_reason(fault)))


def _open(path: Path) -> tuple[BinaryIO, int]:
    """A regular file, opened for reading, and its size. What is none is not even opened: that might wait or act."""
    try:
        _regular(path, path.stat().st_mode)
        flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
        handle = os.open(path, flags)
    except OSError as fault:
        raise unreadable(path, fault) from None
    except DataError:
        raise
    except ValueError:  # a zero or half a letter in its name
        raise DataError(shown(path), "", T("no file can have this name")) from None
    file = os.fdopen(handle, "rb")
    try:
        now = os.fstat(handle)
        _regular(path, now.st_mode)  # it may have been put there in between
    except (OSError, DataError):
        file.close()
        raise
    return file, now.st_size


def _regular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise DataError(shown(path), "", T("this is a folder, not a file"))
    if not stat.S_ISREG(mode):
        raise DataError(shown(path), "", T("this is a pipe or a device, not an ordinary file, and is not read"))


def _reading(path: Path, read: Callable[[BinaryIO], bytes]) -> bytes:
    file, _ = _open(path)
    with file:
        try:
            return read(file)
        except OSError as fault:
            raise unreadable(path, fault) from None


def _all(file: BinaryIO, path: Path, kind: FileKind) -> bytes:
    # what the system says of the size is not believed: what comes is counted
    if os.fstat(file.fileno()).st_size > kind.most:
        raise DataError(shown(path), "", kind.large)
    data = file.read(kind.most + 1)
    if len(data) > kind.most:
        raise DataError(shown(path), "", kind.large)
    return data


# --- names -------------------------------------------------------------------------------------------------------


def shown(path: Path | str, most: int = MOST_SHOWN) -> str:
    r"""The name of a file as it can be printed: on one line, whole letters only, and not too long.

    >>> shown("sa\udcffve\n.tabula")
    'sa�ve�.tabula'
    """
    return printable(path if isinstance(path, str) else path.name, most)


# --- understanding -----------------------------------------------------------------------------------------------


def toml_file(path: Path, kind: FileKind, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a TOML file, its decimal numbers by ``parse_float``. Raises DataError."""
    return parse(load(path, kind), shown(path), parse_float)


def toml_row(path: Path, kind: FileKind, row: type[S]) -> S:
    """A TOML file as a typed row. Raises DataError."""
    return convert(toml_file(path, kind), row, shown(path))


def json_row(path: Path, kind: FileKind, row: type[S]) -> S:
    """A JSON file as a typed row. Raises DataError."""
    data = load(path, kind)
    if not data.strip():
        raise DataError(shown(path), "", T("the file is empty"))
    return convert(json_values(data, shown(path), kind.deep), row, shown(path))


def json_values(data: bytes, file: str, deep: int = LIST.deep, *, mend: bool = False) -> Any:
    """Plain values of JSON.

    Parameters
    ----------
    deep
        How deep its parts may lie in each other.
    mend
        Put a sign in the place of half letters instead of refusing them: other programs cut names in the middle.

    Raises
    ------
    DataError
        With the line where it stops making sense.
    """
    source = decoded(data, file)
    if data.count(b"[") + data.count(b"{") > MOST_PARTS:
        raise DataError(file, "", T("it has more than {most} parts, too many for such a file", most=MOST_PARTS))
    if deep_at := nesting.json_fault(data, deep):
        raise DataError(file, f"line {deep_at[0]}", deep_at[1])
    halves = nesting.half_letters(data)
    if halves and not mend:
        line = data.count(b"\n", 0, halves[0][0]) + 1
        raise DataError(file, f"line {line}", T("an incomplete character stands here (a cut emoji)"))
    if halves:
        source = _mended(data, halves)
    try:
        return json.loads(source, parse_int=_whole, parse_constant=lambda _name: None)
    except json.JSONDecodeError as torn:
        where = f"line {torn.lineno}, column {torn.colno}"
        raise DataError(file, where, T("this is not JSON, or it breaks off here")) from None
    except _LongNumber as number:
        line = source.count("\n", 0, source.find(number.digits)) + 1
        raise DataError(file, f"line {line}", nesting.too_long(len(number.digits))) from None
    except (RecursionError, ValueError):
        raise DataError(file, "", T("this is not JSON, or it breaks off here")) from None


def line_depth(line: bytes, kind: FileKind) -> Text | None:
    """What is wrong with a line of JSON before it is parsed: that it is too long or too deep; None where it is not."""
    if len(line) > kind.line:
        return too_long_line(kind)
    fault = nesting.json_fault(line, kind.deep)
    return fault[1] if fault is not None else None


class _LongNumber(Exception):
    """A whole number of more digits than make sense."""

    def __init__(self, digits: str) -> None:
        self.digits = digits
        super().__init__(digits[:40])


def _whole(digits: str) -> int:
    if len(digits) > nesting.MOST_DIGITS:
        raise _LongNumber(digits)
    return int(digits)


def _mended(data: bytes, halves: list[tuple[int, int]]) -> str:
    out: list[bytes] = []
    at = 0
    for start, end in halves:
        out += [data[at:start], rb"\ufffd"]
        at = end
    return b"".join([*out, data[at:]]).decode("utf-8-sig")


__all__ = [
    "GUIDE",
    "LIST",
    "MOST_SHOWN",
    "NOTES",
    "PLAN",
    "POSITION",
    "RECORD",
    "SENSELESS",
    "SETTINGS",
    "TABLE",
    "FileKind",
    "changed",
    "first_line",
    "is_file",
    "json_row",
    "json_values",
    "line_depth",
    "lines",
    "load",
    "printable",
    "shown",
    "tail",
    "toml_file",
    "toml_row",
]
