"""The wording of clauses, as far as a machine can judge it: what a text begins with, and how long its sentences are.

A clause is read alone, under the pointer. So its title and its text begin with the thing they speak of: a noun, with or
without an article, a number word or an adjective before it. :mod:`game.prose` judges all other texts, and asks less.
"""

from __future__ import annotations

import re
from pathlib import Path

from game.clauses import Book, clause_files
from game.prose import MOST_WORDS, RELATIVE
from game.texts_tool import Finding


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


QUESTIONS = {
    "en": _words("of whatever whichever whoever"),
    "pl": _words("czego czemu czym jaka jaki jakie kim ktokolwiek"),
}
"""By language, further words that begin a relative clause: no sentence of a clause begins with them."""

REFERENCES = {
    "en": _words(
        """
        after also and as at because before between but by during for from he her here his how however if in inside it
        its not on once or otherwise she since so that their them then there these they this those though to under
        unless until up when where while why with within without yes
        """
    ),
    "pl": _words(
        """
        a aby albo ale bo chyba dlaczego dokąd gdy gdyby gdzie i ich inaczej jak jego jej jednak jeśli jeżeli kiedy
        lecz lub on ona one oni ono ponieważ potem skąd ta tak tam te ten to tu tutaj więc wtedy
        """
    ),
}
"""By language, words that lean on what was said before or put a circumstance before the thing: no clause begins so.

English ones hold every preposition. A Polish text may begin with one, since its word order is free."""


def wording_findings(book: Book) -> list[Finding]:
    """Return the clauses of one ruleset that do not begin with a noun phrase, or have too long a sentence.

    Titles and texts are judged in English and in every language of which the openers are known.
    """
    found = []
    for language, path, clauses in _read_in(book):
        for clause_id, title, text in clauses:
            told = [f"its title {fault}" for fault in faults_of(title, language)]
            told += [f"its text {fault}" for fault in faults_of(text, language)]
            found += [Finding(path, 0, f"clause {clause_id}: {fault}") for fault in told]
    return found


def faults_of(text: str, language: str) -> list[str]:
    """Return what is wrong with the wording of one title or text, each as a phrase that follows "its text".

    Examples
    --------
    >>> faults_of("Who has fallen acts no more.", "en")
    ['begins with “Who”, which is no noun']
    >>> faults_of("A fallen model acts no more.", "en")
    []
    >>> faults_of("A unit tests. Of several the first one counts.", "en")
    ['has a sentence that begins with “Of”']
    """
    sentences = [one for one in re.split(r"(?<=[.!?])[”\")]*\s+", text.strip()) if one]
    found = []
    for place, sentence in enumerate(sentences):
        opener = _opener(sentence)
        asks = opener.lower() in QUESTIONS[language] or RELATIVE[language].match(sentence)
        leans = opener.lower() in REFERENCES[language] or bool(re.match(r"[+\-−–]", sentence))
        if place == 0 and (asks or leans):
            found.append(f"begins with “{opener}”, which is no noun")
        elif asks:
            found.append(f"has a sentence that begins with “{opener}”")
        words = len(sentence.split())
        if words > MOST_WORDS:
            found.append(f"has a sentence of {words} words, {MOST_WORDS} are allowed: {sentence[:40]!r}")
    return found


def _opener(sentence: str) -> str:
    first = re.search(r"[^\W\d_]+|\S+", sentence)
    return first[0] if first else ""


def _read_in(book: Book) -> list[tuple[str, Path, list[tuple[str, str, str]]]]:
    """Return language, file to report and clauses as id, title and text, for each language that can be judged."""
    files = clause_files(book.folder)
    own = files[0] if len(files) == 1 else files[0].parent
    read = [("en", own, [(one.id, one.title, one.text) for one in book.clauses])]
    for language, words in sorted(book.words.items()):
        if language in QUESTIONS:
            place = book.folder / "locale" / f"clauses.{language}.toml"
            path = place if place.exists() else place.with_suffix("")
            read.append((language, path, [(one.id, one.title, one.text) for one in words.values()]))
    return read
