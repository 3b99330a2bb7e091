"""Records: the append-only file of a battle. A save is a record, a replay reads one.

JSON Lines. The first line is the header (format, versions, set-up, the state before the first step), every further one
a command with its events. Each line ends with a rolling hash over everything before it. docs/record.md describes the
format for others who want to read it. What a line is stands in :mod:`game.engine.records.lines`, how one is written in
:mod:`game.engine.records.writer`.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path

import msgspec

from game.engine.files.player_files import RECORD, line_depth, load
from game.engine.files.toml_reading import DataError
from game.engine.records.kept_file import KeptFile
from game.engine.records.lines import (
    FORMAT,
    KNOWN_FORMATS,
    SUFFIX,
    TAIL,
    Entry,
    Header,
    Record,
    RecordError,
    Unsound,
    changed,
    decode_entry,
    decode_header,
    encode_event,
    problem,
    unopened,
    unseal,
    why_unsound,
)
from game.engine.records.writer import Writer
from game.engine.text import T, Text


def read_record(path: Path) -> Record:
    """Read a record.

    A torn last line is left out and reported; damage further up keeps what is sound before it.

    Raises
    ------
    RecordError
        For a file that is none of ours, is of a newer format, or whose header is damaged.
    """
    try:
        raw = load(path, RECORD)
    except DataError as fault:
        raise RecordError(T("{file}: {why}", file=fault.file, why=fault.message)) from fault
    first, newline, _ = raw.partition(b"\n")
    header, digest = _read_header(path, first + newline)
    record = Record(path, header, [], [], len(first) + 1, digest, size=len(raw))
    record.marks.append((record.good_bytes, digest))
    at = record.good_bytes
    while at < len(raw):
        end = raw.find(b"\n", at)
        line = raw[at : end + 1] if end >= 0 else raw[at:]
        try:
            if end < 0:
                raise Unsound(T("it is cut off"))
            _bounded(line)
            payload, digest = unseal(record.last_hash, line)
            entry = decode_entry(payload)
            if entry.n != len(record.entries):
                raise Unsound(T("it is number {n}, out of order", n=entry.n))
        except (ValueError, msgspec.DecodeError) as fault:
            number = len(record.entries) + 2
            record.damaged = end >= 0  # a line that was written whole, and is wrong, was not torn
            record.problems.append(problem(path, number, end < 0, why_unsound(fault)))
            return record
        record.entries.append(entry)
        at = end + 1
        record.good_bytes, record.last_hash = at, digest
        record.marks.append((at, digest))
    return record


def _bounded(line: bytes) -> None:
    """Refuse a line that is longer or deeper than any that was ever written."""
    fault = line_depth(line, RECORD)
    if fault is not None:
        raise Unsound(fault)


def _no_record(path: Path) -> Text:
    return T("{file} is not a record of a battle (its first line is no header)", file=path.name)


def _read_header(path: Path, line: bytes) -> tuple[Header, str]:
    try:
        _bounded(line)
        plain = msgspec.json.decode(line)
    except ValueError:
        raise RecordError(_no_record(path)) from None
    version = plain.get("tabula_belli") if isinstance(plain, dict) else None
    if version is None:
        raise RecordError(_no_record(path))
    if version not in KNOWN_FORMATS:
        text = T(
            "{file} has format {version}, but this program reads format {known}. Use a newer version of the program.",
            file=path.name,
            version=str(version),
            known=FORMAT,
        )
        raise RecordError(text)
    try:
        payload, digest = unseal("", line)
        header = decode_header(payload)
        base64.b64decode(header.sealed_seed).decode()
        return header, digest
    except (ValueError, msgspec.DecodeError) as fault:
        raise unopened(path, 1, why_unsound(fault)) from fault


def write_sound(record: Record, to: Path) -> None:
    """Write what is sound of a record, as it was read, into a file that is not there yet.

    Raises
    ------
    RecordError
        Where the file has changed since it was read.
    OSError
        Where it cannot be read or written.
    """
    with record.path.open("rb") as file:
        raw = file.read(record.good_bytes)
    if len(raw) != record.good_bytes or not raw.endswith(TAIL + record.last_hash.encode() + b'"}\n'):
        raise RecordError(changed(record.path))
    to.parent.mkdir(parents=True, exist_ok=True)
    new = KeptFile(to, new=True)
    try:
        new.append(raw)
        new.sync()
    finally:
        new.close()


def autosave_name(when: str, title: str) -> str:
    """A file name for a new record: date and title without anything a file system dislikes."""
    safe = "".join(c if c.isalnum() or c in "-_ " else "-" for c in title).strip()[:60]
    return f"{when} {safe}{SUFFIX}".replace(os.sep, "-")


__all__ = [
    "SUFFIX",
    "Entry",
    "Header",
    "Record",
    "RecordError",
    "Writer",
    "autosave_name",
    "encode_event",
    "read_record",
    "write_sound",
]
