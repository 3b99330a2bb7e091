"""Bad players cannot stop, break or bend a battle."""

from __future__ import annotations

import pytest

from game.bots.bad import CrashingBot, IllegalBot, LateBot
from game.bots.referee import Referee, Table
from game.bots.roster import UnknownBot, bot_names, make_bot
from game.bots.seat import Bot
from game.bots.simple import DefaultBot, RandomBot
from tests.engine.conftest import toy_session
from tests.toy import TOY


@pytest.mark.parametrize(
    ("bad", "kind"), [(IllegalBot(), "illegal"), (CrashingBot(), "crashed"), (LateBot(0.03), "late")]
)
def test_the_referee_answers_for_a_bad_bot(bad: Bot, kind: str) -> None:
    session = toy_session("2")
    table = Table(session, {"red": bad, "blue": DefaultBot()}, 1, Referee(0.02))
    table.play()
    assert session.state.over is not None
    watch = table.referee.watches["red"]
    assert getattr(watch, kind) == len(watch.times) == watch.faults > 0
    assert table.referee.watches["blue"].faults == 0


def test_the_random_player_is_never_refused() -> None:
    for seed in range(20):
        session = toy_session(str(seed))
        table = Table(session, {"red": RandomBot(), "blue": RandomBot()}, seed)
        table.play()
        assert session.state.over is not None
        assert sum(w.faults for w in table.referee.watches.values()) == 0


def test_bots_wait_for_people() -> None:
    session = toy_session()
    table = Table(session, {"blue": DefaultBot()})
    table.play()
    assert {d.side for d in session.waiting} == {"red"}


def test_unknown_bots_are_named() -> None:
    assert bot_names(TOY) == ("random", "default")
    with pytest.raises(UnknownBot, match="random"):
        make_bot(TOY, "nobody")
