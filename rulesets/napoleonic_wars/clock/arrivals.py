"""When a double comes to its place beside own troops that march as well (NAP-S92 (a)).

The plan of a body takes its friends to stand; here both go as they are ordered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.geometry.halving import halved
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.picture import with_moved
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.duty import Mark
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.measures import SLACK, moment

STEP = 0.01
"""Part of a move between two looks."""
FINE = 1e-6
"""Part of a move to which the moment is found."""


def beside_movers(view: State, plans: Mapping[str, Planned]) -> dict[str, Planned]:
    """The plans of those who double to a place beside own troops that leave theirs, by the way of both."""
    found: dict[str, Planned] = {}
    for body, told in plans.items():
        order = notes.order_of(view, body)
        mate = plans.get(order.towards)
        goes = mate is not None and any(leg.goes for leg in mate.track.legs)
        if "double" in told.did and order.beside and mate is not None and goes:
            line = act.read(notes.line_of(view, body, 1))
            actions = () if isinstance(line, Bar) else line
            whole = plan(view, body, actions, freed=True)
            found[body] = _short(
                view, body, actions, whole, _arrival(view, order, (body, whole), (order.towards, mate))
            )
    return found


def _short(view: State, body: str, actions: act.Actions, whole: Planned, time: float | None) -> Planned:
    """A double as far as the moment at which it is at its objective, where it ends."""
    if time is None or not whole.track.legs:
        return whole
    short = plan(view, body, actions, until=time, freed=True)
    last = max((leg.action for leg in short.track.legs), default=0)
    return replace(short, marks=(*short.marks, Mark(moment(time), "goal", action=last)))


def _arrival(view: State, order: notes.GameOrder, one: tuple[str, Planned], mate: tuple[str, Planned]) -> float | None:
    """The first moment at which a body is at the ordered place beside another; None where it is not in this move."""
    movers = [Mover.planned(view, name, told.track) for name, told in (one, mate)]

    def off(time: float) -> float | None:
        """Mm that are left, below 0 where it is nearer than ordered; None where it is on another side."""
        here = with_moved(view, movers, time)
        goal, centre = obedience.goal(here, order), shape.standing(here, one[0]).centre
        if goal is None:
            return None
        if goal.point is not None:
            return math.dist(centre, goal.point) - goal.near
        beside = goal.beside
        if beside is None or not beside.has(centre):
            return None
        return float(movers[0].cover_at(time).distance(beside.outline)) - beside.gap

    return _first(off, round(1.0 / STEP))


def _first(off: Callable[[float], float | None], steps: int) -> float | None:
    """The first moment at which a distance is 0 or changes its sign; None where it does neither."""
    before = off(0.0)
    if before is not None and abs(before) <= SLACK:
        return 0.0

    def is_ahead(now: float | None, then: float | None) -> bool:
        """Whether the place is not reached yet."""
        return now is None or (now < 0.0 if then is None else then * now > 0.0)

    now = before
    for k in range(1, steps + 1):
        before, now = now, off(k / steps)
        if not is_ahead(now, before):
            break
    else:
        return None
    return halved((k - 1) / steps, k / steps, FINE, lambda time: is_ahead(off(time), before))[1]
