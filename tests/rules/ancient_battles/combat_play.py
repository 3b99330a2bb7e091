"""Playing close combat in tests: the phase with scripted dice, answers by default or as told, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Asked, Decision, OptionAnswer, PickAnswer, Reply
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from game.engine.text import Text, Thing
from rulesets.ancient_battles import RULESET, facts
from rulesets.ancient_battles.measures import MM_PER_INCH


class Play:
    """A situation that is being played from a frame on.

    Parameters
    ----------
    dice
        Faces in the order in which the rules ask for them.
    frame, data
        The frame that is begun: the Close combat phase unless told.
    step
        The step at which it begins.
    """

    def __init__(
        self, state: State, dice: Sequence[int] = (), frame: str = "wab.combat", data: Any = None, step: str = "begin"
    ) -> None:
        from rulesets.ancient_battles.combat import CombatData

        self.dice = ScriptedDice(dice)
        state = replace(state, luck=Luck("scripted"))
        self.session = Session.from_state(RULESET, state, Frame(frame, step, data or CombatData()), self.dice)

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
        return [e for line in self.session.lines for e in line.events]

    def give(self, reply: Reply) -> None:
        """Answer; the answer must be accepted."""
        d = self.decision
        got = self.session.submit(cmd.Answering(d.id, d.side, reply))
        assert not isinstance(got, cmd.Refusal), got

    def refused(self, reply: Reply) -> str:
        """Give an answer that must be refused; the clause."""
        d = self.decision
        got = self.session.submit(cmd.Answering(d.id, d.side, reply))
        assert isinstance(got, cmd.Refusal), "it was accepted"
        return got.clause

    def option(self, **parts: str) -> None:
        """Answer an option by its parts."""
        self.give(Reply(OptionAnswer(parts)))

    def pick(self, *ids: str) -> None:
        self.give(Reply(PickAnswer(ids)))

    def on(self, *until: str) -> Play:
        """Answer by default until one of some questions, or to the end."""
        while self.session.waiting and self.asked_for not in until:
            self.give(self.asked.default)
        return self

    def left(self) -> tuple[int, ...]:
        """Dice of the script that nobody asked for."""
        assert self.state.luck is not None
        return self.dice.left(self.state.luck)

    def all(self, kind: str) -> list[Event]:
        """Events of a type, in order."""
        return [e for e in self.events if e.type == kind]

    def event(self, kind: str) -> Event:
        """The only event of a type."""
        found = self.all(kind)
        assert len(found) == 1, (kind, len(found), [e.type for e in self.events])
        return found[0]

    def dice_thrown(self) -> list[tuple[str, tuple[int, ...]]]:
        """What was rolled for, and the faces."""
        return [(plain(e.request.why), e.rolled.faces[0]) for e in self.all("rolled") if e.request and e.rolled]

    def clauses(self) -> set[str]:
        return {c for e in self.events for c in e.clauses}


def fight(state: State, *dice: int) -> Play:
    """A Close combat phase played out by default answers; every die of the script is used."""
    play = Play(state, dice).on()
    assert play.left() == (), play.dice_thrown()
    return play


def plain(text: Text) -> str:
    """A sentence with what fills it, things by id."""

    def shown(value: Any) -> str:
        if isinstance(value, Thing):
            return value.id
        if isinstance(value, Text):
            return plain(value)
        if isinstance(value, list | tuple):
            return ", ".join(shown(v) for v in value)
        return str(value)

    pattern = text.many if text.many and text.n != 1 else text.key
    return pattern.format(**{k: shown(v) for k, v in text.args.items()})


def left(state: State, unit: str) -> int:
    """Models of a unit that are left."""
    return facts.count(state, unit)


def where(state: State, unit: str) -> tuple[float, float, float]:
    """Middle of the front of a formed unit in inches, and its facing."""
    from rulesets.ancient_battles.blocks import block_of

    front = block_of(state, unit).front
    return round(front.x / MM_PER_INCH, 3), round(front.y / MM_PER_INCH, 3), front.facing


def rows(event: Event, n: int = 0) -> Mapping[str, float]:
    """A sum of an event by the clauses of its rows."""
    found: dict[str, float] = {}
    for _, value, clause in event.sums[n].rows:
        found[clause] = found.get(clause, 0.0) + value
    return found


def scores(play: Play) -> list[dict[str, int]]:
    """Scores by side of every combat, in order."""
    return [dict(e.data["scores"]) for e in play.all("combat_result")]


def clash(state: State, *dice: int) -> Play:
    """The one combat of a situation fought, by default answers, up to its score; every die of the script is used."""
    play = begin_clash(state, *dice).on()
    assert play.left() == (), play.dice_thrown()
    return play


def begin_clash(state: State, *dice: int) -> Play:
    """The one combat of a situation, up to its first question."""
    from rulesets.ancient_battles.fight import FightData
    from rulesets.ancient_battles.touching import combats

    (group,) = combats(state)
    state = replace(state, own=replace(state.own, phase="combat", fight=state.own.fight + 1))
    return Play(state, dice, "wab.fight", FightData(group))


def blows(play: Play) -> list[tuple[str, str, int, int, int, int]]:
    """Blows in order: who, whom, dice, hits, wounds, unsaved."""
    keys = ("unit", "target", "dice", "hits", "wounds", "through")
    return [tuple(e.data[k] for k in keys) for e in play.all("blows")]  # type: ignore[misc]


def decided(state: State, *dice: int, fought: Sequence[Any]) -> Play:
    """A Close combat phase from where all combats have been fought: tests, panic, flights, pursuits."""
    from rulesets.ancient_battles.combat import CombatData

    return Play(state, dice, "wab.combat", CombatData(fought=tuple(fought)), "choose")


def rout(state: State, *dice: int, fought: Sequence[Any], runners: Sequence[str], giving: Sequence[str] = ()) -> Play:
    """Flights, ground given and pursuits, up to the first question."""
    from rulesets.ancient_battles.pursuit import RoutData

    return Play(state, dice, "wab.rout", RoutData(tuple(fought), tuple(runners), tuple(giving)))
