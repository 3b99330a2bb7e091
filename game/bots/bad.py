"""Deliberately bad players, to test the referee: each of them tries to stop, to break or to bend a battle."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np

from game.bots.seat import Choice, Seat
from game.engine.decision import OptionAnswer, Reply


class IllegalBot:
    """Always answers what was not asked."""

    name = "illegal"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        return Choice(Reply(OptionAnswer({"no such part": "no such option"})))


class LateBot:
    """Sleeps too long.

    Parameters
    ----------
    delay
        Seconds.
    """

    name = "late"

    def __init__(self, delay: float = 30.0) -> None:
        self.delay = delay

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        time.sleep(self.delay)
        return Choice(seat.asked.default)


class HangingBot:
    """Thinks for ever, all by itself."""

    name = "hanging"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        thought = 0
        while True:
            thought += 1


class StubbornBot:
    """Thinks for ever and does not let anything stop it."""

    name = "stubborn"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        while True:
            with suppress(BaseException):
                self._think()

    def _think(self) -> None:
        while True:
            try:
                sum(range(100))
            except BaseException:
                continue


class AskingBot:
    """Has the same answer judged for ever."""

    name = "asking"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        while True:
            seat.check(seat.asked.default)


class CrashingBot:
    """Breaks down at every question."""

    name = "crashing"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        raise RuntimeError("this bot always breaks down")


class LeavingBot:
    """Wants to end the program."""

    name = "leaving"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        raise SystemExit("this bot leaves")


class MeddlingBot:
    """Empties and bends all that it can lay its hands on, then takes the default that it has noted before.

    Attributes
    ----------
    refused, done
        How often it was refused, and what it could do.
    """

    name = "meddling"

    def __init__(self) -> None:
        self.refused = 0
        self.done: list[str] = []
        self._seen: dict[int, object] = {}

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        default = seat.asked.default
        self._seen.clear()
        self._meddle(seat.view, "view")
        self._meddle(seat.decision, "decision")
        return Choice(default)

    def _meddle(self, thing: Any, path: str) -> None:
        """Try to change a thing and all that it is made of."""
        if id(thing) in self._seen:
            return
        self._seen[id(thing)] = thing
        for name, part in list(_parts(thing)):
            self._meddle(part, f"{path}.{name}")
        for change in _changes(thing):
            try:
                change()
            except (TypeError, AttributeError, ValueError):
                self.refused += 1
            else:
                self.done.append(path)


def _parts(thing: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(thing, msgspec.Struct):
        return ((n, getattr(thing, n)) for n in thing.__struct_fields__)
    if isinstance(thing, dict):
        return ((str(k), v) for k, v in thing.items())
    if isinstance(thing, (list, tuple)):
        return ((str(k), v) for k, v in enumerate(thing))
    return ()


def _changes(thing: Any) -> Iterable[Any]:
    """What would change a thing."""
    if isinstance(thing, msgspec.Struct):
        return tuple(lambda n=n: setattr(thing, n, None) for n in thing.__struct_fields__)
    if isinstance(thing, dict):
        return (lambda: thing.__setitem__("meddled", 1), thing.clear)
    if isinstance(thing, list):
        return (lambda: thing.append("meddled"), thing.clear)
    if isinstance(thing, set):
        return (lambda: thing.add("meddled"), thing.clear)
    if isinstance(thing, np.ndarray):
        return (lambda: thing.fill(0),)
    return ()
