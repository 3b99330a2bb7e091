"""Code and questions by name: the engine's own code, or the ruleset's."""

from __future__ import annotations

import msgspec

from game.engine import frames
from game.engine.flow import FlowError, StepFn
from game.engine.ruleset import Question, Ruleset
from game.engine.state import Frame


def code_of(ruleset: Ruleset, frame: Frame) -> tuple[StepFn, type[msgspec.Struct] | None]:
    """The function of a frame's step and the type of its data: the engine's own, or the ruleset's."""
    key = (frame.name, frame.step)
    fn = ruleset.steps.get(key)
    if fn is not None:
        return fn, ruleset.frames.get(frame.name)
    fn = frames.STEPS.get(key)
    if fn is None:
        raise FlowError(f"no step {frame.step!r} in frame {frame.name!r}")
    return fn, frames.FRAMES.get(frame.name)


def question_of(ruleset: Ruleset, name: str) -> Question:
    """A question by name; all are the ruleset's."""
    return ruleset.questions[name]
