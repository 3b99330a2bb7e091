"""Asking a general in tests: a situation at an entry, and what he says to the decision that comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.state import State
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.general.general import General
from rulesets.age_of_fantasy_skirmish.general.worth import STEADY, Temper
from tests.rules.age_of_fantasy_skirmish.flow_play import Play
from tests.rules.exams import Examined


class Exam(Examined):
    """A decision before a general, and his answer."""

    def __init__(self, play: Play, temper: Temper = STEADY, side: str = "") -> None:
        decision = next(d for d in play.session.waiting if side in ("", d.side))
        super().__init__(RULESET, play, General(temper), decision)
        assert self.legal


def exam(
    state: State,
    entry: str,
    dice: Sequence[int] = (),
    until: str = "",
    temper: Temper = STEADY,
    side: str = "",
    **args: Any,
) -> Exam:
    """Ask a general what he does at an entry, or at the first question ``until`` after it."""
    play = Play(state, entry, dice, **args)
    if until:
        play.until(until)
    assert until in ("", play.asked_for)
    return Exam(play, temper, side)
