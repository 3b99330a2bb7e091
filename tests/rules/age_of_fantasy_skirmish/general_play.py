"""Asking a general in tests: a situation at an entry, and what he says to the decision that comes first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from game.bots.seat import Choice, Seat
from game.engine.decision import Answer, MoveAnswer
from game.engine.state import State, view
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.general.general import General
from rulesets.age_of_fantasy_skirmish.general.temper import STEADY, Temper
from tests.rules.age_of_fantasy_skirmish.flow_play import Play


class Exam:
    """A decision before a general, and his answer."""

    def __init__(self, play: Play, temper: Temper = STEADY, side: str = "") -> None:
        self.play = play
        self.decision = next(d for d in play.session.waiting if side in ("", d.side))
        self.seat = Seat(RULESET, view(play.state, self.decision.side), self.decision, Random(1))
        self.choice: Choice = General(temper).choose(self.seat)
        assert self.seat.check(self.choice.reply).legal

    @property
    def answer(self) -> Answer | None:
        return self.choice.reply.answer

    @property
    def exit(self) -> str:
        return self.choice.reply.exit

    @property
    def why(self) -> str:
        """The pattern of the sentence that says why."""
        assert self.choice.why is not None
        return self.choice.why.key

    @property
    def move(self) -> tuple[str, str, str]:
        """Subject, mode and mark of an action."""
        assert isinstance(self.answer, MoveAnswer)
        return self.answer.subject, self.answer.mode, self.answer.mark

    @property
    def after(self) -> State:
        """The same table with the models where the answer puts them."""
        return self.play.state.with_poses({g.base: g.pose for g in self.seat.check(self.choice.reply).ghosts})


def exam(
    state: State,
    entry: str,
    dice: Sequence[int] = (),
    until: str = "",
    temper: Temper = STEADY,
    side: str = "",
    **args: Any,
) -> Exam:
    """Ask a general what he does at an entry, or at the first question ``until`` after it."""
    play = Play(state, entry, dice, **args)
    if until:
        play.until(until)
    assert until in ("", play.asked_for)
    return Exam(play, temper, side)
