"""Sentences for players as data: an English pattern with placeholders, and what fills them.

A sentence travels unrendered (in events, refusals, prompts) so that each reader sees it in his own language and unit.
Patterns are extracted for translation from calls of :func:`T`.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence not yet rendered.

    Attributes
    ----------
    key
        English pattern with ``{name}`` placeholders; also the message id of the translation.
    args
        What fills the placeholders: numbers, strings (shown as they are), nested texts, :class:`Length`,
        :class:`Thing`, :class:`Word` or lists of these (joined with commas).
    many, n
        Plural pattern and the count that selects the form, where a sentence has one.
    """

    key: str
    args: dict[str, Any] = {}
    many: str = ""
    n: int | None = None


class Length(msgspec.Struct, frozen=True, tag="len"):
    """A length in mm, shown in the unit of the ruleset ("12.5 cm")."""

    mm: float


class Angle(msgspec.Struct, frozen=True, tag="deg"):
    """An angle in degrees, shown with its sign."""

    deg: float


class Thing(msgspec.Struct, frozen=True, tag="thing"):
    """A thing shown by its name; the log makes a link of it."""

    id: str


class Word(msgspec.Struct, frozen=True, tag="word"):
    """A string that is itself to be translated (a name from data, a phase, a side)."""

    key: str


def T(pattern: str, /, **args: Any) -> Text:
    """Make a sentence.

    Parameters
    ----------
    pattern
        English text with ``{placeholders}``.
    args
        Their values, see :class:`Text`.
    """
    return Text(pattern, args)


def TN(one: str, many: str, n: int, /, **args: Any) -> Text:
    """Make a sentence whose form depends on a count ``n``, which fills ``{n}`` too."""
    return Text(one, {"n": n, **args}, many, n)
