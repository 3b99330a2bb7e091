"""Asking a general in tests: a situation at an entry, and what he says to the decision that comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.decision import Answer, Course, MoveAnswer
from game.engine.state import Luck, State
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.general.general import General
from rulesets.warmaster_ancients.general.plan import STEADY, Temper
from tests.rules.exams import Examined
from tests.rules.warmaster_ancients.blows_play import run
from tests.rules.warmaster_ancients.flow_play import Play
from tests.rules.warmaster_ancients.table import Row, unit


class Exam(Examined):
    """A decision before a general, and his answer."""

    def __init__(self, play: Play, temper: Temper = STEADY) -> None:
        super().__init__(RULESET, play, General(temper), play.decision)


def exam(
    state: State, entry: str, dice: Sequence[int] = (), until: str = "", temper: Temper = STEADY, **args: Any
) -> Exam:
    """Ask a general what he does at an entry, or at the first question ``until`` after it."""
    fresh = replace(state, luck=Luck("scripted"), stack=(), pending=None)
    play = Play(fresh, entry, dice, **args)
    if until:
        run(play, until)
        assert play.asked_for == until
    return Exam(play, temper)


def armies(*but: str) -> tuple[Row, ...]:
    """Two armies at their ends of the table, far from the middle, so that no unit is the one that breaks its side."""
    rows: list[Row] = []
    for k in range(8):
        rows.append(unit(f"LEG-{k + 2}", at=(12.0 + 20.0 * k, 4.0), facing="N"))
        rows.append(unit(f"LIB-{k + 2}", at=(12.0 + 20.0 * k, 116.0), facing="S"))
    return tuple(r for r in rows if r["id"] not in but)


def courses(answer: Answer | None) -> tuple[Course, ...]:
    """The courses of a move."""
    assert isinstance(answer, MoveAnswer)
    return answer.courses
