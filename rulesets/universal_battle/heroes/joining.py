"""Heroes who join a unit, and leave it again (USB-HRO-09 to -11, USB-R43, USB-S17).

Troops and hero stay two units of the state; the hero's names the unit he is in. From that unit's next activation they
act together.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.which_next import picked
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, near, room
from rulesets.universal_battle.heroes.at_will import AtWill
from rulesets.universal_battle.measures import within

STAY, LEAVE = "stay", "leave"
WORSE = ("", "shaken", "panicked")


class RegroupData(msgspec.Struct, frozen=True):
    """Whose activation ends."""

    unit: str


REGROUP = FrameOf("usb.regroup", RegroupData)


def may_join(view: State, hero: str) -> tuple[str, ...]:
    """The units that a lone hero on foot or horse may join after his action (USB-HRO-09, USB-R43, USB-S17)."""
    own, models = facts.own(view, hero), facts.left(view, hero)
    if len(models) != 1 or not facts.is_hero(models[0]) or facts.monster(view, hero) or own.joined:
        return ()
    if facts.is_locked(view, hero) or own.card:
        return ()
    return tuple(u for u in facts.activations(view, view.units[hero].side) if _takes(view, u, hero))


def _takes(view: State, unit: str, hero: str) -> bool:
    """Whether a unit can take a hero in: troops without a hero, not locked, near him, with a place for him."""
    if unit == hero or facts.hero_base(view, unit) or facts.monster(view, unit) or facts.is_locked(view, unit):
        return False
    aboard = facts.own(view, hero).aboard
    if aboard or facts.own(view, unit).aboard:
        return aboard == facts.own(view, unit).aboard
    if facts.own(view, unit).card or not view.bases_of(unit) or not view.bases_of(hero):
        return False
    return within(near.distance(view, hero, unit), number("join")) and place_in(view, unit, hero) is not None


def place_in(view: State, unit: str, hero: str) -> Pose | None:
    """A free place for a hero within 1 inch of the model nearest to him, that nearest to where he stands (USB-S17)."""
    base = view.bases_of(hero)[0]
    return room.beside(view, base, view.bases_of(unit))


class RegroupQuestion(AtWill):
    """Which unit a hero joins, or whether he leaves the one he is in."""

    def __init__(self) -> None:
        super().__init__("units")

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """All stays as it is, or he leaves."""
        leave = (Exit(LEAVE, T("The hero leaves his unit")),) if decision.args["leave"] else ()
        return (Exit(STAY, T("All stays as it is")), *leave)

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit to join."""
        return Choice(row, T("Join {unit}", unit=Thing(row)))


REGROUP_QUESTION = Posed("regroup", RegroupQuestion())


@REGROUP.step
def _begin(run: Run, data: RegroupData, got: Any) -> Outcome:
    """After an activation: a lone hero may join, one in a unit may leave unless it is locked (USB-HRO-11)."""
    state, unit = run.state, data.unit
    if not facts.alive(state, unit) or not facts.deployed(state, unit):
        return Done()
    hero = next((u for u in facts.company(state, unit)[1:] if facts.alive(state, u)), "")
    leave = bool(hero) and not facts.is_locked(state, unit)
    if leave and not facts.survives(state, unit):  # he has nobody left to stay with
        part(run, hero)
        return Done()
    units = () if hero else may_join(state, unit)
    if not units and not leave:
        return Done()
    message = T("{hero}: join a unit, or leave it?", hero=Thing(hero or unit))
    args = {"unit": unit, "units": list(units), "leave": leave}
    side, clauses = state.units[unit].side, ("USB-HRO-09", "USB-HRO-11")
    return REGROUP_QUESTION.ask(side, message, args, clauses, then="chosen", data=data)


@REGROUP.step
def _chosen(run: Run, data: RegroupData, got: Reply) -> Outcome:
    if got.exit == LEAVE:
        part(run, facts.company(run.state, data.unit)[1])
    elif not got.exit:
        join(run, data.unit, picked(got))
    return Done()


def join(run: Run, hero: str, unit: str) -> None:
    """A hero steps into a unit: both take the worse of their statuses, he its formation and cover (USB-S17)."""
    state = run.state
    mine, theirs = facts.own(state, hero), facts.own(state, unit)
    status = max(mine.status, theirs.status, key=WORSE.index)
    marks: list[ev.Change] = []
    pose = None if theirs.aboard else place_in(state, unit, hero)
    if pose is not None:
        marks.append(ev.SetPose(state.bases_of(hero)[0].id, pose))
    marks += changes.unit(state, hero, joined=unit, joins=True, status="", formation=theirs.formation, entrenched=False)
    marks += changes.unit(state, unit, status=status)
    text = T("{hero} joined {unit}", hero=Thing(hero), unit=Thing(unit))
    run.tell(hero, "joined", "order", text, ("USB-HRO-09", "USB-R43"), *marks, also=(unit,), unit=unit)


def part(run: Run, hero: str) -> None:
    """A hero leaves his unit: he stays where he is, counts as activated, and keeps the status (USB-R43, USB-S17)."""
    unit = facts.own(run.state, hero).joined
    theirs = facts.own(run.state, unit)
    formation = theirs.formation if theirs.formation == "hidden" else "skirmish"
    keeps = {"status": theirs.status, "entrenched": theirs.entrenched, "formation": formation, "aboard": theirs.aboard}
    marks = changes.unit(run.state, hero, joined="", joins=False, activated=True, **keeps)
    text = T("{hero} left {unit}", hero=Thing(hero), unit=Thing(unit))
    run.tell(hero, "parted", "order", text, ("USB-HRO-11", "USB-R43"), *marks, also=(unit,), unit=unit)
