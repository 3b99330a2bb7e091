"""What a side is told must not hang on what it may not know: the dice to come, and whatever the others hide.

Generic over rulesets. :class:`Secrecy` looks at one state twice, as it is and with everything changed that a side may
not know, and compares all that the side is told; and where answers are sealed it lets one side answer in other ways and
compares what the others are told of it, events included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import Decided, check_reply, decide
from game.engine.decision import Decision, Reply
from game.engine.dice import DiceSource
from game.engine.event import Event, Seal
from game.engine.i18n import Speaker
from game.engine.lookup import question_of
from game.engine.prospects import prospects_of
from game.engine.ruleset import Ruleset
from game.engine.state import Base, Marker, Secret, State, Unit, view
from game.geometry.shapes import Footprint, Pose
from tests.soak import battalions

Look = Callable[[State, str], State]
Told = dict[str, Any]
OTHERWISE: dict[str, Callable[[Any], Any]] = {"NAP": battalions.otherwise}
"""By system that keeps parts of a unit to its own side: the unit's own part with all of that changed."""

ANSWERS = 5
"""Candidates looked at of every decision."""
FORECASTS = 1
"""How many of them are asked for their odds."""
LAID_OUT = 2
"""Units of each side whose overlays and odds are looked at."""


@dataclass
class Secrecy:
    """Compares what sides are told.

    Attributes
    ----------
    look
        How a side sees a state: the engine's own view, unless a test puts a worse one in its place.
    seen
        What has been proved, how often: "state" compared, "sealed" answers exchanged, "luck" changed, "own" parts too.
    """

    ruleset: Ruleset
    look: Look = view
    seen: Counter[str] = field(default_factory=Counter)

    # -- one state, other secrets -----------------------------------------------------------------------------

    def at(self, state: State) -> None:
        """Every side is told the same of states that differ in what it may not know."""
        for side in state.sides:
            other, kinds = self.scrambled(state, side)
            self.same(self.told(state, side), self.told(other, side), f"{' or '.join(kinds)} shows to {side}")
            self.seen.update(kinds)

    def scrambled(self, state: State, side: str) -> tuple[State, list[str]]:
        """The state with other dice to come and other secrets of all other sides, and what sorts of them there were."""
        kinds, other = ["hidden"], {s: _hidden(state, s) for s in state.sides if s != side}
        if any(secret.sealed for secret in other.values()):
            kinds.append("sealed")
            other = {s: replace(secret, sealed=_exchanged(secret.sealed)) for s, secret in other.items()}
        found = replace(state, secret={**state.secret, **other})
        if self.ruleset.meta.id in OTHERWISE:
            kinds.append("own")
            found = replace(found, units=_changed(state.units, side, OTHERWISE[self.ruleset.meta.id]))
        if state.luck is not None:
            kinds.append("luck")
            found = replace(found, luck=replace(state.luck, seed=f"not {state.luck.seed}", used=state.luck.used + 7))
        return found, kinds

    # -- sealed answers ---------------------------------------------------------------------------------------

    def answered(self, state: State, dice: DiceSource) -> None:
        """Whatever the side asked first seals, the others see that it has answered and nothing else."""
        pending = state.pending
        if pending is None or not pending.mode or len(pending.waiting) < 2:
            return
        decision = pending.waiting[0]
        first: dict[str, tuple[Told, list[Event]]] = {}
        for n, reply in enumerate(self.replies(state, decision, 3 * ANSWERS)):
            got = decide(self.ruleset, state, cmd.Answering(decision.id, decision.side, reply), dice)
            assert isinstance(got, Decided), got
            for side in (s for s in state.sides if s != decision.side):
                found = self.told(got.state, side), [_public(e) for e in got.events]
                if side not in first:
                    first[side] = found
                    continue
                self.same(first[side][0], found[0], f"answer {n} of {decision.side} shows to {side}")
                assert first[side][1] == found[1], f"an event tells {side} the answer {n} of {decision.side}"
                self.seen["answer"] += 1

    # -- what is told -----------------------------------------------------------------------------------------

    def told(self, state: State, side: str) -> Told:
        """All that a side is told of a state."""
        seen = self.look(state, side)
        found: Told = {"view": seen, "status": self.ruleset.status(seen)}
        for thing in (*seen.units, *seen.sides, *seen.features, *seen.markers):
            found[f"card of {thing}"] = self.ruleset.card(seen, thing)
        units = [u for s in seen.sides for u in islice(_standing(seen, s), LAID_OUT)]
        for unit in units:
            found[f"overlays of {unit}"] = self.ruleset.overlays(seen, unit)
        found["odds"] = self._odds(seen, units)
        speaker = Speaker("en", self.ruleset)
        for decision in () if state.pending is None else state.pending.waiting:
            found[f"message {decision.id}"] = speaker.say(decision.message, seen)
            if decision.side == side:
                found[decision.id] = self._asked(seen, decision)
        return found

    def _odds(self, seen: State, units: Sequence[str]) -> list[Any]:
        """Odds of a unit of the first side against one of another, as far as no dice are thrown for them."""
        pairs = [(a, b) for a in units for b in units if seen.units[a].side != seen.units[b].side][:1]
        return [
            (p.what, p.actor, p.mark, p.label, p.bar, p.notes, p.forecast)
            for a, b in pairs
            for p in prospects_of(self.ruleset, seen, a, b)
        ]

    def _asked(self, seen: State, decision: Decision) -> list[Any]:
        question = question_of(self.ruleset, decision.question)
        found: list[Any] = [question.asked(seen, decision), question.forced(seen, decision)]
        for n, reply in enumerate(self._replies(seen, decision, ANSWERS)):
            found += [reply, check_reply(self.ruleset, seen, decision, reply)]
            if reply.answer is not None and n < FORECASTS:
                found.append(question.forecast(seen, decision, reply.answer))
        return found

    def replies(self, state: State, decision: Decision, limit: int) -> list[Reply]:
        """Legal replies to a decision, as its side is offered them."""
        return self._replies(self.look(state, decision.side), decision, limit)

    def _replies(self, seen: State, decision: Decision, limit: int) -> list[Reply]:
        return list(
            islice(question_of(self.ruleset, decision.question).candidates(seen, decision, "any", limit), limit)
        )

    def same(self, one: Told, two: Told, why: str) -> None:
        """Two tellings are one and the same."""
        assert set(one) == set(two), why
        wrong = [key for key in one if one[key] != two[key]]
        assert not wrong, f"{why}: {wrong}"


def _standing(state: State, side: str) -> Iterator[str]:
    return (u.id for u in state.units_of(side) if state.bases_of(u.id))


def _hidden(state: State, side: str) -> Secret:
    """Secrets of every sort that there is, sealed answers left as they are."""
    had = state.secret.get(side, Secret())
    like = next(iter((*state.units_of(side), *state.units.values())))
    unit = Unit("hidden", side, like.kind, "hidden", ("hidden.1",), own=like.own)
    own = next(b.own for b in state.bases.values() if b.unit == like.id)
    base = Base("hidden.1", "hidden", 1, Footprint("circle", 25.0, 25.0), Pose(100.0, 100.0), own=own)
    marker = Marker("mine", "mine", pose=Pose(120.0, 100.0))
    return Secret({"hidden": unit}, {base.id: base}, {"mine": marker}, had.sealed, {"word": "hidden"})


def _changed(units: Mapping[str, Unit], side: str, otherwise: Callable[[Any], Any]) -> dict[str, Unit]:
    """The units of all other sides with something else where only their own side looks."""
    return {key: u if u.side == side else replace(u, own=otherwise(u.own)) for key, u in units.items()}


def _exchanged(sealed: dict[str, Any]) -> dict[str, Any]:
    """Sealed answers made into others, by group: an exit that there is nowhere."""
    return {group: Reply(exit="something else") for group in sealed}


def _public(event: Event) -> Event:
    """An event as those see it who may not know what was sealed with it."""
    return replace(
        event,
        changes=tuple(
            msgspec.structs.replace(c, reply=None, salt="") if isinstance(c, Seal) else c for c in event.changes
        ),
    )
