"""Playing a situation in tests: an entry, scripted dice, answers; what happened and where things stand, in cm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.decision import (
    Aim,
    Bar,
    Choice,
    Course,
    Mode,
    MoveAnswer,
    TargetsAnswer,
)
from game.engine.event import Event
from game.engine.state import State
from game.engine.text import Text
from game.geometry.shapes import Pose
from game.geometry.steps import Form, Path, Step
from rulesets.warmaster_ancients import RULESET
from tests.rules import playing
from tests.rules.playing import Playing, brief


class Play(Playing):
    """A situation that is being played.

    Parameters
    ----------
    state
        Where it begins.
    entry
        Name of the ruleset's entry.
    dice
        Faces in the order in which the rules ask for them.
    """

    def __init__(self, state: State, entry: str, dice: Sequence[int] = (), **args: Any) -> None:
        super().__init__(RULESET, state, RULESET.entries[entry](state, args), dice)

    def end(self) -> tuple[Event, ...]:
        """End the phase."""
        return self.give(way_out="end_phase")

    def order(self, character: str, unit: str) -> tuple[Event, ...]:
        return self.give(order(character, unit))

    def mode(self, name: str, unit: str = "") -> Mode:
        """A mode of the move that is asked for."""
        movers = self.asked.space.among  # type: ignore[union-attr]
        mover = next(m for m in movers if unit in ("", m.id))
        return next(m for m in mover.modes if m.id == name)


def order(character: str, unit: str) -> TargetsAnswer:
    """A character orders a unit."""
    return TargetsAnswer((Aim(character, "order", unit),))


def charge(unit: str, target: str, *legs: Mapping[str, tuple[float, float, float]]) -> MoveAnswer:
    """A charge; legs before it in cm."""
    return MoveAnswer(unit, "charge", target, _courses(legs))


def march(unit: str, *legs: Mapping[str, tuple[float, float, float]]) -> MoveAnswer:
    """A march told stand by stand: for each leg (x, y, facing) in cm by stand."""
    return MoveAnswer(unit, "march", courses=_courses(legs))


def block(
    unit: str, x: float, y: float, facing: float | None = None, form: str = "", mode: str = "march"
) -> MoveAnswer:
    """A march of the whole block: its middle to a point in cm."""
    steps: list[Step] = [Path(((x * 10.0, y * 10.0),), facing)]
    if form:
        steps.append(Form(form, facing=facing))
    return MoveAnswer(unit, mode, courses=(Course(unit, tuple(steps)),))


def hold(unit: str) -> MoveAnswer:
    return MoveAnswer(unit, "hold")


def ride(character: str, *points: tuple[float, float]) -> MoveAnswer:
    """A ride along points in cm."""
    path = Path(tuple((x * 10.0, y * 10.0) for x, y in points))
    return MoveAnswer(character, "ride", courses=(Course(character, (path,)),))


def _courses(legs: Sequence[Mapping[str, tuple[float, float, float]]]) -> tuple[Course, ...]:
    found: dict[str, list[Step]] = {}
    for leg in legs:
        for stand, (x, y, facing) in leg.items():
            found.setdefault(stand, []).append(Path(((x * 10.0, y * 10.0),), facing))
    return tuple(Course(stand, tuple(steps)) for stand, steps in found.items())


def plain(text: Text | None) -> str:
    """The English of a sentence, lengths in cm."""
    return playing.plain(text, lambda mm: f"{brief(mm / 10.0)} cm")


def bar_of(choices: Sequence[Choice], thing: str) -> Bar | None:
    """The bar of a choice."""
    return next(c.bar for c in choices if c.id == thing)


def pose(x: float, y: float, facing: float = 0.0) -> Pose:
    """A pose in cm."""
    return Pose(x * 10.0, y * 10.0, facing)
