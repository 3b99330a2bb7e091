"""The turns of a battle: bots think, a person is asked, an answer is given, the battle ends."""

from __future__ import annotations

from collections.abc import Callable

from game.client import destinations
from game.client.battle.match import Match
from game.client.editors import plain
from game.client.editors.array import Array
from game.client.editors.base import Editor
from game.client.editors.desk import Desk
from game.client.editors.make import make_editor
from game.client.editors.place import PlaceEditor
from game.client.editors.whereabouts import poses_of
from game.client.keeping import offer_anew
from game.client.keymap import EXITS
from game.client.panels.advice import Advice
from game.client.panels.decision import Asked, DecisionPanel
from game.client.panels.gestures import Gestures
from game.client.parts.dock import Dock
from game.client.parts.planning import Planning
from game.client.parts.sitting import Sitting
from game.client.parts.telling import Telling
from game.client.words import _
from game.engine.decision import Decision, PlaceSpace, Reply
from game.engine.text import Text


class Turns:
    """The desk of the one who decides.

    Attributes
    ----------
    given
        Called with the question of an answer that was taken.
    parting
        What is said at the battle's end beside its account.
    """

    def __init__(
        self, sitting: Sitting, dock: Dock, decision: DecisionPanel, match: Match, telling: Telling, gestures: Gestures
    ) -> None:
        self.sitting, self.dock, self.decision, self.match = sitting, dock, decision, match
        self.telling, self.showing, self.gestures = telling, telling.showing, gestures
        self.advice = Advice()
        self.planning = Planning()
        self.array = Array()
        self.given: list[Callable[[str], None]] = []
        self.parting: Callable[[], str] = lambda: ""
        self._asked_for = ""
        self._broken = ""
        self._running = ""
        self._ended = False

    # -- whose turn it is -------------------------------------------------------------------------------------

    def at_rest(self, offers: Callable[[], bool], curtain: Callable[[Decision], bool]) -> None:
        """Nothing is being shown: the battle's end, an offer, a decision for a person.

        Parameters
        ----------
        offers, curtain
            Put a standing offer, draw the curtain before the one who is to decide; True where they did.
        """
        match = self.match
        if not self.sitting.on_top or self.telling.past.on:
            return
        if match.newly_gone():
            offer_anew(self.sitting.app, match)
            return
        if match.over:
            self.decision.set_editor(None)
            if not self._ended:
                self._ended = True
                self.sitting.app.go(destinations.End(match, self.parting()))
            return
        if offers():
            return
        decision = match.decision
        if decision is None or not (match.asks_person(decision) or match.stuck):
            self.clear()
            return
        if decision.id != self._asked_for and decision.id != self._broken and not curtain(decision):
            self._ask(decision)

    def clear(self) -> None:
        """Nobody here decides any more: the desk is cleared, and the hand with it."""
        if self.decision.editor is not None:
            self.decision.set_editor(None)
        self._asked_for = ""
        self.planning.drop()
        self.gestures.cancel()

    def gone_back(self) -> None:
        """The state may be an older one: show it at once and ask again."""
        self.telling.past.entry = None
        self.showing.skip()
        self.sitting.app.answered()
        self.clear()
        self.planning.forget()
        self._broken = ""
        self._ended = False
        self._running = ""
        self.telling.see()

    def _ask(self, decision: Decision) -> None:
        """Lay the decision out and open its editor."""
        s = self.sitting
        self._asked_for = decision.id
        planned = self.planning.next(decision)
        if planned is not None and self.match.session.check(decision, planned).legal:
            self._go_on(decision, planned)
            return
        try:
            asked = s.session.asked(decision)
            desk = Desk(s.session, decision, asked, self.match.view(decision.side), s.words, s.keys)
            found = self._unasked(desk) if planned is None else None
            if found is not None:
                self._go_on(decision, *found)
                return
            editor = make_editor(desk)
        except Exception as fault:
            if s.app.strict:
                raise
            self._broken, self._asked_for = decision.id, ""
            s.app.fault(fault, _("This question cannot be shown ({fault}).").format(fault=fault))
            return
        self._array_for(editor)
        editor.prefer(s.selected)
        editor.fresh = editor.answer()
        if planned is not None:
            if planned.answer is not None:
                editor.load(planned.answer)
                editor.changed()
            s.app.notice(_("Events differ from the plan, so this question is asked again."), "warning", brief=True)
        placed = tuple(c.id for c in asked.space.things) if isinstance(asked.space, PlaceSpace) else ()
        if placed:  # and what comes after them, which is seen where it will stand
            later = (u.id for u in desk.view.units_of(decision.side) if not poses_of(desk.view, u.id))
            placed = tuple(dict.fromkeys((*placed, *later)))
        s.table.show(s.view, spare=placed)
        self.decision.set_editor(editor)
        self.decision.active = True
        self.dock.tab = "decision"
        s.eye.asked(decision.side, isinstance(asked.space, PlaceSpace))
        subject = editor.subject()
        if subject:
            s.select(subject)
            s.table.look_at(subject)
        s.lay_out()

    def _array_for(self, editor: Editor) -> None:
        """An editor of places knows where all that is left would stand, and drafts what was dragged before."""
        if not isinstance(editor, PlaceEditor):
            return
        editor.hand.array = self.array
        kept = self.array.answer(self.match.session, editor.desk.decision)
        if kept is not None:
            editor.load(kept)
            editor.changed()

    # -- answering --------------------------------------------------------------------------------------------

    def do(self, asked: Asked | None) -> None:
        """Do what the panel asked for."""
        if asked is None:
            return
        if asked.link is not None:
            self.sitting.follow(asked.link)
        if asked.reply is not None:
            self.give(asked.reply)
        if asked.suggest:
            self.unplan()
            self.advice.ask(self.match, self.decision)
        if asked.run:
            self._run()
        if asked.too_soon and self.decision.editor is not None:
            self.sitting.app.notice(self._not_yet(self.decision.editor), "warning", brief=True)

    def _not_yet(self, editor: Editor) -> str:
        """Why the draft cannot be given: what the rules say of it, else what is asked."""
        s = self.sitting
        verdict = editor.verdict()
        if verdict is not None and not verdict.legal and verdict.reasons:
            return s.words.say(verdict.reasons[0].text, s.view)
        question = s.words.say(editor.desk.decision.message, s.view)
        return _("Nothing is chosen yet. {question}").format(question=question)

    def give(self, reply: Reply) -> None:
        """Give a reply to the decision on the desk."""
        s, editor = self.sitting, self.decision.editor
        if editor is None:
            return
        decision, reply = self.planning.confirm(editor.desk.decision, reply)
        refusal = self.match.answer(decision, reply)
        if refusal is not None:
            s.app.notice(s.words.say(refusal.text, s.view), "danger")
            return
        s.app.sound.play("click")
        s.app.answered()
        self.clear()
        for listener in self.given:
            listener(decision.question)

    def _unasked(self, desk: Desk) -> tuple[Reply, Text] | None:
        """What is answered without asking: what has no choice; while a row is being resolved, what has none in it."""
        found = None if self.sitting.app.settings.asks_all else plain.taken(desk)
        if found is None and desk.decision.question == self._running:
            kept = self.array.answer(desk.session, desk.decision)
            reply = Reply(kept) if kept is not None else plain.following(desk)
            return (reply, plain.RUN) if reply is not None else None
        if found is None:
            self._running = ""
        return found

    def _run(self) -> None:
        """Resolve all that the question on the desk asks about and that has no choice, one after the other."""
        editor = self.decision.editor
        if editor is None:
            return
        self.unplan()
        drafted = editor.reply() if isinstance(editor, PlaceEditor) else None
        reply = drafted or plain.following(editor.desk) or plain.passing(editor.desk)
        if reply is None:
            self.sitting.app.notice(self._to_choose(editor.desk), "warning", brief=True)
            return
        self._running = editor.desk.decision.question
        self._go_on(editor.desk.decision, reply, plain.RUN)

    def _to_choose(self, desk: Desk) -> str:
        """Why nothing is resolved without a choice here: what there is to choose, and what key passes it over."""
        question = desk.say(desk.decision.message)
        said = _("This question needs your choice: {question}").format(question=question)
        for key, way in zip(EXITS, desk.asked.exits, strict=False):
            if way.bar is None:
                said += f"  [{desk.keys.shown(key)}] {desk.say(way.label)}"
        return said

    def _go_on(self, decision: Decision, reply: Reply, why: Text | None = None) -> None:
        """Give what was planned for a question that has come, or what it needs nobody for."""
        refusal = self.match.answer(decision, reply, why=why)
        if refusal is not None:
            self.planning.forget()
        self.sitting.app.answered()
        self.clear()
        for listener in self.given:
            listener(decision.question)

    def plan(self, editor: Editor) -> None:
        """A question that is yet to come lies on the desk, over the one that is asked."""
        self.decision.set_editor(editor)
        self.decision.active = True

    def unplan(self) -> bool:
        """Put what is really asked on the desk again; False where that lies there."""
        root = self.planning.drop()
        if root is not None:
            self.decision.set_editor(root)
            self.decision.active = True
        return root is not None

    def advised(self, compact: bool) -> None:
        """Something has been suggested: it is looked at, and told here where a compact prompt has no room for it."""
        news, self.advice.news = self.advice.news, ""
        editor = self.decision.editor
        if news and editor is not None and editor.subject():
            self.sitting.table.look_at(editor.subject())
        if news and compact:
            self.sitting.app.notice(news, brief=True)
