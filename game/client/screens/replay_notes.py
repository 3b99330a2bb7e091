"""Bookmarks and notes in a replay: setting, changing and finding them again."""

from __future__ import annotations

from pathlib import Path

from game.client import places
from game.client.battle.bookmarks import NOTE_MOST, Bookmarks
from game.client.navigation import Window
from game.client.screens.replay_steps import ReplaySteps
from game.client.ui.text import say
from game.client.words import _
from game.engine.record import Record
from game.engine.session import Session


class ReplayNotes(ReplaySteps):
    """A replay whose moments can be marked, where the battle has a record."""

    def __init__(self, app: Window, session: Session, record: Record | None, path: Path | None = None) -> None:
        super().__init__(app, session, record, path)
        self.bookmarks: Bookmarks | None = None
        if self.path is not None:
            self.bookmarks = Bookmarks(self.path)
            if self.bookmarks.problem:
                app.notice(self.bookmarks.problem, "warning")
            self._marked("")

    def _marked(self, trouble: str) -> None:
        """The bookmarks have changed: the bar shows them."""
        if self.bookmarks is not None:
            self.bar.marked.kept = [n for n in self.bookmarks.notes if n <= self.last]
        if trouble:
            self.app.notice(trouble, "warning")

    def mark(self) -> None:
        """Set a bookmark at this moment, or change the one that is there."""
        self.playing = False
        self.go_to(self.at)
        self.edit_mark(self.at)

    def edit_mark(self, line: int) -> None:
        """Write the note of a bookmark."""
        marks = self.bookmarks
        if marks is None:
            return
        there = line in marks.notes
        away = (lambda: self._marked(marks.remove(line))) if there else None
        title = _("Change the bookmark") if there else _("A bookmark here")
        hint = _("A note, if you like")
        self.app.go(
            places.Line(
                lambda note: self._marked(marks.put(line, note)),
                title,
                marks.notes.get(line, ""),
                away,
                hint,
                NOTE_MOST,
            )
        )

    def step_mark(self, by: int) -> None:
        """To the next bookmark, or back to the one before; nowhere where there is none."""
        kept = self.bar.marked.kept
        if any(n > self.at for n in kept) if by > 0 else any(n < self.at for n in kept):
            self.step_to(kept, by)

    def list_marks(self) -> None:
        """Show all bookmarks."""
        marks = self.bookmarks
        if marks is None:
            return
        self.playing = False

        def remove(line: int) -> None:
            self._marked(marks.remove(line))

        self.app.go(places.Marks(marks, self.told_of, self.go_to, self.edit_mark, remove))

    def _set_prompt(self) -> None:
        super()._set_prompt()
        note = self.bookmarks.notes.get(self.at, "") if self.bookmarks is not None and not self.showing.event else ""
        if note:
            self.prompt.hint += say(f"    {note}", "small", "accent")

    def closed(self) -> None:
        """What could not be saved is tried once more."""
        super().closed()
        if self.bookmarks is not None and not self.bookmarks.saved:
            self._marked(self.bookmarks.save())
