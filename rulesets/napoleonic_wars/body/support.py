"""Words that tests use: support and first volley (NAP-ORG-15, -22, -34, -35, -45)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.state import State
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts, sight

GOING_AWAY = ("withdraw", "break_off", "retreat", "rout")
Sees = Callable[[State, str, str], bool]
"""Whether a body sees another, not masked by own troops (NAP-VIS-13)."""


def may_support(view: State, helper: str, body: str) -> bool:
    """Whether a body is in a state to support another, its strength and sight apart (NAP-ORG-34 a, c, d, f, -35)."""
    told = facts.own(view, helper)
    if facts.is_skirmishing(view, helper) or told.nerve.result in GOING_AWAY or told.nerve.result == "surrendered":
        return False
    if any(facts.charge(t).answer == "evade" and facts.charge(t).home == "" for t in facts.charges_on(view, helper)):
        return False
    mine = _foes(view, body)
    if any(foe not in mine for foe in _foes(view, helper, charging=True)):
        return False
    return told.nation != "native" or facts.own(view, body).nation == "native" or not facts.own(view, body).regular


def _foes(view: State, body: str, *, charging: bool = False) -> set[str]:
    """Units that a body charges, attacks or fights; of the supported also those who charge it (NAP-ORG-34 c)."""
    ties = [*facts.charges_by(view, body), *(t for t in facts.ties(view, facts.ATTACK) if t.a == body)]
    if not charging:
        ties += [*facts.charges_on(view, body), *(t for t in facts.ties(view, facts.ATTACK) if t.b == body)]
    found = {facts.other(t, body) for t in ties} | set(facts.foes_in_melee(view, body))
    return {facts.unit_of(view, u) for u in found if u in view.units}


def supporters(view: State, body: str, sees: Sees = sight.sees) -> tuple[str, ...]:
    """The units that support a body: each counts as one however it is divided (NAP-ORG-22, NAP-ORG-34).

    Of its own unit only a detachment may count the rest, as one unit (NAP-ORG-15).
    """
    side, mine = view.units[body].side, facts.unit_of(view, body)
    need = facts.strength(view, body) / 2.0
    found: dict[str, int] = {}
    for helper in facts.bodies(view, side):
        unit = facts.unit_of(view, helper)
        if helper == body or (unit == mine and not facts.own(view, body).detachment):
            continue
        if may_support(view, helper, body) and sees(view, body, helper):
            found[unit] = found.get(unit, 0) + facts.strength(view, helper)
    return tuple(unit for unit, figures in found.items() if figures >= need)


def is_first_volley(view: State, body: str) -> bool:
    """Whether a volley now is a body's first, or the first after three moves without fire (NAP-ORG-45)."""
    fired = facts.own(view, body).fire.fired
    return facts.is_close(view, body) and (not fired or view.own.move - fired > whole("silent_moves"))
