"""Front, flank and rear of a body (NAP-FLK-01, NAP-S57)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import numpy as np

from game.engine.state import State
from game.geometry.shapes import Floats, Point, forward
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import NO_POINTS, board_of

Sector = Literal["front", "flank", "rear"]
SECTORS: tuple[Sector, ...] = ("front", "flank", "rear")
"""The mildest first."""
FLANK, REAR = 90.0, 135.0
"""Degrees off where a body looks, beyond which the flank and the rear begin."""
_DUST = 1e-6


def has_flanks(view: State, body: str) -> bool:
    """Whether a body has flanks and a rear: not squares, masses, open order, routers and garrisons (NAP-S57).

    Nor gunners who evade: they run as skirmishers do (NAP-S44).
    """
    told = facts.own(view, body)
    loose = told.formation in (*facts.OPEN_FORMATIONS, "mass", "garrison") or told.result == "rout"
    if facts.is_deployed(view, body):
        loose = any(facts.charge(t).answer == "evade" for t in facts.charges_on(view, body))
    return not loose and not facts.is_square(view, body)


def front_rank(view: State, body: str) -> Floats:
    """Centres (n, 2) of the figures of a body's front rank."""
    board = board_of(view)
    front = board.front(body)
    return board.bases.centres[list(front.rows)] if front is not None else NO_POINTS


def angle(view: State, body: str, point: Point) -> float:
    """Degrees (0 to 180) between where a body looks and a point, seen from the middle of its front edge."""
    return float(_angles(view, body, np.array([point]))[0])


def _angles(view: State, body: str, points: Floats) -> Floats:
    front = board_of(view).front(body)
    if front is None:
        return np.zeros(len(points))
    away = points - np.array(front.middle)
    ahead = np.array(forward(front.facing))
    along, aside = away @ ahead, away[:, 0] * ahead[1] - away[:, 1] * ahead[0]
    return np.asarray(np.degrees(np.arctan2(np.abs(aside), along)))


def sector(view: State, defender: str, points: Floats) -> Sector:
    """The sector of a body in which a charger starts: where most centres of its front rank are (NAP-FLK-01, NAP-S57).

    Without a majority it is the mildest in which any is.
    """
    if not has_flanks(view, defender) or not len(points):
        return "front"
    angles = _angles(view, defender, points)
    found = Counter(SECTORS[int(a > FLANK + _DUST) + int(a > REAR + _DUST)] for a in angles.tolist())
    mildest = next(s for s in SECTORS if s in found)
    return next((s for s in SECTORS if 2 * found[s] > len(points)), mildest)
