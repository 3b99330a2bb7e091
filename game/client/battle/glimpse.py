"""Small pictures of battles kept: how the table stands where a record ends, drawn beside everything else.

A record is read by a thread; its table is painted in slices of a frame, so that no frame hitches. What lies secret on
the table is not in the picture.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.client.camera import Camera
from game.client.library import Library
from game.client.tabletop.adapter import scene_of
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from game.engine.loader import UnknownRuleset
from game.engine.record import RecordError, read_record
from game.engine.ruleset import Ruleset
from game.engine.state import State, view
from game.engine.toml_reading import DataError

SIZE = (480, 300)
"""Size of a picture in pixels; shown smaller."""
SLICE_MS = 6.0
"""Milliseconds of painting a frame."""
MARGIN_MM = 90.0
"""What is shown round the troops, mm."""
MOST = 48
"""Pictures that are kept."""

Key = tuple[Path, float]
_kept: OrderedDict[tuple[Key, object], pygame.Surface | None] = OrderedDict()


@dataclass
class _Work:
    """A picture on its way: the record being read, then the table being painted."""

    key: Key
    reading: Future[tuple[State, Ruleset | None] | None]
    table: TableView | None = None


class Glimpses:
    """The pictures of battles kept; ask for one again and again until it is there."""

    def __init__(self, library: Library, theme: Theme, size: tuple[int, int] = SIZE) -> None:
        self.library, self.theme, self.size = library, theme, size
        self._work: _Work | None = None
        self._threads: ThreadPoolExecutor | None = None

    def of(self, path: Path, when: float) -> pygame.Surface | None:
        """The picture of a record as it was changed last; None as long as there is none, or where there can be none."""
        key = (path, when)
        if (key, self._looks) in _kept:
            return _kept[key, self._looks]
        if self._work is None:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(1, "glimpse")
            self._work = _Work(key, self._threads.submit(self._read, path))
        return None

    @property
    def _looks(self) -> object:
        return self.theme.key, self.size

    def _read(self, path: Path) -> tuple[State, Ruleset | None] | None:
        """The last state of a record, where it can be read."""
        try:
            record = read_record(path)
            ruleset = self.library.ruleset(record.header.ruleset)
            states = [state for _entry, state in record.states(ruleset)]
        except (RecordError, UnknownRuleset, DataError, OSError, ValueError, LookupError):
            return None
        return (states[-1], ruleset) if states else None

    def update(self) -> bool:
        """Go on with what was asked for; True when a picture has come to its end."""
        work = self._work
        if work is None or not work.reading.done():
            return False
        if work.table is None:
            found = work.reading.result()
            if found is None:
                return self._done(None)
            work.table = self._table(*found)
        if not work.table.prepare(SLICE_MS):
            return False
        picture = pygame.Surface(self.size, 0, 32)
        work.table.draw(picture)
        return self._done(picture)

    def _table(self, state: State, ruleset: Ruleset | None) -> TableView:
        """The table where its troops are, through a camera of the picture's size."""
        scene = scene_of(view(state, None), ruleset)
        camera = Camera((scene.width, scene.depth), (0, 0, *self.size))
        spots = [(b.x, b.y) for b in scene.blocks]
        if spots:
            camera.fit_points(spots, MARGIN_MM)
        table = TableView(self.theme, camera)
        table.set_scene(scene)
        return table

    def _done(self, picture: pygame.Surface | None) -> bool:
        assert self._work is not None
        _kept[self._work.key, self._looks] = picture
        while len(_kept) > MOST:
            _kept.popitem(last=False)
        self._work = None
        return True

    def close(self) -> None:
        """Nothing is asked any more."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        self._threads = self._work = None
