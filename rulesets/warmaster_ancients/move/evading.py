"""Evading on initiative (WMA-S12): straight away from the nearest enemy, to a safe distance if that can be reached.

WMA-INI-04, WMA-MOV-03, WMA-R24, WMA-R30, WMA-S12.
"""

from __future__ import annotations

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats, Point, Pose, corners_of
from rulesets.warmaster_ancients.field.facts import footprint, nearest_enemy, poses, side_of
from rulesets.warmaster_ancients.field.hindrances import Refusal
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.measures import MEASURES, SAME, length
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.moves import allowance

SAFE = length("evade_safe")


class Evasion(msgspec.Struct, frozen=True):
    """How a unit may evade.

    Attributes
    ----------
    refusal
        None where it may.
    enemy
        The nearest enemy unit, from which it goes.
    direction
        Unit vector of the move.
    least, most
        mm that it may go; equal where it must go as far as it can.
    safe
        Whether its full move takes it more than 20 cm from every enemy.
    stop
        What ends the way before the full allowance, or None.
    """

    refusal: Refusal | None
    enemy: str = ""
    direction: Point = (0.0, 1.0)
    least: float = 0.0
    most: float = 0.0
    safe: bool = False
    stop: forced.Met | None = None

    @property
    def possible(self) -> bool:
        """Whether the unit can evade."""
        return self.refusal is None


@remembered
def evasion(view: State, unit: str) -> Evasion:
    """How a unit may evade from where it stands (WMA-S12); whether it may use initiative at all is not asked here."""
    room = _room(view, unit)
    if room is None:
        return Evasion(Refusal(T("There is no enemy to evade"), "WMA-S12", "", unit))
    enemy, direction, most, stop = room
    if MEASURES.within(most, 0.0):
        text = T("No room for {unit} to evade", unit=Thing(unit))
        return Evasion(Refusal(text, "WMA-S12", "", stop.thing if stop else ""), enemy, direction, stop=stop)
    if not _is_safe(view, unit, direction, most):
        return Evasion(None, enemy, direction, most, most, False, stop)
    return Evasion(None, enemy, direction, _least(view, unit, direction, most), most, True, stop)


def may_evade(view: State, unit: str) -> bool:
    """Whether there is an evade at all, without asking how far it must go."""
    room = _room(view, unit)
    return room is not None and not MEASURES.within(room[2], 0.0)


@remembered
def _room(view: State, unit: str) -> tuple[str, Point, float, forced.Met | None] | None:
    """The nearest enemy, the direction away from it, how far (mm) that is free, and what stops it there."""
    near = nearest_enemy(view, unit)
    if near is None:
        return None
    direction = forced.away_from(view, unit, near[0])
    full = allowance(view, unit, "evade").mm
    stop = forced.stop(view, unit, direction, full)
    return near[0], direction, forced.free_until(view, unit, direction, full, stop), stop


def _own(view: State, unit: str, direction: Point, mm: float) -> Floats:
    shape = footprint(view, unit)
    own = list(poses(view, unit).values())
    n = len(own)
    return corners_of(
        [shape.width] * n,
        [shape.depth] * n,
        [p.x + direction[0] * mm for p in own],
        [p.y + direction[1] * mm for p in own],
        [p.facing for p in own],
    )


def _distance(view: State, unit: str, direction: Point, mm: float) -> float:
    """Distance (mm) to the nearest enemy after a shift; exact where it matters, up to a little more than 20 cm."""
    here = board(view)
    own = _own(view, unit, direction, mm)
    low, high = own.min(axis=(0, 1)) - SAFE - 2.0, own.max(axis=(0, 1)) + SAFE + 2.0
    rows = here.enemy_rows(side_of(view, unit))
    boxes = here.boxes[rows]
    near = (boxes[:, :2] <= high).all(axis=1) & (boxes[:, 2:] >= low).all(axis=1)
    if not near.any():
        return SAFE + 2.0
    return float(distance_matrix(own, here.corners[rows[near]]).min())


def _is_safe(view: State, unit: str, direction: Point, mm: float) -> bool:
    return MEASURES.more_than(_distance(view, unit, direction, mm), SAFE)


def _least(view: State, unit: str, direction: Point, most: float) -> float:
    """The least distance (mm, in tenths) that is safe: going on by what is missing overshoots it by a step at most."""
    mm = 0.0
    while mm < most:
        missing = SAFE - _distance(view, unit, direction, mm)
        if MEASURES.more_than(SAFE - missing, SAFE):
            break
        mm += max(missing, 0.1)
    mm = min(max(round(mm - 0.2, 1), 0.1), most)
    while mm < most and not _is_safe(view, unit, direction, mm):
        mm = min(round(mm + 0.1, 1), most)
    return mm


def check_evade(view: State, unit: str, mm: float) -> tuple[dict[str, Pose], Text | None]:
    """Where an evade of so many mm ends, and why it is not allowed (None where it is): WMA-S12."""
    found = evasion(view, unit)
    if found.refusal is not None:
        return poses(view, unit), found.refusal.text
    mm = round(mm, 3)
    ends = forced.shifted(view, unit, found.direction, mm)
    if mm <= 0.0:
        return ends, T("An evading unit must move")
    if mm > found.most + SAME:
        return ends, T("{unit} can go no farther than {most}", unit=Thing(unit), most=Length(found.most))
    if not found.safe and mm < found.most - SAME:
        return ends, T("It cannot get to safety and must go as far as it can: {most}", most=Length(found.most))
    if found.safe and not _is_safe(view, unit, found.direction, mm):
        return ends, T("It must end more than {safe} from every enemy", safe=Length(SAFE))
    return ends, None
