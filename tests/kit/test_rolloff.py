"""Roll-offs: the higher and the lower die, ties thrown again, the clauses that are told."""

from __future__ import annotations

from typing import Any

from game.engine.flow import Outcome, Run
from game.engine.text import T
from game.kit import rolloff
from tests.kit.play import Play, types


def asked(tie: str = "") -> Play:
    def begin(run: Run, data: Any, got: Any) -> Outcome:
        return rolloff.roll_off(T("Who begins?"), "K-1", "told", tie=tie)

    return Play(rolloff, steps={"begin": begin})


def test_each_side_throws_one_die_and_the_result_tells_who_threw_what():
    play = asked()
    session = play.session(3, 5)
    assert play.told == [{"red": 3, "blue": 5}]
    assert rolloff.higher(play.told[0]) == "blue"
    assert rolloff.lower(play.told[0]) == "red"
    (line,) = session.lines
    (thrown,) = [e for e in line.events if e.type == "rolled"]
    assert thrown.clauses == ("K-1",)


def test_ties_are_thrown_again_as_long_as_they_come():
    play = asked()
    session = play.session(4, 4, 1, 1, 6, 2)
    assert types(session) == ["rolled", "tied", "rolled", "tied", "rolled"]
    assert play.told == [{"red": 6, "blue": 2}]


def test_a_tie_is_told_with_the_clause_that_asks_for_it_or_its_own():
    for tie, clause in (("", "K-1"), ("K-2", "K-2")):
        session = asked(tie).session(4, 4, 1, 2)
        assert [e.clauses for line in session.lines for e in line.events if e.type == "tied"] == [(clause,)]
