"""Who may not be ordered to march, and what a plan tells beside the way itself."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import rates


def held(view: State, body: str, *, freed: bool = False) -> Bar | None:
    """Why a body may not march now.

    Parameters
    ----------
    freed
        Its order makes it fire, it goes to safety or on at the double, or whatever else of NAP-R43 frees it.
    """
    told = facts.own(view, body)
    if told.stance.prone:
        return Bar(T("Prone troops cannot move. Stand up first."), "NAP-SPM-06")
    if told.stance.formation == "mass":
        return Bar(T("The column faces outwards. Face to the front before marching."), "NAP-R71")
    if facts.disarms(view, body):
        return Bar(T("The unit disarms its prisoners in this move and must stand."), "NAP-S88")
    if told.inside:
        return Bar(T("The unit is in a building. Leave it first."), "NAP-SPM-04")
    if told.stance.formation != "deployed" and any(facts.figure(t).dead for t in rates.teams(view, body)):
        return Bar(T("The team cannot move until its dead animal is cut free."), "NAP-HRS-04")
    if told.nerve.carried and not freed and not told.nerve.uncontrolled and reform.must_reform(view, body):
        return Bar(
            T("The unit must halt and reform. Accumulated disorganisation: {n}", n=told.nerve.carried), "NAP-DIS-13"
        )
    return None


class Fault(msgspec.Struct, frozen=True):
    """Why an action cannot be ordered, or is not carried out: its number in the order, sentence and clause."""

    action: int
    bar: Bar


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happens on the way.

    An obstacle is begun ("crossed"), ``n`` figures are in or out of a building ("in", "out"), the way ends at ground
    that may not be entered ("shut"), a gun is spiked ("spiked").
    """

    time: float
    what: str
    thing: str = ""
    action: int = 0
    n: int = 0


class Become(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body becomes when an action is done.

    Attributes
    ----------
    verb
        Of the action.
    fields
        Of its own part.
    sizes
        Bases of figures that have others now, by base.
    poses, inside
        Figures that come on the table, and those that go into a building.
    """

    time: float
    action: int
    verb: str
    fields: dict[str, Any] = {}
    sizes: dict[str, Footprint] = {}
    poses: dict[str, Pose] = {}
    inside: dict[str, str] = {}
