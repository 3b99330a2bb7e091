"""Making way: how a friend steps aside for a unit that is driven through it, or why it cannot (WMA-S19, WMA-DRV-06)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.convex import Poly, meeting, rectangle
from game.geometry.shapes import Point, Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field.facts import engaged_enemies, footprint, poses
from rulesets.warmaster_ancients.field.hindrances import Refusal
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.move.forced import Shift, enemy_within, shifted


class Aside(msgspec.Struct, frozen=True):
    """How a friend makes way: the unit vector and mm of its shift, and where its stands end (WMA-S19)."""

    unit: str
    direction: Point
    distance: float
    ends: dict[str, Pose]


def make_way(view: State, friend: str, mover: str, direction: Point, distance: float) -> Aside | Refusal:
    """How a friend steps aside for the whole intended move of another, or why it cannot (WMA-S19)."""
    if engaged_enemies(view, friend):
        return Refusal(T("{unit}: engaged in combat", unit=Thing(friend)), "WMA-DRV-06", "", friend)
    sweeps = Shift(view, mover, direction, distance).sweeps
    dx, dy = direction
    ways = ((dx, dy), (-dy, dx), (dy, -dx))
    tried = sorted((round(_clearing(view, friend, sweeps, way), 2), k, way) for k, way in enumerate(ways))
    refusals: list[Refusal] = []
    for amount, _, way in tried:
        found = _aside(view, friend, way, amount)
        if isinstance(found, Aside):
            return found
        refusals.append(found)
    return refusals[0]


def _clearing(view: State, friend: str, sweeps: Sequence[Poly], way: Point) -> float:
    """The least shift (mm) of a unit along a direction that takes it out of some areas."""
    shape = footprint(view, friend)
    outlines = [rectangle(shape, pose) for pose in poses(view, friend).values()]
    spans = (meeting(outline, sweep, way) for outline in outlines for sweep in sweeps)
    amount = 0.0
    for low, high in sorted(span for span in spans if span is not None):
        if low < amount + 1e-6 < high:
            amount = high
    return amount


def _aside(view: State, friend: str, way: Point, amount: float) -> Aside | Refusal:
    """One of the three shifts, or why it is not permitted."""
    kind = profile(view, friend)
    if MEASURES.more_than(amount, kind.move):
        text = T("{unit} would have to go {distance}", unit=Thing(friend), distance=Length(amount))
        return Refusal(text, "WMA-S19", "", friend, round(amount - kind.move, 3))
    shift = Shift(view, friend, way, amount)
    if not shift.way.on_table(shift.box):
        return Refusal(T("No room for {unit} at the table's edge", unit=Thing(friend)), "WMA-S19", "", friend)
    blocker = next((unit for unit, rows in shift.units_near().items() if shift.overlaps(rows)), "")
    if blocker:
        text = T("The way of {unit} is blocked by {other}", unit=Thing(friend), other=Thing(blocker))
        return Refusal(text, "WMA-S19", "", blocker)
    if met := shift.terrain():
        text = T("{unit} may not enter {feature}", unit=Thing(friend), feature=Thing(met.thing))
        return Refusal(text, "WMA-S19", "", met.thing)
    ends = shifted(view, friend, way, amount)
    if enemy := enemy_within(view, friend, ends):
        text = T("{unit} would come within 1 cm of {enemy}", unit=Thing(friend), enemy=Thing(enemy))
        return Refusal(text, "WMA-S19", "", enemy)
    return Aside(friend, way, amount, ends)
