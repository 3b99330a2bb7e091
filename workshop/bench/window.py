"""Frames of the whole window, measured on the dummy driver: a battle's screen at rest, and all its bases on their way.

Everything is in these frames that is in a player's: events, time, the table with overlays of the selected unit, tools,
prompt, card and log. Only what the display itself takes is not, nor what is drawn ahead for the next zooms while
nothing else is to be done: a table at rest is one for which nothing is left to be drawn. The processor's time is told,
not the clock's: it is the same whatever else the machine does meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from msgspec.structs import replace as altered

from game.client import shot_canvas
from game.client.app import App, Options
from game.client.battle.match import Match
from game.client.folders import Folders
from game.client.library import Library
from game.client.panels.inspector import MOST_OVERLAYS
from game.client.parts.seat import Seat
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.client.settings import Settings, save_settings
from game.client.theatre.headline import Headline
from game.client.theatre.marks import Blow, Number, Puff
from game.client.theatre.missiles import FLIGHT, Volley
from game.client.theatre.motion import Motion
from game.client.theatre.script import Missile
from game.engine.eyes import PERSON
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Pose

SIZE = (1920, 1080)
DT = 1.0 / 60.0
"""Seconds that pass in a frame."""
AWAY = 60.0
"""mm that every base is on its way."""
LONG = 60.0
"""Seconds that the way takes: longer than it is looked at."""
ARROWS, SIGNS = 400, 24
"""Missiles of each kind let loose within three seconds, and numbers, blows and puffs of smoke each."""
MOST = 900
"""Frames in which all that may be asked for next is drawn, or never."""
USUAL = ("reach", "sight", "charges", "threat")
"""Overlays looked for first, by id: what players have on while troops move."""


@dataclass(frozen=True)
class Frames:
    """Frames a second by the median frame; of the theatre by the slowest but one in twenty."""

    bases: int
    overlays: int
    moving: float
    resting: float
    theatre: float


def measure(ruleset: Ruleset, session: Session, state: State, subject: str, frames: int = 90) -> Frames:
    """Frames of a battle's screen that shows a state, ``subject`` selected with as many overlays as there may be."""
    with opened(ruleset, session, state) as (app, screen):
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
        _raise_curtain(screen, list(poses.values()))
        theatre = _per_second(app, frames, 0.95)
        return Frames(len(screen.play.moving()), len(screen.sitting.inspector.shown()), moving, resting, theatre)


def _raise_curtain(screen: BattleScreen[Seat], poses: list[Pose]) -> None:
    """As much in the air and over the bases as there ever is: a volley without end, guns, blows, losses, a headline."""
    stage, dice = screen.play.telling.stage, np.random.default_rng(1)
    screen.play.showing.speed = "normal"
    at = np.array([(p.x, p.y) for p in poses])
    kinds: tuple[Missile, ...] = ("arrow", "bullet")
    for missile in kinds:
        delays = dice.uniform(-FLIGHT, 3.0, ARROWS)
        flown = at[dice.integers(0, len(at), ARROWS)], at[dice.integers(0, len(at), ARROWS)]
        stage.volleys.append(Volley(missile, *flown, delays))
    for k in range(SIGNS):
        x, y = float(at[k % len(at)][0]), float(at[k % len(at)][1])
        stage.marks += [Number(f"−{k % 7 + 1}", (x, y), 26 + k), Blow((x, y), 0.1 * k), Puff((x, y), 0.05 * k)]
    stage.headlines.say(Headline("lost", "Lost: Numidian cavalry", "Numidian cavalry: destroyed"))


@contextmanager
def opened(
    ruleset: Ruleset, session: Session, state: State, size: tuple[int, int] = SIZE, frames: int = 10
) -> Iterator[tuple[App, BattleScreen[Seat]]]:
    """The screen of a battle whose latest moment is a given state, after so many frames; every side is a person's."""
    shot_canvas.headless()
    branch = session.branch(len(session.lines) - 1)
    branch.lines[-1] = replace(branch.lines[-1], state=state)
    with TemporaryDirectory() as home:
        folders = Folders(Path(home) / "saves", Path(home))
        save_settings(folders.settings, Settings(speed="instant", volume=0, since_last=False))
        app = App(folders, Library(), Options(size=size, strict=True))
        screen = battle_screen(app, Match(branch, dict.fromkeys(state.sides, PERSON)))
        app.open(screen)
        try:
            for _ in range(frames):
                app.step(DT, ())
            yield app, screen
        finally:
            app.quit()


def _paint(app: App, screen: BattleScreen[Seat]) -> None:
    """Let the table be painted to the end, and what may be asked for next."""
    for _ in range(3):
        app.step(DT, ())
        screen.table.picture.prepare_all()
    for _ in range(MOST):
        if screen.table.picture.foreseen:
            break
        app.step(DT, ())


def _per_second(app: App, frames: int, share: float = 0.5) -> float:
    """Frames a second of which a share is at least as fast: the median, unless another one is asked for."""
    times = []
    for _ in range(frames):
        start = time.process_time()
        app.step(DT, ())
        times.append(time.process_time() - start)
    return 1.0 / float(np.quantile(times, share))
