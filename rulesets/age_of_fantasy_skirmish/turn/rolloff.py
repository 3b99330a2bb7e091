"""Roll-offs: one die a side, the higher wins, ties are thrown again (AFS-S17)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import other_sides
from game.engine.text import T, Text


class RollOffData(msgspec.Struct, frozen=True):
    """What is rolled off for, a sentence, and its clause. The result is the side that has won."""

    why: Text
    clause: str


def d3(face: int) -> int:
    """Half a six-sided die rounded up (AFS-S17).

    >>> d3(1), d3(2), d3(5)
    (1, 1, 3)
    """
    return (face + 1) // 2


def _begin(run: Run, data: RollOffData, got: Any) -> Outcome:
    rows = tuple(ev.DiceRow(side, 1) for side in run.state.sides)
    return Roll(ev.Request(rows, data.why, data.clause), "rolled", data)


def _rolled(run: Run, data: RollOffData, got: ev.Rolled) -> Outcome:
    sides = tuple(run.state.sides)
    first, second = got.faces[0][0], got.faces[1][0]
    if first == second:
        run.emit("tied", "flow", T("A tie: both roll again"), clauses=("AFS-S17",))
        return Goto("begin", data)
    return Done(sides[0] if first > second else other_sides(run.state, sides[0])[0])


FRAMES: dict[str, type | None] = {"afs.rolloff": RollOffData}

STEPS = {("afs.rolloff", "begin"): _begin, ("afs.rolloff", "rolled"): _rolled}
