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

NONE = "none"


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
    return any(bar(view, unit, charger) is None for bar in (_move_bar, shot_bar, dig_bar))


def _move_bar(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why a unit may not move aside, or None."""
    own, me = facts.own(view, facts.host(view, unit)), Thing(unit)
    if dug_in(view, unit, charger):
        return ask.Bar(T("{unit} is Entrenched: it stays", unit=me), "USB-CHG-06")
    if own.activated:
        return ask.Bar(T("{unit} has been activated", unit=me), "USB-CHG-04")
    return ask.Bar(T("{unit} cannot move", unit=me), "USB-MON-04") if immobile(view, unit) else None


def shot_bar(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why a unit may not shoot at its charger, or None (USB-CHG-05, USB-CHG-06)."""
    own, me, far = facts.own(view, facts.host(view, unit)), Thing(unit), near.distance(view, unit, charger)
    if own.status == "panicked":
        return ask.Bar(T("{unit} is Panicked", unit=me), "USB-R24")
    if not dug_in(view, unit, charger):
        if own.activated:
            return ask.Bar(T("{unit} has been activated", unit=me), "USB-CHG-04")
        if not more_than(far, number("react_apart")):
            words = {"unit": Thing(charger), "limit": Length(inch(number("react_apart")))}
            return ask.Bar(T("{unit} is not more than {limit} away", **words), "USB-CHG-05")
    if formations.formation(view, unit) == "phalanx" and not formations.in_front(view, unit, charger):
        return ask.Bar(T("A Phalanx attacks to its front only"), "USB-FRM-07")
    if not any(far <= reach + SLACK for b in sight.seers(view, unit, charger) for reach in reaches(view, b)):
        return ask.Bar(T("{unit} has nothing to shoot with that reaches", unit=me), "USB-S26")
    return None


def dig_bar(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why a unit may not dig in, or None."""
    own, me = facts.own(view, facts.host(view, unit)), Thing(unit)
    if dug_in(view, unit, charger):
        return ask.Bar(T("{unit} is Entrenched already", unit=me), "USB-CHG-06")
    if own.activated:
        return ask.Bar(T("{unit} has been activated", unit=me), "USB-CHG-04")
    if own.status == "panicked":
        return ask.Bar(T("{unit} is Panicked", unit=me), "USB-R24")
    if formations.formation(view, unit) == "column":
        return ask.Bar(T("A Column cannot dig in"), "USB-FRM-03")
    return None


class ReactQuestion(Drawing):
    """The reaction of a charged unit (``args``: unit, charger)."""

    modes = (NONE, "shoot", "entrench", "react")

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """What it may not do (USB-R24)."""
        bars = {"shoot": shot_bar, "entrench": dig_bar, "react": _move_bar}
        return bars[name](view, decision.args["unit"], decision.args["charger"]) if name in bars else None


REACT = Posed("react", ReactQuestion())
