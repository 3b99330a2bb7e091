"""What a program in a seat receives: twins that differ only in hidden things send it the same bytes, in every system.

After the first view the program gets differences alone, and these make the view of its side: no more, and no less.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.bots import referee
from game.bots.outside.differences import changed
from game.bots.outside.program import ProgramBot
from game.bots.referee import Referee, Table
from game.bots.simple import DefaultBot
from game.engine import command as cmd
from game.engine.decide import Decided, decide
from game.engine.dice import SeededDice
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State
from tests.short import smallest
from tests.soak.secrecy import Secrecy
from tests.soak.test_secrecy import battle, examples
from tests.toy import TOY

LISTENING = Path(__file__).resolve().parents[1] / "bots" / "listening_bot.py"
STEPS, EVERY = 60, 6
"""Decisions of a random battle, and of these every so manieth is told to a program."""
LONG = {"NAP": (16, 3)}
"""The same where a decision is for a whole army."""


class Listener:
    """A program in the seat of one side, and all bytes that it receives."""

    def __init__(self, ruleset: Ruleset, path: Path) -> None:
        self.ruleset, self.path = ruleset, path
        self.bot = ProgramBot(f'"{sys.executable}" "{LISTENING}" "{path}"')
        self.referee = Referee(60.0)

    def told(self, states: Sequence[State], side: str) -> bytes:
        """What the program receives while it decides for a side in some states, one after another."""
        with closing(self.bot):
            for state in states:
                assert state.pending is not None
                for decision in (d for d in state.pending.waiting if d.side == side):
                    self.referee.answer(self.ruleset, state, decision, self.bot, Random(1))
        assert self.referee.watches[side].faults == 0
        return self.path.read_bytes()


def moments(ruleset: Ruleset) -> list[State]:
    """States of a random battle in which somebody is asked."""
    steps, every = LONG.get(ruleset.meta.id, (STEPS, EVERY))
    states = [state for n, state in enumerate(battle(ruleset, 1, steps)) if n % every == 0]
    assert len(states) > 4
    return states


def asks(state: State, side: str) -> bool:
    return state.pending is not None and any(d.side == side for d in state.pending.waiting)


@pytest.mark.parametrize("ruleset", [*map(load_ruleset, ruleset_ids()), TOY], ids=lambda r: r.meta.id)
def test_twins_send_the_same_bytes(ruleset: Ruleset, tmp_path: Path) -> None:
    secrecy, states = Secrecy(ruleset), moments(ruleset)
    heard = 0
    for side in states[0].sides:
        mine = [state for state in states if asks(state, side)]
        others = [secrecy.scrambled(state, side)[0] for state in mine]
        assert all(one != two for one, two in zip(mine, others, strict=True))
        one = Listener(ruleset, tmp_path / f"{side} 1").told(mine, side)
        two = Listener(ruleset, tmp_path / f"{side} 2").told(others, side)
        assert one == two
        heard += one.count(b'"type":"decide"')
    assert heard >= len(states)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_view_that_shows_everything_is_noticed_on_the_wire(
    ruleset_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset(ruleset_id)
    state = next(battle(ruleset, 1, 1))
    assert state.pending is not None
    side = state.pending.waiting[0].side
    other, _kinds = Secrecy(ruleset).scrambled(state, side)
    monkeypatch.setattr(referee, "view", lambda state, _side: state)
    one = Listener(ruleset, tmp_path / "1").told([state], side)
    assert one != Listener(ruleset, tmp_path / "2").told([other], side)


def sealed(ruleset: Ruleset) -> Iterator[State]:
    """States in which both sides answer in secret and neither has."""
    states = examples(ruleset) if ruleset.meta.id == "AFS" else battle(ruleset, 1, 20)
    for state in states:
        if state.pending is not None and state.pending.mode and len(state.pending.waiting) > 1:
            yield state


@pytest.mark.parametrize("ruleset", [load_ruleset("AFS"), load_ruleset("NAP"), TOY], ids=lambda r: r.meta.id)
def test_a_sealed_answer_is_not_on_the_wire(ruleset: Ruleset, tmp_path: Path) -> None:
    state = next(sealed(ruleset))
    assert state.pending is not None
    first, second = state.pending.waiting[:2]
    heard = []
    for n, reply in enumerate(Secrecy(ruleset).replies(state, first, 12)):
        got = decide(ruleset, state, cmd.Answering(first.id, first.side, reply), SeededDice())
        assert isinstance(got, Decided)
        heard.append(Listener(ruleset, tmp_path / str(n)).told([state, got.state], second.side))
    assert len(heard) > 1
    assert len(set(heard)) == 1
    assert heard[0].count(b'"type":"decide"') == 2


def plain(message: Any) -> Any:
    """A message without the fields that are empty, which either side of the wire may leave out."""
    return {key: value for key, value in message.items() if value not in ({}, [], None, 0)}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_views_come_as_differences_after_the_first(ruleset_id: str, tmp_path: Path) -> None:
    ruleset = load_ruleset(ruleset_id)
    session = Session.start(ruleset, smallest(ruleset, "differences"))
    side, other = session.state.sides
    listener = Listener(ruleset, tmp_path / "heard")
    battle = Table(session, {side: listener.bot, other: DefaultBot()})
    views = []
    while session.waiting and len(views) < 40:
        if session.waiting[0].side == side:
            views.append(json.loads(msgspec.json.encode(session.view(side))))
        battle.step()
    battle.close()
    assert battle.referee.watches[side].faults == 0
    messages = [json.loads(line) for line in listener.path.read_bytes().splitlines()]
    asked = [message for message in messages if message["type"] == "decide"]
    assert ["view" in message for message in asked] == [True] + [False] * (len(asked) - 1)
    known: dict[str, Any] = asked[0]["view"]
    for before, message, wanted in zip([None, *views], asked, views, strict=False):
        if before is not None:
            known = changed(known, message["changes"])
            same = {key for key in wanted if before.get(key) == wanted[key]}
            assert same & message["changes"].keys() == set()
        assert plain(known) == plain(wanted)
    whole = sum(len(json.dumps(view)) for view in views[1:])
    assert sum(len(json.dumps(message["changes"])) for message in asked[1:]) < 0.7 * whole
