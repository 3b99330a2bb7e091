"""Asking a general in tests: a situation at an entry, and what he says to the decision that comes first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from game.bots.seat import Choice, Seat
from game.engine.decision import Answer, Course, MoveAnswer
from game.engine.state import Luck, State, view
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.general.general import General
from rulesets.warmaster_ancients.general.temper import STEADY, Temper
from tests.rules.warmaster_ancients.blows_play import run
from tests.rules.warmaster_ancients.flow_play import Play
from tests.rules.warmaster_ancients.table import Row, unit


class Exam:
    """A decision before a general, and his answer."""

    def __init__(self, play: Play, temper: Temper = STEADY) -> None:
        self.play = play
        self.decision = play.decision
        self.seat = Seat(RULESET, view(play.state, self.decision.side), self.decision, Random(1))
        self.choice: Choice = General(temper).choose(self.seat)

    @property
    def answer(self) -> Answer | None:
        return self.choice.reply.answer

    @property
    def exit(self) -> str:
        return self.choice.reply.exit

    @property
    def why(self) -> str:
        """The pattern of the sentence that says why."""
        assert self.choice.why is not None
        return self.choice.why.key

    @property
    def legal(self) -> bool:
        return self.seat.check(self.choice.reply).legal

    @property
    def move(self) -> tuple[str, str, str]:
        """Subject, mode and mark of a move."""
        assert isinstance(self.answer, MoveAnswer)
        return self.answer.subject, self.answer.mode, self.answer.mark

    @property
    def ends(self) -> dict[str, Pose]:
        """Where the stands would be."""
        return {g.base: g.pose for g in self.seat.check(self.choice.reply).ghosts}

    def after(self) -> State:
        """The same table with the stands where the answer puts them."""
        return self.play.state.with_poses(self.ends)


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
