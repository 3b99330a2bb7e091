"""Hidden troops on the clock: when they are looked for, who comes upon them (NAP-S48, NAP-S19, NAP-DET-04)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock.chases import Kind
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.picture import busy, picture
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.detection import Found
from rulesets.napoleonic_wars.field.ground import ground_number
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, TICK, cm, moment


class Spotted(msgspec.Struct, frozen=True):
    """A hidden body that came to light in a pass: when, by whom, and who halted before it."""

    time: float
    found: Found
    halted: tuple[str, ...]


class Hiding:
    """The hidden bodies of a pass.

    They are looked for where :meth:`look` is called, and when an enemy comes within the greater attack distance of one
    or within 2 cm, exactly then. Where a pass is run again, what it spotted ``before`` is shown again, and they are
    looked for after ``since``.
    """

    def __init__(
        self, view: State, clock: Clock, bodies: Iterable[str], before: Iterable[Spotted] = (), since: float = -1.0
    ) -> None:
        self.view, self.clock, self.since = view, clock, since
        self.bodies = {b for b in bodies if b in clock.movers}
        self.before = list(before)
        self.spotted: list[Spotted] = []
        self._looked: dict[tuple[str, str], float] = {}
        mine = {b: clock.movers[b].side for b in self.bodies}
        blind = {(b, h) for h, side in mine.items() for b, m in clock.movers.items() if m.side != side}
        clock.blind = clock.blind | blind
        clock.watchers.append(self)

    # --- what the clock asks

    def follow(self, bodies: Collection[str]) -> set[str]:
        """Nobody goes as they go."""
        return set()

    def watch(self, one: str, other: str, since: float) -> None:
        """When an enemy comes so near to a hidden body that it is looked for."""
        for body, foe in ((one, other), (other, one)):
            looks = foe in self.view.units and facts.own(self.view, foe).nerve.result != "surrendered"
            if body in self.bodies and looks:
                self._watch(body, foe, since)

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """Look for a body to which an enemy has come near, for all of them at a pause."""
        if kind == "pause":
            self.look()
        elif kind == "near" and not body:
            while self.before and self.before[0].time <= self.clock.time + TICK / 2.0:
                self.show(self.before.pop(0))
        elif kind == "near" and body in self.bodies:
            apart = meeting.gap(self.clock.movers[body], self.clock.movers[other], self.clock.time)
            limits = [far for far in self._limits(body, other) if apart <= far + SLACK]
            self._looked[body, other] = min(limits, default=self._limits(body, other)[0])
            self.look((body,))
            if body in self.bodies:
                self._watch(body, other, self.clock.time)

    def _limits(self, body: str, foe: str) -> tuple[float, ...]:
        """How near (mm) an enemy comes when a body is looked for: attack distance, 2 cm, contact of lone generals."""
        near, touch = cm(ground_number("stumbled")), CONTACT
        if facts.own(self.view, foe).arm == "general":
            return (near, touch)
        return (cm(max(facts.attack_distance(self.view, u) for u in (body, foe))), near)

    def _watch(self, body: str, foe: str, since: float) -> None:
        a, b = self.clock.movers[body], self.clock.movers[foe]
        limits = self._limits(body, foe)
        done = self._looked.get((body, foe))
        if done is not None and meeting.gap(a, b, since) > limits[0] + SLACK:
            del self._looked[body, foe]
            done = None
        limit = next((far for far in limits if done is None or far < done - SLACK), None)
        found = None if limit is None else meeting.comes_near(a, b, limit, since, self.clock.until)
        if found is not None:
            self.clock.push(found, "near", body, foe)

    # --- looking

    def look(self, bodies: Collection[str] = ()) -> None:
        """Look for some hidden bodies, or for all, as all stand now; what is found is known from now on."""
        clock, time = self.clock, self.clock.time
        if time <= self.since + TICK / 2.0:
            return
        whom = [b for b in facts.by_id(self.bodies, self.view) if not bodies or b in bodies]
        if not whom:
            return
        here = known(picture(self.view, clock, time))
        for found in detection.searched(here, whom, busy(clock, time)):
            self.show(Spotted(time, found, self._who_halts(here, found)))

    def again(self, until: float) -> None:
        """Put on the clock, up to a moment, what earlier runs of this pass have shown."""
        for one in self.before:
            if one.time <= until:
                self.clock.push(max(one.time, self.clock.time), "near")

    def show(self, one: Spotted) -> None:
        """A body is known to its enemies; who came upon it halts, and a charge that ran into it is over."""
        clock, body = self.clock, one.found.body
        self.bodies.discard(body)
        clock.blind = frozenset(pair for pair in clock.blind if pair[1] != body)
        self.spotted.append(one)
        clock.note("found", body)
        for who in one.halted:
            for chase in clock.chases:
                chase.over = chase.over or chase.body == who
            clock.movers[who].stop(clock.time)
            clock.held.pop(who, None)
        clock.watch([body, *one.halted])

    def _who_halts(self, here: State, found: Found) -> tuple[str, ...]:
        """Who has come upon a body: routers run on, chargers are stopped by whom they ran into alone (NAP-S47)."""
        charging = {c.body for c in self.clock.chases if not c.over and c.start <= self.clock.time + TICK}
        met = set(found.by) if found.how == "met" else set()
        return tuple(
            body
            for body in detection.walked_into(here, found)
            if body in self.clock.movers
            and facts.own(here, body).arm != "general"
            and facts.own(here, body).nerve.result != "rout"
            and (body not in charging or body in met)
        )


def tell(run: Run, spotted: Collection[Spotted]) -> None:
    """Put on the table who was detected, and tell who has come upon him (NAP-SEQ-25, NAP-DET-03, NAP-DET-04)."""
    detection.reveal(run, [one.found for one in spotted])
    for one in spotted:
        for who in one.halted:
            if who not in run.state.units:
                did(run, who, "came_upon")
                continue
            text = T("{unit} came upon {enemy} and halted", unit=Thing(who), enemy=Thing(one.found.body))
            clauses = ("NAP-DET-04", "NAP-CTC-03")
            run.tell(who, "came_upon", "reveal", text, clauses, also=(one.found.body,), time=moment(one.time))
