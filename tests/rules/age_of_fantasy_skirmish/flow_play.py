"""Playing a situation in tests: an entry, scripted dice, answers; what happened and where things stand, in inches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import (
    Aim,
    AllocateAnswer,
    Answer,
    Asked,
    Bar,
    Choice,
    Course,
    Decision,
    MoveAnswer,
    OptionAnswer,
    PickAnswer,
    PlaceAnswer,
    Reply,
    Standing,
    TargetsAnswer,
    Verdict,
)
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import Luck, State
from game.engine.text import Length, Text, Thing, Word
from game.geometry.shapes import Pose
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.measures import inch


class Play:
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
        self.dice = ScriptedDice(dice)
        state = replace(state, luck=Luck("scripted"))
        self.session = Session.from_state(RULESET, state, RULESET.entries[entry](state, args), self.dice)

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def asked_for(self) -> str:
        """Name of the question that waits, "" where nothing is asked any more."""
        return self.session.waiting[0].question if self.session.waiting else ""

    @property
    def decision(self) -> Decision:
        return self.session.waiting[0]

    @property
    def asked(self) -> Asked:
        return self.session.asked(self.decision)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened."""
        return [e for line in self.session.lines for e in line.events]

    def types(self, *only: str) -> list[str]:
        """Types of the events so far, those of ``only`` if told."""
        return [e.type for e in self.events if not only or e.type in only]

    def event(self, kind: str) -> Event:
        """The last event of a type."""
        return next(e for e in reversed(self.events) if e.type == kind)

    def left(self) -> tuple[int, ...]:
        """Dice of the script that nobody asked for."""
        assert self.state.luck is not None
        return self.dice.left(self.state.luck)

    def own(self, unit: str) -> Any:
        return self.state.units[unit].own

    # -- answers ----------------------------------------------------------------------------------------------

    def check(self, answer: Answer) -> Verdict:
        return self.session.check(self.decision, Reply(answer))

    def give(self, answer: Answer | None = None, way_out: str = "") -> tuple[Event, ...]:
        """Answer what is asked; it must be accepted."""
        d = self.decision
        got = self.session.submit(cmd.Answering(d.id, d.side, Reply(answer, way_out)))
        assert isinstance(got, tuple), got
        return got

    def refused(self, answer: Answer | None = None, way_out: str = "") -> cmd.Refusal:
        """Answer what is asked; it must be refused, and change nothing."""
        d, before = self.decision, self.state
        got = self.session.submit(cmd.Answering(d.id, d.side, Reply(answer, way_out)))
        assert isinstance(got, cmd.Refusal), got
        assert self.state is before
        return got

    def option(self, part: str, choice: str) -> tuple[Event, ...]:
        return self.give(OptionAnswer({part: choice}))

    def pick(self, *ids: str) -> tuple[Event, ...]:
        return self.give(PickAnswer(ids))

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

    def default(self) -> tuple[Event, ...]:
        """Give the default of what is asked."""
        d = self.decision
        got = self.session.submit(cmd.Answering(d.id, d.side, self.asked.default))
        assert isinstance(got, tuple), got
        return got

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
    if text is None:
        return ""
    pattern = text.many if text.many and text.n != 1 else text.key
    return pattern.format(**{k: _plain(v) for k, v in text.args.items()})


def _plain(value: Any) -> str:
    if isinstance(value, Text):
        return plain(value)
    if isinstance(value, Length):
        return f"{value.mm / 25.4:.2f}".rstrip("0").rstrip(".") + '"'
    if isinstance(value, Thing):
        return value.id
    if isinstance(value, Word):
        return value.key
    if isinstance(value, list | tuple):
        return ", ".join(_plain(v) for v in value)
    return str(value)


def bar_of(choices: Sequence[Choice], thing: str) -> Bar | None:
    """The bar of a choice."""
    return next(c.bar for c in choices if c.id == thing)
