"""Where the stands of a charging unit go, or why the charge is not possible (WMA-S10, WMA-S11).

WMA-CMB-02, WMA-MOV-03, WMA-S10, WMA-S11, WMA-S33.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.solver import Placement, Solver
from rulesets.warmaster_ancients.field import sight
from rulesets.warmaster_ancients.field.facts import poses, raw_distance
from rulesets.warmaster_ancients.field.hindrances import Refusal
from rulesets.warmaster_ancients.measures import MEASURES, count
from rulesets.warmaster_ancients.move.moves import Legs, check_legs, whole_legs

LEGS_BEFORE = count("charge_legs_before")

__all__ = ["LEGS_BEFORE", "Placement", "charge_table", "place_charge"]


def place_charge(
    view: State,
    unit: str,
    target: str,
    legs: Legs = (),
    *,
    lead_limit: float | None = None,
    other_limit: float | None = None,
) -> Placement:
    """Where a charge of a unit at a target ends (WMA-S10, WMA-S11), or why it is not possible.

    Up to two ``legs`` (poses by stand) come before the last, chosen by the owner. The lead stand and any other may
    travel so many mm in all; the full allowance unless told.
    """
    kind = profile(view, unit)
    lead = kind.move if lead_limit is None else lead_limit
    others = kind.move if other_limit is None else other_limit
    if kind.artillery:
        return Placement(target, Refusal(T("Artillery does not charge"), "WMA-S33", "", unit))
    apart = raw_distance(view, unit, target)
    # a stand's centre may travel less than its base is away, by its diagonal at most
    if not legs and MEASURES.more_than(apart, lead + math.hypot(kind.footprint.width, kind.footprint.depth)):
        over = round(MEASURES.round(apart) - lead, 3)
        text = T("Out of reach: {distance} away, the move is {limit}", distance=Length(apart), limit=Length(lead))
        return Placement(target, Refusal(text, "WMA-S11", "", "", over))
    seen = sight.seen_stands(view, unit, target)
    if not seen:
        why = sight.look_at_unit(view, unit, target)
        text = why.text or T("{target} cannot be seen by {unit}", unit=Thing(unit), target=Thing(target))
        thing = why.blockers[0].id if why.blockers else ""
        thing = view.bases[thing].unit if thing in view.bases else thing
        return Placement(target, Refusal(text, "WMA-S10", "", thing))
    before: list[dict[str, Pose]] = []
    if legs:
        checked = check_legs(view, unit, legs, lead, target, LEGS_BEFORE)
        if checked.refusal is not None:
            return Placement(target, checked.refusal)
        before = whole_legs(poses(view, unit), legs)
    return Solver(view, unit, target, before, lead, others).solve(seen)


def charge_table(
    view: State, unit: str, targets: Sequence[str], lead_limit: float | None = None
) -> tuple[Placement, ...]:
    """The charges of a unit at several targets: where each would end, or why it is not possible."""
    return tuple(place_charge(view, unit, t, lead_limit=lead_limit) for t in targets)
