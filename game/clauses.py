"""The numbered rules of every system, as text: where a ruleset's folder lies and what its clause files say.

Nothing of a ruleset is imported: its folder is found through the entry point, and the files are read as data. So the
rules can be read and counted even while a ruleset's code is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from game.engine.packages import packages

SHIPPED = ("pl",)
"""Languages in which the program and its own rulesets must be whole; other packages decide for themselves."""
Shape = TypeVar("Shape")
Kind = Literal["clause", "ruling", "convention"]


class DataError(Exception):
    """A data file that cannot be used, told so that the line can be found.

    Parameters
    ----------
    path
        The file.
    message
        What is wrong.
    line
        Line number from 1, 0 where it is the whole file.
    """

    def __init__(self, path: Path, message: str, line: int = 0) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.message, self.line = path, message, line


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule.

    Attributes
    ----------
    kind
        "clause" for what the source says, "ruling" for how a doubt is settled, "convention" for what it leaves open.
    phase
        Chapter it belongs to.
    words_only
        Why no test can cite it (it only sets words); empty for a rule that does something.
    """

    id: str
    kind: Kind
    phase: str
    title: str
    text: str
    words_only: str = ""


class ClauseWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a clause in another language."""

    id: str
    title: str
    text: str


class _ClauseFile(msgspec.Struct, frozen=True):
    clause: list[Clause]


class _WordsFile(msgspec.Struct, frozen=True):
    clause: list[ClauseWords]


class Book(msgspec.Struct, frozen=True):
    """A ruleset's clauses, in the order of the file, and their words in other languages by language and id."""

    ruleset: str
    folder: Path
    clauses: tuple[Clause, ...]
    words: dict[str, dict[str, ClauseWords]]

    def shown(self, clause: Clause, language: str) -> tuple[str, str]:
        """Return title and text in a language, in English where it has none."""
        words = self.words.get(language, {}).get(clause.id)
        return (words.title, words.text) if words else (clause.title, clause.text)


def ruleset_folders() -> dict[str, Path]:
    """Return the folder of each installed ruleset that can be used by its id, sorted by id."""
    return {p.id: p.folder for p in packages().values() if p.folder is not None and p.fault is None}


def comes_with(folder: Path, program: Path) -> bool:
    """Return whether the ruleset in a folder comes with the program that lies in another."""
    return folder.resolve().is_relative_to(program.resolve() / "rulesets")


def languages_of(folder: Path, program: Path) -> tuple[str, ...]:
    """Return the languages a ruleset must be whole in: all where it comes with the program, else those it has begun.

    Parameters
    ----------
    folder, program
        The folder of the ruleset, and that which holds the program.
    """
    if comes_with(folder, program):
        return SHIPPED
    locale = folder / "locale"
    return tuple(
        one
        for one in SHIPPED
        if (locale / one).is_dir() or (locale / f"clauses.{one}").is_dir() or (locale / f"clauses.{one}.toml").is_file()
    )


def read_book(ruleset: str, folder: Path) -> Book:
    """Read the clauses of one ruleset: from ``clauses.toml``, or chapter by chapter from the files of ``clauses/``.

    So are their words in another language: ``locale/clauses.pl.toml``, or the files of ``locale/clauses.pl/``.

    Raises
    ------
    DataError
        A file is missing, is not TOML, or does not have the expected keys.
    """
    clauses = [one for path in clause_files(folder) for one in _decode(path, _ClauseFile).clause]
    words: dict[str, dict[str, ClauseWords]] = {}
    for place in sorted((folder / "locale").glob("clauses.*")):
        language = place.name.removesuffix(".toml").removeprefix("clauses.")
        for path in sorted(place.glob("*.toml")) if place.is_dir() else [place]:
            words.setdefault(language, {}).update({one.id: one for one in _decode(path, _WordsFile).clause})
    return Book(ruleset, folder, tuple(clauses), words)


def clause_files(folder: Path) -> list[Path]:
    """Return the files in which a ruleset's clauses stand, in the order in which they are read."""
    chapters = sorted((folder / "clauses").glob("*.toml"))
    return chapters or [folder / "clauses.toml"]


def id_pattern(ruleset: str) -> re.Pattern[str]:
    """Return the pattern of a ruleset's clause ids: ``WMA-CMD-11``, ``WMA-R03``."""
    return re.compile(rf"(?<![\w-]){re.escape(ruleset)}-(?:[A-Z]+-)?[A-Z]*\d+[a-z]?\b")


def line_of(text: str, key_path: str) -> int:
    r"""Find the line of a key in TOML by msgspec's path to it.

    Examples
    --------
    >>> line_of("[[clause]]\nid = 1\n[[clause]]\nid = 2\n", "$.clause[1].id")
    4
    >>> line_of("name = 1\n", "$.elsewhere")
    0
    """
    lines = text.splitlines()
    here = 0
    tables: list[str] = []
    for name, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", key_path):
        if name:
            tables.append(name)
            dotted = r"\s*\.\s*".join(map(re.escape, tables))
            pattern = rf"\s*(?:\[\s*{dotted}\s*\]|{re.escape(name)}\s*=)"
            here = next(_matches(lines, pattern, here), here)
        else:
            dotted = r"\s*\.\s*".join(map(re.escape, tables))
            found = list(_matches(lines, rf"\s*\[\[\s*{dotted}\s*\]\]", here))
            here = found[int(index)] if int(index) < len(found) else here
    return here


def _matches(lines: list[str], pattern: str, after: int) -> Iterator[int]:
    return (number for number, line in enumerate(lines, 1) if number > after and re.match(pattern, line))


def _decode(path: Path, shape: type[Shape]) -> Shape:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(path, f"cannot be read: {error}") from error
    try:
        return msgspec.toml.decode(text, type=shape)
    except msgspec.ValidationError as error:
        where = re.search(r"`(\$[^`]*)`", str(error))
        raise DataError(path, str(error), line_of(text, where.group(1)) if where else 0) from error
    except msgspec.DecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        raise DataError(path, f"not TOML: {error}", int(where.group(1)) if where else 0) from error
