"""The dice service: the only source of chance.

A seeded source is a counter and a hash, so that it gives the same faces on every machine and in every version of
Python. A scripted source gives what it was told and fails on an unasked or a left-over die. Typed dice are the
players' own and reach the game as answers to a decision of kind ``roll``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from game.engine.event import DiceRow
from game.engine.flow import Run
from game.engine.state import Luck
from game.engine.text import T, Text

Faces = tuple[tuple[int, ...], ...]


class ScriptError(Exception):
    """A script of dice does not fit what the rules ask for: which die, and what was asked.

    Attributes
    ----------
    text
        The sentence, to be translated.
    run
        What had happened up to there, where the dice were asked in the flow of a battle.
    """

    def __init__(self, text: Text | str) -> None:
        self.text = Text(text) if isinstance(text, str) else text
        self.run: Run | None = None
        super().__init__(self.text.key)


class DiceSource(Protocol):
    """Gives faces for rows of dice, and where the source has got to afterwards."""

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: Text | str) -> tuple[Faces, Luck]:
        """Throw the rows in order. ``why`` is for messages only."""
        ...


def _draw(seed: str, used: int, n: int) -> tuple[int, int]:
    """An unbiased number below ``n`` from the ``used``-th place of a seed's stream, and the next place."""
    while True:
        block = hashlib.blake2b(f"{seed}:{used}".encode(), digest_size=8).digest()
        used += 1
        value = int.from_bytes(block, "big")
        limit = (1 << 64) - (1 << 64) % n
        if value < limit:
            return value % n, used


class SeededDice:
    """Dice from the seed held in the state's luck."""

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: Text | str) -> tuple[Faces, Luck]:
        """See :class:`DiceSource`."""
        used = luck.used
        out: list[tuple[int, ...]] = []
        for row in rows:
            faces = []
            for _ in range(row.n):
                k, used = _draw(luck.seed, used, len(row.faces))
                faces.append(row.faces[k])
            out.append(tuple(faces))
        return tuple(out), replace(luck, used=used)


class ScriptedDice:
    """Dice as written: a flat list of faces in the order in which the rules ask for them.

    Parameters
    ----------
    script
        The faces. :meth:`left` tells what was not asked for.
    """

    def __init__(self, script: Sequence[int]) -> None:
        self.script = tuple(script)

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: Text | str) -> tuple[Faces, Luck]:
        """See :class:`DiceSource`. Raises ScriptError where the script ends or a face is none of the die's."""
        used = luck.used
        out: list[tuple[int, ...]] = []
        for row in rows:
            faces = self.script[used : used + row.n]
            if len(faces) < row.n:
                text = T(
                    "not enough dice: {n} needed, {left} of {all} left. Purpose: {why}",
                    n=sum(r.n for r in rows),
                    left=len(self.script) - luck.used,
                    all=len(self.script),
                    why=why,
                )
                raise ScriptError(text)
            bad = [f for f in faces if f not in row.faces]
            if bad:
                text = T(
                    "die {number} shows {face}, which the die does not have. Purpose: {why}",
                    number=used + faces.index(bad[0]) + 1,
                    face=bad[0],
                    why=why,
                )
                raise ScriptError(text)
            out.append(faces)
            used += row.n
        return tuple(out), replace(luck, used=used)

    def left(self, luck: Luck) -> tuple[int, ...]:
        """The faces of the script that nobody asked for."""
        return self.script[luck.used :]


def seed_hash(seed: str) -> str:
    """What a record shows of its seed before the end of the battle."""
    return hashlib.blake2b(f"tabula-belli seed {seed}".encode(), digest_size=16).hexdigest()
