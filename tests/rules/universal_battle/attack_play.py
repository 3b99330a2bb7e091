"""A frame of the attack or of nerve, called as another frame would call it: what it gives, and what has happened."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.declared import FrameOf
from game.engine.dice import ScriptedDice
from game.engine.flow import Call, Done, Outcome, Run, StepFn
from game.engine.session import Session
from game.engine.state import Luck, State
from rulesets.universal_battle.attack.arms import Attack, blows, ram, shots
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import META, MODULES, OWN, Universal
from tests.rules.universal_battle.table import Play


class Caller(msgspec.Struct, frozen=True):
    """What is called."""

    frame: str
    args: Any


CALLER = FrameOf("test.caller", Caller)
_GIVEN: list[Any] = []


@CALLER.step
def _begin(run: Run, data: Caller, got: object) -> Outcome:
    return Call(data.frame, data.args, "kept")


@CALLER.step
def _kept(run: Run, data: Caller, got: Any) -> Outcome:
    _GIVEN.append(got)
    return Done()


class Called(Play):
    """A called frame; ``fakes`` stand for steps of other chapters."""

    def __init__(self, state: State, frame: FrameOf[Any, Any], args: Any, *dice: int, **fakes: StepFn) -> None:
        _GIVEN.clear()
        ruleset = Universal(META, (*MODULES, sys.modules[__name__]), OWN, setup=None, positions=None)
        ruleset.steps = {**ruleset.steps, **{(f"usb.{name}", "begin"): fn for name, fn in fakes.items()}}
        ruleset.frames = {**ruleset.frames, **dict.fromkeys(f"usb.{name}" for name in fakes)}
        state = replace(state, luck=Luck("scripted"), stack=(), pending=None)
        self.dice = ScriptedDice(list(dice))
        self.session = Session.from_state(ruleset, state, CALLER.at(data=Caller(frame.name, args)), self.dice)

    def give(self) -> Any:
        """Defaults until the end: what the frame has given. No die may be left."""
        self.to_end()
        luck = self.state.luck
        assert luck is not None
        assert self.dice.left(luck) == ()
        (given,) = _GIVEN
        return given

    def told(self, kind: str) -> list[Mapping[str, Any]]:
        """Data of the events of a type."""
        return [e.data for e in self.events if e.type == kind]

    def needs(self) -> list[int | None]:
        """What the dice of each throw had to show."""
        return [e.request.need for e in self.events if e.request is not None]


def models(state: State, unit: str) -> tuple[str, ...]:
    """All models of an activation."""
    return tuple(b.id for b in facts.models(state, unit))


def shot(state: State, unit: str, target: str, inches: float = 1.0, **more: Any) -> Attack:
    """All of an activation shoot, from so far."""
    return Attack(unit, target, "shot", shots(state, models(state, unit), inch(inches)), **more)


def blow(state: State, unit: str, target: str, **more: Any) -> Attack:
    """All of an activation strike."""
    return Attack(unit, target, "blow", blows(state, models(state, unit)), **more)


def charge(state: State, unit: str, target: str, **more: Any) -> Attack:
    """All of an activation strike as chargers."""
    return blow(state, unit, target, charging=True, autos=ram(state, unit), **more)


def lost(state: State, unit: str) -> list[int]:
    """Standfast of the models of an activation that are left, in their order."""
    return [facts.standfast(b) for b in facts.left(state, unit)]
