"""What is shown of an answer judged: where it takes bases, its paths, what bars it, and the nearest legal answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from game.engine.decision import Answer, Bar, Ghost, MoveAnswer, Reason, Verdict
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Path


def barred(why: Bar, part: str = "", nearest: Answer | None = None, shown: tuple[Ghost, ...] = ()) -> Verdict:
    """A refusal because of what bars a part of the answer, and the nearest legal answer."""
    return Verdict("refused", (Reason(why.text, why.clause, part),), nearest, shown)


def points_of(answer: MoveAnswer) -> tuple[Point, ...]:
    """The points of the path that an answer draws, its start left out."""
    return tuple(p for course in answer.courses for step in course.steps if isinstance(step, Path) for p in step.points)


def ghosts(ends: Mapping[str, Pose]) -> tuple[Ghost, ...]:
    """Bases shown where a move would take them."""
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
