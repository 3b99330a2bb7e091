"""Plain prose, as far as a machine can tell: short sentences that begin with their subject."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from game.terms import catalogue_texts
from game.texts_tool import Finding, Sentences, program_folder

MOST_WORDS = 30
"""Words of the longest sentence."""
RELATIVE = {
    "en": re.compile(r"(?:who|whom|whose|what|which|that which|those who|of (?:which|whom))\b(?!.*\?$)", re.IGNORECASE),
    "pl": re.compile(
        r"(?:kto|kogo|komu|co(?! (?:najmniej|najwyżej|\d|\{|dwa|dwie|trzy|cztery|pięć|kilka|ćwiartkę|turę|rundę|ruch))"
        r"|czyj\w*|któr\w+|ten, kto|ci, którzy|to, co)\b(?!.*\?$)",
        re.IGNORECASE,
    ),
}
"""How a sentence or a heading begins whose subject is missing; a question may begin so."""
DOCS = ("README.md", "docs/*.md", "docs/decisions/*.md")
GENERATED = frozenset({"modules.md", "performance.md"})
_SENTENCE = re.compile(r"(?<=[.!?…:])\s+(?=[\"“„'(*`]*[A-Za-z`{ĄĆĘŁŃÓŚŹŻ])")
_CODE = re.compile(r"`[^`]*`")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def sentences(text: str) -> list[str]:
    """The sentences of a text.

    Examples
    --------
    >>> sentences("It fires. Each hit counts twice: That is all.")
    ['It fires.', 'Each hit counts twice:', 'That is all.']
    """
    return [one.strip() for one in _SENTENCE.split(" ".join(text.split())) if one.strip()]


def word_count(sentence: str) -> int:
    """How many words a sentence has; code and numbers with their unit are one each.

    Examples
    --------
    >>> word_count("A body within 5 cm halts: see `game/kit/front.py`.")
    7
    """
    plain = re.sub(r"(\d) (?=(?:cm|mm|%|pts?)\b)", r"\1", _CODE.sub("code", sentence))
    return len([word for word in plain.split() if re.search(r"\w", word)])


def faults(text: str, language: str) -> list[str]:
    """What is wrong with a text: sentences that are too long, and those whose subject is missing."""
    found = []
    for one in sentences(text):
        if word_count(one) > MOST_WORDS:
            found.append(f"{word_count(one)} words in a sentence (at most {MOST_WORDS}): {one[:60]}...")
        if RELATIVE[language].match(one):
            found.append(f"a sentence begins without its subject: {one[:60]}")
    return found


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """The paragraphs, list items, headings and table cells of a Markdown page, with their lines; code is left out."""
    block: list[str] = []
    start, inside = 0, False
    for number, line in enumerate([*page.splitlines(), ""], 1):
        bare = line.strip()
        if bare.startswith("```"):
            inside = not inside
            bare = ""
        new = not bare or inside or bare.startswith(("#", "|", "- ", "* ", ">")) or re.match(r"\d+\. ", bare)
        if new and block:
            yield start, _LINK.sub(r"\1", " ".join(block))
            block = []
        if inside or not bare:
            continue
        if bare.startswith("|"):
            yield from ((number, cell.strip()) for cell in _LINK.sub(r"\1", bare).strip("|").split("|") if cell.strip())
            continue
        if not block:
            start = number
        block.append(re.sub(r"^(?:#+|[-*>]|\d+\.)\s+", "", bare))


def doc_findings() -> list[Finding]:
    """Every sentence of the documents that is too long, or begins without its subject."""
    root = program_folder()
    found = []
    for pattern in DOCS:
        for path in sorted(root.glob(pattern)):
            if path.name not in GENERATED:
                page = path.read_text(encoding="utf-8")
                found += [Finding(path, line, said) for line, text in paragraphs(page) for said in faults(text, "en")]
    return found


def text_findings(catalogues: Iterable[Sentences]) -> list[Finding]:
    """Every text of players with a sentence that is too long or begins without its subject.

    Clauses are judged by :mod:`game.wording`, which asks more of them.
    """
    found = []
    for catalogue in catalogues:
        texts = [row for language in catalogue.languages for row in catalogue_texts(catalogue, language)]
        found += [Finding(path, 0, said) for path, text, language in texts for said in faults(text, language)]
    return sorted(set(found))
