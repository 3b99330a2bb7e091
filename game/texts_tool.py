"""The translations' files: gather the sentences from code and data, bring the ``.po`` files up to date, compile them.

Only this tool and ``check`` need babel; the running program reads the compiled ``.mo`` files with the standard
library. Each catalogue has one ``.po`` a language: ``assets/locale`` for the program, and one in each ruleset's
folder for its own sentences and for the names in its data.
"""

from __future__ import annotations

import io
import re
import string
import struct
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from game.clauses import SHIPPED, languages_of, ruleset_folders

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "T": None,
    "TN": (1, 2),
    "Word": None,
    "gettext": None,
    "ngettext": (1, 2),
}
DATA_KEYS = ("name", "plural", "title", "label", "note", "text", "briefing", "help", "summary", "reason", "leads")
GUIDE_KEYS = ("title", "about", "ending", "say", "name")
EXAMPLE_KEYS = ("title",)
PUZZLE_KEYS = ("title", "task")


class Sentences(msgspec.Struct, frozen=True):
    """One catalogue: whose it is, where its sentences stand and where its translations go.

    Attributes
    ----------
    domain
        Name of the ``.po`` and ``.mo`` files: "game", or a ruleset's id in lower case.
    source
        Folder of the code (and data) the sentences come from.
    locale
        Folder of the translations.
    data
        Folder of TOML files whose names are shown to players too, if there is one.
    languages
        Languages in which it must be whole.
    beside
        A second folder of code with the same catalogue, where there is one: the workshop has the program's.
    """

    domain: str
    source: Path
    locale: Path
    data: Path | None = None
    languages: tuple[str, ...] = SHIPPED
    beside: Path | None = None

    def po(self, language: str) -> Path:
        """Return where the translation into a language lies."""
        return self.locale / language / "LC_MESSAGES" / f"{self.domain}.po"

    def begun(self) -> tuple[str, ...]:
        """Return the further languages into which a translation was begun; none of them must be whole."""
        found = sorted(path.parent.parent.name for path in self.locale.glob(f"*/LC_MESSAGES/{self.domain}.po"))
        return tuple(one for one in found if one not in self.languages)


class Finding(msgspec.Struct, frozen=True, order=True):
    """Something wrong in a file, at a line (0 where it is the file as a whole)."""

    path: Path
    line: int
    message: str


def program_folder() -> Path:
    """Return the folder that holds ``game`` and ``assets``."""
    return Path(__file__).resolve().parent.parent


def catalogues() -> list[Sentences]:
    """Return the program's own catalogue and those of the installed rulesets."""
    root = program_folder()
    found = [Sentences("game", root / "game", root / "assets" / "locale", beside=root / "workshop")]
    for ruleset, folder in ruleset_folders().items():
        languages = languages_of(folder, program_folder())
        found.append(Sentences(ruleset.lower(), folder, folder / "locale", folder / "data", languages))
    return found


def gather(sentences: Sentences) -> Catalog:
    """Collect every sentence of a catalogue, sorted, with the files it stands in."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract

    template = Catalog(domain=sentences.domain)
    folders = [folder for folder in (sentences.source, sentences.beside) if folder is not None]
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        name = path.relative_to(sentences.source.parent).as_posix()
        with path.open("rb") as file:
            for _line, message, _comments, _context in extract("python", file, KEYWORDS, options={"encoding": "utf-8"}):
                template.add(message, locations=[(name, 0)])
    for path, key, text in data_sentences(sentences):
        template.add(text, locations=[(path.relative_to(sentences.source.parent).as_posix(), 0)], auto_comments=[key])
    return template


def data_sentences(sentences: Sentences) -> Iterator[tuple[Path, str, str]]:
    """Yield file, key and text of everything in the data that a player reads."""
    for folder, keys in (
        ("data", DATA_KEYS),
        ("guides", GUIDE_KEYS),
        ("examples", EXAMPLE_KEYS),
        ("puzzles", PUZZLE_KEYS),
    ):
        for path, table in _tables(sentences, folder):
            for key in keys:
                if isinstance(table.get(key), str) and table[key]:
                    yield path, key, table[key]


def _tables(sentences: Sentences, folder: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    if sentences.data is None:
        return
    for path in sorted((sentences.source / folder).rglob("*.toml")):
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # the data check tells about it
        for table in _inside(document):
            yield path, table


def _inside(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _inside(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _inside(inner)


def refresh(sentences: Sentences, language: str) -> tuple[int, int]:
    """Bring one ``.po`` up to date with the sources and compile it.

    What has gone from the sources is kept as obsolete, and revived if it comes back.

    Returns
    -------
    tuple
        How many sentences there are, and how many still lack a translation.
    """
    from babel.messages.catalog import Catalog

    template = gather(sentences)
    path = sentences.po(language)
    catalog = _read(path, language) if path.exists() else Catalog(locale=language, domain=sentences.domain)
    catalog.fuzzy = False
    for old in list(catalog.obsolete.values()):
        catalog[old.id] = old
    catalog.obsolete.clear()
    catalog.project, catalog.version = "tabula-belli", ""
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    catalog.header_comment = f"# Tabula Belli, sentences of {sentences.domain!r} ({language}). Kept by `run.py texts`."
    # The dates of the header would change at every run.
    created, revised = catalog.creation_date, catalog.revision_date
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.creation_date, catalog.revision_date = created, revised
    _write_if_new(path, _po_bytes(catalog))
    catalog = _read(path, language)
    _write_if_new(path.with_suffix(".mo"), _mo_bytes(catalog))
    messages = [message for message in catalog if message.id]
    return len(messages), sum(not _translated(message) for message in messages)


def findings(sentences: Sentences, language: str, whole: bool = True) -> list[Finding]:
    """Return what is wrong with a translation: sentences missing, marks lost, the compiled file out of step.

    Sentences may be missing where the translation need not be ``whole``.
    """
    path = sentences.po(language)
    if not path.exists():
        return [Finding(path, 0, f"there is no translation into {language}")]
    try:
        catalog = _read(path, language)
    except Exception as error:  # babel raises several kinds; each is told
        return [Finding(path, getattr(error, "lineno", 0) or 0, f"cannot be read: {error}")]
    found = []
    for wanted in gather(sentences):
        if not wanted.id:
            continue
        where = wanted.locations[0][0] if wanted.locations else "?"
        known = catalog.get(wanted.id)
        if known is None:
            if whole:
                found.append(Finding(path, 0, f"not gathered: {_first(wanted)!r} ({where})"))
        elif not _translated(known):
            if whole:
                found.append(Finding(path, known.lineno or 0, f"not translated: {_first(wanted)!r} ({where})"))
        else:
            found += [Finding(path, known.lineno or 0, text) for text in _lost_marks(known)]
    compiled = path.with_suffix(".mo")
    if _compiled(compiled) != _compiled(io.BytesIO(_mo_bytes(catalog))):
        found.append(Finding(compiled, 0, "not in step with its .po file; `run.py texts` compiles it"))
    return sorted(found)


def translations(path: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield every sentence of a catalogue with its translation, form by form."""
    try:
        catalog = _read(path, language)
    except Exception:  # babel raises several kinds; ``findings`` reports them
        return
    for message in catalog:
        if message.id:
            originals, translated = _forms(message.id), _forms(message.string)
            yield from ((originals[min(n, len(originals) - 1)], text) for n, text in enumerate(translated))


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, list | tuple) else [message.string]
    return not message.fuzzy and all(strings)


def marks(pattern: str) -> set[str]:
    """Return the placeholders of a sentence.

    Examples
    --------
    >>> sorted(marks("{unit} needs {need}+"))
    ['need', 'unit']
    """
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


def _lost_marks(message: Message) -> list[str]:
    originals = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = message.string if isinstance(message.string, list | tuple) else [message.string]
    translated = [text for text in strings if text]
    try:
        allowed = set().union(*(marks(text) for text in originals))
        return [
            f"placeholders differ: {original!r} and {text!r}"
            for original, text in ((originals[-1], text) for text in translated)
            if not (marks(text) == marks(original) or (len(originals) > 1 and marks(text) <= allowed))
        ]
    except ValueError as error:
        return [f"braces do not match: {error} in {originals[0]!r}"]


def _read(path: Path, language: str) -> Catalog:
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def _compiled(place: Path | io.BytesIO) -> dict[tuple[str, ...], tuple[str, ...]] | None:
    """Return what a ``.mo`` holds, without its header (which tells the compiler's version)."""
    from babel.messages.mofile import read_mo

    try:
        catalog = read_mo(io.BytesIO(place.read_bytes()) if isinstance(place, Path) else place)
    except (OSError, ValueError, struct.error):
        return None
    return {_forms(message.id): _forms(message.string) for message in catalog if message.id}


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _po_bytes(catalog: Catalog) -> bytes:
    from babel.messages.pofile import write_po

    out = io.BytesIO()
    write_po(out, catalog, width=120, sort_output=True, include_lineno=False)
    return out.getvalue()


def _mo_bytes(catalog: Catalog) -> bytes:
    from babel.messages.mofile import write_mo

    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def _write_if_new(path: Path, content: bytes) -> None:
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
