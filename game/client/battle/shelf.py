"""What lies in a folder, for whoever chooses a file: by kind, with size and date, and what a file says of itself."""

from __future__ import annotations

import datetime
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.client.battle.found import MOST_NAME, day_told, found_at, names_of, told
from game.client.battle.kept_lists import FOREIGN, SUFFIXES
from game.client.battle.titles import title_of
from game.client.folders import Folders
from game.client.library import Library
from game.client.words import N_, _, os_words
from game.engine.files.player_files import LIST, load, printable, toml_file
from game.engine.files.toml_reading import DataError
from game.engine.records.record import SUFFIX
from game.engine.rosters.plain_text import looks_like_text

WRITTEN = ".txt"
"""Ending of a list that was written as plain text."""
ENDINGS: dict[str, tuple[str, ...]] = {
    "record": (SUFFIX,),
    "list": (*SUFFIXES, WRITTEN),
    "table": (".toml",),
    "position": (".toml",),
    "page": (".html",),
    "text": (".txt",),
    "gif": (".gif",),
    "picture": (".png",),
}
"""Endings of the names of files, by kind."""
SORT_WORDS = {
    "record": N_("battles"),
    "list": N_("army lists"),
    "table": N_("tables"),
    "position": N_("positions"),
    "page": N_("pages"),
    "text": N_("texts"),
    "gif": N_("animations"),
    "picture": N_("pictures"),
}
MOST = 2000
"""Files and folders of one folder that are listed."""
_KILO = 1024


@dataclass(frozen=True)
class Lying:
    """Something in a folder: a file, or a folder in it."""

    path: Path
    folder: bool
    size: int = 0
    when: float = 0.0


def lying_in(folder: Path, endings: tuple[str, ...] = ()) -> tuple[list[Lying], str]:
    """Folders by name, then files of the endings (all where there are none), the newest first; why not, in words.

    Hidden ones are left out, and so is what is neither file nor folder.
    """
    found: list[Lying] = []
    try:
        for path in folder.iterdir():
            if path.name.startswith("."):
                continue
            try:
                about = path.stat()
            except (OSError, ValueError):
                continue
            if stat.S_ISDIR(about.st_mode):
                found.append(Lying(path, True))
            elif stat.S_ISREG(about.st_mode) and (not endings or path.suffix.lower() in endings):
                found.append(Lying(path, False, about.st_size, about.st_mtime))
            if len(found) >= MOST:
                break
    except (OSError, ValueError) as fault:
        why = os_words(fault) if isinstance(fault, OSError) else _("no folder can have this name")
        return [], _("The folder cannot be read: {why}").format(why=why)
    return sorted(found, key=lambda one: (not one.folder, -one.when, one.path.name.casefold())), ""


def nooks(folders: Folders) -> list[tuple[str, Path]]:
    """The places that are known: the program's own folders, and the player's."""
    import platformdirs

    known = [
        (_("Saved battles"), folders.saves),
        (_("Saved lists"), folders.lists),
        (_("Saved tables"), folders.tables),
        (_("Pages and pictures"), folders.reports),
        (_("Home"), Path(platformdirs.user_documents_dir()).parent),
        (_("Documents"), Path(platformdirs.user_documents_dir())),
        (_("Downloads"), Path(platformdirs.user_downloads_dir())),
    ]
    with suppress(RuntimeError):
        known[4] = (_("Home"), Path.home())
    out: dict[Path, str] = {}
    for words, path in known:
        if path in (folders.saves, folders.lists, folders.tables, folders.reports) or path.is_dir():
            out.setdefault(path, words)
    return [(words, path) for path, words in out.items()]


def size_told(size: int) -> str:
    """How large a file is, in words."""
    if size < _KILO:
        return _("{n} B").format(n=size)
    if size < _KILO * _KILO:
        return _("{n} kB").format(n=-(-size // _KILO))
    return _("{n} MB").format(n=round(size / _KILO / _KILO, 1))


def about_file(one: Lying) -> str:
    """Size and date of a file."""
    day = datetime.datetime.fromtimestamp(one.when).strftime("%Y-%m-%d %H:%M")
    return f"{size_told(one.size)}  ·  {day}"


def sort_of(path: Path) -> str:
    """What kind of file it is, by its ending and where that does not tell by what stands in it; "" for none known."""
    ending = path.suffix.lower()
    if ending == SUFFIX:
        return "record"
    if ending in FOREIGN:
        return "list"
    if ending == WRITTEN:
        return _sort_written(path)
    if ending != ".toml":
        return ""
    try:
        return _sort_within(toml_file(path, LIST))
    except DataError:
        return "list"  # whoever reads it says what is wrong with it


def _sort_written(path: Path) -> str:
    """What a plain text is: a list where it reads as one."""
    try:
        return "list" if looks_like_text(load(path, LIST)) else ""
    except DataError:
        return ""


def _sort_within(rows: dict[str, object]) -> str:
    if isinstance(rows.get("position"), int):
        return "position"
    return "table" if isinstance(rows.get("table"), int) else "list"


def says(path: Path, library: Library, language: str) -> str:
    """What a file says of itself, of which little is read; "" where that is nothing."""
    ending = path.suffix.lower()
    if ending == SUFFIX:
        found = found_at(path)
        about = told(found, names_of(found, library, language)).replace(day_told(found) + "  ·  ", "")
        return found.trouble or f"{title_of(found.title, found.ruleset, library, language)}  ·  {about}"
    if ending in FOREIGN:
        return _("file of another program")
    if ending != ".toml":
        return ""
    try:
        rows = toml_file(path, LIST)
    except DataError:
        return _("cannot be read")
    kinds = {"position": _("a position"), "table": _("a table"), "list": _("an army list")}
    parts = [kinds[_sort_within(rows)], *(rows.get(key) for key in ("ruleset", "name"))]
    return "  ·  ".join(printable(part, MOST_NAME) for part in parts if isinstance(part, str) and part)
