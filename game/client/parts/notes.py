"""Bookmarks and notes in a replay: setting, changing and finding them again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.client import destinations
from game.client.battle.bookmarks import NOTE_MOST, Bookmarks
from game.client.navigation import Window
from game.client.panels.replay_bar import Marked
from game.client.parts.steps import Steps
from game.client.words import _


class Notes:
    """The marked moments of a battle that has a record; nothing where it has none.

    Parameters
    ----------
    marked
        What the bar shows of them.
    told
        What is said of a line.
    """

    def __init__(
        self, app: Window, path: Path | None, steps: Steps, marked: Marked, told: Callable[[int], str]
    ) -> None:
        self.app, self.steps, self.marked, self.told = app, steps, marked, told
        self.bookmarks = Bookmarks(path) if path is not None else None
        if self.bookmarks is not None:
            self._changed(self.bookmarks.problem)

    def _changed(self, trouble: str) -> None:
        """The bookmarks have changed: the bar shows them."""
        if self.bookmarks is not None:
            self.marked.kept = [n for n in self.bookmarks.notes if n <= self.steps.last]
        if trouble:
            self.app.notice(trouble, "warning")

    def of(self, line: int) -> str:
        """The note of a line; "" for none."""
        return self.bookmarks.notes.get(line, "") if self.bookmarks is not None else ""

    def here(self) -> str:
        """The note of the moment in sight; "" for none."""
        return self.of(self.steps.at) if not self.steps.showing.event else ""

    def mark(self) -> None:
        """Set a bookmark at this moment, or change the one that is there."""
        self.steps.stay()
        self.edit(self.steps.at)

    def edit(self, line: int) -> None:
        """Write the note of a bookmark."""
        marks = self.bookmarks
        if marks is None:
            return
        there = line in marks.notes
        away = (lambda: self._changed(marks.remove(line))) if there else None
        title = _("Change the bookmark") if there else _("A bookmark here")

        def put(note: str) -> None:
            self._changed(marks.put(line, note))

        self.app.go(destinations.Line(put, title, self.of(line), away, _("Note (optional)"), NOTE_MOST))

    def step(self, by: int) -> None:
        """To the next bookmark, or back to the one before; nowhere where there is none."""
        kept, at = self.marked.kept, self.steps.at
        if any(n > at for n in kept) if by > 0 else any(n < at for n in kept):
            self.steps.step_to(kept, by)

    def list_all(self) -> None:
        """Show all bookmarks."""
        marks = self.bookmarks
        if marks is None:
            return
        self.steps.playing = False

        def remove(line: int) -> None:
            self._changed(marks.remove(line))

        self.app.go(destinations.Marks(marks, self.told, self.steps.go_to, self.edit, remove))

    def close(self) -> None:
        """What could not be saved is tried once more."""
        if self.bookmarks is not None and not self.bookmarks.saved:
            self._changed(self.bookmarks.save())
