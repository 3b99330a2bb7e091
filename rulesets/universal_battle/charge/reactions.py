"""What a unit that is charged may do: move aside, shoot, dig in, or nothing (USB-CHG-04 to -06, USB-R24)."""

from __future__ import annotations

from game.engine import decision as ask
from game.engine.declared import Posed
from game.engine.state import State
from game.engine.text import Length, T, Thing
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, near, sight, terrain
from rulesets.universal_battle.measures import SLACK, inch, more_than
from rulesets.universal_battle.move.allowance import immobile
from rulesets.universal_battle.move.ideas import reaches
from rulesets.universal_battle.move.movement import Drawing

NONE, REACTIONS = "none", ("shoot", "entrench", "react")


def dug_in(view: State, unit: str, charger: str) -> bool:
    """Whether a unit is Entrenched when it is charged, by action or by terrain; a monster never is (USB-MON-09)."""
    if facts.monster(view, unit):
        return False
    by_engineers = any("engineers" in facts.model(b).specs for b in facts.left(view, charger))
    by_ground = terrain.effects(view, unit, charger, by_engineers)
    return by_ground.entrenched or (facts.own(view, facts.host(view, unit)).entrenched and not by_ground.no_entrench)


def may_react(view: State, unit: str, charger: str) -> bool:
    """Whether a unit has any reaction to a charge (USB-R24)."""
    if facts.is_locked(view, unit) or not facts.models(view, unit):
        return False
    return any(react_bar(view, unit, charger, name) is None for name in REACTIONS)


def react_bar(view: State, unit: str, charger: str, name: str) -> ask.Bar | None:
    """Why a charged unit may not react in a way, or None (USB-CHG-04 to -06, USB-R24)."""
    own, me, dug = facts.own(view, facts.host(view, unit)), Thing(unit), dug_in(view, unit, charger)
    spent = ask.Bar(T("{unit}: activated already", unit=me), "USB-CHG-04") if own.activated else None
    panicked = ask.Bar(T("{unit}: Panicked", unit=me), "USB-R24") if own.status == "panicked" else None
    if name == "react":
        if dug:
            return ask.Bar(T("{unit}: Entrenched, so no leaving", unit=me), "USB-CHG-06")
        return spent or (ask.Bar(T("{unit} cannot move", unit=me), "USB-MON-04") if immobile(view, unit) else None)
    if name == "entrench":
        if dug:
            return ask.Bar(T("{unit}: Entrenched already", unit=me), "USB-CHG-06")
        column = formations.formation(view, unit) == "column"
        return spent or panicked or (ask.Bar(T("A Column cannot dig in"), "USB-FRM-03") if column else None)
    return panicked or (None if dug else spent or _too_near(view, unit, charger)) or _no_shot(view, unit, charger)


def _too_near(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why a charger is too near to be shot at by who is not Entrenched, or None (USB-CHG-05)."""
    if more_than(near.distance(view, unit, charger), number("react_apart")):
        return None
    words = {"unit": Thing(charger), "limit": Length(inch(number("react_apart")))}
    return ask.Bar(T("{unit}: not more than {limit} away", **words), "USB-CHG-05")


def _no_shot(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why no model can shoot at a charger, or None."""
    if formations.formation(view, unit) == "phalanx" and not formations.in_front(view, unit, charger):
        return ask.Bar(T("A Phalanx attacks to its front only"), "USB-FRM-07")
    far = near.distance(view, unit, charger)
    if not any(far <= reach + SLACK for b in sight.seers(view, unit, charger) for reach in reaches(view, b)):
        return ask.Bar(T("{unit}: nothing to shoot with that reaches", unit=Thing(unit)), "USB-S26")
    return None


class ReactQuestion(Drawing):
    """The reaction of a charged unit (``args``: unit, charger)."""

    modes = (NONE, *REACTIONS)

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """What it may not do (USB-R24)."""
        args = decision.args
        return react_bar(view, args["unit"], args["charger"], name) if name in REACTIONS else None


REACT = Posed("react", ReactQuestion())
