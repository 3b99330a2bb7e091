"""Melees played from their contact on: steps 12 to 16 as one frame, with fixed dice."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.declared import FrameOf
from game.engine.dice import ScriptedDice
from game.engine.flow import Call, Done, Outcome, Run
from game.engine.session import Session
from game.engine.state import Luck, State, Tie
from game.engine.system import System
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import ChargeOwn, MeleeOwn
from rulesets.napoleonic_wars.system import META, MODULES, OWN
from tests.rules.napoleonic_wars.play import Called

FRAMES = ("nap.contact", "nap.impact", "nap.melee", "nap.melee_reaction")


class Steps(msgspec.Struct, frozen=True, omit_defaults=True):
    """The frames still to be called."""

    left: tuple[str, ...] = FRAMES


STEPS = FrameOf("test.melee", Steps)


@STEPS.step
def _begin(run: Run, data: Steps, got: object) -> Outcome:
    if not data.left:
        return Done()
    return Call(data.left[0], {}, "begin", Steps(data.left[1:]))


class Fought(Called):
    """Steps 12 to 16 of a move, or some of them."""

    def __init__(self, state: State, *dice: int, frames: Sequence[str] = FRAMES) -> None:
        ruleset = System(META, (*MODULES, sys.modules[__name__]), OWN, setup=None, positions=None)
        state = replace(state, luck=Luck("scripted"), stack=(), pending=None)
        self.dice = ScriptedDice(list(dice))
        self.session = Session.from_state(ruleset, state, STEPS.at(data=Steps(tuple(frames))), self.dice)

    def end(self) -> State:
        """Defaults until the end; no die may be left."""
        self.to_end()
        luck = self.state.luck
        assert luck is not None
        assert self.dice.left(luck) == ()
        return self.state

    def strikes(self) -> dict[str, tuple[int, int, int]]:
        """Who struck with how many figures, at what factor, to what effect."""
        out = {}
        for event in self.events:
            if event.type == "strikes":
                out[event.about[0]] = (event.data["figures"], event.data["factor"], event.data["men"])
        return out

    def score(self) -> list[Any]:
        """The results of melee reactions."""
        return [d["result"] for d in self.told("melee_reaction")]


def charge(a: str, b: str, kind: str = "charge", **own: Any) -> Tie:
    """A charge that has struck home."""
    return Tie(f"{kind}:{a}:{b}", kind, a, b, ChargeOwn(**{"home": "home", "answer": "stand", **own}))


def melee(a: str, b: str, kind: str = "melee", **own: Any) -> Tie:
    """A melee that goes on, a round fought."""
    return Tie(f"{kind}:{a}:{b}", kind, a, b, MeleeOwn(**{"rounds": 1, **own}))


def tie(state: State, a: str, b: str) -> MeleeOwn | None:
    """What is kept of the melee of two bodies."""
    found = [t for t in facts.melees(state, a) if b in (t.a, t.b)]
    return facts.melee(found[0]) if found else None
