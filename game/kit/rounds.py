"""A battle in rounds: the set-up part by part, then round after round until the last one or until nobody is left.

For the systems of activations. What happens in a round, who begins it and what its end does are theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.declared import FrameOf
from game.engine.entries import SIDE, Arg, Entry, at, side_of
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import Text

ROUND = Arg("round", "number", "number of the round; the one being played unless told", least=1)


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many parts of the set-up are done, and the round to be played.

    ``due`` is set where the battle begins in the middle of that round: the side whose activation is next.
    """

    set_up: int = 0
    round: int = 1
    due: str = ""


class RoundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round, and the side whose activation is due ("" before the first); ``midway``: it has begun elsewhere."""

    round: int
    due: str = ""
    midway: bool = False


def round_of(state: State, args: Mapping[str, Any]) -> int:
    """The number of the round that an entry names, else of the one that is played, else 1."""
    return int(args.get("round", state.own.round or 1))


class Rounds:
    """The steps of a battle's frame after its first, and where play can begin in it.

    The battle's own part of the state tells ``round``, ``rounds`` and ``phase``.

    Parameters
    ----------
    battle, round
        The frames of the battle and of a round.
    phases
        What phases are called.
    setting_up, clause
        The phases of the set-up in their order, each with a frame of its name, and the clause that gives it.
    over
        Whether a battle ends with the round that has been played, its last or not.
    settle
        Ends the battle.
    due
        Whether there is anything to do in a part of the set-up.
    """

    def __init__(
        self,
        battle: FrameOf[BattleData, None],
        round: FrameOf[Any, None],
        phases: Mapping[str, Text],
        setting_up: Sequence[str],
        clause: str,
        over: Callable[[State], object],
        settle: Callable[[Run], None],
        due: Callable[[State, str], bool] = lambda view, phase: True,
    ) -> None:
        self.battle, self.round, self.phases = battle, round, phases
        self.setting_up, self.clause, self.over, self.settle, self.due = setting_up, clause, over, settle, due
        battle.also({"set_up": self._set_up, "next": self._next, "played": self._played})

    def phase_begins(self, run: Run, phase: str, *clauses: str, **fields: str) -> None:
        """A phase begins, and with it other fields of the battle change."""
        marks = changes.battle(run.state, phase=phase, **fields)
        run.emit("phase_begins", "flow", self.phases[phase], *marks, clauses=clauses, data={"phase": phase})

    def _set_up(self, run: Run, data: BattleData, got: Any) -> Outcome:
        """The next part of the set-up, or the first round."""
        if data.set_up >= len(self.setting_up):
            return Goto("next", data)
        phase, data = self.setting_up[data.set_up], replace(data, set_up=data.set_up + 1)
        if not self.due(run.state, phase):
            return Goto("set_up", data)
        self.phase_begins(run, phase, self.clause)
        return Call(f"{self.battle.name.partition('.')[0]}.{phase}", None, "set_up", data)

    def _next(self, run: Run, data: BattleData, got: Any) -> Outcome:
        begun = {"round": data.round, "due": data.due, "midway": bool(data.due)}
        return Call(self.round.name, begun, "played", replace(data, due=""))

    def _played(self, run: Run, data: BattleData, got: Any) -> Outcome:
        """After a round: the battle ends with the last one, or another follows."""
        if data.round >= run.state.own.rounds or self.over(run.state):
            self.settle(run)
            return Done()
        return Goto("next", replace(data, round=data.round + 1))

    def entries(self) -> dict[str, Entry]:
        """Where play can begin in the battle as a whole."""
        done = len(self.setting_up)
        return {
            "battle": Entry(
                lambda state, args: self.battle.at("next", BattleData(done, round_of(state, args))),
                (ROUND,),
                "The battle from the beginning of a round: ``round``.",
            ),
            "set_up": at(self.battle.name, "The whole set-up and the battle after it."),
            "activations": Entry(
                lambda state, args: self.battle.at(
                    "next", BattleData(done, round_of(state, args), side_of(state, args))
                ),
                (ROUND, SIDE),
                "A round goes on with an activation of ``side``, and the battle after it.",
            ),
        }
