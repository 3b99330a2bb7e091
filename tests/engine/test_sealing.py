"""Hidden answers are bound: their seal is shown as they come in, and whoever changes one later is found out."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.simple import RandomBot
from game.engine import command as cmd
from game.engine.attested import attested
from game.engine.decision import OptionAnswer, Reply
from game.engine.event import Event
from game.engine.records.record import Record, Writer, read_record
from game.engine.records.verify import verify
from game.engine.sealing import derived_salt
from game.engine.session import Session
from game.engine.state import view
from tests.engine.conftest import say, toy_session
from tests.engine.test_verify import forged
from tests.toy import TOY


def sealing(seed: str = "1") -> Session:
    """A toy battle at its first open group, the closed one before it answered without seals."""
    session = toy_session(seed)
    for side in ("red", "blue"):
        decision = next(d for d in session.waiting if d.side == side)
        session.submit(cmd.Answering(decision.id, side, session.default(decision)))
    assert [d.question for d in session.waiting] == ["bid", "bid"]
    session.seals = True
    return session


def event(session: Session, kind: str, line: int = -1) -> Event:
    return next(e for e in session.lines[line].events if e.type == kind)


def test_the_seal_of_a_hidden_answer_is_shown_to_all_and_tells_nothing() -> None:
    session = sealing()
    say(session, OptionAnswer({"bid": "high"}), "red")
    told, command = event(session, "sealed"), session.lines[-1].command
    assert isinstance(command, cmd.Answering)
    assert len(command.salt) == 32
    plain = msgspec.json.Encoder(order="sorted").encode(command.reply)
    seal = hashlib.blake2b(command.salt.encode() + b"\n" + plain, digest_size=16).hexdigest()
    assert told.only == ""
    assert told.data == {"seal": seal}
    assert told.text is not None
    assert told.text.args["seal"] == f"{seal[:4]} {seal[4:8]}"
    blue = msgspec.json.encode(view(session.state, "blue"))
    assert command.salt.encode() not in blue
    assert b"high" not in msgspec.json.encode(view(session.state, "blue").secret)
    group = session.state.pending.group  # type: ignore[union-attr]
    assert session.state.secret["red"].salts == {group: command.salt}


def test_the_same_answer_has_another_seal_each_time() -> None:
    seals = set()
    for _ in range(4):
        session = sealing()
        say(session, OptionAnswer({"bid": "high"}), "red")
        seals.add(event(session, "sealed").data["seal"])
    assert len(seals) == 4


def test_what_lies_open_shows_its_salt_and_the_seal_it_had() -> None:
    session = sealing()
    say(session, OptionAnswer({"bid": "high"}), "red")
    say(session, OptionAnswer({"bid": "low"}), "blue")
    shown = {s: event(session, "sealed", n).data["seal"] for s, n in (("red", -2), ("blue", -1))}
    opened = [e for e in session.lines[-1].events if e.type == "unsealed"]
    assert {e.side: e.data["seal"] for e in opened} == shown
    assert all(e.data["salt"] == c.salt for e, c in zip(opened, (x.command for x in session.lines[-2:]), strict=True))  # type: ignore[union-attr]
    assert all(not s.salts for s in session.state.secret.values())


def test_answers_without_a_salt_come_out_as_they_always_did() -> None:
    """Old records are played again from their commands, which have none."""
    session = sealing()
    session.seals = False
    say(session, OptionAnswer({"bid": "high"}), "red")
    say(session, OptionAnswer({"bid": "low"}), "blue")
    told = event(session, "sealed")
    assert told.data == {}
    assert told.text is not None
    assert told.text.key == "{side} has decided"
    assert not any(e.type == "unsealed" for e in session.lines[-1].events)
    assert b"salt" not in msgspec.json.encode([line.events for line in session.lines])


def battle(tmp_path: Path, seals: bool = True) -> Record:
    session = toy_session("7")
    table = Table(session, {"red": RandomBot(), "blue": RandomBot()}, 7)
    session.seals = seals
    table.play()
    path = tmp_path / f"{seals}.tabula"
    Writer.create(path, session).close()
    return read_record(path)


def test_bots_seal_their_answers_the_same_way_each_time(tmp_path: Path) -> None:
    one = battle(tmp_path)
    commands = [e.command for e in one.entries if isinstance(e.command, cmd.Answering) and e.command.salt]
    assert len(commands) >= 4
    assert all(c.salt == derived_salt("7", c.decision) for c in commands)


def test_verifying_counts_the_seals(tmp_path: Path) -> None:
    found = attested(battle(tmp_path))
    assert (found.sealed >= 4, found.unsealed, found.broken) == (True, 0, ())
    old = attested(battle(tmp_path, seals=False))
    assert (old.sealed, old.unsealed) == (0, found.sealed)
    assert verify(battle(tmp_path / "again"), TOY) == []


@pytest.mark.parametrize("what", ["reply", "salt"])
def test_an_answer_that_is_changed_afterwards_no_longer_has_its_seal(tmp_path: Path, what: str) -> None:
    record = battle(tmp_path)
    n = next(
        n
        for n, e in enumerate(record.entries)
        if isinstance(e.command, cmd.Answering) and e.command.salt and isinstance(e.command.reply.answer, OptionAnswer)
    )
    command = record.entries[n].command
    assert isinstance(command, cmd.Answering)
    assert isinstance(command.reply.answer, OptionAnswer)
    other = "low" if command.reply.answer.parts["bid"] == "high" else "high"
    changed = (
        replace(command, reply=Reply(OptionAnswer({"bid": other}))) if what == "reply" else replace(command, salt="0")
    )
    entries = [replace(e, command=changed) if k == n else e for k, e in enumerate(record.entries)]
    fake = forged(record, entries=entries)
    assert attested(fake).broken == (n + 2,)
    assert verify(fake, TOY)[0].line == n + 2
