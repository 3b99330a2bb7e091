"""What the dice of each side did, by kind of roll: thrown, expected, and how lucky that is, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from game.engine.event import D6, Event, Request, Rolled
from game.engine.odds import Spread


@dataclass
class Kind:
    """Rolls of one kind: the same sentence of the rules asked for them.

    Attributes
    ----------
    why, clause
        The pattern of the sentence and the clause that asks.
    rolls, dice
        How often it was rolled, and how many dice in all.
    chances
        For every die (or, where the sum counts, for every roll) that had to reach something its chance to do so, and
        how many had that chance.
    got
        How many of these did.
    plain
        The distribution of the sum of the dice that had nothing to reach.
    total
        Their sum.
    """

    why: str
    clause: str
    rolls: int = 0
    dice: int = 0
    chances: dict[float, int] = field(default_factory=dict)
    got: int = 0
    plain: Spread = field(default_factory=lambda: Spread.certain(0))
    total: int = 0

    @property
    def tries(self) -> int:
        """How many dice or rolls had something to reach."""
        return sum(self.chances.values())

    @property
    def hoped(self) -> float:
        """How many of them were to be expected to reach it."""
        return sum(p * n for p, n in self.chances.items())

    @property
    def spread(self) -> Spread:
        """The exact distribution of how many reach it."""
        out = Spread.certain(0)
        for p, n in self.chances.items():
            out = out + Spread.of({0: 1.0 - p, 1: p}).power(n)
        return out

    def add(self, chance: float, got: bool) -> None:
        """One more that had something to reach."""
        p = round(chance, 12)
        self.chances[p] = self.chances.get(p, 0) + 1
        self.got += got


@dataclass
class Luck:
    """The dice of one side.

    Attributes
    ----------
    faces
        How often each face of a six-sided die was thrown.
    kinds
        By (pattern, clause), in the order in which they came up.
    """

    faces: dict[int, int] = field(default_factory=lambda: dict.fromkeys(D6, 0))
    kinds: dict[tuple[str, str], Kind] = field(default_factory=dict)

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(k.dice for k in self.kinds.values())

    @property
    def mean(self) -> float:
        """The mean face of the six-sided dice."""
        n = sum(self.faces.values())
        return sum(f * k for f, k in self.faces.items()) / n if n else 0.0

    @property
    def all(self) -> Kind:
        """Everything that had something to reach, together."""
        out = Kind("", "")
        for kind in self.kinds.values():
            out.rolls, out.dice, out.got = out.rolls + kind.rolls, out.dice + kind.dice, out.got + kind.got
            for p, n in kind.chances.items():
                out.chances[p] = out.chances.get(p, 0) + n
        return out

    def kind(self, request: Request) -> Kind:
        """The kind that a request is of."""
        key = (request.why.key, request.clause)
        return self.kinds.setdefault(key, Kind(*key))


def share_below(spread: Spread, value: int) -> float:
    """Which share of all outcomes is worse, those that are just as good counted half: 0.5 is neither good nor bad luck.

    >>> share_below(Spread.of({0: 0.25, 1: 0.5, 2: 0.25}), 1)
    0.5
    """
    below = 1.0 - spread.at_least(value)
    return min(1.0, max(0.0, below + spread.chance(value) / 2))


def luck_of(events: Iterable[Event], sides: Iterable[str]) -> dict[str, Luck]:
    """The dice of every side, from the events of a battle."""
    out = {side: Luck() for side in sides}
    for event in events:
        if event.request is not None and event.rolled is not None:
            _count(event.request, event.rolled, out)
    return out


def _count(request: Request, rolled: Rolled, out: dict[str, Luck]) -> None:
    rows = [(r, f) for r, f in zip(request.rows, rolled.faces, strict=False) if f]
    told = set()
    for row, faces in rows:
        luck = out.get(row.side)
        if luck is None:
            continue
        kind = luck.kind(request)
        kind.rolls += row.side not in told
        told.add(row.side)
        kind.dice += len(faces)
        if set(row.faces) == set(D6) and len(row.faces) == 6:
            for face in faces:
                luck.faces[face] += 1
        if request.need is not None and request.compare == "at_least":
            chance = sum(f >= request.need for f in row.faces) / len(row.faces)
            for face in faces:
                kind.add(chance, face >= request.need)
        elif request.need is None or not request.compare:
            kind.plain = kind.plain + _one(row.faces).power(len(faces))
            kind.total += sum(faces)
    if request.need is not None and request.compare in ("at_most_sum", "at_least_sum") and rows:
        luck = out.get(rows[0][0].side)
        if luck is None:
            return
        spread = Spread.certain(0)
        for row, faces in rows:
            spread = spread + _one(row.faces).power(len(faces))
        if request.compare == "at_most_sum":
            luck.kind(request).add(spread.at_most(request.need), rolled.total <= request.need)
        else:
            luck.kind(request).add(spread.at_least(request.need), rolled.total >= request.need)


def _one(faces: tuple[int, ...]) -> Spread:
    """The distribution of one die."""
    return Spread.of({f: faces.count(f) / len(faces) for f in faces})


Sees = Callable[[Event], bool]
"""Whether an event may be told to the one who looks."""
