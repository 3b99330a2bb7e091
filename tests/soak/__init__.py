"""Soaks: many battles of random legal answers, with every promise of the engine checked on the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

from game.engine import command as cmd
from game.engine.apply import apply
from game.engine.decision import Decision, Reply
from game.engine.dice import SeededDice
from game.engine.event import Event
from game.engine.records.record import Writer, read_record
from game.engine.records.verify import verify
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Session
from game.engine.state import Frame, State, state_hash

LEAVES = 0.07
"""How often a way out is taken where there are answers."""
ATTACKS = 0.5
"""How often a mover looks for contact or for the enemy first: battles in which nobody meets prove little."""

Invariant = Callable[[State, Event, State], None]
"""Checked after every event: the state before it, the event, the state after it."""


def pick(session: Session, decision: Decision, replies: list[Reply], dice: Random) -> Reply:
    """Any legal reply, with a liking for the enemy and a dislike of ways out."""
    if decision.kind == "move" and dice.random() < ATTACKS:
        for goal in ("contact", "towards"):
            found = [r for r in islice(session.candidates(decision, goal, 6), 6) if r.answer is not None]
            if found:
                return dice.choice(found)
    answers = [r for r in replies if r.answer is not None]
    exits = [r for r in replies if r.answer is None]
    if answers and (not exits or dice.random() >= LEAVES):
        return dice.choice(answers)
    return dice.choice(exits) if exits else session.asked(decision).default


def play(
    session: Session,
    dice: Random,
    name: str,
    invariants: tuple[Invariant, ...] = (),
    offered: int = 60,
    limit: int = 20_000,
) -> None:
    """Play a battle to its end with random legal answers and check everything on the way.

    At every rest all offered answers (at most ``offered``), the default, the draft's verdict and all open exits must be
    accepted by ``check``; after every event every invariant must hold.
    """
    for _ in range(limit):
        waiting = session.waiting
        if not waiting:
            return
        decision = dice.choice(waiting)
        asked = session.asked(decision)
        replies = list(islice(session.candidates(decision, "any", offered), offered))
        replies += [Reply(exit=e.id) for e in asked.exits if e.bar is None and Reply(exit=e.id) not in replies]
        for reply in (asked.default, *replies):
            verdict = session.check(decision, reply)
            assert verdict.legal, (name, decision.question, decision.args, reply, verdict.reasons)
        if asked.draft is not None:
            assert session.check(decision, Reply(asked.draft)).status in ("legal", "unfinished", "refused")
        before = session.state
        got = session.submit(cmd.Answering(decision.id, decision.side, pick(session, decision, replies, dice)))
        assert not isinstance(got, cmd.Refusal), (name, decision.question, got)
        state = before
        for event in got:
            after = apply(state, event)
            for invariant in invariants:
                invariant(state, event, after)
            state = after
        assert state_hash(state) == state_hash(session.state)
    raise AssertionError(f"{name}: no end after {limit} answers")


def soak(
    ruleset: Ruleset,
    setup: Setup,
    seed: int,
    folder: Path,
    invariants: tuple[Invariant, ...] = (),
    offered: int = 60,
) -> Session:
    """Play one whole battle; written and read back, it must play again to the same hashes."""
    session = Session.start(ruleset, setup)
    path = folder / f"soak-{seed}.tabula"
    writer = Writer.create(path, session, dict.fromkeys(setup.sides, "random"))
    assert not writer.fault
    play(session, Random(seed), f"seed {setup.seed}", invariants, offered)
    assert session.state.over is not None
    writer.close()
    record = read_record(path)
    assert record.problems == []
    assert verify(record, ruleset) == []
    assert len(record.session(ruleset).lines) == len(session.lines)  # every line leads to the state that it claims
    assert not record.damaged
    path.unlink()
    return session


def soak_from(
    ruleset: Ruleset,
    state: State,
    frame: Frame,
    seed: int,
    invariants: tuple[Invariant, ...] = (),
    offered: int = 60,
) -> Session:
    """Play on from a situation; the same answers must lead to the same states again."""
    session = Session.from_state(ruleset, state, frame, SeededDice())
    play(session, Random(seed), f"situation {seed}", invariants, offered)
    again = Session.from_state(ruleset, state, frame, SeededDice())
    for line in session.lines[1:]:
        assert line.command is not None
        assert not isinstance(again.submit(line.command), cmd.Refusal)
        assert again.lines[-1].events == line.events
        assert again.state == line.state
    return session
