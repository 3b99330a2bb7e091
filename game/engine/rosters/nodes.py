"""A file as a tree of named nodes, whatever it was written in, and the limits that every file is held to."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_UNPACKED = 24_000_000
"""Bytes of a file after it was unpacked."""
MOST_RATIO = 150
"""How many times larger a packed file may become."""
MOST_DEPTH = 60
"""How deep parts may lie in parts."""
MOST_NODES = 100_000
"""Parts of a file in all."""
MOST_UNITS = 400
"""Units of one list."""
MOST_PARTS = 300
"""Parts of one unit that are looked at: further ones are told as left out."""
MOST_TEXT = 20_000
"""Characters of one text that are kept."""
MOST_NAME = 120
"""Characters of one name that are kept."""


MARKS = ("**", "^^", "➤", "✦")
"""Signs with which list builders mark bold text, keywords, and variants of a profile."""


@dataclass(slots=True)
class Node:
    """A part of a file: its tag without prefix, its attributes by name in lower case, what lies in it, its text."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def named(self, group: str, single: str) -> list[Node]:
        """The children of a tag that lie here or in a group, in order."""
        found = []
        for child in self.children:
            if child.tag == single:
                found.append(child)
            elif child.tag == group:
                found += [inner for inner in child.children if inner.tag == single]
        return found


def clean(text: str, most: int = MOST_NAME) -> str:
    r"""Text on one line without what cannot be printed and without marks of style; hard spaces are spaces.

    >>> clean("  Wardens\u00a0of the\tDyke\x00 ")
    'Wardens of the Dyke'
    """
    printed = text[: 8 * most]
    if not printed.isprintable():
        printed = "".join(c for c in printed if c.isprintable() or c.isspace())
    for mark in MARKS:
        printed = printed.replace(mark, "")
    return " ".join(printed.split())[:most].rstrip()


def fold(text: str) -> str:
    r"""A name for comparing: clean, and without regard to case.

    >>> fold("Special\u00a0Rules") == fold("special rules")
    True
    """
    return clean(text).casefold()
