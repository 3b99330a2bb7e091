"""Playing a situation in tests, whatever the system: a frame, scripted dice, answers; what happened, and its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Answer, Asked, Decision, OptionAnswer, PickAnswer, Reply, Verdict
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from game.engine.text import Length, Text, Thing, Word


class Watched:
    """A situation that is being played from a frame on.

    Parameters
    ----------
    dice
        Faces in the order in which the rules ask for them.
    """

    def __init__(self, ruleset: Ruleset, state: State, frame: Frame, dice: Sequence[int] = ()) -> None:
        self.dice = ScriptedDice(dice)
        self.session = Session.from_state(ruleset, replace(state, luck=Luck("scripted")), frame, self.dice)

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

    def of(self, kind: str) -> list[Event]:
        """Events of a type, in order."""
        return [e for e in self.events if e.type == kind]

    def clauses(self) -> set[str]:
        """All clauses that the events cite."""
        return {c for e in self.events for c in e.clauses}

    def dice_thrown(self) -> list[tuple[str, tuple[int, ...]]]:
        """What was rolled for, and the faces."""
        return [(plain(e.request.why), e.rolled.faces[0]) for e in self.of("rolled") if e.request and e.rolled]

    def left(self) -> tuple[int, ...]:
        """Dice of the script that nobody asked for."""
        assert self.state.luck is not None
        return self.dice.left(self.state.luck)

    def own(self, unit: str) -> Any:
        return self.state.units[unit].own

    # -- answers ----------------------------------------------------------------------------------------------

    def reply(self, reply: Reply) -> tuple[Event, ...]:
        """Answer what is asked; it must be accepted."""
        d = self.decision
        got = self.session.submit(cmd.Answering(d.id, d.side, reply))
        assert isinstance(got, tuple), got
        return got

    def turned_down(self, reply: Reply) -> cmd.Refusal:
        """Answer what is asked; it must be refused, and change nothing."""
        d, before = self.decision, self.state
        got = self.session.submit(cmd.Answering(d.id, d.side, reply))
        assert isinstance(got, cmd.Refusal), "it was accepted"
        assert self.state is before
        return got

    def default(self) -> tuple[Event, ...]:
        """Give the default of what is asked."""
        return self.reply(self.asked.default)


class Playing(Watched):
    """The same, answered by answers and ways out."""

    def check(self, answer: Answer) -> Verdict:
        return self.session.check(self.decision, Reply(answer))

    def give(self, answer: Answer | None = None, way_out: str = "") -> tuple[Event, ...]:
        """Answer what is asked; it must be accepted."""
        return self.reply(Reply(answer, way_out))

    def refused(self, answer: Answer | None = None, way_out: str = "") -> cmd.Refusal:
        """Answer what is asked; it must be refused, and change nothing."""
        return self.turned_down(Reply(answer, way_out))

    def option(self, part: str, choice: str) -> tuple[Event, ...]:
        return self.give(OptionAnswer({part: choice}))

    def pick(self, *ids: str) -> tuple[Event, ...]:
        return self.give(PickAnswer(ids))

    def types(self, *only: str) -> list[str]:
        """Types of the events so far, those of ``only`` if told."""
        return [e.type for e in self.events if not only or e.type in only]

    def event(self, kind: str) -> Event:
        """The last event of a type."""
        return self.of(kind)[-1]


def plain(text: Text | None, length: Callable[[float], str] = str) -> str:
    """The English of a sentence, things by id, lengths (mm) as ``length`` writes them."""
    if text is None:
        return ""

    def shown(value: Any) -> str:
        if isinstance(value, Text):
            return plain(value, length)
        if isinstance(value, Length):
            return length(value.mm)
        if isinstance(value, Thing):
            return value.id
        if isinstance(value, Word):
            return value.key
        if isinstance(value, list | tuple):
            return ", ".join(map(shown, value))
        return str(value)

    pattern = text.many if text.many and text.n != 1 else text.key
    return pattern.format(**{k: shown(v) for k, v in text.args.items()})


def brief(number: float) -> str:
    """A number with at most two places."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
