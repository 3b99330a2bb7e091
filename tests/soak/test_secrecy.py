"""The secrecy of every installed system: nobody is told what he may not know, in random battles and in its examples.

The check itself is checked: views that strip less than they should must fail, and a ruleset that tells what was sealed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import Decided, begin, decide
from game.engine.decision import Answer, Decision, Verdict
from game.engine.dice import ScriptedDice, SeededDice
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.positions.position import read_position, reply_of, start_of
from game.engine.ruleset import Card, Question, Ruleset, usual_size
from game.engine.session import Session
from game.engine.state import Luck, State, view
from tests.short import seldom
from tests.soak.secrecy import OTHERWISE, Look, Secrecy
from tests.toy import TOY

STEPS = 70
"""Decisions of a random battle."""
FOR_ALL = 20
"""The same where a decision is for a whole army: four moves."""
EVERY = 9
"""Of which so many pass between two looks at all that is told; sealed answers are looked at always."""
DICE = SeededDice()


def battle(ruleset: Ruleset, seed: int, steps: int = STEPS) -> Iterator[State]:
    """The states of a random battle, one a decision; deployment is left to the usual array where that is offered."""
    info = ruleset.scenarios()[seed % len(ruleset.scenarios())]
    setup = replace(
        ruleset.default_setup(info.id, min(info.sizes, default=usual_size(ruleset, info))), seed=f"secrecy {seed}"
    )
    session, pick, secrecy = Session.start(ruleset, setup), random.Random(seed), Secrecy(ruleset)
    for _ in range(steps):
        if not session.waiting:
            return
        yield session.state
        decision = pick.choice(session.waiting)
        replies = secrecy.replies(session.state, decision, 6)
        auto = [r for r in replies if r.exit == "auto"]
        got = session.submit(cmd.Answering(decision.id, decision.side, pick.choice(auto or replies)))
        assert not isinstance(got, cmd.Refusal), got


def positions(ruleset: Ruleset) -> Iterator[Path]:
    """The files of the worked examples."""
    return iter(sorted((ruleset.meta.folder / "examples").glob("*.toml")))


def examples(ruleset: Ruleset, part: int = 0, parts: int = 1) -> Iterator[State]:
    """The states of the worked examples, or of one in so many of them, one a decision that they answer."""
    for path in islice(positions(ruleset), part, None, parts):
        position = read_position(path)
        state, frame, _ = start_of(position, ruleset)
        if frame is None or position.setup is not None:
            continue
        dice = ScriptedDice(position.dice)
        state = begin(ruleset, replace(state, luck=Luck("scripted")), frame, dice).state
        yield state
        for n, doc in enumerate(position.command):
            decision, reply = reply_of(ruleset, state, n, doc)
            got = decide(ruleset, state, cmd.Answering(decision.id, decision.side, reply), dice)
            if isinstance(got, Decided):
                state = got.state
                yield state


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_random_battles_keep_their_secrets(ruleset_id: str, battles: int) -> None:
    ruleset = load_ruleset(ruleset_id)
    secrecy = Secrecy(ruleset)
    for seed in range(max(2, battles // 3)):
        for n, state in enumerate(battle(ruleset, seed, FOR_ALL if ruleset_id == "NAP" else STEPS)):
            secrecy.answered(state, DICE)
            if n % EVERY == 0:
                secrecy.at(state)
    assert secrecy.seen["luck"] >= 10
    assert secrecy.seen["hidden"] >= 10
    assert secrecy.seen["own"] >= 10 or ruleset_id not in OTHERWISE


@pytest.mark.parametrize(
    ("ruleset_id", "part", "parts"),
    [
        *((i, 0, 1) for i in ruleset_ids() if i != "NAP" and next(positions(load_ruleset(i)), None)),
        ("NAP", 0, 4),  # whose sheets are sealed in nearly every example
        *(seldom("NAP", part, 4) for part in (1, 2, 3)),
    ],
)
def test_worked_examples_keep_their_secrets(ruleset_id: str, part: int, parts: int) -> None:
    """The examples lead to questions that random battles seldom reach, sealed tokens among them."""
    ruleset = load_ruleset(ruleset_id)
    secrecy = Secrecy(ruleset)
    sealed = 0
    for n, state in enumerate(examples(ruleset, part, parts)):
        hides = state.pending is not None and bool(state.pending.mode)
        if hides or n % EVERY == 0:
            secrecy.at(state)
        secrecy.answered(state, DICE)
        sealed += hides
    assert secrecy.seen["hidden"] >= 10
    assert bool(secrecy.seen["answer"]) == bool(sealed)
    assert bool(sealed) == (ruleset_id in ("AFS", "NAP"))  # the systems in which answers are sealed


def test_the_toy_keeps_secrets_of_every_sort() -> None:
    secrecy = Secrecy(TOY)
    for seed in range(4):
        for state in battle(TOY, seed):
            secrecy.at(state)
            secrecy.answered(state, DICE)
    assert min(secrecy.seen[kind] for kind in ("luck", "hidden", "sealed", "answer")) > 0


# --- the checker is checked --------------------------------------------------------------------------------------


def _all(state: State, side: str) -> State:
    return state


def _luck(state: State, side: str) -> State:
    return replace(view(state, side), luck=state.luck)


def _secrets(state: State, side: str) -> State:
    return replace(view(state, side), secret=state.secret)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
@pytest.mark.parametrize("look", [_all, _luck, _secrets])
def test_a_view_that_strips_too_little_is_found_out(ruleset_id: str, look: Look) -> None:
    ruleset = load_ruleset(ruleset_id)
    state = next(battle(ruleset, 0))
    Secrecy(ruleset).at(state)
    with pytest.raises(AssertionError, match="shows to"):
        Secrecy(ruleset, look).at(state)


class Talkative:
    """A ruleset that cannot keep a secret: what one side answers is remembered and shown to whoever looks."""

    def __init__(self, ruleset: Ruleset, where: str) -> None:
        self.ruleset, self.where = ruleset, where
        self.last: Answer | None = None
        self.questions = {name: Remembering(question, self) for name, question in ruleset.questions.items()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    def status(self, seen: State) -> Sequence[Any]:
        return (*self.ruleset.status(seen), str(self.last) if self.where == "status" else "")

    def card(self, seen: State, thing: str) -> Card:
        shown = self.ruleset.card(seen, thing)
        return replace(shown, look=str(self.last)) if self.where == "card" else shown


class Remembering:
    """A question that remembers what it was last asked to judge."""

    def __init__(self, question: Question, owner: Talkative) -> None:
        self.question, self.owner = question, owner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.question, name)

    def check(self, seen: State, decision: Decision, answer: Answer) -> Verdict:
        self.owner.last = answer
        return self.question.check(seen, decision, answer)


@pytest.mark.parametrize("where", ["status", "card"])
@pytest.mark.parametrize("ruleset", [TOY, load_ruleset("AFS")], ids=["toy", "AFS"])
def test_a_ruleset_that_tells_what_was_sealed_is_found_out(ruleset: Ruleset, where: str) -> None:
    states = (s for s in (battle(TOY, 0) if ruleset is TOY else examples(ruleset)) if _sealing(s))
    state = next(states)
    honest, talkative = Secrecy(ruleset), Secrecy(Talkative(ruleset, where))  # type: ignore[arg-type]
    honest.answered(state, DICE)
    assert honest.seen["answer"]
    with pytest.raises(AssertionError, match="shows to"):
        talkative.answered(state, DICE)


def _sealing(state: State) -> bool:
    return state.pending is not None and bool(state.pending.mode) and len(state.pending.waiting) > 1
