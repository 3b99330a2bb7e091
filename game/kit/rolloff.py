"""A roll-off: a die each, thrown again as long as they tie.

For all three systems. What it is thrown for, its clauses, and what the higher or the lower die is good for, are theirs.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Roll, Run
from game.engine.text import T, Text

ROLL_OFF = "kit.rolloff"


class RollOff(msgspec.Struct, frozen=True):
    """What is rolled off for, a sentence, its clause, and the clause by which ties are thrown again."""

    why: Text
    clause: str
    tie: str


ROLLOFF = FrameOf("kit.rolloff", RollOff)


def roll_off(why: Text, clause: str, then: str, data: object = None, tie: str = "") -> Call:
    """Let the sides roll off; the step ``then`` gets what each side has thrown.

    Parameters
    ----------
    clause
        That asks for it.
    data
        The calling frame's own from now on.
    tie
        The clause by which ties are thrown again, where that is another.
    """
    return Call(ROLL_OFF, RollOff(why, clause, tie or clause), then, data)


def higher(thrown: Mapping[str, int]) -> str:
    """The side that has thrown more.

    >>> higher({"south": 2, "north": 5})
    'north'
    """
    return max(thrown, key=lambda side: thrown[side])


def lower(thrown: Mapping[str, int]) -> str:
    """The side that has thrown less.

    >>> lower({"south": 2, "north": 5})
    'south'
    """
    return min(thrown, key=lambda side: thrown[side])


@ROLLOFF.step
def _begin(run: Run, data: RollOff, got: object) -> Outcome:
    return Roll(ev.Request(tuple(ev.DiceRow(side, 1) for side in run.state.sides), data.why, data.clause), "rolled")


@ROLLOFF.step
def _rolled(run: Run, data: RollOff, got: ev.Rolled) -> Outcome:
    thrown = {side: faces[0] for side, faces in zip(run.state.sides, got.faces, strict=True)}
    if len(set(thrown.values())) == len(thrown):
        return Done(thrown)
    run.emit("tied", "flow", T("A tie: both roll again"), clauses=(data.tie,))
    return Goto("begin")
