"""What charger and charged do by the first value of a charge, and where the charger pauses: table 16A, first columns.

NAP-RCT-07, NAP-RCT-08, NAP-RES-01 to -06, NAP-RES-10 to -13, NAP-SIM-01 to -07, NAP-R94, NAP-R166, NAP-R170, NAP-S82.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.charge import answers, parties, reaction
from rulesets.napoleonic_wars.charge.ties import counter_gap, is_charging, result_of, set_tie
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import cm


def carry_out(run: Run, names: Sequence[str]) -> None:
    """First who charges and who does not, then what those do who are charged (NAP-SIM-02, NAP-SIM-03)."""
    chargers = dict.fromkeys(run.state.ties[n].a for n in names if not facts.charge(run.state.ties[n]).role)
    for body in chargers:
        _charger(run, body)
    for name in names:
        if not facts.charge(run.state.ties[name]).home:
            charged(run, run.state.ties[name])


def _charger(run: Run, body: str) -> None:
    """A charger acts on the lowest of its results; screens and supports do not bind it (NAP-SIM-02, NAP-R78)."""
    here = known(run.state)
    mine = [t for t in facts.charges_by(run.state, body) if not facts.charge(t).role]
    worst = min(n for t in mine if (n := facts.charge(t).initial) is not None)
    does = "charge" if facts.own(here, body).nerve.uncontrolled else reaction.charger_does(worst, "initial")
    if does not in ("refuse", "withdraw"):
        return
    for tie in facts.charges_by(run.state, body):
        set_tie(run, tie.id, home="refused")
    text = T("{unit} refused to charge", unit=Thing(body))
    run.tell(body, "charge_refused", "test", text, ("NAP-RES-06",), also=tuple(t.b for t in mine))
    if does == "withdraw":
        result_of(run, body, "withdraw", mine[0].b, T("{unit} withdrew to cover", unit=Thing(body)), "NAP-RES-10")


def charged(run: Run, tie: Tie) -> None:
    """A charged body acts on the highest of its results, unless it charges itself or is carried away (NAP-SIM-03).

    NAP-SIM-05, NAP-UNC-04, NAP-S89.
    """
    if facts.charge(tie).role == "support":
        set_tie(run, tie.id, pause_at=counter_gap(known(run.state), tie))
        return
    here = known(run.state)
    target = tie.b
    high = max(n for t in facts.charges_on(run.state, target) if (n := facts.charge(t).initial) is not None)
    does = parties.defender_does(here, tie.a, target, high, "initial")
    wild = facts.own(here, target).nerve.uncontrolled  # it acts by NAP-UNC-04 whatever its result is (NAP-S89)
    if not (wild or facts.runs(here, target) or is_charging(here, target) or is_held(here, target)):
        if does == "rout":
            result_of(
                run, target, "rout", tie.a, T("{unit} routed before the charge", unit=Thing(target)), "NAP-RES-12"
            )
        elif does == "withdraw_double":
            text = T("{unit} withdrew to cover", unit=Thing(target))
            result_of(run, target, "withdraw", tie.a, text, "NAP-RES-10")
        elif does == "stand_or_evade" and facts.charge(tie).answer == "counter_charge":
            set_tie(run, tie.id, answer="stand")
        for one in facts.charges_on(run.state, target) if facts.runs(known(run.state), target) else ():
            if facts.charge(one).answer == "counter_charge":  # it rides at nobody any more
                set_tie(run, one.id, answer="none")
    pauses(run, run.state.ties[tie.id], high)


def pauses(run: Run, tie: Tie, value: int, otherwise: float | None = None) -> None:
    """Set the distance of a pause by a value; ``otherwise``: cm at which fire ceases where none is printed."""
    here = known(run.state)
    fire = parties.fire_distance(here, tie.a, tie.b, value) or otherwise
    stands = facts.charge(tie).answer == "stand" and not facts.is_mounted(here, tie.b)
    fire_at = cm(fire) if stands and fire is not None else 0.0
    set_tie(run, tie.id, pause_at=round(_pause_at(here, tie, fire), 3), fire_at=fire_at)


def is_held(view: State, body: str) -> bool:
    """Whether a rout or withdrawal waits for the charger's pause: in melee, or while others may stop every charger.

    NAP-R166, NAP-SIM-06, NAP-RSP-14: who contacts the charger before he comes up rescues the body.
    """
    if facts.in_melee(view, body):
        return True
    coming = [t for t in facts.charges_on(view, body) if not facts.charge(t).home]
    return all(_is_threatened(view, t) for t in coming)


def _is_threatened(view: State, tie: Tie) -> bool:
    """Whether the charger is charged in turn, or counter-charged for its target (NAP-SIM-05, NAP-RSP-12)."""
    others = (t for t in facts.charges_on(view, tie.a) if t.a != tie.b and not facts.charge(t).home)
    helped = any(facts.charge(t).role == "support" for t in facts.charges_by(view, tie.a))
    return helped or any(others)


def _pause_at(view: State, tie: Tie, fire: float | None) -> float:
    """Mm at which a charge pauses: for fire, else at attack distance (NAP-RCT-08, NAP-S82, NAP-R95)."""
    near = cm(facts.attack_distance(view, tie.a))
    answer = facts.charge(tie).answer
    charging = [t for t in facts.charges_by(view, tie.b) if facts.charge(t).home != "refused"]
    if answer == "counter_charge" or charging:
        return counter_gap(view, tie)
    if answer != "stand" or facts.is_mounted(view, tie.b) or fire is None or not _can_fire(view, tie.b):
        return near
    return min(near, cm(fire))


def _can_fire(view: State, body: str) -> bool:
    """Whether a body has anything to fire with, and is not told to hold its fire (NAP-S82 (a))."""
    if facts.disarms(view, body) or any(
        isinstance(one, act.FirePolicy) and one.hold for one in answers.orders(view, body)
    ):
        return False
    return facts.is_deployed(view, body) or any(s.weapon for s in facts.own(view, body).subs)


def takes_it_standing(run: Run, tie: Tie) -> None:
    """Who refused his own charge takes the other's standing, whatever the value is (NAP-R170)."""
    here = known(run.state)
    refused = any(facts.charge(t).home == "refused" for t in facts.charges_by(run.state, tie.b))
    told = facts.charge(tie)
    if not refused or told.home or told.role or told.initial is None or facts.runs(here, tie.b):
        return
    set_tie(run, tie.id, answer="stand")
    pauses(run, run.state.ties[tie.id], told.initial, number("refuser_fires"))
