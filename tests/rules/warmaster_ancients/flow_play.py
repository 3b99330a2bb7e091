"""Playing a situation in tests: an entry, scripted dice, answers; what happened and where things stand, in cm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine import command as cmd
from game.engine.decision import (
    Aim,
    Answer,
    Asked,
    Bar,
    Choice,
    Course,
    Decision,
    Mode,
    MoveAnswer,
    OptionAnswer,
    PickAnswer,
    Reply,
    TargetsAnswer,
    Verdict,
)
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import State
from game.engine.text import Length, Text, Thing
from game.geometry.shapes import Pose
from game.geometry.steps import Form, Path, Step
from rulesets.warmaster_ancients import RULESET


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

    def end(self) -> tuple[Event, ...]:
        """End the phase."""
        return self.give(way_out="end_phase")

    def order(self, character: str, unit: str) -> tuple[Event, ...]:
        return self.give(order(character, unit))

    def option(self, part: str, choice: str) -> tuple[Event, ...]:
        return self.give(OptionAnswer({part: choice}))

    def pick(self, *ids: str) -> tuple[Event, ...]:
        return self.give(PickAnswer(ids))

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
    if text is None:
        return ""
    return text.key.format(**{k: _plain(v) for k, v in text.args.items()})


def _plain(value: Any) -> str:
    if isinstance(value, Text):
        return plain(value)
    if isinstance(value, Length):
        return f"{value.mm / 10.0:.2f}".rstrip("0").rstrip(".") + " cm"
    if isinstance(value, Thing):
        return value.id
    if isinstance(value, list | tuple):
        return ", ".join(_plain(v) for v in value)
    return str(value)


def bar_of(choices: Sequence[Choice], thing: str) -> Bar | None:
    """The bar of a choice."""
    return next(c.bar for c in choices if c.id == thing)


def pose(x: float, y: float, facing: float = 0.0) -> Pose:
    """A pose in cm."""
    return Pose(x * 10.0, y * 10.0, facing)
