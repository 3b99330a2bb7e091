"""Words that cards, overlays and prospects of all three systems are made of: numbers, lengths, names."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.text import Length, T, Text, Thing

NOBODY = T("nobody")


def number(n: float) -> Text:
    """A whole number."""
    return T("{n}", n=int(n))


def measured(mm: float) -> Text:
    """A length in the system's own unit."""
    return T("{length}", length=Length(mm))


def distance(mm: float) -> Text:
    """How far it is from one thing to another."""
    return T("{distance}", distance=Length(mm))


def away(unit: str, mm: float) -> Text:
    """A unit, and how far it is."""
    return T("{unit}: {distance}", unit=Thing(unit), distance=Length(mm))


def needed(n: float) -> Text:
    """The least face that serves: "4+"."""
    return T("{n}+", n=int(n))


def of_all(n: int, whole: int) -> Text:
    """So many of so many."""
    return T("{n} of {all}", n=n, all=whole)


def yes_or_no(value: bool) -> Text:
    """A property that a thing has or lacks."""
    return T("yes") if value else T("no")


def unit_name(unit: str) -> Text:
    """The name of a unit."""
    return T("{unit}", unit=Thing(unit))


def units_named(units: Iterable[str]) -> Text:
    """The names of units, "nobody" where there are none."""
    listed = [Thing(u) for u in units]
    return T("{units}", units=listed) if listed else NOBODY


def side_name(side: str) -> Text:
    """The name of a side, "nobody" for none."""
    return T("{side}", side=Thing(side)) if side else NOBODY


def about(sentence: Text, unit: str) -> Text:
    """A declared sentence said of a unit: ``{unit}`` in it is this one."""
    return Text(sentence.key, {"unit": Thing(unit)})
