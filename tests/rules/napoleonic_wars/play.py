"""Frames of the Napoleonic rules played as other frames would call them, with fixed dice."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Answer, Asked, Decision, OrdersSpace, Reply, SheetLine
from game.engine.declared import FrameOf
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.flow import Call, Done, Outcome, Run
from game.engine.session import Session
from game.engine.state import Luck, State
from game.engine.system import System
from rulesets.napoleonic_wars.system import META, MODULES, OWN


class Caller(msgspec.Struct, frozen=True):
    """What is called."""

    frame: str
    args: Any


CALLER = FrameOf("test.caller", Caller)
_GIVEN: list[Any] = []


@CALLER.step
def _begin(run: Run, data: Caller, got: object) -> Outcome:
    return Call(data.frame, data.args, "kept")


@CALLER.step
def _kept(run: Run, data: Caller, got: Any) -> Outcome:
    _GIVEN.append(got)
    return Done()


def lines_of(asked: Asked) -> tuple[SheetLine, ...]:
    """The lines of a sheet that is asked."""
    assert isinstance(asked.space, OrdersSpace)
    return asked.space.lines


class Called:
    """A called frame with the dice it will throw, and with answers to what it asks."""

    def __init__(self, state: State, frame: str, args: Any = None, *dice: int) -> None:
        _GIVEN.clear()
        ruleset = System(META, (*MODULES, sys.modules[__name__]), OWN, setup=None, positions=None)
        state = replace(state, luck=Luck("scripted"), stack=(), pending=None)
        self.dice = ScriptedDice(list(dice))
        self.session = Session.from_state(ruleset, state, CALLER.at(data=Caller(frame, args)), self.dice)

    @property
    def state(self) -> State:
        """As things stand."""
        return self.session.state

    @property
    def events(self) -> list[Event]:
        """All that has happened."""
        return [e for line in self.session.lines for e in line.events]

    @property
    def asked(self) -> Decision:
        """What is waited for."""
        return self.session.waiting[0]

    def answer(self, answer: Answer) -> Called:
        """Answer the pending decision; refused answers fail the test."""
        return self._submit(Reply(answer))

    def leave(self, way_out: str) -> Called:
        """Take a way out."""
        return self._submit(Reply(exit=way_out))

    def default(self) -> Called:
        """Take the default."""
        return self._submit(self.session.default(self.asked))

    def to_end(self) -> Called:
        """Take defaults until nothing is asked."""
        while self.session.waiting:
            self.default()
        return self

    def _submit(self, reply: Reply) -> Called:
        decision = self.asked
        got = self.session.submit(cmd.Answering(decision.id, decision.side, reply))
        assert not isinstance(got, cmd.Refusal), got.text
        return self

    def give(self) -> Any:
        """Defaults until the end: what the frame has given. No die may be left."""
        self.to_end()
        luck = self.state.luck
        assert luck is not None
        assert self.dice.left(luck) == ()
        (given,) = _GIVEN
        return given

    def told(self, kind: str) -> list[Mapping[str, Any]]:
        """Data of the events of a type."""
        return [e.data for e in self.events if e.type == kind]
