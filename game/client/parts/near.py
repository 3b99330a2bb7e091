"""A double click and a held button on a unit: it is seen close by, and what it threatens or what its odds are."""

from __future__ import annotations

import pygame

from game.client.camera import Camera
from game.client.parts.dock import Dock
from game.client.parts.layers import Layers
from game.client.parts.part import Part
from game.client.parts.sitting import Sitting
from game.client.parts.table_hand import Board
from game.client.parts.tools import Tools
from game.geometry.shapes import bounds

DOUBLE, HOLD, GLIDE = 0.35, 0.45, 0.22
"""Seconds: between two clicks that are one, until a press is a hold, that going there takes."""
SLIP = 4
"""Pixels at scale 1 that the hand may slip."""
ROUND, CLOSEST = 120.0, 2.5
"""mm round a unit that are seen too, and pixels a mm at most."""
Pressed = tuple[tuple[int, int], str]


class Near(Part):
    """What two quick clicks on a unit mean, and a button held on one.

    Attributes
    ----------
    holding
        What is shown as long as the button is held: "odds" or "threat"; "" for nothing.
    """

    def __init__(self, sitting: Sitting, dock: Dock, tools: Tools, layers: Layers, board: Board) -> None:
        self.sitting, self.dock, self.floating, self.layers, self.board = sitting, dock, tools, layers, board
        self.holding = ""
        self._down: Pressed | None = None
        self._last: Pressed | None = None
        self._time = 0.0
        self._second = False
        self._due = ""
        self._before: Camera | None = None

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """Follow the button; True where an event was part of a hold. A second click is a click too."""
        if event.type == pygame.MOUSEMOTION:
            if self._down is not None and self._far(self._down[0], pos):
                self._down = self._last = None
            return bool(self.holding)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._pressed(pos) if event.button == 1 else self._forget()
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._released()
        return False

    def _pressed(self, pos: tuple[int, int]) -> bool:
        unit, last = self._unit_at(pos), self._last
        self._down, self._last, self._second = None, None, False
        if not unit:
            return False
        if last is not None and last[1] == unit and self._time <= DOUBLE and not self._far(last[0], pos):
            self._second = True  # it may still become a drag: what it is, its release tells
        self._down, self._time = (pos, unit), 0.0
        return False

    def _released(self) -> bool:
        if self.holding:
            self._let_go()
            return True
        if self._second and self._down is not None:
            self._due, self._down = self._down[1], None
        self._last, self._down, self._time, self._second = self._down, None, 0.0, False
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """What a key came between are two clicks."""
        self._last = None
        return False

    def _forget(self) -> bool:
        self._down = self._last = None
        return False

    def _far(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) > self.sitting.app.theme.px(SLIP)

    def _unit_at(self, pos: tuple[int, int]) -> str:
        """The unit on the bare table there; "" where something lies over it, or a tool is in hand."""
        s = self.sitting
        covered = self.dock.covers(pos) or self.floating.toolbar.covers(pos) or self.layers.odds.covers(pos)
        if covered or s.tool or not s.table.rect.collidepoint(pos):
            return ""
        spot = s.table.spot(pos)
        return spot.unit if spot is not None else ""

    # -- close by ---------------------------------------------------------------------------------------------

    def look_close(self, unit: str) -> None:
        """Its card, and it as large as is useful; where it is so already, back to what was seen before."""
        s = self.sitting
        table = s.table
        s.select(unit)
        self.dock.show("card")
        points = table.outline(unit)
        if not points:
            return
        x0, y0, x1, y1 = bounds(points)
        goal = table.camera.copy()
        goal.fit_rect((x0 - ROUND, y0 - ROUND, x1 + ROUND, y1 + ROUND), margin=0.05, closest=CLOSEST)
        if table.camera.scale >= goal.scale * 0.95 and self._before is not None:
            goal, self._before = self._before, None
            goal.set_viewport(table.camera.viewport)
        else:
            self._before = table.camera.copy()
        settings = s.app.settings
        table.go_to(goal, 0.0 if settings.reduced_motion or settings.speed == "instant" else GLIDE)

    # -- held -------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Time passes (seconds): a press becomes a hold, where the hand of the game has not taken the unit up."""
        self._time += dt
        if self._due:  # after all that the click itself has done
            due, self._due = self._due, ""
            self.look_close(due)
        if self._down is None or self._time < HOLD or self.holding or self.board.down is None:
            return
        s, unit = self.sitting, self._down[1]
        self._down = None
        self.board.let_go()
        view = s.view
        mine, other = view.units.get(s.selected), view.units.get(unit)
        if mine is not None and other is not None and mine.side != other.side:
            self.holding = "odds"
            if not self.layers.odds.on:
                self.layers.odds.turn()
            else:
                self.holding = "shown"
        else:
            self.holding, s.tool = "threat", "threat"

    def _let_go(self) -> None:
        """What was shown while the button was held goes with it."""
        if self.holding == "odds" and self.layers.odds.on:
            self.layers.odds.turn()
        elif self.holding == "threat":
            self.sitting.tool = ""
        self.holding = ""

    def closed(self) -> None:
        """Nothing is held any more."""
        self._let_go()
