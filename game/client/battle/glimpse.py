"""Small pictures of battles: what is shown is worked out by a thread and painted in slices of a frame.

So no frame hitches, however many pictures a screen wants. What lies secret on a table is not in its picture.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pygame

from game.client.battle.drawn_up import drawn_up
from game.client.camera import Camera, RectMm
from game.client.library import Library
from game.client.tabletop.adapter import scene_of, scenery_of
from game.client.tabletop.scene import Scene
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from game.engine.files.toml_reading import DataError
from game.engine.loader import UnknownRuleset
from game.engine.records.record import RecordError, read_record
from game.engine.ruleset import Ruleset, Setup
from game.engine.state import view

SIZE = (480, 300)
"""Usual size of a picture in pixels; shown smaller."""
SLICE_MS = 9.0
"""Milliseconds of painting a frame."""
MARGIN_MM = 60.0
"""What is shown round the troops, mm."""
FULL = 0.97
"""Share of a table that a picture of it alone shows: its frame is left out."""
MOST = 96
"""Pictures that are kept."""


@dataclass(frozen=True)
class Sight:
    """What a picture shows: a scene, and the part of it in mm; the whole table where None."""

    scene: Scene
    part: RectMm | None = None


Make = Callable[[], Sight | None]
_kept: OrderedDict[Hashable, pygame.Surface | None] = OrderedDict()


class _Work(threading.Thread):
    """A picture on its way: its sight being worked out in a thread of its own, then being painted."""

    def __init__(self, key: Hashable, size: tuple[int, int], make: Make) -> None:
        super().__init__(name="glimpse", daemon=True)
        self.key, self.size, self.make = key, size, make
        self.sight: Sight | None = None
        self.table: TableView | None = None

    def run(self) -> None:
        """Work out what is to be seen; a ruleset that fails here has no picture, and says why where it is played."""
        with contextlib.suppress(Exception):
            self.sight = self.make()


def settle() -> None:
    """Wait for what threads are still working out: nothing goes on once the program has ended."""
    for thread in threading.enumerate():
        if isinstance(thread, _Work):
            thread.join()


class Glimpses:
    """Pictures on their way and those that are there; ask for one again and again until it is."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._wanted: dict[Hashable, tuple[tuple[int, int], Make]] = {}
        self._work: _Work | None = None

    def of(self, what: Hashable, make: Make, size: tuple[int, int] = SIZE) -> pygame.Surface | None:
        """The picture of something, ``size`` pixels; None as long as there is none, or where there can be none.

        ``make`` is called in a thread and tells what is to be seen.
        """
        key = (what, size, self.theme.key)
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
        self._wanted.setdefault(key, (size, make))
        return None

    @property
    def idle(self) -> bool:
        """Whether nothing that was asked for is still to come."""
        return self._work is None and not self._wanted

    def update(self) -> bool:
        """Go on with what was asked for; True when a picture has come to its end."""
        work = self._work
        if work is None:
            self._begin()
            return False
        if work.is_alive():
            return False
        if work.table is None:
            if work.sight is None:
                return self._done(None)
            work.table = self._table(work.sight, work.size)
        if not work.table.prepare(SLICE_MS):
            return False
        picture = pygame.Surface(work.size, 0, 32)
        work.table.draw(picture)
        return self._done(picture)

    def _begin(self) -> None:
        """Take up what was asked for first."""
        if self._wanted:
            key = next(iter(self._wanted))
            size, make = self._wanted.pop(key)
            self._work = _Work(key, size, make)
            self._work.start()

    def _table(self, sight: Sight, size: tuple[int, int]) -> TableView:
        """The table through a camera of the picture's size."""
        camera = Camera((sight.scene.width, sight.scene.depth), (0, 0, *size))
        if sight.part is not None:
            camera.fit_rect(sight.part, margin=0.0)
        table = TableView(self.theme, camera)
        table.show_badges = False
        table.set_scene(sight.scene)
        return table

    def _done(self, picture: pygame.Surface | None) -> bool:
        assert self._work is not None
        _kept[self._work.key] = picture
        while len(_kept) > MOST:
            _kept.popitem(last=False)
        self._work = None
        return True

    def close(self) -> None:
        """Nothing is asked any more."""
        self._wanted, self._work = {}, None


def round_troops(scene: Scene, margin: float = MARGIN_MM) -> RectMm | None:
    """The part of a table where its troops are, mm; None where there are none."""
    if not scene.blocks:
        return None
    xs, ys = [b.x for b in scene.blocks], [b.y for b in scene.blocks]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def end_of_record(path: Path, library: Library) -> Sight | None:
    """How the table stands where a record ends; None where it cannot be read."""
    try:
        record = read_record(path)
        ruleset = library.ruleset(record.header.ruleset)
        states = [state for _entry, state in record.states(ruleset)]
    except (RecordError, UnknownRuleset, DataError, OSError, ValueError, LookupError):
        return None
    if not states:
        return None
    scene = scene_of(view(states[-1], None), ruleset, scenery=scenery_of(record.header.setup))
    return Sight(scene, round_troops(scene))


def before_battle(ruleset: Ruleset, setup: Setup) -> Sight | None:
    """The whole table with both armies as they usually stand."""
    state = drawn_up(ruleset, setup)
    if state is None:
        return None
    return Sight(_quiet(scene_of(view(state, None), ruleset, scenery=scenery_of(setup))))


def bare_table(ruleset: Ruleset, setup: Setup, aspect: float) -> Sight | None:
    """As much of the table alone as fills a picture ``aspect`` times as wide as it is high."""
    state = drawn_up(ruleset, setup)
    if state is None:
        return None
    scene = scene_of(view(state, None), ruleset, scenery=scenery_of(setup))
    scene = msgspec.structs.replace(_quiet(scene), blocks=(), units=())
    wide = min(scene.width, scene.depth * aspect)
    x, y, half = scene.width / 2, scene.depth / 2, wide / 2 * FULL
    return Sight(scene, (x - half, y - half / aspect, x + half, y + half / aspect))


def _quiet(scene: Scene) -> Scene:
    """A scene without what tells something to players alone: markers, signs of heights."""
    blocks = tuple(msgspec.structs.replace(b, tag="", pips=()) for b in scene.blocks)
    features = tuple(msgspec.structs.replace(f, tag="") for f in scene.features)
    return msgspec.structs.replace(scene, blocks=blocks, features=features, markers=(), ties=())
