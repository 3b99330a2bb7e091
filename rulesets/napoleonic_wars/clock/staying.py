"""Generals who stay with a unit: in contact they go as it goes, else they ride up to it (NAP-S31, NAP-S73 (9))."""

from __future__ import annotations

from game.engine.decision import Bar
from game.engine.state import State
from rulesets.napoleonic_wars.clock import gaps
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover, Stretch
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

QUARTERS = 4


def follow(view: State, clock: Clock, since: float, until: float) -> None:
    """Bring the generals up to a moment, where the units with which they stay have gone."""
    for general in facts.generals(view):
        unit = with_whom(view, general, round(until * QUARTERS))
        if unit not in clock.movers or general not in clock.movers:
            continue
        rider, body = clock.movers[general], clock.movers[unit]
        if gaps.gap(rider, body, since) <= CONTACT + SLACK:
            rider.go(_alongside(rider, body, since, until), since)
        else:
            rider.go(_up_to(rider, body, cm(rates.rate(view, general, "normal")), since, until), since)


def with_whom(view: State, general: str, quarter: int = QUARTERS) -> str:
    """The unit with which a general stays, by what he was told last up to a quarter; "" for none."""
    line = act.read(notes.line_of(view, general, quarter))
    actions = () if isinstance(line, Bar) else line
    last = next((one for one in reversed(actions) if isinstance(one, (act.StayWith, act.Ride))), None)
    return last.unit if isinstance(last, act.StayWith) else ""


def _alongside(rider: Mover, body: Mover, since: float, until: float) -> list[Stretch]:
    """The stretches of a body, gone by who touches it; while it changes order he waits where he is."""
    out: list[Stretch] = []
    poses, sizes = rider.poses_at(since), rider.at(since).sizes
    for one in body.stretches:
        start, end = max(one.start, since), min(one.end, until)
        if end > start:
            out.append(Stretch(start, end, poses, sizes, one.velocity, one.pivot, one.spin, what="ride"))
            poses = out[-1].poses_at(end)
    return out


def _up_to(rider: Mover, body: Mover, rate: float, since: float, until: float) -> list[Stretch]:
    """Straight to the nearest point of a body where it will stand."""
    stands = Stretch(until, 1.0, rider.poses_at(since), rider.at(since).sizes)
    trial = Mover(rider.body, rider.side, rider.bases, rider.sizes, [stands])
    far = max(0.0, gaps.gap(trial, body, until))
    time = min(until - since, far / rate) if rate else 0.0
    if time <= 0.0:
        return []
    x, y = gaps.towards(trial, body, until)
    pace = min(rate, far / time)
    here = rider.at(since).sizes
    return [Stretch(since, since + time, rider.poses_at(since), here, (x * pace, y * pace), what="ride")]
