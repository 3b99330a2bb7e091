"""Marches that end of themselves before an enemy, and what follows them at once (NAP-S74, NAP-ORD-03)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.engine.state import State
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import ends
from rulesets.napoleonic_wars.clock.clock import Clock, Fits
from rulesets.napoleonic_wars.clock.movers import Mover, stretch_of
from rulesets.napoleonic_wars.clock.picture import picture
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.own import Deed, Leg, Track


def watch(view: State, clock: Clock, plans: dict[str, Planned]) -> None:
    """Put on the clock whose march ends before whom; the plans are kept up as marches end."""
    for body, told in plans.items():
        _stops(view, clock, body, told)

    def go_on(mover: Mover, action: int, time: float, fits: Fits | None) -> list[Stretch]:
        if mover.body not in plans:  # it goes away by a result, and has nothing else to do
            return []
        told, here = plans[mover.body], picture(view, clock, time)
        kept = frozenset(n for n in (-1, *told.orders) if n < action)
        for first in [action + 1] if fits is None else [n for n in sorted(told.orders) if n > action]:
            rest = act.read([order for n, order in sorted(told.orders.items()) if n >= first])
            further = rest if isinstance(rest, tuple) else ()
            new, legs = replanned(here, mover, told, kept, further, first, time, freed=True)
            way = stretches(mover, legs, time)
            if fits is None or (way and fits(way)):
                plans[mover.body] = new
                return way
        return []

    clock.go_on = go_on


def told_anew(
    view: State,
    clock: Clock,
    plans: dict[str, Planned],
    body: str,
    anew: tuple[act.Actions, tuple[Become, ...]],
    *,
    freed: bool,
) -> None:
    """A body that has done with its order, and has become what it could, begins another (NAP-S77)."""
    mover, told, time = clock.movers[body], plans[body], clock.time
    actions, became = anew
    done = {n for n in (-1, *told.orders) if ends.spent(mover, n) and ends.is_done(mover, told, n)}
    done |= {b.action for b in became}
    by = 1 + max(told.orders, default=-1)
    did: set[Deed] = {*told.did} - ({"formed"} if not any(b.verb == "form" for b in became) else set())
    told = replace(told, becomes=became, did=tuple(sorted(did)))
    plans[body], legs = replanned(
        picture(view, clock, time), mover, told, frozenset(done), actions, by, time, freed=freed
    )
    mover.go(stretches(mover, legs, time), time)
    _stops(view, clock, body, plans[body])


def _stops(view: State, clock: Clock, body: str, told: Planned) -> None:
    if body in clock.movers:
        side = clock.movers[body].side
        clock.stops[body] = {n: (stop.gap, _foes(view, side, stop.whom)) for n, stop in told.stops.items()}


def stretches(mover: Mover, legs: Iterable[Leg], time: float) -> list[Stretch]:
    """Legs as stretches of a mover from a moment on."""
    out, sizes = [], mover.at(time).sizes
    for leg in legs:
        out.append(stretch_of(leg, sizes))
        sizes = out[-1].over()[1]
    return out


def _foes(view: State, side: str, whom: act.Whom) -> frozenset[str]:
    fits = {
        "any": lambda b: True,
        "mounted": lambda b: facts.is_mounted(view, b),
        "close": lambda b: facts.is_close(view, b),
    }
    return frozenset(b for b in facts.enemies(view, side) if fits[whom](b))


def replanned(
    view: State,
    mover: Mover,
    told: Planned,
    done: frozenset[int],
    rest: act.Actions,
    by: int,
    time: float,
    *,
    freed: bool,
) -> tuple[Planned, tuple[Leg, ...]]:
    """The plan with what follows at a moment, in the situation of it; the actions that are done stay in it."""
    new = plan(view, mover.body, rest, since=time, freed=freed, holds=told.holds)
    legs = tuple(replace(leg, action=leg.action + by) for leg in new.track.legs)
    kept = tuple(leg for leg in told.track.legs if leg.action in done)
    whole = replace(
        told,
        track=Track(told.track.bases, (*kept, *legs)),
        time=new.time,
        becomes=(
            *(b for b in told.becomes if b.action in done),
            *(replace(b, action=b.action + by) for b in new.becomes),
        ),
        marks=(*(m for m in told.marks if m.time <= time), *(replace(m, action=m.action + by) for m in new.marks)),
        doing=new.doing,
        did=tuple(sorted({*told.did, *new.did})),
        stops={n + by: stop for n, stop in new.stops.items()},
        orders={**told.orders, **{n + by: order for n, order in new.orders.items() if n >= 0}},
    )
    return whole, legs
