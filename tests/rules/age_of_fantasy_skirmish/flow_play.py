"""Playing a situation in tests: an entry, scripted dice, answers; what happened and where things stand, in inches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine import command as cmd
from game.engine.decision import (
    Aim,
    AllocateAnswer,
    Answer,
    Bar,
    Choice,
    Course,
    MoveAnswer,
    PlaceAnswer,
    Reply,
    Standing,
    TargetsAnswer,
)
from game.engine.event import Event
from game.engine.state import State
from game.engine.text import Text
from game.geometry.shapes import Pose
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.measures import inch
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

    def aim(self, actor: str, means: str, mark: str) -> tuple[Event, ...]:
        return self.give(TargetsAnswer((Aim(actor, means, mark),)))

    def allocate(self, side: str = "", **boxes: int) -> tuple[Event, ...]:
        """Boxes by id with "_" for "."; of one side where several answer at once."""
        return self.seal(side, AllocateAnswer({k.replace("_", "."): n for k, n in boxes.items()}))

    def seal(self, side: str, answer: Answer) -> tuple[Event, ...]:
        """Answer as one of the sides that are asked."""
        d = next(d for d in self.session.waiting if side in ("", d.side))
        got = self.session.submit(cmd.Answering(d.id, d.side, Reply(answer)))
        assert isinstance(got, tuple), got
        return got

    def act(self, mode: str, mark: str = "", **paths: tuple[tuple[float, float], ...]) -> tuple[Event, ...]:
        """An action: paths in inches by model with "_" for "."."""
        return self.give(act(self.decision.args["unit"], mode, mark, **paths))

    def until(self, *questions: str, limit: int = 300) -> None:
        """Give defaults until one of these questions is asked, or nothing is."""
        for _ in range(limit):
            if self.asked_for in ("", *questions):
                return
            self.default()
        raise AssertionError(f"still {self.asked_for} after {limit} answers")


def act(unit: str, mode: str, mark: str = "", **paths: tuple[tuple[float, float], ...]) -> MoveAnswer:
    """An action; paths in inches by model with "_" for "."."""
    courses = tuple(
        Course(base.replace("_", "."), (Path(tuple((inch(x), inch(y)) for x, y in points)),))
        for base, points in paths.items()
    )
    return MoveAnswer(unit, mode, mark, courses)


def place(thing: str, formation: str = "", **poses: tuple[float, float, float]) -> PlaceAnswer:
    """A place: poses in inches by model or unit with "_" for "."."""
    made = {k.replace("_", "."): Pose(inch(x), inch(y), f) for k, (x, y, f) in poses.items()}
    return PlaceAnswer((Standing(thing, made, formation),))


def plain(text: Text | None) -> str:
    """The English of a sentence, lengths in inches."""
    return playing.plain(text, lambda mm: f'{brief(mm / 25.4)}"')


def bar_of(choices: Sequence[Choice], thing: str) -> Bar | None:
    """The bar of a choice."""
    return next(c.bar for c in choices if c.id == thing)
