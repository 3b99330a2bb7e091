"""Advances after destroying the enemy (WMA-S30): a charge at a new enemy near by, or straight ahead.

WMA-ADV-01, WMA-ADV-03, WMA-ADV-04, WMA-R38, WMA-R56, WMA-S30, WMA-S33.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, Pose, forward
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.places import Placement, place_charge
from rulesets.warmaster_ancients.field.facts import distance, enemy_units, facing, poses, side_of
from rulesets.warmaster_ancients.field.hindrances import Refusal
from rulesets.warmaster_ancients.measures import MEASURES, length
from rulesets.warmaster_ancients.move import forced

ONE_ROUND = length("advance_one_round")
MORE_ROUNDS = length("advance_more_rounds")


class PlainAdvance(msgspec.Struct, frozen=True):
    """How far straight ahead a unit may go: the direction, the greatest distance (mm), what stops it."""

    direction: Point
    most: float
    limit: float
    stop: forced.Met | None = None

    def legal(self, mm: float) -> bool:
        """Whether a distance may be chosen."""
        return mm >= 0.0 and MEASURES.within(mm, self.most)


def limit_for(rounds: int) -> float:
    """How far (mm) a unit may advance that fought so many rounds in the combat (WMA-ADV-03, WMA-ADV-04, WMA-R56)."""
    return ONE_ROUND if rounds <= 1 else MORE_ROUNDS


def advance_charge(view: State, unit: str, target: str, limit: float) -> Placement:
    """Where an advance charge ends, or why it is not possible: ``limit`` mm to the target and for the lead stand."""
    kind = profile(view, unit)
    if kind.artillery:
        return Placement(target, Refusal(T("Artillery does not advance"), "WMA-S33", "", unit))
    apart = distance(view, unit, target)
    if MEASURES.more_than(apart, limit):
        over = round(apart - limit, 3)
        text = T(
            "{target}: {distance} away, the advance reaches {limit}",
            target=Thing(target),
            distance=Length(apart),
            limit=Length(limit),
        )
        clause = "WMA-ADV-03" if limit > MORE_ROUNDS else "WMA-ADV-04"
        return Placement(target, Refusal(text, clause, "", target, over))
    return place_charge(view, unit, target, lead_limit=limit, other_limit=max(limit, kind.move))


def advance_targets(view: State, unit: str, limit: float) -> Iterator[Placement]:
    """The advance charges of a unit at every enemy within the limit, in order, impossible ones with their reasons."""
    enemies = enemy_units(view, side_of(view, unit))
    near = [e for e in enemies if MEASURES.within(distance(view, unit, e), limit)]
    return (advance_charge(view, unit, e, limit) for e in near)


def plain_advance(view: State, unit: str, limit: float) -> PlainAdvance:
    """How far a unit may go straight ahead along its facing (WMA-S30); nothing for artillery (WMA-S33)."""
    way = forward(facing(view, unit))
    if profile(view, unit).artillery:
        return PlainAdvance(way, 0.0, limit)
    stop = forced.stop(view, unit, way, limit)
    most = forced.free_until(view, unit, way, limit, stop)
    return PlainAdvance(way, most, limit, None if most >= limit else stop)


def advanced(view: State, unit: str, mm: float) -> dict[str, Pose]:
    """Where a unit's stands are after a plain advance."""
    return forced.shifted(view, unit, forward(facing(view, unit)), mm) if mm else poses(view, unit)
