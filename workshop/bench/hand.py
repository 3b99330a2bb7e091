"""How fast the window follows the hand, on the dummy driver: a drag's ghost, a battle opened, a change of zoom.

Frames are those of :mod:`workshop.bench.window`, with the events of a mouse. The processor's time is told, not the
clock's: it is the same whatever else the machine does meanwhile.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
import pygame

from game.client.app import App
from game.client.editors.move import MoveEditor
from game.client.editors.whereabouts import centre_of, poses_of
from game.client.parts.seat import Seat
from game.client.screens.battle import BattleScreen
from game.client.tabletop.overlays import Ghost
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from workshop.bench.window import DT, opened

MOTIONS = 48
"""How often the mouse moves in the drag that is measured."""
CIRCLE = 60.0
"""mm from where the unit stands, as far as it is dragged."""
MOST = 600
"""Frames after which a picture that is not sharp will never be."""


class NoGhost(Exception):
    """A unit that a question moves cannot be dragged there, or no ghost is seen of it."""


@dataclass(frozen=True)
class Followed:
    """Milliseconds of the processor: of the slowest but one in twenty ghosts, of an opening, of a zoom's frame."""

    ghost: float
    opening: float
    zoom: float


def measure(ruleset: Ruleset, session: Session, units: list[str], size: tuple[int, int]) -> Followed:
    """Open a battle at a question that moves some units, drag one of them about, and zoom.

    Raises
    ------
    NoGhost
        None of the units can be dragged.
    """
    start = time.process_time()
    with opened(ruleset, session, session.state, size, frames=1) as (app, screen):
        while not screen.table.picture.ready:
            app.step(DT, ())
        opening = time.process_time() - start
        for _ in range(30):
            app.step(DT, ())
        ghost = next((found for unit in units if (found := _drag(app, screen, unit)) is not None), None)
        if ghost is None:
            raise NoGhost(ruleset.meta.id)
        zoom = max(_zoom(app, screen, notches) for notches in (1, 1, -1, -1))
    return Followed(ghost * 1000.0, opening * 1000.0, zoom * 1000.0)


def _motion(at: tuple[float, float], held: bool) -> pygame.event.Event:
    pos = (round(at[0]), round(at[1]))
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(held), 0, 0))


def _button(kind: int, at: tuple[float, float]) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=(round(at[0]), round(at[1])), button=1)


def _drag(app: App, screen: BattleScreen[Seat], unit: str) -> float | None:
    """Seconds from a motion of the mouse to the frame with the ghost, of 19 in 20; None where no ghost is seen."""
    poses = poses_of(screen.sitting.view, unit)
    if not poses:
        return None
    screen.table.look_at(unit)
    x, y = centre_of(poses.values())
    base = min(poses.values(), key=lambda p: math.dist((p.x, p.y), (x, y)))
    x, y = base.x, base.y
    camera = screen.table.camera
    at = camera.to_screen(x, y)
    app.step(DT, (_motion(at, False),))
    app.step(DT, (_button(pygame.MOUSEBUTTONDOWN, at),))
    times = []
    for k in range(MOTIONS):
        angle, far = 2 * math.pi * k / MOTIONS, CIRCLE * (k + 1) / MOTIONS
        to = camera.to_screen(x + far * math.sin(angle), y + far * math.cos(angle))
        start = time.process_time()
        app.step(DT, (_motion(to, True),))
        times.append(time.process_time() - start)
    drawn = any(isinstance(o, Ghost) and o.base for o in screen.play.marks().overlays)
    dragged = isinstance(screen.play.decision.editor, MoveEditor)
    app.step(DT, (_button(pygame.MOUSEBUTTONUP, at),))
    return float(np.quantile(times, 0.95)) if drawn and dragged else None


def _zoom(app: App, screen: BattleScreen[Seat], notches: int) -> float:
    """Seconds of the longest frame from a notch of the wheel until the picture is sharp."""
    at = screen.table.rect.center
    app.step(DT, (_motion(at, False),))
    for _ in range(60):
        app.step(DT, ())
    longest = 0.0
    events: tuple[pygame.event.Event, ...] = (
        pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, precise_y=float(notches)),
    )
    for _ in range(MOST):
        start = time.process_time()
        app.step(DT, events)
        longest = max(longest, time.process_time() - start)
        events = ()
        if screen.table.picture.ready and screen.table.goal is None:
            return longest
    return longest
