"""A phase of a player turn that its side may end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from game.engine.decision import Answer, Decision, Exit, Reply
from game.engine.ruleset import Unforced
from game.engine.state import State
from game.engine.text import T

END = Exit("end_phase", T("End the phase"))


class PhaseQuestion(Unforced):
    """What a side does next in a phase that it may end: that is the least act, and always the first way out."""

    def default(self, view: State, decision: Decision) -> Reply:
        """To end the phase."""
        return Reply(exit=END.id)

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The end of the phase."""
        return (END,)


def or_end(answers: Iterable[Answer], limit: int) -> Iterable[Reply]:
    """Replies with some answers, as far as there is room, and with the end of the phase."""
    return islice(chain(islice(map(Reply, answers), max(limit - 1, 0)), (Reply(exit=END.id),)), limit)
