"""What has been told of a battle to the one who looks: the lines of its log, and the view of the moment in sight."""

from __future__ import annotations

from game.client.battle.showing import Showing
from game.client.panels.log import LogPanel
from game.client.panels.log_entry import Entry, entry_of, table_entry, why_of
from game.client.panels.look_back import LookBack
from game.client.parts.sitting import Sitting
from game.client.sound.ear import Ear
from game.client.theatre.stage import Stage
from game.engine.event import Event
from game.engine.state import State, view


class Telling:
    """Follows a showing.

    Parameters
    ----------
    side
        Whose eyes it is seen with; None for nobody's.
    open_cards
        With nobody's eyes all is seen, secrets too (a battle that is watched).

    Attributes
    ----------
    stage
        What is seen over the table of what is shown.
    past
        The moment of the log that is looked at instead of the one that the showing has reached.
    """

    def __init__(
        self, sitting: Sitting, log: LogPanel, showing: Showing, side: str | None, open_cards: bool = False
    ) -> None:
        self.sitting, self.log, self.showing = sitting, log, showing
        self.side, self.open_cards = side, open_cards
        self.past = LookBack()
        self._seen: State | None = None
        showing.listeners.append(self._shown)
        self.stage = Stage(sitting.table, showing, lambda: sitting.words, self.may_see)
        self.ear = Ear(sitting.app.sound, sitting.session.ruleset, showing)

    def may_see(self, event: Event) -> bool:
        """Whether the one who looks may know of an event."""
        return (self.open_cards and self.side is None) or not event.only or event.only == self.side

    def entries(self, lines: int, events: int = 0) -> list[Entry]:
        """The log of the first lines, and of some events of the next."""
        session = self.sitting.session
        out = table_entry(session)
        for n, line in enumerate(session.lines[: lines + (events > 0)]):
            why = why_of(n, line, self.side)
            if why is not None:
                out.append(why)
            for k, event in enumerate(line.events if n < lines else line.events[:events]):
                entry = entry_of(n, k, event, line.state) if self.may_see(event) else None
                if entry is not None:
                    out.append(entry)
        return out

    def tell(self, lines: int, events: int = 0) -> None:
        """Let the log tell the first lines, and some events of the next."""
        self.log.set_entries(self.entries(lines, events))

    def _shown(self, line: int, number: int, event: Event, state: State) -> None:
        """An event has been shown: it stands in the log."""
        if number == 0:
            why = why_of(line, self.sitting.session.lines[line], self.side)
            if why is not None:
                self.log.add(why)
        entry = entry_of(line, number, event, state) if self.may_see(event) else None
        if entry is not None:
            self.log.add(entry)

    def see(self) -> None:
        """Show the moment in sight, as the one who looks may know it."""
        shown = self.past.entry.names if self.past.entry is not None else self.showing.state
        if shown is not self._seen:
            self._seen = shown
            self.sitting.see(shown if self.open_cards and self.side is None else view(shown, self.side))

    def look_as(self, side: str | None) -> None:
        """It is seen with other eyes from now on; what the log tells is for the caller to say anew."""
        self.side, self._seen = side, None
