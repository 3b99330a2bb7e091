"""The puzzles that come with the systems: each has a solution, defaults find none, and few first answers do."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.client.battle.puzzles import Puzzle, puzzle_match, read_puzzle
from game.client.library import Library
from game.engine.command import Answering, Refusal
from game.engine.decision import Reply
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.positions.position import resolve
from game.engine.positions.puzzle import FOLDER, shortfalls
from workshop.puzzles import Limits, moments, puzzles_at, replies_of, text_of

FILES = [p for i in ruleset_ids() for p in sorted((load_ruleset(i).meta.folder / FOLDER).glob("*.toml"))]
MOST = 0.34
"""Share of the first answers that may solve a puzzle with nothing but defaults after them."""


def puzzle(path: Path) -> Puzzle:
    found = read_puzzle(path, Library())
    assert isinstance(found, Puzzle)
    return found


def solved(one: Puzzle, first: Reply | None = None) -> bool | None:
    """Whether a first answer and then defaults solve it; None where the answer is refused."""
    match = puzzle_match(one)
    session = match.session
    while not match.rests:
        decision = session.waiting[0]
        reply = first or session.default(decision)
        got = session.submit(Answering(decision.id, decision.side, reply))
        if isinstance(got, Refusal):
            return None
        first = None
    return not shortfalls(one.position, session)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parents[1].name}/{p.stem}")
def test_the_solution_of_the_file_solves_it_and_defaults_do_not(path: Path) -> None:
    one = puzzle(path)
    assert resolve(one.position, one.ruleset).failures == []
    assert solved(one) is False
    assert one.doc.chance >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parents[1].name}/{p.stem}")
def test_few_first_answers_solve_it(path: Path) -> None:
    one = puzzle(path)
    session = puzzle_match(one).session
    decision = session.waiting[0]
    assert decision.side == one.doc.side
    tried = [solved(one, reply) for reply in replies_of(one.ruleset, session.state, decision, 24)]
    judged = [got for got in tried if got is not None]
    assert sum(judged) <= MOST * len(judged)


def test_another_seed_throws_other_dice() -> None:
    one = puzzle(FILES[0])
    other = replace(one.position, puzzle=replace(one.doc, seed="other"))
    faces = [
        [e.rolled.faces for e in resolve(position, one.ruleset).events if e.rolled is not None]
        for position in (one.position, other)
    ]
    assert faces[0]
    assert faces[0] != faces[1]


def test_a_puzzle_found_in_a_record_is_solved_by_its_own_answers(tmp_path: Path) -> None:
    """The moment after line 69 of a sample: one goal is reached by few first answers, and not by the default."""
    ruleset, asked = moments(Path(__file__).resolve().parents[2] / "saves" / "sample-meeting.tabula")
    (at,) = [(state, decision) for n, state, decision in asked if n == 69]
    limits = Limits(("activation_ends",), told=("shaken", "seized"))
    finds = [f for f in puzzles_at(ruleset, at[0], at[1].side, limits, seeds=12) if f.chance >= 0.4]
    assert len(finds) == 2
    for found in finds:
        assert found.firsts < found.all_firsts / 4
        path = tmp_path / "found.toml"
        path.write_text(text_of(ruleset, found, limits), encoding="utf-8")
        one = puzzle(path)
        assert resolve(one.position, ruleset).failures == []
        assert solved(one) is False
