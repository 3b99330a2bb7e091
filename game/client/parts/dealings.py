"""What passes between the sides beside their answers: offers, and taking answers back."""

from __future__ import annotations

from collections.abc import Callable

from game.client import destinations
from game.client.asking import confirm
from game.client.battle.match import Match
from game.client.destinations import Answer
from game.client.panels.log_entry import Entry
from game.client.parts.sitting import Sitting
from game.client.parts.telling import Telling
from game.client.screen import SETTLE
from game.client.words import _, ngettext
from game.engine import command as cmd


class Dealings:
    """Offers and take-backs.

    Attributes
    ----------
    gone_back
        Called when the battle may stand at an earlier moment than before.
    """

    def __init__(self, sitting: Sitting, match: Match, telling: Telling) -> None:
        self.sitting, self.match, self.telling = sitting, match, telling
        self.gone_back: list[Callable[[], None]] = []

    def acting_side(self) -> str | None:
        """The side of the person at the window: who decides now, else who looks."""
        decision = self.match.decision
        if decision is not None and self.match.is_person(decision.side):
            return decision.side
        return self.telling.side

    def _back(self) -> None:
        for listener in self.gone_back:
            listener()

    def _warn(self, refusal: cmd.Refusal | None) -> None:
        if refusal is not None:
            self.sitting.app.notice(self.sitting.words.say(refusal.text, self.sitting.view), "warning")

    # -- offers -----------------------------------------------------------------------------------------------

    def offers(self) -> bool:
        """Put a standing offer to the person who may accept it; bots decline."""
        s = self.sitting
        for offer in s.session.state.offers:
            others = [side for side in s.session.state.sides if side != offer.side]
            people = [side for side in others if self.match.is_person(side)]
            if not people:
                self.match.submit(cmd.Respond(others[0], offer.id, False, "bot"))
                return True
            text = {
                "draw": _("{side} offers a draw."),
                "end": _("{side} offers to end the battle now and count."),
                "takeback": _("{side} asks to undo its last answer."),
            }[offer.what].format(side=s.words.name(offer.side, s.view))
            answers: list[Answer] = [
                ("accept", _("Accept"), self._responder(people[0], offer.id, True), False),
                ("decline", _("Decline"), self._responder(people[0], offer.id, False), True),
            ]
            title = _("A question to {side}").format(side=s.words.name(people[0], s.view))
            s.app.go(destinations.Question(title, text, answers, SETTLE))
            return True
        return False

    def _responder(self, side: str, offer: str, accept: bool) -> Callable[[], None]:
        def respond() -> None:
            self.match.submit(cmd.Respond(side, offer, accept))
            self._back()

        return respond

    # -- taking back ------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back: at once where that is free, else by asking the other side."""
        side = self.acting_side()
        if side is None or self.match.over:
            return
        to = self.match.undo_target(side)
        if to is not None:
            self._warn(self.match.undo(side, to))
            self._back()
            return
        # the last answer may be the other person's, who now looks on
        for other in self.match.persons:
            free = self.match.undo_target(other)
            if free is not None:
                self.match.undo(other, free)
                self._back()
                return
        self._ask_takeback(side)

    def _ask_takeback(self, side: str) -> None:
        for asker in (side, *[p for p in self.match.persons if p != side]):
            to = self.match.takeback_target(asker)
            if to is None:
                continue
            self._warn(self.match.submit(cmd.Propose(asker, "takeback", to)))
            return
        self.sitting.app.notice(_("There is nothing to undo."))

    def ask_back_to(self, entry: Entry) -> None:
        """Take everything back to before a line of the log, after asking; with the other's consent where he plays."""
        session = self.sitting.session
        side = self.acting_side() or next(iter(self.match.persons), None)
        to = entry.line - 1
        if side is None or entry.undone or to < 0 or self.match.over or session.lines[to].state.pending is None:
            return

        def back() -> None:
            if session.solo:
                self._warn(self.match.undo(side, to))
            else:
                self._warn(self.match.submit(cmd.Propose(side, "takeback", to)))
            self._back()

        count = len(session.lines) - 1 - to
        text = ngettext("{n} answer will be undone.", "{n} answers will be undone.", count)
        confirm(self.sitting.app, _("Undo to the moment before this?"), text, _("Undo"), back)
