"""Charges that wait for the second pass: in which order they go on, from when, which are over (NAP-S41 (3), (4))."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.measures import moment


def paused(state: State) -> tuple[Tie, ...]:
    """Charges that go on: at their pause, held up by others, or after somebody who ran, in the order of time."""
    found = [t for t in facts.ties(state, facts.CHARGE) if not facts.charge(t).home]
    return tuple(sorted(found, key=lambda t: (waiting_since(state, t), waits(t), facts.charge(t).number)))


def waits(tie: Tie) -> bool:
    """Whether a charge was held up before it came to its pause."""
    return facts.charge(tie).pause is None and not facts.charge(tie).role


def waiting_since(state: State, tie: Tie) -> float:
    """The moment from which a charge goes on: its pause, or that at which another charge stopped its charger."""
    at = facts.charge(tie).pause
    if at is not None:
        return moment(at)
    if facts.charge(tie).role == "support":
        return 1.0
    others = [facts.charge(t).pause for t in facts.ties(state, facts.CHARGE) if tie.a in (t.a, t.b)]
    return min((moment(p) for p in others if p is not None), default=1.0)


def is_over(view: State, tie: Tie) -> bool:
    """Whether the charger was contacted, halted or made to go away before he came up to his target."""
    met = any(facts.charge(t).home == "home" for t in facts.ties(view, facts.CHARGE, tie.a))
    halted = any(facts.charge(t).home == "halt" for t in facts.charges_by(view, tie.a))
    return met or halted or facts.runs(view, tie.a)


def goes_along(run: Run, going: Sequence[Tie]) -> list[Tie]:
    """Charges of those who are charged, held up by that: they go on at the same time (NAP-SIM-05, NAP-S41 (4))."""
    struck = {t.b for t in going if not facts.charge(t).role} - {t.a for t in going}
    return [t for t in paused(run.state) if t.a in struck and waits(t) and not is_over(known(run.state), t)]
