"""What the Napoleonic rules alone have on state, sides, bodies, figures, features and markers: the ``own`` fields.

A *body* is what acts, suffers and tests by itself: a unit, a detachment, a sub-group (NAP-ORG). Every body is a unit of
the state; detachments and sub-groups name the unit they are part of as its ``parent``. A figure is a base; a gun model,
a team and a general are one base each. What a side keeps to itself (game orders, couriers, sheets, classes not shown)
lies in its secret, under the keys that :mod:`rulesets.napoleonic_wars.command.notes` makes.

The fields lie in the modules of this package; everybody else takes them from here.
"""

from __future__ import annotations

from rulesets.napoleonic_wars.own.armies import Brigade, FigureOwn, SideOwn
from rulesets.napoleonic_wars.own.battlefield import BattleOwn, Breach, Fire, Gone, Leg, MarkerOwn, PieceOwn, Track
from rulesets.napoleonic_wars.own.bodies import (
    MOVE,
    UNSEEN,
    UNSEEN_DEEDS,
    BodyOwn,
    Captivity,
    Doing,
    Engagement,
    Factor,
    Firing,
    Gunnery,
    Hit,
    March,
    Nerve,
    Stance,
    Strength,
    SubUnit,
    Was,
)
from rulesets.napoleonic_wars.own.contacts import ChargeOwn, MeleeOwn
from rulesets.napoleonic_wars.own.literals import (
    RESULT_EVENTS,
    Arm,
    Class,
    Deed,
    Formation,
    Letter,
    Nation,
    Pace,
    Result,
    Step,
    Straight,
    Weapon,
    Weather,
)

Owns = BattleOwn | SideOwn | BodyOwn | FigureOwn | PieceOwn | MarkerOwn | ChargeOwn | MeleeOwn

__all__ = [
    "MOVE",
    "RESULT_EVENTS",
    "UNSEEN",
    "UNSEEN_DEEDS",
    "Arm",
    "BattleOwn",
    "BodyOwn",
    "Breach",
    "Brigade",
    "Captivity",
    "ChargeOwn",
    "Class",
    "Deed",
    "Doing",
    "Engagement",
    "Factor",
    "FigureOwn",
    "Fire",
    "Firing",
    "Formation",
    "Gone",
    "Gunnery",
    "Hit",
    "Leg",
    "Letter",
    "March",
    "MarkerOwn",
    "MeleeOwn",
    "Nation",
    "Nerve",
    "Owns",
    "Pace",
    "PieceOwn",
    "Result",
    "SideOwn",
    "Stance",
    "Step",
    "Straight",
    "Strength",
    "SubUnit",
    "Track",
    "Was",
    "Weapon",
    "Weather",
]
