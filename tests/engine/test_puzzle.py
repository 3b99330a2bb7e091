"""Puzzles: the table of a task, its dice, its end, and whether it is solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine import command as cmd
from game.engine.i18n import Speaker
from game.engine.positions.position import Position, PositionError, Resolution, read_position, resolve, start_of
from game.engine.positions.puzzle import answers_given, begun, is_at_end, plays_on, shortfalls
from game.engine.session import Session
from tests.toy import TOY

GOOD = """
position = 1
title = "The first act"
ruleset = "TOY"
entry = { name = "round" }

[puzzle]
task = "Come to the first act."
side = "red"
seed = "a"
answers = 2

[[command]]
side = "red"
default = true

[[command]]
side = "blue"
default = true

[[command]]
side = "red"
answer = { parts = { bid = "high" } }

[[command]]
side = "blue"
answer = { parts = { bid = "high" } }

[expect]
waiting = "act"
"""


def read(tmp_path: Path, text: str) -> Position:
    file = tmp_path / "puzzle.toml"
    file.write_text(text, encoding="utf-8")
    return read_position(file)


def refused(tmp_path: Path, text: str) -> str:
    with pytest.raises(PositionError) as fault:
        start_of(read(tmp_path, text), TOY)
    return Speaker().say(fault.value.text)


def start(tmp_path: Path, text: str = GOOD) -> tuple[Position, Session]:
    position = read(tmp_path, text)
    state, frame, _problems = start_of(position, TOY)
    return position, begun(position, TOY, state, frame)


def answer_all(session: Session, by: str = "player") -> None:
    """The default of all who are asked now."""
    for decision in session.waiting:
        got = session.submit(cmd.Answering(decision.id, decision.side, session.default(decision), by))
        assert not isinstance(got, cmd.Refusal)


def test_the_commands_are_the_solution_and_the_seed_throws_the_same_dice(tmp_path: Path) -> None:
    position = read(tmp_path, GOOD)
    out: list[Resolution] = [resolve(position, TOY) for _ in range(2)]
    assert out[0].failures == []
    faces = [[e.rolled.faces for e in one.events if e.rolled is not None] for one in out]
    assert faces[0]
    assert faces[0] == faces[1]
    other = resolve(read(tmp_path, GOOD.replace('seed = "a"', 'seed = "b"')), TOY)
    assert [e.rolled.faces for e in other.events if e.rolled is not None] != faces[0]


def test_it_ends_once_the_answers_are_given_and_the_side_would_be_asked_again(tmp_path: Path) -> None:
    position, session = start(tmp_path)
    assert not is_at_end(position.puzzle, session)
    answer_all(session)
    assert answers_given(position.puzzle, session.lines) == 1
    assert not plays_on(position.puzzle, session.lines)
    answer_all(session)
    assert answers_given(position.puzzle, session.lines) == 2
    assert plays_on(position.puzzle, session.lines)
    while session.waiting and session.waiting[0].side != "red":
        assert not is_at_end(position.puzzle, session)
        answer_all(session)
    assert is_at_end(position.puzzle, session)


def test_what_was_undone_and_what_a_bot_answers_is_not_counted(tmp_path: Path) -> None:
    position, session = start(tmp_path)
    answer_all(session)
    before = len(session.lines)
    session.submit(cmd.Undo("red", 0))
    assert len(session.lines) == before + 1
    assert answers_given(position.puzzle, session.lines) == 0
    answer_all(session, by="bot")
    assert answers_given(position.puzzle, session.lines) == 0


def test_with_an_event_it_ends_there_and_not_with_the_answers(tmp_path: Path) -> None:
    text = GOOD.replace("answers = 2", 'answers = 1\nuntil = ["begins"]')
    position, session = start(tmp_path, text)
    answer_all(session)
    assert plays_on(position.puzzle, session.lines)
    assert not is_at_end(position.puzzle, session)
    answer_all(session)
    assert any(e.type == "begins" for line in session.lines for e in line.events)
    assert is_at_end(position.puzzle, session)


def test_what_is_missing_is_said_of_each_thing(tmp_path: Path) -> None:
    text = GOOD + '\n[expect.things."foot-red"]\nalive = 0\n[expect.things."foot-blue"]\nalive = { least = 1 }\n'
    position, session = start(tmp_path, text.replace('waiting = "act"', 'winner = "red"'))
    said = [Speaker("en", TOY).say(one, session.state) for one in shortfalls(position, session)]
    assert len(said) == 2
    assert said[0].endswith("3 bases are on the table")
    assert said[1].endswith("has not won")


@pytest.mark.parametrize(
    ("number", "fails"), [("{ least = 4 }", 1), ("{ least = 3, most = 3 }", 0), ("{ most = 2 }", 1), ("3", 0)]
)
def test_a_number_may_lie_between_a_least_and_a_most(tmp_path: Path, number: str, fails: int) -> None:
    position = read(tmp_path, GOOD + f'\n[expect.things."foot-red"]\nalive = {number}\n')
    assert len(resolve(position, TOY).failures) == fails


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answers = 2", "", "puzzle.toml, key puzzle: it ends after a number of answers, or with an event (until)"),
        ('title = "The', 'dice = [1]\ntitle = "The', "puzzle.toml, key dice: a puzzle throws the dice of its seed"),
        ('side = "red"\nseed', 'side = "rad"\nseed', "puzzle.side"),
        ("answers = 2", 'until = ["begin"]', "puzzle.until"),
        ("answers = 2", "answers = -1", "puzzle, answers"),
        ("answers = 2", "answer = 2", "puzzle"),
        ('seed = "a"\n', "", "puzzle"),
        ('[expect]\nwaiting = "act"', "", "puzzle.toml, key expect: a puzzle says what is to come about"),
    ],
)
def test_a_wrong_puzzle_is_refused_with_its_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert said in refused(tmp_path, GOOD.replace(old, new, 1))
