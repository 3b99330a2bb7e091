"""Frames of the whole window, measured on the dummy driver: a battle's screen at rest, and all its bases on their way.

Everything is in these frames that is in a player's: events, time, the table with overlays of the selected unit, tools,
prompt, card and log. Only what the display itself takes is not.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace as altered

from game.client import shot_canvas
from game.client.app import App, Options
from game.client.battle.match import Match
from game.client.battle.plan import PERSON
from game.client.folders import Folders
from game.client.library import Library
from game.client.panels.inspector import MOST_OVERLAYS
from game.client.parts.seat import Seat
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.client.settings import Settings, save_settings
from game.client.theatre.motion import Motion
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State

SIZE = (1920, 1080)
DT = 1.0 / 60.0
"""Seconds that pass in a frame."""
AWAY = 60.0
"""mm that every base is on its way."""
LONG = 60.0
"""Seconds that the way takes: longer than it is looked at."""
USUAL = ("reach", "sight", "charges", "threat")
"""Overlays looked for first, by id: what players have on while troops move."""


@dataclass(frozen=True)
class Frames:
    """Frames a second by the median frame, and by the time of the processor alone."""

    bases: int
    overlays: int
    moving: float
    resting: float


def measure(ruleset: Ruleset, session: Session, state: State, subject: str, frames: int = 90) -> Frames:
    """Frames of a battle's screen that shows a state, ``subject`` selected with as many overlays as there may be."""
    with _screen(ruleset, session, state) as (app, screen):
        screen.sitting.select(subject)
        offered = [x.id for x in screen.sitting.inspector.offered() if x.shapes]
        for one in [x for x in USUAL if x in offered][:MOST_OVERLAYS]:
            screen.sitting.inspector.toggle(one)
        _paint(app, screen)
        resting = _per_second(app, frames)
        poses = {b.id: b.pose for b in state.bases.values() if b.pose is not None and b.where == "table"}
        ends = {k: altered(p, x=p.x + (-AWAY if p.x > state.table.width / 2 else AWAY)) for k, p in poses.items()}
        screen.play.showing.motion = Motion(poses, ends, LONG)
        screen.play.showing._rest = LONG
        _paint(app, screen)
        moving = _per_second(app, frames)
        return Frames(len(screen.play.moving()), len(screen.sitting.inspector.shown()), moving, resting)


@contextmanager
def _screen(ruleset: Ruleset, session: Session, state: State) -> Iterator[tuple[App, BattleScreen[Seat]]]:
    """The screen of a battle whose latest moment is a given state; a person is asked on every side."""
    shot_canvas.headless()
    branch = session.branch(len(session.lines) - 1)
    branch.lines[-1] = replace(branch.lines[-1], state=state)
    with TemporaryDirectory() as home:
        folders = Folders(Path(home) / "saves", Path(home))
        save_settings(folders.settings, Settings(speed="instant", volume=0, since_last=False))
        app = App(folders, Library(), Options(size=SIZE, strict=True))
        screen = battle_screen(app, Match(branch, dict.fromkeys(state.sides, PERSON)))
        app.open(screen)
        try:
            for _ in range(10):
                app.step(DT, ())
            yield app, screen
        finally:
            app.quit()


def _paint(app: App, screen: BattleScreen[Seat]) -> None:
    """Let the table be painted to the end."""
    for _ in range(3):
        app.step(DT, ())
        screen.table.picture.prepare_all()


def _per_second(app: App, frames: int) -> float:
    """Frames a second by the median of some frames."""
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        app.step(DT, ())
        times.append(time.perf_counter() - start)
    return 1.0 / statistics.median(times)
