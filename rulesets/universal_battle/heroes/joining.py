"""Heroes who join a unit, and leave it again (USB-HRO-09 to -11, USB-R43, USB-S17).

Troops and hero stay two units of the state; the hero's names the unit he is in. From that unit's next activation they
act together.
"""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.situation import OfUnit
from game.kit.which_next import WhichNext, picked
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, near, spacing
from rulesets.universal_battle.measures import within

STAY, LEAVE = Exit("stay", T("No change")), Exit("leave", T("The hero leaves his unit"))
WORSE = ("", "shaken", "panicked")


REGROUP = FrameOf("usb.regroup", OfUnit)


def may_join(view: State, hero: str) -> tuple[str, ...]:
    """The units that a lone hero on foot or horse may join after his action (USB-HRO-09, USB-R43, USB-S17)."""
    if not facts.is_lone_hero(view, hero) or not _may_regroup(view, hero):
        return ()
    return tuple(u for u in facts.activations(view, view.units[hero].side) if u != hero and _takes(view, u, hero))


def _may_regroup(view: State, unit: str) -> bool:
    """Whether an activation can be one of the two that become one: no mount or machine, not locked."""
    return not (facts.monster(view, unit) or facts.is_locked(view, unit))


def _takes(view: State, unit: str, hero: str) -> bool:
    """Whether a unit can take a hero in: troops without a hero, near him and with a place, or in the same carrier."""
    if facts.hero_base(view, unit) or not _may_regroup(view, unit):
        return False
    aboard = facts.own(view, hero).aboard
    if aboard or facts.own(view, unit).aboard or not (view.bases_of(unit) and view.bases_of(hero)):
        return bool(aboard) and aboard == facts.own(view, unit).aboard
    return within(near.distance(view, hero, unit), number("join")) and place_in(view, unit, hero) is not None


def place_in(view: State, unit: str, hero: str) -> Pose | None:
    """A free place for a hero within 1 inch of the model nearest to him, that nearest to where he stands (USB-S17)."""
    return spacing.beside(view, view.bases_of(hero)[0], view.bases_of(unit))


class RegroupQuestion(WhichNext):
    """Which unit a hero joins, or whether he leaves the one he is in."""

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """All stays as it is, or he leaves."""
        return (STAY, LEAVE) if decision.args["leave"] else (STAY,)

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit to join."""
        return Choice(row, T("Join {unit}", unit=Thing(row)))


REGROUP_QUESTION = Posed("regroup", RegroupQuestion(at_will=True))


@REGROUP.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    """After an activation: a lone hero may join, one in a unit may leave unless it is locked (USB-HRO-11)."""
    state, unit = run.state, data.unit
    if not facts.left(state, unit) or not facts.deployed(state, unit):
        return Done()
    hero = next((u for u in facts.company(state, unit)[1:] if facts.alive(state, u)), "")
    leave, units = bool(hero) and not facts.is_locked(state, unit), may_join(state, unit)
    if leave and not facts.survives(state, unit):  # nobody is left whom he could stay with
        part(run, hero)
        return Done()
    if not units and not leave:
        return Done()
    message = T("{hero}: leave the unit?", hero=Thing(hero)) if leave else T("{hero}: join a unit?", hero=Thing(unit))
    args = {"unit": unit, "units": units, "leave": leave}
    side, clauses = state.units[unit].side, ("USB-HRO-09", "USB-HRO-11")
    return REGROUP_QUESTION.ask(side, message, args, clauses, then="chosen", data=data)


@REGROUP.step
def _chosen(run: Run, data: OfUnit, got: Reply) -> Outcome:
    if got.exit == LEAVE.id:
        part(run, facts.company(run.state, data.unit)[1])
    elif not got.exit:
        join(run, data.unit, picked(got))
    return Done()


def join(run: Run, hero: str, unit: str) -> None:
    """A hero steps into a unit: both take the worse of their statuses, he its formation and cover (USB-S17).

    A False Flag of his ends: it covers no unit that he enters later, with which he is a target now (USB-R43, USB-R53).
    """
    state = run.state
    mine, theirs = facts.own(state, hero), facts.own(state, unit)
    status = max(mine.status, theirs.status, key=WORSE.index)
    pose = None if theirs.aboard else place_in(state, unit, hero)
    marks: list[ev.Change] = [ev.SetPose(state.bases_of(hero)[0].id, pose)] if pose is not None else []
    fields = {"status": "", "formation": "skirmish", "entrenched": False, "flag": False}
    marks += changes.unit(state, hero, joined=unit, joins=True, **fields)
    marks += changes.unit(state, unit, status=status)
    text = T("{hero} joined {unit}", hero=Thing(hero), unit=Thing(unit))
    run.tell(hero, "joined", "order", text, ("USB-HRO-09", "USB-R43"), *marks, also=(unit,), unit=unit)


def part(run: Run, hero: str) -> None:
    """A hero leaves his unit: he stays where he is, counts as activated, and keeps the status (USB-R43, USB-S17).

    A False Flag goes with him (USB-PWR-08).
    """
    unit = facts.own(run.state, hero).joined
    theirs = facts.own(run.state, unit)
    formation = theirs.formation if theirs.formation == "hidden" else "skirmish"
    keeps = {"status": theirs.status, "entrenched": theirs.entrenched, "formation": formation, "aboard": theirs.aboard}
    marks = changes.unit(run.state, hero, joined="", joins=False, activated=True, **keeps)
    marks += changes.unit(run.state, unit, flag=False)
    text = T("{hero} left {unit}", hero=Thing(hero), unit=Thing(unit))
    run.tell(hero, "parted", "order", text, ("USB-HRO-11", "USB-R43"), *marks, also=(unit,), unit=unit)
