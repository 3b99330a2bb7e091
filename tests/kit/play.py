"""The toy with frames and questions that a test brings, and dice as written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.declared import FrameOf, by_name, data_types, step_table
from game.engine.dice import ScriptedDice
from game.engine.flow import Done, Outcome, Run
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from tests.toy import TOY, Toy


class Play(Toy):
    """The toy that knows the tables of some modules of the kit, and a frame "test" with steps of the test's own."""

    def __init__(self, *modules: Any, steps: Mapping[str, Any], questions: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.told: list[Any] = []
        declared = by_name(modules, FrameOf)
        self.frames = {"test": None, **data_types(declared)}
        self.steps = {
            **step_table(declared),
            **{("test", name): step for name, step in steps.items()},
            ("test", "told"): self._told,
        }
        self.questions = {**(questions or {})}
        self.reactors = {}

    def _told(self, run: Run, data: Any, got: Any) -> Outcome:
        """The step that takes a result down and ends."""
        self.told.append(got)
        return Done()

    def session(self, *dice: int, data: Any = None, state: State | None = None) -> Session:
        """A battle of which the frame "test" is the whole."""
        start = replace(state or TOY.begin(TOY.default_setup("field", 0))[0], luck=Luck("scripted"))
        return Session.from_state(self, start, Frame("test", data=data), ScriptedDice(dice))


def types(session: Session) -> Sequence[str]:
    """The types of all events but the rests."""
    return [e.type for line in session.lines for e in line.events if e.type != "rest"]
