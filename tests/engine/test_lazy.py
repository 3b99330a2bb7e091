"""Nothing is laid out that is not asked: defaults, ways out and points alone, and answers that are judged once."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from game.bots import referee as refereeing
from game.bots.referee import Referee, Table
from game.bots.seat import Choice, Seat
from game.bots.simple import DefaultBot, RandomBot
from game.engine import command as cmd
from game.engine import decide as deciding
from game.engine.decide import default_of, exits_of
from game.engine.decision import OptionAnswer
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.lookup import question_of
from game.engine.playout import play_on, scores
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State, state_hash, view
from game.engine.tells import TellsScore, TellsSketches
from tests.engine.conftest import toy_session
from tests.short import smallest
from tests.toy import TOY

SYSTEMS = ruleset_ids()
SKETCHING = [i for i in SYSTEMS if any(isinstance(q, TellsSketches) for q in load_ruleset(i).questions.values())]
"""Those with questions that tell ideas; who moves by written sheets drafts them."""


def begun(ruleset: Ruleset, seed: str) -> Session:
    return Session.start(ruleset, smallest(ruleset, seed))


def states_of(session: Session, dice: Random) -> list[State]:
    """All rests of a battle played at random."""
    while session.waiting:
        decision = session.waiting[0]
        replies = [r for r in islice(session.candidates(decision, "any", 8), 8) if r.answer is not None]
        reply = dice.choice(replies) if replies else session.default(decision)
        assert not isinstance(session.submit(cmd.Answering(decision.id, decision.side, reply)), cmd.Refusal)
    return [line.state for line in session.lines]


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_told_alone_is_what_is_laid_out(name: str) -> None:
    """The default of every question, and its ways out, are those of the question laid out; the points are the end's."""
    ruleset = load_ruleset(name)
    session = begun(ruleset, "lazy")
    seen = set()
    for state in states_of(session, Random("lazy")):
        for decision in state.pending.waiting if state.pending is not None else ():
            here = view(state, decision.side)
            question = question_of(ruleset, decision.question)
            told = default_of(ruleset, here, decision), exits_of(question, here, decision)
            asked = question.asked(here, decision)
            assert told == (asked.default, asked.exits), decision.question
            assert deciding.check_reply(ruleset, here, decision, told[0]).legal, decision.question
            seen.add(decision.question)
    assert len(seen) > 3
    assert session.state.over is not None
    assert isinstance(ruleset, TellsScore)
    assert scores(ruleset, session.state) == session.state.over.scores


@pytest.mark.parametrize("name", SKETCHING)
def test_what_a_sketch_works_out_is_legal_and_something_comes_of_some(name: str) -> None:
    """Whatever is drawn; of each question that tells ideas, some come to an answer, no more are told than wanted."""
    ruleset, dice = load_ruleset(name), Random("sketches")
    came: dict[str, int] = {}
    for state in states_of(begun(ruleset, "sketches"), dice):
        for decision in state.pending.waiting if state.pending is not None else ():
            question = question_of(ruleset, decision.question)
            if not isinstance(question, TellsSketches):
                continue
            here = view(state, decision.side)
            told = [*question.sketches(here, decision, 30)]
            few = 4 if came.get(decision.question) else len(told)  # all, until something has come of one
            drawn = [sketch() for sketch in dice.sample(told, min(len(told), few))]
            replies = [reply for reply in drawn if reply is not None]
            assert len(told) <= 30
            assert all(deciding.check_reply(ruleset, here, decision, r).legal for r in replies), decision.question
            came[decision.question] = came.get(decision.question, 0) + len(replies)
    assert len(came) > 1
    assert all(came.values())


@pytest.mark.parametrize("bot", [RandomBot(), DefaultBot()], ids=lambda b: b.name)
def test_what_was_offered_is_not_judged_again(bot: RandomBot | DefaultBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("an answer that was offered is judged again")

    monkeypatch.setattr(refereeing, "check_reply", never)
    monkeypatch.setattr(deciding, "check_reply", never)
    table = Table(toy_session("3"), {"red": bot, "blue": bot}, 1)
    table.play()
    assert table.session.state.over is not None
    assert all(watch.faults == 0 for watch in table.referee.watches.values())


class _Bending:
    """Takes what it was offered and bends it afterwards."""

    name = "bending"

    def choose(self, seat: Seat) -> Choice:
        for reply in seat.candidates():
            if isinstance(reply.answer, OptionAnswer):
                reply.answer.parts["no such part"] = "no such option"
                return Choice(reply)
        return Choice(seat.default)


def test_what_was_offered_and_bent_is_judged() -> None:
    table = Table(toy_session("3"), {"red": _Bending(), "blue": DefaultBot()}, 1, Referee())
    table.play()
    assert table.referee.watches["red"].illegal > 0


def test_who_plays_on_touches_nothing_and_comes_to_the_same_end() -> None:
    session = toy_session("4")
    state, hashed = session.state, state_hash(session.state)
    one, two = play_on(TOY, state, "seed"), play_on(TOY, state, "seed")
    assert one.state.over is not None
    assert state_hash(one.state) == state_hash(two.state)
    assert session.state is state
    assert state_hash(session.state) == hashed


def test_who_plays_on_stops_where_he_is_told() -> None:
    session = toy_session("4")
    whole = play_on(TOY, session.state, "seed")
    part = play_on(TOY, session.state, "seed", lambda events: True)
    none = play_on(TOY, session.state, "seed", most=0)
    assert (part.answers, none.answers) == (1, 0)
    assert none.state.stack == session.state.stack
    assert whole.answers > part.answers
