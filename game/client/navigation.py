"""What a screen may use of the window that it stands in, and how it says which screen is to come next.

A screen knows the window by :class:`Window` alone, and the others by their places (:mod:`game.client.destinations`): it
never imports the module of another screen. Which screen shows a place is told in :mod:`game.client.makers`, at the top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    import pygame

    from game.client.destinations import Place
    from game.client.folders import Folders
    from game.client.library import Library
    from game.client.settings import Settings
    from game.client.sound.player import SoundPlayer
    from game.client.theme import Theme
    from game.client.ui.jobs import Jobs
    from game.client.ui.manager import Pointer


class Navigation(Protocol):
    """Where to: the stack of screens as one of them may work it."""

    @property
    def top(self) -> object:
        """The screen that gets the events."""

    def go(self, place: Place) -> None:
        """Show a place, on top of what is there."""

    def close(self, screen: object) -> None:
        """Take a screen (and all above it) away; the program ends with the last one."""

    def home(self) -> None:
        """Back to the title."""

    def open_rules(self, clause: str = "", ruleset: str = "") -> None:
        """Open the rules reference, at a clause if one is named."""

    def quit(self) -> None:
        """Close everything in order and end."""


class Window(Navigation, Protocol):
    """The window as its screens know it: its looks, its folders, what may be said in it, where it leads."""

    @property
    def size(self) -> tuple[int, int]:
        """Size of the window in pixels."""

    @property
    def theme(self) -> Theme:
        """Colours, fonts and scale."""

    @property
    def settings(self) -> Settings:
        """What the player likes."""

    @property
    def pointer(self) -> Pointer:
        """The mouse."""

    @property
    def folders(self) -> Folders:
        """Where files lie."""

    @property
    def library(self) -> Library:
        """What can be played."""

    @property
    def sound(self) -> SoundPlayer:
        """What is heard."""

    @property
    def jobs(self) -> Jobs:
        """What is being made beside the window."""

    @property
    def surface(self) -> pygame.Surface:
        """The picture in the window."""

    @property
    def said_to(self) -> int:
        """How far down (pixels) the program's sentences reach just now; 0 where there are none."""

    @property
    def strict(self) -> bool:
        """Whether exceptions are let through instead of becoming sentences."""

    def change(self, **fields: object) -> None:
        """Change settings, save them, and show everything anew by them."""

    def remember(self, **fields: object) -> None:
        """Keep settings that nothing on the screen depends on."""

    def notice(
        self, text: str, tone: str = "normal", act: Callable[[], None] | None = None, brief: bool = False
    ) -> None:
        """Show a sentence over everything for a while; a click on it takes it away and does ``act``."""

    def answered(self) -> None:
        """A question is answered: what was said about it alone is no longer shown."""

    def show_file(self, path: Path) -> None:
        """Open a file in the program that is meant for it."""

    def fault(self, fault: BaseException, what: str = "") -> None:
        """Tell of an exception in a sentence, once."""
