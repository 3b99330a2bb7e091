"""Drags and turns of an editor on the table: from the button going down to its release, also out of the tray."""

from __future__ import annotations

import pygame

from game.client.editors.base import Editor
from game.client.editors.desk import Spot
from game.client.editors.move import MoveEditor
from game.client.editors.place import PlaceEditor
from game.client.editors.sheets.editor import SheetEditor
from game.client.panels.decision import DecisionPanel

START = 3
"""Pixels that the pointer must go before a press becomes a drag."""


class Gestures:
    """What the mouse is doing with the editor.

    Attributes
    ----------
    kind
        "" for nothing, "piece" for a drag, "face" for turning with the right button, "tray" for a piece that comes
        out of the panel.
    moved
        Whether it went far enough to be no click.
    """

    def __init__(self) -> None:
        self.kind = ""
        self.moved = False
        self._down: tuple[int, int] = (0, 0)
        self._button = 1

    def begin(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot) -> bool:
        """The button goes down on the table; True when the editor takes it."""
        self._down, self.moved, self._button = pos, False, event.button
        if event.button == 1 and editor.grab(spot, bool(pygame.key.get_mods() & pygame.KMOD_ALT)):
            self.kind = "piece"
        elif event.button == 3 and isinstance(editor, MoveEditor | PlaceEditor | SheetEditor) and editor.subject():
            self.kind = "face"
        return bool(self.kind)

    def from_tray(self, editor: Editor | None, panel: DecisionPanel, pos: tuple[int, int]) -> None:
        """The button goes down on a piece of the tray: it may be dragged onto the table."""
        if not isinstance(editor, PlaceEditor):
            return
        for row in panel.body.rows:
            kind, _newline, thing = row.id.partition("\n")
            rect = panel.body.row_rect(row.id) if kind == "thing" else None
            if rect is not None and rect.collidepoint(pos) and not row.bar:
                editor.tray.take(thing)
                self.kind, self._down, self.moved, self._button = "tray", pos, False, 1

    def go_on(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """The pointer moves or the wheel turns during a drag; False when its own button is released."""
        mods = pygame.key.get_mods()
        fine = bool(mods & pygame.KMOD_SHIFT)
        if isinstance(editor, MoveEditor):
            editor.hand.keeps = bool(mods & pygame.KMOD_ALT)
        if event.type == pygame.MOUSEWHEEL:
            editor.wheel(event.y, fine)
            return True
        if event.type != pygame.MOUSEMOTION:
            return event.type != pygame.MOUSEBUTTONUP or event.button != self._button
        if abs(pos[0] - self._down[0]) + abs(pos[1] - self._down[1]) > START:
            self.moved = True
        if self.moved and spot is not None:
            if self.kind == "face" and isinstance(editor, MoveEditor | PlaceEditor):
                editor.face(spot)
            elif self.kind != "face":
                editor.drag(spot, fine)
        return True

    def end(self, editor: Editor, spot: Spot | None) -> bool:
        """The button is released; True where it was a click after all."""
        kind, self.kind = self.kind, ""
        if spot is None or kind == "face":
            if isinstance(editor, MoveEditor):
                editor.hand.let_go()
            return False
        if self.moved:
            editor.drop(spot)
            return False
        return kind == "piece"

    def cancel(self) -> None:
        """Nothing is dragged any more."""
        self.kind = ""
        self.moved = False


class Pull:
    """A drag of a unit that the question does not move: the table does not slide away under the hand."""

    def __init__(self) -> None:
        self._from: tuple[tuple[int, int], Spot] | None = None
        self._tried = False

    def begun(self, pos: tuple[int, int], far: int) -> Spot | None:
        """Where the hand took hold, once, as soon as the pointer has gone so far (pixels) that it is no click."""
        if self._from is None or self._tried:
            return None
        (x, y), held = self._from
        if abs(pos[0] - x) + abs(pos[1] - y) <= far:
            return None
        self._tried = True
        return held

    def let_go(self) -> None:
        """The drag has become another one."""
        self._from = None

    def follow(
        self, event: pygame.event.Event, pos: tuple[int, int], unit: Spot | None, far: int
    ) -> tuple[bool, Spot | None]:
        """Take a mouse event.

        Parameters
        ----------
        unit
            The place under the pointer, where one of the player's own units stands there.
        far
            Pixels from which on it is no click.

        Returns
        -------
        bool, Spot or None
            Whether the event was part of it; at its end where the hand took hold, unless it was a click.
        """
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._from = (pos, unit) if unit is not None and event.button == 1 else None
            self._tried = False
        if self._from is None or event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            return False, None
        (x, y), held = self._from
        if event.type == pygame.MOUSEMOTION:
            return True, None
        self._from = None
        pulled = abs(pos[0] - x) + abs(pos[1] - y) > far
        return pulled, held if pulled else None
