"""Charges and attacks as one gesture, the target: what was left out of an order is filled in (NAP-S75, NAP-S100)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.state import State
from rulesets.napoleonic_wars.charge import attack_drafts, drafts, legal
from rulesets.napoleonic_wars.march import actions as act


def filled(view: State, body: str, actions: Sequence[act.Action]) -> act.Actions:
    """Actions with the manoeuvres that were left out of charges and attacks."""
    return tuple(_filled(view, body, one) for one in actions)


def _filled(view: State, body: str, one: act.Action) -> act.Action:
    if isinstance(one, act.Charge) and one.first is None:
        free = drafts.knows_reach(view)
        first = () if one.straight else drafts.of_charge(view, body, one.targets, known_reach=free)
        return act.Charge(one.targets, first, one.delay, one.straight)
    if isinstance(one, act.Attack) and one.first is None:
        return act.Attack(one.target, attack_drafts.of_attack(view, body, one.target))
    return one


def charge_line(view: State, body: str, target: str) -> list[dict[str, Any]]:
    """The line of a charge with its manoeuvre, as somebody drafts it who judges the distance rightly."""
    first = drafts.of_charge(view, body, (target,), known_reach=True)
    return act.plain([act.Charge((target,), first)])


def strike_line(view: State, body: str, target: str) -> list[dict[str, Any]]:
    """The line of a charge, or of an attack where no charge may be made (NAP-ATK-01)."""
    if legal.charge_bar(view, body, target, free=True) is None:
        return charge_line(view, body, target)
    return act.plain(filled(view, body, [act.Attack(target)]))
