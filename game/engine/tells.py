"""What a question or a ruleset may also tell, beyond what each must: whoever wants it asks whether it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from game.engine.decision import Answer, Decision, Exit, Reply, Sum
from game.engine.ruleset import Question
from game.engine.state import State
from game.engine.text import Text
from game.geometry.shapes import Pose


@runtime_checkable
class TellsExits(Protocol):
    """What a question may also have whose space is dear to lay out: its ways out alone, the same as of ``asked``."""

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The ways out."""
        ...


@runtime_checkable
class TellsDefault(Protocol):
    """What a question may also have whose space is dear to lay out: its default alone, the same as of ``asked``."""

    def default(self, view: State, decision: Decision) -> Reply:
        """The least act, or what the rules name: always legal, and found at once."""
        ...


Sketch = Callable[[], "Reply | None"]
"""An idea for an answer that has not been worked out: worked out it is a legal reply, or None."""


@runtime_checkable
class TellsSketches(Protocol):
    """What a question may also have whose candidates are dear: the ideas behind them, for whoever wants but one."""

    def sketches(self, view: State, decision: Decision, limit: int) -> Iterable[Sketch]:
        """Ideas for answers, at most ``limit``, in a fixed order; ways out are not among them."""
        ...


def worked_out(idea: Callable[[], Answer | None]) -> Reply | None:
    """The reply that an idea for an answer comes to."""
    answer = idea()
    return None if answer is None else Reply(answer)


def sketched(
    question: Question, view: State, decision: Decision, answers: Iterable[Answer], limit: int
) -> Sequence[Sketch]:
    """Answers as ideas, each judged as it is worked out; one that is refused gives way to the nearest legal one."""

    def made(answer: Answer) -> Answer | None:
        verdict = question.check(view, decision, answer)
        return answer if verdict.legal else verdict.nearest

    return [partial(worked_out, partial(made, answer)) for answer in islice(answers, limit)]


@runtime_checkable
class TellsInstead(Protocol):
    """What a question may also have: which other answers of its own do what one that is refused was to do.

    They are asked for only where they are shown, and need not be legal: whoever asks has them checked.
    """

    def instead(self, view: State, decision: Decision, answer: Answer) -> Iterable[Answer]:
        """Other answers to the same end, the likeliest first: a longer action, a charge at whom it ran into."""
        ...


@runtime_checkable
class TellsDominant(Protocol):
    """What a question may also have: an answer than which no other can be better, whatever comes of it."""

    def dominant(self, view: State, decision: Decision) -> Reply | None:
        """That answer (the higher Leadership); None where it is a matter of choice."""
        ...


@runtime_checkable
class TellsOrder(Protocol):
    """What a question may also have: whether it asks no more than which of several things comes first."""

    def order_alone(self) -> bool:
        """Whether all of them are dealt with, and hardly anything hangs on their order (combats)."""
        ...


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of what a line of a sheet comes to in the time that the sheet is for (0 to 1).

    Attributes
    ----------
    start, end
        Moments.
    act
        Which of the line's acts it is part of, -1 for none: what goes on by itself, or the time that is left.
    kind
        "go", "wheel", "form", "fire", "wait", "other": how it is drawn.
    label
        What is done.
    poses, after
        Where the bases are at both ends, by base.
    pivot
        Of a wheel: about which point (mm); else every base goes straight, and changes its formation at the end.
    """

    start: float
    end: float
    act: int
    kind: Literal["go", "wheel", "form", "fire", "wait", "other"]
    label: Text
    poses: dict[str, Pose] = {}
    after: dict[str, Pose] = {}
    pivot: tuple[float, float] | None = None


@runtime_checkable
class TellsSpans(Protocol):
    """What a question for a sheet may also tell: what its lines come to, each by itself, from now to the sheet's end.

    As far as its side knows: nobody else moves.
    """

    def spans(self, view: State, decision: Decision, answer: Answer, line: str) -> Sequence[Span]:
        """The stretches of one line, in order, without a gap."""
        ...


@runtime_checkable
class TellsFilled(Protocol):
    """What a question for a sheet may also tell: what it puts where an act of a line leaves something out."""

    def filled(
        self, view: State, decision: Decision, line: str, acts: Sequence[dict[str, Any]]
    ) -> Sequence[dict[str, Any]]:
        """The acts of a line, one for one, with all that is drafted in them."""
        ...


@runtime_checkable
class TellsCorridor(Protocol):
    """What a question for a sheet may also tell: where a line keeps its unit, whatever is written in it."""

    def corridor(self, view: State, decision: Decision, line: str) -> Sequence[tuple[tuple[float, float], ...]]:
        """Polygons (mm) within which its way may lie; empty where nothing binds it to a place."""
        ...


@runtime_checkable
class TellsDrawn(Protocol):
    """What a question for a sheet may also tell: what a hand means that draws a unit to a place or onto a thing."""

    def drawn(
        self, view: State, decision: Decision, line: str, point: tuple[float, float], thing: str
    ) -> Sequence[Sequence[dict[str, Any]]]:
        """Acts for the line, the likeliest first; ``point`` in mm, ``thing`` a unit there or "". None need be legal."""
        ...


@runtime_checkable
class TellsScore(Protocol):
    """What a ruleset may also have: who is ahead, at any moment of a battle."""

    def score(self, view: State, side: str) -> Sum:
        """The points of a side as the system counts them at the end, were that now; ``total`` is the number."""
        ...


@runtime_checkable
class TellsBreak(Protocol):
    """What a ruleset may also have: how near a side is to breaking."""

    def to_break(self, view: State, side: str) -> int | None:
        """How many units more the side loses before its army breaks, 0 where it is broken; None where none does."""
        ...


class Bench(msgspec.Struct, frozen=True):
    """What a system measures of its own: a job done ``ours``, and the ``plain`` way to do the same (or None).

    ``limit`` is the wanted time in ms.
    """

    what: str
    plain: Callable[[], object] | None
    ours: Callable[[], object]
    limit: float


@runtime_checkable
class BringsBenches(Protocol):
    """What a ruleset may also have: rows for ``run.py bench``."""

    def benches(self) -> Sequence[Bench]:
        """The jobs to measure."""
        ...
