"""Prone foot rises without an order once it knows of an enemy that comes at it (NAP-R125, NAP-IMP-14, NAP-S48)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from game.engine.state import State, Tie
from rulesets.napoleonic_wars.clock import stopping
from rulesets.napoleonic_wars.clock.chases import Kind
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.picture import busy, picture
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned


def comers(view: State, body: str) -> tuple[Tie, ...]:
    """The charges and attacks that come at a body."""
    coming = chain(facts.charges_on(view, body), (t for t in facts.ties(view, facts.ATTACK, body) if t.b == body))
    return tuple(t for t in coming if not facts.charge(t).home)


def first(view: State, body: str, actions: act.Actions) -> act.Actions:
    """The order of a body: prone foot at whom a charge or attack comes that it knows of rises first (NAP-R125)."""
    if not facts.own(view, body).stance.prone or all(facts.charge(t).unseen for t in comers(view, body)):
        return actions
    return (act.StandUp(), *(a for a in actions if not isinstance(a, (act.StandUp, act.Lie))))


class Rising:
    """Prone bodies of a pass that do not know yet of those who come at them: they rise when these are detected."""

    def __init__(self, view: State, clock: Clock, plans: dict[str, Planned]) -> None:
        self.view, self.clock, self.plans = view, clock, plans
        lying = (b for b in plans if facts.own(view, b).stance.prone and _stays_down(plans[b]))
        coming = {b: comers(view, b) for b in lying}
        self.waiting = {b: tuple(t.a for t in ties) for b, ties in coming.items() if ties}
        if self.waiting:
            clock.watchers.append(self)

    def follow(self, bodies: Collection[str]) -> set[str]:
        """Nobody goes as they go."""
        return set()

    def watch(self, one: str, other: str, since: float) -> None:
        """They look when all look: at the quarters and at every pause (NAP-S48)."""

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """Look for those who come."""
        if kind not in ("look", "pause"):
            return
        here = known(picture(self.view, self.clock, self.clock.time))
        for lying, foes in list(self.waiting.items()):
            if any(detection.detected_by(here, foe, busy(self.clock, self.clock.time)) for foe in foes):
                del self.waiting[lying]
                self._rise(lying)

    def _rise(self, body: str) -> None:
        mover, told, time = self.clock.movers[body], self.plans[body], self.clock.time
        done, by = frozenset((-1, *told.orders)), 1 + max(told.orders, default=-1)
        here = picture(self.view, self.clock, time)
        self.plans[body], legs = stopping.replanned(here, mover, told, done, (act.StandUp(),), by, time, freed=True)
        mover.go(stopping.stretches(mover, legs, time), time)
        self.clock.watch([body])


def _stays_down(told: Planned) -> bool:
    """Whether a body has no order to rise."""
    return not any(order.get("verb") == "stand_up" for order in told.orders.values())
