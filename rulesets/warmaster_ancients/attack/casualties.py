"""Casualties and the stands they remove: which stand goes, what is left over, a unit destroyed.

WMA-SHT-09 to WMA-SHT-11, WMA-CMB-08 to WMA-CMB-10, WMA-RCT-04, WMA-R14, WMA-S17.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Asked, Bar, Choice, Decision, PickAnswer, PickSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import TN, T, Thing
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.own import UnitOwn

Moment = Literal["shooting", "charge", "combat"]


class RemoveData(msgspec.Struct, frozen=True, omit_defaults=True):
    """``casualties`` that a unit has just suffered, at which moment; ``left`` stands still to be taken away."""

    unit: str
    casualties: int
    moment: Moment
    left: int = 0


REMOVE = FrameOf("wma.remove", RemoveData)


CLAUSES: dict[str, tuple[str, str]] = {
    "shooting": ("WMA-SHT-10", "WMA-SHT-11"),
    "charge": ("WMA-SHT-10", "WMA-RCT-03"),
    "combat": ("WMA-CMB-09", "WMA-CMB-10"),
}
"""The clauses under which stands are removed and leftovers kept, by moment."""


def endures(view: State, unit: str) -> int:
    """How many more casualties destroy the unit (WMA-S23)."""
    own: UnitOwn = view.units[unit].own
    return max(0, len(facts.stands(view, unit)) * profile(view, unit).hits - own.hits)


def stands_lost(view: State, unit: str, casualties: int) -> int:
    """How many stands a number of further casualties removes: floor(tally / Hits), at most all (WMA-SHT-10)."""
    own: UnitOwn = view.units[unit].own
    return min(len(facts.stands(view, unit)), (own.hits + casualties) // profile(view, unit).hits)


def stands_gone(view: State, unit: str, casualties: Spread) -> Spread:
    """Odds of the stands that further casualties remove."""
    kind, carried, alive = profile(view, unit), view.units[unit].own.hits, len(facts.stands(view, unit))
    return casualties.map(lambda n: min(alive, (carried + n) // kind.hits))


def removable(view: State, unit: str, moment: Moment) -> dict[str, Bar | None]:
    """The stands of a unit and why one may not be taken (WMA-S17).

    First only stands whose loss leaves the rest connected; of these, in combat, stands that touch no enemy before those
    that do.
    """
    shape, poses = profile(view, unit).footprint, facts.poses(view, unit)
    free = [s for s in poses if formations.connected(shape, [p for other, p in poses.items() if other != s])]
    if not free:
        return dict.fromkeys(poses)
    fighting = facts.fighting_stands(view, unit) if moment == "combat" else ()
    first = [s for s in free if s not in fighting] or free
    bars: dict[str, Bar | None] = dict.fromkeys(poses)
    for stand in poses:
        if stand not in free:
            bars[stand] = Bar(T("Without {stand} the unit would fall apart", stand=Thing(stand)), "WMA-S17")
        elif stand not in first:
            bars[stand] = Bar(T("Stands that touch no enemy go first"), "WMA-S17")
    return bars


class RemoveQuestion(Discrete):
    """Which stand is removed (decision 11): the owner's choice of those that may go; by default the highest number."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands."""
        bars = removable(view, decision.args["unit"], decision.args["moment"])
        things = tuple(Choice(s, T("{stand}", stand=Thing(s)), bar) for s, bar in bars.items())
        last = [c.id for c in things if c.bar is None][-1]
        return Asked(PickSpace(things), Reply(PickAnswer((last,))))


REMOVE_QUESTION = Posed("remove", RemoveQuestion())


@REMOVE.step
def _begin(run: Run, data: RemoveData, got: Any) -> Outcome:
    """Add the casualties to the tally; see how many stands go (WMA-SHT-10, WMA-CMB-09)."""
    view, unit = run.state, data.unit
    standing = len(facts.stands(view, unit))
    if not standing or data.casualties <= 0:
        return Done()
    own: UnitOwn = view.units[unit].own
    lost = stands_lost(view, unit, data.casualties)
    left = 0 if lost == standing else own.hits + data.casualties - lost * profile(view, unit).hits
    removing, keeping = CLAUSES[data.moment]
    text = TN("{unit} took {n} casualty", "{unit} took {n} casualties", data.casualties, unit=Thing(unit))
    clauses = (removing, keeping) if left else (removing,)
    tally = own_field("unit", unit, hits=left)
    what: dict[str, Any] = {"casualties": data.casualties, "stands": lost, "left": left, "moment": data.moment}
    run.tell(unit, "casualties", "loss", text, clauses, tally, unit=unit, **what)
    if lost == standing:
        destroy(run, unit, (removing,))
        return Done()
    return Goto("which", msgspec.structs.replace(data, left=lost))


@REMOVE.step
def _which(run: Run, data: RemoveData, got: Any) -> Outcome:
    if data.left == 0:
        return Done()
    unit, n = data.unit, data.left
    message = TN("{unit}: which stand is lost?", "{unit}: which of {n} lost stands goes first?", n, unit=Thing(unit))
    args = {"unit": unit, "moment": data.moment}
    clauses = (CLAUSES[data.moment][0], "WMA-S17")
    return REMOVE_QUESTION.ask(run.state.units[unit].side, message, args, clauses, then="gone")


@REMOVE.step
def _gone(run: Run, data: RemoveData, got: Reply) -> Outcome:
    unit, stand = data.unit, got.ids[0]
    text, clauses = T("{unit} lost a stand", unit=Thing(unit)), (CLAUSES[data.moment][0], "WMA-S17")
    gone = ev.SetPose(stand, None, "gone")
    run.tell(unit, "stand_lost", "loss", text, clauses, gone, also=(stand,), unit=unit, stand=stand)
    return Goto("which", msgspec.structs.replace(data, left=data.left - 1))


def destroy(run: Run, unit: str, clauses: tuple[str, ...], why: str = "") -> None:
    """Take the whole unit off the table for good."""
    stands = facts.stands(run.state, unit)
    reasons = {
        "": T("{unit}: destroyed", unit=Thing(unit)),
        "far": T("{unit}: driven too far and destroyed", unit=Thing(unit)),
        "trapped": T("{unit}: no way out, destroyed", unit=Thing(unit)),
        "artillery": T("{unit}: unable to flee, destroyed", unit=Thing(unit)),
    }
    changes: list[ev.Change] = [
        *(ev.SetPose(b.id, None, "gone") for b in stands),
        *(ev.Untie(t.id) for t in run.state.ties.values() if unit in (t.a, t.b)),
        own_field("unit", unit, hits=0),
    ]
    what: dict[str, Any] = {"unit": unit, "stands": len(stands), "why": why or "casualties"}
    run.tell(unit, "unit_destroyed", "loss", reasons[why], clauses, *changes, **what)
