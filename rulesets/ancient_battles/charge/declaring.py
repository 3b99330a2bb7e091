"""Who may declare a charge at whom, who must, and who may leave his combat: pure judgements on a view.

WAB-CHG-04, WAB-CHG-07, WAB-FRZ-01, WAB-S11, WAB-S16, WAB-R31, WAB-R43, WAB-R52, WAB-R56, WAB-RCT-01 to WAB-RCT-07.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State, Tie
from game.engine.text import Length, T, Thing
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.charge.paths import met_half_way
from rulesets.ancient_battles.charge.solver import charge_reach, solve
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import in_front, sees
from rulesets.ancient_battles.field.engagement import edge
from rulesets.ancient_battles.field.memory import remembered, settled
from rulesets.ancient_battles.measures import SLACK
from rulesets.ancient_battles.move.plans import Row, state_bar
from rulesets.ancient_battles.shoot import missiles

COUNTER_ARMS = ("cavalry", "light_chariot")
"""Arms that give and receive counter-charges (WAB-RCT-01, WAB-R43)."""


def declared(view: State, unit: str) -> bool:
    """Whether a unit has declared a charge that is not carried out yet."""
    return any(t.kind == "charge" and t.a == unit for t in view.ties.values())


def declared_at(view: State, target: str) -> tuple[str, ...]:
    """Units that have declared a charge at a target, whether it threatens or not, in the order of declaration."""
    return tuple(t.a for t in view.ties.values() if t.kind == "charge" and t.b == target)


def chargers_of(view: State, target: str) -> tuple[str, ...]:
    """Units by which a target counts as charged: whose charge threatens it, in the order of declaration (WAB-S11)."""
    return tuple(t.a for t in view.ties.values() if t.kind == "charge" and t.b == target and not t.own.idle)


def charge_tie(view: State, charger: str, target: str) -> Tie:
    """The declared charge of one unit at another."""
    return next(t for t in view.ties.values() if t.kind == "charge" and (t.a, t.b) == (charger, target))


_BUSY: tuple[Row, ...] = (
    (T("{unit}: in close combat"), "WAB-S11", "engaged"),
    (T("{unit}: fleeing"), "WAB-S11", "fleeing"),
    (T("{unit}: rallied this turn"), "WAB-RAL-05", "rallied"),
    (T("{unit}: on a fast march"), "WAB-FMR-09", "fast"),
    (T("{unit}: did not dare to charge"), "WAB-FEA-04", "stationary"),
    (T("{unit}: returned to the table this turn"), "WAB-S15", "returned"),
)


def no_charge(view: State, unit: str) -> Bar | None:
    """Why a unit may declare no charge at all, None where it may (WAB-S11)."""
    if declared(view, unit):
        return Bar(T("{unit}: charge declared already", unit=Thing(unit)), "WAB-CHG-04")
    return state_bar(view, unit, _BUSY)


def no_target(view: State, unit: str, target: str) -> Bar | None:
    """Why a unit may not declare a charge at this enemy, None where it may (WAB-S11)."""
    if not in_front(view, unit, target):
        return Bar(T("{target}: not in its front arc", target=Thing(target)), "WAB-S11")
    if not sees(view, unit, target):
        return Bar(T("{target}: out of sight", target=Thing(target)), "WAB-S11")
    return None


def may(view: State, unit: str) -> bool:
    """Whether a unit may declare a charge at somebody, whoever that is."""
    return no_charge(view, unit) is None and any(no_target(view, unit, e) is None for e in facts.foes(view, unit))


def may_charge(view: State, side: str) -> tuple[str, ...]:
    """Units and lone characters of a side that may declare a charge at somebody."""
    return tuple(u for u in facts.fielded(view, side) if no_charge(view, u) is None and targets(view, u))


@settled
def targets(view: State, unit: str) -> tuple[str, ...]:
    """Enemies at which a unit may declare a charge."""
    return tuple(e for e in facts.foes(view, unit) if no_target(view, unit, e) is None)


def within_reach(view: State, unit: str, target: str) -> bool:
    """Whether the charge would reach from where both stand now."""
    return facts.gap(view, unit, target) <= charge_reach(view, unit) + SLACK and solve(view, unit, target).reaches


@remembered
def others_gone(view: State, unit: str) -> State:
    """The situation without a unit's friends who have declared a charge: they are not in its way (WAB-S11)."""
    away = [u for u in facts.friends(view, unit) if declared(view, u)]
    gone = [b.id for u in away for who in (u, *facts.characters_in(view, u)) for b in view.bases_of(who)]
    if not gone:
        return view
    return replace(view, bases={**view.bases, **{b: replace(view.bases[b], pose=None, where="off") for b in gone}})


def threatens(view: State, unit: str, target: str) -> bool:
    """Whether a charge declared now would threaten its target, which counts as charged only then (WAB-S11).

    A path to the facing charged fits into the reach, as everybody stands; friends who charge are not in the way.
    """
    if facts.gap(view, unit, target) > charge_reach(view, unit) + SLACK:
        return False
    return solve(view, unit, target).reaches or solve(others_gone(view, unit), unit, target).reaches


@remembered
def must_charge(view: State, unit: str) -> tuple[str, ...]:
    """Enemies one of which a frenzied unit must charge: legal targets that it threatens (WAB-FRZ-01, WAB-R56)."""
    if not facts.frenzied(view, unit) or no_charge(view, unit) is not None:
        return ()
    near = [e for e in targets(view, unit) if not facts.lone(view, e)]
    return tuple(e for e in near if threatens(view, unit, e))


def bound(view: State, side: str) -> tuple[str, ...]:
    """Frenzied units of a side that have to declare a charge yet."""
    return tuple(u for u in facts.fielded(view, side) if must_charge(view, u))


def no_leave(view: State, unit: str) -> Bar | None:
    """Why a unit may not try to leave its combat, None where it may (WAB-S16)."""
    foes, who = facts.opponents(view, unit), Thing(unit)
    came = [t.own for t in view.ties.values() if t.kind == "contact" and t.b == unit]
    text = None
    if not foes:
        text = T("{unit}: not in close combat", unit=who)
    elif own(view, unit).disengaging:
        text = T("{unit}: leaving already", unit=who)
    elif facts.arm(view, unit) not in COUNTER_ARMS and own(view, unit).order == "close":
        text = T("only cavalry, light chariots, open order and skirmishers leave a combat")
    elif any(edge(view, f, unit) not in ("front", None) for f in foes):
        text = T("{unit}: engaged to flank or rear", unit=who)
    elif any(c.how in ("pursuit", "overrun") and c.since == view.own.fight + 1 for c in came):
        text = T("{unit}: met a pursuing enemy in the previous turn", unit=who)
    else:
        faster = next((f for f in foes if facts.rate(view, f) >= facts.rate(view, unit) - SLACK), "")
        text = T("{unit}: not faster than {enemy}", unit=who, enemy=Thing(faster)) if faster else None
    return Bar(text, "WAB-S16") if text else None


def gap_of(view: State, charger: str, target: str) -> float:
    """Gap (mm) of a charge at its declaration."""
    found: float = charge_tie(view, charger, target).own.gap
    return found


def no_flight(view: State, unit: str) -> Bar | None:
    """Why a charged unit may not flee (WAB-RCT-05, WAB-FRZ-02, WAB-S11)."""
    who = Thing(unit)
    if facts.engaged(view, unit):
        return Bar(T("{unit}: in close combat, so it can only hold", unit=who), "WAB-S11")
    if not chargers_of(view, unit):
        return Bar(T("{unit}: no charge threatens it", unit=who), "WAB-S11")
    return (
        Bar(T("{unit}: frenzied, so it may not flee", unit=who), "WAB-FRZ-02") if facts.frenzied(view, unit) else None
    )


def no_shot(view: State, unit: str, charger: str) -> Bar | None:
    """Why a charged unit may not stand and shoot at this charger (WAB-RCT-02, WAB-R52)."""
    return missiles.no_reaction(view, unit, charger, gap_of(view, charger, unit))


def no_counter(view: State, unit: str, charger: str) -> Bar | None:
    """Why a charged unit may not counter-charge this charger (WAB-RCT-01, WAB-R43, WAB-S12, WAB-FMR-09)."""
    mine, who, them = own(view, unit), Thing(unit), Thing(charger)
    if facts.engaged(view, unit) or mine.fleeing:
        return Bar(T("{unit} can only hold", unit=who), "WAB-S11")
    if facts.arm(view, unit) not in COUNTER_ARMS or facts.arm(view, charger) not in COUNTER_ARMS:
        return Bar(T("only cavalry and light chariots counter-charge each other"), "WAB-R43")
    if mine.fast:
        return Bar(T("{unit}: on a fast march", unit=who), "WAB-FMR-09")
    charge = charge_tie(view, charger, unit).own
    if charge.edge != "front" or not in_front(view, unit, charger):
        return Bar(T("{charger}: not coming from its front", charger=them), "WAB-RCT-01")
    half = facts.rate(view, charger)
    if charge.gap <= half + SLACK:
        text = T("the charge comes from {gap}; it must be more than {half}", gap=Length(charge.gap), half=Length(half))
        return Bar(text, "WAB-S12")
    meets = met_half_way(others_gone(view, charger), unit, charger, charge.edge).way is not None
    return None if meets else Bar(T("{charger}: cannot reach, even if met half way", charger=them), "WAB-S12")


def may_answer(view: State, unit: str) -> bool:
    """Whether a unit has an answer to give: it is charged, or can meet who would not come all the way (WAB-S11)."""
    return bool(chargers_of(view, unit)) or any(no_counter(view, unit, c) is None for c in declared_at(view, unit))
