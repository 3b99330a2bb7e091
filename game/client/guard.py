"""The guard: a debug switch that proves, after every call of the window, that the window has not changed the battle.

Everything in a state is meant to be frozen, but the maps and lists inside are not: only a hash of the whole finds out
that one was changed in place. The guard keeps the hash of what each battle in sight rests on, from one call to the
next, so that a call costs one hash and what changes between two calls is found out too. New lines come by the
session's own door alone, which tells the guard of each.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from game.engine.session import Line, Session
from game.engine.state import State

SWITCH = "TABULA_BELLI_GUARD"
"""Set in the environment to anything but an empty word or 0, it turns the guard on wherever a window is opened."""
_encoder = msgspec.msgpack.Encoder()
_HIDING = ("secret", "luck")
"""Fields that a view replaces: what is in them is the state's own, or has been left out."""


class Meddled(AssertionError):
    """The window has changed a battle other than by a command."""


class Guarded(NamedTuple):
    """What a screen shows: a battle, and the view of it that it holds."""

    session: Session
    view: State


def wanted() -> bool:
    """Whether the environment asks for the guard."""
    return os.environ.get(SWITCH, "") not in ("", "0")


class Guard:
    """Watches the battles of the screens in sight."""

    def __init__(self) -> None:
        self._watches: dict[int, _Watch] = {}

    def check(self, shown: Iterable[Guarded | None], call: str) -> None:
        """See that nothing has changed since the last time but by commands, and watch what is new.

        Parameters
        ----------
        shown
            What the screens in sight show.
        call
            The call that has just ended, for the message.

        Raises
        ------
        Meddled
            Where something has changed. It is told once: from then on the battle is watched as it is now.
        """
        found: list[str] = []
        seen: set[int] = set()
        for place, each in enumerate(shown):
            if each is None:
                continue
            known = id(each.session)
            if known not in self._watches:
                self._watches[known] = _Watch(each.session)
            seen.add(known)
            found += self._watches[known].changes(each.view, place)
        for gone in set(self._watches) - seen:
            self._watches.pop(gone).end()
        if found:
            raise Meddled(f"{call}: the client has changed {', '.join(found)}")


class _Watch:
    """One battle: its lines as they came, and the hashes of its state and of the views held, by the screen's place."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lines: list[Line] = []
        self.state = session.state
        self.digest = b""
        self.views: dict[int, tuple[State, bytes]] = {}
        self._rest()

    def _rest(self) -> None:
        """Watch the battle as it is now."""
        self.lines = list(self.session.lines)
        self.state = self.session.state
        self.digest = _digest(self.state)
        self.views = {}
        if self._came not in self.session.on_line:
            self.session.on_line.append(self._came)

    def _came(self, line: Line) -> None:
        """A line has come by the session's door."""
        if _digest(self.state) == self.digest:  # else the next check tells of it
            self.state, self.digest = line.state, _digest(line.state)
        self.lines.append(line)

    def end(self) -> None:
        """Watch no longer."""
        self.session.on_line.remove(self._came)

    def changes(self, view: State, place: int) -> list[str]:
        """What has changed other than by commands."""
        now = self.session.lines
        found: list[str] = []
        if _digest(self.state) != self.digest:
            found.append("the state")
        if len(now) != len(self.lines) or any(a is not b for a, b in zip(now, self.lines, strict=True)):
            found.append("the lines of the battle")
        if _same(view, self.state):
            self.views.pop(place, None)
        else:
            held, digest = self.views.get(place, (None, b""))
            self.views[place] = (view, _digest(view))
            if held is view and self.views[place][1] != digest:
                found.append("the view of an earlier moment")
        if found:
            self._rest()
        return found


def _digest(state: State) -> bytes:
    """A hash of the whole state, the order of its maps too."""
    return hashlib.blake2b(_encoder.encode(state), digest_size=16).digest()


def _same(view: State, state: State) -> bool:
    """Whether a view holds nothing but parts of a state that is watched already."""
    return all(getattr(view, f) is getattr(state, f) for f in view.__struct_fields__ if f not in _HIDING)
