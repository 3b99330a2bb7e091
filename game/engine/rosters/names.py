"""Finding what a ruleset has on offer by the names that another program uses."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import cache

from game.engine.i18n import Speaker
from game.engine.languages import codes
from game.engine.rosters.nodes import fold
from game.engine.ruleset import ArmyEntry, Ruleset

NEAR = 0.84
"""How alike two names must be, of 1, to be taken for the same."""


def names_of(ruleset: Ruleset, name: str, code: str = "") -> frozenset[str]:
    """What something of a ruleset is called, folded, in every language, and by its code."""
    said = {fold(Speaker(language, ruleset).word(name)) for language in codes()}
    return frozenset(said | ({fold(code)} if code else set()))


@cache
def plain(name: str) -> str:
    """A folded name without what stands in brackets, without signs, every word in the singular as far as that goes.

    >>> plain("marsh wardens (levy)")
    'marsh warden'
    """
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", name)
    words = re.findall(r"\w+", bare)
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)


def nearness(wanted: str, names: Iterable[str]) -> float:
    """How near a folded name is to one of some names: 2 for the same, up to 1 for alike, 0 for too far off."""
    best = 0.0
    mine = plain(wanted)
    for name in names:
        if name == wanted:
            return 2.0
        other = plain(name)
        if not mine or not other:
            continue
        if mine == other:
            best = max(best, 1.0)
            continue
        ours, theirs = set(mine.split()), set(other.split())
        if len(ours & theirs) >= 2 and (ours <= theirs or theirs <= ours):
            best = max(best, 0.9)
        best = max(best, _likeness(mine, other))
    return best


def _likeness(mine: str, other: str) -> float:
    """How alike two names are, 0 below what is near; what cannot be alike is not compared letter by letter."""
    if 2.0 * min(len(mine), len(other)) < NEAR * (len(mine) + len(other)):
        return 0.0
    compared = difflib.SequenceMatcher(None, mine, other)
    if compared.quick_ratio() < NEAR:
        return 0.0
    likeness = compared.ratio()
    return min(likeness, 0.99) if likeness >= NEAR else 0.0


def find(wanted: Iterable[str], rows: Mapping[str, frozenset[str]]) -> tuple[str, float]:
    """The row whose names are nearest to one of those wanted, the first of equals; "" and 0 where none is near."""
    found, best = "", 0.0
    for name in map(fold, wanted):
        for key, names in rows.items():
            near = nearness(name, names)
            if near > best:
                found, best = key, near
    return found, best


def rows_of(ruleset: Ruleset, entries: Iterable[ArmyEntry]) -> dict[str, frozenset[str]]:
    """Names of the entries of an army by code."""
    return {entry.code: names_of(ruleset, entry.name, entry.code) for entry in entries}
