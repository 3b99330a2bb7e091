"""The reader's language in the client: ``_`` for the window's own words, spans with links for the game's sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from game.engine.decision import Sum
from game.engine.files.os_faults import os_reason
from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.languages import SOURCE, codes, decimal_sign
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.text import Text

LinkKind = Literal["thing", "clause", "row"]


class Link(msgspec.Struct, frozen=True):
    """What a click on a piece of text leads to: a thing on the table, a clause of the rules, or a row that opens."""

    kind: LinkKind
    id: str


class Span(msgspec.Struct, frozen=True):
    """A piece of text in one style. ``style`` and ``colour`` are names of the theme's fonts and interface colours."""

    text: str
    style: str = "body"
    colour: str = "text"
    link: Link | None = None


Spans = tuple[Span, ...]

_OPEN, _MID, _CLOSE = "\x01", "\x02", "\x03"
_MARKED = re.compile(f"{_OPEN}([^{_MID}]*){_MID}([^{_CLOSE}]*){_CLOSE}")


class _LinkSpeaker(Speaker):
    """A speaker that marks the names of things, so that they can be made links."""

    def name(self, thing: str, names: State | Mapping[str, str] | None) -> str:
        """Name a thing between marks."""
        return f"{_OPEN}{thing}{_MID}{super().name(thing, names)}{_CLOSE}"


class Words:
    """All that is said to one reader: his language, and the ruleset whose names and units are used.

    Parameters
    ----------
    language
        A key of :func:`game.engine.languages.languages`; an unknown one is English.
    ruleset
        The system in play, None outside of a battle.
    view
        The battle, for the unit in which its lengths are said.
    """

    def __init__(self, language: str = "en", ruleset: Ruleset | None = None, view: State | None = None) -> None:
        self.language = language if language in codes() else SOURCE
        self.ruleset = ruleset
        self.plain = Speaker(self.language, ruleset, view)
        self._linked = _LinkSpeaker(self.language, ruleset, view)

    def say(self, text: Text, names: State | Mapping[str, str] | None = None) -> str:
        """Render a sentence as plain text."""
        return self.plain.say(text, names)

    def spans(
        self, text: Text, names: State | Mapping[str, str] | None = None, style: str = "body", colour: str = "text"
    ) -> Spans:
        """Render a sentence as spans; the names of things are links."""
        said = self._linked.say(text, names)
        out: list[Span] = []
        at = 0
        for found in _MARKED.finditer(said):
            if found.start() > at:
                out.append(Span(said[at : found.start()], style, colour))
            out.append(Span(found[2], style, colour, Link("thing", found[1])))
            at = found.end()
        if at < len(said):
            out.append(Span(said[at:], style, colour))
        return tuple(out)

    def name(self, thing: str, names: State | Mapping[str, str] | None) -> str:
        """Name a thing."""
        return self.plain.name(thing, names)

    def word(self, key: str) -> str:
        """Translate a plain string from data."""
        return self.plain.word(key)

    def length(self, mm: float) -> str:
        """Say a length in the ruleset's unit."""
        return self.plain.length(mm)

    def part(self, value: float, of: Sum, signed: bool = False) -> str:
        """Say a value of a sum, or its total: a number or, where it adds up lengths, a length."""
        if not of.lengths:
            return self.number(value, signed=signed)
        sign = "+" if signed and value > 0 else "−" if value < 0 else ""
        return sign + self.length(abs(value))

    def percent(self, share: float) -> str:
        """Say a probability: "37 %", and "<1 %", ">99 %" where rounding would lie."""
        if 0.0 < share < 0.01:
            return "<1 %"
        if 0.99 < share < 1.0:
            return ">99 %"
        return f"{share * 100:.0f} %"

    def number(self, value: float, places: int = 2, signed: bool = False) -> str:
        """Say a number with the decimal sign of the language."""
        said = f"{value:+.{places}f}" if signed else f"{value:.{places}f}"
        if "." in said:
            said = said.rstrip("0").rstrip(".")
        return self.written(said.replace("-", "−"))

    def written(self, number: str) -> str:
        """A number written with a point, with the decimal sign of the language."""
        return number.replace(".", decimal_sign(self.language))


def clause_spans(clauses: tuple[str, ...] | list[str], style: str = "tiny") -> Spans:
    """Clause ids as small links, each after a space."""
    out: list[Span] = []
    for clause in clauses:
        if clause:
            out.append(Span(" "))
            out.append(Span(clause, style, "link", Link("clause", clause)))
    return tuple(out)


class _Now:
    """The language of the window at this moment."""

    words = Words("en")


def use(language: str) -> None:
    """Let the window speak a language from now on."""
    _Now.words = Words(language)


def language() -> str:
    """The language of the window."""
    return _Now.words.language


def _(key: str) -> str:
    """Translate one of the window's own sentences."""
    return _Now.words.plain.word(key)


def ngettext(one: str, many: str, n: int) -> str:
    """Translate a sentence of the window's own whose form depends on ``n``; ``{n}`` is filled."""
    return _Now.words.plain.say(Text(one, {"n": n}, many, n))


def N_(key: str) -> str:
    """Mark a sentence for translation that is looked up later."""
    return key


def data_words(fault: DataError) -> str:
    """What is wrong with a file, and where in it, in the language of the window."""
    said = Words(language()).say(fault.message)
    return f"{place_words(fault.key)}: {said}" if fault.key else said


_PLACE = re.compile(r"(line|column|byte) (\d+)")


def place_words(key: str) -> str:
    """A place in a file ("line 3, byte 17") in the language of the window; a key as it is."""
    names = {"line": _("line {n}"), "column": _("column {n}"), "byte": _("byte {n}")}
    found = [_PLACE.fullmatch(part) for part in key.split(", ")]
    return ", ".join(names[m[1]].format(n=m[2]) for m in found if m) if all(found) else key


def os_words(fault: Exception) -> str:
    """Why something could not be done with a file, in the language of the window."""
    return Words(language()).say(os_reason(fault))
