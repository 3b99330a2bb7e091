"""Where a pursuer goes (WMA-S29): by the vector of the pursued, its contacts renewed; and who may pursue whom.

WMA-PUR-01 to WMA-PUR-04, WMA-R40, WMA-S29, WMA-S33.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point, Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.places import place_charge
from rulesets.warmaster_ancients.field.facts import alive, fort_of, poses, side_of
from rulesets.warmaster_ancients.field.hindrances import Refusal, Way, sweep_refusal
from rulesets.warmaster_ancients.field.scene import board, what_if
from rulesets.warmaster_ancients.field.status import contact_own
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.move.moves import shift_poses, touched_enemies
from rulesets.warmaster_ancients.own import ContactOwn

EXTRA = length("pursuit_extra_travel")


class Pursuit(msgspec.Struct, frozen=True):
    """Where a pursuit ends, or why there is none (``refusal``).

    ``ends`` are final poses by stand, ``distance`` mm of the common shift; ``placed`` tells whether the contact had to
    be renewed by placing (stands were removed), ``touched`` which enemy units are touched in the end, in order.
    """

    target: str
    refusal: Refusal | None = None
    ends: dict[str, Pose] = {}
    distance: float = 0.0
    placed: bool = False
    touched: tuple[str, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the pursuit can be made."""
        return self.refusal is None


def may_pursue(view: State, unit: str, target: str) -> Refusal | None:
    """Why a unit may not pursue a beaten one whatever the ground (WMA-PUR-01, WMA-PUR-03, WMA-S33), or None."""
    kind, other = profile(view, unit), profile(view, target)
    if kind.artillery:
        return Refusal(T("Artillery does not pursue"), "WMA-S33", "", unit)
    if kind.type == "infantry" and other.mounted:
        text = T("Infantry cannot pursue {target}: cavalry and chariots outrun it", target=Thing(target))
        return Refusal(text, "WMA-PUR-01", "", target)
    if kind.type == "infantry" and fort_of(view, unit):
        return Refusal(T("Fortified infantry does not pursue"), "WMA-PUR-03", "", unit)
    return None


def pursuit(view: State, unit: str, target: str, vector: Point) -> Pursuit:
    """Where a unit that pursues another ends, which has moved by a vector (mm) in its retreat; or why it cannot."""
    barred = may_pursue(view, unit, target)
    if barred is not None:
        return Pursuit(target, barred)
    if not alive(view, target):
        return Pursuit(target, Refusal(T("{target}: gone", target=Thing(target)), "WMA-RES-10", "", target))
    starts = poses(view, unit)
    ends = shift_poses(starts, *vector)
    distance = math.hypot(*vector)
    refusal = _hindrance(view, unit, target, starts, ends)
    if refusal is not None:
        return Pursuit(target, refusal, distance=distance)
    touched = touched_enemies(view, unit, ends)
    if target in touched:
        return Pursuit(target, None, ends, distance, False, touched)
    found = place_charge(what_if(view, ends), unit, target, lead_limit=EXTRA, other_limit=EXTRA)
    if found.refusal is not None:
        return Pursuit(target, found.refusal, distance=distance)
    return Pursuit(target, None, found.ends, distance, True, found.touched)


def ties_made(view: State, unit: str, found: Pursuit, impetus: float) -> dict[str, ContactOwn]:
    """What the contacts of a pursuit must hold, taken before it moves (WMA-S15).

    ``impetus`` is how far (mm) the pursued was forced back (WMA-MOD-04).
    """
    turn = view.own.turn
    return {e: replace(contact_own(view, unit, e, "pursuit", turn=turn), impetus=impetus) for e in found.touched}


def _hindrance(
    view: State, unit: str, target: str, starts: Mapping[str, Pose], ends: Mapping[str, Pose]
) -> Refusal | None:
    """What lies in the way of the shift (WMA-PUR-04, WMA-S09); the pursued does not hinder it but is not overlapped."""
    kind = profile(view, unit)
    here = board(view)
    way = Way(here, kind.type, side_of(view, unit), unit, (target,))
    whole = Way(here, kind.type, side_of(view, unit), unit)
    for stand, pose in ends.items():
        found = sweep_refusal(way, kind.footprint, stand, starts[stand], pose, charging=True)
        if found is None:
            found = sweep_refusal(whole, kind.footprint, stand, pose, pose, charging=True)
        if found is not None:
            clause = "WMA-PUR-04" if found.clause.startswith("WMA-TER") else "WMA-S29"
            return replace(found, clause=clause)
    return None
