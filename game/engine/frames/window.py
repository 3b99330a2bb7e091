"""``engine.window``: ask sides in turn, again and again, until all have passed one after another."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Reply
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run


class WindowData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open window for reactions.

    Attributes
    ----------
    questions
        One for each side, in the order in which they are asked. Their space must have an exit "pass".
    frame
        Called with a :class:`Taken` for every answer that is no pass.
    passed
        How many have passed in a row.
    """

    questions: tuple[Question, ...]
    frame: str
    args: dict[str, Any] = {}
    at: int = 0
    passed: int = 0
    taken: int = 0


class Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the called frame receives: the side, its reply, and the window's ``args``."""

    side: str
    reply: Reply
    args: dict[str, Any] = {}


WINDOW = FrameOf("engine.window", WindowData)


@WINDOW.step
def begin(run: Run, data: WindowData, got: object) -> Outcome:
    """Ask the next side, unless all have passed; the result is the number of answers taken."""
    if data.passed >= len(data.questions) or run.state.over is not None:
        return Done(data.taken)
    return Ask((data.questions[data.at],), "answered")


@WINDOW.step
def answered(run: Run, data: WindowData, got: Reply) -> Outcome:
    """Carry out an answer, or count a pass."""
    side = data.questions[data.at].side
    after = replace(data, at=(data.at + 1) % len(data.questions))
    if got.exit == "pass":
        return Goto("begin", replace(after, passed=data.passed + 1))
    after = replace(after, passed=0, taken=data.taken + 1)
    return Call(data.frame, Taken(side, got, data.args), "begin", after)
