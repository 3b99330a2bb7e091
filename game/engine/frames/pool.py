"""``engine.pool``: throw, re-roll what must be re-rolled, let the sides re-roll what they may, give the result.

Every die is re-rolled once at most, whoever asks for it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine.decision import AllocateAnswer, Reply
from game.engine.declared import FrameOf
from game.engine.event import DiceRow, Request, Rolled
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Roll, Run
from game.engine.text import T


class PoolData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pool of dice on its way.

    Attributes
    ----------
    request
        What is thrown.
    compulsory
        Faces that must be thrown again once.
    offers
        Questions of kind "allocate" asked in turn after the throw; each names dice by boxes "row.index" (from 0) that
        are thrown again. Their ``args`` receive the faces as ``faces`` and the dice already thrown twice as ``spent``.
    faces, spent, accepted
        How things stand: ``accepted`` are the names of the questions by which dice were thrown again.
    ledger
        The result is all of this in the end, not the faces alone.
    """

    request: Request
    compulsory: tuple[int, ...] = ()
    offers: tuple[Question, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    spent: tuple[str, ...] = ()
    asked: int = 0
    again: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    ledger: bool = False


POOL = FrameOf("engine.pool", PoolData)


@POOL.step
def begin(run: Run, data: PoolData, got: object) -> Outcome:
    """Throw the pool."""
    return Roll(data.request, "thrown")


@POOL.step
def thrown(run: Run, data: PoolData, got: Rolled) -> Outcome:
    """Re-roll the compulsory faces, if there are any."""
    data = replace(data, faces=got.faces)
    again = tuple(
        f"{r}.{i}" for r, row in enumerate(got.faces) for i, face in enumerate(row) if face in data.compulsory
    )
    if again:
        return _again(data, again, "offer")
    return Goto("offer", data)


def _again(data: PoolData, again: tuple[str, ...], then: str) -> Outcome:
    rows = []
    for key in again:
        row = data.request.rows[int(key.partition(".")[0])]
        rows.append(DiceRow(row.side, 1, row.faces, row.label))
    request = replace(data.request, rows=tuple(rows), why=T("{what}: again", what=data.request.why))
    return Roll(request, then, replace(data, again=again, spent=(*data.spent, *again)))


def _merge(data: PoolData, got: Rolled | None) -> PoolData:
    """Put the dice thrown again in the places of the old ones."""
    if not isinstance(got, Rolled) or not data.again:
        return data
    faces = [list(row) for row in data.faces]
    for key, (face,) in zip(data.again, got.faces, strict=True):
        r, _, i = key.partition(".")
        faces[int(r)][int(i)] = face
    return replace(data, faces=tuple(map(tuple, faces)), again=())


@POOL.step
def offer(run: Run, data: PoolData, got: Rolled | None) -> Outcome:
    """Ask the next side that may re-roll."""
    data = _merge(data, got)
    if data.asked >= len(data.offers):
        return Done(data if data.ledger else Rolled(data.faces))
    question = data.offers[data.asked]
    args = {**question.args, "faces": [list(f) for f in data.faces], "spent": list(data.spent)}
    return Ask((replace(question, args=args),), "offered", replace(data, asked=data.asked + 1))


@POOL.step
def offered(run: Run, data: PoolData, got: Reply) -> Outcome:
    """Throw the named dice again."""
    if isinstance(got.answer, AllocateAnswer):
        again = tuple(k for k, n in got.answer.boxes.items() if n and k not in data.spent)
        if again:
            data = replace(data, accepted=(*data.accepted, data.offers[data.asked - 1].name))
            return _again(data, again, "offer")
    return Goto("offer", data)
