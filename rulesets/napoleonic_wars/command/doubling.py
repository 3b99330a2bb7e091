"""Moves at the double that bind the next move, and where they end (NAP-DBL-02, NAP-DBL-03, NAP-S92)."""

from __future__ import annotations

from game.engine.state import State
from rulesets.napoleonic_wars.body.goals import Goal
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Deed

ENDED: frozenset[Deed] = frozenset(
    {"double_over", "was_charged", "was_attacked", "contacted", "melee", "came_upon", "evaded"}
)
"""What ends a double in the move in which it befalls a body (NAP-S92 (b) to (d))."""


def goal_of(view: State, body: str) -> Goal | None:
    """The objective at which a double of a body ends; None where its order names none (NAP-S92 (a))."""
    order = notes.order_of(view, body)
    return None if obedience.double_bar(order) is not None else obedience.goal(view, order)


def is_bound(view: State, body: str) -> bool:
    """Whether a double that a body began in the move before binds this move (NAP-S92)."""
    told, order = facts.own(view, body), notes.order_of(view, body)
    begun = told.march.doubled > 0 and told.march.doubled == view.own.move - 1
    if not begun or told.nerve.result or facts.in_melee(view, body) or ENDED & set(told.march.before):
        return False
    return obedience.double_bar(order) is None and order.since != view.own.move
