"""Flow as data: what a step is given, and what it says comes next.

A frame's code is a table (name, step) -> function. A step receives the :class:`Run` (the state as it is now, and the
means to emit events), the frame's data and what it got, and returns one outcome:

* :class:`Ask` a decision or a sealed group, :class:`Roll` dice, :class:`Call` a child frame (each names the step of
  this frame that will receive the reply, the faces, the child's result),
* :class:`Goto` another step of this frame, :class:`Done` with a result for the parent.

No generator or thread holds any part of a battle: :mod:`game.engine.loop` runs a stack of frames, which is plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.decision import Answer, Reply, Sum
from game.engine.state import Frame, State
from game.engine.text import Text


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision as a step asks it; the engine gives it its id. ``kind`` is looked up in the ruleset's questions."""

    name: str
    side: str
    message: Text
    args: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()
    measuring: str = "free"


class Ask(msgspec.Struct, frozen=True):
    """Rest until the question(s) are answered.

    One question: ``then`` gets a :class:`~game.engine.decision.Reply`. Several with ``mode`` "open": a dict
    side -> Reply when all are in; with "closed": the group's id, under which the replies lie in each side's secret.
    """

    questions: tuple[Question, ...]
    then: str
    data: Any = None
    mode: Literal["", "open", "closed"] = ""


class Roll(msgspec.Struct, frozen=True):
    """Throw dice; ``then`` gets a :class:`~game.engine.event.Rolled`."""

    request: ev.Request
    then: str
    data: Any = None


class Call(msgspec.Struct, frozen=True):
    """Run a child frame from its step "begin"; ``then`` gets its result. ``data`` replaces this frame's own data."""

    name: str
    args: Any
    then: str
    data: Any = None


class Goto(msgspec.Struct, frozen=True):
    """Go on at another step of this frame, which gets ``got``."""

    step: str
    data: Any = None
    got: Any = None


class Done(msgspec.Struct, frozen=True):
    """The frame is finished; its parent gets ``result`` (plain data)."""

    result: Any = None


Outcome = Ask | Roll | Call | Goto | Done
StepFn = Callable[["Run", Any, Any], Outcome]
Reactor = Callable[["Run", ev.Event], Sequence[Frame]]


class FlowError(Exception):
    """A bug in a ruleset's flow: an unknown step, an endless loop."""


class Run:
    """One run of the flow, from an answer to the next rest, as a step sees it.

    Attributes
    ----------
    state
        The state as it is now, after all events emitted so far.
    events
        The events of this run.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []
        self._serial = state.serial

    def emit(
        self,
        type: str,
        family: ev.Family,
        text: Text | None = None,
        *changes: ev.Change,
        clauses: Sequence[str] = (),
        about: Sequence[str] = (),
        **more: Any,
    ) -> None:
        """Let something have happened: the event is noted and its changes are applied at once."""
        self.add(ev.Event(type, family, text, tuple(clauses), tuple(about), changes=tuple(changes), **more))

    def tell(
        self,
        unit: str,
        type: str,
        family: ev.Family,
        text: Text | None,
        clauses: Sequence[str] = (),
        /,
        *changes: ev.Change,
        also: Sequence[str] = (),
        sums: Sequence[Sum] = (),
        **data: Any,
    ) -> None:
        """Let something have happened to a unit: about it and ``also`` others, its side's deed; the rest is data."""
        side = self.state.units[unit].side
        self.emit(
            type, family, text, *changes, clauses=clauses, about=(unit, *also), side=side, sums=tuple(sums), data=data
        )

    def add(self, event: ev.Event) -> None:
        """As :meth:`emit`, for an event made elsewhere."""
        self.state = apply(self.state, event)
        self.events.append(event)

    def new_id(self, prefix: str) -> str:
        """A fresh id, unique in the battle."""
        self._serial += 1
        return f"{prefix}{self._serial}"


def thaw(kind: type | None, data: Any) -> Any:
    """A frame's data as its typed struct; after reading a record it is a plain map."""
    if kind is None or data is None or isinstance(data, kind):
        return data
    return msgspec.convert(data, kind)


def thaw_got(got: Any, kind: Callable[[], Any]) -> Any:
    """What a step gets as it is written to get it, also after reading a record; ``kind`` tells the type of a result."""
    if got is None or isinstance(got, msgspec.Struct):
        return got
    if isinstance(got, Mapping):
        if got.get("type") == "reply":
            return msgspec.convert(got, Reply)
        if got.get("type") == "rolled":
            return msgspec.convert(got, ev.Rolled)
    if isinstance(got, Mapping | list | tuple):
        return msgspec.convert(got, kind())
    return got


__all__ = [
    "Answer",
    "Ask",
    "Call",
    "Done",
    "FlowError",
    "Goto",
    "Outcome",
    "Question",
    "Reactor",
    "Roll",
    "Run",
    "StepFn",
]
