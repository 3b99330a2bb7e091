"""The shell of a scripted general: what he says to each question by name, and why the usual is done elsewhere.

For all three systems. Their answers are functions of the seat and the temper; nothing is kept between decisions, so
that the same view gives the same answer, after a save as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec

from game.bots.seat import Choice, Seat
from game.bots.tuned import Value, WrongParameter
from game.engine.decision import Answer, Reply
from game.engine.text import T, Text


class Temper(Protocol):
    """What generals of a system differ in; beside its name all of it is the system's."""

    @property
    def name(self) -> str:
        """The name of the bot."""


Tempered = TypeVar("Tempered", bound=Temper)
Answers = Mapping[str, Callable[[Seat, Tempered], Choice | None]]
"""What a general says, by question; None where the rules' own default is as good as any."""


class Scripted(Generic[Tempered]):
    """A general with a temper.

    Parameters
    ----------
    answers
        What he says, by question.
    usual
        Why the default is taken, by question.
    """

    def __init__(self, answers: Answers[Tempered], usual: Mapping[str, Text], temper: Tempered) -> None:
        self.answers, self.usual, self.temper = answers, usual, temper
        self.name = temper.name

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        question = seat.decision.question
        answer = self.answers.get(question)
        found = answer(seat, self.temper) if answer is not None else None
        return found or Choice(seat.asked.default, self.usual.get(question, T("the default")))

    def parameters(self) -> dict[str, Value]:
        """What the temper weighs with, by name."""
        told: dict[str, Value] = msgspec.to_builtins(self.temper)
        return {key: value for key, value in told.items() if key != "name"}

    def with_parameters(self, name: str, changed: Mapping[str, Value]) -> Scripted[Tempered]:
        """A general with another temper. Raises WrongParameter for a value that the temper cannot have."""
        try:
            temper = msgspec.convert({**self.parameters(), **changed, "name": name}, type(self.temper))
        except msgspec.ValidationError as fault:
            raise WrongParameter(f"{self.name}: {fault}") from None
        return Scripted(self.answers, self.usual, temper)


def in_tempers(
    general: Callable[[Tempered], Scripted[Tempered]], tempers: Sequence[Tempered]
) -> Callable[[], dict[str, Callable[[], Scripted[Tempered]]]]:
    """What tells the generals of a system by name: one for each temper, the best first."""
    return lambda: {temper.name: partial(general, temper) for temper in tempers}


def said(answer: Answer, why: Text) -> Choice:
    """An answer, and why it is given."""
    return Choice(Reply(answer), why)


def left(way_out: str, why: Text) -> Choice:
    """A way out of the question, and why it is taken."""
    return Choice(Reply(exit=way_out), why)
