"""Rolls specified as data, and their exact odds.

A :class:`Die` says what each of its faces yields; a :class:`Pool` throws some of them and feeds what they yield into
further dice (hits into armour). :func:`resolve` reads a spec with the faces that fell, :func:`spread` reads the same
spec for its distribution: the odds shown to a player are the rules that will be applied.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from game.engine.event import D6


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a whole number: ``chances[i]`` is the probability of ``low + i``.

    >>> two = Spread.of({1: 0.5, 2: 0.5}) + Spread.certain(3)
    >>> two.mean, two.at_least(5), dict(two.items())
    (4.5, 0.5, {4: 0.5, 5: 0.5})
    """

    low: int
    chances: tuple[float, ...]

    @classmethod
    def of(cls, weights: Mapping[int, float]) -> Spread:
        """Make one from value -> probability. Raises ValueError where there is nothing."""
        if not weights:
            raise ValueError("a distribution needs a value")
        low, high = min(weights), max(weights)
        return cls(low, tuple(float(weights.get(v, 0.0)) for v in range(low, high + 1)))

    @classmethod
    def certain(cls, value: int) -> Spread:
        """Make one that is always ``value``."""
        return cls(value, (1.0,))

    @property
    def high(self) -> int:
        """The greatest value."""
        return self.low + len(self.chances) - 1

    @property
    def mean(self) -> float:
        """The expected value."""
        return math.fsum(v * p for v, p in self.items())

    def items(self) -> Iterator[tuple[int, float]]:
        """Yield value and probability, ascending; impossible values are left out."""
        for i, p in enumerate(self.chances):
            if p > 0.0:
                yield self.low + i, p

    def chance(self, value: int) -> float:
        """Probability of exactly ``value``."""
        i = value - self.low
        return self.chances[i] if 0 <= i < len(self.chances) else 0.0

    def at_least(self, value: int) -> float:
        """Probability of ``value`` or more."""
        return math.fsum(self.chances[max(0, value - self.low) :])

    def at_most(self, value: int) -> float:
        """Probability of ``value`` or less."""
        return math.fsum(self.chances[: max(0, value - self.low + 1)])

    def __add__(self, other: Spread) -> Spread:
        """Sum of two independent numbers."""
        if len(self.chances) == 1 and self.chances[0] == 1.0:
            return Spread(self.low + other.low, other.chances)
        if len(other.chances) == 1 and other.chances[0] == 1.0:
            return Spread(self.low + other.low, self.chances)
        return Spread(self.low + other.low, tuple(np.convolve(self.chances, other.chances).tolist()))

    def __neg__(self) -> Spread:
        """The number with its sign turned."""
        return Spread(-self.high, self.chances[::-1])

    def __sub__(self, other: Spread) -> Spread:
        """Difference of two independent numbers."""
        return self + -other

    def power(self, n: int) -> Spread:
        """Sum of ``n`` independent numbers like this one.

        >>> Spread.of({0: 0.5, 1: 0.5}).power(2).chances
        (0.25, 0.5, 0.25)
        """
        total, square = Spread.certain(0), self
        while n > 0:
            if n & 1:
                total = total + square
            n >>= 1
            if n:
                square = square + square
        return total

    def map(self, value_of: Callable[[int], int]) -> Spread:
        """Distribution of a function of the number.

        >>> Spread(0, (0.25, 0.25, 0.25, 0.25)).map(lambda n: n // 2).chances
        (0.5, 0.5)
        """
        out: dict[int, float] = {}
        for v, p in self.items():
            key = value_of(v)
            out[key] = out.get(key, 0.0) + p
        return Spread.of(out)

    def capped(self, most: int) -> Spread:
        """Distribution of the number or ``most``, whichever is less."""
        return self if self.high <= most else self.map(lambda v: min(v, most))

    def mix(self, spread_of: Callable[[int], Spread]) -> Spread:
        """Distribution of a number drawn from ``spread_of(v)`` once this one has given v.

        >>> Spread.of({0: 0.5, 1: 0.5}).mix(lambda n: Spread.certain(6 * n)).mean
        3.0
        """
        out: dict[int, float] = {}
        for v, p in self.items():
            for w, q in spread_of(v).items():
                out[w] = out.get(w, 0.0) + p * q
        return Spread.of(out)

    def as_dict(self, least: float = 0.0) -> dict[int, float]:
        """Value -> probability, leaving out what is less likely than ``least``."""
        return {v: p for v, p in self.items() if p >= least}


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die and what it yields.

    Attributes
    ----------
    faces
        Its faces.
    need
        The least face that succeeds; None where the die yields its own face.
    success, miss
        What a success and a miss yield: an armour die that cancels hits has 0 and 1.
    always, never
        Natural faces that succeed, or miss, whatever is needed.
    extra
        (face, further yield): sixes that count double.
    again
        Faces thrown again, once; the second face stands.
    """

    faces: tuple[int, ...] = D6
    need: int | None = None
    success: int = 1
    miss: int = 0
    always: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    extra: tuple[tuple[int, int], ...] = ()
    again: tuple[int, ...] = ()

    def succeeds(self, face: int) -> bool:
        """Whether a face is a success. Dice without a need have none."""
        if self.need is None or face in self.never:
            return False
        return face in self.always or face >= self.need

    def yields(self, face: int) -> int:
        """What a face yields.

        >>> Die(need=5).yields(5), Die(need=5).yields(4), Die().yields(4)
        (1, 0, 4)
        """
        more = sum(n for f, n in self.extra if f == face)
        if self.need is None:
            return face + more
        return (self.success if self.succeeds(face) else self.miss) + more


class Pool(msgspec.Struct, frozen=True, omit_defaults=True):
    """``n`` like dice; each point that they yield is thrown again as a die of ``then[0]``, and so on."""

    n: int
    die: Die
    then: tuple[Die, ...] = ()


def thrown_again(die: Die, faces: Iterable[int]) -> int:
    """How many of these faces are thrown again."""
    return sum(f in die.again for f in faces)


def resolve(die: Die, faces: Sequence[int], second: Sequence[int] = ()) -> int:
    """What fallen dice yield together.

    Parameters
    ----------
    faces
        The faces that fell first.
    second
        Faces of the dice thrown again, as many as :func:`thrown_again` counts.

    Raises
    ------
    ValueError
        If a face is none of the die's, or too many or too few dice were thrown again.

    >>> resolve(Die(need=4), [4, 3, 6]), resolve(Die(need=5, success=0, miss=1), [5, 4, 2])
    (2, 2)
    """
    bad = [f for f in (*faces, *second) if f not in die.faces]
    if bad:
        raise ValueError(f"{bad[0]} is no face of this die")
    if thrown_again(die, faces) != len(second):
        raise ValueError(f"{thrown_again(die, faces)} dice are thrown again, not {len(second)}")
    return sum(die.yields(f) for f in faces if f not in die.again) + sum(die.yields(f) for f in second)


@lru_cache(maxsize=4096)
def spread(pool: Pool) -> Spread:
    """The exact distribution of what a pool yields in the end.

    >>> spread(Pool(2, Die(need=4))).chances
    (0.25, 0.5, 0.25)
    >>> hits_then_armour = Pool(1, Die(need=4), (Die(need=5, success=0, miss=1),))
    >>> round(spread(hits_then_armour).chance(1), 6)
    0.333333
    """
    one = _single(pool.die)
    for die in pool.then:
        step = _single(die)
        one = one.mix(step.power)
    return one.power(pool.n)


def _single(die: Die) -> Spread:
    """Distribution of what one die yields."""
    out: dict[int, float] = {}
    each = 1.0 / len(die.faces)
    for face in die.faces:
        for last in die.faces if face in die.again else (face,):
            p = each * each if face in die.again else each
            key = die.yields(last)
            out[key] = out.get(key, 0.0) + p
    return Spread.of(out)


@lru_cache(maxsize=512)
def total_and_face(n: int, face: int, faces: tuple[int, ...] = D6) -> dict[tuple[int, bool], float]:
    """Joint odds of the total of ``n`` dice and whether any of them shows ``face``.

    >>> total_and_face(1, 6)[(6, True)] == 1 / 6, (6, False) in total_and_face(1, 6)
    (True, False)
    """
    out: dict[tuple[int, bool], float] = {(0, False): 1.0}
    for _ in range(n):
        step: dict[tuple[int, bool], float] = {}
        for (total, seen), p in out.items():
            for f in faces:
                key = (total + f, seen or f == face)
                step[key] = step.get(key, 0.0) + p / len(faces)
        out = step
    return out
