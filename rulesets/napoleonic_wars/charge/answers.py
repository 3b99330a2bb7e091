"""How a charged body may answer (NAP-RSP-01 to -10, NAP-SKR-06, NAP-R75, NAP-R76, NAP-R93, NAP-R132, NAP-R166)."""

from __future__ import annotations

from typing import Literal

from game.engine.state import State
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts, sectors, standing
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates

AnswerTo = Literal["counter_charge", "stand", "evade"]
NO_COUNTER = (act.Form, act.Face, act.Mass)
"""Orders that bar a counter-charge: to change formation or front (NAP-RSP-04)."""


def orders(view: State, body: str) -> act.Actions:
    """What a body was ordered for this move."""
    found = act.read(notes.line_of(view, body))
    return found if isinstance(found, tuple) else ()


def can_evade(view: State, body: str, charger: str, sector: str) -> bool:
    """Skirmishers, gunners, and horse that horse charges from the rear (NAP-RSP-07, NAP-EVD-01)."""
    told = facts.own(view, body)
    if facts.is_skirmishing(view, body) or told.arm in ("guns", "rockets"):
        return True
    return facts.is_mounted(view, body) and facts.is_mounted(view, charger) and sector == "rear"


def can_counter_charge(view: State, body: str, charger: str) -> bool:
    """Not foot against horse, nor squares, guns, troops who change front (NAP-RSP-04, -05, NAP-CTC-06, NAP-R132)."""
    told = facts.own(view, body)
    if rates.rate(view, body, "charge") <= 0.0 or told.result == "halt" or told.prone or told.inside:
        return False
    if facts.is_foot(view, body) and facts.is_mounted(view, charger):
        return False
    if facts.is_skirmishing(view, body) and facts.is_close(view, charger):
        return False
    if told.doing is not None or any(isinstance(one, NO_COUNTER) for one in orders(view, body)):
        return False
    return not facts.in_melee(view, body)


def may_stand(view: State, body: str, charger: str) -> bool:
    """Skirmishers stand behind a defended obstacle, in a building, or against skirmishers alone (NAP-R93)."""
    if not facts.is_skirmishing(view, body) or facts.is_skirmishing(view, charger):
        return True
    return bool(facts.own(view, body).inside) or standing.in_cover(view, body, charger) != ""


def options(view: State, body: str, charger: str) -> tuple[AnswerTo, ...]:
    """The answers a charged body has, the usual one first; none where it has nothing to declare (NAP-RSP-02, -R167)."""
    told = facts.own(view, body)
    if told.result in ("withdraw", "retreat", "rout", "surrendered"):
        return ()
    if facts.charges_by(view, body):
        return ()
    if facts.in_melee(view, body):
        return ("stand",)
    sector = sectors.sector(view, body, sectors.front_rank(view, charger))
    counter, evade = can_counter_charge(view, body, charger), can_evade(view, body, charger, sector)
    if told.result == "pursue":
        return _pursuers(view, body, charger, sector)
    if told.uncontrolled:
        return ("counter_charge",) if counter else ("stand",)
    actions = orders(view, body)
    if any(isinstance(one, act.Back) for one in actions):
        return ("evade",) if evade and facts.is_skirmishing(view, body) else ("stand",)
    if any(isinstance(one, act.Advance) and one.pace == "double" for one in actions):
        if counter and sector == "front":
            return ("counter_charge",)
        return ("evade",) if evade and facts.is_skirmishing(view, body) else ("stand",)
    if any(isinstance(one, act.CounterChargeFor) for one in actions) and counter:
        return ("counter_charge",)
    found: list[AnswerTo] = []
    if evade and facts.is_skirmishing(view, body):
        found.append("evade")
    if counter and facts.is_mounted(view, body):
        found.append("counter_charge")
    if may_stand(view, body, charger):
        found.append("stand")
    if counter and "counter_charge" not in found:
        found.append("counter_charge")
    if evade and "evade" not in found:
        found.append("evade")
    return tuple(found) or ("stand",)


def _pursuers(view: State, body: str, charger: str, sector: str) -> tuple[AnswerTo, ...]:
    """Pursuers ignore who comes from beyond the flank; else they counter-charge if they can (NAP-RSP-08)."""
    if sector != "front":
        return ()
    if facts.is_mounted(view, body):
        return ("counter_charge",)
    return ("stand",) if facts.is_mounted(view, charger) else ("counter_charge",)
