"""Frames of the chapter on fire, called as another frame would call them, with scripted dice and answers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Answer, Decision, OptionAnswer, Reply
from game.engine.declared import FrameOf
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.flow import Call, Done, Outcome, Run
from game.engine.session import Session
from game.engine.state import Luck, State, Tie
from game.engine.system import System
from rulesets.napoleonic_wars.deploy import positions, setup
from rulesets.napoleonic_wars.fire import at_once, fire, losses, works
from rulesets.napoleonic_wars.own import BodyOwn, ChargeOwn, Leg, Track
from rulesets.napoleonic_wars.system import META, OWN
from tests.rules.napoleonic_wars.table import of


class Caller(msgspec.Struct, frozen=True):
    """What is called."""

    frame: str
    args: Any = None


CALLER = FrameOf("test.caller", Caller)


@CALLER.step
def _begin(run: Run, data: Caller, got: object) -> Outcome:
    return Call(data.frame, data.args, "kept")


@CALLER.step
def _kept(run: Run, data: Caller, got: Any) -> Outcome:
    return Done()


class Played:
    """A called frame, played with scripted dice."""

    def __init__(self, state: State, dice: Sequence[int] = (), frame: str = "nap.fire", args: Any = None) -> None:
        modules = (fire, at_once, losses, works, sys.modules[__name__])
        ruleset = System(META, modules, OWN, setup=setup.SETUP, positions=positions)
        state = replace(state, luck=Luck("scripted"), stack=(), pending=None)
        self.dice = ScriptedDice(list(dice))
        self.session = Session.from_state(ruleset, state, CALLER.at(data=Caller(frame, args)), self.dice)

    @property
    def state(self) -> State:
        """As things stand."""
        return self.session.state

    @property
    def events(self) -> list[Event]:
        """All that has happened."""
        return [e for line in self.session.lines for e in line.events]

    @property
    def asked(self) -> Sequence[Decision]:
        """What is waited for."""
        return self.session.waiting

    def of(self, body: str) -> BodyOwn:
        """A body's own part."""
        return of(self.state, body)

    def men(self, body: str) -> int:
        """The casualties in men that fire cost a body in all."""
        return sum(h.men for h in self.of(body).fire.hits)

    def choices(self, side: str) -> dict[str, tuple[str, ...]]:
        """What a side is asked: by part what may be chosen, the usual one first."""
        decision = next(d for d in self.asked if d.side == side)
        space: Any = self.session.asked(decision).space
        return {part: tuple(c.id for c in choices) for part, choices in space.parts.items()}

    def answer(self, side: str = "", **parts: str) -> Played:
        """Answer a side's question: what is told by part ("G1_howitzers"), the usual for the rest."""
        decision = next(d for d in self.asked if side in ("", d.side))
        usual = self.session.default(decision).answer
        assert isinstance(usual, OptionAnswer)
        told = {key.replace("_", " "): value for key, value in parts.items()}
        return self._submit(decision, OptionAnswer({**usual.parts, **told}))

    def to_end(self) -> Played:
        """Take defaults until nothing is asked; no die may be left."""
        while self.asked:
            decision = self.asked[0]
            got = self.session.submit(cmd.Answering(decision.id, decision.side, self.session.default(decision)))
            assert not isinstance(got, cmd.Refusal), got.text
        assert self.state.luck is not None
        assert not self.dice.left(self.state.luck), "dice left"
        return self

    def _submit(self, decision: Decision, answer: Answer) -> Played:
        got = self.session.submit(cmd.Answering(decision.id, decision.side, Reply(answer)))
        assert not isinstance(got, cmd.Refusal), got.text
        return self


def charge(a: str, b: str, gap: float, pause: float, kind: str = "charge", **own: Any) -> Tie:
    """A charge that has come to its pause, so many cm from its target."""
    told = ChargeOwn(**{"answer": "stand", "pause": pause, "gap": gap * 10.0, "pause_at": gap * 10.0, **own})
    return Tie(f"{a}>{b}", kind, a, b, told)


def went(state: State, body: str, *legs: tuple[float, float, str], back: tuple[float, float] = (0.0, 0.0)) -> State:
    """The state with a body that came to where it stands: what it did when; ``back``: from how far off (cm)."""
    bases = tuple(b for b in state.bases_of(body) if b.pose is not None)
    here = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in bases if b.pose)
    there = tuple((x - back[0] * 10.0, y - back[1] * 10.0, f) for x, y, f in here)
    marching = [k for k, (_, _, what) in enumerate(legs) if what == "advance"]
    made = []
    for k, (start, end, what) in enumerate(legs):
        gone = any(m < k for m in marching)
        first = here if gone or not marching else there
        made.append(Leg(start, end, first, here if k in marching or gone or not marching else there, what=what))
    own = replace(state.own, tracks={**state.own.tracks, body: Track(tuple(b.id for b in bases), tuple(made))})
    return replace(state, own=own)
