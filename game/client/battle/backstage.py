"""A recorded battle that plays by itself behind the title: read by a thread, painted in slices, never in the way."""

from __future__ import annotations

import math
import threading
from pathlib import Path

import numpy as np
import pygame

from game.client.battle.showing import Showing
from game.client.library import Library
from game.client.panels.table_area import TableArea
from game.client.theatre.stage import Stage
from game.client.theme import Theme
from game.client.words import Words, language
from game.engine.event import SetPose
from game.engine.files.toml_reading import DataError
from game.engine.loader import UnknownRuleset
from game.engine.records.record import RecordError, read_record
from game.engine.session import Session
from game.engine.state import State, view

NEAR = 1.5
"""Pixels a millimetre at which the battle is seen, at scale 1."""
DRIFT = 6.0
"""Pixels a second by which the camera goes."""
SWING = 40.0
"""Seconds after which the camera turns back."""
SLICE_MS = 6.0
"""Milliseconds of painting a frame, before it is shown."""
FADE = 0.6
"""Seconds in which the battle appears."""
EVENING = (255, 224, 178)
"""What the light of the evening leaves of each colour, of 255."""
LEAST = 20
"""Lines of a battle that is worth being shown."""
BEGIN = 0.35
"""Share of a battle's lines that are not shown: what happens before the armies meet."""


class Backstage:
    """The battle behind the title.

    Parameters
    ----------
    path, title
        A record that has ended, and what it is called.
    still
        Nothing moves: the battle stands where it has come to (reduced motion, or by the player's wish).

    Attributes
    ----------
    dark
        Pixels from the left edge at which the darkness there has ended.
    paused
        Nothing moves for now.
    """

    def __init__(self, path: Path, title: str, library: Library, theme: Theme, still: bool = False) -> None:
        self.path, self.title, self.library = path, title, library
        self.theme, self.still = theme, still
        self.showing: Showing | None = None
        self.area: TableArea | None = None
        self.dark = 0
        self._shade: pygame.Surface | None = None
        self.since = 0.0
        self.paused = self.painted = False
        self._session: Session | None = None
        self._reading: threading.Thread | None = threading.Thread(target=self._read, name="backstage", daemon=True)
        self._reading.start()
        self.stage: Stage | None = None
        self._seen: State | None = None
        self._drifted = 0.0
        self._left = 0.0
        self._faded: pygame.Surface | None = None

    def _read(self) -> None:
        """Play the battle again by its rules."""
        try:
            record = read_record(self.path)
            ruleset = self.library.ruleset(record.header.ruleset)
            session = record.session(ruleset)
        except (RecordError, UnknownRuleset, DataError, OSError, ValueError, LookupError):
            return
        self._session = session if len(session.lines) > LEAST else None

    @property
    def shown(self) -> bool:
        """Whether there is a battle to be seen."""
        return self.painted

    # -- life -------------------------------------------------------------------------------------------------

    def update(self, dt: float, rect: pygame.Rect) -> None:
        """Time passes (seconds); the picture lies in a rectangle of the window (pixels)."""
        if self._reading is not None and not self._reading.is_alive():
            self._reading = None
            if self._session is not None:
                self._begin(self._session, rect)
        if self.showing is None or self.area is None:
            return
        if self.area.rect != rect:
            self.area.place(rect)
            self._look(rect)
        if not self.painted:
            self.painted = self.area.picture.prepare(SLICE_MS)
            return
        self.since += dt
        if self.still or self.paused:
            return
        self.showing.update(dt)
        if self.stage is not None:
            self.stage.update(dt)
        if not self.showing.busy:
            self._again()
        self._show()
        self._go(dt)

    def _begin(self, session: Session, rect: pygame.Rect) -> None:
        self.showing = Showing(session, "normal")
        self._again()
        self.area = TableArea(self.theme, session.ruleset, view(self.showing.state, None))
        self.area.picture.show_badges = False
        self.area.place(rect)
        words = Words(language(), session.ruleset, session.state)
        self.stage = Stage(self.area, self.showing, lambda: words, lambda event: not event.only, mute=True)
        self._look(rect)

    def _again(self) -> None:
        assert self.showing is not None
        self.showing.jump(int(len(self.showing.session.lines) * BEGIN))

    def _show(self) -> None:
        assert self.showing is not None
        assert self.area is not None
        if self.showing.state is not self._seen:
            self._seen = self.showing.state
            self.area.show(view(self._seen, None))

    def _look(self, rect: pygame.Rect) -> None:
        """Look at where most is going to happen, from near; the words at the left cover none of it."""
        assert self.area is not None
        spots = self._stirred()
        if spots is not None:
            camera = self.area.camera
            scale = NEAR * self.theme.scale
            x, y = (float(v) for v in np.median(spots, axis=0))
            camera.look_at((x, y), scale)
            camera.pan(rect.width * 0.2, 0)

    def _stirred(self) -> np.ndarray | None:
        """Where bases are going to be moved to in what is shown, (n, 2) in mm."""
        assert self.showing is not None
        lines = self.showing.session.lines[self.showing.line :]
        ends = [
            (c.pose.x, c.pose.y)
            for line in lines
            for e in line.events
            for c in e.changes
            if isinstance(c, SetPose) and c.pose is not None and c.where == "table"
        ]
        return np.array(ends) if ends else None

    def _go(self, dt: float) -> None:
        """The camera goes slowly to one side, and back again after a while."""
        assert self.area is not None
        way = 1.0 if math.fmod(self._drifted, 2 * SWING) < SWING else -1.0
        self._drifted += dt
        self._left += way * DRIFT * self.theme.scale * dt
        whole = int(self._left)
        if whole:
            self._left -= whole
            self.area.camera.pan(-whole, 0)

    # -- the picture ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the battle over what is there, in the light of the evening, dark to the left."""
        if self.area is None or self.showing is None or not self.painted:
            return
        rect = self.area.rect
        share = 1.0 if self.still else min(1.0, self.since / FADE)
        under = surface.subsurface(rect).copy() if share < 1.0 else None
        self.area.draw(surface, self.showing.poses())
        if self.stage is not None:
            self.stage.draw(surface, self.theme)
        surface.fill(EVENING, rect, special_flags=pygame.BLEND_RGB_MULT)
        if self._shade is None or self._shade.get_size() != (self.dark, rect.height):
            self._shade = _shaded((self.dark, rect.height))
        surface.blit(self._shade, rect)
        if under is not None:
            under.set_alpha(round(255 * (1.0 - share)))
            surface.blit(under, rect)

    def close(self) -> None:
        """The title has gone: nothing is read any more once this has returned."""
        if self._reading is not None:
            self._reading.join()


def _shaded(size: tuple[int, int]) -> pygame.Surface:
    """Darkness that begins at the left edge and ends at the right one."""
    strip = pygame.Surface((max(1, size[0]), 1), pygame.SRCALPHA)
    for x in range(size[0]):
        share = 1.0 - x / size[0]
        strip.set_at((x, 0), (13, 10, 8, round(237 * min(1.0, share * 1.9) ** 1.2)))
    return pygame.transform.scale(strip, size)
