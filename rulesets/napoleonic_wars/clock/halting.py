"""Halts at attack distance: bodies halt, give way, or resume at the next quarter (NAP-ORG-42, NAP-S46, NAP-R24)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import pushing
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.pushing import SPIN_LOOK
from rulesets.napoleonic_wars.measures import TICK

if TYPE_CHECKING:
    from rulesets.napoleonic_wars.clock.clock import Clock


def watch(clock: Clock, one: str, other: str, since: float) -> None:
    """When two enemies come to the greater attack distance (NAP-ORG-42)."""
    limit = max(clock.keep.get(one, 0.0), clock.keep.get(other, 0.0))
    a, b = clock.movers[one], clock.movers[other]
    pairs = [(m, n) for m, n in ((a, b), (b, a)) if clock.halts(m.body, n.body)]
    if limit <= 0.0 or not pairs:
        return
    found = meeting.comes_near(a, b, limit, since, clock.until)
    if found is None:
        return
    told = any(clock.parted.get(pair, -1.0) >= found - TICK / 2.0 for pair in ((one, other), (other, one)))
    giving_way = told or ("give_way" in (a.at(found).what, b.at(found).what) and pushing.keeps_off(a, b, found))
    if not giving_way and any(meeting.brings_nearer(m, n, found, limit) for m, n in pairs):
        clock.push(found, "halt", one, other)
        return
    wheels = any(m.at(found).pivot is not None for m in (a, b))
    soon = found + TICK / 2.0
    later = min(a.after(soon), b.after(soon), found + SPIN_LOOK if wheels else 1.0)
    if later < clock.until:
        clock.push(later, "halt", one, other)


def halt(clock: Clock, one: str, other: str) -> None:
    """Halt those who would come nearer by their own motion (NAP-S46 (b)); skirmishers give way (NAP-R24)."""
    movers = clock.movers[one], clock.movers[other]
    limit = max(clock.keep.get(one, 0.0), clock.keep.get(other, 0.0))
    if meeting.gap(*movers, clock.time) > limit + 2.0 * meeting.FINE:
        watch(clock, one, other, clock.time)
        return
    coming = [
        (m, n)
        for m, n in (movers, movers[::-1])
        if clock.halts(m.body, n.body) and meeting.brings_nearer(m, n, clock.time, limit)
    ]
    pushed = {
        body
        for mover, foe in coming
        if foe.body in clock.loose and mover.body in clock.close and _give_way(clock, mover, foe)
        for body in (mover.body, foe.body)
    }
    for mover, foe in coming:
        if mover.body in pushed:
            continue
        clock.note("halt", mover.body, foe.body)
        if mover.body not in clock.once:
            clock.held[mover.body] = (clock.time, mover.rest(clock.time))
        mover.stop(clock.time)
    if coming:
        freed = {loose for mover, _ in coming if mover.body not in pushed for loose in release(clock, mover)}
        clock.watch({m.body for pair in coming for m in pair} | freed)
    else:
        watch(clock, one, other, clock.time)


def release(clock: Clock, mover: Mover) -> list[str]:
    """Halt skirmishers that gave way before a body that is stopped; returns their ids (NAP-R24)."""
    found = []
    for pusher, body in clock.parted:
        loose = clock.movers[body]
        if pusher == mover.body and loose.at(clock.time).what == "give_way" and loose.moves_at(clock.time):
            loose.stop(clock.time, "stand")
            found.append(body)
    return found


def _give_way(clock: Clock, mover: Mover, loose: Mover) -> bool:
    """Skirmishers go straight back at the pace of those who come, who are slowed to theirs (NAP-R24)."""
    if not pushing.gives_way_now(loose, clock.time):
        way = clock.way_out(loose, clock.time, meeting.towards(mover, loose, clock.time), False)
        if way == (0.0, 0.0):
            return False
        pushing.go_back(mover, loose, way, clock.loose[loose.body], clock.time)
        clock.held.pop(loose.body, None)
        clock.note("way", loose.body, mover.body)
    clock.parted[mover.body, loose.body] = clock.time
    return pushing.follow(mover, loose, clock.time)


def look_again(clock: Clock) -> list[str]:
    """The halted bodies that go on at the end of a quarter, if they may now (NAP-S46 (c))."""
    gone = []
    for body, (since, rest) in list(clock.held.items()):
        if since >= clock.time - TICK / 2.0:
            continue
        mover = clock.movers[body]
        if rest and _may_go(clock, mover, rest):
            by = clock.time - rest[0].start
            way = [s.later(by) for s in mover.from_here(rest, clock.time)]
        else:
            way = clock.go_on(mover, rest[0].action, clock.time, partial(_may_go, clock, mover)) if rest else []
        if way:
            mover.go(way, clock.time)
            mover.cut()
            del clock.held[body]
            gone.append(body)
    return gone


def _may_go(clock: Clock, mover: Mover, rest: list[Stretch]) -> bool:
    """Whether a way leads no body nearer to an enemy whom it knows of than the attack distance."""
    by = clock.time - rest[0].start
    trial = replace(mover, stretches=list(mover.stretches))
    trial.go([s.later(by) for s in mover.from_here(rest, clock.time)], clock.time)
    for other in clock.movers.values():
        if other.side == mover.side or not clock.halts(mover.body, other.body):
            continue
        limit = max(clock.keep.get(mover.body, 0.0), clock.keep[other.body])
        near = meeting.gap(trial, other, clock.time) <= limit + meeting.FINE
        if near and meeting.brings_nearer(trial, other, clock.time, limit):
            return False
    return True
