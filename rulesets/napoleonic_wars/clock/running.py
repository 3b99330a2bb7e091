"""Routers that meet an enemy who was not in their way when they set out (NAP-ROU-03, NAP-S41 (3), NAP-S87)."""

from __future__ import annotations

from collections.abc import Collection

from game.engine.state import State
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock.chases import Kind
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.measures import SLACK

BLOCKED = "blocked"
"""The name of a router's stand where an enemy in close order, or ground, has stopped it (NAP-ROU-03, NAP-ROU-08)."""


def stops(view: State, foe: str) -> bool:
    """Whether an enemy stops routers: in close order, and not running himself (NAP-ROU-03, -04)."""
    return facts.is_close(view, foe) and facts.own(view, foe).nerve.result not in ("rout", "surrendered")


class Runners:
    """Stops routers before enemies in close order who are in their way by then.

    ``again``: the clock of a second pass. Routers of the first pass have met every enemy whose way is over, and now
    meet those that still move. Routers that start in the second pass meet every enemy where it stands.
    """

    def __init__(self, view: State, clock: Clock, *, again: bool = False) -> None:
        self.view, self.clock = view, clock
        here = [b for b in facts.bodies(view) if b in clock.movers]
        self.bodies = {b for b in here if facts.own(view, b).nerve.result == "rout"}
        self.walls = {b for b in here if stops(view, b)}
        new = {flight.body for flight in clock.flights}
        self.met, self.begun = self.bodies - new if again else frozenset[str](), clock.time
        clock.watchers.append(self)

    def follow(self, bodies: Collection[str]) -> set[str]:
        """No way follows that of a router here: generals follow theirs by a watcher of their own."""
        return set()

    def watch(self, one: str, other: str, since: float) -> None:
        """Put on the clock when a router touches an enemy that stops it; a charge at it has its own moments."""
        for body, foe in ((one, other), (other, one)):
            if body not in self.bodies or foe not in self.walls or self._charges(body, foe):
                continue
            mover, wall = self.clock.movers[body], self.clock.movers[foe]
            if body in self.met and not any(s.pace > 0.0 for s in wall.rest(self.begun)):
                continue
            found = meeting.comes_near(mover, wall, 0.0, since, self.clock.until)
            if found is not None:
                self.clock.push(found, "touch", body, foe)

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """Stop a router that its own motion has brought upon an enemy."""
        if kind != "touch" or body not in self.bodies:
            return
        mover, foe, time = self.clock.movers[body], self.clock.movers[other], self.clock.time
        amid = meeting.gap(mover, foe, time) < -SLACK  # caught there, or set down amid him: it leaves
        if amid or not meeting.brings_nearer(mover, foe, time):
            later = min(mover.after(time), foe.after(time))
            if later < self.clock.until:
                self.watch(body, other, later)
            return
        self.clock.note("touch", body, other)
        mover.stop(time, BLOCKED)
        self.clock.watch([body])

    def _charges(self, body: str, foe: str) -> bool:
        return any(not c.over and {c.body, c.target} == {body, foe} for c in self.clock.chases)
