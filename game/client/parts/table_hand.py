"""The hand on the table: it slides and zooms it, measures on it, and clicks at what lies there."""

from __future__ import annotations

import pygame

from game.client.editors.desk import Spot
from game.client.panels.rulers import Rulers
from game.client.parts.sitting import Sitting


class Board:
    """What the mouse does with the table itself.

    Attributes
    ----------
    held
        The mouse went down on the table: all its events go there until it is let go.
    down
        Where it went down on the table itself; None where it did not.
    """

    def __init__(self, sitting: Sitting, rulers: Rulers) -> None:
        self.sitting, self.rulers = sitting, rulers
        self.held = False
        self.down: tuple[int, int] | None = None
        self._slid = False

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> Spot | None:
        """Take a mouse event; the place that was clicked, where it was the end of a click."""
        table = self.sitting.table
        if event.type == pygame.MOUSEWHEEL:
            table.zoom(event.y, pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.down, self._slid = pos, False
            if self.sitting.tool == "tape" and event.button == 1 and spot is not None:
                self.rulers.begin(spot)
            else:
                table.begin_pan(pos)
        elif event.type == pygame.MOUSEMOTION:
            if self.rulers.start is not None and spot is not None:
                self.rulers.stretch(spot)
            elif self.down is not None and (self._slid or self._far(self.down, pos)):
                self._slid = True
                table.pan_to(pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.held = False
            table.end_pan()
            measured = self.rulers.start is not None
            if measured:
                self.rulers.finish()
            began = self.down is not None  # what went down on a tool over the table is no click on the table
            self.down, clicked = None, began and event.button == 1 and not measured and not self._slid
            return spot if clicked else None
        return None

    def _far(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) > self.sitting.app.theme.px(4)

    def release(self) -> None:
        """The table is held no longer."""
        self.held, self.down = False, None
        self.sitting.table.end_pan()

    def let_go(self) -> None:
        """What the mouse held down is let go: its release does nothing any more."""
        self.release()
        self._slid = True
