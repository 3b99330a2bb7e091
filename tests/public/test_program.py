"""A bot of one's own as a program: it plays as in the game's process, in every system, and sees the same."""

from __future__ import annotations

import io
import json
import sys

import msgspec
import pytest

from game.bots.outside.program import ProgramBot
from game.bots.referee import Referee, Table
from game.bots.simple import DefaultBot
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.session import Session
from game.engine.state import state_hash
from tabula_belli.program import ProtocolFault, speak
from tabula_belli.seat import Bot
from tests.bots.weigher import Gambler, Hasher, Weigher
from tests.short import smallest

MOST = {"NAP": 14}
"""Decisions that are compared where one is for a whole army; 50 elsewhere."""


def fought(system: str, bot: Bot | ProgramBot) -> tuple[list[str], list[str]]:
    """The reasons of a bot in the first seat, and the hashes of the states it came to."""
    session = Session.start(load_ruleset(system), smallest(load_ruleset(system), "far"))
    side, other = session.state.sides
    table = Table(session, {side: bot, other: DefaultBot()}, 3, Referee(60.0))
    hashes = []
    for _ in range(MOST.get(system, 50)):
        if not table.step():
            break
        hashes.append(state_hash(session.state))
    table.close()
    assert table.referee.watches[side].faults == 0
    answers = [line.command for line in session.lines if getattr(line.command, "side", "") == side]
    return [one.why.args.get("words", "") if one.why is not None else "" for one in answers], hashes


def program(bot: type[Bot]) -> ProgramBot:
    return ProgramBot(f'"{sys.executable}" -m tabula_belli.program tests.bots.weigher:{bot.__name__}')


@pytest.mark.parametrize("system", ruleset_ids())
def test_a_bot_plays_alike_in_the_process_and_as_a_program(system: str) -> None:
    assert fought(system, program(Weigher)) == fought(system, Weigher())


@pytest.mark.parametrize("system", ruleset_ids())
def test_a_program_sees_what_its_side_may_see(system: str) -> None:
    reasons, _ = fought(system, program(Hasher))
    session = Session.start(load_ruleset(system), smallest(load_ruleset(system), "far"))
    side, other = session.state.sides
    table, wanted = Table(session, dict.fromkeys((side, other), DefaultBot()), 3), []
    while len(wanted) < len(reasons):
        if session.waiting[0].side == side:
            wanted.append(state_hash(session.view(side)))
        table.step()
    assert reasons == wanted


def test_the_chance_of_a_program_comes_from_the_seed_of_the_battle() -> None:
    once, again = (fought("AFS", program(Gambler)) for _ in range(2))
    assert once == again
    assert once[1] != fought("AFS", DefaultBot())[1]


def test_what_the_game_does_not_understand_is_an_error_of_the_program() -> None:
    def lines(*messages: dict[str, object]) -> io.BytesIO:
        return io.BytesIO(b"".join(json.dumps(one).encode() + b"\n" for one in messages))

    hello = {"type": "hello", "protocol": 1, "ruleset": "AFS", "version": "1", "side": "south", "work": 9, "seed": 1}
    out = io.BytesIO()
    speak(Weigher(), lines(hello, {"type": "over", "winner": "", "scores": {}}), out)
    assert json.loads(out.getvalue()) == {"type": "ready", "name": "weigher"}
    speak(Weigher(), lines(hello), io.BytesIO())  # the game has ended
    with pytest.raises(ProtocolFault, match="must be of the type “hello”"):
        speak(Weigher(), lines({"type": "over", "winner": "", "scores": {}}), io.BytesIO())
    session = Session.start(load_ruleset("AFS"), smallest(load_ruleset("AFS"), "far"))
    (decision, *_) = session.waiting
    view = json.loads(msgspec.json.encode(session.view(decision.side)))
    decide = {"type": "decide", "n": 1, "work": 9, "view": view, "decision": json.loads(msgspec.json.encode(decision))}
    with pytest.raises(ProtocolFault, match="no such thing"):
        speak(Weigher(), lines(hello, decide, {"type": "wrong", "why": "no such thing"}), io.BytesIO())
    with pytest.raises(ProtocolFault, match="the game answered with Scores"):
        speak(Weigher(), lines(hello, decide, {"type": "scores", "scores": {}}), io.BytesIO())
