"""How a charged body may answer (NAP-RSP-01 to -10, NAP-SKR-06, NAP-R75, NAP-R76, NAP-R93, NAP-R132, NAP-R166)."""

from __future__ import annotations

from typing import Any, Literal

from game.engine.state import State
from game.engine.text import T, Text
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.charge import approach
from rulesets.napoleonic_wars.clock import receiving
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm

AnswerTo = Literal["counter_charge", "stand", "evade"]
WAITS = 1.0
"""The start of who waits until the charger is at attack distance."""
LATER: dict[str, str] = {"counter_charge": "wait", "evade": "run", "stand": "wheel"}
"""The other way to do what is answered: the counter-charger waits, the evader runs at once, who stands wheels."""
WAIT_WHEEL = "wait_wheel"
"""The counter-charger waits, and wheels meanwhile."""
LEAST = 1.0
"""Degrees of the least wheel that is offered."""
TEXTS: dict[str, Text] = {
    "counter_charge": T("Counter-charge"),
    "wait": T("Counter-charge when they are at attack distance"),
    WAIT_WHEEL: T("Wheel to face them, and counter-charge when they are at attack distance"),
    "stand": T("Stand"),
    "wheel": T("Stand, and wheel to face them"),
    "evade": T("Evade when they are at attack distance"),
    "run": T("Evade at once"),
}
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
    """Not foot against horse, squares, guns, who changes front or disarms, who cannot bring his front on the charger.

    NAP-RSP-04, NAP-RSP-05, NAP-PRI-06, NAP-R132, NAP-S100 (a).
    """
    told = facts.own(view, body)
    if rates.rate(view, body, "charge") <= 0.0 or told.nerve.result == "halt" or told.stance.prone or told.inside:
        return False
    if facts.is_foot(view, body) and facts.is_mounted(view, charger):
        return False
    if facts.is_skirmishing(view, body) and facts.is_close(view, charger):
        return False
    if not approach.can_face(view, body, charger):
        return False
    if told.march.doing is not None or any(isinstance(one, NO_COUNTER) for one in orders(view, body)):
        return False
    return not facts.in_melee(view, body) and not facts.disarms(view, body)


def may_stand(view: State, body: str, charger: str) -> bool:
    """Skirmishers stand behind a defended obstacle, in a building, or against skirmishers alone (NAP-R93)."""
    if not facts.is_skirmishing(view, body) or facts.is_skirmishing(view, charger):
        return True
    lines = board_of(view).ground.lines
    return bool(facts.own(view, body).inside) or any(body in standing.defenders(view, p, charger) for p in lines)


def held(view: State, body: str, charger: str, *, evade: bool) -> tuple[AnswerTo, ...]:
    """The answers of troops that may not counter-charge, the usual one first (NAP-RSP-09, NAP-R76, NAP-R93)."""
    skirmishes = facts.is_skirmishing(view, body)
    stand: tuple[AnswerTo, ...] = ("stand",) if may_stand(view, body, charger) or not evade else ()
    run: tuple[AnswerTo, ...] = ("evade",) if evade else ()
    return run + stand if skirmishes else stand + run


def options(view: State, body: str, charger: str) -> tuple[AnswerTo, ...]:
    """The answers a charged body has, the usual one first; none where it has nothing to declare (NAP-RSP-02, -R167)."""
    told = facts.own(view, body)
    if told.nerve.result in ("withdraw", "retreat", "rout", "surrendered"):
        return ()
    if facts.charges_by(view, body):
        return ()
    if facts.in_melee(view, body):
        return ("stand",)
    sector = standing.sector(view, body, standing.front_rank(view, charger))
    counter, evade = can_counter_charge(view, body, charger), can_evade(view, body, charger, sector)
    if told.nerve.result == "pursue":
        return _pursuers(view, body, charger, sector)
    if told.nerve.uncontrolled:
        return ("counter_charge",) if counter else ("stand",)
    actions = orders(view, body)
    if any(isinstance(one, act.Back) for one in actions):
        return held(view, body, charger, evade=evade)
    if any(isinstance(one, act.Advance) and one.pace == "double" for one in actions):
        if counter and sector == "front":
            return ("counter_charge",)
        return held(view, body, charger, evade=evade)
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
    if not approach.can_face(view, body, charger):
        return ("stand",)
    if facts.is_mounted(view, body):
        return ("counter_charge",)
    return ("stand",) if facts.is_mounted(view, charger) else ("counter_charge",)


def courses(view: State, body: str, charger: str) -> tuple[str, ...]:
    """The answers with the ways to do them, the usual one first (NAP-RES-02, NAP-RES-08, NAP-EVD-04, NAP-S100 (a))."""
    out: list[str] = []
    for answer in options(view, body, charger):
        pair = [answer, LATER[answer]] if answer != "stand" or may_wheel(view, body, charger) else [answer]
        out += pair[::-1] if answer == "stand" else pair
        off = abs(receiving.off_front(view, body, charger)) if answer == "counter_charge" else 0.0
        out += [WAIT_WHEEL] if off >= LEAST and _is_free(view, body) else []
    return tuple(out)


def may_wheel(view: State, body: str, charger: str) -> bool:
    """Whether who stands has a flank or rear to turn from the charger, and no other order (NAP-RES-08)."""
    return standing.sector(view, body, standing.front_rank(view, charger)) != "front" and _is_free(view, body)


def _is_free(view: State, body: str) -> bool:
    """Whether a body in close order can wheel, and nothing that it does or was ordered keeps it from that."""
    told = facts.own(view, body)
    busy = any(isinstance(a, NO_COUNTER) for a in orders(view, body)) or told.march.doing is not None
    if busy or told.stance.prone or told.inside or facts.in_melee(view, body):
        return False
    return facts.is_close(view, body) and rates.rate(view, body, "normal") > 0.0


def fields_of(view: State, body: str, course: str) -> dict[str, Any]:
    """What an answer puts into the ties of the charges that it answers."""
    answer = next((a for a, later in LATER.items() if course in (a, later)), course)
    answer = "counter_charge" if course == WAIT_WHEEL else answer
    if answer == "evade":
        start = 0.0 if course == "run" else WAITS
        # gunners leave their guns and run as foot skirmishers (NAP-S44)
        crews = rates.table_3().rate["skirmishers"][rates.SPEEDS.index("double")] * bases.longer(view)
        pace = crews if facts.is_deployed(view, body) else rates.rate(view, body, "double")
        return {"answer": answer, "answer_speed": cm(pace), "answer_start": start}
    if answer == "counter_charge":
        start, wheels = WAITS if course in ("wait", WAIT_WHEEL) else 0.0, course == WAIT_WHEEL
        told = {"answer": answer, "answer_speed": approach.speed(view, body), "answer_start": start}
        return {**told, "wheels": True} if wheels else told
    return {"answer": answer, "wheels": course == "wheel"}


def on_the_spot(view: State, body: str, charger: str) -> dict[str, Any]:
    """What a body answers at which a charger goes on: the usual, a counter-charge only from afar (NAP-S41 (3))."""
    near = board_of(view).within(body, charger, facts.attack_distance(view, body))
    told = [a for a in options(view, body, charger) if not (near and a == "counter_charge")]
    return fields_of(view, body, told[0]) if told else {"answer": "none"}


def charged(state: State) -> dict[str, str]:
    """The bodies charged that still have to answer, each with the charger it answers: the nearest (NAP-RSP-01)."""
    found: dict[str, str] = {}
    here = known(state)
    for tie in facts.ties(state, facts.CHARGE):
        if not facts.charge(tie).answer and options(here, tie.b, tie.a):
            best = found.get(tie.b)
            if best is None or board_of(here).gap(tie.b, tie.a) < board_of(here).gap(tie.b, best):
                found[tie.b] = tie.a
    return found
