"""Branches: of a battle that is over the dice go on, of one that may still be played nobody learns the dice to come."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.attested import attested
from game.engine.decision import RollAnswer
from game.engine.dice import SeededDice
from game.engine.event import DiceRow
from game.engine.records.record import Writer, read_record
from game.engine.records.verify import verify
from game.engine.session import Session
from game.engine.state import state_hash
from tests.engine.conftest import random_battle, toy_session
from tests.toy import TOY


def throws(session: Session, begin: int) -> list[tuple[tuple[int, ...], ...]]:
    return [e.rolled.faces for line in session.lines[begin:] for e in line.events if e.rolled is not None]


def play(session: Session, until: int) -> Session:
    """Play on by defaults until so many answers more are given, or the battle is over."""
    for _ in range(until):
        if not session.waiting:
            break
        decision = session.waiting[0]
        got = session.submit(cmd.Answering(decision.id, decision.side, session.default(decision)))
        assert isinstance(got, tuple)
    return session


def commands(session: Session) -> list[cmd.Command | None]:
    return [line.command for line in session.lines]


def coming(session: Session) -> tuple[tuple[int, ...], ...]:
    """The next twenty dice that a battle will throw, as its own source of dice gives them."""
    assert session.state.luck is not None
    return SeededDice().roll(session.state.luck, [DiceRow("red", 20)], "what comes")[0]


def to_dice(session: Session) -> Session:
    """Play on by defaults until the next dice have been thrown."""
    begin = len(session.lines)
    while not throws(session, begin):
        assert session.waiting
        play(session, 1)
    return session


def test_rehearsing_throws_other_dice_than_the_battle_will() -> None:
    session = play(toy_session(), 3)
    at = len(session.lines) - 1
    forks = [session.fork(at) for _ in range(3)]
    assert len({coming(one) for one in (session, *forks)}) == 4  # each has its own, none those of the battle
    for one in (session, *forks):
        next_dice = coming(one)
        (first, *_rest) = throws(to_dice(one), at + 1)
        assert sum(first, ()) == next_dice[0][: len(sum(first, ()))]
    assert [type(f.lines[at + 1].command) for f in forks] == [cmd.Fork] * 3
    assert not any(isinstance(line.command, cmd.Fork) for line in session.lines)


def test_an_earlier_moment_of_a_battle_that_goes_on_has_other_dice_too() -> None:
    """The dice of the seed are one row: played otherwise from an earlier moment it would show those to come."""
    session = play(toy_session(), 8)
    fork = session.fork(3)
    assert isinstance(fork.lines[4].command, cmd.Fork)
    assert fork.state.luck is not None
    assert session.state.luck is not None
    assert fork.state.luck.seed != session.state.luck.seed


def test_the_dice_of_a_battle_that_is_over_continue_in_its_branch() -> None:
    session = random_battle(3)
    assert session.state.over is not None
    at = len(session.lines) // 2
    fork = session.fork(at)
    assert len(fork.lines) == at + 1
    for line in session.lines[at + 1 :]:
        assert line.command is not None
        fork.submit(line.command)
    assert [state_hash(x.state) for x in fork.lines] == [state_hash(x.state) for x in session.lines]


def test_giving_the_branch_up_does_not_open_the_dice_of_the_battle() -> None:
    session = play(toy_session(), 6)
    fork = play(session.fork(5), 2)
    fork.submit(cmd.Concede("red"))
    assert fork.state.over is not None
    assert isinstance(fork.fork(4).lines[-1].command, cmd.Fork)  # before it was branched off: the battle's own dice
    after = fork.fork(7)
    assert not isinstance(after.lines[-1].command, cmd.Fork)  # after it: its own, and it is over


def test_nothing_is_undone_into_the_battle_that_it_was_branched_off_from() -> None:
    session = play(toy_session(), 5)
    fork = session.fork(4)
    forked = len(fork.lines) - 1
    fork.solo = True
    play(fork, 1)
    assert isinstance(fork.submit(cmd.Undo("red", forked - 1)), cmd.Refusal)
    assert isinstance(fork.submit(cmd.Undo("red", 3)), cmd.Refusal)
    assert isinstance(fork.submit(cmd.Propose("red", "takeback", 3)), cmd.Refusal)
    assert isinstance(fork.submit(cmd.Undo("red", forked)), tuple)


def test_a_branch_is_kept_read_and_verified(tmp_path: Path) -> None:
    session = play(toy_session(), 5)
    fork = session.fork(4)
    Writer.create(tmp_path / "fork.tabula", fork).close()
    record = read_record(tmp_path / "fork.tabula")
    again = record.session(TOY)
    assert state_hash(again.state) == state_hash(fork.state)
    play(again, 10)
    play(fork, 10)
    assert throws(again, 5) == throws(fork, 5)
    Writer.create(tmp_path / "on.tabula", again).close()
    record = read_record(tmp_path / "on.tabula")
    assert verify(record, TOY) == []
    assert attested(record).forks == 1


def test_how_often_dice_were_undone_is_counted(tmp_path: Path) -> None:
    session = toy_session()
    session.solo = True
    to_dice(session)
    last = next(n for n in range(len(session.lines) - 1, 0, -1) if any(e.rolled for e in session.lines[n].events))
    session.submit(cmd.Undo("red", last - 1))
    session.submit(cmd.Note("red", "once more"))
    session.submit(cmd.Undo("red", len(session.lines) - 2))  # past a note alone
    session.submit(cmd.Undo("red", last - 1))  # the dice are already undone
    Writer.create(tmp_path / "x.tabula", session).close()
    assert attested(read_record(tmp_path / "x.tabula")).undone == 1


def test_typed_dice_are_counted(tmp_path: Path) -> None:
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed="1", dice="typed"))
    play(session, 14)
    thrown = sum(isinstance(c, cmd.Answering) and isinstance(c.reply.answer, RollAnswer) for c in commands(session))
    assert thrown > 0
    Writer.create(tmp_path / "x.tabula", session).close()
    record = read_record(tmp_path / "x.tabula")
    assert attested(record).typed == thrown
    assert attested(record).forks == 0
    assert len(session.fork(len(session.lines) - 1).lines) == len(session.lines)  # typed dice have no seed
