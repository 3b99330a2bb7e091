"""The turns of a battle in the window: what happened is shown, bots think, people are asked, offer and take back."""

from __future__ import annotations

from collections.abc import Callable

from game.client import places
from game.client.asking import confirm
from game.client.battle import played
from game.client.battle.luck import Sees
from game.client.battle.match import Match
from game.client.battle.recap import Recap, last_answer, shown_from
from game.client.battle.showing import Showing
from game.client.editors.base import Desk, Editor
from game.client.editors.make import make_editor
from game.client.keeping import offer_anew
from game.client.navigation import Window
from game.client.panels.advice import Advice
from game.client.panels.decision import Asked, DecisionPanel
from game.client.panels.log_entry import Entry, entry_of, table_entry, why_of
from game.client.panels.look_back import LookBack
from game.client.screen import SETTLE
from game.client.screens.table_screen import TableScreen
from game.client.sound.ear import ear
from game.client.words import _, ngettext
from game.engine import command as cmd
from game.engine.decision import Decision, PlaceSpace, Reply
from game.engine.event import Event
from game.engine.state import State, view


class BattleTurns(TableScreen):
    """A battle whose turns are kept going; see :mod:`game.client.screens.battle` for the hands.

    Parameters
    ----------
    match
        The battle with its players.
    """

    def __init__(self, app: Window, match: Match) -> None:
        super().__init__(app, match.session)
        self.match = match
        self.decision = DecisionPanel(app.theme)
        self.advice = Advice()
        self.viewer: str | None = match.persons[0] if len(match.persons) == 1 else None
        self.showing = Showing(match.session, app.settings.speed, app.settings.reduced_motion)
        self.showing.listeners.append(self._shown)
        self.showing.begun.append(ear(app.sound, match.session.ruleset, lambda: self.showing.state))
        self._asked_for = ""
        self._broken = ""
        self._lifted = ""
        self._ended = False
        self.past = LookBack()
        self.recap = Recap()
        self._catch_up()
        if match.writer is not None:
            played.note(match.writer.path)

    def _catch_up(self) -> None:
        """What happened before the window opened stands in the log at once; a fresh battle is shown from its start."""
        if len(self.session.lines) > 1:
            self.showing.jump(len(self.session.lines) - 1)
            self.log.set_entries(self.entries(len(self.session.lines)))
        else:
            self.log.set_entries(table_entry(self.session))
        self._see()

    def entries(self, lines: int) -> list[Entry]:
        """The log of the first lines, as the viewer may know it."""
        out = table_entry(self.session)
        for n, line in enumerate(self.session.lines[:lines]):
            why = why_of(n, line, self.viewer)
            if why is not None:
                out.append(why)
            for k, event in enumerate(line.events):
                if not event.only or event.only == self.viewer:
                    entry = entry_of(n, k, event, line.state)
                    if entry is not None:
                        out.append(entry)
        return out

    # -- what has been shown ----------------------------------------------------------------------------------

    def _shown(self, line: int, number: int, event: Event, state: State) -> None:
        """An event has been shown: it stands in the log."""
        if number == 0:
            why = why_of(line, self.session.lines[line], self.viewer)
            if why is not None:
                self.log.add(why)
        if not event.only or event.only == self.viewer:
            entry = entry_of(line, number, event, state)
            if entry is not None:
                self.log.add(entry)

    def _see(self) -> None:
        """Show the state that the showing has reached, as the viewer may know it."""
        shown = self.past.entry.names if self.past.entry is not None else self.showing.state
        if shown is not self._seen_state:
            self._seen_state = shown
            self.view = view(shown, self.viewer)
            self.see(self.view)

    _seen_state: State | None = None

    def _at_rest(self) -> None:
        """Nothing is being shown: the battle's end, an offer, a decision for a person."""
        if self.app.top is not self or self.past.on:
            return
        if self.match.newly_gone():
            offer_anew(self.app, self.match)
            return
        if self.match.over:
            self.decision.set_editor(None)
            if not self._ended:
                self._ended = True
                self.app.go(places.End(self.match, self.parting()))
            return
        if self._offers():
            return
        decision = self.match.decision
        if decision is None or not (self.match.asks_person(decision) or self.match.stuck):
            self.drop_editor()
            return
        if decision.id != self._asked_for and decision.id != self._broken and not self._curtain(decision):
            self._ask(decision)

    def parting(self) -> str:
        """A parting word for the end of the battle."""
        return ""

    def go_to_entry(self, entry: Entry) -> None:
        """A line of the log: the table as it was then, and the place on it; the same line again leads back to now."""
        again = self.past.entry is not None and self.past.entry is entry
        now = entry.names is self.showing.state or entry.line >= len(self.session.lines) - 1
        self.past.entry = None if again or now or self.showing.busy else entry
        self._see()
        if not again:
            super().go_to_entry(entry)

    def to_now(self) -> None:
        """From looking back, or from what is shown again, to the battle as it is."""
        if self.recap.on:
            self.showing.skip()
            self._recapped()
            self._see()
        if self.past.on:
            self.past.entry = None
            self._see()
            self.lay_out()

    def drop_editor(self) -> None:
        """Nobody here decides any more."""
        if self.decision.editor is not None:
            self.decision.set_editor(None)
        self._asked_for = ""

    def _curtain(self, decision: Decision) -> bool:
        """Draw the curtain before another person decides, where there is something secret or the players want it."""
        if len(self.match.persons) < 2 or decision.side == self.viewer:
            return False
        hidden = self.match.secret or self.match.curtain
        if not hidden or self._lifted == decision.id:
            self._look_as(decision.side)
            return False
        self.drop_editor()
        self._look_as(None)

        def lifted() -> None:
            self._lifted = decision.id
            self._look_as(decision.side)
            self._recall(decision.side)

        def and_show() -> None:
            lifted()
            self._show_from(last_answer(self.session, decision.side))

        away = (
            self.showing.speed == "instant" and last_answer(self.session, decision.side) < len(self.session.lines) - 1
        )
        self.app.go(places.Curtain(self, decision, lifted, and_show if away else None))
        return True

    def _look_as(self, side: str | None) -> None:
        """The table is seen by another side from now on."""
        if side == self.viewer:
            return
        self.past.entry = None
        self.viewer = side
        self._seen_state = None
        if any(e.only for line in self.session.lines for e in line.events):
            self.log.set_entries(self.entries(self.showing.line))
        self._see()

    def _recall(self, side: str) -> None:
        """Show the one who was away what happened since his last answer."""
        last = last_answer(self.session, side)
        if last < len(self.session.lines) - 1 and self.showing.speed != "instant":
            self._show_from(last)

    def show_again(self) -> None:
        """Show once more what happened since the last answer of the side at the window; again: from farther back."""
        side = self.acting_side()
        if side is None or (self.showing.busy and not self.recap.on):
            return
        before = self.recap.start if self.recap.on else len(self.session.lines)
        start = shown_from(self.session, side, before)
        if start is None:
            self.app.notice(_("Nothing else happened before that."))
            return
        self._show_from(start)

    def _show_from(self, line: int) -> None:
        """Show the battle again from after a line to now, at a pace that can be followed."""
        self.past.entry = None
        self.recap.on, self.recap.start = True, line
        self.pace()
        self.showing.jump(line)
        self.log.set_entries(self.entries(line + 1))
        self._see()

    def pace(self) -> None:
        """Show as fast as the player wants it; what is shown again is never shown at once."""
        speed = self.app.settings.speed
        self.showing.speed = "normal" if self.recap.on and speed == "instant" else speed

    def _recapped(self) -> None:
        """What was shown again has been seen: back to now."""
        if self.recap.on and not self.showing.busy:
            self.recap.on, self.recap.start = False, -1
            self.pace()

    def _ask(self, decision: Decision) -> None:
        """Lay the decision out and open its editor."""
        self._asked_for = decision.id
        try:
            asked = self.session.asked(decision)
            desk = Desk(self.session, decision, asked, self.match.view(decision.side), self.words, self.keys)
            editor = make_editor(desk)
        except Exception as fault:
            if self.app.strict:
                raise
            self._broken, self._asked_for = decision.id, ""
            self.app.fault(fault, _("This question cannot be laid out ({fault}).").format(fault=fault))
            return
        editor.prefer(self.selected)
        editor.fresh = editor.answer()
        placed = tuple(c.id for c in asked.space.things) if isinstance(asked.space, PlaceSpace) else ()
        self.table.show(self.view, spare=placed)
        self.decision.set_editor(editor)
        self.decision.active = True
        self.tab = "decision"
        subject = editor.subject()
        if subject:
            self.select(subject)
            self.table.look_at(subject)
        self.lay_out()

    # -- offers -----------------------------------------------------------------------------------------------

    def _offers(self) -> bool:
        """Put a standing offer to the person who may accept it; bots decline."""
        for offer in self.session.state.offers:
            others = [s for s in self.session.state.sides if s != offer.side]
            people = [s for s in others if self.match.is_person(s)]
            if not people:
                self.match.submit(cmd.Respond(others[0], offer.id, False, "bot"))
                return True
            text = {
                "draw": _("{side} offers a draw."),
                "end": _("{side} offers to end the battle now and count."),
                "takeback": _("{side} asks to take its last answer back."),
            }[offer.what].format(side=self.words.name(offer.side, self.view))
            answers = [
                ("accept", _("Accept"), self._responder(people[0], offer.id, True), False),
                ("decline", _("Decline"), self._responder(people[0], offer.id, False), True),
            ]
            title = _("A question to {side}").format(side=self.words.name(people[0], self.view))
            self.app.go(places.Question(title, text, answers, SETTLE))
            return True
        return False

    def _responder(self, side: str, offer: str, accept: bool) -> Callable[[], None]:
        def respond() -> None:
            self.match.submit(cmd.Respond(side, offer, accept))
            self._after_going_back()

        return respond

    def known(self) -> tuple[int, Sees]:
        """The lines shown so far, and what the viewer may know."""
        return self.showing.line, lambda event: not event.only or event.only == self.viewer

    # -- answering --------------------------------------------------------------------------------------------

    def _do(self, asked: Asked | None) -> None:
        """Do what the panel asked for."""
        if asked is None:
            return
        if asked.link is not None:
            self.follow(asked.link)
        if asked.reply is not None:
            self.give(asked.reply)
        if asked.suggest:
            self.advice.ask(self.match, self.decision)
        if asked.too_soon and self.decision.editor is not None:
            self.app.notice(self._not_yet(self.decision.editor), "warning", brief=True)

    def _not_yet(self, editor: Editor) -> str:
        """Why the draft cannot be given: what the rules say of it, else what is asked."""
        verdict = editor.verdict()
        if verdict is not None and not verdict.legal and verdict.reasons:
            return self.words.say(verdict.reasons[0].text, self.view)
        question = self.words.say(editor.desk.decision.message, self.view)
        return _("Nothing is chosen yet. {question}").format(question=question)

    def give(self, reply: Reply) -> None:
        """Give a reply to the decision on the desk."""
        editor = self.decision.editor
        if editor is None:
            return
        refusal = self.match.answer(editor.desk.decision, reply)
        if refusal is not None:
            self.app.notice(self.words.say(refusal.text, self.view), "danger")
            return
        self.app.sound.play("click")
        self.drop_editor()

    def acting_side(self) -> str | None:
        """The side of the person at the window: who decides now, else who looks."""
        decision = self.match.decision
        if decision is not None and self.match.is_person(decision.side):
            return decision.side
        return self.viewer

    def undo(self) -> None:
        """Take back: at once where that is free, else by asking the other side."""
        side = self.acting_side()
        if side is None or self.match.over:
            return
        to = self.match.undo_target(side)
        if to is not None:
            refusal = self.match.undo(side, to)
            if refusal is not None:
                self.app.notice(self.words.say(refusal.text, self.view), "warning")
            self._after_going_back()
            return
        # the last answer may be the other person's, who now looks on
        for other in self.match.persons:
            free = self.match.undo_target(other)
            if free is not None:
                self.match.undo(other, free)
                self._after_going_back()
                return
        self._ask_takeback(side)

    def _ask_takeback(self, side: str) -> None:
        for asker in (side, *[p for p in self.match.persons if p != side]):
            to = self.match.takeback_target(asker)
            if to is None:
                continue
            refusal = self.match.submit(cmd.Propose(asker, "takeback", to))
            if refusal is not None:
                self.app.notice(self.words.say(refusal.text, self.view), "warning")
            return
        self.app.notice(_("There is nothing to take back."))

    def ask_back_to(self, entry: Entry) -> None:
        """Take everything back to before a line of the log, after asking; with the other's consent where he plays."""
        side = self.acting_side() or next(iter(self.match.persons), None)
        to = entry.line - 1
        if side is None or entry.undone or to < 0 or self.match.over or self.session.lines[to].state.pending is None:
            return

        def back() -> None:
            if self.session.solo:
                refusal = self.match.undo(side, to)
            else:
                refusal = self.match.submit(cmd.Propose(side, "takeback", to))
            if refusal is not None:
                self.app.notice(self.words.say(refusal.text, self.view), "warning")
            self._after_going_back()

        count = len(self.session.lines) - 1 - to
        text = ngettext("{n} answer is taken back.", "{n} answers are taken back.", count)
        confirm(self.app, _("Back to before this?"), text, _("Take back"), back)

    def _after_going_back(self) -> None:
        """The state may be an older one: show it at once and ask again."""
        self.past.entry = None
        self.showing.skip()
        self.drop_editor()
        self._broken = ""
        self._ended = False
        self._see()
