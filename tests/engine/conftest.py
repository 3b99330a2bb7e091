"""Short ways to a toy battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.simple import RandomBot
from game.engine import command as cmd
from game.engine.decision import Answer, Decision, Reply
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame, Luck
from tests.toy import TOY


def toy_session(seed: str = "1") -> Session:
    return Session.start(TOY, replace(TOY.default_setup("field", 0), seed=seed))


def random_battle(seed: int) -> Session:
    session = toy_session(str(seed))
    Table(session, {"red": RandomBot(), "blue": RandomBot()}, seed).play()
    return session


def say(session: Session, what: Answer | str, side: str | None = None) -> object:
    """Answer the waiting decision (of a side): an answer, or the name of an exit."""
    decision: Decision = next(d for d in session.waiting if side in (None, d.side))
    reply = Reply(exit=what) if isinstance(what, str) else Reply(what)
    return session.submit(cmd.Answering(decision.id, decision.side, reply))


def scripted(*dice: int) -> tuple[Session, ScriptedDice]:
    """A toy battle with dice as written."""
    source = ScriptedDice(dice)
    state, frame = TOY.begin(TOY.default_setup("field", 0))
    session = Session.from_state(TOY, replace(state, luck=Luck("scripted")), frame, source)
    return session, source


@pytest.fixture
def battle() -> Callable[[int], Session]:
    return random_battle


__all__ = ["Frame", "random_battle", "say", "scripted", "toy_session"]
