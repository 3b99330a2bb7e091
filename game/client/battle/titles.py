"""Titles of battles in the reader's language, whatever language they were begun in."""

from __future__ import annotations

import re

from game.client.library import Library
from game.client.words import Words
from game.engine.languages import codes
from game.engine.loader import UnknownRuleset
from game.engine.ruleset import Ruleset, usual_size

_KNOWN: dict[tuple[str, str], dict[str, str]] = {}
"""The names by the folder of a system and a language."""


def title_in(title: str, ruleset: Ruleset, language: str) -> str:
    """A title in which the names of the system's scenarios and armies stand in a language.

    A record keeps the title that it was begun with; what else stands in it, a number or a word of the players, stays.
    """
    names = _names(ruleset, language)
    if not names:
        return title
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"\b(?:{pattern})(?!\w)", lambda found: names[found[0]], title)


def title_of(title: str, system: str, library: Library, language: str) -> str:
    """The same of a record by the id of its system; as it is where that is not installed."""
    try:
        return title_in(title, library.ruleset(system), language)
    except UnknownRuleset:
        return title


def _own_names(ruleset: Ruleset) -> list[str]:
    scenarios = ruleset.scenarios()
    armies = ruleset.armies(usual_size(ruleset, scenarios[0])) if scenarios else ()
    return [*(s.name for s in scenarios), *(a.name for a in armies)]


def _names(ruleset: Ruleset, language: str) -> dict[str, str]:
    """Each name in every language, and its form in this one."""
    key = str(ruleset.meta.folder), language
    if key not in _KNOWN:
        speakers = [Words(code, ruleset) for code in codes()]
        there = Words(language, ruleset)
        names = [name for name in _own_names(ruleset) if name]
        _KNOWN[key] = {speaker.word(name): there.word(name) for speaker in speakers for name in names}
    return _KNOWN[key]
