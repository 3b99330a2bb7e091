"""What happened while one was away: shown again, drawn a curtain before, and the way back to now."""

from __future__ import annotations

from collections.abc import Callable

from game.client import destinations
from game.client.battle.match import Match
from game.client.battle.recap import Recap, last_answer, shown_from
from game.client.destinations import Seated
from game.client.parts.sitting import Sitting
from game.client.parts.telling import Telling
from game.client.words import _
from game.engine.decision import Decision


class Recall:
    """Whose eyes look at the battle, and what of it they see again."""

    def __init__(self, sitting: Sitting, match: Match, telling: Telling) -> None:
        self.sitting, self.match, self.telling = sitting, match, telling
        self.showing = telling.showing
        self.recap = Recap()
        self._lifted = ""

    # -- eyes -------------------------------------------------------------------------------------------------

    def curtain(self, decision: Decision, seated: Seated, drop: Callable[[], None]) -> bool:
        """Draw the curtain before another person decides, where there is something secret or the players want it.

        ``drop``: clears the desk, where the curtain is drawn.
        """
        if len(self.match.persons) < 2 or decision.side == self.telling.side:
            return False
        hidden = self.match.secret or self.match.curtain
        if not hidden or self._lifted == decision.id:
            self._look_as(decision.side)
            return False
        drop()
        self._look_as(None)
        lines = self.sitting.session.lines

        def lifted() -> None:
            self._lifted = decision.id
            self._look_as(decision.side)
            self._recall(decision.side)

        def and_show() -> None:
            lifted()
            self._show_from(last_answer(self.sitting.session, decision.side))

        at_once = self.showing.speed == "instant"
        away = at_once and last_answer(self.sitting.session, decision.side) < len(lines) - 1
        self.sitting.app.go(destinations.Curtain(seated, decision, lifted, and_show if away else None))
        return True

    def _look_as(self, side: str | None) -> None:
        """The table is seen by another side from now on."""
        telling = self.telling
        if side == telling.side:
            return
        telling.past.entry = None
        telling.look_as(side)
        if any(e.only for line in self.sitting.session.lines for e in line.events):
            telling.tell(self.showing.line)
        telling.see()

    # -- again ------------------------------------------------------------------------------------------------

    def _recall(self, side: str) -> None:
        """Show the one who was away what happened since his last answer."""
        last = last_answer(self.sitting.session, side)
        if last < len(self.sitting.session.lines) - 1 and self.showing.speed != "instant":
            self._show_from(last)

    def show_again(self, side: str | None) -> None:
        """Show once more what happened since the last answer of a side; again: from farther back."""
        if side is None or (self.showing.busy and not self.recap.on):
            return
        session = self.sitting.session
        start = shown_from(session, side, self.recap.start if self.recap.on else len(session.lines))
        if start is None:
            self.sitting.app.notice(_("Nothing else happened before this."))
            return
        self._show_from(start)

    def _show_from(self, line: int) -> None:
        """Show the battle again from after a line to now, at a pace that can be followed."""
        self.telling.past.entry = None
        self.recap.on, self.recap.start = True, line
        self.pace()
        self.showing.jump(line)
        self.telling.tell(line + 1)
        self.telling.see()

    def show_once(self, line: int, number: int) -> None:
        """Show one event again, and go back to now."""
        self.telling.past.entry = None
        self.recap.on, self.recap.start = True, line - 1
        self.pace()
        self.showing.jump(line - 1, number)
        self.showing.stop = (line, number)
        self.telling.tell(line, number)
        self.telling.see()

    def pace(self) -> None:
        """Show as fast as the player wants it; what is shown again is never shown at once."""
        speed = self.sitting.app.settings.speed
        self.showing.speed = "normal" if self.recap.on and speed == "instant" else speed

    def seen(self) -> None:
        """What was shown again has been seen: back to now."""
        if self.showing.stop is not None and not self.showing.busy:
            self.showing.jump(len(self.sitting.session.lines) - 1)
            self.telling.tell(self.showing.line)
        if self.recap.on and not self.showing.busy:
            self.recap.on, self.recap.start = False, -1
            self.pace()

    def to_now(self) -> None:
        """From looking back, or from what is shown again, to the battle as it is."""
        past = self.telling.past
        if self.recap.on:
            self.showing.skip()
            self.seen()
            self.telling.see()
        if past.on:
            past.entry = None
            self.telling.see()
            self.sitting.lay_out()
