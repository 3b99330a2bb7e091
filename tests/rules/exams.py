"""Generals in tests: what one says to a decision, and whole battles between them."""

from __future__ import annotations

from random import Random

import msgspec

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.bots.seat import Bot, Choice, Seat
from game.engine.decision import Answer, Decision, MoveAnswer
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State, view
from game.geometry.shapes import Pose
from tests.rules.playing import Playing


class Examined:
    """A decision before a general, and his answer."""

    def __init__(self, ruleset: Ruleset, play: Playing, general: Bot, decision: Decision) -> None:
        self.play = play
        self.decision = decision
        self.seat = Seat(ruleset, view(play.state, decision.side), decision, Random(1))
        self.choice: Choice = general.choose(self.seat)

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
    def legal(self) -> bool:
        return self.seat.check(self.choice.reply).legal

    @property
    def move(self) -> tuple[str, str, str]:
        """Subject, mode and mark of a move."""
        assert isinstance(self.answer, MoveAnswer)
        return self.answer.subject, self.answer.mode, self.answer.mark

    @property
    def ends(self) -> dict[str, Pose]:
        """Where the bases would be."""
        return {g.base: g.pose for g in self.seat.check(self.choice.reply).ghosts}

    @property
    def after(self) -> State:
        """The same table with the bases where the answer puts them."""
        return self.play.state.with_poses(self.ends)


def fought(ruleset: Ruleset, scenario: str, size: int, seed: str, bots: dict[str, str]) -> tuple[Session, Table]:
    """A whole battle between bots, none of them hurried."""
    setup = msgspec.structs.replace(ruleset.default_setup(scenario, size), seed=seed)
    session = Session.start(ruleset, setup)
    table = Table(session, {s: make_bot(ruleset, b) for s, b in bots.items()}, 1)
    table.referee.patience = 300.0
    table.play()
    return session, table
