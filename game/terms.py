"""The terms that players read: one word for one thing, by the table of docs/terms.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.clauses import DataError, clause_files, read_book, ruleset_folders
from game.texts_tool import Finding, Sentences, program_folder, translations

TABLE = "docs/terms.md"
EVERYWHERE = "all"


class Term(msgspec.Struct, frozen=True):
    """One row of the table.

    Attributes
    ----------
    said
        The term by language, as it is to be written.
    domains
        Ids of the systems that it is for; none for all and the program.
    wrong
        By language, the patterns of what is not to be written.
    """

    said: dict[str, str]
    domains: frozenset[str]
    wrong: dict[str, tuple[re.Pattern[str], ...]]

    def misses(self, text: str, language: str) -> list[str]:
        """The words of a text that should be this term."""
        return [found[0] for pattern in self.wrong.get(language, ()) for found in pattern.finditer(text)]


def read_terms(page: str) -> list[Term]:
    """The rows of the table: English, Polish, where, and what is not written in either."""
    found = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 5 or cells[0] == "English" or set(cells[0]) <= {"-", " "}:
            continue
        english, polish, where, not_english, not_polish = cells
        domains = frozenset() if where == EVERYWHERE else frozenset(where.replace(" ", "").split(","))
        wrong = {"en": _patterns(not_english), "pl": _patterns(not_polish)}
        found.append(Term({"en": english, "pl": polish}, domains, wrong))
    return found


def _patterns(cell: str) -> tuple[re.Pattern[str], ...]:
    words = [re.escape(word.strip()).replace(r"\*", r"\w*") for word in cell.split(",") if word.strip()]
    return tuple(re.compile(rf"\b{word}\b", re.IGNORECASE) for word in words)


def term_findings(catalogues: list[Sentences]) -> list[Finding]:
    """Every term that is written in two ways, in the texts of the program, its systems and their clauses."""
    table = program_folder() / TABLE
    if not table.exists():
        return []  # an installed program comes without its documents
    terms = read_terms(table.read_text(encoding="utf-8"))
    folders = ruleset_folders()
    found = []
    for catalogue in catalogues:
        domain = catalogue.domain.upper()
        mine = [term for term in terms if not term.domains or domain in term.domains]
        texts = [row for language in catalogue.languages for row in catalogue_texts(catalogue, language)]
        texts += clause_texts(domain, folders[domain]) if domain in folders else ()
        for path, text, language in texts:
            for term in mine:
                for word in term.misses(text, language):
                    said = f"“{word}” should be “{term.said[language]}” ({TABLE}): {text[:60]!r}"
                    found.append(Finding(path, 0, said))
    return sorted(set(found))


def catalogue_texts(catalogue: Sentences, language: str) -> Iterator[tuple[Path, str, str]]:
    """File, text and language of every sentence of a catalogue, in English and in a language."""
    path = catalogue.po(language)
    for text, translated in translations(path, language):
        yield path, text, "en"
        yield path, translated, language


def clause_texts(system: str, folder: Path) -> Iterator[tuple[Path, str, str]]:
    """File, title or text, and language of every clause; nothing where the files cannot be read."""
    try:
        book = read_book(system, folder)
    except DataError:
        return  # the check of the system reports it
    path = clause_files(book.folder)[0]
    for clause in book.clauses:
        yield from ((path, text, "en") for text in (clause.title, clause.text))
    for language, words in book.words.items():
        place = book.folder / "locale"
        yield from ((place, text, language) for one in words.values() for text in (one.title, one.text))
