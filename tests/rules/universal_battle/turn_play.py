"""Activations and rounds played: what is asked, what would be refused, and what the dice had to show."""

from __future__ import annotations

from typing import Any

from game.engine import decision as ask
from game.engine.decision import Course, MoveAnswer, PickAnswer
from game.engine.lookup import question_of
from game.engine.state import State
from game.kit.situation import OfUnit
from rulesets.universal_battle.system import RULESET
from rulesets.universal_battle.turn.activation import ACTIVATION
from rulesets.universal_battle.turn.rounds import ROUND, RoundData
from tests.rules.universal_battle.table import Play


class Acted(Play):
    """The activation of a unit."""

    def __init__(self, state: State, unit: str, *dice: int) -> None:
        super().__init__(state, ACTIVATION.at(data=OfUnit(unit)), *dice)
        self.unit = unit

    def act(self, mode: str, *courses: Course, mark: str = "") -> Acted:
        """Choose an action."""
        self.answer(MoveAnswer(self.unit, mode, mark, courses))
        return self

    def pick(self, *ids: str) -> Acted:
        """Pick things."""
        self.answer(PickAnswer(ids))
        return self


class Round(Play):
    """A round from its beginning, or with a side due in its midst."""

    def __init__(self, state: State, *dice: int, due: str = "", number: int = 1) -> None:
        super().__init__(state, ROUND.at(data=RoundData(number, due, midway=bool(due))), *dice)

    def activate(self, unit: str) -> Round:
        """Activate a unit and let it do what is usual."""
        self.answer(PickAnswer((unit,)))
        while self.session.waiting and self.asked.question not in ("activate", "seize"):
            self.default()
        return self


def refusal(play: Play, answer: ask.Answer) -> str:
    """The clause by which an answer would be refused, "" where it is legal."""
    found = question_of(RULESET, play.asked.question).check(play.state, play.asked, answer)
    return "" if found.legal else found.reasons[0].clause


def asked(play: Play) -> ask.Asked:
    """What is laid out."""
    return question_of(RULESET, play.asked.question).asked(play.state, play.asked)


def bars(play: Play) -> dict[str, str]:
    """The clauses that bar actions, by mode."""
    space = asked(play).space
    assert isinstance(space, ask.MoveSpace)
    return {m.id: m.bar.clause for m in space.among[0].modes if m.bar is not None}


def things(play: Play) -> list[str]:
    """What may be picked."""
    space = asked(play).space
    assert isinstance(space, ask.PickSpace)
    return [c.id for c in space.things if c.bar is None]


def ways_out(play: Play) -> list[str]:
    """The ways out of what is asked."""
    return [e.id for e in asked(play).exits]


def needs(play: Play) -> list[int | None]:
    """What the dice of each throw had to show."""
    return [e.request.need for e in play.events if e.request is not None]


def told(play: Play, kind: str) -> list[dict[str, Any]]:
    """Data of the events of a type."""
    return [e.data for e in play.events if e.type == kind]


def over(play: Play) -> bool:
    """Whether nothing more is asked, and no die is left."""
    luck = play.state.luck
    assert luck is not None
    return not play.session.waiting and play.dice.left(luck) == ()


def thrown(play: Play) -> list[int]:
    """How many dice each throw had."""
    return [sum(row.n for row in e.request.rows) for e in play.events if e.request is not None]
