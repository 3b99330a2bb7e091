"""Close order that comes upon skirmishers: they give way before it, it is slowed to their pace (NAP-R24, NAP-S46)."""

from __future__ import annotations

from dataclasses import replace

from game.kit.block import meeting
from game.kit.block.course import Stretch
from game.kit.block.outlines import between
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.measures import TICK

LEAST = 0.01
"""Part of its pace below which a march behind skirmishers is one that is held up."""
SPIN_LOOK = 0.02
"""Part of a move between two looks at bodies that wheel."""
Way = tuple[float, float]


def gives_way_now(loose: Mover, time: float) -> bool:
    """Whether a body has begun to give way at this very moment."""
    here = loose.at(time)
    return here.what == "give_way" and here.start >= time - TICK / 2.0


def keeps_off(one: Mover, other: Mover, time: float) -> bool:
    """Whether the gap of two bodies does not shrink by the motion of both at a moment."""
    ways = one.at(time), other.at(time)
    pace = max(s.pace for s in ways)
    if pace <= 0.0:
        return True
    later = min(*(s.end for s in ways), time + max(TICK, 1.0 / pace))
    return meeting.gap(one, other, later) >= meeting.gap(one, other, time) - meeting.FINE


def span(mover: Mover, time: float) -> float:
    """The part of the move for which the motion of a body at a moment is looked at: a wheel a little at a time."""
    here = mover.at(time)
    return min(here.end - time, SPIN_LOOK) if here.pivot is not None else here.end - time


def coming(mover: Mover, loose: Mover, time: float) -> float:
    """How fast (mm a move) a body comes nearer to another by its own motion."""
    here, long = mover.at(time), span(mover, time)
    if here.pivot is None:
        long = min(long, max(TICK, 1.0 / here.pace))
    still = loose.outline_at(time)
    nearer = between(here.outline_at(time), still) - between(here.outline_at(time + long), still)
    return max(0.0, nearer / long)


def go_back(mover: Mover, loose: Mover, way: Way, most: float, time: float) -> None:
    """Skirmishers go in a direction as fast as keeps their distance, at most (mm a move) at their own rate."""
    x, y = meeting.towards(mover, loose, time)
    straight = way[0] * x + way[1] * y
    pace = min(most, coming(mover, loose, time) / straight) if straight > LEAST else most
    here, until = loose.at(time), time + span(mover, time)
    velocity = (way[0] * pace, way[1] * pace)
    loose.go([Stretch(time, until, loose.poses_at(time), here.sizes, velocity, what="give_way")], time)


def follow(mover: Mover, loose: Mover, time: float) -> bool:
    """Go on behind skirmishers who give way, no faster than they; False where that would be to stand."""
    need = coming(mover, loose, time)
    x, y = meeting.towards(mover, loose, time)
    away = loose.at(time).velocity
    goes = away[0] * x + away[1] * y
    if goes < need * LEAST:
        return False
    if goes < need:
        mover.go(slowed(mover, time, goes / need), time)
        mover.cut()
    back = loose.at(time)
    loose.go([replace(back, end=max(back.end, time + span(mover, time)))], time)
    return True


def slowed(mover: Mover, time: float, share: float) -> list[Stretch]:
    """The rest of a way of which the stretch under way is slowed; what follows it begins as much later."""
    first, *rest = mover.rest(time)
    end = first.start + (first.end - first.start) / share
    velocity = (first.velocity[0] * share, first.velocity[1] * share)
    slow = replace(first, end=end, velocity=velocity, spin=first.spin * share, share=first.share * share)
    return [slow, *(s.later(end - first.end) for s in rest)]
