"""Playing close combat in tests: the phase with scripted dice, answers by default or as told, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.decision import OptionAnswer, PickAnswer, Reply
from game.engine.event import Event
from game.engine.state import Frame, State
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.measures import MM_PER_INCH
from tests.rules.playing import Watched


class Play(Watched):
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
        from rulesets.ancient_battles.fight.combat import CombatData

        super().__init__(RULESET, state, Frame(frame, step, data or CombatData()), dice)

    def give(self, reply: Reply) -> None:
        """Answer; the answer must be accepted."""
        self.reply(reply)

    def refused(self, reply: Reply) -> str:
        """Give an answer that must be refused; the clause."""
        return self.turned_down(reply).clause

    def option(self, **parts: str) -> None:
        """Answer an option by its parts."""
        self.give(Reply(OptionAnswer(parts)))

    def pick(self, *ids: str) -> None:
        self.give(Reply(PickAnswer(ids)))

    def on(self, *until: str) -> Play:
        """Answer by default until one of some questions, or to the end."""
        while self.session.waiting and self.asked_for not in until:
            self.default()
        return self

    def event(self, kind: str) -> Event:
        """The only event of a type."""
        found = self.of(kind)
        assert len(found) == 1, (kind, len(found), [e.type for e in self.events])
        return found[0]


def fight(state: State, *dice: int) -> Play:
    """A Close combat phase played out by default answers; every die of the script is used."""
    play = Play(state, dice).on()
    assert play.left() == (), play.dice_thrown()
    return play


def left(state: State, unit: str) -> int:
    """Models of a unit that are left."""
    return facts.count(state, unit)


def where(state: State, unit: str) -> tuple[float, float, float]:
    """Middle of the front of a formed unit in inches, and its facing."""
    from rulesets.ancient_battles.field.blocks import block_of

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
    return [dict(e.data["scores"]) for e in play.of("combat_result")]


def clash(state: State, *dice: int) -> Play:
    """The one combat of a situation fought, by default answers, up to its score; every die of the script is used."""
    play = begin_clash(state, *dice).on()
    assert play.left() == (), play.dice_thrown()
    return play


def begin_clash(state: State, *dice: int) -> Play:
    """The one combat of a situation, up to its first question."""
    from rulesets.ancient_battles.field.engagement import combats
    from rulesets.ancient_battles.fight.combat_round import FightData

    (group,) = combats(state)
    state = replace(state, own=replace(state.own, phase="combat", fight=state.own.fight + 1))
    return Play(state, dice, "wab.fight", FightData(group))


def blows(play: Play) -> list[tuple[str, str, int, int, int, int]]:
    """Blows in order: who, whom, dice, hits, wounds, unsaved."""
    keys = ("unit", "target", "dice", "hits", "wounds", "through")
    return [tuple(e.data[k] for k in keys) for e in play.of("blows")]  # type: ignore[misc]


def decided(state: State, *dice: int, fought: Sequence[Any]) -> Play:
    """A Close combat phase from where all combats have been fought: tests, panic, flights, pursuits."""
    from rulesets.ancient_battles.fight.combat import CombatData

    return Play(state, dice, "wab.combat", CombatData(fought=tuple(fought)), "choose")


def rout(state: State, *dice: int, fought: Sequence[Any], runners: Sequence[str], giving: Sequence[str] = ()) -> Play:
    """Flights, ground given and pursuits, up to the first question."""
    from rulesets.ancient_battles.fight.pursuit import RoutData

    return Play(state, dice, "wab.rout", RoutData(tuple(fought), tuple(runners), tuple(giving)))
