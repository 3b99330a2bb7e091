"""Bookmarks and notes of a battle: a small file beside its record, which itself is never written to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from game.client.folders import aside_of
from game.client.words import _, data_words
from game.engine.files.player_files import NOTES, json_row, shown
from game.engine.files.toml_reading import DataError

ENDING = ".notes.json"
NOTE_MOST = 400
"""Letters of a note."""


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bookmark: the line of the record after which it stands, and a note, "" for none."""

    line: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    note: Annotated[str, msgspec.Meta(max_length=NOTE_MOST)] = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written. ``tabula_notes`` is the version of its format."""

    tabula_notes: Literal[1]
    marks: Annotated[list[Mark], msgspec.Meta(max_length=5000)]


def file_of(record: Path) -> Path:
    """The file of bookmarks beside a record."""
    return record.with_name(record.name + ENDING)


class Bookmarks:
    """The bookmarks of a record.

    Parameters
    ----------
    record
        The file of the battle.

    Attributes
    ----------
    problem
        A sentence where the file could not be read; it is then kept aside before another is written.
    saved
        Everything is in the file.
    """

    def __init__(self, record: Path) -> None:
        self.path = file_of(record)
        self.problem = ""
        self.saved = True
        self._aside = False
        self._notes: dict[int, str] = {}
        if not os.path.lexists(self.path):
            return
        try:
            kept = json_row(self.path, NOTES, _File)
        except DataError as fault:
            self._aside = True
            self.problem = _("The notes in {name} cannot be read ({why}). The file stays unchanged.").format(
                name=shown(self.path), why=data_words(fault)
            )
            return
        self._notes = {m.line: m.note for m in sorted(kept.marks, key=lambda m: m.line)}

    @property
    def notes(self) -> Mapping[int, str]:
        """The notes by line, in order."""
        return self._notes

    def put(self, line: int, note: str) -> str:
        """Set a bookmark or change its note; a sentence where that cannot be saved."""
        self._notes = dict(sorted({**self._notes, line: note.strip()[:NOTE_MOST]}.items()))
        return self.save()

    def remove(self, line: int) -> str:
        """Take a bookmark away; a sentence where that cannot be saved."""
        self._notes.pop(line, None)
        return self.save()

    def save(self) -> str:
        """Write the file whole or not at all, without bookmarks none; a sentence where that fails.

        What could not be saved stays here and is written with the next change.
        """
        self.saved = False
        part = self.path.with_name(self.path.name + ".part")
        try:
            if self._aside and self.path.exists():
                self.path.rename(aside_of(self.path, ENDING))
            self._aside = False
            if not self._notes:
                self.path.unlink(missing_ok=True)
            else:
                file = _File(1, [Mark(line, note) for line, note in self._notes.items()])
                part.write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1))
                os.replace(part, self.path)
        except OSError as fault:
            return _("The notes cannot be saved ({why}). The next change tries again.").format(
                why=fault.strerror or fault
            )
        self.saved = True
        return ""
