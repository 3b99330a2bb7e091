"""Evading on initiative (WMA-S12): straight away from the nearest enemy, to a safe distance if that can be reached.

WMA-INI-04, WMA-MOV-03, WMA-R24, WMA-R30, WMA-S12.
"""

from __future__ import annotations

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Point, Pose, all_corners, bounds, shifted
from game.kit.situation import side_of
from rulesets.warmaster_ancients.field.facts import footprint, nearest_enemy, poses
from rulesets.warmaster_ancients.field.formations import Refusal
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.measures import MEASURES, SAME, length
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.moves import allowance

SAFE = length("evade_safe")


class Evasion(msgspec.Struct, frozen=True):
    """How a unit may evade from its nearest enemy: along a unit vector, ``least`` to ``most`` mm; or why it may not.

    ``safe``: its full move takes it more than 20 cm from every enemy; else it must go as far as it can. ``stop`` ends
    the way before the full allowance.
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
        return Evasion(Refusal(T("No enemy is near enough to evade"), "WMA-S12", "", unit))
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
    return near[0], direction, *forced.chosen_way(view, unit, direction, allowance(view, unit, "evade").mm)


def _distance(view: State, unit: str, direction: Point, mm: float) -> float:
    """Distance (mm) to the nearest enemy after a shift; exact where it matters, up to a little more than 20 cm."""
    here = board(view)
    there = [shifted(p, direction[0] * mm, direction[1] * mm) for p in poses(view, unit).values()]
    own = all_corners([footprint(view, unit)] * len(there), there)
    near = here.near(here.enemy_rows(side_of(view, unit)), bounds(own), SAFE + 2.0)
    return float(distance_matrix(own, here.corners[near]).min()) if near else SAFE + 2.0


def _is_safe(view: State, unit: str, direction: Point, mm: float) -> bool:
    return MEASURES.more_than(_distance(view, unit, direction, mm), SAFE)


def _least(view: State, unit: str, direction: Point, most: float) -> float:
    """The least distance (mm, in tenths) that is safe: going on by what is missing overshoots it by a step at most."""
    mm = 0.0
    while mm < most and not MEASURES.more_than(away := _distance(view, unit, direction, mm), SAFE):
        mm += max(SAFE - away, 0.1)
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
    why = None
    if mm <= 0.0:
        why = T("An evading unit must move")
    elif mm > found.most + SAME:
        why = T("{unit} can go no farther than {most}", unit=Thing(unit), most=Length(found.most))
    elif not found.safe and mm < found.most - SAME:
        why = T("The unit cannot get to safety and must go as far as it can: {most}", most=Length(found.most))
    elif found.safe and not _is_safe(view, unit, found.direction, mm):
        why = T("The unit must end more than {safe} from every enemy", safe=Length(SAFE))
    return forced.shifted(view, unit, found.direction, mm), why
