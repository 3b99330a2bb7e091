"""What a part of a battle screen may take part in, and what the one at play tells the table around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import pygame

from game.client.battle.luck import Sees
from game.client.editors.desk import Marks, Spot
from game.client.panels.log_entry import Entry
from game.client.panels.toolbar import Tool
from game.client.words import Spans
from game.geometry.shapes import Pose

Poses = dict[str, tuple[float, float, float]]
"""Bases on their way: x, y (mm), facing (degrees)."""


class Part:
    """A part that is plugged into a battle screen. Each takes part in what it needs, and leaves the rest as it is here.

    Time passes for the parts, and they are drawn, in the order in which they were plugged in; events come to the last
    one first, and to the screen's own parts (tools, dock, table) when none of them has used one.
    """

    def wear(self) -> None:
        """The window's theme, scale, language or size is another one."""

    def opened(self) -> None:
        """The screen has come to the top."""

    def closed(self) -> None:
        """The screen has been taken away."""

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Lie somewhere over the table; gives back where the parts after it may lie. The table's own room stays."""
        return over

    def foot(self) -> int:
        """Pixels that it always lies over at the table's foot: what is to be seen of the table lies higher."""
        return 0

    def brow(self) -> int:
        """Pixels that it always lies over below the tools: what is to be seen of the table lies lower."""
        return 0

    def lies_to(self) -> int:
        """The window pixel down to which it lies over the table's upper edge just now; 0 where it does not."""
        return 0

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A mouse event, before anything else has it; True when it was used."""
        return False

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether it lies over the table at a window pixel."""
        return False

    def press(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A button of the mouse goes down, before prompt, tools and tabs look; True when it was used."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """A key goes down; True when it was used."""
        return False

    def use(self, action: str) -> bool:
        """Do an action of the keyboard or of a tool; False where that is nothing here."""
        return False

    def tools(self) -> Sequence[Tool]:
        """Tools before those of the table."""
        return ()

    def tip_at(self, pos: tuple[int, int], tip: Spans) -> Spans:
        """What is said at a place of the window, in place of or beside what is said of the unit there."""
        return tip

    def draw_beside(self, surface: pygame.Surface) -> None:
        """Draw what it has beside the table."""

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies over all the screen."""


class Play(Protocol):
    """What is at play on the table, a seat taken or a course watched, as the parts around it know it."""

    def known(self) -> tuple[int, Sees]:
        """How many lines of the battle have been shown, and whether an event may be told to the one who looks."""

    def hidden_from(self) -> Sequence[str]:
        """The sides that people play and that must agree before what either side hides is laid open."""

    def moving(self) -> Poses:
        """Bases on their way."""

    def marks(self) -> Marks:
        """What is marked on the table beside the tools' own."""

    def points_elsewhere(self) -> bool:
        """Whether the pointer is at something else than what the marks tell of."""

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Where bases would stand by a draft, and the enemy it is about."""

    def measuring_side(self) -> str:
        """A side that may only measure among its own now; "" where measuring is free."""

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """A mouse event over the table; True when it was used."""

    def clicked(self, spot: Spot) -> None:
        """A click on the table that was nothing else."""

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A mouse event over the dock, before card and log have it; True when it was used."""

    def entry(self, entry: Entry, button: int) -> None:
        """A line of the log was clicked."""

    def back(self) -> bool:
        """Escape was pressed; False: the screen is to be left."""

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """Draw what floats over the table."""
