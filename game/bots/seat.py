"""What a bot has before it: its side's view and the decision, with the engine's own means to judge answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random
from typing import Protocol, cast

import msgspec

from game.bots.work import Work
from game.engine.decide import check_reply, default_of, exits_of, typed_rows
from game.engine.decision import Asked, Decision, Exit, Reply, RollAnswer, RollSpace, Verdict
from game.engine.lookup import question_of
from game.engine.playout import scores
from game.engine.ruleset import Forecast, Goal, Ruleset
from game.engine.state import State
from game.engine.tells import Sketch, TellsSketches
from game.engine.text import Text

written = msgspec.json.Encoder().encode
"""A reply as it would stand in a record: what is compared cannot be changed by whoever holds the reply."""


@dataclass
class Seat:
    """A bot's place at the table for one decision.

    Attributes
    ----------
    view
        The state as the bot's side may know it.
    dice
        The bot's own chance: never the battle's.
    work
        What it may spend on this decision. Every answer judged, offered or forecast costs a unit; for what a bot weighs
        by means of its own it spends by itself.
    offered
        What has been offered to it as legal, written down: an answer that is among this is not judged again.
    """

    ruleset: Ruleset
    view: State
    decision: Decision
    dice: Random
    work: Work = field(default_factory=Work)
    offered: set[bytes] = field(default_factory=set, repr=False)
    _asked: Asked | None = field(default=None, repr=False)

    @property
    def side(self) -> str:
        """The side that decides."""
        return self.decision.side

    @property
    def asked(self) -> Asked:
        """The decision laid out."""
        if self._asked is None:
            self._asked = self._lay_out()
            self.offered.add(written(self._asked.default))
        return self._asked

    def _lay_out(self) -> Asked:
        if self.decision.question == "engine.roll":
            rows = typed_rows(self.decision)
            faces = tuple(tuple(self.dice.choice(r.faces) for _ in range(r.n)) for r in rows)
            return Asked(RollSpace(tuple((r.side, r.faces, r.n) for r in rows)), Reply(RollAnswer(faces)))
        return question_of(self.ruleset, self.decision.question).asked(self.view, self.decision)

    @property
    def default(self) -> Reply:
        """What the rules name as the least act, found without laying out the rest where that can be."""
        if self._asked is not None or self.decision.question == "engine.roll":
            return self.asked.default
        reply = default_of(self.ruleset, self.view, self.decision)
        self.offered.add(written(reply))
        return reply

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The ways out, found without laying out the rest where that can be."""
        if self._asked is not None or self.decision.question == "engine.roll":
            found = self.asked.exits
        else:
            found = exits_of(question_of(self.ruleset, self.decision.question), self.view, self.decision)
        self.offered.update(written(Reply(exit=way_out.id)) for way_out in found if way_out.bar is None)
        return found

    def check(self, reply: Reply) -> Verdict:
        """Judge a reply without changing anything."""
        self.work.spend()
        return check_reply(self.ruleset, self.view, self.decision, reply)

    def candidates(self, goal: Goal = "any", limit: int = 64) -> Iterable[Reply]:
        """Legal replies in a fixed order."""
        if self.decision.question == "engine.roll":
            return (self.asked.default,)
        question = question_of(self.ruleset, self.decision.question)
        return self._counted(question.candidates(self.view, self.decision, goal, limit))

    def sketches(self, limit: int = 64) -> Iterable[Sketch]:
        """Ideas for answers, none worked out yet where the question can tell them so; ways out are not among them."""
        told: Iterable[Sketch] | None = None
        if self.decision.question != "engine.roll":
            question = question_of(self.ruleset, self.decision.question)
            if hasattr(question, "sketches"):
                told = cast(TellsSketches, question).sketches(self.view, self.decision, limit)
        if told is not None:
            return [partial(self._worked_out, idea) for idea in told]
        found = [reply for reply in islice(self.candidates("any", limit), limit) if reply.answer is not None]
        return [partial(_as_it_is, reply) for reply in found]

    def _worked_out(self, idea: Sketch) -> Reply | None:
        reply = idea()
        return None if reply is None else next(self._counted((reply,)))

    def _counted(self, replies: Iterable[Reply]) -> Iterator[Reply]:
        for reply in replies:
            self.work.spend()
            self.offered.add(written(reply))
            yield reply

    def forecast(self, reply: Reply) -> Forecast | None:
        """Odds of a reply."""
        if reply.answer is None or self.decision.question == "engine.roll":
            return None
        self.work.spend()
        return question_of(self.ruleset, self.decision.question).forecast(self.view, self.decision, reply.answer)

    def scores(self) -> dict[str, float]:
        """The points of each side as things stand, as far as this side knows; none where the system tells none."""
        self.work.spend()
        return scores(self.ruleset, self.view)


def _as_it_is(reply: Reply) -> Reply:
    return reply


@dataclass(frozen=True)
class Choice:
    """What a bot says, and why, in one line."""

    reply: Reply
    why: Text | None = None


class Bot(Protocol):
    """A scripted opponent."""

    name: str

    def choose(self, seat: Seat) -> Choice:
        """Answer the decision within the work of the seat."""
        ...
