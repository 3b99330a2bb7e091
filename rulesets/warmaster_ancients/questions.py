"""What the questions of a player turn have in common: a phase that may be ended, and what is shown of a move judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice

from msgspec.structs import replace

from game.engine.decision import Answer, Bar, Decision, Exit, Ghost, MoveAnswer, Reason, Reply, Verdict
from game.engine.ruleset import Unforced
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Path

END = Exit("end_phase", T("End the phase"))


class PhaseQuestion(Unforced):
    """What a side does next in a phase that it may end: that is the least act, and always the first way out."""

    def default(self, view: State, decision: Decision) -> Reply:
        """To end the phase."""
        return Reply(exit=END.id)

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The end of the phase."""
        return (END,)


def or_end(answers: Iterable[Answer], limit: int) -> Iterable[Reply]:
    """Replies with some answers, as far as there is room, and with the end of the phase."""
    return islice(chain(islice(map(Reply, answers), max(limit - 1, 0)), (Reply(exit=END.id),)), limit)


def barred(why: Bar, part: str) -> Verdict:
    """A refusal because of what bars a part of the answer."""
    return Verdict("refused", (Reason(why.text, why.clause, part),))


def points_of(answer: MoveAnswer) -> tuple[Point, ...]:
    """The points of the path that an answer draws, its start left out."""
    return tuple(p for course in answer.courses for step in course.steps if isinstance(step, Path) for p in step.points)


def ghosts(ends: Mapping[str, Pose]) -> tuple[Ghost, ...]:
    """Stands shown where a move would take them."""
    return tuple(Ghost(base, pose) for base, pose in ends.items())


def judged(
    ends: Mapping[str, Pose],
    paths: tuple[tuple[Point, ...], ...],
    cost: float,
    allowance: float,
    why: Reason | None,
    nearest: Callable[[], Answer | None],
) -> Verdict:
    """What a move would be (mm), and where there is a reason against it, that and the nearest legal answer."""
    shown = Verdict("legal", ghosts=ghosts(ends), paths=paths, cost=cost, allowance=allowance)
    return shown if why is None else replace(shown, status="refused", reasons=(why,), nearest=nearest())
