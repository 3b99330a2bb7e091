"""The hand on a table being made: it draws, takes, drags and turns pieces, slides the table, and nudges by keys."""

from __future__ import annotations

import math

import pygame

from game.client.table_editor.desk import Desk
from game.client.table_editor.picture import Picture

ARROWS = {
    pygame.K_LEFT: (-1.0, 0.0),
    pygame.K_RIGHT: (1.0, 0.0),
    pygame.K_UP: (0.0, 1.0),
    pygame.K_DOWN: (0.0, -1.0),
}
NUDGES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "forward": (0.0, 1.0), "backward": (0.0, -1.0)}
FINE, FAR = 0.1, 5.0
"""What Shift and Ctrl make of a step."""
TURNS = {"turn_left": -15.0, "turn_right": 15.0}


class Hand:
    """Mouse and nudges.

    Parameters
    ----------
    mm
        Millimetres of the unit in which the table is written.

    Attributes
    ----------
    even
        Shift is down: what is drawn is square or round, what is turned goes by steps.
    """

    def __init__(self, desk: Desk, picture: Picture, mm: float) -> None:
        self.desk, self.picture, self.mm = desk, picture, mm
        self.even = False
        self._stroke = ""
        self._began = (0, 0)
        self._moving = False

    @property
    def busy(self) -> bool:
        """Whether the button is down on the table."""
        return bool(self._stroke)

    def at(self, pos: tuple[int, int]) -> tuple[float, float]:
        """The point of the table under a window pixel, in its unit."""
        x, y = self.picture.area.camera.to_table(*pos)
        return x / self.mm, y / self.mm

    def hover(self, pos: tuple[int, int]) -> None:
        """The pointer moves over the table."""
        self.desk.cursor = self.desk.snap(self.at(pos))

    def press(self, event: pygame.event.Event, pos: tuple[int, int], reach: float) -> None:
        """A button goes down; ``reach``: how far from a handle counts as on it, in the table's unit."""
        self._began, self._moving = pos, False
        self._stroke = "desk" if event.button == 1 and self.desk.press(self.at(pos), reach) else "pan"
        if self._stroke == "pan":
            self.picture.area.begin_pan(pos)

    def drag(self, event: pygame.event.Event, pos: tuple[int, int], least: int) -> bool:
        """Go on with a stroke, or end it; ``least``: pixels before it moves anything. True where something changed."""
        if event.type == pygame.MOUSEMOTION:
            if self._stroke == "pan":
                self.picture.area.pan_to(pos)
            elif self._moving or math.dist(self._began, pos) > least:
                self._moving = True  # a hand that trembles in a click moves nothing
                self.desk.drag(self.at(pos), self.even)
                return True
        elif event.type == pygame.MOUSEBUTTONUP:
            if self._stroke == "desk":
                self.desk.release(self.at(pos), self.even)
            self.picture.area.end_pan()
            self._stroke = ""
            return True
        return False

    def key(self, event: pygame.event.Event, action: str, arrows: bool) -> bool:
        """Nudge or turn the piece in hand; ``arrows``: by the arrow keys too."""
        if arrows and event.key in ARROWS:
            self._nudge(event, ARROWS[event.key])
        elif action in NUDGES:
            self._nudge(event, NUDGES[action])
        elif action in TURNS:
            self.desk.turn(TURNS[action] / (15.0 if event.mod & pygame.KMOD_SHIFT else 1.0))
        else:
            return False
        return True

    def _nudge(self, event: pygame.event.Event, way: tuple[float, float]) -> None:
        desk = self.desk
        step = desk.grid or desk.rules.grid
        step *= FINE if event.mod & pygame.KMOD_SHIFT else FAR if event.mod & pygame.KMOD_CTRL else 1.0
        desk.nudge(way[0] * step, way[1] * step)
