"""Soaks: many battles of random legal answers, with every promise of the engine checked on the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

from game.engine import command as cmd
from game.engine.apply import apply
from game.engine.decision import Decision, Reply
from game.engine.record import Writer, read_record
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Session
from game.engine.state import State, state_hash
from game.engine.verify import verify

LEAVES = 0.07
"""How often a way out is taken where there are answers."""
ATTACKS = 0.5
"""How often a mover looks for contact or for the enemy first: battles in which nobody meets prove little."""

Invariant = Callable[[State], None]


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


def soak(
    ruleset: Ruleset,
    setup: Setup,
    seed: int,
    folder: Path,
    invariants: tuple[Invariant, ...] = (),
    offered: int = 60,
    limit: int = 20_000,
) -> Session:
    """Play one battle of random legal answers and check everything on the way.

    At every rest all offered answers (at most ``offered``), the default, the draft's verdict and all open exits must be
    accepted by ``check``; after every event every invariant must hold; the finished battle, written and read back,
    must play again to the same hashes.
    """
    dice = Random(seed)
    session = Session.start(ruleset, setup)
    path = folder / f"soak-{seed}.tabula"
    writer = Writer.create(path, session, dict.fromkeys(setup.sides, "random"))
    assert not writer.fault
    for _ in range(limit):
        waiting = session.waiting
        if not waiting:
            break
        decision = dice.choice(waiting)
        asked = session.asked(decision)
        replies = list(islice(session.candidates(decision, "any", offered), offered))
        replies += [Reply(exit=e.id) for e in asked.exits if e.bar is None and Reply(exit=e.id) not in replies]
        for reply in (asked.default, *replies):
            verdict = session.check(decision, reply)
            assert verdict.legal, (setup.seed, decision.question, decision.args, reply, verdict.reasons)
        if asked.draft is not None:
            assert session.check(decision, Reply(asked.draft)).status in ("legal", "unfinished", "refused")
        before = session.state
        got = session.submit(cmd.Answering(decision.id, decision.side, pick(session, decision, replies, dice)))
        assert not isinstance(got, cmd.Refusal), (setup.seed, decision.question, got)
        state = before
        for event in got:
            state = apply(state, event)
            for invariant in invariants:
                invariant(state)
        assert state_hash(state) == state_hash(session.state)
    assert session.state.over is not None, f"seed {setup.seed}: no end after {limit} answers"
    writer.close()
    record = read_record(path)
    assert record.problems == []
    assert verify(record, ruleset) == []
    path.unlink()
    return session
