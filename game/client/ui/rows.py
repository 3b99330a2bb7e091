"""Rows of a sheet: what the editors, cards and lists show, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.client.words import Spans

Look = Literal["text", "heading", "choice", "button", "stepper", "value", "dice", "gap", "line"]
Tone = Literal["normal", "accent", "good", "warning", "danger", "dim"]

TONE_COLOURS: dict[str, str] = {
    "normal": "text",
    "accent": "accent",
    "good": "good",
    "warning": "warning",
    "danger": "danger",
    "dim": "text_dim",
}


@dataclass(frozen=True)
class Die:
    """A die to be drawn: its face, the side that threw it (a slot of the theme), and whether it counts."""

    face: int
    side: int = -1
    good: bool | None = None
    faces: int = 6


@dataclass(frozen=True)
class Row:
    """One row of a sheet.

    Attributes
    ----------
    look
        How it is drawn: plain text, a heading, a choice with a mark, a button, a number with minus and plus, a name
        with a value at the right, dice, a gap, a line.
    id
        Set where it can be pressed; unique in the sheet.
    label, note
        What it says, and a smaller line below.
    value
        At the right: a value, the number of a stepper.
    mark
        Before the label: "radio", "check", "open" and "shut" (a triangle), or a number.
    on
        Whether the choice is taken.
    bar
        Why it cannot be pressed: the row is grey and says so.
    key
        The key that does the same, shown at the right.
    can_less, can_more
        Whether a stepper may go down and up.
    tall
        Its height in pixels at scale 1, where it is one of a tight list: the label then stands on one line if a
        smaller hand makes that possible, the key at the upper right and the value below it. 0: as tall as it needs.
    strip
        A small bar at the lower right of a tight row: stretches from 0 to 1, each with its kind.
    """

    look: Look
    id: str = ""
    label: Spans = ()
    note: Spans = ()
    value: Spans = ()
    mark: str = ""
    on: bool = False
    bar: Spans = ()
    key: str = ""
    tone: Tone = "normal"
    indent: int = 0
    can_less: bool = False
    can_more: bool = False
    dice: tuple[Die, ...] = ()
    tip: Spans = ()
    swatch: int = -1
    tall: int = 0
    strip: tuple[tuple[float, float, str], ...] = ()

    @property
    def live(self) -> bool:
        """Whether it can be focused and pressed."""
        return bool(self.id) and self.look in ("choice", "button", "stepper", "value", "text")


@dataclass(frozen=True)
class Press:
    """What the player did to a sheet: "press", "less", "more" or "hover" on a row, or "link" on its text."""

    what: Literal["press", "less", "more", "link", "hover"]
    id: str
    link_kind: str = ""
