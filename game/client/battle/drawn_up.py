"""A battle as it will begin: the table, and both armies as they usually stand, worked out without anybody's answers."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.command import Answering, Refusal
from game.engine.decision import Decision, Reply
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Session
from game.engine.state import State

MOST = 160
"""Answers after which nobody looks any further."""
KEPT = 8
"""Set-ups that are kept drawn up."""
IDLE = 14
"""Answers in a row that bring nobody onto the table: the armies stand."""


def drawn_up(ruleset: Ruleset, setup: Setup) -> State | None:
    """The state in which the armies stand as the usual answers place them; None where the set-up is not in order.

    The last few are kept: the same armies are shown on other ground, at other hours.
    """
    setup = replace(setup, scenery=None)
    key = (ruleset.meta.id, repr(setup))
    if key not in _last:
        _last[key] = _drawn_up(ruleset, setup)
        while len(_last) > KEPT:
            del _last[next(iter(_last))]
    return _last[key]


_last: dict[tuple[str, str], State | None] = {}


def _drawn_up(ruleset: Ruleset, setup: Setup) -> State | None:
    try:
        session = Session.start(ruleset, setup)
    except ValueError:
        return None
    before, idle = _standing(session.state), 0
    for _answer in range(MOST):
        if not session.waiting or session.state.over is not None or idle >= IDLE:
            break
        decision = session.waiting[0]
        replies = (_usual(session, decision), session.default(decision))
        if not any(_given(session, decision, reply) for reply in replies if reply is not None):
            break
        now = _standing(session.state)
        idle, before = (0, now) if now > before else (idle + 1, before)
        if not _waiting(session.state):
            break
    return session.state


def _usual(session: Session, decision: Decision) -> Reply | None:
    """What the rules offer as a draft, where it is legal as it stands."""
    draft = session.asked(decision).draft
    reply = Reply(draft) if draft is not None else None
    return reply if reply is not None and session.check(decision, reply).legal else None


def _given(session: Session, decision: Decision, reply: Reply) -> bool:
    return not isinstance(session.submit(Answering(decision.id, decision.side, reply)), Refusal)


def _standing(state: State) -> int:
    """How many bases are on the table."""
    return sum(b.where == "table" for b in state.bases.values())


def _waiting(state: State) -> bool:
    """Whether any unit has nobody on the table yet."""
    bases = state.bases
    return any(not any(bases[b].where == "table" for b in u.bases if b in bases) for u in state.units.values())
