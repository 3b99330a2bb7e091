"""Playing tests and shooting: a frame with scripted dice, answers, what came of it; troops of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from game.engine.decision import Aim, TargetsAnswer
from game.engine.dice import ScriptedDice
from game.engine.event import SetField
from game.engine.flow import Done
from game.engine.loop import Loop as Run
from game.engine.state import Frame, State
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import Profile, profiles
from rulesets.ancient_battles.system import RULESET
from tests.rules.ancient_battles.table import Row, unit
from tests.rules.playing import Playing

STATS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")


def recruit(monkeypatch: Any, code: str, like: str, **changes: Any) -> str:
    """Troops like others, with some fields of their row or profile changed, for the time of a test."""
    row = profiles()[like].row
    stats = {k: changes.pop(k) for k in list(changes) if k in STATS}
    row = replace(row, code=code, profile=replace(row.profile, **stats), **changes)
    monkeypatch.setitem(profiles(), code, Profile(row, profiles()[like].army, data_files.arms()[row.arm]))
    return code


class Play(Playing):
    """A frame that is being played."""

    def __init__(self, state: State, name: str, data: Any = None, dice: Sequence[int] = ()) -> None:
        super().__init__(RULESET, state, Frame(name, data=data), dice)

    def count(self, unit_id: str) -> int:
        return len(self.state.bases_of(unit_id))

    def to_question(self, name: str) -> None:
        """Defaults until a question is asked."""
        while self.asked_for != name:
            self.default()

    def to_end(self) -> Play:
        """Defaults to the end; every die must have been asked for."""
        while self.session.waiting:
            self.default()
        assert self.left() == ()
        return self

    def shown(self) -> list[tuple[int, ...]]:
        """The faces of every throw, in order."""
        return [e.rolled.faces[0] for e in self.of("rolled") if e.rolled]

    def tested(self) -> list[tuple[str, str, bool, int]]:
        """Tests in order: unit, kind, passed, need."""
        return [
            (e.data["unit"], e.data["test"], e.type == "test_passed", e.data["need"])
            for e in self.events
            if e.type in ("test_passed", "test_failed")
        ]


def runner(state: State) -> Run:
    """A run of the flow, for what is done at once."""
    return Run(state, RULESET, ScriptedDice(()))


def aims(*told: tuple[str, str, str]) -> TargetsAnswer:
    """Aims as (unit, means, target)."""
    return TargetsAnswer(tuple(Aim(*t) for t in told))


def row_of(unit_id: str, at: tuple[float, float], n: int, step: float = 1.2, **more: Any) -> Row:
    """Skirmishers in a row, eastward from the centre of the first base."""
    return unit(unit_id, poses=[(at[0] + k * step, at[1]) for k in range(n)], models=n, **more)


@pytest.fixture
def flights(monkeypatch: Any) -> list[dict[str, Any]]:
    """Flights are noted and not run: who, why, away from whom."""
    told: list[dict[str, Any]] = []

    def flee(run: Run, data: Any, got: Any) -> Done:
        plain = to_builtins(data)
        told.append({k: plain.get(k, "") for k in ("unit", "cause", "away")})
        run.emit("fled", "move", None, SetField("unit", plain["unit"], "own.fleeing", True))
        return Done({"gone": False, "inches": 0})

    monkeypatch.setitem(RULESET.steps, ("wab.flee", "begin"), flee)
    monkeypatch.setitem(RULESET.frames, "wab.flee", None)
    return told
