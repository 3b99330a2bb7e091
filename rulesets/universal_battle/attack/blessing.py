"""The odds of dice that follow each other in an attack, thrown again by blessings as they usually are.

A blessing is the one use of a whole throw, so that its dice no longer fall each by itself (USB-SPC-12, USB-R68).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from game.engine import event as ev
from game.engine.odds import Spread
from rulesets.universal_battle.data_files import whole

SIX = max(ev.D6)


class Rest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What follows the dice of a throw, and who may still be blessed: the ``striker``, the ``saver``.

    ``save``: the need of a save against each hit, with a shield behind it (``covered``); ``saving``: the dice are the
    saves. ``costs``: what an unsaved hit costs by its damage die.
    """

    costs: tuple[int, ...]
    save: int
    saving: bool = False
    covered: bool = False
    striker: bool = False
    saver: bool = False


class Fall(NamedTuple):
    """One way dice may fall: its chance, how many pass, how many may be thrown again, whether the blessing is used."""

    chance: float
    good: int
    open: int
    used: bool


def _gathered(falls: Iterable[Fall]) -> tuple[Fall, ...]:
    """Ways that come to the same as one."""
    found: dict[tuple[int, int, bool], float] = {}
    for chance, *way in falls:
        found[tuple(way)] = found.get(tuple(way), 0.0) + chance  # type: ignore[index, arg-type]
    return tuple(Fall(chance, *way) for way, chance in found.items())


@lru_cache(maxsize=4096)
def _passing(n: int, chance: float) -> tuple[tuple[int, float], ...]:
    return tuple(Spread.of({0: 1.0 - chance, 1: chance}).power(n).items())


def _falls(n: int, chance: float, blessed: bool) -> Iterator[tuple[float, int, int, bool]]:
    """The chance of each way; passed at once, passed when thrown again, and whether what failed was."""
    for kept, p in _passing(n, chance):
        if blessed and n - kept >= whole("blessed_usual"):
            yield from ((p * q, kept, more, True) for more, q in _passing(n - kept, chance))
        else:
            yield p, kept, 0, False


@lru_cache(maxsize=4096)
def sixes(n: int, blessed: bool) -> tuple[Fall, ...]:
    """Sixes thrown once more for a six (USB-TST-04)."""
    falls = _falls(n, 1.0 / SIX, blessed)
    return _gathered(Fall(p, kept + more, n - kept - more, used) for p, kept, more, used in falls)


def _thrown(n: int, need: int, blessed: bool) -> Iterator[Fall]:
    for p, kept, more, used in _falls(n, (SIX + 1 - max(2, min(need, SIX))) / SIX, blessed):
        if need <= SIX:
            yield Fall(p, kept + more, 0 if used else n - kept, used)
        elif not used:
            yield from (Fall(p * q, good, n - good, then) for q, good, _, then in sixes(kept, blessed))
        else:
            for first, q in _passing(kept, 1.0 / SIX):
                for second, r in _passing(more, 1.0 / SIX):
                    yield Fall(p * q * r, first + second, kept - first, True)


@lru_cache(maxsize=4096)
def thrown(n: int, need: int, blessed: bool) -> tuple[Fall, ...]:
    """Dice that must show a number, of which a 1 fails; beyond six a six, and a six again."""
    return _gathered(_thrown(n, need, blessed))


@lru_cache(maxsize=4096)
def costing(n: int, costs: tuple[int, ...], blessed: bool) -> Spread:
    """What ``n`` unsaved hits cost: the lower half of the faces is thrown again where enough dice show it."""
    each, half = Spread.of({c: costs.count(c) / SIX for c in costs}), SIX // 2
    if not blessed or len(set(costs)) == 1 or n < whole("blessed_usual"):
        return each.power(n)
    low, high = (Spread.of({c: part.count(c) / half for c in part}) for part in (costs[:half], costs[half:]))

    def fallen(lows: int) -> Spread:
        return high.power(n - lows) + (each if lows >= whole("blessed_usual") else low).power(lows)

    return Spread.of({0: 0.5, 1: 0.5}).power(n).mix(fallen)


@lru_cache(maxsize=4096)
def _failed(good: int, n: int, after: Rest) -> Spread:
    """The hits that are not saved: of ``good`` hits, or where so many of ``n`` saves have passed."""
    found: dict[int, float] = {}
    saves = (Fall(1.0, good, n - good, False),) if after.saving else thrown(good, after.save, after.saver)
    for p, saved, left, _ in saves:
        fails = (n if after.saving else good) - saved
        for q, more, _, _ in thrown(left, after.save, False) if after.covered else (Fall(1.0, 0, left, False),):
            found[fails - more] = found.get(fails - more, 0.0) + p * q
    return Spread.of(found)


@lru_cache(maxsize=4096)
def rest(kept: int, n: int, again: bool, after: Rest) -> Spread:
    """The Standfast that is lost by ``n`` dice of which so many pass; ``again``: if they do so once more."""
    mine = after.saver if after.saving else after.striker
    ways = sixes(kept, mine) if again else (Fall(1.0, kept, 0, False),)

    def lost(k: int) -> Spread:
        _, good, _, used = ways[k]
        striker = after.striker and (after.saving or not used)
        return _failed(good, n, after).mix(lambda fails: costing(fails, after.costs, striker))

    return Spread.of({k: way.chance for k, way in enumerate(ways)}).mix(lost)
