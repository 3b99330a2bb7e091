"""Where a replay stands and how it goes on: by events, answers, phases and turns, both ways, and by play."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.battle import stops
from game.client.parts.telling import Telling
from game.engine.session import Session


class Steps:
    """The course of a battle that is watched.

    Attributes
    ----------
    playing
        Whether it goes on by itself.
    """

    def __init__(self, session: Session, telling: Telling) -> None:
        self.session, self.telling, self.showing = session, telling, telling.showing
        self.playing = False

    @property
    def at(self) -> int:
        """The line after which the table stands."""
        return self.showing.line - 1

    @property
    def last(self) -> int:
        """The last line."""
        return len(self.session.lines) - 1

    def go_to(self, line: int, events: int = 0) -> None:
        """Stand right after a line, or after some events of the next."""
        line = min(max(line, 0), self.last)
        self.showing.jump(line, events)
        self.showing.limit = self.showing.line
        self.telling.tell(self.showing.line, self.showing.event)
        self.telling.log.pinned = True
        self.telling.see()

    def stay(self) -> None:
        """Stop, where the last answer has been shown to its end."""
        self.playing = False
        self.go_to(self.at)

    def step(self, by: int) -> None:
        """One answer on, shown as it happens; or one back at once."""
        self.playing = False
        if by < 0:
            within = self.showing.busy or self.showing.event > 0
            self.go_to(self.at if within else self.at - 1)
            return
        if self.showing.busy:
            self.showing.skip()
            return
        self.showing.limit = min(self.showing.line + 1, self.last + 1)

    def step_event(self, by: int) -> None:
        """To the next thing that is told, or back to the one before, at once."""
        self.playing = False
        if self.showing.busy:
            self.go_to(self.at, self.showing.event)
        line, here = self.at, self.showing.event
        if by > 0:
            if line < self.last:
                of = self.session.lines[line + 1]
                to = next((k for k in stops.event_stops(of) if k > here), len(of.events))
                self.go_to(*((line, to) if to < len(of.events) else (line + 1, 0)))
            return
        if not here:
            line, here = line - 1, len(self.session.lines[line].events)
        if line >= 0:
            of = self.session.lines[line + 1]
            self.go_to(line, next((k for k in reversed(stops.event_stops(of)) if k < here), 0))

    def step_to(self, among: Sequence[int], by: int) -> None:
        """To the next of some lines, or back to the one before; beyond them to the end or the beginning."""
        self.playing = False
        within = self.showing.busy or self.showing.event > 0
        if by > 0:
            self.go_to(next((n for n in among if n > self.at), self.last))
        else:
            self.go_to(next((n for n in reversed(among) if n < self.at + within), 0))

    def toggle_play(self) -> None:
        """Play or pause."""
        if self.playing:
            self.playing = False
            self.showing.limit = min(self.showing.line + 1, self.last + 1) if self.showing.busy else self.showing.line
            return
        if self.at >= self.last and not self.showing.busy:
            self.go_to(0)
        self.playing = True
        self.showing.limit = None

    def update(self, dt: float) -> None:
        """Time passes (seconds): play on."""
        self.showing.update(dt)
        if self.playing and not self.showing.busy:
            self.playing = False
        self.telling.see()
