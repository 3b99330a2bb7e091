"""When chargers look where their target goes, and what they take it to do (NAP-S81 (c), (d))."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from game.geometry.shapes import bearing
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.heading import charger
from rulesets.napoleonic_wars.clock.held import NOTHING, Aim, Held, Velocity, held
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.measures import TICK

if TYPE_CHECKING:
    from rulesets.napoleonic_wars.clock.clock import Clock

SAME = 1e-7
"""Parts of a move that are nothing."""


class Looks:
    """The looks of all chargers on a clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def take(self, *, quarter: bool = False) -> None:
        """All looks that are due now, made at once: at the start, at a quarter, at another motion of the target."""
        due = [chase for chase in self.clock.chases if self._is_due(chase, quarter)]
        found = [(chase, self._wheel(chase) if self._may_wheel(chase) else 0) for chase in due]
        gone = [chase.body for chase, wheel in found if self._set_out(chase, wheel)]
        if gone:
            self.clock.watch(gone)

    def _is_due(self, chase: Chase, quarter: bool) -> bool:
        time = self.clock.time
        if chase.over or chase.follows or chase.start > time + SAME:
            return False
        if not chase.going:
            return True
        if chase.busy > time + SAME or (not quarter and chase.seen == self._motion(chase)) or chase.crosses(time):
            return False
        return self._is_far(chase) if chase.loose else self._may_wheel(chase)

    def _may_wheel(self, chase: Chase) -> bool:
        """Whether a look may come to a wheel: the first, or a later one outside attack distance (NAP-S81 (d))."""
        return not chase.loose and chase.straight != "always" and (not chase.looked or self._is_far(chase))

    def _is_far(self, chase: Chase) -> bool:
        body, target = (self.clock.movers[b] for b in (chase.body, chase.target))
        return meeting.gap(body, target, self.clock.time) > chase.near + meeting.FINE

    def _motion(self, chase: Chase) -> tuple[float, ...]:
        """How the target of a charge moves now."""
        here = self.clock.movers[chase.target].at(self.clock.time)
        return round(here.velocity[0], 3), round(here.velocity[1], 3), round(here.spin, 6)

    def _wheel(self, chase: Chase) -> int:
        time = self.clock.time
        who = charger(self.clock.heading.view, self.clock.movers[chase.body], time, chase)
        aims = [self._aim(chase, target) for target in (chase.target, *chase.besides)]
        left = number("charge_wheel") - chase.turned
        straight = chase.straight == "first" and not chase.looked
        first, spare = not chase.looked, max(0.0, 1.0 - time)
        return self.clock.heading.look(who, aims, left, first=first, straight=straight, spare=spare).wheel

    def _aim(self, chase: Chase, target: str) -> Aim:
        """A target as it now goes on: straight ahead if it sets out now, standing if both go for each other."""
        time, mover = self.clock.time, self.clock.movers[target]
        return Aim(mover.outline_at(time), self._velocity(chase, mover), self._held(chase, target))

    def _held(self, chase: Chase, target: str) -> Held:
        """The obstacles that a target defends: none if it runs."""
        clock = self.clock
        if not chase.stops and target == chase.target:
            return NOTHING
        return held(clock.heading.view, clock.movers[target], clock.movers[chase.body], clock.time)

    def _velocity(self, chase: Chase, target: Mover) -> Velocity:
        time = self.clock.time
        mine = [c for c in self.clock.chases if c.body == target.body and not c.over and c.start <= time + SAME]
        if any(chase.body in (c.target, *c.besides) for c in mine):
            return 0.0, 0.0
        for one in mine:
            if not one.going and len(target.bases):
                x, y = target.front_at(time).ahead
                return x * one.speed, y * one.speed
        for flight in self.clock.flights:
            if flight.body == target.body and not flight.begun and flight.start is not None and flight.start <= time:
                x, y = meeting.towards(self.clock.movers[chase.body], target, time)
                return x * flight.speed, y * flight.speed
        here = target.at(time)
        return (0.0, 0.0) if here.pivot is not None else here.velocity

    def _set_out(self, chase: Chase, wheel: int) -> bool:
        """Put a charge on its way after a look; whether that is new."""
        clock, time = self.clock, self.clock.time
        body, target = clock.movers[chase.body], clock.movers[chase.target]
        new = not chase.going or bool(wheel) or chase.loose
        chase.seen = self._motion(chase)
        if not chase.looked:
            chase.began = meeting.gap(body, target, time)
        chase.looked = chase.going = True
        clock.free.add(chase.body)
        if clock.until > target.after(time) > time + TICK:
            clock.push(target.after(time), "aim")
        if not new:
            return False
        if chase.loose:
            turn_to(body, target, time)
        way = clock.heading.way(body, time, chase, wheel, self._held(chase, chase.target).ids)
        chase.turned += abs(wheel)
        body.go(way, time)
        wheels = [leg.end for leg in way if leg.pivot is not None]
        if wheels:
            chase.busy, chase.seen = wheels[-1], ()
            clock.push(chase.busy, "aim")
        return True


def turn_to(body: Mover, target: Mover, time: float) -> None:
    """Open order turns towards its enemy at no cost (NAP-S100 (c))."""
    x, y = meeting.towards(body, target, time)
    poses = body.poses_at(time).copy()
    poses[:, 2] = bearing(x, y)
    here = body.at(time)
    sizes: np.ndarray[tuple[int, int], np.dtype[np.float64]] = here.sizes
    body.go([replace(Stretch(time, 1.0, poses, sizes), what=here.what, action=here.action)], time)
