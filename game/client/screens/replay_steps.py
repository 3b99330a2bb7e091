"""Where a replay stands and how it goes on: by events, answers, phases and turns, both ways, and by play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.client.battle import stops
from game.client.battle.luck import Sees
from game.client.battle.showing import Showing
from game.client.navigation import Window
from game.client.panels.log_entry import Entry, entry_of, table_entry, why_of
from game.client.panels.replay_bar import Marked, ReplayBar
from game.client.screens.table_screen import TableScreen
from game.client.sound.ear import ear
from game.client.ui.text import say
from game.client.words import _
from game.engine.event import Event
from game.engine.record import Record
from game.engine.session import Session
from game.engine.state import State, view


class ReplaySteps(TableScreen):
    """A record being watched, without its hands; see :mod:`game.client.screens.replay`.

    Parameters
    ----------
    session
        The battle, read from its record or just ended.
    record
        The file it came from; None where it is still in memory.
    path
        Where the battle is recorded, if it is and ``record`` does not tell.
    """

    tabs = ("card", "log")

    def __init__(self, app: Window, session: Session, record: Record | None, path: Path | None = None) -> None:
        super().__init__(app, session)
        self.record = record
        self.path = record.path if record is not None else path
        self.speed: str = app.settings.speed if app.settings.speed != "instant" else "normal"
        self.side: str | None = None
        self.playing = False
        self.showing = Showing(session, self.speed, app.settings.reduced_motion)
        self.showing.listeners.append(self._shown)
        self.showing.begun.append(ear(app.sound, session.ruleset, lambda: self.showing.state))
        self.bar = ReplayBar(app.theme)
        self._seen: State | None = None
        lines = session.lines
        self.bar.last = self.last
        self.bar.marked = Marked(
            stops.turn_starts(lines),
            stops.phase_starts(lines),
            stops.losses(lines),
            {side: of.colour for side, of in session.state.sides.items()},
        )
        self.go_to(0)

    # -- where it is ------------------------------------------------------------------------------------------

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
        self.log.set_entries(self._entries(self.showing.line, self.showing.event))
        self.log.pinned = True
        self._see()

    def _entries(self, lines: int, events: int = 0) -> list[Entry]:
        """The log of the first lines, and of some events of the next."""
        out = table_entry(self.session)
        for n, line in enumerate(self.session.lines[: lines + (events > 0)]):
            why = why_of(n, line, self.side)
            if why is not None:
                out.append(why)
            for k, event in enumerate(line.events if n < lines else line.events[:events]):
                entry = entry_of(n, k, event, line.state) if self._may_see(event) else None
                if entry is not None:
                    out.append(entry)
        return out

    def _may_see(self, event: Event) -> bool:
        return self.side is None or not event.only or event.only == self.side

    def known(self) -> tuple[int, Sees]:
        """The lines up to where the replay stands, and what may be seen of them."""
        return self.showing.line, self._may_see

    def _shown(self, line: int, number: int, event: Event, state: State) -> None:
        if number == 0:
            why = why_of(line, self.session.lines[line], self.side)
            if why is not None:
                self.log.add(why)
        entry = entry_of(line, number, event, state) if self._may_see(event) else None
        if entry is not None:
            self.log.add(entry)

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
        """Time passes: play on."""
        super().update(dt)
        self.showing.update(dt)
        if self.playing and not self.showing.busy:
            self.playing = False
        self._see()
        self._set_prompt()

    def _see(self) -> None:
        if self.showing.state is self._seen:
            return
        self._seen = self.showing.state
        # a replay is watched as it was, the dice apart
        self.view = view(self.showing.state, self.side) if self.side is not None else self.showing.state
        self.see(self.view)

    def _set_prompt(self) -> None:
        p = self.prompt
        p.message = say(_("Replay"), "bold", "accent")
        n = max(self.at, 0)
        p.hint = say(_("Answer {n} of {most}").format(n=n, most=self.last), "small", "text_dim")
        line = self.session.lines[min(n, self.last)]
        side = line.command.side if line.command is not None else ""
        p.side = self.inspector.slot(side) if side else -1
        over = self.view.over
        if over is not None:
            p.message = self.words.spans(over.why, self.view, "bold")
        p.status = [
            (self.words.spans(a, self.view, "small", "text_dim"), self.words.spans(b, self.view, "small_bold"))
            for a, b in self.session.ruleset.status(self.view)
        ]

    def told_of(self, line: int) -> str:
        """What the bar says of a line: the turn, the phase, what was lost."""
        state = view(self.session.lines[line].state, self.side)
        status = self.session.ruleset.status(state)[:2]
        parts = [f"{self.words.say(a, state)}: {self.words.say(b, state)}" for a, b in status]
        parts.append(_("Answer {n} of {most}").format(n=line, most=self.last))
        for side, k in self.bar.marked.losses.get(line, {}).items():
            parts.append(_("{side} loses {n}").format(side=self.words.name(side, state), n=k))
        return ".  ".join(parts)
