"""What the best general would do in the player's place: thought out beside the window, put into the draft, not given.

He knows what the side asked knows and nothing more; his dice are his own and the same each time he is asked. He may
spend as much work on it as when he plays himself: what is suggested is what he would do. What he says comes too late
where the player has gone on meanwhile: it is dropped then, and he thinks no further.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from game.bots.referee import Referee
from game.bots.roster import best_bot, make_bot
from game.client.battle.match import Match
from game.client.battle.thinking import Thinking
from game.client.editors.base import Editor
from game.client.editors.deeds import deed
from game.client.editors.desk import Desk
from game.client.panels.decision import DecisionPanel
from game.client.words import _
from game.engine.command import Answering
from game.engine.decision import Reply
from game.engine.text import Text

GRACE = 0.02
"""Seconds that the window waits for advice which is quick."""


@dataclass(frozen=True)
class _Moment:
    """The draft and the row led to, as they are: what is said of another moment does not matter any more."""

    editor: Editor
    version: int
    keyed: str


@dataclass(frozen=True)
class _Told:
    """What was suggested at a moment, and why; ``usual`` where nobody has weighed it."""

    moment: _Moment
    reply: Reply
    why: Text | None = None
    usual: bool = False


def _now(panel: DecisionPanel) -> _Moment | None:
    editor = panel.editor
    return _Moment(editor, editor.version, panel.keyed) if editor is not None else None


class Advice:
    """Advice for the question on the desk.

    Attributes
    ----------
    news
        What has just been suggested, until somebody takes note of it.
    """

    def __init__(self) -> None:
        self.news = ""
        self._referee = Referee()
        self._thinking: Thinking | None = None
        self._asked: _Moment | None = None
        self._told: _Told | None = None
        self._said: tuple[object, str] = (None, "")

    def ask(self, match: Match, panel: DecisionPanel) -> None:
        """Suggest an answer: at once what is usual where nobody advises, else what the general says, when he does."""
        moment = _now(panel)
        if moment is None or moment == self._asked:
            return
        self._told = None
        desk = moment.editor.desk
        name = best_bot(match.session.ruleset)
        if not name or desk.decision.kind == "roll":
            self._usual(panel, moment.editor)
            return
        self._drop()
        self._referee = Referee()
        seed = match.session.setup.seed if match.session.setup else ""
        dice = Random(f"advice:{seed}:{desk.decision.id}")
        ruleset, state = match.session.ruleset, match.session.state
        self._thinking = Thinking(self._referee, ruleset, state, desk.decision, make_bot(ruleset, name), dice)
        self._asked = moment
        self._thinking.wait(GRACE)
        self.update(panel)

    def update(self, panel: DecisionPanel, busy: bool = False) -> None:
        """See whether the general has made up his mind; what he says is dropped where the hand is ``busy``."""
        if self._asked is None or self._thinking is None:
            return
        if busy or _now(panel) != self._asked:
            self._drop()
            return
        got = self._thinking.result()
        if got is None:
            return
        editor, self._asked = self._asked.editor, None
        watch = self._referee.watches.get(editor.desk.decision.side)
        failed = not isinstance(got, Answering) or watch is None or watch.faults > 0
        if not isinstance(got, Answering) or failed or not self._fill(panel, editor, got.reply):
            self._usual(panel, editor)
            return
        self._tell(panel, got.reply, got.why)

    def _drop(self) -> None:
        """Nobody wants to know any more what the general is thinking about: he stops."""
        self._asked = None
        if self._thinking is not None:
            self._thinking.drop()
            self._thinking = None

    def close(self) -> None:
        """The battle is left: nobody is asked any more."""
        self._drop()

    def _fill(self, panel: DecisionPanel, editor: Editor, reply: Reply) -> bool:
        """Take what was suggested as the draft; a way out is led to, so that the same key takes it."""
        if reply.answer is None:
            return panel.lead_to(f"exit\n{reply.exit}")
        panel.unwalk()
        editor.load(reply.answer)
        editor.changed()
        return editor.reply() is not None

    def _usual(self, panel: DecisionPanel, editor: Editor) -> None:
        """Fill in the usual answer, and say that it is no more than that."""
        desk = editor.desk
        reply = desk.asked.default
        if editor.take_default():
            reply = Reply(editor.answer())
        elif desk.decision.kind == "roll" or not panel.lead_to(f"exit\n{reply.exit}"):
            return
        self._tell(panel, reply, usual=True)

    def _tell(self, panel: DecisionPanel, reply: Reply, why: Text | None = None, usual: bool = False) -> None:
        moment = _now(panel)
        self._told = _Told(moment, reply, why, usual) if moment is not None else None
        self.news = self.said(panel)

    def thinks(self, panel: DecisionPanel) -> float | None:
        """How far the bar that shows his thinking has come, 0 to 1, while he is asked about the draft as it is."""
        if self._asked is None or self._thinking is None or _now(panel) != self._asked:
            return None
        return self._thinking.share

    def said(self, panel: DecisionPanel) -> str:
        """What was suggested, in the reader's words, while the draft is still that; "" otherwise."""
        told = self._told
        if told is None or told.moment != _now(panel):
            return ""
        desk = told.moment.editor.desk
        known = (told, desk.words)
        if self._said[0] != known:
            self._said = (known, _sentence(desk, told))
        return self._said[1]


def _sentence(desk: Desk, told: _Told) -> str:
    """What was suggested as a sentence."""
    what, key = deed(desk, told.reply), desk.keys.shown("confirm")
    if told.usual:
        return _("Default answer, not weighed by a general: {what}. [{key}] confirms it.").format(what=what, key=key)
    why = desk.say(told.why) if told.why is not None else ""
    if not why:
        return _("The general would choose: {what}. [{key}] confirms it.").format(what=what, key=key)
    return _("The general would choose: {what} ({why}). [{key}] confirms it.").format(what=what, why=why, key=key)
