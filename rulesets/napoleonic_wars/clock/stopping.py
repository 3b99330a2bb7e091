"""Marches that end of themselves before an enemy, and what follows them at once (NAP-S74, NAP-ORD-03)."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover, Stretch, stretch_of
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.plan import Planned, plan
from rulesets.napoleonic_wars.own import Leg, Track


def watch(view: State, clock: Clock, plans: dict[str, Planned]) -> None:
    """Put on the clock whose march ends before whom; the plans are kept up as marches end."""
    for body, told in plans.items():
        if told.stops and body in clock.movers:
            side = clock.movers[body].side
            clock.stops[body] = {n: (stop.gap, _foes(view, side, stop.whom)) for n, stop in told.stops.items()}

    def go_on(mover: Mover, action: int, time: float) -> list[Stretch]:
        told, further = _replanned(view, mover, plans[mover.body], action, time)
        plans[mover.body] = told
        out, sizes = [], mover.at(time).sizes
        for leg in further:
            out.append(stretch_of(leg, sizes))
            sizes = out[-1].over()[1]
        return out

    clock.go_on = go_on


def _foes(view: State, side: str, whom: act.Whom) -> frozenset[str]:
    fits = {
        "any": lambda b: True,
        "mounted": lambda b: facts.is_mounted(view, b),
        "close": lambda b: facts.is_close(view, b),
    }
    return frozenset(b for b in facts.enemies(view, side) if fits[whom](b))


def _replanned(view: State, mover: Mover, told: Planned, action: int, time: float) -> tuple[Planned, tuple[Leg, ...]]:
    """The plan with what follows a march that ended now, on the ground where the body stands."""
    rest = act.read([order for n, order in sorted(told.orders.items()) if n > action])
    poses = mover.poses_told(time)
    moved = {b: replace(view.bases[b], pose=pose) for b, pose in poses.items()}
    here = replace(view, bases={**view.bases, **moved})
    new = plan(here, mover.body, rest if isinstance(rest, tuple) else (), since=time, freed=True)
    by = action + 1
    legs = tuple(replace(leg, action=leg.action + by) for leg in new.track.legs)
    kept = tuple(leg for leg in told.track.legs if leg.action < action)
    whole = replace(
        told,
        track=Track(told.track.bases, (*kept, *legs)),
        time=new.time,
        becomes=(
            *(b for b in told.becomes if b.action < action),
            *(replace(b, action=b.action + by) for b in new.becomes),
        ),
        marks=(*(m for m in told.marks if m.time <= time), *(replace(m, action=m.action + by) for m in new.marks)),
        doing=new.doing,
        did=tuple(sorted({*told.did, *new.did})),
        stops={n + by: stop for n, stop in new.stops.items()},
    )
    return whole, legs
